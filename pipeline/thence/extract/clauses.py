"""Clauses: which words are the subject and the arguments of a verb, and what governs it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from thence.extract.chunks import NAME, NP, PRON, VALUE, VERB, WORD, Chunk
from thence.extract.values import DateValue
from thence.ontology.lexicon import Grammar

__all__ = ["LEFT_OVER", "Argument", "Clauses", "Governor"]

LEFT_OVER = frozenset({"remaining", "other", "rest", "further"})
"""Words before a share that say it is what others left."""

_JOIN = frozenset({"and", "or", "nor", "&", "plus"})
_OPEN, _CLOSE = frozenset("(["), frozenset(")]")
_ARTICLES = frozenset({"a", "an", "the"})
_DASH = frozenset({"–", "—", "-", "--"})
_READY = frozenset(
    {
        "able",
        "unable",
        "due",
        "likely",
        "unlikely",
        "set",
        "ready",
        "willing",
        "unwilling",
        "free",
        "entitled",
        "obliged",
        "poised",
        "bound",
        "about",
        "keen",
        "eager",
    }
)


@dataclass(frozen=True, slots=True)
class Argument:
    """A chunk that follows a verb, and the preposition it hangs on (empty for a direct object).

    path: the preposition, or the words from the one before it ("by law of").   at: index of the chunk.
    """

    path: str
    at: int
    behind: int = -1


@dataclass(frozen=True, slots=True)
class Governor:
    """What stands over a verb.

    kind: infinitive, that, noun, ready, heading, gerund, object or none.   verb: index of the governing verb group.
    word: the governing noun or adjective.   at: its index.
    """

    kind: str
    verb: int = -1
    word: str = ""
    at: int = -1


@dataclass(slots=True)
class Clauses:
    """The clauses of one sentence, found on demand and remembered.   verbs: indexes of its verb groups."""

    chunks: Sequence[Chunk]
    grammar: Grammar
    _subjects: dict[int, tuple[int, ...]] = field(default_factory=dict)
    _shared: dict[int, int] = field(default_factory=dict)
    _arguments: dict[int, tuple[Argument, ...]] = field(default_factory=dict)
    _listed: set[int] = field(default_factory=set)
    verbs: list[int] = field(init=False)

    def __post_init__(self) -> None:
        """Find the verb groups, left to right."""
        self.verbs = [at for at, chunk in enumerate(self.chunks) if chunk.kind == VERB]

    def word(self, at: int) -> str:
        """Return the small word at an index, else empty."""
        return self.chunks[at].word if 0 <= at < len(self.chunks) else ""

    def entity(self, at: int) -> bool:
        """Return whether a name, noun phrase or pronoun stands at an index."""
        return 0 <= at < len(self.chunks) and self.chunks[at].is_entity

    def verb(self, at: int) -> bool:
        """Return whether a verb group stands at an index."""
        return 0 <= at < len(self.chunks) and self.chunks[at].kind == VERB

    def previous_verb(self, at: int) -> int:
        """Return the index of the nearest verb group to the left, or -1."""
        before = bisect_left(self.verbs, at) - 1
        return self.verbs[before] if before >= 0 else -1

    def shared_with(self, at: int) -> int:
        """Return the verb whose subject this verb shares by coordination, or -1."""
        self.subject(at)
        return self._shared.get(at, -1)

    def subject(self, at: int) -> tuple[int, ...]:
        """Return the chunk indexes of a verb's subject: several when coordinated, none when there is none."""
        if at not in self._subjects:
            self._subjects[at] = ()
            self._subjects[at] = self._subject(at)
        return self._subjects[at]

    def settle(self, at: int, subject: tuple[int, ...]) -> None:
        """Take the subject of a verb as known."""
        self._subjects[at] = subject

    def _subject(self, at: int) -> tuple[int, ...]:
        j = at - 1
        while (
            j >= 0
            and self.chunks[j].kind == WORD
            and (
                self.chunks[j].word in self.grammar["adverbs"]
                or self.chunks[j].word in self.grammar["reflexives"]
                or self.chunks[j].word in {"both", "all", "each", "not", "to-be"}
            )
        ):
            j -= 1
        if j < 0:
            return self._behind_opening(at)
        chunk = self.chunks[j]
        if chunk.is_entity:
            if self.word(j - 1) == "not" and self.word(j - 2) in {"and", "but"} and self.entity(j - 3):
                j -= 3  # "A and not B is": A
            return self.group(j)
        if chunk.kind == VALUE:
            # "Acme in 2019 bought B": the date stands between subject and verb
            k = j - 1
            if k >= 0 and self.word(k) in self.grammar["prepositions"]:
                k -= 1
            if self.word(k) == ",":
                k -= 1
            if k == j - 1 and self.chunks[k].words[-1] in LEFT_OVER:
                return (j,)  # "the remaining 49% are held by A"
            if k == j - 1 and self.verb(k) and self.chunks[k].head == "be":
                return self.subject(k)  # "B is 30% owned by A"
            return self.group(k) if self.entity(k) and k < j - 1 else ((j,) if k < 0 or not self.entity(k) else ())
        if chunk.kind == VERB:
            return self._of_governor(at, Governor("none", verb=j)) if self.chunks[at].has_form("ing") else ()
        word = chunk.word
        if word == "to":
            return self._of_governor(at, self.governor(at))
        if word in self.grammar["relatives"]:
            return self._antecedent(j)
        if word in _JOIN or word in {"but", "then"}:
            return self._share(at, j)
        if word == ",":
            return self._behind_comma(at, j)
        if word in _CLOSE:
            k = j
            while k >= 0 and self.word(k) not in _OPEN:
                k -= 1
            return self.group(k - 1) if self.entity(k - 1) else ()
        if word in _DASH:
            k = j - 1
            while k >= 0 and self.word(k) not in _DASH:
                k -= 1
            return self.group(k - 1) if self.entity(k - 1) else ()
        if self.chunks[at].has_form("ing"):
            return self._of_gerund(at)
        return ()

    def _behind_opening(self, at: int) -> tuple[int, ...]:
        """Return what a participle that opens the sentence describes: "Founded in 1998, Acme employs …"."""
        chunk = self.chunks[at]
        if chunk.aux or not chunk.has_form("participle"):
            return ()
        finite = next(
            (v for v in self.verbs if v > at and (self.chunks[v].aux or self.chunks[v].has_form("third"))), -1
        )
        near = self.group(finite - 1) if finite > 0 and self.chunks[finite - 1].kind == NAME else ()
        if near and near[0] > at + 1 and self.word(near[0] - 1) == ",":
            return near  # "Based in Brack, Holm, Acme is …"
        comma = next((k for k in range(at + 1, len(self.chunks)) if self.word(k) == "," or self.verb(k)), -1)
        if comma < 0 or not self.entity(comma + 1) or self.word(comma) != ",":
            return ()
        named = comma + 2 if self.chunks[comma + 1].kind == NP and self._named(comma + 2) else comma + 1
        return (named,)

    def _named(self, at: int) -> bool:
        return at < len(self.chunks) and self.chunks[at].kind == NAME

    def _antecedent(self, j: int) -> tuple[int, ...]:
        k = j - 1
        if self.word(k) in self.grammar["prepositions"]:
            return ()
        if self.word(k) in {",", *_DASH}:
            k -= 1
        if self.word(k) in _CLOSE:
            while k >= 0 and self.word(k) not in _OPEN:
                k -= 1
            k -= 1
        return (k,) if self.entity(k) else ()

    def _share(self, at: int, j: int) -> tuple[int, ...]:
        before = self.previous_verb(j)
        if before < 0:
            return ()
        self._shared[at] = before
        # Out of a relative clause or an infinitive, a finite verb is joined to the nearest finite one.
        mine = self.chunks[at]
        finite = not (mine.lemmas and mine.has_form("base") and not mine.aux)
        while finite and before >= 0 and self.word(before - 1) == "to":
            other = self.previous_verb(before)
            if other < 0:
                break
            before = other
            self._shared[at] = before
        return self.subject(before)

    def _behind_comma(self, at: int, j: int) -> tuple[int, ...]:
        mine = self.chunks[at]
        bare = not mine.aux and mine.has_form("participle")
        if self._goes_on(at, j):
            before = self.previous_verb(j)
            self._shared[at] = before
            return self.subject(before)
        if bare and self.entity(j - 1) and (self.word(at + 1) == "by" or not mine.has_form("past")):
            # "B, founded by A,": what stands before the comma
            return (j - 1,) if self.word(j + 1) in self.grammar["reflexives"] else (self.climb(j - 1),)
        k = j - 1
        while k >= 0 and self.word(k) not in {",", ";"}:
            k -= 1
        if self.word(k) == ";":
            if bare and self.entity(j - 1):
                return (self.climb(j - 1),)  # "…; B, sold to A, is …"
            k = -1
        last = k - 1
        if self.word(last) in _CLOSE:
            while last > 0 and self.word(last) not in _OPEN:
                last -= 1
            last -= 1  # "Acme plc (ACM), the bank, has bought"
        if k > 0 and self.entity(last):
            opener = self.chunks[k + 1]
            fits = (
                opener.word in self.grammar["relatives"]
                or (opener.kind == VERB and not self.subject_is_near(k + 1))
                or (opener.kind == NP)
                or opener.kind in {VALUE, NAME}
                or opener.word in self.grammar["prepositions"]
                or opener.word in self.grammar["adverbs"]
            )
            if fits:
                heads = self.group(last)
                if opener.kind == NAME and k + 2 == j and self.chunks[heads[-1]].kind == NP:
                    return (k + 1,)  # "its director, Jane Roe, said"
                return heads
        before = self.previous_verb(j)
        if before >= 0 and not self.chunks[at].has_form("ing"):
            self._shared[at] = before
            return self.subject(before)
        if before < 0 and self.entity(j - 1):
            return self.group(j - 1)
        if before >= 0 and self.chunks[before].head == "be" and self.chunks[j - 1].kind == NP:
            return (self.climb(j - 1),)  # "is a play, showing …": what it is said to be
        return ()

    def _goes_on(self, at: int, comma: int) -> bool:
        """Return whether a participle behind a comma goes on with what one before it describes.

        As in "a film directed by A, written by B, starring C": what was directed was written, too.
        """
        mine, before = self.chunks[at], self.previous_verb(comma)
        if before < 0 or mine.aux or self.chunks[before].aux:
            return False
        other = self.chunks[before]
        listed = other.has_form("participle") and (self.word(before + 1) == "by" or before in self._listed)
        if not listed or not self.subject(before):
            return False
        if (mine.has_form("participle") and self.word(at + 1) == "by") or mine.has_form("ing"):
            self._listed.add(at)
            return True
        return False

    def subject_is_near(self, at: int) -> bool:
        """Return whether an entity stands right before a verb."""
        return self.entity(at - 1)

    def _of_gerund(self, at: int) -> tuple[int, ...]:
        if self.word(at - 1) == "of":
            before = self.previous_verb(at)
            if before >= 0 and self.chunks[before].lemma_in(frozenset({"suspect", "accuse", "convict", "acquit"})):
                return (at - 2,) if self.entity(at - 2) else self.subject(before)
        for verb in self.verbs:
            if verb != at and not self.chunks[verb].has_form("ing") and self.word(verb - 1) != "to":
                return self.subject(verb)
        return ()

    def _of_governor(self, at: int, governor: Governor) -> tuple[int, ...]:
        if governor.kind == "object":
            return self.group(governor.at)
        if governor.kind == "heading":
            return self.group(governor.at)
        if governor.kind == "noun":
            if governor.verb >= 0:
                return self.subject(governor.verb)
            return ()
        if governor.verb >= 0 and governor.verb != at:
            return self.subject(governor.verb)
        return ()

    def group(self, at: int) -> tuple[int, ...]:
        """Return the coordinated entities that end at an index, heads only; prepositional phrases are climbed."""
        head = self.climb(at)
        members = [head]
        k = head
        first = True
        while k >= 2:
            join = k - 1
            if self.word(join) in _JOIN or (self.word(join) == "," and not first):
                m = join - 1
                if self.word(m) == ",":
                    m -= 1
                if not self.entity(m):
                    break
                m = self.climb(m)
                before = m - 1
                if self._is_object(before):
                    break
                members.insert(0, m)
                k = m
                first = False
            else:
                break
        return tuple(members)

    def _is_object(self, before: int) -> bool:
        """Return whether what stands before a chunk makes it an object of something to the left."""
        if before < 0:
            return False
        chunk = self.chunks[before]
        if chunk.kind == VERB:
            speech = (
                self.grammar["report_verbs"]
                | self.grammar["hedge_verbs"]
                | self.grammar["fact_verbs"]
                | self.grammar["deny_verbs"]
            )
            return not chunk.lemma_in(speech)
        return chunk.word in self.grammar["prepositions"] and chunk.word not in {"until", "since", "like"}

    def climb(self, at: int) -> int:
        """Return the head of the noun phrase that a chunk ends: "the owner of Acme" is its owner."""
        while at >= 2 and self.word(at - 1) in self.grammar["prepositions"] and self.entity(at - 2):
            above = at - 2
            if self.verb(above - 1) and self._is_object(above - 1):
                break
            if self.chunks[above].kind == PRON:
                break
            at = above
        return at

    def governor(self, at: int) -> Governor:
        """Return what stands over an infinitive or a gerund; kind none where nothing does."""
        j = at - 1
        while (
            j >= 0
            and self.chunks[j].kind == WORD
            and (self.chunks[j].word in self.grammar["adverbs"] or self.chunks[j].word == "not")
        ):
            j -= 1
        if self.word(j) == "to":
            k = j - 1
            while k >= 0 and (self.word(k) in {"not", '"', "“"} or self.word(k) in self.grammar["adverbs"]):
                k -= 1
            if self.verb(k):
                return Governor("infinitive", verb=k)
            if self.word(k) in _JOIN:
                before = self.previous_verb(k)
                if before >= 0 and self.word(before - 1) == "to":
                    return self.governor(before)
                return Governor("infinitive", verb=before)
            if self.word(k) in _READY:
                return Governor("ready", verb=self.previous_verb(k), word=self.word(k), at=k)
            if self.entity(k) or (k >= 0 and self.chunks[k].kind == VALUE):
                chunk = self.chunks[k]
                if chunk.kind == NP and chunk.words[-1] in _READY:
                    return Governor("ready", verb=self.previous_verb(k), word=chunk.words[-1], at=k)
                before = self.previous_verb(k)
                if before < 0:
                    return Governor("heading", at=k)
                if chunk.kind in {NAME, PRON} or chunk.head in self.grammar.descriptions:
                    if self.chunks[before].lemma_in(
                        self.grammar["require_verbs"] | self.grammar["plan_verbs"] | self.grammar["hedge_verbs"]
                    ):
                        return Governor("object", verb=before, at=k)
                    return Governor("noun", verb=before, word=chunk.head, at=k)
                return Governor("noun", verb=before, word=chunk.head, at=k)
            if self.word(k) == ",":
                return Governor("infinitive", verb=self.previous_verb(k))
            return Governor("heading", at=k) if k >= 0 else Governor("none")
        if self.chunks[at].has_form("ing") and not set(self.chunks[at].aux) & self.grammar["be"]:
            if self.verb(j):
                return Governor("gerund", verb=j)
            if self.word(j):
                return Governor("gerund", word=self.word(j), at=j)
        return Governor("none")

    def arguments(self, at: int) -> tuple[Argument, ...]:
        """Return what follows a verb up to the end of its clause, with prepositions; appositions are stepped over."""
        if at not in self._arguments:
            found = tuple(self._scan(at))
            self._arguments[at] = found or self._arguments_shared(at)
        return self._arguments[at]

    def _arguments_shared(self, at: int) -> tuple[Argument, ...]:
        """Return what a verb shares with the next one: in "written and directed by A" both are by A."""
        k = at + 1
        if self.word(k) == "by" and self.word(k + 1) in _JOIN and self.verb(k + 2) and not self.chunks[k + 2].aux:
            return tuple(replace(a, path="by") for a in self.arguments(k + 2) if a.path == "")  # "by and starring A"
        if self.word(k) == ",":
            k += 1
        if self.word(k) in _JOIN:
            k += 1
        if k == at + 1 or not self.verb(k) or self.chunks[k].aux:
            return ()
        mine, other = self.chunks[at], self.chunks[k]
        forms = {form for _, form in mine.lemmas} & {form for _, form in other.lemmas}
        return self.arguments(k) if forms else ()

    def following(self, at: int) -> list[Argument]:
        """Return what hangs on a noun phrase to its left, as `arguments` does for a verb."""
        return self._scan(at)

    def _scan(self, at: int) -> list[Argument]:
        found: list[Argument] = []
        path, fresh, under = "", True, ""
        j = at + 1
        n = len(self.chunks)
        while j < n:
            chunk = self.chunks[j]
            word = chunk.word
            if chunk.kind in {NAME, NP, PRON, VALUE}:
                begins = chunk.kind in {NAME, PRON, NP} and not self._behind_preposition(j)
                if found and fresh and begins and self._starts_clause(j):
                    break
                if found and not fresh and self._starts_clause(j):
                    break
                whole = f"{under} {path}".strip() if under and chunk.kind != VALUE else path
                found.append(Argument(whole, j, found[-1].at if found else -1))
                fresh = False
                year = isinstance(chunk.value, DateValue) and self.entity(j + 1)  # "as 1944 Cup"
                path = "" if not path or (chunk.kind == VALUE and not year) else path
                if year:
                    pass
                elif j + 1 < n and self.chunks[j + 1].kind in {NAME, PRON, NP, VALUE} and path:
                    # "to the bank Acme": apposition without a comma keeps the preposition
                    path = path if self.chunks[j + 1].kind == NAME and chunk.kind == NP else ""
                elif not (j + 1 < n and self.word(j + 1) in _JOIN | {","}):
                    path = ""
                j += 1
            elif chunk.kind == VERB:
                if self.word(j - 1) == "to" and chunk.has_form("base"):
                    path, under = "", f"to {chunk.head}"
                    fresh = True
                    j += 1
                    continue
                break
            elif word in {"about", "around", "over", "under"} and self._counted(j + 1):
                j += 1
            elif word in self.grammar["prepositions"] or (word == "as" and j + 1 < n):
                path = word
                fresh = True
                j += 1
            elif word in _JOIN:
                nxt = j + 1
                if nxt < n and self.word(nxt) in self.grammar["prepositions"]:
                    j = nxt
                    continue
                if nxt < n and (self.chunks[nxt].kind == VALUE or self.entity(nxt)) and not self._starts_clause(nxt):
                    fresh = True
                    path = (
                        self._path_of_value(found, nxt) if self.chunks[nxt].kind == VALUE else self._path_of_last(found)
                    )
                    j = nxt
                    continue
                break
            elif word == "," and self._set_right(j):
                j += 3 if self.word(j + 3) != "," else 4
            elif word == ",":
                stop = self._after_apposition(j, found)
                if stop < 0:
                    break
                if self.word(stop) == "," or self.word(stop) in _JOIN:
                    path = self._path_of_last(found)
                    fresh = True
                    j = stop + 1
                else:
                    j = stop
            elif word in _OPEN:
                while j < n and self.word(j) not in _CLOSE:
                    j += 1
                j += 1
                if path == "" and self.entity(j):
                    path = "("  # a name that goes on behind brackets is no argument of its own
            elif (
                word in self.grammar["adverbs"]
                or word.endswith("ly")
                or word
                in {
                    "not",
                    "both",
                    "all",
                    '"',
                    "“",
                    "”",
                    "'",
                    "each",
                    "further",
                    "back",
                    "'s",
                }
            ):
                j += 1
            else:
                break
        return found

    def _behind_preposition(self, at: int) -> bool:
        """Return whether an entity is what a preposition governs: in "60% of B and C owns" C may own, B does not."""
        word = self.word(at - 1)
        return word in self.grammar["prepositions"] and word not in self.grammar["subordinators"]

    def _counted(self, at: int) -> bool:
        return at < len(self.chunks) and (
            self.chunks[at].count is not None
            or (self.chunks[at].kind == VALUE and not isinstance(self.chunks[at].value, DateValue))
        )

    def _set_right(self, comma: int) -> bool:
        """Return whether ", not EUR 5" stands at a comma."""
        return self.word(comma + 1) == "not" and comma + 2 < len(self.chunks) and self.chunks[comma + 2].kind == VALUE

    def _path_of_value(self, found: list[Argument], at: int) -> str:
        kind = type(self.chunks[at].value)
        for argument in reversed(found):
            if self.chunks[argument.at].kind == VALUE and isinstance(self.chunks[argument.at].value, kind):
                return argument.path
        return self._path_of_last(found)

    def _path_of_last(self, found: list[Argument]) -> str:
        for argument in reversed(found):
            if self.chunks[argument.at].is_entity:
                return argument.path
        return ""

    def _starts_clause(self, at: int) -> bool:
        """Return whether an entity is the subject of a verb to its right."""
        j = at + 1
        n = len(self.chunks)
        while j < n:
            if self.chunks[j].kind == VERB:
                verb = self.chunks[j]
                if self.word(j - 1) == "to" or (verb.has_form("ing") and not verb.aux):
                    return False
                if (
                    self.entity(j - 1)
                    and not verb.aux
                    and verb.lemmas
                    and all(f in {"past", "participle"} for _, f in verb.lemmas)
                ):
                    # a participle behind its noun ("shares held by B") unless it has an object of its own
                    follows = self.chunks[j + 1] if j + 1 < n else None
                    return follows is not None and bool(
                        follows.is_entity
                        or follows.kind == VALUE
                        or follows.word in {"that", "to"}
                        or (follows.word == "with" and verb.lemma_in(self.grammar["with_verbs"]))
                    )
                return True
            if (
                self.word(j) in self.grammar["prepositions"]
                and self.word(j) != "to"
                and j + 1 < n
                and (self.entity(j + 1))
            ):
                j += 2
                continue
            if self.chunks[j].kind == WORD and self.word(j) in self.grammar["adverbs"]:
                j += 1
                continue
            if self.chunks[j].kind == WORD and self.word(j) in _JOIN and self.entity(j + 1):
                j += 2
                continue
            if self.word(j) == "," and j + 1 < n:
                return self._clause_behind(j)
            return False
        return False

    def _clause_behind(self, comma: int) -> bool:
        """Return whether a relative clause or apposition opens at a comma and a finite verb follows its end."""
        opener = self.chunks[comma + 1]
        if opener.word not in self.grammar["relatives"] and not (opener.kind == NP and opener.det in _ARTICLES):
            return False
        close = next((k for k in range(comma + 1, len(self.chunks)) if self.word(k) == ","), -1)
        if close < 0 or not self.verb(close + 1):
            return False
        verb = self.chunks[close + 1]
        return bool(verb.aux) or verb.has_form("past", "third")

    def _after_apposition(self, comma: int, found: list[Argument]) -> int:
        """Return where to go on after a comma: behind an apposition, at the next member of a list, or -1 to stop."""
        n = len(self.chunks)
        nxt = comma + 1
        if nxt >= n or not found:
            return -1
        chunk = self.chunks[nxt]
        if chunk.word in _JOIN:
            after = nxt + 1
            if (
                after < n
                and (self.chunks[after].kind == VALUE or self.entity(after))
                and not self._starts_clause(after)
            ):
                return nxt
            return -1
        if chunk.word in self.grammar["prepositions"]:
            return nxt
        if chunk.kind == NAME and not self._starts_clause(nxt) and self._list_ends(nxt):
            return comma
        if chunk.kind == NP or chunk.word in self.grammar["relatives"] or chunk.kind == VERB or chunk.kind == NAME:
            k = nxt
            while k < n and self.word(k) != ",":
                if self.word(k) in {";", ":"}:
                    return -1
                k += 1
            if k < n - 1 and (self.word(k + 1) in self.grammar["prepositions"] or self.word(k + 1) in _JOIN):
                return k + 1
        return -1

    def _list_ends(self, at: int) -> bool:
        """Return whether a list that goes on at an index comes to its "and" before anything else."""
        k = at
        while k < len(self.chunks):
            if self.entity(k) and self.word(k + 1) in _JOIN:
                return True
            if self.entity(k) and self.word(k + 1) == ",":
                k += 2
                if self.word(k) in _JOIN:
                    return True
                continue
            return False
        return False

    def introducer(self, at: int) -> tuple[int, str]:
        """Return index and word of what introduces a verb's clause (that, if, because, who…), or (-1, "")."""
        subject = self.subject(at)
        shared = self._shared.get(at, -1)
        if shared >= 0:
            return self.introducer(shared)
        start = min([at, *[s for s in subject if s < at]])
        if self.word(at - 1) in self.grammar["relatives"] and self.word(at - 1) != "that":
            return -1, ""
        j = start - 1
        cues = self.grammar["subordinators"] | self.grammar["conditions"] | self.grammar["question_words"] | {"that"}
        steps = 0
        while j >= 0 and steps < 6:
            chunk = self.chunks[j]
            if chunk.word in cues:
                return j, chunk.word
            if chunk.kind == NP and chunk.words == ("that",):
                return j, "that"
            if chunk.kind == VERB:
                return j, "verb"
            if chunk.word == ":":
                return j, "verb"
            if (
                chunk.kind == VALUE
                or chunk.word in self.grammar["prepositions"]
                or chunk.word in self.grammar["adverbs"]
                or (chunk.kind == WORD and chunk.word in {",", '"', "“", "not", "neither", "both"})
                or (chunk.kind in {NP, NAME} and j > 0 and self.word(j - 1) in self.grammar["prepositions"])
            ):
                if chunk.word == "," and self._clause_before(j):
                    return -1, ""
                j -= 1
                steps += 1
                continue
            return -1, ""
        return -1, ""

    def _clause_before(self, comma: int) -> bool:
        """Return whether a comma closes a clause with a verb of its own that stands to its left."""
        return any(self.chunks[k].kind == VERB for k in range(comma))
