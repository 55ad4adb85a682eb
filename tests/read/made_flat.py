"""A report, a workbook and a slide show in flat OpenDocument, for office programs to convert, and what they say."""

from __future__ import annotations

__all__ = ["COMMENT", "DELETED", "FLEET", "FORMULA", "HIDDEN", "PROSE", "RECORDS", "REPORT", "ROWS", "SLIDES"]

_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_NAMES = " ".join(
    f'xmlns:{short}="{_ODF}:{name}:1.0"'
    for short, name in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing"),
        ("fo", "xsl-fo-compatible"), ("number", "datastyle"), ("svg", "svg-compatible"), ("meta", "meta"),
        ("presentation", "presentation"),
    )
)  # fmt: skip
_NAMES += (
    ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    ' xmlns:math="http://www.w3.org/1998/Math/MathML"'
)

PROSE = [
    "Ann Berg captains the Kestrel. The Kestrel sails to Bergen.",
    "Lars Holm owns the Kestrel. Ida Falk insures the Kestrel.",
    "Visible words. More visible words.",
    "The board met in Oslo on 4 March 2024.",
    "See the register of ships for more.",
    "Between the tables.",
    "A box stands here beside it.",
    "Ligature: ﬁne; dash – and —.",
    "日本語の文章です。 العربية: يعيش أحمد في القاهرة. Emoji 🚢⚓ done. Čeština, Ελληνικά.",
    "Last paragraph.",
]
"""The paragraphs of the report's body, in order, without its formula's."""
HIDDEN = ("Falcon", "Nobody may read")
DELETED = ("Gunnar Vik owns the Kestrel.", "Olaf Brandt", "2024-03-02")
COMMENT = ("Petra doubts it.", "Petra Nome", "2024-03-06")
FORMULA = "An equation: a^2=b holds."
RECORDS = [
    {"Ship": "Kestrel", "Captain": "Ann Berg"},
    {"Ship": "Osprey", "Captain": "Nils Aas"},
    {"Port": "Bergen", "Cargo Fish": "40", "Cargo Timber": "7"},
    {"Port": "Bergen", "Cargo Fish": "41", "Cargo Timber": "8"},
]
ROWS = [
    {"Ship": "Kestrel", "Seen": "2024-03-05", "Share": "25.0%", "Price": "-1234.50 €"},
    {"Ship": "Osprey", "Seen": "2023-11-30", "Share": "50.0%", "Price": "99.95 €"},
]


def _p(words: str, style: str = "Standard") -> str:
    return f'<text:p text:style-name="{style}">{words}</text:p>'


def _flat(kind: str, styles: str, body: str, *, common: str = "", masters: str = "") -> bytes:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {_NAMES} office:version="1.3" '
        f'office:mimetype="application/vnd.oasis.opendocument.{kind}"><office:meta><meta:initial-creator>Mira Solberg'
        f"</meta:initial-creator></office:meta><office:styles>{common}</office:styles><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:master-styles>{masters}</office:master-styles><office:body>"
        f"<office:{kind}>{body}</office:{kind}></office:body></office:document>"
    ).encode()


def _style(name: str, inner: str = "", *, family: str = "paragraph", more: str = "") -> str:
    return f'<style:style style:name="{name}" style:family="{family}" {more}>{inner}</style:style>'


_HIDES = '<style:text-properties text:display="none"/>'
_MARGIN = '<style:header-footer-properties fo:min-height="0.6cm"/>'
_NUMBERED = "".join(
    f'<text:list-level-style-number text:level="{level}" style:num-format="{kind}" style:num-suffix=".">'
    f'<style:list-level-properties text:space-before="{level}cm" text:min-label-width="0.6cm"/>'
    "</text:list-level-style-number>"
    for level, kind in ((1, "1"), (2, "a"))
)


def _note(kind: str, mark: str, words: str) -> str:
    return (
        f'<text:note text:id="{kind}" text:note-class="{kind}"><text:note-citation>{mark}</text:note-citation>'
        f"<text:note-body>{_p(words)}</text:note-body></text:note>"
    )


def _changed(name: str, inner: str, author: str, day: str) -> str:
    about = (
        f"<office:change-info><dc:creator>{author}</dc:creator><dc:date>{day}T09:00:00</dc:date></office:change-info>"
    )
    return f'<text:changed-region text:id="{name}">{inner.format(about)}</text:changed-region>'


def _cell(words: str, more: str = "") -> str:
    return f"<table:table-cell {more}>{_p(words)}</table:table-cell>"


