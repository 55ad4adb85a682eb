"""HTML: what a reader of the page sees is what the page says."""

from __future__ import annotations

import random
import time

import pytest

from tests.read.asking import behind, codes, read, rows, said, words
from thence.errors import InputError
from thence.model.document import BlockKind, Document, Span

PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTED, BlockKind.HEADING)


def page(body: str, head: str = "") -> Document:
    return read(f"<!DOCTYPE html><html lang=en><head>{head}</head><body>{body}</body></html>", "a.html")


def parts(document: Document, kind: BlockKind) -> list[tuple[str, str]]:
    return [(block.part, words(document, block.span)) for block in document.blocks if block.kind is kind]


HIDING = [
    "hidden", "hidden=until-found", 'style="display:none"', 'style="DISPLAY : None !important"',
    "style=visibility:hidden", "style=visibility:collapse", "style=opacity:0", "style='opacity: 0.0'",
    "style=font-size:0", "style='font-size:0px;color:red'", "style='position:absolute;left:-9999px'",
    "style='position:absolute; top: -1000em'", "style=text-indent:-9999px", "style='clip:rect(0,0,0,0)'",
    "style='clip: rect(1px 1px 1px 1px)'", "style='clip-path: inset(50%)'", "style='height:0;overflow:hidden'",
    "style='max-height:0px; overflow: hidden'", "style='color:#fff;background:#FFFFFF'",
    "style='color:white; background-color: rgb(255, 255, 255)'", "style='color:transparent'",
    "style='transform:scale(0)'", "style=color:white", "style='color:rgb(253, 253, 253)'", "class=pale", "class=gone",
    "class='a gone b'", "id=away", "class=shade", "popover",
]  # fmt: skip
SHOWING = [
    "aria-hidden=true", "style=display:block", "style='display:block' hidden", "style=opacity:0.5",
    "style=font-size:9px", "style=color:#f0f0f0", "style='left:-5px'", "style='margin-left:-20px'", "class=gone2",
    "class=small", "class=hover", "class=narrow", "class=back", "style='color:#fff;background:#000'",
    "style='height:0'", "class=printed", "style='background:#fff'", "data-hidden=1", "class=commented",
]  # fmt: skip
STYLE = (
    "<style>.gone{display:none} #away { position: absolute; left: -9999px } p.shade, .x { opacity: 0 }"
    ".small{font-size:11px} .hover:hover{display:none} @media (max-width: 600px) { .narrow { display: none } }"
    ".pale{color:#fff} .back{display:none} p.back{display:block} @media print{.printed{display:none}}"
    "/* .commented{display:none} */</style>"
)


@pytest.mark.parametrize("attribute", HIDING)
def test_hidden_words_are_left_out_and_counted(attribute: str):
    document = page(f"<p>Seen.</p><p {attribute}>Never <b>at</b> all.</p><p>Too.</p>", STYLE)
    assert said(document, *PROSE) == ["Seen.", "Too."]
    assert "Never" not in document.text
    assert codes(document) == ["TH538"]


@pytest.mark.parametrize("attribute", SHOWING)
def test_visible_words_are_read(attribute: str):
    document = page(f"<p>Seen.</p><p {attribute}>Here too.</p>", STYLE)
    assert said(document, *PROSE) == ["Seen.", "Here too."]
    assert codes(document) == []


def test_what_hides_may_be_revoked_inside():
    text = (
        "<div style=font-size:0>no<p style=font-size:14px>yes</p></div>"
        "<div style=visibility:hidden>no<p style=visibility:visible>and yes</p><p>no</p></div>"
        "<div style=display:none>no<p style=display:block>no</p></div>"
    )
    assert said(page(text), *PROSE) == ["yes", "and yes"]


