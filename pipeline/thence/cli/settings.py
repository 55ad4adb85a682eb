"""The text of a new thence.toml, made from the settings themselves."""

from __future__ import annotations

import inspect
import json
import re
import textwrap
from collections.abc import Iterator

from pydantic import BaseModel

from thence.config import ColumnChoice, Config, Limits, Trust

__all__ = ["settings_text"]

_HEAD = """\
# The settings of this corpus. Each stands at its default; take the # away to change one.
# Paths start at the folder of this file.
"""

_EXAMPLES = {
    "ontology": '["domain/terms.ttl"]',
    "lexicon": '["domain/words.yaml"]',
    "mappings": '["domain/columns.yaml"]',
    "rules": '["domain/rules.srl"]',
    "shapes": '["domain/shapes.ttl"]',
    "queries": '["queries"]',
    "ignore": '["drafts/*", "*.bak"]',
    "as_of": '"2024-12-31"',
    "voices": '["the company secretary"]',
    "distrusted": '["rumours/*"]',
    "ocr": '["eng", "deu"]',
    "name": '"date*"',
    "written": '"day-first"',
}


def settings_text() -> str:
    """Return a thence.toml in which every setting is explained, shown at its default and commented out."""
    return "\n".join(
        [
            _HEAD,
            *_section(Config),
            "# Whose words may carry facts besides each document's own voice.",
            "# [trust]",
            *_section(Trust),
            "# What one file may cost; beyond it the file is a finding, and the others are read.",
            "# [limits]",
            *_section(Limits),
            "# How columns of tables are written, where the files cannot show it; as often as needed.",
            "# [[columns]]",
            *_section(ColumnChoice),
        ]
    )


def _section(model: type[BaseModel]) -> Iterator[str]:
    said = dict(_told(model.__doc__ or ""))
    for name, field in model.model_fields.items():
        if isinstance(field.default, BaseModel) or name == "columns":
            continue
        meaning = said.get(name, "").replace("``", "")
        yield from textwrap.wrap(meaning, 100, initial_indent="# ", subsequent_indent="# ")
        example = _EXAMPLES.get(name)
        has_default = field.default is not None and not field.is_required()
        yield f"# {name} = {_toml(field.default)}" if has_default else f"# {name} = {example}"
        if example and has_default:
            yield f"# for example: {name} = {example}"
        yield ""


def _toml(value: object) -> str:
    return "[]" if value == () else json.dumps(value)


def _told(docstring: str) -> Iterator[tuple[str, str]]:
    """Yield what a docstring says of each field, where it has the form ``name, other: what they are``."""
    for piece in re.split(r" {3}|\n(?=[a-z_]+(?:, [a-z_]+)*: )", inspect.cleandoc(docstring)):
        names, colon, text = piece.strip().partition(": ")
        if colon and re.fullmatch(r"[a-z_]+(, [a-z_]+)*", names):
            meaning = " ".join(text.split())
            yield from ((name, meaning[:1].upper() + meaning[1:]) for name in names.split(", "))
