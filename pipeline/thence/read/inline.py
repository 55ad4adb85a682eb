"""Markdown inside a paragraph: markup dropped, links noted, every visible character with its bytes."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from thence.model.document import Link, Span
from thence.read.draft import Draft
from thence.read.source import Source

__all__ = ["render_inline"]

_SPECIAL = re.compile(r"[\\`*_~=\[\]<&%!^]|\^")
_TOKEN = re.compile(
    r"(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<break>\\(?=\n))"
    r"|(?P<ticks>`+)"
    r"|(?P<wiki>!?\[\[(?P<wiki_target>[^\[\]|\n]{0,400})(?:\|(?P<wiki_label>[^\[\]\n]{0,400}))?\]\])"
    r"|(?P<note>\[\^[^\]\s]{1,60}\])"
    r"|(?P<open>!?\[)"
    r"|(?P<close>\])"
    r"|(?P<comment><!--.*?-->|%%.*?%%)"
    r"|<(?P<auto>(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+))>"
    r"|(?P<tag></?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>\n]*)?/?>)"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<run>\*+|_+|~~+|==)"
    r"|(?P<anchor>[ \t]+\^[\w-]+(?=[ \t]*$))",
    re.DOTALL,
)
_DESTINATION = re.compile(r"\([ \t\n]*(?:<(?P<angle>[^<>\n]*)>|(?P<plain>(?:[^\s()\\]|\\.|\([^\s()]*\))*))"
                          r"(?:[ \t\n]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?[ \t\n]*\)")  # fmt: skip
_REFERENCE = re.compile(r"\[(?P<label>[^\[\]]{0,200})\]")


def render_inline(
    draft: Draft, source: Source, start: int, end: int, *, links: list[Link], references: Mapping[str, str]
) -> Span:
    """Append ``source.text[start:end]`` as a reader sees it; return its place in the rendition.

    Emphasis, link targets, code ticks, block references, comments and tags are dropped, entities and escapes become
    their character. links: what is linked is added here.   references: targets of ``[label]: target`` lines.
    """
    text = source.text
    if not _SPECIAL.search(text, start, end):
        return draft.keep(source, start, end)
    begin = draft.length
    drops, opened = _plan(text, start, end, references)
    at = start
    waiting: list[tuple[int, int, str]] = []
    for first, last, shown, target in drops:
        if first < at:
            continue
        draft.keep(source, at, first)
        if target is not None and shown is None:
            waiting.append((opened.get(first, last), draft.length, target))
        elif shown is not None:
            here = _show(draft, source, first, last, shown)
            if target is not None:
                links.append(Link(here, target, is_wiki=text.startswith(("[[", "![["), first)))
        while waiting and waiting[-1][0] <= first:
            _, since, where = waiting.pop()
            links.append(Link(Span(since, draft.length), where))
        at = last
    draft.keep(source, at, end)
    for _, since, where in reversed(waiting):
        links.append(Link(Span(since, draft.length), where))
    return Span(begin, draft.length)


_Drop = tuple[int, int, "str | tuple[int, int] | None", "str | None"]


def _show(draft: Draft, source: Source, first: int, last: int, shown: str | tuple[int, int]) -> Span:
    if isinstance(shown, str):
        return draft.put(shown, source, first, last)
    return draft.keep(source, *shown)


def _plan(text: str, start: int, end: int, references: Mapping[str, str]) -> tuple[list[_Drop], dict[int, int]]:
    """Return what to drop or replace, in order: (start, end, shown, link target); and where opened links close.

    shown: text for the whole, a source range kept of it, or None for nothing.
    """
    drops: list[_Drop] = []
    closes: dict[int, int] = {}
    brackets: list[int] = []
    runs: list[tuple[str, int, int, bool, bool]] = []
    at = start
    while match := _TOKEN.search(text, at, end):
        first, at = match.span()
        kind = match.lastgroup or ""
        if kind in ("wiki_target", "wiki_label"):
            kind = "wiki"
        if kind == "escape":
            drops.append((first, first + 1, None, None))
        elif kind in ("break", "note", "comment", "tag", "anchor"):
            drops.append((first, at, None, None))
        elif kind == "ticks":
            stop = _closing_ticks(text, match.group(), at, end)
            if stop is not None:
                drops.append((first, at, None, None))
                drops.append((stop, stop + len(match.group()), None, None))
                at = stop + len(match.group())
        elif kind == "wiki":
            drops.append((first, at, _wiki_words(match), match["wiki_target"].strip()))
        elif kind == "auto":
            drops.append((first, at, match.span("auto"), match["auto"]))
        elif kind == "entity":
            meant = html.unescape(match.group()).replace("\u00a0", " ")
            if meant != match.group():
                drops.append((first, at, meant, None))
        elif kind == "open":
            brackets.append(first)
        elif kind == "close" and brackets:
            opening = brackets.pop()
            at = _link(text, opening, first, end, references, drops, closes) or at
        elif kind == "run":
            runs.append((match.group(), first, at, *_flanks(text, start, end, first, at)))
    drops.extend((first, last, None, None) for first, last in _emphasis(runs))
    # A code span or link holds what was found inside it; sorting puts pieces into reading order again.
    return sorted(drops, key=lambda drop: (drop[0], drop[1])), closes


def _closing_ticks(text: str, ticks: str, at: int, end: int) -> int | None:
    for match in re.compile("`+").finditer(text, at, end):
        if match.group() == ticks:
            return match.start()
    return None


def _wiki_words(match: re.Match[str]) -> tuple[int, int] | None:
    """Return the range of the words a wiki link shows; an embedded file shows none."""
    if match.group().startswith("!"):
        return match.end(), match.end()
    if match["wiki_label"] and match["wiki_label"].strip():
        return match.span("wiki_label")
    first, last = match.span("wiki_target")
    page = match["wiki_target"].split("#")[0]
    if page.strip():
        return first, first + len(page.rstrip())
    return first + len(match["wiki_target"]) - len(match["wiki_target"].lstrip("#")), last


def _link(
    text: str,
    opening: int,
    closing: int,
    end: int,
    references: Mapping[str, str],
    drops: list[_Drop],
    closes: dict[int, int],
) -> int | None:
    """Add the drops of ``[text](target)`` or ``[text][label]``; return where it ends, or None if it is no link."""
    width = 2 if text.startswith("![", opening) else 1
    target = None
    stop = closing + 1
    if destination := _DESTINATION.match(text, closing + 1, end):
        target = destination["angle"] if destination["angle"] is not None else destination["plain"]
        stop = destination.end()
    elif reference := _REFERENCE.match(text, closing + 1, end):
        label = reference["label"] or text[opening + width : closing]
        target = references.get(_label(label))
        stop = reference.end()
    else:
        target = references.get(_label(text[opening + width : closing]))
    if target is None:
        return None
    drops.append((opening, opening + width, None, target))
    drops.append((closing, stop, None, None))
    closes[opening] = closing
    return stop


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()


def _flanks(text: str, start: int, end: int, first: int, last: int) -> tuple[bool, bool]:
    """Return whether a run of marks may open and may close emphasis (CommonMark, left- and right-flanking)."""
    before = text[first - 1] if first > start else " "
    after = text[last] if last < end else " "
    before_space, after_space = before.isspace(), after.isspace()
    before_mark = not before_space and not before.isalnum() and not _is_letterlike(before)
    after_mark = not after_space and not after.isalnum() and not _is_letterlike(after)
    left = not after_space and (not after_mark or before_space or before_mark)
    right = not before_space and (not before_mark or after_space or after_mark)
    if text[first] == "_":
        return left and (not right or before_mark), right and (not left or after_mark)
    return left, right


def _is_letterlike(char: str) -> bool:
    return ord(char) > 127 and char not in "“”‘’«»–—…·•"


def _emphasis(runs: list[tuple[str, int, int, bool, bool]]) -> list[tuple[int, int]]:
    """Return the source ranges of the marks that pair up."""
    gone: list[tuple[int, int]] = []
    opened: list[list[int | str]] = []
    for marks, first, last, may_open, may_close in runs:
        char = marks[0]
        left = last - first
        at = first
        if may_close:
            while left and opened:
                index = next(
                    (i for i in range(len(opened) - 1, max(-1, len(opened) - 50), -1) if opened[i][0] == char), None
                )
                if index is None:
                    break
                del opened[index + 1 :]
                size = int(opened[index][2]) - int(opened[index][1])
                took = min(size, left)
                if char in "~=" and took < 2:
                    break
                tip = int(opened[index][2])
                gone.append((tip - took, tip))
                gone.append((at, at + took))
                at += took
                left -= took
                if took == size:
                    opened.pop()
                else:
                    opened[index][2] = tip - took
        if left and may_open:
            opened.append([char, at, last])
    return gone
