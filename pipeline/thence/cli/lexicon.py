"""``thence lexicon suggest``: frames for a lexicon, from sentences with what is confirmed to be said in them."""

from __future__ import annotations

from pathlib import Path

import click

from thence.cli import console
from thence.cli.options import FILE, Common, Verb, common

__all__ = ["lexicon"]


@click.command(cls=Verb)
@click.argument("action", type=click.Choice(["suggest"]))
@click.argument("examples", type=FILE)
@click.option("--ontology", type=FILE, metavar="FILE", multiple=True, help="The domain's ontology; may be repeated.")
@click.option("--lexicon", "known", type=FILE, metavar="FILE", help="A YAML lexicon whose nouns and verbs are known.")
@click.option("--support", type=click.IntRange(min=1), default=2, show_default=True, help="Least confirmed statements.")
@click.option(
    "--precision", type=click.FloatRange(0, 1), default=0.5, show_default=True, help="Least part that is confirmed."
)
@common(("turtle", "yaml", "json"), places=False)
def lexicon(
    action: str,
    examples: Path,
    *,
    ontology: tuple[Path, ...],
    known: Path | None,
    support: int,
    precision: float,
    common: Common,
) -> int:
    """Suggest frames for a lexicon, to be reviewed.

    EXAMPLES is a JSON Lines file: a sentence and what is confirmed to be said in it a line. Frames are made from how
    subject and object stand to each other there, then looked for in all sentences. Before each stand its support (how
    many confirmed statements it reads), its precision (the part of all it reads that is confirmed) and a sentence.

    Examples:
      thence lexicon suggest confirmed.jsonl --ontology terms.ttl > words.ttl
      thence lexicon suggest confirmed.jsonl --ontology terms.ttl --support 1 --precision 0.8

    Exit code 1: no frame reaches the support and precision asked for.
    """
    del action
    from thence.extract.examples import read_examples
    from thence.extract.induction import entries, suggest
    from thence.names import prefixes
    from thence.ontology import load_ontology
    from thence.ontology.lexicon import lexicon_source
    from thence.ontology.lexicon_rdf import lexicon_turtle, lexicon_yaml
    from thence.store.rdf import prefixes_in

    terms = load_ontology(ontology)
    base = lexicon_source(known) if known is not None else {}
    given = read_examples(examples, terms)
    found = suggest(given, terms, base, support=support, precision=precision)
    data, notes = entries(found, terms)
    own: dict[str, str] = {}
    for path in ontology:
        own.update({prefix: base for prefix, base in prefixes_in(path).items() if prefix})
    if common.as_json:
        console.show_json(
            [
                {
                    "property": each.predicate,
                    "section": each.section,
                    "options": dict(each.options),
                    "support": each.support,
                    "precision": round(each.precision, 3),
                    "example": each.example,
                }
                for each in found
            ]
        )
    elif common.format == "yaml":
        console.write([lexicon_yaml(data, prefixes={**prefixes(), **own}, notes=notes).encode()])
    else:
        console.write([lexicon_turtle(data, {}, prefixes={**prefixes(), **own}, notes=notes).encode()])
    if not common.is_quiet:
        console.note(f"{len(found):,} frames from {len(given):,} sentences")
    return 0 if found else 1
