"""Files inside files are read as documents of their own, within limits, and what is left out is said."""

from __future__ import annotations

import io
import stat
import tarfile
import time
import warnings
import zipfile
from pathlib import Path

import pytest

from tests.read.made import docx, p
from tests.read.made_containers import LOCKED, attached, mail, mailbox, multipart, part, tarred, zipped
from thence.config import Limits
from thence.errors import InputError
from thence.read import Members, Options, Spent, is_container, load, members, read_safely, recipe_for


def inside(data: bytes | str, path: str = "c.zip", **limits: float) -> Members:
    raw = data.encode() if isinstance(data, str) else data
    return members(raw, path, Options(limits=Limits.model_validate(limits)))


def contents(found: Members) -> dict[str, bytes]:
    return {member.path: member.load() for member in found.files}


def codes(found: Members) -> list[str]:
    return [finding.code for finding in found.findings]


# zip


def test_the_members_of_an_archive_have_paths_of_their_own():
    data = zipped({"a.md": "# A", "memos/b c.txt": "B", "empty/": ""})
    found = inside(data, "box/case.zip")
    assert contents(found) == {"box/case.zip!/a.md": b"# A", "box/case.zip!/memos/b c.txt": b"B"}
    assert found.findings == []
    assert [member.size for member in found.files] == [3, 1]


@pytest.mark.parametrize("name", ["../a.md", "/etc/passwd", "a/../../b", "C:\\x.md", "c:", "..\\a.md", "\\\\srv\\a"])
def test_a_name_that_leads_out_of_the_archive_is_refused(name: str):
    found = inside(zipped({name: "x", "ok.md": "y"}))
    assert list(contents(found)) == ["c.zip!/ok.md"]
    assert codes(found) == ["TH546"]
    assert found.findings[0].hint


def test_names_are_made_plain_and_two_of_one_name_are_kept_apart():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        data = zipped([("./a//b.md", "1"), ("a\\b.md", "2"), ("a/b.md", "3"), ("a/b (2).md", "4")])
    found = inside(data)
    assert contents(found) == {
        "c.zip!/a/b.md": b"1", "c.zip!/a/b (3).md": b"2", "c.zip!/a/b (4).md": b"3", "c.zip!/a/b (2).md": b"4",
    }  # fmt: skip
    assert codes(found) == ["TH547", "TH547"]


def test_what_the_finder_adds_and_dot_files_are_left_out_without_a_word():
    found = inside(zipped({"__MACOSX/._a.md": "x", ".DS_Store": "x", "a/.git/b": "x", "Thumbs.db": "x", "a.md": "x"}))
    assert list(contents(found)) == ["c.zip!/a.md"]
    assert found.findings == []


def test_a_link_in_an_archive_is_not_followed():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        info = zipfile.ZipInfo("link.txt")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    found = inside(out.getvalue())
    assert found.files == ()
    assert codes(found) == ["TH546"]


def test_names_are_utf8_or_cp437():
    marked = zipped({"größe.md": "x"})
    assert list(contents(inside(marked))) == ["c.zip!/größe.md"]
    unmarked = zipped({"gr__e.md": "x"})
    assert list(contents(inside(unmarked.replace(b"gr__e.md", "gröe.md".encode())))) == ["c.zip!/gröe.md"]
    assert list(contents(inside(unmarked.replace(b"gr__e.md", b"gr\x94_e.md")))) == ["c.zip!/grö_e.md"]


def test_a_damaged_member_does_not_keep_the_others_from_being_read():
    data = bytearray(zipped({"a.md": "first", "b.md": "second"}, stored=True))
    data[data.index(b"first")] ^= 1
    found = inside(bytes(data))
    with pytest.raises(InputError) as caught:
        found.files[0].load()
    assert (caught.value.code, caught.value.at and caught.value.at.path) == ("TH502", "c.zip!/a.md")
    assert found.files[1].load() == b"second"


