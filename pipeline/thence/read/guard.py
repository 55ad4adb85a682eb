"""Reading files of strangers: what may crash, hang or eat memory is read in a process of its own, with a deadline."""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING

from thence.errors import InputError, Location
from thence.model.document import Document
from thence.read.documents import document_of, reader_for
from thence.read.pace import LateError, can_interrupt, deadline, uncollected
from thence.read.reading import DEFAULT, Options, Reading
from thence.read.registry import Reader
from thence.read.sound import is_sound
from thence.read.wire import CRASHED, ERROR, MEMORY, READING, read_frame, write_frame

if TYPE_CHECKING:
    from pydantic import TypeAdapter

__all__ = ["close_worker", "read_safely", "warm_up"]

_LARGE = 1_000_000
"""Text above this size is read by the worker where no deadline can be set here."""
_SMALL_SECONDS = 30.0
"""For text below that size: its readers are done in a few, whatever it holds, unless one goes round in circles."""
_START_SECONDS = 60.0
_LOOK_UP_MILLISECONDS = 200


def read_safely(data: bytes, *, places: Sequence[str], options: Options = DEFAULT) -> Document:
    """Return the document that some bytes are, whoever made them: never hangs, never brings this process down.

    Text formats are read here; pdf, office files and pictures in one worker process, which is started when it is first
    needed and then kept, without network, and with at most ``options.limits.memory_mb`` of memory. Its answer is data,
    checked against the model's types; nothing in it is run. ``options.limits.seconds`` hold for each file there, and
    for text; half a minute of them for text below a megabyte. Result and errors are those of `read_bytes`, besides
    TH555 (the reader failed, crashed or ran out of memory) and TH556 (late); after either the next file gets a fresh
    worker.
    """
    try:
        return _read(data, places[0], places, options)
    except InputError as error:
        error.hint = error.hint or _HINTS.get(error.code, "get the file again, or save it in another format")
        raise


_HINTS = {"TH502": "mend the file at that place, or get it again; nothing of it was read"}
"""Next steps for errors of readers that name none."""


def _read(data: bytes, path: str, places: Sequence[str], options: Options) -> Document:
    reader, found = reader_for(path, data)
    with uncollected():
        apart = reader.guarded or (len(data) > _LARGE and not can_interrupt())
        if apart and data.strip() and sys.executable:
            reading = _WORKERS.read(reader, data, path, options)
        else:
            reading = _read_here(reader, data, path, options)
        return document_of(reading, reader, found, data, places=places, options=options)


def _read_here(reader: Reader, data: bytes, path: str, options: Options) -> Reading:
    seconds = options.limits.seconds if len(data) > _LARGE else min(_SMALL_SECONDS, options.limits.seconds)
    timed = deadline(seconds) if can_interrupt() else nullcontext()
    try:
        with timed:
            return reader.load()(data, path, options)
    except InputError:
        raise
    except LateError:
        raise _late(path, seconds) from None
    except Exception as error:  # one file never ends the batch, whatever is wrong with its reader
        raise _failed(path, reader, f"{type(error).__name__}: {error}") from error


def warm_up(options: Options = DEFAULT) -> None:
    """Start the worker process and do not wait for it: for whoever knows that files for it will come."""
    if sys.executable:
        _WORKERS.start(options.limits.memory_mb)


def close_worker() -> None:
    """End the worker process, if one is there; the next file that needs one gets a new one."""
    _WORKERS.close()


@cache
def _adapter() -> TypeAdapter[Reading]:
    from pydantic import TypeAdapter

    return TypeAdapter(Reading)


def _wait_for(pipe: IO[bytes]) -> None:
    """Wait until something comes out of a pipe, or it is closed; look up now and then.

    An interrupt that comes right before a read blocks would else be noticed when that read is done.
    """
    if hasattr(select, "poll"):
        coming = select.poll()
        coming.register(pipe)
        while not coming.poll(_LOOK_UP_MILLISECONDS):
            pass


