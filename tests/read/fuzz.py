"""Mutated files of all formats, read as a build would read them: nothing crashes, hangs, or says what is not there.

    python -m tests.read.fuzz 20000 [--seed 0] [--only NAME] [--one NUMBER] [--keep FOLDER]

Prints how often each outcome came, and exits 1 if any file crashed a reader, was late, raised what is no InputError or
gave a document that contradicts itself. The same numbers give the same files: ``--one`` reads one of them again.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import sys
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

from tests.read.seeds import SEEDS
from thence.config import Limits
from thence.errors import InputError
from thence.model.document import Document, Span
from thence.read import Options, is_container, members, read_safely, recipe_for
from thence.read.guard import close_worker
from thence.read.registry import READERS
from thence.read.sniff import format_of

_LIMITS = Limits(seconds=10.0, memory_mb=1_024, expanded_bytes=20_000_000, members=200)
_TOKENS = [
    b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\r", b"\r\n", b"\n\n", b"\t", b" ", b'"', b"'", b"\\", b"&",
    b"&amp;", b"&#x110000;", b"&#0;", b"<", b">", b"</", b"/>", b"<td>", b"<table>", b"<!--", b"<![CDATA[", b"]]>",
    b"<?xml", b"<p>", b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"[", b"]", b"[[", b"]]", b"{", b"}", b"(", b")", b"|",
    b"||", b"*", b"**", b"_", b"`", b"```", b"#", b"# ", b">", b"> ", b"- ", b"1. ", b"---\n", b"...\n", b"=",
    b"==", b"=3D", b"=\n", b"?=", b"=?utf-8?q?", b":", b": ", b";", b",", b".", b"@", b"@prefix ", b"\\u",
    b"\\ud800", b"\\x", b"\\'", b"\\par ", b"%", b"%PDF-", b"obj", b"endobj", b"stream\n", b"endstream", b"xref",
    b"0", b"-1", b"99999999999999999999", b"1e999", b"NaN", b"null", b"true", b"From ", b"From: x\n", b"--b-1",
    b"--b-1--", b"BEGIN:VEVENT\n", b"END:VCARD\n", b"&x", b"*x", b"<<: ", b"!!python/object:x ", b"<http://e/x>",
    b"_:b", b"^^", b'"""', b"\xe2\x80\xae", b"\xcc\x81", b"\xf0\x9f\x99\x82", b"\xc3", b"\xed\xa0\x80", b"w:del",
    b"<w:t>", b"<row>", b"PK\x03\x04", b"PK\x05\x06", b"2024-06-03", b"31/02/2024", b"1.234,5",
    b"\\\n", b"|\n", b"`\n", b"|---|\n", b"[[\n", b"begin 644 x\n", b"=ybegin name=x\n", b"\xe2\x80\x8f",
    b"<Media omitted>",
]  # fmt: skip


READABLE = [
    name
    for name in sorted(SEEDS)
    if (reader := READERS.get(format_of(name, SEEDS[name]).name)) is None
    or find_spec(reader.function.partition(":")[0]) is not None
]
"""The seeds whose reader is there."""


@dataclass(slots=True)
class Outcomes:
    """What became of the files.   counts: outcome -> how often.   bad: number, name and what was wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    bad: list[tuple[int, str, str]] = field(default_factory=list)
    slowest: float = 0.0


def mutated(number: int, seed: int, only: str = "") -> tuple[str, bytes]:
    """Return the name and bytes of a mutated file; the same for the same numbers."""
    chance = random.Random(f"{seed} {number}")
    names = [name for name in READABLE if only in name]
    name = chance.choice(names)
    data = SEEDS[name]
    is_zip = data.startswith(b"PK") and name != "locked.zip"
    data = _inside(data, chance) if is_zip and chance.random() < 0.7 else _changed(data, chance)
    return (chance.choice(["x", "a.txt", "a.md", "a.eml", "a.json", "a.zip"]) if chance.random() < 0.05 else name), data


def _inside(data: bytes, chance: random.Random) -> bytes:
    """Return a zip file with some of its members changed, dropped, renamed or doubled."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(out, "w") as after:
        infos = before.infolist()
        chosen = {chance.randrange(len(infos)) for _ in range(chance.randint(1, 2))}
        for place, info in enumerate(infos):
            content = before.read(info)
            copy = zipfile.ZipInfo(info.filename)
            copy.compress_type = info.compress_type
            if place in chosen:
                deed = chance.randrange(10)
                if deed == 0:
                    continue
                if deed == 1:
                    copy.filename = chance.choice(["../x", "/x", "a\\b", "", "x" * 300, "\x00", copy.filename + "/"])
                content = _changed(content, chance)
            after.writestr(copy, content)
    return out.getvalue()


