"""The command line: one file a verb, which parses, calls the library and renders.

`main` answers ``--help`` and ``--version`` without importing anything but itself; every verb imports what it
needs when it runs.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from thence import __version__

__all__ = ["VERBS", "Main", "help_text", "main"]

VERBS: Mapping[str, str] = MappingProxyType(
    {
        "init": "Write a thence.toml that explains every setting.",
        "build": "Read a folder of documents into a cited, reasoned, checked graph.",
        "status": "Show what became of every file, and what changed since.",
        "ask": "Answer a saved question.",
        "query": "Run a SPARQL query.",
        "why": "Prove a fact, down to the words it came from.",
        "check": "Check a graph against the provenance contract and SHACL shapes.",
        "infer": "Derive what follows from RDF files.",
        "verify": "Compare every quote with its file and redo every derivation.",
        "export": "Write the graph as Turtle or N-Quads.",
        "lexicon": "Suggest frames for a lexicon, to be reviewed.",
        "tagger": "Teach the tagger of names from corrected sentences.",
    }
)
"""The verbs in the order of a first visit, each with the first sentence of its help."""

_HELP = """\
Usage: thence VERB [WORDS]...

  Documents in; cited, validated, reasoned RDF out. From any fact, through its
  rules, to the bytes it came from.

  A first visit:

    thence build ./case
    cd case
    thence ask
    thence why SUBJECT PREDICATE OBJECT

Verbs:
{verbs}

Options:
  --version  Show the version.
  --help     Show this help; `thence VERB --help` explains a verb.
"""


def help_text() -> str:
    """Return the help of the whole command."""
    width = max(map(len, VERBS)) + 2
    return _HELP.format(verbs="\n".join(f"  {verb:<{width}}{what}" for verb, what in VERBS.items()))


class Main:
    """Stands for the click group of all verbs, which is imported when a verb is called.

    click alone takes longer to import than an empty program runs five times.
    """

    def __call__(self, args: Sequence[str] | None = None, *, standalone_mode: bool = True) -> int:
        """Run the command line and return its exit code.

        args: the words after the program's name, those of the process when None.   standalone_mode: leave the process
        with the exit code instead of returning it.
        """
        words = list(sys.argv[1:] if args is None else args)
        code = self._run(words)
        if standalone_mode:
            sys.exit(code)
        return code

    def _run(self, words: list[str]) -> int:
        if words in (["--help"], ["-h"], ["--version"]) and sys.stdout is not None:
            try:
                sys.stdout.write(f"thence {__version__}\n" if words == ["--version"] else help_text())
                sys.stdout.flush()
            except OSError:
                pass
            else:
                return 0
        try:
            from thence.cli.run import run

            return run(words)
        except KeyboardInterrupt:  # while still importing, or while telling of an error
            return 130

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the click group, for programs that look at the verbs."""
        if name.startswith("__"):
            raise AttributeError(name)
        from thence.cli.group import group

        return getattr(group, name)


main = Main()
