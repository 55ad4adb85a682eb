"""What build and status tell of files that were not read: grouped, counted alike everywhere, with the next step."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Thence
from tests.read.made import pdf
from tests.read.made_containers import LOCKED as LOCKED_ZIP
from tests.read.made_containers import attached, multipart, zipped
from tests.read.made_office import run, word
from tests.read.test_legible import noise
from tests.read.test_pdf import LOCKED, locked
from thence.cli.coverage import worst
from thence.model.finding import Finding, Severity
from thence.model.ledger import FileStatus

MEMO = "Northgate Trading Ltd acquired Harbour GmbH on 3 March 2024.\n"
BINARY = bytes(range(256)) * 4
LINE = (72.0, 700.0, 12.0, "Alder Mills Ltd acquired Birch BV on 5 May 2023.")


def put(folder: Path, files: dict[str, bytes | str]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    return folder


# many files


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A folder with an archive of 20 notes and 15 binaries, and 50 notes beside it."""
    members = {f"notes/{n:02}.txt": f"Note {n}.\n" for n in range(20)}
    binaries = {f"bin/{n:02}.bin": BINARY + bytes(str(n), "ascii") for n in range(15)}
    beside = {f"n{n:02}.txt": f"Another note {n}.\n" for n in range(50)}
    return put(tmp_path / "case", {"a.zip": zipped({**members, **binaries}), **beside})


def test_unread_members_of_one_archive_are_one_entry_with_the_first_of_them(thence: Thence, many: Path):
    built = thence("build", many)
    for said in (built.out, thence("status", many).out):
        assert said.count("TH503") == 1
        assert "a.zip: 15 members not read: the file is binary, no text" in said
        assert "first: bin/00.bin, bin/01.bin, bin/02.bin" in said
        assert len(said.splitlines()) < 70
    assert "15 files NOT READ" in built.out
    assert thence("status", "-v", many).out.count("TH503") == 15
    found = json.loads(thence("status", "--json", many).out)
    assert sum(file["state"] == "unread" for file in found["files"]) == 15


def test_a_large_archive_and_many_files_take_few_rows_and_the_rest_is_named(thence: Thence, many: Path):
    thence("build", many)
    said = thence("status", many).out
    assert re.search(r"a\.zip +archive +20 of 35 members +0 +15", said)
    assert "a.zip!/notes" not in said
    assert "and 50 more, all of them read" in said
    assert "status" in said
    assert " -v shows every file" in said
    everything = thence("status", "-v", many).out
    assert "a.zip!/notes/00.txt" in everything
    assert "n49.txt" in everything


def test_every_count_of_findings_is_that_of_all_findings(thence: Thence, many: Path):
    put(many, {"latin.txt": "Müller zahlt für Öl; größte Straße.\n".encode("cp1252"), "empty.txt": ""})
    built = thence("build", many).out
    found = json.loads(thence("status", "--json", many).out)
    count = len(found["findings"])
    assert count == 17
    assert count == sum(file["findings"] for file in found["files"])
    assert re.search(rf"^  findings +{count}  16 warnings, 1 note$", built, re.MULTILINE)
    said = thence("status", many).out
    assert f"{count} findings: 16 warnings, 1 note; 15 of them above: why files were not read" in said
    assert len(re.findall(r"^ *(?:warning|info)\[TH", thence("status", "-v", many).out, re.MULTILINE)) == count


def test_what_is_said_of_many_files_is_said_once(thence: Thence, tmp_path: Path):
    folder = put(tmp_path / "case", {f"e{n}.txt": "" for n in range(9)})
    thence("build", folder)
    said = thence("status", folder).out
    assert said.count("TH521") == 1


def test_copies_of_what_cannot_be_read_are_unread_each_with_its_reason(thence: Thence, tmp_path: Path):
    folder = put(tmp_path / "case", {"a.md": MEMO, "x.bin": BINARY, "y.bin": BINARY})
    assert "2 files NOT READ" in thence("build", folder).out
    found = json.loads(thence("status", "--json", folder).out)
    assert [(file["path"], file["findings"]) for file in found["files"] if file["state"] == "unread"] == [
        ("x.bin", 1), ("y.bin", 1)
    ]  # fmt: skip


def test_what_one_place_gave_stands_together(thence: Thence, tmp_path: Path):
    cut = "<w:del w:author='Cy'><w:r><w:delText>{}</w:delText></w:r></w:del>"
    body = "".join(f"<w:p>{run('Kept.')}{cut.format(words)}</w:p>" for words in ("EUR 30", "in cash"))
    folder = put(tmp_path / "case", {"lease.docx": word(body)})
    thence("build", folder)
    said = thence("status", folder).out.split("2 findings: 2 notes\n")[1]
    assert [line.partition(":")[0] for line in said.splitlines()[:4]] == [
        "info[TH535]", "info[TH535]", "  at lease.docx", "  hint"
    ]  # fmt: skip
    assert "deleted by Cy: “EUR 30” (paragraph 1), no current fact" in said


# passwords


