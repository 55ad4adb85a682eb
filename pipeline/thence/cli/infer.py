"""``thence infer``: what follows from RDF files, without a workspace."""

from __future__ import annotations

from pathlib import Path

import click

from thence.cli import console
from thence.cli.options import FILE, Common, Verb, common

__all__ = ["infer"]


@click.command(cls=Verb)
@click.argument("data", type=FILE, nargs=-1, required=True)
@click.option("--rules", type=FILE, metavar="FILE", multiple=True, help="Rules, SPARQL-RL or Datalog; may be repeated.")
@click.option("--ontology", type=FILE, metavar="FILE", multiple=True, help="Axioms in RDF; may be repeated.")
@click.option("--shipped", is_flag=True, help="Apply thence's own domain rules too.")
@click.option("--all", "everything", is_flag=True, help="Write the facts of DATA too, not only what follows.")
@click.option("--inconsistencies", "only_clashes", is_flag=True, help="Write no triples, only what contradicts what.")
@common(("nt", "turtle", "json"), places=False)
def infer(
    data: tuple[Path, ...],
    *,
    rules: tuple[Path, ...],
    ontology: tuple[Path, ...],
    shipped: bool,
    everything: bool,
    only_clashes: bool,
    common: Common,
) -> int:
    """Derive what follows from RDF files.

    OWL 2 RL is compiled from the axioms in DATA and --ontology; rules are added to it. Prefixes that a rule file leaves
    undeclared are those of the data. DATA may be - for Turtle on standard input. Only what is new is written, sorted.

    Examples:
      thence infer data.ttl --ontology vocabulary.ttl --rules family.srl
      thence infer data.ttl --format turtle --all > closed.ttl

    Exit code 1: the data contradicts itself; what contradicts what is told on stderr.
    """
    from thence.cli.findings import finding_lines
    from thence.cli.inputs import named_files
    from thence.cli.table import counted
    from thence.model.terms import triple_line
    from thence.names import prefixes
    from thence.reason import infer as infer_from
    from thence.store.rdf import serialize

    with named_files(data, rules, ontology) as [facts, programs, axioms]:
        found = infer_from(facts, ontology=axioms, rules=programs, shipped=shipped)
    triples = sorted({*found.facts, *found.derived}) if everything else list(found.derived)
    clashes = found.inconsistencies
    if common.as_json:
        asserted = {"asserted": [list(triple) for triple in found.facts]} if everything else {}
        console.show_json(
            {
                "facts": len(found.facts),
                "derived": [list(triple) for triple in found.derived],
                **asserted,
                "inconsistencies": [finding.as_json() for finding in clashes],
            }
        )
    elif not only_clashes:
        if common.format == "turtle":
            console.write([serialize(triples, media="ttl", prefixes={**prefixes(), **dict(found.prefixes)})])
        else:
            console.write(f"{triple_line(triple)}\n".encode() for triple in triples)
    if not common.as_json:
        for finding in clashes:
            for line in finding_lines(finding):
                console.show(line) if only_clashes else console.note(line)
    if not common.is_quiet:
        for finding in found.rules.findings:
            for line in finding_lines(finding):
                console.note(line)
        derived = counted(len(found.derived), "fact")
        clashed = counted(len(clashes), "inconsistency", "inconsistencies") if clashes else "no inconsistency"
        console.note(
            f"{derived} derived from {len(found.facts):,} by {counted(len(found.rules.rules), 'rule')}; {clashed}"
        )
    return int(bool(clashes))
