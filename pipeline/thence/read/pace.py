"""Reading at its own pace: without the collector looking over what is just being made, and not for ever."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["LateError", "can_interrupt", "deadline", "uncollected"]


class LateError(BaseException):
    """The deadline has passed. No Exception: no reader may take it for a fault of the file."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Leave the cyclic collector off inside.

    Readers make hundreds of thousands of small objects and no cycles; looking through them again and again takes half
    of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def can_interrupt() -> bool:
    """Return whether `deadline` holds here: in the main thread, on a system with timers, that nobody else uses."""
    return (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGALRM) in (signal.SIG_DFL, signal.SIG_IGN)
        and not signal.getitimer(signal.ITIMER_REAL)[0]
    )


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise LateError inside once so much time has passed; call it only where `can_interrupt` says so."""
    running = True

    def late(number: int, frame: FrameType | None) -> None:
        if running:
            raise LateError

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        running = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