@pytest.mark.parametrize(
    ("text", "head", "is_seen"),
    [
        ("<div><p style=color:#fff>Pale.</p></div>", "", False),
        ("<p><font color=white>Pale.</font></p>", "", False),
        ("<div style=color:#fff>x<b style='color:#000'>Pale.</b></div>", "", True),
        ("<div style=color:#fff>x<b style='background:navy'>Pale.</b></div>", "", True),
        ("<div style=background:#036><p style=color:#fff>Pale.</p></div>", "", True),
        ("<div style='background-image:url(a.png)'><p style=color:#fff>Pale.</p></div>", "", True),
        ("<div style='background:linear-gradient(red, blue)'><p style=color:#fff>Pale.</p></div>", "", True),
        ("<table><tr><td bgcolor=#003366><font color=#ffffff>Pale.</font></td></tr></table>", "", True),
        ("<table><tr><td bgcolor=#ffffff><font color=#ffffff>Pale.</font></td></tr></table>", "", False),
        (
            "<div class=dark><p class=pale>Pale.</p></div>",
            "<style>.dark{background:#111}.pale{color:#fff}</style>",
            True,
        ),
        ("<p class=pale>Pale.</p>", "<style>body{background:#111}.pale{color:#fff}</style>", True),
        ("<p class=pale>Pale.</p>", "<style>body{background:#fff}.pale{color:#fff}</style>", False),
        ("<p style=color:#fff>Pale.</p>", "<link rel=stylesheet href=x.css>", True),
        ("<p style=color:#fff>Pale.</p>", "<style>@import 'x.css';</style>", True),
        ("<p style=color:#fff>Pale.</p>", "<style>[data-x] {background:#111}</style>", True),
        ("<p style=color:#fff>Pale.</p>", "<style>.x::before {background:#111}</style>", True),
        ("<p style=color:#fff>Pale.</p>", "<style>@media (min-width:9em){.x{background:#111}}</style>", True),
        ("<p style=color:#fff>Pale.</p>", "<style>@media print{.x{background:#111}}</style>", False),
        ("<p style=color:#fff>Pale.</p>", "<style>a:hover{background:#111}</style>", False),
        ("<img src=a><div style='position:absolute'><p style=color:#fff>Pale.</p></div>", "", True),
    ],
)
def test_white_words_are_hidden_where_nothing_is_behind_them(text: str, head: str, *, is_seen: bool):
    document = page(text + "<p>Next.</p>", head)
    assert ("Pale." in document.text) is is_seen
    assert ("TH538" in codes(document)) is (not is_seen or "x<b" in text)


def test_rules_with_ancestors_hide_what_they_match():
    head = "<style>.menu .x{display:none} .menu > p{display:none}</style>"
    text = "<div class=menu><span><i class=x>no</i>a</span><p>no</p></div><i class=x>b</i><div><p>c</p></div>"
    assert said(page(text, head), *PROSE) == ["a", "b", "c"]


@pytest.mark.parametrize(
    "text",
    [
        "<script>never</script>", "<style>never</style>", "<!-- never -->", "<template><p>never</p></template>",
        "<noscript><p>never</p></noscript>", "<ruby>漢<rp>(</rp><rt>never</rt></ruby>", "<iframe>never</iframe>",
        "<textarea>never</textarea>", "<select><option>never</select>", "<svg><text>never</text></svg>",
        "<object>never</object>", "<dialog>never</dialog>", "<script><!-- <b> never --></script>",
        "<!--> <!-- never -->",
    ],
)  # fmt: skip
def test_what_is_no_text_of_the_page_gives_none(text: str):
    document = page(f"<p>Seen{text} words.</p>")
    assert "never" not in document.text
    assert "Seen" in document.text
    assert "words." in document.text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<textarea>Ann.</textarea><textarea> </textarea>", "textarea 1"),
        ("<iframe srcdoc='<p>Ann.</p>'></iframe><iframe src=a></iframe>", "iframe 1"),
        ("<input value=Ann><input value=''><input type=hidden value=Bo><input type=submit value=Go>", "input 1"),
        ("<svg><text>Ann</text></svg><select><option>A</select>", "select 1, svg 1"),
        ("<div hidden><textarea>Ann.</textarea></div>", ""),
    ],
)
def test_words_that_a_page_shows_apart_from_its_text_are_counted(text: str, told: str):
    found = [each.message for each in page(f"<p>Seen.</p>{text}").findings if each.code == "TH537"]
    assert found == ([f"not read, though the page shows it: {told}"] if told else [])


def test_page_furniture_is_in_the_text_and_no_prose():
    document = page(
        "<header><p>Site name</p></header><nav><a href=/x>Home</a></nav><div role=navigation>Menu</div>"
        "<div role=dialog aria-label='Cookie consent'>We use cookies.</div><main><h1>Title</h1><p>Text.</p></main>"
        "<aside>Related.</aside><footer>Imprint: Ann</footer><div role=contentinfo>Terms</div>"
    )
    assert said(document, *PROSE) == ["Title", "Text."]
    assert parts(document, BlockKind.FURNITURE) == [
        ("header", "Site name"), ("navigation", "Home"), ("navigation", "Menu"), ("notice", "We use cookies."),
        ("aside", "Related."), ("footer", "Imprint: Ann"), ("footer", "Terms"),
    ]  # fmt: skip
    assert (document.records, document.links) == ((), ())


