"""OpenDocument presentations: slide after slide, with speakers' notes, comments and footers apart."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element  # the type only

from thence.errors import InputError, Location
from thence.model.document import BlockKind
from thence.read.odf import OFFICE, declared, has_macros, opened
from thence.read.odt import TABLE, Text
from thence.read.odt_styles import STYLE
from thence.read.odt_words import DRAW, stamp
from thence.read.reading import DEFAULT, Options, Reading
from thence.read.slides import Slides
from thence.read.story import Aside, Item, Passage

__all__ = ["read_odp"]

_SHOW = "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}"
_COMMENTS = (f"{OFFICE}annotation", "{http://openoffice.org/2009/office}annotation")
_PASSED = frozenset({"page", "handout", "date-time", "page-number", "header"})


def read_odp(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read a presentation: each slide a part, its title first, as `read_pptx` does.

    Raises InputError: TH502 damaged, TH505 locked, TH506 beyond a limit.
    """
    package = opened(data, path, options)
    content = package.xml("content.xml")
    body = content.find(f"{OFFICE}body/{OFFICE}presentation") if content is not None else None
    if content is None or body is None:
        raise InputError("TH502", "no presentation inside", at=Location(path), hint="save it again as .odp")
    text = Text(package, content, package.xml("styles.xml"))
    slides = Slides(not_shown=text.words.not_shown)
    hidden = _hidden(content)
    for page in body.iterfind(f"{DRAW}page"):
        if page.get(f"{DRAW}style-name") in hidden:
            slides.skip()
        else:
            _slide(page, text, slides)
    for name in ("footer-decl", "header-decl"):
        for each in body.iterfind(f"{_SHOW}{name}"):
            said = Passage()
            said.say(" ".join("".join(each.itertext()).split()))
            slides.footer([said] if said.length else [])
    return slides.reading(path, declared(package), macros=has_macros(package))


def _slide(page: Element, text: Text, slides: Slides) -> None:
    title: list[Item] = []
    items: list[Item] = []
    for shape in page:
        if not shape.tag.startswith(DRAW) or shape.get(f"{_SHOW}placeholder") == "true":
            continue
        kind = shape.get(f"{_SHOW}class", "")
        if kind in _PASSED:
            continue
        made = list(_items(shape, text))
        if kind == "footer":
            slides.footer(made)
            continue
        if kind == "title":
            for item in made:
                if isinstance(item, Passage):
                    item.kind, item.level, item.label = BlockKind.HEADING, 1, ""
        (title if kind == "title" else items).extend(made)
    slides.lay([*title, *items])
    for notes in page.iterfind(f"{_SHOW}notes"):
        said = [
            item
            for shape in notes
            if shape.tag.startswith(DRAW) and shape.get(f"{_SHOW}class", "notes") == "notes"
            if shape.get(f"{_SHOW}placeholder") != "true"
            for item in _items(shape, text)
        ]
        slides.notes(said)
    for comment in [each for each in page if each.tag in _COMMENTS]:
        slides.comment(Aside("", _filled(text.items(comment)), *stamp(comment)))


def _items(shape: Element, text: Text) -> Iterator[Item]:
    """Yield what a shape says; pictures and objects are counted."""
    table = shape.find(f"{TABLE}table")
    if table is not None:
        yield text.table(table)
        return
    for box in text.words.boxes(shape):
        yield from _filled(box.items)


def _filled(items: list[Item]) -> list[Item]:
    return [item for item in items if not isinstance(item, Passage) or item.length or item.asides]


def _hidden(content: Element) -> set[str]:
    """Return the styles of slides that are not shown."""
    return {
        style.get(f"{STYLE}name", "")
        for style in content.iter(f"{STYLE}style")
        for properties in style.iterfind(f"{STYLE}drawing-page-properties")
        if properties.get(f"{_SHOW}visibility") == "hidden"
    }
