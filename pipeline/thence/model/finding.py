"""Findings: one thing a reader, an extractor, a rule or a shape has to say."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from thence.errors import Location

__all__ = ["Finding", "Severity"]


class Severity(IntEnum):
    """How bad a finding is; greater is worse."""

    INFO = 1
    WARNING = 2
    VIOLATION = 3

    @property
    def label(self) -> str:
        """The word people read: info, warning or violation."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """What was noticed, where, how bad it is, and what to do next.

    stage: read, extract, resolve, reason, validate, verify or contract.   path: relative path of the document, or of
    the rule or shape file, or empty.   subject: the IRI it is about, or empty.   related: other IRIs (premises, the
    statement that offends), sorted.
    """

    stage: str
    code: str
    path: str
    message: str
    severity: Severity = Severity.WARNING
    line: int | None = None
    hint: str = ""
    subject: str = ""
    related: tuple[str, ...] = ()
    quote: str = ""

    @property
    def at(self) -> Location | None:
        """The place, where there is one."""
        return Location(self.path, self.line) if self.path else None

    def as_json(self) -> dict[str, object]:
        """Return the finding's fields, in the order and with the names used everywhere."""
        return {
            "stage": self.stage,
            "severity": self.severity.label,
            "code": self.code,
            "message": self.message,
            "path": self.path or None,
            "line": self.line,
            "hint": self.hint or None,
            "subject": self.subject or None,
            "related": list(self.related),
            "quote": self.quote or None,
        }
