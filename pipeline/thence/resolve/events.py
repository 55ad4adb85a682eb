"""Events have identity: when two claims carry one happening, and when they only differ about it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from thence.model.entity import IdentityLink, Resolution
from thence.model.finding import Finding, Severity
from thence.model.statement import Event, Mention, Modality, Polarity, Value
from thence.names import TH, XSD, Iri, mint
from thence.resolve.claims import Claim

__all__ = ["EventIdentities", "event_identities"]

_NUMBERS = frozenset({XSD.decimal, XSD.integer, XSD.double, XSD.float})


@dataclass(frozen=True, slots=True)
class EventIdentities:
    """The event of each statement that carries one, and what was found about them.

    iri_of: statement IRI -> event IRI.   links: why two claims carry one event.   findings: TH826, values that differ.
    """

    iri_of: Mapping[Iri, Iri]
    findings: tuple[Finding, ...] = ()
    links: tuple[IdentityLink, ...] = ()


@dataclass(frozen=True, slots=True)
class _Happening:
    """What a claim says of its event.   values: role -> number.   row: the table row it stands in, if any."""

    claim: Claim
    event: Event
    values: Mapping[Iri, str]
    currency: str | None
    row: tuple[str, int] | None

    @property
    def order(self) -> tuple[bool, bool, bool, int, str]:
        """The fullest first: with reference, date, values."""
        event = self.event
        return (not event.reference, not event.date, not self.values, -len(event.date or ""), self.claim.iri)


def event_identities(claims: Sequence[Claim], resolution: Resolution) -> EventIdentities:
    """Return the events that claims carry; denied and non-categorical claims carry none.

    Two claims carry one event (DESIGN section 4) when type and participants are the same and either their reference
    numbers are, or date (at the coarser precision) and values are. What one of them leaves unsaid is no difference, if
    only one event fits. Two rows of one document's tables are never one without equal references. The same but for a
    value makes two events and a finding TH826. An event's IRI comes from the least IRI among its statements.
    """
    blocks: dict[tuple[object, ...], list[_Happening]] = {}
    for claim in sorted(claims, key=lambda claim: claim.iri):
        statement = claim.statement
        if (
            statement.event is None
            or statement.polarity is not Polarity.AFFIRMED
            or statement.modality is not Modality.CATEGORICAL
        ):
            continue
        happening = _happening(claim, statement.event)
        blocks.setdefault(_participants(claim, statement.event, resolution), []).append(happening)
    iri_of: dict[Iri, Iri] = {}
    findings: list[Finding] = []
    links: list[IdentityLink] = []
    for block in blocks.values():
        groups = _groups(block)
        for group in groups:
            iri = mint("event", min(happening.claim.iri for happening in group))
            iri_of.update((happening.claim.iri, iri) for happening in group)
            links += _links(group)
        findings += _conflicts(groups, iri_of)
    return EventIdentities(iri_of, tuple(sorted(set(findings))), tuple(sorted(links, key=lambda link: link.iri)))


def _participants(claim: Claim, event: Event, resolution: Resolution) -> tuple[object, ...]:
    """Return an event's type and who plays the roles of the statement's two ends."""
    statement = claim.statement
    ends = [part for part in (statement.subject, statement.object) if isinstance(part, Mention)]
    roles = [
        (role, resolution.entity_of(statement.document, part))
        for role, part in event.roles
        if isinstance(part, Mention) and part in ends
    ]
    if not roles:
        roles = [(Iri(""), resolution.entity_of(statement.document, part)) for part in ends]
    return (event.type, *sorted(set(roles)))


def _happening(claim: Claim, event: Event) -> _Happening:
    values: dict[Iri, str] = {}
    currency: str | None = None
    for role, part in event.roles:
        if isinstance(part, Value) and role != TH.occurredOn:
            if part.datatype in _NUMBERS:
                values[role] = part.lexical
            elif re.fullmatch(r"[A-Z]{3}", part.lexical) and part.datatype == XSD.string:
                currency = part.lexical
    quote = claim.statement.quote
    row = (claim.statement.document, quote.span.start) if quote.row is not None else None
    return _Happening(claim, event, values, currency, row)


def _groups(block: Sequence[_Happening]) -> list[list[_Happening]]:
    """Return the happenings of one type and participants, gathered; each new one must agree with a whole group."""
    groups: list[list[_Happening]] = []
    for happening in sorted(block, key=lambda h: h.order):
        fitting = [
            group
            for group in groups
            if any(_same(happening, other) for other in group) and not any(_apart(happening, other) for other in group)
        ]
        exact = [group for group in fitting if any(_says_as_much(happening, other) for other in group)]
        if exact:
            exact[0].append(happening)
        elif len(fitting) == 1:
            fitting[0].append(happening)
        else:
            groups.append([happening])
    return groups


def _scheme(reference: str) -> str:
    """Return the shape of a reference: W-0001 and W-0017 are of one scheme."""
    return re.sub(r"\d+", "0", reference)


def _apart(a: _Happening, b: _Happening) -> bool:
    """Return whether two claims cannot carry one event."""
    mine, theirs = a.event.reference, b.event.reference
    if mine and theirs and mine != theirs and _scheme(mine) == _scheme(theirs):
        return True
    if a.row and b.row and a.row != b.row and a.row[0] == b.row[0] and not (mine and mine == theirs):
        return True
    if a.currency and b.currency and a.currency != b.currency:
        return True
    if any(b.values.get(role, value) != value for role, value in a.values.items()):
        return True
    first, second = a.event.date, b.event.date
    if first and second and not (first.startswith(second) or second.startswith(first)):
        return True
    return not _overlap(a, b)


def _overlap(a: _Happening, b: _Happening) -> bool:
    one, two = a.claim.statement.validity, b.claim.statement.validity
    early = one.until is not None and two.from_ is not None and one.until <= two.from_
    late = two.until is not None and one.from_ is not None and two.until <= one.from_
    return not (early or late)


def _same(a: _Happening, b: _Happening) -> bool:
    """Return whether two claims of the same participants have grounds to be of one event."""
    if _apart(a, b):
        return False
    if a.event.reference and a.event.reference == b.event.reference:
        return True
    shared = bool(set(a.values) & set(b.values))
    if a.event.date and b.event.date:
        return shared or (a.event.date == b.event.date and len(a.event.date) == 10) or not (a.values or b.values)
    return shared or not (a.values or b.values)


def _says_as_much(a: _Happening, b: _Happening) -> bool:
    """Return whether neither claim leaves date or values to the other."""
    return _same(a, b) and a.event.date == b.event.date and set(a.values) == set(b.values)


def _conflicts(groups: Sequence[Sequence[_Happening]], iri_of: Mapping[Iri, Iri]) -> Iterator[Finding]:
    """Yield a finding for each two events that are the same but for a value."""
    for at, left in enumerate(groups):
        for right in groups[at + 1 :]:
            tables = {h.row[0] for h in left if h.row} & {h.row[0] for h in right if h.row}
            if tables:
                continue
            pair = next(((a, b) for a in left for b in right if _differ_by_value(a, b)), None)
            if pair is not None:
                yield _conflict(*pair, iri_of)


def _differ_by_value(a: _Happening, b: _Happening) -> bool:
    differing = [role for role, value in a.values.items() if b.values.get(role, value) != value]
    if not differing or (a.currency and b.currency and a.currency != b.currency):
        return False
    if a.event.reference and b.event.reference and a.event.reference == b.event.reference:
        return True
    return a.event.date == b.event.date and _overlap(a, b)


def _conflict(a: _Happening, b: _Happening, iri_of: Mapping[Iri, Iri]) -> Finding:
    first, second = sorted((a, b), key=lambda h: (h.claim.document.key, h.claim.iri))
    role = min(role for role, value in a.values.items() if b.values.get(role, value) != value)
    said = [
        f"{' '.join(filter(None, (h.currency, h.values[role])))} in {h.claim.document.path}" for h in (first, second)
    ]
    subject = first.claim.statement.subject.name
    other = first.claim.statement.object
    whom = f" and {other.name}" if isinstance(other, Mention) else ""
    when = f" on {first.event.date}" if first.event.date else ""
    kind = re.split(r"[#/]", first.event.type)[-1].lower()
    return Finding(
        stage="resolve",
        code="TH826",
        path=second.claim.document.path,
        message=f"two values for one {kind} of {subject}{whom}{when}: {said[0]}, {said[1]}",
        severity=Severity.WARNING,
        hint="both stay as claims; a correction, trust in a source or a decision tells which holds",
        subject=iri_of[second.claim.iri],
        related=tuple(sorted((first.claim.iri, second.claim.iri))),
        quote=second.claim.statement.quote.quote,
    )


def _links(group: Sequence[_Happening]) -> Iterator[IdentityLink]:
    """Yield a link from the first claim of an event to each other that another quote makes."""
    head = group[0]
    for other in group[1:]:
        left = (head.claim.statement.document, head.claim.statement.quote.span)
        right = (other.claim.statement.document, other.claim.statement.quote.span)
        if left == right:
            continue
        evidence = ["the same participants"]
        if head.event.reference and head.event.reference == other.event.reference:
            evidence.insert(0, f"the same reference {head.event.reference}")
        if head.event.date and other.event.date:
            evidence.append(f"the same date {min(head.event.date, other.event.date, key=len)}")
        shared = sorted(value for role, value in head.values.items() if other.values.get(role) == value)
        if shared:
            evidence.append(f"the same value {', '.join(shared)}")
        sure = 0.97 if _says_as_much(head, other) else 0.85
        yield IdentityLink(
            iri=mint("link", head.claim.iri, other.claim.iri),
            left=left,
            right=right,
            left_name=head.claim.statement.quote.quote,
            right_name=other.claim.statement.quote.quote,
            state="accepted",
            evidence=tuple(evidence),
            confidence=sure,
        )
