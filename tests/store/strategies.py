"""Terms, triples and graphs as Hypothesis draws them: odd on purpose."""

from __future__ import annotations

from hypothesis import strategies as st

from thence.model.terms import Term, Triple, iri_term, literal
from thence.names import XSD

# Every character that UTF-8 can write: surrogates cannot.
texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=20) | st.sampled_from(
    [
        "\\u0041",
        "\\",
        '"',
        "\\\\u0041",
        "a\nb\r\tc",
        "\x00\x01\x7f\x80\x85",
        "\u2028",
        "\ufffe\uffff",
        "😀",
        "e\u0301",
        "'''",
    ]
)
languages = st.sampled_from(["en", "fr-ca", "zh-hant-tw", "x-a1"])
datatypes = st.sampled_from(
    [
        XSD[name]
        for name in ("integer", "decimal", "double", "float", "boolean", "date", "dateTime", "gYear", "duration")
    ]
    + [XSD[name] for name in ("dayTimeDuration", "time", "int", "byte", "token", "anyURI", "string", "base64Binary")]
    + ["http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML", "urn:x:type"]
)
_SPELLINGS = """
0 -0 01 +5 1.50 1. .5 1e0 1E400 NaN INF true 1 2024-02-31 2024-02-30Z 2024-01-01T24:00:00 -0001-01-01 P1D PT36H
99999999999999999999 12345678901234567.5 0.1 100.0 1.123456789012345678 1.1234567890123456789 2024 24:00:00 -1
170141183460469231731.687303715884105727 9007199254740993 123456789012.12 9223372036854775807 9223372036854775808
"""
lexicals = texts | st.sampled_from(["", " 1 ", *_SPELLINGS.split()])
local_names = st.lists(st.sampled_from([*"abXZ09_-.:()/,~é", "%41"]), max_size=8).map("".join)
iris = st.builds(
    lambda base, local: iri_term(base + local),
    st.sampled_from(["http://example.org/", "http://example.org/a#", "urn:x:", "https://w3id.org/thence#"]),
    local_names,
)
literals = (
    st.builds(literal, texts)
    | st.builds(lambda text, tag: literal(text, language=tag), texts, languages)
    | st.builds(literal, lexicals, datatypes)
)
blanks = st.sampled_from([Term(f"_:n{number}") for number in range(5)])
terms = iris | literals
triples: st.SearchStrategy[Triple] = st.tuples(iris | blanks, iris, terms | blanks)
ground_triples: st.SearchStrategy[Triple] = st.tuples(iris, iris, terms)
