"""References of one document: its mentions gathered into the things that this document alone shows to be one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from thence.model.span import Span
from thence.model.statement import Extraction, Mention, Polarity, Statement
from thence.model.version import Version
from thence.names import DCTERMS, FOAF, MONEY, ORG, OWL, PEOPLE, PLACE, Iri
from thence.resolve.names import NameKey, PersonName, acronyms_of, name_key, person_name, tidy

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = [
    "EXCLUSIVE",
    "Families",
    "Join",
    "Node",
    "different_identifiers",
    "document_nodes",
    "employed",
    "identifier_kind",
    "mentions_of",
    "ties",
]

EXCLUSIVE = frozenset({MONEY.iban, PEOPLE.companyNumber, DCTERMS.identifier})
"""Identifiers of which a thing has one: two that differ keep two things apart."""


def identifier_kind(identifier: tuple[Iri, str]) -> tuple[Iri, str]:
    """Return what an identifier is compared within: its property, and for ids of one table that table."""
    prop, value = identifier
    return prop, value.rpartition("=")[0] if prop == DCTERMS.identifier else ""


@dataclass(frozen=True, slots=True)
class Join:
    """Why two references are one: sentences, strongest first, and how sure they make it.

    local: one of the names is short for the other in its document only.
    """

    evidence: tuple[str, ...]
    confidence: float
    local: bool = False


@dataclass(slots=True)
class Node:
    """One thing as one document shows it.

    places: where it is named, with the name meant there.   names: tidy spelling -> uses.   short: spellings that name
    it inside this document only (initials, a surname, leading words, a declared alias).   family: person, org, place,
    thing, agent (either of the first two) or a class IRI.   context: indexes of nodes that statements of the document
    tie it to.   defining: the document is this thing (an agreement by its title).   apart: the text tells it from
    another of its name.   antecedents: where the names stand that its short ones were read as.   employed: the
    document gives the person a job somewhere.   linked: a link between notes names it, so that its name holds in all.
    """

    document: str
    references: list[tuple[str, Span]] = field(default_factory=list)
    places: set[tuple[Span, str]] = field(default_factory=set)
    names: Counter[str] = field(default_factory=Counter)
    short: set[str] = field(default_factory=set)
    types: Counter[Iri] = field(default_factory=Counter)
    identifiers: set[tuple[Iri, str]] = field(default_factory=set)
    family: str = "thing"
    context: set[int] = field(default_factory=set)
    defining: bool = False
    joins: list[tuple[tuple[str, Span], str, tuple[str, Span], str, Join]] = field(default_factory=list)
    apart: bool = False
    antecedents: set[Span] = field(default_factory=set)
    employed: bool = False
    linked: bool = False

    @property
    def first(self) -> tuple[str, Span]:
        """The first of its references."""
        return min(self.references)

    def first_named(self) -> str:
        """Return the least of its full names: for links and stable orders."""
        return min(set(self.names) - self.short or self.names)

    def name_keys(self) -> list[NameKey]:
        """Return the keys of its full names, sorted."""
        return sorted({name_key(name) for name in self.names if name not in self.short})

    def person_names(self) -> list[PersonName]:
        """Return its names read as a person's, fullest first."""
        found = [person for name in sorted(set(self.names) - self.short) if (person := person_name(name)) is not None]
        return sorted(found, key=lambda person: (-len(person.given), not person.is_full, person.full))


