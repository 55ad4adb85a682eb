"""The words that tell what a name names: legal forms, titles, first names, well-known places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from thence.names import Iri, content_hash, prefixes, shipped

__all__ = ["Gazetteer", "gazetteer", "plain_word"]


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """Word lists of ontology/lexicons/names.yaml.

    forms, heads: word without full stops -> class IRI; the first class that lists a word has it.   upper_forms: the
    same for names in capitals, by upper-case word.   gender_of: first name or title (lower case) -> male, female or
    neutral.   titles: lower-case titles.   places: names of places, case as written; upper_places: in capitals.
    never: capitalised words that are no name on their own.   posts: what only persons are, lower case.
    rank: class -> its place among the forms, special
    ones first.   digest: of the file.
    """

    forms: Mapping[str, Iri]
    heads: Mapping[str, Iri]
    upper_forms: Mapping[str, Iri]
    gender_of: Mapping[str, str]
    titles: frozenset[str]
    first_names: frozenset[str]
    places: frozenset[str]
    upper_places: frozenset[str]
    never: frozenset[str]
    posts: frozenset[str]
    rank: Mapping[Iri, int]
    digest: str


def plain_word(word: str) -> str:
    """Return a word without full stops and trailing punctuation: S.A. and SA are one legal form.

    >>> plain_word("S.A.,")
    'SA'
    """
    return word.strip(",;:()").replace(".", "")


def _expand(name: str) -> Iri:
    prefix, _, local = name.partition(":")
    return Iri(prefixes()[prefix] + local)


def _by_class(data: Mapping[str, str]) -> dict[str, Iri]:
    words: dict[str, Iri] = {}
    for name, text in data.items():
        for word in text.split():
            words.setdefault(plain_word(word), _expand(name))
    return words


@cache
def gazetteer() -> Gazetteer:
    """Return the shipped word lists, read once."""
    text = shipped("ontology", "lexicons", "names.yaml").read_text(encoding="utf-8")
    data: dict[str, Any] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - safe loaders
    forms = _by_class(data["forms"])
    gender_of: dict[str, str] = {}
    first_names: set[str] = set()
    for gender in ("neutral", "male", "female"):
        for word in data["first"][gender].split():
            other = gender_of.get(word.lower())
            gender_of[word.lower()] = gender if other in (None, gender) else "neutral"
            first_names.add(word)
    titles: set[str] = set()
    for gender, words in data["titles"].items():
        for word in words.split():
            titles.add(word)
            gender_of[word + "."] = gender
    places = frozenset(" ".join(part.split()) for part in data["places"].split(",") if part.strip())
    return Gazetteer(
        forms=forms,
        heads=_by_class(data["heads"]),
        upper_forms={word.upper(): iri for word, iri in reversed(forms.items())},
        gender_of=gender_of,
        titles=frozenset(titles),
        first_names=frozenset(first_names),
        places=places,
        upper_places=frozenset(place.upper() for place in places),
        never=frozenset(data["never"].split()),
        posts=frozenset(" ".join(part.split()) for part in data["posts"].split(",") if part.strip()),
        rank={_expand(name): place for place, name in enumerate(data["forms"])},
        digest=content_hash(text),
    )
