"""Spreadsheets of OpenDocument made for the tests of the reader, cell by cell."""

from __future__ import annotations

from tests.read.made_office import packed

__all__ = ["EMPTY", "REST", "line", "number", "ods", "table", "text"]

_ODF = "urn:oasis:names:tc:opendocument:xmlns"
_NAMES = " ".join(
    f'xmlns:{short}="{_ODF}:{name}:1.0"'
    for short, name in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing"),
        ("fo", "xsl-fo-compatible"), ("number", "datastyle"),
    )
)  # fmt: skip
_NAMES += ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'
_STYLES = """
<style:style style:name="cut" style:family="text"><style:text-properties
 style:text-line-through-style="solid"/></style:style>
<style:style style:name="cutline" style:family="paragraph"><style:text-properties
 style:text-line-through-style="solid"/></style:style>
<style:style style:name="struck" style:family="table-cell"><style:text-properties
 style:text-line-through-style="solid"/></style:style>
<style:style style:name="high" style:family="text"><style:text-properties
 style:text-position="super 58%"/></style:style>
<style:style style:name="white" style:family="table-cell"><style:text-properties fo:color="#ffffff"/></style:style>
<style:style style:name="onblue" style:family="table-cell" style:parent-style-name="white"><style:table-cell-properties
 fo:background-color="#1f4e79"/></style:style>
<number:number-style style:name="N5P0"><number:text/></number:number-style>
<number:text-style style:name="N5"><number:text/><style:map style:condition="value()&gt;0"
 style:apply-style-name="N5P0"/><style:map style:condition="value()&lt;0" style:apply-style-name="N5P0"/>
<style:map style:condition="value()=0" style:apply-style-name="N5P0"/></number:text-style>
<style:style style:name="blank" style:family="table-cell" style:data-style-name="N5"/>
<number:currency-style style:name="NP"><number:number number:decimal-places="2" number:min-integer-digits="1"
 number:grouping="true"/><number:text> </number:text><number:currency-symbol>€</number:currency-symbol>
</number:currency-style>
<number:currency-style style:name="N1"><number:text>-</number:text><number:number number:decimal-places="2"/>
<style:map style:condition="value()&gt;=0" style:apply-style-name="NP"/></number:currency-style>
<number:percentage-style style:name="N2"><number:number number:decimal-places="1" number:min-integer-digits="1"/>
<number:text>%</number:text></number:percentage-style>
<number:date-style style:name="N3"><number:day/><number:text>.</number:text><number:month/><number:text>.</number:text>
<number:year/></number:date-style>
<number:number-style style:name="N4"><number:number number:decimal-places="0" number:min-integer-digits="5"/>
</number:number-style>
<style:style style:name="money" style:family="table-cell" style:data-style-name="N1"/>
<style:style style:name="cash" style:family="table-cell" style:parent-style-name="money"/>
<style:style style:name="share" style:family="table-cell" style:data-style-name="N2"/>
<style:style style:name="day" style:family="table-cell" style:data-style-name="N3"/>
<style:style style:name="code" style:family="table-cell" style:data-style-name="N4"/>
<style:style style:name="gone" style:family="table"><style:table-properties table:display="false"/></style:style>
"""


def ods(body: str, manifest: str = "") -> bytes:
    """Return a spreadsheet of tables."""
    return packed({
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "content.xml": f"<office:document-content {_NAMES}><office:automatic-styles>{_STYLES}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>",
        "META-INF/manifest.xml": f"<m:manifest xmlns:m='{_ODF}:manifest:1.0'>{manifest}</m:manifest>",
    })  # fmt: skip


def table(*lines: str, name: str = "Fleet", more: str = "") -> str:
    """Return a sheet of rows.   more: attributes."""
    return f"<table:table table:name='{name}' {more}>{''.join(lines)}</table:table>"


def line(*cells: str, more: str = "") -> str:
    """Return a row of cells."""
    return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"


def text(words: str, more: str = "") -> str:
    """Return a cell with words."""
    return f"<table:table-cell office:value-type='string' {more}><text:p>{words}</text:p></table:table-cell>"


def number(value: str, shown: str, style: str = "", kind: str = "float", more: str = "") -> str:
    """Return a cell with a number.   shown: what it looks like."""
    named = f"table:style-name='{style}'" if style else ""
    return (
        f"<table:table-cell office:value-type='{kind}' office:value='{value}' {named} {more}><text:p>{shown}</text:p>"
        "</table:table-cell>"
    )


EMPTY = "<table:table-cell table:number-columns-repeated='16000'/>"
REST = f"<table:table-row table:number-rows-repeated='1048000'>{EMPTY}</table:table-row>"
