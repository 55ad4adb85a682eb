"""A hold on a database that can be let go, whoever else still knows it."""

from __future__ import annotations

import pyoxigraph as ox

from thence.errors import StoreError

__all__ = ["Handle"]


class Handle:
    """The only reference to a pyoxigraph store: dropping it closes the files.

    Frames of a traceback may keep the handle alive; they cannot keep the database open.
    """

    __slots__ = ("_store",)

    def __init__(self, store: ox.Store) -> None:
        self._store: ox.Store | None = store

    @property
    def store(self) -> ox.Store:
        """The database. Raises StoreError TH606 once it is closed. Do not keep it in a variable."""
        if self._store is None:
            raise StoreError("TH606", "the store is closed")
        return self._store

    def close(self) -> None:
        """Let go of the files. Closing twice is no error."""
        self._store = None
