"""EPUB: the chapters of a book in the order of its spine, each read as the page it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from posixpath import basename, dirname, normpath
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError  # the type only; parsing is defusedxml's

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from thence.errors import InputError, Location
from thence.model.document import Block, BlockKind, Link, Record
from thence.model.finding import Finding
from thence.read.dates import iso_date
from thence.read.draft import Draft
from thence.read.html import Page, page_findings, render_html
from thence.read.html_head import declared_encoding
from thence.read.package import Package
from thence.read.reading import DEFAULT, Options, Reading, finding, source_findings
from thence.read.source import decode
from thence.read.story import joins_of

__all__ = ["read_epub"]

_PAGES = ("application/xhtml+xml", "text/html", "text/x-oeb1-document", "application/xml")
# Fonts are made hard to copy this way; the words of the book are not.
_FONTS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_SHEET = re.compile(r"<link\b[^<>]{1,1000}>", re.IGNORECASE)
_HREF = re.compile(r"""\shref\s*=\s*["']([^"'<>]{1,500})["']""", re.IGNORECASE)
_HEAD, _MOST_STYLES = 20_000, 500_000
"""Characters of a chapter in which style sheets are linked, and bytes of one that are read."""
_IDENTIFIER = re.compile(r"urn:|isbn|doi:|10\.\d{4}|https?://|[0-9a-f]{8}-[0-9a-f]{4}-|97[89][\d -]{10}", re.IGNORECASE)
_DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}"


def read_epub(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read a book: each chapter once, in the order of its spine, as blocks of a part that its title names.

    The table of contents is no prose. Title, author and date are what the book declares; the key is its identifier
    where that is one beyond this file (a URN, ISBN, DOI or URL). There is no byte map.
    Raises InputError: TH502 for what is no book, TH505 for one that is locked, TH506 beyond a limit.
    """
    package = Package(data, path)
    _refuse_locked(package, path)
    opf = _opf_name(package, path)
    root = _xml(package.bytes(opf))
    if root is None:
        raise _no_book(path, f"{opf} cannot be read")
    book = _Book(package, path, root, dirname(opf))
    book.read()
    text = book.draft.text()
    meta = _metadata(root)
    identifier = meta.get("identifier", "")
    return Reading(
        text,
        blocks=tuple(book.blocks),
        records=tuple(book.records),
        links=tuple(book.links),
        key=identifier if _IDENTIFIER.match(identifier) else None,
        title=meta.get("title"),
        date=iso_date(meta.get("date", "")),
        author=meta.get("author"),
        meta=tuple(sorted(meta.items())),
        joins=joins_of(text),
        findings=tuple(book.findings),
    )


@dataclass(slots=True)
class _Book:
    """One book being read.   counted: how many paragraphs each chapter has so far.   sheets: style sheets by name."""

    package: Package
    path: str
    root: Element
    folder: str
    draft: Draft = field(default_factory=Draft)
    blocks: list[Block] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    tables: int = 0
    counted: dict[str, int] = field(default_factory=dict)
    sheets: dict[str, str] = field(default_factory=dict)

    def read(self) -> None:
        """Read the chapters."""
        manifest = {
            item.get("id", ""): item for item in self.root.iter() if _local(item) == "item" and item.get("href")
        }
        spine = [item.get("idref", "") for item in self.root.iter() if _local(item) == "itemref"]
        names = self._titles(manifest)
        left_out: dict[str, int] = {}
        seen: set[str] = set()
        for identifier in spine:
            item = manifest.get(identifier)
            if item is None:
                self._missing(identifier or "a chapter without name", "the manifest does not know it")
                continue
            name = self._place(item.get("href", ""))
            if name in seen or "nav" in item.get("properties", "").split():
                continue
            seen.add(name)
            if item.get("media-type", _PAGES[0]) not in _PAGES:
                self._missing(name, f"it is {item.get('media-type')}, no page of text")
                continue
            page = self._chapter(name, names.get(name, ""))
            for why, count in (page.left_out if page else {}).items():
                left_out[why] = left_out.get(why, 0) + count
        if not spine:
            self._missing("the spine", "it names no chapter")
        if left_out:
            hidden = Page((), (), (), None, None, None, (), dict(sorted(left_out.items())))
            self.findings += page_findings(hidden, self.path)

    def _chapter(self, name: str, title: str) -> Page | None:
        data = self.package.bytes(name)
        if data is None:
            self._missing(name, "it is not in the file")
            return None
        source = decode(data, declared=declared_encoding(data))
        self.findings += [
            replace(item, message=f"{name}: {item.message}") for item in source_findings(source, self.path)
        ]
        css = self._styles(source.text[:_HEAD], dirname(name))
        page = render_html(self.draft, source, titled=False, framed=False, css=css)
        heading = next((block for block in page.blocks if block.kind is BlockKind.HEADING), None)
        if not title and heading:
            tail = self.draft.tail(self.draft.length - heading.span.start)
            title = " ".join(tail[: len(heading.span)].split())
        blocks = list(page.blocks)
        if heading is None and title and blocks and blocks[0].kind is BlockKind.PARAGRAPH:
            # Some programs write headings as paragraphs in large letters.
            tail = self.draft.tail(self.draft.length - blocks[0].span.start)
            if " ".join(tail[: len(blocks[0].span)].split()) == title:
                blocks[0] = replace(blocks[0], kind=BlockKind.HEADING, level=1)
        title = title or basename(name)
        for number, block in enumerate(blocks, self.counted.get(title, 0) + 1):
            self.blocks.append(replace(block, part=title, number=number))
            self.counted[title] = number
        numbers = [record.table for record in page.records if record.table]
        self.records += [
            replace(record, part=record.part or title, table=record.table + self.tables if record.table else None)
            for record in page.records
        ]
        self.tables += max(numbers, default=0)
        self.links += page.links
        return page

    def _styles(self, head: str, folder: str) -> str:
        """Return the style sheets that a chapter links."""
        found = []
        for link in _SHEET.findall(head):
            href = _HREF.search(link)
            if href is None or "stylesheet" not in link.lower():
                continue
            name = self._place(href[1], folder)
            if name not in self.sheets:
                data = self.package.bytes(name) or b""
                self.sheets[name] = data[:_MOST_STYLES].decode("utf-8", "replace")
            found.append(self.sheets[name])
        return "\n".join(found)

    def _titles(self, manifest: dict[str, Element]) -> dict[str, str]:
        """Return the title of each file by the table of contents: the first that points to it."""
        found: dict[str, str] = {}
        for item in manifest.values():
            name = self._place(item.get("href", ""))
            is_nav = "nav" in item.get("properties", "").split()
            if not is_nav and item.get("media-type") != "application/x-dtbncx+xml":
                continue
            root = _xml(self.package.bytes(name))
            for target, words in _entries(root) if root is not None else ():
                found.setdefault(self._place(target, dirname(name)), words)
        return found

    def _place(self, href: str, folder: str | None = None) -> str:
        """Return the name in the package of what a reference points to."""
        bare = unquote(href.partition("#")[0])
        base = self.folder if folder is None else folder
        return normpath(f"{base}/{bare}" if base and not bare.startswith("/") else bare.lstrip("/"))

    def _missing(self, name: str, why: str) -> None:
        self.findings.append(
            finding(
                "TH528",
                self.path,
                f"{name} was not read: {why}",
                hint="get the book again; the other chapters were read",
            )
        )


