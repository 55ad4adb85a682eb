"""Tar archives and gzip files: their members within limits, whatever their headers claim."""

from __future__ import annotations

import zlib
from functools import partial

from thence.model.finding import Finding
from thence.read.budget import Budget, Loader, beyond, damaged, within
from thence.read.container import INSIDE, Member, Members, is_hidden, left_out, safe_name, spend
from thence.read.reading import Options, finding

__all__ = ["open_gzip", "open_tar"]

_BLOCK = 512
_REGULAR, _LONG_NAME, _PAX, _FOLDER, _PAX_GLOBAL = (b"0", b"\x00", b"7"), b"L", b"x", b"5", b"g"


def open_tar(data: bytes, path: str, options: Options) -> Members:
    """Return the members of a tar archive; see `members`. Raises InputError TH502 when it does not begin as one."""
    findings: list[Finding] = []
    budget = Budget(path, len(data), options, findings)
    return _untar(data, path, budget)


def _untar(data: bytes, path: str, budget: Budget) -> Members:
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
                raise damaged(path, "its first header is wrong")
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
    return within(wanted, path, budget)


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
        raise damaged(path, str(error)) from error
    findings: list[Finding] = []
    budget = Budget(path, len(data), options, findings)
    most = min(budget.most, options.limits.expanded_bytes)
    if head[257:262] == b"ustar":
        whole = _whole(data, most, path)
        if not spend(len(whole), options):
            raise beyond(path)
        budget.charged = True
        return _untar(whole, path, budget)
    name = path.rsplit(INSIDE, 1)[-1].rsplit("/", 1)[-1]
    inner = name[: -len(".gz")] if name.lower().endswith(".gz") and len(name) > len(".gz") else f"{name}.content"
    at = f"{path}{INSIDE}{inner}"

    def load() -> bytes:
        found = _whole(data, most, at)
        if not spend(len(found), options):
            raise beyond(at)
        return found

    return Members((Member(at, int.from_bytes(data[-4:], "little"), load),), findings)


def _whole(data: bytes, most: int, path: str) -> bytes:
    try:
        found = _gunzip(data, most + 1)
    except (zlib.error, EOFError) as error:
        raise damaged(path, str(error)) from error
    if len(found) > most:
        raise beyond(path)
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


def _cut(path: str, why: str) -> Finding:
    return finding("TH502", path, f"damaged: {why}", hint="get the archive again")
