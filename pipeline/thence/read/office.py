"""What office formats have in common: declared values, and what is to be said of what was not read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from thence.model.document import Block, Column
from thence.model.finding import Finding, Severity
from thence.model.table import Table
from thence.read.deletions import deletion_findings
from thence.read.reading import Reading, finding
from thence.read.story import Story, joins_of
from thence.read.txt import describe

if TYPE_CHECKING:
    from thence.read.package import Package

__all__ = ["NotShown", "core_meta", "office_findings", "told"]

_CORE = {
    "{http://purl.org/dc/elements/1.1/}title": "title",
    "{http://purl.org/dc/elements/1.1/}creator": "author",
    "{http://purl.org/dc/terms/}created": "created",
    "{http://purl.org/dc/terms/}modified": "modified",
    "{http://purl.org/dc/elements/1.1/}subject": "subject",
}


_APART = frozenset({"footnote", "endnote", "comment"})
"""What these declare is not the document's."""


@dataclass(slots=True)
class NotShown:
    """What of a document is not read, counted.

    hidden: passages of hidden text.   placeholders: form fields nobody filled in.   pictures.   strange: signs of
    symbol fonts without a known meaning.   objects: what else it holds, by kind.
    """

    hidden: int = 0
    placeholders: int = 0
    pictures: int = 0
    strange: int = 0
    objects: dict[str, int] = field(default_factory=dict)

    def add(self, kind: str) -> None:
        """Count an object that nobody reads."""
        self.objects[kind] = self.objects.get(kind, 0) + 1


def core_meta(package: Package) -> dict[str, str]:
    """Return what the properties of an Office Open XML package declare."""
    core = package.xml("docProps/core.xml")
    found = {}
    for item in core if core is not None else ():
        if item.tag in _CORE and item.text and (words := " ".join(item.text.split())):
            found[_CORE[item.tag]] = words
    return found


def told(
    story: Story,
    meta: Mapping[str, str],
    findings: list[Finding],
    *,
    own: Sequence[Block] | None = None,
    tables: Sequence[Table] = (),
    columns: Sequence[Column] = (),
) -> Reading:
    """Return a laid-out document as a reading; title, date and author are what its text declares.

    own: the blocks that may declare them, by default those of the body.
    """
    text = story.text()
    stated = [record for record in story.records if record.part.partition(" ")[0] not in _APART]
    about = describe(text, [block for block in story.blocks if not block.part] if own is None else own, stated)
    return Reading(
        text,
        blocks=tuple(story.blocks),
        records=tuple(sorted(story.records, key=lambda record: (record.span.start, -record.span.end))),
        links=tuple(sorted(story.links, key=lambda link: (link.span.start, link.span.end, link.target))),
        title=about.title,
        date=about.date,
        date_span=about.date_span,
        author=about.author,
        meta=tuple(sorted(meta.items())),
        joins=joins_of(text),
        columns=tuple(columns),
        tables=tuple(tables),
        findings=(*deletion_findings("", text, story.blocks), *findings),
    )


def office_findings(path: str, not_shown: NotShown, *, macros: bool = False) -> list[Finding]:
    """Return what is to be said of a document, besides what was deleted from it (see `told`).

    Hidden text (TH538), signs without meaning (TH522), pictures (TH525), macros, embedded objects and empty form
    fields (TH537).
    """
    found = []

    def note(code: str, message: str, hint: str) -> None:
        found.append(finding(code, path, message, severity=Severity.INFO, hint=hint))

    if not_shown.hidden:
        note(
            "TH538",
            f"hidden passages left out: {not_shown.hidden}",
            "show hidden text and save the file again, if it should count",
        )
    if not_shown.strange:
        found.append(
            finding(
                "TH522",
                path,
                f"{not_shown.strange} signs of symbol fonts have no known meaning and stand as U+FFFD",
                hint="compare with the document where the signs matter",
            )
        )
    if not_shown.pictures:
        note("TH525", f"pictures not read: {not_shown.pictures}", "save pictures that hold words as files of their own")
    others = dict(not_shown.objects)
    if not_shown.placeholders:
        others["form fields nobody filled in"] = not_shown.placeholders
    if others:
        words = ", ".join(f"{kind} {count}" for kind, count in sorted(others.items()))
        note("TH537", f"not read: {words}", "save what matters of them as files of their own")
    if macros:
        note("TH537", "the macros of the file are neither read nor run", "nothing to do, unless they write its text")
    return found
