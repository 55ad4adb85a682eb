"""Sentences made ready for reading: tokens, values, and the names of the whole document."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from thence.extract.chunks import Item, Number, Percent, Term
from thence.extract.gazetteer import gazetteer
from thence.extract.sentences import Sentence, sentences
from thence.extract.spotting import Name, NameTable, spot
from thence.extract.tokens import Token, tokenize
from thence.extract.topics import Topic, opening_topic, quoted_titles
from thence.extract.values import (
    find_dates,
    find_identifiers,
    find_money,
    find_percents,
)
from thence.model.document import BlockKind, Document, RecordKind, Span
from thence.ontology.lexicon import Lexicon

__all__ = ["Prepared", "prepare"]

_TERM = re.compile(
    r"\b(?:\d{1,4}|[a-z]+(?:-[a-z]+)?)\s+(?:\(\d+\)\s+)?(?:(?:calendar|business|working|consecutive)\s+)?(?:days?|weeks?|months?|years?|hours?)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w,])|(?<![\w.,])\d+(?:\.\d+)?(?![\w%])")
# "a 12-mile (19 km) canal": the same measure in another unit, between a number and its noun.
_UNIT = r"[-\s\u00a0]?[^\W\d_]{1,12}[²³]?(?: [^\W\d_]{1,8})?\s*"
_CONVERTED = re.compile(rf"\d{_UNIT}(\(\s*[\d.,]+[^\W\d_]{{0,2}}{_UNIT}\))")


@dataclass(slots=True)
class Prepared:
    """A sentence before it is read.

    values: first token -> (token behind the last, value).   taken: the tokens that values hold.   shouting: written in
    capitals or as a title.   names: by first token.   spotted: what has the shape of a name.   topic: what it opens
    with and says to be of a class.
    """

    sentence: Sentence
    tokens: list[Token]
    values: dict[int, tuple[int, Item]]
    taken: list[bool]
    shouting: bool
    names: dict[int, Name] = field(default_factory=dict)
    spotted: list[Name] = field(default_factory=list)
    topic: Topic | None = None


def prepare(document: Document, lexicon: Lexicon) -> tuple[list[Prepared], NameTable]:
    """Return the sentences of a document with their values and names, and the table of its names."""
    spoken = sentences(document, lexicon.grammar)
    places = _values(document) if spoken else []
    starts = [place[0] for place in places]
    prepared = [_prepare(document, sentence, places, starts) for sentence in spoken]
    table = _names(document, prepared, lexicon)
    for each in prepared:
        _settle_names(each, table, lexicon, document.text)
    return prepared, table


def _said(document: Document) -> list[tuple[Span, str | None]]:
    """Return what was said at another time than the document's: messages with a day of their own, and quoted words."""
    return [(block.span, block.date) for block in document.blocks if block.date or block.kind is BlockKind.QUOTED]


def _values(document: Document) -> list[tuple[int, int, Item]]:
    """Return the values of the whole text in order, without overlaps: money before percentages before dates."""
    text = document.text
    found: list[tuple[int, int, Item]] = []
    found += [(f.start, f.end, f.value) for f in find_identifiers(text)]
    found += [(f.start, f.end, f.value) for f in find_money(text)]
    found += [(f.start, f.end, Percent(f.value)) for f in find_percents(text)]
    found += [(f.start, f.end, f.value) for f in find_dates(text, reference=document.date, said=_said(document))]
    found += [(m.start(), m.end(), Term(m.group())) for m in _TERM.finditer(text) if _counts(m.group())]
    taken: list[tuple[int, int, Item]] = []
    for each in sorted(found, key=lambda place: (place[0], -place[1])):
        if not taken or each[0] >= taken[-1][1]:
            taken.append(each)
    edges = [place[0] for place in taken]
    for match in _NUMBER.finditer(text):
        at = bisect_right(edges, match.start()) - 1
        if at < 0 or taken[at][1] <= match.start():
            nxt = bisect_left(edges, match.start())
            if nxt >= len(edges) or edges[nxt] >= match.end():
                found.append((match.start(), match.end(), Number(match.group())))
    taken = []
    for each in sorted(found, key=lambda place: (place[0], -place[1])):
        if not taken or each[0] >= taken[-1][1]:
            taken.append(each)
    return taken


