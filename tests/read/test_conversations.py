"""Conversations kept as JSON: each message a turn with its speaker, day and number, and the bytes of its words."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.read.asking import behind, read, said, words
from thence.model.document import BlockKind, Document, Span

HELLO = 1710748442


def turns(document: Document) -> list[tuple[str | None, str | None, int | None, str]]:
    """Return voice, date, number and words of each turn."""
    return [
        (block.voice, block.date, block.number, words(document, block.span))
        for block in document.blocks
        if block.kind is BlockKind.TURN
    ]


def exact(document: Document, data: bytes, *texts: str) -> None:
    """Check that each turn, read again from the file's own bytes, says one of the texts."""
    for block in document.blocks:
        if block.kind is BlockKind.TURN:
            raw = behind(document, data, block.span)
            assert json.loads(f'"{raw}"', strict=False) in texts


def slack(*messages: dict[str, object]) -> bytes:
    return json.dumps([{"type": "message", **message} for message in messages], indent=4).encode()


def test_a_slack_day_is_read_as_a_chat():
    data = slack(
        {"user": "U1", "text": "Hi <@U2>, caf\u00e9 &amp; <https://x.org/a?b=1&amp;c=2|the act> &lt;b&gt;",
         "ts": "1710748442.000100", "user_profile": {"real_name": "Ann Lee", "display_name": "ann"},
         "thread_ts": "1710748442.000100"},
        {"subtype": "channel_join", "user": "U2", "text": "<@U2> has joined the channel", "ts": "1710748443.000100"},
        {"user": "U2", "text": "Bolt was founded in 2001.", "ts": "1710834842.000200", "thread_ts": "1710748442.000100",
         "edited": {"user": "U2", "ts": "1710834850.000000"}},
        {"subtype": "bot_message", "username": "Deploys", "text": "", "ts": "1710834843.0",
         "attachments": [{"text": "Release 7 is out."}]},
        {"user": "U9", "text": "See <#C1|general> and <http://y.org>", "ts": "1710834844.0", "files": [{"id": "F1"}]},
    )  # fmt: skip
    document = read(data, "2024-03-18.json")
    assert turns(document) == [
        ("Ann Lee", "2024-03-18", 1, "Hi @U2, café & the act <b>"),
        ("U2", "2024-03-19", 2, "Bolt was founded in 2001."),
        ("Deploys", "2024-03-19", 3, "Release 7 is out."),
        ("U9", "2024-03-19", 4, "See #general and http://y.org"),
    ]
    assert said(document, BlockKind.FURNITURE) == ["@U2 has joined the channel"]
    assert [block.part for block in document.blocks] == ["", "", "thread 1", "", ""]
    assert [(words(document, link.span), link.target) for link in document.links] == [
        ("the act", "https://x.org/a?b=1&c=2"), ("http://y.org", "http://y.org")
    ]  # fmt: skip
    assert document.records == ()
    assert document.date == "2024-03-19"
    assert [item.code for item in document.findings] == ["TH545"]
    assert behind(document, data, document.blocks[2].span) == "Bolt was founded in 2001."
    place = document.text.index("é")
    assert behind(document, data, type(document.blocks[0].span)(place, place + 1)) == "\\u00e9"


def test_people_are_named_throughout_once_a_message_names_them():
    document = read(
        slack(
            {"user": "U1", "text": "First.", "ts": "1.5"},
            {"user": "U2", "text": "<@U1> knows.", "ts": "2.5", "user_profile": {"real_name": "Bo"}},
            {"user": "U1", "text": "Last.", "ts": "3.5", "user_profile": {"real_name": "Ann"}},
        ),
        "a.json",
    )
    assert [(voice, said) for voice, _, _, said in turns(document)] == [
        ("Ann", "First."), ("Bo", "@Ann knows."), ("Ann", "Last.")
    ]  # fmt: skip


def test_people_whom_no_message_names_are_told():
    document = read(slack({"user": "U02AB3CD4", "text": "Hi.", "ts": "1.5"}), "a.json")
    assert [(item.code, "U02AB3CD4" in item.message) for item in document.findings] == [("TH545", True)]
    assert read(slack({"user": "UNICORN", "text": "Hi.", "ts": "1.5"}), "a.json").findings == ()


