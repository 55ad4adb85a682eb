"""Graphs as files of other systems."""

from __future__ import annotations

from thence.export.dump import FORMATS, export

__all__ = ["FORMATS", "export"]
