"""Rule files as text with places, so that every complaint can point at its line and column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from thence.errors import Location, RuleError
from thence.model.rule import Rule

__all__ = ["Place", "Source", "Written", "read_source"]

Place = tuple[int, int]
"""Line and column, both from 1."""


@dataclass(frozen=True, slots=True)
class Source:
    """A rule file's text and the name people know it by.

    name: the rule set that its rules belong to, the file's name without suffix.
    """

    text: str
    path: str = "<rules>"

    @property
    def name(self) -> str:
        """The name of the rule set."""
        return Path(self.path).stem.strip("<>") or "rules"

    def error(self, code: str, message: str, place: Place | None, *, hint: str = "") -> RuleError:
        """Return a RuleError that points at a place and shows its line."""
        if place is None:
            return RuleError(code, message, at=Location(self.path), hint=hint)
        line, column = place
        lines = self.text.splitlines()
        excerpt = lines[line - 1] if 0 < line <= len(lines) else ""
        return RuleError(code, message, at=Location(self.path, line, column), hint=hint, excerpt=excerpt)


def read_source(path: Path, *, name: str | None = None) -> Source:
    """Return a rule file as a source. Raises RuleError TH312 when there is no such file or it is not UTF-8.

    name: what to call the file in messages; default its path.
    """
    shown = name or str(path)
    try:
        return Source(path.read_text(encoding="utf-8-sig").replace("\r\n", "\n"), shown)
    except UnicodeDecodeError as error:
        hint = "save the file as UTF-8"
        raise RuleError("TH312", f"the rule file is not UTF-8 text: {error}", at=Location(shown), hint=hint) from error
    except OSError as error:
        raise RuleError("TH312", f"cannot read the rule file: {error.strerror}", at=Location(shown)) from error


@dataclass(frozen=True, slots=True)
class Written:
    """A rule as its author wrote it, not checked yet.

    body_places, head_places: where each element of body and head stands.   named: whether the author gave the IRI.
    prefixes: those in force where it was written.
    """

    rule: Rule
    source: Source
    head_places: tuple[Place, ...]
    body_places: tuple[Place, ...]
    prefixes: Mapping[str, str]
    named: bool = False

    @property
    def place(self) -> Place:
        """Where the rule begins."""
        return self.rule.at.line or 1, self.rule.at.column or 1
