"""Writes the reference from the program itself: verbs, error codes, vocabulary, templates, rules, shapes, settings.

conf.py calls it at each build, so the pages cannot go stale; nothing that it writes is kept in git.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import rdflib
from rdflib.namespace import OWL, RDF, RDFS, SKOS

import thence
from thence.cli.group import group
from thence.config import Config, Trust
from thence.extract import mapping
from thence.names import prefixes, shipped, shorten
from thence.ontology import lexicon

__all__ = ["ErrorCode", "error_codes", "terms", "verbs", "write_reference"]

_SOURCE = Path(thence.__file__).parent
_CODE = re.compile(r"TH\d{3}")
_KINDS = {OWL.Class: "class", OWL.ObjectProperty: "property", OWL.DatatypeProperty: "property"}


def write_reference(folder: Path) -> None:
    """Write the generated pages into ``folder``; a page whose text has not changed is left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {
        "cli.md": _cli_page(),
        "configuration.md": _configuration_page(),
        "errors.md": _errors_page(),
        "lexicons.md": _docstring_page("Lexicons", lexicon.__doc__),
        "mappings.md": _docstring_page("Mappings", mapping.__doc__),
        "queries.md": _files_page("Query templates", "queries", ".rq", "sparql", _TEMPLATES),
        "rules.md": _files_page("Rules", "rules", ".srl", "text", _RULES),
        "shapes.md": _files_page("Shapes", "shapes", ".ttl", "turtle", _SHAPES),
        "vocabulary.md": _vocabulary_page(),
    }
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")


# Verbs


def verbs() -> Iterator[tuple[str, click.Command]]:
    """Return each verb of the command line with its click command, by name."""
    context = click.Context(group, info_name="thence")
    for name in sorted(group.list_commands(context)):
        command = group.get_command(context, name)
        assert command is not None
        yield name, command


def _cli_page() -> str:
    lines = [
        "# Command line",
        "",
        "`thence VERB --help` says the same. Data goes to standard output, progress and notes to standard error.",
        "",
        "| exit code | meaning |",
        "| --- | --- |",
        *(f"| {code} | {meaning} |" for code, meaning in _EXIT_CODES),
        "",
    ]
    for name, command in verbs():
        with click.Context(command, info_name=f"thence {name}") as context:
            usage = command.get_usage(context).removeprefix("Usage: ")
            lines += [f"## thence {name}", "", "```", usage, "```", "", _prose(command.help or ""), ""]
            lines += _options(command, context)
    return "\n".join(lines) + "\n"


_EXIT_CODES = (
    ("0", "fine"),
    ("1", "found something: violations, differences, an inconsistency, a fact that does not hold"),
    ("2", "wrong usage, configuration, rule or query"),
    ("3", "input that cannot be read"),
    ("4", "store unavailable, budget exceeded"),
    ("70", "a bug"),
    ("130", "interrupted"),
)


def _options(command: click.Command, context: click.Context) -> list[str]:
    rows = []
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
        if record:
            rows.append(f"| `{_cell(record[0])}` | {_cell(record[1])} |")
    return ["| option | |", "| --- | --- |", *rows, ""] if rows else []


def _prose(text: str) -> str:
    """Return click's help text as Markdown: ``\\b`` blocks become code, paragraphs keep their words."""
    paragraphs = []
    for paragraph in re.split(r"\n\s*\n", text.replace("\f", "").strip()):
        if paragraph.startswith("\b"):
            paragraphs.append("```\n" + paragraph.lstrip("\b").strip("\n") + "\n```")
        else:
            paragraphs.append(" ".join(paragraph.split()))
    return "\n\n".join(paragraphs)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


# Errors and findings

