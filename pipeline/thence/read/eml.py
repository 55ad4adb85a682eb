"""Mail: headers as a record, one body, quoted replies with their own voice and date."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from thence.errors import InputError, Location
from thence.model.document import Block, BlockKind, Field, Link, Record, RecordKind, Span
from thence.model.finding import Finding, Severity
from thence.read.dates import iso_date
from thence.read.draft import Draft
from thence.read.html import render_html
from thence.read.quoted import Line, render_quoted
from thence.read.reading import DEFAULT, Options, Reading, finding, moved, source_findings
from thence.read.source import Source, decode
from thence.read.transfer import decode_part
from thence.read.txt import plain_blocks

__all__ = ["read_eml"]

_HEADER = re.compile(rb"(?P<name>[!-9;-~]+)[ \t]*:[ \t]*(?P<value>[^\n]*(?:\n[ \t]+[^\n]*)*)(?:\n|\Z)")
_SHOWN = (
    "from", "sender", "reply-to", "to", "cc", "bcc", "date", "subject", "message-id", "in-reply-to", "references",
)  # fmt: skip
_PEOPLE = frozenset({"from", "sender", "reply-to", "to", "cc", "bcc"})
_PARAMETER = re.compile(r";\s*([\w*-]+)\s*=\s*(?:\"((?:[^\"\\]|\\.)*)\"|([^\s;]+))")
_WORD = re.compile(r"=\?(?P<charset>[^?\s*]{1,40})(?:\*[^?]*)?\?(?P<how>[QqBb])\?(?P<text>[^?\s]*)\?=")
_MAILBOX = re.compile(r"(?:\"(?:[^\"\\]|\\.)*\"|<[^<>]*>|\([^()]*\)|[^,\"<(]|[\"<(])+")
_ORIGINAL = re.compile(
    r"[-_]{2,}.*(?:original message|forwarded message|weitergeleitete nachricht).*[-_]{2,}\s*$", re.IGNORECASE
)
_DEPTH = 20


def read_eml(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read a message: rendition is its headers, then the one body a reader sees.

    Of alternatives the plain text is the body; html alone is read as html. Message-ID is the key, Subject the title,
    From the author, Date the date. Quoted lines and forwarded messages are QUOTED blocks with their own voice and
    date. Attachments are findings (TH529). Raises InputError TH502 when there are no headers.
    """
    message = _part(data, 0, len(data))
    if not any(name in message.values for name in ("from", "to", "subject", "date", "message-id")):
        raise InputError(
            "TH502", "no mail headers at the start", at=Location(path), hint="save the whole message as .eml"
        )
    work = _Work(data, path)
    record = work.headers(message)
    bodies = work.bodies(message, 0)
    if not any(body.source.text.strip() for body in bodies):
        work.findings.append(finding("TH529", path, "the message has no text", severity=Severity.INFO))
    for body in bodies:
        work.body(body)
    values = {item.name.lower(): item for item in reversed(record.fields)}
    text = work.draft.text()

    def words(name: str) -> str | None:
        return text[values[name].value.start : values[name].value.end] if name in values else None

    date = iso_date(words("date") or "")
    sender = words("from") or words("sender")
    return Reading(
        text,
        work.draft.byte_map(),
        bodies[0].source.encoding if bodies else "utf-8",
        tuple(work.blocks),
        (record, *work.records),
        tuple(work.links),
        key=(words("message-id") or "").strip().strip("<>") or None,
        title=words("subject") or None,
        date=date,
        date_span=values["date"].value if date else None,
        author=_person(sender) if sender else None,
        findings=tuple(work.findings),
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a message: its headers' places (name, start, end) in the file, and its body's place."""

    headers: tuple[tuple[str, int, int, int, int], ...]
    values: Mapping[str, str]
    start: int
    end: int

    @property
    def media_type(self) -> str:
        """Type and subtype, lower case."""
        return self.values.get("content-type", "text/plain").split(";")[0].strip().lower() or "text/plain"

    def parameter(self, header: str, name: str) -> str | None:
        """Return a parameter of a header, quotes removed."""
        for match in _PARAMETER.finditer(self.values.get(header, "")):
            if match[1].lower().rstrip("*") == name:
                return match[2] if match[2] is not None else match[3]
        return None


@dataclass(frozen=True, slots=True)
class _Body:
    source: Source
    is_html: bool


def _part(data: bytes, start: int, end: int) -> _Part:
    """Return the part that ``data[start:end]`` is."""
    if data.startswith(b"\xef\xbb\xbf", start, end):
        start += 3
    if data.startswith(b"From ", start, end):
        start = data.find(b"\n", start, end) + 1 or end
    headers = []
    values: dict[str, str] = {}
    at = start
    while match := _HEADER.match(data, at, end):
        name = match["name"].decode("ascii").lower()
        headers.append((name, *match.span("name"), *match.span("value")))
        values.setdefault(name, " ".join(match["value"].decode("utf-8", "replace").split()))
        at = match.end()
    for blank in (b"\r\n", b"\n"):
        if data.startswith(blank, at, end):
            at += len(blank)
            break
    return _Part(tuple(headers), values, min(at, end), end)


@dataclass(slots=True)
class _Work:
    """One message being read."""

    data: bytes
    path: str
    draft: Draft = field(default_factory=Draft)
    blocks: list[Block] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    count: int = 0

    def headers(self, message: _Part) -> Record:
        """Write the headers a reader looks at, a line each; return them as a record, a field a person."""
        fields: list[Field] = []
        for name, name_start, name_end, start, end in message.headers:
            if name not in _SHOWN:
                continue
            if self.draft.length:
                self.draft.glue("\n")
            label = self.draft.keep(decode(self.data[name_start:name_end], offset=name_start), 0, name_end - name_start)
            title = self.draft.tail(len(label))
            self.draft.glue(": ")
            whole = self._value(decode(self.data[start:end], offset=start))
            spans = _mailboxes(self.draft.tail(len(whole)), whole.start) if name in _PEOPLE else [whole]
            fields.extend(Field(title, span, None, label) for span in spans)
        span = Span(0, self.draft.length)
        self.blocks.append(Block(span, BlockKind.FURNITURE, part="headers"))
        return Record(RecordKind.HEADERS, span, tuple(fields))

    def _value(self, source: Source) -> Span:
        """Write a header's value: unfolded, encoded words decoded, each atomic."""
        text = source.text.rstrip()
        begin = self.draft.length
        at = 0
        before = -1
        for match in re.finditer(rf"{_WORD.pattern}|\s*\n\s*", text):
            gap = text[at : match.start()]
            if match["text"] is None:
                self.draft.keep(source, at, match.start())
                if not (before == match.start() and _WORD.match(text, match.end())):
                    self.draft.put(" ", source, match.start(), match.end())
                    before = -1
                else:
                    before = match.end()
            else:
                if not (before == at and not gap.strip()):
                    self.draft.keep(source, at, match.start())
                self.draft.put(_decoded_word(match), source, match.start(), match.end())
                before = match.end()
            at = match.end()
        self.draft.keep(source, at, len(text))
        return Span(begin, self.draft.length)

    def bodies(self, part: _Part, depth: int) -> list[_Body]:
        """Return the texts to read of a part, and note what is not read."""
        kind = part.media_type
        if kind.startswith("multipart/") and depth < _DEPTH:
            return self._of_several(part, kind, depth)
        disposition = part.values.get("content-disposition", "").lower()
        attached = disposition.startswith("attachment") or (depth > 0 and part.parameter("content-type", "name"))
        if attached or kind not in ("text/plain", "text/html"):
            name = part.parameter("content-disposition", "filename") or part.parameter("content-type", "name")
            said = f"attachment not read: {_words(name or 'without name')} ({kind})"
            self.findings.append(
                finding("TH529", self.path, said, hint="save the attachment as a file beside the message")
            )
            return []
        transfer = part.values.get("content-transfer-encoding", "7bit").strip().lower()
        charset = part.parameter("content-type", "charset")
        source = decode_part(self.data, part.start, part.end, transfer=transfer, charset=charset)
        return [_Body(source, kind == "text/html")]

    def _of_several(self, part: _Part, kind: str, depth: int) -> list[_Body]:
        parts = _split(self.data, part)
        if kind != "multipart/alternative":
            found: list[_Body] = []
            for item in parts[:1] if kind == "multipart/related" else parts:
                found.extend(self.bodies(item, depth + 1))
            return found
        # Alternatives say the same: the first plain text with words in it is the one that is read.
        noted = len(self.findings)
        best: list[_Body] = []
        for item in parts:
            bodies = [body for body in self.bodies(item, depth + 1) if body.source.text.strip()]
            if bodies and (not best or (best[0].is_html and not bodies[0].is_html)):
                best = bodies
        if best:
            del self.findings[noted:]
        return best

    def body(self, body: _Body) -> None:
        """Write a body after what is written already, and add its blocks."""
        self.draft.glue("\n\n")
        self.findings.extend(source_findings(body.source, self.path))
        self.count += 1
        begin = self.draft.length
        if body.is_html:
            page = render_html(self.draft, body.source)
            self.blocks.extend(_forwarded(page.blocks, page.records, self.draft.text()))
            self.records.extend(page.records)
            self.links.extend(page.links)
            return
        quoted = render_quoted(self.draft, body.source)
        words = self.draft.tail(self.draft.length - begin)
        near = [Line(Span(line.span.start - begin, line.span.end - begin), line.depth) for line in quoted]
        plain = plain_blocks(words, 0, len(words), quoted=near, headings=False)
        signature = re.search(r"^-- ?$", words, re.MULTILINE)
        blocks = [
            replace(
                block,
                span=_by(block.span, begin),
                kind=BlockKind.FURNITURE if signature and block.span.start >= signature.start() else block.kind,
            )
            for block in plain.blocks
        ]
        records = [moved(record, begin) for record in plain.records]
        self.blocks.extend(_forwarded(blocks, records, self.draft.text()))
        self.records.extend(records)


def _split(data: bytes, part: _Part) -> list[_Part]:
    """Return the parts between the boundaries of a multipart; one that has no boundary has none."""
    boundary = part.parameter("content-type", "boundary")
    if not boundary:
        return []
    mark = re.compile(
        rb"(?:^|\r?\n)--" + re.escape(boundary.encode()) + rb"(?P<last>--)?[ \t]*(?=\r?\n|\Z)", re.MULTILINE
    )
    parts = []
    begin: int | None = None
    for match in mark.finditer(data, part.start, part.end):
        if begin is not None:
            parts.append(_part(data, begin, match.start()))
        begin = None if match["last"] else data.find(b"\n", match.end(), part.end) + 1 or part.end
        if match["last"] or len(parts) > 1000:
            break
    if begin is not None and begin < part.end:
        parts.append(_part(data, begin, part.end))
    return parts


def _forwarded(blocks: Sequence[Block], records: Sequence[Record], text: str) -> list[Block]:
    """Give the blocks below the headers of an earlier message its voice and date.

    Such headers hold From, Sent or Date, and To or Subject.   text: the rendition so far.
    """

    def read(item: Field) -> str:
        return text[item.value.start : item.value.end]

    starts = []
    for record in records:
        values = {item.name.strip().lower(): item for item in record.fields}
        if "from" in values and ({"sent", "date"} & set(values)) and ({"to", "subject"} & set(values)):
            dated = values.get("sent") or values["date"]
            starts.append((record.span.end, _person(read(values["from"])), iso_date(read(dated), day_first=True)))
    starts.sort(key=lambda start: start[0])
    out = []
    passed = 0
    for block in blocks:
        while passed < len(starts) and starts[passed][0] <= block.span.start:
            passed += 1
        is_prose = block.kind in (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.HEADING)
        if is_prose and len(block.span) < 200 and _ORIGINAL.match(text, block.span.start, block.span.end):
            out.append(replace(block, kind=BlockKind.FURNITURE))
        elif passed and is_prose:
            _, voice, date = starts[passed - 1]
            out.append(replace(block, kind=BlockKind.QUOTED, level=passed, voice=voice, date=date))
        else:
            out.append(block)
    return out


def _mailboxes(text: str, begin: int) -> list[Span]:
    spans = []
    for match in _MAILBOX.finditer(text):
        words = match.group()
        start = match.start() + len(words) - len(words.lstrip(" ,"))
        end = match.start() + len(words.rstrip(" ,"))
        if start < end:
            spans.append(Span(begin + start, begin + end))
    return spans


def _person(mailbox: str) -> str | None:
    """Return the name in a mailbox, else its address.

    >>> _person('"Holt, Mira" <mira@example.org>')
    'Holt, Mira'
    """
    name = re.sub(r"<[^<>]*>|\[mailto:[^\]]*\]", "", mailbox).strip().strip("\"'").replace('\\"', '"').strip()
    if name:
        return name
    address = re.search(r"<([^<>]+)>", mailbox)
    return address[1] if address else mailbox.strip() or None


def _words(text: str) -> str:
    return _WORD.sub(_decoded_word, text)


def _decoded_word(match: re.Match[str]) -> str:
    text = match["text"]
    try:
        if match["how"] in "bB":
            raw = base64.b64decode(text + "=" * (-len(text) % 4))
        else:
            raw = binascii.a2b_qp(text.encode("ascii"), header=True)
        return " ".join(raw.decode(match["charset"], "replace").split("\n"))
    except (binascii.Error, LookupError, ValueError):
        return match.group()


def _by(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)
