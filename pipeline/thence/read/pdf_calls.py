"""Calls of pdfium that cost little: for what is asked of every character or object of a page."""

from __future__ import annotations

import ctypes
from typing import Any

__all__ = ["function"]


def function(of: Any, *types: Any) -> Any:
    """Return a foreign function called with the lock held, which is a third as dear to call.

    types: of its result and arguments; without those of arguments it is cheaper still.
    """
    return ctypes.PYFUNCTYPE(*types)(ctypes.cast(of, ctypes.c_void_p).value or 0)
