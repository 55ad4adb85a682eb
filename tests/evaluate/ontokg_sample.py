"""Draw a sample of statements from Text2KGBench's test sentences, for people to judge.

``python -m tests.evaluate.ontokg_sample DATA_DIR OUT.tsv [--lexicons DIR] [--count 100] [--seed 1]`` reads the test
sentences as `tests.evaluate.ontokg` does, draws statements that could carry a fact (all ontologies together, the same
ones for the same seed) and writes one a line: number, ontology, subject, property, object, sentence, and two empty
columns in which two people say by themselves whether the sentence says so (y or n). The benchmark's gold is left out.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.evaluate.ontokg import LEXICONS, domains, predicted, rows

__all__ = ["main"]

_HEAD = ("number", "ontology", "subject", "property", "object", "sentence", "first judge", "second judge")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate.ontokg_sample", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--lexicons", type=Path, default=LEXICONS)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    found = [
        (domain.name, *triple, " ".join(row.text.split()))
        for domain in domains(chosen.data, chosen.lexicons)
        for row in rows(domain.folder)
        for triple in predicted(domain, row)
    ]
    drawn = random.Random(chosen.seed).sample(sorted(set(found)), min(chosen.count, len(set(found))))
    with chosen.out.open("w", encoding="utf-8", newline="\n") as file:
        file.write("\t".join(_HEAD) + "\n")
        for number, each in enumerate(drawn, 1):
            file.write("\t".join([str(number), *each, "", ""]) + "\n")
    print(f"statements: {len(set(found))}")
    print(f"drawn: {len(drawn)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
