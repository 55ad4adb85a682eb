"""A mail is read as a person reads it: one text, each passage in the voice of whoever wrote it."""

from __future__ import annotations

import base64
import quopri
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.read.asking import codes, read, rows, said, words
from tests.read.made_containers import attached, mail, multipart, part
from tests.shared import needs_shared, shared
from thence.model.document import Block, BlockKind, Document, Span
from thence.read.attribution import attribution


def voices(document: Document) -> list[tuple[str, str | None, str | None, int]]:
    """Return (words, voice, date, level) of each block that somebody says."""
    return [
        (" ".join(words(document, block.span).split()), block.voice, block.date, block.level)
        for block in document.blocks
        if block.kind is not BlockKind.FURNITURE
    ]


def furniture(document: Document) -> list[str]:
    return [words(document, block.span) for block in document.blocks[1:] if block.kind is BlockKind.FURNITURE]


def body(text: str, headers: str = "") -> Document:
    return read(mail(text, headers=headers), "a.eml")


# whose words


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("On Mon, 3 Jun 2024, Jens Abel wrote:", ("Jens Abel", "2024-06-03")),
        ("On Mon, Jun 3, 2024 at 9:15 AM Jens Abel <jens@example.org> wrote:", ("Jens Abel", "2024-06-03")),
        ("On Mon, Jun 3, 2024 at 9:15\u202fAM Jens Abel <jens@example.org> wrote:", ("Jens Abel", "2024-06-03")),
        ("On Jun 3, 2024, at 09:15, Jens Abel <jens@example.org> wrote:", ("Jens Abel", "2024-06-03")),
        ("On 2024-06-03 09:15, Jens Abel wrote:", ("Jens Abel", "2024-06-03")),
        ("On 13/06/2024 09:15, Jens Abel wrote:", ("Jens Abel", "2024-06-13")),
        ("On 03/06/2024 09:15, Jens Abel wrote:", ("Jens Abel", None)),
        ("On Mon, 3 Jun 2024 09:15:00 +0200 (CEST), jens@example.org wrote:", ("jens@example.org", "2024-06-03")),
        ("W dniu 3.06.2024 o 09:15, Jens Abel pisze:", ("Jens Abel", "2024-06-03")),
        ("pon., 3 cze 2024 o 09:15 Jens Abel <jens@example.org> napisał(a):", ("Jens Abel", "2024-06-03")),
        ("Dne 3. 6. 2024 v 9:15 Jens Abel napsal(a):", ("Jens Abel", "2024-06-03")),
        ("3 июня 2024 г. в 09:15, Jens Abel <jens@example.org> написал:", ("Jens Abel", "2024-06-03")),
        ("пн, 3 мая 2024 г. в 09:15, Jens Abel <jens@example.org>:", ("Jens Abel", "2024-05-03")),
        ("пн, 3 мар. 2024 г. в 09:15, Jens Abel <jens@example.org>:", ("Jens Abel", "2024-03-03")),
        ("Jens Abel <jens@example.org> 于2024年6月3日周一 09:15写道：", ("Jens Abel", "2024-06-03")),
        ("在 2024年6月3日，09:15，Jens Abel <jens@example.org> 写道：", ("Jens Abel", "2024-06-03")),
        ("2024年6月3日(月) 9:15 Jens Abel <jens@example.org>:", ("Jens Abel", "2024-06-03")),
        ("Am Mo., 3. Juni 2024 um 09:15 Uhr schrieb Jens Abel <jens@example.org>:", ("Jens Abel", "2024-06-03")),
        ("Am 03.06.2024 um 09:15 schrieb Jens Abel:", ("Jens Abel", "2024-06-03")),
        ("Am 3. März 2024 schrieb Jens Abel:", ("Jens Abel", "2024-03-03")),
        ("Jens Abel <jens@example.org> schrieb am Mo., 3. Juni 2024, 09:15:", ("Jens Abel", "2024-06-03")),
        ("Le lun. 3 juin 2024 à 09:15, Jens Abel <jens@example.org> a écrit :", ("Jens Abel", "2024-06-03")),
        ("Le 03/06/2024 à 09:15, Jens Abel a écrit :", ("Jens Abel", "2024-06-03")),
        ("El lun, 3 jun 2024 a las 9:15, Jens Abel (<jens@example.org>) escribió:", ("Jens Abel", "2024-06-03")),
        ("Il giorno lun 3 giu 2024 alle ore 09:15 Jens Abel <jens@x.org> ha scritto:", ("Jens Abel", "2024-06-03")),
        ("Il 03/06/2024 09:15, Jens Abel ha scritto:", ("Jens Abel", "2024-06-03")),
        ("Op ma 3 jun. 2024 om 09:15 schreef Jens Abel <jens@example.org>:", ("Jens Abel", "2024-06-03")),
        ("Em seg., 3 de jun. de 2024 às 09:15, Jens Abel <j@x.org> escreveu:", ("Jens Abel", "2024-06-03")),
        ("Den mån 3 juni 2024 kl 09:15 skrev Jens Abel <jens@example.org>:", ("Jens Abel", "2024-06-03")),
        ("2024-06-03 9:15 GMT+02:00 Jens Abel <jens@example.org>:", ("Jens Abel", "2024-06-03")),
        ("---- On Mon, 03 Jun 2024 09:15:00 +0200 Jens Abel <jens@x.org> wrote ----", ("Jens Abel", "2024-06-03")),
        ("On Monday, June 3, 2024 at 09:15:00 AM GMT+2, Jens Abel <j@x.org> wrote:", ("Jens Abel", "2024-06-03")),
        ("On Monday, June 3rd, 2024 at 9:15 AM, Jens Abel <j@x.org> wrote:", ("Jens Abel", "2024-06-03")),
        ("Am Montag, dem 03.06.2024 um 09:15 +0200 schrieb Jens Abel:", ("Jens Abel", "2024-06-03")),
        ("Am 2024-06-03 09:15, schrieb Jens Abel:", ("Jens Abel", "2024-06-03")),
        ("Jens Abel <jens@x.org> hat am 03.06.2024 09:15 geschrieben:", ("Jens Abel", "2024-06-03")),
        ("Quoting Jens Abel <jens@x.org>:", ("Jens Abel", None)),
        ("W dniu 2024-06-03 09:15, Jens Abel <jens@x.org> napisał:", ("Jens Abel", "2024-06-03")),
        ("Jens Abel <jens@example.org> wrote:", ("Jens Abel", None)),
        ("Jens Abel writes:", ("Jens Abel", None)),
        ("*On Mon, 3 Jun 2024, Jens Abel wrote:*", ("Jens Abel", "2024-06-03")),
        ("He wrote:", None), ("As I said before, they wrote:", None), ("The price is:", None),
        ("On Monday we decide:", None), ("Am Montag entscheiden wir:", None), ("", None),
        ("On the wall somebody wrote in red:", None),
    ],
)  # fmt: skip
def test_the_line_above_a_quotation_names_who_and_when(line: str, found: tuple[str | None, str | None] | None):
    assert attribution(line) == found


