"""Asking a saved query: values checked and bound as terms, names looked up, the answer with what must be said of it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from thence.errors import QueryError
from thence.model.terms import Term, iri_term, lexical_of
from thence.names import Iri
from thence.query.chains import tell_chains
from thence.query.names import find_entities, nearest, nearest_names
from thence.query.parameters import Kind, Parameter, term_for
from thence.query.templates import Template, find_template, load_templates
from thence.store.dataset import Dataset
from thence.store.sparql import Answer, Solutions

__all__ = ["Asked", "Sum", "ask", "bind"]


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum within one unit.   count: how many things were added up."""

    unit: str
    amount: str
    count: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A saved query's answer.

    bound: the terms each parameter stood for.   notes: sentences for people: names that mean several things, what was
    left out of a sum, that nothing was found.   sums: by unit, sorted; never over two units.
    """

    template: Template
    answer: Answer
    bound: Mapping[str, tuple[Term, ...]]
    notes: tuple[str, ...] = ()
    sums: tuple[Sum, ...] = ()

    @property
    def for_people(self) -> Answer:
        """The answer as a table should show it.

        A variable ``x`` beside an ``xLabel`` is one column, told by its label where it has one; columns without any
        value and the statements' IRIs are left out, and rows that differ in nothing else.
        """
        return _for_people(self.answer) if isinstance(self.answer, Solutions) else self.answer

    def as_json(self) -> dict[str, object]:
        """Return everything besides the answer: what was asked, what each parameter stood for, notes and sums."""
        return {
            "query": self.template.name,
            "bound": {name: list(terms) for name, terms in self.bound.items()},
            "notes": list(self.notes),
            "sums": [{"unit": each.unit, "amount": each.amount, "count": each.count} for each in self.sums],
        }


def ask(store: Dataset, name: str, values: Mapping[str, str], *, folders: Sequence[Path] = ()) -> Asked:
    """Return the answer of a saved query.

    values: parameter name -> text; an entity by name or IRI. A name that means several things is asked for all of
    them, and a note says so.   folders: saved queries besides the shipped ones.
    Raises QueryError: TH406 for an unknown query, TH407 for an unknown or missing parameter, TH408 for a value of
    another type, TH409 for a name nothing has; each with what would do.
    """
    template = find_template(load_templates(folders), name)
    bound, notes = bind(store, template, values)
    answers = [
        store.query(template.text, bindings=dict(zip(bound, terms, strict=True)))
        for terms in itertools.product(*bound.values())
    ]
    answer = answers[0]
    if isinstance(answer, Solutions):
        found = dict.fromkeys(row for each in answers if isinstance(each, Solutions) for row in each.rows)
        answer = Solutions(answer.variables, tuple(found))
        if template.chain:
            answer = tell_chains(store, answer, template.chain)
        sums, more = _sums(answer, template)
        notes += more
        if not answer.rows:
            notes.append("nothing in the documents answers this")
        return Asked(template, answer, bound, tuple(notes), sums)
    return Asked(template, answer, bound, tuple(notes))


def bind(
    store: Dataset, template: Template, values: Mapping[str, str]
) -> tuple[dict[str, tuple[Term, ...]], list[str]]:
    """Return the terms that each given parameter stands for, and notes on names that mean several things."""
    for name in values:
        if template.parameter(name) is None:
            known = [parameter.name for parameter in template.parameters]
            near = nearest(name, known, cutoff=60)
            hint = f"did you mean {', '.join(near)}?" if near else f"its parameters: {', '.join(known) or 'none'}"
            raise QueryError("TH407", f"{template.name} has no parameter {name!r}", hint=hint)
    missing = [parameter for parameter in template.parameters if parameter.is_required and parameter.name not in values]
    if missing:
        told = "; ".join(f"{each.name} ({each.kind}): {each.description or each.looks}" for each in missing)
        noun = "a value" if len(missing) == 1 else "values"
        names = ", ".join(each.name for each in missing)
        raise QueryError("TH407", f"{template.name} needs {noun} for {names}", hint=told)
    bound: dict[str, tuple[Term, ...]] = {}
    notes: list[str] = []
    for parameter in template.parameters:
        text = values.get(parameter.name, parameter.default)
        if text is None:
            continue
        bound[parameter.name] = _terms(store, parameter, text)
        if len(bound[parameter.name]) > 1:
            several = ", ".join(lexical_of(term) for term in bound[parameter.name])
            notes.append(f"{text!r} is the name of {len(bound[parameter.name])} things, asked for all: {several}")
    return bound, notes


def _terms(store: Dataset, parameter: Parameter, text: str) -> tuple[Term, ...]:
    if parameter.kind is not Kind.ENTITY:
        return (term_for(parameter, text),)
    return tuple(iri_term(iri) for iri in entity_iris(store, text, what=parameter.name))


def entity_iris(store: Dataset, text: str, *, what: str) -> tuple[Iri, ...]:
    """Return the things a name means. Raises QueryError TH409 that lists the nearest names.

    what: whose name it is, for the message.
    """
    matches = find_entities(store, text)
    if not matches:
        near = nearest_names(store, text)
        hint = (
            f"did you mean {', '.join(near)}?" if near else "thence ask about --what NAME takes any name in the graph"
        )
        raise QueryError("TH409", f"{what}: nothing is called {text!r}", hint=hint)
    return tuple(match.iri for match in matches)


def _sums(solutions: Solutions, template: Template) -> tuple[tuple[Sum, ...], list[str]]:
    """Return a sum for each unit, and what was left out: things with two amounts, or without a unit."""
    total = template.total
    if total is None or not {total.amount, total.by, total.over} <= set(solutions.variables):
        return (), []
    amount, unit, thing = (solutions.variables.index(name) for name in (total.amount, total.by, total.over))
    said: dict[Term, set[tuple[Term | None, Term | None]]] = {}
    for row in solutions.rows:
        key = row[thing]
        if key is not None and row[amount] is not None:
            said.setdefault(key, set()).add((row[amount], row[unit]))
    by_unit: dict[str, list[Decimal]] = {}
    unclear = 0
    for pairs in said.values():
        (number, currency) = next(iter(pairs))
        if len(pairs) > 1 or number is None or currency is None:
            unclear += 1
            continue
        by_unit.setdefault(lexical_of(currency), []).append(Decimal(lexical_of(number)))
    sums = tuple(Sum(key, f"{sum(found):f}", len(found)) for key, found in sorted(by_unit.items()))
    notes = [f"left out of the sums: {unclear} with two {total.amount}s or without {total.by}"] if unclear else []
    return sums, notes


def _for_people(solutions: Solutions) -> Solutions:
    names = solutions.variables
    shown: list[tuple[str, int, int | None]] = []
    for place, name in enumerate(names):
        told_elsewhere = name.endswith("Label") and name.removesuffix("Label") in names
        if told_elsewhere or (name == "statement" and "quote" in names):
            continue
        shown.append((name, place, names.index(f"{name}Label") if f"{name}Label" in names else None))
    table = [
        tuple(row[place] if label is None or row[label] is None else row[label] for _, place, label in shown)
        for row in solutions.rows
    ]
    kept = [at for at in range(len(shown)) if not table or any(row[at] for row in table)]
    rows = dict.fromkeys(tuple(row[at] for at in kept) for row in table)
    return Solutions(tuple(shown[at][0] for at in kept), tuple(rows))
