"""Presentations made for the tests of the readers, shape by shape."""

from __future__ import annotations

from tests.read.made import R
from tests.read.made_office import packed, relations

__all__ = ["BELOW", "PLAIN", "frame", "odp", "page", "para", "pptx", "shape"]

_P = "http://schemas.openxmlformats.org/presentationml/2006/main"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_NAMES = f'xmlns:p="{_P}" xmlns:a="{_A}" xmlns:r="{R}"'
_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_ODF_NAMES = " ".join(
    f'xmlns:{short}="{_ODF}:{name}:1.0"'
    for short, name in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing"),
        ("presentation", "presentation"),
    )
)  # fmt: skip
_ODF_NAMES += ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:ooo="http://openoffice.org/2009/office"'
BELOW = "<a:pPr lvl='1'/>"
PLAIN = "<a:pPr><a:buNone/></a:pPr>"


def para(text: str, about: str = "") -> str:
    """Return a paragraph.   about: its properties."""
    return f"<a:p>{about}<a:r><a:t>{text}</a:t></a:r></a:p>"


def shape(*paragraphs: str, kind: str | None = None, hidden: bool = False) -> str:
    """Return a shape with words.   kind: of its placeholder."""
    holds = "" if kind is None else f"<p:ph{f' type={chr(39)}{kind}{chr(39)}' if kind else ''}/>"
    about = f"<p:cNvPr id='1' name='x'{' hidden=' + chr(39) + '1' + chr(39) if hidden else ''}/>"
    body = f"<p:txBody><a:bodyPr/>{''.join(paragraphs)}</p:txBody>"
    return f"<p:sp><p:nvSpPr>{about}<p:nvPr>{holds}</p:nvPr></p:nvSpPr>{body}</p:sp>"


def pptx(
    *slides: str, notes: str = "", comments: str = "", hidden: tuple[int, ...] = (), master: str | None = None
) -> bytes:
    """Return a presentation.

    notes, comments: of its first slide.   hidden: numbers of slides.   master: shapes on the master of the first slide,
    which has a layout and a theme then.
    """
    parts: dict[str, str | bytes] = {}
    targets = {}
    for number, shapes in enumerate(slides, 1):
        shown = "show='0'" if number in hidden else ""
        tree = f"<p:cSld><p:spTree>{shapes}</p:spTree></p:cSld>"
        parts[f"ppt/slides/slide{number}.xml"] = f"<p:sld {_NAMES} {shown}>{tree}</p:sld>"
        targets[f"s{number}"] = ("slide", f"slides/slide{number}.xml")
    ids = "".join(f"<p:sldId id='{255 + each}' r:id='s{each}'/>" for each in range(1, len(slides) + 1))
    parts["ppt/presentation.xml"] = f"<p:presentation {_NAMES}><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>"
    targets["a1"] = ("commentAuthors", "commentAuthors.xml")
    parts["ppt/commentAuthors.xml"] = f"<p:cmAuthorLst {_NAMES}><p:cmAuthor id='0' name='Olaf'/></p:cmAuthorLst>"
    parts["ppt/_rels/presentation.xml.rels"] = relations(targets)
    own = {"h1": ("hyperlink", "https://example.org/k")}
    if notes:
        own["n1"] = ("notesSlide", "../notesSlides/notesSlide1.xml")
        tree = f"<p:cSld><p:spTree>{notes}</p:spTree></p:cSld>"
        parts["ppt/notesSlides/notesSlide1.xml"] = f"<p:notes {_NAMES}>{tree}</p:notes>"
    if comments:
        own["c1"] = ("comments", "../comments/comment1.xml")
        parts["ppt/comments/comment1.xml"] = f"<p:cmLst {_NAMES}>{comments}</p:cmLst>"
    if master is not None:
        own["l1"] = ("slideLayout", "../slideLayouts/l.xml")
        parts |= _laid_out(master)
    parts["ppt/slides/_rels/slide1.xml.rels"] = relations(own)
    return packed(parts)


def _laid_out(shapes: str) -> dict[str, str]:
    """Return a layout, its master with some shapes, and a white theme."""
    return {
        "ppt/slideLayouts/l.xml": f"<p:sldLayout {_NAMES}><p:cSld><p:spTree/></p:cSld></p:sldLayout>",
        "ppt/slideLayouts/_rels/l.xml.rels": relations({"m1": ("slideMaster", "../slideMasters/m.xml")}),
        "ppt/slideMasters/m.xml": f"<p:sldMaster {_NAMES}><p:cSld><p:bg><p:bgRef idx='1001'><a:schemeClr val='bg1'/>"
        f"</p:bgRef></p:bg><p:spTree>{shapes}</p:spTree></p:cSld><p:clrMap bg1='lt1'/></p:sldMaster>",
        "ppt/slideMasters/_rels/m.xml.rels": relations({"t1": ("theme", "../theme/t.xml")}),
        "ppt/theme/t.xml": f"<a:theme {_NAMES}><a:themeElements><a:clrScheme><a:lt1><a:sysClr val='window' "
        "lastClr='FFFFFF'/></a:lt1></a:clrScheme></a:themeElements></a:theme>",
    }


def odp(*pages: str, styles: str = "") -> bytes:
    """Return a presentation of OpenDocument."""
    return packed({
        "mimetype": "application/vnd.oasis.opendocument.presentation",
        "content.xml": f"<office:document-content {_ODF_NAMES}>"
        f"<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:presentation>{''.join(pages)}</office:presentation></office:body>"
        "</office:document-content>",
        "META-INF/manifest.xml": f"<m:manifest xmlns:m='{_ODF}:manifest:1.0'/>",
    })  # fmt: skip


def frame(inner: str, kind: str = "") -> str:
    """Return a frame with a text box.   kind: its class."""
    said = f"presentation:class='{kind}'" if kind else ""
    return f"<draw:frame {said}><draw:text-box>{inner}</draw:text-box></draw:frame>"


def page(*shapes: str, style: str = "") -> str:
    """Return a slide of OpenDocument."""
    return f"<draw:page draw:style-name='{style}'>{''.join(shapes)}</draw:page>"
