"""Answers of saved questions for people: a line a finding, with the words that say so under it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from thence.cli import console
from thence.cli.results import answer_json, is_numeric, rendered, term_for_people
from thence.cli.table import counted, table
from thence.model.terms import Term, iri_of, is_iri
from thence.names import TH
from thence.query import Asked
from thence.query.wording import Wording
from thence.store.sparql import Solutions

__all__ = ["asked_json", "asked_lines", "sum_lines"]

_LABEL = "Label"
_WORDS = ("path", "quote")
_PATH = frozenset({"via", "subject", "relation", "object"})
_UNLABELLED = Wording({}, {})
_INNER = frozenset({"statement", "event", "rule", "length", "step"})


def asked_json(asked: Asked) -> dict[str, Any]:
    """Return an answer as SPARQL 1.1 Results JSON, with the question, sums and notes beside head and results."""
    return {
        **answer_json(asked.answer),
        "question": asked.template.name,
        "bound": {name: list(terms) for name, terms in asked.bound.items()},
        "sums": [{"unit": each.unit, "amount": each.amount, "count": each.count} for each in asked.sums],
        "notes": list(asked.notes),
    }


def sum_lines(asked: Asked) -> Iterator[str]:
    """Yield the sums of an answer, a line a unit."""
    for each in asked.sums:
        yield f"total: {each.unit} {each.amount} ({counted(each.count, 'entry', 'entries')})"


def asked_lines(asked: Asked, *, width: int | None) -> Iterator[str]:
    """Yield an answer for people: columns of names instead of IRIs, each row followed by its words, then the sums.

    Columns that only programs need (statements, events, rules by IRI) and empty ones are left out.
    """
    answer = asked.answer
    if not isinstance(answer, Solutions):
        yield from "".join(
            part if isinstance(part, str) else part.decode() for part in rendered(answer, None)
        ).splitlines()
        return
    if not answer.rows:
        return
    if set(answer.variables) >= _PATH:
        yield from _paths(answer, width)
        return
    columns = _columns(answer)
    grouped: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for row in answer.rows:
        shown = tuple(_cell(row, own, label) for _, own, label in columns)
        words = [_text(row, answer, name) for name in _WORDS]
        grouped.setdefault(shown, [])
        if any(words) and (words[0], words[1]) not in grouped[shown]:
            grouped[shown].append((words[0], words[1]))
    kept = [at for at in range(len(columns)) if any(row[at] for row in grouped)]
    right = {place for place, at in enumerate(kept) if is_numeric(row[columns[at][1]] for row in answer.rows)}
    rows = [[row[at] for at in kept] for row in grouped]
    head = [columns[at][0] for at in kept]
    yield from _interleaved(table(head, rows, right=right), list(grouped.values()), width)
    yield from sum_lines(asked)


def _paths(answer: Solutions, width: int | None) -> Iterator[str]:
    """Yield paths, each under a heading with the things it leads through, its facts and their words below."""
    places = {name: at for at, name in enumerate(answer.variables)}
    told: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for row in answer.rows:
        parts = [_cell(row, places[name], places.get(name + _LABEL)) for name in ("subject", "relation", "object")]
        status = _text(row, answer, "status")
        fact = " ".join(parts) + (f"  ({status})" if status == "derived" else "")
        words = told.setdefault((_text(row, answer, "via"), fact), [])
        quote = (_text(row, answer, "path"), _text(row, answer, "quote"))
        if any(quote) and quote not in words:
            words.append(quote)
    heading = ""
    for (via, fact), words in told.items():
        if via != heading:
            yield from ([""] if heading else [])
            yield console.styled(via, "bold")
            heading = via
        yield f"  {fact}"
        yield from _quotes(words, width)


def _interleaved(lines: Sequence[str], words: Sequence[Sequence[tuple[str, str]]], width: int | None) -> Iterator[str]:
    yield from lines[:2]
    for line, quotes in zip(lines[2:], words, strict=True):
        yield line
        yield from _quotes(quotes, width)


def _quotes(quotes: Sequence[tuple[str, str]], width: int | None) -> Iterator[str]:
    for path, quote in quotes:
        text = f"{path}: “{quote}”" if quote else path
        for part in textwrap.wrap(text, (width or 10_000) - 4, subsequent_indent="  "):
            yield "    " + console.styled(part, "dim")


def _columns(answer: Solutions) -> list[tuple[str, int, int | None]]:
    """Return the columns that people see: name, position, position of its label."""
    places = {name: at for at, name in enumerate(answer.variables)}
    columns: list[tuple[str, int, int | None]] = []
    for name, at in places.items():
        if name.endswith(_LABEL) and name.removesuffix(_LABEL) in places and name != _LABEL:
            if name.removesuffix(_LABEL) in _INNER:
                columns.append((name.removesuffix(_LABEL), at, None))
            continue
        if name not in _WORDS and name not in _INNER:
            columns.append((name, at, places.get(name + _LABEL)))
    return columns


def _cell(row: Sequence[Term | None], own: int, label: int | None) -> str:
    term = (row[label] if label is not None else None) or row[own]
    if term is None:
        return ""
    if is_iri(term) and iri_of(term) in TH:
        return iri_of(term).removeprefix(TH.base).lower()
    return _UNLABELLED.verb(term) if is_iri(term) else term_for_people(term)


def _text(row: Sequence[Term | None], answer: Solutions, name: str) -> str:
    term = row[answer.variables.index(name)] if name in answer.variables else None
    return "" if term is None else term_for_people(term)
