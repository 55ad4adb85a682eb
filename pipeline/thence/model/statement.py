"""Statements: somebody's claim, reified, with the words it came from; and the keys that name them for ever."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from thence.model.citation import Citation
from thence.model.span import Span
from thence.names import TH, XSD, Iri, mint

__all__ = [
    "EMPTY_VALIDITY",
    "Event",
    "Extraction",
    "Mention",
    "Modality",
    "Polarity",
    "Precision",
    "Rejected",
    "Statement",
    "Status",
    "Validity",
    "Value",
    "Voice",
    "statement_keys",
]


class Polarity(StrEnum):
    """Whether the claim affirms or denies."""

    AFFIRMED = "Affirmed"
    DENIED = "Denied"

    @property
    def iri(self) -> Iri:
        """The term in the thence vocabulary."""
        return TH[self.value]


class Modality(StrEnum):
    """How firmly the claim is made."""

    CATEGORICAL = "Categorical"
    HEDGED = "Hedged"
    REPORTED = "Reported"
    CONDITIONAL = "Conditional"
    PLANNED = "Planned"
    REQUIRED = "Required"
    ASKED = "Asked"

    @property
    def iri(self) -> Iri:
        """The term in the thence vocabulary."""
        return TH[self.value]


class Status(StrEnum):
    """How a statement came to be."""

    STRUCTURAL = "Structural"
    EXTRACTED = "Extracted"
    GENERATED = "Generated"
    STATED = "Stated"

    @property
    def iri(self) -> Iri:
        """The term in the thence vocabulary."""
        return TH[self.value]


class Precision(StrEnum):
    """How finely a source gives a date."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Mention:
    """Words in a document that name something, and what they seem to name.

    span: where the words stand.   name: the name they stand for, white space folded; for a pronoun, a defined term
    or an acronym ("it", "the Borrower", "NTL") the name of its antecedent.   type: class IRI.
    antecedent: where that name stands, when it is not in ``span``.   identifiers: (property IRI, value) read with it.
    reference: a wiki-link target or a declared id, when the words are linked to one.
    """

    span: Span
    name: str
    type: Iri
    antecedent: Span | None = None
    identifiers: tuple[tuple[Iri, str], ...] = ()
    reference: str | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """A typed literal read from a document.

    lexical: canonical form of the datatype (decimal "2450000", date "2026-01-12").   wording: as the source spells it.
    reading: where it can be read two ways, how it was read and by what evidence ("day-first by 13/02/2024 in line 4").
    """

    lexical: str
    datatype: Iri = XSD.string
    span: Span | None = None
    wording: str = ""
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Validity:
    """When a state holds: half-open [from_, until) in ISO dates, None where open.

    until: the day after the last day.   precision: of the coarser bound.   wording: as in the source,
    empty when unbounded.   reading: how its dates were read, as in Value.
    """

    from_: str | None = None
    until: str | None = None
    precision: Precision | None = None
    wording: str = ""
    reading: str = ""


EMPTY_VALIDITY = Validity()


@dataclass(frozen=True, slots=True)
class Voice:
    """Whose words a statement repeats, where they are not the document's own.

    name: as written ("Sharjah agent"), or "unnamed source".
    """

    name: str


