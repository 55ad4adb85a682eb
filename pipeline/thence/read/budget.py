"""What the members of one archive may cost, and the errors of archives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from thence.errors import InputError, Location
from thence.model.finding import Finding
from thence.read.container import INSIDE, Member, Members, distinct_names, renamed, spend
from thence.read.reading import Options, finding

__all__ = ["SMALL", "Budget", "Loader", "beyond", "damaged", "within"]

SMALL = 1_000_000
"""Files up to this size may be as compressible as they like."""

Loader = Callable[[str], bytes]
"""Called with the member's path, for its errors."""


class Budget:
    """What the members of one archive may cost: decided by what its directory declares, which no member exceeds."""

    def __init__(self, path: str, size: int, options: Options, findings: list[Finding]) -> None:
        self.path, self.options, self.findings = path, options, findings
        self.sizes: list[tuple[int, int]] = []
        self.most = max(SMALL, size * options.limits.expansion)
        self.total = 0
        self.count = 0
        self.beyond = 0
        self.charged = False

    def allows(self, name: str, size: int, packed: int) -> bool:
        """Return whether one more member is within all limits; note it if not."""
        limits = self.options.limits
        if size > SMALL and size > limits.expansion * max(1, packed):
            self.findings.append(
                finding(
                    "TH506",
                    f"{self.path}{INSIDE}{name}",
                    f"would grow to {size} bytes, more than {limits.expansion} times its size",
                    hint="raise limits.expansion in thence.toml if the archive is to be trusted",
                )
            )
            return False
        if (
            self.count >= limits.members
            or self.total + size > self.most
            or not (self.charged or spend(size, self.options))
        ):
            self.beyond += 1
            return False
        self.count += 1
        self.total += size
        return True

    def close(self) -> None:
        """Say how many members were left out."""
        if self.beyond:
            limits = self.options.limits
            self.findings.append(
                finding(
                    "TH506",
                    self.path,
                    f"{self.beyond} members are not read: beyond {limits.members} members, {limits.expanded_bytes}"
                    f" bytes or {limits.expansion} times the archive's size",
                    hint="unpack it into the folder, or raise the limits in thence.toml, if it is to be trusted",
                )
            )


def within(wanted: Sequence[tuple[str, int, Loader]], path: str, budget: Budget) -> Members:
    """Return the members that are within the budget, each under a name of its own.

    wanted: name, size and loader of each, in the order of the budget's sizes.
    """
    files = []
    names = distinct_names(name for name, _, _ in wanted)
    for (name, size, load), given, (_, packed) in zip(wanted, names, budget.sizes, strict=True):
        if not budget.allows(given, size, packed):
            continue
        if given != name:
            budget.findings.append(renamed(path, name, given))
        at = f"{path}{INSIDE}{given}"
        files.append(Member(at, size, partial(load, at)))
    budget.close()
    return Members(tuple(files), budget.findings)


def beyond(path: str) -> InputError:
    """Return the error about what would grow beyond the limits."""
    return InputError(
        "TH506",
        "would grow beyond the limits",
        at=Location(path),
        hint="unpack it into the folder, or raise the limits in thence.toml, if it is to be trusted",
    )


def damaged(path: str, why: str) -> InputError:
    """Return the error about what is damaged."""
    return InputError(
        "TH502",
        f"damaged or cut off: {why}",
        at=Location(path),
        hint="get the archive again; what is damaged was not read",
    )
