"""Cards and calendars: a record each, exact bytes through folds, escapes and quoted-printable."""

from __future__ import annotations

import quopri
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.read.asking import behind, codes, read, rows, said, values, words
from thence.errors import InputError
from thence.model.document import BlockKind
from thence.read.ics import read_ics
from thence.read.vcf import read_vcf

CARDS = """BEGIN:VCARD
VERSION:3.0
N:Lee;Ann;;Dr.;
FN:Dr. Ann Lee
ORG:Bolt Ltd;Sales
TITLE:Chief
  Executive
item1.EMAIL;TYPE=work:ann@bolt
 .example
TEL;TYPE=CELL:tel:+32 1
TEL;TYPE="fax,work":5
ADR;TYPE=HOME:;;1 Main St.;Ghent;;9000;Belgium
BDAY:1970-02-03
NOTE:She founded Bolt in 2001\\, and left.\\nIt grew.
PHOTO;ENCODING=b;TYPE=JPEG:MIICajCC
 AQEEBQAw
END:VCARD
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:S=C3=B6hne;B=
=C3=B6
TEL;HOME;VOICE:6
PHOTO;BASE64:
MIICajCC

X-SKYPE-ID:bo
END:VCARD
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_each_card_is_a_record_with_the_names_that_people_use(newline: str):
    data = CARDS.replace("\n", newline).encode()
    document = read(data, "a.vcf")
    assert rows(document) == [
        {
            "name": "Dr. Ann Lee", "organization": "Bolt Ltd", "department": "Sales", "title": "Chief Executive",
            "email": "ann@bolt.example", "mobile": "+32 1", "fax": "5", "birthday": "1970-02-03",
            "address": "1 Main St., Ghent, 9000, Belgium", "note": "She founded Bolt in 2001, and left.\nIt grew.",
        },
        {"name": "Söhne, Bö", "phone": "6", "skype id": "bo"},
    ]  # fmt: skip
    assert [(record.title, record.table, record.row) for record in document.records] == [
        ("contact", 1, 1), ("contact", 1, 2)
    ]  # fmt: skip
    assert codes(document) == ["TH545"]
    assert "MIIC" not in document.text
    assert said(document, BlockKind.PARAGRAPH) == ["She founded Bolt in 2001, and left.\nIt grew."]
    by_name = {item.name: item for record in document.records for item in record.fields}
    assert behind(document, data, by_name["email"].value) == "ann@bolt\n .example"
    assert behind(document, data, by_name["name"].value) == "S=C3=B6hne;B=\n=C3=B6"
    assert by_name["email"].name_span is not None
    assert behind(document, data, by_name["email"].name_span) == "EMAIL"


CALENDAR = """BEGIN:VCALENDAR
X-WR-CALNAME:Work
BEGIN:VTIMEZONE
TZID:Europe/Berlin
END:VTIMEZONE
BEGIN:VEVENT
DTSTART;TZID=Europe/Berlin:20240318T090000
DTEND:20240318T100000Z
SUMMARY:Board\\, Bolt
ORGANIZER;CN="Lee, Ann":mailto:ann@x.org
ATTENDEE;PARTSTAT=DECLINED;CN=Bo:mailto:bo@x.org
ATTENDEE:mailto:cy@x.org
DESCRIPTION:Ann Lee will open the new plant here.\\n\\nAll of them
  come.
RRULE:FREQ=WEEKLY
BEGIN:VALARM
DESCRIPTION:no
END:VALARM
END:VEVENT
BEGIN:VTODO
DUE;VALUE=DATE:20240319
STATUS:CANCELLED
SUMMARY:Pay
DESCRIPTION:Ann Lee will open the new plant here.
END:VTODO
END:VCALENDAR
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_each_event_and_task_is_a_record(newline: str):
    data = CALENDAR.replace("\n", newline).encode()
    document = read(data, "a.ics")
    assert rows(document) == [
        {
            "start": "20240318", "start time": "090000", "start zone": "Europe/Berlin", "end": "20240318",
            "end time": "100000", "end zone": "Z", "summary": "Board, Bolt", "organizer": "Lee, Ann",
            "organizer email": "ann@x.org", "declined": "Bo", "declined email": "bo@x.org", "attendee": "cy@x.org",
            "description": "Ann Lee will open the new plant here.\n\nAll of them come.", "recurrence": "FREQ=WEEKLY",
        },
        {"due": "20240319", "status": "CANCELLED", "summary": "Pay",
         "description": "Ann Lee will open the new plant here."},
    ]  # fmt: skip
    assert [(record.title, record.row) for record in document.records] == [("event", 1), ("task", 1)]
    assert said(document, BlockKind.PARAGRAPH) == ["Ann Lee will open the new plant here.", "All of them come."]
    assert said(document, BlockKind.DELETED) == ["Ann Lee will open the new plant here."]
    assert document.title == "Work"
    assert document.byte_map is not None
    places = [document.byte_map.bytes_of(record.span) for record in document.records]
    assert all(start < end for start, end in places)


