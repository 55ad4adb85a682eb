"""The way between `Term` text and pyoxigraph's term objects, and the spelling in which the store reads terms back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import pyoxigraph as ox

from thence.model.terms import Quad, Term, datatype_of, is_blank, is_iri, is_literal, language_of, lexical_of, literal
from thence.names import XSD
from thence.store.lexical import fault_of

__all__ = [
    "Node",
    "Resource",
    "as_stored",
    "canonical",
    "canonical_terms",
    "node_of",
    "resource_of",
    "term_of",
    "values_rows",
]

Resource = ox.NamedNode | ox.BlankNode | ox.Triple
Node = Resource | ox.Literal

_X = re.escape(XSD.base)
# Spellings of which we know that the store gives them back unchanged: most terms, so most are never asked about.
_KEPT = re.compile(
    r'"[^"\\]*"(?:@[a-z0-9-]+)?'
    rf'|"-?[1-9]\d{{0,16}}"\^\^<{_X}integer>'
    rf'|"-?[1-9]\d{{0,11}}\.\d{{0,3}}[1-9]"\^\^<{_X}decimal>'
    rf'|"[12]\d{{3}}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)"\^\^<{_X}date>'
    rf'|"(?:true|false)"\^\^<{_X}boolean>'
    rf'|"[^"\\]*"\^\^<(?!{_X})[^>]*>'
)
_LITERAL = re.compile(
    r'"[^"\\\n\r]*+(?:\\[tbnrf"\'\\uU][^"\\\n\r]*+)*+"(?:@[A-Za-z0-9-]++|\^\^<[^<>"{}|^`\\\x00-\x20]++>)?'
)
_CHUNK = 2_000


def term_of(node: Node) -> Term:
    """Return a pyoxigraph term in canonical N-Triples text; an RDF 1.2 triple term as ``<<( s p o )>>``."""
    text = str(node)
    if text[0] != '"':
        if isinstance(node, ox.Triple):
            return Term(f"<<( {term_of(node.subject)} {term_of(node.predicate)} {term_of(node.object)} )>>")
        return Term(text)
    if "\\u" in text:  # pyoxigraph escapes two characters more than our canonical form
        lexical = lexical_of(Term(text))
        language = language_of(Term(text))
        return literal(lexical, language=language) if language else literal(lexical, datatype_of(Term(text)))
    return Term(text)


def node_of(term: Term) -> ox.NamedNode | ox.BlankNode | ox.Literal:
    """Return a term as a pyoxigraph object. Raises ValueError for text that is no term."""
    if is_literal(term):
        language = language_of(term)
        if language:
            return ox.Literal(lexical_of(term), language=language)
        datatype = datatype_of(term)
        return ox.Literal(lexical_of(term), datatype=ox.NamedNode(datatype or XSD.string))
    return resource_of(term)


def resource_of(term: Term) -> ox.NamedNode | ox.BlankNode:
    """Return an IRI or a blank node as a pyoxigraph object. Raises ValueError for other terms."""
    if is_blank(term):
        return ox.BlankNode(term[2:])
    if is_iri(term) and not term.startswith("<<"):
        return ox.NamedNode(term[1:-1])
    raise ValueError(f"neither an IRI nor a blank node: {term}")


@lru_cache(maxsize=65_536)
def canonical(term: Term) -> Term:
    """Return a term as the store reads it back: "01" of xsd:integer becomes "1", xsd:int becomes xsd:integer.

    Raises ValueError for text that is no term.

    >>> canonical(literal("01", XSD.integer)) == literal("1", XSD.integer)
    True
    """
    return canonical_terms((term,)).get(term, term)


def canonical_terms(terms: Iterable[Term]) -> dict[Term, Term]:
    """Return those of the terms that the store spells differently, each with the store's spelling.

    Raises ValueError for text that is no term.
    """
    doubtful = sorted({term for term in terms if term[0] == '"' and not _KEPT.fullmatch(term)})
    for term in doubtful:
        if not _LITERAL.fullmatch(term):
            raise ValueError(f"not a term: {term}")
    changed: dict[Term, Term] = {}
    for start in range(0, len(doubtful), _CHUNK):
        chunk = doubtful[start : start + _CHUNK]
        for position, _, stored in values_rows("?v", ("v",), [(term,) for term in chunk]):
            if stored is not None and stored != chunk[position]:
                changed[chunk[position]] = stored
    return changed


def as_stored(quads: Sequence[Quad]) -> Iterator[Quad]:
    """Yield quads with objects as the store spells them.

    Literals that are none of their datatype (a byte of 512) are left out, for the store would make others of them.
    """
    folded = canonical_terms({obj for _, _, obj, _ in quads})
    faulty = {obj for obj in {obj for _, _, obj, _ in quads} if fault_of(obj)}
    for quad in quads:
        subject, predicate, obj, graph = quad
        if obj in folded:
            quad = subject, predicate, folded[obj], graph
        if obj not in faulty:
            yield quad


def values_rows(
    expression: str, names: tuple[str, ...], rows: list[tuple[Term, ...]], prefixes: dict[str, str] | None = None
) -> Iterator[tuple[int, None, Term | None]]:
    """Yield (position, None, value) of an expression over rows of values, on a store that holds nothing.

    The expression must be a whole one (see `sparql.evaluate_expression`, which checks). Raises SyntaxError.
    """
    variables = " ".join(f"?{name}" for name in names)
    data = "\n".join(f"({position} {' '.join(row)})" for position, row in enumerate(rows))
    query = f"SELECT ?_row_ ({expression}\n AS ?_value_) {{ VALUES (?_row_ {variables}) {{\n{data}\n}} }}"
    # An empty store in memory is never written, so it cannot deadlock as stores in memory may.
    solutions = ox.Store().query(query, prefixes=prefixes)
    assert isinstance(solutions, ox.QuerySolutions)
    for solution in solutions:
        position, value = solution
        yield int(position.value), None, None if value is None else term_of(value)
