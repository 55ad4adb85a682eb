"""``thence check``: a workspace against the provenance contract, or files against shapes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thence.cli import console
from thence.cli.options import FILE, Common, Verb, common, fail_on, reaches

if TYPE_CHECKING:
    from thence.store import Workspace
    from thence.validate import Report

__all__ = ["check"]

_SHOWN = 20


@click.command(cls=Verb)
@click.argument("data", type=FILE, nargs=-1)
@click.option("--shapes", type=FILE, metavar="FILE", multiple=True, help="SHACL shapes; may be repeated.")
@click.option(
    "--ontology", type=FILE, metavar="FILE", multiple=True,
    help="RDF with the class hierarchy, part of what is checked; may be repeated.",
)  # fmt: skip
@fail_on()
@common(("text", "json", "turtle"))
def check(
    data: tuple[Path, ...], *, shapes: tuple[Path, ...], ontology: tuple[Path, ...], fail_on: str, common: Common
) -> int:
    """Check a graph against the provenance contract and SHACL shapes.

    Without DATA, or with a folder, it checks a workspace: the shipped shapes, those of its thence.toml and --shapes,
    and every quote and derivation as `thence verify` does. With files it checks those against --shapes, as they are.

    Examples:
      thence check
      thence check --json --fail-on warning
      thence check data.ttl --shapes shapes.ttl --ontology vocabulary.ttl

    Exit code 1: a finding at or above --fail-on. 3: a file that cannot be read, or a shape that nobody can judge; that
    is never a pass. --format turtle gives the standard sh:ValidationReport.
    """
    report = _report(data, shapes, ontology, common)
    match common.format:
        case "json":
            console.show_json(report.as_json())
        case "turtle":
            console.write([report.graph.encode()])
            for line in _beside_shapes(report):
                console.note(line)
        case _:
            for line in _lines(report, common):
                console.show(line)
    if not report.looked_at and not reaches(report.worst, "violation"):
        console.note("no shape looked at anything: this is no pass")
        return 3
    return int(reaches(report.worst, fail_on))


def _beside_shapes(report: Report) -> Iterator[str]:
    """Yield the findings that a report graph has no place for: quotes and derivations that do not hold any more."""
    from thence.cli.findings import finding_lines

    for finding in report.findings:
        if finding.stage == "verify":
            yield from finding_lines(finding)


def _report(data: tuple[Path, ...], shapes: tuple[Path, ...], ontology: tuple[Path, ...], common: Common) -> Report:
    from thence.cli.inputs import named_files
    from thence.errors import UsageError
    from thence.validate import check_files

    folders = [path for path in data if path.is_dir()]
    if not data or folders:
        if len(data) > 1:
            raise UsageError(
                "TH116", f"{folders[0]} is a folder, beside other data", hint="check one workspace, or files"
            )
        return _of_workspace(common.workspace(folders[0] if folders else None), shapes, ontology)
    if common.place is not None:
        raise UsageError("TH114", "DATA and -w name two things to check", hint="leave one of them out")
    if not shapes:
        raise UsageError("TH117", "files are checked against shapes, and none are named", hint="--shapes FILE")
    with named_files(data, shapes, ontology) as [facts, judged_by, axioms]:
        return check_files(facts, judged_by, axioms)


def _of_workspace(workspace: Workspace, shapes: tuple[Path, ...], ontology: tuple[Path, ...]) -> Report:
    """Return the report on a workspace: shapes first, then quotes and derivations, in one list."""
    from thence.config import load_config
    from thence.errors import ConfigError, Location
    from thence.ontology import load_ontology
    from thence.pipeline import verify
    from thence.pipeline.status import config_path_of
    from thence.store import Store
    from thence.validate import check as check_store

    settings = config_path_of(workspace)
    config = load_config(settings)
    own = [settings.parent / path for path in config.shapes]
    for path in own:
        if not path.is_file():
            at = Location(str(settings))
            raise ConfigError("TH204", f"shapes: no file {path}", at=at, hint="paths start at its folder")
    laid_over = load_ontology(ontology, shipped=False) if ontology else None
    with Store.open(workspace.directory, read_only=True) as store:
        report = check_store(
            store,
            [*own, *shapes],
            laid_over,
            shipped=config.shipped,
            derivation_limit=config.derivation_limit,
        )
    verified = verify(workspace).findings
    findings = sorted((*report.findings, *verified), key=lambda finding: (-finding.severity, finding))
    return replace(report, conforms=report.conforms and not verified, findings=tuple(findings))


def _lines(report: Report, common: Common) -> Iterator[str]:
    from thence.cli.findings import counts_line, finding_lines
    from thence.cli.table import table

    sound = report.conforms and not report.findings
    head = "conforms" if sound else counts_line(report.findings)
    if not (common.is_quiet and sound):
        yield console.styled(head, "green" if sound else "red" if report.counts["violation"] else "yellow")
    if report.looked_at and not common.is_quiet:
        rows = [
            (each.shape, f"{each.nodes:,}", f"{each.path}:{each.line}" if each.line else each.path)
            for each in report.looked_at
        ]
        yield ""
        yield from table(("shape", "nodes", "from"), rows, width=console.width(), right={1})
        if report.hierarchy:
            yield f"class hierarchy from {', '.join(report.hierarchy)}"
        yield ""
    shown = report.findings if common.is_verbose else report.findings[:_SHOWN]
    for finding in shown:
        yield from finding_lines(finding)
    if len(shown) < len(report.findings):
        yield f"and {len(report.findings) - len(shown):,} more; -v shows all"
