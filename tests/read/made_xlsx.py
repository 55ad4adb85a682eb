"""Workbooks made for the tests of the reader, cell by cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from tests.read.made_office import packed, relations

__all__ = ["cell", "grid", "row", "workbook"]

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_STYLES = (
    "<numFmts count='6'><numFmt numFmtId='170' formatCode='#,##0.00\\ \"EUR\"'/>"
    "<numFmt numFmtId='171' formatCode='dd/mm/yyyy'/><numFmt numFmtId='172' formatCode='00000'/>"
    "<numFmt numFmtId='173' formatCode=';;;'/></numFmts>"
    "<fonts><font/><font><b/></font><font><strike/></font><font><color rgb='FFFFFFFF'/></font>"
    "<font><color theme='0'/></font></fonts>"
    "<fills><fill><patternFill patternType='none'/></fill><fill><patternFill patternType='solid'>"
    "<fgColor rgb='FF1F4E79'/></patternFill></fill></fills>"
    "<cellXfs><xf numFmtId='0' fontId='0'/><xf numFmtId='0' fontId='1'/>"
    "<xf numFmtId='171' fontId='0'/><xf numFmtId='170' fontId='0'/><xf numFmtId='10' fontId='0'/>"
    "<xf numFmtId='172' fontId='0'/><xf numFmtId='0' fontId='2'/>"
    "<xf numFmtId='0' fontId='3'/><xf numFmtId='0' fontId='4' fillId='0'/><xf numFmtId='0' fontId='3' fillId='1'/>"
    "<xf numFmtId='173' fontId='0'/></cellXfs>"
)
PLAIN, BOLD, DATE, MONEY, PERCENT, CODE, STRUCK, WHITE, PAPER, ON_BLUE, BLANK = range(11)
"""Numbers of the styles."""


def letters(column: int) -> str:
    """Return a column's name.   column: from 1."""
    said = ""
    while column:
        column, rest = divmod(column - 1, 26)
        said = chr(65 + rest) + said
    return said


def cell(place: str, value: str | float | None, style: int = 0, *, formula: str | None = None, kind: str = "") -> str:
    """Return a cell: of a text an inline string, of a number its value.   kind: of the cell, where it is another."""
    stated = f"<f>{escape(formula)}</f>" if formula is not None else ""
    if isinstance(value, str) and not kind:
        inner = f"<is><t xml:space='preserve'>{escape(value)}</t></is>"
        return f"<c r='{place}' s='{style}' t='inlineStr'>{inner}</c>"
    said = "" if value is None else f"<v>{escape(str(value))}</v>"
    return f"<c r='{place}' s='{style}'{f' t={chr(39)}{kind}{chr(39)}' if kind else ''}>{stated}{said}</c>"


def row(number: int, values: Sequence[str | float | None], *, left: int = 1, style: int = 0, more: str = "") -> str:
    """Return a row; None leaves a cell out.   left: its first column.   more: attributes."""
    cells = "".join(
        cell(f"{letters(left + at)}{number}", value, style) for at, value in enumerate(values) if value is not None
    )
    return f"<row r='{number}' {more}>{cells}</row>"


def grid(rows: Sequence[Sequence[str | float | None]], *, top: int = 1, left: int = 1) -> str:
    """Return rows of plain cells."""
    return "".join(row(top + at, values, left=left) for at, values in enumerate(rows))


def workbook(
    sheets: Mapping[str, str],
    *,
    after: Mapping[str, str] | None = None,
    before: Mapping[str, str] | None = None,
    states: Mapping[str, str] | None = None,
    rels: Mapping[str, Mapping[str, tuple[str, str]]] | None = None,
    strings: str = "",
    properties: str = "",
    parts: Mapping[str, str] | None = None,
) -> bytes:
    """Return a workbook.

    sheets: name -> rows.   after, before: name -> elements behind and before the rows.   states: of sheets that are
    hidden.   rels: of sheets.   strings: the shared ones.   properties: of the workbook.   parts: others by name.
    """
    made: dict[str, str | bytes] = {}
    listed, targets = "", {}
    for number, (name, rows) in enumerate(sheets.items(), 1):
        state = f" state='{states[name]}'" if states and name in states else ""
        listed += f"<sheet name='{escape(name)}' sheetId='{number}'{state} r:id='r{number}'/>"
        targets[f"r{number}"] = ("worksheet", f"worksheets/sheet{number}.xml")
        made[f"xl/worksheets/sheet{number}.xml"] = (
            f"<worksheet xmlns='{_MAIN}' xmlns:r='{_R}'>{(before or {}).get(name, '')}<sheetData>{rows}</sheetData>"
            f"{(after or {}).get(name, '')}</worksheet>"
        )
        if rels and name in rels:
            made[f"xl/worksheets/_rels/sheet{number}.xml.rels"] = relations(rels[name])
    made["xl/workbook.xml"] = (
        f"<workbook xmlns='{_MAIN}' xmlns:r='{_R}'><workbookPr {properties}/><sheets>{listed}</sheets></workbook>"
    )
    made["xl/_rels/workbook.xml.rels"] = relations(targets)
    made["xl/styles.xml"] = f"<styleSheet xmlns='{_MAIN}'>{_STYLES}</styleSheet>"
    made["xl/sharedStrings.xml"] = f"<sst xmlns='{_MAIN}'>{strings}</sst>"
    return packed({**made, **(parts or {})})
