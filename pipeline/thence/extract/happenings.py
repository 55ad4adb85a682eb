"""When a state holds and what an event carries."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from thence.extract.chunks import Chunk, Percent
from thence.extract.draft import Draft
from thence.extract.matching import Dates
from thence.extract.meaning import Meaning
from thence.extract.values import (
    DateValue,
    MoneyValue,
    date_datatype,
    day_after_last,
    first_day,
)
from thence.model.document import Span
from thence.model.statement import (
    EMPTY_VALIDITY,
    Event,
    Mention,
    Modality,
    Polarity,
    Precision,
    Validity,
    Value,
)
from thence.names import TH, XSD, Iri

if TYPE_CHECKING:
    from thence.ontology import PropertyTerm

__all__ = ["event_of", "validity_of"]

_PRECISIONS = (Precision.DAY, Precision.MONTH, Precision.YEAR)


def validity_of(draft: Draft, dates: Dates, claim: Meaning, change: str, *, ended: bool) -> tuple[Validity, bool]:
    """Return when a state holds, and whether the claim says that it is over."""
    since, until, on = dates.since, dates.until, dates.on
    if isinstance(getattr(on, "value", None), DateValue) and on is not None:
        if change == "begin":
            since = since or on
        elif ended:
            until = until or on
        elif claim.past and not claim.embedded and since is None and until is None:
            value = on.value
            assert isinstance(value, DateValue)
            return Validity(
                first_day(value), day_after_last(value), value.precision, draft.document.text[on.start : on.end]
            ), False
    lower = since.value if since is not None and isinstance(since.value, DateValue) else None
    upper = until.value if until is not None and isinstance(until.value, DateValue) else None
    if until is not None and claim.modality is Modality.CATEGORICAL and (claim.past or change == "end"):
        ended = True
    if (
        not ended
        and upper is None
        and claim.past
        and not claim.perfect
        and not change
        and not claim.embedded
        and claim.polarity is Polarity.AFFIRMED
    ):
        # told in the past tense: the words do not say that it still is so
        ended = True
    if lower is None and upper is None:
        return EMPTY_VALIDITY, ended
    words = [draft.document.text[each.start : each.end] for each in (since, until) if each is not None]
    precisions = [each.precision for each in (lower, upper) if each is not None]
    return (
        Validity(
            first_day(lower) if lower else None,
            day_after_last(upper) if upper else None,
            max(precisions, key=_PRECISIONS.index),
            " – ".join(words),
        ),
        ended,
    )


def event_of(
    draft: Draft,
    term: PropertyTerm,
    subject: Mention,
    object_: Mention | Value,
    values: Sequence[Chunk],
    happened: Chunk | None,
    claim: Meaning,
) -> Event | None:
    """Return the event that a statement carries, its values by the kinds of its roles."""
    assert term.event_class is not None
    roles: list[tuple[Iri, Mention | Value]] = []
    if term.subject_role is not None:
        roles.append((term.subject_role, subject))
    if term.object_role is not None:
        roles.append((term.object_role, object_))
    kinds: dict[str, Iri] = {}
    for role in draft.ontology.roles_of(term.event_class):
        of_role = draft.ontology.properties.get(role)
        if of_role is not None and of_role.value_kind is not None:
            kinds.setdefault(of_role.value_kind, role)
    taken: set[str] = set()
    sums = {each.value.amount for each in values if isinstance(each.value, MoneyValue)}
    if len(sums) > 1 and _joined_sums(draft.document.text, values):
        taken.add("amount")  # several sums for one happening: which is meant is not said
    for each in values:
        span = Span(each.start, each.end)
        wording = draft.document.text[each.start : each.end]
        if isinstance(each.value, MoneyValue) and "amount" in kinds and "amount" not in taken:
            taken.add("amount")
            roles.append((kinds["amount"], Value(each.value.amount, XSD.decimal, span, wording)))
            if "currency" in kinds and each.value.currency:
                roles.append((kinds["currency"], Value(each.value.currency, XSD.string, span, wording)))
        elif isinstance(each.value, Percent) and "percent" in kinds and "percent" not in taken:
            taken.add("percent")
            roles.append((kinds["percent"], Value(each.value.number, XSD.decimal, span, wording)))
    date: str | None = None
    if happened is not None and isinstance(happened.value, DateValue) and happened.value.last is None:
        date = happened.value.iso
        wording = draft.document.text[happened.start : happened.end]
        roles.append(
            (TH.occurredOn, Value(date, date_datatype(happened.value), Span(happened.start, happened.end), wording))
        )
    elif (
        draft.agreement is not None
        and term.temporal == "occurrence"
        and not claim.past
        and draft.document.date
        and claim.modality is Modality.CATEGORICAL
    ):
        date = draft.document.date
        datatype = (XSD.gYear, XSD.gYearMonth, XSD.date)[date.count("-")]
        roles.append((TH.occurredOn, Value(date, datatype, draft.document.date_span, "")))
    return Event(
        term.event_class,
        tuple(
            sorted(roles, key=lambda role: (role[0], role[1].lexical if isinstance(role[1], Value) else role[1].name))
        ),
        date,
    )


def _joined_sums(text: str, values: Sequence[Chunk]) -> bool:
    sums = sorted((each.start, each.end) for each in values if isinstance(each.value, MoneyValue))
    return any(text[a[1] : b[0]].strip() in {"and", ",", "or", ", and"} for a, b in pairwise(sums))
