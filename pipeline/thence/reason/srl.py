"""SPARQL-RL text to rules: `RULE { head } WHERE { body }` and its kin, with the marked extensions.

The dialect is that of the W3C tests of July 2026. Beyond it: ``CONSTRAINT``, ``@label``, ``@message``, ``@confidence``,
``@severity``, ``SKOLEM(tag, …)``, and the spellings of SPARQL's CONSTRUCT (``BIND``, ``FILTER NOT EXISTS``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lark import Token, Tree

from thence.errors import Location
from thence.model.finding import Severity
from thence.model.rule import (
    Assignment,
    Call,
    Element,
    Filter,
    Negation,
    Node,
    Pattern,
    Rule,
    RuleKind,
    Variable,
    is_hidden,
    is_variable,
)
from thence.model.terms import Term, iri_term, literal
from thence.names import RDF, Iri, content_hash, mint, mint_rule
from thence.reason.scope import Scope
from thence.reason.source import Place, Source, Written
from thence.reason.syntax import Node as SyntaxNode
from thence.reason.syntax import children, parse, place_of

__all__ = ["Draft", "finish", "notes_of", "parse_srl"]

_TYPE = iri_term(RDF.type)
_FIRST, _REST, _NIL = iri_term(RDF.first), iri_term(RDF.rest), iri_term(RDF.nil)
_REIFIES = iri_term(RDF.reifies)


def parse_srl(
    text: str, *, path: str = "<rules>", prefixes: Mapping[str, str] | None = None, shipped: bool = True
) -> tuple[Written, ...]:
    """Return the rules of an SRL text in the order written; ``DATA`` gives rules without a body.

    prefixes: those that hold where the text declares none.   shipped: whether thence's own prefixes hold too.
    Raises RuleError TH301 (syntax), TH308 (undeclared prefix), TH311, TH312 or TH314.
    """
    source = Source(text, path)
    scope = Scope(source, prefixes or {}, shipped=shipped)
    return tuple(_items(parse(source, "ruleset"), scope))


def _items(tree: SyntaxNode, scope: Scope) -> Iterator[Written]:
    for item in tree.children:
        assert isinstance(item, Tree)
        match item.data:
            case "base":
                scope.set_base(_token(item.children[0]))
            case "prefix":
                scope.set_prefix(_token(item.children[0]), _token(item.children[1]))
            case "version":
                pass
            case "data":
                yield from _data(item, scope)
            case "declaration":
                yield from _declaration(item, scope)
            case _:
                yield _rule(item, scope)


def _token(node: Any) -> Token:
    assert isinstance(node, Token)
    return node


class Draft:
    """The head or body of a rule while its tree is read.

    role: "head", "body" or "data"; a path or a variable may not stand everywhere.
    """

    def __init__(self, scope: Scope, role: str, *, serial: int = 0) -> None:
        self.scope = scope
        self.role = role
        self.serial = serial
        self.elements: list[Element] = []
        self.places: list[Place] = []

    def add(self, element: Element, place: Place) -> None:
        """Take one element and where it stands."""
        self.elements.append(element)
        self.places.append(place)

    def fresh(self) -> Variable:
        """Return a hidden variable nobody has used in this rule."""
        self.serial += 1
        return Variable(f"?.{self.role[0]}{self.serial}")

    # ---- nodes ---------------------------------------------------------------------------------
    def node(self, tree: SyntaxNode | Token) -> Node:
        """Return a node of a triple; what hangs on it (a list, brackets, a reifier) is added to the elements."""
        if isinstance(tree, Token):
            if self.role == "data" and tree.type == "VAR":
                raise self.scope.source.error("TH301", f"variable {tree} in DATA", place_of(tree), hint="use RULE")
            return self.scope.node(tree)
        match tree.data:
            case "blank":
                token = _token(tree.children[0])
                return self.fresh() if token.type == "ANON" else Variable(f"?._{str(token)[2:]}")
            case "bracket":
                node = self.fresh()
                self.properties(node, children(tree, "properties")[0])
                return node
            case "collection":
                return self._collection(tree)
            case "reified":
                return self._reified(tree)
            case "triple_term":
                return self._triple_term(tree)
            case _:
                return self.scope.node(tree)

    def _collection(self, tree: SyntaxNode) -> Node:
        nodes = [self.node(child) for child in tree.children]
        place = place_of(tree)
        cells: list[Node] = [*(self.fresh() for _ in nodes), _NIL]
        for node, cell, after in zip(nodes, cells, cells[1:], strict=False):
            self.add(Pattern(cell, _FIRST, node), place)
            self.add(Pattern(cell, _REST, after), place)
        return cells[0]

    def _reified(self, tree: SyntaxNode) -> Node:
        subject, verb, obj, *rest = tree.children
        triple = (self.node(subject), self._simple_verb(_tree(verb)), self.node(obj))
        return self._reifier(_tree(rest[0]) if rest else None, triple, place_of(tree))

    def _reifier(self, tree: SyntaxNode | None, triple: tuple[Node, Node, Node], place: Place) -> Node:
        node = self.node(tree.children[0]) if tree is not None and tree.children else self.fresh()
        self.add(Pattern(node, _REIFIES, _term_text(triple)), place)
        return node

    def _triple_term(self, tree: SyntaxNode) -> Node:
        subject, verb, obj = tree.children
        return _term_text((self.node(subject), self._simple_verb(_tree(verb)), self.node(obj)))

    # ---- verbs and paths -----------------------------------------------------------------------
    def _steps(self, path: SyntaxNode) -> list[tuple[Node, bool]]:
        """Return the path as (property, inverse) steps."""
        steps: list[tuple[Node, bool]] = []
        for step in children(path, "step"):
            inverse = any(isinstance(part, Token) and part.type == "INVERSE_MARK" for part in step.children)
            last = step.children[-1]
            if isinstance(last, Tree) and last.data == "path":
                inner = self._steps(last)
                steps += [(node, not back) for node, back in reversed(inner)] if inverse else inner
            else:
                steps.append((self.scope.node(last), inverse))
        return steps

    def _simple_verb(self, verb: SyntaxNode) -> Node:
        inner = verb if verb.data == "verb_node" else _tree(verb.children[0])
        if inner.data == "verb_node":
            return self.node(inner.children[0])
        steps = self._steps(inner)
        if len(steps) > 1 or steps[0][1]:
            where = {"head": "a head", "data": "DATA"}.get(self.role, "a reified triple")
            hint = "paths belong into the body's triples"
            raise self.scope.source.error("TH301", f"a property path in {where}", place_of(verb), hint=hint)
        return steps[0][0]

    def properties(self, subject: Node, tree: SyntaxNode, *, paths: bool = True) -> None:
        """Take a property list."""
        for verb, objects in zip(tree.children[::2], tree.children[1::2], strict=True):
            for obj in _tree(objects).children:
                self._object(subject, _tree(verb), _tree(obj), paths=paths)

    def _object(self, subject: Node, verb: SyntaxNode, tree: SyntaxNode, *, paths: bool) -> None:
        place = place_of(verb)
        obj = self.node(tree.children[0])
        inner = verb if verb.data == "verb_node" else _tree(verb.children[0])
        steps = self._steps(inner) if inner.data == "path" else []
        if self.role == "body" and paths and (len(steps) > 1 or (steps and steps[0][1])):
            if len(tree.children) > 1:
                raise self.scope.source.error("TH301", "an annotation on a property path", place)
            self._path(subject, steps, obj, place)
            return
        triple = (subject, self._simple_verb(verb), obj)
        self.add(Pattern(*triple), place)
        reifier: Node | None = None
        for part in tree.children[1:]:
            mark = _tree(part)
            if mark.data == "reifier":
                reifier = self._reifier(mark, triple, place)
            else:
                node = reifier if reifier is not None else self._reifier(None, triple, place)
                self.properties(node, children(mark, "properties")[0], paths=False)
                reifier = None

    def _path(self, subject: Node, steps: list[tuple[Node, bool]], obj: Node, place: Place) -> None:
        nodes: list[Node] = [subject, *(self.fresh() for _ in steps[1:]), obj]
        for (step, inverse), start, end in zip(steps, nodes, nodes[1:], strict=False):
            self.add(Pattern(end, step, start) if inverse else Pattern(start, step, end), place)

    # ---- elements ------------------------------------------------------------------------------
    def block(self, tree: SyntaxNode) -> None:
        """Take everything between the braces of a head, a body or a NOT."""
        for child in tree.children:
            part = _tree(child)
            match part.data:
                case "triples":
                    self._triples(part)
                case "filter":
                    self.add(Filter(self.scope.expression(part.children[0])), place_of(part))
                case "assignment":
                    value = self.scope.expression(part.children[1])
                    self.add(Assignment(self.scope.variable(_token(part.children[0])), value), place_of(part))
                case "bind":
                    value = self.scope.expression(part.children[0])
                    self.add(Assignment(self.scope.variable(_token(part.children[1])), value), place_of(part))
                case _:
                    inner = Draft(self.scope, "body", serial=self.serial)
                    inner.block(part)
                    self.serial = inner.serial
                    body = tuple(element for element in inner.elements if isinstance(element, Pattern | Filter))
                    self.add(Negation(body), place_of(part))

    def _triples(self, tree: SyntaxNode) -> None:
        subject = self.node(tree.children[0])
        for properties in children(tree, "properties"):
            self.properties(subject, properties)


def _tree(node: Any) -> SyntaxNode:
    assert isinstance(node, Tree)
    return node


def _term_text(triple: tuple[Node, Node, Node]) -> Node:
    return Term("<<( " + " ".join(triple) + " )>>")


def notes_of(tree: SyntaxNode, scope: Scope) -> dict[str, Any]:
    """Return label, message, confidence and severity as the ``@`` notes before a rule give them."""
    notes: dict[str, Any] = {}
    for child in tree.children:
        if not isinstance(child, Tree) or child.data not in {"label", "message", "confidence", "severity"}:
            continue
        token = _token(child.children[0])
        if child.data in {"label", "message"}:
            notes[child.data] = scope.string(token)
        elif child.data == "confidence":
            notes["confidence"] = float(token)
            if not 0 <= notes["confidence"] <= 1:
                raise scope.source.error("TH301", f"confidence {token} is not within 0 and 1", place_of(token))
        else:
            names = {severity.label: severity for severity in Severity}
            if str(token).lower() not in names:
                hint = "write info, warning or violation"
                raise scope.source.error("TH301", f"unknown severity {token}", place_of(token), hint=hint)
            notes["severity"] = names[str(token).lower()]
    return notes


def _rule(tree: SyntaxNode, scope: Scope) -> Written:
    body = Draft(scope, "body")
    body.block(children(tree, "body")[0])
    head = Draft(scope, "head")
    for template in children(tree, "template"):
        head.block(template)
    iris = children(tree, "iri")
    iri = scope.iri(iris[0]) if iris else None
    kind = RuleKind.DENIES if tree.data == "constraint" else RuleKind.DERIVES
    return finish(tree, scope, head, body, iri=iri, kind=kind)


def finish(
    tree: SyntaxNode, scope: Scope, head: Draft, body: Draft, *, iri: Iri | None, kind: RuleKind = RuleKind.DERIVES
) -> Written:
    """Return the rule of a head and a body, named by its author or by its content.

    A blank node in the head becomes a node invented from the rule and the named variables of the body
    (SPARQL 1.1, section 16.2.1: one for each solution), the same in each run.
    """
    templates = tuple(element for element in head.elements if isinstance(element, Pattern))
    elements, places = list(body.elements), list(body.places)
    key = content_hash(kind, repr(templates), repr(tuple(elements)))
    named = iri is not None
    if iri is None:
        first = templates[0].predicate if templates else "constraint" if kind is RuleKind.DENIES else "nothing"
        if first == _TYPE and not is_variable(templates[0].object):
            first = templates[0].object
        iri = mint_rule(scope.source.name, f"{_local(first)[:30]}-{key[:8]}")
    known = sorted({node for part in elements if isinstance(part, Pattern) for node in part.variables})
    known += [part.variable for part in elements if isinstance(part, Assignment)]
    shown = tuple(node for node in known if not is_hidden(node)) or tuple(known)
    for blank in sorted({node for template in templates for node in template.variables if is_hidden(node)}):
        elements.append(Assignment(blank, Call("SKOLEM", (literal(f"{iri}{blank[1:]}"), *shown))))
        places.append(place_of(tree))
    meta = tree.meta
    rule = Rule(
        iri=iri,
        name=_local(iri),
        rule_set=iri.split(":")[3] if iri.startswith("urn:thence:rule:") and iri.count(":") > 3 else scope.source.name,
        head=templates,
        body=tuple(elements),
        at=Location(scope.source.path, *place_of(tree)),
        text=scope.source.text[meta.start_pos : meta.end_pos],
        kind=kind,
        **notes_of(tree, scope),
    )
    return Written(rule, scope.source, tuple(head.places), tuple(places), dict(scope.prefixes), named)


def _local(iri: str) -> str:
    """Return the last part of an IRI."""
    return iri.strip("<>?").replace("#", "/").replace(":", "/").rstrip("/").rsplit("/", 1)[-1]


def _data(tree: SyntaxNode, scope: Scope) -> Iterator[Written]:
    """Yield a bodiless rule for each triple of a DATA block; its blank nodes are the block's own."""
    draft = Draft(scope, "data")
    for template in children(tree, "template"):
        draft.block(template)
    block = content_hash(scope.source.name, repr(draft.elements))
    for element, place in zip(draft.elements, draft.places, strict=True):
        assert isinstance(element, Pattern)
        nodes = [iri_term(mint("sk", block, node)) if is_variable(node) else node for node in element]
        pattern = Pattern(*nodes)
        iri = mint_rule(scope.source.name, f"data-{content_hash(repr(pattern))[:12]}")
        rule = Rule(
            iri=iri,
            name="data",
            rule_set=scope.source.name,
            head=(pattern,),
            body=(),
            at=Location(scope.source.path, *place),
            text=f"DATA {{ {pattern} }}",
        )
        yield Written(rule, scope.source, (place,), (), dict(scope.prefixes))


def _declaration(tree: SyntaxNode, scope: Scope) -> Iterator[Written]:
    """Yield the rules of TRANSITIVE(p), SYMMETRIC(p) or INVERSE(p, q)."""
    kind = _token(tree.children[0]).type
    terms = [iri_term(scope.iri(child)) for child in children(tree, "iri")]
    x, y, z = Variable("?x"), Variable("?y"), Variable("?z")
    place = place_of(tree)
    if kind == "TRANSITIVE":
        bodies = [(Pattern(x, terms[0], z), [Pattern(x, terms[0], y), Pattern(y, terms[0], z)])]
    elif kind == "SYMMETRIC":
        bodies = [(Pattern(y, terms[0], x), [Pattern(x, terms[0], y)])]
    else:
        bodies = [(Pattern(y, b, x), [Pattern(x, a, y)]) for a, b in (terms, terms[::-1])]
    for template, patterns in bodies:
        head, body = Draft(scope, "head"), Draft(scope, "body")
        head.add(template, place)
        for pattern in patterns:
            body.add(pattern, place)
        yield finish(tree, scope, head, body, iri=None)
