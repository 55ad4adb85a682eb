"""Decisions of people survive the store, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thence.errors import ConfigError
from thence.store.decisions import Decision, append_decision, read_decisions

plain = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
decisions = st.builds(
    Decision,
    plain,
    st.dictionaries(plain, plain | st.integers() | st.none() | st.lists(plain)),
    plain | st.none(),
    plain | st.none(),
)


@given(st.lists(decisions, max_size=5))
def test_what_is_appended_is_read_in_order(tmp_path_factory: pytest.TempPathFactory, taken: list[Decision]):
    path = tmp_path_factory.mktemp("case") / "thence.decisions.jsonl"
    for decision in taken:
        append_decision(path, decision)
    assert read_decisions(path) == tuple(taken)


def test_no_file_means_no_decisions(tmp_path: Path):
    assert read_decisions(tmp_path / "thence.decisions.jsonl") == ()


def test_a_decision_is_one_line_with_sorted_keys(tmp_path: Path):
    path = tmp_path / "d.jsonl"
    append_decision(path, Decision("merge", {"right": "b", "left": "a"}, who="ann", when="2026-01-12"))
    assert path.read_text() == (
        '{"data": {"left": "a", "right": "b"}, "kind": "merge", "when": "2026-01-12", "who": "ann"}\n'
    )


def test_kinds_that_nobody_knows_yet_are_kept(tmp_path: Path):
    path = tmp_path / "d.jsonl"
    path.write_text('{"kind": "of-a-later-version", "data": {"x": [1]}}\n')
    assert read_decisions(path) == (Decision("of-a-later-version", {"x": [1]}),)


@pytest.mark.parametrize(
    "line",
    ['{"kind": "merge"', "[]", '{"data": {}}', '{"kind": "merge", "data": 3}', '{"kind": "merge", "who": 1}', "\x00"],
)
def test_a_broken_line_is_named_with_its_number(tmp_path: Path, line: str):
    path = tmp_path / "d.jsonl"
    path.write_text('{"kind": "merge"}\n\n' + line + "\n")
    with pytest.raises(ConfigError) as raised:
        read_decisions(path)
    assert raised.value.code == "TH221"
    assert raised.value.at is not None
    assert (raised.value.at.path, raised.value.at.line) == (str(path), 3)


def test_bytes_that_are_no_text_are_named_too(tmp_path: Path):
    path = tmp_path / "d.jsonl"
    path.write_bytes(b'{"kind": "\xff"}\n')
    with pytest.raises(ConfigError, match="not a decision"):
        read_decisions(path)


def test_a_line_without_an_end_is_not_torn_by_the_next(tmp_path: Path):
    path = tmp_path / "d.jsonl"
    path.write_text('{"kind": "merge"}')
    append_decision(path, Decision("accept"))
    assert [decision.kind for decision in read_decisions(path)] == ["merge", "accept"]


def test_a_place_that_cannot_be_written_is_an_error_a_user_can_mend(tmp_path: Path):
    with pytest.raises(ConfigError) as raised:
        append_decision(tmp_path, Decision("merge"))
    assert raised.value.code == "TH220"
