"""Corrections: what they teach, what they leave alone, and what is told of bad ones."""

from __future__ import annotations

import json

import pytest
from tests.extract.tagger.made import write

from thence.errors import ConfigError, InputError
from thence.extract.tagger import Tagger, read_corrections

SHIPS = ["Merrow", "Skua", "Tarn", "Gannet", "Osprey", "Petrel", "Kelpie", "Selkie", "Dunlin", "Whimbrel"]
LEARNT = (
    "The {} left the harbour at dawn .",
    "We went aboard the {} in the rain .",
    "the {} was towed to the yard .",
)
ASKED = (
    "Nobody went aboard the {} that night .",
    "the {} was sold last week .",
)
ELSEWHERE = (
    "Mary Johnson of the University of Oslo flew to Paris with John Baker .",
    "The board of General Motors met in Detroit on Monday .",
    "He lives near the river and works for the council .",
    "The minister arrived in Berlin after the talks in Geneva .",
    "The report was read in the morning and the meeting was over by noon .",
)


def corrected(pattern: str, ship: str) -> dict[str, object]:
    tokens = pattern.format(ship).split()
    return {"tokens": tokens, "tags": ["B-MISC" if token == ship else "O" for token in tokens]}


@pytest.fixture(scope="module")
def corrections(tmp_path_factory):
    """Twenty-one sentences on seven ships."""
    found = [corrected(pattern, ship) for ship in SHIPS[:7] for pattern in LEARNT]
    return write(tmp_path_factory.mktemp("corrections") / "ships.jsonl", found)


@pytest.fixture(scope="module")
def shipped() -> Tagger:
    return Tagger.load()


@pytest.fixture(scope="module")
def taught(shipped, corrections, tmp_path_factory) -> Tagger:
    path = tmp_path_factory.mktemp("learnt") / "ships.tagger.json"
    learnt = shipped.refit(read_corrections(corrections, shipped.labels))
    path.write_text(learnt.as_text(), encoding="utf-8")
    return Tagger.load(path)


def names(tagger: Tagger, sentence: str) -> set[tuple[str, str]]:
    words = sentence.split()
    return {(" ".join(words[each.first : each.last]), each.kind) for each in tagger.tag([words])[0]}


def right(tagger: Tagger, patterns: tuple[str, ...], ships: list[str]) -> int:
    return sum(names(tagger, pattern.format(ship)) == {(ship, "MISC")} for pattern in patterns for ship in ships)


def test_new_names_are_learnt_also_where_the_corrections_do_not_have_them(shipped, taught):
    assert right(taught, ASKED, SHIPS[:7]) >= 12 > right(shipped, ASKED, SHIPS[:7])


def test_new_contexts_are_learnt_for_names_that_no_correction_has(shipped, taught):
    asked = ("Nobody went aboard the {} that night .",)
    assert right(taught, asked, SHIPS[7:]) == 3 > right(shipped, asked, SHIPS[7:])


def test_what_the_corrections_say_nothing_of_stays_as_it_was(shipped, taught):
    for sentence in ELSEWHERE:
        assert names(taught, sentence) == names(shipped, sentence)


def test_corrections_can_take_a_name_away(shipped, tmp_path):
    sentence = "Mary Johnson flew to Paris with the Paris of his dreams ."
    tokens = sentence.split()
    tags = ["B-PER", "I-PER", *["O"] * (len(tokens) - 2)]
    path = write(tmp_path / "c.jsonl", [{"tokens": tokens, "tags": tags, "doc": "a"}] * 3)
    learnt = shipped.refit(read_corrections(path, shipped.labels))
    (tmp_path / "l.json").write_text(learnt.as_text(), encoding="utf-8")
    assert names(Tagger.load(tmp_path / "l.json"), sentence) == {("Mary Johnson", "PER")}


def test_the_same_corrections_give_the_same_file(shipped, corrections):
    found = read_corrections(corrections, shipped.labels)
    assert shipped.refit(found).as_text() == shipped.refit(found).as_text()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "not JSON"),
        ("[]", "a line is an object"),
        ('{"tokens": ["a"]}', "a line is an object"),
        ('{"tokens": ["a"], "tags": ["O"], "x": 1}', "a line is an object"),
        ('{"tokens": "a", "tags": ["O"]}', "tokens is a list"),
        ('{"tokens": ["a"], "tags": [1]}', "tags is a list"),
        ('{"tokens": ["a"], "tags": ["O"], "doc": 7}', "doc is a string"),
        ('{"tokens": ["a"], "tags": ["O", "O"]}', "1 tokens, 2 tags"),
        ('{"tokens": [], "tags": []}', "0 tokens, 0 tags"),
        ('{"tokens": ["a"], "tags": ["B-SHIP"]}', "unknown tag 'B-SHIP'"),
        ('{"tokens": ["a"], "tags": ["I-PER"]}', "I-PER follows O"),
    ],
)
def test_a_bad_line_is_told_with_its_number(shipped, tmp_path, line, told):
    path = tmp_path / "c.jsonl"
    path.write_text('{"tokens": ["a"], "tags": ["O"]}\n\n' + line + "\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="TH230") as raised:
        read_corrections(path, shipped.labels)
    assert told in raised.value.message
    assert raised.value.at.line == 3


def test_a_file_without_corrections_is_told(shipped, tmp_path):
    (tmp_path / "c.jsonl").write_text("\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="no corrected sentence"):
        read_corrections(tmp_path / "c.jsonl", shipped.labels)


def test_a_file_that_cannot_be_read_is_told(shipped, tmp_path):
    with pytest.raises(InputError, match="TH501"):
        read_corrections(tmp_path / "none.jsonl", shipped.labels)
    (tmp_path / "c.jsonl").write_bytes(b"\xff")
    with pytest.raises(InputError, match="not UTF-8"):
        read_corrections(tmp_path / "c.jsonl", shipped.labels)


@pytest.mark.parametrize("text", ["", "[]", '{"format": "other"}', '{"format": "thence tagger corrections 1"}'])
def test_a_file_that_holds_nothing_learnt_is_told(tmp_path, text):
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match="TH231"):
        Tagger.load(tmp_path / "x.json")


def test_the_command_writes_what_was_learnt(corrections, tmp_path, capsys):
    from thence.cli import main

    out = tmp_path / "learnt.json"
    assert main(["tagger", "train", str(corrections), "-o", str(out), "--json"], standalone_mode=False) == 0
    assert json.loads(capsys.readouterr().out)["sentences"] == 21
    assert Tagger.load(out).tag([["Merrow"]])
    assert main(["tagger", "train", str(tmp_path / "none.jsonl")], standalone_mode=False) == 3
