"""Questions: saved queries, names, and proofs down to the words in a file."""

from __future__ import annotations

from thence.query.ask import Asked, Sum, ask
from thence.query.evidence import Evidence, Stand
from thence.query.explanation import Explanation
from thence.query.names import Match, find_entities, find_property, nearest, nearest_names
from thence.query.parameters import Kind, Parameter
from thence.query.templates import Template, find_template, load_templates, parse_template
from thence.query.why import explain, telling_fact, why

__all__ = [
    "Asked",
    "Evidence",
    "Explanation",
    "Kind",
    "Match",
    "Parameter",
    "Stand",
    "Sum",
    "Template",
    "ask",
    "explain",
    "find_entities",
    "find_property",
    "find_template",
    "load_templates",
    "nearest",
    "nearest_names",
    "parse_template",
    "telling_fact",
    "why",
]
