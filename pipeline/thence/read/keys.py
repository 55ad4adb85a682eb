"""``Key: value`` lines: telling them from sentences with a colon, and making records of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from thence.model.document import Field, Record, RecordKind, Span
from thence.read.dates import iso_date

__all__ = [
    "AUTHOR_KEYS",
    "DATE_KEYS",
    "KEYED_LINE",
    "KeyRun",
    "candidates",
    "declared",
    "is_key",
    "is_sentence",
    "is_usual_key",
    "key_runs",
    "lines_of",
]

_LONGEST = 48
_KEY = re.compile(r"[^\W\d_](?:[\w'’./&()#°-]|[ \t](?![ \t]))*")
# What a line with a key begins with, of four words at most; to be looked for at once in many lines.
_BEGINNING = r"[ \t]*+[^\W\d_][\w'’./&()#°-]*+(?:[ \t][\w'’./&()#°-]++){0,3}+[ \t]?:(?:[: \t]|(?=\n)|\Z)"
_KEYED = re.compile(_BEGINNING)
KEYED_LINE = re.compile(rf"\n{_BEGINNING}")
# A line that begins so and goes on with a colon is a sentence: "He said: no", "The modes are: Eco".
_SENTENCE_STARTS = frozenset(
    """the a an this that these those he she it they we you i there here his her its their our my if when while because
    as and but or so note nb remember warning example e.g i.e""".split()  # noqa: SIM905 - a word list reads better
)
_VERBS = frozenset(
    """is are was were has have had said says wrote writes told asked added will shall must can could would should
    did does include includes follow follows following""".split()  # noqa: SIM905 - a word list reads better
)
_APART = re.compile(r"[^\w.]+")
_ENDS_SENTENCE = re.compile(r"[.!?][\"'”’)\]]*$")
_ABBREVIATED = re.compile(
    r"(?:\b(?:ltd|inc|corp|co|bros|jr|sr|st|no|etc|dept|est|llc|plc|ag|sa|gmbh|intl)|\b(?:[A-Za-z]\.){1,4}[A-Za-z])\.$",
    re.IGNORECASE,
)
AUTHOR_KEYS = (
    "author", "authors", "by", "written by", "prepared by", "from", "creator", "reporter", "filed by", "submitted by",
)  # fmt: skip
DATE_KEYS = (
    "date", "published", "publication date", "date of report", "report date", "document date", "filing date",
    "date filed", "filed", "filed on", "dated", "issued", "issue date", "date of issue", "date issued", "created",
    "sent", "meeting date", "date of meeting",
)  # fmt: skip
_SAYS = re.compile(
    r"(?:[A-Z]\w*[.)]?|\))\s(?:(?:has|have|had|was|were|is|are|will|shall|must|may|can)\s\w+"
    r"|(?!(?:address|business|process|access|less|plus|versus|across|besides|towards|unless|perhaps|red|based|limited|"
    r"registered|retired|deceased|united|related|associated)\b)"
    r"(?:[a-z]{2,}(?:[^s\W]s|ed)|own|paid|bought|sold|lent|gave|took|made|became|left|held|won|lost|led|met|built|sent|"
    r"wrote|said|ran|went|came|got|grew|fell|rose|spoke|chose|began|broke|brought|kept|put|set))\s"
    r"(?:\w+\s){0,6}(?:\d|[A-Z]|the\s|an?\s|to\s|in\s|at\s)"
)
"""A name or figure, and a verb behind it: what says something of somebody."""
_META_KEYS = frozenset(DATE_KEYS) | frozenset(AUTHOR_KEYS) | {
    "to", "cc", "subject", "re", "ref", "reference", "title", "status", "version", "filed by", "signed by", "source",
    "id", "classification", "client", "department",
}  # fmt: skip
_STATED = (RecordKind.KEYS, RecordKind.FRONT_MATTER)


@dataclass(frozen=True, slots=True)
class KeyRun:
    """Consecutive ``Key: value`` lines, as the record they make."""

    record: Record


class _Line(NamedTuple):
    start: int
    end: int
    text: str
    key: tuple[int, int] | None
    value: tuple[int, int]

    @property
    def words(self) -> str:
        return self.text[self.value[0] - self.start : self.value[1] - self.start]


def lines_of(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the places of the lines of ``text[start:end]``, without their line breaks."""
    lines = []
    while start <= end:
        stop = text.find("\n", start, end)
        if stop < 0:
            stop = end
        lines.append((start, stop))
        start = stop + 1
    return lines


def key_runs(text: str, span: Span) -> list[KeyRun | Span]:
    """Split a stretch without blank lines into runs of ``Key: value`` lines and the prose between them, in order.

    A key has one to four words and no verb; its value is no sentence. A line inside wrapped prose is prose: a run
    begins with the stretch, or after a line that is complete, and a single line followed by prose counts only when
    its key is a usual one (Author, Date, ...) or its value is a date.
    """
    held = list(candidates(text, span.start, span.end))
    if not held:
        return [span]
    longest = max(map(len, text[span.start : span.end].split("\n")))
    for at, end in held:
        if (at == span.start or _is_complete(_above(text, span.start, at), longest)) and _line(text, at, end).key:
            break
    else:
        return [span]
    lines = [_line(text, start, end) for start, end in lines_of(text, span.start, span.end)]
    out: list[KeyRun | Span] = []
    prose_from = 0
    index = 0
    while index < len(lines):
        if lines[index].key is None or not _may_begin(lines, prose_from, index, longest):
            index += 1
            continue
        stop, fields = _run(lines, index)
        if not _convincing(lines, index, stop, fields):
            index = stop
            continue
        if prose_from < index:
            out.append(Span(lines[prose_from].start, lines[index - 1].end))
        whole = Span(fields[0].name_span.start if fields[0].name_span else 0, lines[stop - 1].end)
        out.append(KeyRun(Record(RecordKind.KEYS, whole, tuple(fields))))
        index = prose_from = stop
    if prose_from < len(lines):
        out.append(Span(lines[prose_from].start, lines[-1].end))
    return out


