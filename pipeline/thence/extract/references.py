"""What names, pronouns, descriptions and the document itself stand for in a slot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from thence.extract.chunks import NAME, NP, PRON, VALUE, Chunk
from thence.extract.coreference import FAR, PRONOUN
from thence.extract.draft import Draft
from thence.extract.gazetteer import gazetteer
from thence.extract.matching import CONTEXT, DOCUMENT, Slot
from thence.extract.mentions import classify
from thence.extract.sentences import Sentence
from thence.extract.values.identifiers import Identifier
from thence.model.document import Span
from thence.model.statement import (
    Mention,
    Value,
)
from thence.names import AGR, FOAF, MONEY, ORG, OWL, Iri

__all__ = [
    "account",
    "fill_slot",
    "is_certain",
    "kind_of",
    "named",
    "narrowed",
    "note_heading",
    "note_mention",
    "resolve_chunk",
    "same_name",
]

# "the fund that …", "the head of …": a description that says itself which one is meant points to nothing before it.
_RESTRICTED = re.compile(r"\s+(?:of|that|which|who|whose)\b")
_WEAK = 0.85


def note_heading(draft: Draft, chunks: Sequence[Chunk]) -> None:
    """Take the first organisation or thing that a heading names as what its section is about."""
    for each in chunks:
        for one in (each, *each.inside):
            if one.kind == NAME:
                mention = named(draft, one)
                if draft.ontology.is_subclass(mention.type, ORG.Organization):
                    draft.discourse.main = mention
                    return


def kind_of(draft: Draft, name: str, hints: Sequence[Iri] = ()) -> Iri:
    """Return the class of a name: what its words say, what earlier slots said, else the slot's hint."""
    known = draft.types.get(name)
    hint = hints[0] if len(hints) == 1 else None
    if known is not None and known != OWL.Thing:
        if hint is not None and draft.ontology.is_subclass(hint, known):
            return hint if known == FOAF.Agent else known
        return known
    return classify(name, draft.ontology, hint=hint)


def named(draft: Draft, each: Chunk, hints: Sequence[Iri] = ()) -> Mention:
    """Return the mention that a NAME chunk makes."""
    full, where = draft.table.full(each.name)
    term = draft.table.terms.get(each.name.lower().removeprefix("the "))
    if term is not None and full == each.name:
        full, where = draft.table.full(term[0])[0], term[1]
    start = each.start
    span = Span(start, each.end)
    text = draft.document.text[span.start : span.end]
    lead = re.match(
        r"(?:the|a|an|this|our|its|his|her|their|neither|either|both|each|every|no|any)\s+", text, re.IGNORECASE
    )
    if lead and term is None and not each.name.lower().startswith(lead.group().lower().strip()):
        span = Span(start + lead.end(), each.end)
    if where is not None and span in where:
        where = None
    if full != each.name and term is None:
        draft.written[span] = draft.text_of(span)
    return Mention(span, full, kind_of(draft, full, hints), antecedent=where)


def note_mention(draft: Draft, each: Chunk, sentence: Sentence, *, subject: bool) -> None:
    """Remember a name or identifier for what comes after."""
    block = draft.blocks[sentence.block.span.start]
    if each.kind == NAME:
        mention = named(draft, each)
        draft.keep(mention)
        draft.discourse.add(mention, sentence.number, block, subject=subject)
    elif isinstance(each.value, Identifier) and each.value.kind == "iban" and each.kind == VALUE:
        mention = account(each, each.value)
        draft.discourse.add(mention, sentence.number, block)
    elif each.kind in {PRON, NP} and subject and each.words[0] != "i":
        resolved = resolve_chunk(draft, each, (), sentence)
        if resolved is not None:
            draft.discourse.add(
                replace(resolved[0], antecedent=resolved[0].antecedent), sentence.number, block, subject=True
            )


def account(each: Chunk, value: Identifier) -> Mention:
    """Return the account that an IBAN names."""
    return Mention(Span(each.start, each.end), value.value, MONEY.Account, identifiers=((MONEY.iban, value.value),))


