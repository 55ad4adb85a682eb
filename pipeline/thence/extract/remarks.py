"""Sentences about earlier claims: confirmations and corrections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from thence.extract.chunks import NP, VALUE, Chunk, Percent
from thence.extract.clauses import Clauses
from thence.extract.draft import Draft
from thence.extract.meaning import Setting, meaning
from thence.extract.sentences import Sentence
from thence.extract.values import (
    DateValue,
    MoneyValue,
)
from thence.model.document import cite
from thence.model.statement import (
    Modality,
    Polarity,
)
from thence.names import TH, Iri

__all__ = ["confirm_earlier", "correct_earlier", "replace_in_clause"]


def confirm_earlier(draft: Draft, clauses: Clauses, sentence: Sentence, setting: Setting) -> None:
    """Claim plainly, for "the link is confirmed", what was doubted before."""
    grammar = draft.lexicon.grammar
    for verb in clauses.verbs:
        each = clauses.chunks[verb]
        if not each.lemma_in(grammar["confirm"]) or not set(each.aux) & grammar["be"]:
            continue
        subject = clauses.subject(verb)
        if not subject:
            continue
        head = clauses.chunks[subject[0]]
        if head.kind != NP or head.head not in grammar["claims"] or head.det not in {"the", "this", "that"}:
            continue
        claim = meaning(clauses, verb, setting)
        if claim.polarity is not Polarity.AFFIRMED or claim.modality is not Modality.CATEGORICAL or claim.conflict:
            continue
        if not draft.soft:
            continue
        soft = draft.soft[-1]
        if soft.citations[0].span.start < sentence.span.start - 1500:
            continue
        citation = cite(draft.document, sentence.span)
        draft.statements.append(
            replace(
                soft,
                citations=tuple(dict.fromkeys((citation, *soft.citations))),
                polarity=Polarity.AFFIRMED,
                modality=Modality.CATEGORICAL,
                voice=None,
                ended=False,
                confidence=round(soft.confidence * 0.9, 3),
            )
        )


def correct_earlier(draft: Draft, clauses: Clauses, chunks: Sequence[Chunk], sentence: Sentence, begun: int) -> None:
    """Note, for "this corrects the figure of USD 5", which older value the statement before replaces."""
    grammar = draft.lexicon.grammar
    for verb in clauses.verbs:
        each = chunks[verb]
        if not each.lemma_in(grammar["correct"]):
            continue
        old = [
            chunks[a.at]
            for a in clauses.arguments(verb)
            if isinstance(chunks[a.at].value, (MoneyValue, Percent, DateValue))
        ]
        if not old or len(draft.statements) > begun:
            continue
        subject = clauses.subject(verb)
        this = (
            not subject
            or chunks[subject[0]].words[0] in {"this", "that", "it", "which"}
            or chunks[subject[0]].kind == NP
        )
        if not this and clauses.word(verb - 1) not in {"this", "that", "which"}:
            continue
        wording, kind = _wording_and_kind(draft, old[0])
        for at in range(begun - 1, max(-1, begun - 4), -1):
            statement = draft.statements[at]
            if (
                statement.event is not None
                and any(_kind_of(draft, role) == kind for role, _ in statement.event.roles)
                and statement.replaces is None
            ):
                draft.statements[at] = replace(
                    statement,
                    replaces=wording,
                    citations=(*statement.citations, cite(draft.document, sentence.span)),
                )
                break


def replace_in_clause(draft: Draft, chunks: Sequence[Chunk], begun: int) -> None:
    """Note, for "paid EUR 2, not EUR 5,", which value the statement of the same clause replaces."""
    for at, each in enumerate(chunks):
        before = chunks[at - 1].word if at else ""
        earlier = chunks[at - 2].word if at > 1 else ""
        if not isinstance(each.value, (MoneyValue, Percent, DateValue)) or each.kind != VALUE:
            continue
        if not (
            before == "not" or (before == "than" and earlier == "rather") or (before == "of" and earlier == "instead")
        ):
            continue
        wording, kind = _wording_and_kind(draft, each)
        for k in range(begun, len(draft.statements)):
            event = draft.statements[k].event
            if event is not None and any(_kind_of(draft, role) == kind for role, _ in event.roles):
                draft.statements[k] = replace(draft.statements[k], replaces=wording)


def _wording_and_kind(draft: Draft, each: Chunk) -> tuple[str, str]:
    """Return a value's words and the kind of role (th:valueKind) that it fills."""
    wording = " ".join(draft.document.text[each.start : each.end].split())
    if isinstance(each.value, MoneyValue):
        return wording, "amount"
    return wording, "percent" if isinstance(each.value, Percent) else "date"


def _kind_of(draft: Draft, role: Iri) -> str | None:
    if role == TH.occurredOn:
        return "date"
    term = draft.ontology.properties.get(role)
    return term.value_kind if term is not None else None
