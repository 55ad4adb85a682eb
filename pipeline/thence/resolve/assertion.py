"""The assertion policy: which statements carry facts (DESIGN section 3), and the triples that they carry."""

from __future__ import annotations

import calendar
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fnmatch import fnmatchcase

from thence.config import Config
from thence.model.entity import Resolution
from thence.model.finding import Finding, Severity
from thence.model.statement import Mention, Modality, Polarity, Statement, Status, Value
from thence.model.terms import Term, Triple, iri_term, literal
from thence.names import RDF, TH, XSD, Iri
from thence.ontology import Ontology
from thence.resolve.claims import Claim

__all__ = [
    "Assertion",
    "Bar",
    "assert_claims",
    "asserted_triples",
    "bar_of",
    "date_datatype",
    "event_values",
    "last_day",
    "object_term",
    "says_plainly",
    "triples_of",
]


class Bar(StrEnum):
    """Why a statement carries no fact; the first that applies."""

    DENIED = "denied"
    NOT_CATEGORICAL = "not categorical"
    OTHER_VOICE = "in another voice"
    DISTRUSTED = "distrusted document"
    GENERATED = "generated, not accepted"
    DOUBTFUL = "below the confidence threshold"
    SUPERSEDED = "superseded"
    NOT_NOW = "does not hold at the date"


@dataclass(frozen=True, slots=True)
class Assertion:
    """Which claims carry facts.

    bars: why each other claim carries none, by statement IRI.   superseded: statement -> the one that corrects it.
    disputed: carrying statement -> the statements that deny the same, sorted.   findings: corrections without a target.
    """

    bars: Mapping[Iri, Bar]
    superseded: Mapping[Iri, Iri]
    disputed: Mapping[Iri, tuple[Iri, ...]]
    findings: tuple[Finding, ...] = ()

    def carries(self, statement: Iri) -> bool:
        """Return whether a statement carries facts."""
        return statement not in self.bars


def bar_of(statement: Statement, places: Sequence[str], config: Config) -> Bar | None:
    """Return why a statement by itself carries no fact, or None: what needs no other statement and no date.

    places: every path where the document lies; it is distrusted when all of them are. That bar comes last, so that
    every other one is a matter of the statement's own words.
    """
    if statement.polarity is not Polarity.AFFIRMED:
        return Bar.DENIED
    if statement.modality is not Modality.CATEGORICAL:
        return Bar.NOT_CATEGORICAL
    if statement.voice is not None and statement.voice.name not in config.trust.voices:
        return Bar.OTHER_VOICE
    if statement.status is Status.GENERATED:
        return Bar.GENERATED
    if statement.confidence < config.threshold:
        return Bar.DOUBTFUL
    distrusted = all(any(fnmatchcase(place, glob) for glob in config.trust.distrusted) for place in places)
    return Bar.DISTRUSTED if distrusted else None


def says_plainly(claim: Claim, ontology: Ontology, config: Config) -> bool:
    """Return whether a document plainly says what a claim states, seen by itself: its own graph holds the triples.

    Nothing that other documents say, and no trust in this one, counts: affirmed, categorical, its own or a trusted
    voice, firm enough, and not over by its own date.
    """
    if bar_of(claim.statement, claim.document.places, config) not in (None, Bar.DISTRUSTED):
        return False
    if _is_occurrence(claim.statement, ontology):
        return True
    own_date, until = claim.document.date, claim.statement.validity.until
    return not claim.statement.ended and not (own_date and until and until <= last_day(own_date))


def _is_occurrence(statement: Statement, ontology: Ontology) -> bool:
    term = ontology.properties.get(statement.predicate)
    return term is not None and term.temporal == "occurrence"


def last_day(date: str) -> str:
    """Return the last day that an ISO date of any precision covers.

    >>> last_day("2024-02"), last_day("2023")
    ('2024-02-29', '2023-12-31')
    """
    parts = [int(part) for part in date[:10].split("-")]
    year, month = parts[0], parts[1] if len(parts) > 1 else 12
    day = parts[2] if len(parts) > 2 else calendar.monthrange(year, month)[1]
    return f"{year:04d}-{month:02d}-{day:02d}"