def _counts(words: str) -> bool:
    first = words.split()[0].lower()
    return first.isdigit() or first.split("-")[0] in {
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "twelve",
        "fourteen",
        "fifteen",
        "twenty",
        "thirty",
        "forty",
        "sixty",
        "ninety",
    }


def _prepare(
    document: Document, sentence: Sentence, places: Sequence[tuple[int, int, Item]], starts: Sequence[int]
) -> Prepared:
    text = document.text
    tokens = tokenize(text, sentence.span.start, sentence.span.end)
    again = [match.span(1) for match in _CONVERTED.finditer(text, sentence.span.start, sentence.span.end)]
    if again:
        tokens = [each for each in tokens if not any(a <= each.start < b for a, b in again)]
    taken = [False] * len(tokens)
    values: dict[int, tuple[int, Item]] = {}
    token_starts = [token.start for token in tokens]
    for k in range(bisect_left(starts, sentence.span.start), bisect_left(starts, sentence.span.end)):
        start, end, item = places[k]
        first = bisect_left(token_starts, start)
        last = bisect_left(token_starts, end)
        if first < last and first < len(tokens):
            values[first] = (last, item)
            taken[first:last] = [True] * (last - first)
    letters = [c for token in tokens for c in token.text if c.isalpha()]
    words = [token for token in tokens if token.is_word]
    loud = bool(letters) and sum(c.isupper() for c in letters) > 0.7 * len(letters)
    titled = (
        sentence.block.kind is BlockKind.HEADING
        and len(words) > 3
        and sum(word.is_capital for word in words if len(word.text) > 3)
        >= 0.9 * max(1, sum(len(word.text) > 3 for word in words))
    )
    return Prepared(sentence, tokens, values, taken, loud or titled)


def _names(document: Document, prepared: Sequence[Prepared], lexicon: Lexicon) -> NameTable:
    """Return the names of a document: those of its prose, its key-value lines, its title and its links."""
    table = NameTable()
    text = document.text
    spotted: list[tuple[str, Span]] = []
    ranges: list[tuple[list[Token], list[Name]]] = []
    for each in prepared:
        if lexicon.classes:
            _free_numbers(each, lexicon)
        each.spotted.extend(spot(text, each.tokens, each.taken, lexicon, shouting=each.shouting))
        opening = opening_topic(each.tokens, lexicon)
        for topic in (*([opening] if opening is not None else []), *quoted_titles(each.tokens, lexicon)):
            _take_topic(each, topic, text, table)
        ranges.append((each.tokens, each.spotted))
    for record in document.records:
        if record.kind in {RecordKind.KEYS, RecordKind.HEADERS, RecordKind.FRONT_MATTER}:
            for one in record.fields:
                tokens = tokenize(text, one.value.start, one.value.end)
                value = text[one.value.start : one.value.end]
                if tokens and len(value) < 120:
                    free = [False] * len(tokens)
                    ranges.append((tokens, spot(text, tokens, free, lexicon, shouting=value.isupper())))
    for tokens, names in ranges:
        for name in names:
            span = Span(tokens[name.first].start, tokens[name.last - 1].end)
            table.add(name.text, span, tuple(token.text for token in tokens[name.first : name.last]), weak=name.weak)
            spotted.append((name.text, span))
    for link in document.links:
        if link.target.startswith("#"):
            continue  # a place in the document itself names nothing
        words = " ".join(text[link.span.start : link.span.end].split())
        tokens = tokenize(text, link.span.start, link.span.end)
        if tokens and words and tokens[0].is_capital and len(tokens) < 8 and "_" not in words:
            table.add(words, link.span, tuple(token.text for token in tokens), weak=False)
    table.define(text, spotted)
    table.settle()
    return table


def _free_numbers(prepared: Prepared, lexicon: Lexicon) -> None:
    """Let a number behind a capital be part of the name, where nothing behind it is counted: "Voyage 20", "Group 1"."""
    tokens, grammar = prepared.tokens, lexicon.grammar
    for at, (stop, item) in list(prepared.values.items()):
        if not isinstance(item, Number) or stop != at + 1 or at == 0 or not tokens[at].text.isdigit():
            continue
        before, behind = tokens[at - 1], tokens[stop] if stop < len(tokens) else None
        if not before.is_capital or before.end + 1 != tokens[at].start or before.lower in grammar.function_words:
            continue
        counted = behind is not None and behind.is_word and not behind.is_capital
        if counted and behind is not None:
            lower = behind.lower
            counted = not (lower in grammar.function_words or lower in lexicon.classes or lower in grammar.forms)
        if not counted:
            prepared.values.pop(at)
            prepared.taken[at] = False


