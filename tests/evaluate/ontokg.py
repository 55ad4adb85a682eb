"""Read the sentences of Text2KGBench and compare the statements with the benchmark's triples.

``python -m tests.evaluate.ontokg DATA_DIR [--lexicons DIR] [--split test] [--errors N] [--full]`` reads each sentence
of every ontology folder (``1_movie/ontology.ttl``, ``test.jsonl``) as a document of its own, with the ontology and the
lexicon that the folder of lexicons has under its name (``1_movie.yaml`` or ``1_movie.ttl``; ``1_movie.ontology.ttl``
adds to the ontology). A prediction is an affirmed, categorical statement that has not ended: its subject's label, the
property's label, its object's label, a date in the benchmark's spelling ("01 January 2003" for a year).

The figures are the benchmark's own (cenguix/Text2KGBench, src/evaluation/run_eval.py): triples as one string in lower
case without white space and underscores; of the predictions those whose relation the sentence's gold triples have; a
sentence without a prediction scores nothing; precision, recall and F1 averaged over sentences, then over ontologies.
``strict`` counts every prediction. Exit 0 only if the mean F1 reaches its target.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import time
from calendar import month_name
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from thence.extract import extract
from thence.extract.mapping import Mappings, load_mappings
from thence.model.document import Block, BlockKind, Document, Span
from thence.model.statement import Mention, Modality, Polarity, Statement, Value
from thence.names import XSD
from thence.ontology import Ontology, load_ontology
from thence.ontology.lexicon import Lexicon, load_lexicon

__all__ = [
    "LEXICONS",
    "Domain",
    "Row",
    "Triple",
    "document",
    "domains",
    "main",
    "normal",
    "predicted",
    "rows",
    "statements",
    "triple",
]

TARGET = 0.35
LEXICONS = Path(__file__).with_name("ontokg_lexicons")
_MONTHS = tuple(month_name)[1:]

Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Domain:
    """One ontology of the benchmark with the lexicon that reads for it."""

    name: str
    folder: Path
    ontology: Ontology
    lexicon: Lexicon
    mappings: Mappings


@dataclass(frozen=True, slots=True)
class Row:
    """One sentence and its gold triples."""

    id: str
    text: str
    gold: tuple[Triple, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Sums over sentences: the benchmark's precision, recall and F1, and counts of all triples."""

    precision: float = 0.0
    recall: float = 0.0
    f1: float = 0.0
    right: int = 0
    said: int = 0
    gold: int = 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate.ontokg", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--lexicons", type=Path, default=LEXICONS)
    parser.add_argument("--only", default="", help="the ontology to read, by its folder's name")
    parser.add_argument("--split", default="test", help="test, train or validation")
    parser.add_argument("--errors", type=int, default=0, help="print so many sentences of each kind of error")
    parser.add_argument("--full", action="store_true", help="figures by relation")
    chosen = parser.parse_args(arguments)
    means = [
        _measure(domain, chosen.split, errors=chosen.errors, full=chosen.full)
        for domain in domains(chosen.data, chosen.lexicons, only=chosen.only)
    ]
    if not means:
        print(f"no ontology folder in {chosen.data}")
        return 2
    mean = sum(means) / len(means)
    if mean < TARGET:
        print(f"missed target: ontokg official F1 {mean:.3f} < {TARGET}")
    print(f"ontokg official F1: {mean:.3f}")
    return 0 if mean >= TARGET else 1


def domains(data: Path, lexicons: Path, *, only: str = "") -> Iterator[Domain]:
    """Yield the ontologies of a folder, each with its lexicon if there is one."""
    for folder in sorted(data.iterdir(), key=lambda each: (len(each.name.split("_")[0]), each.name)):
        if not (folder / "ontology.ttl").exists() or (only and folder.name != only):
            continue
        more = lexicons / f"{folder.name}.ontology.ttl"
        ontology = load_ontology([folder / "ontology.ttl", *([more] if more.exists() else [])])
        own = [path for ending in ("yaml", "ttl") if (path := lexicons / f"{folder.name}.{ending}").exists()]
        yield Domain(folder.name, folder, ontology, load_lexicon(own, ontology), load_mappings((), ontology))