def test_a_separator_above_an_attribution_makes_no_message_of_its_own():
    document = body(
        "Yes.\n\n------- Original Message -------\nOn Monday, June 3rd, 2024 at 9:15 AM, Jens Abel <j@x.org> wrote:\n\n"
        "> It is sold.\n"
    )
    assert voices(document) == [("Yes.", None, None, 0), ("It is sold.", "Jens Abel", "2024-06-03", 1)]


def test_three_forwarded_messages_are_three_voices_at_three_depths():
    head = "---------- Forwarded message ---------\nFrom: {} <{}@x.org>\nDate: {}\nSubject: s\nTo: x@x.org\n\n{}\n\n"
    told = [
        ("Bo", "b", "Mon, Jun 3, 2024", "One."),
        ("Cy", "c", "Sun, Jun 2, 2024", "Two."),
        ("Di", "d", "1 June 2024", "Three."),
    ]
    document = body("See below.\n\n" + "".join(head.format(*each) for each in told))
    assert voices(document) == [
        ("See below.", None, None, 0),
        ("One.", "Bo", "2024-06-03", 1),
        ("Two.", "Cy", "2024-06-02", 2),
        ("Three.", "Di", "2024-06-01", 3),
    ]


def test_replies_above_a_thread_of_marks_have_their_voice_at_every_depth():
    document = body(
        "It is sold.\n\nOn Mon, 3 Jun 2024, Bo Ek wrote:\n> It is not sold.\n>\n"
        "> On Sun, 2 Jun 2024 at 10:00, Cy Orr <cy@x.org>\n> wrote:\n>> Is it sold?\n"
        ">> On Sat, 1 Jun 2024, Di Fu wrote:\n>>> Sell it.\n>> And when?\n> So there.\n"
    )
    assert voices(document) == [
        ("It is sold.", None, None, 0),
        ("It is not sold.", "Bo Ek", "2024-06-03", 1),
        ("Is it sold?", "Cy Orr", "2024-06-02", 2),
        ("Sell it.", "Di Fu", "2024-06-01", 3),
        ("And when?", "Cy Orr", "2024-06-02", 2),
        ("So there.", "Bo Ek", "2024-06-03", 1),
    ]


