"""The worker: a process that reads one file after the other, with little memory, without network.

Run as ``python -m thence.read.worker MEMORY_MB`` by `thence.read.guard`; requests come in on stdin, answers go out
on stdout, and it ends when stdin does.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import pickle
import sys
from typing import BinaryIO

from thence.errors import InputError
from thence.read.reading import Options, Reading
from thence.read.registry import function
from thence.read.sealed import seal
from thence.read.wire import CRASHED, ERROR, MEMORY, READING, read_frame, write_frame

__all__ = ["main"]


def main(memory_mb: int) -> None:
    """Answer requests until there are no more."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)  # whatever asks for input gets none, whatever prints disturbs no answer
    os.dup2(nothing, 1)
    _limit_memory(memory_mb)
    seal()
    _serve(requests, answers)


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    from pydantic import TypeAdapter

    adapter = TypeAdapter(Reading)
    gc.disable()  # what is left of a file goes when the answer is on its way
    gc.freeze()
    write_frame(answers, b"ready")
    while True:
        try:
            name, path, options = pickle.loads(read_frame(requests))  # noqa: S301 - from our own parent
            data = read_frame(requests)
        except EOFError:
            return
        kind, body = _answer(adapter.dump_json, name, data, path, options)
        with contextlib.suppress(BrokenPipeError):
            write_frame(answers, kind, body)
        del data, body
        gc.collect()


def _answer(dump: object, name: str, data: bytes, path: str, options: Options) -> tuple[bytes, bytes]:
    """Return the kind and body of the answer to one request."""
    _limit_time(options.limits.seconds)
    try:
        reading = function(name)(data, path, options)
        assert callable(dump)
        return READING, dump(reading)
    except InputError as error:
        at = error.at
        line, column = (at.line, at.column) if at else (None, None)
        said = (error.code, error.message, line, column, error.hint, error.excerpt)
        return ERROR, json.dumps(said).encode()
    except MemoryError:
        return MEMORY, b""
    except Exception as error:  # noqa: BLE001 - told to the parent, who says it with the file's name
        return CRASHED, f"{type(error).__name__}: {error}".encode("utf-8", "replace")[:2_000]


def _limit_memory(memory_mb: int) -> None:
    try:
        import resource
    except ImportError:  # no such limits on this platform: the deadline alone holds
        return
    for kind, most in ((resource.RLIMIT_AS, memory_mb << 20), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))


def _limit_time(seconds: float) -> None:
    """Let the system end this process some time after the deadline, should the parent be gone by then."""
    try:
        import resource
    except ImportError:
        return
    spent = resource.getrusage(resource.RUSAGE_SELF)
    most = int(spent.ru_utime + spent.ru_stime + seconds) + 10
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