def node(key: str, parent: str | None, role: str, text: str, time: float, **more: object) -> dict[str, object]:
    content = {"content_type": "text", "parts": [text]}
    message = {"id": key, "author": {"role": role}, "create_time": time, "content": content, **more}
    return {"id": key, "message": message, "parent": parent, "children": []}


def chatgpt() -> list[dict[str, object]]:
    mapping = {
        "root": {"id": "root", "message": None, "parent": None, "children": ["s"]},
        "s": node("s", "root", "system", "", HELLO),
        "old": node("old", "s", "user", "An older question?", HELLO),
        "q": node("q", "s", "user", "Who founded Bolt?", HELLO),
        "t": node("t", "q", "tool", "search()", HELLO),
        "a": node("a", "t", "assistant", "Ann Lee founded Bolt.\n\nIn “2001”.", HELLO + 86400),
    }
    return [
        {"title": "About Bolt", "create_time": HELLO, "mapping": mapping, "current_node": "a"},
        {"title": "Empty", "create_time": HELLO, "mapping": {"x": mapping["root"]}, "current_node": "x"},
        {"title": "Two", "mapping": {"q": node("q", None, "user", "Hi.", HELLO)}, "current_node": "gone"},
    ]


def test_the_branch_of_a_chatgpt_conversation_that_was_shown_last_is_read():
    data = json.dumps(chatgpt()).encode()
    document = read(data, "whatever.json")
    assert turns(document) == [
        ("user", "2024-03-18", 1, "Who founded Bolt?"),
        ("ChatGPT", "2024-03-19", 2, "Ann Lee founded Bolt.\n\nIn “2001”."),
        ("user", "2024-03-18", 1, "Hi."),
    ]
    assert said(document, BlockKind.HEADING) == ["About Bolt", "Two"]
    assert said(document, BlockKind.FURNITURE) == ["search()"]
    assert [block.part for block in document.blocks] == [*["About Bolt"] * 4, "About Bolt, left", *["Two"] * 2]
    assert said(document, BlockKind.DELETED) == ["An older question?"]
    assert (document.title, document.date, document.records) == (None, "2024-03-19", ())
    assert [(item.code, "1 messages" in item.message) for item in document.findings] == [("TH545", True)]
    exact(document, data, "Who founded Bolt?", "Ann Lee founded Bolt.\n\nIn “2001”.", "Hi.")
    one = read(json.dumps(chatgpt()[:1]), "a.json")
    assert (one.title, {block.part for block in one.blocks}) == ("About Bolt", {"", "left"})


def test_a_claude_export_is_read_as_its_conversations():
    conversation = {
        "uuid": "1", "name": "Bolt", "created_at": "2024-03-18T01:00:00Z",
        "chat_messages": [
            {"sender": "human", "text": "Who?", "created_at": "2024-03-18T23:30:00-02:00", "attachments": [{}],
             "content": [{"type": "text", "text": "Who?"}]},
            {"sender": "assistant", "text": "Ann.", "created_at": "2024-03-20T01:00:00.123Z",
             "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Ann."}]},
            {"sender": "human", "text": "Thanks", "created_at": "2024-03-21T01:00:00Z"},
        ],
    }  # fmt: skip
    document = read(json.dumps([conversation]), "conversations.json")
    assert turns(document) == [
        ("user", "2024-03-19", 1, "Who?"), ("Claude", "2024-03-20", 2, "Ann."), ("user", "2024-03-21", 3, "Thanks")
    ]  # fmt: skip
    assert document.title == "Bolt"
    assert "hm" not in document.text


@pytest.mark.parametrize(
    "value",
    [
        [{"role": "system", "content": "Be."}, {"role": "user", "content": "Hi."}, {"role": "ai", "content": "Yes."}],
        {"messages": [{"role": "user", "content": [{"type": "text", "text": "Hi."}]}, {"role": "ai", "text": "Yes."}]},
        {"conversations": [{"from": "human", "value": "Hi."}, {"from": "gpt", "value": "Yes."}]},
        {"contents": [{"role": "user", "parts": [{"text": "Hi."}]}, {"role": "model", "parts": [{"text": "Yes."}]}]},
    ],
)  # fmt: skip
def test_lists_of_role_and_content_are_conversations(value: object):
    for data, name in ((json.dumps(value), "a.json"), (json.dumps(value) + "\n", "a.jsonl")):
        document = read(data, name)
        assert [(voice, said) for voice, _, _, said in turns(document)] == [("user", "Hi."), ("assistant", "Yes.")]
        assert document.records == ()


