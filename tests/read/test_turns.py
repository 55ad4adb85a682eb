"""Inside a message: what it quotes is another's, code is code, and what its writer struck out is not said."""

from __future__ import annotations

import json

import pytest

from tests.read.asking import read, words
from thence.extract.folding import folded
from thence.model.document import BlockKind, Document


def slack(*texts: str) -> str:
    said = [
        {"type": "message", "user": "U1", "ts": f"171074844{n}.000100", "text": each} for n, each in enumerate(texts)
    ]
    return json.dumps(said)


def kinds(document: Document) -> list[tuple[BlockKind, str, str | None]]:
    return [(block.kind, words(document, block.span), block.voice) for block in document.blocks]


def test_quoted_lines_of_slack_are_nobodys():
    document = read(slack("Hello.", "&gt; I own it.\nNo, I do.\n&gt; Since when?\nAlways."), "a.json")
    assert [(kind, said) for kind, said, _ in kinds(document)][1:] == [
        (BlockKind.QUOTED, "I own it."), (BlockKind.TURN, "No, I do."),
        (BlockKind.QUOTED, "Since when?"), (BlockKind.TURN, "Always."),
    ]  # fmt: skip
    assert {voice for kind, _, voice in kinds(document) if kind is BlockKind.QUOTED} == {None}
    assert {voice for kind, _, voice in kinds(document) if kind is BlockKind.TURN} == {"U1"}


def test_fenced_lines_are_code():
    document = read(slack("Look:\n```\nAnn owns Bolt.\n```\nNice.", "```Bo owns Cog.```"), "a.json")
    assert [(kind, said) for kind, said, _ in kinds(document)] == [
        (BlockKind.TURN, "Look:"), (BlockKind.CODE, "```\nAnn owns Bolt.\n```"), (BlockKind.TURN, "Nice."),
        (BlockKind.CODE, "```Bo owns Cog.```"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "read_as"),
    [
        ("I own ~50%~ 70% of it.", "I own  70% of it."), ("~I own it.~ No.", " No."), ("~~no~~ yes", " yes"),
        ("about ~5 or ~6 km", "about ~5 or ~6 km"), ("~/a and ~/b", "~/a and ~/b"), ("a~b~c", "a~b~c"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["slack", "whatsapp"])
def test_struck_words_are_not_read(kind: str, said: str, read_as: str):
    text = (
        slack("Hi.", said) if kind == "slack" else f"[18.03.24, 09:14:02] Ann: Hi.\n[18.03.24, 09:15:02] Ann: {said}\n"
    )
    document, _ = folded(read(text, "a.json" if kind == "slack" else "a.txt"))
    assert read_as.strip() in document.text
    assert said in read(text, "a.json" if kind == "slack" else "a.txt").text
