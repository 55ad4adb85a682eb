"""Mappings: which columns of a table, members of an object or lines of a key-value block make which statements.

A mapping file is YAML. Each entry but ``prefixes`` is one mapping, named as you like::

    prefixes: {sea: "https://example.org/sea#"}   # beside the shipped ones

    voyages:
      columns:                          # your word for a column: the header names it goes by
        vessel: [ship, vessel name]
        port: {names: [port of call, harbour], type: place:Place}
        tonnes: [cargo, cargo (t)]
        arrived: [arrival, eta]
        left: [departure]
        log: [log no]
      needs: [vessel, port]             # columns without which the mapping does not apply
      any: [arrived, left]              # optional: columns of which it needs one
      title: [voyages, port calls]      # optional: one of these words stands in the title, the heading or a header
      unless: [cancelled]               # optional: headers that rule the mapping out
      statements:
        - subject: vessel
          property: sea:calledAt        # prefix:name, an IRI, or a label of the ontology
          object: port
          values: {sea:tonnes: tonnes, th:occurredOn: arrived}   # roles of the event that the property has
          from: arrived                 # when the state began (for states)
          until: left                   # the last day on which it held
          id: log                       # what identifies the happening in its source

Headers are compared without case, punctuation, underscores, plurals and filler words ("Date of Appointment" is
``appointment_date``); the labels of the property's roles in the ontology count as header names too, and a currency in
a header ("Fee (USD)", "EUR") goes to the amounts of its column. A column may say its ``type`` (a class for names) and
its ``kind`` (amount, currency, percent, date, reference, count, text, term); else the ontology's ranges do.

``subject``, ``object`` and values name a column or a list of alternatives, the first that there is. Two more ends are
known: ``heading`` is the thing that the nearest heading, enclosing object, key-value line or title names, if its
class fits (cited too); ``document`` is what the title of the document or note names.
Columns of register numbers, LEIs, VAT and tax numbers and IBANs that a mapping leaves over need no line in it: they are
stated of the name whose header they repeat ("Payee VAT"), else of the only one that can have such a number, else of
the one in the column before; where that leaves a doubt, of nobody (TH858).
``property`` may depend on a cell: ``{column: role, words: {people:directorOf: [board member]}, else:
people:officerOf}`` reads the cell's words as a label of a property, then by ``words``, then takes ``else``.

Mistakes raise ConfigError TH224 (no YAML), TH225 (unknown key), TH226 (unknown term), TH227 (unknown column),
TH228 (wrong shape) or TH229 (something missing), each with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from thence.errors import ConfigError, Location
from thence.extract.columns import (
    DOCUMENT,
    HEADING,
    KINDS,
    Column,
    PropertyChoice,
    StatementPlan,
    TableMapping,
    compared_words,
    header_words,
)
from thence.names import OWL, TH, Iri, content_hash, prefixes, shorten
from thence.names import shipped as shipped_file

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = ["Mappings", "load_mappings"]


@dataclass(frozen=True, slots=True)
class Mappings:
    """The mappings in force, a user's own first.   digest: changes when any of them does."""

    tables: tuple[TableMapping, ...] = ()
    digest: str = field(default="")


def load_mappings(files: Iterable[Path], ontology: Ontology, *, shipped: bool = True) -> Mappings:
    """Return the mappings of the files, then the shipped ones, then those that the ontology's event roles imply.

    Raises ConfigError with file and line for what the module's text calls a mistake.
    """
    tables: list[TableMapping] = []
    parts: list[str] = []
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError("TH224", f"cannot read the mapping file: {error}", at=Location(str(path))) from error
        parts.append(text)
        tables += _Reader(str(path), ontology, strict=True).read(text, rank=2)
    if shipped:
        for name, text in _shipped():
            parts.append(text)
            tables += _Reader(name, ontology, strict=False).read(text, rank=1)
    tables += _implied(ontology)
    return Mappings(tuple(tables), content_hash(*parts, str(shipped), ontology.digest))


def _shipped() -> list[tuple[str, str]]:
    folder = shipped_file("ontology", "mappings")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".yaml"))
    return [(name, folder.joinpath(name).read_text(encoding="utf-8")) for name in names]


