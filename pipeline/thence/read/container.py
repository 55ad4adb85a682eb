"""Files inside files: the members of archives, the messages of mailboxes, the attachments of mail."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from thence.errors import InputError, Location
from thence.model.finding import Finding, Severity
from thence.read.reading import DEFAULT, Options, finding
from thence.read.registry import OPENERS
from thence.read.sniff import format_of

__all__ = [
    "INSIDE",
    "UNBOUNDED",
    "Member",
    "Members",
    "Spent",
    "distinct_names",
    "is_container",
    "is_hidden",
    "left_out",
    "members",
    "renamed",
    "safe_name",
    "spend",
]

INSIDE = "!/"
"""What stands between the path of a container and the name of what it holds: ``case.zip!/memos/a.md``."""

UNBOUNDED = 1 << 50
"""As a limit on expanded bytes: nothing is counted. For taking out one member that was found within the limits."""


@dataclass(frozen=True, slots=True, order=True)
class Member:
    """A file inside another.

    path: ``OUTER!/INNER``.   size: bytes; of an attachment, which is only decoded when it is loaded, about.
    load: returns its bytes; raises InputError TH502 (damaged), TH505 (locked) or TH506 (beyond a limit).
    """

    path: str
    size: int
    load: Callable[[], bytes] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Members:
    """What a container holds, in its own order, each path once, and what is to be said about what is left out."""

    files: tuple[Member, ...]
    findings: list[Finding]


def is_container(path: str, head: bytes) -> bool:
    """Return whether a file may hold others: an archive, a mailbox, a mail; office files hold none.

    head: its bytes, or the first 64 kB of them and its last.
    """
    return format_of(path, head).name in OPENERS


def members(
    data: bytes, path: str, options: Options = DEFAULT, *, depth: int | None = None, spent: Spent | None = None
) -> Members:
    """Return what a container holds; a file that is none holds nothing. No member is opened yet.

    path: of the container; members have the path ``PATH!/NAME``, and those that hold others again can be opened the
    same way.   depth: in how many containers it lies; by its path when None.   spent: what was taken out of its
    outermost file before; what is taken out now is added.
    Left out without a word: folders, dot files and what the Finder adds, as below a folder. Left out with a finding:
    names that lead out of the archive and links (TH546), members beyond a limit (TH506). Two members of one name are
    kept apart, the later one as ``name (2).md`` (TH547).
    Raises InputError TH502 when nothing can be read of it, TH506 when it lies in too many others.
    """
    found = format_of(path, data)
    opener = OPENERS.get(found.name)
    if opener is None:
        return Members((), [])
    is_mail = opener.name == "eml"
    deepest = max(1, options.limits.depth // 100)
    too_deep = (path.count(INSIDE) if depth is None else depth) >= deepest
    sum_of_all = spent if spent is not None else Spent()
    if too_deep and not is_mail:
        raise _too_deep(path, deepest)
    try:
        with _paying(sum_of_all):
            held = opener.load()(data, path, options)
    except InputError:
        raise
    except Exception as error:
        raise _failed(path, error) from error
    if too_deep and held.files:
        raise _too_deep(path, deepest)
    if found.promised and not is_mail:
        held.findings.append(
            finding(
                "TH524",
                path,
                f"named .{found.promised}, but its content is {opener.label}: opened as that",
                hint="check where the file comes from, or give it its right name",
            )
        )
    return Members(
        tuple(replace(member, load=partial(_load, member, sum_of_all)) for member in held.files), held.findings
    )


def _too_deep(path: str, deepest: int) -> InputError:
    return InputError(
        "TH506",
        f"lies in {deepest} containers already: what it holds is not read",
        at=Location(path),
        hint=f"unpack it if it is to be trusted, or set limits.depth = {100 * (deepest + 1)} for one layer more",
    )


def _load(member: Member, spent: Spent) -> bytes:
    try:
        with _paying(spent):
            return member.load()
    except InputError:
        raise
    except Exception as error:
        raise _failed(member.path, error) from error


def _failed(path: str, error: Exception) -> InputError:
    return InputError(
        "TH555",
        f"it cannot be opened: {type(error).__name__}: {error}",
        at=Location(path),
        hint="unpack it by hand if it is to be trusted, and report this, with the file if you may",
    )


def safe_name(name: str) -> str:
    r"""Return a member's name as a relative POSIX path; empty when it leads out of its container.

    >>> safe_name("memos\\a.md"), safe_name("./a.md"), safe_name("../a.md"), safe_name("/etc/passwd")
    ('memos/a.md', 'a.md', '', '')
    """
    name = name.replace("\\", "/").replace("\x00", "")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or ".." in parts or re.match(r"[A-Za-z]:(?:/|\Z)", name):
        return ""
    # What ends in the mark of a container would be taken for one.
    plain = [part[:-1] + "%21" if part.endswith("!") else part for part in parts[:-1]] + parts[-1:]
    return "/".join(plain).encode("utf-8", "replace").decode()


def is_hidden(name: str) -> bool:
    """Return whether a member is left out without a word: dot files, what the Finder and Explorer add."""
    parts = name.split("/")
    dots = any(part.startswith(".") and part not in (".", "..") for part in parts)
    return dots or parts[0] == "__MACOSX" or parts[-1] in _CLUTTER


_CLUTTER = frozenset({"Thumbs.db", "desktop.ini"})


def distinct_names(names: Iterable[str]) -> list[str]:
    """Return the names in order, each one once: the second ``a.md`` is ``a (2).md``.

    >>> distinct_names(["a.md", "a.md", "a (2).md", "b/a"])
    ['a.md', 'a (3).md', 'a (2).md', 'b/a']
    """
    wanted = list(names)
    given = set(wanted)
    seen: set[str] = set()
    counts: dict[str, int] = {}
    found = []
    for name in wanted:
        now = name
        while now in seen or (now != name and now in given):
            counts[name] = counts.get(name, 1) + 1
            folder, slash, last = name.rpartition("/")
            stem, dot, suffix = last.rpartition(".")
            now = f"{folder}{slash}{stem} ({counts[name]}).{suffix}" if stem and dot else f"{name} ({counts[name]})"
        seen.add(now)
        found.append(now)
    return found


def renamed(path: str, name: str, given: str) -> Finding:
    """Return the finding about the second of two members of one name."""
    return finding(
        "TH547",
        path,
        f"holds {name!r} more than once: another is read as {given!r}",
        severity=Severity.INFO,
        hint="check which of them is meant; a program that unpacks it keeps only one",
    )


def left_out(path: str, name: str, why: str) -> Finding:
    """Return the finding about a member that is not read."""
    return finding(
        "TH546", path, f"member {name!r} is not read: {why}", hint="unpack it by hand if it is to be trusted"
    )


@dataclass(slots=True)
class Spent:
    """What has been taken out of one file of the folder, out of archives in archives too.

    size: bytes; each file counts as half a kilobyte at least, so that empty ones are not free.   files: how many.
    """

    size: int = 0
    files: int = 0


class _Context(threading.local):
    """Out of which sum the members at hand are paid."""

    spent = Spent()


_CONTEXT = _Context()
_LEAST = 512


@contextmanager
def _paying(spent: Spent) -> Iterator[None]:
    before, _CONTEXT.spent = _CONTEXT.spent, spent
    try:
        yield
    finally:
        _CONTEXT.spent = before


def spend(count: int, options: Options) -> bool:
    """Count a file of so many bytes to be unpacked; return whether it is within what its outermost file may cost.

    Archives in archives share one sum, or each layer would multiply it.
    """
    limits, spent = options.limits, _CONTEXT.spent
    if limits.expanded_bytes >= UNBOUNDED:
        return True
    count = max(count, _LEAST)
    if spent.size + count > limits.expanded_bytes or spent.files >= limits.members:
        return False
    spent.size += count
    spent.files += 1
    return True
