"""What an incomplete clause leaves out: the organisation of a post, the thing that shares are held in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from thence.extract.chunks import Percent
from thence.extract.coreference import FAR, PRONOUN
from thence.extract.draft import Draft
from thence.extract.matching import Match
from thence.extract.sentences import Sentence
from thence.model.statement import (
    Mention,
)
from thence.names import FOAF, ORG, OWL, OWN, PEOPLE, Iri

if TYPE_CHECKING:
    from thence.ontology import PropertyTerm

__all__ = ["elided_thing", "is_post"]

_SHARES = 4
_NEAR = 400
"""Statements and characters back to which shares that name no body are of the body named there."""


def elided_thing(
    draft: Draft, match: Match, term: PropertyTerm, subject: Mention, wanted: Sequence[Iri], sentence: Sentence
) -> tuple[Mention, float] | None:
    """Return what a missing object is: that of an earlier statement of the same post, else what was spoken of last."""
    frame = match.frame
    if frame.continues:
        for statement in reversed(draft.statements):
            if (
                statement.predicate in frame.continues
                and statement.subject.name == subject.name
                and isinstance(statement.object, Mention)
            ):
                return draft.discourse.antecedent(statement.object, statement.object.span), PRONOUN
        return None
    if frame.kind == "role":
        for statement in reversed(draft.statements):
            if (
                statement.subject.name == subject.name
                and isinstance(statement.object, Mention)
                and statement.predicate == term.iri
            ):
                return draft.discourse.antecedent(statement.object, statement.object.span), PRONOUN
        for statement in reversed(draft.statements):
            if (
                statement.subject.name == subject.name
                and isinstance(statement.object, Mention)
                and draft.discourse.fits(statement.object.type, wanted, strict=True)
                and is_post(draft, statement.predicate)
            ):
                return draft.discourse.antecedent(statement.object, statement.object.span), PRONOUN
        for statement in reversed(draft.statements[-3:]):
            if statement.predicate == term.iri and isinstance(statement.object, Mention):
                return draft.discourse.antecedent(statement.object, statement.object.span), FAR
        recent = _recent(draft, wanted, sentence, subject)
        if recent is not None:
            return recent
        main = draft.discourse.main
        if main is not None and draft.discourse.fits(main.type, wanted, strict=True):
            return main, PRONOUN
        return None
    if any(isinstance(each.value, Percent) for pair in match.pairs for each in pair[2]):
        return _shared(draft, sentence, subject)
    last = draft.discourse.last(wanted or (FOAF.Agent,), sentence.span.end, apart=(subject.name,))
    return (draft.discourse.antecedent(last, last.span), PRONOUN) if last is not None else None


def _shared(draft: Draft, sentence: Sentence, subject: Mention) -> tuple[Mention, float] | None:
    """Return the body that "A has 18%" speaks of: that of the shares named last, else the one body spoken of here."""
    for statement in reversed(draft.statements[-_SHARES:]):
        if statement.predicate == OWN.owns and isinstance(statement.object, Mention):
            if statement.citations[0].span.start < sentence.span.start - _NEAR:
                break
            return draft.discourse.antecedent(statement.object, statement.object.span), PRONOUN
    main = draft.discourse.main
    bodies = [
        seen
        for seen in draft.discourse.seen
        if seen.sentence >= sentence.number - 2
        and draft.ontology.is_subclass(seen.mention.type, ORG.Organization)
        and seen.mention.name != subject.name
    ]
    here = [seen.mention for seen in bodies if seen.sentence == sentence.number]
    if len({each.name for each in here}) == 1:
        return draft.discourse.antecedent(here[-1], here[-1].span), PRONOUN
    near = [seen.mention for seen in bodies]
    if main is not None and main.name != subject.name and (not near or main.name in {each.name for each in near}):
        return (main, FAR) if draft.ontology.is_subclass(main.type, ORG.Organization) else None
    if len({each.name for each in near}) != 1:
        return None
    return draft.discourse.antecedent(near[-1], near[-1].span), FAR


def is_post(draft: Draft, predicate: Iri) -> bool:
    """Return whether a property says that somebody holds a post in an organisation."""
    term = draft.ontology.properties.get(predicate)
    return (
        predicate == PEOPLE.worksAt
        or (term is not None and PEOPLE.worksAt in term.superproperties)
        or predicate in {PEOPLE.directorOf, PEOPLE.secretaryOf}
    )


def _recent(draft: Draft, wanted: Sequence[Iri], sentence: Sentence, subject: Mention) -> tuple[Mention, float] | None:
    """Return the one fitting thing that this and the two sentences before speak of, subjects first."""
    near = [
        seen
        for seen in draft.discourse.seen
        if seen.sentence >= sentence.number - 2
        and seen.mention.type != OWL.Thing
        and draft.discourse.fits(seen.mention.type, wanted, strict=True)
        and seen.mention.name != subject.name
    ]
    if not near:
        return None
    subjects = [seen for seen in near if seen.subject]
    chosen = (subjects or near)[-1].mention
    if len({seen.mention.name for seen in (subjects or near)}) > 1 and not subjects:
        return None
    return draft.discourse.antecedent(chosen, chosen.span), FAR