@dataclass(frozen=True, slots=True)
class Families:
    """Which families of things classes belong to."""

    ontology: Ontology

    def of(self, type_: Iri) -> str:
        """Return person, org, place, agent, thing, or the topmost class of any other type."""
        if type_ in (OWL.Thing, ""):
            return "thing"
        for top, family in ((FOAF.Person, "person"), (ORG.Organization, "org"), (PLACE.Place, "place")):
            if type_ == top or top in self.ontology.superclasses(type_):
                return family
        if type_ == FOAF.Agent or FOAF.Agent in self.ontology.superclasses(type_):
            return "agent"
        above = [c for c in self.ontology.superclasses(type_) if c != OWL.Thing]
        return str(above[-1]) if above else str(type_)

    @staticmethod
    def agree(a: str, b: str) -> bool:
        """Return whether things of two families can be one."""
        if a == b or "thing" in (a, b):
            return True
        return "agent" in (a, b) and {a, b} <= {"agent", "person", "org"}

    @staticmethod
    def narrower(a: str, b: str) -> str:
        """Return the family that says more, of two that agree."""
        order = ("thing", "agent")
        return b if a in order and (b not in order or order.index(b) > order.index(a)) else a


def mentions_of(extraction: Extraction) -> Iterator[Mention]:
    """Yield every mention of an extraction, also those inside statements and events; repeats included."""
    yield from extraction.mentions
    for statement in extraction.statements:
        yield from _in_statement(statement)
    for mention, _, _ in extraction.distinct:
        yield mention


def _in_statement(statement: Statement) -> Iterator[Mention]:
    for part in (statement.subject, statement.object):
        if isinstance(part, Mention):
            yield part
    if statement.event:
        for _, part in statement.event.roles:
            if isinstance(part, Mention):
                yield part


def document_nodes(document: Version, extraction: Extraction, families: Families) -> list[Node]:
    """Return the things of one document, sorted by their first reference.

    Joined are: equal names of agreeing classes without differing identifiers; a name with and without its legal form;
    a surname, title or initials with the one person they fit; initials of the one name they fit; declared aliases;
    leading words of the one longer name. Mentions that the text declares to be somebody else stay apart.
    """
    others = _others(extraction)
    # Words that stand for several ("they") have a mention for each: a place and a name together are one reference.
    by_place: dict[tuple[Span, NameKey], set[Mention]] = {}
    for mention in mentions_of(extraction):
        by_place.setdefault((mention.span, name_key(mention.name)), set()).add(mention)
    nodes: dict[tuple[object, ...], Node] = {}
    for span, key in sorted(by_place):
        found = sorted(by_place[span, key], key=lambda m: (m.name, m.type, m.identifiers))
        family = "thing"
        for mention in found:
            kind = families.of(mention.type)
            family = families.narrower(family, kind) if families.agree(family, kind) else family
        ids = {identifier for mention in found for identifier in mention.identifiers}
        exclusive = tuple(sorted(i for i in ids if i[0] == DCTERMS.identifier))
        nodes_key = (key, _bucket(family), exclusive, span in others)
        node = nodes.setdefault(nodes_key, Node(document.key, family=family, apart=span in others))
        node.family = families.narrower(node.family, family) if families.agree(node.family, family) else node.family
        node.references.append((document.key, span))
        for mention in found:
            node.places.add((span, mention.name))
            node.names[tidy(mention.name)] += 1
            node.types[mention.type] += 1
            if mention.antecedent is not None:
                node.antecedents.add(mention.antecedent)
            node.linked = node.linked or mention.reference is not None
        node.identifiers |= ids
        node.defining = node.defining or any(span in opening for opening in document.openings)
    ordered = sorted(nodes.values(), key=lambda node: (node.first, node.first_named()))
    return _joined_inside(ordered, extraction, families)


def _bucket(family: str) -> str:
    """Return the part of a node's key that keeps homographs of different classes apart inside a document."""
    return "vague" if family in ("thing", "agent") else family


def _others(extraction: Extraction) -> set[Span]:
    """Return the places that speak of the namesake in a sentence like "no relation of the X executive of that name"."""
    found: set[Span] = set()
    for mention, _, citation in extraction.distinct:
        name = name_key(mention.name)
        for other in mentions_of(extraction):
            if other.span in citation.span and other.span != mention.span and name_key(other.name) == name:
                at = citation.span.start
                words = citation.quote[other.span.start - at : other.span.end - at].split()
                if len(words) > 2 and name_key(" ".join(words)) != name:
                    found.add(other.span)
    return found


