"""``thence verify``: every quote and imported fact against its file, every derivation against its rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thence.cli import console
from thence.cli.options import FILE, Common, Verb, common, passwords

if TYPE_CHECKING:
    from thence.model.finding import Finding
    from thence.pipeline import Verification

__all__ = ["verify"]


@click.command(cls=Verb)
@click.argument("folder", type=FILE, required=False)
@passwords()
@common(("text", "json"))
def verify(folder: Path | None, *, passwords: tuple[str, ...], common: Common) -> int:
    """Compare every quote with its file and redo every derivation.

    Names each file that has changed or gone, each claim whose words no longer stand where they were read, and each fact
    that its RDF file does not state. FOLDER is a corpus or a workspace.

    Examples:
      thence verify
      thence verify --json

    Exit code 1: something does not hold any more.
    """
    from thence.cli.sentences import claims
    from thence.pipeline import verify as verify_graph
    from thence.store import Store

    workspace = common.workspace(folder)
    found = verify_graph(workspace, passwords=passwords)
    said: Mapping[str, str] = {}
    if found.findings:
        with Store.open(workspace.directory, read_only=True) as store:
            said = claims(store, {iri for finding in found.findings for iri in finding.related})
    if common.as_json:
        console.show_json(_json(found, said))
    else:
        for line in _lines(found, said, common):
            console.show(line)
    return int(bool(found.findings))


def _json(found: Verification, said: Mapping[str, str]) -> dict[str, object]:
    return {
        "holds": not found.findings,
        "files": found.files,
        "quotes": found.quotes,
        "imported": found.imported,
        "derivations": found.derivations,
        "findings": [
            {**finding.as_json(), "claims": [{"statement": i, "says": said[i]} for i in finding.related if i in said]}
            for finding in found.findings
        ],
    }


def _lines(found: Verification, said: Mapping[str, str], common: Common) -> Iterator[str]:
    from thence.cli.findings import counts_line
    from thence.cli.table import counted

    if not common.is_quiet:
        imported = f"{counted(found.imported, 'imported fact')}, " if found.imported else ""
        in_files = f"{imported}{counted(found.quotes, 'quote')} in {counted(found.files, 'file')}"
        yield f"checked {in_files} and {counted(found.derivations, 'derivation')}"
    if not found.findings:
        if not common.is_quiet:
            yield console.styled("all hold", "green")
        return
    for finding in found.findings:
        yield from _told(finding, said)
    yield console.styled(counts_line(found.findings), "red", "bold")


def _told(finding: Finding, said: Mapping[str, str]) -> Iterator[str]:
    from thence.cli.findings import finding_lines

    yield from finding_lines(finding)
    for iri in finding.related:
        if iri in said:
            yield f"  claim: {said[iri]}"