_KINDS_OF_CODES = {
    "1": "wrong usage, exit 2",
    "2": "configuration, exit 2",
    "3": "rules, exit 2",
    "4": "query, exit 2",
    "50": "unreadable input, exit 3",
    "51": "malformed RDF or shapes, exit 3",
    "52": "finding of a reader",
    "53": "finding of a reader",
    "54": "finding of a reader",
    "55": "finding of a reader",
    "56": "finding of a reader",
    "6": "store or budget, exit 4",
    "70": "citation, exit 1",
    "71": "finding of verify",
    "80": "refused candidate",
    "82": "finding of identity",
    "83": "finding of identity",
    "84": "finding of identity",
    "85": "refused or unread row",
    "94": "finding of the rule pass",
    "99": "a bug, exit 70",
    "9": "finding of a check",
}
_MEANINGS = {
    "TH100": "the command line cannot be understood: the message says which word",
    "TH202": "a setting is unknown, or its value is of the wrong kind",
    "TH511": "the file is not the RDF it claims to be",
    "TH560": "most characters have no meaning: the file is no text, or in an unknown encoding",
    "TH562": "locked, and opened with a password that was given",
    "TH715": "a recorded derivation does not replay",
    "TH940": "facts contradict each other: a false-rule or constraint has a solution, with its premises",
    "TH801": "the typed gate refuses the candidate: the kinds of its ends do not fit the property",
    "TH851": "the typed gate refuses the row: the kinds of its ends do not fit the property",
    "TH920": "a shape is violated",
}
"""What a code means whose message is made where no reader of the source can see it."""


@dataclass(frozen=True, slots=True)
class ErrorCode:
    """One code: what it belongs to, its messages with … for values, and the modules that use it, sorted."""

    code: str
    messages: tuple[str, ...]
    modules: tuple[str, ...]

    @property
    def kind(self) -> str:
        """What the code belongs to."""
        digits = self.code.removeprefix("TH")
        return _KINDS_OF_CODES.get(digits[:2]) or _KINDS_OF_CODES.get(digits[:1], "")


