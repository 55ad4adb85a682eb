"""Topics: what a sentence that says of what kind a thing is calls that thing, whatever the name looks like.

"The Life on the Earth is a 2001 film" and "The grey wren (Testa testa) is a species of bird" name their subjects,
though the words between the capitals, or all of them, are common ones. Only classes that the user's own ontology or
lexicon has a noun for are asked: where there are films, what is a film has a title.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from thence.extract.chunks import NAME
from thence.extract.clauses import Clauses
from thence.extract.gazetteer import gazetteer
from thence.extract.tokens import Token
from thence.names import Iri
from thence.ontology.inflection import singular
from thence.ontology.lexicon import Lexicon

__all__ = ["Topic", "opening_topic", "quoted_titles", "settle_topic"]

_BE = frozenset({"is", "was", "are", "were"})
_ARTICLES = frozenset({"a", "an", "the", "one"})
_QUOTES = frozenset({'"', "“", "”", "'", "‘", "’"})
_ENDS = frozenset({"(", "[", ",", "or", ";"})
_INSIDE = frozenset({":", "-", "–", "—", "&", "!", "?", "'s", "'", "’", ".", "/", "…", "+", "#", "°"})
_NOT_FIRST = frozenset({"this", "these", "that", "those", "there", "it", "he", "she", "they", "his", "her", "its"})
_NOT_FIRST |= frozenset({"their", "our", "my", "i", "we", "you", "another", "one", "some", "such", "all"})
_NOT_FIRST |= frozenset({"each", "both"})
_SMALL = frozenset({"of", "the", "a", "an", "and", "in", "to", "for", "on", "at", "with", "from", "'s", "&", ":"})
_JOINS = frozenset({"and", "nor", "plus"})
_FARTHEST, _LONGEST, _PHRASE = 48, 14, 16


@dataclass(frozen=True, slots=True)
class Topic:
    """A run of tokens that names what a sentence is about.

    last: exclusive.   kind: its class, where the words tell.   verb: the token of the "is" that tells, or -1.
    """

    first: int
    last: int
    kind: Iri | None = None
    verb: int = -1


def opening_topic(tokens: Sequence[Token], lexicon: Lexicon) -> Topic | None:
    """Return the thing that a sentence opens with, if the sentence says that it is of a class of the user's own."""
    if not lexicon.classes or len(tokens) < 4:
        return None
    start = 0
    while start < len(tokens) and tokens[start].text in _QUOTES:
        start += 1
    verb = _defining_verb(tokens, start, lexicon)
    noun = _predicate(tokens, verb, lexicon) if verb > 0 else ""
    if noun:
        work = noun.split()[-1] in lexicon.grammar["works"]
        last = _end(tokens, start, verb, title=work)
        return _checked(tokens, start, last, lexicon, work=work, kind=lexicon.classes[noun], verb=verb)
    if _has_works(lexicon):
        for first in (start, *_behind_opening(tokens, start, lexicon)):
            last = _title_before_verb(tokens, first, lexicon)
            if last > first:
                return Topic(first, last)
    return _numbered(tokens, start, lexicon) or _described(tokens, start, lexicon)


def _behind_opening(tokens: Sequence[Token], start: int, lexicon: Lexicon) -> list[int]:
    """Return the places behind the commas of a sentence that a participle or preposition opens."""
    lower = tokens[start].lower
    forms = {form for _, form in lexicon.grammar.forms.get(lower, ())}
    if not (forms & {"participle", "ing"} or lower in lexicon.grammar["prepositions"]):
        return []
    return [at + 1 for at in range(start + 1, min(len(tokens) - 2, start + 30)) if tokens[at].text == ","]


def _numbered(tokens: Sequence[Token], start: int, lexicon: Lexicon) -> Topic | None:
    """Return a name that begins with a number: "1925 Brack was found …", "2010 Brack Cup was …"."""
    at = start
    if tokens[at].text == "(" and at + 2 < len(tokens) and tokens[at + 2].text == ")":
        at += 3
    elif tokens[at].text[0].isdigit():
        at += 1
    first = at
    bracketed = tokens[start].text == "("
    while at < len(tokens) and (tokens[at].is_capital or ((at > first or bracketed) and tokens[at].text[0].isdigit())):
        at += 1
    if first == start or at == first or at >= len(tokens) or at - first > 6:
        return None
    return Topic(start, at) if _is_finite(tokens[at].lower, lexicon) or tokens[at].text == "(" else None


def _described(tokens: Sequence[Token], start: int, lexicon: Lexicon) -> Topic | None:
    """Return a name that ends in a noun of the user's own: "The Brack women's rowing team represents …"."""
    first = start + 1 if tokens[start].lower == "the" else start
    if first >= len(tokens) or not tokens[first].is_capital:
        return None
    at = first
    while at < len(tokens) and at - first < _LONGEST:
        token = tokens[at]
        lower = token.lower
        plain = token.is_word and lower not in lexicon.grammar.function_words and not _is_finite(lower, lexicon)
        if not (plain or lower == "'s" or token.text[0].isdigit() or lower in lexicon.classes):
            break
        at += 1
    words = tokens[first:at]
    if at >= len(tokens) or len(words) < 3 or not _is_finite(tokens[at].lower, lexicon):
        return None
    kind = lexicon.classes.get(words[-1].lower)
    if kind is None or words[-1].is_capital or not any(word.lower == "'s" for word in words):
        return None
    return Topic(first, at, kind)


