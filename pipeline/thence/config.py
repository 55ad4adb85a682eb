"""thence.toml: the settings of a corpus, checked where they enter."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, StrictBool, ValidationError, field_validator

from thence.errors import ConfigError, Location

__all__ = ["CONFIG_NAME", "ColumnChoice", "Config", "Limits", "Trust", "is_base", "is_day", "load_config"]

CONFIG_NAME = "thence.toml"
_BASE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?:[^\x00-\x20<>\"{}|^`\\#%\x7f]|%[0-9A-Fa-f]{2})+")


class Limits(BaseModel):
    """What one file may cost; beyond it the file is a finding, and the others are read.

    pages: of a paged file.   depth: nesting of JSON, XML and YAML; of archives in archives a hundredth of it.
    whole_bytes: text larger than this is read in pieces, with memory for one at a time.
    expansion: how many times its size a compressed file may grow.   expanded_bytes: what it may grow to.
    members: files in an archive, with those in archives in it; messages in a mailbox, parts of an office file.
    seconds: time for one file, of the worker process that reads pdf, office files and whatever is large.
    memory_mb: what that process may take.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    pages: int = Field(default=5_000, gt=0)
    depth: int = Field(default=500, gt=0, le=2_000)
    expansion: int = Field(default=200, gt=0)
    expanded_bytes: int = Field(default=200_000_000, gt=0)
    members: int = Field(default=100_000, gt=0)
    whole_bytes: int = Field(default=8_000_000, gt=0)
    seconds: float = Field(default=120.0, gt=0, le=1_000_000, allow_inf_nan=False)
    memory_mb: int = Field(default=2_048, ge=128, le=1 << 24)


class Trust(BaseModel):
    """Whose words may carry facts besides each document's own voice.

    voices: names of trusted voices.   distrusted: path patterns (globs) whose statements carry no facts.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    voices: tuple[str, ...] = ()
    distrusted: tuple[str, ...] = ()


class ColumnChoice(BaseModel):
    """How a column of tables is written, where the files cannot show it.

    path: glob of relative paths.   name: glob of column names.   written: what stands in the cells.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    path: str = "*"
    name: str
    written: Literal["day-first", "month-first", "iso", "decimal-comma", "decimal-point", "text"]


