"""Markdown: front matter, headings, paragraphs, items, tables, quotations; plain words with the bytes of the file."""

from __future__ import annotations

import re

from thence.model.document import Block, BlockKind, Record, RecordKind, Span
from thence.read.about import describe
from thence.read.dates import iso_date
from thence.read.front_matter import FrontMatter, read_front_matter
from thence.read.html import unseen_findings
from thence.read.inline import Marked
from thence.read.md_html import read_element
from thence.read.md_laid import Laid
from thence.read.md_lines import (
    ATX,
    DEFINED,
    DEFINITION,
    FENCE,
    FOOTNOTE,
    HTML_LINE,
    ITEM,
    QUOTE,
    RULE,
    SETEXT,
    continues,
    definitions,
    heading_words,
    is_split,
    lines_between,
)
from thence.read.md_quotes import read_quotation
from thence.read.md_ruled import read_ruled_table
from thence.read.md_tables import read_table
from thence.read.reading import DEFAULT, Options, Reading, source_findings
from thence.read.source import Source, decode

__all__ = ["read_md"]

_COMMENT = re.compile(r"[ \t]*<!--")
_HIDDEN_TAG = re.compile(r" {0,3}<(?P<name>script|style|textarea)\b[^>\n]*>", re.IGNORECASE)


