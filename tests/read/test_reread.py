"""Each citation of a text format, read again from the file by nothing but its range of bytes.

``THENCE_EXAMPLES=2000`` reads many; a few for each format otherwise.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.read.made_texts import LEGACY
from thence.extract import extract
from thence.extract.mapping import Mappings, load_mappings
from thence.model.document import Span, cite
from thence.model.statement import statement_keys
from thence.ontology import Ontology, load_ontology
from thence.ontology.lexicon import Lexicon, load_lexicon
from thence.read import read_bytes

EXAMPLES = int(os.environ.get("THENCE_EXAMPLES", "20"))
NAMES = {"utf-16": "utf-16-le", "utf-16-be": "utf-16-be", "utf-32": "utf-32-le", "utf-8-sig": "utf-8"}
WIDE = "Ann Lee 漢字かな 회사 éü 👩\u200d👩\u200d👧 👍🏽 e\u0301 n\u0303 שלום العربية \u200f\u202b Ж щ ﬁ ß€“”–…\u00a0"
LETTERS = {
    **dict.fromkeys(("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"), WIDE),
    "cp1252": "Ann Lee éèüößñç€“”–…",
    "cp1251": "Общество Казань щъё",
    "cp932": "会社は東京で設立ンス。カナ",
}
FILLER = {
    "cp1252": LEGACY["cp1252", "French"],
    "cp1251": LEGACY["cp1251", "Russian"],
    "cp932": LEGACY["cp932", "Japanese"],
}

FORMATS: dict[str, Callable[[str, str, str], str]] = {
    "a.txt": lambda said, filler, _: f"Head of it\n\n{filler}\n\n{said}\n\nEnd of it.\n",
    "a.md": lambda said, filler, _: f"# Head\n\n{filler}\n\n- one\n\n**{said}**\n\n| A |\n|---|\n| b |\n",
    "a.csv": lambda said, filler, _: f'Name,Note\n"{said}","{filler}"\nb,c\n',
    "a.json": lambda said, filler, _: f'{{"name": "{said}", "note": "{filler}", "list": [1, 2]}}\n',
    "a.yaml": lambda said, filler, _: f'name: "{said}"\nnote: "{filler}"\nlist:\n  - 1\n',
    "a.toml": lambda said, filler, _: f'name = "{said}"\nnote = "{filler}"\n',
    "a.html": lambda said, filler, name: (
        f'<html><head><meta charset="{name}"><title>t</title></head><body><p>{filler}</p><p>{said}</p></body></html>'
    ),
    "a.xml": lambda said, filler, name: (
        f'<?xml version="1.0" encoding="{name}"?>\n<notes><note>{said}</note><note>{escape(filler)}</note></notes>\n'
    ),
    "a.vcf": lambda said, filler, _: (
        f"BEGIN:VCARD\nVERSION:4.0\nFN:Ann Lee\nNOTE:{said}\nORG:{filler.replace(';', ' ')}\nEND:VCARD\n"
    ),
    "a.eml": lambda said, filler, name: (
        "From: ann@example.org\nTo: bo@example.org\nSubject: It\nDate: Mon, 3 Jun 2024 09:15:00 +0000\n"
        f"MIME-Version: 1.0\nContent-Type: text/plain; charset={name}\n"
        f"Content-Transfer-Encoding: 8bit\n\n{filler}\n\n{said}\n"
    ),
}
SINGLE = frozenset(("a.eml", "a.vcf", "a.toml", "a.xml", "a.yaml"))
"""Formats whose files are in single bytes; their names of encodings are of those."""


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, str, str]:
    """Return an encoding, a newline, and words that can be written in it, without any marks of a format."""
    encoding = draw(st.sampled_from(sorted(LETTERS)))
    words = draw(st.lists(st.sampled_from(LETTERS[encoding].split(" ")), min_size=1, max_size=12))
    more = draw(st.text(LETTERS[encoding].replace(" ", ""), max_size=8))
    said = " ".join([*words, more]).strip()
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    return encoding, newline, f"Qz{said}zQ"


@pytest.mark.parametrize("name", FORMATS)
@given(texts())
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
def test_every_quote_is_what_its_bytes_say(name: str, case: tuple[str, str, str]):
    encoding, newline, said = case
    if name in SINGLE and encoding.startswith(("utf-16", "utf-32")):
        encoding = "utf-8"
    declared = {"cp932": "shift_jis", "cp1251": "windows-1251", "cp1252": "windows-1252"}.get(encoding, "utf-8")
    if name in ("a.html", "a.xml"):
        said = " ".join(said.split())  # a no-break space is shown as a space
    # Where nothing declares the encoding, real sentences tell it.
    filler = " ".join(8 * [FILLER.get(encoding, "Ann paid Bo.").replace('"', "")])
    content = FORMATS[name](said, filler, declared).replace("\n", newline)
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    data = (mark + content).encode(encoding)
    bare = NAMES.get(encoding, encoding)
    document = read_bytes(data, places=(name,))
    where = data.index(said.encode(bare))
    start = document.text.index(said)
    for first in range(0, len(said), 3):
        for last in range(first + 1, len(said) + 1, 5):
            citation = cite(document, Span(start + first, start + last))
            assert citation.bytes is not None
            assert citation.bytes[0] == where + len(said[:first].encode(bare))
            assert data[slice(*citation.bytes)].decode(bare) == citation.quote == said[first:last]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_paragraphs_over_several_lines_are_read_again(name: str, encoding: str, newline: str):
    content = "Zoë paid\nBöhm €5.\n\nAnn “left”\nthe – café.\n"
    data = content.replace("\n", newline).encode(encoding)
    document = read_bytes(data, places=(name,))
    for block in document.blocks:
        citation = cite(document, block.span)
        assert citation.bytes is not None
        again = data[slice(*citation.bytes)].decode(NAMES.get(encoding, encoding))
        assert again.replace(newline, "\n") == citation.quote
    assert len(document.blocks) == 2


@cache
def _settings() -> tuple[Ontology, Lexicon, Mappings]:
    ontology = load_ontology(())
    return ontology, load_lexicon((), ontology), load_mappings((), ontology)


@pytest.mark.parametrize("name", ["a.txt", "a.md"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_paragraph_above_renames_no_statement_below(name: str, encoding: str, newline: str):
    body = "Alder Bank Ltd paid Zoë Böhm EUR 1,200 on 1 March 2024.\n\nAnn Lee owns 60% of Kiln Ltd.\n"
    found = []
    for above in ("", "A new line 😀 about nothing — really.\n\n"):
        data = (above + body).replace("\n", newline).encode(encoding)
        document = read_bytes(data, places=(name,))
        statements = extract(document, *_settings()).statements
        keys = statement_keys(statements, document.key)
        cited = [citation for statement in statements for citation in statement.citations]
        assert cited
        for citation in cited:
            assert citation.bytes is not None
            assert data[slice(*citation.bytes)].decode(NAMES.get(encoding, encoding)) == citation.quote
        found.append({keys[index]: statement.citations[0].quote for index, statement in enumerate(statements)})
    assert found[0].items() <= found[1].items()
    assert len(found[0]) >= 2