def _entries(root: Element) -> Iterator[tuple[str, str]]:
    """Yield target and words of the entries of a table of contents, of EPUB 3 (nav) or EPUB 2 (ncx)."""
    for element in root.iter():
        if _local(element) == "nav":
            for link in element.iter():
                if _local(link) == "a" and (words := _words(link)):
                    yield link.get("href", ""), words
        elif _local(element) == "navPoint":
            label = next((child for child in element if _local(child) == "navLabel"), None)
            content = next((child for child in element if _local(child) == "content"), None)
            if label is not None and content is not None and (words := _words(label)):
                yield content.get("src", ""), words


def _metadata(root: Element) -> dict[str, str]:
    """Return what the package document declares; of several the first, of authors all."""
    meta: dict[str, str] = {}
    unique = root.get("unique-identifier", "")
    creators: list[str] = []
    for element in root.iter():
        if not element.tag.startswith(_DUBLIN_CORE):
            continue
        name, words = _local(element), _words(element)
        if not words or len(words) > 500:
            continue
        if name == "creator":
            creators.append(words)
        elif name == "identifier":
            if element.get("id", "") == unique or "identifier" not in meta:
                meta["identifier"] = words
        elif name == "date":
            event = element.get("{http://www.idpf.org/2007/opf}event", "")
            if "date" not in meta or event == "publication":
                meta["date"] = words
        elif name in ("title", "language", "publisher", "subject"):
            meta.setdefault(name, words)
    if creators:
        meta["author"] = creators[0] if len(creators) == 1 else "; ".join(creators)
    return meta


def _refuse_locked(package: Package, path: str) -> None:
    root = _xml(package.bytes("META-INF/encryption.xml"))
    methods = [item.get("Algorithm", "") for item in (root.iter() if root is not None else ()) if _encrypts(item)]
    if any(method not in _FONTS for method in methods):
        raise InputError(
            "TH505",
            "the book is locked (its chapters are encrypted)",
            at=Location(path),
            hint="get a copy without copy protection",
        )


def _encrypts(element: Element) -> bool:
    return _local(element) == "EncryptionMethod"


def _opf_name(package: Package, path: str) -> str:
    root = _xml(package.bytes("META-INF/container.xml"))
    for element in root.iter() if root is not None else ():
        if _local(element) == "rootfile" and (name := element.get("full-path", "")) in package.names:
            return name
    found = sorted(name for name in package.names if name.lower().endswith(".opf"))
    if not found:
        raise _no_book(path, "it names no package document")
    return found[0]


def _no_book(path: str, why: str) -> InputError:
    return InputError(
        "TH502", f"no book inside: {why}", at=Location(path), hint="get the file again, or save it as html"
    )


def _xml(data: bytes | None) -> Element | None:
    """Return the root of a small XML file, None for none and for one that is broken or declares entities."""
    if data is None or len(data) > 20_000_000:
        return None
    try:
        root: Element = fromstring(data)
    except (ParseError, DefusedXmlException, LookupError, ValueError):
        return None
    return root


def _local(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())
