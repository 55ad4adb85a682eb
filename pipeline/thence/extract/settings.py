"""What a sentence says as a whole: question, condition or supposition, attribution; and news datelines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from thence.extract.chunks import NP, VALUE, VERB, Chunk
from thence.extract.clauses import Clauses
from thence.extract.draft import Draft
from thence.extract.meaning import Setting
from thence.extract.preparing import Prepared
from thence.extract.sentences import Sentence
from thence.extract.values import (
    DateValue,
)
from thence.model.document import BlockKind

__all__ = ["is_dateline", "setting_of"]

_ASKED = re.compile(r"\?[\"”»]\s+[a-z]")
_MADE_UP = re.compile(r"\bin (?:the|this|that|our|an?|one|his|her|their) (?:\w+ )?(\w+) ,")
_DATELINE = re.compile(r"[A-ZÀ-Þ][A-ZÀ-Þ .'/-]+(?:,\s*[A-Za-z. ]+)?[,:]?\s+")


def setting_of(draft: Draft, clauses: Clauses, prepared: Prepared) -> Setting:
    """Return what the sentence as a whole does to its clauses."""
    grammar = draft.lexicon.grammar
    chunks = clauses.chunks
    sentence = prepared.sentence
    text = draft.document.text[sentence.span.start : sentence.span.end]
    question = text.rstrip("\"”')»").endswith("?") or bool(_ASKED.search(text))
    if chunks and not question:
        first = chunks[0]
        if (
            first.kind == VERB
            and first.aux
            and first.words[0] in grammar["auxiliaries"]
            and first.head in {"do", "be", "have", "can", "will", "may"} | grammar["auxiliaries"]
            and len(chunks) > 1
        ):
            question = (
                chunks[1].is_entity and any(each.kind == VERB for each in chunks[2:]) and first.lemmas[0][1] != "base"
            )
    source, reported = "", False
    outside = (-1, -1)
    for at, each in enumerate(chunks):
        if each.word == "according" and clauses.word(at + 1) == "to" and at + 2 < len(chunks):
            reported = True
            source = _plain_words(draft, chunks[at + 2])
            outside = (
                at,
                next((k for k in range(at, len(chunks)) if chunks[k].word == "," and k > at + 4), at + 3),
            )
    said = _said_at_end(clauses, grammar["report_verbs"])
    if said >= 0 and not reported:
        reported = True
        behind = said + 1
        subject = clauses.subject(said)
        start = min((index for index in subject if index < said), default=said)
        while clauses.word(start - 1) == "," and clauses.entity(start - 2) and chunks[start - 2].kind == NP:
            start -= 2  # "its chair, Ann Lee, said"
        outside = (start, len(chunks))
        if clauses.word(said - 1) in {",", '"', "”", "»"} and clauses.entity(behind):
            source = _plain_words(draft, chunks[behind])
        elif subject:
            source = _plain_words(draft, chunks[subject[0]])
    if sentence.number in draft.quoted and not reported:
        reported, source, outside = True, draft.quoted[sentence.number], (-1, -1)
    conditional = unless = False
    for at, each in enumerate(chunks):
        if each.word in {"if", "provided", "providing", "assuming", "supposing"}:
            asks = clauses.verb(at - 1) and chunks[at - 1].lemma_in(
                frozenset({"ask", "know", "see", "wonder", "check", "say", "determine", "establish"})
            )
            if (
                clauses.word(at - 1) not in {"as", "even"}
                and not asks
                and not (
                    each.word == "provided" and clauses.word(at + 1) not in {"that", ""} and not clauses.entity(at + 1)
                )
            ):
                conditional = True
        if each.word == "unless":
            unless = True
    words = " ".join(token.lower for token in prepared.tokens)
    for phrase in grammar.phrases.get("condition_phrases", ()):
        if phrase != ("subject", "to") and " ".join(phrase) in words:
            conditional = True
    made_up = _MADE_UP.search(words)
    if (words.partition(" ")[0] in grammar["suppositions"]) or (made_up and made_up[1] in grammar["fiction"]):
        conditional = True
    hedged = bool(chunks) and chunks[0].word in grammar["hedge_adverbs"]
    adverb_report = bool(chunks) and chunks[0].word in grammar["report_adverbs"]
    voice = sentence.block.voice if sentence.block.kind is BlockKind.QUOTED else None
    if sentence.block.kind is BlockKind.QUOTED:
        reported, source = reported or False, source
    return Setting(
        question=question,
        heading=sentence.block.kind is BlockKind.HEADING,
        contract=draft.agreement is not None,
        reported=reported or adverb_report,
        source=source or (voice or ""),
        conditional=conditional,
        unless=unless,
        hedged=hedged,
        outside=outside,
    )


def _plain_words(draft: Draft, each: Chunk) -> str:
    """Return a chunk's words as written, without its article."""
    text = " ".join(draft.document.text[each.start : each.end].split())
    return re.sub(r"^(?:the|a|an)\s+", "", text, flags=re.IGNORECASE)


def _said_at_end(clauses: Clauses, verbs: frozenset[str]) -> int:
    """Return the verb group of a closing "…, A said" or "…, said A", or -1."""
    chunks = clauses.chunks
    last = clauses.verbs[-1] if clauses.verbs else -1
    if last < 1 or not chunks[last].lemma_in(verbs) or set(chunks[last].aux) & clauses.grammar["be"]:
        return -1
    rest = [
        each
        for each in chunks[last + 1 :]
        if each.kind != VALUE and each.word not in {".", ",", "on", "in", '"', "”", "yesterday", "today"}
    ]
    if clauses.word(last - 1) in {",", '"', "”", "“"} and len(rest) >= 1 and rest[0].is_entity:
        return last
    if clauses.entity(last - 1) and not rest:
        group = clauses.group(last - 1)
        if clauses.word(group[0] - 1) in {",", '"', "”"} and len(clauses.verbs) > 1:
            return last
    return -1


def is_dateline(text: str, sentence: Sentence, chunks: Sequence[Chunk]) -> bool:
    """Return whether a sentence is a news dateline: "LISBON, 3 May 2021."""
    if not sentence.first or sentence.block.kind is not BlockKind.PARAGRAPH:
        return False
    dates = [each for each in chunks if isinstance(each.value, DateValue)]
    if len(dates) != 1 or any(each.kind == VERB for each in chunks):
        return False
    return bool(_DATELINE.match(text, sentence.span.start, dates[0].start + 1)) and len(sentence.span) < 80