def _changed(before: bytes, chance: random.Random) -> bytes:
    data = bytearray(before)
    for _ in range(chance.choice([1, 1, 2, 3, 5, 8])):
        at = chance.randrange(len(data) + 1)
        deed = chance.randrange(11)
        if deed == 0:
            del data[at : at + chance.choice([1, 2, 8, 40, 200])]
        elif deed in (1, 2):
            data[at:at] = chance.choice(_TOKENS) * chance.choice([1, 1, 1, 1, 2, 50, 2_000])
        elif deed == 3 and at < len(data):
            data[at] = chance.randrange(256)
        elif deed == 4 and at < len(data):
            data[at] ^= 1 << chance.randrange(8)
        elif deed == 5:
            piece = data[chance.randrange(len(data) + 1) :][: chance.choice([4, 60, 400])]
            data[at:at] = piece * chance.choice([1, 1, 2, 30])
        elif deed == 6:
            other = SEEDS[chance.choice(sorted(SEEDS))]
            data[at:at] = other[chance.randrange(len(other) + 1) :][: chance.choice([20, 300])]
        elif deed == 7:
            if chance.random() < 0.5:
                del data[at:]
        elif deed >= 9:
            _reshape(data, chance)
        else:
            numbers = list(re.finditer(rb"\d+", data))
            if numbers:
                number = chance.choice(numbers)
                data[number.start() : number.end()] = chance.choice([b"0", b"-1", b"4294967296", b"1e9", b"65535", b""])
    return bytes(data[:400_000])


_ELEMENT = re.compile(rb"<([\w:]+)[^<>]*>(?:[^<>]|<(?!/?\1\b)[^<>]*>)*</\1>|<[\w:]+[^<>]*/>|\{[^{}]*\}|\[[^\[\]]*\]")
_ATTRIBUTE = re.compile(rb"[\w:]+=(\"[^\"]*\"|'[^']*')")


def _reshape(data: bytearray, chance: random.Random) -> None:
    """Take out, double, wrap or move an element, or take another value for an attribute: what stays well-formed."""
    found = list(_ELEMENT.finditer(data))
    if not found:
        return
    one = chance.choice(found)
    piece = one.group()
    deed = chance.randrange(5)
    if deed == 0:
        data[one.start() : one.end()] = b""
    elif deed == 1:
        data[one.end() : one.end()] = piece * chance.choice([1, 3, 300])
    elif deed == 2 and one[1]:
        mark = one[1]
        times = chance.choice([1, 5, 600])
        data[one.start() : one.end()] = b"<%b>" % mark * times + piece + b"</%b>" % mark * times
    elif deed == 3:
        other = chance.choice(found)
        data[other.end() : other.end()] = piece
    elif values := list(_ATTRIBUTE.finditer(data)):
        value = chance.choice(values)
        other = chance.choice(
            [b"", b"0", b"-1", b"99999999999", b"x", b"\xc3\xa9", b"A1:XFD1048576", b"../../x", b"1e308"]
        )
        data[value.start(1) + 1 : value.end(1) - 1] = other


def run(count: int, *, seed: int = 0, only: str = "", first: int = 0) -> Outcomes:
    """Return what became of ``count`` mutated files."""
    outcomes = Outcomes()
    for number in range(first, first + count):
        name, data = mutated(number, seed, only)
        begin = time.monotonic()
        for outcome, problem in _read(name, data):
            outcomes.counts[outcome] += 1
            if problem:
                outcomes.bad.append((number, name, problem))
        outcomes.slowest = max(outcomes.slowest, time.monotonic() - begin)
    return outcomes


def _read(path: str, data: bytes) -> Iterator[tuple[str, str]]:
    """Yield what becomes of a file and of those in it: the outcome, and what is wrong with it."""
    options = Options(limits=_LIMITS)
    try:
        recipe = recipe_for(path, data, options)
        if is_container(path, data):
            yield from _read_members(path, data, options)
        if recipe.startswith("open."):
            return
        document = read_safely(data, places=(path,), options=options)
        problem = contradiction(document, data)
        yield ("contradicts itself" if problem else "read"), problem
    except InputError as error:
        yield error.code, _bad(error)
    except Exception:  # noqa: BLE001 - this is what is looked for
        yield "uncaught", traceback.format_exc()


