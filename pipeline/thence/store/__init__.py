"""The graphs, texts, trace and journal on disk; RDF and SPARQL: the one door to pyoxigraph."""

from __future__ import annotations

from thence.store.dataset import Dataset, dataset_of
from thence.store.decisions import Decision, append_decision, read_decisions
from thence.store.sparql import Solutions
from thence.store.store import Change, Store
from thence.store.workspace import Workspace

__all__ = [
    "Change",
    "Dataset",
    "Decision",
    "Solutions",
    "Store",
    "Workspace",
    "append_decision",
    "dataset_of",
    "read_decisions",
]
