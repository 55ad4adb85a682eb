"""What follows the summary of a build: one proof from this very graph, and what to type next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thence.cli import console
from thence.cli.words import command, option_w
from thence.model.terms import Triple, iri_of, is_iri
from thence.pipeline import BuildReport
from thence.query import Explanation, explain, telling_fact
from thence.store import Store

__all__ = ["invitation"]

_MOST_FACTS = 200_000
_MOST_LINES = 40


def invitation(built: BuildReport) -> Iterator[str]:
    """Yield the proof of the derived fact that tells most, and commands with names of this graph.

    Nothing is proved where nothing was derived, or where looking for the deepest proof would take long.
    """
    place = option_w(built.workspace)
    if not built.counts.get("statements"):
        return
    explanation = _telling(built)
    if explanation is not None:
        lines = explanation.lines()
        yield ""
        yield console.styled("No document states this, yet it follows:", "bold")
        yield from (f"  {line}".rstrip() for line in lines[:_MOST_LINES])
        if len(lines) > _MOST_LINES:
            yield f"  and {len(lines) - _MOST_LINES} more lines: {command('why', *place, *explanation.asked)}"
    yield ""
    yield "Next:"
    yield from (f"  {line}" for line in _commands(explanation, place))


def _telling(built: BuildReport) -> Explanation | None:
    if not 0 < built.counts.get("derived", 0) <= _MOST_FACTS:
        return None
    with Store.open(built.workspace.directory, read_only=True) as store:
        fact = telling_fact(store)
        return explain(store, fact, root=built.workspace.root, options=built.options) if fact is not None else None


def _commands(explanation: Explanation | None, place: Sequence[str]) -> Iterator[str]:
    if explanation is not None and explanation.fact is not None:
        yield command("ask", "about", *place, "--what", _name(explanation, explanation.fact))
        yield command("why", *place, *explanation.asked)
    else:
        yield command("ask", *place)
    yield command("check", *place)
    yield command("export", *place, "-o", "graph.ttl")


def _name(explanation: Explanation, fact: Triple) -> str:
    return explanation.asked[2] if is_iri(fact[2]) and iri_of(fact[2]) in explanation.words.labels else fact[2]