def candidates(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the places of the lines that begin like one with a key."""
    colon = text.find(":", start, end)
    while colon >= 0:
        begin = max(start, text.rfind("\n", start, colon) + 1)
        stop = text.find("\n", colon, end)
        if stop < 0:
            stop = end
        if _KEYED.match(text, begin, end):
            yield begin, stop
        colon = text.find(":", stop, end)


def declared(records: Iterable[Record], names: tuple[str, ...]) -> Field | None:
    """Return the first field whose name is one of ``names`` (lower case), by the order of names, then of records.

    Table rows speak of other things than their document and are passed over.
    """
    ranks = {name: rank for rank, name in enumerate(names)}
    best, found = len(ranks), None
    for record in records:
        if record.kind not in _STATED:
            continue
        for item in record.fields:
            rank = ranks.get(item.name.strip().lower(), best)
            if rank < best and len(item.value):
                best, found = rank, item
    return found


def _line(text: str, start: int, end: int) -> _Line:
    words = text[start:end]
    colon = words.find(":", 0, _LONGEST + 12)
    if colon <= 0 or len(words) >= 400:
        return _Line(start, end, words, None, (end, end))
    key = words[:colon].strip(" \t")
    if not key or not _is_key(key) or _KEY.fullmatch(key) is None:
        return _Line(start, end, words, None, (end, end))
    after = colon + (2 if words.startswith("::", colon) else 1)
    value = words[after:].strip(" \t")
    if value and words[after] not in " \t":
        return _Line(start, end, words, None, (end, end))
    at = start + words.index(key)
    begin = start + words.index(value, after) if value else end
    return _Line(start, end, words, (at, at + len(key)), (begin, begin + len(value)))


def is_key(key: str) -> bool:
    """Return whether words may be a key: one to four words, none of them a verb, and no beginning of a sentence."""
    if not key or _KEY.fullmatch(key) is None:
        return False
    return _is_key(key)


def is_usual_key(key: str) -> bool:
    """Return whether a key is one that is usual at the head of documents: Author, Date, Subject."""
    return key.strip().lower() in _META_KEYS


def _is_key(key: str) -> bool:
    if len(key) > _LONGEST or len(key.split(None, 4)) > 4:
        return False
    folded = key.lower()
    words = folded.split() if folded.isalpha() or folded.replace(" ", "").isalpha() else _APART.split(folded)
    return words[0].rstrip(".") not in _SENTENCE_STARTS and _VERBS.isdisjoint(words)


def _may_begin(lines: list[_Line], prose_from: int, index: int, longest: int) -> bool:
    return index == prose_from or _is_complete(lines[index - 1].text, longest)


def _above(text: str, start: int, at: int) -> str:
    """Return the line above the one that begins at ``at``."""
    return text[max(start, text.rfind("\n", start, at - 1) + 1) : at - 1]


def _is_complete(line: str, longest: int) -> bool:
    """Return whether a line ends what it says: a full line wraps; a short one (a heading) is complete."""
    line = line.rstrip()
    return len(line) < 0.6 * longest or len(line) <= _LONGEST or line.rstrip("\"'”’)]").endswith((".", "!", "?"))


def _run(lines: list[_Line], index: int) -> tuple[int, list[Field]]:
    fields: list[Field] = []
    while index < len(lines):
        line = lines[index]
        if line.key is not None:
            name = line.text[line.key[0] - line.start : line.key[1] - line.start]
            fields.append(Field(name, Span(*line.value), None, Span(*line.key)))
        elif line.text[:1] in " \t" and fields and line.text.strip():
            # An indented line goes on with the value above it.
            last = fields[-1]
            begin = last.value.start if len(last.value) else line.start + len(line.text) - len(line.text.lstrip())
            fields[-1] = Field(last.name, Span(begin, line.end), None, last.name_span)
        else:
            break
        index += 1
    return index, fields


def _convincing(lines: list[_Line], index: int, stop: int, fields: list[Field]) -> bool:
    keyed = [line for line in lines[index:stop] if line.key is not None]
    sentences = sum(is_sentence(line.words) for line in keyed)
    if len(fields) >= 2:
        return 2 * sentences < len(keyed) and any(len(item.value) for item in fields)
    line = keyed[0]
    if not line.words:
        return False
    usual = is_usual_key(fields[0].name)
    dated = iso_date(line.words, day_first=True) is not None
    if stop < len(lines) and not (usual or dated):
        return False
    return dated or not is_sentence(line.words)


def is_sentence(value: str) -> bool:
    """Return whether a value is rather a sentence."""
    words = value.split()
    if len(words) > 20:
        return True
    if value.endswith((";", ":", ",")):
        return True
    if len(words) > 3 and _SAYS.search(value):
        return True
    return bool(_ENDS_SENTENCE.search(value)) and not (_ABBREVIATED.search(value) and len(words) <= 8)
