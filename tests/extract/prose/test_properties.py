"""Whatever the words: no sentence breaks the reader, and every statement quotes the text it came from."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extract.prose.said import document, lexicon, ontology
from thence.extract.prose import prose_to_statements
from thence.model.document import quote
from thence.model.statement import Mention, statement_keys

_WORDS = [
    "Acme Foods Ltd",
    "Ana Ruiz",
    "Bruno Costa",
    "Elbe Bank plc",
    "Akosombo Trust",
    "Lisbon",
    "the company",
    "she",
    "it",
    "its",
    "who",
    "which",
    "that",
    "is",
    "was",
    "has",
    "did",
    "not",
    "no longer",
    "may",
    "will",
    "must",
    "if",
    "unless",
    "and",
    "or",
    ",",
    ".",
    ";",
    ":",
    "(",
    ")",
    "“",
    "”",
    "–",
    "?",
    "to",
    "of",
    "in",
    "by",
    "for",
    "from",
    "as",
    "at",
    "between",
    "since",
    "until",
    "on",
    "own",
    "owns",
    "owned",
    "pay",
    "paid",
    "transferred",
    "controls",
    "acquire",
    "agreed",
    "director",
    "chief executive",
    "former",
    "board",
    "shares",
    "stake",
    "employees",
    "based",
    "said",
    "denied",
    "suspects",
    "confirmed",
    "EUR 5,000",
    "65%",
    "3 May 2024",
    "2019",
    "42",
    "30 days",
    "’s",
    "the",
    "a",
    "an",
    "no",
    "neither",
    "nor",
    "than",
    "instead",
]


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=40))
def test_every_statement_quotes_its_text(words: list[str]) -> None:
    text = " ".join(words)
    source = document(text)
    found = prose_to_statements(source, ontology(), lexicon())
    for statement in found.statements:
        for citation in statement.citations:
            assert citation.quote == quote(source.text, citation.span)
        for part in (statement.subject, statement.object):
            if isinstance(part, Mention):
                assert 0 <= part.span.start <= part.span.end <= len(source.text)
        assert 0 < statement.confidence < 1
    assert len(statement_keys(found.statements, source.key)) == len(found.statements)


@settings(max_examples=20, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=30))
def test_a_sentence_elsewhere_renames_no_statement(words: list[str]) -> None:
    text = " ".join(words).replace(".", ",")
    alone = document("Ida Holm lives in Rome.")
    after = document(f"Ida Holm lives in Rome.\n\n{text}\n")
    (own,) = prose_to_statements(alone, ontology(), lexicon()).statements
    both = prose_to_statements(after, ontology(), lexicon())
    key = statement_keys([own], alone.key)[0]
    assert key in statement_keys(both.statements, after.key).values()
