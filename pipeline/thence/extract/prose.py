"""Prose to statements: every sentence read once, frames filled, slots resolved, the typed gate passed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from thence.extract.chunks import NAME, VALUE, Chunk, chunk
from thence.extract.claiming import RECIPE, claim_matches
from thence.extract.clauses import Clauses
from thence.extract.coreference import Discourse
from thence.extract.declared import agreement_named_by_title
from thence.extract.draft import Draft
from thence.extract.kept import keep_clauses, topic_of
from thence.extract.patterns import matches
from thence.extract.preparing import Prepared, prepare
from thence.extract.quoting import speakers
from thence.extract.references import kind_of, note_heading, note_mention
from thence.extract.remarks import confirm_earlier, correct_earlier, replace_in_clause
from thence.extract.sentences import Sentence
from thence.extract.settings import is_dateline, setting_of
from thence.extract.topics import settle_topic
from thence.extract.values import (
    DateValue,
)
from thence.model.document import BlockKind, Document, RecordKind, Span, cite
from thence.model.statement import (
    Extraction,
    Mention,
    Statement,
)
from thence.names import FOAF, ORG, OWL
from thence.ontology.lexicon import Lexicon

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = ["RECIPE", "prose_to_statements"]

_LONGEST = 400
"""Tokens of a sentence that is still read; longer ones are lists or no prose."""


def prose_to_statements(document: Document, ontology: Ontology, lexicon: Lexicon) -> Extraction:
    """Return what a document's sentences say, by the frames of a lexicon.

    Statements come in the order of their sentences; each quotes its sentence and cites the places it leans on. What no
    frame fits makes no statement; what fits but is refused (typed gate TH801, cues in conflict TH802) is kept as
    rejected.
    """
    prepared, table = prepare(document, lexicon)
    if not prepared:
        return Extraction(document=document.key)
    draft = Draft(document, ontology, lexicon, Discourse(ontology), table)
    draft.types.update(dict.fromkeys(sorted(table.persons), FOAF.Person))
    draft.types.update(table.kinds)
    draft.blocks = {block.span.start: number for number, block in enumerate(document.blocks)}
    found = agreement_named_by_title(document, ontology)
    draft.agreement = found[0] if found else None
    draft.topic = topic_of(document)
    draft.discourse.main = _main(draft)
    draft.quoted = speakers(document.text, prepared, lexicon.grammar)
    for each in prepared:
        _read(draft, each)
    aliases = tuple((short, full, cite(document, span)) for short, full, span in table.declared)
    mentions = sorted(
        (_retyped(mention, draft) for mention in draft.mentions.values()), key=lambda m: (m.span, m.name, m.type)
    )
    return Extraction(
        document=document.key,
        statements=tuple(_as_written(each, draft.written) for each in _without_repeats(draft.statements)),
        mentions=tuple(_named_as_written(each, draft.written) for each in mentions),
        aliases=aliases,
        distinct=tuple((_named_as_written(each, draft.written), name, where) for each, name, where in draft.distinct),
        rejected=tuple(dict.fromkeys(draft.rejected)),
    )


def _read(draft: Draft, prepared: Prepared) -> None:
    """Read one sentence."""
    sentence = prepared.sentence
    text = draft.document.text
    dateline = sentence.first and len(sentence.span) < 80 and bool(prepared.values)
    if len(prepared.tokens) > _LONGEST or not (
        dateline or draft.lexicon.calls((t.lower for t in prepared.tokens), names=len(prepared.names))
    ):
        _pass_over(draft, prepared)
        return
    chunks = chunk(text, prepared.tokens, prepared.names, prepared.values, draft.lexicon)
    clauses = Clauses(chunks, draft.lexicon.grammar)
    if prepared.topic is not None:
        settle_topic(clauses, prepared.topic)
    setting = setting_of(draft, clauses, prepared)
    if sentence.block.kind is BlockKind.HEADING:
        note_heading(draft, chunks)
    subjects = {index for verb in clauses.verbs for index in clauses.subject(verb)}
    begun = len(draft.statements)
    found = matches(clauses, prepared.tokens, draft.lexicon, setting)
    noted = 0
    order = [index for index, each in enumerate(chunks)]
    for match in found:
        # what stands before the trigger is known to the pronouns of its clause
        while noted < len(order) and chunks[order[noted]].first <= match.at:
            _note(draft, chunks[order[noted]], sentence, subject=order[noted] in subjects)
            noted += 1
        claim_matches(draft, match, sentence)
    while noted < len(order):
        _note(draft, chunks[order[noted]], sentence, subject=order[noted] in subjects)
        noted += 1
    fresh = draft.statements[begun:]
    confirm_earlier(draft, clauses, sentence, setting)
    correct_earlier(draft, clauses, chunks, sentence, begun)
    replace_in_clause(draft, chunks, begun)
    keep_clauses(draft, clauses, prepared, setting, fresh)
    if is_dateline(text, sentence, chunks):
        draft.dateline = next(each for each in chunks if isinstance(each.value, DateValue))
    elif not sentence.first:
        draft.dateline = None


def _note(draft: Draft, each: Chunk, sentence: Sentence, *, subject: bool) -> None:
    """Remember a chunk, and before it the names inside it."""
    for inside in (*((each.owner,) if each.owner is not None else ()), *each.inside):
        note_mention(draft, inside, sentence, subject=False)
    note_mention(draft, each, sentence, subject=subject)


def _pass_over(draft: Draft, prepared: Prepared) -> None:
    """Remember the names of a sentence that calls no frame, or is too long to be one."""
    sentence, tokens = prepared.sentence, prepared.tokens
    found: list[Chunk] = []
    for at, name in sorted(prepared.names.items()):
        words = tuple(token.lower for token in tokens[at : name.last])
        place = (tokens[at].start, tokens[name.last - 1].end)
        found.append(Chunk(NAME, at, name.last, *place, words, name=name.text, weak=name.weak))
    for at, (stop, value) in sorted(prepared.values.items()):
        words = tuple(token.lower for token in tokens[at:stop])
        found.append(Chunk(VALUE, at, stop, tokens[at].start, tokens[stop - 1].end, words, value=value))
    if sentence.block.kind is BlockKind.HEADING:
        note_heading(draft, found)
    for each in sorted(found, key=lambda chunk: chunk.first):
        note_mention(draft, each, sentence, subject=each.first < 2)
    if not sentence.first:
        draft.dateline = None


def _named_as_written(mention: Mention, written: Mapping[Span, str]) -> Mention:
    """Return a mention under the short name written there ("Mr Ali"); its antecedent is the full name."""
    own = written.get(mention.span)
    return mention if own is None or own == mention.name else replace(mention, name=own)


def _as_written(statement: Statement, written: Mapping[Span, str]) -> Statement:
    subject = _named_as_written(statement.subject, written)
    object_ = (
        _named_as_written(statement.object, written) if isinstance(statement.object, Mention) else statement.object
    )
    event = statement.event
    if event is not None:
        roles = tuple(
            (role, _named_as_written(part, written) if isinstance(part, Mention) else part)
            for role, part in event.roles
        )
        event = replace(event, roles=roles)
    return replace(statement, subject=subject, object=object_, event=event)


def _retyped(mention: Mention, draft: Draft) -> Mention:
    known = draft.types.get(mention.name)
    if known is not None and mention.type == OWL.Thing:
        return replace(mention, type=known)
    return mention


def _without_repeats(statements: Sequence[Statement]) -> list[Statement]:
    best: dict[tuple[object, ...], Statement] = {}
    for statement in statements:
        part = statement.object
        key = (
            statement.subject.name,
            statement.predicate,
            part.name if isinstance(part, Mention) else part.lexical,
            statement.polarity,
            statement.modality,
            statement.ended,
            statement.citations[0].span,
        )
        old = best.get(key)
        if old is None or statement.confidence > old.confidence:
            best[key] = statement
    kept = set(map(id, best.values()))
    return [statement for statement in statements if id(statement) in kept]


def _main(draft: Draft) -> Mention | None:
    """Return the organisation that the title, or a "Subject:" or "Company:" line, names."""
    document = draft.document
    for record in document.records:
        if record.kind is RecordKind.KEYS:
            for one in record.fields:
                if one.name.strip().lower() in {
                    "subject",
                    "company",
                    "entity",
                    "organisation",
                    "organization",
                    "customer",
                    "client",
                    "name",
                }:
                    name = " ".join(document.text[one.value.start : one.value.end].split())
                    kind = kind_of(draft, name)
                    if draft.ontology.is_subclass(kind, ORG.Organization):
                        return Mention(one.value, draft.table.full(name)[0], kind)
    for name, span in sorted(draft.table.spans.items(), key=lambda item: item[1].start):
        if document.blocks and any(
            block.kind is BlockKind.HEADING and span in block.span for block in document.blocks[:2]
        ):
            kind = kind_of(draft, draft.table.full(name)[0])
            if draft.ontology.is_subclass(kind, ORG.Organization):
                return Mention(span, draft.table.full(name)[0], kind)
    return None
