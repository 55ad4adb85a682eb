"""The ledger as a file of the workspace: JSON, written with the commit it describes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from thence.errors import StoreError
from thence.model.ledger import Ledger

if TYPE_CHECKING:
    from pydantic import TypeAdapter

__all__ = ["LEDGER", "ledger_bytes", "ledger_from"]

LEDGER = "ledger.json"
"""The file's name below the workspace directory."""


@cache
def _adapter() -> TypeAdapter[Ledger]:
    from pydantic import TypeAdapter

    return TypeAdapter(Ledger)


def ledger_bytes(ledger: Ledger) -> bytes:
    """Return a ledger as JSON, one value a line where that helps a diff."""
    return _adapter().dump_json(ledger, indent=1) + b"\n"


def ledger_from(data: bytes) -> Ledger:
    """Return the ledger in a file's bytes. Raises StoreError TH610 when they are none of this version's."""
    from pydantic import ValidationError

    try:
        return _adapter().validate_json(data)
    except ValidationError as error:
        raise StoreError("TH610", "the workspace's ledger cannot be read", hint="thence build makes it anew") from error
