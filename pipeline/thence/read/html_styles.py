"""What styles hide from a reader of a page: inline declarations and the simple rules of its style elements."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from thence.read.office_styles import is_nearly_white

__all__ = ["REVOCABLE", "Element", "Sheet", "hidden_by", "is_bare", "is_struck", "may_hide", "shown_again"]

_GROUND = "colour of its background"
_PALE = "white on white"
REVOCABLE = {"visibility:hidden": "visibility", "font-size:0": "font-size", _GROUND: "color", _PALE: "color"}
"""What hides an element and its inside until an inner element sets this property anew."""

_TELLING = re.compile(
    r"(?:^|[;{\s])(?:display|visibility|opacity|font(?:-size)?|left|right|top|bottom|margin-(?:left|top)|text-indent"
    r"|clip(?:-path)?|(?:max-)?height|width|overflow|color|background(?:-color|-image)?|position|transform"
    r"|text-decoration(?:-line)?)"
    r"\s*:",
    re.IGNORECASE,
)
_MOST_RULES, _MOST_OF_A_KEY = 20_000, 100
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_MARK = re.compile(r"[{};]")
_COMPOUND = r"(?:\*|[A-Za-z][\w-]*|(?=[.#\[]))(?:[.#][\w-]+|\[hidden\])*"
_SELECTOR = re.compile(rf"{_COMPOUND}(?:(?:\s+|\s*>\s*){_COMPOUND}){{0,4}}")
_PASSING = re.compile(r":(?:hover|focus|active|visited|link|target|:?selection|:?placeholder)")
"""What holds only now and then."""
_SIMPLE = re.compile(r"([.#]?)([\w-]+)|\[(hidden)\]|\*")
_SIZE = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))\s*(px|pt|em|rem|ex|ch|%|vw|vh)?(?![\w.])")
_FAR = {"px": 500.0, "pt": 500.0, "": 500.0, "em": 50.0, "rem": 50.0, "ex": 50.0, "ch": 50.0}
_NAMED = {
    "white": "#ffffff",
    "black": "#000000",
    "red": "#ff0000",
    "silver": "#c0c0c0",
    "gray": "#808080",
    "snow": "#fffafa",
    "ghostwhite": "#f8f8ff",
}
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*(?:[,/]\s*([\d.]+%?)\s*)?\)")


@dataclass(frozen=True, slots=True)
class Element:
    """What a selector may ask of an element."""

    name: str
    id: str = ""
    classes: frozenset[str] = frozenset()
    hidden: bool = False

    @classmethod
    def of(cls, name: str, attributes: Mapping[str, str]) -> Element:
        """Return the element of a start tag."""
        return cls(
            name, attributes.get("id", ""), frozenset(attributes.get("class", "").split()), "hidden" in attributes
        )


@dataclass(frozen=True, slots=True)
class _Rule:
    """One selector with its declarations.

    path: compounds from the element outwards, each with whether it must be the very parent of the one before.
    """

    path: tuple[tuple[Element, bool], ...]
    declared: Mapping[str, tuple[str, bool]]
    weight: tuple[int, int, int, int]


@dataclass(slots=True)
class Sheet:
    """The rules of a page's style elements that may hide something.

    count: of rules.   nested: whether some ask for ancestors.   strange: whether what is behind words may be set by
    rules that are not followed, or not known.
    """

    by_key: dict[str, list[_Rule]] = field(default_factory=dict)
    count: int = 0
    nested: bool = False
    strange: bool = False

    def add(self, css: str) -> None:
        """Take the text of a style element. Rules with pseudo-classes or for print or small screens are passed over."""
        self.strange = self.strange or "@import" in css
        css = _COMMENT.sub(" ", css).replace("<!--", " ").replace("-->", " ")
        at, skipped, printed = 0, 0, False
        prelude = 0
        while match := _MARK.search(css, at):
            at = match.end()
            if match.group() == "{":
                words = css[prelude : match.start()].strip()
                if skipped:
                    skipped += 1
                elif words.startswith("@"):
                    skipped = 0 if _applies(words) else 1
                    printed = "print" in words.lower()
                else:
                    end = css.find("}", at)
                    end = len(css) if end < 0 else end
                    self._rule(words, css[at:end])
                    at = end + 1
            elif match.group() == "}":
                if skipped and not printed and "background" in css[prelude : match.start()]:
                    self.strange = True
                skipped = max(0, skipped - 1)
            prelude = at

    def __bool__(self) -> bool:
        return bool(self.by_key)

    def leaves_alone(self, name: str, token: str) -> bool:
        """Return whether no rule is about a start tag, by its name and by whether it has a class or id at all."""
        keys = self.by_key
        return not keys or not (name in keys or "*" in keys or " class=" in token or " id=" in token)

    def may_touch(self, name: str, attributes: Mapping[str, str]) -> bool:
        """Return whether it is worth while to ask ``touches``."""
        keys = self.by_key
        return bool(keys) and ("class" in attributes or "id" in attributes or name in keys or "*" in keys)

    def touches(self, element: Element) -> bool:
        """Return whether some rule may be about an element, or must know of it to judge others."""
        if self.nested and (element.id or element.classes):
            return True
        keys = self.by_key
        return bool(keys) and (
            element.name in keys
            or "*" in keys
            or f"#{element.id}" in keys
            or any(f".{one}" in keys for one in element.classes)
        )

    def properties(self, above: Sequence[Element], element: Element, inline: str) -> dict[str, str]:
        """Return the declarations that hold for an element, by rank, specificity and order.

        above: its nearest ancestors, outermost first.   inline: its style attribute.
        """
        plain: dict[str, str] = {}
        strong: dict[str, str] = {}
        own: list[_Rule] = []
        if self.by_key:
            keys = [element.name, "*", f"#{element.id}", *(f".{one}" for one in sorted(element.classes)[:50])]
            own = [rule for key in keys for rule in self.by_key.get(key, ()) if _matches(rule, above, element)]
            own.sort(key=lambda rule: rule.weight)
        for declarations in (*(rule.declared for rule in own), _declarations(inline)):
            for name, (value, important) in declarations.items():
                (strong if important else plain)[name] = value
        return {**plain, **strong}

    def _rule(self, selectors: str, body: str) -> None:
        if not _TELLING.search(body):
            return
        declared = _declarations(body)
        if not declared or len(selectors) > 20_000:
            return
        for selector in selectors.split(","):
            words = selector.strip()
            if not _SELECTOR.fullmatch(words):
                self.strange = self.strange or (not _PASSING.search(words) and not is_bare(_values(declared)))
                continue
            path = _path(words)
            if self.count >= _MOST_RULES:
                return
            self.count += 1
            ids = sum(bool(item.id) for item, _ in path)
            classes = sum(len(item.classes) + item.hidden for item, _ in path)
            names = sum(item.name != "*" for item, _ in path)
            last = path[0][0]
            key = f"#{last.id}" if last.id else f".{min(last.classes)}" if last.classes else last.name
            # The last rules win, so the last are kept.
            rules = self.by_key.setdefault(key, [])
            rules.append(_Rule(path, declared, (ids, classes, names, self.count)))
            del rules[:-_MOST_OF_A_KEY]
            self.nested = self.nested or len(path) > 1


def may_hide(style: str) -> bool:
    """Return whether it is worth while to look into declarations."""
    return bool(style) and _TELLING.search(style) is not None


def hidden_by(properties: Mapping[str, str], *, inline: bool, bare: bool) -> str:
    """Return why declarations hide their element, or nothing.

    inline: whether its own style attribute sets a colour.   bare: whether nothing is behind it but the white page.
    """
    if properties.get("display") == "none":
        return "display:none"
    if properties.get("visibility") in ("hidden", "collapse"):
        return "visibility:hidden"
    if (size := _number(properties.get("opacity", ""))) is not None and size < 0.05:
        return "opacity:0"
    if _is_nothing(properties.get("font-size", ""), 2.0):
        return "font-size:0"
    if any(_is_far(properties.get(name, "")) for name in _SIDES):
        return "off screen"
    if _is_clipped(properties):
        return "clipped"
    if inline and _same_colour(properties):
        return _GROUND
    if bare and is_nearly_white(_colour(properties.get("color", ""))):
        return _PALE
    return ""


def is_bare(properties: Mapping[str, str]) -> bool:
    """Return whether declarations put nothing behind words but white, and leave them where they are."""
    if properties.get("position") in ("absolute", "fixed", "sticky"):
        return False
    if properties.get("background-image", "none") not in _NOTHING_BEHIND:
        return False
    grounds = (properties.get("background-color", ""), properties.get("background", ""))
    return all(each in _NOTHING_BEHIND or is_nearly_white(_colour(each)) for each in grounds)


def shown_again(reason: str, properties: Mapping[str, str]) -> bool:
    """Return whether an element inside a hidden one says otherwise: ``visibility: visible``, a font size, a colour."""
    value = properties.get(REVOCABLE.get(reason, ""), "")
    if reason in (_GROUND, _PALE) and not is_bare(properties):
        return True
    if not value or value == "inherit":
        return False
    if reason == _PALE:
        return not is_nearly_white(_colour(value))
    if reason == "visibility:hidden":
        return value == "visible"
    if reason == "font-size:0":
        return not value.endswith(("em", "%")) or value.endswith("rem")
    return True


def is_struck(properties: Mapping[str, str]) -> bool:
    """Return whether declarations strike the words of their element through."""
    return "line-through" in properties.get("text-decoration", "") + properties.get("text-decoration-line", "")


_NOTHING_BEHIND = frozenset({"", "none", "transparent", "inherit", "initial", "unset", "0"})
_SIDES = ("left", "right", "top", "bottom", "margin-left", "margin-top", "text-indent")


@lru_cache(maxsize=4096)
def _declarations(body: str) -> Mapping[str, tuple[str, bool]]:
    """Return property -> (value, whether it is important), both in lower case."""
    found: dict[str, tuple[str, bool]] = {}
    for piece in body.split(";"):
        name, colon, value = piece.partition(":")
        if colon and len(value) < 500:
            words = " ".join(value.lower().split())
            important = words.endswith("!important")
            found[name.strip().lower()] = (words.removesuffix("!important").strip(), important)
    return found


def _values(declared: Mapping[str, tuple[str, bool]]) -> dict[str, str]:
    return {name: value for name, (value, _) in declared.items()}


def _applies(words: str) -> bool:
    """Return whether an at-rule's block holds on any screen."""
    kind, _, condition = words.lower().partition(" ")
    if kind == "@media":
        return all(part.strip() in ("screen", "all", "only screen", "") for part in condition.split(","))
    return kind in ("@layer", "@supports")


