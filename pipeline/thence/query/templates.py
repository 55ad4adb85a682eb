"""Saved queries: files of SPARQL whose first comment lines say what they ask and what they need to know."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from thence.errors import Location, QueryError
from thence.names import shipped
from thence.query.names import nearest
from thence.query.parameters import Kind, Parameter

__all__ = ["Template", "Total", "find_template", "load_templates", "parse_template"]

_HEADER = re.compile(r"#\s*(title|description|params?|total|chain)\s*:?\s*(.*)", re.IGNORECASE)
_PARAM = re.compile(r"(\w+)\s*\(\s*(\w+)\s*(?:,\s*(optional|default\s+([^)]+?)))?\s*\)\s*(?::\s*(.*))?")
_LISTED = re.compile(r"(\w+)\s*\(([^)]*)\)")
_TOTAL = re.compile(r"(\w+) by (\w+) over (\w+)")
_VARIABLE = re.compile(r"[?$](\w+)")


@dataclass(frozen=True, slots=True)
class Total:
    """A sum that an answer may be told with: of one variable, apart for each value of another, once for each third."""

    amount: str
    by: str
    over: str


@dataclass(frozen=True, slots=True)
class Template:
    """A saved query.

    name: the file's name without suffix.   text: SPARQL; parameters are variables.   path: where it lies.
    total: sums told with the answer, never over two units.   chain: variables of a row that are neighbours in the
    graph, first to last; `ask` tells each row with the facts between them.
    """

    name: str
    title: str
    description: str
    parameters: tuple[Parameter, ...]
    text: str
    path: str = ""
    total: Total | None = None
    chain: tuple[str, ...] = ()

    def parameter(self, name: str) -> Parameter | None:
        """Return a parameter by name, or None."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)

    def as_json(self) -> dict[str, object]:
        """Return name, title, description and parameters."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "parameters": [parameter.as_json() for parameter in self.parameters],
        }


def parse_template(text: str, *, name: str, path: str = "") -> Template:
    """Return the saved query that a file holds.

    The comment lines before the first line of SPARQL may say ``# title: …``, ``# description: …``,
    ``# param NAME (TYPE): …`` (also ``(TYPE, optional)`` and ``(TYPE, default VALUE)``), ``# params: NAME (TYPE), …``,
    ``# total: AMOUNT by UNIT over THING`` and ``# chain: NAME NAME …``; other comments are the author's own.
    Raises QueryError TH410 with the line of a parameter that cannot be read, is named twice or is not in the query.
    """
    said: dict[str, str] = {}
    parameters: list[Parameter] = []
    lines: dict[str, int] = {}
    total: Total | None = None
    chain: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            break
        header = _HEADER.match(line.strip())
        if not header:
            continue
        word, value = header[1].lower(), header[2].strip()
        at = Location(path or name, number)
        match word:
            case "param" | "params":
                for parameter in _parameters(value, at=at, listed=word == "params"):
                    if parameter.name in lines:
                        raise QueryError("TH410", f"the parameter {parameter.name} is declared twice", at=at)
                    lines[parameter.name] = number
                    parameters.append(parameter)
            case "total":
                found = _TOTAL.fullmatch(value)
                if not found:
                    raise QueryError("TH410", f"not a total: {value}", at=at, hint="# total: AMOUNT by UNIT over THING")
                total = Total(*found.groups())
            case "chain":
                chain = tuple(value.split())
            case _:
                said[word] = value
    named = set(_VARIABLE.findall("\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))))
    for parameter in parameters:
        if parameter.name not in named:
            at = Location(path or name, lines[parameter.name])
            raise QueryError("TH410", f"the query does not use its parameter {parameter.name}", at=at)
    title = said.get("title") or name
    return Template(name, title, said.get("description", ""), tuple(parameters), text, path, total, chain)


def _parameters(value: str, *, at: Location, listed: bool) -> list[Parameter]:
    if listed:
        return [_parameter(f"{name} ({type_})", at) for name, type_ in _LISTED.findall(value)]
    return [_parameter(value, at)]


def _parameter(value: str, at: Location) -> Parameter:
    found = _PARAM.fullmatch(value)
    if not found:
        raise QueryError("TH410", f"not a parameter: {value}", at=at, hint="# param NAME (TYPE, optional): description")
    name, kind, way, default, description = found.groups()
    if kind not in list(Kind):
        raise QueryError("TH410", f"{name}: no type {kind}", at=at, hint=f"types: {', '.join(Kind)}")
    return Parameter(name, Kind(kind), description or "", optional=way == "optional", default=default)


def load_templates(folders: Sequence[Path] = ()) -> dict[str, Template]:
    """Return the saved queries by name, sorted: the shipped ones, and those of other folders, which come first.

    folders: each a folder of .rq files, or one such file; of equal names the last one counts.
    Raises QueryError TH410 for a header that cannot be read or a folder that is not there.
    """
    found = {template.name: template for template in _shipped()}
    for folder in folders:
        if not folder.exists():
            raise QueryError("TH410", f"no saved queries at {folder}", at=Location(str(folder)))
        for file in sorted(folder.glob("*.rq")) if folder.is_dir() else [folder]:
            found[file.stem] = parse_template(_read(file), name=file.stem, path=str(file))
    return dict(sorted(found.items()))


def _shipped() -> list[Template]:
    files: list[Traversable] = [file for file in shipped("queries").iterdir() if file.name.endswith(".rq")]
    return [
        parse_template(
            file.read_text(encoding="utf-8"), name=file.name.removesuffix(".rq"), path=f"queries/{file.name}"
        )
        for file in sorted(files, key=lambda file: file.name)
    ]


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise QueryError("TH410", f"cannot be read: {error}", at=Location(str(file))) from error


def find_template(templates: Mapping[str, Template], name: str) -> Template:
    """Return a saved query by name. Raises QueryError TH406 that names the nearest ones."""
    template = templates.get(name)
    if template is None:
        near = nearest(name, sorted(templates), cutoff=60)
        hint = f"did you mean {', '.join(near)}?" if near else f"saved queries: {', '.join(templates)}"
        raise QueryError("TH406", f"no saved query is called {name!r}", hint=hint)
    return template
