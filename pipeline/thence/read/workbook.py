"""What workbooks have in common, whatever program wrote them: sheets laid out, comments, and what was left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from thence.model.document import Link, Span
from thence.model.finding import Finding, Severity
from thence.read.office import NotShown, office_findings, told
from thence.read.reading import Reading, finding
from thence.read.story import Aside, Cut, Passage
from thence.read.xlsx_cells import Sheet
from thence.read.xlsx_layout import Layout
from thence.read.xlsx_places import letters

__all__ = ["Workbook", "passages_of"]

_NAMED = 5
"""Places and sheets that a finding names; the others are counted."""

At = tuple[int, int]


@dataclass(slots=True)
class Workbook:
    """The sheets of a workbook as they are read, one after the other.

    hidden: names of the sheets that are.   errors, unstored: places of cells without a value.   unseen: places of cells
    whose values nobody sees.   odd: cells that stand outside any sheet.
    """

    path: str
    layout: Layout = field(default_factory=Layout)
    not_shown: NotShown = field(default_factory=NotShown)
    comments: int = 0
    hidden: list[str] = field(default_factory=list)
    hidden_rows: int = 0
    hidden_cells: int = 0
    errors: list[str] = field(default_factory=list)
    unstored: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    odd: int = 0

    def add(
        self,
        title: str,
        sheet: Sheet,
        targets: Mapping[At, str],
        comments: Sequence[tuple[At, str, str | None, str | None]],
    ) -> None:
        """Lay a sheet, and its comments after it.

        targets: of its links.   comments: cell, words, author and ISO date of each.
        """
        asides = []
        for at, words, voice, day in sorted(comments, key=lambda each: each[0]):
            self.comments += 1
            voice = " ".join((voice or "").split())
            asides.append((at, Aside(f"comment {self.comments}", list(passages_of(words)), voice or None, day)))
        self.layout.lay(title, sheet, dict(targets), [at for at, _ in asides])
        story = self.layout.story
        for at, aside in asides:
            if at in self.layout.ends:
                end = self.layout.ends[at]
                story.links.append(Link(Span(end, end), f"#{aside.part.replace(' ', '-')}"))
            story.lay(aside.items, aside.part, aside.voice, aside.date)
        for place, words in sheet.struck:
            passage = Passage(cuts=[Cut(words)])
            story.lay([passage], f"{title} {place}")
        self.hidden_rows += sheet.hidden_rows
        self.hidden_cells += sheet.hidden_cells
        self.errors += [f"{title}!{place}" for place in sheet.errors]
        self.unstored += [f"{title}!{place}" for place in sheet.unstored]
        self.unseen += [f"{title}!{letters(column)}{row}" for row, column in sorted(sheet.unseen)]
        self.odd += sheet.odd

    def reading(self, meta: Mapping[str, str], *, macros: bool) -> Reading:
        """Return what was read.   meta: declared values.   macros: whether the file holds some."""
        layout = self.layout
        findings = [*self._left_out(), *office_findings(self.path, self.not_shown, macros=macros)]
        return told(
            layout.story,
            meta,
            findings,
            own=layout.own or (),
            tables=layout.tables,
            columns=layout.columns,
        )

    def _left_out(self) -> Iterator[Finding]:
        counts = ((len(self.hidden), "sheets"), (self.hidden_rows, "rows"), (self.hidden_cells, "cells in columns"))
        hidden = [f"{count} {kind}" for count, kind in counts if count]
        if self.hidden:
            hidden[0] += f" ({_some(self.hidden)})"
        if hidden:
            hint = "show them and save the file again, if they should count"
            yield finding("TH538", self.path, f"hidden, and left out: {', '.join(hidden)}", hint=hint)
        if self.unseen:
            yield finding(
                "TH538",
                self.path,
                f"cells that show nothing of their value, white on white or by their format, and are left out: "
                f"{len(self.unseen)} ({_some(self.unseen)})",
                hint="give them another colour or format and save the file again, if they should count",
            )
        if self.errors:
            yield finding(
                "TH536",
                self.path,
                f"{len(self.errors)} cells show an error and have no value: {_some(self.errors)}",
                hint="mend the formulas and save the file again",
            )
        if self.unstored:
            yield finding(
                "TH536",
                self.path,
                f"{_without_value(len(self.unstored))} as empty: {_some(self.unstored)}",
                hint="open the file in a spreadsheet program and save it again",
            )
        if self.odd:
            yield finding(
                "TH528",
                self.path,
                f"{self.odd} cells stand outside any sheet and were not read",
                hint="open the file in a spreadsheet program and save it again",
            )
        if self.layout.headless:
            names = _some(list(dict.fromkeys(self.layout.headless)))
            yield finding(
                "TH528",
                self.path,
                f"{len(self.layout.headless)} tables without a header row, their columns named column 1, …: {names}",
                severity=Severity.INFO,
                hint="give each table a first row with the names of its columns",
            )
        if self.layout.totals:
            message = f"rows that sum up those above them are no rows of data: {self.layout.totals}"
            hint = "nothing to do, if they are sums"
            yield finding("TH543", self.path, message, severity=Severity.INFO, hint=hint)


def _without_value(count: int) -> str:
    return (
        "1 formula has no stored value and is read"
        if count == 1
        else f"{count} formulas have no stored value and are read"
    )


def passages_of(words: str) -> Iterator[Passage]:
    """Yield the lines of a comment as paragraphs."""
    for line in words.replace("\r", "\n").split("\n"):
        if line.strip():
            made = Passage()
            made.say(line)
            yield made


def _some(names: list[str]) -> str:
    return ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
