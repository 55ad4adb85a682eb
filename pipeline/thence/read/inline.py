"""Markdown inside a paragraph: markup dropped, links noted, every visible character with its bytes."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from thence.model.document import Link, Span
from thence.read.draft import Draft
from thence.read.html_context import UNCOUNTED, VOID
from thence.read.html_tags import unseen_by_itself
from thence.read.markup import closing_of, tag_of
from thence.read.raised import raised
from thence.read.source import Source

__all__ = ["Marked", "render_inline"]

_SPECIAL = re.compile(r"[\\`*_~=\[\]<&%!^${]")
_TOKEN = re.compile(
    r"(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<break>\\(?=\n))"
    r"|(?P<ticks>`+)"
    r"|(?P<wiki>!?\[\[(?P<wiki_target>[^\[\]|\n\\]{0,400})(?:\\?\|(?P<wiki_label>[^\[\]\n]{0,400}))?\]\])"
    r"|(?P<raised>\^(?P<raised_words>[^\s^\[\]]{1,8})\^|<sup>(?P<sup_words>[^<>\s][^<>\n]{0,8})</sup>)"
    r"|(?P<critic>\{(?:>>|--|\+\+|==|~~))"
    r"|(?P<note>\[\^[^\]\s]{1,60}\])"
    r"|(?P<open>!?\[)"
    r"|(?P<close>\])"
    r"|(?P<comment><!--|%%)"
    r"|<(?P<auto>(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,2000}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}))>"
    r"|(?P<tag></?(?P<tag_name>[A-Za-z][A-Za-z0-9-]{0,40})(?:\s[^<>\n]{0,2000})?/?>)"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<math>\$(?=[^\s$])[^$\n]{0,400}?(?<=[^\s\\])\$(?!\d))"
    r"|(?P<run>\*+|_+|~~+|==)",
    re.DOTALL,
)
_APART = frozenset(
    re.findall(r"\w+", "br p div td th tr li ul ol dl dt dd table hr h1 h2 h3 h4 h5 h6 section details summary")
)
"""Tags that part words."""
_STRUCK = frozenset(("del", "s", "strike"))
_HIDDEN = frozenset(("script", "style"))
_DESTINATION = re.compile(r"\([ \t\n]*(?:<(?P<angle>[^<>\n]*)>|(?P<plain>(?:[^\s()\\]|\\.|\([^\s()]*\))*))"
                          r"(?:[ \t\n]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?[ \t\n]*\)")  # fmt: skip
_REFERENCE = re.compile(r"\[(?P<label>[^\[\]]{0,200})\]")


@dataclass(slots=True)
class Marked:
    """What the markup inside the paragraphs of a file says, beside the words.

    references: targets of ``[label]: target`` lines.   links: what is linked.   struck: words struck out, in the
    rendition, by their ends.   left_out: why words are not shown -> how many passages of them.
    """

    references: Mapping[str, str] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    struck: list[Span] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)

    def leave_out(self, why: str) -> None:
        """Count an element that is not shown, if anybody may miss its words."""
        if why not in UNCOUNTED:
            self.left_out[why] += 1


def render_inline(draft: Draft, source: Source, start: int, end: int, marked: Marked) -> Span:
    """Append ``source.text[start:end]`` as a reader sees it; return its place in the rendition.

    Emphasis, link targets, code ticks, comments and tags are dropped, entities and escapes become their character.
    marked: what is linked and struck out is added here.
    """
    text = source.text
    if not _SPECIAL.search(text, start, end):
        return draft.keep(source, start, end)
    begin = draft.length
    plan = _Plan(text, start, end, marked.references)
    plan.read()
    for why in plan.left_out:
        marked.leave_out(why)
    # A code span or link holds what was found inside it; sorting puts pieces into reading order again.
    drops = sorted(plan.drops, key=lambda drop: (drop[0], drop[1]))
    struck = {place: -1 for pair in plan.struck for place in pair}
    at = start
    waiting: list[tuple[int, int, str]] = []
    for first, last, shown, target in drops:
        if first < at:
            continue
        draft.keep(source, at, first)
        if first in struck:
            struck[first] = draft.length
        if target is not None and shown is None:
            waiting.append((plan.closes.get(first, last), draft.length, target))
        elif shown is not None:
            here = _show(draft, source, first, last, shown)
            if target is not None:
                marked.links.append(Link(here, target, is_wiki=text.startswith(("[[", "![["), first)))
        while waiting and waiting[-1][0] <= first:
            _, since, where = waiting.pop()
            marked.links.append(Link(Span(since, draft.length), where))
        at = last
        if last in struck:
            struck[last] = draft.length
    draft.keep(source, at, end)
    for _, since, where in reversed(waiting):
        marked.links.append(Link(Span(since, draft.length), where))
    places = [Span(struck[first], struck[last]) for first, last in plan.struck if 0 <= struck[first] < struck[last]]
    marked.struck.extend(sorted(places, key=_end))
    return Span(begin, draft.length)


_end = attrgetter("end")
_Drop = tuple[int, int, "str | tuple[int, int] | None", "str | None"]


def _show(draft: Draft, source: Source, first: int, last: int, shown: str | tuple[int, int]) -> Span:
    if isinstance(shown, str):
        return draft.put(shown, source, first, last)
    return draft.keep(source, *shown)


class _Plan:
    """What to drop or replace in a stretch of source.

    drops: (start, end, shown, link target); shown: text for the whole, a source range kept of it, or None for nothing.
    closes: where the brackets of links close that open there.   struck: where struck words begin and end.
    left_out: why elements of HTML are not shown.
    """

    __slots__ = (
        "_brackets", "_deleting", "_missing", "_runs", "_ticks", "closes", "drops", "end", "left_out", "references",
        "start", "struck", "text",
    )  # fmt: skip

    def __init__(self, text: str, start: int, end: int, references: Mapping[str, str]) -> None:
        self.text, self.start, self.end, self.references = text, start, end, references
        self.drops: list[_Drop] = []
        self.closes: dict[int, int] = {}
        self.struck: list[tuple[int, int]] = []
        self.left_out: list[str] = []
        self._brackets: list[int] = []
        self._runs: list[tuple[str, int, int, bool, bool]] = []
        self._deleting: list[int] = []
        self._missing: set[str] = set()
        self._ticks: dict[int, list[int]] | None = None

    def read(self) -> None:
        """Find all marks."""
        search, text, end = _TOKEN.search, self.text, self.end
        drops = self.drops
        at = self.start
        while match := search(text, at, end):
            first, at = match.span()
            kind = match.lastgroup or ""
            if kind == "run":
                self._runs.append((match.group(), first, at, *_flanks(text, self.start, end, first, at)))
            elif kind in ("wiki", "wiki_target", "wiki_label"):
                drops.append((first, at, _wiki_words(match), match["wiki_target"].strip()))
            elif kind in ("raised", "raised_words", "sup_words"):
                self._raised(match)
            elif kind == "critic":
                at = self._critic(first, at)
            elif kind == "open":
                self._brackets.append(first)
            elif kind == "close":
                at = (self._close(first) if self._brackets else None) or at
            elif kind == "ticks":
                at = self._code(first, at)
            elif kind == "escape":
                drops.append((first, first + 1, None, None))
            elif kind in ("break", "note"):
                drops.append((first, at, None, None))
            elif kind == "comment":
                at = self._comment(first, at)
            elif kind in ("tag", "tag_name"):
                at = self._tag(first, at, match)
            elif kind == "auto":
                drops.append((first, at, match.span("auto"), match["auto"]))
            elif kind == "entity":
                meant = html.unescape(match.group()).replace("\u00a0", " ")
                if meant != match.group():
                    drops.append((first, at, meant, None))
        gone, struck = _emphasis(self._runs)
        drops.extend((first, last, None, None) for first, last in gone)
        self.struck.extend(struck)

    def _raised(self, match: re.Match[str]) -> None:
        """Take words that stand higher: figures and letters alone become small ones."""
        name = "raised_words" if match["raised_words"] else "sup_words"
        first, last = match.span(name)
        words = match[name]
        small = raised(words)
        if small != words:
            self.drops.append((*match.span(), small, None))
        else:
            self.drops.append((match.start(), first, None, None))
            self.drops.append((last, match.end(), None, None))

    def _critic(self, first: int, at: int) -> int:
        """Take an editor's mark (CriticMarkup): deleted words are struck, comments left out, added words stay.

        Return where to go on.
        """
        mark = self.text[first + 1 : at]
        stop = self._close_of(_CRITIC[mark], at)
        if stop < 0:
            return at
        end = stop + 3
        if mark == ">>":
            self.left_out.append("comment")
            self.drops.append((first, end, None, None))
            return end
        into = self.text.find("~>", at, stop) if mark == "~~" else -1
        self.drops.append((first, at, None, None))
        if mark == "--" or into >= 0:
            self.struck.append((at, into if into >= 0 else stop))
        if into >= 0:
            self.drops.append((into, into + 2, None, None))
        self.drops.append((stop, end, None, None))
        return into + 2 if into >= 0 else end if mark == "--" else at

    def _code(self, first: int, at: int) -> int:
        """Drop the ticks around code; return where the code ends, or the ticks that nothing closes."""
        if self._ticks is None:
            self._ticks = {}
            for run in _RUN_OF_TICKS.finditer(self.text, self.start, self.end):
                self._ticks.setdefault(run.end() - run.start(), []).append(run.start())
        width = at - first
        places = self._ticks.get(width, [])
        index = bisect_left(places, at)
        if index == len(places):
            return at
        stop = places[index]
        self.drops.append((first, at, None, None))
        self.drops.append((stop, stop + width, None, None))
        return stop + width

    def _close_of(self, mark: str, at: int) -> int:
        """Return where a mark stands next, or -1; a mark that is missing is looked for once."""
        found = -1 if mark in self._missing else self.text.find(mark, at, self.end)
        if found < 0:
            self._missing.add(mark)
        return found

    def _comment(self, first: int, at: int) -> int:
        mark = "-->" if self.text.startswith("<", first) else "%%"
        stop = self._close_of(mark, at)
        if stop < 0:
            return at
        if mark == "%%":
            self.left_out.append("comment")
        self.drops.append((first, stop + len(mark), None, None))
        return stop + len(mark)

    def _tag(self, first: int, at: int, match: re.Match[str]) -> int:
        name = match["tag_name"].lower()
        is_end = self.text.startswith("/", first + 1)
        if name in _HIDDEN and not is_end:
            stop = self._close_of(f"</{match['tag_name']}", at)
            close = self.text.find(">", stop, self.end) if stop >= 0 else -1
            at = close + 1 if close >= 0 else at
        elif not is_end and name not in VOID and (tag := tag_of(match["tag"])) and (why := unseen_by_itself(tag)):
            closed = None if name in self._missing else closing_of(self.text, name, at, self.end)
            if closed is None:
                self._missing.add(name)
            else:
                self.left_out.append(why)
                at = closed
        self.drops.append((first, at, " " if name in _APART else None, None))
        if name in _STRUCK:
            if not is_end:
                self._deleting.append(at)
            elif self._deleting:
                self.struck.append((self._deleting.pop(), first))
        return at

    def _close(self, closing: int) -> int | None:
        """Take ``[text](target)`` or ``[text][label]``; return where it ends, or None if it is no link."""
        text, opening = self.text, self._brackets.pop()
        width = 2 if text.startswith("![", opening) else 1
        target = None
        stop = closing + 1
        if destination := _DESTINATION.match(text, closing + 1, self.end):
            target = destination["angle"] if destination["angle"] is not None else destination["plain"]
            stop = destination.end()
        elif self.references and closing - opening < _LONGEST:
            label = text[opening + width : closing]
            if reference := _REFERENCE.match(text, closing + 1, self.end):
                label = reference["label"] or label
                stop = reference.end()
            target = self.references.get(_label(label))
        if target is None:
            return None
        self.drops.append((opening, opening + width, None, target))
        self.drops.append((closing, stop, None, None))
        self.closes[opening] = closing
        return stop


_CRITIC = {">>": "<<}", "--": "--}", "++": "++}", "==": "==}", "~~": "~~}"}
_RUN_OF_TICKS = re.compile("`+")
_LONGEST = 1_000
"""Of a link's label (CommonMark 4.7)."""


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


def _emphasis(runs: list[tuple[str, int, int, bool, bool]]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the source ranges of the marks that pair up, and of the words between those that strike out."""
    gone: list[tuple[int, int]] = []
    struck: list[tuple[int, int]] = []
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
                if char == "~":
                    struck.append((tip, at))
                at += took
                left -= took
                if took == size:
                    opened.pop()
                else:
                    opened[index][2] = tip - took
        if left and may_open:
            opened.append([char, at, last])
    return gone, struck
