"""The W3C rule tests of a folder, run from their manifests: pass counts by group, misses by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from thence.errors import RuleError
from thence.model.terms import Term, iri_of
from thence.names import RDF
from thence.reason import close, rule_set
from thence.reason.safety import check_well_formed
from thence.reason.source import Written
from thence.reason.srl import parse_srl
from thence.reason.stratify import stratify
from thence.store.rdf import parse

__all__ = ["run_suite"]

_MF = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
_SRT = "http://www.w3.org/ns/shacl-rules-test#"


def run_suite(folder: Path) -> dict[str, tuple[int, int, tuple[str, ...]]]:
    """Return group -> (passed, all, names of misses) for each manifest below a folder, sorted by group."""
    results = {}
    for manifest in sorted(folder.rglob("manifest.ttl")):
        tests = list(_tests(manifest))
        misses = tuple(name for name, kind, action in tests if not _passes(kind, action))
        results[manifest.parent.name] = (len(tests) - len(misses), len(tests), misses)
    return results


def _tests(manifest: Path) -> Iterator[tuple[str, str, dict[str, Path]]]:
    base = manifest.resolve().as_uri()
    triples = [quad[:3] for quad in parse(manifest, base=base)]
    values: dict[tuple[Term, str], Term] = {(s, iri_of(p)): o for s, p, o in triples}

    def path(subject: Term, predicate: str) -> Path | None:
        value = values.get((subject, predicate))
        if value is None or not value.startswith("<file:"):
            return None
        return Path(unquote(iri_of(value)[7:]))

    for subject, predicate, kind in sorted(triples):
        if iri_of(predicate) != RDF.type or not kind.startswith(f"<{_SRT}"):
            continue
        action = values[subject, _MF + "action"]
        files = {
            "rules": path(subject, _MF + "action") or path(action, _SRT + "ruleset"),
            "data": path(action, _SRT + "data"),
            "result": path(subject, _MF + "result"),
        }
        name = values.get((subject, _MF + "name"), subject)
        yield name.strip('"'), iri_of(kind)[len(_SRT) :], {key: value for key, value in files.items() if value}


def _parsed(path: Path) -> tuple[Written, ...]:
    return parse_srl(path.read_text(encoding="utf-8"), path=path.name, shipped=False)


def _passes(kind: str, files: dict[str, Path]) -> bool:
    try:
        written = _parsed(files["rules"])
        if "WellFormedness" in kind:
            for each in written:
                check_well_formed(each)
        elif "Stratification" in kind:
            stratify([each.rule for each in written])
        elif "Eval" in kind:
            facts = {quad[:3] for quad in parse(files["data"])}
            closure = close(facts, rule_set(written))
            return set(closure.derived) == {quad[:3] for quad in parse(files["result"])} - facts
    except RuleError:
        return "Negative" in kind
    return "Negative" not in kind
