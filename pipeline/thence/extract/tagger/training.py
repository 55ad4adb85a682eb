"""Trains the shipped model: ``python -m thence.extract.tagger.training --data DIR -o FILE``.

DIR is laid out like the annotated texts of the project: ``ner/*.train.jsonl``, ``ud/ewt.dev.conllu`` and, where they
are there, ``dockg/redocred.jsonl`` and ``re3d/re3d.jsonl``. Dev files, and the last 15 % of a train file without one,
are what the tagger is measured on and are never read here. The same texts give the same bytes.

The first look is trained on sentences. The second look learns from what first looks say of texts that they were not
trained on, so each is trained once more for every part of the texts that it leaves out.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from thence.extract.tagger.annotated import Text, documents, entities, sentences_of_ud, texts, unmarked
from thence.extract.tagger.clusters import clustered
from thence.extract.tagger.crf import Array, Chain, learn
from thence.extract.tagger.features import kind_features, word_features
from thence.extract.tagger.kinds import learnt
from thence.extract.tagger.known import listed_names
from thence.extract.tagger.lists import Counts, Lists, counted, spans
from thence.extract.tagger.model import Model, packed, rounded
from thence.extract.tagger.sight import (
    First,
    Second,
    first_forms,
    first_word,
    form_features,
    listed_features,
    rest_features,
    row_features,
    second_forms,
    second_word,
    sure_features,
)
from thence.extract.tagger.tagger import Looks

__all__ = ["Known", "Plan", "main", "train"]

MEASURED = ("gum", "sec", "uner", "wikigold", "wnut")
"""The sets with tagged names."""

KINDS = {"gum": "gum", "sec": "sec", "uner": "web", "wikigold": "wikigold", "wnut": "web"}
"""The kinds of text that are told apart; what people write on the web is one, wherever they do."""

WITHOUT_MISC = ("uner",)
"""Sets in which other things than persons, organisations and places are not marked."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How training goes. parts: how many parts the texts are cut into for the second look.

    rounds: steps of optimisation of the first look, and of those that teach the second.   fewest: how often a feature
    must occur.   fine, coarse: how many clusters of words.   boldness: what is taken off the score of being no name.
    """

    parts: int = 3
    rounds: int = 60
    rounds_of_parts: int = 40
    fewest: int = 2
    fine: int = 256
    coarse: int = 48
    c1: float = 0.1
    c2: float = 0.05
    boldness: float = 0.0


def train(data: Path, plan: Plan, *, listed: bool = False, say: Callable[[str], None] = lambda _: None) -> Model:
    """Return the model learnt from the texts below a folder. listed: with the lists of other packages."""
    groups = read(data)
    bare = [words for group in groups.values() for text in group for words, _ in text]
    bare += unmarked(data / "ontokg")
    fine, coarse = (clustered(bare, many) for many in (plan.fine, plan.coarse))
    clusters = {word: (fine[word], coarse[word]) for word in fine if word in coarse}
    say(f"{len(clusters)} words in clusters, from {sum(map(len, bare))}")
    known = Known(listed_names() if listed else {}, clusters)
    return fit(groups, sentences_of_ud(data / "ud" / "ewt.dev.conllu"), plan, known, say)


def read(data: Path) -> dict[str, list[Text]]:
    """Return the texts to train on, by set."""
    groups: dict[str, list[Text]] = {}
    for name in MEASURED:
        path = data / "ner" / f"{name}.train.jsonl"
        if path.exists():
            groups[name] = texts(path, whole=(data / "ner" / f"{name}.dev.jsonl").exists())
    for name, reader in (("redocred", documents), ("re3d", entities)):
        path = data / ("dockg" if name == "redocred" else name) / f"{name}.jsonl"
        if path.exists():
            groups[name] = reader(path)
    return groups


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of words besides their tags: flags of listed names, numbers of clusters."""

    listed: Mapping[str, Sequence[str]]
    clusters: Mapping[str, Sequence[int]]


@dataclass(slots=True)
class _Seen:
    """One text as the first look sees it: for each sentence the features in CRFsuite's form."""

    kind: str
    text: Text
    parts: list[list[str]]
    items: list[Any]


