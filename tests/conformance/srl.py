"""The W3C's rule tests: passes by group, misses by name.

``python -m tests.conformance.srl SUITE`` runs every manifest below SUITE (``../shared/suites/sparql-rl``); exit 0 only
if all of its tests pass.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.reason.suite import run_suite

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if len(words) != 1 or not Path(words[0]).is_dir():
        print("usage: python -m tests.conformance.srl SUITE", file=sys.stderr)
        return 2
    results = run_suite(Path(words[0]))
    for group, (_, _, misses) in results.items():
        for name in misses:
            print(f"missed: {group} {name}")
    for group, (passed, total, _) in results.items():
        print(f"{group}: {passed} of {total}")
    passed, total = (sum(result[at] for result in results.values()) for at in (0, 1))
    print(f"all: {passed} of {total}")
    return 0 if total and passed == total else 1


if __name__ == "__main__":
    sys.exit(main())
