"""Small graphs and rule sets for specifications, written as Turtle and rule text."""

from __future__ import annotations

from collections.abc import Iterable

from thence.model.rule import RuleSet
from thence.model.terms import Triple
from thence.names import prefixes
from thence.reason import rule_set
from thence.reason.datalog import parse_datalog
from thence.reason.owl import compile_owl
from thence.reason.srl import parse_srl
from thence.store.rdf import parse

__all__ = ["datalog", "owl", "srl", "turtle"]

_EX = "http://example.org/"


def turtle(text: str) -> frozenset[Triple]:
    """Return the triples of a Turtle text in which thence's prefixes hold and ``:`` is an example namespace."""
    head = "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in {**prefixes(), "": _EX}.items())
    return frozenset((s, p, o) for s, p, o, _ in parse((head + text).encode(), media="text/turtle"))


def srl(text: str) -> RuleSet:
    """Return the rules of an SRL text."""
    return rule_set(parse_srl(text, prefixes={"": _EX}))


def datalog(text: str) -> RuleSet:
    """Return the rules of a Datalog text."""
    return rule_set(parse_datalog(text, prefixes={"": _EX}))


def owl(axioms: str | Iterable[Triple]) -> RuleSet:
    """Return the rules that an ontology stands for."""
    return rule_set((), compile_owl(turtle(axioms) if isinstance(axioms, str) else axioms))
