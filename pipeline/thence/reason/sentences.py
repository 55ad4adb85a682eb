"""Facts and inconsistencies in words."""

from __future__ import annotations

import re

from thence.model.proof import Derivation
from thence.model.rule import Variable, node_text
from thence.model.terms import Term, Triple, datatype_of, is_literal, lexical_of
from thence.names import RDF, XSD
from thence.reason.replay import Mismatch, match_premises

__all__ = ["clash_sentence", "term_word", "triple_sentence"]

_BARE = frozenset({XSD.integer, XSD.decimal, XSD.date, XSD.boolean, XSD.gYear, XSD.dateTime})
_PLACE = re.compile(r"\{(\?\w+)\}")


def term_word(term: Term) -> str:
    """Return a term as people read it: a short name, or a literal without its datatype where that goes unsaid."""
    if is_literal(term) and datatype_of(term) in _BARE:
        return lexical_of(term)
    return node_text(term)


def triple_sentence(triple: Triple) -> str:
    """Return a fact in one line, ``a`` for rdf:type."""
    subject, predicate, obj = triple
    verb = "a" if predicate == f"<{RDF.type}>" else node_text(predicate)
    return f"{term_word(subject)} {verb} {term_word(obj)}"


def clash_sentence(clash: Derivation) -> str:
    """Return what contradicts what: the constraint's own message, or its label, with premises and axioms."""
    rule = clash.rule
    if rule.message:
        try:
            bindings = match_premises(rule.patterns, clash.premises)
        except Mismatch:
            bindings = {}
        return _PLACE.sub(lambda place: _word(bindings.get(Variable(place[1]))) or place[0], rule.message)
    facts = [triple_sentence(premise) for premise in clash.premises]
    axioms = [triple_sentence(axiom) for axiom in rule.axioms]
    return f"{rule.label or rule.name}: " + "; ".join([*facts, *axioms])


def _word(term: Term | None) -> str:
    return "" if term is None else term_word(term)