def test_headers_and_footers_of_content_are_content():
    document = page(
        "<article><header><h1>Title</h1><p>By Ann.</p></header><p>Text.</p><aside>A note.</aside>"
        "<footer>Filed in Oslo.</footer></article><blockquote><p>We left.</p>"
        "<footer>— Bo Lee, chair</footer></blockquote>"
    )
    assert said(document, *PROSE) == [
        "Title", "By Ann.", "Text.", "A note.", "Filed in Oslo.", "We left.", "— Bo Lee, chair",
    ]  # fmt: skip
    assert next(b for b in document.blocks if words(document, b.span) == "We left.").voice == "Bo Lee"


def test_a_title_in_the_header_of_the_page_counts_where_there_is_no_other():
    document = page("<header><h1>Report 7</h1><p>Site</p></header><p>Text.</p>")
    assert said(document, *PROSE) == ["Report 7", "Text."]
    assert said(page("<header><h1>Site</h1></header><h1>Title</h1>"), BlockKind.HEADING) == ["Title"]


def test_a_page_of_furniture_alone_says_so():
    assert codes(page("<nav><p>All of it.</p></nav>")) == ["TH528"]


def test_struck_words_stand_apart_as_deleted():
    document = page(
        "<p>It costs <del>EUR 30</del> <ins>EUR 20</ins> now.</p><p><s>It is gone.</s></p><p>End.</p>"
        "<table><tr><th>a<th>b<tr><td><del>1</del> 2<td><span style='text-decoration:line-through'>3</span>4</table>"
    )
    assert said(document, *PROSE) == ["It costs EUR 20 now.", "End."]
    assert said(document, BlockKind.DELETED) == ["EUR 30", "It is gone.", "1", "3"]
    assert rows(document) == [{"a": "2", "b": "4"}]


def test_line_breaks_quotation_marks_and_pre():
    document = page("<p>One<br>two<br><br>Three <q>said <q>he</q></q>.</p><pre>\nAnn left.\n\nBo stayed.\n</pre>")
    assert said(document, *PROSE) == ["One\ntwo", "Three “said ‘he’”.", "Ann left.", "Bo stayed."]
    assert said(page("<pre><code>x = 1\ny</code></pre><pre>if (a) {\n  b();\n}</pre>"), BlockKind.CODE) == [
        "x = 1\ny",
        "if (a) {\n  b();\n}",
    ]


def linked(text: str) -> str:
    """Return a JSON-LD script."""
    return f'<script type="application/ld+json">{text}</script>'


@pytest.mark.parametrize(
    ("head", "date"),
    [
        ('<meta property="article:published_time" content="2024-03-05T10:00:00Z">', "2024-03-05"),
        ('<meta name="DC.date" content="2024-03">', "2024-03"),
        (linked('{"@type":"NewsArticle","datePublished":"2024-03-05"}'), "2024-03-05"),
        (linked('{"@graph":[{"@type":["Report"],"datePublished":"2024"}]}'), "2024"),
        (linked('[{"@type":"Article","datePublished":"2024"},{"@type":"Article","datePublished":"2023"}]'), None),
        (linked('{"@type":"Product","datePublished":"2024-03-05"}'), None),
        (linked("{broken"), None),
        ('<meta itemprop="datePublished" content="2024-03-05">', "2024-03-05"),
    ],
)  # fmt: skip
def test_the_date_is_what_the_page_declares(head: str, date: str | None):
    assert page("<p>On <time datetime=2020-01-01>New Year</time> Ann left.</p>", head).date == date


def test_a_marked_date_in_the_text_is_declared_too():
    assert page("<p><time itemprop=datePublished datetime=2024-03-05>today</time></p>").date == "2024-03-05"


def test_several_header_rows_row_headers_and_feet():
    document = page(
        "<table><caption>Sales</caption><thead><tr><td rowspan=2>Part<td colspan=2>Year<tr><td>2023<td>2024</thead>"
        "<tbody><tr><th>Rotor<td>1<td>2</tbody><tfoot><tr><td>Total<td>1<td>2</tfoot></table>"
    )
    assert rows(document)[0] == {"Part": "Rotor", "Year 2023": "1", "Year 2024": "2"}
    assert [item.path for item in document.records[0].fields] == [(), ("Year", "2023"), ("Year", "2024")]
    assert [record.part for record in document.records] == ["", "footer"]
    assert document.records[0].title == "Sales"
    assert ("", "Sales") in parts(document, BlockKind.FURNITURE)


def test_a_header_over_all_columns_is_the_title():
    document = page("<table><tr><th colspan=2>Sales 2024<tr><th>Part<th>Sum<tr><td>Rotor<td>5</table>")
    assert rows(document) == [{"Part": "Rotor", "Sum": "5"}]
    assert document.records[0].title == "Sales 2024"