def test_an_attribution_inside_the_marks_is_of_what_is_marked():
    document = body(
        "Sold.\n\n> On 3 Jun 2024, at 09:15, Bo Ek <bo@x.org> wrote:\n> \n> It is not sold.\n> \n>> Is it?\n"
    )
    assert voices(document) == [
        ("Sold.", None, None, 0), ("It is not sold.", "Bo Ek", "2024-06-03", 1), ("Is it?", None, None, 2),
    ]  # fmt: skip
    head = "> From: Bo Ek <bo@x.org>\n> Date: 3 June 2024\n> To: ann@x.org\n> Subject: sale\n>\n> It is not sold.\n"
    assert voices(body(f"Sold.\n\n{head}"))[1] == ("It is not sold.", "Bo Ek", "2024-06-03", 1)
    assert voices(body(head)) == [("It is not sold.", "Bo Ek", "2024-06-03", 1)]


def test_the_end_of_a_quoted_line_that_was_wrapped_is_quoted_too():
    long = "> The plant in the north, which Acme Ltd has owned for years, was in the end"
    document = body(f"No.\n\nOn Mon, 3 Jun 2024, Bo Ek wrote:\n{long}\nsold to Bolt GmbH.\n> That is all.\nyes\n")
    assert [(text[-30:], level) for text, _, _, level in voices(document)] == [
        ("No.", 0), ("old to Bolt GmbH. That is all.", 1), ("yes", 0),
    ]  # fmt: skip


def test_answers_between_and_below_the_quotation_are_the_authors():
    document = body(
        "On Mon, 3 Jun 2024, Bo Ek wrote:\n> Who owns it?\n\nAcme does.\n\n> Since when?\n\nSince May.\n\nAnn\n"
    )
    assert voices(document) == [
        ("Who owns it?", "Bo Ek", "2024-06-03", 1),
        ("Acme does.", None, None, 0),
        ("Since when?", "Bo Ek", "2024-06-03", 1),
        ("Since May.", None, None, 0),
        ("Ann", None, None, 0),
    ]


def test_words_quoted_with_nobody_named_are_nobodys():
    assert voices(body("> It is sold.\n\nNo.\n")) == [("It is sold.", None, None, 1), ("No.", None, None, 0)]
    assert read(mail("> It is sold.\n"), "a.eml").blocks[-1].kind is BlockKind.QUOTED