def test_lines_of_messages_are_one_conversation_and_lines_of_conversations_several():
    lines = [
        {"type": "user", "message": {"role": "user", "content": "Hi."}, "timestamp": "2024-03-18T10:00:00Z"},
        {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "Yes."}]}},
    ]
    document = read("\n".join(map(json.dumps, lines)), "a.jsonl")
    assert turns(document) == [("user", "2024-03-18", 1, "Hi."), ("assistant", None, 2, "Yes.")]
    many = read("\n".join([json.dumps({"messages": [{"role": "user", "content": "Hi."}]})] * 2), "a.jsonl")
    assert [(block.part, block.number) for block in many.blocks] == [("conversation 1", 1), ("conversation 2", 1)]


def test_messages_with_a_sender_are_turns_and_their_formatted_pieces_one_text():
    value = {
        "name": "Trip", "type": "personal_chat",
        "messages": [
            {"id": 1, "type": "service", "action": "phone_call", "actor": "Ann", "text": ""},
            {"id": 2, "type": "message", "date": "2024-03-18T12:15:05", "from": "Ann Lee",
             "text": ["See ", {"type": "link", "text": "x.org"}, {"type": "bold", "text": " now"}, "."]},
        ],
    }  # fmt: skip
    document = read(json.dumps(value), "result.json")
    assert turns(document) == [("Ann Lee", "2024-03-18", 1, "See x.org now.")]
    assert document.title == "Trip"


@pytest.mark.parametrize(
    "text",
    [
        '{"role": "chair", "content": "x"}',
        '[{"role": "chair", "content": "x"}, {"role": "user", "content": "y"}]',
        '[{"ts": "soon", "text": "x", "user": "U1"}]',
        '{"mapping": {"a": "b"}, "message": 1}',
        '{"messages": ["a", "b"]}',
        '{"messages": [{"from": "Ann"}]}',
        '{"messages": [], "chat_messages": 5, "x": 1}',
    ],
)
def test_other_objects_with_such_names_stay_records(text: str):
    document = read(text, "a.json")
    assert not turns(document)


@given(
    st.lists(st.text('aé😀"\\/\n\t<>&|@#!:U1.é -', max_size=30), min_size=1, max_size=5),
    st.booleans(),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_the_words_of_a_message_are_in_the_file(texts: list[str], ascii_only: bool, encoding: str):
    # What a message quotes is a block of its own: tests/read/test_turns.py.
    assume(not any(line.lstrip().startswith(">") for text in texts for line in text.split("\n")))
    value = {"messages": [{"role": "user", "content": text} for text in texts]}
    data = json.dumps(value, ensure_ascii=ascii_only).encode(encoding)
    document = read(data, "a.json")
    shown = [text.strip() for text in texts if text.strip()]
    assert [text for *_, text in turns(document)] == shown
    exact(document, data, *shown)
    marked = [{"ts": f"{at}.1", "user": "U1", "text": text} for at, text in enumerate(texts, 1)]
    document = read(json.dumps(marked, ensure_ascii=ascii_only).encode(encoding), "a.json")
    for block in document.blocks:
        assert 0 <= block.span.start < block.span.end <= len(document.text)
    for link in document.links:
        assert link.target.startswith(words(document, link.span)) or words(document, link.span)


def test_what_tools_and_attached_files_said_in_a_claude_export_is_kept_and_states_nothing():
    conversation = {
        "uuid": "1", "name": "Bolt",
        "chat_messages": [
            {"sender": "human", "text": "Write it", "created_at": "2024-03-18T23:30:00Z",
             "files": [{"file_name": "x.png"}],
             "attachments": [{"file_name": "bolt.txt", "extracted_content": "Bolt Ltd was\nfounded."},
                             {"file_name": "b.bin"}]},
            {"sender": "assistant", "text": "Here", "created_at": "2024-03-19T01:00:00Z",
             "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Here"},
                         {"type": "tool_use", "name": "artifacts", "input": {"id": "a", "content": "Ann owns Bolt."}},
                         {"type": "tool_result", "content": [{"type": "text", "text": "Done \u201cwell\u201d."}]}]},
        ],
    }  # fmt: skip
    data = json.dumps([conversation])
    document = read(data, "conversations.json")
    assert [words for *_, words in turns(document)] == ["Write it", "Here"]
    assert said(document, BlockKind.FURNITURE) == ["Bolt Ltd was\nfounded.", "Ann owns Bolt.", "Done “well”."]
    assert [block.voice for block in document.blocks if block.kind is BlockKind.FURNITURE] == [
        "bolt.txt", "artifacts", "Claude",
    ]  # fmt: skip
    assert [item.message.partition(" ")[0] for item in document.findings] == ["thoughts", "2"]
    for block in document.blocks:
        if block.kind is not BlockKind.HEADING:
            there = behind(document, data.encode(), block.span)
            assert json.loads(f'"{there}"', strict=False) == words(document, block.span)


