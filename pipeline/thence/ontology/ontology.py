"""An ontology in memory: its triples, its terms, its hierarchy, and what it says about a pair of types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from thence.model.terms import Triple
from thence.names import OWL, RDFS, Iri, prefixes, shorten
from thence.ontology.gate import gate, is_datatype
from thence.ontology.terms import ClassTerm, PropertyTerm
from thence.ontology.wording import local_name, word_key, words_of

__all__ = ["Ontology"]

_TOP = (OWL.Thing, RDFS.Resource)


@dataclass(frozen=True, slots=True, eq=False)
class Ontology:
    """What the configured vocabularies say.

    triples: all of them, sorted, blank nodes skolemised (``urn:thence:sk:H``).   classes, properties: by IRI, in IRI
    order; annotation properties are left out.   labels: of every term that has one.   digest: changes when a triple
    does.   files: where the triples came from, as given, shipped ones first.   disjoint: declared pairs, least IRI
    first.   shipped: the terms that thence's own modules describe.
    wordings, class_wordings: from a wording's key to the terms it may mean, best first.
    """

    triples: tuple[Triple, ...]
    classes: Mapping[Iri, ClassTerm]
    properties: Mapping[Iri, PropertyTerm]
    labels: Mapping[Iri, str]
    digest: str
    files: tuple[str, ...] = ()
    datatypes: frozenset[Iri] = frozenset()
    disjoint: frozenset[tuple[Iri, Iri]] = frozenset()
    internal: frozenset[Iri] = frozenset()
    shipped: frozenset[Iri] = frozenset()
    wordings: Mapping[str, tuple[Iri, ...]] = field(default_factory=dict)
    class_wordings: Mapping[str, tuple[Iri, ...]] = field(default_factory=dict)

    def is_subclass(self, a: Iri, b: Iri) -> bool:
        """Return whether every a is a b; a class is its own subclass, and all are subclasses of owl:Thing."""
        return a == b or b in _TOP or b in self.superclasses(a)

    def superclasses(self, a: Iri) -> tuple[Iri, ...]:
        """Return the classes above a class, nearest first, without itself; none for an unknown class."""
        term = self.classes.get(a)
        return term.superclasses if term else ()

    def are_disjoint(self, a: Iri, b: Iri) -> bool:
        """Return whether nothing can be both: declared of the two, or of any of their superclasses.

        >>> from thence.ontology import load_ontology
        >>> from thence.names import MONEY, PEOPLE
        >>> load_ontology(()).are_disjoint(PEOPLE.Bank, MONEY.Account)
        True
        """
        above = (b, *self.superclasses(b))
        return any(
            ((x, y) if x <= y else (y, x)) in self.disjoint for x in (a, *self.superclasses(a)) for y in above if x != y
        )

    def is_datatype(self, iri: Iri) -> bool:
        """Return whether an IRI names a type of literals."""
        return iri in self.datatypes or is_datatype(iri)

    def accepts(self, property: Iri, subject_type: Iri, object_type: Iri) -> str | None:  # noqa: A002  (the plain word)
        """Return None when a statement of these types may be made, else one sentence that says why not.

        object_type: a class, or a literal's datatype.   See `thence.ontology.gate.gate`.
        """
        return gate(self, property, subject_type, object_type)

    def find(self, word: str) -> Iri | None:
        """Return the property that a word means: its IRI, ``prefix:name``, label, alternative label or local name.

        Case, hyphens and underscores do not matter. None when no property is called so.
        """
        return _find(word, self.properties, self.wordings)

    def find_class(self, word: str) -> Iri | None:
        """Return the class that a word means, by the same rules as `find`."""
        return _find(word, self.classes, self.class_wordings)

    def label(self, iri: Iri) -> str:
        """Return what people call a term: its label, else the words of its local name; a datatype by its short name."""
        if is_datatype(iri):
            return shorten(iri)
        return self.labels.get(iri) or words_of(local_name(iri)) or shorten(iri)

    @property
    def relations(self) -> tuple[PropertyTerm, ...]:
        """The properties that documents can state, in IRI order: all but those thence keeps its books with."""
        return tuple(term for iri, term in self.properties.items() if iri not in self.internal)

    def roles_of(self, event_class: Iri) -> tuple[Iri, ...]:
        """Return the properties that events of a class carry, in IRI order."""
        term = self.classes.get(event_class)
        return term.roles if term else ()


def _find(word: str, terms: Mapping[Iri, object], wordings: Mapping[str, tuple[Iri, ...]]) -> Iri | None:
    plain = word.strip()
    bare = Iri(plain[1:-1] if plain.startswith("<") and plain.endswith(">") else plain)
    if bare in terms:
        return bare
    prefix, colon, name = plain.partition(":")
    if colon and prefix in prefixes():
        expanded = Iri(prefixes()[prefix] + name)
        if expanded in terms:
            return expanded
    found = wordings.get(word_key(plain), ())
    return found[0] if found else None
