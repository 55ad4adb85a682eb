"""Explanations: a proof joined with the words it rests on, for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from thence.errors import Location
from thence.model.proof import Proof, Step, fact_iri
from thence.model.rule import Rule
from thence.model.terms import Term, Triple, iri_of, is_iri
from thence.query.evidence import Evidence, Imported, Stand
from thence.query.wording import Wording

__all__ = ["Explanation"]

_SHOWN = 3
_MARK = "\x00"
"""Before a quote's number, which is told only if the quote comes again."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why something holds, or what is said of it when it does not.

    asked: subject, predicate and object as typed.   fact: the one explained; None when nothing of the kind holds.
    proof: down to asserted facts.   evidence: the words of each of its leaves, by fact; empty for imported ones, whose
    files are in ``imported``.   said: statements that say or deny the same and carry no fact (denied, hedged, in
    another voice, over…).   instead: facts that hold between the same two things.   notes: sentences for people.
    """

    asked: tuple[str, str, str]
    fact: Triple | None
    proof: Proof | None
    evidence: Mapping[Triple, tuple[Evidence, ...]]
    words: Wording
    said: tuple[Evidence, ...] = ()
    instead: tuple[Triple, ...] = ()
    imported: Mapping[Triple, tuple[Imported, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the fact holds."""
        return self.fact is not None

    @property
    def status(self) -> str:
        """How it holds: asserted, derived, or empty when it does not."""
        if self.proof is None or self.fact is None:
            return ""
        return "derived" if self.proof.steps[-1].rule else "asserted"

    @property
    def verified(self) -> bool:
        """Whether each leaf of the proof has words that stand in their file, or is stated by an RDF file."""
        return self.proof is not None and all(
            any(each.stand is Stand.VERIFIED for each in self.evidence.get(leaf, ()))
            or any(each.stand is Stand.VERIFIED for each in self.imported.get(leaf, ()))
            for leaf in self.proof.leaves
        )

    def as_json(self) -> dict[str, Any]:
        """Return the whole structure: IRIs, labels, each step with its words, and what else is said."""
        return {
            "asked": dict(zip(("subject", "predicate", "object"), self.asked, strict=True)),
            "holds": self.holds,
            "status": self.status or None,
            "verified": self.verified,
            "fact": self._fact_json(self.fact) if self.fact else None,
            "proof": self._proof_json(self.proof) if self.proof else None,
            "said": [each.as_json() for each in self.said],
            "instead": [self._fact_json(triple) for triple in self.instead],
            "notes": list(self.notes),
        }

    def _fact_json(self, triple: Triple) -> dict[str, Any]:
        labels = {
            role: self.words.labels.get(iri_of(term)) if is_iri(term) else None
            for role, term in zip(("subject", "predicate", "object"), triple, strict=True)
        }
        return {
            "iri": fact_iri(triple),
            "subject": triple[0],
            "predicate": triple[1],
            "object": triple[2],
            "labels": labels,
            "sentence": self.words.sentence(triple),
        }

    def _proof_json(self, proof: Proof) -> dict[str, Any]:
        steps = []
        for step in proof.steps:
            value = step.as_json()
            if step.fact is not None:
                value["iri"] = fact_iri(step.fact)
                value["sentence"] = self.words.sentence(step.fact)
            if step.rule is None and step.fact is not None:
                value["evidence"] = [each.as_json() for each in self.evidence.get(step.fact, ())]
                value["imported_from"] = [each.as_json() for each in self.imported.get(step.fact, ())]
            else:
                value["axioms_in_words"] = [self.words.axiom(axiom) for axiom in step.axioms]
            steps.append(value)
        return {**proof.as_json(), "steps": steps}

    def lines(self) -> tuple[str, ...]:
        """Return the explanation as a text tree; a premise or a quote that comes again is told once and referred to."""
        if self.fact is None or self.proof is None:
            return tuple(self._denied())
        tree = _Tree(self, self.proof)
        lines = [*tree.lines(), *self._also()]
        return (*lines, *(f"note: {note}" for note in self.notes))

    def _also(self) -> Iterator[str]:
        if self.said:
            yield ""
            yield "also said, without carrying the fact:"
            for each in self.said:
                yield from _said_lines(each)

    def _denied(self) -> Iterator[str]:
        subject, predicate, obj = self.asked
        yield f"nothing says, and no rule derives: {subject} {predicate} {obj}"
        for title, wanted in (("it is denied:", True), ("it is said, but not as a fact:", False)):
            found = [each for each in self.said if (each.polarity == "Denied") is wanted]
            if found:
                yield title
                for each in found:
                    yield from _said_lines(each)
        if self.instead:
            yield "what holds between the two:"
            yield from (f"  {self.words.sentence(triple)}" for triple in self.instead)
        yield from (f"note: {note}" for note in self.notes)


def _said_lines(each: Evidence) -> Iterator[str]:
    reason = f" ({each.bar})" if each.bar else ""
    voice = f", {each.voice}" if each.voice else ""
    day = f", said on {each.said}" if each.said else ""
    yield f"  {each.polarity.lower()}, {each.modality.lower()}{reason}{voice}{day}:"
    yield f"    “{' '.join(each.quote.split())}”"
    yield f"    {each.place}  {each.stand}"