def _joined_inside(nodes: list[Node], extraction: Extraction, families: Families) -> list[Node]:
    """Return the nodes after the joins that one document allows."""
    target: dict[int, tuple[int, Join]] = {}
    aliases = {name_key(short): name_key(full) for short, full, _ in extraction.aliases}
    by_key: dict[NameKey, list[int]] = {}
    by_core: dict[tuple[str, ...], list[int]] = {}
    places: dict[int, set[int]] = {}
    for i, node in enumerate(nodes):
        for span, _ in node.places:
            places.setdefault(span.end, set()).add(i)
        if not node.apart:
            for key in node.name_keys():
                by_key.setdefault(key, []).append(i)
                by_core.setdefault(key.core, []).append(i)
    for i, node in enumerate(nodes):
        if not node.apart:
            join = (
                _by_agreeing_class(i, node, nodes, by_key, families)
                or _by_antecedent(i, node, nodes, places, families)
                or _by_alias(i, node, nodes, aliases, by_key, families)
                or _by_form(i, node, nodes, by_core, families)
            )
            if join is not None:
                target[i] = join
    # Short names look among what is left: two spellings of one person are one candidate.
    whole = [i for i, node in enumerate(nodes) if i not in target and not node.apart]
    known = _Known.of(nodes, whole)
    for i in whole:
        join = (
            _by_person(i, nodes[i], known)
            or _by_acronym(i, nodes[i], nodes, known, families)
            or _by_prefix(i, nodes[i], nodes, known, families)
        )
        if join is not None:
            target[i] = join
    return _merged(nodes, target, families)


@dataclass(frozen=True, slots=True)
class _Known:
    """The full names of a document, by what short names have of them: node indexes, in order."""

    by_surname: Mapping[str, list[tuple[int, PersonName]]]
    by_given: Mapping[str, list[int]]
    by_initials: Mapping[str, list[int]]
    by_prefix: Mapping[tuple[str, ...], list[int]]

    @classmethod
    def of(cls, nodes: Sequence[Node], whole: Sequence[int]) -> _Known:
        surnames: dict[str, list[tuple[int, PersonName]]] = {}
        given: dict[str, list[int]] = {}
        initials: dict[str, list[int]] = {}
        prefixes: dict[tuple[str, ...], list[int]] = {}
        for i in whole:
            node = nodes[i]
            if node.family == "person":
                names = node.person_names()
                if names and names[0].is_full:
                    surnames.setdefault(names[0].surname, []).append((i, names[0]))
                    given.setdefault(names[0].given[0], []).append(i)
                continue
            if node.family != "place":
                for letters in sorted({letters for name in node.names for letters in acronyms_of(name)}):
                    initials.setdefault(letters, []).append(i)
            if node.family == "org":
                for core in sorted({key.core[:n] for key in node.name_keys() for n in range(1, len(key.core))}):
                    prefixes.setdefault(core, []).append(i)
        return cls(surnames, given, initials, prefixes)


def _only(candidates: Iterable[int]) -> int | None:
    found = sorted(set(candidates))
    return found[0] if len(found) == 1 else None


def _fitting(i: int, node: Node, nodes: Sequence[Node], candidates: Iterable[int], families: Families) -> list[int]:
    return [
        j
        for j in candidates
        if j != i
        and families.agree(node.family, nodes[j].family)
        and not different_identifiers(node.identifiers, nodes[j].identifiers)
    ]


def different_identifiers(a: Iterable[tuple[Iri, str]], b: Iterable[tuple[Iri, str]]) -> bool:
    """Return whether two sets of identifiers hold two of one kind of which a thing has only one."""
    mine = {identifier_kind(i): i[1] for i in sorted(a) if i[0] in EXCLUSIVE}
    return any(identifier_kind(i) in mine and mine[identifier_kind(i)] != i[1] for i in sorted(b) if i[0] in EXCLUSIVE)


