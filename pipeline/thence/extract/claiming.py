"""Claims: from a match to a statement, through the typed gate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from thence.extract.chunks import Chunk
from thence.extract.draft import Draft
from thence.extract.ellipsis import elided_thing, is_post
from thence.extract.happenings import event_of, validity_of
from thence.extract.literals import literal_of
from thence.extract.matching import CONTEXT, DOCUMENT, ELIDED, REPLACED, Dates, Match, Slot
from thence.extract.meaning import Meaning
from thence.extract.references import fill_slot, is_certain, narrowed, resolve_chunk, same_name
from thence.extract.sentences import Sentence
from thence.extract.values import (
    DateValue,
    first_day,
)
from thence.model.document import BlockKind, Citation, cite
from thence.model.statement import (
    EMPTY_VALIDITY,
    Event,
    Mention,
    Modality,
    Polarity,
    Statement,
    Validity,
    Value,
    Voice,
)
from thence.names import FOAF, OWL, PEOPLE, Iri

if TYPE_CHECKING:
    from thence.ontology import PropertyTerm

__all__ = ["RECIPE", "claim_matches"]

RECIPE = "extract.prose/4"
_UNKNOWN = 0.9
_IMPLIED = 0.9
_SUBJECT, _OBJECT = frozenset({"both", "subject"}), frozenset({"both", "object"})
"""Which names a frame's `certain` speaks of."""


def claim_matches(draft: Draft, match: Match, sentence: Sentence) -> None:
    """Make the statements of one match, or say why not."""
    if match.frame.property == REPLACED:
        claim_replaced(draft, match, sentence)
        return
    term = draft.ontology.properties.get(match.frame.property)
    if term is None:
        return
    claim = match.meaning
    frame = match.frame
    if frame.term:
        unconditional = claim.modality in {Modality.REQUIRED, Modality.PLANNED} and draft.agreement is not None
        if unconditional:
            claim = replace(claim, modality=Modality.CATEGORICAL)
    elif claim.unless and claim.modality is Modality.CATEGORICAL:
        claim = replace(claim, modality=Modality.CONDITIONAL)
    for subject_slot, object_slot, values in match.pairs:
        _pair(draft, term, match, claim, subject_slot, object_slot, values, sentence)


def _expected(frame_type: Iri | None, expects: Sequence[Iri], declared: Sequence[Iri]) -> tuple[Iri, ...]:
    """Return the classes that a slot takes, the frame's own first."""
    if frame_type is not None:
        return (frame_type,)
    return tuple(expects) or tuple(declared)


def _pair(
    draft: Draft,
    term: PropertyTerm,
    match: Match,
    claim: Meaning,
    subject_slot: Slot,
    object_slot: Slot,
    values: Sequence[Chunk],
    sentence: Sentence,
) -> None:
    """Make one statement of one subject and one object."""
    frame = match.frame
    wanted_subject = _expected(frame.subject_type, term.expects_subject, term.domain)
    wanted_object = _expected(frame.object_type, term.expects_object, term.range)
    factor = match.factor
    subject: Mention | None = None
    object_: Mention | Value | None = None
    if subject_slot.chunk is not None or subject_slot.by in {CONTEXT, DOCUMENT}:
        found = fill_slot(draft, subject_slot, () if frame.certain in _SUBJECT else wanted_subject, sentence)
        if found is None:
            return
        subject, cost = found
        factor *= cost
    name = subject.name if isinstance(subject, Mention) else ""
    if object_slot.chunk is not None or object_slot.by in {CONTEXT, DOCUMENT}:
        if term.is_object:
            same = same_name(draft, object_slot.chunk, subject)
            found = same or fill_slot(
                draft, object_slot, () if frame.certain in _OBJECT else wanted_object, sentence, apart=name
            )
            if found is None:
                return
            object_, cost = found
            factor *= cost
        else:
            object_ = literal_of(draft, object_slot, term, frame.object_kind)
            if object_ is None:
                return
    if object_ is None and object_slot.by == ELIDED and isinstance(subject, Mention):
        elided = elided_thing(draft, match, term, subject, wanted_object, sentence)
        if elided is None:
            return
        object_, cost = elided
        factor *= cost
    if subject is None and subject_slot.by == ELIDED and isinstance(object_, Mention):
        elided = elided_thing(draft, match, term, object_, wanted_subject, sentence)
        if elided is None:
            return
        subject, cost = elided
        factor *= cost
    if not isinstance(subject, Mention) or object_ is None:
        return
    if (
        isinstance(object_, Mention)
        and object_.name == subject.name
        and not (object_slot.chunk is not None and "same" in object_slot.chunk.words)
    ) and not (object_slot.chunk is not None and same_name(draft, object_slot.chunk, subject)):
        return
    if frame.certain in _SUBJECT and not is_certain(draft, subject, frame.subject_type):
        return
    if frame.certain in _OBJECT and not (
        isinstance(object_, Mention) and is_certain(draft, object_, frame.object_type)
    ):
        return
    subject = narrowed(draft, subject, wanted_subject)
    if isinstance(object_, Mention):
        object_ = narrowed(draft, object_, wanted_object)
    citation = cite(draft.document, sentence.span)
    kind = object_.type if isinstance(object_, Mention) else object_.datatype
    for mention, own in ((subject, frame.subject_type), (object_, frame.object_type)):
        if own is not None and isinstance(mention, Mention) and not draft.discourse.fits(mention.type, (own,)):
            return  # these words mean another property
    reason = draft.ontology.accepts(term.iri, subject.type, kind)
    if reason is not None:
        draft.reject(citation, term.iri, reason, "TH801")
        return
    _emit(draft, term, match, claim, subject, object_, values, sentence, citation, factor)