def _is_finite(word: str, lexicon: Lexicon) -> bool:
    grammar = lexicon.grammar
    return word in grammar["auxiliaries"] or any(form in {"past", "third"} for _, form in grammar.forms.get(word, ()))


def quoted_titles(tokens: Sequence[Token], lexicon: Lexicon) -> list[Topic]:
    """Return the titles between quotation marks, where the user's own classes have things with titles."""
    if not _has_works(lexicon):
        return []
    found = [topic for at in range(len(tokens) - 2) if (topic := _behind_noun(tokens, at, lexicon)) is not None]
    open_at = -1
    for at, token in enumerate(tokens):
        if token.text not in {'"', "“", "”"}:
            continue
        if open_at >= 0 and token.text != "“":
            inner = tokens[open_at + 1 : at]
            while inner and inner[-1].text in {",", "."}:
                inner = inner[:-1]
            if 0 < len(inner) < 9 and _is_title(inner, lexicon):
                found.append(Topic(open_at + 1, open_at + 1 + len(inner)))
            open_at = -1
        elif token.text != "”":
            open_at = at
    return found


def _behind_noun(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> Topic | None:
    """Return the title behind a noun for works: "the novel The Count of Brack by A"."""
    if tokens[at].is_capital or singular(tokens[at].lower) not in lexicon.grammar["works"]:
        return None
    first = at + 1
    if not tokens[first].is_capital or tokens[first].lower in _NOT_FIRST:
        return None
    stop = at = first
    while at < len(tokens) and at - first < 10:
        token = tokens[at]
        if token.is_capital or (at > first and token.text[0].isdigit() and at == stop):
            at += 1
            stop = at
        elif token.lower in _SMALL and at > first:
            at += 1
        else:
            break
    words = tokens[first:stop]
    small = words[0].lower == "the" or any(word.lower in _SMALL and not word.is_capital for word in words)
    return Topic(first, stop) if small and len(words) > 1 else None


def _has_works(lexicon: Lexicon) -> bool:
    return not lexicon.grammar["works"].isdisjoint(lexicon.classes)


def _defining_verb(tokens: Sequence[Token], start: int, lexicon: Lexicon) -> int:
    """Return the place of the "is" before an article, outside brackets, before any other finite verb; or -1."""
    depth = 0
    for at in range(start + 1, min(len(tokens) - 2, start + _FARTHEST)):
        token = tokens[at]
        if token.text in {"(", "["}:
            depth += 1
        elif token.text in {")", "]"}:
            depth = max(0, depth - 1)
        elif depth == 0 and token.text in _BE:
            behind = at + 1
            while behind < len(tokens) - 1 and tokens[behind].lower in lexicon.grammar["adverbs"]:
                behind += 1
            told = tokens[behind].lower in _ARTICLES or tokens[behind].text.isdigit()
            return at if told else -1
        elif depth == 0 and token.text in {";", "who", "which"}:
            return -1
    return -1


def _predicate(tokens: Sequence[Token], verb: int, lexicon: Lexicon) -> str:
    """Return the noun of the user's own that says what kind the thing is, or empty."""
    grammar = lexicon.grammar
    found = ""
    for at in range(verb + 2, min(len(tokens), verb + _PHRASE)):
        lower = tokens[at].lower
        if tokens[at].text == "." and at + 1 < len(tokens) and tokens[at - 1].is_capital:
            continue  # "a Brack Bros. cartoon"
        if lower in grammar["prepositions"] or lower in grammar["relatives"] or tokens[at].text in {"(", ";", "."}:
            if lower == "of" and tokens[at - 1].lower == "one":
                continue
            break
        word = singular(lower)
        pair = f"{tokens[at - 1].lower} {word}"
        found = pair if pair in lexicon.classes else (word if word in lexicon.classes else found)
    return found


def _end(tokens: Sequence[Token], start: int, verb: int, *, title: bool) -> int:
    plain = not any(token.text in {"(", '"', "“"} or token.lower in {"also", "known"} for token in tokens[start:verb])
    if title and plain and all(token.is_capital or not token.is_word for token in tokens[start:verb]):
        return verb  # "Wind, Rain, Snow is a play"
    for at in range(start + 1, verb):
        token = tokens[at]
        if token.text in _QUOTES - {"'", "’", "‘"} or (token.text == "/" and not title):
            return at
        if token.text in _ENDS:
            more = tokens[at + 1].is_capital or (at + 2 < verb and tokens[at + 2].is_capital)
            plain = token.text in {",", "or"} and tokens[at + 1].lower not in {"also", "known", "or", "originally"}
            if title and plain and more and not any(t.text in {"(", ","} for t in tokens[at + 1 : verb]):
                continue  # "Wind, Rain and Snow is a 1990 film"
            return at
    return verb


def _checked(
    tokens: Sequence[Token], start: int, last: int, lexicon: Lexicon, *, work: bool, kind: Iri, verb: int
) -> Topic | None:
    grammar = lexicon.grammar
    first = start
    if first < last and tokens[first].lower in {"the", "a", "an"} and not work:
        first += 1
    while not work and first + 1 < last and _is_title_of_person(tokens, first, lexicon):
        first += 1
    words = tokens[first:last]
    if not words or len(words) > _LONGEST or (words[0].lower in _NOT_FIRST and (len(words) == 1 or not work)):
        return None
    if not work and any(word.lower in grammar["auxiliaries"] and not word.is_capital for word in words):
        return None
    capitals = sum(word.is_capital for word in words[1 if first == 0 and len(words) > 1 else 0 :])
    end = singular(words[-1].lower)
    if not any(word.is_word or word.text[0].isdigit() for word in words):
        return None
    if work and not _is_title(words, lexicon):
        return None
    if end in grammar.descriptions and not words[-1].is_capital and (len(words) < 3 or not capitals):
        return None  # "the first film", "the company": something spoken of before
    if not work and any(word.lower in grammar["prepositions"] and not word.is_capital for word in words):
        return None
    if not work and words[0].lower in grammar["prepositions"]:
        return None
    if not work and any(word.lower in _JOINS for word in words):
        return None
    return Topic(first, last, kind, verb)


def _is_title_of_person(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Return whether a word before a name is a title or rank: "Admiral Roe", "Lieutenant Colonel Roe"."""
    lower = tokens[at].lower
    known = lower in lexicon.roles or lower in gazetteer().titles
    return known and tokens[at].is_capital and tokens[at + 1].is_capital


def _is_title(words: Sequence[Token], lexicon: Lexicon) -> bool:
    """Return whether words are written as a title: with capitals, but for the small words between them."""
    grammar = lexicon.grammar
    named = [word for word in words if word.is_capital or word.text[0].isdigit()]
    small = [word for word in words if word.is_word and not word.is_capital and word.text != "'s"]
    loose = [word for word in small if word.lower not in grammar.function_words and len(word.text) > 3]
    return bool(named) and len(loose) <= (1 if len(named) > 2 else 0)


def _title_before_verb(tokens: Sequence[Token], start: int, lexicon: Lexicon) -> int:
    """Return where a title that opens a sentence ends before a verb of the lexicon's, or `start`."""
    grammar = lexicon.grammar
    n = len(tokens)
    first = tokens[start]
    if not (first.is_capital or first.text[0].isdigit()) or first.lower in _NOT_FIRST:
        return start
    if first.lower in grammar["prepositions"] | grammar["subordinators"] and first.lower != "the":
        return start
    at = start
    while at < n and at - start < _LONGEST:
        token = tokens[at]
        joins = token.lower in grammar["prepositions"] | {"the", "a", "an", "'s", "and"}
        if token.is_capital or token.text[0].isdigit() or token.text in _INSIDE - {"."} or joins:
            at += 1
            continue
        break
    if at >= n:
        return start
    verb = tokens[at].lower
    forms = {form for _, form in grammar.forms.get(verb, ())}
    known = any(lemma in lexicon.verbs for lemma, _ in grammar.forms.get(verb, ()))
    if not (known and forms & {"past", "third"}) and verb not in {"is", "was", "has", "had"}:
        return start
    words = tokens[start:at]
    if any(word.text == "and" for word in words) and not ("third" in forms or verb in {"is", "was", "has"}):
        return start  # "A and B won": two of them
    if not words[-1].is_capital and not words[-1].text[0].isdigit() and words[-1].text not in {"!", "?"}:
        return start
    opens = words[0].lower == "the"
    if len(words) < 2 or not (
        opens
        or any(word.is_word and (not word.is_capital or word.lower in grammar.function_words) for word in words)
        or any(word.text in {":", "!", "?", "'s"} for word in words)
    ):
        return start  # a plain name: its shape tells
    known_forms: Mapping[str, object] = gazetteer().forms
    if any(word.text in known_forms or word.text in gazetteer().places for word in words):
        return start
    if any(word.text in gazetteer().first_names for word in words[:1]):
        return start
    return at


def settle_topic(clauses: Clauses, topic: Topic) -> None:
    """Let the topic be the subject of the verb that says what it is, whatever stands between them."""
    places = {chunk.first: at for at, chunk in enumerate(clauses.chunks)}
    verb = next((at for at in clauses.verbs if clauses.chunks[at].first <= topic.verb < clauses.chunks[at].last), -1)
    named = next((places[first] for first in (topic.first, topic.first - 1) if first in places), -1)
    if verb >= 0 and 0 <= named < verb and clauses.chunks[named].kind == NAME:
        clauses.settle(verb, (named,))