def fit(
    groups: Mapping[str, Sequence[Text]],
    tagged: Sequence[tuple[list[str], list[str]]],
    plan: Plan,
    known: Known,
    say: Callable[[str], None],
) -> Model:
    """Return the model learnt from texts of several sets and from sentences with parts of speech."""
    with tempfile.TemporaryDirectory() as room:
        scratch = str(Path(room) / "scratch")
        parts = rounded(_parts(tagged, scratch))
        say(f"parts of speech: {len(parts.rows)} features")
        measured: dict[str, list[list[list[str]]]] = {}
        for name in (name for name in MEASURED if name in groups):
            measured.setdefault(KINDS[name], []).extend([words for words, _ in text] for text in groups[name])
        kinds = learnt(measured)
        nothing = Chain(("O",), {}, np.zeros((0, 1), dtype=np.float32), np.zeros((1, 1), dtype=np.float32))
        looks = Looks(Model(parts, nothing, nothing, kinds, Lists.of(Counts(), {})))
        groups = dict(groups)
        hidden = [name for name in WITHOUT_MISC if name in groups]
        if hidden:
            full = {name: found for name, found in groups.items() if name not in hidden}
            seen, _ = _seen(full, looks, known, "")
            chain = _first(seen, plan, scratch, rounds=plan.rounds_of_parts // 2)
            say("a first look without the sets that lack a kind")
            _, lists = _seen({}, looks, known, "", full)
            whole = Looks(Model(parts, chain, nothing, kinds, lists))
            for name in hidden:
                groups[name] = [_with_misc(text, whole) for text in groups[name]]
        seen, lists = _seen(groups, looks, known, None)
        say(f"{sum(len(words) for each in seen for words, _ in each.text)} words in {len(seen)} texts")
        names = rounded(_first(seen, plan, scratch, rounds=plan.rounds))
        say(f"first look: {len(names.rows)} features")
        told: list[list[Array]] = [[] for _ in seen]
        for part in range(plan.parts):
            _first(
                [each for i, each in enumerate(seen) if i % plan.parts != part],
                plan,
                scratch,
                rounds=plan.rounds_of_parts,
                read=False,
            )
            for i in range(part, len(seen), plan.parts):
                told[i] = list(_chances(seen[i].items, names.labels, scratch))
            say(f"part {part + 1} of {plan.parts}")
        again = rounded(_second(seen, told, names.labels, plan, scratch))
        say(f"second look: {len(again.rows)} features")
        return Model(parts, names, again, kinds, lists)


def _parts(tagged: Sequence[tuple[list[str], list[str]]], scratch: str) -> Chain:
    # Each word stands alone, so that no sequence has to be decoded: the words around it tell nearly as much.
    alone = (
        ([features], [tag])
        for words, tags in tagged
        for features, tag in zip(_stretched(words, word_features), tags, strict=True)
    )
    return learn(alone, scratch, settings={"c1": 0.05, "c2": 0.05, "max_iterations": 60})


def _stretched(words: Sequence[str], features: Callable[[str], Sequence[tuple[str, int]]]) -> list[list[str]]:
    """Return the features of all words as seen from each place of a sentence."""
    padded = ["", "", *words, "", ""]
    seen = {word: features(word) for word in set(padded)}
    return [
        [f"{away}{name}" for away in range(-2, 3) for name, reach in seen[padded[i + 2 + away]] if reach >= abs(away)]
        for i in range(len(words))
    ]


def _seen(
    groups: Mapping[str, Sequence[Text]],
    looks: Looks,
    known: Known,
    kind: str | None,
    counted_in: Mapping[str, Sequence[Text]] | None = None,
) -> tuple[list[_Seen], Lists]:
    """Return texts as seen, each without what the lists have from itself, and the lists."""
    import pycrfsuite

    counts = Counts()
    each_own = {}
    for name, group in (groups if counted_in is None else counted_in).items():
        for number, text in enumerate(group):
            each_own[name, number] = own = counted(text)
            counts.add(own)
    lists = Lists.of(counts, known.listed, known.clusters)
    found = []
    for name, group in groups.items():
        for number, text in enumerate(group):
            own = each_own[name, number]
            bare = [words for words, _ in text]
            parts = looks.parts(bare)
            here = KINDS.get(name, name) if kind is None else kind
            places = _first_features(first_forms(bare, parts, here, lists, own))
            items = []
            for words in bare:
                mine = islice(places, len(words))
                stretched = _stretched(words, lambda w, o=own, k=here: [*first_word(w, lists, o), *kind_features(k, w)])  # type: ignore[misc]
                items.append(pycrfsuite.ItemSequence([[*a, *b] for a, b in zip(mine, stretched, strict=True)]))
            found.append(_Seen(here, text, parts, items))
    return found, lists


def _first_features(seen: First) -> Iterator[list[str]]:
    for words, form, listed in zip(*seen, strict=True):
        yield [*words, *form_features(form), *listed_features(listed)]


def _second_features(seen: Second) -> Iterator[list[str]]:
    for row, sure, rest in zip(*seen, strict=True):
        yield [*row_features(row), *sure_features(sure), *rest_features(rest)]


def _first(seen: Sequence[_Seen], plan: Plan, scratch: str, *, rounds: int, read: bool = True) -> Chain:
    rows = ((items, tags) for each in seen for items, (_, tags) in zip(each.items, each.text, strict=True))
    settings = {"c1": plan.c1, "c2": plan.c2, "max_iterations": rounds, "feature.minfreq": plan.fewest}
    return learn(rows, scratch, settings=settings, read=read)


def _chances(items: Sequence[Any], labels: Sequence[str], scratch: str) -> Iterator[Array]:
    """Return the probability of each label at each word of each sentence."""
    import pycrfsuite

    tagger = pycrfsuite.Tagger()
    tagger.open(scratch)
    known = set(tagger.labels())
    for sentence in items:
        tagger.set(sentence)
        rows = [
            [tagger.marginal(label, i) if label in known else 0.0 for label in labels] for i in range(len(sentence))
        ]
        yield np.array(rows, dtype=np.float32).reshape(-1, len(labels))


def _second(
    seen: Sequence[_Seen], told: Sequence[Sequence[Array]], labels: Sequence[str], plan: Plan, scratch: str
) -> Chain:
    def rows() -> Iterator[tuple[list[list[str]], list[str]]]:
        for each, chances in zip(seen, told, strict=True):
            bare = [words for words, _ in each.text]
            places = _second_features(second_forms(bare, each.parts, each.kind, labels, chances))
            for words, tags in each.text:
                mine = islice(places, len(words))
                stretched = _stretched(words, second_word)
                yield [[*a, *b] for a, b in zip(mine, stretched, strict=True)], tags

    chain = learn(rows(), scratch, settings={"c1": 1.0, "c2": 1.0, "max_iterations": 80})
    if "O" in chain.labels:
        chain.weights[chain.rows["b"], chain.labels.index("O")] -= plan.boldness
    return chain


def _with_misc(text: Text, looks: Looks) -> Text:
    """Return a text with names of other things marked where a model sees them and nothing is marked."""
    bare = [words for words, _ in text]
    labels = looks.model.names.labels
    found = []
    for (words, tags), lattice in zip(text, looks.first(bare, looks.parts(bare), ""), strict=True):
        new = list(tags)
        for first, last, kind in spans([labels[column] for column in lattice.chances.argmax(axis=1)]):
            if kind == "MISC" and set(tags[first:last]) == {"O"}:
                new[first:last] = ["B-MISC", *["I-MISC"] * (last - first - 1)]
        found.append((words, new))
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Train a model and write it; progress goes to standard error."""
    parser = argparse.ArgumentParser(prog="python -m thence.extract.tagger.training", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of annotated texts")
    parser.add_argument("--no-lists", action="store_true", help="leave out the lists of places and persons")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the file to write")
    given = parser.parse_args(words)
    model = train(
        given.data, Plan(), listed=not given.no_lists, say=lambda line: print(line, file=sys.stderr, flush=True)
    )
    given.output.write_bytes(packed(model))
    return 0


if __name__ == "__main__":
    sys.exit(main())