def test_an_archive_that_is_cut_off_is_damaged():
    with pytest.raises(InputError) as caught:
        inside(zipped({"a.md": "x" * 100})[:60])
    assert caught.value.code == "TH502"
    assert caught.value.hint


def test_a_locked_member_asks_for_its_password():
    data = bytes.fromhex(LOCKED)
    with pytest.raises(InputError) as caught:
        inside(data).files[0].load()
    assert caught.value.code == "TH505"
    assert caught.value.hint
    opened = members(data, "c.zip", Options(passwords=("wrong", "hare")))
    assert opened.files[0].load() == b"secret text\n"


# limits


def test_a_member_that_grows_too_much_is_refused_and_the_others_are_read():
    found = inside(zipped({"bomb.txt": bytes(20_000_000), "a.md": "x"}))
    assert list(contents(found)) == ["c.zip!/a.md"]
    assert [(finding.code, finding.path) for finding in found.findings] == [("TH506", "c.zip!/bomb.txt")]


def test_members_beyond_the_limits_are_counted():
    data = zipped({f"{number}.txt": f"{number}" * 50 for number in range(20)})
    few = inside(data, members=5)
    assert len(few.files) == 5
    assert "15 members" in few.findings[0].message
    small = inside(data, expanded_bytes=500)
    assert sum(member.size for member in small.files) <= 500
    assert codes(small) == ["TH506"]


def test_archives_in_archives_share_one_limit():
    """Each layer had 200 MB of its own once: sixteen archives of sixteen archives were 50 GB."""
    inner = zipped({"a.txt": "x" * 400_000})
    outer = zipped({f"{number}.zip": inner for number in range(10)}, stored=True)
    options = Options(limits=Limits(expanded_bytes=1_000_000, expansion=10_000))
    spent = Spent()
    top = members(outer, "c.zip", options, spent=spent)
    found = [members(each.load(), each.path, options, spent=spent) for each in top.files]
    assert sum(len(each.files) for each in found) == 2
    again = members(outer, "c.zip", options)
    assert len(members(again.files[0].load(), again.files[0].path, options).files) == 1


def test_empty_files_in_archives_in_archives_are_counted_together():
    inner = zipped({f"{number}.txt": "" for number in range(50)})
    outer = zipped({f"{number}.zip": inner for number in range(10)}, stored=True)
    options, spent = Options(limits=Limits(members=120)), Spent()
    top = members(outer, "c.zip", options, spent=spent)
    found = [members(each.load(), each.path, options, spent=spent) for each in top.files]
    assert len(top.files) + sum(len(each.files) for each in found) == 120
    assert all(finding.code == "TH506" for each in found for finding in each.findings)


def test_overlapping_members_are_bounded_by_the_size_of_the_archive():
    data = zipped({f"{number}": bytes(900_000) for number in range(100)})
    assert sum(member.size for member in inside(data).files) <= max(1_000_000, 200 * len(data))


def test_a_directory_far_beyond_the_limit_is_not_even_read():
    data = zipped({f"{number}": "" for number in range(3_000)})
    with pytest.raises(InputError) as caught:
        inside(data, members=100)
    assert caught.value.code == "TH506"


def test_archives_in_archives_end_at_a_depth():
    data = zipped({"a.md": "deep"})
    for _ in range(7):
        data = zipped({"r.zip": data})
    path = "r.zip"
    for _ in range(5):
        inner = members(data, path).files[0]
        data, path = inner.load(), inner.path
    with pytest.raises(InputError) as caught:
        members(data, path)
    assert caught.value.code == "TH506"


def test_office_files_are_zip_files_and_no_archives():
    assert not is_container("a.docx", docx(p("x")))
    assert not is_container("a", docx(p("x")))
    assert is_container("a.zip", zipped({"b.docx": docx(p("x"))}, stored=True))
    assert is_container("a", zipped({"a.md": "x"}))
    assert recipe_for("a.zip", zipped({"b.docx": docx(p("x"))}, stored=True)).startswith("open.zip/")
    assert members(docx(p("x")), "a.docx").files == ()


