"""Matches: what a frame found in a sentence is, and the sentence that frames are looked for in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from thence.extract.chunks import VALUE, VERB, Chunk
from thence.extract.clauses import Argument, Clauses
from thence.extract.meaning import Meaning, Setting
from thence.extract.tokens import Token
from thence.extract.values import DateValue
from thence.names import Iri
from thence.ontology.lexicon import Frame, Grammar, Lexicon

__all__ = ["CONTEXT", "DOCUMENT", "ELIDED", "REPLACED", "Dates", "Match", "Scene", "Slot"]

CONTEXT, DOCUMENT, ELIDED = "context", "document", "elided"
REPLACED = Iri("urn:thence:replaced")
"""The property of a match that says only that one holder of a post follows another."""


@dataclass(frozen=True, slots=True)
class Slot:
    """What fills a place: a chunk, or (chunk None) the thing that the context, the document or earlier words give."""

    chunk: Chunk | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class Dates:
    """The dates of a clause: when it happened, and from and until when it holds."""

    on: Chunk | None = None
    since: Chunk | None = None
    until: Chunk | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A frame found.

    pairs: subject, object and the value chunks that belong to them (a sum, a percentage).   verb: index of the verb
    group, or -1.   change: begin, end or empty.   factor: what the confidence is multiplied with.
    at: token index of the trigger, for order.
    """

    frame: Frame
    pairs: tuple[tuple[Slot, Slot, tuple[Chunk, ...]], ...]
    meaning: Meaning
    dates: Dates = Dates()
    change: str = ""
    factor: float = 1.0
    at: int = 0
    verb: int = -1
    participle: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """One sentence under one lexicon: its clauses, tokens, and what it says as a whole."""

    clauses: Clauses
    tokens: Sequence[Token]
    lexicon: Lexicon
    setting: Setting

    @property
    def chunks(self) -> Sequence[Chunk]:
        """The sentence's chunks."""
        return self.clauses.chunks

    @property
    def grammar(self) -> Grammar:
        """The lexicon's grammar."""
        return self.lexicon.grammar

    def people(self, indexes: Sequence[int]) -> list[Slot]:
        """Return slots of the entities among chunk indexes."""
        return [Slot(self.chunks[index]) for index in indexes if self.chunks[index].is_entity]

    def chunk_at(self, token: int) -> int:
        """Return the index of the chunk that a token is in, or -1."""
        return next((k for k, chunk in enumerate(self.chunks) if chunk.first <= token < chunk.last), -1)

    def dates(self, at: int, arguments: Sequence[Argument]) -> Dates:
        """Return the dates that belong to a verb: behind it, and before its subject where the clause opens."""
        on = since = until = None
        between: list[Chunk] = []
        for argument in arguments:
            chunk = self.chunks[argument.at]
            if not isinstance(chunk.value, DateValue) or chunk.kind != VALUE:
                continue
            path = argument.path
            if path == "between" or (between and len(between) == 1 and self.clauses.word(argument.at - 1) == "and"):
                between.append(chunk)
            elif path in {"since", "from"}:
                since = since or chunk
            elif path in {"until", "till"} or (path == "to" and since is not None):
                until = until or chunk
            elif path in {"", "on", "in", "during", "at"}:
                on = on or chunk
        if len(between) > 1:
            since, until = between[0], between[1]
        opening = self.opening(at)
        if len(opening) == 2 and {path for path, _ in opening} == {"between", "and"}:
            (_, until), (_, since) = opening if opening[0][0] == "and" else opening[::-1]
            opening = []
        for path, chunk in opening:
            if path in {"since", "from"}:
                since = since or chunk
            elif path in {"until", "till"} or (path == "to" and any(other == "from" for other, _ in opening)):
                until = until or chunk
            elif path in {"", "on", "in", "during", "at"}:
                on = on or chunk
        return Dates(on, since, until)

    def opening(self, at: int) -> list[tuple[str, Chunk]]:
        """Return the dated phrases that open the clause of a verb, before its subject."""
        clauses = self.clauses
        origin = at
        while clauses.shared_with(origin) >= 0:
            origin = clauses.shared_with(origin)
        if clauses.governor(origin).verb >= 0:
            origin = clauses.governor(origin).verb
        subject = clauses.subject(origin)
        k = min([origin, *[index for index in subject if index < origin]]) - 1
        found: list[tuple[str, Chunk]] = []
        steps = 0
        bracketed = any(self.chunks[j].kind == VERB for j in range(max(subject, default=origin) + 1, origin))
        for j in range(max(subject, default=origin) + 1, origin):
            bracketed = bracketed or clauses.word(j) in {"(", "["}
            if isinstance(self.chunks[j].value, DateValue) and self.chunks[j].kind == VALUE and not bracketed:
                before = clauses.word(j - 1)
                found.append((before if before in self.grammar["prepositions"] else "", self.chunks[j]))
        while k >= 0 and steps < 8:
            chunk = self.chunks[k]
            if chunk.kind == VERB:
                # the dates read so far belong to that verb
                found = [pair for pair in found if pair[1].first > self.chunks[min([origin, *subject])].first]
                break
            if chunk.word in {";", ":", "."}:
                break
            if isinstance(chunk.value, DateValue) and chunk.kind == VALUE:
                before = clauses.word(k - 1)
                found.append((before if before in self.lexicon.grammar["prepositions"] | {"and"} else "", chunk))
            k -= 1
            steps += 1
        return found
