"""One or more small files of each format, each with most of what its format knows: seeds for the fuzzer."""

from __future__ import annotations

import gzip
import struct
import zlib

from tests.read.made import W, docx, p, pdf, tbl
from tests.read.made_containers import LOCKED, attached, mail, mailbox, multipart, part, tarred, zipped
from tests.read.made_flat import FLEET, REPORT
from tests.read.made_ods import REST, line, number, ods, table, text
from tests.read.made_slides import frame, odp, page, para, pptx, shape
from tests.read.made_xlsx import grid, workbook

__all__ = ["SEEDS"]


def _png(width: int = 4, height: int = 4) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\x00" + bytes(width) for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns"

_XLSX = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="xml" '
    f'ContentType="a/xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
    f'Type="{_RELS}/officeDocument" '
    'Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_SHEET}" xmlns:r="{_RELS}"><sheets><sheet name="Paid" sheetId="1" '
    f'r:id="r1"/>'
    '<sheet name="Old" sheetId="2" state="hidden" r:id="r2"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
    f'Type="{_RELS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="{_RELS}/worksheet" '
    'Target="worksheets/sheet2.xml"/></Relationships>',
    "xl/sharedStrings.xml": f'<sst xmlns="{_SHEET}"><si><t>Name</t></si><si><r><t>Sum</t></r></si><si><t>Ann</t'
    f"></si></sst>",
    "xl/styles.xml": f'<styleSheet xmlns="{_SHEET}"><numFmts count="1"><numFmt numFmtId="164" '
    f'formatCode="yyyy-mm-dd"/>'
    '</numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_SHEET}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c>'
    '<c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>45000</v></c></row>'
    '<row r="3"><c r="A3" t="inlineStr"><is><t>Bo</t></is></c><c r="B3"><f>1+1</f><v>2</v></c></row></sheetData>'
    '<mergeCells count="1"><mergeCell ref="A1:A2"/></mergeCells></worksheet>',
    "xl/worksheets/sheet2.xml": f'<worksheet xmlns="{_SHEET}"><sheetData/></worksheet>',
}
_ODT = {
    "mimetype": "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{_OFFICE}:manifest:1.0"/>',
    "content.xml": f'<office:document-content xmlns:office="{_OFFICE}:office:1.0" xmlns:text="{_OFFICE}:text:1.0" '
    f'xmlns:table="{_OFFICE}:table:1.0"><office:body><office:text><text:h text:outline-level="1">Head</text:h>'
    "<text:p>Ann <text:span>paid</text:span><text:s text:c='2'/>Bo.<text:note "
    "text:note-class='footnote'><text:note-body>"
    "<text:p>Note.</text:p></text:note-body></text:note></text:p><text:list><text:list-item><text:p>One</text:p>"
    "</text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>a</text:p></table:tab"
    "le-cell>"
    "<table:table-cell table:number-columns-repeated='2'><text:p>b</text:p></table:table-cell></table:table-row>"
    "</table:table></office:text></office:body></office:document-content>",
}
_EPUB = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    "OEBPS/content.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Book</dc:title><dc:creator>Ann</dc:creator></metadata>'
    '<manifest><item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref '
    'idref="c1"/></spine></package>',
    "OEBPS/c1.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body><h1>One</h1>'
    "<p>Ann left.</p></body></html>",
}
_NOTES = (
    f'<w:footnotes xmlns:w="{W}"><w:footnote w:id="2"><w:p><w:r><w:t>Note.</w:t></w:r></w:p></w:footnote></w:footnotes>'
)
_DOCX = docx(
    p("Title", "Title")
    + p("Key: value")
    + tbl([["a", "b"], ["1", "2"]])
    + "<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>"
    '<w:r><w:footnoteReference w:id="2"/></w:r></w:p>',
    parts={"word/footnotes.xml": _NOTES},
    core={"title": "T", "creator": "Ann"},
)
_PDF = pdf(
    [
        [(50, 700, 14, "Head"), (50, 660, 11, "Some text"), (50, 640, 11, "Item"), (200, 640, 11, "EUR"),
         (50, 625, 11, "Oil"), (200, 625, 11, "500")],
        [(50, 700, 11, "Second page, inspec-"), (50, 685, 11, "tor of works.")],
    ],
    image=[1],
)  # fmt: skip
_TURTLE = (
    b'@prefix ex: <http://e/> .\n@base <http://b/> .\nex:a a ex:T ; ex:p "x"@en, 7 , true ; ex:q [ ex:r (1 2) ] .\n'
)
_RDF_XML = (
    b'<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">'
    b'<rdf:Description rdf:about="http://e/a"><e:p xml:lang="en">x</e:p><e:q '
    b'rdf:resource="b"/></rdf:Description></rdf:RDF>'
)
_MAIL_LAYERS = multipart(
    part("A1.\n\n-----Original Message-----\nFrom: Bo\nSent: 3 June 2024\nTo: Ann\nSubject: s\n\nB1.\n\n"
         "begin 644 x.txt\n#0V%T\n`\nend\n-----BEGIN PGP MESSAGE-----\n\nhQ\n-----END PGP MESSAGE-----\n",
         "Content-Type: text/plain"),
    part("MIAG", "Content-Type: application/pkcs7-mime; smime-type=enveloped-data"),
    part("eJ8+", 'Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64'),
)  # fmt: skip
_THREAD = multipart(
    part("It is sold.\n\nOn Mon, 3 Jun 2024, Bo Ek wrote:\n> Not =\nsold =C3=B6.\n>> Who?\n-- \nAnn\n",
         "Content-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: quoted-printable"),
    part("<p>It is <b>sold</b><blockquote>no</blockquote>", "Content-Type: text/html"),
    part("Søren paid.\n".encode(), "Content-Type: text/plain; charset=utf-8"),
    attached("=?utf-8?q?a=C3=B6?=.csv", "a,b\n1,2\n"),
    part(mail("From: Cy\nSent: 3 June 2024\nSubject: s\n\nInner.\n"), "Content-Type: message/rfc822"),
    subject="=?utf-8?q?x=C3=B6?=\n =?utf-8?b?w7Y=?=",
)  # fmt: skip