# tar, gzip


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_tar_archives_are_opened_too(packed: bool, form: int):
    long = f"{'deep/' * 18}{'n' * 60}.md"
    data = tarred({"a.md": b"# A", "./b/c.txt": b"C" * 600, long: b"long", "../x": b"x"}, packed=packed, form=form)
    found = inside(data, "c.tgz" if packed else "c.tar")
    assert {path.split("!/")[1]: content for path, content in contents(found).items()} == {
        "a.md": b"# A", "b/c.txt": b"C" * 600, long: b"long",
    }  # fmt: skip
    assert codes(found) == ["TH546"]


def test_a_gzip_file_holds_one_file():
    import gzip

    data = gzip.compress(b"# A") + gzip.compress(b"\nmore")
    assert contents(inside(data, "notes/a.md.gz")) == {"notes/a.md.gz!/a.md": b"# A\nmore"}
    bomb = inside(gzip.compress(bytes(30_000_000)), "b.txt.gz")
    with pytest.raises(InputError) as caught:
        bomb.files[0].load()
    assert caught.value.code == "TH506"
    with pytest.raises(InputError) as caught:
        inside(data[:20], "a.md.gz").files[0].load()
    assert caught.value.code == "TH502"


# mbox


def test_each_message_of_a_mailbox_is_a_member():
    first, second = mail("One.\n\n>From here on.\n", number=1), mail("Two.\n\nFrom now on all is well.\n", number=2)
    data = mailbox(first, second)
    found = inside(data, "inbox.mbox")
    assert contents(found) == {"inbox.mbox!/1.eml": first.encode(), "inbox.mbox!/2.eml": second.encode()}
    assert all(member.load() in data for member in found.files)
    document = read_safely(found.files[1].load(), places=(found.files[1].path,))
    assert (document.key, document.author, document.path) == ("2@x.org", "Ann Lee", "inbox.mbox!/2.eml")


def test_the_lengths_that_a_mailbox_claims_do_not_count():
    lying = mail("One.\n", headers="Content-Length: 99999\n")
    assert len(inside(mailbox(lying, mail("Two.\n", number=2)), "inbox.mbox").files) == 2


def test_ten_thousand_messages_are_found_in_linear_time():
    def seconds(count: int) -> float:
        data = mailbox(*[mail(f"Message {number}.\n" * 20, number=number) for number in range(count)])
        begin = time.process_time()
        found = inside(data, "inbox.mbox")
        assert len(found.files) == count
        assert found.files[-1].load() == mail(f"Message {count - 1}.\n" * 20, number=count - 1).encode()
        return time.process_time() - begin

    small = seconds(1_000)
    assert seconds(10_000) < 40 * small + 0.5


# mail


def test_attachments_are_files_of_their_own_and_the_mail_is_one_too():
    data = multipart(
        part("See the report.\n", "Content-Type: text/plain"),
        attached("report.pdf", b"%PDF-1.4 ...", "application/pdf"),
        attached("report.pdf", b"another", "application/pdf"),
        attached("note.txt", "A note = fine\n"),
    )
    assert contents(inside(data, "thread.eml")) == {
        "thread.eml!/report.pdf": b"%PDF-1.4 ...",
        "thread.eml!/report (2).pdf": b"another",
        "thread.eml!/note.txt": b"A note = fine\n",
    }
    assert recipe_for("thread.eml", data.encode()).startswith("read.eml/")


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ('attachment; filename="=?utf-8?q?M=C3=B6bel_liste=2Epdf?="', "Möbel liste.pdf"),
        ("attachment; filename*=utf-8''M%C3%B6bel%20liste.pdf", "Möbel liste.pdf"),
        ("attachment; filename*0*=iso-8859-1'de'M%F6bel; filename*1=\" liste\"; filename*2*=%2Epdf", "Möbel liste.pdf"),
        ('attachment; filename="..\\\\..\\\\evil.exe"', "_.._evil.exe"),
        ('attachment; filename="/etc/passwd"', "_etc_passwd"),
        ('attachment; filename="a\tb.txt"', "a b.txt"),
        ("attachment", "attachment.pdf"),
    ],
)
def test_names_of_attachments_are_decoded_and_made_safe(header: str, name: str):
    data = multipart(part(b"x", f"Content-Type: application/pdf\nContent-Disposition: {header}"))
    assert list(contents(inside(data, "a.eml"))) == [f"a.eml!/{name}"]