def _row(*cells: str) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def _table(name: str, columns: int, heads: str, rows: str) -> str:
    return (
        f'<table:table table:name="{name}"><table:table-column table:number-columns-repeated="{columns}"/>'
        f"<table:table-header-rows>{heads}</table:table-header-rows>{rows}</table:table>"
    )


_COVERED = "<table:covered-table-cell/>"
_TALL, _WIDE = 'table:number-rows-spanned="2"', 'table:number-columns-spanned="2"'
_TABLES = (
    _table("One", 2, _row(_cell("Ship"), _cell("Captain")),
           _row(_cell("Kestrel"), _cell("Ann Berg")) + _row(_cell("Osprey"), _cell("Nils Aas"))),
    _table("Two", 3, _row(_cell("Port", _TALL), _cell("Cargo", _WIDE), _COVERED)
           + _row(_COVERED, _cell("Fish"), _cell("Timber")),
           _row(_cell("Bergen", _TALL), _cell("40"), _cell("7")) + _row(_COVERED, _cell("41"), _cell("8"))),
)  # fmt: skip

REPORT = _flat(
    "text",
    _style("Hid", _HIDES, family="text")
    + _style("HidP", _HIDES)
    + '<style:page-layout style:name="pm"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"/>'
    f"<style:header-style>{_MARGIN}</style:header-style><style:footer-style>{_MARGIN}</style:footer-style>"
    "</style:page-layout>",
    "<text:tracked-changes>"
    + _changed("c1", f"<text:deletion>{{}}{_p(DELETED[0] + ' ')}</text:deletion>", *DELETED[1:])
    + _changed("c2", "<text:insertion>{}</text:insertion>", "Tove Lind", "2024-03-03")
    + "</text:tracked-changes>"
    + _p("Report of the Board", "Title")
    + '<text:table-of-content text:name="Contents"><text:table-of-content-source/><text:index-body><text:index-title>'
    + _p("Contents", "Contents_20_Heading")
    + f"</text:index-title>{_p('Crew<text:tab/>1', 'Contents_20_1')}</text:index-body></text:table-of-content>"
    + '<text:h text:style-name="Heading_20_1" text:outline-level="1">Crew</text:h>'
    + _p(f"Ann Berg captains the Kestrel.{_note('footnote', '1', 'Built in 1998.')} The Kestrel sails to Bergen."
         f"{_note('endnote', 'i', 'Two docks.')}")
    + _p('<text:change text:change-id="c1"/>Lars Holm owns the Kestrel. <text:change-start text:change-id="c2"/>'
         'Ida Falk insures the Kestrel.<text:change-end text:change-id="c2"/>')
    + _p('Visible words. <text:span text:style-name="Hid">The code is Falcon. </text:span>More visible words.')
    + _p("Nobody may read this.", "HidP")
    + _p(f"The board <office:annotation><dc:creator>{COMMENT[1]}</dc:creator><dc:date>{COMMENT[2]}T08:00:00</dc:date>"
         f"{_p(COMMENT[0])}</office:annotation>met in Oslo on 4 March 2024.")
    + _p('See <text:a xlink:type="simple" xlink:href="https://example.org/ships">the register of ships</text:a> for '
         "more.")
    + '<text:list text:style-name="Num"><text:list-item><text:p>First item</text:p><text:list><text:list-item><text:p>'
    "Nested item</text:p></text:list-item></text:list></text:list-item></text:list>"
    + _TABLES[0] + _p("Between the tables.") + _TABLES[1]
    + _p("No ship leaves at night.", "Quotations")
    + _p('A box stands here<draw:frame text:anchor-type="char" svg:x="8cm" svg:y="0.2cm" svg:width="6cm">'
         f'<draw:text-box fo:min-height="1cm">{_p("Karl Lie guards the gate.")}</draw:text-box></draw:frame>'
         " beside it.")
    + _p('An equation: <draw:frame text:anchor-type="as-char" svg:width="2cm" svg:height="0.6cm"><draw:object>'
         "<math:math><math:semantics><math:mrow><math:msup><math:mi>a</math:mi><math:mn>2</math:mn></math:msup>"
         "<math:mo>=</math:mo>"
         "<math:mi>b</math:mi></math:mrow></math:semantics></math:math></draw:object></draw:frame> holds.")
    + "".join(map(_p, PROSE[7:])),
    common="".join(map(_style, ("Standard", "Title", "Quotations")))
    + _style("Heading_20_1", more='style:display-name="Heading 1" style:default-outline-level="1"')
    + _style("Contents_20_Heading", more='style:display-name="Contents Heading"')
    + _style("Contents_20_1", more='style:display-name="Contents 1"')
    + f'<text:list-style style:name="Num">{_NUMBERED}</text:list-style>',
    masters='<style:master-page style:name="Standard" style:page-layout-name="pm"><style:header>'
    f"{_p('Internal matter')}</style:header><style:footer>{_p('Page <text:page-number>1</text:page-number>')}"
    "</style:footer></style:master-page>",
)  # fmt: skip
"""Headings, lists, tables, notes, a comment, changes, hidden text, a box, a formula, and writing of many kinds."""


