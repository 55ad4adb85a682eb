"""The messages of a Slack export: people by their names, marks as people see them, threads."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
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
        user = message.words("user")
        time = message.words("ts")
        kind = BlockKind.TURN if subtype in _SPOKEN else BlockKind.FURNITURE
        if subtype in ("tombstone", "message_deleted") or message.words("hidden") == "true":
            kind = BlockKind.FURNITURE
        voice = _profile(message) or people.get(user) or message.words("username") or user or None
        said = Message([], voice, day_of(time), kind, message.words("thread_ts"), key=time)
        shared, wordless = _fill(text, message, people, said)
        left += wordless + len(list(message.get("files") or ()))
        found += [(_seconds(time), order, each) for each in (said, *shared)]
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


def _fill(text: str, message: Node, people: Mapping[str, str], said: Message) -> tuple[list[Message], int]:
    """Give a message its words and links; return the messages of others in it, and how many attachments say nothing.

    Its words stand in its text, else in its blocks. What a bot has attached is its own too; what a person wrote
    elsewhere is that person's; the preview of a link is furniture.
    """
    words = message.get("text")
    own = [[words]] if words is not None and _says(words) else list(_in_blocks(message))
    shared = []
    wordless = 0
    for attachment in message.get("attachments") or ():
        parts = _parts(attachment)
        wordless += not parts
        author = attachment.words("author_name")
        is_preview = attachment.first("from_url", "service_name") is not None
        if author and (not is_preview or attachment.first("author_id", "ts", "channel_id") is not None):
            date = day_of(attachment.words("ts")) or said.date
            shared.append(Message(_laid(text, parts, people)[0], author, date, said.kind, said.thread))
        elif own and is_preview:
            voice = attachment.words("service_name") or author or None
            shared.append(Message(_laid(text, parts, people)[0], voice, said.date, BlockKind.FURNITURE, said.thread))
        else:
            own += parts
    said.texts, said.links = _laid(text, own, people)
    return [each for each in shared if each.texts], wordless


def _parts(attachment: Node) -> list[list[Node]]:
    """Return the words of an attachment, paragraph by paragraph."""
    fields = [node for field in attachment.get("fields") or () for node in (field.get("title"), field.get("value"))]
    parts = [attachment.get("pretext"), attachment.get("title"), attachment.get("text"), *fields]
    said = [[part] for part in parts if part is not None and _says(part)] or list(_in_blocks(attachment))
    fallback = attachment.get("fallback")
    return said or ([[fallback]] if fallback is not None and _says(fallback) else [])


def _says(node: Node) -> bool:
    return node.is_string and bool(node.said.strip())


def _in_blocks(message: Node) -> Iterator[list[Node]]:
    """Yield the strings that a message's blocks show, paragraph by paragraph: texts, labels of links, fields."""
    pending = list(message.get("blocks") or ())[::-1]
    while pending:
        node = pending.pop()
        inner = list(node.get("elements") or ())
        if inner and all(each.first("text", "url", "user_id", "name") is not None for each in inner):
            words = [each.first("text", "url") for each in inner]
            if line := [word for word in words if word is not None and _says(word)]:
                yield line
            inner = [word for word in words if word is not None and isinstance(word.held, dict)]
        words_here = node.get("text")
        if words_here is not None and _says(words_here):
            yield [words_here]
        held = [words_here, *(node.get("fields") or ()), *inner]
        pending += [each for each in reversed(held) if each is not None and isinstance(each.held, dict)]


def _laid(
    text: str, held: Sequence[Sequence[Node]], people: Mapping[str, str]
) -> tuple[list[tuple[list[str], list[int]]], list[tuple[int, int, str]]]:
    """Return paragraphs of strings as people see them, and the places of links where there is one paragraph."""
    shown = []
    links: list[tuple[int, int, str]] = []
    for nodes in held:
        parts = [laid(text, node.start, node.end) for node in nodes]
        said = [piece for pieces, _ in parts for piece in pieces]
        pieces = Pieces.laid(said, [place for _, places in parts for place in places])
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
    return done, links


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
