"""YAML front matter: its values, and where each stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

from thence.model.document import Field, Record, RecordKind, Span
from thence.model.finding import Finding
from thence.read.reading import finding

__all__ = ["FrontMatter", "read_front_matter"]

_FENCE = re.compile(r"---[ \t]*\n(?P<body>(?:.*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|$)")
_LIMIT = 65_536
_DEPTH = 20


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands between the fences at the top of a file.

    end: where the text after it begins.   record: its fields with spans into the source text; lists give one field an
    item, nested values a dotted name.   values: (name, text) in order.
    """

    end: int
    record: Record | None
    values: tuple[tuple[str, str], ...]
    finding: Finding | None = None

    def first(self, *names: str) -> str | None:
        """Return the first value under any of these names (lower case), by the order of names."""
        for wanted in names:
            for name, value in self.values:
                if name.lower() == wanted and value:
                    return value
        return None

    def all(self, *names: str) -> tuple[str, ...]:
        """Return the values under these names, in the order they are written."""
        return tuple(value for name, value in self.values if name.lower() in names and value)


def read_front_matter(text: str, path: str) -> FrontMatter | None:
    """Return the front matter a text begins with, or None; one that is no YAML mapping has a finding (TH528)."""
    if not text.startswith("---"):
        return None
    match = _FENCE.match(text)
    if match is None or not match["body"].strip():
        return None
    body, base = match["body"], match.start("body")
    if not re.match(r"\s*(?:#.*\n\s*)*[\w\"'{]", body):
        return None
    try:
        root = yaml.compose(body[:_LIMIT], Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 2 if mark else 1
        problem = getattr(error, "problem", None) or (str(error).splitlines() or ["nested too deeply"])[0]
        said = finding(
            "TH528", path, f"the front matter is no YAML: {problem}", line=line, hint="quote values that hold a colon"
        )
        return FrontMatter(match.end(), None, (), said)
    if not isinstance(root, yaml.MappingNode):
        return None
    fields: list[Field] = []
    values: list[tuple[str, str]] = []
    _walk(root, "", base, body, fields, values, depth=0)
    whole = Span(base, base + len(body.rstrip()))
    return FrontMatter(match.end(), Record(RecordKind.FRONT_MATTER, whole, tuple(fields)), tuple(values))


def _walk(
    node: yaml.MappingNode,
    prefix: str,
    base: int,
    body: str,
    fields: list[Field],
    values: list[tuple[str, str]],
    *,
    depth: int,
) -> None:
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            continue
        name = f"{prefix}{key.value}"
        where = Span(base + key.start_mark.index, base + key.end_mark.index)
        items = value.value if isinstance(value, yaml.SequenceNode) else [value]
        for item in items:
            if isinstance(item, yaml.MappingNode):
                if depth < _DEPTH:
                    _walk(item, f"{name}.", base, body, fields, values, depth=depth + 1)
            elif isinstance(item, yaml.ScalarNode):
                span = _scalar(item, base, body)
                fields.append(Field(name, span, None, where))
                values.append((name, " ".join(str(item.value).split())))


def _scalar(node: yaml.ScalarNode, base: int, body: str) -> Span:
    """Return the place of a scalar's words, without quotes, block marks or white space around them."""
    start, end = node.start_mark.index, node.end_mark.index
    if node.style in ("'", '"') and end - start >= 2:
        start, end = start + 1, end - 1
    elif node.style in ("|", ">"):
        newline = body.find("\n", start, end)
        start = newline + 1 if newline >= 0 else start
    words = body[start:end]
    end = start + len(words.rstrip())
    return Span(base + min(end, start + len(words) - len(words.lstrip())), base + end)
