"""What an incomplete clause leaves out: the organisation of a post, the thing that shares are held in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from thence.extract.coreference import FAR, PRONOUN
from thence.extract.draft import Draft
from thence.extract.matching import Match
from thence.extract.sentences import Sentence
from thence.model.statement import (
    Mention,
)
from thence.names import FOAF, OWL, PEOPLE, Iri

if TYPE_CHECKING:
    from thence.ontology import PropertyTerm

__all__ = ["elided_thing", "is_post"]


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
    last = draft.discourse.last(wanted or (FOAF.Agent,), sentence.span.end, apart=(subject.name,))
    return (draft.discourse.antecedent(last, last.span), PRONOUN) if last is not None else None


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