class _Process:
    """One worker process.   memory_mb: what it may take."""

    def __init__(self, memory_mb: int) -> None:
        self.memory_mb = memory_mb
        self.owner = os.getpid()
        package = str(Path(__file__).parents[2])
        above = os.environ.get("PYTHONPATH")
        self.child = subprocess.Popen(  # noqa: S603 - our own module, run by this interpreter
            # -P: a json.py in the folder we stand in is not ours.
            [sys.executable, "-P", "-m", "thence.read.worker", str(memory_mb)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((package, above)) if above else package},
            process_group=0 if os.name == "posix" else None,  # what it starts (tesseract) ends with it
        )
        self.is_ready = False

    def ask(self, request: Sequence[bytes], seconds: float) -> bytes:
        """Return the answer to a request. Raises LateError at the deadline, EOFError or OSError when it dies."""
        if not self.is_ready:
            self._bounded(_START_SECONDS, ())
            self.is_ready = True
        return self._bounded(seconds, request)

    def _bounded(self, seconds: float, request: Sequence[bytes]) -> bytes:
        late = threading.Event()

        def end() -> None:
            late.set()
            self.kill()

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        try:
            assert self.child.stdin is not None
            assert self.child.stdout is not None
            for frame in request:
                write_frame(self.child.stdin, frame)
            _wait_for(self.child.stdout)
            return read_frame(self.child.stdout)
        except (EOFError, OSError) as error:
            if late.is_set():
                raise LateError from error
            raise
        finally:
            timer.cancel()

    def kill(self) -> None:
        """End the process and whatever it started, at once."""
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self.child.pid, signal.SIGKILL)
            else:
                self.child.kill()

    def stop(self) -> None:
        """End the process and let go of it."""
        if self.owner == os.getpid():
            self.kill()
            self.child.wait()
        for pipe in (self.child.stdin, self.child.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


class _Workers:
    """The one worker process at hand, or none yet."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: _Process | None = None

    def read(self, reader: Reader, data: bytes, path: str, options: Options) -> Reading:
        """Return what the worker makes of a file; errors as in `read_safely`."""
        request = (pickle.dumps((reader.function, path, options), protocol=5), data)
        with self._lock:
            try:
                answer = self._at_hand(options.limits.memory_mb).ask(request, options.limits.seconds)
            except LateError:
                self._end()
                raise _late(path, options.limits.seconds) from None
            except (EOFError, OSError) as error:
                self._end()
                raise _crashed(path, options) from error
            except BaseException:  # an interrupt above all: no orphan stays behind
                self._end()
                raise
            kind, body = answer[:1], answer[1:]
            if kind == MEMORY:
                self._end()
        if kind == READING:
            return _reading(body, path, options)
        if kind == ERROR:
            raise _error(body, path, options)
        if kind == CRASHED:
            raise _failed(path, reader, body.decode("utf-8", "replace"))
        raise _crashed(path, options)

    def start(self, memory_mb: int) -> None:
        """Have a process at hand."""
        with self._lock, contextlib.suppress(OSError):
            self._at_hand(memory_mb)

    def close(self) -> None:
        """End the process at hand."""
        with self._lock:
            self._end()

    def _at_hand(self, memory_mb: int) -> _Process:
        here = self._process
        if here and (here.owner != os.getpid() or here.memory_mb != memory_mb or here.child.poll() is not None):
            self._end()
        if self._process is None:
            self._process = _Process(memory_mb)
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.stop()


_WORKERS = _Workers()
atexit.register(close_worker)


def _reading(body: bytes, path: str, options: Options) -> Reading:
    """Return the reading that an answer is; one that is none comes from a worker that is not itself any more."""
    from pydantic import ValidationError

    try:
        reading = _adapter().validate_json(body)
    except ValidationError as error:
        close_worker()
        raise _crashed(path, options) from error
    if not is_sound(reading):
        close_worker()
        raise _crashed(path, options)
    return reading


def _error(body: bytes, path: str, options: Options) -> InputError:
    import json

    try:
        code, message, line, column, hint, excerpt = json.loads(body)
        at = Location(path, line, column)
        return InputError(str(code), str(message), at=at, hint=str(hint), excerpt=str(excerpt))
    except (ValueError, TypeError):
        close_worker()
        return _crashed(path, options)


def _failed(path: str, reader: Reader, what: str) -> InputError:
    return InputError(
        "TH555",
        f"the reader of {reader.name} failed: {what}",
        at=Location(path),
        hint="nothing of the file was read; save it again or convert it, and report this, with the file if you may",
    )


def _crashed(path: str, options: Options) -> InputError:
    return InputError(
        "TH555",
        f"reading it crashed, or took more than {options.limits.memory_mb} MB of memory",
        at=Location(path),
        hint="raise limits.memory_mb in thence.toml if the file is to be trusted, split it, or save it again",
    )


def _late(path: str, seconds: float) -> InputError:
    return InputError(
        "TH556",
        f"not read within {seconds:g} seconds",
        at=Location(path),
        hint="raise limits.seconds in thence.toml, or split the file",
    )