OUTLOOK = (
    "It is sold.\n\n{rule}\n{keys[0]} Bo Ek <bo@x.org>\n{keys[1]} {day}\n{keys[2]} Ann Lee\n{keys[3]} sale\n\n"
    "It is not sold.\n\n{rule}\n{keys[0]} Cy Orr\n{keys[1]} {day}\n{keys[2]} Bo Ek\n{keys[3]} sale\n\nIs it sold?\n"
)


@pytest.mark.parametrize(
    ("keys", "day"),
    [
        (("From:", "Sent:", "To:", "Subject:"), "Monday, June 3, 2024 9:15 AM"),
        (("*From:*", "*Sent:*", "*To:*", "*Subject:*"), "Monday, June 3, 2024 9:15 AM"),
        (("From:", "Date:", "To:", "Subject:"), "Mon, 3 Jun 2024 09:15:00 +0200"),
        (("Von:", "Gesendet:", "An:", "Betreff:"), "Montag, 3. Juni 2024 09:15"),
        (("De :", "Envoyé :", "À :", "Objet :"), "lundi 3 juin 2024 09:15"),
        (("De:", "Enviado el:", "Para:", "Asunto:"), "lunes, 3 de junio de 2024 9:15"),
        (("Van:", "Verzonden:", "Aan:", "Onderwerp:"), "maandag 3 juni 2024 09:15"),
        (("Da:", "Inviato:", "A:", "Oggetto:"), "lunedì 3 giugno 2024 09:15"),
        (("Från:", "Skickat:", "Till:", "Ämne:"), "den 3 juni 2024 09:15"),
    ],
)
@pytest.mark.parametrize("rule", ["-----Original Message-----", "________________________________", ""])
def test_headers_copied_above_an_earlier_message_begin_its_voice(keys: tuple[str, ...], day: str, rule: str):
    document = body(OUTLOOK.format(rule=rule, keys=keys, day=day))
    assert voices(document) == [
        ("It is sold.", None, None, 0),
        ("It is not sold.", "Bo Ek", "2024-06-03", 1),
        ("Is it sold?", "Cy Orr", "2024-06-03", 2),
    ]


@pytest.mark.parametrize(
    "above",
    [
        "---------- Forwarded message ---------",
        "Begin forwarded message:\n",
        "-------- Weitergeleitete Nachricht --------",
    ],
)
def test_a_forwarded_message_is_its_senders_until_it_ends(above: str):
    head = "From: Bo Ek <bo@x.org>\nDate: Mon, Jun 3, 2024 at 9:15 AM\nSubject: sale\nTo: <ann@x.org>"
    document = body(f"See below.\n\n{above}\n{head}\n\nIt is sold.\n\n----- End forwarded message -----\n\nSo what?\n")
    assert voices(document) == [
        ("See below.", None, None, 0), ("It is sold.", "Bo Ek", "2024-06-03", 1), ("So what?", None, None, 0),
    ]  # fmt: skip


def test_an_original_message_without_headers_is_somebody_elses():
    document = body("It is sold.\n\n-----Original Message-----\nIt is not sold.\n")
    assert voices(document)[1] == ("It is not sold.", None, None, 1)


def test_an_attribution_without_marks_holds_if_it_names_day_and_person():
    document = body("Sold.\n\nOn Mon, Jun 3, 2024 at 9:15 AM Bo Ek <bo@x.org> wrote:\n\nIt is not sold.\n")
    assert voices(document) == [("Sold.", None, None, 0), ("It is not sold.", "Bo Ek", "2024-06-03", 1)]
    prose = body("The rules of the house:\n\nNo dogs.\n\nBo writes:\n\nno cats either.\n")
    assert all(level == 0 for *_, level in voices(prose))


def test_a_journey_from_and_to_is_no_forwarded_message():
    document = body("From: Oslo\nDate: 3 June 2024\nTo: Bergen\n\nBring a coat.\n")
    assert voices(document)[-1] == ("Bring a coat.", None, None, 0)


def test_values_in_a_quoted_message_are_not_the_authors():
    document = body("Total: 7\nPaid: 3\n\nOn Mon, 3 Jun 2024, Bo Ek wrote:\n> Total: 9\n> Paid: 9\n")
    assert [row for row in rows(document) if "Total" in row] == [{"Total": "7", "Paid": "3"}]