def test_a_forwarded_message_is_a_mail_in_the_mail():
    inner = multipart(part("Inner.\n", "Content-Type: text/plain"), attached("x.csv", "a,b\n1,2\n"), boundary="in")
    data = multipart(
        part("Outer.\n", "Content-Type: text/plain"), part(inner, "Content-Type: message/rfc822"), boundary="out"
    )
    found = inside(data, "a.eml")
    assert [member.path for member in found.files] == ["a.eml!/forwarded.eml"]
    deeper = inside(found.files[0].load(), found.files[0].path)
    assert contents(deeper) == {"a.eml!/forwarded.eml!/x.csv": b"a,b\n1,2\n"}


def test_an_invitation_is_a_calendar_of_its_own_and_no_text():
    data = multipart(
        part("Come.\n", "Content-Type: text/plain"),
        part("<p>Come.", "Content-Type: text/html"),
        part("BEGIN:VCALENDAR\nEND:VCALENDAR\n", "Content-Type: text/calendar; method=REQUEST"),
        kind="alternative",
    )
    assert [member.path for member in inside(data, "a.eml").files] == ["a.eml!/invite.ics"]
    assert read_safely(data.encode(), places=("a.eml",)).text.count("Come.") == 1


# loading


def test_load_understands_paths_of_members(tmp_path: Path):
    letter = multipart(part("Hi.\n", "Content-Type: text/plain"), attached("c.txt", "C\n"))
    (tmp_path / "a.zip").write_bytes(zipped({"b.eml": letter, "x!/y.md": "odd", "z.md": "Z"}))
    assert load(tmp_path, "a.zip!/z.md") == b"Z"
    assert load(tmp_path, "a.zip!/b.eml") == letter.encode()
    assert load(tmp_path, "a.zip!/b.eml!/c.txt") == b"C\n"
    assert load(tmp_path, "a.zip!/x%21/y.md") == b"odd"
    for wrong in ("a.zip!/none.md", "a.zip!/z.md!/q", "none.zip!/a"):
        with pytest.raises(InputError) as caught:
            load(tmp_path, wrong)
        assert caught.value.code == "TH501"
    (tmp_path / "a.zip").write_bytes(zipped({"z.md": "changed"}))
    assert load(tmp_path, "a.zip!/z.md") == b"changed"


def test_a_real_file_of_that_name_wins(tmp_path: Path):
    (tmp_path / "a.zip!").mkdir()
    (tmp_path / "a.zip!" / "z.md").write_bytes(b"real")
    (tmp_path / "a.zip").write_bytes(zipped({"z.md": "inside"}))
    assert load(tmp_path, "a.zip!/z.md") == b"real"


def test_many_members_in_a_row_open_their_container_once(tmp_path: Path):
    (tmp_path / "a.mbox").write_bytes(mailbox(*[mail(f"M {number}\n" * 50, number=number) for number in range(2_000)]))
    begin = time.process_time()
    for number in range(1, 2_001):
        assert f"M {number - 1}\n".encode() in load(tmp_path, f"a.mbox!/{number}.eml")
    assert time.process_time() - begin < 5