def test_who_has_not_said_yes_is_no_attendee():
    answers = ("ACCEPTED", "NEEDS-ACTION", "TENTATIVE", "DECLINED")
    lines = "".join(f"ATTENDEE;PARTSTAT={answer}:mailto:p{at}@x.org\n" for at, answer in enumerate(answers))
    made = read(f"BEGIN:VCALENDAR\nBEGIN:VEVENT\n{lines}ATTENDEE:mailto:p@x.org\nEND:VEVENT\nEND:VCALENDAR\n", "a.ics")
    assert [(item.name, made.text[item.value.start : item.value.end]) for item in made.records[0].fields] == [
        ("attendee", "p0@x.org"), ("invited", "p1@x.org"), ("invited", "p2@x.org"), ("declined", "p3@x.org"),
        ("attendee", "p@x.org"),
    ]  # fmt: skip


def test_an_old_card_that_names_no_charset_is_read_as_windows_wrote_it():
    lines = "FN;ENCODING=QUOTED-PRINTABLE:J=F6rg M=FCller\nNOTE;QUOTED-PRINTABLE:=80 5\n"
    card = f"BEGIN:VCARD\nVERSION:2.1\n{lines}END:VCARD\n"
    assert rows(read(card, "a.vcf")) == [{"name": "Jörg Müller", "note": "€ 5"}]
    assert rows(read(card.replace("=F6", "=C3=B6").replace("=FC", "=C3=BC"), "a.vcf"))[0]["name"] == "Jörg Müller"
    raw = "BEGIN:VCARD\nVERSION:2.1\nFN:Jürgen Groß\nORG:Kürbis GmbH\nEND:VCARD\n"
    assert rows(read(raw.encode("latin-1"), "a.vcf")) == [{"name": "Jürgen Groß", "organization": "Kürbis GmbH"}]


def test_a_fold_inside_of_a_character_is_no_damage():
    data = b"BEGIN:VCARD\r\nFN:S\xc3\r\n \xb6hne \xf0\x9f\x98\r\n \x80.\r\nEND:VCARD\r\n"
    document = read(data, "a.vcf")
    assert values(document, document.records[0]) == {"name": "Söhne 😀."}
    assert document.byte_map is not None
    span = document.records[0].fields[0].value
    for at, char in enumerate("Söhne 😀."):
        start, end = document.byte_map.bytes_of(type(span)(span.start + at, span.start + at + 1))
        assert data[start:end].replace(b"\r\n ", b"").decode() == char
    assert document.encoding == "utf-8"


def test_cut_and_foreign_files_say_so():
    assert codes(read("BEGIN:VCARD\nFN:A\n", "a.vcf")) == ["TH528"]
    assert rows(read("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\n", "a.ics")) == [{"summary": "x"}]
    for name in ("a.vcf", "a.ics"):
        with pytest.raises(InputError) as caught:
            read("hello", name)
        assert caught.value.code == "TH502"


LETTERS = st.text('aé漢😀 ,;:\\\n"=.', max_size=40)


def folded(line: bytes, width: int) -> bytes:
    """Fold a line by bytes, as RFC 5545 has it."""
    return b"\r\n ".join(line[at : at + width] for at in range(0, len(line), width))


def escaped(text: str) -> str:
    return re.sub(r"([\\,;])", r"\\\1", text).replace("\n", "\\n")


@given(LETTERS, LETTERS, st.integers(5, 75))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_every_value_has_its_words_and_its_bytes(one: str, two: str, width: int):
    lines = ["BEGIN:VEVENT", f'SUMMARY;X="a:b":{escaped(one)}', f"LOCATION:{escaped(two)}", "END:VEVENT"]
    data = b"\r\n".join(folded(line.encode(), width) for line in ["BEGIN:VCALENDAR", *lines, "END:VCALENDAR"])
    document = read(data, "a.ics")
    found = [(item.name, words(document, item.value)) for record in document.records for item in record.fields]
    assert found == [(name, text.strip()) for name, text in (("summary", one), ("location", two)) if text.strip()]
    for record in document.records:
        for item in record.fields:
            assert document.byte_map is not None
            start, end = document.byte_map.bytes_of(item.value)
            raw = data[start:end].replace(b"\r\n ", b"").decode()
            assert re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], raw) == words(document, item.value)


@given(LETTERS.filter(lambda text: text.strip(" ;\n") != ""), st.sampled_from(["utf-8", "utf-16-be"]))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_quoted_printable_keeps_its_bytes(text: str, charset: str):
    text = re.sub(r"[\\\n]", "", text).strip() or "x"
    raw = quopri.encodestring(text.encode("utf-8")).decode().replace("\n", "\r\n")
    data = f"BEGIN:VCARD\r\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:{raw}\r\nEND:VCARD\r\n".encode()
    document = read(data, "a.vcf")
    span = document.records[0].fields[0].value
    assert words(document, span) == text.strip()
    assert document.byte_map is not None
    start, end = document.byte_map.bytes_of(span)
    assert quopri.decodestring(data[start:end].replace(b"=\r\n", b"")).decode() == text.strip()


@given(st.binary(max_size=10), st.integers(0, 700), st.integers(0, 10), st.sampled_from([CARDS, CALENDAR]))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_mutated_files_are_read_or_refused(noise: bytes, at: int, gone: int, text: str):
    whole = text.replace("\n", "\r\n").encode()
    for reader in (read_vcf, read_ics):
        try:
            reading = reader(whole[:at] + noise + whole[at + gone :], "a")
        except InputError:
            continue
        assert reading.byte_map is not None
        assert reading.byte_map.length == len(reading.text)
