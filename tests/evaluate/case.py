"""Build a case's documents and compare what thence found with the case's ground truth.

``python -m tests.evaluate.case CASE_DIR [--config thence.toml] [--map FILE]`` copies CASE_DIR/docs, builds it, scores
its statements with the corpus's own scorer, and says which names were joined, which derivable facts stand on verified
proofs and which corrections took effect. Exit 0 only if every file was read, precision and recall reach their targets,
no meaning is inverted and every derivable fact whose property is mapped is derived with a verified proof.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.evaluate.predictions import Prediction, load_names, predictions
from tests.evaluate.proofs import verified_proof
from tests.shared import SHARED
from thence.model.terms import Term, iri_term, lexical_of
from thence.names import Iri
from thence.pipeline import build, load_settings
from thence.store import Store

__all__ = ["main"]

PRECISION, RECALL = 0.93, 0.40
CONFLICT = "TH826"
"""The finding of two values for one happening or state."""
_NAMES = Path(__file__).with_name("case_names.yaml")
_LEVEL = re.compile(r"^(triple|\+\w+): P ([\d.]+) R ([\d.]+)", re.MULTILINE)
_NAMED = """
SELECT ?e ?name WHERE { ?e rdfs:label|skos:altLabel ?name }"""
_PATHS = """
SELECT ?path WHERE { GRAPH <urn:thence:graph:statements> { ?doc a th:Document ; th:path ?path } }"""
_COUNTS = """
SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { { GRAPH ?g { ?x th:%s ?y } } UNION { ?x th:%s ?y } }"""


@dataclass(frozen=True, slots=True)
class Figures:
    """What is printed last, and whether it meets the targets."""

    lines: tuple[tuple[str, str], ...]
    misses: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate.case", description=__doc__)
    parser.add_argument("case", type=Path)
    parser.add_argument("--config", type=Path, help="the case's own thence.toml; default: shipped data only")
    parser.add_argument("--map", type=Path, default=_NAMES, help="YAML or JSON: property IRI -> the truth's name")
    chosen = parser.parse_args(arguments)
    truth = json.loads((chosen.case / "ground_truth.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="thence-case-") as room:
        folder = Path(room) / "docs"
        shutil.copytree(chosen.case / "docs", folder, ignore=shutil.ignore_patterns(".thence"))
        config = chosen.config
        if config is not None and not config.exists():
            config = chosen.case / config
        figures = _measure(chosen.case, folder, config, truth, load_names(chosen.map))
    for miss in figures.misses:
        print(f"missed target: {miss}")
    for name, value in figures.lines:
        print(f"{name}: {value}")
    return 1 if figures.misses else 0


def _measure(
    case: Path, folder: Path, config: Path | None, truth: Mapping[str, Any], names: Mapping[Iri, str]
) -> Figures:
    report = build(folder, config_path=config)
    rules = load_settings(config or report.workspace.config_path).rules
    with Store.open(report.workspace.directory, read_only=True) as store:
        made = predictions(store, names)
        scorer = _scorer(case)
        scored = _scored(scorer, case, [dict(each.line) for each in made], folder.parent)
        print(scored, end="")
        named = _names_of_entities(store, scorer)
        derived = []
        for each in truth.get("derivable", ()):
            triples = _triples(each["fact"], named, names, scorer)
            derived.append((each, verified_proof(store, folder, rules, triples)))
        read = {lexical_of(row[0]) for row in _rows(store, _PATHS)}
        corrected, disputed = (
            lexical_of(_rows(store, _COUNTS % (name, name))[0][0]).strip() for name in ("supersededBy", "disputedBy")
        )
    files = {path.relative_to(case / "docs").as_posix() for path in (case / "docs").rglob("*") if path.is_file()}
    files = {name for name in files if not name.startswith(".thence/")}
    for name in sorted(files - read):
        print(f"not read: {name}")
    for each, verdict in derived:
        print(f"derivable {each['id']} {' '.join(each['fact'])}: {verdict or 'verified'}")
    levels = {level: (float(p), float(r)) for level, p, r in _LEVEL.findall(scored)}
    inversions = int(re.findall(r"^inversions: (\d+)", scored, re.MULTILINE)[-1])
    joined = [_joined(group, named, scorer) for group in truth["aliases"]]
    merged = [pair for pair in truth["must_not_merge"] if _merged(pair, named, made, truth, scorer)]
    conflicts = [finding for finding in report.findings if finding.code == CONFLICT]
    for finding in conflicts:
        print(f"conflict: {finding.message}")
    for pair in merged:
        print(f"merged though it must not be: {pair[0]} = {pair[1]}")
    wanted = [(each, verdict) for each, verdict in derived if each["fact"][1] in names.values()]
    misses = [f"{each['id']} derived with a verified proof" for each, verdict in wanted if verdict]
    precision, recall = levels["triple"]
    targets = (
        (read >= files, f"all {len(files)} documents read"),
        (precision >= PRECISION, f"precision >= {PRECISION}"),
        (recall >= RECALL, f"recall >= {RECALL}"),
        (inversions == 0, "no inversion"),
    )
    misses = [name for holds, name in targets if not holds] + misses
    lines = [("documents read", f"{len(files & read)} of {len(files)}")]
    for level, (p, r) in levels.items():
        lines += [(f"{level} precision", f"{p:.3f}"), (f"{level} recall", f"{r:.3f}")]
    lines += [
        ("inversions", str(inversions)),
        ("alias groups joined", f"{sum(joined)} of {len(joined)}"),
        ("must-not-merge pairs merged", f"{len(merged)} of {len(truth['must_not_merge'])}"),
        ("derivable facts with verified proofs", f"{sum(not verdict for _, verdict in derived)} of {len(derived)}"),
        ("superseded statements", f"{corrected} (corrections in the truth: {len(truth['corrections'])})"),
        ("disputed statements", disputed),
        ("conflicting values", f"{len(conflicts)} (contradictions in the truth: {len(truth['contradictions'])})"),
    ]
    return Figures(tuple(lines), tuple(misses))


def _scorer(case: Path) -> ModuleType:
    beside = [case.resolve().parent / "score.py"] + ([SHARED / "corpus" / "score.py"] if SHARED else [])
    path = next((each for each in beside if each.is_file()), None)
    if path is None:
        raise SystemExit(f"no score.py beside {case}")
    spec = importlib.util.spec_from_file_location("case_scorer", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _scored(scorer: ModuleType, case: Path, lines: Iterable[Mapping[str, str]], room: Path) -> str:
    path = room / "predictions.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        scorer.main(str(case / "ground_truth.json"), str(path))
    return printed.getvalue()


def _rows(store: Store, query: str) -> Sequence[tuple[Term, ...]]:
    return store.query(query).rows  # type: ignore[union-attr,return-value]


def _plain(name: str, scorer: ModuleType) -> str:
    """Return a name as the scorer compares it, without a bracketed discriminator."""
    return scorer.norm(re.sub(r"\s*\([^)]*\)$", "", name))  # type: ignore[no-any-return]


def _names_of_entities(store: Store, scorer: ModuleType) -> dict[str, set[Term]]:
    named: dict[str, set[Term]] = {}
    for entity, name in _rows(store, _NAMED):
        named.setdefault(scorer.norm(lexical_of(name)), set()).add(entity)
    return named


def _joined(group: Sequence[str], named: Mapping[str, set[Term]], scorer: ModuleType) -> bool:
    """Return whether the names of a group that were found at all share one entity, and more than one was found."""
    spellings = sorted({_plain(name, scorer) for name in group})
    found = [named[name] for name in spellings if name in named]
    missing = [name for name in spellings if name not in named]
    share = bool(found) and bool(set.intersection(*found))
    if missing or not share:
        print(f"aliases of {group[0]}: {'share' if share else 'do not share'} one entity; not found: {missing}")
    return share and (len(found) > 1 or len(spellings) == 1)


def _merged(
    pair: Sequence[str],
    named: Mapping[str, set[Term]],
    made: Sequence[Prediction],
    truth: Mapping[str, Any],
    scorer: ModuleType,
) -> bool:
    """Return whether two names that must not be merged stand for one entity; homonyms are told apart by their facts."""
    left, right = (_plain(name, scorer) for name in pair)
    if left != right:
        return bool(named.get(left, set()) & named.get(right, set()))
    first, second = (_entities_of_facts(name, made, truth, scorer) for name in pair)
    return bool(first & second) or (len(named.get(left, ())) == 1 and bool(first) and bool(second))


def _entities_of_facts(
    name: str, made: Sequence[Prediction], truth: Mapping[str, Any], scorer: ModuleType
) -> set[Term]:
    """Return the entities that play a homonym's part in the predictions which meet its facts."""
    entities = set()
    for fact in (*truth["facts"], *truth.get("also_true", ())):
        for prediction in made:
            line = prediction.line
            if (fact["doc"], fact["p"]) != (line["doc"], line["p"]):
                continue
            if not all(scorer.same(fact[end], line[end], truth["aliases"]) for end in "so"):
                continue
            entities |= {prediction.subject} if fact["s"] == name else set()
            entities |= {prediction.object} if fact["o"] == name else set()
    return entities


def _triples(
    fact: Sequence[str], named: Mapping[str, set[Term]], names: Mapping[Iri, str], scorer: ModuleType
) -> list[tuple[Term, Term, Term]]:
    """Return the triples that would say a derivable fact: every entity of its names, every property of its name."""
    subjects, objects = (sorted(named.get(_plain(end, scorer), ())) for end in (fact[0], fact[2]))
    properties = sorted(iri for iri, name in names.items() if name == fact[1])
    return [(s, iri_term(p), o) for s in subjects for p in properties for o in objects]


if __name__ == "__main__":
    sys.exit(main())