def resolve_chunk(
    draft: Draft, each: Chunk, wanted: Sequence[Iri], sentence: Sentence, *, apart: str = ""
) -> tuple[Mention, float] | None:
    """Return the thing that a chunk names or stands for, and the factor that resolving costs, or None."""
    span = Span(each.start, each.end)
    grammar = draft.lexicon.grammar
    if each.kind == NAME:
        mention = named(draft, each, wanted)
        factor = _WEAK if each.weak and mention.name == each.name and each.name not in gazetteer().places else 1.0
        if mention.antecedent is not None and each.name.lower() in draft.table.terms:
            factor *= 0.97
        return mention, factor
    if isinstance(each.value, Identifier) and each.kind == VALUE:
        if each.value.kind == "iban":
            return account(each, each.value), 1.0
        return None
    block = draft.blocks[sentence.block.span.start]
    if each.kind == PRON:
        word = each.words[0]
        if word in {"i", "me", "my"}:
            speaker = sentence.block.voice or draft.document.author
            return (
                (Mention(span, speaker, classify(speaker, draft.ontology, hint=FOAF.Person)), 0.9) if speaker else None
            )
        kind = grammar.genders.get(f"pronouns:{word}") or grammar.genders.get(f"possessives:{word}")
        if kind is None or kind == "group":
            return None
        found = draft.discourse.pronoun(kind, wanted, sentence.number, each.start, block, apart=apart)
        if (
            found is None
            and kind == "thing"
            and draft.discourse.main is not None
            and draft.discourse.fits(draft.discourse.main.type, wanted)
        ):
            found = (draft.discourse.main, FAR)
        return (draft.discourse.antecedent(found[0], span), found[1]) if found else None
    if each.kind == NP:
        one = each.inside[-1] if each.inside and each.head in draft.lexicon.classes else None
        if one is not None and one.last == each.last - 1:
            return named(draft, one, wanted), 1.0  # "the Brack river"
        return described(draft, each, wanted, sentence, apart=apart)
    return None


def described(
    draft: Draft, each: Chunk, wanted: Sequence[Iri], sentence: Sentence, *, apart: str = ""
) -> tuple[Mention, float] | None:
    """Return what "the company", "this agreement", "the board", "the account" stand for."""
    span = Span(each.start, each.end)
    grammar = draft.lexicon.grammar
    bare = tuple(word for word in each.words if word != each.det)
    if "-based" in bare:
        bare = bare[bare.index("-based") + 1 :]  # "the Lisbon-based company"
    term = draft.table.terms.get(" ".join(bare))
    if term is not None:
        full = draft.table.full(term[0])[0]
        return Mention(span, full, kind_of(draft, full, wanted), antecedent=term[1]), 0.97
    if each.inside and "same" not in each.words:
        return None
    if each.owner is not None:
        return None
    definite = each.det in {"the", "this", "that", "our"} or (each.head in grammar["organs"] and not each.det)
    if not definite or _RESTRICTED.match(draft.document.text, each.end):
        return None
    if each.head in grammar["organs"] and each.det != "our" and len(bare) == 1:
        main = draft.discourse.main
        if main is not None and draft.discourse.fits(main.type, wanted):
            return draft.discourse.antecedent(main, span), PRONOUN
        return None
    kind = (
        grammar.descriptions.get(" ".join(bare))
        or grammar.descriptions.get(" ".join(bare[-2:]))
        or grammar.descriptions.get(each.head)
    )
    if kind is None or kind not in draft.ontology.classes:
        return None
    if draft.ontology.is_subclass(kind, AGR.Agreement):
        if draft.agreement is not None and (each.det == "this" or len(bare) == 1):
            return draft.discourse.antecedent(draft.agreement, span), 1.0
        found = draft.discourse.description(kind, each.head, wanted, sentence.number, each.start, apart=apart)
        if found is not None:
            return draft.discourse.antecedent(found[0], span), found[1]
        if len(bare) > 1:
            return Mention(Span(_word_start(draft, each, bare), each.end), " ".join(bare), kind), FAR
        return None
    if len(bare) > 2:
        return None
    kinds = {word: grammar.descriptions[word] for word in sorted(grammar["bodies"]) if word in grammar.descriptions}
    found = draft.discourse.description(kind, each.head, wanted, sentence.number, each.start, apart=apart, kinds=kinds)
    if found is None:
        main = draft.discourse.main
        if (
            main is not None
            and draft.ontology.is_subclass(kind, FOAF.Agent)
            and kind != FOAF.Person
            and draft.discourse.fits(main.type, wanted)
        ):
            found = (main, FAR)
    if found is None and each.head in draft.lexicon.classes:
        found = _only_one(draft, each.head, kind)
    return (draft.discourse.antecedent(found[0], span), found[1]) if found else None