# furniture


def test_signatures_footers_and_disclaimers_say_nothing():
    document = body(
        "It is sold.\n\n-- \nAnn Lee\nAcme Ltd, owner of Bolt\n\nOn Mon, 3 Jun 2024, Bo Ek wrote:\n"
        "> Sold?\n> -- \n> Bo Ek\n"
        "\n_______________________________________________\nusers mailing list\nTo unsubscribe: https://x.org\n"
    )
    assert voices(document) == [("It is sold.", None, None, 0), ("Sold?", "Bo Ek", "2024-06-03", 1)]
    long = (
        "This e-mail and its attachments are confidential and intended solely for the addressee. If you have\n"
        "received it in error please notify the sender and delete it.\n"
    )
    document = body(f"It is sold.\n\n{long}\nSent from my iPhone\n")
    assert voices(document) == [("It is sold.", None, None, 0)]
    assert len(furniture(document)) == 2


def test_two_dashes_in_a_long_text_are_no_signature():
    document = body("One.\n\n--\n\n" + "".join(f"Line {number}.\n\n" for number in range(20)))
    assert voices(document)[-1] == ("Line 19.", None, None, 0)


def test_a_confidential_matter_is_no_disclaimer():
    document = body("The confidential report was intended for Bo. It says that Acme owns Bolt.\n")
    assert voices(document)[0][3] == 0
    assert furniture(document) == []


# which part


def test_of_alternatives_html_is_read_where_the_plain_text_says_nothing():
    page = part("<p>It is sold.</p><p>For good, and to Bo.</p>", "Content-Type: text/html; charset=utf-8")
    for plain in ("", " \n", "Your e-mail program does not support HTML.\nView this message in a browser.\n"):
        document = read(multipart(part(plain, "Content-Type: text/plain"), page, kind="alternative"), "a.eml")
        assert [text for text, *_ in voices(document)] == ["It is sold.", "For good, and to Bo."]
        assert {block.part for block in document.blocks[1:]} == {"2"}
    document = read(multipart(part("It is sold.\n", "Content-Type: text/plain"), page, kind="alternative"), "a.eml")
    assert [text for text, *_ in voices(document)] == ["It is sold."]
    assert document.blocks[-1].part == "1"


def test_a_nested_message_has_one_text_and_its_parts_have_their_numbers():
    inner = (
        'Content-Type: multipart/alternative; boundary="in"\n\n--in\nContent-Type: text/plain\n\nPlain.\n--in\n'
        'Content-Type: multipart/related; boundary="re"\n\n--re\nContent-Type: text/html\n\n<p>Page.</p>\n--re\n'
        'Content-Type: image/png; name="logo.png"\nContent-ID: <l>\n\nAAAA\n--re--\n--in--'
    )
    document = read(multipart(inner, attached("a.csv", "x,y\n")), "a.eml")
    assert [(text, block.part) for (text, *_), block in zip(voices(document), document.blocks[1:], strict=True)] == [
        ("Plain.", "1.1")
    ]
    assert ("attachment", "a.csv") in document.meta
    assert [(finding.code, finding.severity.label) for finding in document.findings] == [("TH529", "info")]


def test_quotations_in_html_have_their_voice():
    page = (
        "<div>It is sold.</div><div class=gmail_quote><div>On Mon, 3 Jun 2024, Bo Ek &lt;bo@x.org&gt; wrote:<br></div>"
        "<blockquote><div>It is not sold.</div><div>On Sun, 2 Jun 2024, Cy Orr wrote:</div>"
        "<blockquote>Is it sold?</blockquote></blockquote></div>"
    )
    document = read(mail(page, headers="Content-Type: text/html\n"), "a.eml")
    assert voices(document) == [
        ("It is sold.", None, None, 0),
        ("It is not sold.", "Bo Ek", "2024-06-03", 1),
        ("Is it sold?", "Cy Orr", "2024-06-02", 2),
    ]
    outlook = (
        "<p>It is sold.</p><div><b>From:</b> Bo Ek &lt;bo@x.org&gt;<br><b>Sent:</b> Monday, June 3, 2024 9:15 AM<br>"
        "<b>To:</b> Ann Lee<br><b>Subject:</b> sale<br></div><p>It is not sold.</p>"
    )
    document = read(mail(outlook, headers="Content-Type: text/html\n"), "a.eml")
    assert voices(document) == [("It is sold.", None, None, 0), ("It is not sold.", "Bo Ek", "2024-06-03", 1)]