def _by_agreeing_class(
    i: int, node: Node, nodes: Sequence[Node], by_key: Mapping[NameKey, list[int]], families: Families
) -> tuple[int, Join] | None:
    if node.family not in ("thing", "agent"):
        return None
    candidates = [
        j for key in node.name_keys() for j in by_key.get(key, ()) if nodes[j].family not in ("thing", "agent")
    ]
    found = _only(_fitting(i, node, nodes, candidates, families))
    return (found, Join(("same name",), 0.97)) if found is not None else None


def _by_antecedent(
    i: int, node: Node, nodes: Sequence[Node], places: Mapping[int, set[int]], families: Families
) -> tuple[int, Join] | None:
    """Join a short name to the one thing named where its reader looked back to, each time it stands."""
    if any(key.form for key in node.name_keys()):
        return None
    found: set[int] = set()
    for span in node.antecedents:
        here = set(_fitting(i, node, nodes, sorted(places.get(span.end, ())), families))
        found |= {j for j in here if nodes[j].name_keys() != node.name_keys()}
    if len(found) != 1:
        return None
    return found.pop(), Join(("read in the document as short for it",), 0.9, local=True)


def _by_alias(
    i: int,
    node: Node,
    nodes: Sequence[Node],
    aliases: Mapping[NameKey, NameKey],
    by_key: Mapping[NameKey, list[int]],
    families: Families,
) -> tuple[int, Join] | None:
    for key in node.name_keys():
        full = aliases.get(key)
        if full is not None and full != key:
            found = _only(_fitting(i, node, nodes, by_key.get(full, ()), families))
            if found is not None:
                return found, Join((f"the document declares “{node.first_named()}” as another name",), 0.97, local=True)
    return None


def _by_form(
    i: int, node: Node, nodes: Sequence[Node], by_core: Mapping[tuple[str, ...], list[int]], families: Families
) -> tuple[int, Join] | None:
    if node.family == "person" or any(key.form for key in node.name_keys()):
        return None
    candidates = [
        j
        for key in node.name_keys()
        for j in by_core.get(key.core, ())
        if any(k.form for k in nodes[j].name_keys()) and j != i
    ]
    found = _only(_fitting(i, node, nodes, candidates, families))
    return (found, Join(("same name but for the legal form",), 0.95)) if found is not None else None


def _by_person(i: int, node: Node, known: _Known) -> tuple[int, Join] | None:
    if node.family not in ("person", "agent", "thing"):
        return None
    names = node.person_names()
    if not names or any(name.is_full for name in names):
        return None
    fits = [j for j, full in known.by_surname.get(names[0].surname, ()) if j != i and names[0].may_be(full)]
    found = _only(fits)
    if found is not None:
        how = "initials and surname" if names[0].given else "surname"
        return found, Join((f"the only person in the document with that {how}",), 0.9, local=True)
    if not names[0].given and not names[0].titled and node.family in ("person", "agent") and not fits:
        found = _only(j for j in known.by_given.get(names[0].surname, ()) if j != i)
        if found is not None:
            return found, Join(("the only person in the document with that first name",), 0.85, local=True)
    return None


def _by_acronym(
    i: int, node: Node, nodes: Sequence[Node], known: _Known, families: Families
) -> tuple[int, Join] | None:
    shorts = [name.replace(".", "") for name in sorted(node.names) if name.replace(".", "").isupper()]
    if not shorts or node.family == "place":
        return None
    fits = _fitting(i, node, nodes, known.by_initials.get(shorts[0], ()), families)
    by_core = {tuple(key.core for key in nodes[j].name_keys()): j for j in reversed(fits)}
    if len(by_core) == 1:
        found = next(iter(by_core.values()))
        why = f"“{shorts[0]}” are the initials of that one name in the document"
        return found, Join((why,), 0.9, local=True)
    return None


