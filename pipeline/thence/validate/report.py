"""What a check found: findings for people, a standard report graph for machines, and what was looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from thence.model.finding import Finding, Severity

__all__ = ["LookedAt", "Report"]


@dataclass(frozen=True, slots=True, order=True)
class LookedAt:
    """A shape with targets, and how many nodes it looked at.   path, line: where the shape stands."""

    shape: str
    nodes: int
    path: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a check.

    conforms: as SHACL means it: no result at all, of any severity; what fails a build is the findings' severity.
    findings: sorted by severity (worst first), then by code, shape file and subject: violations, and what is wrong with
    the shapes themselves.   graph: the standard report (sh:ValidationReport) as sorted Turtle.   looked_at: by shape.
    hierarchy: the files (or the store) whose rdfs:subClassOf the targets and classes were read with.
    """

    conforms: bool
    findings: tuple[Finding, ...]
    graph: str
    looked_at: tuple[LookedAt, ...]
    hierarchy: tuple[str, ...] = ()

    @property
    def worst(self) -> Severity | None:
        """The severity of the worst finding, None when there is none."""
        return max((finding.severity for finding in self.findings), default=None)

    @property
    def counts(self) -> Mapping[str, int]:
        """How many findings there are of each severity: violation, warning and info, in this order."""
        found = Counter(finding.severity for finding in self.findings)
        return {severity.label: found[severity] for severity in sorted(Severity, reverse=True)}

    def lines(self) -> tuple[str, ...]:
        """Return the report for people: counts, what each shape looked at, where the hierarchy came from, findings."""
        counts = ", ".join(f"{number} {label}{'' if number == 1 else 's'}" for label, number in self.counts.items())
        lines = [f"{'conforms' if self.conforms else 'does not conform'}: {counts}"]
        lines += [
            f"{each.shape} looked at {each.nodes} node{'' if each.nodes == 1 else 's'}" for each in self.looked_at
        ]
        if self.hierarchy:
            lines.append(f"class hierarchy from {', '.join(self.hierarchy)}")
        for finding in self.findings:
            place = f"  at {finding.at}" if finding.at else ""
            quote = f"  “{finding.quote}”" if finding.quote else ""
            lines.append(f"{finding.severity.label}[{finding.code}]: {finding.message}{place}{quote}")
            if finding.hint:
                lines.append(f"  hint: {finding.hint}")
        return tuple(lines)

    def as_json(self) -> dict[str, object]:
        """Return the one JSON shape of a check's outcome."""
        return {
            "conforms": self.conforms,
            "counts": dict(self.counts),
            "hierarchy": list(self.hierarchy),
            "looked_at": [
                {"shape": each.shape, "nodes": each.nodes, "path": each.path or None, "line": each.line}
                for each in self.looked_at
            ],
            "findings": [finding.as_json() for finding in self.findings],
        }