def _holds(statement: Statement, ontology: Ontology, as_of: str | None) -> bool:
    """Return whether a state still holds at a date; an occurrence, once said to have happened, stays true.

    Unknown bounds are open. A state said to be over without a date is over. Without a date no other bound applies.
    """
    if _is_occurrence(statement, ontology):
        return True
    validity = statement.validity
    if statement.ended and validity.until is None:
        return False
    if as_of is None:
        return not statement.ended
    if validity.until is not None and validity.until <= as_of:
        return False
    return validity.from_ is None or validity.from_ <= as_of


def assert_claims(
    claims: Sequence[Claim], resolution: Resolution, ontology: Ontology, *, config: Config, as_of: str | None
) -> Assertion:
    """Return which claims carry facts, what is superseded and what is disputed.

    as_of: ISO date at which states must hold, or None for no bound.
    """
    own = {claim.iri: bar_of(claim.statement, claim.document.places, config) for claim in claims}
    superseded, findings = _supersessions(claims, resolution, [claim for claim in claims if own[claim.iri] is None])
    bars: dict[Iri, Bar] = {}
    for claim in claims:
        bar = own[claim.iri]
        if bar is None and claim.iri in superseded:
            bar = Bar.SUPERSEDED
        if bar is None and not _holds(claim.statement, ontology, as_of):
            bar = Bar.NOT_NOW
        if bar is not None:
            bars[claim.iri] = bar
    return Assertion(bars, superseded, _disputes(claims, bars, resolution, config), findings)


def _participants(claim: Claim, resolution: Resolution) -> tuple[str, str]:
    statement = claim.statement
    return (
        resolution.entity_of(statement.document, statement.subject),
        object_term(statement.object, statement.document, resolution),
    )


def _disputes(
    claims: Sequence[Claim], bars: Mapping[Iri, Bar], resolution: Resolution, config: Config
) -> dict[Iri, tuple[Iri, ...]]:
    """Return carriers whose triple other statements deny, as firmly and in as good a voice as a fact would need."""
    denials: dict[tuple[str, str, str], list[Iri]] = {}
    for claim in claims:
        statement = claim.statement
        if statement.polarity is not Polarity.DENIED:
            continue
        if bar_of(replace(statement, polarity=Polarity.AFFIRMED), claim.document.places, config) is None:
            subject, obj = _participants(claim, resolution)
            denials.setdefault((subject, statement.predicate, obj), []).append(claim.iri)
    disputed = {}
    for claim in claims:
        if claim.iri in bars or not denials:
            continue
        subject, obj = _participants(claim, resolution)
        found = denials.get((subject, claim.statement.predicate, obj))
        if found:
            disputed[claim.iri] = tuple(sorted(found))
    return disputed


def _supersessions(
    claims: Sequence[Claim], resolution: Resolution, corrections: Sequence[Claim]
) -> tuple[dict[Iri, Iri], tuple[Finding, ...]]:
    """Return statement -> correcting statement, and findings for corrections whose target is not certain.

    corrections: the claims that may correct others: those which could carry a fact themselves.
    Narrow on purpose: the correcting claim repeats the old value, and exactly one earlier event of the same type,
    participants and date has that value.
    """
    superseded: dict[Iri, Iri] = {}
    findings = []
    for claim in corrections:
        statement = claim.statement
        if statement.replaces is None or statement.event is None:
            continue
        wanted = (statement.event.type, *_participants(claim, resolution), statement.event.date)
        targets = [
            other
            for other in claims
            if other.iri != claim.iri
            and other.statement.event is not None
            and other.statement.replaces is None
            and (other.statement.event.type, *_participants(other, resolution), other.statement.event.date) == wanted
            and _says_value(other.statement, statement.replaces)
            and _is_earlier(other, claim)
        ]
        places = {(other.statement.document, other.statement.quote.row) for other in targets}
        if len(places) == 1:
            superseded.update((other.iri, claim.iri) for other in targets)
            continue
        findings.append(
            Finding(
                "resolve",
                "TH823",
                claim.document.path,
                f"a correction of {statement.replaces!r} has "
                + ("no earlier statement to correct" if not targets else f"{len(places)} statements it may correct"),
                Severity.INFO,
                hint="both claims stay; say which one is wrong in a correction that repeats its date and parties",
                subject=claim.iri,
                related=tuple(sorted(other.iri for other in targets)),
                quote=statement.quote.quote,
            )
        )
    return superseded, tuple(findings)


