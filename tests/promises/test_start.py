from __future__ import annotations

import statistics
import subprocess
import sys
import time


def seconds(*words: str) -> float:
    """Return the median wall time of a command over several runs."""
    taken = []
    for _ in range(7):
        started = time.perf_counter()
        subprocess.run([sys.executable, *words], check=True, capture_output=True)
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def test_help_takes_less_than_five_times_an_empty_program():
    pairs = [(seconds("-m", "thence", "--help"), seconds("-c", "pass")) for _ in range(2)]
    assert min(ours / bare for ours, bare in pairs) < 5


def test_help_imports_no_library_that_only_a_verb_needs():
    code = "import sys\nfrom thence.cli import main\nmain(['--help'], standalone_mode=False)\nprint(*sys.modules)"
    loaded = set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.split())
    assert not loaded & {"pyoxigraph", "numpy", "rdflib", "pyshacl", "pydantic", "lark", "pypdf", "docx", "rich"}
