"""What a page declares of itself: encoding, title, date and author of its head, JSON-LD and microdata."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from thence.read.dates import iso_date

__all__ = ["Declared", "declared_encoding"]

_XML_ENCODING = re.compile(rb"\s*<\?xml[^>]{0,100}?encoding\s*=\s*[\"']([\w.:-]{2,40})[\"']", re.IGNORECASE)
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
# The names of encodings that the web uses for larger ones (encoding.spec.whatwg.org, section 4.2).
_LABELS = {
    "gb2312": "gb18030", "gb_2312-80": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "shift_jis": "cp932",
    "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "euc-kr": "cp949", "ks_c_5601-1987": "cp949",
    "iso-8859-9": "cp1254", "latin5": "cp1254", "tis-620": "cp874", "windows-874": "cp874", "iso-8859-11": "cp874",
    "x-mac-cyrillic": "mac-cyrillic", "macintosh": "mac-roman", "x-mac-roman": "mac-roman",
}  # fmt: skip
_DATES = ("article:published_time", "dcterms.date", "dc.date", "dc.date.issued", "date", "dcterms.created", "pubdate")
_AUTHORS = ("author", "dcterms.creator", "dc.creator", "article:author", "parsely-author", "citation_author")
_WORKS = re.compile(r"(?:Article|Posting|Report|WebPage|CreativeWork|Book|Thesis|Legislation|Dataset|PressRelease)$")
_MOST_JSON = 1_000_000
_URL = re.compile(r"https?://|www\.", re.IGNORECASE)


def declared_encoding(data: bytes) -> str | None:
    """Return the encoding that a page's XML declaration or first ``meta`` names, or None; comments do not count."""
    head = data[:4096]
    found = _XML_ENCODING.match(head) or _CHARSET.search(_COMMENT.sub(b"", head))
    if found is None:
        return None
    name = found[1].decode("ascii").lower()
    # Who can read "utf-16" byte by byte reads a page that is not UTF-16.
    return "utf-8" if name.startswith(("utf-16", "utf-32")) else _LABELS.get(name, name)


@dataclass(slots=True)
class Declared:
    """What was declared so far; of equal names the first counts."""

    meta: dict[str, str] = field(default_factory=dict)
    marked: dict[str, str] = field(default_factory=dict)
    works: list[dict[str, object]] = field(default_factory=list)

    def take_meta(self, attributes: Mapping[str, str]) -> None:
        """Take a ``meta`` element."""
        name = attributes.get("name") or attributes.get("property") or attributes.get("itemprop") or ""
        if name and "content" in attributes:
            self.meta.setdefault(name.lower(), " ".join(attributes["content"].split()))

    def take_marked(self, attributes: Mapping[str, str]) -> None:
        """Take an element with ``itemprop``."""
        value = attributes.get("datetime") or attributes.get("content")
        if value:
            self.marked.setdefault(attributes["itemprop"].lower(), " ".join(value.split()))

    def take_json(self, text: str) -> None:
        """Take a JSON-LD script; one that cannot be read says nothing."""
        if len(text) > _MOST_JSON:
            return
        try:
            held = json.loads(text)
        except (ValueError, RecursionError):
            return
        self.works.extend(_works(held))

    @property
    def date(self) -> str | None:
        """The ISO date of publication; None where several works of the page have several."""
        said = [self.meta.get(name, "") for name in _DATES]
        said += [self.meta.get("datepublished", ""), self.marked.get("datepublished", "")]
        for value in said:
            if date := iso_date(value):
                return date
        dates = {iso_date(str(work["datePublished"])) for work in self.works if "datePublished" in work}
        return dates.pop() if len(dates) == 1 else None

    @property
    def author(self) -> str | None:
        """The name of the author, where it is one."""
        for name in _AUTHORS:
            if (value := self.meta.get(name)) and not _URL.match(value):
                return value
        said = {_name(work.get("author")) for work in self.works} - {None}
        return said.pop() if len(said) == 1 else None

    def values(self) -> dict[str, str]:
        """Return the values of ``meta`` elements that are worth keeping."""
        return {name: value for name, value in self.meta.items() if value and len(value) < 500}


def _works(held: object) -> Iterator[dict[str, object]]:
    """Yield the objects of JSON-LD that describe the page or what it publishes, without what lies inside them."""
    for item in held if isinstance(held, list) else [held]:
        if not isinstance(item, dict):
            continue
        if isinstance(graph := item.get("@graph"), list):
            yield from _works([part for part in graph if isinstance(part, dict) and "@graph" not in part])
        said = item.get("@type")
        if any(isinstance(kind, str) and _WORKS.search(kind) for kind in (said if isinstance(said, list) else [said])):
            yield item


def _name(author: object) -> str | None:
    if isinstance(author, list):
        author = author[0] if len(author) == 1 else None
    if isinstance(author, dict):
        author = author.get("name")
    return " ".join(author.split()) if isinstance(author, str) and author.strip() and not _URL.match(author) else None
