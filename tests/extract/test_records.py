"""What rows, objects and key-value blocks become, through the shipped mappings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.shared import needs_shared, shared
from thence.extract.columns import ColumnMatch, TableMapping
from thence.extract.mapping import Mappings, load_mappings
from thence.extract.records import records_to_statements
from thence.model.document import Document
from thence.model.statement import Extraction, Mention, Modality, Statement, Status
from thence.names import AGR, DCTERMS, DOCS, MONEY, OWN, PEOPLE, PLACE, TH, Iri
from thence.ontology import Ontology, load_ontology
from thence.read import read_bytes


@cache
def ontology() -> Ontology:
    return load_ontology(())


@cache
def mappings() -> Mappings:
    return load_mappings((), ontology())


def document(text: str, name: str = "table.csv") -> Document:
    return read_bytes(text.encode(), places=(name,))


def extraction(text: str, name: str = "table.csv") -> Extraction:
    return records_to_statements(document(text, name), ontology(), mappings())


def triples(found: Extraction) -> list[tuple[str, Iri, str]]:
    return [(s.subject.name, s.predicate, _text(s)) for s in found.statements]


def _text(statement: Statement) -> str:
    part = statement.object
    return part.name if isinstance(part, Mention) else part.lexical


def roles(statement: Statement) -> dict[Iri, str]:
    assert statement.event is not None
    return {role: p.name if isinstance(p, Mention) else p.lexical for role, p in statement.event.roles}


WIRES = """transfer no,Sender,Recipient,Amount,Ccy,Booking date,Purpose
T-1,Alder Mills Ltd,Birch & Sons GmbH,"1,250.00",EUR,2024-02-13,timber
T-2,Birch & Sons GmbH,Ann Keller,300,USD,2024-04-03,wages
"""


def test_a_row_of_a_ledger_is_a_payment_with_its_values():
    first, second = extraction(WIRES).statements
    assert (first.subject.name, first.predicate, _text(first)) == ("Alder Mills Ltd", MONEY.paid, "Birch & Sons GmbH")
    assert roles(first) == {
        MONEY.payer: "Alder Mills Ltd",
        MONEY.payee: "Birch & Sons GmbH",
        MONEY.amount: "1250",
        MONEY.currency: "EUR",
        MONEY.reference: "T-1",
        TH.occurredOn: "2024-02-13",
    }
    assert first.event is not None
    assert (first.event.date, first.event.reference) == ("2024-02-13", "T-1")
    assert second.status is Status.STRUCTURAL
    assert second.confidence >= 0.95


def test_the_row_is_the_quote_and_the_parts_stand_in_it():
    read = document(WIRES)
    for statement in records_to_statements(read, ontology(), mappings()).statements:
        assert statement.quote.quote == read.text[statement.quote.span.start : statement.quote.span.end]
        assert statement.quote.row is not None
        assert statement.place(statement.subject)
        for _, part in statement.event.roles if statement.event else ():
            assert part.span is not None
            words = read.text[part.span.start : part.span.end]
            assert words == (part.name if isinstance(part, Mention) else part.wording)


REGISTER = """<h1>HOLLOW OAK LIMITED</h1><h2>Officers</h2>
<table><tr><th>Name</th><th>Role</th><th>Appointed</th><th>Resigned</th></tr>
<tr><td>Ann Keller</td><td>Director</td><td>2019-05-02</td><td>2022-02-28</td></tr>
<tr><td>Bruno Maier</td><td>Chief Executive Officer</td><td>March 2020</td><td>-</td></tr>
<tr><td>Quill Services Ltd</td><td>Secretary</td><td></td><td></td></tr>
<tr><td>Eva Lind</td><td>Former director</td><td></td><td></td></tr>
<tr><td>Otto Haas</td><td>Auditor</td><td></td><td></td></tr></table>
<h2>Shareholders</h2>
<table><tr><th>Shareholder</th><th>Shares</th><th>%</th></tr>
<tr><td>Quill Services Ltd</td><td>650</td><td>65.0</td></tr></table>"""


def test_a_register_takes_its_company_from_the_heading_and_its_properties_from_the_roles():
    found = extraction(REGISTER, "register.html")
    assert triples(found)[:4] == [
        ("Ann Keller", PEOPLE.directorOf, "HOLLOW OAK LIMITED"),
        ("Bruno Maier", PEOPLE.ceoOf, "HOLLOW OAK LIMITED"),
        ("Quill Services Ltd", PEOPLE.secretaryOf, "HOLLOW OAK LIMITED"),
        ("Eva Lind", PEOPLE.directorOf, "HOLLOW OAK LIMITED"),
    ]
    first = found.statements[0]
    assert [c.quote for c in first.citations][1] == "HOLLOW OAK LIMITED"
    assert first.place(first.object) == ""


def test_validity_is_half_open_and_keeps_its_wording():
    first, second, third, fourth = extraction(REGISTER, "register.html").statements[:4]
    assert (first.validity.from_, first.validity.until) == ("2019-05-02", "2022-03-01")
    assert first.validity.wording == "Appointed 2019-05-02, Resigned 2022-02-28"
    assert (second.validity.from_, second.validity.until, second.validity.precision) == ("2020-03-01", None, "month")
    assert third.validity.wording == ""
    assert fourth.ended
    assert not first.ended


def test_a_role_that_names_no_property_is_refused_not_guessed():
    found = extraction(REGISTER, "register.html")
    assert "Otto Haas" not in {s.subject.name for s in found.statements}
    assert [r.code for r in found.rejected] == ["TH856"]
    assert "Auditor" in found.rejected[0].reason


def test_shareholders_own_their_percent_of_the_company_above():
    last = extraction(REGISTER, "register.html").statements[-1]
    assert (last.predicate, roles(last)[OWN.percent], roles(last)[OWN.shares]) == (OWN.owns, "65", "650")
    assert last.event is not None
    assert last.event.reference is None


def test_a_table_without_anything_that_names_its_company_makes_no_statement():
    found = extraction("Name,Role\nAnn Keller,Director\n")
    assert found.statements == ()
    assert [r.code for r in found.rejected] == ["TH854"]


def test_day_first_is_decided_by_the_column_or_not_at_all():
    head = "payer,payee,amount,currency,date\n"
    decided = extraction(head + "A Ltd,B Ltd,1,EUR,13/02/2024\nA Ltd,B Ltd,2,EUR,03/04/2024\n")
    assert [s.event and s.event.date for s in decided.statements] == ["2024-02-13", "2024-04-03"]
    undecided = extraction(head + "A Ltd,B Ltd,1,EUR,03/04/2024\n")
    assert [s.event and s.event.date for s in undecided.statements] == [None]
    assert [(r.code, r.citation.quote) for r in undecided.rejected] == [("TH852", "03/04/2024")]
    impossible = extraction(head + "A Ltd,B Ltd,1,EUR,31/02/2024\n")
    assert [(r.code, r.citation.quote) for r in impossible.rejected] == [("TH857", "31/02/2024")]


def test_decimal_commas_are_read_by_the_column():
    text = 'payer;payee;amount;currency\nA GmbH;B GmbH;"1.250,50";EUR\nA GmbH;B GmbH;"1.250";EUR\n'
    assert [roles(s)[MONEY.amount] for s in extraction(text).statements] == ["1250.5", "1250"]


@pytest.mark.parametrize("empty", ["", "-", "n/a", "none", "unknown", "tbd"])
def test_a_cell_that_says_nothing_gives_nothing(empty: str):
    found = extraction(f"payer,payee,amount\nA Ltd,{empty},5\n")
    assert found.statements == ()


@pytest.mark.parametrize(
    ("status", "modality"),
    [
        ("settled", Modality.CATEGORICAL),
        ("pending", Modality.PLANNED),
        ("suspected", Modality.HEDGED),
        ("rejected", None),
    ],
)
def test_the_status_of_a_row_is_never_inverted(status: str, modality: Modality | None):
    found = extraction(f"payer,payee,amount,status\nA Ltd,B Ltd,5,{status}\n")
    assert [s.modality for s in found.statements] == ([modality] if modality else [])
    assert [r.code for r in found.rejected] == ([] if modality else ["TH855"])


def test_totals_repeated_headers_and_reversals_are_no_payments():
    rows = ["payer|payee|amount", "---|---|---", "A Ltd|B Ltd|5", "payer|payee|amount", "A Ltd|B Ltd|-5"]
    rows += ["A Ltd|B Ltd|(7)", "Total||5"]
    found = extraction("".join(f"|{row}|\n" for row in rows), "ledger.md")
    assert [roles(s)[MONEY.amount] for s in found.statements] == ["5"]
    assert [r.code for r in found.rejected] == ["TH855", "TH855"]


@pytest.mark.parametrize("cell", ["1 234", "various suppliers", "17"])
def test_what_names_nobody_is_no_party(cell: str):
    found = extraction(f"payer,payee,amount\nA Ltd,{cell},5\n")
    assert found.statements == ()
    assert [r.code for r in found.rejected] == ["TH857"]


def test_a_rank_is_no_place():
    assert extraction("Name,Place\nAnn Keller,1st\n").statements == ()
    assert triples(extraction("Name,Place\nAnn Keller,Lisbon\n")) == [("Ann Keller", PLACE.locatedIn, "Lisbon")]


def test_figures_of_a_market_make_nobody_an_owner():
    text = "# Acme Widgets Ltd: market share\n\n| Name | Percent |\n|---|---|\n| Bolt Ltd | 40 |\n"
    assert extraction(text, "market.md").statements == ()


def test_a_currency_in_the_header_goes_to_the_amounts():
    rows = "| Survey | 120,000 | 2025-12-01 |\n| Storage | 15,000 | monthly |\n"
    text = "| Service | Fee (USD) | Due |\n|---|---|---|\n" + rows
    first, second = extraction(text, "fees.md").statements
    assert (first.predicate, _text(first)) == (MONEY.fee, "120000")
    assert roles(first)[MONEY.currency] == "USD"
    assert roles(first)[MONEY.due] == "2025-12-01"
    assert MONEY.due not in roles(second)


def test_a_bare_currency_header_is_an_amount_where_the_title_says_of_what():
    text = "# Budget for 2031\n\n| Item | EUR thousand |\n|---|---|\n| Harbour dues | 420 |\n"
    (statement,) = extraction(text, "plan.md").statements
    assert (statement.subject.name, statement.predicate, _text(statement)) == ("Harbour dues", MONEY.budget, "420000")
    assert extraction(text.replace("Budget for 2031", "Results"), "plan.md").statements == ()


ACCOUNTS = """{"accounts": [{"iban": "DE89 3704 0044 0532 0130 00", "holder": "Alder Mills Ltd", "bank": "Elm Bank AG",
 "currency": "EUR", "opened": "2016-02-11"}, {"iban": "0012345", "holder": "Ann Keller", "bank": null}]}"""


def test_accounts_are_named_by_their_numbers_and_keep_their_zeros():
    found = extraction(ACCOUNTS, "accounts.json")
    assert triples(found) == [
        ("Alder Mills Ltd", MONEY.holdsAccount, "DE89370400440532013000"),
        ("DE89370400440532013000", MONEY.heldAt, "Elm Bank AG"),
        ("DE89370400440532013000", MONEY.accountCurrency, "EUR"),
        ("Ann Keller", MONEY.holdsAccount, "0012345"),
    ]
    account = found.statements[0].object
    assert isinstance(account, Mention)
    assert account.type == MONEY.Account
    assert account.identifiers == ((MONEY.iban, "DE89370400440532013000"),)
    assert found.statements[0].validity.from_ == "2016-02-11"


def test_an_enclosing_object_names_what_its_list_is_about():
    text = '{"company": "Hollow Oak Ltd", "directors": [{"name": "Ann Keller"}, {"name": "Bo Lind"}]}'
    assert triples(extraction(text, "board.json")) == [
        ("Ann Keller", PEOPLE.directorOf, "Hollow Oak Ltd"),
        ("Bo Lind", PEOPLE.directorOf, "Hollow Oak Ltd"),
    ]


def test_lists_of_other_kinds():
    companies = extraction("Company,Company number,Employees\nHollow Oak Ltd,00123456,42\n")
    assert triples(companies) == [
        ("Hollow Oak Ltd", PEOPLE.companyNumber, "00123456"),
        ("Hollow Oak Ltd", PEOPLE.employeeCount, "42"),
    ]
    assert companies.statements[0].subject.identifiers == ((PEOPLE.companyNumber, "00123456"),)
    staff = extraction("Employee,Employer,E-mail\nAnn Keller,Hollow Oak Ltd,Ann@example.org\n")
    assert (triples(staff)[0], triples(staff)[1][1]) == (("Ann Keller", PEOPLE.worksAt, "Hollow Oak Ltd"), PEOPLE.email)
    grants = extraction("Grantor,Grantee,Award (GBP),Date\nElm Trust,River School,5000,2021-03-01\n")
    assert roles(grants.statements[0])[MONEY.currency] == "GBP"
    members = extraction("Member,Club,Joined\nAnn Keller,Lakeside Rowing Club,2001\n")
    assert (triples(members)[0][1], members.statements[0].validity.from_) == (PEOPLE.memberOf, "2001-01-01")
    events = extraction("Event,Venue,Date\nSpring Fair,Lisbon,2021-03-01\n")
    assert triples(events) == [("Spring Fair", PLACE.locatedIn, "Lisbon")]


def test_an_unmapped_table_is_told_of_once():
    found = extraction("wingspan,colour\n3,red\n4,blue\n")
    assert found.statements == ()
    assert [(r.code, r.reason) for r in found.rejected] == [("TH850", "no mapping for columns wingspan, colour")]


def test_headers_that_are_labels_of_the_ontology_need_no_mapping():
    found = extraction("Organization,based in,founded by\nHollow Oak Ltd,Lisbon,Ann Keller\n")
    assert ("Hollow Oak Ltd", PLACE.locatedIn, "Lisbon") in triples(found)
    assert ("Hollow Oak Ltd", PEOPLE.foundedBy, "Ann Keller") in triples(found)


def test_ids_of_a_table_keep_namesakes_apart_without_statements():
    found = extraction("person_id,name\n77,Ana Ruiz\n78,Ana  Ruiz\n")
    assert [m.identifiers for m in found.mentions] == [
        ((DCTERMS.identifier, "table.csv#person_id=77"),),
        ((DCTERMS.identifier, "table.csv#person_id=78"),),
    ]


MAIL = """From: Ann Keller <ann@example.org>
To: "Lind, Bo" <bo@example.org>, desk@example.org
Cc: Eva Haas <eva@example.org>
Date: Wed, 18 Mar 2026 16:42:00 +0000
Subject: Timber
Message-ID: <1@example.org>

