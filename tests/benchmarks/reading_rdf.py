"""Reading RDF beside its parser alone: CPU time as a ratio, memory, and the time to find all places.

``python -m tests.benchmarks.reading_rdf [--triples N] [--rounds N]`` makes N-Triples and Turtle of N triples, reads
them with ``read_rdf`` and drains ``pyoxigraph.parse`` over the same bytes, in fresh processes by turns, and prints the
medians. Exit 0 only if reading takes less than 2.5 times the CPU of the parser.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from tests.benchmarks.fresh import run

__all__ = ["main"]

_MOST = 2.5
_PARSER = """
import json, resource, sys, time
import pyoxigraph as ox
data = open(sys.argv[1], "rb").read()
format_ = ox.RdfFormat.from_extension(sys.argv[1].rpartition(".")[2])
start = time.process_time()
count = sum(1 for _ in ox.parse(data, format=format_, base_iri="file:///data"))
seconds = time.process_time() - start
print(json.dumps({"cpu": seconds, "count": count, "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""
_READER = """
import json, resource, sys, time
from thence.read.rdf import line_of, read_rdf
from thence.read.rdf_places import places_of
from thence.read.rdf_text import rdf_format
data = open(sys.argv[1], "rb").read()
name = sys.argv[1].rpartition("/")[2]
read_rdf(b"", name)
start = time.process_time()
reading = read_rdf(data, name)
seconds = time.process_time() - start
mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
start = time.process_time()
places = places_of(reading.text, rdf_format(name, reading.text), reading.quads, path=name, digest="")
placing = time.process_time() - start
assert all(places.line_of(quad) for quad in reading.quads)
print(json.dumps({"cpu": seconds, "count": len(reading.quads), "mb": mb, "places": placing}))
"""


def _lines(triples: int, *, turtle: bool) -> Iterator[str]:
    xsd = "http://www.w3.org/2001/XMLSchema#"
    if turtle:
        yield "@prefix foaf: <http://xmlns.com/foaf/0.1/> .\n@prefix ex: <http://example.org/> .\n"
    for number in range(triples // 3):
        name, age = f'"Person number {number}"', number % 90
        if turtle:
            yield f"<person/{number}> a foaf:Person ;\n  foaf:name {name} ;\n  ex:age {age} .\n"
        else:
            who = f"<http://example.org/person/{number}>"
            yield f"{who} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://xmlns.com/foaf/0.1/Person> .\n"
            yield f"{who} <http://xmlns.com/foaf/0.1/name> {name} .\n"
            yield f'{who} <http://example.org/age> "{age}"^^<{xsd}integer> .\n'


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading_rdf")
    parser.add_argument("--triples", type=int, default=300_000)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args(arguments)
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for suffix in ("nt", "ttl"):
            path = Path(folder) / f"data.{suffix}"
            with path.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(_lines(asked.triples, turtle=suffix == "ttl"))
            parsed, read = [], []
            for _ in range(asked.rounds):
                parsed.append(run(_PARSER, str(path)))
                read.append(run(_READER, str(path)))
            alone, ours = (median(each["cpu"] for each in runs) for runs in (parsed, read))
            ratio = ours / alone
            good = good and ratio < _MOST and parsed[0]["count"] == read[0]["count"]
            print(f"{suffix} triples: {read[0]['count']}")
            print(f"{suffix} parser cpu s: {alone:.2f}")
            print(f"{suffix} reader cpu s: {ours:.2f}")
            print(f"{suffix} ratio: {ratio:.2f} (under {_MOST})")
            print(f"{suffix} parser memory mb: {parsed[0]['mb']:.0f}")
            print(f"{suffix} reader memory mb: {read[0]['mb']:.0f}")
            print(f"{suffix} places cpu s: {median(each['places'] for each in read):.2f}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