def rows(folder: Path, split: str = "test") -> list[Row]:
    """Return the sentences of one file with their triples, in its order, each sentence once."""
    found: dict[str, tuple[str, list[Triple]]] = {}
    for line in (folder / f"{split}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if "triples" in row:
            found[row["id"]] = (row["sent"], [(each["sub"], each["rel"], each["obj"]) for each in row["triples"]])
        else:
            found.setdefault(row["sent"], (row["sent"], []))[1].append(
                (row["sub_label"], row["rel_label"], row["obj_label"])
            )
    return [Row(key, text, tuple(gold)) for key, (text, gold) in found.items()]


def document(row: Row) -> Document:
    """Return a sentence as a document of one paragraph."""
    text = row.text
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Document(
        key=row.id,
        places=(f"{row.id}.txt",),
        media_type="text/plain",
        digest=digest,
        size=len(text.encode()),
        recipe="tests.ontokg/1",
        text=text,
        blocks=(Block(Span(0, len(text)), BlockKind.PARAGRAPH),),
    )


def statements(domain: Domain, row: Row) -> list[Statement]:
    """Return the statements of a sentence that could carry a fact, for the relations of its ontology."""
    found = extract(document(row), domain.ontology, domain.lexicon, domain.mappings).statements
    return [
        each
        for each in found
        if each.polarity is Polarity.AFFIRMED
        and each.modality is Modality.CATEGORICAL
        and each.predicate not in domain.ontology.shipped
    ]


def triple(domain: Domain, row: Row, statement: Statement) -> Triple:
    """Return a statement as the benchmark spells triples."""
    part = statement.object
    obj = _label(row, part) if isinstance(part, Mention) else _spelt(part)
    return _label(row, statement.subject), domain.ontology.label(statement.predicate), obj


def _label(row: Row, mention: Mention) -> str:
    """Return the name that a mention stands for: of a short name or pronoun the full one that it refers to."""
    full = mention.antecedent
    return mention.name if full is None else " ".join(row.text[full.start : full.end].split())


def _spelt(value: Value) -> str:
    """Return a value as the benchmark spells it: dates in words, all else as the sentence has it."""
    if value.datatype in {XSD.date, XSD.gYearMonth, XSD.gYear}:
        year, *rest = value.lexical.split("-")
        month = _MONTHS[int(rest[0]) - 1] if rest else "January"
        day = rest[1] if len(rest) > 1 else ("00" if rest else "01")
        return f"{day} {month} {year}"
    return value.wording or value.lexical


def predicted(domain: Domain, row: Row) -> list[Triple]:
    """Return the triples that a sentence is read as, in the order of its statements."""
    return list(dict.fromkeys(triple(domain, row, each) for each in statements(domain, row)))


def normal(triple: Triple) -> str:
    """Return the benchmark's key of a triple.

    >>> normal(("Looney Tunes: Back", "cast_member", "Joe Dante"))
    'looneytunes:backcastmemberjoedante'
    """
    return "".join(re.sub(r"_|\s+", "", part).lower() for part in triple)


def score(gold: Sequence[Triple], found: Sequence[Triple]) -> Score:
    """Return the figures of one sentence."""
    relations = {rel.replace("_", " ").strip() for _, rel, _ in gold}
    keys = {normal(each) for each in gold}
    kept = {normal(each) for each in found if each[1].replace("_", " ").strip() in relations}
    every = {normal(each) for each in found}
    right = len(keys & kept)
    precision = right / len(kept) if kept else 0.0
    recall = right / len(keys) if kept else 0.0
    f1 = 2 * precision * recall / (precision + recall) if right else 0.0
    return Score(precision, recall, f1, len(keys & every), len(every), len(keys))


def _measure(domain: Domain, split: str, *, errors: int, full: bool) -> float:
    scores: list[Score] = []
    by_relation: dict[str, list[int]] = {}
    missed: dict[str, list[str]] = {}
    begun = time.process_time()
    for row in rows(domain.folder, split):
        found = predicted(domain, row)
        one = score(row.gold, found)
        scores.append(one)
        _count(by_relation, row, found)
        if errors:
            _note(missed, row, found)
    seconds = time.process_time() - begun
    n = max(1, len(scores))
    precision, recall, f1 = (sum(getattr(s, name) for s in scores) / n for name in ("precision", "recall", "f1"))
    right, said, gold = (sum(getattr(s, name) for s in scores) for name in ("right", "said", "gold"))
    for kind in sorted(missed):
        print(f"--- {kind}: {len(missed[kind])}")
        for line in missed[kind][:errors]:
            print(f"    {line}")
    if full:
        for name, (hits, made, wanted) in sorted(by_relation.items(), key=lambda item: -item[1][2]):
            print(f"    {name:40s} right {hits:4d} said {made:4d} gold {wanted:4d}")
    print(
        f"{domain.name}: P {precision:.3f} R {recall:.3f} F1 {f1:.3f} | strict P {right / max(1, said):.3f} "
        f"R {right / max(1, gold):.3f} | {len(scores)} sentences, {1000 * seconds / n:.1f} ms each"
    )
    return f1


def _count(by_relation: dict[str, list[int]], row: Row, found: Sequence[Triple]) -> None:
    keys = {normal(each) for each in row.gold}
    for _, rel, _ in row.gold:
        by_relation.setdefault(rel, [0, 0, 0])[2] += 1
    for each in found:
        counts = by_relation.setdefault(each[1], [0, 0, 0])
        counts[1] += 1
        counts[0] += normal(each) in keys


def _note(missed: dict[str, list[str]], row: Row, found: Sequence[Triple]) -> None:
    """Sort a sentence's errors: what was missed though subject and object stand there, and what was said beside it."""
    text = normal((row.text, "", ""))
    keys = {normal(each) for each in row.gold}
    said = {normal(each) for each in found}
    for each in row.gold:
        value = re.sub(r"^\d\d(?:[a-z]+)?(?=\d{4}$)", "", normal(("", "", each[2])))
        if normal(each) not in said and normal((each[0], "", "")) in text and value in text:
            near = [other for other in found if other[1] == each[1]]
            kind = "near" if near else "missed"
            missed.setdefault(f"{each[1]}: {kind}", []).append(
                f"{each[0]} | {each[2]} | {near or ''} | {row.text[:330]}"
            )
    for each in found:
        if normal(each) not in keys:
            kind = "beside gold" if any(rel == each[1] for _, rel, _ in row.gold) else "of a relation not in gold"
            missed.setdefault(f"{each[1]}: said {kind}", []).append(f"{each[0]} | {each[2]} | {row.text[:330]}")


if __name__ == "__main__":
    sys.exit(main())