def _path(selector: str) -> tuple[tuple[Element, bool], ...]:
    parts = [part for part in re.split(r"\s*(>)\s*|\s+", selector) if part]
    path: list[tuple[Element, bool]] = []
    direct = False
    for part in reversed(parts):
        if part == ">":
            direct = True
            continue
        name, identifier, classes, hidden = "*", "", set(), False
        for mark, word, attribute in _SIMPLE.findall(part):
            if attribute:
                hidden = True
            elif mark == "#":
                identifier = word
            elif mark == ".":
                classes.add(word)
            elif word:
                name = word.lower()
        path.append((Element(name, identifier, frozenset(classes), hidden), direct))
        direct = False
    return tuple(path)


def _matches(rule: _Rule, above: Sequence[Element], element: Element) -> bool:
    if not _fits(rule.path[0][0], element):
        return False
    at = len(above)
    for wanted, direct in rule.path[1:]:
        at -= 1
        while at >= 0 and not _fits(wanted, above[at]) and not direct:
            at -= 1
        if at < 0 or not _fits(wanted, above[at]):
            return False
    return True


def _fits(wanted: Element, element: Element) -> bool:
    return (
        wanted.name in ("*", element.name)
        and (not wanted.id or wanted.id == element.id)
        and wanted.classes <= element.classes
        and (element.hidden or not wanted.hidden)
    )


