"""Reading ahead: several processes read documents and keep what they say in the cache, where a build finds it.

The build itself goes on as if it were alone: it takes from the cache what is there and reads the rest, in its own
order. So what it makes cannot depend on how many processes there were, or on which of them was first.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from pathlib import Path

from thence.errors import InputError
from thence.extract.cache import Cache
from thence.model.ledger import FileStatus
from thence.pipeline.reading import Reader
from thence.pipeline.settings import load_settings
from thence.read import Options

__all__ = ["cores", "read_ahead"]

_BATCH_BYTES = 100_000
"""Bytes of documents that a process is given at a time."""
_WORTH_BYTES = 400_000
"""Bytes of new documents a process below which it would be started in vain: it takes a second to begin."""

Group = Sequence[FileStatus]
"""Files of one content."""


def cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def read_ahead(
    groups: Sequence[Group],
    *,
    jobs: int,
    root: Path,
    config_path: Path,
    options: Options,
    cache: Cache,
    report: Callable[[int, str], None],
) -> None:
    """Read files into a cache with several processes; return when they are done or gone.

    groups: files of one content each, none of which the cache holds.   jobs: how many processes at most; none is
    started for what one reads as fast alone.   report: called with how many groups are done, and one that is at hand.
    What cannot be read, and what a process left behind that died, is left to the caller.
    """
    jobs = min(jobs, sum(group[0].size for group in groups) // _WORTH_BYTES)
    if jobs < 2:
        return
    batches = _batches(groups)
    done = 0
    with ProcessPoolExecutor(
        jobs,
        mp_context=get_context("spawn"),
        initializer=_begin,
        initargs=(root, config_path, options, cache.directory),
    ) as pool:
        try:
            waiting: dict[Future[None], list[Group]] = {pool.submit(_read, batch): batch for batch in batches}
            while waiting:
                finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for each in finished:
                    batch = waiting.pop(each)
                    each.result()
                    done += len(batch)
                    report(done, batch[-1][0].path)
        except BrokenProcessPool:
            return
        except BaseException:  # an interrupt above all
            _end(pool)
            raise


def _batches(groups: Sequence[Group]) -> list[list[Group]]:
    """Return the groups in their order, put together until they are worth a message."""
    batches: list[list[Group]] = []
    size = _BATCH_BYTES
    for group in groups:
        if size >= _BATCH_BYTES:
            batches.append([])
            size = 0
        batches[-1].append(group)
        size += group[0].size
    return batches


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once."""
    pool.shutdown(wait=False, cancel_futures=True)
    for process in (getattr(pool, "_processes", None) or {}).values():
        process.terminate()


_READERS: list[Reader] = []
"""What this process reads with, when it is one of those that were started."""


def _begin(root: Path, config_path: Path, options: Options, cache: Path) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the build is told, and ends its processes itself
    threading.Thread(target=_watch, daemon=True).start()
    _READERS.append(Reader(root, load_settings(config_path), options, Cache(cache)))


def _watch() -> None:
    """End this process with the one that started it, whatever happened to that."""
    above = parent_process()
    if above is not None:
        above.join()
        os._exit(1)


def _read(batch: Sequence[Group]) -> None:
    for group in batch:
        with suppress(InputError):
            _READERS[0].read(group, None, _quiet)


def _quiet(_: str) -> None:
    """Report to nobody."""
