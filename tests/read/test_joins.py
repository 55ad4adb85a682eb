"""Words that stand broken: how they read, and that what stands there stays."""

from __future__ import annotations

import pytest

from thence.model.document import Span
from thence.read.joins import joins


def read_as(text: str) -> str:
    """Return a text with its broken words as they read."""
    for join in reversed(joins(text, [Span(0, len(text))])):
        text = text[: join.span.start] + join.text + text[join.span.end :]
    return text


@pytest.mark.parametrize(
    ("stands", "reads"),
    [
        ("the inspec-\ntor came", "the inspector came"),
        ("the inspec-  \n   tor came", "the inspector came"),
        ("the in\u00ad\nspec\u00adtor", "the inspector"),
        ("the inspec\u2010\ntor", "the inspector"),
        ("Saint-\nAubin lies", "Saint-Aubin lies"),
        ("MINUTES OF INSPEC-\nTION", "MINUTES OF INSPECTION"),
        ("her co-\ntenants", "her co-tenants"),
        ("the co-\nlonial house", "the colonial house"),
        ("an ex-\npected sum", "an expected sum"),
        ("his ex-\nwife", "his ex-wife"),
        ("a self-\nemployed man", "a self-employed man"),
        ("a London-\nbased firm", "a London-based firm"),
        ("twenty-\nfive days", "twenty-five days"),
        ("form A-\n12 and COVID-\n19", "form A-12 and COVID-19"),
        ("the e-\nmail of a T-\nshirt", "the e-mail of a T-shirt"),
        ("short-\nand long-term loans", "short- and long-term loans"),
        ("a two- or\nthree-\nyear term; in-\nto it", "a two- or\nthree-year term; into it"),
        ("two-\nor three-year terms", "two- or three-year terms"),
        ("part-\nnership, short-\nage, control-\nled", "partnership, shortage, controlled"),
        ("mother-in-\nlaw, her mother-in-law", "mother-in-law, her mother-in-law"),
        ("a weather-\ntight roof, weather-tight", "a weather-tight roof, weather-tight"),
        ("a weather-\ntight roof, weathertight", "a weathertight roof, weathertight"),
        ("the oﬃce of Griﬀon; the ﬁrst ﬂoor", "the office of Griffon; the first floor"),
        ("the of-\nﬁce", "the office"),
        ("Mc-\nDonald and McDonald", "McDonald and McDonald"),
        ("ge\u0301ne\u0301-\nral", "ge\u0301ne\u0301ral"),
    ],
)
def test_a_broken_word_reads_as_it_was_meant(stands: str, reads: str):
    assert read_as(stands) == reads


@pytest.mark.parametrize(
    "text", ["a list -\nof things", "one --\ntwo", "see -\n- item", "ends here-\n\nNext", "no breaks at all", "a-\n"]
)
def test_other_dashes_and_line_breaks_stay(text: str):
    assert joins(text, [Span(0, len(text))]) == ()


def test_only_the_stretches_that_are_asked_for_are_looked_at():
    text = "inspec-\ntor\n\nx-\ny"
    assert [join.span for join in joins(text, [Span(0, 11)])] == [Span(6, 8)]
    assert joins("inspec-\ntor", [Span(0, 8), Span(8, 11)]) == ()


def test_a_megabyte_of_broken_words_takes_time_in_proportion():
    text = "inspec-\ntor " * 20_000
    assert len(joins(text, [Span(0, len(text))])) == 20_000
    text = "-" * 1_000_000 + "\n" + "- " * 500_000 + "a-" + " " * 1_000_000
    assert joins(text, [Span(0, len(text))]) == ()
