"""Where in a page words stand, as far as it decides what they are: hidden, struck out, furniture, heading, item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

__all__ = ["APART", "BLOCKS", "CHANGING", "HEADINGS", "HIDDEN", "UNCOUNTED", "VOID", "Context", "role_of"]

VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
})  # fmt: skip
HIDDEN = frozenset({
    "head", "template", "noscript", "object", "svg", "canvas", "audio", "video", "select", "datalist", "rt", "rp",
    "annotation", "annotation-xml", "rtc",
})  # fmt: skip
"""Elements that show no words of their own, or none that belong to the text; raw elements are no part of it."""
UNCOUNTED = HIDDEN - {"svg", "select"} | {"mark of a note"}
"""Of these, those whose content nobody misses: what the head declares, what stands in for a script or a film."""
APART = frozenset({"svg", "select", "textarea", "iframe", "input"})
"""Elements whose words the page shows, and which are no part of its text."""
BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "button", "caption", "center", "dd", "details", "dialog",
    "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hgroup", "hr", "html", "legend", "li", "listing", "main", "menu", "nav", "ol", "p", "pre", "search",
    "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
})  # fmt: skip
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_ANCHORS = frozenset({"article", "section", "main", "figure", "table", "details", "dialog", "fieldset"})
_LISTS = frozenset({"ul", "ol", "menu", "dir"})
_CODE = frozenset({"code", "samp", "kbd"})
_STRUCK = frozenset({"del", "s", "strike"})
CHANGING = (
    HIDDEN | HEADINGS | _ANCHORS | _LISTS | _CODE | _STRUCK
    | {"pre", "listing", "sup", "sub", "blockquote", "li", "dt", "caption", "nav", "aside", "header", "footer",
       "search", "button", "figcaption"}
)  # fmt: skip
"""Elements whose words may be something else than those around them."""
_ROLES = {
    "navigation": "navigation", "menu": "navigation", "menubar": "navigation", "banner": "header",
    "contentinfo": "footer", "complementary": "aside", "search": "search", "main": "main", "article": "article",
    "document": "article", "note": "note", "doc-footnote": "note", "doc-endnote": "note", "doc-endnotes": "note",
    "doc-toc": "navigation",
}  # fmt: skip
_NOTICES = ("cookie", "consent", "gdpr")


def role_of(name: str, attributes: Mapping[str, str]) -> str:
    """Return what an element's ``role`` makes of it; a dialog or region that asks for cookies is a ``notice``."""
    role = attributes.get("role", "").strip().lower().partition(" ")[0]
    if role in ("dialog", "alertdialog", "region", "alert") or name == "dialog":
        about = " ".join(attributes.get(key, "") for key in ("id", "class", "aria-label")).lower()
        return "notice" if any(word in about for word in _NOTICES) else ""
    if name == "div" and not role:
        # LibreOffice marks the margins of a page, and its table of contents, so.
        if attributes.get("title") in ("header", "footer"):
            return attributes["title"]
        if attributes.get("id", "").startswith("Table of Contents"):
            return "navigation"
    return _ROLES.get(role, "")


@dataclass(frozen=True, slots=True)
class Context:
    """What the open elements make of words.

    hidden: why they are not shown, empty where they are.   part: of the page; with ``furniture``, no prose.
    anchored: inside something whose header and footer are its own.   heading: its level.   quoted, lists: how deep.
    credit: words say whose words stand above.   named: words name what follows or what stands above.
    odd: struck, pre or raised.   note: the part of a note, where it is one.   bare: nothing is behind them but the
    white page.
    """

    hidden: str = ""
    part: str = ""
    furniture: bool = False
    anchored: bool = False
    article: bool = False
    heading: int = 0
    quoted: int = 0
    lists: int = 0
    item: bool = False
    pre: bool = False
    code: bool = False
    struck: bool = False
    term: bool = False
    caption: bool = False
    control: bool = False
    credit: bool = False
    named: bool = False
    odd: bool = False
    note: str = ""
    bare: bool = True
    raised: bool = False
    known: dict[tuple[str, str, str, bool, bool], Context] = field(default_factory=dict, repr=False, compare=False)

    def inside(self, name: str, role: str, hidden: str, *, struck: bool, bare: bool) -> Context:
        """Return the context inside an element.

        role: as ``role_of`` tells it.   hidden, struck, bare: as it is inside.
        """
        key = (name, role, hidden, struck, bare)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._made(name, role, hidden, struck=struck, bare=bare)
        return found

    def noted(self, part: str) -> Context:
        """Return the context inside a note."""
        key = ("", part, self.hidden, self.struck, self.bare)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = replace(self, known={}, note=part, item=False, lists=0, furniture=False)
        return found

    def _made(self, name: str, role: str, hidden: str, *, struck: bool, bare: bool) -> Context:
        struck = struck or self.struck or name in _STRUCK
        made = replace(self, known={}, hidden=hidden, struck=struck, bare=bare)
        if name in HEADINGS:
            made = replace(made, heading=int(name[1]))
        elif name in ("pre", "listing"):
            made = replace(made, pre=True)
        elif name in _CODE:
            made = replace(made, code=True)
        elif name == "blockquote":
            made = replace(made, quoted=self.quoted + 1, anchored=True, credit=False)
        elif name in _LISTS:
            made = replace(made, lists=self.lists + 1)
        elif name == "li":
            made = replace(made, item=True)
        elif name in ("dt", "caption", "button", "figcaption"):
            made = replace(
                made,
                term=name == "dt",
                caption=name == "caption",
                control=name == "button" or self.control,
                credit=name == "figcaption",
            )
        made = _placed(made, name, role)
        named = bool(made.term or made.caption or made.heading or made.credit)
        high = name == "sup" or (self.raised and name != "sub")
        return replace(made, named=named, raised=high, odd=made.struck or made.pre or high)


def _placed(context: Context, name: str, role: str) -> Context:
    """Return a context with the part of the page that an element begins."""
    if role == "main" or (name == "main" and not role):
        return replace(context, part="", furniture=False, anchored=True)
    if role == "article" or name == "article":
        return replace(context, anchored=True, article=True)
    part = role or {"nav": "navigation", "search": "search"}.get(name, name)
    if part == "note" or context.furniture:
        return context
    if part in ("navigation", "search", "notice"):
        return replace(context, part=part, furniture=True)
    if part == "aside":
        return replace(context, part=part, furniture=not context.article, anchored=True)
    if part in ("header", "footer"):
        if role or not context.anchored:
            return replace(context, part=part, furniture=True)
        return replace(context, credit=bool(context.quoted) and part == "footer")
    return replace(context, anchored=True) if name in _ANCHORS else context
