"""A page walked from its first tag to its last: which elements are open, and what stands inside them."""

from __future__ import annotations

from thence.read.draft import Draft
from thence.read.html_context import UNCOUNTED, Context
from thence.read.html_head import Declared
from thence.read.html_notes import notes_of
from thence.read.html_shown import Shown
from thence.read.html_styles import Sheet
from thence.read.html_tags import Known, Tags, context_inside
from thence.read.markup import RAW, split_markup
from thence.read.source import Source

__all__ = ["Walk"]

_IN_HEAD = frozenset({"base", "link", "meta", "noscript", "template", *RAW})
_TYPED = frozenset({"text", "search", "email", "url", "tel", "number", "date", "month", "week", "time"})
_APART = ("template", "noscript")
_SECTIONS = ("tbody", "thead", "tfoot")
_LISTS = ("ul", "ol", "menu", "dir")
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


class Walk:
    """One page being rendered; ``run`` it, then take what it holds.

    The stack holds every open element with its context and, for some, where they began.
    """

    def __init__(self, draft: Draft, source: Source, *, titled: bool, framed: bool = True, css: str = "") -> None:
        self.shown = Shown(draft, source)
        self.declared = Declared()
        self.language = ""
        self.left_out: dict[str, int] = {}
        self._source = source
        self._titled = titled
        self._sheet = Sheet()
        self._sheet.add(css)
        # Whether what is in linked style sheets is known.
        self._linked = bool(css)
        self._tags = Tags(self._sheet, notes_of(source.text))
        self._xml = source.text[:200].lstrip().startswith("<?xml")
        self._stack: list[tuple[Known, Context, tuple[int, int, str] | None]] = []
        self._where = self._tags.where
        self._head = self._where["head"] = []
        self._p = self._where["p"] = []
        self._thead = self._where["thead"] = []
        self._context = self._root = Context(anchored=not framed, article=not framed)
        self._uncounted = False
        # The outermost open template or noscript: what stands inside closes nothing outside.
        self._floor = -1

    def run(self) -> None:
        """Walk the page."""
        pieces = split_markup(self._source.text)
        tags, take = self._tags, self.shown.take
        at = 0
        by_turns = iter(pieces)
        for piece, token in zip(by_turns, by_turns, strict=False):
            if piece:
                if self._context.hidden:
                    self._take_hidden(at, piece)
                else:
                    take(self._context, at, piece)
                at += len(piece)
            known = tags[token]
            end = at + len(token)
            if known.plain and not known.places:
                pass
            elif known.closing:
                self._end(known, at, end)
            elif known.special:
                self._special(known, at, end, token)
            else:
                self._start(known, at, end)
            at = end
        if pieces[-1]:
            self._take_hidden(at, pieces[-1])
        self._close_to(0)
        self.shown.end_block()
        self.shown.show_struck()
        self.shown.text.finish()

    def _take_hidden(self, start: int, piece: str) -> None:
        """Take text that is not shown; words in a head that nobody ended begin the body."""
        if self._context.hidden == "head" and self._stack[-1][0].name == "head" and not piece.isspace():
            self._close_to(self._head[-1])
        why = self._context.hidden
        if not why:
            self.shown.take(self._context, start, piece)
        elif self._uncounted and not piece.isspace():
            self._uncounted = False
            if why not in UNCOUNTED:
                self.left_out[why] = self.left_out.get(why, 0) + 1

    def _leave_out(self, name: str) -> None:
        """Count words that stand in a field or frame which the page shows."""
        if not self._context.hidden:
            self.left_out[name] = self.left_out.get(name, 0) + 1

    def _special(self, known: Known, at: int, end: int, token: str) -> None:
        """Take a tag that opens no element or closes itself."""
        name, attributes = known.name, known.tag.attributes
        if name == "br":
            self.shown.line_break(self._context, at, end)
        elif name == "meta":
            self.declared.take_meta(attributes)
        elif name == "link":
            if "stylesheet" in attributes.get("rel", "").lower() and not self._linked:
                self._sheet.strange = True
        elif name == "hr":
            self._imply(known)
            self.shown.end_block()
        elif name in RAW:
            content = token[known.tag.content :] if known.tag.content else ""
            if name == "title" and not self._where.get("svg"):
                self.shown.take_title(at + known.tag.content, content, shown=self._titled)
            elif name == "style" and attributes.get("media", "").strip().lower() in ("", "all", "screen"):
                self._sheet.add(content)
                self._tags.clear()
            elif name == "script" and "ld+json" in attributes.get("type", "").lower():
                self.declared.take_json(content)
            elif (name == "textarea" and content.strip()) or attributes.get("srcdoc", "").strip():
                self._leave_out(name)
        elif name == "input":
            if attributes.get("type", "text").lower() in _TYPED and attributes.get("value", "").strip():
                self._leave_out(name)
        elif self._xml or known.block:
            # HTML leaves <div/> open, XHTML does not.
            self._start(known, at, end)
            if self._xml:
                self._close_to(len(self._stack) - 1)
        if known.marked and name != "meta":
            self.declared.take_marked(attributes)

    def _start(self, known: Known, at: int, end: int) -> None:
        """Open an element."""
        name = known.name
        if self._head and name not in _IN_HEAD:
            self._close_to(self._head[-1])
        if known.block and not (name == "button" and self._context.heading):
            if self._p or known.implies:
                self._imply(known)
            if self.shown.begin >= 0:
                self.shown.end_block()
        parent = context = self._context
        if known.changing:
            nested = self._sheet.nested
            above = [item[0].element for item in self._stack[-64:]] if nested and known.judged else ()
            context = context_inside(known, parent, self._sheet, above)
            if context.hidden and not parent.hidden:
                self._uncounted = True
                if known.mark:
                    self.shown.refer(known.mark)
        if known.marked:
            self.declared.take_marked(known.tag.attributes)
        hold = None
        if known.begins and not context.hidden:
            hold = self._begun(known, context, at, end)
        if name in _APART and self._floor < 0:
            self._floor = len(self._stack)
        known.places.append(len(self._stack))
        self._stack.append((known, context, hold))
        self._context = context

    def _begun(self, known: Known, context: Context, at: int, end: int) -> tuple[int, int, str] | None:
        """Begin what an element begins; return the place and the target that its end has to know."""
        name, shown = known.name, self.shown
        if name in ("td", "th"):
            header = name == "th" or (bool(self._thead) and self._thead[-1] > self._last("table"))
            shown.open_cell(known.tag.attributes, header=header)
        elif name == "tr":
            shown.open_row()
        elif name in ("a", "blockquote", "dd"):
            return (*shown.place(), self._tags.target(known, self._source.text[at:end]))
        elif name == "table":
            role = known.tag.attributes.get("role", "").lower()
            shown.open_table(context, layout=role in ("presentation", "none"))
        elif name == "tfoot":
            shown.foot()
        elif name == "dl":
            shown.open_list()
        elif name == "q":
            shown.quotation_mark(context, "\u2018" if self._where.get("q") else "\u201c", at, end)
        elif name == "html" and not self.language:
            self.language = known.tag.attributes.get("lang") or known.tag.attributes.get("xml:lang") or ""
        return None

    def _end(self, known: Known, at: int, end: int) -> None:
        """Close the innermost open element of a name, and whatever is open inside it."""
        name, places = known.name, known.places
        if not places:
            if name == "p":
                self.shown.end_block()
            elif name == "br":
                self.shown.line_break(self._context, at, end)
            return
        depth = places[-1]
        if depth < self._floor:
            return
        if depth + 1 < len(self._stack) and name not in ("table", "body", "html") and self._last("table") > depth:
            return
        if name == "q" and self.shown.begin >= 0:
            mark = "\u2019" if len(places) > 1 else "\u201d"
            self.shown.quotation_mark(self._context, mark, at, end)
        if depth + 1 == len(self._stack):
            self._pop()
        else:
            self._close_to(depth)

    def _close_to(self, depth: int) -> None:
        """Close what is open above a depth, the innermost first."""
        while len(self._stack) > depth:
            self._pop()

    def _pop(self) -> None:
        """Close the innermost open element."""
        stack, shown = self._stack, self.shown
        known, context, hold = stack[-1]
        above = stack[-2][1] if len(stack) > 1 else self._root
        if shown.begin >= 0 and known.block and not (known.name == "button" and above.heading):
            shown.end_block()
        if known.ends and not context.hidden:
            self._ended(known, context, hold)
        stack.pop()
        known.places.pop()
        if len(stack) == self._floor:
            self._floor = -1
        self._context = above

    def _ended(self, known: Known, context: Context, hold: tuple[int, int, str] | None) -> None:
        name, shown = known.name, self.shown
        if name in ("td", "th"):
            shown.close_cell()
        elif name == "tr":
            shown.close_row()
        elif name == "dd":
            if hold:
                shown.define(hold[:2])
        elif name in ("a", "blockquote"):
            if hold and not context.furniture:
                shown.link(hold[2], hold[:2])
        elif name == "table":
            shown.close_table()
        elif name == "tfoot":
            shown.foot()
        elif name == "dl":
            shown.close_list(context)

    def _imply(self, known: Known) -> None:
        """Close the elements that a start tag ends although nobody wrote their end tags (HTML standard, 13.1.2.4)."""
        name = known.name
        if self._p and self._p[-1] > self._floor and name not in ("button", "legend"):
            self._close_to(self._p[-1])
        if not known.implies or self._floor >= 0:
            return
        top = self._stack[-1][0].name if self._stack else ""
        if name in ("td", "th"):
            if top != "tr":
                self._close_above("table", "td", "th")
        elif name == "tr":
            if top != "table" and self._last("table") >= 0:
                self._close_to(max(self._last("table"), *(self._last(one) for one in _SECTIONS)) + 1)
        elif name == "li":
            if top not in _LISTS:
                self._close_above(max(("table", *_LISTS), key=self._last), "li")
        elif name in ("dt", "dd"):
            if top != "dl":
                self._close_above(max(("table", "dl"), key=self._last), "dt", "dd")
        elif name in _HEADINGS:
            if top in _HEADINGS:
                self._close_to(len(self._stack) - 1)
        elif (table := self._last("table")) >= 0:
            self._close_to(table + 1)

    def _close_above(self, boundary: str, *names: str) -> None:
        """Close the innermost open element of these names, if it is inside the boundary."""
        place = max(self._last(name) for name in names)
        if place > self._last(boundary):
            self._close_to(place)

    def _last(self, name: str) -> int:
        """Return the place of the innermost open element of a name, or -1."""
        places = self._where.get(name)
        return places[-1] if places else -1
