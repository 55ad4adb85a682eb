"""Columns of a mapping and the headers that they go by."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from thence.extract.values import currency_in_header
from thence.names import Iri

__all__ = [
    "DOCUMENT",
    "HEADING",
    "KINDS",
    "Column",
    "ColumnMatch",
    "PropertyChoice",
    "StatementPlan",
    "TableMapping",
    "compared_words",
    "header_words",
]

HEADING, DOCUMENT = "heading", "document"
KINDS = ("amount", "currency", "percent", "date", "reference", "count", "text", "term", "year", "decimal")


@dataclass(frozen=True, slots=True)
class Column:
    """What a mapping knows of one column.

    headers: word sets a header may consist of.   type: class of the things named.   kind: of its values.
    labels: word sets that the ontology adds; they yield to what a mapping says itself.
    """

    name: str
    headers: tuple[frozenset[str], ...]
    type: Iri | None = None
    kind: str | None = None
    labels: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True, slots=True)
class PropertyChoice:
    """The property a row states: ``default``, or what the words of a cell name.   words: word set -> property."""

    default: Iri | None
    column: str | None = None
    words: tuple[tuple[frozenset[str], Iri], ...] = ()


@dataclass(frozen=True, slots=True)
class StatementPlan:
    """One statement a row makes; subject and object are alternatives, the first that the row has is used."""

    subject: tuple[str, ...]
    property: PropertyChoice
    object: tuple[str, ...]
    values: tuple[tuple[Iri, tuple[str, ...]], ...] = ()
    from_: str | None = None
    until: str | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class ColumnMatch:
    """Which header of a table plays which column, and how well all fit (greater is better)."""

    fields: Mapping[str, int]
    score: int


@dataclass(frozen=True, slots=True)
class TableMapping:
    """One kind of record.   rank: 2 for a user's own, 1 for shipped ones, 0 for those the ontology implies."""

    name: str
    columns: tuple[Column, ...]
    needs: tuple[str, ...]
    statements: tuple[StatementPlan, ...]
    title: tuple[frozenset[str], ...] = ()
    unless: tuple[frozenset[str], ...] = ()
    any: tuple[str, ...] = ()
    rank: int = 2

    def column(self, name: str) -> Column | None:
        """Return the column of that name, or None."""
        return next((column for column in self.columns if column.name == name), None)

    def match(self, headers: Sequence[str], title: str) -> ColumnMatch | None:
        """Return which header plays which column, or None where the mapping does not apply.

        title: the words of title and headings above the table.
        """
        words = [header_words(header) for header in headers]
        if any(excluded in words for excluded in self.unless):
            return None
        chosen: dict[str, int] = {}
        score = 0
        for level in (4, 3, 2, 1):
            for column in self.columns:
                if column.name in chosen:
                    continue
                fits = [
                    at
                    for at in range(len(headers))
                    if at not in chosen.values() and _fit(column, headers[at], words[at]) == level
                ]
                if len(fits) == 1 or (fits and level == 4):
                    chosen[column.name] = fits[0]
                    score += level
        if any(name not in chosen for name in self.needs) or (self.any and not set(self.any) & set(chosen)):
            return None
        if self.title:
            said = compared_words(title).union(*(words[at] for at in chosen.values()))
            if not any(wanted <= said for wanted in self.title):
                return None
            score += 2
        return ColumnMatch(chosen, score)


def _fit(column: Column, header: str, words: frozenset[str]) -> int:
    """Return how well a header fits: 4 by the mapping, 3 by labels, 2 by a currency, 1 but for years and "name"."""
    if words and words in column.headers:
        return 4
    if words and words in column.labels:
        return 3
    if column.kind == "amount" and not words and currency_in_header(header):
        return 2
    bare = frozenset(word for word in words if word not in _PADDING and not re.fullmatch(r"(?:19|20)\d\d", word))
    if bare and bare != words and bare in column.headers:
        return 1
    return 0


_FILLERS = frozenset({"of", "the", "on", "in", "at", "for", "s"})
_PADDING = frozenset({"name", "full", "legal", "total"})
_SAME = {"no": "number", "nr": "number", "num": "number", "ccy": "currency", "amt": "amount", "pct": "percent",
         "percentage": "percent", "organisation": "organization", "ref": "reference", "acct": "account",
         "co": "company", "dob": "birth", "emails": "email", "e": ""}  # fmt: skip


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def compared_words(text: str) -> frozenset[str]:
    """Return the words of a title as headers are compared: singular, lower case, without fillers."""
    parts = re.sub(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])", " ", text.replace("%", " percent ").replace("#", " number "))
    words = (_SAME.get(word, word) for word in re.findall(r"[^\W_]+", parts.lower().replace("e-mail", "email")))
    return frozenset(_singular(word) for word in words if word and word not in _FILLERS)


@lru_cache(maxsize=4096)
def header_words(header: str) -> frozenset[str]:
    """Return the words by which a header is compared: singular, lower case, fillers and currency left out.

    >>> sorted(header_words("Date_of Appointments")), sorted(header_words("Fee (USD)")), sorted(header_words("EUR"))
    (['appointment', 'date'], ['fee'], [])
    """
    money = currency_in_header(header)
    if money and not re.fullmatch(r"\s*currency\s*", header, re.IGNORECASE):
        header = re.sub(rf"(?<![^\W_])(?:{money[0]}|US\$)(?![^\W_])|[€£¥$₹](?:(?:m|bn|k|mn)\b)?", " ", header)
        if money[1]:
            header = re.sub(rf"(?i)\b{re.escape(money[1])}s?\b|'?000s?", " ", header)
    return compared_words(header)