def _implied(ontology: Ontology) -> list[TableMapping]:
    """Return a mapping for each property whose event has two roles for its ends: the labels of roles are headers."""
    tables = []
    for iri in sorted(ontology.properties):
        term = ontology.properties[iri]
        if not (term.event_class and term.subject_role and term.object_role):
            continue
        roles = {role: ontology.properties.get(role) for role in (term.subject_role, term.object_role)}
        if any(role is None for role in roles.values()):
            continue
        values = [
            role
            for role in ontology.roles_of(term.event_class)
            if role in ontology.properties and role not in roles and role != TH.occurredOn
        ]
        columns = [
            Column("subject", _labels(ontology, term.subject_role)),
            Column(
                "object", _labels(ontology, term.object_role), kind=ontology.properties[term.object_role].value_kind
            ),
            *(Column(role, _labels(ontology, role), kind=ontology.properties[role].value_kind) for role in values),
            Column(
                "date",
                (frozenset({"date"}), frozenset({"day"}), frozenset({"when"})),
                kind="date",
                labels=_labels(ontology, TH.occurredOn),
            ),
        ]
        plan = StatementPlan(
            subject=("subject",),
            property=PropertyChoice(iri),
            object=("object",),
            values=(*((role, (str(role),)) for role in values), (TH.occurredOn, ("date",))),
        )
        # Amounts and dates say nothing of what they are for: then the title must.
        title = () if term.is_object else tuple(sorted({*_class_words(ontology, term.event_class)}, key=sorted))
        tables.append(TableMapping(str(iri), tuple(columns), ("subject", "object"), (plan,), title=title, rank=0))
    return tables


def _class_words(ontology: Ontology, iri: Iri) -> Iterable[frozenset[str]]:
    term = ontology.classes.get(iri)
    return [compared_words(text) for text in (term.label, *term.alternatives) if text] if term else []


