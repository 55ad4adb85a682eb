"""Writes case/08_board-minutes.docx, always the same bytes: ``python docs/tutorial/minutes.py``."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from pathlib import Path

import docx

__all__ = ["minutes"]

_MADE = datetime(2024, 4, 19, 9, 30)  # noqa: DTZ001 - Word's core properties carry no zone
_BUDGET = (("Item", "Budget (EUR)"), ("Fuel", "310,000"), ("Berths", "74,400"), ("Wages", "1,850,000"))


def minutes() -> bytes:
    """Return the board minutes of the tutorial's case as a Word file."""
    document = docx.Document()
    properties = document.core_properties
    properties.author, properties.title = "Hilde Marchbanks", "Board minutes"
    properties.created = properties.modified = _MADE
    document.add_heading("Minutes of the board of Quillmere Ferries Ltd", level=1)
    document.add_paragraph("Date: 19 April 2024")
    document.add_paragraph("The board did not approve the purchase of Bexhaven Chandlers Ltd.")
    document.add_paragraph(
        "Ida Brandvold has been chief financial officer of Quillmere Ferries Ltd since 1 October 2022."
    )
    document.add_heading("Budget", level=2)
    table = document.add_table(rows=0, cols=2)
    for row in _BUDGET:
        for cell, words in zip(table.add_row().cells, row, strict=True):
            cell.text = words
    written = io.BytesIO()
    document.save(written)
    return _undated(written.getvalue())


def _undated(data: bytes) -> bytes:
    """Return a zip archive with the same members in the same order, all dated 1 January 1980."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name), old.read(name), zipfile.ZIP_DEFLATED)
    return out.getvalue()


if __name__ == "__main__":
    (Path(__file__).parent / "case" / "08_board-minutes.docx").write_bytes(minutes())
