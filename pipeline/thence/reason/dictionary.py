"""Terms as small integers: the engine's columns hold ids, and this table gives the text back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from thence.model.terms import Term

__all__ = ["Column", "Dictionary", "Mask"]

Column = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]

_KINDS = {"<": 0, '"': 1, "_": 2}


class Dictionary:
    """Term <-> id. Ids of the first terms follow their text order; terms made later come behind, as they are made."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self.terms: list[Term] = sorted(set(terms))
        self.ids: dict[Term, int] = {term: number for number, term in enumerate(self.terms)}
        self._kinds = self._kinds_of(self.terms)

    def __len__(self) -> int:
        return len(self.terms)

    @staticmethod
    def _kinds_of(terms: Sequence[Term]) -> npt.NDArray[np.uint8]:
        return np.fromiter((_KINDS[term[0]] for term in terms), np.uint8, len(terms))

    def copy(self) -> Dictionary:
        """Return a dictionary with the same ids, which may grow on its own."""
        twin = Dictionary(())
        twin.terms, twin.ids, twin._kinds = list(self.terms), dict(self.ids), self._kinds
        return twin

    @staticmethod
    def of(terms: Sequence[Term]) -> Dictionary:
        """Return the dictionary in which each term's id is its position."""
        found = Dictionary(())
        found.terms = list(terms)
        found.ids = {term: number for number, term in enumerate(found.terms)}
        return found

    def id(self, term: Term) -> int:
        """Return a term's id, giving it one if it is new."""
        known = self.ids.get(term)
        if known is None:
            known = self.ids[term] = len(self.terms)
            self.terms.append(term)
        return known

    def encode(self, terms: Sequence[Term]) -> Column:
        """Return the ids of known terms."""
        return np.fromiter(map(self.ids.__getitem__, terms), np.int32, len(terms))

    @property
    def kinds(self) -> npt.NDArray[np.uint8]:
        """For each id: 0 an IRI, 1 a literal, 2 a blank node."""
        if len(self._kinds) < len(self.terms):
            fresh = self._kinds_of(self.terms[len(self._kinds) :])
            self._kinds = np.concatenate([self._kinds, fresh])
        return self._kinds