class Config(BaseModel):
    """The settings of one corpus; paths are relative to the folder that thence.toml lies in.

    shipped: whether thence's own ontology, lexicon, mappings, rules and shapes apply.
    ontology, lexicon, mappings, rules, shapes: files of the case's own, added to the shipped ones.
    queries: folders of saved questions, or single ones (.rq), added to the shipped ones.
    as_of: ISO date at which facts must hold; default the latest date of any document.
    threshold: least confidence of a statement that carries a fact.   ignore: globs of files to leave out.
    follow_links: whether links in the folder may lead out of it.
    max_file_bytes: larger files become a finding.   limits: what one file may cost.
    ocr: languages, as tesseract names them ("eng", "deu"), in which pages that are only pictures are read; none: they
    are not read.   columns: how columns of tables are written.   lenient_rdf: whether an RDF file with mistakes gives
    its good statements, each bad one a finding, and is not refused whole.
    rdf_base: what relative IRIs of RDF files start from: the IRI of the folder where it ends in /, to which each file's
    path is added, else the base of every file as it is; default file:///.
    derivation_limit: derived facts up to which the derivations graph is written.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    shipped: bool = True
    ontology: tuple[str, ...] = ()
    lexicon: tuple[str, ...] = ()
    mappings: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    as_of: str | None = None
    threshold: float = Field(default=0.5, ge=0.0, le=1.0)
    trust: Trust = Trust()
    ignore: tuple[str, ...] = ()
    follow_links: StrictBool = False
    max_file_bytes: int = Field(default=50_000_000, gt=0)
    limits: Limits = Limits()
    ocr: tuple[str, ...] = ()
    columns: tuple[ColumnChoice, ...] = ()
    lenient_rdf: StrictBool = False
    rdf_base: str = "file:///"
    derivation_limit: int = Field(default=100_000, ge=0)

    @field_validator("rdf_base")
    @classmethod
    def _a_base(cls, value: str) -> str:
        if not is_base(value):
            raise ValueError("not an absolute IRI without a fragment, as https://example.org/data/")
        return value

    @field_validator("as_of", mode="before")
    @classmethod
    def _unquoted(cls, value: object) -> object:
        return value.isoformat() if type(value) is date else value

    @field_validator("as_of")
    @classmethod
    def _a_day(cls, value: str | None) -> str | None:
        if value is not None and not is_day(value):
            raise ValueError("not a day, as YYYY-MM-DD")
        return value


def is_day(text: str) -> bool:
    """Return whether a text is a day of the calendar, as YYYY-MM-DD.

    >>> is_day("2024-02-29"), is_day("2024-02-30"), is_day("20240229")
    (True, False, False)
    """
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_base(text: str) -> bool:
    """Return whether relative IRIs can start from a text: an absolute IRI without a fragment, none of thence's own.

    >>> is_base("https://example.org/data/"), is_base("data/"), is_base("https://e/#a"), is_base("urn:thence:doc:x")
    (True, False, False, False)
    """
    try:
        urlsplit(text)  # brackets that hold no address
    except ValueError:
        return False
    return bool(_BASE.fullmatch(text)) and not text.lower().startswith("urn:thence:")


def load_config(path: Path | None) -> Config:
    """Return the settings of a thence.toml, or the defaults when there is none.

    Raises ConfigError with code, place and hint for a file that is no TOML, an unknown setting or a wrong value.
    """
    if path is None or not path.exists():
        return Config()
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        at = re.search(r"at line (\d+)", str(error))
        where = Location(str(path), int(at[1]) if at else None)
        raise ConfigError("TH201", f"not valid TOML: {error}", at=where) from error
    except OSError as error:
        raise ConfigError("TH201", f"cannot be read: {error.strerror or error}", at=Location(str(path))) from error
    try:
        return Config.model_validate(data)
    except ValidationError as error:
        # A misspelt name is told before what is missing for it.
        first = min(error.errors(), key=lambda each: each["type"] != "extra_forbidden")
        places = [part for part in first["loc"] if isinstance(part, str)]
        name = ".".join(places)
        number = next((part for part in first["loc"] if isinstance(part, int)), 0)
        line = _line_of(path, places, number)
        what, hint = _told(first["type"], first["msg"].removeprefix("Value error, "), places)
        raise ConfigError("TH202", f"{name}: {what}", at=Location(str(path), line), hint=hint) from error


_SECTIONS: dict[str, type[BaseModel]] = {"limits": Limits, "trust": Trust, "columns": ColumnChoice}
_EXAMPLE = {name: '["…"]' for name, field in (Config.model_fields | Trust.model_fields).items() if field.default == ()}
"""How a setting that is a list of texts is written."""
_TEXT = '"…"'
_HEADS = {"limits": "[limits]", "trust": "[trust]", "columns": "[[columns]]"}


def _told(kind: str, message: str, places: Sequence[str]) -> tuple[str, str]:
    """Return what is wrong with a setting and what to write, from the kind of mistake and the setting's name."""
    section = places[0] if places else ""
    if kind == "extra_forbidden":
        model = _SECTIONS.get(section, Config) if len(places) > 1 else Config
        known = ", ".join(sorted(model.model_fields))
        hint = f"known settings{f' of {section}' if model is not Config else ''}: {known}"
        return "unknown setting", f"{_meant(places[-1], model)}{hint}"
    if kind == "tuple_type":
        if section == "columns" and len(places) == 1:
            return "a list of tables is expected", "write [[columns]], with two brackets, once for each column"
        return "a list is expected", f'write it in brackets: {places[-1]} = ["…"]'
    if kind == "missing":
        return "is missing", f'add a line {places[-1]} = "…" below {_HEADS.get(section, section)}'
    if kind == "string_type":
        return "text is expected", f"write it in quotation marks: {places[-1]} = {_EXAMPLE.get(places[-1], _TEXT)}"
    if kind in ("model_type", "model_attributes_type", "dict_type"):
        return "a table is expected", f"write [{section}] on a line of its own, and its settings below"
    return message, ""


def _meant(name: str, model: type[BaseModel]) -> str:
    """Return a question for the setting that an unknown name is most like, or that stands elsewhere in the file."""
    sections: list[tuple[str, type[BaseModel]]] = [("", Config), *_SECTIONS.items()]
    for section, other in sections:
        if name in other.model_fields and other is not model:
            return (
                f"{name} belongs {f'below {_HEADS[section]}' if section else 'above the first [table] of the file'}; "
            )
    near = get_close_matches(name.lower().replace("-", "_"), model.model_fields, n=1)
    return f"is {near[0]} meant? " if near else ""


def _line_of(path: Path, places: Sequence[str], number: int) -> int | None:
    """Return the line of a setting, else of the table it is missing from.   number: of the table among its like."""
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    heads = [at for at, line in enumerate(lines, 1) if line.strip() == _HEADS.get(places[0] if places else "")]
    start = heads[min(number, len(heads) - 1)] if heads else 0
    for at, line in enumerate(lines[start:], start + 1):
        if places and line.split("=")[0].strip().strip('"[]') == places[-1]:
            return at
        if start and line.lstrip().startswith("["):
            break
    return start or None
