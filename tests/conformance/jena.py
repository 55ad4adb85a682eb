"""Compare what Apache Jena, rdflib and thence see in Turtle files: the count of triples and three queries' answers.

``python -m tests.conformance.jena FILE…`` prints a line a file and query; exit 0 only if the three agree. Needs Java
and Debian's libapache-jena-java, libthrift-java, libxerces2-java and libslf4j-java; says so and exits 0 without them.
"""

from __future__ import annotations

import csv
import io
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import rdflib

from thence.model.terms import Term, is_blank, lexical_of
from thence.store import dataset_of

__all__ = ["JARS", "QUERIES", "Jena", "main", "missing"]

_SHARE = Path("/usr/share/java")
JARS = [
    *("jena-core", "jena-base", "jena-iri", "jena-arq", "jena-cmds", "jena-rdfconnection", "slf4j-api", "slf4j-nop"),
    *("thrift", "commons-cli", "xercesImpl", "commons-lang3", "commons-compress", "commons-io", "commons-csv"),
    *("commons-codec", "guava"),
]

QUERIES = {
    "statements by predicate and polarity": """
        SELECT ?p ?polarity (COUNT(?st) AS ?n) WHERE { ?st a rdf:Statement ; rdf:predicate ?p ; th:polarity ?polarity }
        GROUP BY ?p ?polarity""",
    "from a derived fact to the quotes below it": """
        SELECT DISTINCT ?fact ?quote WHERE {
          ?fact th:rule ?rule ; prov:wasDerivedFrom+ ?span . ?span a th:Span ; th:quote ?quote }""",
    "payments of more than 1000 and their dates": """
        SELECT ?from ?to ?amount ?day WHERE {
          ?e money:payer/rdfs:label ?from ; money:payee/rdfs:label ?to ; money:amount ?amount
          OPTIONAL { ?e th:occurredOn ?day } FILTER (?amount > 1000) }""",
}
_PREFIXES = """
PREFIX money: <https://w3id.org/thence/money#> PREFIX prov: <http://www.w3.org/ns/prov#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX th: <https://w3id.org/thence#>
"""
_ASSEMBLER = """
@prefix ja: <http://jena.hpl.hp.com/2005/11/Assembler#> .
<urn:dataset> a ja:RDFDataset ; ja:defaultGraph <urn:model> .
<urn:model> a ja:MemoryModel ; ja:content [ ja:externalContent <%s> ] .
"""
_DECIMAL = re.compile(r"-?\d+\.\d*")
_COUNT = "SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }"

Rows = Counter[tuple[str, ...]]


def missing() -> str:
    """Return why Jena cannot be run here, or ""."""
    if shutil.which("java") is None:
        return "no java on the path"
    absent = [jar for jar in JARS if not (_SHARE / f"{jar}.jar").exists()]
    return f"not in {_SHARE}: {', '.join(absent)}" if absent else ""


class Jena:
    """Debian's Jena 4.5.0, made to start.

    Its jena-core.jar has the message files of Xerces under org/apache/jena/ext/xerces and looks for them under xerces:
    without a copy in front of the class path no model can be made. Its in-memory dataset wants a library that Debian
    lacks, so queries run over a dataset that an assembler description makes of a plain model.
    """

    def __init__(self, room: Path) -> None:
        self._room = room
        with zipfile.ZipFile(_SHARE / "jena-core.jar") as jar:
            for name in jar.namelist():
                if name.startswith("org/apache/jena/ext/xerces/") and name.endswith(".properties"):
                    place = room / name.removeprefix("org/apache/jena/ext/")
                    place.parent.mkdir(parents=True, exist_ok=True)
                    place.write_bytes(jar.read(name))
        self._path = ":".join([str(room), *(str(_SHARE / f"{jar}.jar") for jar in JARS)])

    def rows(self, file: Path, query: str) -> Rows:
        """Return the solutions of a query over a Turtle file, as text."""
        described = self._room / "dataset.ttl"
        described.write_text(_ASSEMBLER % file.resolve().as_uri(), encoding="utf-8")
        command = ["java", "-cp", self._path, "arq.query", f"--desc={described}", "--results=csv", query]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        if done.returncode:
            raise RuntimeError(done.stderr[-2000:])
        return Counter(tuple(row) for row in list(csv.reader(io.StringIO(done.stdout)))[1:])


def _rdflib_rows(graph: rdflib.Graph, query: str) -> Rows:
    return Counter(tuple("" if each is None else str(each) for each in row) for row in graph.query(query))  # type: ignore[union-attr]


def _thence_rows(file: Path, query: str) -> Rows:
    with dataset_of([file]) as store:
        return Counter(
            tuple("" if term is None else _text(term) for term in row)
            for row in store.query(query).rows  # type: ignore[union-attr]
        )


def _text(term: Term) -> str:
    return "_" if is_blank(term) else lexical_of(term)


def _by_value(rows: Rows) -> Rows:
    """Return rows with decimals without their closing zeros: a store may keep the value and not the spelling."""
    return Counter(
        tuple(each.rstrip("0").rstrip(".") if _DECIMAL.fullmatch(each) else each for each in row)
        for row in rows.elements()
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    files = [Path(argument) for argument in (sys.argv[1:] if arguments is None else arguments)]
    if reason := missing():
        print(f"skipped: {reason}")
        return 0
    compared = agreed = 0
    with tempfile.TemporaryDirectory() as room:
        jena = Jena(Path(room))
        for file in files:
            graph = rdflib.Graph().parse(file, format="turtle")
            for title, query in {"triples": _COUNT, **QUERIES}.items():
                text = _PREFIXES + query
                answers = jena.rows(file, text), _rdflib_rows(graph, text), _thence_rows(file, text)
                seen = tuple(map(_by_value, answers))
                compared += 1
                agreed += seen[0] == seen[1] == seen[2]
                shown = next(iter(seen[0]))[0] if title == "triples" else f"{seen[0].total()} rows"
                verdict = "equal" if seen[0] == seen[1] == seen[2] else f"differ: {_difference(*seen)}"
                print(f"{file.name} | {title} | {shown} | {verdict}")
    print(f"equal answers: {agreed} of {compared}")
    return 0 if agreed == compared else 1


def _difference(jena: Rows, by_rdflib: Rows, by_thence: Rows) -> str:
    """Return the least row of each other engine that Jena has not, and the reverse."""
    parts = []
    for name, other in (("rdflib", by_rdflib), ("thence", by_thence)):
        parts += [f"only jena {row}" for row in sorted(jena - other)[:1]]
        parts += [f"only {name} {row}" for row in sorted(other - jena)[:1]]
    return "; ".join(parts)


if __name__ == "__main__":
    sys.exit(main())
