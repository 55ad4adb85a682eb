"""Footnotes of pages: which links are only marks of notes, which lead back, and which elements hold the notes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["NO_NOTES", "Notes", "notes_of"]

_SMALL = r"(?:sup|span|small)"
_LINK = re.compile(
    rf"(<a\b[^<>]{{1,400}}>)(?:\s*(<{_SMALL}\b[^<>]{{0,200}}>)){{0,4}}\s*([^<>\s]{{1,8}})\s*(?:</{_SMALL}>\s*){{0,4}}</a>",
    re.IGNORECASE,
)
_HREF = re.compile(r"""\shref\s*=\s*["']([^"'<>#]{0,200}#([^"'<>]{1,200}))["']""", re.IGNORECASE)
_NAMED = re.compile(r"""\s(?:id|name)\s*=\s*["']?([^"'<>\s]{1,200})""", re.IGNORECASE)
_RAISED = re.compile(r"<sup\b([^<>]{0,200})>\s*$", re.IGNORECASE)
_MARK = re.compile(r"[\[(]?(?:\d{1,3}|[ivxlc]{1,6}|[a-z]|[*\u2020\u2021\u00a7\u00b6]{1,3})[\])]?", re.IGNORECASE)
_SAYS = re.compile(r"noteref|footnote-ref|(?:foot|end)noteanc|mso-(?:foot|end)note-id", re.IGNORECASE)
_BACK = re.compile(r"doc-backlink|footnote-back|(?:foot|end)notesym", re.IGNORECASE)
_END = re.compile(r"sdendnote|_edn|endnote", re.IGNORECASE)
_TELLING = ("<sup", "noteref", "footnote", "endnote", "<SUP")


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of a page.

    marks: start tag of a link that only marks a note -> where it leads, empty for one that leads back.   parts: id of
    an element that holds a note -> the name of its part.
    """

    marks: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)


NO_NOTES = Notes()


def notes_of(text: str) -> Notes:
    """Return the notes of a page, in the order in which it refers to them.

    A link is a mark where it says so or is raised, is no more than a number, letter or sign, and leads to a place in
    the page; what leads from there back to it says nothing either.
    """
    if "#" not in text or not any(word in text for word in _TELLING):
        return NO_NOTES
    known: set[str] | None = None
    marks: dict[str, str] = {}
    parts: dict[str, str] = {}
    referring: set[str] = set()
    counts = {"footnote": 0, "endnote": 0}
    for match in _LINK.finditer(text):
        tag, inner, words = match[1], match[2] or "", match[3]
        href = _HREF.search(tag)
        if href is None:
            continue
        target = href[2]
        if not href[1].startswith("#"):
            if _SAYS.search(tag):
                marks[tag] = href[1]  # the note stands in another file
            continue
        if target in referring:
            if _BACK.search(tag) or _MARK.fullmatch(words) or not any(map(str.isalnum, words)):
                marks[tag] = ""
            continue
        raised = _RAISED.search(text, max(0, match.start() - 220), match.start())
        says = _SAYS.search(tag) is not None
        if not says and not (_MARK.fullmatch(words) and (raised or inner[:4].lower() == "<sup")):
            continue
        known = set(_NAMED.findall(text)) if known is None else known
        if target not in known:
            continue
        marks[tag] = href[1]
        referring.update(_NAMED.findall(tag))
        if raised is not None:
            referring.update(_NAMED.findall(raised[1]))
        # Word and LibreOffice lead to the mark of the note, in an element of almost the same name.
        around = (target.removesuffix("sym"), target.lstrip("_"))
        holder = next((each for each in around if each != target and each in known), target)
        if holder not in parts:
            kind = "endnote" if _END.search(target) else "footnote"
            counts[kind] += 1
            parts[holder] = f"{kind} {counts[kind]}"
    return Notes(marks, parts) if marks else NO_NOTES
