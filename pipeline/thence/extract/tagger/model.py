"""The model as a file: its parts as arrays and lists of words, compressed, the same bytes for the same model."""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from thence.extract.tagger.crf import Array, Chain
from thence.extract.tagger.kinds import Kinds
from thence.extract.tagger.lists import Counts, Lists

__all__ = ["Model", "packed", "rounded", "unpacked"]

MAGIC = b"thence tagger 1\n"
SMALLEST = 0.02
"""Weights nearer to 0 are left out."""


@dataclass(frozen=True, slots=True)
class Model:
    """What the tagger has learnt. parts: of speech.   names: the first look.   again: the second, at whole texts."""

    parts: Chain
    names: Chain
    again: Chain
    kinds: Kinds
    lists: Lists


def packed(model: Model) -> bytes:
    """Return a model as the bytes of a file."""
    arrays: list[bytes] = []
    lists = model.lists
    head = {
        "parts": _chain_out(model.parts, arrays),
        "names": _chain_out(model.names, arrays),
        "again": _chain_out(model.again, arrays),
        "kinds": {"names": model.kinds.names, "rows": "\n".join(model.kinds.rows)},
        "phrases": _counts_out(lists.counts.phrases),
        "words": _counts_out(lists.counts.words),
        "listed": _listed_out(lists.listed),
        "clusters": _listed_out({word: list(map(str, each)) for word, each in lists.clusters.items()}),
    }
    arrays.append(model.kinds.logs.astype("<f2").tobytes())
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode("utf-8")
    body = len(text).to_bytes(4, "little") + text + b"".join(arrays)
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9}]
    return MAGIC + lzma.compress(body, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, filters=filters)


def unpacked(data: bytes) -> Model:
    """Return the model of a file's bytes. Raises ValueError when they hold none."""
    if not data.startswith(MAGIC):
        raise ValueError("not a model of the tagger")
    try:
        body = lzma.decompress(data[len(MAGIC) :])
    except lzma.LZMAError as error:
        raise ValueError(str(error)) from error
    size = int.from_bytes(body[:4], "little")
    head = json.loads(body[4 : 4 + size])
    rest = _Reader(body, 4 + size)
    parts, names, again = (_chain_in(head[each], rest) for each in ("parts", "names", "again"))
    rows = head["kinds"]["rows"].split("\n")
    kinds = tuple(head["kinds"]["names"])
    logs = rest.take((len(rows), len(kinds)))
    clusters = {word: tuple(map(int, each)) for word, each in _listed_in(head["clusters"]).items()}
    counts = Counts(_counts_in(head["phrases"]), _counts_in(head["words"]))
    return Model(
        parts, names, again, Kinds(kinds, dict(zip(rows, range(len(rows)), strict=True)), logs),
        Lists.of(counts, _listed_in(head["listed"]), clusters),
    )  # fmt: skip


def rounded(chain: Chain) -> Chain:
    """Return a chain as it comes out of a file: small weights left out, the others in half precision."""
    weights = np.where(np.abs(chain.weights) < SMALLEST, 0.0, chain.weights).astype("<f2").astype(np.float32)
    used = np.flatnonzero(weights.any(axis=1))
    names = list(chain.rows)
    rows = {names[row]: number for number, row in enumerate(used)}
    return Chain(chain.labels, rows, weights[used], chain.steps.astype("<f2").astype(np.float32))


class _Reader:
    """Takes arrays from bytes, one after another."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self._at = at

    def take(self, shape: tuple[int, ...]) -> Array:
        """Return the next array, of half-precision numbers."""
        many = int(np.prod(shape))
        found = np.frombuffer(self._data, dtype="<f2", count=many, offset=self._at)
        self._at += 2 * many
        return found.astype(np.float32).reshape(shape)


def _chain_out(chain: Chain, arrays: list[bytes]) -> dict[str, Any]:
    chain = rounded(chain)
    # Columns first: most numbers are 0 and stand in long runs then.
    arrays.append(chain.weights.T.astype("<f2").tobytes())
    arrays.append(chain.steps.astype("<f2").tobytes())
    return {"labels": chain.labels, "rows": "\n".join(chain.rows)}


def _chain_in(head: Mapping[str, Any], rest: _Reader) -> Chain:
    names = head["rows"].split("\n") if head["rows"] else []
    labels = tuple(head["labels"])
    weights = np.ascontiguousarray(rest.take((len(labels), len(names))).T)
    steps = rest.take((len(labels), len(labels)))
    return Chain(labels, dict(zip(names, range(len(names)), strict=True)), weights, steps)


def _counts_out(counts: Mapping[str, Mapping[str, int]]) -> str:
    lines = []
    for name in sorted(counts):
        labels = counts[name]
        lines.append("\t".join([name, *(f"{label} {labels[label]}" for label in sorted(labels))]))
    return "\n".join(lines)


def _counts_in(text: str) -> dict[str, Any]:
    found = {}
    for line in text.split("\n"):
        name, *labels = line.split("\t")
        pairs = (each.split(" ") for each in labels)
        found[name] = {label: int(count) for label, count in pairs}
    return found


def _listed_out(listed: Mapping[str, Any]) -> str:
    return "\n".join(f"{name}\t{' '.join(listed[name])}" for name in sorted(listed))


def _listed_in(text: str) -> dict[str, list[str]]:
    pairs = (line.split("\t") for line in text.split("\n")) if text else ()
    return {name: flags.split(" ") for name, flags in pairs}
