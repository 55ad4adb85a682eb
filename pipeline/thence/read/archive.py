"""Zip and tar archives: their members within limits, whatever their headers claim."""

from __future__ import annotations

import io
import lzma
import stat
import zipfile
import zlib
from collections.abc import Callable, Sequence
from functools import partial

from thence.errors import InputError, Location
from thence.model.finding import Finding
from thence.read.container import (
    INSIDE,
    Member,
    Members,
    distinct_names,
    is_hidden,
    left_out,
    renamed,
    safe_name,
    spend,
)
from thence.read.reading import Options, finding

__all__ = ["open_gzip", "open_tar", "open_zip"]

_SMALL = 1_000_000
"""Files up to this size may be as compressible as they like."""
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

Loader = Callable[[str], bytes]
"""Called with the member's path, for its errors."""


def open_zip(data: bytes, path: str, options: Options) -> Members:
    """Return the members of a zip archive; see `members`. Raises InputError TH502 when its directory is damaged."""
    if _directory_size(data) > options.limits.members * _LONGEST:
        raise _beyond(path)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _DAMAGE as error:
        raise _damaged(path, str(error)) from error
    findings: list[Finding] = []
    wanted: list[tuple[str, int, Loader]] = []
    budget = _Budget(path, len(data), options, findings)
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
            wanted.append((safe, info.file_size, partial(_unzip, archive, info, options.passwords)))
            budget.sizes.append((info.file_size, info.compress_size))
    return _members(wanted, path, budget)


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


def _unzip(archive: zipfile.ZipFile, info: zipfile.ZipInfo, passwords: Sequence[str], at: str) -> bytes:
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
            raise _damaged(at, str(error)) from error
        if len(found) != info.file_size:
            raise _damaged(at, f"{len(found)} bytes instead of {info.file_size}")
        return found
    raise _locked(at, "give the password when you build, or unpack the archive")


_BLOCK = 512
_REGULAR, _LONG_NAME, _PAX, _FOLDER, _PAX_GLOBAL = (b"0", b"\x00", b"7"), b"L", b"x", b"5", b"g"


def open_tar(data: bytes, path: str, options: Options) -> Members:
    """Return the members of a tar archive; see `members`. Raises InputError TH502 when it does not begin as one."""
    findings: list[Finding] = []
    budget = _Budget(path, len(data), options, findings)
    return _untar(data, path, budget)


def _untar(data: bytes, path: str, budget: _Budget) -> Members:
    """Return the members of an unpacked tar archive.

    tarfile is not asked: until lately a made-up size kept it turning in one place.
    """
    wanted: list[tuple[str, int, Loader]] = []
    at = 0
    long_name = ""
    while at + _BLOCK <= len(data) and data[at] != 0:
        header = data[at : at + _BLOCK]
        size = _number(header[124:136])
        if _number(header[148:156]) != sum(header) - sum(header[148:156]) + 8 * 32 or size is None:
            if not at:
                raise _damaged(path, "its first header is wrong")
            budget.findings.append(_cut(path, "a header is wrong; what follows it is not read"))
            break
        start, at = at + _BLOCK, at + _BLOCK + (size + _BLOCK - 1) // _BLOCK * _BLOCK
        kind = header[156:157]
        if kind in (_LONG_NAME, _PAX):
            body = data[start : min(start + size, start + 65_536)]
            long_name = (_text(body.split(b"\x00")[0]) if kind == _LONG_NAME else _pax_name(body)) or long_name
            continue
        name, long_name = long_name or _ustar_name(header), ""
        if kind in (_FOLDER, _PAX_GLOBAL) or name.endswith("/") or is_hidden(name.lstrip("/").removeprefix("./")):
            continue
        if kind not in _REGULAR:
            budget.findings.append(left_out(path, name, "a link, a device or a sparse file"))
        elif not (safe := safe_name(name)):
            budget.findings.append(left_out(path, name, "its name is none, or leads out of the archive"))
        elif start + size > len(data):
            budget.findings.append(_cut(f"{path}{INSIDE}{safe}", "cut off"))
        else:
            wanted.append((safe, size, partial(_slice, data, start, size)))
            budget.sizes.append((size, size))
    return _members(wanted, path, budget)


def _slice(data: bytes, start: int, size: int, at: str) -> bytes:
    return data[start : start + size]


def _number(field: bytes) -> int | None:
    """Return a number of a tar header, octal or binary; None for what is none."""
    if field[:1] == b"\x80":
        return int.from_bytes(field[1:], "big")
    try:
        return int(field.strip(b" \x00") or b"0", 8)
    except ValueError:
        return None


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _ustar_name(header: bytes) -> str:
    name = _text(header[:100].split(b"\x00")[0])
    prefix = _text(header[345:500].split(b"\x00")[0]) if header[257:263] == b"ustar\x00" else ""
    return f"{prefix}/{name}" if prefix else name


def _pax_name(body: bytes) -> str:
    at = 0
    while (space := body.find(b" ", at, at + 20)) >= 0:
        digits = body[at:space]
        if not digits.isdigit() or int(digits) <= space - at:
            return ""
        key, _, value = body[space + 1 : at + int(digits)].partition(b"=")
        if key == b"path":
            return _text(value.rstrip(b"\n"))
        at += int(digits)
    return ""