@dataclass(frozen=True, slots=True)
class Event:
    """An n-ary happening or state.

    type: event class IRI.   roles: (property IRI, Mention or Value), sorted by property; the statement's subject and
    object are among them.   date: ISO date at its precision, where the happening is dated (also a role th:occurredOn).
    reference: the number that identifies it in its source (wire id, invoice), or None.
    """

    type: Iri
    roles: tuple[tuple[Iri, Mention | Value], ...]
    date: str | None = None
    reference: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """Somebody's claim, as one clause, row or record makes it.

    subject, predicate, object: predicate is a property IRI (for an event, its binary property).   citations: the quote
    first (sentence, row), then places that it leans on (an antecedent, a heading).   document: the document's key.
    voice: None for the document's own voice.   event: the event it carries, with values; for a denied or
    non-categorical claim too (then no event triple reaches a plain graph).   ended: the claim says that the state is
    over ("former", "ceased") whether or not a date is given.   recipe: extractor and version, e.g. ``extract.prose/1``.
    replaces: wording of the older value that this claim says it corrects ("USD 2,450,000"), or None.
    speaker: who says it in the document's own voice where that is not the document's author (the author of a turn of
    a chat), or None; it is no part of the key, for the voice is still the document's.
    said: ISO date on which it was said, where that is not the document's (a message that is quoted, a turn of a chat).
    warnings: why what is quoted may not say what it seems to say (characters without meaning, a poor picture), sorted.
    column, header: of the table's cell that the object stands in, from 1, and the headers above it, from the top.
    """

    document: str
    subject: Mention
    predicate: Iri
    object: Mention | Value
    citations: tuple[Citation, ...]
    polarity: Polarity = Polarity.AFFIRMED
    modality: Modality = Modality.CATEGORICAL
    status: Status = Status.EXTRACTED
    confidence: float = 0.9
    validity: Validity = EMPTY_VALIDITY
    ended: bool = False
    voice: Voice | None = None
    event: Event | None = None
    recipe: str = ""
    replaces: str | None = None
    speaker: str | None = None
    said: str | None = None
    warnings: tuple[str, ...] = ()
    column: int | None = None
    header: tuple[str, ...] = ()

    @property
    def quote(self) -> Citation:
        """The citation that names the statement."""
        return self.citations[0]

    def place(self, part: Mention | Value) -> str:
        """Return where a part stands inside the quote ("4-9"), or "" when it stands elsewhere or nowhere."""
        span, within = part.span, self.quote.span
        if span is None or span not in within:
            return ""
        return f"{span.start - within.start}-{span.end - within.start}"


def _key_of_part(statement: Statement, part: Mention | Value) -> str:
    """Return the place inside the quote, else the part's words: neither moves when the document is edited elsewhere."""
    place = statement.place(part)
    if place:
        return place
    return "~" + (part.name if isinstance(part, Mention) else part.lexical)


def statement_keys(
    statements: Iterable[Statement], key: str, before: Mapping[str, int] = MappingProxyType({})
) -> dict[int, Iri]:
    """Return the IRI of each statement of one document, by position in ``statements``.

    The key is what DESIGN section 4 names: document key, exact quote, its ordinal among equal quotes in the rendition,
    places of the mentions and values inside the quote, predicate, polarity, modality, wording of the validity, voice,
    status. Two claims with one key (the same clause read twice) get the same IRI: callers keep the first.
    key: the document's.   before: how often a quote stands in earlier pieces of the document, where it has pieces.
    """
    keys: dict[int, Iri] = {}
    for position, statement in enumerate(statements):
        cited = statement.quote
        parts = [_key_of_part(statement, statement.subject), _key_of_part(statement, statement.object)]
        if statement.event:
            parts += [f"{role}={_key_of_part(statement, part)}" for role, part in statement.event.roles]
        keys[position] = mint(
            "st",
            key,
            cited.quote,
            str(cited.ordinal + before.get(cited.quote, 0)),
            *parts,
            statement.predicate,
            statement.polarity,
            statement.modality,
            statement.validity.wording + ("|ended" if statement.ended else ""),
            statement.voice.name if statement.voice else "",
            statement.status,
        )
    return keys


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that was not kept, and why.   reason: one sentence.   code: TH8xx."""

    document: str
    citation: Citation
    predicate: Iri
    reason: str
    code: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """What one document yields.

    statements: in order of their quotes.   mentions: every name seen, also those no statement uses (for types, labels
    and identity).   aliases: (short name, full name, citation) that the document itself declares: a defined term, an
    acronym in brackets, a front-matter alias.   distinct: (mention, other name, citation) where the document says that
    a mention is not that other one ("no relation of").   rejected: candidates refused, with reasons.
    naming: the words of the mentions that may be the first of their thing, sorted by place.
    """

    document: str
    statements: tuple[Statement, ...] = ()
    mentions: tuple[Mention, ...] = ()
    aliases: tuple[tuple[str, str, Citation], ...] = ()
    distinct: tuple[tuple[Mention, str, Citation], ...] = ()
    rejected: tuple[Rejected, ...] = ()
    naming: tuple[Citation, ...] = ()

    def every_mention(self) -> tuple[Mention, ...]:
        """Return every mention: those seen, those in statements and their events, those set apart; sorted by place."""
        found = dict.fromkeys(self.mentions)
        for statement in self.statements:
            parts = [statement.subject, statement.object]
            if statement.event:
                parts += [part for _, part in statement.event.roles]
            found.update(dict.fromkeys(part for part in parts if isinstance(part, Mention)))
        found.update(dict.fromkeys(mention for mention, _, _ in self.distinct))
        return tuple(sorted(found, key=lambda mention: (mention.span, mention.name)))
