"""Mail: headers as a record, the text a reader sees, quoted replies with their own voice and date."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_tz

from thence.errors import InputError, Location
from thence.model.document import Block, BlockKind, Field, Record, RecordKind, Span
from thence.model.finding import Finding, Severity
from thence.read.alternatives import beside
from thence.read.attachments import Leaf, leaves
from thence.read.attribution import person
from thence.read.container import distinct_names
from thence.read.dates import iso_date
from thence.read.draft import Draft
from thence.read.html_head import declared_encoding
from thence.read.mail_body import Text, is_placeholder, write_html, write_plain
from thence.read.mime import ENCODED_WORDS, Part, decoded_words, is_mail, parse_part
from thence.read.reading import DEFAULT, Options, Reading, finding, source_findings
from thence.read.source import Source, decode
from thence.read.transfer import content_of, decode_part

__all__ = ["read_eml"]

_SHOWN = (
    "from", "sender", "reply-to", "to", "cc", "bcc", "date", "subject", "message-id", "in-reply-to", "references",
)  # fmt: skip
_PEOPLE = frozenset({"from", "sender", "reply-to", "to", "cc", "bcc"})
_MAILBOX = re.compile(r"(?:\"(?:[^\"\\]|\\.)*\"|<[^<>]*>|\([^()]*\)|[^,;\"<(]|[\"<(])+")
_WRITTEN = re.compile(rf"{ENCODED_WORDS.pattern}|\s*\n\s*")
_COMPARED = 20
"""Versions of a text in html that are held against the one that is read."""
_LOOK = "open it in a mail program: what it shows may lie in an attachment or a picture"
_SAVE = "decrypt it in your mail program, and save the message again"


def read_eml(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read a message: rendition is its headers, then the text that a reader of it sees.

    Of alternatives the plain text is read, html where that is empty or only says that there is html. Message-ID is the
    key, Subject the title, From the author, Date the date, the day in the sender's zone; In-Reply-To and References are
    in meta. Quoted and forwarded passages are QUOTED blocks with their own voice and date; signatures, footers and what
    stands above a quotation are furniture. A block's part is the MIME part's number. Attachments are documents of their
    own, in meta by name; what is sealed or a picture in the text is a finding (TH548, TH529).
    Raises InputError TH502 when there are no headers.
    """
    message = parse_part(data, 0, len(data))
    if not is_mail(message):
        raise InputError(
            "TH502", "no mail headers at the start", at=Location(path), hint="save the whole message as .eml"
        )
    work = _Work(data, path)
    record = work.headers(message)
    parts = leaves(data, message)
    work.tell(parts)
    read = list(work.texts(parts))
    for leaf, source in read:
        work.write(leaf, source)
    if not any(source.text.strip() for _, source in read):
        work.findings.append(finding("TH529", path, "the message has no text", severity=Severity.INFO, hint=_LOOK))
    values = {item.name.lower(): item for item in reversed(record.fields)}
    text = work.draft.text()

    def words(name: str) -> str | None:
        return text[values[name].value.start : values[name].value.end] if name in values else None

    date = _day(words("date") or "")
    sender = words("from") or words("sender")
    return Reading(
        text,
        work.draft.byte_map(),
        read[0][1].encoding if read else "utf-8",
        tuple(work.found.blocks),
        (record, *work.found.records),
        tuple(work.found.links),
        key=" ".join((words("message-id") or "").split()).strip("<> ") or None,
        title=words("subject") or None,
        date=date,
        date_span=values["date"].value if date else None,
        author=person(sender) if sender else None,
        meta=tuple(sorted(set(_meta(message, parts)))),
        findings=(*work.findings, *work.found.findings),
    )


def _day(text: str) -> str | None:
    """Return the day of a Date header, in the sender's own zone."""
    if found := iso_date(re.sub(r"\([^()]*\)", "", text)):
        return found
    parsed = parsedate_tz(text[:200])
    return iso_date(f"{parsed[0]:04d}-{parsed[1]:02d}-{parsed[2]:02d}") if parsed and parsed[0] > 1970 else None


def _meta(message: Part, parts: Sequence[Leaf]) -> Iterator[tuple[str, str]]:
    for name in ("in-reply-to", "references"):
        for found in re.findall(r"<([^<>\s]+)>", message.values.get(name, ""))[:1_000]:
            yield name, found
    for name in distinct_names(leaf.name for leaf in parts if leaf.role == "file"):
        yield "attachment", name