def test_locked_files_are_named_with_the_command_that_opens_them(thence: Thence, tmp_path: Path):
    folder = put(tmp_path / "my case", {"deed.pdf": locked(), "box.zip": bytes.fromhex(LOCKED_ZIP), "a.md": MEMO})
    for said in (thence("build", folder).out, thence("status", folder).out):
        assert "2 files are locked: box.zip!/" in said
        assert ", deed.pdf\n" in said
        assert f'thence build "{folder}" --passwords passwords.txt' in said
    passwords = tmp_path / "passwords.txt"
    passwords.write_text("wrong\n", encoding="utf-8")
    said = thence("build", folder, "--passwords", passwords).out
    assert "deed.pdf; not opened by the password given" in said
    assert "wrong" not in said
    passwords.write_text(f"wrong\n{LOCKED[0]}\nhare\n", encoding="utf-8")
    opened = thence("build", folder, "--passwords", passwords)
    assert "NOT READ" not in opened.out
    assert "opened with a password that was given" in opened.out
    states = {file["path"]: file["state"] for file in json.loads(thence("status", "--json", folder).out)["files"]}
    assert "unread" not in states.values()


def test_passwords_that_nothing_needs_are_told(thence: Thence, tmp_path: Path):
    folder = put(tmp_path / "case", {"a.md": MEMO})
    passwords = tmp_path / "passwords.txt"
    passwords.write_text("one\ntwo\n", encoding="utf-8")
    said = thence("build", folder, "--passwords", passwords).out
    assert "2 passwords were given, and no file that could be opened with one is locked" in said


# --fail-on


@pytest.mark.parametrize(
    ("state", "files"),
    [
        ("unread", {"x.bin": BINARY}),
        ("empty", {"x.txt": ""}),
        ("empty", {"x.pdf": pdf([[], []])}),
        ("no text", {"x.pdf": pdf([[]], image=(0,))}),
        ("no text", {"x.txt": (MEMO * 20).encode("cp037")}),
        ("partly", {"x.pdf": pdf([[LINE], []], image=(1,))}),
        ("partly", {"x.txt": MEMO.encode() + noise(90) + MEMO.encode()}),
    ],
)
def test_fail_on_warning_fails_for_each_state_that_is_not_read(
    thence: Thence, tmp_path: Path, state: str, files: dict[str, bytes | str]
):
    folder = put(tmp_path / "case", {"a.md": MEMO, **files})
    assert thence("build", folder).code == 0
    [name] = files
    told = json.loads(thence("status", "--json", folder).out)["files"]
    assert {file["path"]: file["state"] for file in told}[name] == state
    for verb in ("build", "status"):
        assert thence(verb, folder, "--fail-on", "warning").code == 1
        assert thence(verb, folder, "--fail-on", "info").code == 1
        assert thence(verb, folder, "--fail-on", "never").code == 0


def test_fail_on_passes_what_was_read_a_copy_and_an_archive(thence: Thence, tmp_path: Path):
    folder = put(tmp_path / "case", {"a.md": MEMO, "b.md": MEMO, "c.zip": zipped({"d.txt": "A note.\n"})})
    for verb in ("build", "status"):
        assert thence(verb, folder, "--fail-on", "info").code == 0


def test_a_folder_of_which_nothing_could_be_read_is_told_by_its_own_exit_code(thence: Thence, tmp_path: Path):
    folder = put(tmp_path / "case", {"c.zip": zipped({"x.bin": BINARY})})
    assert thence("build", folder).code == 3


@pytest.mark.parametrize("state", ["partly", "empty", "no text", "unread"])
def test_a_state_counts_though_no_finding_tells_of_it(state: str):
    info = Finding("read", "TH525", "x.pdf", "page 1 has no text", Severity.INFO)
    assert worst([FileStatus("x.pdf", state, 1, 1)], [info]) is Severity.WARNING
    assert worst([FileStatus("x.pdf", "read", 1, 1)], [info]) is Severity.INFO


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("cut.rtf", rb"{\rtf1 One.\par {\b Two"),
        ("cut.vcf", "BEGIN:VCARD\nVERSION:3.0\nFN:Ann Lee\n"),
        ("mail.eml", multipart(*(attached(f"n{n}.txt", f"Note {n}.\n") for n in range(5)))),
    ],
)
def test_a_file_of_which_a_part_is_missing_is_read_in_part(
    thence: Thence, tmp_path: Path, name: str, data: bytes | str
):
    folder = put(tmp_path / "case", {name: data, "thence.toml": "[limits]\nmembers = 3\n"})
    assert "1 PARTLY READ" in thence("build", folder).out
    assert thence("status", folder, "--fail-on", "warning").code == 1


def test_an_archive_that_was_opened_in_part_is_no_plain_success(thence: Thence, tmp_path: Path):
    members = {f"n{n}.txt": f"Note {n}.\n" for n in range(5)}
    folder = put(tmp_path / "case", {"a.zip": zipped(members), "thence.toml": "[limits]\nmembers = 3\n"})
    assert "1 OPENED IN PART" in thence("build", folder).out
    assert thence("status", folder, "--fail-on", "warning").code == 1