def _value(kind: str, attribute: str, value: str, style: str, shown: str) -> str:
    return (
        f'<table:table-cell table:style-name="{style}" office:value-type="{kind}" office:{attribute}="{value}">'
        f"<text:p>{shown}</text:p></table:table-cell>"
    )


def _text(words: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string" {more}><text:p>{words}</text:p></table:table-cell>'


def _ship(name: str, day: str, share: str, price: str) -> str:
    return _row(
        _text(name),
        _value("date", "date-value", day, "day", day),
        _value("percentage", "value", share, "share", f"{float(share):.1%}"),
        _value("currency", "value", price, "money", f"{float(price):,.2f} €"),
    )


_FORMATS = (
    '<number:currency-style style:name="N1"><number:number number:decimal-places="2" number:min-decimal-places="2" '
    'number:min-integer-digits="1" number:grouping="true"/><number:text> </number:text><number:currency-symbol>€'
    "</number:currency-symbol></number:currency-style>"
    '<number:percentage-style style:name="N2"><number:number number:decimal-places="1" number:min-decimal-places="1" '
    'number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style>'
    '<number:date-style style:name="N3"><number:day number:style="long"/><number:text>/</number:text><number:month '
    'number:style="long"/><number:text>/</number:text><number:year number:style="long"/></number:date-style>'
    + "".join(
        _style(name, family="table-cell", more=f'style:data-style-name="{data}"')
        for name, data in (("money", "N1"), ("share", "N2"), ("day", "N3"))
    )
    + _style("gone", '<style:table-properties table:display="false"/>', family="table")
)
FLEET = _flat(
    "spreadsheet",
    _FORMATS,
    '<table:table table:name="Ships">'
    + _row(_text("Ship"), _text("Seen"), _text("Share"), _text("Price"))
    + _ship("Kestrel", "2024-03-05", "0.25", "-1234.5")
    + _row(_text("Ghost"), _text("x"), _text("y"), _text("z")).replace(
        "<table:table-row", '<table:table-row table:visibility="collapse"'
    )
    + _ship("Osprey", "2023-11-30", "0.5", "99.95")
    + '</table:table><table:table table:name="Secret" table:style-name="gone">'
    + _row(_text("Nobody reads this"))
    + "</table:table>",
)
"""Dates, shares, money, a hidden row and a hidden sheet."""


def _frame(kind: str, inner: str, top: int) -> str:
    return (
        f'<draw:frame presentation:style-name="pr" presentation:class="{kind}" presentation:user-transformed="true" '
        f'svg:x="1cm" svg:y="{top}cm" svg:width="26cm" svg:height="3cm">'
        f"<draw:text-box>{inner}</draw:text-box></draw:frame>"
    )


def _slide(style: str, *inner: str) -> str:
    return f'<draw:page draw:style-name="{style}" draw:master-page-name="M">{"".join(inner)}</draw:page>'


_BULLETED = (
    '<text:list-level-style-bullet text:level="1" text:bullet-char="●"/>'
    '<text:list-level-style-bullet text:level="2" text:bullet-char="–"/>'
)
SLIDES = _flat(
    "presentation",
    _style("pr", family="presentation")
    + _style("shown", family="drawing-page")
    + _style(
        "gone",
        '<style:drawing-page-properties presentation:visibility="hidden"/>',
        family="drawing-page",
    )
    + '<style:page-layout style:name="pm"><style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm"/>'
    f'</style:page-layout><text:list-style style:name="L">{_BULLETED}</text:list-style>',
    _slide(
        "shown",
        _frame("title", "<text:p>Fleet plan</text:p>", 1),
        _frame(
            "outline",
            '<text:list text:style-name="L"><text:list-item><text:p>Ann captains it.</text:p><text:list>'
            "<text:list-item><text:p>She sails.</text:p></text:list-item></text:list></text:list-item></text:list>",
            5,
        ),
        f"<presentation:notes>{_frame('notes', '<text:p>Greet Petra.</text:p>', 14)}</presentation:notes>",
    )
    + _slide("gone", _frame("title", "<text:p>Nobody sees this</text:p>", 1)),
    masters='<style:master-page style:name="M" style:page-layout-name="pm"/>',
)
"""Two slides, the second hidden."""