def _number(value: str) -> float | None:
    match = _SIZE.fullmatch(value)
    if match is None:
        return None
    return float(match[1]) / (100.0 if match[2] == "%" else 1.0)


def _is_nothing(value: str, least: float) -> bool:
    match = _SIZE.fullmatch(value)
    if match is None:
        return False
    return float(match[1]) == 0 or (match[2] in ("px", "pt") and float(match[1]) < least)


def _is_far(value: str) -> bool:
    match = _SIZE.match(value) if value.startswith("-") else None
    return match is not None and -float(match[1]) >= _FAR.get(match[2] or "", 100.0)


def _is_clipped(properties: Mapping[str, str]) -> bool:
    clip = re.sub(r"[\s,]+", " ", properties.get("clip", ""))
    if re.fullmatch(r"rect\( ?(?:[01](?:px)? ?){4}\)", clip):
        return True
    if re.match(r"inset\(\s*(?:50|100)%", properties.get("clip-path", "")):
        return True
    if re.search(r"scale\(\s*0(?:\.0*)?\s*\)|translate[xy]?\(\s*-\d{4}", properties.get("transform", "")):
        return True
    cut = properties.get("overflow", "") in ("hidden", "clip")
    return cut and any(_is_nothing(properties.get(name, ""), 2.0) for name in ("height", "max-height", "width"))


def _same_colour(properties: Mapping[str, str]) -> bool:
    words = _colour(properties.get("color", ""))
    if words == "transparent":
        return True
    ground = properties.get("background-color") or properties.get("background", "").split(" url")[0]
    return bool(words) and words == _colour(ground.strip())


def _colour(value: str) -> str:
    value = _NAMED.get(value, value)
    if re.fullmatch(r"#[0-9a-f]{3}", value):
        return "#" + "".join(char * 2 for char in value[1:])
    if match := _RGB.fullmatch(value):
        if match[4] in ("0", "0.0", "0%"):
            return "transparent"
        return "#" + "".join(f"{min(255, int(part)):02x}" for part in match.groups()[:3])
    return value if re.fullmatch(r"#[0-9a-f]{6}|[a-z]+", value) and value != "inherit" else ""