Hello.
"""


def test_mail_goes_from_its_sender_to_each_of_its_recipients_not_to_copies():
    found = extraction(MAIL, "mail.eml")
    assert triples(found) == [
        ("Ann Keller", DOCS.sentMessageTo, "Lind, Bo"),
        ("Ann Keller", DOCS.sentMessageTo, "desk@example.org"),
    ]
    assert roles(found.statements[0])[TH.occurredOn] == "2026-03-18"
    assert found.statements[0].subject.identifiers == ((PEOPLE.email, "ann@example.org"),)


AGREEMENT = """SUPPLY AGREEMENT dated 3 May 2024

between Hollow Oak Ltd (the "Supplier") and Birch & Sons GmbH (the "Buyer").

The Supplier supplies timber to the Buyer.

Signed for the Supplier: Ann Keller
Signed by Bruno Maier on behalf of the Buyer
Signed for the Guarantor: Eva Haas
"""


def test_signature_lines_name_the_signer_and_whom_he_signs_for():
    assert triples(extraction(AGREEMENT, "supply.txt")) == [
        ("Ann Keller", AGR.signed, "SUPPLY AGREEMENT"),
        ("Ann Keller", PEOPLE.signsFor, "Hollow Oak Ltd"),
        ("Bruno Maier", AGR.signed, "SUPPLY AGREEMENT"),
        ("Bruno Maier", PEOPLE.signsFor, "Birch & Sons GmbH"),
    ]


def test_front_matter_declares_the_aliases_of_the_notes_own_thing():
    matter = "title: Ann Keller\naliases: [A. Keller, Annie K]\nemployer: Hollow Oak Ltd\nborn: 1968-07-04\n"
    found = extraction(f"---\n{matter}---\n\nText.\n", "note.md")
    assert [alias[:2] for alias in found.aliases] == [("A. Keller", "Ann Keller"), ("Annie K", "Ann Keller")]
    assert triples(found) == [
        ("Ann Keller", PEOPLE.worksAt, "Hollow Oak Ltd"),
        ("Ann Keller", PEOPLE.bornOn, "1968-07-04"),
    ]


@needs_shared
def test_all_tables_of_the_case_corpus_are_read(tmp_path: Path):
    counts: dict[str, int] = {}
    for path in sorted(shared("corpus", "case_a", "docs").iterdir()):
        found = records_to_statements(read_bytes(path.read_bytes(), places=(path.name,)), ontology(), mappings())
        for statement in found.statements:
            if statement.quote.row is not None or path.suffix == ".json":
                counts[str(statement.predicate)] = counts.get(str(statement.predicate), 0) + 1
    assert {p: counts.get(str(p)) for p in (MONEY.paid, MONEY.fee, MONEY.budget, OWN.owns, MONEY.holdsAccount)} == {
        MONEY.paid: 12, MONEY.fee: 3, MONEY.budget: 3, OWN.owns: 3, MONEY.holdsAccount: 4,
    }  # fmt: skip
    assert counts.get(str(PEOPLE.directorOf)), counts.get(str(PEOPLE.secretaryOf)) == (2, 1)


def test_a_reporting_line_ends_with_the_employment_of_its_row():
    found = extraction("name,role,company,reports to,from,until\nAna Ruiz,director,Volta Ltd,Kofi Mensah,2019,2020\n")
    line = next(s for s in found.statements if s.predicate == PEOPLE.reportsTo)
    assert (line.validity.from_, line.validity.until) == ("2019-01-01", "2021-01-01")


def test_a_grant_has_its_day_and_its_ends():
    found = extraction("donor,grantee,amount,currency,paid on\nVolta Foundation,Orlo Museum,500,EUR,2020-01-02\n")
    (paid,) = [s for s in found.statements if s.predicate == MONEY.paid]
    assert paid.event is not None
    assert paid.event.date == "2020-01-02"


def test_founded_is_a_year_and_founded_by_a_person():
    year = extraction("company,founded,employees\nVolta Ltd,1998,30\n")
    assert ("Volta Ltd", PEOPLE.foundedYear, "1998") in triples(year)
    person = extraction("company,founded by,employees\nVolta Ltd,Ana Ruiz,30\n")
    assert ("Ana Ruiz", PEOPLE.founded, "Volta Ltd") in triples(person)


def test_particulars_without_a_name_are_those_of_the_heading():
    text = (
        "<h1>Volta Timber Ltd</h1><dl><dt>Company number</dt><dd>0441</dd><dt>Incorporated</dt><dd>3 May 2019</dd></dl>"
    )
    found = triples(extraction(f"<html><body>{text}</body></html>", "page.html"))
    assert ("Volta Timber Ltd", PEOPLE.companyNumber, "0441") in found
    assert ("Volta Timber Ltd", PEOPLE.incorporatedOn, "2019-05-03") in found


def test_a_title_behind_the_signer_is_a_post_at_the_party():
    text = (
        'SALE AGREEMENT\n\nVolta Ltd, of Bonn (the "Seller").\n\nSigned for the Seller by Ana Ruiz, Finance Director\n'
    )
    assert ("Ana Ruiz", PEOPLE.cfoOf, "Volta Ltd") in triples(extraction(text, "sale.txt"))


def test_an_author_works_where_the_signature_says():
    mail = (
        "From: Ana Ruiz <ana@volta.example>\nTo: Kofi Mensah <k@x.example>\nSubject: Hello\n\nAll well.\n\nAna Ruiz\n"
    )
    found = triples(extraction(mail + "Head of Procurement, Volta Timber Ltd\n", "note.eml"))
    assert ("Ana Ruiz", PEOPLE.worksAt, "Volta Timber Ltd") in found
    other = triples(extraction(mail + "Yours, Volta Timber Ltd\n", "note.eml"))
    assert PEOPLE.worksAt not in {predicate for _, predicate, _ in other}


def test_objects_of_one_shape_ask_for_their_mapping_once(monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []
    match = TableMapping.match

    def counted(self: TableMapping, headers: Sequence[str], title: str) -> ColumnMatch | None:
        asked.append(self.name)
        return match(self, headers, title)

    monkeypatch.setattr(TableMapping, "match", counted)
    buyers = ", ".join(f'{{"buyer": {{"name": "Ann {letter} Keller", "email": "a@x.org"}}}}' for letter in "BCDEF")
    found = extraction(f'{{"orders": [{buyers}]}}', "a.json")
    assert len(found.statements) == 5
    assert asked.count("contacts") == 1


def test_a_table_of_thousands_of_columns_is_no_table_of_things():
    head = ",".join(("owner", "company", "percent", *(f"c{number}" for number in range(3_000))))
    row = ",".join(("Alder Ltd", "Birch Ltd", "60", *["1"] * 3_000))
    found = extraction(f"{head}\n{row}\n{row}\n")
    assert found.statements == ()
    assert [(each.code, each.reason) for each in found.rejected] == [
        ("TH850", "no mapping for a table of 3,003 columns")
    ]