@pytest.mark.parametrize(
    ("kind", "code", "severity"),
    [
        ('multipart/encrypted; protocol="application/pgp-encrypted"; boundary=q', "TH548", "warning"),
        ("application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", "TH548", "warning"),
        ("application/pkcs7-mime; smime-type=signed-data; name=smime.p7m", "TH548", "warning"),
        ("application/ms-tnef; name=winmail.dat", "TH529", "warning"),
    ],
)
def test_what_is_sealed_is_a_finding_with_a_next_step(kind: str, code: str, severity: str):
    document = read(mail("AAAA\n", headers=f"Content-Type: {kind}\n"), "a.eml")
    found = document.findings[0]
    assert (found.code, found.severity.label) == (code, severity)
    assert found.hint


def test_a_signed_message_is_read_and_said_to_be_signed():
    data = multipart(
        part("It is sold.\n", "Content-Type: text/plain"),
        part("xx", "Content-Type: application/pgp-signature; name=signature.asc"),
        kind="signed",
    )
    document = read(data, "a.eml")
    assert [text for text, *_ in voices(document)] == ["It is sold."]
    assert [(finding.code, finding.severity.label) for finding in document.findings] == [("TH548", "info")]
    inline = body(
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nIt is sold.\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n=ab\n"
        "-----END PGP SIGNATURE-----\n"
    )
    assert [text for text, *_ in voices(inline)] == ["It is sold."]
    sealed = body("Read:\n-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----\n\nAnn\n")
    assert [text for text, *_ in voices(sealed)] == ["Read:", "Ann"]
    assert codes(sealed) == ["TH548"]


# bytes


def check_bytes(data: bytes, document: Document, decoded: object) -> None:
    """Check that the bytes behind each said block give its words, when decoded as its part is."""
    assert document.byte_map is not None
    for block in document.blocks[1:]:
        start, end = document.byte_map.bytes_of(block.span)
        assert callable(decoded)
        assert " ".join(words(document, block.span).split()) in " ".join(decoded(data[start:end]).split())
        assert end - start <= 3 * (block.span.end - block.span.start) + 8


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "cp1252", "utf-16"])
def test_a_citation_is_the_range_of_the_coded_bytes(charset: str):
    text = (
        "Søren Dahl, who lives at 12 Hill Road in the old town, paid Bolt.\r\n\r\nMöbel für Halle 3.\r\n\r\nEnd of it."
    )
    head = mail("", headers="Content-Type: text/plain; charset={}\nContent-Transfer-Encoding: {}\n")
    qp = head.format(charset, "quoted-printable").encode() + quopri.encodestring(text.encode(charset))
    if charset != "utf-16":
        check_bytes(qp, read(qp, "a.eml"), lambda raw: quopri.decodestring(raw).decode(charset, "replace"))
    b64 = head.format(charset, "base64").encode() + base64.encodebytes(text.encode(charset))
    document = read(b64, "a.eml")
    assert [said_text for said_text, *_ in voices(document)] == [
        "Søren Dahl, who lives at 12 Hill Road in the old town, paid Bolt.", "Möbel für Halle 3.", "End of it.",
    ]  # fmt: skip
    if charset == "iso-8859-1":
        check_bytes(b64, document, lambda raw: base64.b64decode(raw + b"==").decode(charset, "replace"))


