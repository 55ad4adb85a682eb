"""Chats written as text: whose words, of which day, which message; and texts that only look like one."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.read.asking import codes, read, said, words
from thence.config import load_config
from thence.model.document import BlockKind, Document
from thence.pipeline.settings import reading_options
from thence.read import Options, read_bytes

WHATSAPP = {
    "android": "12/03/2024, 14:05 - Ann Lee: hello\nmore\n13/03/2024, 09:00 - Bo Hart: she left\n",
    "android 12h": "12/03/24, 2:05\u202fpm - Ann Lee: hello\nmore\n13/03/24, 9:00\u202fam - Bo Hart: she left\n",
    "ios": "[12.03.24, 14:05:33] Ann Lee: hello\nmore\n\u200e[13.03.24, 09:00:01] Bo Hart: she left\n",
    "ios us": "[3/12/24, 2:05:33\u202fPM] Ann Lee: hello\nmore\n[3/13/24, 9:00:01\u202fAM] Bo Hart: she left\n",
    "german": "12.03.24, 14:05 - Ann Lee: hello\nmore\n13.03.24, 09:00 - Bo Hart: she left\n",
    "dutch": "12-03-2024 14:05 - Ann Lee: hello\nmore\n13-03-2024 09:00 - Bo Hart: she left\n",
    "japanese": "2024/03/12, 14:05 - Ann Lee: hello\nmore\n2024/03/13, 09:00 - Bo Hart: she left\n",
    "signal": "[2024-03-12 14:05] Ann Lee: hello\nmore\n[2024-03-13 09:00] Bo Hart: she left\n",
    "telegram": "Ann Lee, [12.03.2024 14:05]\nhello\nmore\n\nBo Hart, [13.03.2024 09:00]\nshe left\n",
    "discord": "Ann Lee — 2024-03-12 14:05\nhello\nmore\n\nBo Hart — 2024-03-13 09:00\nshe left\n",
    "irc": "2024-03-12 14:05:01 <AnnLee> hello\nmore\n2024-03-13 09:00:00 <@BoHart> she left\n",
    "spanish": "12/3/24, 2:05 p. m. - Ann Lee: hello\nmore\n13/3/24, 9:00 a. m. - Bo Hart: she left\n",
    "french": "12/03/2024 à 14:05 - Ann Lee: hello\nmore\n13/03/2024 à 09:00 - Bo Hart : she left\n",
    "finnish": "12.3.2024 klo 14.05 - Ann Lee: hello\nmore\n13.3.2024 klo 9.00 - Bo Hart: she left\n",
    "czech": "12. 3. 2024 14:05 - Ann Lee: hello\nmore\n13. 3. 2024 9:00 - Bo Hart: she left\n",
    "bulgarian": "12.3.2024 г., 14:05 - Ann Lee: hello\nmore\n13.3.2024 г., 9:00 - Bo Hart: she left\n",
    "chinese": "[2024/3/12 下午2:05:33] Ann Lee：hello\nmore\n[2024/3/13 上午9:00:01] Bo Hart：she left\n",
    "korean": "2024. 3. 12. 오후 2:05, Ann Lee : hello\nmore\n2024. 3. 13. 오전 9:00, Bo Hart : she left\n",
    "arabic": "\u200f12\u200f/3\u200f/2024، 2:05 م - Ann Lee: hello\nmore\n"
    "\u200f13\u200f/3\u200f/2024، 9:00 ص - Bo Hart: she left\n",
    "arabic figures": "١٢/٣/٢٠٢٤, ١٤:٠٥ - Ann Lee: hello\nmore\n١٣/٣/٢٠٢٤, ٠٩:٠٠ - Bo Hart: she left\n",
    "months": "[12 Mar 2024, 14:05] Ann Lee: hello\nmore\n[13 Mar 2024, 09:00] Bo Hart: she left\n",
    "zoom": "2024-03-12 14:05:01 From Ann Lee to Everyone: hello\nmore\n"
    "2024-03-13 09:00:01 From Bo Hart to Ann Lee (Privately): she left\n",
}  # fmt: skip


def turns(document: Document) -> list[tuple[str, str | None, str | None, int | None]]:
    """Return words, voice, date and number of each turn."""
    return [
        (words(document, block.span), block.voice, block.date, block.number)
        for block in document.blocks
        if block.kind is BlockKind.TURN
    ]


@pytest.mark.parametrize("form", WHATSAPP)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_an_export_is_turns_with_voice_day_and_number(form: str, newline: str):
    document = read(WHATSAPP[form].replace("\n", newline), "chat.txt")
    assert [
        (said, (voice or "").replace(" ", "")[:2], date, number) for said, voice, date, number in turns(document)
    ] == [
        ("hello\nmore", "An", "2024-03-12", 1),
        ("she left", "Bo", "2024-03-13", 2),
    ]
    assert document.date == "2024-03-13"
    assert codes(document) == []


def test_notices_files_and_deleted_messages_say_nothing():
    log = (
        "12/03/2024, 14:00 - Messages and calls are end-to-end encrypted. No one outside can read: not even us.\n"
        '12/03/2024, 14:01 - Ann Lee created group "Kiln: the sale"\n'
        "13/03/2024, 14:05 - Ann Lee: <Media omitted>\n"
        "13/03/2024, 14:06 - Bo: You deleted this message\n"
        "13/03/2024, 14:07 - +44 7700 900123: IMG-20240313-WA0001.jpg (file attached)\n"
        "13/03/2024, 14:08 - ~\u202fCy: it is sold <This message was edited>\n"
        "13/03/2024, 14:09 - \u202a+44 7700 900123\u202c: yes\n"
    )  # fmt: skip
    document = read(log, "a.txt")
    assert turns(document) == [
        ("it is sold", "Cy", "2024-03-13", 4),
        ("yes", "+44 7700 900123", "2024-03-13", 5),
    ]


@pytest.mark.parametrize(
    ("first", "second", "dates"),
    [
        ("03/04/2024", "13/04/2024", ["2024-04-03", "2024-04-13"]),
        ("03/04/2024", "03/14/2024", ["2024-03-04", "2024-03-14"]),
        ("11/02/2024", "03/03/2024", ["2024-02-11", "2024-03-03"]),
        ("02/11/2024", "03/03/2024", ["2024-02-11", "2024-03-03"]),
        ("03/04/2024", "04/05/2024", [None, None]),
    ],
)
def test_the_order_of_day_and_month_is_told_by_all_dates(first: str, second: str, dates: list[str | None]):
    document = read(f"{first}, 14:05 - Ann: a\n{second}, 14:05 - Bo: b\n", "a.txt")
    assert [turn[2] for turn in turns(document)] == dates
    assert codes(document) == ([] if all(dates) else ["TH538"])


def test_the_hint_is_the_lines_that_answer(tmp_path: Path):
    data = "03/04/2024, 14:05 - Ann: a\n04/05/2024, 14:05 - Bo: b\n"
    [asked] = read(data, "c/[1] a.txt").findings
    (tmp_path / "thence.toml").write_text(asked.hint.partition("\n")[2])
    options = reading_options(load_config(tmp_path / "thence.toml"))
    document = read_bytes(data.encode(), places=("c/[1] a.txt",), options=options)
    assert [turn[2] for turn in turns(document)] == ["2024-04-03", "2024-05-04"]


def test_a_user_may_say_the_order_of_day_and_month():
    data = b"03/04/2024, 14:05 - Ann: a\n04/05/2024, 14:05 - Bo: b\n"
    document = read_bytes(data, places=("c/a.txt",), options=Options(columns=(("c/*", "date", "month-first"),)))
    assert [turn[2] for turn in turns(document)] == ["2024-03-04", "2024-04-05"]


@pytest.mark.parametrize(
    "body",
    ["<Medien ausgeschlossen>", "<Mídia oculta>", "<媒體已略去>", "<Без медиафайлов>", "<angehängt: 0001.jpg>",
     "imagen omitida", "immagine omessa", "afbeelding weggelaten", "IMG-1.jpg (bestand bijgevoegd)",
     "Esta mensagem foi apagada", "Dit bericht is verwijderd"],
)  # fmt: skip
def test_what_a_program_says_in_place_of_a_file_is_nobodys_word(body: str):
    document = read(f"12/03/2024, 14:05 - Ann: {body}\n13/03/2024, 14:06 - Bo: see <https://e.org/a>\n", "a.txt")
    assert [turn[0] for turn in turns(document)] == ["see <https://e.org/a>"]


def test_the_date_of_a_chat_stands_where_it_is_written():
    document = read("12. 3. 2024 14:05 - Ann: a\n13. 3. 2024 9:00 - Bo: b\n", "a.txt")
    assert document.date_span is not None
    assert words(document, document.date_span) == "13. 3. 2024"


def test_hours_alone_take_the_day_of_the_line_above():
    log = "--- Log opened Tue Mar 12 10:00:00 2024\n10:01 <ann> hi\n10:02 <bo> hey\n"
    log += "--- Day changed Wed Mar 13 2024\n09:00 <ann> so?\n"
    assert [turn[1:3] for turn in turns(read(log, "a.log"))] == [
        ("ann", "2024-03-12"), ("bo", "2024-03-12"), ("ann", "2024-03-13"),
    ]  # fmt: skip


def test_nicks_alone_are_speakers():
    assert [turn[1] for turn in turns(read("<ann> hi\n<bo> hey\n<ann> so?\n", "a.txt"))] == ["ann", "bo", "ann"]


def test_a_title_above_a_chat_is_its_title():
    document = read("Call about Kiln\n\nAnn: who left?\nBo: the cat did\nAnn: sure?\nBo: yes\n", "a.txt")
    assert document.title == "Call about Kiln"
    assert len(turns(document)) == 4


@pytest.mark.parametrize(
    "text",
    [
        "MEMO\n\nTo: Ann\nFrom: Bo\nDate: 3 May 2024\nSubject: the sale\n\nIt is sold.\n",
        "Date: 3 May\nPresent: Ann\nDate: 4 May\nPresent: Bo\n",
        "Present: Ann, Bo\nDecision: sell it\nAction: Ann writes\nDecision: buy it\nAction: Bo writes\n",
        "ACT I\n\nANN: Who is there?\nBO: Nay, answer me.\nANN: Long live the king!\nBO: He.\n",
        "Q: Who owns Kiln?\nA: Ann does.\nQ: Since when?\nA: 2019.\n",
        "2024-03-12 14:05:01 ERROR disk: full\n2024-03-12 14:05:02 INFO disk: ok\n2024-03-12 14:05:03 INFO disk: ok\n",
        "Minutes of 12 March 2024, 14:05\n\nAnn: reported that Kiln was sold.\nBo: asked for papers.\n",
        "12/03/2024 14:05 The ship left the port.\n13/03/2024 09:00 It came to Oslo.\n",
        "Ratio 14:05 Ann: what\n",
    ],
)
def test_what_only_looks_like_a_chat_is_none(text: str):
    assert turns(read(text, "a.txt")) == []


def test_lines_of_a_program_named_a_log_are_no_talk():
    log = "2024-03-12 14:05:01 sshd: opened for ann\n2024-03-12 14:05:02 cron: started\n"
    log += "2024-03-13 00:00:00 sshd: closed\n"
    document = read(log, "a.log")
    assert turns(document) == []
    assert said(document, BlockKind.PARAGRAPH) == log.splitlines()


@pytest.mark.parametrize(
    "line", ["12/03/2024, 14:05 - Ann: a\n", "[", "Ann: a b\nBo: c\n", "12:00 <a> b\n", "x" * 50 + ": "]
)
def test_megabytes_of_messages_take_time_in_proportion(line: str):
    data = (line * (1_000_000 // len(line))).encode()
    started = time.process_time()
    read(data, "a.txt")
    assert time.process_time() - started < 6
