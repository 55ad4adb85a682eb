"""How the reading process and its worker talk: frames of bytes, each with its length before it."""

from __future__ import annotations

from typing import IO

__all__ = ["CRASHED", "ERROR", "MEMORY", "READING", "read_frame", "write_frame"]

READING, ERROR, MEMORY, CRASHED = b"R", b"E", b"M", b"C"
"""First byte of an answer: a reading as JSON, an InputError as JSON, out of memory, a failure in words."""
_MOST = 1 << 30


def write_frame(stream: IO[bytes], *parts: bytes) -> None:
    """Write parts as one frame."""
    stream.write(sum(map(len, parts)).to_bytes(8, "big"))
    stream.writelines(parts)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes:
    """Return the next frame. Raises EOFError when the other side is gone or says what no side says."""
    head = stream.read(8)
    length = int.from_bytes(head, "big")
    if len(head) < 8 or length > _MOST:
        raise EOFError
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    return body