@dataclass(slots=True)
class _Work:
    """One message being read."""

    data: bytes
    path: str
    draft: Draft = field(default_factory=Draft)
    found: Text = field(default_factory=Text)
    findings: list[Finding] = field(default_factory=list)

    def headers(self, message: Part) -> Record:
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
        self.found.blocks.append(Block(span, BlockKind.FURNITURE, part="headers"))
        return Record(RecordKind.HEADERS, span, tuple(fields))

    def _value(self, source: Source) -> Span:
        """Write a header's value: unfolded, encoded words decoded, each run of them atomic."""
        text = source.text.rstrip()
        begin = self.draft.length
        at = 0
        for match in _WRITTEN.finditer(text):
            self.draft.keep(source, at, match.start())
            words = match.group()
            self.draft.put(decoded_words(words) if words.strip() else " ", source, match.start(), match.end())
            at = match.end()
        self.draft.keep(source, at, len(text))
        return Span(begin, self.draft.length)

    def tell(self, parts: Sequence[Leaf]) -> None:
        """Say what of the message is not read."""
        pictures = [leaf for leaf in parts if leaf.role == "unread" and leaf.severity is Severity.INFO]
        if pictures:
            first = pictures[0].why
            said = first if len(pictures) == 1 else f"{first}, and {len(pictures) - 1} more"
            self.findings.append(
                finding("TH529", self.path, f"not read: {said}", severity=Severity.INFO,
                        hint="save what is needed as a file beside the message")
            )  # fmt: skip
        if any(leaf.role == "signature" for leaf in parts):
            self.findings.append(
                finding("TH548", self.path, "signed; whether the signature is good was not checked",
                        severity=Severity.INFO, hint="check it in your mail program, if it matters")
            )  # fmt: skip
        unread = [leaf.why for leaf in parts if leaf.role == "unread" and leaf.severity is not Severity.INFO]
        for why in dict.fromkeys(unread):
            sealed = "encrypted" in why or "sealed" in why
            hint = _SAVE if sealed else "save its attachments as files beside the message"
            self.findings.append(finding("TH548" if sealed else "TH529", self.path, f"not read: {why}", hint=hint))

    def texts(self, parts: Sequence[Leaf]) -> Iterator[tuple[Leaf, Source]]:
        """Yield the parts to read, with their text: all, but of alternatives one."""
        sources = {leaf.part.number: self._source(leaf.part) for leaf in parts if leaf.role == "text"}
        best: dict[str, tuple[int, str]] = {}
        for leaf in parts:
            if leaf.role != "text":
                continue
            text = sources[leaf.part.number].text
            is_html = leaf.part.media_type == "text/html"
            worth = 0 if not text.strip() else 2 if is_html else 1 if is_placeholder(text) else 3
            for choice, way in leaf.alternatives:
                if choice not in best or worth > best[choice][0]:
                    best[choice] = worth, way
        read = []
        for leaf in parts:
            if leaf.role == "text" and all(best[choice][1] == way for choice, way in leaf.alternatives):
                read.append(sources[leaf.part.number].text)
                yield leaf, sources[leaf.part.number]
        passed_over = [leaf for leaf in parts if leaf.role == "text" and leaf.part.media_type == "text/html"]
        passed_over = [leaf for leaf in passed_over if any(best[choice][1] != way for choice, way in leaf.alternatives)]
        self.findings.extend(
            told for leaf in passed_over[:_COMPARED] if (told := beside(read, sources[leaf.part.number], self.path))
        )

    def _source(self, part: Part) -> Source:
        charset = part.parameter("content-type", "charset")
        if not charset and part.media_type == "text/html":
            charset = declared_encoding(content_of(self.data, part.start, part.end, part.transfer))
        return decode_part(self.data, part.start, part.end, transfer=part.transfer, charset=charset)

    def write(self, leaf: Leaf, source: Source) -> None:
        """Write a text after what is written already, and take its blocks."""
        self.draft.glue("\n\n")
        self.findings.extend(source_findings(source, self.path))
        part = leaf.part
        number = part.number or "1"
        if part.media_type == "text/html":
            text = write_html(self.draft, source, self.path, part=number)
        else:
            flowed = (part.parameter("content-type", "format") or "").lower() == "flowed"
            joined = (part.parameter("content-type", "delsp") or "").lower() == "yes"
            text = write_plain(self.draft, source, self.path, part=number, flowed=flowed, joined=joined)
        self.found.blocks.extend(text.blocks)
        self.found.records.extend(text.records)
        self.found.links.extend(text.links)
        self.found.findings.extend(text.findings)


def _mailboxes(text: str, begin: int) -> list[Span]:
    spans = []
    for match in _MAILBOX.finditer(text):
        words = match.group()
        start = match.start() + len(words) - len(words.lstrip(" ,;"))
        end = match.start() + len(words.rstrip(" ,;"))
        if start < end:
            spans.append(Span(begin + start, begin + end))
    return spans
