"""Every term of ours that the program, its rules, queries and shapes write is in the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from thence.model.terms import iri_of
from thence.names import prefixes
from thence.ontology import load_ontology

ROOT = Path(__file__).parents[2]
OURS = {
    prefix: base
    for prefix, base in prefixes().items()
    if base.startswith("https://w3id.org/thence") and prefix != "shape"
}


def used() -> Iterator[tuple[str, str]]:
    in_code = re.compile(rf"\b({'|'.join(prefix.upper() for prefix in OURS)})\.([a-zA-Z]\w+)\b(?!\()")
    in_text = re.compile(rf"(?<![\w:/<])({'|'.join(OURS)}):([a-zA-Z]\w+)")
    for path in sorted((ROOT / "pipeline").rglob("*.py")):
        for prefix, name in in_code.findall(path.read_text(encoding="utf-8")):
            if name != "base":
                yield OURS[prefix.lower()] + name, path.name
    for folder, ending in (("rules", "srl"), ("queries", "rq"), ("shapes", "ttl")):
        for path in sorted((ROOT / folder).rglob(f"*.{ending}")):
            lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
            for prefix, name in in_text.findall("\n".join(lines)):
                yield OURS[prefix] + name, path.name


def test_no_term_is_used_that_the_vocabulary_does_not_describe():
    described = {iri_of(subject) for subject, _, _ in load_ontology(()).triples}
    assert {(iri, where) for iri, where in used() if iri not in described} == set()