def _says_value(statement: Statement, wording: str) -> bool:
    """Return whether one of the event's values is spelled as the correction spells the old one."""
    assert statement.event is not None
    folded = " ".join(wording.split()).casefold()
    digits = "".join(char for char in folded if char.isdigit())
    for _, part in statement.event.roles:
        if isinstance(part, Value) and part.wording:
            said = " ".join(part.wording.split()).casefold()
            if said in folded and digits == "".join(char for char in said if char.isdigit()):
                return True
    return False


def _is_earlier(old: Claim, new: Claim) -> bool:
    """Return whether one document is dated no later than another; an undated one may be earlier."""
    if old.document.key == new.document.key:
        return old.statement.quote.span < new.statement.quote.span
    if old.document.date is None or new.document.date is None:
        return True
    return last_day(old.document.date) <= last_day(new.document.date)


def object_term(part: Mention | Value, document: str, resolution: Resolution) -> Term:
    """Return the term of a mention (its entity) or of a value (its literal)."""
    if isinstance(part, Mention):
        return iri_term(resolution.entity_of(document, part))
    return literal(part.lexical, part.datatype)


def triples_of(claim: Claim, resolution: Resolution, event: Iri | None) -> list[Triple]:
    """Return the plain triples that a claim states: its own, and those of its event where it has one.

    event: the event's IRI, None where the claim has none or carries none. Sorted, without repeats.
    """
    statement = claim.statement
    subject = iri_term(resolution.entity_of(statement.document, statement.subject))
    triples: set[Triple] = {
        (subject, iri_term(statement.predicate), object_term(statement.object, statement.document, resolution))
    }
    if event is not None and statement.event is not None:
        node = iri_term(event)
        triples.add((node, iri_term(RDF.type), iri_term(statement.event.type)))
        triples.update(event_values(claim, resolution, node))
    return sorted(triples)


def event_values(claim: Claim, resolution: Resolution, node: Term) -> Iterable[Triple]:
    """Yield ``node role value`` for each role of a claim's event, its date among them."""
    event = claim.statement.event
    if event is None:
        return
    roles: Collection[Iri] = {role for role, _ in event.roles}
    for role, part in event.roles:
        yield node, iri_term(role), object_term(part, claim.statement.document, resolution)
    if event.date is not None and TH.occurredOn not in roles:
        yield node, iri_term(TH.occurredOn), literal(event.date, date_datatype(event.date))


def date_datatype(date: str) -> Iri:
    """Return xsd:date, xsd:gYearMonth or xsd:gYear, by the precision of an ISO date."""
    return {10: XSD.date, 7: XSD.gYearMonth}.get(len(date), XSD.gYear)


def asserted_triples(
    claims: Sequence[Claim], resolution: Resolution, assertion: Assertion, events: Mapping[Iri, Iri]
) -> dict[Triple, list[Iri]]:
    """Return each asserted fact with the statements that carry it, in order of the claims.

    events: statement IRI -> event IRI.
    """
    facts: dict[Triple, list[Iri]] = {}
    for claim in claims:
        if assertion.carries(claim.iri):
            for triple in triples_of(claim, resolution, events.get(claim.iri)):
                facts.setdefault(triple, []).append(claim.iri)
    return facts
