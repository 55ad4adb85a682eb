"""Where the words of a page stand: kept as numbers in rows, made boxes when somebody asks."""

from __future__ import annotations

from array import array
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, overload

if TYPE_CHECKING:
    from thence.model.document import Span

    WordBox = tuple[Span, float, float, float, float]

__all__ = ["LineOfWords", "WordBoxes"]

_KINDS = "iiffff"


class LineOfWords(Protocol):
    """Words with one blank between them, and their boxes."""

    @property
    def text(self) -> str:
        """The words."""

    def boxes(self) -> tuple[Sequence[float], Sequence[float], Sequence[float], Sequence[float]]:
        """Return left, bottom, right and top of each word, in points."""


class WordBoxes(Sequence["WordBox"]):
    """Words in the order of the rendition, each (span, left, bottom, right, top) in points, y upwards.

    It is made from lines when it is first asked, takes 24 bytes a word then, and equals a tuple of the same boxes.
    """

    __slots__ = ("_columns", "_lines")

    def __init__(self, lines: Sequence[tuple[int, Sequence[LineOfWords]]] = ()) -> None:
        """lines: where some begin in the rendition, in code points, and these, each one code point behind the other."""
        self._lines: Sequence[tuple[int, Sequence[LineOfWords]]] = lines
        self._columns: tuple[array[Any], ...] = ()

    @property
    def columns(self) -> tuple[array[Any], ...]:
        """Start, end, left, bottom, right and top of all words."""
        if not self._columns:
            columns: tuple[array[Any], ...] = tuple(array(kind) for kind in _KINDS)
            for at, lines in sorted(self._lines, key=lambda pair: pair[0]):
                for line in lines:
                    for word in line.text.split(" "):
                        columns[0].append(at)
                        at += len(word)
                        columns[1].append(at)
                        at += 1
                    for own, values in zip(columns[2:], line.boxes(), strict=True):
                        own.extend(values)
            self._columns, self._lines = columns, ()
        return self._columns

    def __len__(self) -> int:
        return len(self.columns[0])

    @overload
    def __getitem__(self, index: int) -> WordBox: ...

    @overload
    def __getitem__(self, index: slice) -> WordBoxes: ...

    def __getitem__(self, index: int | slice) -> WordBox | WordBoxes:
        from thence.model.document import Span  # it imports this module

        if isinstance(index, slice):
            part = WordBoxes()
            part._columns = tuple(column[index] for column in self.columns)
            return part
        start, end, left, bottom, right, top = (column[index] for column in self.columns)
        return Span(start, end), left, bottom, right, top

    def __iter__(self) -> Iterator[WordBox]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, WordBoxes):
            return self.columns == other.columns
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self.columns[0]))

    def __repr__(self) -> str:
        return f"WordBoxes({list(self)!r})"

    def packed(self) -> list[str]:
        """Return the columns as text, for JSON."""
        return [b64encode(column).decode() for column in self.columns]

    @classmethod
    def unpacked(cls, columns: object) -> WordBoxes:
        """Return what was packed. Raises ValueError for anything else."""
        boxes = cls()
        if not isinstance(columns, list) or len(columns) != len(_KINDS):
            raise ValueError("no boxes of words")
        boxes._columns = tuple(array(kind) for kind in _KINDS)
        for own, text in zip(boxes._columns, columns, strict=True):
            if not isinstance(text, str):
                raise ValueError("no boxes of words")  # noqa: TRY004 - what pydantic takes for "not this"
            own.frombytes(b64decode(text, validate=True))
        if len({len(own) for own in boxes._columns}) != 1:
            raise ValueError("boxes of words with edges missing")
        return boxes

    def __reduce__(self) -> tuple[Any, ...]:
        return WordBoxes.unpacked, (self.packed(),)

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> Any:
        from pydantic_core import core_schema

        def checked(value: object) -> WordBoxes:
            return value if isinstance(value, WordBoxes) else cls.unpacked(value)

        def written(value: object) -> object:
            return value.packed() if isinstance(value, WordBoxes) else value

        return core_schema.no_info_plain_validator_function(
            checked, serialization=core_schema.plain_serializer_function_ser_schema(written)
        )
