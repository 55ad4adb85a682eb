"""The readers that parse by hand, fed by atheris with what reaches code that was not reached before.

    pip install atheris
    python -m tests.read.coverage_fuzz vcf --seconds 60 [--folder /tmp/found]

Run by hand: nothing in CI needs atheris. Ends with the bytes that raised what is no InputError, took long or gave a
document that contradicts itself; the same bytes are read again with ``--one FILE``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from tests.read.fuzz import contradiction
from tests.read.seeds import SEEDS
from thence.config import Limits
from thence.errors import InputError
from thence.read import Options, is_container, members, read_bytes, recipe_for

_OPTIONS = Options(limits=Limits(expanded_bytes=5_000_000, members=100, depth=100))
_SLOW = 2.0
"""Seconds of the processor that at most some kilobytes may take."""
TARGETS = {
    "csv": ("a.csv", ["b.csv", "a.tsv", "a.csv"]),
    "yaml": ("a.yaml", ["a.yaml"]),
    "toml": ("a.toml", ["a.toml"]),
    "xml": ("a.xml", ["a.xml"]),
    "html": ("a.html", ["a.html"]),
    "rtf": ("a.rtf", ["a.rtf"]),
    "eml": ("a.eml", ["a.eml", "layers.eml"]),
    "mbox": ("a.mbox", ["a.mbox"]),
    "vcf": ("a.vcf", ["a.vcf"]),
    "ics": ("a.ics", ["a.ics"]),
    "md": ("a.md", ["a.md"]),
    "chat": ("chat.txt", ["chat.txt", "whatsapp.txt", "telegram.txt"]),
    "json": ("a.json", ["a.json", "slack.json", "chatgpt.json", "claude.json"]),
    "ttl": ("a.ttl", ["a.ttl"]),
    "tar": ("a.tar", ["a.tar"]),
}
"""What is fed -> the name the bytes are read under, and the seeds to begin from."""


def look(path: str, data: bytes) -> None:
    """Read a file as the fuzzer does. Raises AssertionError where something is wrong with what comes back."""
    begin = time.process_time()
    refused = None
    try:
        recipe = recipe_for(path, data, _OPTIONS)
        if is_container(path, data):
            for member in members(data, path, _OPTIONS).files[:20]:
                member.load()
        if not recipe.startswith("open."):
            problem = contradiction(read_bytes(data, places=(path,), options=_OPTIONS), data)
            assert not problem, problem
    except InputError as error:
        refused = error
    assert refused is None or refused.at is not None, f"an error without a place: {refused}"
    spent = time.process_time() - begin
    assert spent < _SLOW, f"{spent:.1f} seconds for {len(data)} bytes"


def main() -> int:
    """Run from the command line; return the exit code."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("target", choices=sorted(TARGETS))
    arguments.add_argument("--seconds", type=int, default=60)
    arguments.add_argument("--folder", type=Path, help="where inputs that reach more, and those that fail, are kept")
    arguments.add_argument("--one", type=Path, help="read this file only")
    said = arguments.parse_args()
    path, seeds = TARGETS[said.target]
    if said.one:
        look(path, said.one.read_bytes())
        return 0
    if find_spec("atheris") is None:
        print("skipped: atheris is not installed (pip install atheris)")
        return 0
    folder = said.folder or Path(tempfile.mkdtemp(prefix=f"thence-{said.target}-"))
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for name in seeds:
        (corpus / name).write_bytes(SEEDS[name])
        look(path, SEEDS[name])  # loads the modules that read it
    _feed(lambda data: look(path, data), corpus, folder, said.seconds)
    return 0


def _feed(one: Callable[[bytes], None], corpus: Path, folder: Path, seconds: int) -> None:
    """Let atheris feed a function, with the readers instrumented; it ends this process itself."""
    atheris = import_module("atheris")
    for name, module in list(sys.modules.items()):
        if name.startswith("thence.read."):
            own = [each for each in vars(module).values() if getattr(each, "__module__", "") == name]
            methods = [method for each in own if isinstance(each, type) for method in vars(each).values()]
            for function in (*own, *methods):
                if hasattr(function, "__code__"):
                    atheris.instrument_func(function)
    atheris.Setup(
        [
            sys.argv[0],
            str(corpus),
            f"-max_total_time={seconds}",
            f"-artifact_prefix={folder}/",
            "-max_len=4096",
            "-timeout=20",
            "-rss_limit_mb=3000",
        ],
        one,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