def open_gzip(data: bytes, path: str, options: Options) -> Members:
    """Return what a gzip file holds: the members of a tar archive, or one file named as it is without ``.gz``."""
    try:
        head = _gunzip(data, 2 * _BLOCK)
    except zlib.error as error:
        raise _damaged(path, str(error)) from error
    findings: list[Finding] = []
    budget = _Budget(path, len(data), options, findings)
    most = min(budget.most, options.limits.expanded_bytes)
    if head[257:262] == b"ustar":
        whole = _whole(data, most, path)
        if not spend(path, len(whole), options):
            raise _beyond(path)
        budget.charged = True
        return _untar(whole, path, budget)
    name = path.rsplit(INSIDE, 1)[-1].rsplit("/", 1)[-1]
    inner = name[: -len(".gz")] if name.lower().endswith(".gz") and len(name) > len(".gz") else f"{name}.content"
    at = f"{path}{INSIDE}{inner}"

    def load() -> bytes:
        found = _whole(data, most, at)
        if not spend(path, len(found), options):
            raise _beyond(at)
        return found

    return Members((Member(at, int.from_bytes(data[-4:], "little"), load),), findings)


def _whole(data: bytes, most: int, path: str) -> bytes:
    try:
        found = _gunzip(data, most + 1)
    except (zlib.error, EOFError) as error:
        raise _damaged(path, str(error)) from error
    if len(found) > most:
        raise _beyond(path)
    return found


def _gunzip(data: bytes, most: int) -> bytes:
    """Return at most so many bytes of what a gzip file holds. Raises zlib.error when it is damaged."""
    parts = []
    left = memoryview(data)
    while len(left) and most > 0 and bytes(left[:2]) == b"\x1f\x8b":
        unpacker = zlib.decompressobj(wbits=31)
        part = unpacker.decompress(left, most)
        parts.append(part)
        most -= len(part)
        if not unpacker.eof:
            if most > 0:
                raise zlib.error("the end is missing")
            break
        left = left[len(left) - len(unpacker.unused_data) :]
    return b"".join(parts)


def _beyond(path: str) -> InputError:
    return InputError(
        "TH506",
        "would grow beyond the limits",
        at=Location(path),
        hint="unpack it into the folder, or raise the limits in thence.toml, if it is to be trusted",
    )


def _cut(path: str, why: str) -> Finding:
    return finding("TH502", path, f"damaged: {why}", hint="get the archive again")


class _Budget:
    """What the members of one archive may cost: decided by what its directory declares, which no member exceeds."""

    def __init__(self, path: str, size: int, options: Options, findings: list[Finding]) -> None:
        self.path, self.options, self.findings = path, options, findings
        self.sizes: list[tuple[int, int]] = []
        self.most = max(_SMALL, size * options.limits.expansion)
        self.total = 0
        self.count = 0
        self.beyond = 0
        self.charged = False
        spend(path, 0, options)

    def allows(self, name: str, size: int, packed: int) -> bool:
        """Return whether one more member is within all limits; note it if not."""
        limits = self.options.limits
        if size > _SMALL and size > limits.expansion * max(1, packed):
            self.findings.append(
                finding(
                    "TH506",
                    f"{self.path}{INSIDE}{name}",
                    f"would grow to {size} bytes, more than {limits.expansion} times its size",
                    hint="raise limits.expansion in thence.toml if the archive is to be trusted",
                )
            )
            return False
        if (
            self.count >= limits.members
            or self.total + size > self.most
            or not (self.charged or spend(self.path, size, self.options))
        ):
            self.beyond += 1
            return False
        self.count += 1
        self.total += size
        return True

    def close(self) -> None:
        """Say how many members were left out."""
        if self.beyond:
            limits = self.options.limits
            self.findings.append(
                finding(
                    "TH506",
                    self.path,
                    f"{self.beyond} members are not read: beyond {limits.members} members, {limits.expanded_bytes}"
                    f" bytes or {limits.expansion} times the archive's size",
                    hint="unpack it into the folder, or raise the limits in thence.toml, if it is to be trusted",
                )
            )


def _members(wanted: Sequence[tuple[str, int, Loader]], path: str, budget: _Budget) -> Members:
    files = []
    names = distinct_names(name for name, _, _ in wanted)
    for (name, size, load), given, (_, packed) in zip(wanted, names, budget.sizes, strict=True):
        if not budget.allows(given, size, packed):
            continue
        if given != name:
            budget.findings.append(renamed(path, name, given))
        at = f"{path}{INSIDE}{given}"
        files.append(Member(at, size, partial(load, at)))
    budget.close()
    return Members(tuple(files), budget.findings)


def _damaged(path: str, why: str) -> InputError:
    return InputError(
        "TH502",
        f"damaged or cut off: {why}",
        at=Location(path),
        hint="get the archive again; what is damaged was not read",
    )


def _locked(path: str, how: str) -> InputError:
    return InputError("TH505", "locked with a password", at=Location(path), hint=how)
