"""Findings for people: counted by code, the worst first, a few of each."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from thence.cli.console import styled
from thence.cli.table import counted
from thence.model.finding import Finding, Severity

__all__ = ["colour", "counts_line", "finding_lines", "grouped", "severest"]

_COLOURS = {Severity.INFO: "cyan", Severity.WARNING: "yellow", Severity.VIOLATION: "red"}
_QUOTE = 160


def severest(findings: Iterable[Finding]) -> Severity | None:
    """Return the severity of the worst finding, None when there is none."""
    return max((finding.severity for finding in findings), default=None)


def colour(severity: Severity) -> str:
    """Return the colour that a severity has everywhere."""
    return _COLOURS[severity]


def counts_line(findings: Sequence[Finding]) -> str:
    """Return how many findings there are of each severity that occurs.

    >>> counts_line([])
    'no findings'
    """
    found = Counter(finding.severity for finding in findings)
    named = {Severity.INFO: ("note", "notes"), Severity.WARNING: ("warning", "warnings")}
    parts = [
        counted(found[severity], *named.get(severity, ("violation", "violations")))
        for severity in sorted(found, reverse=True)
    ]
    return ", ".join(parts) if parts else "no findings"


def finding_lines(finding: Finding) -> Iterator[str]:
    """Yield a finding: how bad, code and sentence; then place, words and hint, each on a line of its own."""
    head = styled(f"{finding.severity.label}[{finding.code}]", colour(finding.severity))
    yield f"{head}: {finding.message}"
    if finding.at:
        yield f"  at {finding.at}"
    if finding.quote:
        yield f"  “{textwrap.shorten(finding.quote, _QUOTE, placeholder=' …')}”"
    if finding.hint:
        yield f"  hint: {finding.hint}"


def grouped(findings: Sequence[Finding], *, each: int, codes: int, rest: str) -> Iterator[str]:
    """Yield findings by code, the worst and then the most frequent first.

    each: how many of a code are shown.   codes: how many codes are shown.   rest: the command that shows the others.
    """
    by_code: dict[tuple[Severity, str], list[Finding]] = {}
    for finding in sorted(findings):
        by_code.setdefault((finding.severity, finding.code), []).append(finding)
    order = sorted(by_code, key=lambda key: (-key[0], -len(by_code[key]), key[1]))
    hidden = sum(len(by_code[key]) for key in order[codes:])
    for key in order[:codes]:
        group = by_code[key]
        for finding in group[:each]:
            yield from finding_lines(finding)
        if len(group) > each:
            yield f"  and {len(group) - each:,} more of {key[1]}"
            hidden += len(group) - each
    if hidden:
        yield f"{rest} shows all {len(findings):,}"
