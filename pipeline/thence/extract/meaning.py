"""What a clause claims: affirmed or denied, firmly or not, still or no longer, in whose voice.

Each cue governs its own clause and what hangs below it. Where cues work against each other ("did not deny"), the
clause is marked as in conflict, and no statement is made of it: better none than a wrong one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from thence.extract.chunks import NP, VERB, Chunk
from thence.extract.clauses import Clauses
from thence.model.statement import Modality, Polarity

__all__ = ["Meaning", "Setting", "meaning", "weaker"]

_RANK = {
    Modality.CATEGORICAL: 0,
    Modality.REPORTED: 1,
    Modality.HEDGED: 2,
    Modality.REQUIRED: 3,
    Modality.PLANNED: 4,
    Modality.CONDITIONAL: 5,
    Modality.ASKED: 6,
}


_ACCUSING = frozenset({"suspect", "accuse", "convict", "acquit"})
_FALSE = frozenset(
    {"false", "untrue", "wrong", "incorrect", "unfounded", "baseless", "groundless", "mistaken", "unproven"}
)


@dataclass(frozen=True, slots=True)
class Setting:
    """What a sentence says as a whole.

    question, heading, contract: what it is or stands in.   reported: by "according to" or "…, said A"; source: whose
    words these are, or empty; outside: the chunks of that attribution.   conditional, unless: such a clause stands in
    it.   hedged: a doubting adverb opens it.
    """

    question: bool = False
    heading: bool = False
    contract: bool = False
    reported: bool = False
    source: str = ""
    conditional: bool = False
    unless: bool = False
    hedged: bool = False
    outside: tuple[int, int] = (-1, -1)

    def of_phrase(self, at: int) -> Meaning:
        """Return what a phrase without a verb of its own claims, by the index of its chunk.

        It is plain, unless the sentence asks or reports; what stands in the attribution itself ("…, said Ann Lee, head
        of Acme") is the writer's own.
        """
        if self.question:
            return Meaning(modality=Modality.ASKED)
        if self.reported and not self.outside[0] <= at < self.outside[1]:
            return Meaning(modality=Modality.REPORTED, voice=self.source or "unnamed source")
        return Meaning()


@dataclass(frozen=True, slots=True)
class Meaning:
    """The claim of one clause.   past: told in the past tense.   conflict: why no statement may be made, else empty."""

    polarity: Polarity = Polarity.AFFIRMED
    modality: Modality = Modality.CATEGORICAL
    ended: bool = False
    past: bool = False
    perfect: bool = False
    voice: str | None = None
    conflict: str = ""
    unless: bool = False
    embedded: bool = False


def weaker(meaning: Meaning, modality: Modality) -> Meaning:
    """Return the meaning under a further cue: of two modalities the one farther from a plain claim stays."""
    if _RANK[modality] > _RANK[meaning.modality]:
        return replace(meaning, modality=modality)
    return meaning


def _denied(meaning: Meaning) -> Meaning:
    if meaning.polarity is Polarity.DENIED:
        return replace(meaning, conflict="two negations stand over one clause")
    return replace(meaning, polarity=Polarity.DENIED)


def _text(clauses: Clauses, at: tuple[int, ...]) -> str:
    names = []
    for index in at:
        chunk = clauses.chunks[index]
        names.append(chunk.name or " ".join(chunk.words))
    return " and ".join(names)


def meaning(clauses: Clauses, at: int, setting: Setting, *, governor: str = "", depth: int = 0) -> Meaning:
    """Return what the clause of the verb group at an index claims.

    governor: a governing verb that the frame itself accounts for ("agree" of "agree to buy"): the claim is then that of
    the governing verb.
    """
    chunk = clauses.chunks[at]
    above = clauses.governor(at)
    if governor and above.verb >= 0:
        return meaning(clauses, above.verb, setting, depth=depth + 1)
    result = _of_own_words(clauses, at, setting)
    if depth > 6:
        return replace(result, conflict="too many verbs stand over one another")
    shared = clauses.shared_with(at)
    if (
        shared >= 0
        and not chunk.aux
        and chunk.has_form("base")
        and above.kind == "none"
        and not chunk.has_form("past", "third")
    ):
        return meaning(clauses, shared, setting, depth=depth + 1)
    if shared >= 0 and not chunk.aux and chunk.has_form("participle") and above.kind == "none":
        first = clauses.chunks[shared]
        if first.aux and (set(first.aux) & clauses.grammar["negations"]):
            return meaning(clauses, shared, setting, depth=depth + 1)
    if above.kind in {"infinitive", "ready", "noun", "object", "heading", "gerund"}:
        result = _under_governor(clauses, at, result, setting, depth)
    else:
        result = _under_clause(clauses, at, result, setting, depth)
    return _under_setting(result, setting)


def _of_own_words(clauses: Clauses, at: int, setting: Setting) -> Meaning:
    grammar = clauses.grammar
    chunk = clauses.chunks[at]
    aux = chunk.aux
    words = set(aux)
    after = [clauses.chunks[k] for k in range(at + 1, min(at + 12, len(clauses.chunks)))]
    result = Meaning()
    negated = bool(words & grammar["negations"])
    no_longer = ("no" in words and "longer" in words) or _ends_anymore(after)
    # "run", "become": where a form is also the base, the present is meant
    told = chunk.has_form("past") and not (chunk.has_form("base") and not chunk.has_form("third"))
    past = (told and not words) or bool(words & {"was", "were", "wasn't", "weren't", "did", "didn't", "had", "hadn't"})
    if chunk.kind == VERB and not words and chunk.has_form("participle") and not chunk.has_form("past", "base"):
        past = True
    perfect = bool(words & {"has", "have", "hasn't", "haven't", "'ve"})
    pluperfect = bool(words & {"had", "hadn't"}) and len(aux) > 0 and chunk.has_form("participle")
    result = replace(result, past=(past and not perfect) or pluperfect, perfect=perfect)
    if no_longer:
        result = replace(result, ended=True)
    elif negated or "no" in words:
        result = _denied(result)
    subject = clauses.subject(at)
    if subject:
        first = clauses.chunks[subject[0]]
        det = first.det or (first.words[0] if first.words else "")
        before = clauses.word(subject[0] - 1)
        if (
            det in grammar["negative_determiners"]
            or before in {"neither", "no"}
            or first.words[0] in {"nobody", "nothing", "none"}
        ):
            result = _denied(result)
        if first.words[0] == "neither" and result.polarity is not Polarity.DENIED:
            result = _denied(result)
        if any(word in grammar["hedge_adjectives"] for word in first.words[:-1]) and first.kind == NP:
            result = weaker(result, Modality.HEDGED)
    if words & grammar["hedge_modals"]:
        result = weaker(result, Modality.HEDGED)
    if words & {"would", "wouldn't", "should", "shouldn't", "ought", "'d"} or words & {"will", "won't", "'ll"}:
        result = weaker(result, Modality.PLANNED)
    if words & {"shall", "shan't"}:
        result = weaker(result, Modality.REQUIRED if setting.contract else Modality.PLANNED)
    if words & {"must", "mustn't"}:
        result = weaker(result, Modality.REQUIRED)
    if words & grammar["hedge_adverbs"]:
        result = weaker(result, Modality.HEDGED)
    if words & grammar["report_adverbs"]:
        result = replace(weaker(result, Modality.REPORTED), voice=result.voice or "unnamed source")
    if words & {"formerly", "previously", "once"} and not negated:
        result = replace(result, ended=True)
    if words & {"hardly", "nearly", "almost"}:
        result = replace(result, conflict="the claim is weakened by “nearly” or “hardly”")
    k = at - 1
    while k >= 0 and clauses.chunks[k].word in grammar["adverbs"] | {","} | grammar["hedge_adverbs"]:
        if clauses.chunks[k].word in grammar["hedge_adverbs"]:
            result = weaker(result, Modality.HEDGED)
        if clauses.chunks[k].word in grammar["report_adverbs"]:
            result = replace(weaker(result, Modality.REPORTED), voice="unnamed source")
        if clauses.chunks[k].word in {"formerly", "previously"}:
            result = replace(result, ended=True)
        k -= 1
    return result


def _ends_anymore(after: list[Chunk]) -> bool:
    for this in after:
        if this.kind == VERB:
            return False
        if this.words[-2:] in {("any", "more"), ("any", "longer")} or this.words[-1:] == ("anymore",):
            return True
    return False


def _under_governor(clauses: Clauses, at: int, result: Meaning, setting: Setting, depth: int) -> Meaning:
    grammar = clauses.grammar
    above = clauses.governor(at)
    if above.kind == "heading":
        return weaker(result, Modality.PLANNED)
    if above.kind == "gerund" and above.verb < 0:
        before = clauses.previous_verb(above.at)
        if above.word == "of" and before >= 0 and clauses.chunks[before].lemma_in(_ACCUSING):
            return _joined(weaker(result, Modality.HEDGED), meaning(clauses, before, setting, depth=depth + 1))
        if above.word == "without":
            return _denied(result)
        if above.word in {"after", "since", "by", "upon", "when", "while"}:
            return _joined(result, _main(clauses, at, setting, depth))
        if above.word in {"before", "for", "from", "against", "instead", "of", "about", "on", "if", "to", "than"}:
            return replace(result, conflict=f"“{above.word}” leaves open whether it happened")
        if above.word in {",", *{"and", "or", "but"}}:
            return replace(result, conflict="a participle clause leaves open what it claims")
        return replace(result, conflict="a participle clause leaves open what it claims")
    if above.verb < 0:
        return weaker(result, Modality.PLANNED)
    verb = clauses.chunks[above.verb]
    over = meaning(clauses, above.verb, setting, depth=depth + 1)
    if over.conflict:
        return replace(result, conflict=over.conflict)
    passive = bool(set(verb.aux) & grammar["be"])
    if above.kind == "ready":
        if above.word in {"able", "free", "entitled", "willing", "ready"}:
            base = result if above.word == "able" and over.past else weaker(result, Modality.PLANNED)
        elif above.word in {"unable", "unwilling"}:
            base = _denied(result)
        elif above.word in {"likely", "unlikely"}:
            base = weaker(result if above.word == "likely" else _denied(result), Modality.HEDGED)
        else:
            base = weaker(result, Modality.PLANNED)
        return _joined(base, over)
    if above.kind == "noun":
        if above.word in {
            "agreement",
            "plan",
            "intention",
            "decision",
            "offer",
            "bid",
            "deal",
            "proposal",
            "right",
            "option",
            "promise",
            "attempt",
            "effort",
            "contract",
            "duty",
            "obligation",
        }:
            return weaker(replace(result, voice=over.voice), Modality.PLANNED)
        return weaker(result, Modality.PLANNED)
    if verb.head == "be":
        return _joined(weaker(result, Modality.PLANNED), over)
    if verb.head == "have":
        if "yet" in verb.words or clauses.word(above.verb + 1) == "yet":
            return _joined(_denied(result), over)
        return _joined(weaker(result, Modality.REQUIRED), over)
    lemma = verb.lemma_in(grammar["cease_verbs"])
    if lemma:
        if over.polarity is Polarity.DENIED:
            return replace(result, conflict="it is denied that it ended")
        return replace(_joined(result, over), ended=True, past=False)
    if verb.words[-1] == "used" and verb.head == "use" and not passive:
        return replace(_joined(result, over), ended=True)
    if verb.lemma_in(grammar["refuse_verbs"]):
        return (
            _joined(_denied(result), over)
            if over.polarity is Polarity.AFFIRMED
            else replace(result, conflict="two negations stand over one clause")
        )
    if verb.lemma_in(grammar["deny_verbs"]):
        return _joined(
            replace(
                weaker(_denied(result), Modality.REPORTED), voice=_text(clauses, clauses.subject(above.verb)) or None
            ),
            over,
        )
    if verb.lemma_in(grammar["begin_verbs"]):
        return _joined(result, over)
    if passive and verb.lemma_in(grammar["hedge_verbs"]):
        return _joined(weaker(result, Modality.HEDGED), over)
    if passive and verb.lemma_in(grammar["report_verbs"]):
        return replace(_joined(weaker(result, Modality.REPORTED), over), voice="unnamed source")
    if passive and verb.lemma_in(grammar["fact_verbs"]):
        return _joined(result, over)
    if passive and verb.lemma_in(grammar["require_verbs"]):
        firm = verb.lemma_in(frozenset({"require", "oblige"})) and not over.past
        return _joined(weaker(result, Modality.REQUIRED if firm else Modality.PLANNED), over)
    if verb.lemma_in(frozenset({"seem", "appear"})):
        return _joined(weaker(result, Modality.HEDGED), over)
    if verb.lemma_in(frozenset({"claim"})):
        return replace(
            _joined(weaker(result, Modality.REPORTED), over),
            voice=_text(clauses, clauses.subject(above.verb)) or "unnamed source",
        )
    return _joined(weaker(result, Modality.PLANNED), over)


def _main(clauses: Clauses, at: int, setting: Setting, depth: int) -> Meaning:
    for verb in clauses.verbs:
        if verb > at and not clauses.chunks[verb].has_form("ing") and clauses.word(verb - 1) != "to":
            return replace(meaning(clauses, verb, setting, depth=depth + 1), polarity=Polarity.AFFIRMED, ended=False)
    return Meaning()


def _joined(result: Meaning, over: Meaning) -> Meaning:
    """Return a clause's meaning under that of the verb that governs it: its negation, doubt and voice come down."""
    if over.polarity is Polarity.DENIED:
        if over.modality is Modality.REPORTED and result.polarity is Polarity.DENIED:
            return replace(result, conflict="two negations stand over one clause")
        result = _denied(result)
    result = weaker(result, over.modality)
    return replace(
        result,
        voice=result.voice or over.voice,
        ended=result.ended or over.ended,
        conflict=result.conflict or over.conflict,
        past=result.past,
    )


def _under_clause(clauses: Clauses, at: int, result: Meaning, setting: Setting, depth: int) -> Meaning:
    grammar = clauses.grammar
    index, word = clauses.introducer(at)
    if index < 0:
        return _relative(clauses, at, result, setting, depth)
    if word in grammar["conditions"] or word == "whether":
        governor = clauses.previous_verb(index)
        asks = (
            word in {"whether", "if"}
            and governor >= 0
            and clauses.chunks[governor].lemma_in(
                frozenset(
                    {
                        "ask",
                        "know",
                        "see",
                        "wonder",
                        "determine",
                        "check",
                        "establish",
                        "question",
                        "investigate",
                        "examine",
                        "consider",
                        "decide",
                        "say",
                    }
                )
            )
        )
        return weaker(result, Modality.ASKED if asks or word == "whether" else Modality.CONDITIONAL)
    if word in {
        "why",
        "how",
        "when",
        "where",
        "because",
        "since",
        "although",
        "though",
        "while",
        "whereas",
        "after",
        "as",
        "who",
        "which",
        "what",
        "once",
        "before",
        "until",
        "till",
    }:
        if word in {"before", "until", "till", "once", "when"} and not result.past:
            return weaker(result, Modality.CONDITIONAL)
        if word == "before":
            return replace(result, conflict="“before” leaves open whether it happened")
        return result
    if word == "lest":
        return weaker(result, Modality.CONDITIONAL)
    if word == "verb" or word == "that":
        before = index if word == "verb" else index - 1
        while before >= 0 and clauses.chunks[before].word in {",", ":", '"', "“"}:
            before -= 1
        if before < 0:
            return weaker(result, Modality.HEDGED) if word == "that" else result
        verb_at = before
        chunk = clauses.chunks[before]
        if chunk.is_entity and word == "that":
            if chunk.kind == NP and chunk.head in grammar["claims"] | {
                "fact",
                "evidence",
                "view",
                "idea",
                "belief",
                "fear",
                "proof",
                "sign",
                "possibility",
                "risk",
                "chance",
                "hope",
                "condition",
                "understanding",
                "assumption",
            }:
                return _under_noun(clauses, before, result, setting, depth)
            verb_at = clauses.previous_verb(before)
            if verb_at < 0:
                return weaker(result, Modality.HEDGED)
            if not clauses.chunks[verb_at].lemma_in(_speech(clauses)):
                return _under_adjective(clauses, before, verb_at, result, setting, depth)
        elif chunk.kind != VERB:
            verb_at = clauses.previous_verb(before)
        if verb_at < 0:
            return result
        return _under_verb(clauses, verb_at, result, setting, depth, said=word == "that")
    return result


def _speech(clauses: Clauses) -> frozenset[str]:
    grammar = clauses.grammar
    return (
        grammar["report_verbs"]
        | grammar["hedge_verbs"]
        | grammar["fact_verbs"]
        | grammar["deny_verbs"]
        | grammar["plan_verbs"]
        | grammar["require_verbs"]
    )


def _under_verb(
    clauses: Clauses, verb_at: int, result: Meaning, setting: Setting, depth: int, *, said: bool
) -> Meaning:
    grammar = clauses.grammar
    verb = clauses.chunks[verb_at]
    if not said and not verb.lemma_in(_speech(clauses)):
        return result
    over = meaning(clauses, verb_at, replace(setting, reported=False, source=""), depth=depth + 1)
    if over.conflict:
        return replace(result, conflict=over.conflict)
    passive = bool(set(verb.aux) & grammar["be"])
    who = "" if passive else _text(clauses, clauses.subject(verb_at))
    negated = over.polarity is Polarity.DENIED
    result = replace(result, embedded=True)
    if over.modality in {Modality.CONDITIONAL, Modality.ASKED}:
        return weaker(result, over.modality)
    if verb.lemma_in(grammar["deny_verbs"]):
        if negated:
            return replace(result, conflict="it is not denied, which says neither yes nor no")
        return replace(weaker(_denied(result), Modality.REPORTED), voice=result.voice or who or "unnamed source")
    if verb.lemma_in(grammar["fact_verbs"]):
        if negated or over.modality is not Modality.CATEGORICAL:
            return weaker(result, Modality.HEDGED)
        return replace(result, voice=result.voice or over.voice)
    if verb.lemma_in(grammar["report_verbs"]):
        if negated:
            return weaker(result, Modality.HEDGED)
        return replace(
            weaker(weaker(result, Modality.REPORTED), over.modality), voice=result.voice or who or "unnamed source"
        )
    if verb.lemma_in(grammar["doubt_verbs"]):
        return weaker(result if negated else _denied(result), Modality.HEDGED)
    if verb.lemma_in(grammar["hedge_verbs"]):
        if negated:
            return weaker(_denied(result), Modality.HEDGED)
        return weaker(result, Modality.HEDGED)
    if verb.lemma_in(grammar["plan_verbs"] | grammar["require_verbs"]):
        return weaker(result, Modality.PLANNED)
    return weaker(result, Modality.HEDGED)


def _under_noun(clauses: Clauses, noun_at: int, result: Meaning, setting: Setting, depth: int) -> Meaning:
    """Return the claim under "the claim that A paid B": a doubt, or a conflict where it is withdrawn."""
    grammar = clauses.grammar
    head = clauses.chunks[noun_at].head
    for verb in clauses.verbs:
        chunk = clauses.chunks[verb]
        if verb > noun_at and chunk.lemma_in(grammar["confirm"]) and set(chunk.aux) & grammar["be"]:
            own = _of_own_words(clauses, verb, setting)
            if own.polarity is Polarity.AFFIRMED and own.modality is Modality.CATEGORICAL:
                return result  # "the suspicion that A paid B is confirmed"
        if chunk.lemma_in(grammar["withdrawn"] | grammar["deny_verbs"]):
            return replace(result, conflict=f"the {head} is withdrawn or disputed in the same sentence")
    if any(set(chunk.words) & _FALSE for chunk in clauses.chunks[noun_at:]):
        return replace(result, conflict=f"the {head} is called false in the same sentence")
    if head in {"fact", "proof"}:
        before = clauses.previous_verb(noun_at)
        if before < 0 or meaning(clauses, before, setting, depth=depth + 1).polarity is Polarity.AFFIRMED:
            return result
    return weaker(result, Modality.HEDGED)


def _under_adjective(
    clauses: Clauses, before: int, verb_at: int, result: Meaning, setting: Setting, depth: int
) -> Meaning:
    """Return the claim under "it is true that", "it is not certain that", "it is possible that"."""
    over = meaning(clauses, verb_at, setting, depth=depth + 1)
    word = clauses.chunks[before].words[-1]
    if over.conflict or over.modality is not Modality.CATEGORICAL or clauses.chunks[verb_at].head != "be":
        return weaker(result, Modality.HEDGED)
    denied = over.polarity is Polarity.DENIED
    if word in {"false", "untrue", "wrong", "incorrect"}:
        return weaker(result, Modality.HEDGED) if denied else _denied(result)
    if word in {"true", "correct", "right"}:
        return _denied(result) if denied else result
    if word in {"clear", "certain", "evident", "known", "established", "undisputed", "fact", "proven"} and not denied:
        return result
    return weaker(result, Modality.HEDGED)


def _relative(clauses: Clauses, at: int, result: Meaning, setting: Setting, depth: int) -> Meaning:
    """Verbs in the main clause, relative clauses and plain second clauses keep what is said of them."""
    shared = clauses.shared_with(at)
    if shared >= 0 and clauses.governor(shared).kind == "none":
        index, word = clauses.introducer(shared)
        if index >= 0 and word in {"that", "verb"} | clauses.grammar["conditions"]:
            return _under_clause(clauses, shared, result, setting, depth + 1)
    return result


def _under_setting(result: Meaning, setting: Setting) -> Meaning:
    if setting.question:
        return weaker(result, Modality.ASKED)
    if setting.conditional:
        result = weaker(result, Modality.CONDITIONAL)
    if setting.unless:
        result = replace(result, unless=True)
    if setting.hedged:
        result = weaker(result, Modality.HEDGED)
    if setting.reported:
        result = replace(weaker(result, Modality.REPORTED), voice=result.voice or setting.source or "unnamed source")
    return result
