"""From_ lines: where the messages of a mailbox begin."""

from __future__ import annotations

import re

__all__ = ["is_mailbox", "message_starts"]

# A line that begins so opens a message if headers follow and it names a time or a year, below an empty line; or
# anywhere, if it ends in a full date. In the text of a mail a line may begin with "From " too.
_FROM = re.compile(
    rb"From (?=[^\n]{0,400}?(?:\d:\d\d|(?:19|20)\d\d))(?P<rest>[^\n]{1,400})\n(?=[!-9;-~]{1,80}:|>From )"
)
_FULL = re.compile(rb"[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d ")
_MARK = b"\xef\xbb\xbf"


def is_mailbox(head: bytes) -> bool:
    """Return whether a file begins as a mailbox does."""
    return _FROM.match(head.removeprefix(_MARK).lstrip(b"\r\n")) is not None


def message_starts(data: bytes) -> list[tuple[int, int]]:
    """Return the places of the From_ lines of a mailbox: (start, end), the line's end included."""
    return [match.span() for match in _FROM.finditer(data) if _begins(data, match)]


def _begins(data: bytes, match: re.Match[bytes]) -> bool:
    at = match.start()
    if data.endswith((b"\n\n", b"\n\r\n"), 0, at) or (at < 8 and not data[:at].removeprefix(_MARK).strip(b"\r\n")):
        return True
    return data.endswith(b"\n", 0, at) and _FULL.search(match["rest"] + b" ") is not None
