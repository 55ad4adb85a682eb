"""A folder is walked whatever is in it; what is not read is said, and why."""

from __future__ import annotations

import json
import os
import socket
import tempfile
import time
from pathlib import Path

import pytest

from tests.read.made_containers import zipped
from thence.errors import InputError
from thence.read import load, read_safely, scan

NAMES = [
    "plain.md", "with space.md", "a#b.md", "100%.md", "%41.md", "it's \"it\".md", "-rf.md", "--help.md", "größe.md",
    "gro\u0308ße.md", "🙂.md", "line\nbreak.md", "tab\t.md", "a?b*.md", "[x].md", "back\\slash.md", "a!b.md", "a:b.md",
    "$HOME.md", "~.md", "ends.md ", "עברית.md", "日本.md", "<a>.md", "a|b.md", "a&b;c.md", "Case.md", "case.md",
]  # fmt: skip


def listed(folder: Path) -> list[str]:
    return [entry.path for entry in scan(folder).files]


def test_whatever_a_file_is_called_it_is_found_opened_and_read(tmp_path: Path):
    for name in NAMES:
        (tmp_path / name).write_bytes(f"# {len(name)}\n".encode())
    found = scan(tmp_path)
    assert sorted(entry.path for entry in found.files) == sorted(NAMES)
    assert found.findings == ()
    for entry in found.files:
        data = load(tmp_path, entry.path)
        assert data == f"# {len(entry.path)}\n".encode()
        assert read_safely(data, places=(entry.path,)).path == entry.path


def test_members_have_such_names_too(tmp_path: Path):
    names = [name for name in NAMES if "\\" not in name]
    (tmp_path / "odd #%.zip").write_bytes(zipped(dict.fromkeys(names, "x")))
    from thence.read import members

    found = members(load(tmp_path, "odd #%.zip"), "odd #%.zip")
    assert [member.path for member in found.files] == [f"odd #%.zip!/{name}" for name in names]
    for member in found.files:
        assert load(tmp_path, member.path) == b"x"


def test_a_name_that_is_no_utf8_is_a_finding(tmp_path: Path):
    for name in (b"caf\xe9.md", b"caf\xe8.md"):
        (tmp_path / os.fsdecode(name)).write_bytes(b"x")
    (tmp_path / os.fsdecode(b"d\xff")).mkdir()
    (tmp_path / "ok.md").write_bytes(b"x")
    found = scan(tmp_path)
    assert [entry.path for entry in found.files] == ["ok.md"]
    assert [(finding.code, finding.path) for finding in found.findings] == [
        ("TH527", "caf\\xe8.md"), ("TH527", "caf\\xe9.md"), ("TH527", "d\\xff"),
    ]  # fmt: skip
    assert all(finding.hint for finding in found.findings)
    for finding in found.findings:
        finding.path.encode()


def test_pipes_sockets_and_devices_are_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    os.mkfifo(tmp_path / "pipe.txt")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket.txt")
        (tmp_path / "null.txt").symlink_to("/dev/null")
        (tmp_path / "devices").symlink_to("/dev")
        found = scan(tmp_path)
        assert found.files == ()
        assert [(finding.path, finding.code) for finding in found.findings] == [
            ("devices", "TH527"), ("null.txt", "TH527"), ("pipe.txt", "TH527"), ("socket.txt", "TH527"),
        ]  # fmt: skip
        for path in ("pipe.txt", "socket.txt", "null.txt"):
            with pytest.raises(InputError):
                load(tmp_path, path)


def test_links_that_cross_do_not_multiply(tmp_path: Path):
    """Each way through nine folders that link to one another was walked: nine factorial of them."""
    for name in "abcdefghi":
        (tmp_path / name).mkdir()
        (tmp_path / name / "note.md").write_bytes(b"x")
        for other in "abcdefghi":
            (tmp_path / name / f"to {other}").symlink_to(tmp_path / other)
    begin = time.process_time()
    found = scan(tmp_path)
    assert [entry.path for entry in found.files] == [f"{name}/note.md" for name in "abcdefghi"]
    assert len(found.findings) == 81
    assert time.process_time() - begin < 2


