"""Key lines that stand together, however many paragraphs they are: one record for each thing that they are of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from thence.model.document import Block, BlockKind, Record, RecordKind, Span

__all__ = ["grouped_keys"]

_MOST = 500
"""Fields of one record."""


def grouped_keys(records: Sequence[Record], blocks: Sequence[Block]) -> tuple[Record, ...]:
    """Return records in their order, key lines with nothing between them grouped by what they are of.

    A block that is no key line (a heading, a sentence) parts them, and so does a name that has come before: what
    follows ``Company: A``, ``Owner: B`` and ``Company: C`` is of C.
    """
    if not any(record.kind is RecordKind.KEYS for record in records):
        return tuple(records)
    between = sorted(block.span.start for block in blocks if block.kind is not BlockKind.FURNITURE)
    out: list[Record] = []
    run: list[Record] = []
    for record in records:
        if run and not _goes_on(run[-1], record, between):
            out += _parted(run)
            run = []
        if record.kind is RecordKind.KEYS and record.table is None:
            run.append(record)
        else:
            out.append(record)
    out += _parted(run)
    return tuple(out)


def _goes_on(last: Record, record: Record, between: Sequence[int]) -> bool:
    if record.kind is not RecordKind.KEYS or record.table is not None or record.span.start < last.span.end:
        return False
    if (record.part, record.title) != (last.part, last.title):
        return False
    return not any(last.span.end <= start < record.span.start for start in between)


def _parted(run: Sequence[Record]) -> Iterator[Record]:
    """Yield a run of key lines as one record, or as several where a name comes again after others.

    What stands before the first such name is of all of them: ``Company: A`` of the owners that follow one by one.
    """
    if not run:
        return
    fields = [item for record in run for item in record.fields]
    names = [item.name.strip().casefold() for item in fields]
    begins = _begins(names)
    if len(run) == 1 and len(begins) < 2:
        yield run[0]
        return
    shared = fields[: begins[0]] if len(begins) > 1 else []
    ends = [*begins[1:], len(fields)]
    for begin, end in zip(begins, ends, strict=True):
        own = fields[begin if shared else 0 if begin == begins[0] else begin : min(end, begin + _MOST)]
        group = [*shared, *own]
        first = group[0].name_span or group[0].value
        page = next((record.page for record in reversed(run) if record.span.start <= own[0].value.end), run[0].page)
        span = Span(first.start, max(item.value.end for item in group))
        yield replace(run[0], span=span, fields=tuple(group), page=page)


def _begins(names: Sequence[str]) -> list[int]:
    """Return where groups begin: at each place of the first name that comes again after another one; else at 0."""
    seen: set[str] = set()
    anchor = None
    for at, name in enumerate(names):
        if name in seen and names[at - 1] != name:
            anchor = names.index(name) if anchor is None else min(anchor, names.index(name))
        seen.add(name)
    if anchor is None:
        return [0]
    name = names[anchor]
    return [at for at in range(anchor, len(names)) if names[at] == name and (at == anchor or names[at - 1] != name)]
