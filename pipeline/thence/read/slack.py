"""The messages of a Slack export: people by their names, marks as people see them, threads."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate

from thence.model.document import BlockKind
from thence.read.json_nodes import Node, laid
from thence.read.pieces import Pieces
from thence.read.talk import Message, Talk, day_of

__all__ = ["slack_talk"]

_SPOKEN = frozenset(
    {"", "bot_message", "me_message", "thread_broadcast", "file_share", "file_comment", "reply_broadcast"}
)
_MARK = re.compile(r"<(?P<what>[@#!]?)(?P<id>[^<>|\n]*)(?:\|(?P<label>[^<>\n]*))?>")
_ENTITY = re.compile(r"&(?:amp|lt|gt);")
_MEANT = {"&amp;": "&", "&lt;": "<", "&gt;": ">"}


def slack_talk(text: str, messages: Sequence[Node]) -> tuple[Talk, int]:
    """Return the messages of a channel by their times, and how many files and attachments go with them, unread."""
    people = {message.words("user"): name for message in messages if (name := _profile(message))}
    left = 0
    found: list[tuple[float, int, Message]] = []
    for order, outer in enumerate(messages):
        message = outer
        subtype = message.words("subtype")
        if subtype == "message_changed" and (inner := message.get("message")) is not None:
            message, subtype = inner, inner.words("subtype")
        texts, links, attached = _texts(text, message, people)
        left += attached
        user = message.words("user")
        time = message.words("ts")
        kind = BlockKind.TURN if subtype in _SPOKEN else BlockKind.FURNITURE
        if subtype in ("tombstone", "message_deleted") or message.words("hidden") == "true":
            kind = BlockKind.FURNITURE
        voice = _profile(message) or people.get(user) or message.words("username") or user or None
        thread = message.words("thread_ts")
        found.append((_seconds(time), order, Message(texts, voice, day_of(time), kind, thread, links, key=time)))
    return Talk([message for *_, message in sorted(found, key=lambda each: each[:2])]), left


def _seconds(time: str) -> float:
    try:
        return float(time)
    except ValueError:
        return 0.0


def _profile(message: Node) -> str:
    """Return the name that goes with a message: the person's own, else that of the bot."""
    names = (
        message.words("user_profile", "real_name"), message.words("user_profile", "display_name"),
        message.words("user_profile", "name"), message.words("bot_profile", "name"),
    )  # fmt: skip
    return next((name for name in names if name.strip()), "") or (
        message.words("username") if not message.words("user") else ""
    )


def _texts(
    text: str, message: Node, people: Mapping[str, str]
) -> tuple[list[tuple[list[str], list[int]]], list[tuple[int, int, str]], int]:
    """Return a message's words and links, and how many files and attachments it has that are not among them."""
    attachments = list(message.get("attachments") or ())
    held = [message.get("text")]
    left = len(attachments) + len(list(message.get("files") or ()))
    if held[0] is None or not held[0].said.strip():
        # A bot may say all it has to say in attachments.
        held = [attachment.first("text", "fallback") for attachment in attachments]
        left -= len([node for node in held if node is not None])
    shown = []
    links: list[tuple[int, int, str]] = []
    for node in held:
        if node is None or not node.is_string:
            continue
        pieces = Pieces.laid(*laid(text, node.start, node.end))
        if "<" in pieces.text:
            pieces, found = _without_marks(pieces, people)
            links = links or found
        shown.append(pieces)
    if len(shown) != 1:
        links = []
    done = []
    for pieces in shown:
        if "&" in pieces.text:
            links = _shorter(pieces.text, links)
            pieces = pieces.sub(_ENTITY, lambda match: _MEANT[match.group()])
        done.append(pieces.lay())
    return done, links, left


def _shorter(text: str, links: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Return links with their places once the entities of the text are decoded."""
    found = list(_ENTITY.finditer(text))
    ends = [match.end() for match in found]
    gone = [0, *accumulate(len(match.group()) - 1 for match in found)]

    def moved(place: int) -> int:
        return place - gone[bisect_right(ends, place)]

    return [(moved(first), moved(last), target) for first, last, target in links]


def _without_marks(pieces: Pieces, people: Mapping[str, str]) -> tuple[Pieces, list[tuple[int, int, str]]]:
    """Return the text with names, channels and links as people see them, and the links' places in it."""
    links: list[tuple[int, int, str]] = []
    gone = 0

    def read(match: re.Match[str]) -> str | tuple[int, int]:
        nonlocal gone
        begin = match.start() - gone
        label = match["label"]
        if match["what"] in ("@", "#"):
            said = (
                "@" + (people.get(match["id"]) or label or match["id"])
                if match["what"] == "@"
                else "#" + (label or match["id"])
            )
            gone += len(match.group()) - len(said)
            return said
        if match["what"] == "!":
            said = label or "@" + match["id"].partition("^")[0]
            gone += len(match.group()) - len(said)
            return said
        if not re.match(r"[a-z][a-z0-9+.-]*:", match["id"], re.IGNORECASE):
            return match.span()  # a comparison, a tag: what somebody wrote
        place = match.span("label") if label else match.span("id")
        gone += len(match.group()) - (place[1] - place[0])
        links.append((begin, begin + place[1] - place[0], _ENTITY.sub(lambda m: _MEANT[m.group()], match["id"])))
        return place

    return pieces.sub(_MARK, read), links
