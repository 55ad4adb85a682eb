"""Whether a reading holds together: what a worker answers is data of a stranger's making."""

from __future__ import annotations

from itertools import pairwise

from thence.model.table import Table
from thence.read.reading import Reading

__all__ = ["is_sound"]


def is_sound(reading: Reading) -> bool:
    """Return whether every place of a reading is within its text: what comes later relies on it."""
    places = [block.span for block in reading.blocks] + [link.span for link in reading.links]
    places += [join.span for join in reading.joins] + [doubt.span for doubt in reading.doubts]
    places += [page.span for page in reading.pages]
    places += [span for page in reading.pages for span, *_ in page.boxes]
    for record in reading.records:
        places.append(record.span)
        places += [item.value for item in record.fields]
        places += [item.name_span for item in record.fields if item.name_span]
    if reading.date_span:
        places.append(reading.date_span)
    size = len(reading.text)
    mapped = reading.byte_map is None or reading.byte_map.length == size
    within = all(0 <= span.start <= span.end <= size for span in places)
    return mapped and within and all(_is_sound_table(table, size) for table in reading.tables)


def _is_sound_table(table: Table, size: int) -> bool:
    try:
        cells, rows, firsts = (memoryview(held).cast("i") for held in (table.cells, table.rows, table.firsts))
    except (TypeError, ValueError):
        return False
    count = len(rows) // 2
    if len(cells) % 2 or len(rows) % 2 or len(firsts) not in (0, count + 1):
        return False
    last = firsts[-1] if len(firsts) else count * table.width
    ordered = all(one <= two for one, two in pairwise(firsts)) and (not len(firsts) or firsts[0] >= 0)
    heads = [place for head in table.heads if head for place in head]
    return (
        table.width >= 0
        and ordered
        and last <= len(cells) // 2
        and all(0 <= place <= size for places in (cells, rows, heads) for place in places)
    )
