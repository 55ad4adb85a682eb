"""Front matter, in YAML, TOML or JSON: its values, and where each stands."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import yaml

from thence.errors import InputError
from thence.model.document import Field, Record, RecordKind, Span
from thence.model.finding import Finding
from thence.read.reading import finding
from thence.read.toml import read_toml

__all__ = ["FrontMatter", "read_front_matter"]

_FENCE = re.compile(r"---[ \t]*\n(?P<body>(?:.*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|$)")
_PLUSES = re.compile(r"\+\+\+[ \t]*\n(?P<body>(?:.*\n)*?)\+\+\+[ \t]*(?:\n|$)")
_OBJECT = re.compile(r"\{\s{0,1000}\"")
_TO_BLANK = re.compile(r"\{(?:[^\n]*\n)*?[^\n]*\}[ \t]*(?=\n\s|\Z)")
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
    """Return the front matter a text begins with, or None: YAML between ``---``, TOML between ``+++``, a JSON object.

    One that is broken has a finding (TH528) and no values.
    """
    if text.startswith("---"):
        return _yaml(text, path)
    if text.startswith("+++"):
        return _toml(text, path)
    return _json(text, path) if text.startswith("{") else None


def _yaml(text: str, path: str) -> FrontMatter | None:
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
        return _broken(match.end(), path, f"YAML: {problem}", line, "quote values that hold a colon")
    return _of_nodes(root, base, body, match.end())


def _of_nodes(root: yaml.Node | None, base: int, body: str, end: int) -> FrontMatter | None:
    if not isinstance(root, yaml.MappingNode):
        return None
    fields: list[Field] = []
    values: list[tuple[str, str]] = []
    _walk(root, "", base, body, fields, values, depth=0)
    whole = Span(base, base + len(body.rstrip()))
    return FrontMatter(end, Record(RecordKind.FRONT_MATTER, whole, tuple(fields)), tuple(values))


def _broken(end: int, path: str, problem: str, line: int, hint: str) -> FrontMatter:
    return FrontMatter(end, None, (), finding("TH528", path, f"the front matter is no {problem}", line=line, hint=hint))


def _toml(text: str, path: str) -> FrontMatter | None:
    match = _PLUSES.match(text)
    if match is None or "=" not in match["body"]:
        return None
    body, base = match["body"], match.start("body")
    data = body.encode("utf-8", "replace")
    try:
        reading = read_toml(data, path)
    except InputError as error:
        line = (error.at.line or 1) + 1 if error.at else 1
        return _broken(match.end(), path, f"TOML: {error.message}", line, "repair it; the text is read without")
    byte_map = reading.byte_map
    fields: list[Field] = []
    for record in reading.records:
        for item in record.fields if byte_map else ():
            start, end = byte_map.bytes_of(item.value) if byte_map else (0, 0)
            first = base + len(data[:start].decode("utf-8", "replace"))
            value = Span(first, first + len(data[start:end].decode("utf-8", "replace")))
            fields.append(Field(f"{record.title}.{item.name}" if record.title else item.name, value))
    values = tuple((item.name, " ".join(text[item.value.start : item.value.end].split())) for item in fields)
    whole = Span(base, base + len(body.rstrip()))
    return FrontMatter(match.end(), Record(RecordKind.FRONT_MATTER, whole, tuple(fields)), values)


def _json(text: str, path: str) -> FrontMatter | None:
    if _OBJECT.match(text) is None:
        return None
    try:
        _, end = json.JSONDecoder().raw_decode(text[:_LIMIT])
    except json.JSONDecodeError as error:
        cut = _TO_BLANK.match(text, 0, _LIMIT)
        return _broken(cut.end(), path, f"JSON: {error.msg}", error.lineno, "repair it") if cut else None
    except RecursionError:
        return None
    if text[end : end + 1] not in ("", "\n"):
        return None
    try:
        # JSON is YAML but for tabs.
        root = yaml.compose(text[:end].replace("\t", " "), Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        problem = (str(error).splitlines() or ["nested too deeply"])[0]
        return _broken(end, path, f"JSON that is understood: {problem}", 1, "simplify it")
    return _of_nodes(root, 0, text[:end], end)


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
