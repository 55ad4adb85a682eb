"""Chunks: a sentence as a row of names, noun phrases, verb groups, values and the small words between them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from thence.extract.spotting import Name
from thence.extract.tokens import Token
from thence.extract.values import DateValue, MoneyValue
from thence.extract.values.identifiers import Identifier
from thence.ontology.inflection import singular
from thence.ontology.lexicon import Lexicon

__all__ = ["NAME", "NP", "PRON", "VALUE", "VERB", "WORD", "Chunk", "Item", "Number", "Percent", "Term", "chunk"]

NAME, NP, PRON, VALUE, VERB, WORD = "name", "np", "pron", "value", "verb", "word"
_ORDINAL = re.compile(r"\d{1,4}(?:st|nd|rd|th)$")
_NUMBER_WORDS = frozenset(
    [
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "twenty",
        "thirty",
        "forty",
        "fifty",
        "hundred",
    ]
)
_NOT_LY = frozenset(
    [
        "family",
        "supply",
        "reply",
        "apply",
        "ally",
        "assembly",
        "monthly",
        "weekly",
        "daily",
        "yearly",
        "quarterly",
        "early",
        "elderly",
    ]
)


@dataclass(frozen=True, slots=True)
class Percent:
    """A percentage as a plain decimal."""

    number: str


@dataclass(frozen=True, slots=True)
class Number:
    """A plain number."""

    number: str


@dataclass(frozen=True, slots=True)
class Term:
    """A length of time, as written ("30 days")."""

    words: str


Item = MoneyValue | DateValue | Percent | Identifier | Number | Term


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a sentence.

    kind: NAME, NP, PRON, VALUE, VERB or WORD.   first, last: token indexes, last exclusive.   start, end: code points
    in the document.   words: lower case.   name: of a NAME.   value: of a VALUE, or inside an NP ("a 5% stake").
    head: an NP's last noun, singular; a verb's lemma.   det: an NP's first word if it is a determiner or possessive.
    owner: the name before 's.   inside: names within an NP ("the Boston office").   count: of counted things.
    lemmas: the readings (lemma, form) of a verb.   aux: the auxiliaries, adverbs and negations before it.
    """

    kind: str
    first: int
    last: int
    start: int
    end: int
    words: tuple[str, ...]
    name: str = ""
    weak: bool = False
    value: Item | None = None
    head: str = ""
    det: str = ""
    owner: Chunk | None = None
    inside: tuple[Chunk, ...] = ()
    count: Number | None = None
    lemmas: tuple[tuple[str, str], ...] = ()
    aux: tuple[str, ...] = ()

    @property
    def is_entity(self) -> bool:
        """Whether it may name or stand for a thing."""
        return self.kind in {NAME, NP, PRON}

    @property
    def word(self) -> str:
        """The one word of a WORD chunk, else empty."""
        return self.words[0] if self.kind == WORD else ""

    def lemma_in(self, words: frozenset[str]) -> str:
        """Return the first reading of a verb whose lemma is among the words, else empty."""
        return next((lemma for lemma, _ in self.lemmas if lemma in words), "")

    def has_form(self, *forms: str) -> bool:
        """Return whether a verb can be read in one of the forms."""
        return any(form in forms for _, form in self.lemmas)


