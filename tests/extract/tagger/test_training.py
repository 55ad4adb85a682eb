"""Training: from texts to the bytes of a model, the same each time."""

from __future__ import annotations

import itertools
from itertools import product

import numpy as np
import pytest
from tests.extract.tagger.made import lay, rows, write

from thence.extract.tagger.annotated import cut, texts
from thence.extract.tagger.clusters import clustered
from thence.extract.tagger.crf import best, lattices
from thence.extract.tagger.lists import Counts, Lists, counted, spans
from thence.extract.tagger.model import packed, unpacked
from thence.extract.tagger.training import Plan, main, train

pytest.importorskip("pycrfsuite")
NOUNS_AND_VERBS = list(product(("ship", "boat", "dog"), ("sank", "left", "slept")))
PLAN = Plan(parts=2, rounds=20)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return lay(tmp_path_factory.mktemp("data") / "texts")


def test_training_twice_gives_the_same_bytes(data, tmp_path):
    for name in ("a", "b"):
        assert main(["--data", str(data), "--no-lists", "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_model_that_was_written_and_read_is_the_same(data):
    model = train(data, PLAN)
    assert packed(unpacked(packed(model))) == packed(model)


def test_what_is_no_model_is_told():
    with pytest.raises(ValueError, match="not a model"):
        unpacked(b"{}")


def test_dev_files_and_the_end_of_other_train_files_are_never_trained_on(data, tmp_path):
    train_file = write(tmp_path / "x.train.jsonl", rows(40))
    assert sum(map(len, texts(train_file, whole=True))) == 40
    assert sum(map(len, texts(train_file, whole=False))) == 34
    before = packed(train(data, PLAN))
    write(data / "ner" / "gum.dev.jsonl", rows(9))
    kept = rows(40)
    changed = [{**each, "tags": ["O"] * len(each["tags"])} for each in kept[34:]]
    write(data / "ner" / "uner.train.jsonl", [*kept[:34], *changed])
    assert packed(train(data, PLAN)) == before


def test_a_text_is_left_out_of_the_lists_that_it_is_seen_with():
    one = counted([(["Ann", "left"], ["B-PER", "O"])])
    counts = Counts()
    counts.add(one)
    lists = Lists.of(counts, {})
    assert lists.of_word("ann") != ["wl=new"]
    assert lists.of_word("ann", one) == ["wl=new"]
    assert lists.of_places(["ann"]) == [("g=GPERS",)]
    assert lists.of_places(["ann"], one) == [()]


def test_words_with_like_neighbours_come_into_one_cluster():
    sentences = [[article, noun, verb, "."] for article in ("the", "a") for noun, verb in NOUNS_AND_VERBS] * 3
    clusters = clustered(sentences, 4)
    assert len({clusters[noun] for noun, _ in NOUNS_AND_VERBS}) == 1
    assert clusters["the"] == clusters["a"] != clusters["ship"]
    assert clusters == clustered(sentences, 4)


def test_the_longest_of_two_marked_names_is_kept():
    assert cut("The Bank of Leith fell.", [(12, 17, "LOC"), (4, 17, "ORG")]) == [
        (["The", "Bank", "of", "Leith", "fell", "."], ["O", "B-ORG", "I-ORG", "I-ORG", "O", "O"])
    ]


def test_a_name_without_a_beginning_begins_where_its_first_word_is():
    assert spans(["O", "I-PER", "I-LOC"]) == [(1, 2, "PER"), (2, 3, "LOC")]


def test_chances_and_best_labels_are_those_of_all_sequences_counted():
    random = np.random.default_rng(7)
    lengths, labels = [4, 0, 2, 1], 3
    scores = random.normal(scale=2, size=(sum(lengths), labels)).astype(np.float32)
    steps = random.normal(size=(labels, labels)).astype(np.float32)
    at = 0
    for length, lattice, path in zip(
        lengths, lattices(scores, lengths, steps), best(scores, lengths, steps), strict=True
    ):
        every = list(itertools.product(range(labels), repeat=length))
        logs = [
            sum(scores[at + i, label] for i, label in enumerate(each))
            + sum(steps[pair] for pair in itertools.pairwise(each))
            for each in every
        ]
        weights = np.exp(logs) / np.exp(logs).sum()
        assert tuple(path) == every[int(np.argmax(weights))]
        for i, label in itertools.product(range(length), range(labels)):
            wanted = sum(weight for weight, each in zip(weights, every, strict=True) if each[i] == label)
            assert lattice.chances[i, label] == pytest.approx(wanted, abs=1e-5)
        if length > 2:
            wanted = sum(weight for weight, each in zip(weights, every, strict=True) if each[:2] == (1, 2) and each[2])
            assert lattice.sure(np.exp(steps), 0, [1, 2], 0) == pytest.approx(wanted, abs=1e-5)
        at += length
