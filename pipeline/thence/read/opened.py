"""Containers kept open, so that their members can be taken out one after the other."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import partial

from thence.config import Limits
from thence.errors import InputError, Location
from thence.read.container import INSIDE, UNBOUNDED, Member, members
from thence.read.reading import Options

__all__ = ["load_member"]

_MOST_BYTES = 256_000_000
_MOST = 8
_UNLIMITED = Limits(depth=2_000, expansion=1_000_000, expanded_bytes=UNBOUNDED, members=1 << 40)

_LOCK = threading.RLock()
_OPEN: OrderedDict[Hashable, tuple[int, Mapping[str, Member]]] = OrderedDict()
"""Where and which container -> its size and members; the one used last is last."""


def load_member(
    path: str, load_file: Callable[[str], bytes], stamp: Callable[[str], Hashable | None], options: Options
) -> bytes:
    """Return the bytes of a member.

    path: ``OUTER!/INNER``, perhaps more than once; a name may hold ``!/`` itself.   load_file: returns a file's bytes.
    stamp: of a file, something that differs once it has changed; None when there is no such file.
    Raises InputError TH501 when there is no such member, and as its container says.
    """
    for outer, _ in _cuts(path):
        mark = stamp(outer)
        if mark is not None:
            inside = _opened((mark, outer, options.passwords), outer, partial(load_file, outer), options)
            return _found(path, outer, inside, (mark, options.passwords), options)
    return load_file(path)


def _found(path: str, outer: str, inside: Mapping[str, Member], mark: Hashable, options: Options) -> bytes:
    if path in inside:
        return inside[path].load()
    for nested, _ in _cuts(path, len(outer) + len(INSIDE)):
        if nested in inside:
            deeper = _opened((mark, nested), nested, inside[nested].load, options)
            return _found(path, nested, deeper, mark, options)
    raise InputError(
        "TH501",
        f"{outer} holds no such file",
        at=Location(path),
        hint="check that the container is still the one that was read; build again",
    )


def _cuts(path: str, start: int = 0) -> list[tuple[str, str]]:
    """Return every way to part a path into a container and what it holds, the outermost container first."""
    cuts = []
    at = path.find(INSIDE, start)
    while at >= 0:
        cuts.append((path[:at], path[at + len(INSIDE) :]))
        at = path.find(INSIDE, at + 1)
    return cuts


def _opened(key: Hashable, path: str, load: Callable[[], bytes], options: Options) -> Mapping[str, Member]:
    with _LOCK:
        if key in _OPEN:
            _OPEN.move_to_end(key)
            return _OPEN[key][1]
    data = load()
    found = {member.path: member for member in members(data, path, replace(options, limits=_UNLIMITED)).files}
    with _LOCK:
        _OPEN[key] = len(data), found
        while len(_OPEN) > 1 and (len(_OPEN) > _MOST or sum(size for size, _ in _OPEN.values()) > _MOST_BYTES):
            _OPEN.popitem(last=False)
    return found