WORDS = st.text(st.sampled_from("abc éüß \t=?_.,日本אב🙂e\u0301>-"), min_size=1, max_size=60)
CHARSETS = ["utf-8", "utf-16", "utf-16-le", "utf-32", "iso-8859-1", "cp1252", "iso-8859-15", "shift_jis"]


@given(
    lines=st.lists(WORDS, min_size=1, max_size=8),
    charset=st.sampled_from(CHARSETS),
    how=st.sampled_from(["8bit", "quoted-printable", "base64"]),
    newline=st.sampled_from(["\n", "\r\n"]),
    flowed=st.booleans(),
)
@settings(max_examples=300, deadline=None)
def test_the_bytes_behind_any_words_yield_them(lines: list[str], charset: str, how: str, newline: str, flowed: bool):
    raw = newline.join([*lines, ""]).encode(charset, "replace")
    if how == "8bit" and (charset.startswith(("utf-16", "utf-32")) or b"\x00" in raw):
        how = "base64"
    coded = {"8bit": raw, "quoted-printable": quopri.encodestring(raw), "base64": base64.encodebytes(raw)}[how]
    kind = f"Content-Type: text/plain; charset={charset}{'; format=flowed' if flowed else ''}\n"
    data = mail("", headers=f"{kind}Content-Transfer-Encoding: {how}\n").encode() + coded
    document = read(data, "a.eml")
    assert document.byte_map is not None
    assert document.encoding is not None
    for block in document.blocks[1:]:
        for span in (
            block.span,
            Span(block.span.start, block.span.start + 1),
            Span(block.span.end - 1, block.span.end),
        ):
            start, end = document.byte_map.bytes_of(span)
            quoted = words(document, span)
            behind = data[start:end]
            if how == "base64":
                # A group of four letters may hold the ends of its neighbours.
                assert _four(quoted, behind, document.encoding), (quoted, behind)
            else:
                plain = quopri.decodestring(behind) if how == "quoted-printable" else behind
                assert _same(quoted, plain.decode(document.encoding)), (quoted, behind)


def _same(quoted: str, said: str) -> bool:
    """Compare without line breaks, blanks and marks: those that were folded or taken off stand behind as well."""
    drop = str.maketrans("", "", " \t\r\n>")
    return quoted.translate(drop) == said.translate(drop)


def _four(quoted: str, behind: bytes, encoding: str) -> bool:
    raw = base64.b64decode(behind)
    wanted = (quoted.split() or [""])[0]
    return wanted.encode(encoding.replace("utf-16", "utf-16-le") if encoding == "utf-16" else encoding) in raw


def test_soft_breaks_and_flowed_lines_do_not_cut_words():
    soft = body("Contact is Bo, =\nphone 555-=\n0199.\n", "Content-Transfer-Encoding: quoted-printable\n")
    assert voices(soft)[0][0] == "Contact is Bo, phone 555-0199."
    flowed = body(
        "It is \nsold to \nBo.\n\n>> Is it \n>> sold?\n> No, \n> never.\n From here.\n-- \nAnn\n",
        "Content-Type: text/plain; format=flowed\n",
    )
    assert [words(flowed, block.span) for block in flowed.blocks[1:-1]] == [
        "It is sold to Bo.", "Is it sold?", "No, never.", "From here.",
    ]  # fmt: skip
    joined = body("Don \naudampf \nschiff.\n", "Content-Type: text/plain; format=flowed; delsp=yes\n")
    assert said(joined, BlockKind.PARAGRAPH) == ["Donaudampfschiff."]


def test_a_line_that_a_mailbox_has_escaped_is_the_authors():
    assert voices(body("So.\n\n>From here on it is sold.\n\nYes.\n"))[1] == ("From here on it is sold.", None, None, 0)