def read_md(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read Markdown as a reader sees it; each visible character keeps its bytes.

    Front matter (YAML, TOML or JSON) is a record (title, aliases, date, author, id); tables are a record a row under
    the heading above, lists of keys and values one record. Links and wiki links are noted with what they point to;
    quotations have their own voice, callouts the author's. Tags are meta ("tag", name), the ids of blocks ("block",
    "id first-last"). Struck words stay where they are and are not read; a struck paragraph is a deleted block.
    """
    source = decode(data)
    laid = Laid(source, path)
    front = read_front_matter(source.text, path)
    if front is not None:
        _keep_front(laid, front)
    text = source.text
    if "]:" in text:
        laid.marked = Marked(definitions(text))
    work = _Work(laid, lines_between(text, front.end if front else 0, len(text)))
    work.read()
    return _reading(laid, source, front)


def _keep_front(laid: Laid, front: FrontMatter) -> None:
    """Keep front matter in the rendition as written, as a record and no prose."""
    if front.finding:
        laid.findings.append(front.finding)
    span = laid.draft.keep(laid.source, 0, front.end)
    laid.reached = front.end
    stop = span.start + len(laid.source.text[: front.end].rstrip())
    laid.blocks.append(Block(Span(span.start, stop), BlockKind.FURNITURE))
    if front.record:
        laid.records.append(front.record)


def _reading(laid: Laid, source: Source, front: FrontMatter | None) -> Reading:
    laid.gap(len(source.text))
    text = laid.draft.text()
    about = describe(text, laid.blocks, laid.records)
    values = front or FrontMatter(0, None, ())
    date, where = about.date, about.date_span
    for item in laid.records[:1]:
        if item.kind is RecordKind.FRONT_MATTER:
            date, where = _front_date(item, text) or (date, where)
    tags = [("tag", tag) for value in values.all("tags", "tag") for tag in re.split(r"[,\s]+", value) if tag.strip("#")]
    meta = [*values.values, *((name, tag.lstrip("#")) for name, tag in tags), *laid.meta()]
    return Reading(
        text,
        laid.draft.byte_map(),
        source.encoding,
        tuple(laid.blocks),
        tuple(laid.records),
        tuple(laid.marked.links),
        key=values.first("id", "uid", "uuid"),
        title=values.first("title") or about.title,
        date=date,
        date_span=where,
        author=values.first("author", "authors", "by", "creator", "byline") or about.author,
        aliases=values.all("aliases", "alias"),
        meta=tuple(sorted({pair for pair in meta if pair[1]})),
        joins=laid.joins(text),
        findings=(
            *source_findings(source, laid.path),
            *laid.findings,
            *unseen_findings(laid.marked.left_out, laid.path),
        ),
    )


class _Work:
    """Reads the blocks of a file, line by line."""

    __slots__ = ("_in_list", "_indent", "_laid", "_lines", "_part", "_text", "_unclosed")

    def __init__(self, laid: Laid, lines: list[tuple[int, int]]) -> None:
        self._laid = laid
        self._text = laid.source.text
        self._lines = lines
        self._in_list = False
        self._indent = 0
        self._unclosed = False
        self._part = ""
        """Of the footnote that is read, which indented paragraphs go on with."""

    def read(self) -> None:
        """Read all blocks."""
        index = 0
        while index < len(self._lines):
            index = self._block(index)
        self._laid.close_items()

    def _block(self, index: int) -> int:
        """Read the block that begins at a line; return the index of the line after it."""
        text, lines = self._text, self._lines
        start, end = lines[index]
        bare = text[start:end].lstrip()
        if not bare:
            return index + 1
        if (bare[0] in "-+" or self._is_ruled(index + 1)) and (drawn := read_ruled_table(self._laid, lines, index)):
            self._laid.close_items()
            return drawn
        match = ITEM.match(text, start, end)
        if match and (bare[0] not in "*-_" or not RULE.match(text, start, end)):
            return self._item(index, match)
        self._laid.close_items()
        indent = end - start - len(bare)
        if not (self._in_list or self._part) or indent < 2:
            self._in_list, self._part = False, ""
        if (stop := self._marked(index, bare[0])) is not None:
            return stop
        if index + 1 < len(lines) and "|" in bare and is_split(text, lines[index], lines[index + 1]):
            return read_table(self._laid, lines, index)
        if text.startswith(("    ", "\t"), start):
            is_code = indent >= self._indent + 4 if self._in_list else not self._part
            if is_code and (index == 0 or not text[slice(*lines[index - 1])].strip()):
                return self._indented(index)
        return self._paragraph(index)

    def _is_ruled(self, index: int) -> bool:
        """Return whether a line may rule a table: dashes in several runs."""
        if index >= len(self._lines):
            return False
        start, end = self._lines[index]
        return self._text[start:end].lstrip().startswith("--") and self._text.find("- ", start, end) >= 0

    def _marked(self, index: int, first: str) -> int | None:
        """Read a block that begins with a mark; None where none does."""
        text = self._text
        start, end = self._lines[index]
        if first in "`~$" and (match := FENCE.match(text, start, end)):
            return self._fence(index, match)
        if first == "#" and (match := ATX.match(text, start, end)):
            self._laid.add_heading(*heading_words(text, match.end(), end), len(match["marks"]))
            return index + 1
        if first in "*-_" and RULE.match(text, start, end):
            return index + 1
        if first in "<%" and (stop := self._unseen(index)) is not None:
            return stop
        if first == ">" and QUOTE.match(text, start, end):
            return read_quotation(self._laid, self._lines, index)
        if first == "[" and DEFINITION.match(text, start, end):
            return index + 1
        if first == ":" and (match := DEFINED.match(text, start, end)):
            return self._rest_of_item(index, match.end(), 1)
        return None

    def _unseen(self, index: int) -> int | None:
        """Pass over a comment, a script, a line of tags, what is not shown; read a table; None for any other line."""
        text, (start, end) = self._text, self._lines[index]
        element = read_element(self._laid, start, end)
        if element is not None:
            return self._behind(index, element)
        at = end - len(text[start:end].lstrip())
        if HTML_LINE.match(text, start, end):
            return index + 1
        if hidden := _HIDDEN_TAG.match(text, start, end):
            closing = f"</{hidden['name']}>"
        elif text.startswith("<!--", at):
            closing = "-->"
        elif text.startswith("%%", at) and text.find("%%", at + 2) >= 0:
            closing = "%%"
        else:
            return None
        close = text.find(closing, at + 2)
        if close < 0:
            self._laid.say("TH528", f"what begins with {text[at:at + 4]} is never closed: the rest is hidden", at,
                           f"close it with {closing}")  # fmt: skip
            return len(self._lines)
        close += len(closing)
        # One comment after another, without looking through the rest of the line each time.
        while (more := _COMMENT.match(text, close)) and (end := text.find("-->", more.end())) >= 0:
            close = end + 3
        return self._behind(index, close)

    def _behind(self, index: int, close: int) -> int:
        """Let the lines go on behind a place; return the index of the first of them."""
        text = self._text
        while index < len(self._lines) and self._lines[index][1] < close:
            index += 1
        if not text[close : self._lines[index][1]].strip():
            return index + 1
        self._lines[index] = (close, self._lines[index][1])
        return index

    def _fence(self, index: int, match: re.Match[str]) -> int:
        text, lines, fence = self._text, self._lines, match["fence"]
        if fence == "$$" and "$$" in match["info"]:
            self._laid.add_code(*lines[index])
            return index + 1
        stop = index + 1
        while stop < len(lines):
            line = text[slice(*lines[stop])].strip()
            if line.startswith(fence) or (fence == "$$" and line.endswith(fence)):
                break
            stop += 1
        else:
            hint = f"close it with {fence}, or the rest of the file is code"
            self._laid.say("TH528", f"{fence} opens code that nothing closes", lines[index][0], hint)
        if stop > index + 1:
            self._laid.add_code(lines[index + 1][0], lines[stop - 1][1])
        return stop + 1

    def _indented(self, index: int) -> int:
        text, lines = self._text, self._lines
        stop = index + 1
        while stop < len(lines) and (
            text.startswith(("    ", "\t"), lines[stop][0]) or not text[slice(*lines[stop])].strip()
        ):
            stop += 1
        while not text[slice(*lines[stop - 1])].strip():
            stop -= 1
        self._laid.add_code(lines[index][0], lines[stop - 1][1])
        return stop

    def _item(self, index: int, match: re.Match[str]) -> int:
        self._in_list, self._part = True, ""
        self._indent = match.end() - match.start()
        text = self._text
        begin = match.end()
        if heading := ATX.match(text, begin, self._lines[index][1]):
            begin = heading_words(text, heading.end(), self._lines[index][1])[0]
        return self._rest_of_item(index, begin, 1 + len(match["indent"].expandtabs(4)) // 2)

    def _rest_of_item(self, index: int, begin: int, level: int) -> int:
        stop = index + 1
        while stop < len(self._lines) and continues(self._text, self._lines, stop):
            stop += 1
        end = self._lines[stop - 1][1]
        if begin < end:
            self._laid.add_item(begin, end, min(level, 6))
        return stop

    def _paragraph(self, index: int) -> int:
        text, lines = self._text, self._lines
        start = lines[index][0]
        stop = index + 1
        while stop < len(lines):
            if setext := SETEXT.match(text, *lines[stop]):
                self._laid.add_heading(start, lines[stop - 1][1], 1 if setext["one"] else 2)
                return stop + 1
            if not continues(text, lines, stop):
                break
            stop += 1
        end = lines[stop - 1][1]
        if footnote := FOOTNOTE.match(text, start, end):
            start, self._part = footnote.end(), f"footnote {footnote['id']}"
        opened = text.rfind("<!--", start, end)
        if opened >= 0 and text.find("-->", opened, end) < 0 and (cut := self._cut(stop - 1, opened)) is not None:
            stop, end = cut, opened
        self._laid.add_prose(start, end, self._part)
        return stop

    def _cut(self, index: int, opened: int) -> int | None:
        """Let the lines go on behind a comment that a paragraph opens and does not close; None if nothing closes it."""
        close = -1 if self._unclosed else self._text.find("-->", opened)
        if close < 0:
            self._unclosed = True
            return None
        while index < len(self._lines) and self._lines[index][1] < close + 3:
            index += 1
        self._lines[index] = (close + 3, self._lines[index][1])
        return index


def _front_date(record: Record, text: str) -> tuple[str, Span] | None:
    for name in ("published", "date", "created", "sent", "issued"):
        for item in record.fields:
            if item.name.lower() == name and (date := iso_date(text[item.value.start : item.value.end])):
                return date, item.value
    return None
