"""Tables of Word documents: rows and cells of the accepted view, merged cells once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element  # the type only

from thence.read.docx_styles import Styles, W, flag, val
from thence.read.docx_words import cut_words, stamp
from thence.read.office import NotShown
from thence.read.story import Cut, Item, Passage, Row, Table, TableCell, mark_bold

__all__ = ["table_of"]

_AROUND_ROWS = frozenset(f"{W}{name}" for name in ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag"))
_MOST_ACROSS = 100


def table_of(table: Element, styles: Styles, items: Callable[[Element], list[Item]], not_shown: NotShown) -> Table:
    """Return a table.   items: reads what a cell holds.   not_shown: counts hidden rows."""
    made = Table()
    above: dict[int, tuple[TableCell, int]] = {}
    rows = 0
    heads = 0
    for line in _inside(table, f"{W}tr"):
        properties = line.find(f"{W}trPr")
        cut = _deleted(properties, "del")
        if cut is not None:
            words = " | ".join(cut_words(cell) for cell in _inside(line, f"{W}tc"))
            made.rows.append(Row(cut=Cut(words, *stamp(cut))))
            continue
        if flag(properties, "hidden"):
            not_shown.hidden += 1
            continue
        row = _row(line, above, rows, items)
        if flag(properties, "tblHeader") and heads == rows:
            heads += 1
            for cell in row.cells:
                cell.header = True
        made.rows.append(row)
        rows += 1
    made.marked = heads > 0 or _styled(table, styles)
    if not heads:
        mark_bold(made)
    return made


def _row(
    line: Element,
    above: dict[int, tuple[TableCell, int]],
    number: int,
    items: Callable[[Element], list[Item]],
) -> Row:
    """Return a row.   above: column -> the cell that may go on below and the row it began in, kept up to date."""
    row = Row()
    column = _count(line.find(f"{W}trPr"), "gridBefore", 0)
    if column:
        row.cells.append(TableCell([], column))
    cuts: list[Cut] = []
    for element in _inside(line, f"{W}tc"):
        properties = element.find(f"{W}tcPr")
        cut = _deleted(properties, "cellDel")
        if cut is not None:
            cuts.append(Cut(cut_words(element), *stamp(cut)))
            continue
        across = max(1, _count(properties, "gridSpan", 1))
        merge = properties.find(f"{W}vMerge") if properties is not None else None
        beside = properties.find(f"{W}hMerge") if properties is not None else None
        if beside is not None and val(beside, "continue") == "continue" and row.cells:
            row.cells[-1].across += across
        elif merge is not None and val(merge, "continue") == "continue" and column in above:
            # A cell that goes on with the one above it: counted once, there.
            cell, begin = above[column]
            cell.down = number - begin + 1
        else:
            cell = TableCell(items(element), across)
            row.cells.append(cell)
            above.pop(column, None)
            if merge is not None:
                above[column] = (cell, number)
        column += across
    passage = next((item for cell in row.cells for item in cell.items if isinstance(item, Passage)), None)
    if passage is not None:
        passage.cuts += cuts
    return row


def _inside(element: Element, tag: str) -> Iterator[Element]:
    """Yield the rows of a table or the cells of a row, through content controls and accepted changes."""
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in _AROUND_ROWS:
            yield from _inside(child, tag)


def _deleted(properties: Element | None, name: str) -> Element | None:
    return properties.find(f"{W}{name}") if properties is not None else None


def _count(properties: Element | None, name: str, default: int) -> int:
    words = val(properties.find(f"{W}{name}")) if properties is not None else ""
    return min(int(words), _MOST_ACROSS) if words.isdecimal() and len(words) < 6 else default


def _styled(table: Element, styles: Styles) -> bool:
    """Return whether the table's style sets its first row off in bold, as a header."""
    properties = table.find(f"{W}tblPr")
    if properties is None:
        return False
    look = properties.find(f"{W}tblLook")
    first = look is None or look.get(f"{W}firstRow", "1") not in ("0", "false")
    return first and val(properties.find(f"{W}tblStyle")) in styles.headed