@pytest.mark.parametrize("declared", ["", "; charset=us-ascii", "; charset=unknown-8bit", "; charset=utf-8"])
def test_a_wrong_or_missing_charset_is_made_out(declared: str):
    data = mail("", headers=f"Content-Type: text/plain{declared}\n").encode() + "Søren paid Zoë für Möbel.\n".encode(
        "cp1252"
    )
    assert voices(read(data, "a.eml"))[0][0] == "Søren paid Zoë für Möbel."


# headers


def test_encoded_words_are_read_everywhere():
    data = (
        "From: =?utf-8?B?U8O4cmVuIERhaGw=?= <s@x.org>\nTo: =?iso-8859-1?q?J=FCrgen?= =?iso-8859-1?q?_Ott?= <j@x.org>\n"
        "Subject: =?utf-8?q?M=C3?=\n =?utf-8?q?=B6bel?= for\n\thall\nDate: Tue, 4 Jun 2024 23:30:00 -0500\n\nHi.\n"
    )
    document = read(data, "a.eml")
    assert (document.author, document.title, document.date) == ("Søren Dahl", "Möbel for hall", "2024-06-04")
    assert rows(document)[0]["To"] == "Jürgen Ott <j@x.org>"


def test_a_message_knows_what_it_answers():
    document = body("Yes.\n", "In-Reply-To: <a@x>\nReferences: <r@x>\n <a@x>\n")
    assert document.key == "1@x.org"
    assert document.meta == (("in-reply-to", "a@x"), ("references", "a@x"), ("references", "r@x"))


@pytest.mark.parametrize(
    ("date", "day"),
    [
        ("Tue, 4 Jun 2024 23:30:00 -0500", "2024-06-04"), ("4 Jun 2024 00:10 +1200 (NZST)", "2024-06-04"),
        ("Tue, 04 Jun 24 09:15:00 GMT", "2024-06-04"), ("Tue Jun  4 09:15:00 2024", "2024-06-04"), ("yesterday", None),
    ],
)  # fmt: skip
def test_the_day_is_the_senders(date: str, day: str | None):
    assert read(f"From: a@x.org\nDate: {date}\nSubject: s\n\nHi.\n", "a.eml").date == day


# cost and hostility


@pytest.mark.parametrize(
    "piece",
    [
        "> " * 50 + "x\n",
        "On Mon, 3 Jun 2024, Bo Ek wrote:\n",
        "From: a\nSent: b\nTo: c\nSubject: d\n",
        "On On On:\n",
        ">\n",
        "-- \n",
        "This confidential message is intended " * 5 + "\n",
        "-----BEGIN PGP MESSAGE-----\n",
        "=?utf-8?q?a\n",
        "a \n",
    ],
)
def test_time_is_linear(piece: str):
    def seconds(count: int) -> float:
        data = mail(piece * count, headers="Content-Type: text/plain; format=flowed\n").encode()
        begin = time.process_time()
        read(data, "a.eml")
        return time.process_time() - begin

    seconds(10)
    small = seconds(1_000)
    assert seconds(8_000) < 20 * small + 0.4


def test_hostile_structure_is_bounded():
    nested = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(3_000))
    document = read(mail("", headers=nested), "a.eml")
    assert "TH529" in codes(document)
    many = multipart(*["Content-Type: text/plain\n\nx\n"] * 3_000)
    assert len(read(many, "a.eml").blocks) <= 1_002
    sealed = multipart(*["Content-Type: application/ms-tnef\n\nx\n"] * 900)
    assert codes(read(sealed, "a.eml")) == ["TH529", "TH529"]


@needs_shared
def test_a_thread_is_two_people():
    path = shared("cases", "D19-eml-thread", "thread.eml")
    document = read(path.read_bytes(), "thread.eml")
    delivery: list[Block] = [block for block in document.blocks if "delivery" in words(document, block.span)]
    assert [(block.voice or document.author, block.date or document.date) for block in delivery] == [
        ("Mira Holt", "2024-06-04"), ("Jens Abel", "2024-06-03"),
    ]  # fmt: skip
    assert document.text.count("18 June") == 1
    assert "Søren Dahl, phone 555-0199" in document.text
