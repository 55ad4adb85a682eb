"""JSON and JSON Lines: one record an object, escapes decoded in the rendition; chats in it are chats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain

from thence.model.document import Block
from thence.model.finding import Finding
from thence.read.conversations import read_conversations
from thence.read.json_text import BrokenError, Walk, input_error
from thence.read.pace import uncollected
from thence.read.reading import DEFAULT, Options, Reading, finding, source_findings
from thence.read.rewritten import Rewritten, line_of
from thence.read.source import Source, decode
from thence.read.tree import Tree, declared_by, double_findings, may_be_prose, paragraphs

__all__ = ["read_json"]

_NAMED = 20
"""Broken lines that get a finding each; the others are counted."""


def read_json(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read JSON: an object that holds scalars is a record, titled by the keys that lead to it.

    Members that are lists of scalars give one field an item. The rendition is the file's text with string escapes
    decoded. Strings that hold sentences are paragraphs too. In a .jsonl or .ndjson file, and where several values
    follow each other, each line is a value and a broken one a finding (TH528). A member that stands twice in its
    object is read neither time (TH544). Raises InputError TH502 with line and column for broken JSON, TH506 for
    nesting beyond the limit. Conversations in it are read as such, see `read_conversations`.
    """
    source = decode(data)
    by_line = path.lower().endswith((".jsonl", ".ndjson"))
    said = source_findings(source, path)
    if chat := read_conversations(source, path, options.limits.depth, said):
        return chat
    reader = _Reader(source, path, options.limits.depth)
    with uncollected():
        if source.text.strip():
            reader.lines_or_whole() if by_line else reader.whole_or_lines()
        return reader.reading()


class _Reader:
    """Reads one text."""

    def __init__(self, source: Source, path: str, depth: int) -> None:
        self.source = source
        self.path = path
        self.depth = depth
        self.findings: list[Finding] = list(source_findings(source, path))
        self._begin()

    def _begin(self) -> None:
        self.tree = Tree()
        self.written = Rewritten(self.source)
        self.walk = Walk(self.source.text, self.tree, self.written, self.depth)

    def whole_or_lines(self) -> None:
        """Read the text as one value, or as lines if it looks like them."""
        text = self.source.text
        try:
            self._whole()
        except BrokenError as broken:
            if broken.depth or not _is_lines(text):
                raise input_error(broken, text, self.path) from None
            self._begin()
            self._lines()

    def lines_or_whole(self) -> None:
        """Read each line as a value; a file without a good line may be one value all the same."""
        if self._lines():
            return
        found, self.findings = self.findings, list(source_findings(self.source, self.path))
        first = self.first
        self._begin()
        try:
            self._whole()
        except BrokenError:
            self.findings = found
            raise input_error(first, self.source.text, self.path) from None

    def _whole(self) -> None:
        text = self.source.text
        end = self.walk.value(0, len(text))
        rest = text[end:].lstrip(" \t\n\r")
        if rest:
            raise BrokenError(len(text) - len(rest), "more text after the value")

    def _lines(self) -> int:
        """Read each line as a value; return how many were good."""
        tree, walk, written, text = self.tree, self.walk, self.written, self.source.text
        at = good = bad = row = 0
        tree.tables = 1
        for number, line in enumerate(text.split("\n"), 1):
            end = at + len(line)
            if line.strip():
                row += 1
                mark = tree.mark(), written.mark(), len(walk.strings)
                try:
                    stop = walk.value(at, end, row=row)
                    if text[stop:end].strip():
                        raise BrokenError(stop, "more text after the value")  # noqa: TRY301
                    good += 1
                except BrokenError as broken:
                    tree.back(mark[0])
                    written.back(mark[1])
                    del walk.strings[mark[2] :]
                    bad += 1
                    if bad == 1:
                        self.first = broken
                    if bad <= _NAMED:
                        said = f"the line is no JSON: {broken.message} (column {broken.at - at + 1})"
                        self._say(said, number, broken.hint or "the other lines were read")
            at = end + 1
        if bad > _NAMED:
            self._say(f"{bad} of {good + bad} lines are no JSON, the first {_NAMED} are named", None, "repair the file")
        return good

    def _say(self, said: str, line: int | None, hint: str) -> None:
        self.findings.append(finding("TH528", self.path, said, line=line, hint=hint))

    def reading(self) -> Reading:
        """Return what was read."""
        text, byte_map = self.written.finish()
        records = self.tree.records()
        title, author, date, where = declared_by(text, records)
        self.findings += double_findings(self.tree, partial(line_of, self.source, byte_map), self.path)
        if self.walk.lone:
            said = f"{self.walk.lone} escapes are half a character and stand as U+FFFD"
            self.findings.append(finding("TH522", self.path, said, hint="export the file again, without cutting texts"))
        return Reading(
            text,
            byte_map,
            self.source.encoding,
            _prose(text, self.walk.strings),
            records,
            title=title,
            author=author,
            date=date,
            date_span=where,
            findings=tuple(self.findings),
        )


def _prose(text: str, strings: Sequence[tuple[int, int]]) -> tuple[Block, ...]:
    return tuple(chain.from_iterable(paragraphs(text, *place) for place in strings if may_be_prose(text, *place)))


def _is_lines(text: str) -> bool:
    """Return whether each of the first lines is a JSON object of its own."""
    lines = [line for line in text[:65_536].split("\n") if line.strip()][:5]
    return len(lines) > 1 and all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in lines[:-1])