def _read_members(path: str, data: bytes, options: Options) -> Iterator[tuple[str, str]]:
    try:
        found = members(data, path, options)
        paths = [member.path for member in found.files]
        if len(set(paths)) < len(paths) or not all(each.startswith(f"{path}!/") for each in paths):
            yield "contradicts itself", f"members of {path}: {paths}"
    except InputError as error:
        yield error.code, _bad(error)
        return
    for member in found.files[:20]:
        try:
            content = member.load()
        except InputError as error:
            yield error.code, _bad(error)
            continue
        yield from _read(member.path, content)


def _bad(error: InputError) -> str:
    """Return what is wrong with an error: a reader that failed or was late, or a message without a next step."""
    if error.code in ("TH555", "TH556") or not error.hint or error.at is None:
        return str(error) + "".join(traceback.format_exception(error.__cause__) if error.__cause__ else ())
    return ""


def contradiction(document: Document, data: bytes) -> str:
    """Return how a document contradicts itself or its file, or nothing."""
    size = len(document.text)
    end = 0
    for block in document.blocks:
        if not end <= block.span.start <= block.span.end <= size:
            return f"block {block} begins before {end}, or ends after {size}"
        end = block.span.end
        if not all(block.span.start <= run <= block.span.end for run in block.runs):
            return f"block {block} has runs outside"
    spans = [record.span for record in document.every_record()]
    spans += [item.value for record in document.every_record() for item in record.fields]
    spans += [item.name_span for record in document.every_record() for item in record.fields if item.name_span]
    spans += [each.span for each in (*document.links, *document.pages, *document.joins, *document.doubts)]
    spans += [document.date_span] if document.date_span else []
    for span in spans:
        if not 0 <= span.start <= span.end <= size:
            return f"{span} leaves the text of {size}"
    for side in (document.joins, document.doubts):
        if any(one.span.end > two.span.start for one, two in pairwise(side)):
            return "joins or doubts are not in order"
    if document.byte_map is not None:
        if document.byte_map.length != size:
            return f"the byte map covers {document.byte_map.length} of {size}"
        for span in [*spans[:50], *(block.span for block in document.blocks[:50]), Span(0, size)]:
            start, stop = document.byte_map.bytes_of(span)
            if not 0 <= start <= stop <= len(data):
                return f"bytes {start}-{stop} of {span} leave the file of {len(data)}"
    if any(not finding.code or not finding.path for finding in document.findings):
        return "a finding without code or path"
    try:
        document.text.encode("utf-8")
    except UnicodeEncodeError as error:
        return f"the text cannot be written: {error}"
    return ""


def main() -> int:
    """Run from the command line; return the exit code."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("count", nargs="?", type=int, default=1_000)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--only", default="", help="seeds whose name holds this")
    arguments.add_argument("--one", type=int, help="read this one only, and show it")
    arguments.add_argument("--keep", type=Path, help="folder for the files that went wrong")
    said = arguments.parse_args()
    if said.one is not None:
        name, data = mutated(said.one, said.seed, said.only)
        print(name, data[:2_000])
    first, count = (said.one, 1) if said.one is not None else (0, said.count)
    outcomes = run(count, seed=said.seed, only=said.only, first=first)
    close_worker()
    for number, name, problem in outcomes.bad:
        print(f"{number} {name}: {problem.strip()}", file=sys.stderr)
        if said.keep:
            said.keep.mkdir(parents=True, exist_ok=True)
            (said.keep / f"{number} {name}").write_bytes(mutated(number, said.seed, said.only)[1])
    for outcome, times in sorted(outcomes.counts.items()):
        print(f"{outcome}: {times}")
    print(f"files: {count}")
    print(f"crashes: {outcomes.counts['TH555']}")
    print(f"hangs: {outcomes.counts['TH556']}")
    print(f"uncaught: {outcomes.counts['uncaught']}")
    print(f"contradictions: {outcomes.counts['contradicts itself']}")
    print(f"slowest: {outcomes.slowest:.2f} s")
    return 1 if outcomes.bad else 0


if __name__ == "__main__":
    sys.exit(main())
