"""``thence query``: SPARQL over a workspace, or over files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thence.cli import console
from thence.cli.options import FILE, Common, Verb, common

if TYPE_CHECKING:
    from thence.store.dataset import Dataset
    from thence.store.sparql import Answer

__all__ = ["query"]


@click.command(cls=Verb)
@click.argument("sparql", required=False)
@click.option(
    "-f", "--file", "file", type=FILE, metavar="FILE", help="Read the query from a file; - is standard input."
)
@click.option(
    "--data", "data", type=FILE, metavar="FILE", multiple=True,
    help="Ask this RDF file instead of a workspace; may be repeated; - is Turtle on standard input.",
)  # fmt: skip
@common(("table", "json", "csv", "tsv", "ndjson", "turtle", "nt"), auto="table, or turtle for triples")
def query(sparql: str | None, *, file: Path | None, data: tuple[Path, ...], common: Common) -> None:
    """Run a SPARQL query.

    SPARQL is the query itself, @FILE for one in a file, or - for standard input. The shipped prefixes (own:, money:,
    people:, th:, prov: ...) are declared already. Without FROM it sees asserted and derived facts, each once; who says
    so is in GRAPH <urn:thence:graph:statements>.

    Examples:
      thence query 'SELECT ?who ?what { ?who own:owns ?what }'
      thence query --format csv 'SELECT * { ?s ?p ?o } LIMIT 10'
      echo 'ASK { ?who own:controls ?what }' | thence query -

    JSON, CSV and TSV are those of SPARQL 1.1. Exit code 0 whether or not anything was found.
    """
    from thence.cli.inputs import STDIN, named_files
    from thence.cli.results import rendered
    from thence.errors import UsageError
    from thence.store import Store, dataset_of
    from thence.store.rdf import prefixes_in
    from thence.store.sparql import Solutions

    if data and common.place is not None:
        raise UsageError("TH114", "--data and -w name two things to ask", hint="leave one of them out")
    text, source = _query_text(sparql, file)
    if source == STDIN and STDIN in data:
        raise UsageError("TH113", "standard input can be read only once", hint="give the query as @FILE")
    known: Mapping[str, str] = {}
    answer: Answer
    if data:
        with named_files(data) as [files]:
            known = {prefix: base for path in files for prefix, base in prefixes_in(path).items()}
            with dataset_of(files) as dataset:
                answer = _asked(dataset, text, source)
    else:
        with Store.open(common.workspace().directory, read_only=True) as store:
            answer = _asked(store, text, source)
    chosen = None if common.format == "auto" else common.format
    console.write(rendered(answer, chosen, width=console.width(), more_prefixes=known))
    if isinstance(answer, Solutions) and not answer.rows and not common.is_quiet:
        console.note("no rows")


def _query_text(sparql: str | None, file: Path | None) -> tuple[str, Path | None]:
    """Return the query, and the file it came from. Raises UsageError TH115 for none, and for two."""
    from thence.cli.inputs import text_of
    from thence.errors import UsageError

    if (sparql is None) == (file is None):
        message = "no query is given" if sparql is None else "the query is given twice"
        raise UsageError(
            "TH115", message, hint="thence query 'SELECT …', @FILE.rq, -f FILE.rq, or - for standard input"
        )
    if sparql is not None and (sparql == "-" or sparql.startswith("@")):
        file = Path(sparql.removeprefix("@"))
    return (sparql or "", None) if file is None else (text_of(file), file)


def _asked(graphs: Dataset, text: str, source: Path | None) -> Answer:
    """Return the answer. A mistake in a query that came from a file is told with the file's name."""
    from thence.errors import Location, QueryError

    try:
        return graphs.query(text)
    except QueryError as error:
        if source is not None and error.at is not None:
            error.at = Location(str(source), error.at.line, error.at.column)
        raise
