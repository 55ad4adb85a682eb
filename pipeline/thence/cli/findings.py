"""Findings for people: counted by code, the worst first, a few of each."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from thence.cli.console import styled
from thence.cli.table import counted
from thence.model.finding import Finding, Severity

__all__ = ["colour", "counts_line", "finding_lines", "grouped", "severest"]

_COLOURS = {Severity.INFO: "cyan", Severity.WARNING: "yellow", Severity.VIOLATION: "red"}
_QUOTE, _PLACES = 160, 3


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


def finding_lines(finding: Finding, *, alike: Sequence[Finding] = (), beside: Sequence[Finding] = ()) -> Iterator[str]:
    """Yield a finding: how bad, code and sentence; then place, words and hint, each on a line of its own.

    alike: others that say the same of other places: some of these are named.   beside: others of the same place and
    with the same hint, whose sentences follow this one.
    """
    for each in (finding, *beside):
        yield f"{styled(f'{each.severity.label}[{each.code}]', colour(each.severity))}: {each.message}"
    if finding.at:
        places = list(dict.fromkeys(str(each.at) for each in (finding, *alike)))
        more = f" and {len(places) - _PLACES:,} more places" if len(places) > _PLACES else ""
        yield f"  at {', '.join(places[:_PLACES])}{more}"
    if finding.quote and not alike:
        yield f"  “{textwrap.shorten(finding.quote, _QUOTE, placeholder=' …')}”"
    if finding.hint:
        yield f"  hint: {finding.hint}"


def grouped(
    findings: Sequence[Finding], *, each: int | None, codes: int, rest: str, total: int | None = None
) -> Iterator[str]:
    """Yield findings by code, the worst and then the most frequent first; what is said of many places is said once.

    each: how many sayings of a code are shown; None for every finding by itself.   codes: how many codes are shown.
    rest: the command that shows the others.   total: how many that command shows, where it is not these alone.
    """
    by_code: dict[tuple[Severity, str], list[Finding]] = {}
    for finding in sorted(findings):
        by_code.setdefault((finding.severity, finding.code), []).append(finding)
    order = sorted(by_code, key=lambda key: (-key[0], -len(by_code[key]), key[1]))
    if each is None:
        for key in order:
            for finding in by_code[key]:
                yield from finding_lines(finding)
        return
    is_all = len(order) <= codes
    for key in order[:codes]:
        groups: dict[tuple[str, str], list[Finding]] = {}
        for finding in by_code[key]:
            groups.setdefault((finding.message, finding.hint), []).append(finding)
        sayings = sorted(groups.values(), key=lambda group: -len(group))
        for _, near in groupby(sayings[:each], key=lambda saying: _place(saying[0], len(saying))):
            (first, *alike), *beside = near
            yield from finding_lines(first, alike=alike, beside=[saying[0] for saying in beside])
        if hidden := sum(map(len, sayings[each:])):
            yield f"  and {hidden:,} more of {key[1]}"
        is_all = is_all and not hidden and all(len(group) <= _PLACES for group in sayings)
    if not is_all:
        yield f"{rest} shows all {len(findings) if total is None else total:,}"


def _place(finding: Finding, places: int) -> tuple[object, ...]:
    """Return what findings have in common that can be told beside each other.   places: of which it is said."""
    if places > 1 or finding.quote or not finding.path:
        return (finding,)
    return finding.path, finding.line, finding.hint