SEEDS: dict[str, bytes] = {
    "a.txt": b"HEAD ONE\nDate: 3 May 2024\nTo: Ann\n\n1. One. Two\n2. Three\n\nOn 3 May 2024 Bo wrote:\n> quoted\n",
    "chat.txt": "[18/03/2026, 09:14:02] Ann Lee: hello\nmore words\n[19/03/2026, 09:15:40] Bo: she left ü\n".encode(),
    "whatsapp.txt": "\u200e[12.03.24, 14:05:33] Ann Lee: \u200ehello\nmore\n"
    "2024. 3. 13. 오후 2:05, Bo : <Media omitted>\n"
    "[13.03.24, 09:00:01] ~\u202fBo: left\n".encode(),
    "telegram.txt": b"Ann Lee, [12.03.2024 14:05]\nhello\n\nBo Hart, [13.03.2024 09:00]\nshe left\n",
    "wide.txt": "Größe: 7\r\n\r\nאבג 日本 🙂 e\u0301.\r\n".encode("utf-16"),
    "a.md": b"---\ntitle: x\naliases: [a, b]\n---\n# H\n\n[[A|b]] ^ref ![[c]] #tag *x* **y** `z` [t](u) &amp;\n\n"
    b"| a | b |\n|---|---|\n| 1 | 2 |\n\n> On 3 May 2024 Bo wrote:\n>> q\n\n- i\n  1. j\n\n```py\nx\n```\n",
    "a.csv": 'id,"na;me",x\n1,"a ""b""\nc",3\n2,é,4\n'.encode("utf-16"),
    "b.csv": b"id;paid;sum\n007;13/02/2024;1.234,50\n008;31/02/2024;7,00\n009;01/02/2024\n",
    "a.tsv": b"a\tb\n1\t2\n3\t4\n",
    "a.json": b'{"a": [{"b": "x\\u00e9\\ud83d\\ude00\\n", "c": [1, 2.5e3, true, null]}, {"d": {"e": "f"}}]}',
    "a.jsonl": b'{"a": 1}\n{"b": "x\\"y"}\n',
    "slack.json": b'[{"type": "message", "user": "U1", "text": "hi <@U2>", "ts": "1717405200.000100", '
    b'"user_profile": {"real_name": "Ann"}}]',
    "chatgpt.json": b'[{"title": "T", "create_time": 1717405200.1, "mapping": {"r": {"id": "r", "message": '
    b'null, "parent": '
    b'null, "children": ["m"]}, "m": {"id": "m", "parent": "r", "children": [], "message": {"author": {"role": '
    b'"user"}, '
    b'"content": {"content_type": "text", "parts": ["Hi"]}, "create_time": 1717405200.1}}}}]',
    "claude.json": b'[{"uuid": "u", "name": "T", "created_at": "2024-06-03T09:00:00Z", "chat_messages": '
    b'[{"uuid": "m", '
    b'"text": "Hi", "sender": "human", "created_at": "2024-06-03T09:00:00Z"}]}]',
    "a.yaml": b"# c\nname: Ann\nlist: [1, 2]\nmap: &x\n  a: 'b'\n  c: |\n    text\n    more\nref: "
    b"*x\n---\nsecond: 2024-06-03\n",
    "a.toml": b"# c\ntitle = \"x\"\n[owner]\nname = 'Ann'\nwhen = 2024-06-03\n[[row]]\na = 1\n[[row]]\na = "
    b'"""x\ny"""\n',
    "a.html": b"<html><head><title>t</title><meta "
    b"charset=utf-8></head><body><h1>x</h1><p>a&amp;b&#233;<br>c<span hidden>h"
    b"</span><table><tr><th>a<th>b<tr><td "
    b"colspan=2>1</table><ul><li>x<li>y</ul><dl><dt>k<dd>v</dl><script>s</script>",
    "a.xml": b'<?xml version="1.0"?>\n<!-- c --><orders xmlns="http://o/"><order id="1"><name>Ann &amp; Bo</name>'
    b"<![CDATA[x<y]]></order><order id='2'/></orders>",
    "a.vcf": b"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann Lee\r\nN:Lee;Ann;;;\r\nTEL;TYPE=cell:+49 1\r\n "
    b"23\r\nNOTE;ENCODING="
    b"QUOTED-PRINTABLE:x=C3=B6\r\nEND:VCARD\r\n",
    "a.ics": b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Europe/Berlin:20240603T0"
    b"90000\r\n"
    b"SUMMARY:Meet\\, Bo\r\nATTENDEE;CN=Ann:mailto:a@x.org\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    "a.eml": _THREAD.encode(),
    "layers.eml": _MAIL_LAYERS.encode(),
    "a.mbox": mailbox(mail("One.\n\n>From here.\n"), _THREAD, mail("Two.\n", number=2)),
    "a.rtf": b"{\\rtf1\\ansi\\ansicpg1252{\\fonttbl\\f0 Arial;}{\\info{\\title T}}\\pard Ann \\b paid\\b0  "
    b"Bo\\'f6 \\u8364?.\\par"
    b"{\\footnote Note.}\\trowd\\cellx100\\cellx200 a\\cell b\\cell\\row}",
    "a.docx": _DOCX,
    "a.xlsx": zipped(_XLSX),
    "b.xlsx": workbook({"Paid": grid([["Name", "Sum"], ["Ann", 5.0], ["Bo", 6.5]])}),
    "a.odt": zipped(_ODT, stored=True),
    "a.pptx": pptx(
        shape(para("Fleet"), kind="title") + shape(para("Ann owns it."), kind=""), notes=shape(para("N."), kind="body")
    ),
    "a.odp": odp(page(frame("<text:p>Fleet</text:p>", "title"), frame("<text:p>Ann owns it.</text:p>"))),
    "a.fodt": REPORT,
    "a.fods": FLEET,
    "a.ods": ods(
        table(
            line(text("Ship", "table:number-columns-spanned='2'"), "<table:covered-table-cell/>", text("Price")),
            line(text("Kestrel"), number("12", "12"), number("1.5", "1.50", "cash", "currency"), more="table:x='1'"),
            line(text("Osprey", "table:number-columns-repeated='3'"), more="table:number-rows-repeated='2'"),
            REST,
        )
    ),
    "a.epub": zipped(_EPUB, stored=True),
    "a.pdf": _PDF,
    "a.png": _png(),
    "a.ttl": _TURTLE,
    "a.nt": b'<http://e/a> <http://e/p> "x\\u00e9"@en .\n_:b <http://e/p> '
    b'"1"^^<http://www.w3.org/2001/XMLSchema#int> .\n',
    "a.nq": b"<http://e/a> <http://e/p> <http://e/b> <http://e/g> .\n_:b <http://e/p> _:c .\n",
    "a.trig": b"PREFIX ex: <http://e/>\nex:g { ex:a ex:b ex:c . }\nGRAPH _:x { [] ex:p 1.5 }\n{ ex:d ex:e 'f' }\n",
    "a.jsonld": b'{"@context": {"n": "http://e/n", "k": {"@id": "http://e/k", "@type": "@id"}}, "@id": "http://e/a", '
    b'"n": ["x", 1.5], "k": "http://e/b", "@graph": [{"@type": "http://e/T"}]}',
    "a.rdf": _RDF_XML,
    "a.owl": _TURTLE,
    "locked.zip": bytes.fromhex(LOCKED),
    "a.zip": zipped({"a.md": "# A\n", "b/c.csv": "a,b\n1,2\n", "d.zip": zipped({"e.txt": "x"}), "f.eml": _THREAD}),
    "a.tar": tarred({"a.md": b"# A\n", "b.txt": b"x" * 600}),
    "a.tgz": tarred({"a.md": b"# A\n"}, packed=True),
    "a.txt.gz": gzip.compress(b"plain words", mtime=0),
    "unknown": b"plain words\nand more\n",
}
"""Name -> bytes. What is compressed is mutated inside as well."""
