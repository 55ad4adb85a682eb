"""Clauses kept as they stand: requirements, decisions, reasons; and what they belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from thence.extract.claiming import RECIPE
from thence.extract.clauses import Clauses
from thence.extract.draft import Draft
from thence.extract.meaning import Setting, meaning
from thence.extract.preparing import Prepared
from thence.model.document import BlockKind, Document, Span, cite
from thence.model.statement import (
    Mention,
    Modality,
    Polarity,
    Statement,
    Value,
)
from thence.names import AGR, DEC, DOCS, XSD

__all__ = ["keep_clauses", "topic_of"]

_TOPIC = re.compile(
    r"(?<![a-z])(case|matter|project|incident|ticket|file|investigation|inquiry|enquiry|audit|mission|claim|docket)"
    r"[\s_/#:-]{0,2}(?:no\.?\s*)?(\d[\w-]*)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"([A-Z][a-z]+) (\d[\w/-]*)(?=\s*[:,–—-])")


def keep_clauses(
    draft: Draft, clauses: Clauses, prepared: Prepared, setting: Setting, fresh: Sequence[Statement]
) -> None:
    """Keep requirements, decisions and reasons as the words they are made in."""
    tokens = prepared.tokens
    sentence = prepared.sentence
    words = [token.lower for token in tokens]
    if not tokens or setting.question or sentence.block.kind is BlockKind.HEADING:
        return
    for rule in draft.lexicon.clauses:
        if rule.property not in draft.ontology.properties:
            continue
        start = -1
        polarity, modality = Polarity.AFFIRMED, Modality.CATEGORICAL
        label = next(
            (k for k in range(1, min(4, len(words))) if words[k] == ":" and " ".join(words[:k]) in rule.labels), -1
        )
        if label > 0 and label + 1 < len(tokens):
            start = label + 1
        elif rule.cues and not any(st.modality == Modality.REQUIRED or _is_term(st) for st in fresh):
            found = _required(clauses, words, rule.cues, setting)
            if found is not None:
                start, modality = found, Modality.REQUIRED
        elif rule.verbs:
            for verb in clauses.verbs:
                each = clauses.chunks[verb]
                if (
                    each.lemma_in(rule.verbs)
                    and not each.has_form("ing")
                    and each.last < len(tokens)
                    and words[each.last] in {"to", "that"}
                    and clauses.subject(verb)
                ):
                    claim = meaning(clauses, verb, setting)
                    if claim.conflict or claim.modality is not Modality.CATEGORICAL:
                        continue
                    start, polarity = each.last + 1, claim.polarity
                    break
        elif rule.introducers:
            if not any(
                st.predicate == DEC.decision and st.citations[0].span == sentence.span for st in draft.statements
            ):
                continue
            for phrase in rule.introducers:
                at = next((k for k in range(len(words)) if tuple(words[k : k + len(phrase)]) == phrase), -1)
                if at > 0:
                    start = at + len(phrase)
                    break
        if start < 0 or start >= len(tokens):
            continue
        end = len(tokens)
        if rule.property == DEC.decision:
            end = next((k for k in range(start, len(words)) if words[k] == "because"), end)
        while end > start and tokens[end - 1].text in {".", ",", ";"}:
            end -= 1
        if end <= start:
            continue
        about = _about(draft)
        if about is None:
            continue
        span = Span(tokens[start].start, tokens[end - 1].end)
        wording = draft.document.text[span.start : span.end]
        citation = cite(draft.document, sentence.span)
        draft.statements.append(
            Statement(
                document=draft.document.key,
                subject=about,
                predicate=rule.property,
                object=Value(" ".join(wording.split()), XSD.string, span, wording),
                citations=(citation,),
                polarity=polarity,
                modality=modality,
                confidence=0.85,
                recipe=RECIPE,
                speaker=sentence.block.voice if sentence.block.kind is BlockKind.TURN else None,
                said=sentence.block.date,
            )
        )
        draft.keep(about)


def _is_term(statement: Statement) -> bool:
    return statement.predicate in AGR


def _required(clauses: Clauses, words: Sequence[str], cues: Sequence[Sequence[str]], setting: Setting) -> int | None:
    """Return the token at which a required clause begins: its subject."""
    said = set(words)
    cues = [cue for cue in cues if said.issuperset(cue)]
    for verb in clauses.verbs if cues else ():
        each = clauses.chunks[verb]
        for cue in cues:
            n = len(cue)
            at = next(
                (k for k in range(each.first, max(each.first, each.last) + 3) if tuple(words[k : k + n]) == tuple(cue)),
                -1,
            )
            if at < 0 or (cue[0] == "shall" and not setting.contract):
                continue
            if n == 1 and at >= each.last:
                continue
            if cue[0] == "must" and at + 1 < len(words) and words[at + 1] == "have":
                continue
            if each.lemma_in(clauses.grammar["figures_of_speech"]):
                continue  # "must not be confused with": of nobody is anything required
            claim = meaning(clauses, verb, setting)
            if claim.conflict or claim.modality in {
                Modality.ASKED,
                Modality.CONDITIONAL,
                Modality.REPORTED,
                Modality.HEDGED,
            }:
                continue
            subject = clauses.subject(verb)
            if not subject:
                continue
            return min(clauses.chunks[index].first for index in subject)
    return None


def _about(draft: Draft) -> Mention | None:
    """Return what a kept clause belongs to: the agreement that the document is, else its topic."""
    return draft.agreement or draft.topic


def topic_of(document: Document) -> Mention | None:
    """Return what the document belongs to: a case or project with a number, else its title."""
    for value in (
        document.title or "",
        document.path.rsplit("/", 1)[-1],
        *(tag for name, tag in document.meta if name in {"tags", "tag", "subject", "case", "project"}),
    ):
        match = _TOPIC.search(value) or _NUMBERED.match(value)
        if match:
            name = f"{match[1].capitalize()} {match[2].removesuffix('.txt')}"
            at = document.text.find(match.group())
            span = Span(at, at + len(match.group())) if at >= 0 else Span(0, 0)
            return Mention(span, name, DOCS.Topic)
    if document.title:
        at = document.text.find(document.title)
        span = Span(at, at + len(document.title)) if at >= 0 else Span(0, 0)
        return Mention(span, document.title, DOCS.Topic)
    return None
