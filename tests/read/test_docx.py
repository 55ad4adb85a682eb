"""Word documents: the accepted view, parts, tables, lists, links, and what is not shown."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.read.asking import codes, read, rows, said, words
from tests.read.made import R, W, docx, p, tbl
from tests.read.made_office import run, word
from thence.errors import InputError
from thence.model.document import BlockKind, Document

DELETED = "<w:del w:author='Cy' w:date='2024-05-06T10:00:00Z'><w:r><w:delText>{}</w:delText></w:r></w:del>"


HIDING = "<w:rStyle w:val='S'/>"
SHOWN = "<w:vanish w:val='0'/>"


def parts(document: Document) -> list[tuple[str, str]]:
    return [(block.part, words(document, block.span)) for block in document.blocks]


def test_word_text_is_read_in_document_order():
    body = p("Lease", "Title") + p("Made on 3 May 2024 by Ann.") + tbl([["Item", "Fee"], ["Oil", "5"]]) + p("It ends.")
    document = read(docx(body, core={"title": "Other", "creator": "Bo"}), "a.docx")
    assert (document.title, document.date, document.author) == ("Lease", "2024-05-03", None)
    assert dict(document.meta) == {"title": "Other", "author": "Bo"}
    assert said(document, BlockKind.PARAGRAPH) == ["Made on 3 May 2024 by Ann.", "It ends."]
    assert rows(document) == [{"Item": "Oil", "Fee": "5"}]
    assert document.byte_map is None


def test_every_block_has_its_paragraph_and_its_runs():
    body = f"<w:p>{run('Ann ')}{run('owns ', '<w:b/>')}{run('it.')}</w:p><w:p/>" + p("Next.")
    document = read(word(body), "a.docx")
    assert [(block.number, block.runs) for block in document.blocks] == [(1, (0, 4, 9)), (3, (14,))]


# tracked changes


def test_insertions_are_text_and_deletions_stand_apart_in_the_voice_of_who_deleted():
    body = f"<w:p>{run('Ann ')}{DELETED.format('never ')}<w:ins>{run('still ')}</w:ins>{run('owns it.')}</w:p>"
    document = read(word(body + p("Next.")), "a.docx")
    assert [(b.kind, words(document, b.span), b.voice, b.date, b.number) for b in document.blocks] == [
        (BlockKind.PARAGRAPH, "Ann still owns it.", None, None, 1),
        (BlockKind.DELETED, "never", "Cy", "2024-05-06", 1),
        (BlockKind.PARAGRAPH, "Next.", None, None, 2),
    ]
    assert [(f.code, f.message) for f in document.findings] == [
        ("TH535", "deleted by Cy on 2024-05-06: “never” (paragraph 1), no current fact")
    ]


def test_each_deletion_is_told_up_to_a_number_and_long_ones_shortened():
    cut = DELETED.format("word " * 60)
    document = read(word("".join(p("Kept.").replace("</w:p>", f"{cut}</w:p>") for _ in range(25))), "a.docx")
    told = [finding.message for finding in document.findings if finding.code == "TH535"]
    assert len(told) == 21
    assert all(len(message) < 220 for message in told)
    assert told[0].endswith("word …” (paragraph 1), no current fact")
    assert told[-1] == "5 more passages deleted by tracked changes, by Cy: no current facts"


def test_equal_deletions_of_one_paragraph_are_counted():
    body = f"<w:p>{DELETED.format('x')}{run('A')}{DELETED.format('x')}{run('B')}</w:p>"
    [finding] = read(word(body), "a.docx").findings
    assert finding.message == "deleted by Cy on 2024-05-06: “x” (paragraph 1), no current fact (2 times)"


def test_a_deletion_in_several_runs_is_one_passage():
    body = f"<w:p>{run('It cost ')}{DELETED.format('EUR ')}{DELETED.format('30')}{run('40')}{DELETED.format('!')}</w:p>"
    assert said(read(word(body), "a.docx"), BlockKind.DELETED) == ["EUR 30", "!"]


def test_a_deleted_paragraph_mark_joins_two_paragraphs():
    gone = "<w:pPr><w:rPr><w:del w:author='Cy'/></w:rPr></w:pPr>"
    body = f"<w:p>{gone}{run('Ann left ')}</w:p><w:p>{gone}{DELETED.format('the firm. ')}</w:p>" + p("in May.")
    document = read(word(body), "a.docx")
    assert said(document, BlockKind.PARAGRAPH) == ["Ann left in May."]
    assert said(document, BlockKind.DELETED) == ["the firm."]


def test_what_was_moved_stands_where_it_is_now():
    body = (
        f"<w:p>{run('A.')}<w:moveFrom w:author='Cy'>{run('Moved.')}</w:moveFrom></w:p>"
        f"<w:p><w:moveTo w:author='Cy'>{run('Moved.')}</w:moveTo></w:p>"
    )
    document = read(word(body), "a.docx")
    assert [(b.kind, words(document, b.span)) for b in document.blocks] == [
        (BlockKind.PARAGRAPH, "A."), (BlockKind.DELETED, "Moved."), (BlockKind.PARAGRAPH, "Moved."),
    ]  # fmt: skip


def test_a_deleted_row_is_no_record_and_stands_where_it_was():
    row = "<w:tr>{}<w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr>"
    gone = "<w:trPr><w:del w:author='Cy' w:date='2024-05-06T10:00:00Z'/></w:trPr>"
    lost = f"<w:p>{DELETED.format('Bo')}</w:p>", f"<w:p>{DELETED.format('6')}</w:p>"
    table = row.format("", p("Name"), p("Share")) + row.format(gone, *lost) + row.format("", p("Ann"), p("5"))
    document = read(word(f"<w:tbl>{table}</w:tbl>"), "a.docx")
    assert rows(document) == [{"Name": "Ann", "Share": "5"}]
    assert [(b.kind, words(document, b.span), b.voice) for b in document.blocks] == [
        (BlockKind.FURNITURE, "Name | Share", None), (BlockKind.DELETED, "Bo | 6", "Cy"),
        (BlockKind.FURNITURE, "Ann | 5", None),
    ]  # fmt: skip


def test_what_is_deleted_in_a_cell_stands_after_its_row():
    table = tbl([["Name", "Share"], ["Ann", "5"], ["Bo", "6"]]).replace('<w:t xml:space="preserve">5</w:t></w:r>',
        f"<w:t>7</w:t></w:r>{DELETED.format('5')}")  # fmt: skip
    document = read(word(table), "a.docx")
    assert rows(document) == [{"Name": "Ann", "Share": "7"}, {"Name": "Bo", "Share": "6"}]
    assert document.text == "Name | Share\nAnn | 7\n5\nBo | 6"


def test_an_old_format_is_no_format():
    change = "<w:pPr><w:pPrChange><w:pPr><w:pStyle w:val='Title'/></w:pPr></w:pPrChange></w:pPr>"
    hidden = "<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>"
    document = read(word(f"<w:p>{change}{run('Ann left.', hidden)}</w:p>"), "a.docx")
    assert said(document, BlockKind.PARAGRAPH) == ["Ann left."]


# parts


def test_notes_are_tied_to_their_place_and_follow_their_paragraph():
    body = (
        f"<w:p>{run('It was certified.')}<w:r><w:footnoteReference w:id='7'/></w:r>{run(' It ran')}"
        f"<w:r><w:endnoteReference w:id='2'/></w:r>{run('.')}</w:p>" + p("Next.")
    )
    notes = f"<w:footnote w:type='separator' w:id='0'>{p('x')}</w:footnote>"
    notes += f"<w:footnote w:id='7'>{p('It was withdrawn.')}{p('On 9 May.')}</w:footnote>"
    document = read(word(body, footnotes=notes, endnotes=f"<w:endnote w:id='2'>{p('See.')}</w:endnote>"), "a.docx")
    assert parts(document) == [
        ("", "It was certified. It ran."), ("footnote 1", "It was withdrawn."), ("footnote 1", "On 9 May."),
        ("endnote 1", "See."), ("", "Next."),
    ]  # fmt: skip
    assert [(link.span.start, link.span.end, link.target) for link in document.links] == [
        (17, 17, "#footnote-1"), (24, 24, "#endnote-1"),
    ]  # fmt: skip
    assert [block.number for block in document.blocks] == [1, 1, 2, 1, 2]


def test_comments_speak_for_their_author_and_break_no_sentence():
    body = (
        f"<w:p>{run('Ann ')}<w:commentRangeStart w:id='4'/>{run('left')}<w:commentRangeEnd w:id='4'/>"
        f"<w:r><w:commentReference w:id='4'/></w:r>{run(' in May.')}</w:p>"
    )
    comments = (
        f"<w:comment w:id='4' w:author='Cy' w:date='2024-05-06T10:00:00Z'>{p('Really?')}{p('Date: 1 May 2020')}"
        f"</w:comment><w:comment w:id='5' w:author='Di'>{p('Lost.')}</w:comment>"
    )
    document = read(word(body, comments=comments), "a.docx")
    assert [(words(document, b.span), b.part, b.voice, b.date) for b in document.blocks] == [
        ("Ann left in May.", "", None, None),
        ("Really?", "comment 1", "Cy", "2024-05-06"),
        ("Date: 1 May 2020", "comment 1", "Cy", "2024-05-06"),
        ("Lost.", "comment 2", "Di", None),
    ]
    assert [link.target for link in document.links] == ["#comment-1"]
    assert document.date is None


def test_headers_and_footers_are_read_once_before_and_after_the_body():
    refs = "".join(f"<w:{kind}Reference w:type='{type_}' r:id='{rid}'/>" for kind, type_, rid in [
        ("header", "first", "r1"), ("header", "default", "r2"), ("header", "even", "r3"), ("footer", "default", "r4"),
    ])  # fmt: skip
    rels = {"r1": ("header", "header1.xml"), "r2": ("header", "header2.xml"), "r3": ("header", "header3.xml"),
            "r4": ("footer", "footer1.xml")}  # fmt: skip
    body = p("Body.") + f"<w:p><w:pPr><w:sectPr>{refs}</w:sectPr></w:pPr></w:p><w:sectPr>{refs}</w:sectPr>"
    document = read(
        word(body, rels=rels, header1=p("First"), header2=p("SECRET"), header3=p("SECRET"), header4=p("Unused"),
             footer1=p("Page 1")), "a.docx",
    )  # fmt: skip
    assert parts(document) == [("header", "First"), ("header", "SECRET"), ("", "Body."), ("footer", "Page 1")]


def test_a_text_box_is_read_once():
    box = f"<w:txbxContent>{p('Chief: Bo Ek')}</w:txbxContent>"
    both = (
        f"<mc:AlternateContent><mc:Choice Requires='wps'>{box}</mc:Choice><mc:Fallback><w:pict>{box}</w:pict>"
        "</mc:Fallback></mc:AlternateContent>"
    )
    document = read(word(f"<w:p><w:r><w:t>See</w:t>{both}</w:r>{run(' here.')}</w:p>"), "a.docx")
    assert parts(document) == [("", "See here."), ("text box", "Chief: Bo Ek")]
    assert rows(document) == [{"Chief": "Bo Ek"}]
    empty = both.replace(f"'wps'>{box}", "'wps'><w:drawing/>", 1)
    assert parts(read(word(f"<w:p>{run('A')}<w:r>{empty}</w:r></w:p>"), "a.docx"))[1] == ("text box", "Chief: Bo Ek")


# links, fields, signs


def test_the_words_of_a_hyperlink_are_text_and_its_address_a_link():
    body = (
        f"<w:p>{run('By ')}<w:hyperlink r:id='r9' w:anchor='top'>{run('Orr')}{run(' Co')}</w:hyperlink>, "
        f"<w:hyperlink w:anchor='b'>{run('below')}</w:hyperlink></w:p>"
    )
    document = read(word(body, rels={"r9": ("hyperlink", "http://o.org/")}), "a.docx")
    assert document.text == "By Orr Cobelow"
    assert [(words(document, link.span), link.target) for link in document.links] == [
        ("Orr Co", "http://o.org/#top"), ("below", "#b"),
    ]  # fmt: skip


def _mark(kind: str) -> str:
    return f"<w:r><w:fldChar w:fldCharType='{kind}'/></w:r>"


def _instruction(words_: str) -> str:
    return f"<w:r><w:instrText xml:space='preserve'>{words_}</w:instrText></w:r>"


def test_fields_show_their_result_and_link_where_they_say():
    link = _mark("begin") + _instruction(' HYPERLINK "http://x.y/z" ') + _instruction('\\l "a"') + _mark("separate")
    inner = _mark("begin") + _instruction(" MERGEFIELD n ") + _mark("separate") + run("7") + _mark("end")
    choice = _mark("begin") + _instruction(" IF ") + inner + _instruction(" = 7 ") + _mark("separate") + run("yes")
    simple = f"<w:fldSimple w:instr=' HYPERLINK \"mailto:a@x.org\" '>{run('mail')}</w:fldSimple>"
    body = f"<w:p>{link}{run('the act')}{_mark('end')}{run(', ')}{choice}{_mark('end')}{run(', ')}{simple}</w:p>"
    document = read(word(body), "a.docx")
    assert document.text == "the act, yes, mail"
    assert [(words(document, each.span), each.target) for each in document.links] == [
        ("the act", "http://x.y/z#a"), ("mail", "mailto:a@x.org"),
    ]  # fmt: skip


def test_a_field_that_never_ends_hides_nothing():
    body = f"<w:p>{_mark('begin')}{_instruction('PAGE')}{run('One.')}</w:p>" + p("Two.")
    assert read(word(body), "a.docx").text == "One.\nTwo."


def test_tabs_breaks_hyphens_and_symbols_are_what_they_show():
    inner = (
        "<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/><w:t>e</w:t>"
        "<w:sym w:font='Wingdings' w:char='F0FE'/><w:sym w:font='Symbol' w:char='F061'/>"
        "<w:sym w:font='Webdings' w:char='F099'/>"
    )
    document = read(word(f"<w:p><w:r>{inner}</w:r></w:p>"), "a.docx")
    assert document.text == "a\tb\nc-d\u00ade☑α\ufffd"
    assert [(words(document, join.span), join.text) for join in document.joins] == [("\u00ad", "")]
    assert codes(document) == ["TH522"]


def test_content_controls_and_smart_tags_are_looked_through():
    control = "<w:sdt><w:sdtPr>{}</w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>"
    inline = control.format("", f"<w:smartTag>{run('Ann')}</w:smartTag>")
    empty = control.format("<w:showingPlcHdr/>", run("Click here."))
    document = read(word(control.format("", f"<w:p>{inline}{run(' left.')}{empty}</w:p>")), "a.docx")
    assert document.text == "Ann left."
    assert [f.message for f in document.findings] == ["not read: form fields nobody filled in 1"]


def test_hidden_text_is_left_out_and_counted():
    styles = "<w:style w:type='character' w:styleId='S'><w:name w:val='s'/><w:rPr><w:vanish/></w:rPr></w:style>"
    body = f"<w:p>{run('Ann ')}{run('never ', '<w:vanish/>')}{run('ever ', HIDING)}{run('left.', HIDING + SHOWN)}</w:p>"
    document = read(word(body, styles=styles), "a.docx")
    assert document.text == "Ann left."
    assert [(f.code, f.message) for f in document.findings] == [("TH538", "hidden passages left out: 2")]


def test_formulas_are_read_in_a_line():
    math = (
        "<m:oMath><m:r><m:t>x=</m:t></m:r><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r>"
        "</m:den></m:f><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>"
    )
    assert read(word(f"<w:p>{math}</w:p>"), "a.docx").text == "x=a/bc^2"


# headings and lists

NUMBERING = (
    "<w:abstractNum w:abstractNumId='1'><w:lvl w:ilvl='0'><w:start w:val='1'/><w:numFmt w:val='decimal'/>"
    "<w:lvlText w:val='%1.'/></w:lvl><w:lvl w:ilvl='1'><w:start w:val='1'/><w:numFmt w:val='lowerLetter'/>"
    "<w:lvlText w:val='%1.%2)'/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId='2'><w:lvl w:ilvl='0'>"
    "<w:numFmt w:val='bullet'/><w:lvlText w:val='\uf0b7'/></w:lvl></w:abstractNum>"
    "<w:num w:numId='1'><w:abstractNumId w:val='1'/></w:num><w:num w:numId='2'><w:abstractNumId w:val='2'/></w:num>"
    "<w:num w:numId='3'><w:abstractNumId w:val='1'/><w:lvlOverride w:ilvl='0'><w:startOverride w:val='1'/>"
    "</w:lvlOverride></w:num>"
)


def _item(text: str, number: int, level: int = 0) -> str:
    properties = f"<w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='{number}'/></w:numPr>"
    return f"<w:p><w:pPr>{properties}</w:pPr>{run(text)}</w:p>"


def test_items_have_their_number_before_them_and_their_depth():
    body = _item("One", 1) + _item("Deep", 1, 1) + _item("Two", 1) + _item("Dot", 2) + _item("Deep", 1, 1)
    document = read(word(body + _item("Again", 3) + _item("None", 0), numbering=NUMBERING), "a.docx")
    assert document.text == "1. One\n1.a) Deep\n2. Two\n• Dot\n2.a) Deep\n1. Again\nNone"
    assert [(words(document, b.span), b.level) for b in document.blocks if b.kind is BlockKind.ITEM] == [
        ("One", 1), ("Deep", 2), ("Two", 1), ("Dot", 1), ("Deep", 2), ("Again", 1),
    ]  # fmt: skip


def test_a_style_may_make_headings_and_number_them():
    styles = (
        "<w:style w:type='paragraph' w:styleId='b1'><w:name w:val='heading 1'/><w:pPr><w:numPr><w:numId w:val='1'/>"
        "</w:numPr></w:pPr></w:style><w:style w:type='paragraph' w:styleId='Own'><w:name w:val='Clause'/>"
        "<w:basedOn w:val='b1'/></w:style><w:style w:type='paragraph' w:styleId='O'><w:name w:val='Outlined'/>"
        "<w:basedOn w:val='O'/><w:pPr><w:outlineLvl w:val='1'/></w:pPr></w:style>"
        "<w:style w:type='paragraph' w:styleId='T'><w:name w:val='toc 1'/></w:style>"
    )
    body = p("Contents 3", "T") + p("Term", "b1") + p("Rent", "Own") + p("Costs", "O") + p("They end.")
    document = read(word(body, styles=styles, numbering=NUMBERING), "a.docx")
    assert [(b.kind, b.level, words(document, b.span)) for b in document.blocks] == [
        (BlockKind.FURNITURE, 0, "Contents 3"), (BlockKind.HEADING, 1, "Term"), (BlockKind.HEADING, 1, "Rent"),
        (BlockKind.HEADING, 2, "Costs"), (BlockKind.PARAGRAPH, 0, "They end."),
    ]  # fmt: skip
    assert document.text.splitlines()[1:3] == ["1. Term", "2. Rent"]
    assert document.title == "Term"


# tables


def _cell(inner: str, properties: str = "") -> str:
    return f"<w:tc>{f'<w:tcPr>{properties}</w:tcPr>' if properties else ''}{inner}</w:tc>"


def _row(*cells: str, properties: str = "") -> str:
    return f"<w:tr>{f'<w:trPr>{properties}</w:trPr>' if properties else ''}{''.join(cells)}</w:tr>"


def _bold(text: str) -> str:
    return f"<w:p>{run(text, '<w:b/>')}</w:p>"


def test_merged_cells_count_once():
    merged = _row(_cell(p("Firm")), _cell(p("Owner")), _cell(p("Note")))
    merged += _row(_cell(p("Bolt"), "<w:vMerge w:val='restart'/>"), _cell(p("Ann")), _cell(p("x")))
    merged += _row(_cell(p(""), "<w:vMerge/>"), _cell(p("Bo y"), "<w:gridSpan w:val='2'/>"))
    document = read(word(f"<w:tbl>{merged}</w:tbl>"), "a.docx")
    assert rows(document) == [{"Firm": "Bolt", "Owner": "Ann", "Note": "x"}, {"Firm": "Bolt", "Owner": "Bo y"}]
    assert document.text.count("Bolt") == 1


def test_several_header_rows_make_a_path():
    head = _row(_cell(p(""), "<w:vMerge w:val='restart'/>"), _cell(p("Sales"), "<w:gridSpan w:val='2'/>"),
                properties="<w:tblHeader/>")  # fmt: skip
    head += _row(_cell(p(""), "<w:vMerge/>"), _cell(p("2023")), _cell(p("2024")), properties="<w:tblHeader/>")
    document = read(word(f"<w:tbl>{head}{_row(_cell(p('Oil')), _cell(p('5')), _cell(p('6')))}</w:tbl>"), "a.docx")
    assert [(f.name, f.path, words(document, f.value)) for f in document.records[0].fields] == [
        ("", (), "Oil"), ("Sales 2023", ("Sales", "2023"), "5"), ("Sales 2024", ("Sales", "2024"), "6"),
    ]  # fmt: skip


def test_bold_tells_a_header_row_from_a_column_of_names():
    names = _row(_cell(_bold("Buyer")), _cell(p("Acme Ltd"))) + _row(_cell(_bold("Seller")), _cell(p("Bolt Ltd")))
    assert rows(read(word(f"<w:tbl>{names}</w:tbl>"), "a.docx")) == [{"Buyer": "Acme Ltd", "Seller": "Bolt Ltd"}]
    head = _row(_cell(_bold("1st")), _cell(_bold("2nd."))) + _row(_cell(p("Bo")), _cell(p("Cy")))
    assert rows(read(word(f"<w:tbl>{head}</w:tbl>"), "a.docx")) == [{"1st": "Bo", "2nd.": "Cy"}]


def test_a_table_in_a_cell_is_a_table_of_its_own():
    inner = tbl([["Part", "Mass"], ["Blade", "7"]])
    outer = _row(_cell(p("Name")), _cell(p("Parts"))) + _row(_cell(p("Rotor")), _cell(p("two") + inner + p("")))
    document = read(word(f"<w:tbl>{outer}</w:tbl>" + p("End.")), "a.docx")
    assert [(record.table, record.row) for record in document.records] == [(1, 1), (2, 1)]
    assert rows(document) == [{"Name": "Rotor", "Parts": "two"}, {"Part": "Blade", "Mass": "7"}]
    assert document.text.count("Blade") == 1


def test_a_table_that_lays_out_a_page_is_its_paragraphs():
    document = read(word("<w:tbl>" + _row(_cell(p("Summary", "Heading1") + p("Ann left."))) + "</w:tbl>"), "a.docx")
    assert [(b.kind, words(document, b.span)) for b in document.blocks] == [
        (BlockKind.HEADING, "Summary"), (BlockKind.PARAGRAPH, "Ann left."),
    ]  # fmt: skip


def test_the_caption_above_names_the_table():
    styles = "<w:style w:type='paragraph' w:styleId='C'><w:name w:val='caption'/></w:style>"
    document = read(word(p("Table 1: Fees", "C") + tbl([["Item", "Fee"], ["Oil", "5"]]), styles=styles), "a.docx")
    assert [record.title for record in document.records] == ["Table 1: Fees"]


# the package


def test_strict_documents_are_read():
    loose = docx(p("Date: 3 May 2024") + p("Ann left."))
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(loose)) as before, zipfile.ZipFile(out, "w") as after:
        for name in before.namelist():
            text = before.read(name).decode()
            text = text.replace(W, "http://purl.oclc.org/ooxml/wordprocessingml/main")
            after.writestr(name, text.replace(R, "http://purl.oclc.org/ooxml/officeDocument/relationships"))
    document = read(out.getvalue(), "a.docx")
    assert (document.date, said(document, BlockKind.PARAGRAPH)) == ("2024-05-03", ["Ann left."])


def test_macros_pictures_and_charts_are_told():
    body = "<w:p><w:r><w:drawing><a:graphicData uri='x/picture'><a:blip/></a:graphicData></w:drawing><w:drawing>"
    body += "<a:graphicData uri='x/chart'/></w:drawing></w:r></w:p>" + p("Ann left.")
    data = word(body)
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as package:
        package.writestr("word/vbaProject.bin", b"x")
    document = read(out.getvalue(), "a.docm")
    assert [(f.code, f.message) for f in document.findings] == [
        ("TH525", "pictures not read: 1"),
        ("TH537", "not read: charts 1"),
        ("TH537", "the macros of the file are neither read nor run"),
    ]


@pytest.mark.parametrize("deep", [75, 5_000])
def test_nested_tables_are_read_or_refused(deep: int):
    body = "<w:tbl><w:tr><w:tc>" * deep + p("Bottom.") + "</w:tc></w:tr></w:tbl>" * deep
    if deep < 100:
        assert "Bottom." in read(word(body), "a.docx").text
    else:
        with pytest.raises(InputError) as caught:
            read(word(body), "a.docx")
        assert caught.value.code == "TH506"


@pytest.mark.parametrize("around", ["smartTag", "ins", "sdtContent", "hyperlink"])
def test_deep_markup_is_read(around: str):
    inner = f"<w:{around}>" * 230 + run("Bottom.") + f"</w:{around}>" * 230
    assert read(word(f"<w:p>{inner}</w:p>"), "a.docx").text == "Bottom."


def test_deep_boxes_are_read():
    body = p("Bottom.")
    for _ in range(60):
        body = f"<w:p><w:r><w:pict><w:txbxContent>{body}</w:txbxContent></w:pict></w:r></w:p>"
    assert read(word(body), "a.docx").text.strip() == "Bottom."


def test_a_row_without_a_cell_of_its_own_moves_no_other():
    merged = _row(_cell(p("Firm")), _cell(p("Owner")))
    merged += _row(_cell(p("Bolt"), "<w:vMerge w:val='restart'/>"), _cell(p("Ann"), "<w:vMerge w:val='restart'/>"))
    merged += _row(_cell(p(""), "<w:vMerge/>"), _cell(p(""), "<w:vMerge/>"))
    merged += _row(_cell(p("Nut")), _cell(p("Cy")))
    document = read(word(f"<w:tbl>{merged}</w:tbl>"), "a.docx")
    assert {"Firm": "Nut", "Owner": "Cy"} in rows(document)
    assert document.text.count("Bolt") == 1


def test_a_table_all_in_bold_has_its_first_row_as_header():
    head = "".join(_row(_cell(_bold(a)), _cell(_bold(b))) for a, b in (("Name", "Share"), ("Ann", "5"), ("Bo", "6")))
    assert rows(read(word(f"<w:tbl>{head}</w:tbl>"), "a.docx")) == [
        {"Name": "Ann", "Share": "5"}, {"Name": "Bo", "Share": "6"},
    ]  # fmt: skip


WHITE = "<w:color w:val='FFFFFF'/>"


def test_white_words_on_the_page_are_hidden_and_counted():
    body = f"<w:p>{run('Ann owns it.')}{run(' Bo pays.', WHITE)}</w:p>" + p("Next.")
    document = read(word(body), "a.docx")
    assert said(document, BlockKind.PARAGRAPH) == ["Ann owns it.", "Next."]
    assert [found.message for found in document.findings] == ["hidden passages left out: 1"]


@pytest.mark.parametrize(
    "body",
    [
        f"<w:p>{run('Seen.', WHITE + '<w:highlight w:val=' + chr(39) + 'blue' + chr(39) + '/>')}</w:p>",
        f"<w:p><w:pPr><w:shd w:val='clear' w:fill='1F4E79'/></w:pPr>{run('Seen.', WHITE)}</w:p>",
        f"<w:tbl><w:tr><w:tc><w:p>{run('Seen.', WHITE)}</w:p></w:tc></w:tr></w:tbl><w:p/>",
        f"<w:p>{run('Seen.', '<w:color w:val=' + chr(39) + 'FF0000' + chr(39) + '/>')}</w:p>",
        (
            "<w:p><w:r><w:drawing><wp:anchor xmlns:wp='http://schemas.openxmlformats.org/drawingml/2006/"
            f"wordprocessingDrawing' behindDoc='1'/></w:drawing></w:r></w:p><w:p>{run('Seen.', WHITE)}</w:p>"
        ),
    ],
)
def test_white_words_on_something_dark_are_seen(body: str):
    document = read(word(body + p("Next.")), "a.docx")
    assert "Seen." in document.text
    assert "TH538" not in codes(document)


@pytest.mark.parametrize(("colour", "is_seen"), [("FDFDFD", False), ("f8F9fa", False), ("F0F0F0", True)])
def test_words_nearly_as_white_as_the_page_are_hidden(colour: str, *, is_seen: bool):
    said_so = run("Bo pays.", f"<w:color w:val='{colour}'/>")
    document = read(word(f"<w:p>{run('Ann owns it. ')}{said_so}</w:p>"), "a.docx")
    assert ("Bo pays." in document.text) is is_seen
