"""What cards of people and entries of calendars say through the shipped mappings."""

from __future__ import annotations

from tests.extract.test_records import extraction, triples
from thence.model.statement import Modality
from thence.names import DCTERMS, EVENT, PEOPLE, PLACE, TH

CARDS = """BEGIN:VCARD
FN:Ann Keller
ORG:Bolt GmbH;Sales
TITLE:Managing Director
EMAIL:ann@bolt.example
EMAIL:ann@home.example
TEL;TYPE=cell:+49 170 1
TEL;TYPE=work:+49 30 1
TEL;TYPE=work:+49 30 2
ADR:;;Main St 1;Berlin;;10115;Germany
BDAY:1970-05-02
END:VCARD
BEGIN:VCARD
FN:Bo Lind
ORG:Kite Ltd
TITLE:Carpenter
END:VCARD
BEGIN:VCARD
KIND:org
FN:Kite Ltd
ORG:Kite Ltd
TEL:020 7
END:VCARD
"""


def test_a_card_gives_employer_post_title_addresses_and_numbers():
    assert set(triples(extraction(CARDS, "a.vcf"))) == {
        ("Ann Keller", PEOPLE.worksAt, "Bolt GmbH"),
        ("Ann Keller", PEOPLE.ceoOf, "Bolt GmbH"),
        ("Ann Keller", PEOPLE.jobTitle, "Managing Director"),
        ("Ann Keller", PEOPLE.email, "ann@bolt.example"),
        ("Ann Keller", PEOPLE.email, "ann@home.example"),
        ("Ann Keller", PEOPLE.phone, "+49 170 1"),
        ("Ann Keller", PEOPLE.phone, "+49 30 1"),
        ("Ann Keller", PEOPLE.phone, "+49 30 2"),
        ("Ann Keller", PEOPLE.bornOn, "1970-05-02"),
        ("Ann Keller", PLACE.address, "Main St 1, Berlin, 10115, Germany"),
        ("Bo Lind", PEOPLE.worksAt, "Kite Ltd"),
        ("Bo Lind", PEOPLE.jobTitle, "Carpenter"),
        ("Kite Ltd", PEOPLE.phone, "020 7"),
    }


CALENDAR = """BEGIN:VCALENDAR
BEGIN:VTODO
UID:0
SUMMARY:Pay the rent
DTSTART:20240101
END:VTODO
BEGIN:VEVENT
UID:1
SUMMARY:Budget review
DTSTART:20240313T090000Z
LOCATION:Lisbon
ORGANIZER;CN=Ann Keller:mailto:ann@bolt.example
ATTENDEE;CN=Bo Lind;PARTSTAT=ACCEPTED:mailto:bo@kite.example
ATTENDEE;CN=Cy Moss;PARTSTAT=NEEDS-ACTION:mailto:cy@kite.example
ATTENDEE;CN=Eva Haas:mailto:eva@kite.example
END:VEVENT
BEGIN:VEVENT
UID:2
SUMMARY:Budget review
DTSTART:20240413
STATUS:TENTATIVE
END:VEVENT
BEGIN:VEVENT
UID:3
SUMMARY:Launch
DTSTART:20240513
STATUS:CANCELLED
END:VEVENT
END:VCALENDAR
"""


def test_an_entry_gives_day_place_organiser_and_who_said_yes():
    found = extraction(CALENDAR, "a.ics")
    assert set(triples(found)) == {
        ("Budget review", TH.occurredOn, "2024-03-13"),
        ("Budget review", EVENT.organiser, "Ann Keller"),
        ("Ann Keller", PEOPLE.email, "ann@bolt.example"),
        ("Budget review", EVENT.participant, "Bo Lind"),
        ("Budget review", EVENT.participant, "Eva Haas"),
        ("Budget review", EVENT.venue, "Lisbon"),
        ("Budget review", TH.occurredOn, "2024-04-13"),
    }
    assert {s.modality for s in found.statements if s.quote.row == 2} == {Modality.PLANNED}


def test_meetings_of_one_name_are_told_apart():
    names = {m.identifiers for m in extraction(CALENDAR, "a.ics").mentions if m.name == "Budget review"}
    assert names == {((DCTERMS.identifier, f"a.ics#uid={number}"),) for number in (1, 2)}


def test_values_of_several_names_are_of_nobody():
    found = extraction('{"name": ["Ann Keller", "Bo Lind"], "email": ["a@x.org", "b@x.org"]}', "a.json")
    assert triples(found) == []
