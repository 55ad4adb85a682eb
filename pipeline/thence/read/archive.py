"""Zip archives: their members within limits, whatever their headers claim."""

from __future__ import annotations

import io
import lzma
import stat
import zipfile
import zlib
from collections.abc import Sequence
from functools import partial

from thence.errors import InputError, Location
from thence.model.finding import Finding
from thence.read.budget import Budget, Loader, beyond, damaged, within
from thence.read.container import Members, is_hidden, left_out, safe_name
from thence.read.reading import UNLOCKED, Options, opened_with_password, tried_in_vain

__all__ = ["open_zip"]

_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    NotImplementedError,
    OSError,
    ValueError,
    EOFError,
    RuntimeError,
    LookupError,
)
_AES = 99
_LONGEST = 1_000
"""Bytes that the directory of a zip file may take for each member that is allowed."""


def open_zip(data: bytes, path: str, options: Options) -> Members:
    """Return the members of a zip archive; see `members`. Raises InputError TH502 when its directory is damaged."""
    if _directory_size(data) > options.limits.members * _LONGEST:
        raise beyond(path)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _DAMAGE as error:
        raise damaged(path, str(error)) from error
    findings: list[Finding] = []
    wanted: list[tuple[str, int, Loader]] = []
    budget = Budget(path, len(data), options, findings)
    for info in archive.infolist():
        name = _zip_name(info)
        if name.endswith("/") or is_hidden(name.replace("\\", "/").lstrip("/")):
            continue
        mode = info.external_attr >> 16
        if stat.S_ISLNK(mode):
            findings.append(left_out(path, name, "a link, never followed"))
        elif not (safe := safe_name(name)):
            findings.append(left_out(path, name, "its name is none, or leads out of the archive"))
        else:
            wanted.append((safe, info.file_size, partial(_unzip, archive, info, options.passwords, findings, path)))
            budget.sizes.append((info.file_size, info.compress_size))
    return within(wanted, path, budget)


def _directory_size(data: bytes) -> int:
    """Return how many bytes list the members of a zip file; 0 when that is not said in its place."""
    end = data.rfind(b"PK\x05\x06", max(0, len(data) - 65_557))
    size = int.from_bytes(data[end + 12 : end + 16], "little") if end >= 0 else 0
    return size if size < 0xFFFFFFFF else max(0, end)


def _zip_name(info: zipfile.ZipInfo) -> str:
    """Return a member's name; without the mark that it is UTF-8 it may be that all the same."""
    name = info.orig_filename.split("\x00")[0]
    if info.flag_bits & 0x800 or name.isascii():
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        return name


def _unzip(
    archive: zipfile.ZipFile,
    info: zipfile.ZipInfo,
    passwords: Sequence[str],
    findings: list[Finding],
    outer: str,
    at: str,
) -> bytes:
    """Return a member's bytes.   findings: told once of the archive, at ``outer``, that a password opened members."""
    locked = bool(info.flag_bits & 1)
    if info.compress_type == _AES:
        raise _locked(at, "with AES, which is not supported: unpack the archive by hand, with its password")
    tries: Sequence[str | None] = passwords if locked else (None,)
    for password in tries:
        try:
            with archive.open(info, pwd=password.encode() if password else None) as part:
                found = part.read(info.file_size + 1)
        except _DAMAGE as error:
            if locked:
                continue
            raise damaged(at, str(error)) from error
        if len(found) != info.file_size:
            raise damaged(at, f"{len(found)} bytes instead of {info.file_size}")
        if locked and not any(each.code == UNLOCKED for each in findings):
            findings.append(opened_with_password(outer))
        return found
    how = "give its password in a file with --passwords FILE, or unpack the archive"
    raise _locked(at, how, tried_in_vain(passwords))


def _locked(path: str, how: str, tried: str = "") -> InputError:
    return InputError("TH505", f"locked with a password{tried}", at=Location(path), hint=how)
