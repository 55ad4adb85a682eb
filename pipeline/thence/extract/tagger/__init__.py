"""Names of persons, organisations, places and other things, found by a trained model."""

from __future__ import annotations

from thence.extract.tagger.refit import Corrections, read_corrections
from thence.extract.tagger.tagger import Kind, Tagged, Tagger

__all__ = ["Corrections", "Kind", "Tagged", "Tagger", "read_corrections"]
