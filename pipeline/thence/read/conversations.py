"""Conversations kept as JSON: Slack, ChatGPT and Claude exports, and lists of messages with role and content."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeGuard

from thence.model.document import BlockKind
from thence.model.finding import Finding, Severity
from thence.read.json_nodes import Node, laid, nodes
from thence.read.json_text import BrokenError
from thence.read.reading import Reading, finding
from thence.read.slack import slack_talk
from thence.read.source import Source
from thence.read.talk import Message, Talk, day_of, reading_of

__all__ = ["read_conversations"]

_ROLES = {
    "user": "user", "human": "user", "assistant": "assistant", "ai": "assistant", "model": "assistant",
    "bot": "assistant", "gpt": "assistant", "chatgpt": "ChatGPT", "system": "", "tool": "", "function": "",
    "developer": "", "ipython": "",
}  # fmt: skip
"""What a role is called as a voice; empty for what no reader of the conversation sees."""
_LISTS = ("messages", "contents", "conversations", "conversation", "chat", "turns")
_SPEAKERS = ("from", "sender", "author", "speaker", "sender_name", "user", "name")
_WORDS = ("content", "text", "value", "body", "message", "parts")
_TIMES = ("created_at", "create_time", "timestamp", "date", "time", "ts", "sent_at", "datetime", "timestamp_ms")
_THOUGHTS = frozenset({"thinking", "redacted_thinking", "reasoning"})
_TOOLS = frozenset({"tool_use", "tool_call", "tool_result"})
_ID = re.compile(r"[UWB](?=[A-Z]*\d)[A-Z0-9]{7,12}")
_CLUES = (
    ('"mapping"', '"message"'), ('"chat_messages"',), ('"ts"', '"text"'), ('"role"', '"content"'),
    ('"role"', '"parts"'), ('"messages"',), ('"conversations"', '"from"'),
)  # fmt: skip


def read_conversations(source: Source, path: str, depth: int, findings: Sequence[Finding]) -> Reading | None:
    """Read JSON that is one or more conversations, known by its structure; None for any other.

    Each message is a turn with its speaker, day and number; what is said by an assistant is its own words, not the
    document's. Of a ChatGPT conversation the branch that was shown last is read; the messages of the others come after
    it, apart and as deleted, and are counted (TH545). System and tool messages are furniture, as are what tools were
    given and gave and the text of attached files that the export holds; thoughts are left out and counted.
    """
    text = source.text
    if not any(all(clue in text for clue in clues) for clues in _CLUES):
        return None
    reader = _Reader(text)
    try:
        for root in _roots(text, depth):
            reader.take(root)
    except (BrokenError, RecursionError):
        return None
    talks = [talk for talk in reader.talks if talk.messages]
    if not talks:
        return None
    more = []
    if reader.branches:
        said = f"{reader.branches} messages stand in branches of a conversation that were left: they state nothing"
        hint = "choose the branch in the program, and export the conversation again, if it should count"
        more.append(finding("TH545", path, said, severity=Severity.INFO, hint=hint))
    if reader.thoughts:
        said = f"thoughts of an assistant that nobody was told are left out: {reader.thoughts}"
        more.append(finding("TH545", path, said, severity=Severity.INFO))
    unnamed = {message.voice for talk in talks for message in talk.messages if _is_id(message.voice)}
    if unnamed:
        said = f"{len(unnamed)} people are named by their ids alone, {min(unnamed)} for one"
        hint = "export with names (user_profile): users.json beside the channels is read as a file of its own"
        more.append(finding("TH545", path, said, severity=Severity.INFO, hint=hint))
    if reader.attached:
        said = f"{reader.attached} files or attachments of messages are not read"
        hint = "put the files themselves into the folder"
        more.append(finding("TH545", path, said, severity=Severity.INFO, hint=hint))
    return reading_of(source, talks, [*findings, *more])


def _roots(text: str, depth: int) -> list[Node]:
    """Return the values of a text that is a conversation, or of its lines; empty if the structure is another's."""
    try:
        value = json.loads(text)
    except ValueError:
        return _root_lines(text, depth)
    if not _kind(value):
        return []
    start = len(text) - len(text.lstrip())
    root, _ = nodes(text, start, len(text), depth)
    return [root] if root is not None else []


def _root_lines(text: str, depth: int) -> list[Node]:
    """Return the lines of a text in which each is a message or a conversation."""
    places = []
    values = []
    at = 0
    for line in text.split("\n"):
        if line.strip():
            try:
                values.append(json.loads(line))
            except ValueError:
                return []
            places.append((at, at + len(line)))
            if len(values) == 1 and not (_kind(values[0]) or _is_message(values[0])):
                return []
        at += len(line) + 1
    whole = all(_kind(value) for value in values)
    if not whole and not (len(values) > 1 and all(_is_message(value) for value in values)):
        return []
    found = [root for place in places if (root := nodes(text, *place, depth)[0]) is not None]
    return found if whole else [Node(text, 0, len(text), found)]