def _labels(ontology: Ontology, iri: Iri) -> tuple[frozenset[str], ...]:
    """Return the header words that a term's labels and local name stand for, sorted."""
    term = ontology.properties.get(iri)
    texts = [re.split(r"[#/]", iri)[-1]]
    if term is not None:
        texts += [term.label, *term.alternatives]
    found = {header_words(text) for text in texts if text}
    return tuple(sorted((words for words in found if words), key=sorted))


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one file; strict: unknown terms are mistakes, else their statements are left out."""

    path: str
    ontology: Ontology
    strict: bool
    own: dict[str, str] = field(default_factory=dict)

    def error(self, code: str, message: str, node: yaml.Node | None, hint: str = "") -> ConfigError:
        line = node.start_mark.line + 1 if node is not None else None
        column = node.start_mark.column + 1 if node is not None else None
        return ConfigError(code, message, at=Location(self.path, line, column), hint=hint)

    def read(self, text: str, *, rank: int) -> list[TableMapping]:
        try:
            root = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            place = Location(self.path, mark.line + 1, mark.column + 1) if mark else Location(self.path)
            raise ConfigError("TH224", f"not valid YAML: {getattr(error, 'problem', error)}", at=place) from error
        if root is None:
            return []
        entries = self.members(root, "a mapping file")
        tables = []
        for name, (_, node) in entries.items():
            if name == "prefixes":
                for prefix, (_, value) in self.members(node, "prefixes").items():
                    self.own[prefix] = self.text(value)
                continue
            table = self.table(name, node, rank)
            if table is not None:
                tables.append(table)
        return tables

    def members(
        self, node: yaml.Node, what: str, known: Sequence[str] | None = None
    ) -> dict[str, tuple[yaml.Node, yaml.Node]]:
        if not isinstance(node, yaml.MappingNode):
            raise self.error("TH228", f"{what} must be a list of `key: value` lines", node)
        found: dict[str, tuple[yaml.Node, yaml.Node]] = {}
        for key, value in node.value:
            name = self.text(key)
            if known is not None and name not in known:
                near = get_close_matches(name, known, 1)
                hint = f"did you mean {near[0]}?" if near else f"known keys: {', '.join(known)}"
                raise self.error("TH225", f"unknown key {name!r} in {what}", key, hint)
            if name in found:
                raise self.error("TH225", f"key {name!r} stands twice in {what}", key)
            found[name] = (key, value)
        return found

    def text(self, node: yaml.Node) -> str:
        if not isinstance(node, yaml.ScalarNode) or not node.value:
            raise self.error("TH228", "one word or text is wanted here", node)
        return str(node.value)

    def texts(self, node: yaml.Node) -> list[str]:
        if isinstance(node, yaml.SequenceNode):
            return [self.text(item) for item in node.value]
        return [self.text(node)]

    def term(self, node: yaml.Node, *, classes: bool = False) -> Iri | None:
        """Return the IRI a term names; None for an unknown one in a file that is not strict."""
        name = self.text(node)
        known = self.ontology.classes if classes else self.ontology.properties
        spaces = {**prefixes(), **self.own}
        prefix, colon, local = name.partition(":")
        if name.startswith("<"):
            iri: Iri | None = Iri(name.strip("<>"))
        elif "://" in name or name.startswith("urn:"):
            iri = Iri(name)
        elif colon and prefix in spaces:
            iri = Iri(spaces[prefix] + local)
        elif colon and " " not in name:
            near = get_close_matches(prefix, list(spaces), 1)
            hint = f"declare it under `prefixes:`{f', or did you mean {near[0]}?' if near else ''}"
            raise self.error("TH226", f"unknown prefix {prefix!r}", node, hint)
        else:
            iri = None if classes else self.ontology.find(name)
            if classes:
                iri = next((c for c in sorted(known) if header_words(known[c].label) == header_words(name)), None)
        if iri is not None and (iri in known or iri in _WITHOUT_DECLARATION):
            return iri
        if not self.strict:
            return None
        near = get_close_matches(shorten(iri) if iri else name, [shorten(i) for i in known], 1, 0.7)
        what = "class" if classes else "property"
        hint = f"did you mean {near[0]}?" if near else f"declare the {what} in an ontology that thence.toml names"
        raise self.error("TH226", f"the ontology has no {what} {name!r}", node, hint)

    def table(self, name: str, node: yaml.Node, rank: int) -> TableMapping | None:
        known = ("columns", "needs", "any", "title", "unless", "statements", "note")
        members = self.members(node, f"the mapping {name!r}", known)
        for wanted in ("columns", "statements"):
            if wanted not in members:
                raise self.error("TH229", f"the mapping {name!r} has no {wanted!r}", node)
        columns: dict[str, Column] = {}
        for column, (key, value) in self.members(members["columns"][1], "columns").items():
            if column in (HEADING, DOCUMENT):
                raise self.error("TH225", f"{column!r} has a meaning of its own and names no column", key)
            columns[column] = self.column(column, value)
        plans_node = members["statements"][1]
        if not isinstance(plans_node, yaml.SequenceNode):
            raise self.error("TH228", "statements must be a list, each item beginning with `- `", plans_node)
        plans = []
        for item in plans_node.value:
            plan = self.plan(item, columns)
            if plan is not None:
                plans.append(plan)
        needs: tuple[str, ...] = ()
        if "needs" in members:
            needs = tuple(self.known_column(item, columns) for item in _items(members["needs"][1]))
        elif plans:
            needs = tuple(c for c in (plans[0].subject[0], plans[0].object[0]) if c in columns)
        if not plans:
            return None
        return TableMapping(
            name=name,
            columns=tuple(columns.values()),
            needs=needs,
            statements=tuple(plans),
            title=tuple(compared_words(word) for word in self.texts(members["title"][1])) if "title" in members else (),
            unless=tuple(header_words(w) for w in self.texts(members["unless"][1])) if "unless" in members else (),
            any=tuple(self.known_column(i, columns) for i in _items(members["any"][1])) if "any" in members else (),
            rank=rank,
        )

    def column(self, name: str, node: yaml.Node) -> Column:
        type_: Iri | None = None
        kind: str | None = None
        names = [name]
        if isinstance(node, yaml.MappingNode):
            members = self.members(node, f"the column {name!r}", ("names", "type", "kind"))
            if "names" in members:
                names += self.texts(members["names"][1])
            if "type" in members:
                type_ = self.term(members["type"][1], classes=True)
            if "kind" in members:
                kind = self.text(members["kind"][1])
                if kind not in KINDS:
                    hint = f"known kinds: {', '.join(KINDS)}"
                    raise self.error("TH228", f"unknown kind {kind!r}", members["kind"][1], hint)
        else:
            names += self.texts(node)
        found = dict.fromkeys(header_words(text) for text in names)
        return Column(name, tuple(words for words in found if words), type_, kind)

    def known_column(self, node: yaml.Node, columns: Mapping[str, Column]) -> str:
        name = self.text(node)
        if name not in columns:
            near = get_close_matches(name, list(columns), 1)
            hint = f"did you mean {near[0]}?" if near else f"its columns: {', '.join(columns)}"
            raise self.error("TH227", f"the mapping has no column {name!r}", node, hint)
        return name

    def side(self, node: yaml.Node, columns: Mapping[str, Column]) -> tuple[str, ...]:
        return tuple(
            self.text(item) if self.text(item) in (HEADING, DOCUMENT) else self.known_column(item, columns)
            for item in _items(node)
        )

    def plan(self, node: yaml.Node, columns: dict[str, Column]) -> StatementPlan | None:
        known = ("subject", "property", "object", "values", "from", "until", "id")
        members = self.members(node, "a statement", known)
        for wanted in ("subject", "property", "object"):
            if wanted not in members:
                raise self.error("TH229", f"a statement has no {wanted!r}", node)
        choice = self.choice(members["property"][1], columns)
        if choice is None:
            return None
        subject, object_ = self.side(members["subject"][1], columns), self.side(members["object"][1], columns)
        values: list[tuple[Iri, tuple[str, ...]]] = []
        if "values" in members:
            for key, value in self.members(members["values"][1], "values").values():
                role = self.term(key)
                names = tuple(self.known_column(item, columns) for item in _items(value))
                if role is not None and names:
                    values.append((role, names))
                    self.learn(columns, names[0], role)
        if choice.default is not None:
            term = self.ontology.properties.get(choice.default)
            for side, role in (
                (subject, term.subject_role if term else None),
                (object_, term.object_role if term else None),
            ):
                if role and side[0] in columns:
                    self.learn(columns, side[0], role)
            if term is not None and not term.is_object and object_[0] in columns:
                self.learn(columns, object_[0], choice.default)
        one = {
            key: self.known_column(members[key][1], columns) if key in members else None
            for key in ("from", "until", "id")
        }
        for bound in ("from", "until"):
            name = one[bound]
            if name is not None:
                labels = dict.fromkeys((*columns[name].labels, *_BOUNDS[bound]))
                columns[name] = replace(columns[name], kind=columns[name].kind or "date", labels=tuple(labels))
        return StatementPlan(subject, choice, object_, tuple(values), one["from"], one["until"], one["id"])

    def choice(self, node: yaml.Node, columns: Mapping[str, Column]) -> PropertyChoice | None:
        if not isinstance(node, yaml.MappingNode):
            iri = self.term(node)
            return PropertyChoice(iri) if iri is not None else None
        members = self.members(node, "property", ("column", "words", "else"))
        if "column" not in members:
            raise self.error("TH229", "a property that depends on a cell has no 'column'", node)
        words: list[tuple[frozenset[str], Iri]] = []
        if "words" in members:
            for key, value in self.members(members["words"][1], "words").values():
                iri = self.term(key)
                if iri is not None:
                    words += [(header_words(text), iri) for text in self.texts(value)]
        default = self.term(members["else"][1]) if "else" in members else None
        return PropertyChoice(default, self.known_column(members["column"][1], columns), tuple(words))

    def learn(self, columns: dict[str, Column], name: str, role: Iri) -> None:
        """Let a column go by the labels of the role it plays, and take its kind."""
        column = columns[name]
        term = self.ontology.properties.get(role)
        labels = dict.fromkeys((*column.labels, *_labels(self.ontology, role)))
        kind = column.kind or (term.value_kind if term else None)
        columns[name] = replace(column, kind=kind, labels=tuple(labels))


_BOUNDS = {
    "from": tuple(
        map(
            header_words,
            ["start date", "started", "started on", "begin", "begin date", "from date", "date from", "valid since",
             "first day", "effective date", "effective from", "in office since"],
        )
    ),
    "until": tuple(
        map(
            header_words,
            ["end date", "ended", "ended on", "until date", "date to", "to date", "valid until", "last day", "left",
             "left on", "resigned", "resigned on", "retired", "date left", "date resigned", "terminated",
             "terminated on", "in office until"],
        )
    ),
}  # fmt: skip
"""Headers that say of every state when it began and ended, where no other column of the mapping goes by them."""
_WITHOUT_DECLARATION = frozenset({TH.occurredOn, OWL.Thing})


def _items(node: yaml.Node) -> list[yaml.Node]:
    return list(node.value) if isinstance(node, yaml.SequenceNode) else [node]
