"""Every error a user can mend, each with a stable code, a place and a hint.

::

    ThenceError
    ├── UsageError          TH1xx  exit 2  wrong words on the command line, unknown names
    ├── ConfigError         TH2xx  exit 2  thence.toml, lexicons, mappings
    ├── RuleError           TH3xx  exit 2  rule files: syntax, safety, stratification
    ├── QueryError          TH4xx  exit 2  SPARQL text, templates, parameters
    ├── InputError          TH5xx  exit 3  named inputs that cannot be read
    │   └── DataError       TH51x  exit 3  malformed RDF data, shapes, ontologies
    ├── StoreError          TH6xx  exit 4  the store, its lock, its disk; budgets and deadlines
    └── CitationError       TH7xx  exit 1  a span that leaves its text, a quote that differs

A bug stays a traceback: nothing here is raised for a mistake of the program itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

__all__ = [
    "CitationError",
    "ConfigError",
    "DataError",
    "InputError",
    "Location",
    "QueryError",
    "RuleError",
    "StoreError",
    "ThenceError",
    "UsageError",
]


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place a person can go to: a file, and where in it.

    line and column count from 1; column counts code points.
    """

    path: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        # A name may hold line breaks, with which it could forge lines of ours.
        path = self.path.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
        return ":".join(str(part) for part in (path, self.line, self.column) if part is not None)


class ThenceError(Exception):
    """What went wrong, where, and what to do next.

    code: stable, "TH" and three digits.   hint: the next step, or empty.   excerpt: the offending source line.
    """

    exit_code: ClassVar[int] = 70

    def __init__(
        self, code: str, message: str, *, at: Location | None = None, hint: str = "", excerpt: str = ""
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.at = at
        self.hint = hint
        self.excerpt = excerpt

    def as_json(self) -> dict[str, object]:
        """Return the one JSON shape of every error: code, message, path, line, column, hint (None where absent)."""
        at = self.at
        return {
            "code": self.code,
            "message": self.message,
            "path": at.path if at else None,
            "line": at.line if at else None,
            "column": at.column if at else None,
            "hint": self.hint or None,
        }

    def __str__(self) -> str:
        lines = [f"error[{self.code}]: {self.message}"]
        if self.at:
            lines.append(f"  at {self.at}")
        if self.excerpt:
            lines.append(f"  | {self.excerpt}")
            if self.at and self.at.column:
                lines.append("  | " + " " * (self.at.column - 1) + "^")
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


class UsageError(ThenceError):
    """Wrong words on the command line, or a name nobody knows."""

    exit_code = 2


class ConfigError(ThenceError):
    """A setting, lexicon or mapping that does not say what it must."""

    exit_code = 2


class RuleError(ThenceError):
    """A rule file that cannot be compiled."""

    exit_code = 2


class QueryError(ThenceError):
    """A query, template or parameter that cannot be run."""

    exit_code = 2


class InputError(ThenceError):
    """A named input that cannot be read."""

    exit_code = 3


class DataError(InputError):
    """Malformed RDF data, shapes or ontology."""


class StoreError(ThenceError):
    """The store, its lock or its disk; a budget or deadline exceeded."""

    exit_code = 4


class CitationError(ThenceError):
    """A span that leaves its text, or a quote that differs from the bytes."""

    exit_code = 1
