"""The W3C's RDF syntax tests through ``read_rdf``: passes by group, misses by name.

``python -m tests.conformance.rdf_syntax SUITE`` runs every manifest below SUITE (a checkout of w3c/rdf-tests, or
``../shared/suites/rdf-tests``): positive and negative syntax tests and evaluation tests of Turtle, TriG, N-Triples,
N-Quads and RDF/XML of RDF 1.1, and, as group ``files``, that every RDF file is read which no negative test names.
Exit 0 only if all of them pass.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pyoxigraph as ox

from thence.errors import InputError
from thence.model.terms import Quad, quad_line
from thence.names import RDF, Iri
from thence.read.rdf import read_rdf
from thence.store.rdf import parse

__all__ = ["Group", "main", "run_suite"]

_MF = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
_RDFT = "http://www.w3.org/ns/rdftest#"
_SUFFIXES = {".ttl", ".nt", ".nq", ".trig", ".rdf", ".jsonld", ".owl"}
_INVENTED = "<urn:thence:sk:"


@dataclass(slots=True)
class Group:
    """What became of the tests of one kind."""

    passed: int = 0
    misses: list[str] = field(default_factory=list)

    def take(self, name: str, good: bool) -> None:
        """Count a test."""
        if good:
            self.passed += 1
        else:
            self.misses.append(name)


def run_suite(suite: Path, *, step: int = 1) -> dict[str, Group]:
    """Return the outcome by group; every step-th file of the group ``files``."""
    groups: dict[str, Group] = {}
    negative: set[Path] = set()
    for manifest in sorted(suite.rglob("manifest*.ttl")):
        for kind, name, action, result, base in _tests(manifest):
            group = groups.setdefault(kind, Group())
            if "Negative" in kind:
                negative.add(action)
            group.take(f"{manifest.parent.name}/{name}", _holds(kind, action, result, base))
    files, newer = groups.setdefault("files", Group()), groups.setdefault("files of RDF 1.2, refused as such", Group())
    paths = [path for path in sorted(suite.rglob("*")) if path.suffix in _SUFFIXES and path not in negative]
    for path in paths[::step]:
        code = _code(path)
        (newer if code == "TH516" else files).take(path.relative_to(suite).as_posix(), code in ("", "TH516"))
    return {kind: group for kind, group in groups.items() if group.passed or group.misses}


def _tests(manifest: Path) -> Iterator[tuple[str, str, Path, Path | None, str]]:
    """Yield (kind, name, action, result, base) of each syntax or evaluation test of a manifest."""
    said: dict[str, dict[str, str]] = {}
    base = ""
    for subject, predicate, obj, _ in parse(manifest):
        said.setdefault(subject, {})[predicate[1:-1]] = obj
        if predicate[1:-1] == f"{_MF}assumedTestBase":
            base = obj[1:-1]
    for subject, about in said.items():
        kind = about.get(RDF.type, "")[1:-1]
        action = about.get(f"{_MF}action", "")
        if kind.startswith(_RDFT) and action.startswith("<file:"):
            result = about.get(f"{_MF}result", "")
            yield (
                kind.removeprefix(f"{_RDFT}Test"),
                subject[1:-1].rpartition("#")[2],
                _path(action),
                _path(result) if result.startswith("<file:") else None,
                base,
            )


def _path(term: str) -> Path:
    return Path(urlsplit(term[1:-1]).path)


def _quads(path: Path, base: str = "") -> Sequence[Quad] | None:
    """Return what a file states, None where it is refused; its path stands for its address."""
    name = (urlsplit(base).path.lstrip("/") + path.name) if base else path.name
    try:
        return read_rdf(path.read_bytes(), name).quads
    except InputError:
        return None


def _code(path: Path) -> str:
    """Return the code with which a file is refused, empty where it is read."""
    try:
        read_rdf(path.read_bytes(), path.name)
    except InputError as error:
        return error.code
    return ""


def _holds(kind: str, action: Path, result: Path | None, base: str) -> bool:
    quads = _quads(action, base)
    if "Negative" in kind:
        return quads is None
    if quads is None:
        return False
    if result is None:
        return True
    wanted = list(parse(result))
    return _canonical(_moved(quads, base)) == _canonical(wanted)


def _moved(quads: Iterable[Quad], base: str) -> Iterator[Quad]:
    """Yield quads with the suite's address in place of the corpus's, and blank nodes blank."""
    root = "{0.scheme}://{0.netloc}/".format(urlsplit(base)) if base else "file:///"

    def moved(term: str) -> str:
        if term.startswith(_INVENTED):
            return f"_:{term[len(_INVENTED) : -1]}"
        return term.replace("<file:///", f"<{root}") if term.startswith("<file:///") else term

    for subject, predicate, obj, graph in quads:
        name = moved(f"<{graph}>") if graph else ""
        yield moved(subject), moved(predicate), moved(obj), Iri(name[1:-1] if name[:1] == "<" else name)  # type: ignore[misc]


def _canonical(quads: Iterable[Quad]) -> set[str]:
    lines = []
    for quad in quads:
        line = quad_line(quad)
        lines.append(line.replace(f"<{quad[3]}> .", f"{quad[3]} .") if quad[3].startswith("_:") else line)
    dataset = ox.Dataset(ox.parse("\n".join(lines).encode(), format=ox.RdfFormat.N_QUADS))
    dataset.canonicalize(ox.CanonicalizationAlgorithm.UNSTABLE)
    return {str(quad) for quad in dataset}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if len(words) != 1 or not Path(words[0]).is_dir():
        print("usage: python -m tests.conformance.rdf_syntax SUITE", file=sys.stderr)
        return 2
    groups = run_suite(Path(words[0]))
    for kind, group in groups.items():
        for name in group.misses:
            print(f"missed: {kind} {name}")
    for kind, group in groups.items():
        print(f"{kind}: {group.passed} of {group.passed + len(group.misses)}")
    passed = sum(group.passed for group in groups.values())
    missed = sum(len(group.misses) for group in groups.values())
    print(f"all: {passed} of {passed + missed}")
    return 1 if missed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
