"""Elements of HTML in Markdown: what a page would not show is left out, tables and lists are a page's."""

from __future__ import annotations

import re
from dataclasses import replace

from thence.read.html import render_html
from thence.read.html_context import VOID
from thence.read.html_tags import unseen_by_itself
from thence.read.markup import closing_of, tag_of
from thence.read.md_laid import Laid

__all__ = ["read_element"]

_OPENING = re.compile(r" {0,3}(?P<tag><(?P<name>[A-Za-z][A-Za-z0-9-]{0,40})(?:\s[^<>]{0,2000})?>)")
_READ = frozenset({"table", "dl", "ul", "ol"})
_MOST = 500
"""Elements of a file that are read as a page's; each is looked for from the file's beginning."""


def read_element(laid: Laid, start: int, end: int) -> int | None:
    """Read a table or list that begins a line, pass over an element that a page would not show.

    Returns where it ends; None for any other line.
    """
    match = _OPENING.match(laid.source.text, start, end)
    if match is None:
        return None
    name = match["name"].lower()
    if name in _READ and laid.elements < _MOST:
        close = _close(laid, match)
        if close is not None:
            _render(laid, start, close)
        return close
    tag = None if name in VOID else tag_of(match["tag"])
    why = unseen_by_itself(tag) if tag is not None else ""
    close = _close(laid, match) if why else None
    if close is not None:
        laid.marked.leave_out(why)
    return close


def _render(laid: Laid, start: int, close: int) -> None:
    """Append what a page would show of an element."""
    laid.elements += 1
    laid.gap(start)
    # The same places, with nothing before the element and behind it.
    source = replace(laid.source, text=" " * start + laid.source.text[start:close])
    page = render_html(laid.draft, source, titled=False, framed=False)
    laid.blocks += page.blocks
    laid.records += [
        replace(record, table=record.table and record.table + laid.tables, title=record.title or laid.heading)
        for record in page.records
    ]
    laid.tables += max((record.table or 0 for record in page.records), default=0)
    laid.marked.links += page.links
    laid.marked.left_out.update(page.left_out)
    laid.reached = close


def _close(laid: Laid, match: re.Match[str]) -> int | None:
    """Return where an element ends; a name that is once not closed is not looked for again."""
    name = match["name"].lower()
    if name in laid.unclosed:
        return None
    close = closing_of(laid.source.text, name, match.end(), len(laid.source.text))
    if close is None:
        laid.unclosed.add(name)
    return close
