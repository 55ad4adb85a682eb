"""The good entries of a broken JSON-LD file, and the place of each that was passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pyoxigraph as ox

from thence.errors import DataError, Location
from thence.store.json_slots import Box, Slot, blanked, slots_of
from thence.store.mistakes import data_error, offset_of, parser_message
from thence.store.tokens import line_and_column

__all__ = ["mended"]

_BATCH = 256
_DEPTH = 8
"""Brackets within brackets up to which a mistake is looked for; below, what holds it is passed over."""
_PLACED = 300
_TRIED = 30
"""How often the length of a file is tried in search of its mistakes; one that takes more is refused."""
_INSIDE = frozenset(('"@graph"', '"@included"', '"@reverse"', '"@nest"'))
"""Keywords that hold nodes; what the others say belongs to the node as a whole."""


def mended(text: str, *, base: str, label: str) -> tuple[str, list[DataError]]:
    """Return a JSON-LD file's text without what cannot be read, its places as they were, and what is wrong with each.

    text: newlines as LF; bytes that were no UTF-8 as lone surrogates.   base: absolute.
    A member or item that is no JSON is passed over; so is one that JSON-LD refuses, or the smallest part of it whose
    loss mends it. Raises DataError for a mistake of the whole, such as a context that lies elsewhere.
    """
    root, mistakes, tail = slots_of(text)
    errors = []
    for number, mistake in enumerate(mistakes):
        # Beyond some hundreds nobody looks for the place of each, which takes its time.
        line, column = line_and_column(text, mistake.start) if number < _PLACED else (None, None)
        errors.append(DataError("TH511", mistake.message, at=Location(label, line, column)))
    if root is None:
        raise DataError("TH511", "no JSON: it begins with no bracket", at=Location(label, 1))
    whole = blanked(text, root, tail)
    work = _Work(whole, text, base, label)
    if not work.holds(whole):
        root = slots_of(whole)[0] if tail else root
        assert root is not None
        work.budget = _TRIED * len(whole) + 1_000_000
        if error := work.divide(root, "", "", 0):
            raise error
        whole = blanked(whole, root, "")
    return whole, [*errors, *work.errors]


@dataclass(slots=True)
class _Work:
    """One file whose spelling is mended.   original: its text before that."""

    text: str
    original: str
    base: str
    label: str
    errors: list[DataError] = field(default_factory=list)
    budget: int = 0

    def holds(self, text: str) -> bool:
        """Return whether a text is read without complaint."""
        return self._complaint(text) is None

    def _complaint(self, text: str) -> SyntaxError | None:
        try:
            for _ in ox.parse(text.encode(), format=ox.RdfFormat.JSON_LD, base_iri=self.base):
                pass
        except SyntaxError as error:
            return error
        except ValueError as error:
            return SyntaxError(str(error))
        return None

    def divide(self, box: Box, head: str, tail: str, depth: int) -> DataError | None:
        """Drop the slots of some brackets that cannot be read; return what is wrong where that mends nothing.

        head, tail: what stands around the brackets: those that they lie in, with their contexts and types.
        """
        kept = [slot for slot in box.slots if not slot.dropped]
        own = [slot for slot in kept if slot.key.startswith('"@') and slot.key not in _INSIDE]
        opening = head + ("{" if box.is_object else "[") + ",".join(map(self._text_of, own))
        closing = ("}" if box.is_object else "]") + tail
        self.budget -= len(opening) + len(closing)
        if error := self._complaint(opening + closing):
            return self._at(error, opening + closing, len(head), box.start, own)
        rest = [slot for slot in kept if slot not in own] if own else kept
        opening += "," if own else ""
        for batch in _batches(rest, len(opening)):
            self._divide_batch(batch, opening, closing, depth)
        return None

    def _divide_batch(self, batch: Sequence[Slot], opening: str, closing: str, depth: int) -> None:
        waiting = [batch]
        while waiting:
            part = waiting.pop()
            text = opening + ",".join(map(self._text_of, part)) + closing
            error = self._complaint(text)
            self.budget -= len(text)
            if error is None:
                continue
            if self.budget < 0:
                first = self.errors[0] if self.errors else self._at(error, text, len(opening), part[0].start, ())
                message = f"more mistakes than can be passed over; the first: {first.message}"
                raise DataError(first.code, message, at=first.at, hint=first.hint)
            if len(part) > 1:
                middle = len(part) // 2
                waiting += [part[middle:], part[:middle]]
                continue
            slot = part[0]
            found: DataError | None
            if slot.child is not None and depth < _DEPTH:
                key = f"{slot.key}:" if slot.key else ""
                found = self.divide(slot.child, opening + key, closing, depth + 1)
            else:
                found = self._at(error, text, len(opening), slot.start, ())
            if found is not None:
                slot.dropped = True
                self.errors.append(found)

    def _text_of(self, slot: Slot) -> str:
        return self.text[slot.start : slot.end]

    def _at(self, error: SyntaxError, text: str, head: int, start: int, own: Sequence[Slot]) -> DataError:
        """Return a complaint about a part of the file, with its place in the file.

        head: where the part begins in the text that was tried.   start: where in the file.   own: its keywords.
        """
        if len(self.errors) > _PLACED:
            return DataError("TH511", parser_message(error), at=Location(self.label))
        told = data_error(error, text.encode(), self.label, ox.RdfFormat.JSON_LD, self.base)
        at = offset_of(text, told.at.line or 1, told.at.column or 1) if told.at else head
        place = start
        keyword = re.search(r"@\w+", told.message)
        if named := [slot for slot in own if keyword and slot.key == f'"{keyword.group()}"']:
            place = named[0].start
        elif not own and head <= at < len(text):
            place = min(start + at - head, len(self.original))
        line, column = line_and_column(self.original, place)
        return DataError(told.code, told.message, at=Location(self.label, line, column), hint=told.hint)


def _batches(slots: Sequence[Slot], least: int) -> Iterator[Sequence[Slot]]:
    """Yield slots some hundreds at a time, and no less text than what each trial needs around it."""
    batch: list[Slot] = []
    size = 0
    for slot in slots:
        batch.append(slot)
        size += slot.end - slot.start
        if len(batch) >= _BATCH and size >= least:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