def _emit(
    draft: Draft,
    term: PropertyTerm,
    match: Match,
    claim: Meaning,
    subject: Mention,
    object_: Mention | Value,
    values: Sequence[Chunk],
    sentence: Sentence,
    citation: Citation,
    factor: float,
    also: Sequence[Citation] = (),
) -> None:
    """Add a statement, unless its cues conflict."""
    frame = match.frame
    change = match.change
    state = term.temporal != "occurrence"
    ended = claim.ended or change == "end"
    if change == "end" and claim.ended:
        ended = True
    if (
        change == "end"
        and frame.kind == "role"
        and claim.polarity is Polarity.DENIED
        and claim.modality is Modality.CATEGORICAL
        and claim.perfect
        and isinstance(object_, Mention)
        and object_.antecedent is None
    ):
        # "has not resigned as director": so the post is held
        claim, change, ended, factor = replace(claim, polarity=Polarity.AFFIRMED), "", False, factor * _IMPLIED
        match = replace(match, dates=Dates())
    if change == "end" and claim.polarity is Polarity.DENIED:
        claim = replace(claim, conflict="it is denied that it ended")
    if ended and claim.modality in {Modality.PLANNED, Modality.CONDITIONAL, Modality.ASKED}:
        claim = replace(claim, conflict="the end is planned, not said to have come")
    if claim.modality is Modality.REQUIRED and not frame.term:
        claim = replace(claim, conflict="it is required, not said to be so")
    if match.participle:
        claim = replace(claim, past=not state)
    validity = EMPTY_VALIDITY
    event: Event | None = None
    dates = match.dates
    if state:
        validity, ended = validity_of(draft, dates, claim, change, ended=ended)
    happened = dates.on or dates.since
    if (
        not state
        and happened is None
        and claim.polarity is Polarity.AFFIRMED
        and claim.modality in {Modality.CATEGORICAL, Modality.REPORTED}
        and (claim.past or claim.perfect)
        and not claim.embedded
    ):
        happened = draft.dateline
    if term.event_class is not None:
        event = event_of(draft, term, subject, object_, values, None if state else happened, claim)
    dated = happened.value if happened is not None and isinstance(happened.value, DateValue) else None
    # What happened in the 1920s has no date of its own: its words are kept as those of an object property's are.
    in_words = dated is not None and (term.event_class is None or dated.last is not None)
    if not state and happened is not None and dated is not None and in_words and term.is_object:
        validity = Validity(
            first_day(dated),
            None,
            dated.precision,
            draft.document.text[happened.start : happened.end],
        )
    if claim.ended and not state:
        claim = replace(claim, conflict="an occurrence cannot end") if claim.polarity is Polarity.AFFIRMED else claim
        ended = False
    confidence = round(min(0.99, frame.confidence * factor * (_UNKNOWN if subject.type == OWL.Thing else 1.0)), 3)
    citations = [citation, *also]
    citations += [
        cite(draft.document, mention.antecedent)
        for mention in (subject, object_)
        if isinstance(mention, Mention) and mention.antecedent is not None and mention.antecedent not in sentence.span
    ]
    voice = claim.voice
    block = sentence.block
    if voice is None and block.kind is BlockKind.QUOTED:
        voice = block.voice or "unnamed source"
    statement = Statement(
        document=draft.document.key,
        subject=subject,
        predicate=term.iri,
        object=object_,
        citations=tuple(dict.fromkeys(citations)),
        polarity=claim.polarity,
        modality=claim.modality,
        confidence=confidence,
        validity=validity,
        ended=ended,
        voice=Voice(voice) if voice else None,
        event=event,
        recipe=RECIPE,
        speaker=block.voice if block.kind is BlockKind.TURN else None,
        said=block.date,
    )
    if claim.conflict:
        draft.reject(citation, term.iri, f"not kept: {claim.conflict}", "TH802")
        draft.soft.append(statement)
        return
    for mention in (subject, object_):
        if isinstance(mention, Mention):
            draft.keep(mention)
    if claim.modality in {Modality.HEDGED, Modality.REPORTED}:
        draft.soft.append(statement)
    if (
        term.symmetric
        and claim.polarity is Polarity.DENIED
        and claim.modality is Modality.CATEGORICAL
        and isinstance(object_, Mention)
        and term.iri == PEOPLE.associatedWith
    ):
        draft.distinct.append((subject, object_.name, citation))
    draft.statements.append(statement)


def claim_replaced(draft: Draft, match: Match, sentence: Sentence) -> None:
    """Claim, for "A replaced B", that A holds the post that B was last said to hold."""
    new_slot, old_slot, _ = match.pairs[0]
    if new_slot.chunk is None or old_slot.chunk is None:
        return
    new = resolve_chunk(draft, new_slot.chunk, (FOAF.Person,), sentence)
    old = resolve_chunk(draft, old_slot.chunk, (FOAF.Person,), sentence, apart=new[0].name if new else "")
    if new is None or old is None:
        return
    for statement in reversed(draft.statements):
        if (
            statement.subject.name == old[0].name
            and is_post(draft, statement.predicate)
            and isinstance(statement.object, Mention)
        ):
            term = draft.ontology.properties[statement.predicate]
            subject = narrowed(draft, new[0], (FOAF.Person,))
            citation = cite(draft.document, sentence.span)
            reason = draft.ontology.accepts(term.iri, subject.type, statement.object.type)
            if reason is not None:
                draft.reject(citation, term.iri, reason, "TH801")
                return
            _emit(
                draft,
                term,
                match,
                match.meaning,
                subject,
                draft.discourse.antecedent(statement.object, statement.object.span),
                (),
                sentence,
                citation,
                match.factor * new[1] * old[1],
                also=(statement.citations[0],),
            )
            return
