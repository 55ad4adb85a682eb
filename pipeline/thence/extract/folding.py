"""Words as they read: hyphens at line ends and ligatures folded for extraction, every place led back afterwards."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from thence.model.document import Citation, Document, Join, Record, Span, cite
from thence.model.statement import Event, Extraction, Mention, Statement, Value

__all__ = ["Fold", "doubted", "folded", "unfolded"]


@dataclass(frozen=True, slots=True)
class Fold:
    """Two texts of one document, piece by piece: how it stands and how it reads.

    Piece i begins at ``stands[i]`` in the rendition and at ``reads[i]`` in what is read; where ``kept[i]`` is true both
    hold the same characters, elsewhere one stands for the other as a whole.
    """

    text: str
    stands: tuple[int, ...]
    reads: tuple[int, ...]
    kept: tuple[bool, ...]

    @classmethod
    def of(cls, text: str, joins: Sequence[Join]) -> Fold:
        """Return the fold of a rendition.   joins: sorted, without overlaps."""
        parts: list[str] = []
        stands, reads, kept = [0], [0], [True]
        at = length = 0
        for join in joins:
            parts += [text[at : join.span.start], join.text]
            length += join.span.start - at
            stands += [join.span.start, join.span.end]
            reads += [length, length + len(join.text)]
            kept += [False, True]
            at, length = join.span.end, length + len(join.text)
        parts.append(text[at:])
        return cls("".join(parts), tuple(stands), tuple(reads), tuple(kept))

    def reading(self, span: Span) -> Span:
        """Return where a place of the rendition is read."""
        return Span(*(self._there(at, self.stands, self.reads, last=last) for at, last in _ends(span)))

    def standing(self, span: Span) -> Span:
        """Return the place of the rendition that is read as a span; a folded piece counts as a whole."""
        start, end = (self._there(at, self.reads, self.stands, last=last) for at, last in _ends(span))
        return Span(start, max(start, end))

    def _there(self, at: int, here: Sequence[int], there: Sequence[int], *, last: bool) -> int:
        # The end of a span belongs to the character before it.
        index = bisect_right(here, at - 1 if last else at) - 1
        if self.kept[index]:
            return there[index] + at - here[index]
        return there[index + 1] if last else there[index]


def _ends(span: Span) -> tuple[tuple[int, bool], tuple[int, bool]]:
    return (span.start, False), (span.end, span.end > span.start)


def folded(document: Document) -> tuple[Document, Fold | None]:
    """Return a document as it reads, and the way back; the document itself and None where nothing is folded.

    Its places are places of the text that is read; it has no bytes of its own.
    """
    if not document.joins:
        return document, None
    fold = Fold.of(document.text, document.joins)
    shift = fold.reading
    return (
        replace(
            document,
            text=fold.text,
            blocks=tuple(
                replace(
                    block,
                    span=shift(block.span),
                    runs=tuple(shift(Span(at, at)).start for at in block.runs),
                )
                for block in document.blocks
            ),
            records=tuple(_record(record, fold) for record in document.every_record()),
            tables=(),
            links=tuple(replace(link, span=shift(link.span)) for link in document.links),
            pages=tuple(replace(page, span=shift(page.span), boxes=()) for page in document.pages),
            date_span=shift(document.date_span) if document.date_span else None,
            byte_map=None,
            joins=(),
        ),
        fold,
    )


def _record(record: Record, fold: Fold) -> Record:
    fields = tuple(
        replace(
            item,
            value=fold.reading(item.value),
            name_span=fold.reading(item.name_span) if item.name_span else None,
        )
        for item in record.fields
    )
    return replace(record, span=fold.reading(record.span), fields=fields)


def unfolded(extraction: Extraction, document: Document, fold: Fold) -> Extraction:
    """Return what was read of a folded document, with places and quotes of the document as it stands."""
    back = _Back(document, fold)
    return Extraction(
        document=extraction.document,
        statements=tuple(back.statement(each) for each in extraction.statements),
        mentions=tuple(back.mention(each) for each in extraction.mentions),
        aliases=tuple((short, full, back.citation(where)) for short, full, where in extraction.aliases),
        distinct=tuple((back.mention(one), other, back.citation(at)) for one, other, at in extraction.distinct),
        rejected=tuple(replace(each, citation=back.citation(each.citation)) for each in extraction.rejected),
    )


@dataclass(frozen=True, slots=True)
class _Back:
    document: Document
    fold: Fold

    def citation(self, citation: Citation) -> Citation:
        span = self.fold.standing(citation.span)
        return cite(self.document, span, row=citation.row, column=citation.column)

    def mention(self, mention: Mention) -> Mention:
        before = self.fold.standing(mention.antecedent) if mention.antecedent else None
        return replace(mention, span=self.fold.standing(mention.span), antecedent=before)

    def part(self, part: Mention | Value) -> Mention | Value:
        if isinstance(part, Mention):
            return self.mention(part)
        return replace(part, span=self.fold.standing(part.span) if part.span else None)

    def statement(self, statement: Statement) -> Statement:
        event = statement.event
        roles = tuple((role, self.part(part)) for role, part in event.roles) if event else ()
        return replace(
            statement,
            subject=self.mention(statement.subject),
            object=self.part(statement.object),
            citations=tuple(self.citation(each) for each in statement.citations),
            event=Event(event.type, roles, event.date, event.reference) if event else None,
        )


def doubted(statement: Statement, document: Document) -> Statement:
    """Return a statement with the confidence that the places it quotes allow, and why it is in doubt.

    A quote that touches a doubtful place is believed no more than that place.
    """
    span = statement.quote.span
    touched = [doubt for doubt in document.doubts if doubt.span.overlaps(span)]
    if not touched:
        return statement
    return replace(
        statement,
        confidence=min(statement.confidence, *(doubt.confidence for doubt in touched)),
        warnings=tuple(sorted({*statement.warnings, *(doubt.why for doubt in touched)})),
    )
