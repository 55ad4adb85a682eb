"""Ontologies: classes, properties, their hierarchy and wordings, and the typed gate that statements pass."""

from __future__ import annotations

from thence.ontology.lint import lint
from thence.ontology.load import load_ontology
from thence.ontology.ontology import Ontology
from thence.ontology.terms import ClassTerm, PropertyTerm

__all__ = ["ClassTerm", "Ontology", "PropertyTerm", "lint", "load_ontology"]