def _only_one(draft: Draft, noun: str, kind: Iri) -> tuple[Mention, float] | None:
    """Return the one thing of the document whose name says a noun: "the dam" is Brack Dam, though named later."""
    named = {draft.table.full(name)[0] for name in draft.table.spans if name.split()[-1].lower() == noun}
    if len(named) != 1:
        return None
    name = named.pop()
    return Mention(draft.table.spans[name], name, kind), FAR


def _word_start(draft: Draft, each: Chunk, bare: Sequence[str]) -> int:
    text = draft.document.text[each.start : each.end].lower()
    at = text.find(bare[0])
    return each.start + max(at, 0)


def same_name(draft: Draft, each: Chunk | None, subject: Mention | Value | None) -> tuple[Mention, float] | None:
    """Return the namesake that "the executive of the same name" speaks of."""
    if each is None or each.kind != NP or not isinstance(subject, Mention):
        return None
    after = draft.document.text[each.end : each.end + 40]
    match = re.match(r"\s+(?:of|with|by)\s+(?:the\s+same|that|this)\s+name\b", after)
    if not match:
        return None
    return Mention(Span(each.start, each.end + match.end()), subject.name, subject.type), 0.95


def is_certain(draft: Draft, mention: Mention, wanted: Iri | None) -> bool:
    """Return whether a mention is of a class for certain, not only by its slot."""
    return wanted is None or draft.ontology.is_subclass(mention.type, wanted)


def narrowed(draft: Draft, mention: Mention, wanted: Sequence[Iri]) -> Mention:
    """Return a mention with the class that its slot adds, and remember it for the name."""
    vague = mention.type in {OWL.Thing, FOAF.Agent}
    if vague and len(wanted) == 1 and draft.ontology.is_subclass(wanted[0], mention.type):
        mention = replace(mention, type=wanted[0])
    if mention.type != OWL.Thing and draft.types.get(mention.name, OWL.Thing) == OWL.Thing:
        draft.types[mention.name] = mention.type
    return mention


def fill_slot(
    draft: Draft, slot: Slot, wanted: Sequence[Iri], sentence: Sentence, *, apart: str = ""
) -> tuple[Mention, float] | None:
    """Return what fills a slot, or None."""
    if slot.by == DOCUMENT:
        return of_document(draft, sentence)
    if slot.by == CONTEXT:
        main = draft.discourse.main
        if main is not None and draft.discourse.fits(main.type, wanted):
            return main, 0.95
        last = draft.discourse.last(wanted, sentence.span.end)
        return (last, 0.75) if last is not None else None
    if slot.chunk is None:
        return None
    return resolve_chunk(draft, slot.chunk, wanted, sentence, apart=apart)


def of_document(draft: Draft, sentence: Sentence) -> tuple[Mention, float] | None:
    """Return the agreement that the document is, else the one spoken of in the sentence or before."""
    if draft.agreement is not None:
        return draft.agreement, 1.0
    text = draft.document.text[sentence.span.start : sentence.span.end]
    match = re.search(r"\b(loan|credit|facility)\b(?:\s+(agreement|contract))?", text, re.IGNORECASE)
    if match:
        label = "loan agreement" if AGR.LoanAgreement in draft.ontology.classes else match.group()
        span = Span(sentence.span.start + match.start(), sentence.span.start + match.end())
        return Mention(span, label, AGR.LoanAgreement), FAR
    last = draft.discourse.last((AGR.Agreement,), sentence.span.end)
    return (last, FAR) if last is not None else None