def test_a_table_in_a_cell_is_a_table_and_a_page_laid_out_by_tables_is_prose():
    document = page(
        "<table><tr><th>Name<th>Parts<tr><td>Rotor<td><table><tr><th>Part<th>Mass<tr><td>Blade<td>7</table></table>"
    )
    assert [record.table for record in document.records] == [1, 2]
    assert rows(document)[1] == {"Part": "Blade", "Mass": "7"}
    assert document.text.count("Blade") == 1
    laid = page("<table><tr><td><h2>News</h2><p>Ann left.</p><td><ul><li>Bo came.</ul></table>")
    assert said(laid, *PROSE) == ["News", "Ann left.", "Bo came."]


def test_definition_lists_are_records():
    document = page("<dl><dt>Chair<dd>Ann<dt>Seats<dt>Places<dd>7</dl>")
    assert rows(document) == [{"Chair": "Ann", "Seats": "7", "Places": "7"}]


@pytest.mark.parametrize(
    ("label", "encoding", "text"),
    [
        ("windows-1251", "cp1251", "Привет"), ("shift_jis", "cp932", "漢字①"), ("gb2312", "gb18030", "汉字"),
        ("euc-kr", "cp949", "한글"), ("iso-8859-1", "cp1252", "“René”"), ("utf-16", "utf-8", "é"),
    ],
)  # fmt: skip
def test_declared_encodings_are_those_of_the_web(label: str, encoding: str, text: str):
    data = f"<!-- <meta charset=koi8-r> --><meta charset={label}><p>{text} &amp; x</p>".encode(encoding)
    document = read(data, "a.html")
    assert said(document, *PROSE) == [f"{text} & x"]
    at = document.text.index(text)
    assert behind(document, data, Span(at, at + len(text))) == text


def test_soft_hyphens_are_dropped_and_keep_the_bytes_around():
    data = "<p>inspec&shy;tor and ge\u00adbaut</p>".encode()
    document = read(data, "a.html")
    assert document.text == "inspector and gebaut"
    assert behind(document, data, Span(0, 9)) == "inspec&shy;tor"


def test_xhtml_closes_what_closes_itself():
    data = (
        '<?xml version="1.0"?><html><body><div hidden="hidden"/><p>Seen.</p><script src="x"/><p>Too.</p></body></html>'
    )
    assert said(read(data, "a.html"), *PROSE) == ["Seen.", "Too."]


SEED = (
    "<html><head><title>t</title><style>.a .b>p{display:none}</style></head><body><header><h1>x</h1></header><p>a&amp;b"
    "<del>c</del><q>d</q><br><br><table role=x><caption>c<thead><tr><td rowspan=2>e<td colspan=2>f<tfoot><tr><td>g"
    "</table><dl><dt>k<dd>v</dl><pre>y</pre><blockquote cite=u>z<footer>-- Ann</footer></blockquote>"
    "<button>b</button></body>"
)


def test_broken_pages_are_read():
    chance = random.Random(3)
    marks = ["<", ">", "</p>", "<table>", "<td>", "</table>", "<del>", "<dl>", "<q>", "&", '"', "<h2>", "</h2>", "<!--",
             "<button>", "<style>", "<dd>", "<caption>", "<tfoot>", "<pre>", "\x00", "<a href=x>", "<s>"]  # fmt: skip
    for _ in range(400):
        text = SEED
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice(marks) + text[at + chance.randint(0, 5) :]
        try:
            document = read("<html>" + text, "a.html")
        except InputError:
            continue
        assert document.byte_map is not None
        assert document.byte_map.length == len(document.text)
        end = 0
        for block in document.blocks:
            assert end <= block.span.start < block.span.end <= len(document.text)
            end = block.span.end


@pytest.mark.parametrize(
    "piece",
    ["<div>", "<b class=x>", "</div>", "<div><span>", "<table><tr><td>", "<p><del>x</del>", "<style>.a{}</style>",
     "<blockquote>x<footer>A</footer>", "<q>", "<li>x", "<dl><dt>x<dd>y", "<p class=a id=b>x", "<span hidden>x",
     "x<br>", "<template><p>", "<noscript>"],
)  # fmt: skip
def test_deep_and_long_pages_take_time_in_proportion(piece: str):
    def seconds(count: int) -> float:
        began = time.process_time()
        read("<html><style>.a .b{display:none}.a{opacity:1}</style>" + piece * (count // len(piece)), "a.html")
        return time.process_time() - began

    small = seconds(10_000)
    assert seconds(80_000) < 30 * small + 0.5