_COMMON = frozenset(
    re.split(
        r"\s+",
        "the first north south east west northern southern eastern western global general national international "
        "united new old royal central bank group trust holding holdings company board city state federal public "
        "private european american british german french african asian pacific "
        "atlantic capital trading family partners services",
    )
)


def _by_prefix(i: int, node: Node, nodes: Sequence[Node], known: _Known, families: Families) -> tuple[int, Join] | None:
    """Join leading words ("Harbour Light") to the one longer firm's name that begins with them."""
    if node.family not in ("org", "thing", "agent") or any(key.form for key in node.name_keys()):
        return None
    cores = [key.core for key in node.name_keys() if key.core]
    if not cores or (len(cores[0]) == 1 and (cores[0][0] in _COMMON or len(cores[0][0]) < 4)):
        return None
    longer = [j for core in cores for j in known.by_prefix.get(core, ())]
    if len(cores[0]) == 1:  # clubs, schools and courts are named after their towns, firms after nothing
        longer = [j for j in longer if any(key.form for key in nodes[j].name_keys())]
    fits = {nodes[j].name_keys()[-1].core: j for j in _fitting(i, node, nodes, longer, families)}
    if len(fits) == 1 and not (len(cores[0]) == 1 and cores[0][0] in known.by_surname):
        why = "the only name in the document that begins with these words"
        return next(iter(fits.values())), Join((why,), 0.8, local=True)
    return None


def _merged(nodes: list[Node], target: Mapping[int, tuple[int, Join]], families: Families) -> list[Node]:
    """Follow the joins and gather what belongs together; a circle of joins ends at its least member."""
    root: dict[int, int] = {}
    for i in range(len(nodes)):
        seen, at = [i], i
        while at in target and target[at][0] not in seen:
            at = target[at][0]
            seen.append(at)
        root[i] = min(seen[seen.index(target[at][0]) :]) if at in target else at
    gathered: dict[int, Node] = {}
    for i in sorted(range(len(nodes)), key=lambda i: (i != root[i], i)):
        node, into = nodes[i], gathered.get(root[i])
        if into is None:
            gathered[root[i]] = node
            continue
        if not families.agree(into.family, node.family) or different_identifiers(into.identifiers, node.identifiers):
            gathered[i] = node
            continue
        join = target[i][1] if i in target else Join(("same name",), 0.95)
        into.joins.append((node.first, node.first_named(), into.first, into.first_named(), join))
        into.references += node.references
        into.places |= node.places
        into.names += node.names
        into.short |= node.short | (set(node.names) if join.local else set())
        into.types += node.types
        into.identifiers |= node.identifiers
        into.antecedents |= node.antecedents
        into.family = families.narrower(into.family, node.family)
        into.defining = into.defining or node.defining
        into.linked = into.linked or node.linked
    return sorted(gathered.values(), key=lambda node: (node.first, node.first_named()))


def ties(extraction: Extraction) -> Iterator[tuple[tuple[Span, str], tuple[Span, str]]]:
    """Yield the pairs of places (with the names meant there) that affirmed statements tie to each other."""
    for statement in extraction.statements:
        if statement.polarity is Polarity.AFFIRMED:
            places = sorted({(mention.span, mention.name) for mention in _in_statement(statement)})
            yield from ((a, b) for a in places for b in places if a != b)


def employed(extraction: Extraction, ontology: Ontology) -> Iterator[tuple[Span, str]]:
    """Yield the places (with the names meant there) of people who are said to work somewhere.

    One works in one place as a rule, so that this tells namesakes apart; seats on boards, shares and mandates are held
    in many firms at once and do not.
    """
    for statement in extraction.statements:
        if statement.polarity is not Polarity.AFFIRMED or statement.ended:
            continue
        term = ontology.properties.get(statement.predicate)
        if term is not None and PEOPLE.worksAt in (statement.predicate, *term.superproperties):
            yield statement.subject.span, statement.subject.name