def test_a_folder_outside_is_read_through_the_first_link_to_it(tmp_path: Path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.md").write_bytes(b"x")
    (outside / "back").symlink_to(outside)
    case = tmp_path / "case"
    case.mkdir()
    for name in ("two", "one"):
        (case / name).symlink_to(outside)
    (case / "file.md").symlink_to(outside / "a.md")
    assert scan(case).files == ()
    found = scan(case, follow_links=True)
    assert [entry.path for entry in found.files] == ["file.md", "one/a.md"]
    assert [finding.path for finding in found.findings] == ["one/back", "two"]


def test_folders_deeper_than_any_path_are_a_finding(tmp_path: Path):
    here = os.open(tmp_path, os.O_RDONLY)
    depth = 0
    try:
        for _ in range(40):
            os.mkdir("d" * 200, dir_fd=here)
            deeper = os.open("d" * 200, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = deeper
            depth += 1
        found = scan(tmp_path)
        assert found.files == ()
        assert [finding.code for finding in found.findings] == ["TH527"]
    finally:
        os.close(here)
        _remove(tmp_path, depth)


def _remove(folder: Path, depth: int) -> None:
    """Remove a chain of folders that is too deep for a path."""
    handles = [os.open(folder, os.O_RDONLY)]
    for _ in range(depth - 1):
        handles.append(os.open("d" * 200, os.O_RDONLY, dir_fd=handles[-1]))
    for handle in reversed(handles):
        os.rmdir("d" * 200, dir_fd=handle)
        os.close(handle)


def test_what_may_not_be_read_is_a_finding():
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o755)
        for name, mode in (("closed", 0), ("names only", 0o444), ("paths only", 0o111)):
            (folder / name).mkdir()
            (folder / name / "a.md").write_bytes(b"x")
            (folder / name).chmod(mode)
        (folder / "shut.md").write_bytes(b"x")
        (folder / "shut.md").chmod(0)
        (folder / "way.md").symlink_to("closed/a.md")
        (folder / "open.md").write_bytes(b"x")
        files, told = _as_anybody(folder)
    assert files == ["open.md"]
    assert [path for path, _ in told] == ["closed", "names only/a.md", "paths only", "shut.md", "way.md"]
    assert all("give yourself the right" in hint for _, hint in told)


def _as_anybody(folder: Path) -> tuple[list[str], list[list[str]]]:
    """Return the paths and the findings' paths and hints that a user without rights gets."""
    end, begin = os.pipe()
    child = os.fork()
    if not child:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(65_534)
            os.setuid(65_534)
        found = scan(folder)
        said = [entry.path for entry in found.files], [(each.path, each.hint) for each in found.findings]
        os.write(begin, json.dumps(said).encode())
        os._exit(0)
    os.close(begin)
    with os.fdopen(end, "rb") as answer:
        files, told = json.load(answer)
    os.waitpid(child, 0)
    return files, told


def test_many_files_take_time_in_proportion(tmp_path: Path):
    def seconds(count: int) -> float:
        folder = tmp_path / str(count)
        folder.mkdir()
        for number in range(count):
            os.close(os.open(folder / f"{number}.md", os.O_CREAT | os.O_WRONLY))
        begin = time.process_time()
        assert len(scan(folder, ignore=("*.tmp", "drafts/*")).files) == count
        return time.process_time() - begin

    assert seconds(10_000) < 25 * seconds(1_000) + 0.2


def test_a_name_with_a_null_byte_is_an_error_like_any_other(tmp_path: Path):
    with pytest.raises(InputError) as caught:
        load(tmp_path, "a\x00b")
    assert caught.value.code == "TH501"


def test_names_with_a_dot_are_counted_but_for_those_of_tools(tmp_path: Path):
    for name in (".secret.md", "sub/.notes.txt", ".git/config", ".DS_Store", "._a.md", "a.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("Ann left.")
    found = scan(tmp_path)
    assert [entry.path for entry in found.files] == ["a.md"]
    (told,) = found.findings
    assert (told.code, told.message) == (
        "TH563", "2 with a name that begins with a dot are not read: .secret.md, sub/.notes.txt",
    )  # fmt: skip
