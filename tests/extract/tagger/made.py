"""Small annotated texts in the layout of the project's, made here."""

from __future__ import annotations

import json
from pathlib import Path

PERSONS = ("Ann Reed", "Tom Hale", "Ida Moor", "Joe Pike", "Eve Lund")
PLACES = ("Leith", "Port Avon", "Derry", "Ashford", "Cork")
FIRMS = ("Brack Press Ltd", "Hollin Orchards", "Tern Shipping Inc", "Moss Bank", "Kite Group")
PATTERNS = ("{p} left {l} in May .", "{o} of {l} paid {p} .", "The ship sank near {l} .", "{p} works for {o} .")


def row(pattern: str, number: int) -> dict[str, object]:
    """Return one sentence with its tags."""
    tokens: list[str] = []
    tags: list[str] = []
    for word in pattern.split():
        kind, names = {"{p}": ("PER", PERSONS), "{l}": ("LOC", PLACES), "{o}": ("ORG", FIRMS)}.get(word, ("", ()))
        if kind:
            name = names[number % len(names)].split()
            tokens += name
            tags += [f"B-{kind}", *[f"I-{kind}"] * (len(name) - 1)]
        else:
            tokens.append(word)
            tags.append("O")
    return {"tokens": tokens, "tags": tags, "doc": None}


def rows(many: int) -> list[dict[str, object]]:
    """Return sentences, each unlike its neighbours."""
    return [row(PATTERNS[number % len(PATTERNS)], number * 3 // 2) for number in range(many)]


def lay(folder: Path, many: int = 40) -> Path:
    """Write a folder to train from and return it."""
    (folder / "ner").mkdir(parents=True)
    (folder / "ud").mkdir()
    for name in ("gum", "wnut", "uner"):
        write(folder / "ner" / f"{name}.train.jsonl", rows(many))
    write(folder / "ner" / "gum.dev.jsonl", rows(4))
    sentence = "1\tAnn\tAnn\tPROPN\n2\tleft\tleave\tVERB\n3\tLeith\tLeith\tPROPN\n4\t.\t.\tPUNCT\n\n"
    (folder / "ud" / "ewt.dev.conllu").write_text(sentence * 3, encoding="utf-8")
    return folder


def write(path: Path, found: list[dict[str, object]]) -> Path:
    """Write rows as lines of JSON."""
    path.write_text("".join(json.dumps(each) + "\n" for each in found), encoding="utf-8")
    return path
