"""vCard 2.1, 3.0 and 4.0: a record a card, with names that people use for what it says."""

from __future__ import annotations

import re

from thence.errors import InputError, Location
from thence.model.document import BlockKind
from thence.model.finding import Severity
from thence.read.card_page import CardPage
from thence.read.content_lines import Line, content_lines, decode_folded, parts_of, unescaped
from thence.read.pieces import Pieces
from thence.read.reading import DEFAULT, Options, Reading, finding, source_findings

__all__ = ["read_vcf"]

_NAMES = {
    "FN": "name", "NICKNAME": "nickname", "TITLE": "title", "ROLE": "role", "EMAIL": "email", "URL": "website",
    "BDAY": "birthday", "DEATHDATE": "died", "ANNIVERSARY": "anniversary", "NOTE": "note", "CATEGORIES": "categories",
    "UID": "uid", "KIND": "kind", "RELATED": "related", "IMPP": "chat", "LANG": "language", "GENDER": "gender",
    "MEMBER": "member", "LABEL": "address",
}  # fmt: skip
_LEFT_OUT = frozenset({"PHOTO", "LOGO", "SOUND", "KEY"})
_TECHNICAL = frozenset({"BEGIN", "END", "VERSION", "PRODID", "REV", "SOURCE", "SORT-STRING", "CLASS", "MAILER",
                        "PROFILE", "XML", "CLIENTPIDMAP", "AGENT", "TZ", "GEO"})  # fmt: skip


def read_vcf(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read cards: each a record with name, organization, department, title, email, phone, address and so on.

    The rendition has a line for each property, unfolded and decoded. Pictures, sounds and keys are left out and counted
    (TH545). Raises InputError TH502 for a file without a card.
    """
    source = decode_folded(data)
    text = source.text
    page = CardPage(source)
    findings = list(source_findings(source, path))
    left = broken = rows = 0
    card: list[Line] = []
    inside = 0
    for line in content_lines(text, skip=_LEFT_OUT):
        if not isinstance(line, Line):
            # What follows a picture in vCard 2.1 are its lines, without a blank before them.
            broken += not (card and card[-1].name in _LEFT_OUT)
        elif line.name == "BEGIN" and line.value.text.strip().upper() == "VCARD":
            inside += 1
            card = [] if inside == 1 else card
        elif line.name == "END" and line.value.text.strip().upper() == "VCARD":
            inside = max(0, inside - 1)
            if not inside:
                rows += 1
                _write(page, card, rows)
                left += sum(each.name in _LEFT_OUT for each in card)
                card = []
        elif inside == 1:
            card.append(line)
    if card:
        rows += 1
        _write(page, card, rows)
        hint = "the file is cut off: export it again"
        findings.append(finding("TH528", path, "the last card has no end", hint=hint))
    if not rows and text.strip():
        raise InputError("TH502", "no card in the file", at=Location(path), hint="it must hold BEGIN:VCARD lines")
    if broken:
        said = f"{broken} lines are no properties of a card: they are not read"
        findings.append(finding("TH528", path, said, hint="export the cards again"))
    if left:
        said = f"{left} pictures, sounds or keys of cards are not read"
        findings.append(finding("TH545", path, said, severity=Severity.INFO))
    whole = page.draft.text()
    return Reading(
        whole,
        page.draft.byte_map(),
        source.encoding,
        page.blocks(whole),
        tuple(page.records),
        links=tuple(page.links),
        findings=tuple(findings),
    )


def _write(page: CardPage, card: list[Line], row: int) -> None:
    page.begin()
    named = any(line.name == "FN" and line.value.text.strip() for line in card)
    for line in card:
        if line.name in _TECHNICAL or line.name in _LEFT_OUT or (line.name == "N" and named):
            continue
        if line.value.text.strip(" ;"):
            _property(page, line)
    page.end("contact", row)


def _property(page: CardPage, line: Line) -> None:
    where = page.name(line)
    if line.name == "ORG":
        for order, part in enumerate(_filled(line.value)):
            if order:
                page.between(", ")
            page.value("organization" if order == 0 else "department", part, where)
    elif line.name in ("N", "ADR"):
        # Family name first, as the card has it; an address from the house to the country.
        parts = _filled(line.value)
        whole = Pieces("")
        for order, part in enumerate(parts[:2] if line.name == "N" else parts):
            if order:
                at = whole.ends[-1] if len(whole) else 0
                whole.add(Pieces(", ", [at, at], [at, at]))
            whole.add(part)
        page.value("name" if line.name == "N" else "address", whole, where)
    elif line.name == "TEL":
        types = line.types
        kind = "fax" if types & {"fax"} else "mobile" if types & {"cell", "mobile"} else "phone"
        page.value(kind, _without_scheme(unescaped(line.value), "tel"), where)
    else:
        value = unescaped(line.value)
        if line.name in ("EMAIL", "URL"):
            value = _without_scheme(value, "mailto")
        span = page.value(_NAMES.get(line.name, line.name.removeprefix("X-").lower().replace("-", " ")), value, where)
        if line.name == "NOTE":
            page.prose.append((span, BlockKind.PARAGRAPH))
    page.end_line()


def _filled(value: Pieces) -> list[Pieces]:
    """Return the parts of a structured value that say something, without blanks around them."""
    found = []
    for part in parts_of(value):
        said = unescaped(part)
        text = said.text
        if text.strip():
            found.append(said.cut(len(text) - len(text.lstrip()), len(text.rstrip())))
    return found


def _without_scheme(value: Pieces, scheme: str) -> Pieces:
    match = re.match(rf"\s*{scheme}:", value.text, re.IGNORECASE)
    return value.cut(match.end(), len(value)) if match else value
