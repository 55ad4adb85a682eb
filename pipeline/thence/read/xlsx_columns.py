"""Columns of a sheet's tables: what they hold, by the number formats of their cells."""

from __future__ import annotations

from collections import Counter

from thence.model.document import Column

__all__ = ["column_of"]

_KINDS = ("integer", "identifier", "date", "boolean")


def column_of(table: int, number: int, name: str, kinds: Counter[str]) -> Column | None:
    """Return what the cells of a column hold by their formats; None where some are words."""
    said = {kind for kind in kinds if kind not in ("empty", "error", "formula")}
    if not said:
        return Column(table, number, name, "empty")
    evidence = "the number format of its cells"
    if said <= {"integer", "decimal"}:
        kind = "decimal" if "decimal" in said else "integer"
        return Column(table, number, name, kind, "decimal-point", evidence)
    if len(said) == 1 and (kind := said.pop()) in _KINDS:
        return Column(table, number, name, kind, "iso" if kind == "date" else "", evidence)
    return None
