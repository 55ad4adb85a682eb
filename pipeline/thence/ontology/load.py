"""Reading ontology files: the shipped modules and a case's own, any OWL or RDFS in any RDF syntax."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from thence.errors import DataError, Location
from thence.model.terms import Term, Triple, iri_of, iri_term, is_blank, is_iri
from thence.names import content_hash, mint, shipped
from thence.ontology.compile import compile_ontology
from thence.ontology.ontology import Ontology
from thence.store.rdf import parse

__all__ = ["load_ontology", "shipped_modules", "skolemised"]


def load_ontology(files: Sequence[Path], *, shipped: bool = True) -> Ontology:
    """Return the ontology that the shipped modules and some files spell out together.

    files: OWL or RDFS in any syntax `thence.store.rdf.parse` knows; imports are not followed.
    shipped: False leaves the shipped modules out.
    Raises InputError (TH501) for a file that cannot be read, DataError (TH511, with its line) for a malformed one.
    """
    triples: set[Triple] = set(_shipped_triples()) if shipped else set()
    names = list(shipped_modules()) if shipped else []
    for path in files:
        triples.update(skolemised(path))
        names.append(str(path))
    told_by_us = frozenset(iri_of(s) for s, _, _ in _shipped_triples() if is_iri(s)) if shipped else frozenset()
    return replace(compile_ontology(triples, files=names), shipped=told_by_us)


def shipped_modules() -> tuple[str, ...]:
    """Return the file names of the shipped modules, sorted."""
    folder = shipped("ontology")
    return tuple(sorted(e.name for e in folder.iterdir() if e.name.endswith(".ttl") and e.name != "prefixes.ttl"))


@cache
def _shipped_triples() -> frozenset[Triple]:
    folder = shipped("ontology")
    found: set[Triple] = set()
    for name in shipped_modules():
        found.update(skolemised(folder.joinpath(name).read_bytes(), name=name))
    return frozenset(found)


def skolemised(source: Path | bytes, *, name: str = "") -> Iterator[Triple]:
    """Yield a file's triples in its order, each blank node as ``urn:thence:sk:H``.

    H is of the file's content and the blank node's ordinal in it: the same file gives the same names anywhere, and
    two files share none.   name: of bytes, for errors and the syntax.   Raises what `thence.store.rdf.parse` raises.
    """
    digest = ""
    names: dict[Term, Term] = {}

    def named(term: Term) -> Term:
        nonlocal digest
        if not is_blank(term):
            return term
        if term not in names:
            digest = digest or content_hash(source if isinstance(source, bytes) else source.read_bytes())
            names[term] = iri_term(mint("sk", digest, str(len(names))))
        return names[term]

    for subject, predicate, obj, _ in parse(source, name=name):
        if is_blank(predicate):
            place = Location(name or str(source))
            raise DataError("TH511", "a blank node stands as a predicate", at=place, hint="give it an IRI")
        yield named(subject), predicate, named(obj)
