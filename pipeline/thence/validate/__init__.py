"""Validation: the provenance contract over quads in memory, and shapes over stores and files."""

from __future__ import annotations

from thence.validate.check import check, check_files, check_quads
from thence.validate.contract import contract
from thence.validate.report import LookedAt, Report
from thence.validate.shapes import Shapes, load_shapes

__all__ = ["LookedAt", "Report", "Shapes", "check", "check_files", "check_quads", "contract", "load_shapes"]
