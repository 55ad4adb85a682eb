"""Decisions of people: an append-only file, one a line, that outlives the store."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from thence.errors import ConfigError, Location

__all__ = ["Decision", "append_decision", "read_decisions"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided.

    kind: merge, separate, accept, correct, forget, … ; kinds this version does not know are kept.
    data: what was decided on, JSON values by name.   who, when: as the caller gives them; no clock is read here.
    """

    kind: str
    data: Mapping[str, object] = field(default_factory=dict)
    who: str | None = None
    when: str | None = None

    def line(self) -> str:
        """Return the decision as its line of the file: a JSON object with sorted keys, without the line end."""
        written = {"data": dict(self.data), "kind": self.kind, "when": self.when, "who": self.who}
        kept = {name: value for name, value in written.items() if value is not None}
        return json.dumps(kept, ensure_ascii=False, sort_keys=True, allow_nan=False)


def read_decisions(path: Path) -> tuple[Decision, ...]:
    """Return the decisions of a file in the order in which they were taken; none where there is no file.

    Raises ConfigError TH221 with the line of the first that cannot be read, TH220 for a file that cannot.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise ConfigError("TH220", f"cannot be read: {error.strerror or error}", at=Location(str(path))) from error
    return tuple(_decision(line, path, number) for number, line in enumerate(lines, 1) if line.strip())


def append_decision(path: Path, decision: Decision) -> None:
    """Add a decision to a file, made if it is not there, and force it to the disk.

    Raises ConfigError TH220 where the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            end = file.seek(0, os.SEEK_END)
            torn = False
            if end:
                file.seek(end - 1)
                torn = file.read(1) != b"\n"
            file.write(b"\n" * torn + decision.line().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise ConfigError("TH220", f"cannot be written: {error.strerror or error}", at=Location(str(path))) from error


def _decision(line: bytes, path: Path, number: int) -> Decision:
    def broken(reason: str, column: int | None = None) -> ConfigError:
        return ConfigError(
            "TH221",
            f"not a decision: {reason}",
            at=Location(str(path), number, column),
            hint='each line is a JSON object with "kind" and "data"; mend the line or restore the file',
            excerpt=line.decode("utf-8", "replace").rstrip("\r"),
        )

    try:
        found = json.loads(line)
    except json.JSONDecodeError as error:
        raise broken(error.msg, error.colno) from error
    except (ValueError, RecursionError) as error:
        raise broken(str(error)) from error
    if not isinstance(found, dict) or not isinstance(found.get("kind"), str):
        raise broken('no "kind"')
    data, who, when = found.get("data", {}), found.get("who"), found.get("when")
    if not isinstance(data, dict) or not isinstance(who, str | None) or not isinstance(when, str | None):
        raise broken('"data" is an object, "who" and "when" are texts')
    return Decision(found["kind"], data, who, when)