def _take_topic(prepared: Prepared, topic: Topic, text: str, table: NameTable) -> None:
    """Let a topic be one name, in the place of what its shape showed: shorter names, numbers, dates."""
    places = range(topic.first, topic.last)
    if any(name.first in places and name.last > topic.last for name in prepared.spotted):
        return
    if topic.verb >= 0:
        prepared.topic = topic
    first, last = prepared.tokens[topic.first], prepared.tokens[topic.last - 1]
    name = " ".join(text[first.start : last.end].split())
    kept = [each for each in prepared.spotted if each.last <= topic.first or each.first >= topic.last]
    prepared.spotted[:] = sorted([*kept, Name(topic.first, topic.last, name)], key=lambda each: each.first)
    for at in places:
        prepared.taken[at] = False
        prepared.values.pop(at, None)
    if topic.kind is not None:
        table.kinds.setdefault(name, topic.kind)


def _settle_names(prepared: Prepared, table: NameTable, lexicon: Lexicon, text: str) -> None:
    """Choose the names of a sentence, now that all names of the document are known."""
    tokens, taken = prepared.tokens, prepared.taken
    by_shape = {name.first: name for name in prepared.spotted}
    at, n = 0, len(tokens)
    while at < n:
        if taken[at] or not (tokens[at].is_word or at in by_shape):
            at += 1
            continue
        shaped = by_shape.get(at)
        known = _known_at(tokens, taken, at, table)
        name = shaped
        if known > at and (shaped is None or known > shaped.last):
            words = " ".join(text[tokens[at].start : tokens[known - 1].end].replace("[[", "").replace("]]", "").split())
            name = Name(at, known, words)
        if name is None:
            at += 1
            continue
        if name.weak and not _strong_enough(name, tokens, table, lexicon):
            at = name.last
            continue
        if (
            name.last - name.first == 1
            and tokens[at - 1].lower in {"the", "this", "such"}
            and at > 0
            and _is_common(tokens[at].lower, lexicon)
            and tokens[at].lower not in table.terms
        ):
            at = name.last
            continue
        prepared.names[name.first] = name
        at = name.last


def _is_common(word: str, lexicon: Lexicon) -> bool:
    grammar = lexicon.grammar
    return (
        word in grammar.descriptions
        or word in grammar["organs"]
        or word in grammar["common"]
        or word
        in {"principal", "facility", "parties", "party", "services", "property", "term", "agreement", "contract"}
    )


def _known_at(tokens: Sequence[Token], taken: Sequence[bool], at: int, table: NameTable) -> int:
    for words in table.starts.get(tokens[at].text, ()):
        stop = at + len(words)
        if (
            stop <= len(tokens)
            and all(tokens[at + k].text == word for k, word in enumerate(words))
            and not any(taken[at:stop])
        ):
            return stop
    return at


def _strong_enough(name: Name, tokens: Sequence[Token], table: NameTable, lexicon: Lexicon) -> bool:
    """Return whether a single capitalised word that opens a sentence is a name."""
    word = tokens[name.first].text
    lower = word.lower()
    known = gazetteer()
    if word in table.firm or table.full(name.text)[0] != name.text or lower in table.terms:
        return True
    if word in known.places or word in known.first_names:
        return True
    grammar = lexicon.grammar
    if (
        lower in grammar["common"]
        or lower in grammar.forms
        or lower in grammar.descriptions
        or lower in grammar.function_words
    ):
        return False
    if lower.endswith(
        (
            "tion",
            "sion",
            "ment",
            "ness",
            "ity",
            "ing",
            "ance",
            "ence",
            "ship",
            "ism",
            "ly",
            "ers",
            "ors",
            "ists",
            "ants",
            "ees",
            "ies",
        )
    ):
        return False
    after = tokens[name.last].lower if name.last < len(tokens) else ""
    known_after = after in grammar["auxiliaries"] or after in grammar.forms or after in lexicon.roles
    return known_after or after in {"'s", ",", "("}
