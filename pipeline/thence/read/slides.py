"""What presentations of all programs have in common: slides as parts, with notes, comments and footers apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from thence.model.document import Block, BlockKind
from thence.model.finding import Finding
from thence.read.office import NotShown, office_findings, told
from thence.read.reading import Reading, finding
from thence.read.story import Aside, Item, Passage, Story

__all__ = ["Slides"]


@dataclass(slots=True)
class Slides:
    """A presentation in the making.

    number: of the slide laid last, from 1; hidden ones count.   own: the blocks of the first slide, which may declare
    title and date.   hidden: numbers of slides that are not shown.
    """

    story: Story = field(default_factory=Story)
    not_shown: NotShown = field(default_factory=NotShown)
    number: int = 0
    comments: int = 0
    own: list[Block] | None = None
    hidden: list[int] = field(default_factory=list)
    footers: dict[str, Item] = field(default_factory=dict)

    def skip(self) -> None:
        """Count a hidden slide."""
        self.number += 1
        self.hidden.append(self.number)

    def lay(self, items: Sequence[Item]) -> None:
        """Lay the next slide."""
        self.number += 1
        begin = len(self.story.blocks)
        titles = [item for item in items if isinstance(item, Passage) and item.kind is BlockKind.HEADING]
        self.story.heading = " ".join("".join(titles[0].words).split()) if titles else ""
        self.story.lay(items, f"slide {self.number}")
        if self.own is None:
            self.own = self.story.blocks[begin:]

    def notes(self, items: Sequence[Item]) -> None:
        """Lay what the speaker noted to the slide laid last."""
        self.story.lay(items, f"notes {self.number}")

    def comment(self, comment: Aside) -> None:
        """Lay a comment on the slide laid last."""
        if comment.items:
            self.comments += 1
            self.story.lay(comment.items, f"comment {self.comments}", comment.voice, comment.date)

    def footer(self, items: Sequence[Item]) -> None:
        """Keep what stands at the foot of a slide, each once."""
        for item in items:
            if isinstance(item, Passage):
                self.footers.setdefault("".join(item.words), item)

    def reading(self, path: str, meta: Mapping[str, str], *, macros: bool) -> Reading:
        """Return what was read.   meta: declared values."""
        self.story.lay(list(self.footers.values()), "footer")
        findings = [*self._left_out(path), *office_findings(path, self.not_shown, macros=macros)]
        return told(self.story, meta, findings, own=self.own or ())

    def _left_out(self, path: str) -> Iterator[Finding]:
        if self.hidden:
            named = ", ".join(map(str, self.hidden[:5])) + (", …" if len(self.hidden) > 5 else "")
            yield finding(
                "TH538",
                path,
                f"hidden, and left out: {len(self.hidden)} slides ({named})",
                hint="show them and save the file again, if they should count",
            )
