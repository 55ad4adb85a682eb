"""SPARQL: queries looked over before they run, parameters bound as terms, mistakes with their line and column."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import pyoxigraph as ox

from thence.errors import QueryError, StoreError
from thence.model.terms import Term, Triple, is_blank
from thence.names import Iri, prefixes
from thence.store.complaints import refusal, syntax_error
from thence.store.terms import Node, node_of, term_of, values_rows
from thence.store.tokens import Token, tokens

__all__ = ["Answer", "Solutions", "evaluate_expression", "run"]


@dataclass(frozen=True, slots=True)
class Solutions:
    """The answer of a SELECT query.

    variables: names without question mark, in order of the projection.   rows: one Term or None a variable.
    """

    variables: tuple[str, ...]
    rows: tuple[tuple[Term | None, ...], ...]


Answer = Solutions | bool | tuple[Triple, ...]
"""Of SELECT, of ASK, of CONSTRUCT and DESCRIBE."""

_UPDATES = frozenset({"INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "WITH"})
_FORMS = frozenset({"SELECT", "ASK", "CONSTRUCT", "DESCRIBE"})
_AGGREGATES = frozenset({"COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE", "GROUP_CONCAT"})
_CHAINING = frozenset({"UNION", "OPTIONAL", "MINUS", "BIND", "FILTER", "||", "&&", "!", "+", "-", "*", "/"})
# pyoxigraph recurses; a stack of 8 MB bears some 300 levels of function calls and 1,000 links of a chain.
_DEPTH = 100
_CHAIN = 1_000
_CHUNK = 5_000


def run(
    store: ox.Store,
    sparql: str,
    *,
    default_graphs: Sequence[Iri],
    named_graphs: Sequence[Iri] | None,
    bindings: Mapping[str, Term],
) -> Answer:
    """Return the answer of a query; see `Store.query` for what the arguments mean."""
    words = list(tokens(sparql))
    _refuse(sparql, words)
    text, shifts = _bound(sparql, words, bindings)
    has_dataset = any(word.kind == "word" and word.text.upper() == "FROM" for word in words)
    default: list[ox.NamedNode | ox.BlankNode | ox.DefaultGraph] | None = None
    named: list[ox.NamedNode | ox.BlankNode] | None = None
    if named_graphs is not None or not has_dataset:
        default = [ox.NamedNode(graph) if graph else ox.DefaultGraph() for graph in default_graphs]
        named = None if named_graphs is None else [ox.NamedNode(graph) for graph in named_graphs]
    try:
        answer = store.query(text, default_graph=default, named_graphs=named, prefixes=dict(prefixes()))
        if isinstance(answer, ox.QueryBoolean):
            return bool(answer)
        if isinstance(answer, ox.QuerySolutions):
            rows = tuple(tuple(None if node is None else term_of(node) for node in row) for row in answer)
            return Solutions(tuple(variable.value for variable in answer.variables), rows)
        found = {(term_of(t.subject), term_of(t.predicate), term_of(t.object)) for t in answer}
        return tuple(sorted(found))
    except SyntaxError as error:
        raise syntax_error(error, sparql, words, shifts=shifts) from error
    except (RuntimeError, ValueError) as error:
        raise QueryError("TH405", f"the query cannot be evaluated: {error}") from error
    except OSError as error:
        raise StoreError("TH603", f"the store cannot be read: {error}") from error


def evaluate_expression(
    expression: str, names: Sequence[str], rows: Sequence[Sequence[Term]], *, prefixes: Mapping[str, str]
) -> list[Term | None]:
    """Return the value of a SPARQL expression for each row, in order; None where it is an error.

    names: the variables that the columns of ``rows`` bind, without question mark.   prefixes: those the expression may
    use, besides the shipped ones.   Values come in the store's spelling. Aggregates are refused; NOW, RAND, UUID and
    BNODE are not, though no two calls agree on them.
    Raises QueryError TH401 with the column in the expression.
    """
    words = list(tokens(expression))
    _refuse_expression(expression, words)
    known = dict(_shipped() | dict(prefixes))
    results: list[Term | None] = [None] * len(rows)
    plain = [index for index, row in enumerate(rows) if not any(map(is_blank, row))]
    try:
        for start in range(0, len(plain) or 1, _CHUNK):
            chunk = plain[start : start + _CHUNK]
            for position, _, value in values_rows(expression, tuple(names), [tuple(rows[i]) for i in chunk], known):
                results[chunk[position]] = value
        if len(plain) < len(rows):
            # VALUES cannot hold blank nodes; substitution can, but only of variables that are projected.
            bound: dict[ox.Variable, Node]
            query = f"SELECT {' '.join(f'?{name}' for name in names)} ({expression}\n AS ?_value_) {{}}"
            for index in sorted(set(range(len(rows))) - set(plain)):
                bound = {ox.Variable(name): node_of(term) for name, term in zip(names, rows[index], strict=True)}
                results[index] = _single(ox.Store().query(query, prefixes=known, substitutions=bound))
    except SyntaxError as error:
        raise syntax_error(error, expression, words, shifts=[(0, len("SELECT ?_row_ ("))], known=known) from error
    except RuntimeError as error:
        raise QueryError("TH405", f"the expression cannot be evaluated: {error}", excerpt=expression) from error
    return results


def _shipped() -> dict[str, str]:
    return dict(prefixes())


def _single(answer: ox.QuerySolutions | ox.QueryBoolean | ox.QueryTriples) -> Term | None:
    assert isinstance(answer, ox.QuerySolutions)
    value = next(iter(answer))["_value_"]
    return None if value is None else term_of(value)


def _refuse_expression(expression: str, words: Sequence[Token]) -> None:
    """Raise QueryError for text that would not stay inside its brackets, or that groups."""
    depth = 0
    for word in words:
        if word.kind == "word" and word.text.upper() in _AGGREGATES:
            raise refusal(
                "TH401", f"an aggregate ({word.text}) has no place in an expression over rows", expression, word
            )
        if word.kind == "word" and word.text.upper() == "AS" and depth == 0:
            raise refusal("TH401", "AS has no place in an expression", expression, word)
        depth += (word.text in "([{") - (word.text in ")]}") if word.kind == "mark" else 0
        if depth < 0:
            raise refusal("TH401", f"{word.text!r} closes nothing", expression, word)
    if depth or not words:
        raise QueryError("TH401", "a bracket is never closed" if words else "an empty expression", excerpt=expression)
    _refuse_nesting(expression, words)
    _refuse_service(expression, words)


def _refuse(sparql: str, words: Sequence[Token]) -> None:
    """Raise QueryError for what must not reach the engine: updates, SERVICE, nesting that would end the process."""
    form = _form(words)
    if form is None:
        raise QueryError("TH401", "the query is empty", hint="a query begins with SELECT, ASK, CONSTRUCT or DESCRIBE")
    if form.text.upper() in _UPDATES:
        raise refusal("TH402", f"updates are refused here: {form.text}", sparql, form, "a query only reads")
    if form.kind != "word" or form.text.upper() not in _FORMS:
        hint = "a query begins with SELECT, ASK, CONSTRUCT or DESCRIBE, after its prefixes"
        raise refusal("TH401", f"unexpected {form.text!r}", sparql, form, hint)
    _refuse_nesting(sparql, words)
    _refuse_service(sparql, words)


def _form(words: Sequence[Token]) -> Token | None:
    """Return the first word after the prologue."""
    index = 0
    while index < len(words):
        word = words[index].text.upper()
        if word == "PREFIX":
            index += 3
        elif word in {"BASE", "VERSION"}:
            index += 2
        else:
            return words[index]
    return None


def _refuse_service(text: str, words: Sequence[Token]) -> None:
    for word in words:
        spelled = word.text.upper()
        # "1<2)SERVICE?s#>" looks like an IRI; only there can the word hide from a scanner that knows no grammar.
        hidden = word.kind == "iri" and re.search(r"\).*SERVICE", spelled)
        if hidden or (word.kind == "word" and spelled == "SERVICE"):
            raise refusal("TH402", "SERVICE is refused: a query stays inside its store", text, word)
        if word.kind == "mark" and word.text == "\\":
            raise refusal("TH401", "unexpected '\\'", text, word)


def _refuse_nesting(text: str, words: Sequence[Token]) -> None:
    depth = chain = loose = 0
    for word in words:
        if word.kind == "mark":
            depth += (word.text in "([{") - (word.text in ")]}")
            inner = 0
        else:
            # Brackets inside what looks like an IRI may be an expression after a less-than sign.
            opened = sum(map(word.text.count, "([{")) if word.kind == "iri" else 0
            inner = opened
            loose += max(0, opened - sum(map(word.text.count, ")]}"))) if opened else 0
        chain += word.text.upper() in _CHAINING if word.kind in {"mark", "word"} else 0
        if max(depth + inner, loose) > _DEPTH:
            raise refusal("TH403", f"brackets nest deeper than {_DEPTH} levels", text, word)
        if chain > _CHAIN:
            raise refusal(
                "TH403", f"more than {_CHAIN:,} operators in one query", text, word, "use VALUES or IN for lists"
            )


def _bound(sparql: str, words: Sequence[Token], bindings: Mapping[str, Term]) -> tuple[str, list[tuple[int, int]]]:
    """Return the query with each binding joined to every group that names its variable, and where text was put in.

    A ``VALUES`` block is a join: it means what putting the term in the variable's place would mean, in subqueries and
    filters too, and leaves the variable free to be projected.
    """
    if not bindings:
        return sparql, []
    spelled: dict[str, Term] = {}
    for name, term in bindings.items():
        if is_blank(term):
            raise QueryError("TH404", f"?{name} cannot be bound to a blank node", hint="bind an IRI or a literal")
        try:
            # The term's own text goes through the engine's terms once more: nothing but a term can come out.
            spelled[name] = term_of(node_of(term))
        except ValueError as error:
            raise QueryError("TH404", f"?{name} cannot be bound to {term}: {error}") from error
    groups = _groups(words, set(bindings))
    missing = sorted(set(bindings) - set().union(*(names for _, names in groups)))
    if missing:
        raise QueryError("TH404", f"the pattern of the query does not name ?{missing[0]}", excerpt=sparql.strip())
    shifts: list[tuple[int, int]] = []
    parts: list[str] = []
    at = 0
    for opening, names in sorted(groups):
        if not names:
            continue
        block = "".join(f" VALUES ?{name} {{ {spelled[name]} }}" for name in sorted(names))
        parts += [sparql[at:opening], block]
        shifts.append((opening, len(block)))
        at = opening
    return "".join([*parts, sparql[at:]]), shifts


def _groups(words: Sequence[Token], wanted: Collection[str]) -> list[tuple[int, frozenset[str]]]:
    """Return each group pattern's place (after its brace) with the wanted variables that it names itself.

    What a projection or a CONSTRUCT template names counts for the group behind it.
    """
    found: list[tuple[int, frozenset[str]]] = []
    open_: list[tuple[int | None, set[str]]] = []
    ahead: set[str] = set()
    before, projecting = "", False
    for index, word in enumerate(words):
        spelled = word.text.upper()
        if word.kind == "word":
            before = spelled
            projecting = projecting or spelled in {"SELECT", "DESCRIBE"}
        elif word.text == "{":
            after = words[index + 1].text.upper() if index + 1 < len(words) else ""
            if before in {"VALUES", "CONSTRUCT"} or after == "SELECT":
                open_.append((None, ahead if before == "CONSTRUCT" else set()))
            else:
                open_.append((word.end, ahead))
                ahead, projecting = set(), False
            before = ""
        elif word.text == "}" and open_:
            place, names = open_.pop()
            if place is not None:
                found.append((place, frozenset(names)))
        elif word.kind == "variable" and word.text[1:] in wanted:
            names = open_[-1][1] if open_ and not projecting else ahead
            names.add(word.text[1:])
    return found
