"""Rows of tables under what the reader decided of their columns: one place decides, and each value tells how."""

from __future__ import annotations

from functools import cache

from thence.extract.cells import Cell as _Cell
from thence.extract.cells import evidence_of, read_date
from thence.extract.mapping import Mappings, load_mappings
from thence.extract.records import records_to_statements
from thence.model.document import Column, Document, Span
from thence.model.statement import Extraction, Statement, Value
from thence.names import MONEY, TH, Iri
from thence.ontology import Ontology, load_ontology
from thence.read import Options, read_bytes


@cache
def ontology() -> Ontology:
    return load_ontology(())


@cache
def mappings() -> Mappings:
    return load_mappings((), ontology())


def extraction(text: str, options: Options | None = None) -> tuple[Document, Extraction]:
    document = read_bytes(text.encode(), places=("a.csv",), options=options or Options())
    return document, records_to_statements(document, ontology(), mappings())


def role(statement: Statement, iri: Iri) -> Value | None:
    assert statement.event is not None
    found = dict(statement.event.roles).get(iri)
    assert found is None or isinstance(found, Value)
    return found


def wires(*rows: str) -> str:
    return "transfer no;Sender;Recipient;Amount;Ccy;Booking date\n" + "".join(
        f"T-{number};Alder Mills Ltd;Birch & Sons GmbH;{row}\n" for number, row in enumerate(rows, 1)
    )


def test_a_value_tells_how_its_column_was_read():
    _, found = extraction(wires("1.250,50;EUR;03/04/2024", "7,00;EUR;13/04/2024"))
    first, second = found.statements
    date, amount = role(first, TH.occurredOn), role(first, MONEY.amount)
    assert date is not None
    assert amount is not None
    assert (date.lexical, date.reading) == ("2024-04-03", "day-first by 13/04/2024 in line 3")
    assert (amount.lexical, amount.reading) == ("1250.5", "decimal-comma by 1.250,50 in line 2")
    assert role(second, MONEY.currency) is not None


def test_dates_that_are_not_decided_are_kept_as_words_and_never_guessed():
    document, found = extraction(wires("5;EUR;03/04/2024", "6;EUR;05/06/2024"))
    assert [role(statement, TH.occurredOn) for statement in found.statements] == [None, None]
    assert [(each.code, each.citation.quote) for each in found.rejected] == [
        ("TH852", "03/04/2024"),
        ("TH852", "05/06/2024"),
    ]
    assert [each.code for each in document.findings] == ["TH540"]


def test_numbers_that_are_not_decided_are_no_amounts():
    _, found = extraction(wires("1,250;EUR;2024-04-03", "2,500;EUR;2024-04-04", "12;EUR;2024-04-05"))
    amounts = [role(statement, MONEY.amount) for statement in found.statements]
    assert [amount.lexical if amount else None for amount in amounts] == [None, None, "12"]
    assert [(each.code, each.citation.quote) for each in found.rejected] == [("TH852", "1,250"), ("TH852", "2,500")]


def test_what_a_user_says_of_a_column_is_how_it_is_read():
    options = Options(columns=(("*", "Booking date", "month-first"), ("a.csv", "amount", "decimal-point")))
    _, found = extraction(wires("1,250;EUR;03/04/2024"), options)
    (statement,) = found.statements
    date, amount = role(statement, TH.occurredOn), role(statement, MONEY.amount)
    assert date is not None
    assert amount is not None
    assert (date.lexical, date.reading) == ("2024-03-04", "month-first by thence.toml")
    assert (amount.lexical, amount.reading) == ("1250", "decimal-point by thence.toml")


def test_a_column_that_is_text_by_the_user_has_no_dates():
    _, found = extraction(wires("5;EUR;2024-04-03"), Options(columns=(("*", "Booking date", "text"),)))
    (statement,) = found.statements
    assert role(statement, TH.occurredOn) is None


def test_an_impossible_or_contrary_date_is_refused():
    rows = ["5;EUR;13/04/2024"] * 30 + ["5;EUR;31/02/2024", "5;EUR;02/14/2024"]
    _, found = extraction(wires(*rows))
    assert [role(statement, TH.occurredOn) is None for statement in found.statements[-2:]] == [True, True]
    assert [each.citation.quote for each in found.rejected] == ["31/02/2024", "02/14/2024"]


def test_validity_tells_how_its_dates_were_read():
    text = "Person;Company;Role;Appointed;Resigned\nAnn Keller;Alder Mills Ltd;Director;03/04/2019;13/04/2022\n"
    _, found = extraction(text)
    (statement,) = found.statements
    assert (statement.validity.from_, statement.validity.until) == (None, "2022-04-14")
    assert statement.validity.reading == "day-first by 13/04/2022 in line 2"


def test_words_in_quotes_read_without_doubling_and_are_quoted_as_they_stand():
    head = "transfer no,Sender,Recipient,Amount,Ccy,Booking date\n"
    text = head + 'T-1,"Alder ""Green"" Mills Ltd",Birch & Sons GmbH,5,EUR,2024-04-03\n'
    document, found = extraction(text)
    (statement,) = found.statements
    assert statement.subject.name == 'Alder "Green" Mills Ltd'
    assert document.text[slice(statement.subject.span.start, statement.subject.span.end)] == 'Alder ""Green"" Mills Ltd'
    assert statement.quote.quote in document.text


def test_words_behind_backslashes_read_without_them():
    head = "transfer no,Sender,Recipient,Amount,Ccy,Booking date\n"
    _, found = extraction(head + 'T-1,"Alder \\"Green\\" Mills Ltd",Birch & Sons GmbH,5,EUR,2024-04-03\n')
    assert [statement.subject.name for statement in found.statements] == ['Alder "Green" Mills Ltd']


def test_without_a_readers_word_the_cells_themselves_are_the_evidence():
    assert evidence_of("on", ["13/02/2024", "03/04/2024"]).day_first is True
    decided = evidence_of("on", ["13/02/2024"], Column(1, 1, "on", "text", undecided=1))
    assert decided.day_first is None
    assert read_date(_Cell("on", "03/04/2024", Span(0, 10), 1, None), decided) is None


def test_rows_of_several_tables_are_read_each_under_its_own_header():
    text = (
        wires("5;EUR;2024-04-03")
        + "\nShareholder;Company;Shares;%\nQuill Services Ltd;Alder Mills Ltd;650;65.0\n"
        + ("Otto Haas;Alder Mills Ltd;350;35.0\n")
    )
    document, found = extraction(text)
    assert len(document.tables) == 2
    assert len({statement.predicate for statement in found.statements}) >= 2


def test_a_row_that_begins_with_its_columns_name_heads_another_table():
    rows = "| Company | Owner |\n|---|---|\n| Alder Ltd | Ann Lee |\n| Company | Rev |\n| Birch Ltd | Bo Orr |\n"
    made = records_to_statements(read_bytes(rows.encode(), places=("a.md",)), ontology(), mappings())
    assert {getattr(each.subject, "name", "") for each in made.statements} >= {"Ann Lee", "Bo Orr"}
    assert "Rev" not in {getattr(each.subject, "name", "") for each in made.statements}
    (told,) = [each for each in made.rejected if each.code == "TH859"]
    assert "'Company'" in told.reason