@dataclass(frozen=True, slots=True)
class _Branch:
    """What stands under one rule: a premise, or several leaves that the same words say of one event."""

    facts: tuple[Triple, ...]

    @property
    def key(self) -> Triple:
        return self.facts[0]


class _Tree:
    """One telling of a proof; it remembers what it has told."""

    def __init__(self, explanation: Explanation, proof: Proof) -> None:
        self.of = explanation
        self.steps = {step.fact: step for step in proof.steps if step.fact is not None}
        self.rules = {rule.iri: rule for rule in proof.rules}
        uses: Counter[Triple] = Counter()
        for step in proof.steps:
            uses.update(branch.key for branch in self._branches(step))
        self.shared = {fact for fact, count in uses.items() if count > 1}
        self.numbers: dict[Triple, int] = {}
        self.quoted: dict[tuple[str, str], int] = {}
        self.again: set[int] = set()

    def _branches(self, step: Step) -> list[_Branch]:
        """Return the premises of a step; leaves about one unnamed thing with the same words are told together."""
        groups: dict[tuple[object, ...], list[Triple]] = {}
        for premise in dict.fromkeys(step.premises):
            words = self.of.words
            together = self.steps[premise].rule is None and words.is_unnamed(premise[0])
            key: tuple[object, ...] = (premise[0], self.of.evidence.get(premise, ())) if together else premise
            groups.setdefault(key, []).append(premise)
        return [_Branch(tuple(facts)) for facts in groups.values()]

    def lines(self) -> Iterator[str]:
        conclusion = self.of.fact
        assert conclusion is not None
        for line in list(self._told(_Branch((conclusion,)), lead="", rest="")):
            text, mark, number = line.partition(_MARK)
            yield f"{text}  (quote {number})" if mark and int(number) in self.again else text

    def _told(self, branch: _Branch, *, lead: str, rest: str) -> Iterator[str]:
        fact = branch.key
        sentence = self._sentence(branch)
        if fact in self.numbers:
            yield f"{lead}{sentence}  (see [{self.numbers[fact]}])"
            return
        mark = ""
        if fact in self.shared:
            self.numbers[fact] = len(self.numbers) + 1
            mark = f"[{self.numbers[fact]}] "
        yield f"{lead}{mark}{sentence}"
        step = self.steps[fact]
        if step.rule is None:
            yield from (f"{rest}    {line}" for line in self._evidence(fact))
            return
        yield from (f"{rest}{line}" for line in self._because(step))
        branches = self._branches(step)
        for number, below in enumerate(branches):
            last = number == len(branches) - 1
            corner, bar = ("└─ ", "   ") if last else ("├─ ", "│  ")
            yield from self._told(below, lead=f"{rest}{corner}", rest=f"{rest}{bar}")

    def _sentence(self, branch: _Branch) -> str:
        words = self.of.words
        if len(branch.facts) == 1:
            return words.sentence(branch.key)
        subject = branch.key[0]
        told = [f"{words.verb(p)} {words.term(o)}" for _, p, o in branch.facts if not _is_kind(words, subject, p, o)]
        return f"{words.term(subject)}: {', '.join(told)}"

    def _because(self, step: Step) -> Iterator[str]:
        words = self.of.words
        assert step.rule is not None
        rule = self.rules.get(step.rule)
        yield f"by {_rule_words(rule)}" if rule else f"by {step.rule}"
        if rule is None or not rule.label or not step.axioms:
            yield from (f"since {words.axiom(axiom)}" for axiom in step.axioms)
        elif step.axioms:
            yield f"since {'; '.join(words.axiom(axiom) for axiom in step.axioms)}"
        for check in (*step.comparisons, *step.assigned):
            shown = words.text(check.shown).strip()
            if "<" in check.shown and "!=" in check.shown:
                continue  # that two things differ goes without saying when both are named
            yield f"where {shown.removeprefix('(').removesuffix(')') if shown.count('(') == 1 else shown}"
        for group in step.absent:
            yield f"and nothing says: {', '.join(words.pattern(pattern) for pattern in group)}"

    def _evidence(self, fact: Triple) -> Iterator[str]:
        found = self.of.evidence.get(fact, ())
        if not found:
            files = self.of.imported.get(fact, ())
            for file in files:
                yield f"stated by {file.place}  {file.stand}"
            if not files:
                yield "no statement carries it"
            return
        for each in found[:_SHOWN]:
            key = (each.path, f"{each.span.start}-{each.span.end}")
            if key in self.quoted:
                self.again.add(self.quoted[key])
                yield f"quote {self.quoted[key]} above"
                continue
            self.quoted[key] = len(self.quoted) + 1
            yield f"“{' '.join(each.quote.split())}”"
            yield f"{each.place}  {each.stand}{_MARK}{self.quoted[key]}"
        if len(found) > _SHOWN:
            yield f"and {len(found) - _SHOWN} more"


def _is_kind(words: Wording, subject: Term, predicate: Term, obj: Term) -> bool:
    """Return whether a fact only says what the sentence already calls its subject."""
    return words.verb(predicate) == "is a" and words.kinds.get(iri_of(subject)) == words.term(obj)


def _rule_words(rule: Rule) -> str:
    return f"“{rule.label or rule.name}” ({Location(rule.at.path, rule.at.line)})"