def _kind(value: Any) -> str:
    """Return what a value is: "slack", "chatgpt", "claude", "messages"; empty for another structure."""
    if isinstance(value, list):
        if not value or not all(isinstance(item, dict) for item in value):
            return ""
        kinds = {_kind(item) for item in value[:20]}
        if len(kinds) == 1 and "" not in kinds:
            return kinds.pop()
        if all(_is_slack(item) for item in value):
            return "slack"
        return "messages" if all(_is_message(item) for item in value) else ""
    if not isinstance(value, dict):
        return ""
    mapping = value.get("mapping")
    if (
        isinstance(mapping, dict)
        and mapping
        and all(
            isinstance(node, dict) and "message" in node and ("parent" in node or "children" in node)
            for node in mapping.values()
        )
    ):
        return "chatgpt"
    messages = value.get("chat_messages")
    if isinstance(messages, list) and all(isinstance(item, dict) and "sender" in item for item in messages):
        return "claude"
    for name in _LISTS:
        held = value.get(name)
        if not isinstance(held, list) or not held or not all(isinstance(item, dict) for item in held):
            continue
        if all(_is_slack(item) for item in held):
            return "slack"
        if all(_is_message(item) or _is_signed(item) for item in held):
            return "messages"
        if name == "conversations" and (kind := _kind(held)):
            return kind
    return ""


def _is_slack(item: dict[str, Any]) -> bool:
    time = item.get("ts")
    if not isinstance(time, str) or not time.replace(".", "", 1).isdigit():
        return False
    return item.get("type") == "message" or ("text" in item and ("user" in item or "bot_id" in item))


def _is_message(item: Any) -> bool:
    """Return whether an object has a role and words."""
    if not isinstance(item, dict):
        return False
    if isinstance(item.get("message"), dict):
        return _is_message(item["message"])
    role = item.get("role", item.get("from"))
    return isinstance(role, str) and role.lower() in _ROLES and any(name in item for name in _WORDS)


def _is_signed(item: dict[str, Any]) -> bool:
    """Return whether an object among messages has somebody's words, or tells of the service ("type": "service")."""
    if item.get("type") == "service":
        return True
    who = any(isinstance(item.get(name), str | dict) for name in _SPEAKERS)
    return who and any(isinstance(item.get(name), str | list) for name in _WORDS)


