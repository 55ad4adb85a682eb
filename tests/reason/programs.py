"""Random facts and rules for properties: recursion, absence, comparison, classes and variable predicates."""

from __future__ import annotations

from hypothesis import strategies as st

from thence.errors import Location, RuleError
from thence.model.rule import Call, Element, Filter, Negation, Node, Pattern, Rule, RuleSet, Variable
from thence.model.terms import Term, Triple, literal
from thence.names import RDF, XSD, Iri
from thence.reason.stratify import stratify

__all__ = ["facts", "programs"]

_TYPE = Term(f"<{RDF.type}>")
_PROPERTIES = [Term(f"<urn:p{number}>") for number in range(3)]
_CLASSES = [Term(f"<urn:C{number}>") for number in range(2)]
_NODES = [Term(f"<urn:n{number}>") for number in range(4)]
_NUMBERS = [literal(str(number), XSD.integer) for number in range(3)]
_VARIABLES = [Variable(f"?{name}") for name in "xyzw"]

_ends = st.sampled_from(_NODES)
_fact = st.one_of(
    st.tuples(_ends, st.sampled_from(_PROPERTIES), _ends),
    st.tuples(_ends, st.sampled_from(_PROPERTIES), st.sampled_from([*_NODES, *_NUMBERS])),
    st.tuples(_ends, st.just(_TYPE), st.sampled_from(_CLASSES)),
)
facts: st.SearchStrategy[frozenset[Triple]] = st.frozensets(_fact, min_size=5, max_size=16)


@st.composite
def _pattern(draw: st.DrawFn, variables: list[Variable], *, wild: bool = True) -> Pattern:
    def node() -> Node:
        return draw(_ends) if draw(st.integers(0, 11)) == 7 else draw(st.sampled_from(variables))

    kind = draw(st.integers(0, 15))
    if kind < 3:
        return Pattern(node(), _TYPE, draw(st.sampled_from(_CLASSES)))
    if kind == 3 and wild:
        return Pattern(node(), _TYPE, draw(st.sampled_from(variables)))
    if kind == 4 and wild:
        return Pattern(node(), draw(st.sampled_from(variables)), node())
    return Pattern(node(), draw(st.sampled_from(_PROPERTIES)), node())


_X, _Y, _Z, _W = _VARIABLES


@st.composite
def _body(draw: st.DrawFn) -> list[Element]:
    """Return positive patterns: of a shape that usually joins, or any."""
    p, q, r = (draw(st.sampled_from(_PROPERTIES)) for _ in range(3))
    shapes: list[list[Element]] = [
        [Pattern(_X, p, _Y)],
        [Pattern(_X, p, _Y), Pattern(_Y, q, _Z)],
        [Pattern(_X, p, _Y), Pattern(_Y, p, _Z)],
        [Pattern(_X, p, _Y), Pattern(_Z, q, _Y)],
        [Pattern(_X, p, _Y), Pattern(_Y, q, _Z), Pattern(_Z, r, _W)],
        [Pattern(_X, p, _Y), Pattern(_Y, q, _X)],
        [Pattern(_X, p, _Y), Pattern(_Y, _TYPE, draw(st.sampled_from(_CLASSES)))],
        [Pattern(_X, p, _Y), Pattern(_Z, q, _W)],
    ]
    if draw(st.integers(0, 3)) == 0:
        return list(draw(st.lists(_pattern(_VARIABLES), min_size=1, max_size=3)))
    return draw(st.sampled_from(shapes))


@st.composite
def _rule(draw: st.DrawFn, number: int) -> Rule:
    body = list(draw(_body()))
    bound = sorted({v for part in body if isinstance(part, Pattern) for v in part.variables}) or []
    if len(bound) > 1 and draw(st.integers(0, 2)) == 0:
        operator = draw(st.sampled_from(["<", "!=", "!="]))
        left, right = draw(st.permutations(bound))[:2]
        body.append(Filter(Call(operator, (left, right))))
    if draw(st.integers(0, 3)) == 0:
        inner = draw(st.lists(_pattern([*bound, Variable("?free")], wild=False), min_size=1, max_size=2))
        body.append(Negation(tuple(inner)))
    nodes: st.SearchStrategy[Node] = st.sampled_from(bound) if bound else _ends
    head = []
    for _ in range(draw(st.sampled_from([1, 1, 1, 2]))):
        kind = draw(st.integers(0, 11))
        if kind < 3:
            head.append(Pattern(draw(nodes), _TYPE, draw(st.sampled_from(_CLASSES))))
        elif kind == 3:
            head.append(Pattern(draw(nodes), draw(nodes), draw(nodes)))
        elif kind == 4:
            head.append(Pattern(draw(nodes), _TYPE, draw(nodes)))
        elif kind < 8 and {_X, _Z} <= set(bound):
            head.append(Pattern(_X, draw(st.sampled_from(_PROPERTIES)), _Z))
        else:
            head.append(Pattern(draw(nodes), draw(st.sampled_from(_PROPERTIES)), draw(nodes)))
    iri = Iri(f"urn:thence:rule:test:r{number}")
    return Rule(iri, f"r{number}", "test", tuple(head), tuple(body), Location("test"), "")


def _transitivity(predicate: Term) -> Rule:
    body = (Pattern(_X, predicate, _Y), Pattern(_Y, predicate, _Z))
    iri = Iri("urn:thence:rule:test:transitive")
    return Rule(iri, "transitive", "test", (Pattern(_X, predicate, _Z),), body, Location("test"), "")


@st.composite
def programs(draw: st.DrawFn) -> RuleSet:
    """Return a checked rule set; rules that close a circle through an absence are left out."""
    rules: list[Rule] = []
    for number in range(draw(st.integers(1, 5))):
        rule = draw(_rule(number))
        try:
            stratify([*rules, rule])
        except RuleError:
            continue
        rules.append(rule)
    if draw(st.integers(0, 2)) == 0:
        rule = _transitivity(draw(st.sampled_from(_PROPERTIES)))
        try:
            stratify([*rules, rule])
            rules.append(rule)
        except RuleError:
            pass
    return RuleSet(tuple(rules), stratify(rules))
