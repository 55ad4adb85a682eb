"""Examples for lexicons: a JSON Lines file of sentences and what is confirmed to be said in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thence.errors import DataError, InputError, Location
from thence.extract.induction import Example
from thence.names import Iri

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = ["read_examples"]


def read_examples(path: Path, ontology: Ontology) -> list[Example]:
    """Return the examples of a file, in its order.

    Each line is an object: ``text``, a sentence, and ``triples``, a list of ``sub``, ``rel`` and ``obj``: the subject's
    and object's names as the sentence has them, and the property's IRI, ``prefix:name`` or label.
    Raises InputError TH501 for a file that cannot be read, DataError TH518 with the line of what is no example.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("TH501", f"cannot be read: {error}", at=Location(str(path))) from error
    return [_example(line, Location(str(path), n), ontology) for n, line in enumerate(lines, 1) if line.strip()]


def _example(line: str, at: Location, ontology: Ontology) -> Example:
    hint = 'a line is {"text": "…", "triples": [{"sub": "…", "rel": "…", "obj": "…"}]}'
    try:
        row: Any = json.loads(line)
    except ValueError as error:
        raise DataError("TH518", f"not a line of JSON: {error}", at=at, hint=hint) from error
    if not isinstance(row, dict) or not isinstance(row.get("text"), str) or not isinstance(row.get("triples"), list):
        raise DataError("TH518", "no example: text and triples are missing", at=at, hint=hint)
    triples: list[tuple[str, Iri, str]] = []
    for each in row["triples"]:
        if not isinstance(each, dict) or not all(isinstance(each.get(key), str) for key in ("sub", "rel", "obj")):
            raise DataError("TH518", "a triple needs sub, rel and obj", at=at, hint=hint)
        found = ontology.find(each["rel"])
        if found is None:
            raise DataError("TH518", f"unknown property {each['rel']}", at=at, hint="give a property of the ontology")
        triples.append((each["sub"], found, each["obj"]))
    return Example(row["text"], tuple(triples))