class _Reader:
    """Takes the conversations out of nodes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.talks: list[Talk] = []
        self.branches = 0
        self.attached = 0
        self.thoughts = 0

    def take(self, node: Node) -> None:
        """Add the conversations that a node is or holds."""
        if isinstance(node.held, list):
            first = node.held[0] if node.held else None
            if first is not None and isinstance(first.held, dict) and not self._holds(first):
                self._messages(list(node), Talk())
                return
            for item in node:
                self.take(item)
        elif node.get("mapping") is not None:
            self._chatgpt(node)
        elif (messages := node.get("chat_messages")) is not None:
            self._claude(node, list(messages))
        else:
            held = next((found for name in _LISTS if (found := node.get(name)) is not None and found.held), None)
            if held is None:
                return
            if any(self._holds(item) for item in list(held)[:1]):
                self.take(held)
            else:
                self._messages(list(held), Talk(title=self._title(node)))

    def _holds(self, node: Node) -> bool:
        """Return whether a node is a conversation and no message."""
        return node.first("mapping", "chat_messages") is not None or any(
            (found := node.get(name)) is not None and isinstance(found.held, list) for name in _LISTS
        )

    def _title(self, node: Node) -> tuple[list[str], list[int]]:
        title = node.first("title", "name")
        return laid(self.text, title.start, title.end) if title is not None and title.is_string else ([], [])

    def _texts(self, node: Node | None) -> Iterator[tuple[list[str], list[int]]]:
        """Yield the words of a message's content: a string, or a list of strings and of objects with a text."""
        if node is None:
            return
        if node.is_string:
            yield laid(self.text, node.start, node.end)
        elif isinstance(node.held, dict):
            if node.words("type") not in _THOUGHTS | _TOOLS:
                yield from self._texts(node.first("text", "parts"))
        else:
            for item in node:
                yield from self._texts(item)

    def _messages(self, found: list[Node], talk: Talk) -> None:
        """Add a conversation of messages in a list."""
        if all(_slack_node(item) for item in found):
            slack, left = slack_talk(self.text, found)
            slack.title = talk.title
            self.talks.append(slack)
            self.attached += left
            return
        for outer in found:
            inner = outer.get("message")
            item = inner if inner is not None and isinstance(inner.held, dict) and inner.get("role") else outer
            role = (item.words("role") or item.words("from")).lower()
            voice = _ROLES.get(role)
            kind = BlockKind.FURNITURE if voice == "" else BlockKind.TURN
            if voice is None:
                who = item.first(*_SPEAKERS)
                voice = who.said or who.words("name") if who is not None else ""
                kind = BlockKind.TURN if voice else BlockKind.FURNITURE
            elif item.words("name") and kind is BlockKind.TURN and item.get("role") is not None:
                voice = item.words("name")
            time = item.first(*_TIMES) or outer.first(*_TIMES)
            parts = list(self._texts(item.first(*_WORDS)))
            texts = parts if _apart(item.first(*_WORDS)) else [_joined(parts)]
            date = day_of(time.said) if time else None
            talk.messages.append(Message(texts, voice or role or None, date, kind))
            talk.messages += self._unsaid(item.first(*_WORDS), voice or role or None, date)
        self.talks.append(talk)

    def _unsaid(self, content: Node | None, voice: str | None, date: str | None) -> Iterator[Message]:
        """Yield what tools were given and gave, in a message's content; thoughts are counted, nobody was told them."""
        for part in content or ():
            self.thoughts += part.words("type") in _THOUGHTS
            if part.words("type") in _TOOLS:
                held = part.first("input", "arguments", "content", "output", "text")
                texts = [laid(self.text, node.start, node.end) for node in _strings(held)]
                yield Message(texts, part.words("name") or voice, date, BlockKind.FURNITURE)

    def _chatgpt(self, node: Node) -> None:
        mapping = node.get("mapping")
        held = mapping.held if mapping is not None and isinstance(mapping.held, dict) else {}
        branch = _branch(held, node.words("current_node"))
        shown = set(branch)
        left = [
            key
            for key, each in held.items()
            if key not in shown and each.words("message", "author", "role") in ("user", "assistant")
        ]
        self.branches += len(left)
        talk = Talk(title=self._title(node))
        for key in branch:
            message = held[key].get("message")
            if message is not None:
                talk.messages.append(self._chatgpt_message(message))
        for key in left:
            message = held[key].get("message")
            if message is not None and (said := self._chatgpt_message(message)).kind is BlockKind.TURN:
                said.kind = BlockKind.DELETED
                talk.messages.append(said)
        self.talks.append(talk)

    def _chatgpt_message(self, message: Node) -> Message:
        role = message.words("author", "role")
        kind = BlockKind.TURN if role in ("user", "assistant") else BlockKind.FURNITURE
        content = message.get("content")
        what = message.words("content", "content_type")
        if what not in ("text", "multimodal_text", ""):
            kind = BlockKind.FURNITURE
        if message.words("metadata", "is_visually_hidden_from_conversation") == "true":
            kind = BlockKind.FURNITURE
        if content is not None and kind is BlockKind.TURN:
            self.attached += sum(
                isinstance(part.held, dict) and not part.words("text") for part in content.get("parts") or ()
            )
        voice = {"user": "user", "assistant": "ChatGPT"}.get(role, role) or None
        texts = list(self._texts(content.first("parts", "text") if content is not None else None))
        return Message(texts, voice, day_of(message.words("create_time")), kind)

    def _claude(self, node: Node, found: list[Node]) -> None:
        talk = Talk(title=self._title(node))
        for message in found:
            sender = message.words("sender")
            voice = {"human": "user", "assistant": "Claude"}.get(sender, sender) or None
            texts = [
                text
                for part in message.get("content") or ()
                if part.words("type") == "text"
                for text in self._texts(part)
            ]
            texts = texts or list(self._texts(message.get("text")))
            date = day_of(message.words("created_at"))
            talk.messages.append(Message(texts, voice, date))
            talk.messages += self._unsaid(message.get("content"), voice, date)
            self.attached += len(list(message.get("files") or ()))
            for attachment in message.get("attachments") or ():
                inside = list(self._texts(attachment.get("extracted_content")))
                if not any("".join(pieces).strip() for pieces, _ in inside):
                    self.attached += 1
                    continue
                name = attachment.words("file_name") or None
                talk.messages.append(Message(inside, name, date, BlockKind.FURNITURE))
        self.talks.append(talk)


def _is_id(voice: str | None) -> TypeGuard[str]:
    """Return whether a speaker is known by Slack's id alone."""
    return voice is not None and _ID.fullmatch(voice) is not None


def _strings(node: Node | None) -> Iterator[Node]:
    """Yield the strings that a node is or holds, but the words that tell what kind of node it is."""
    if node is None:
        return
    if node.is_string:
        yield node
    elif isinstance(node.held, dict):
        for name, each in node.held.items():
            if name not in ("type", "id", "name"):
                yield from _strings(each)
    else:
        for each in node:
            yield from _strings(each)


def _slack_node(item: Node) -> bool:
    time = item.words("ts")
    if not time.replace(".", "", 1).isdigit():
        return False
    return item.words("type") == "message" or item.get("text") is not None


def _apart(node: Node | None) -> bool:
    """Return whether the parts of a message are paragraphs: objects, and no pieces of one sentence with marks."""
    return node is None or not any(item.is_string for item in node)


def _joined(parts: list[tuple[list[str], list[int]]]) -> tuple[list[str], list[int]]:
    return [piece for part in parts for piece in part[0]], [place for part in parts for place in part[1]]


def _branch(mapping: dict[str, Node], current: str) -> list[str]:
    """Return the keys of the messages from the first to the one shown last."""
    if current not in mapping:
        leaves = [key for key, node in mapping.items() if not list(node.get("children") or ())]
        current = leaves[-1] if leaves else next(iter(mapping), "")
    found: list[str] = []
    seen: set[str] = set()
    while current in mapping and current not in seen:
        seen.add(current)
        found.append(current)
        current = mapping[current].words("parent")
    return found[::-1]