def test_words_in_blocks_and_attachments_of_a_channel_are_read():
    at = {"type": "message", "user": "U1", "user_profile": {"real_name": "Ann Lee"}}
    rich = {
        "type": "rich_text",
        "elements": [
            {"type": "rich_text_section", "elements": [{"type": "text", "text": "Bolt &amp; Co is sold "},
                                                       {"type": "link", "url": "https://b.example", "text": "here"}]},
            {"type": "rich_text_list", "elements": [
                {"type": "rich_text_section", "elements": [{"type": "text", "text": "to Orr"}]}]},
        ],
    }  # fmt: skip
    section = {"type": "section", "text": {"type": "mrkdwn", "text": "Build 7"}, "fields": [{"text": "failed"}]}
    messages = [
        {**at, "ts": "1714550000.1", "text": "", "blocks": [rich]},
        {**at, "ts": "1714550001.1", "text": "See:", "attachments": [
            {"author_name": "Bo Orr", "author_id": "U2", "ts": "1713550000.1", "text": "Orr owns Bolt."}]},
        {**at, "ts": "1714550002.1", "text": "<https://b.example>", "attachments": [
            {"from_url": "https://b.example", "service_name": "B News", "title": "Bolt", "text": "Bolt is big."}]},
        {"type": "message", "subtype": "bot_message", "username": "ci", "ts": "1714550003.1", "text": "Alert",
         "attachments": [{"pretext": "Now:", "fields": [{"title": "State", "value": "red"}]}, {"id": 1}]},
        {"type": "message", "subtype": "bot_message", "username": "ci", "ts": "1714550004.1", "text": "",
         "blocks": [section]},
    ]  # fmt: skip
    data = json.dumps(messages)
    document = read(data, "2024-05-01.json")
    assert turns(document) == [
        ("Ann Lee", "2024-05-01", 1, "Bolt & Co is sold here\n\nto Orr"),
        ("Ann Lee", "2024-05-01", 2, "See:"),
        ("Bo Orr", "2024-04-19", 3, "Orr owns Bolt."),
        ("Ann Lee", "2024-05-01", 4, "https://b.example"),
        ("ci", "2024-05-01", 5, "Alert\n\nNow:\n\nState\n\nred"),
        ("ci", "2024-05-01", 6, "Build 7\n\nfailed"),
    ]
    assert said(document, BlockKind.FURNITURE) == ["Bolt\n\nBolt is big."]
    assert [item.message for item in document.findings] == ["1 files or attachments of messages are not read"]
    for words_there in ("Orr owns Bolt.", "to Orr", "Build 7"):
        begin = document.text.index(words_there)
        assert behind(document, data.encode(), Span(begin, begin + len(words_there))) == words_there


def test_what_is_shared_with_its_authors_name_is_that_authors():
    at = {"type": "message", "user": "U1", "user_profile": {"real_name": "Ann Lee"}, "ts": "1714550001.1"}
    shared = {"author_name": "Ben", "text": "Orr owns Bolt."}
    document = read(json.dumps([{**at, "text": "See:", "attachments": [shared]}]), "2024-05-01.json")
    assert [(voice, said) for voice, _, _, said in turns(document)] == [("Ann Lee", "See:"), ("Ben", "Orr owns Bolt.")]