@dataclass(slots=True)
class _Reader:
    """One pass over a sentence's tokens."""

    text: str
    tokens: Sequence[Token]
    names: Mapping[int, Name]
    values: Mapping[int, tuple[int, Item]]
    lexicon: Lexicon
    chunks: list[Chunk] = field(default_factory=list)

    def make(self, kind: str, first: int, last: int, **more: object) -> Chunk:
        tokens = self.tokens
        return Chunk(
            kind,
            first,
            last,
            tokens[first].start,
            tokens[last - 1].end,
            tuple(token.lower for token in tokens[first:last]),
            **more,  # type: ignore[arg-type]
        )

    def forms(self, at: int) -> tuple[tuple[str, str], ...]:
        lower = self.tokens[at].lower
        found = self.lexicon.grammar.forms.get(lower, ())
        if (
            not found
            and len(lower) > 4
            and lower.endswith("ed")
            and not lower.endswith(("eed", "red-"))
            and lower.isalpha()
        ):
            return ((lower[:-2], "past"), (lower[:-2], "participle"))
        return found

    def is_adverb(self, at: int) -> bool:
        lower = self.tokens[at].lower
        return lower in self.lexicon.grammar["adverbs"] or (
            len(lower) > 4 and lower.endswith("ly") and lower not in _NOT_LY and not self.tokens[at].is_capital
        )

    def is_noun_like(self, at: int) -> bool:
        """Return whether a token may stand inside a noun phrase as a common word."""
        if at >= len(self.tokens) or at in self.names or at in self.values:
            return False
        token = self.tokens[at]
        grammar = self.lexicon.grammar
        return (
            token.is_word
            and token.lower not in grammar.function_words
            and not self.is_adverb(at)
            and token.lower not in {"'s", "-based"}
        )

    def run(self) -> list[Chunk]:
        at, n = 0, len(self.tokens)
        while at < n:
            at = self.step(at)
        return self.chunks

    def step(self, at: int) -> int:
        grammar = self.lexicon.grammar
        token = self.tokens[at]
        lower = token.lower
        if at in self.values:
            stop, item = self.values[at]
            if isinstance(item, Number) and self.is_noun_like(stop) and not self._finite(stop):
                return self.phrase(at)
            self.chunks.append(self.make(VALUE, at, stop, value=item))
            return stop
        if at in self.names:
            return self.name(at, None)
        if lower in grammar["pronouns"] and not (lower == "her" and self._noun_after(at)):
            self.chunks.append(self.make(PRON, at, at + 1))
            return at + 1
        if lower in {"i", "we", "us", "me", "you"}:
            self.chunks.append(self.make(PRON, at, at + 1))
            return at + 1
        if lower in grammar["relatives"] and lower != "that":
            self.chunks.append(self.make(WORD, at, at + 1))
            return at + 1
        if lower in grammar["auxiliaries"]:
            return self.verb(at)
        if lower == "no" and at + 1 < len(self.tokens) and self.tokens[at + 1].lower == "longer":
            return self.verb(at)
        if lower in grammar["determiners"] or lower in grammar["possessives"]:
            if lower in {
                "that",
                "no",
                "this",
                "all",
                "both",
                "each",
                "such",
                "what",
                "which",
            } and not self._phrase_after(at):
                self.chunks.append(self.make(WORD, at, at + 1))
                return at + 1
            return self.phrase(at)
        if (
            lower in grammar.function_words
            or lower in {"'s", "-based"}
            or not (token.is_word or token.text[0].isdigit())
        ):
            if (lower in grammar["negations"] or self.is_adverb(at)) and self._verb_soon(at):
                return self.verb(at)
            self.chunks.append(self.make(WORD, at, at + 1))
            return at + 1
        if self.is_adverb(at):
            if self._verb_soon(at):
                return self.verb(at)
            self.chunks.append(self.make(WORD, at, at + 1))
            return at + 1
        if self.forms(at) and self.is_verb(at):
            return self.verb(at)
        return self.phrase(at)

    def _noun_after(self, at: int) -> bool:
        return (
            at + 1 < len(self.tokens)
            and (self.is_noun_like(at + 1) or (at + 1 in self.values and self.is_noun_like(self.values[at + 1][0])))
            and not (self.forms(at + 1) and not any(form == "base" for _, form in self.forms(at + 1)))
        )

    def _phrase_after(self, at: int) -> bool:
        after = at + 1
        if after >= len(self.tokens):
            return False
        lower = self.tokens[at].lower
        if lower == "that":
            return (
                self.is_noun_like(after)
                and not self.forms(after)
                and self.tokens[after].lower in self.lexicon.grammar.descriptions
            )
        if self.tokens[after].lower in {"of", "the"}:
            return False
        if lower == "this" and after + 1 < len(self.tokens) and any(form == "third" for _, form in self.forms(after)):
            follows = self.tokens[after + 1].lower
            grammar = self.lexicon.grammar
            return not (
                follows in grammar["determiners"] or follows in grammar["prepositions"] or after + 1 in self.names
            )
        return (
            self.is_noun_like(after)
            or after in self.names
            or after in self.values
            or self.tokens[after].lower in {"other", "such"}
        )

    def _verb_soon(self, at: int) -> bool:
        """Return whether adverbs from a place on lead to a verb."""
        after = at + 1
        grammar = self.lexicon.grammar
        while after < len(self.tokens) and after < at + 4:
            lower = self.tokens[after].lower
            if after in self.names or after in self.values:
                return False
            if lower in grammar["auxiliaries"]:
                return True
            if self.is_adverb(after) or lower in grammar["negations"]:
                after += 1
                continue
            return bool(self.forms(after)) and self.is_verb(after)
        return False

    def is_verb(self, at: int) -> bool:
        """Return whether a word that can be a verb or a noun is a verb where it stands, outside a noun phrase."""
        grammar = self.lexicon.grammar
        forms = {form for _, form in self.forms(at)}
        before = self.chunks[-1] if self.chunks else None
        after = at + 1
        follows = self.tokens[after].lower if after < len(self.tokens) else ""
        lower = self.tokens[at].lower
        verb_follows = after < len(self.tokens) and (
            follows in grammar["auxiliaries"]
            or (bool(self.forms(after)) and {f for _, f in self.forms(after)} <= {"past", "participle", "third"})
        )
        if (
            self.tokens[at].is_capital
            and at > 0
            and not self.tokens[at].text.isupper()
            and before is not None
            and before.kind == WORD
            and before.word == "the"
        ):
            return False
        if before is not None and before.kind == WORD and before.word in grammar["prepositions"] - {"to", "than"}:
            return "ing" in forms
        if before is not None and before.kind == WORD and before.word == "to":
            return "base" in forms and not (
                self.is_noun_like(after) and not self.forms(after) and lower in grammar.descriptions
            )
        if forms & {"past", "participle"}:
            if before is not None and before.word == "/" and self.is_noun_like(after) and not self.forms(after):
                return False  # "a painted/animated play"
            if before is not None and before.kind == VERB and before.head == "be" and self.is_noun_like(after):
                pair = (lower, singular(follows))
                role = any(frame.words[:2] == pair for frame in self.lexicon.roles.get(pair[1], ()))
                known = any(
                    lemma in self.lexicon.verbs or lemma in grammar["role_begin"] | grammar["role_keep"]
                    for lemma, _ in self.forms(at)
                )
                return not role and known
            return not (before is None and self.is_noun_like(after) and not self.forms(after))
        if "third" in forms:
            if verb_follows or (before is None and self.is_noun_like(after)):
                return False
            if before is None:
                return True
            if before.kind == VALUE and isinstance(before.value, (Number, Percent, MoneyValue)):
                return False
            if before.kind == NP and not before.head.endswith("s") and before.words[-1] == before.head:
                return True
            return (
                before.kind in {NAME, PRON, NP}
                or before.word in {"which", "who", "that", "this", "these", ",", "and", "or", "but", ")", "–", "-"}
                or (before.kind == WORD and before.word in grammar["adverbs"])
            )
        if "ing" in forms:
            return not self._role_at(after)  # "acting finance director"
        if before is None:
            return not verb_follows and not self.is_noun_like(after)
        if before.kind == VERB:
            return before.head in {
                "do",
                "will",
                "can",
                "may",
                "might",
                "could",
                "would",
                "should",
                "shall",
                "must",
                "help",
                "let",
            }
        if before.kind == PRON:
            return True
        if before.kind == NP:
            return before.words[-1] != before.head or before.head in {"people", "staff", "police"}
        if before.kind == NAME:
            # a bare verb behind a name: an inverted question, several subjects, or a plural name
            prior = self.chunks[-2] if len(self.chunks) > 1 else None
            return before.words[-1].endswith("s") or (
                prior is not None and (prior.kind == VERB or prior.word in {"and", "or", "nor"})
            )
        if before.word in {"and", "or"}:
            prior = next((chunk for chunk in reversed(self.chunks) if chunk.kind == VERB), None)
            return prior is not None and prior.has_form("base")
        return before.word in {"who", "which", "that", "not", "to"}

    def verb(self, at: int) -> int:
        """Read auxiliaries, adverbs and a verb as one group."""
        grammar = self.lexicon.grammar
        start = at
        aux: list[str] = []
        end = at
        last_aux = ""
        while at < len(self.tokens) and at not in self.names and at not in self.values:
            lower = self.tokens[at].lower
            if lower in grammar["auxiliaries"]:
                aux.append(lower)
                last_aux = lower
                at += 1
                end = at
            elif (lower in grammar["negations"] or self.is_adverb(at)) and (
                at == start or last_aux or self._verb_soon(at)
            ):
                if (
                    not self._verb_soon(at)
                    and lower not in grammar["negations"]
                    and lower not in {"ever", "also", "still", "allegedly", "reportedly"}
                ):
                    break
                aux.append(lower)
                at += 1
                end = at
            elif lower == "longer" and aux and aux[-1] == "no":
                aux.append(lower)
                at += 1
                end = at
            elif lower == "no" and at + 1 < len(self.tokens) and self.tokens[at + 1].lower == "longer":
                aux.append(lower)
                at += 1
            else:
                break
        if at < len(self.tokens) and at not in self.names and at not in self.values:
            forms = self.forms(at)
            lower = self.tokens[at].lower
            if forms and lower not in grammar.function_words and self._main_verb(at, last_aux):
                self.chunks.append(self.make(VERB, start, at + 1, lemmas=forms, head=forms[0][0], aux=tuple(aux)))
                return at + 1
        lemma, form = _auxiliary(last_aux, grammar["be"], grammar["have"], grammar["do"])
        self.chunks.append(
            self.make(VERB, start, max(end, start + 1), lemmas=((lemma, form),), head=lemma, aux=tuple(aux))
        )
        return max(end, start + 1)

    def _main_verb(self, at: int, last_aux: str) -> bool:
        grammar = self.lexicon.grammar
        forms = {form for _, form in self.forms(at)}
        if not last_aux:
            return self.is_verb(at) or bool(forms & {"past", "participle", "third"})
        after = at + 1
        if last_aux in grammar["be"]:
            if forms & {"participle", "ing"}:
                if self.is_noun_like(after):
                    pair = (self.tokens[at].lower, singular(self.tokens[after].lower))
                    if any(frame.words[:2] == pair for frame in self.lexicon.roles.get(pair[1], ())):
                        return False
                    return "ing" in forms or any(
                        lemma in self.lexicon.verbs or lemma in grammar["role_begin"] | grammar["role_keep"]
                        for lemma, _ in self.forms(at)
                    )
                return True
            return False
        if last_aux in grammar["have"]:
            return bool(forms & {"participle"})
        return bool(forms & {"base"})

    def name(self, at: int, det: str | None, start: int | None = None) -> int:
        """Read a name, and what it belongs to when 's or a role follows."""
        name = self.names[at]
        stop = name.last
        first = at if start is None else start
        one = self.make(NAME, first, stop, name=name.text, weak=name.weak, det=det or "")
        if stop < len(self.tokens) and self.tokens[stop].lower in {"'s", "'"}:
            after = stop + 1
            if after < len(self.tokens) and (
                self.is_noun_like(after)
                or after in self.values
                or self.tokens[after].lower in self.lexicon.grammar["former"]
            ):
                return self.phrase(after, owner=one, start=first)
            self.chunks.append(one)
            return after
        if stop < len(self.tokens) and self.tokens[stop].lower == "-based" and self.is_noun_like(stop + 1):
            return self.phrase(stop + 1, start=first, det=det or "")
        if (
            one.words[-1].endswith("s")
            and stop < len(self.tokens)
            and self.tokens[stop].text in {"'", "’"}
            and self.is_noun_like(stop + 1)
        ):
            return self.phrase(stop + 1, owner=one, start=first)
        if (
            self.is_noun_like(stop)
            and not self.tokens[stop].is_capital
            and self.tokens[stop].lower not in self.lexicon.grammar["directions"]
            and (
                self.tokens[stop].lower in self.lexicon.grammar.descriptions
                or self._role_at(stop)
                or det in {"a", "an", "the"}
                or (not self.forms(stop) and not self._object_after(stop))
            )
            and not self._finite(stop)
        ):
            return self.phrase(stop, inside=(one,), start=first, det=det or "")
        self.chunks.append(one)
        return stop

    def _object_after(self, at: int) -> bool:
        """Return whether what follows a word shows it to be an unknown verb: an object, or "that"."""
        after = at + 1
        return after >= len(self.tokens) or (
            after in self.names
            or after in self.values
            or self.tokens[after].lower in self.lexicon.grammar["determiners"]
            or self.tokens[after].lower in self.lexicon.grammar["pronouns"]
        )

    def _finite(self, at: int) -> bool:
        forms = {form for _, form in self.forms(at)}
        return bool(forms) and (bool(forms & {"past", "participle"}) or ("third" in forms and not self._verb_next(at)))

    def _verb_next(self, at: int) -> bool:
        after = at + 1
        if after >= len(self.tokens):
            return False
        forms = {form for _, form in self.forms(after)}
        return self.tokens[after].lower in self.lexicon.grammar["auxiliaries"] or bool(forms & {"past", "third"})

    def _role_at(self, at: int) -> bool:
        for stop in range(at + 1, min(at + 5, len(self.tokens) + 1)):
            word = singular(self.tokens[stop - 1].lower)
            words = (*(token.lower for token in self.tokens[at : stop - 1]), word)
            if any(frame.words == words for frame in self.lexicon.roles.get(word, ())):
                return True
        return False

    def phrase(
        self,
        at: int,
        *,
        owner: Chunk | None = None,
        inside: tuple[Chunk, ...] = (),
        start: int | None = None,
        det: str = "",
    ) -> int:
        """Read a noun phrase: determiner, modifiers, head."""
        grammar = self.lexicon.grammar
        first = at if start is None else start
        count: Number | None = None
        value: Item | None = None
        head_at = -1
        fresh = owner is None and not inside
        while (
            fresh
            and at < len(self.tokens)
            and at not in self.names
            and (self.tokens[at].lower in grammar["determiners"] or self.tokens[at].lower in grammar["possessives"])
        ):
            det = det or self.tokens[at].lower
            if self.tokens[at].lower == "no":
                det = "no"
            at += 1
        while at < len(self.tokens):
            token = self.tokens[at]
            if at in self.names:
                if head_at < 0 and (at > first or det):
                    only_det = all(
                        each.lower in grammar["determiners"]
                        or each.lower in grammar["possessives"]
                        or _ORDINAL.match(each.lower)
                        for each in self.tokens[first:at]
                    )
                    if only_det and not inside:
                        return self.name(at, det, first)
                    if not inside and self.is_noun_like(self.names[at].last) and not self._finite(self.names[at].last):
                        inside = (self.make(NAME, at, self.names[at].last, name=self.names[at].text),)
                        at = self.names[at].last
                        continue
                break
            if at in self.values:
                stop, item = self.values[at]
                if isinstance(item, (Number,)) and head_at < 0:
                    if self._measures(stop):
                        at = stop + 2  # "a 120-mile canal"
                        continue
                    count = item
                    at = stop
                    continue
                if (
                    head_at < 0
                    and not isinstance(item, (DateValue, Identifier))
                    and self.is_noun_like(stop)
                    and value is None
                ):
                    value = item
                    at = stop
                    continue
                if head_at < 0 and (at > first):
                    self.chunks.append(self.make(VALUE, at, stop, value=item, det=det))
                    return stop
                break
            if _ORDINAL.match(token.lower) and head_at < 0 and self.is_noun_like_after(at):
                at += 1  # "the 86th race"
                continue
            if token.lower in _NUMBER_WORDS and head_at < 0:
                count = Number(token.lower)
                at += 1
                continue
            if (
                token.lower
                in {
                    "other",
                    "more",
                    "further",
                    "only",
                    "same",
                    "very",
                    "newly",
                    "then",
                    "first",
                    "most",
                    "longtime",
                    "such",
                }
                and head_at < 0
                and self.is_noun_like_after(at)
            ):
                at += 1
                continue
            if (
                self.is_adverb(at)
                and head_at < 0
                and at + 1 < len(self.tokens)
                and (self.is_noun_like(at + 1))
                and (det or owner)
            ):
                at += 1
                continue
            if (
                head_at < 0
                and (at + 1) in self.names
                and token.lower in grammar["former"] | grammar["future"] | grammar["hedge_adjectives"]
            ):
                at += 1
                continue
            if not self.is_noun_like(at):
                break
            if head_at >= 0 and self.forms(at) and self._verb_in_phrase(at, head_at):
                break
            head_at = at
            at += 1
        if head_at < 0:
            stop = max(at, first + 1)
            if inside and len(inside) == 1 and not count:
                self.chunks.append(inside[0])
                return inside[0].last
            if count is not None and value is None and not det:
                self.chunks.append(self.make(VALUE, first, stop, value=count))
                return stop
            self.chunks.append(
                self.make(
                    NP,
                    first,
                    stop,
                    det=det,
                    head=singular(self.tokens[stop - 1].lower),
                    owner=owner,
                    inside=inside,
                    count=count,
                    value=value,
                )
            )
            return stop
        head = singular(self.tokens[head_at].lower)
        made = self.make(
            NP, first, head_at + 1, det=det, head=head, owner=owner, inside=inside, count=count, value=value
        )
        self.chunks.append(made)
        at = head_at + 1
        if at + 1 < len(self.tokens) and self.tokens[at].lower == "'s" and self.is_noun_like(at + 1):
            self.chunks.pop()
            return self.phrase(at + 1, owner=made, start=first)
        return at

    def _measures(self, at: int) -> bool:
        """Return whether a hyphen and a unit follow a number, and then more of the phrase."""
        if at + 2 >= len(self.tokens) or self.tokens[at].text not in {"-", "‑", "–"}:
            return False
        close = self.tokens[at].start == self.tokens[at - 1].end and self.tokens[at + 1].start == self.tokens[at].end
        more = at + 2 in self.names or at + 2 in self.values or self.is_noun_like(at + 2)
        return close and more and self.tokens[at + 1].is_word and not self.tokens[at + 1].is_capital

    def is_noun_like_after(self, at: int) -> bool:
        return self.is_noun_like(at + 1) or (at + 1) in self.values or (at + 1) in self.names

    def _verb_in_phrase(self, at: int, head_at: int) -> bool:
        """Return whether a word that can be a verb ends the noun phrase whose head stands before it."""
        forms = {form for _, form in self.forms(at)}
        head = self.tokens[head_at].lower
        plural = singular(head) != head or head in self.lexicon.grammar["organs"]
        if forms == {"base"} or (forms <= {"base", "third"} and "third" not in forms):
            return plural and not self._verb_next(at)
        if "third" in forms and not forms & {"past", "participle"}:
            return not plural and not self._verb_next(at)
        if forms & {"past", "participle"}:
            if not plural and "base" in forms and not forms & {"past"}:
                return True
            return True
        return "ing" in forms


def _auxiliary(word: str, be: frozenset[str], have: frozenset[str], do: frozenset[str]) -> tuple[str, str]:
    past = {"was", "were", "wasn't", "weren't", "had", "hadn't", "did", "didn't", "been"}
    form = "past" if word in past else ("base" if word in {"be", "have", "do"} else "third")
    if word in {"being", "having"}:
        form = "ing"
    if word in be:
        return "be", form
    if word in have:
        return "have", form
    if word in do:
        return "do", form
    return word or "be", "base"


def chunk(
    text: str,
    tokens: Sequence[Token],
    names: Mapping[int, Name],
    values: Mapping[int, tuple[int, Item]],
    lexicon: Lexicon,
) -> list[Chunk]:
    """Return the chunks of one sentence, in order; every token is in exactly one.

    names: by the index of their first token.   values: first token -> (token behind the last, value).
    """
    return _Reader(text, tokens, names, values, lexicon).run()
