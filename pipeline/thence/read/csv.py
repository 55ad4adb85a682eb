"""CSV and TSV: dialect and header by evidence over the rows, one record a row, every cell with its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from thence.model.document import Field, Record, RecordKind, Span
from thence.model.finding import Finding, Severity
from thence.read.dates import iso_date
from thence.read.reading import DEFAULT, Options, Reading, finding, source_findings
from thence.read.source import decode

__all__ = ["read_csv"]

_DELIMITERS = ",;\t|"
_SEP_LINE = re.compile(r"sep=(.)\n", re.IGNORECASE)
_NUMBER = re.compile(r"[-+(]?\s*(?:[A-Z]{3}|[$€£¥])?\s*\d[\d,.' \u00a0]*\s*(?:%|[A-Z]{3}|[$€£¥])?\)?")
_MOST_RAGGED = 20

_Row = list[tuple[int, int]]


def read_csv(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read a table of delimited text: the rendition is the file's text, a cell's place leaves out its quotes.

    The delimiter is the one that parts most rows alike; the first full row is the header unless it holds values. A
    row with more or fewer cells than the header is kept, and a finding (TH526) names its line. A line above the
    header that holds one cell is the title.
    """
    source = decode(data)
    text = source.text
    findings = list(source_findings(source, path))
    start, delimiter = _dialect(text)
    rows = _rows(text, start, delimiter)
    rows = [row for row in rows if len(row) > 1 or row[0][0] < row[0][1]]
    width = Counter(len(row) for row in rows[:200]).most_common(1)[0][0] if rows else 0
    lead = 0
    while width > 1 and lead < min(len(rows), 10) and sum(end > at for at, end in rows[lead]) <= 1:
        lead += 1
    title = text[slice(*rows[0][0])].strip() if lead and lead < len(rows) else ""
    body = rows[lead:] if lead < len(rows) else rows
    header: _Row | None = None
    if body and _is_header(text, body):
        header, body = body[0], body[1:]
    elif body:
        findings.append(
            finding(
                "TH528",
                path,
                "no header row: the columns are named column 1, column 2, …",
                severity=Severity.INFO,
                hint="give the table a first row with the names of its columns",
            )
        )
    expected = len(header) if header else width
    names = [_plain(text[at:end]) for at, end in header] if header else []
    records = _records(text, body, header, names, title)
    findings.extend(_ragged(text, body, expected, path))
    return Reading(
        text,
        source.byte_map,
        source.encoding,
        records=records,
        title=title or None,
        findings=tuple(findings),
    )


def _records(
    text: str, body: Sequence[_Row], header: _Row | None, names: Sequence[str], title: str
) -> tuple[Record, ...]:
    spans = [Span(*cell) for cell in header] if header else []
    known = len(names)
    records = []
    for number, row in enumerate(body, 1):
        fields = tuple(
            Field(
                names[column] if column < known else f"column {column + 1}",
                Span(at, end),
                column + 1,
                spans[column] if column < known else None,
            )
            for column, (at, end) in enumerate(row)
        )
        first, last = row[0][0], row[-1][1]
        if first and text[first - 1] == '"':
            first -= 1
        if text[last : last + 1] == '"':
            last += 1
        records.append(Record(RecordKind.ROW, Span(first, last), fields, table=1, row=number, title=title))
    return tuple(records)


def _ragged(text: str, body: Sequence[_Row], expected: int, path: str) -> list[Finding]:
    odd = [row for row in body if len(row) != expected]
    found = []
    for row in odd[:_MOST_RAGGED]:
        line = text.count("\n", 0, row[0][0]) + 1
        found.append(
            finding(
                "TH526",
                path,
                f"the row has {len(row)} cells, the header {expected}",
                line=line,
                hint="quote cells that hold the delimiter",
            )
        )
    if len(odd) > _MOST_RAGGED:
        found.append(finding("TH526", path, f"{len(odd) - _MOST_RAGGED} more rows have other numbers of cells"))
    return found


def _dialect(text: str) -> tuple[int, str]:
    """Return where the rows begin, and the delimiter that parts most of the first rows alike."""
    if match := _SEP_LINE.match(text):
        return match.end(), match[1]
    head = text[:65_536]
    if len(head) < len(text):
        head = head[: head.rfind("\n") + 1] or head
    best = (0.0, 0, ",")
    for delimiter in _DELIMITERS:
        if delimiter not in head:
            continue
        widths = Counter(
            len(row) for row in _rows(head, 0, delimiter, limit=100) if len(row) > 1 or row[0][0] < row[0][1]
        )
        alike, count = max(((count * (width > 1), width) for width, count in widths.items()), default=(0, 0))
        share = alike / max(1, sum(widths.values()))
        # The share of like rows decides; between equals the delimiter that gives more columns.
        if (round(share, 1), count) > best[:2]:
            best = (round(share, 1), count, delimiter)
    return 0, best[2]


def _rows(text: str, at: int, delimiter: str, *, limit: int | None = None) -> list[_Row]:
    """Return the places of the cells of each row, without quotes; a quoted cell may hold delimiters and line breaks."""
    rows: list[_Row] = []
    cell = re.compile(rf'[ ]*"((?:[^"]|"")*+)"[ ]*(?={re.escape(delimiter)}|\n|\Z)|[^{re.escape(delimiter)}\n]*')
    size = len(text)
    while at < size and (limit is None or len(rows) < limit):
        end = text.find("\n", at)
        end = size if end < 0 else end
        row: _Row = []
        if text.find('"', at, end) < 0:
            for part in text[at:end].split(delimiter):
                row.append(_trimmed(text, at, at + len(part)))
                at += len(part) + 1
        else:
            while True:
                match = cell.match(text, at)
                assert match is not None
                row.append(match.span(1) if match.lastindex else _trimmed(text, *match.span()))
                at = match.end() + 1
                if match.end() >= size or text[match.end()] == "\n":
                    break
        rows.append(row)
    return rows


def _trimmed(text: str, at: int, end: int) -> tuple[int, int]:
    """Leave out white space around an unquoted cell."""
    if at < end and (text[at].isspace() or text[end - 1].isspace()):
        words = text[at:end]
        bare = words.strip()
        at += len(words) - len(words.lstrip()) if bare else 0
        end = at + len(bare)
    return at, end


def _plain(cell: str) -> str:
    return " ".join(cell.replace('""', '"').split())


def _is_header(text: str, rows: Sequence[_Row]) -> bool:
    """Return whether the first row names columns: words, all different, no values like those below it."""
    first = [text[at:end] for at, end in rows[0]]
    filled = [cell for cell in first if cell]
    if not filled or len({cell.lower() for cell in filled}) < len(filled):
        return False
    if any(_is_value(cell) for cell in filled):
        return False
    if len(rows) == 1:
        return len(first) > 1
    below = rows[1:101]
    for column, name in enumerate(first):
        cells = [text[slice(*row[column])] for row in below if column < len(row)]
        if name and name in cells:
            return False
    return all(len(cell) <= 80 for cell in filled)


def _is_value(cell: str) -> bool:
    return bool(_NUMBER.fullmatch(cell)) or iso_date(cell, day_first=True) is not None or "@" in cell