def error_codes() -> list[ErrorCode]:
    """Return every TH code that the package's source gives to an error or finding, sorted."""
    messages: dict[str, set[str]] = {}
    modules: dict[str, set[str]] = {}
    for path in sorted(_SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        module = path.relative_to(_SOURCE).with_suffix("").as_posix().replace("/", ".")
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _CODE.fullmatch(node.value):
                modules.setdefault(node.value, set()).add(module)
        constants = _assigned(ast.Module([node for node in tree.body if isinstance(node, ast.Assign)], []))
        for scope in ast.walk(tree):
            if isinstance(scope, ast.FunctionDef):
                named = constants | _assigned(scope)
                for call in (node for node in ast.walk(scope) if isinstance(node, ast.Call)):
                    for code, message in _called_with(call, named):
                        messages.setdefault(code, set()).add(message)
    for code, meaning in _MEANINGS.items():
        messages.setdefault(code, set()).add(meaning)
    return [
        ErrorCode(code, tuple(sorted(filter(None, messages.get(code, ())))), tuple(sorted(where)))
        for code, where in sorted(modules.items())
    ]


def _assigned(scope: ast.FunctionDef | ast.Module) -> dict[str, list[str]]:
    """Return each name that is assigned, with the texts that it may stand for."""
    named: dict[str, list[str]] = {}
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named.setdefault(node.targets[0].id, []).extend(_texts(node.value, {}))
    return named


def _called_with(call: ast.Call, named: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Yield code and message of a call that has both, once for each text its message may be."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    codes = [text for each in given for text in _texts(each, named) if _CODE.fullmatch(text)]
    told = [keyword.value for keyword in call.keywords if keyword.arg in {"message", "reason"}]
    told = told or [each for each in call.args if getattr(each, "id", "") not in {"hint", "help"}]
    texts = [text for each in told for text in _texts(each, named) if " " in text.strip("… ")]
    for code in codes:
        yield from ((code, text.strip()) for text in (texts[:3] or [""]))


def _texts(node: ast.expr, named: dict[str, list[str]]) -> list[str]:
    """Return the texts an expression may come to, … where a value goes."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return ["".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)]
    if isinstance(node, ast.IfExp):
        return [*_texts(node.body, named), *_texts(node.orelse, named)]
    if isinstance(node, ast.BinOp):
        left, right = (_texts(end, named) or ["…"] for end in (node.left, node.right))
        return [one + other for one in left for other in right]
    return named.get(node.id, []) if isinstance(node, ast.Name) else []


def _errors_page() -> str:
    lines = [
        "# Error and finding codes",
        "",
        "Errors stop a verb and say what to do next; findings are noted and the work goes on.",
        "A … stands for the offending value.",
        "",
        "| code | | messages | from |",
        "| --- | --- | --- | --- |",
    ]
    for each in error_codes():
        said = "<br>".join(map(_cell, each.messages))
        lines.append(f"| {each.code} | {each.kind} | {said} | {', '.join(f'`{name}`' for name in each.modules)} |")
    return "\n".join(lines) + "\n"


# Vocabulary


def terms() -> Iterator[tuple[str, rdflib.Graph, list[rdflib.URIRef]]]:
    """Return each file of ontology/ with its graph and the terms it describes, by name."""
    for path in _shipped_files("ontology", ".ttl"):
        if path.name == "prefixes.ttl":
            continue
        graph = rdflib.Graph().parse(data=path.read_text(encoding="utf-8"), format="turtle")
        described = {s for s in graph.subjects(RDF.type, None) if isinstance(s, rdflib.URIRef)}
        yield path.name, graph, sorted(described - set(graph.subjects(RDF.type, OWL.Ontology)))


def _vocabulary_page() -> str:
    lines = ["# Vocabulary", "", "| prefix | namespace |", "| --- | --- |"]
    lines += [f"| `{prefix}:` | `{namespace}` |" for prefix, namespace in prefixes().items()]
    for name, graph, described in terms():
        lines += ["", f"## {name}", "", "| term | | definition |", "| --- | --- | --- |"]
        for term in described:
            kinds = sorted({_KINDS[kind] for kind in graph.objects(term, RDF.type) if kind in _KINDS})
            text = str(graph.value(term, SKOS.definition) or graph.value(term, RDFS.comment) or "")
            example = graph.value(term, SKOS.example)
            text += f" Example: {example}" if example else ""
            ends = [
                f"{word} {', '.join(f'`{shorten(str(end))}`' for end in sorted(graph.objects(term, predicate)))}"
                for word, predicate in (("from", RDFS.domain), ("to", RDFS.range), ("under", RDFS.subClassOf))
                if (term, predicate, None) in graph
            ]
            text += f" ({'; '.join(ends)})" if ends else ""
            lines.append(f"| `{shorten(str(term))}` | {', '.join(kinds) or 'value'} | {_cell(text)} |")
    return "\n".join(lines) + "\n"


# What a module says of the files it reads


def _docstring_page(title: str, docstring: str | None) -> str:
    return f"# {title}\n\n```{{eval-rst}}\n{inspect.cleandoc(docstring or '')}\n```\n"


# Files shown as they are

_TEMPLATES = "`thence ask NAME --parameter value` runs one; `thence ask --help` lists them. The text is what runs."
_RULES = "What `thence build` applies beside the OWL 2 RL rules compiled from the ontology."
_SHAPES = "What `thence check` judges by. They are plain SHACL and need no thence to be used."


def _files_page(title: str, folder: str, suffix: str, language: str, introduction: str) -> str:
    lines = [f"# {title}", "", introduction, ""]
    for path in _shipped_files(folder, suffix):
        lines += [
            f"## {path.name.removesuffix(suffix)}",
            "",
            f"```{language}",
            path.read_text("utf-8").rstrip(),
            "```",
            "",
        ]
    return "\n".join(lines) + "\n"


def _shipped_files(folder: str, suffix: str) -> Iterable[Path]:
    root = Path(str(shipped(folder)))
    return sorted(path for path in root.rglob(f"*{suffix}") if path.is_file())


# Settings


def _configuration_page() -> str:
    lines = [
        "# thence.toml",
        "",
        "A corpus may have a `thence.toml` in its folder; paths in it are relative to that folder.",
        "Without one, the shipped data and these defaults hold.",
        "",
    ]
    for model, heading in ((Config, "Settings"), (Trust, "[trust]")):
        lines += [f"## {heading}", "", "| setting | default | |", "| --- | --- | --- |"]
        meaning = dict(_told(model.__doc__ or ""))
        for name, field in model.model_fields.items():
            default = list(field.default) if isinstance(field.default, tuple) else field.default
            shown = "" if isinstance(default, Trust) else f"`{default}`"
            told = _cell(meaning.get(name, "")).replace("``", "`")
            lines.append(f"| `{name}` | {shown} | {told} |")
        lines.append("")
    return "\n".join(lines) + "\n"


def _told(docstring: str) -> Iterator[tuple[str, str]]:
    """Yield what a docstring says of each of its fields, in the form ``name, other: what they are.``"""
    for piece in re.split(r" {3}|\n(?=[a-z_]+(?:, [a-z_]+)*: )", inspect.cleandoc(docstring)):
        names, colon, text = piece.strip().partition(": ")
        if colon and re.fullmatch(r"[a-z_]+(, [a-z_]+)*", names):
            yield from ((name, " ".join(text.split())) for name in names.split(", "))
