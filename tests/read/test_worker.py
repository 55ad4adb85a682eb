"""What may crash, hang or eat memory is read in a process of its own, and the batch goes on."""

from __future__ import annotations

import gc
import os
import platform
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.read.made import pdf
from thence.config import Limits
from thence.errors import InputError
from thence.model.document import Document
from thence.read import Options, guard, read_bytes, read_safely
from thence.read.registry import READERS, Reader

PDF = pdf([[(50, 700, 11, "Ann Lee founded Bolt Ltd.")]])
HOSTILE = """
import os, signal, socket, subprocess, sys, time
from thence.errors import InputError, Location
from thence.read.reading import Reading

def hang(data, path, options): time.sleep(600)
def spin(data, path, options):
    while True: pass
def eat(data, path, options): return bytearray(1 << 42)
def abort(data, path, options): os.abort()
def leave(data, path, options): os._exit(0)
def fail(data, path, options): raise KeyError("x")
def deep(data, path, options): return deep(data, path, options)
def lock(data, path, options): raise InputError("TH505", "locked", at=Location("elsewhere", 3, 4), hint="unlock")
def phone(data, path, options): socket.create_connection(("127.0.0.1", 9))
def dial(data, path, options):
    import ctypes
    return Reading(str(ctypes.CDLL(None).socket(2, 1, 0)))
def show(data, path, options):
    print("noise"); sys.stderr.write("noise")
    assert sys.stdin.read() == ""
    return Reading(f"{os.getpid()}")
def lie(data, path, options):
    return Reading(text=7)
def stray(data, path, options):
    from thence.model.document import Block, BlockKind, Span
    return Reading("x", blocks=(Block(Span(5, 9), BlockKind.PARAGRAPH),))
def table(data, path, options):
    from array import array
    from thence.model.table import Table
    places = [int(word) for word in options.passwords]
    cells = array("i", places[:4]).tobytes()
    return Reading("abc", tables=(Table(1, 2, ("a", "b"), cells, array("i", places[4:]).tobytes()),))
def pipes():
    import stat
    return [fd for fd in range(3, 50) if _is_pipe(fd)]
def _is_pipe(fd):
    import stat
    try: return stat.S_ISFIFO(os.fstat(fd).st_mode)
    except OSError: return False
def shout(data, path, options):
    for fd in pipes():
        try: os.write(fd, b"\\xff" * 100)
        except OSError: pass
    return Reading("x")
def promise(data, path, options):
    for fd in pipes():
        try: os.write(fd, (1 << 29).to_bytes(8, "big") + b"R{}")
        except OSError: pass
    time.sleep(600)
def child(data, path, options):
    subprocess.run(["sleep", "600"])
"""


@pytest.fixture(scope="module", autouse=True)
def _hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Readers that a subverted or broken one would be, importable in the worker."""
    folder = tmp_path_factory.mktemp("readers")
    (folder / "hostile_readers.py").write_text(HOSTILE, encoding="utf-8")
    guard.close_worker()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        yield
        guard.close_worker()


def reader(name: str) -> Reader:
    return Reader("hostile", 1, f"hostile_readers:{name}", "text/plain", ("hostile",), guarded=True)


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch):
    """Read with one of the hostile readers in place of pdf's."""

    def read(name: str, *, seconds: float = 60.0, memory_mb: int = 1_024, passwords: tuple[str, ...] = ()) -> Document:
        monkeypatch.setattr(guard, "reader_for", lambda path, data: (reader(name), guard_found()))
        limits = Limits(seconds=seconds, memory_mb=memory_mb)
        return read_safely(b"x", places=("a.hostile",), options=Options(limits=limits, passwords=passwords))

    def guard_found():
        from thence.read.sniff import Format

        return Format("hostile")

    return read


def test_a_guarded_file_reads_the_same_in_the_worker():
    document = read_safely(PDF, places=("b.pdf", "a.pdf"))
    assert document == read_bytes(PDF, places=("b.pdf", "a.pdf"))
    assert document.path == "b.pdf"


def test_errors_of_a_reader_come_through_with_code_place_and_hint():
    with pytest.raises(InputError) as here:
        read_bytes(PDF[:300], places=("a.pdf",))
    with pytest.raises(InputError) as there:
        read_safely(PDF[:300], places=("a.pdf",))
    assert there.value.as_json() == here.value.as_json()


def test_the_process_is_kept_between_files(ask):
    assert ask("show").text == ask("show").text
    assert ask("show").text != str(os.getpid())


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("hang", "TH556"), ("spin", "TH556"), ("child", "TH556"), ("eat", "TH555"), ("abort", "TH555"),
        ("leave", "TH555"), ("fail", "TH555"), ("deep", "TH555"), ("phone", "TH555"), ("lie", "TH555"),
        ("stray", "TH555"), ("shout", "TH555"), ("promise", "TH556"),
    ],
)  # fmt: skip
def test_whatever_a_reader_does_it_is_an_error_with_a_next_step_and_the_next_file_is_read(ask, name: str, code: str):
    with pytest.raises(InputError) as caught:
        ask(name, seconds=1.0)
    error = caught.value
    assert (error.code, error.at and error.at.path) == (code, "a.hostile")
    assert error.hint
    assert ask("show").text.isdigit()


@pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"), reason="the kernel's filter"
)
def test_c_code_has_no_network_either(ask):
    assert ask("dial").text == "-1"


@pytest.mark.parametrize(
    ("places", "is_sound"), [("010101", True), ("019101", False), ("010", False), ("01010103", False)]
)
def test_places_in_tables_are_looked_over_too(ask, places: str, is_sound: bool):
    if is_sound:
        assert len(ask("table", passwords=tuple(places)).tables[0]) == 1
    else:
        with pytest.raises(InputError) as caught:
            ask("table", passwords=tuple(places))
        assert caught.value.code == "TH555"


def test_a_readers_own_error_names_the_file_that_was_asked_for(ask):
    with pytest.raises(InputError) as caught:
        ask("lock")
    assert str(caught.value) == "error[TH505]: locked\n  at a.hostile:3:4\n  hint: unlock"


def test_what_a_reader_started_ends_with_it(ask):
    def sleeping() -> set[str]:
        listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=False).stdout
        return {line for line in listed.splitlines() if line.endswith("sleep 600")}

    before = sleeping()
    with pytest.raises(InputError):
        ask("child", seconds=0.5)
    time.sleep(0.1)
    assert sleeping() == before


def test_small_text_is_read_here_and_a_failing_reader_is_an_error(monkeypatch: pytest.MonkeyPatch):
    guard.close_worker()
    assert read_safely(b"Ann left.", places=("a.txt",)).text == "Ann left."
    assert guard._WORKERS._process is None
    broken = Reader("txt", 1, "builtins:nothing", "text/plain", ("txt",))
    monkeypatch.setattr(guard, "reader_for", lambda path, data: (broken, None))
    with pytest.raises(InputError) as caught:
        read_safely(b"Ann left.", places=("a.txt",))
    assert caught.value.code == "TH555"


def test_large_text_is_read_under_the_deadline(monkeypatch: pytest.MonkeyPatch, ask):
    monkeypatch.setattr(guard, "_LARGE", 10)
    data = "Ann left. Größe.\r\n".encode() * 10
    assert read_safely(data, places=("a.txt",)) == read_bytes(data, places=("a.txt",))
    spinning = Reader("txt", 1, "tests.read.test_worker:spin", "text/plain", ("txt",))
    monkeypatch.setattr(guard, "reader_for", lambda path, data: (spinning, None))
    with pytest.raises(InputError) as caught:
        read_safely(data, places=("a.txt",), options=Options(limits=Limits(seconds=0.2)))
    assert caught.value.code == "TH556"
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_small_text_is_not_read_for_ever_either(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(guard, "_SMALL_SECONDS", 0.2)
    spinning = Reader("txt", 1, "tests.read.test_worker:spin", "text/plain", ("txt",))
    monkeypatch.setattr(guard, "reader_for", lambda path, data: (spinning, None))
    with pytest.raises(InputError) as caught:
        read_safely(b"Ann left.", places=("a.txt",))
    assert (caught.value.code, caught.value.message) == ("TH556", "not read within 0.2 seconds")


def spin(data: bytes, path: str, options: Options) -> None:
    while True:
        try:
            data.count(b"x")
        except Exception:  # noqa: BLE001 - a reader that swallows whatever comes
            continue


def test_large_text_in_another_thread_goes_to_the_worker(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(guard, "_LARGE", 10)
    guard.close_worker()
    data = b"Ann left. " * 10
    found: list[Document] = []
    thread = threading.Thread(target=lambda: found.append(read_safely(data, places=("a.txt",))))
    thread.start()
    thread.join()
    assert found == [read_bytes(data, places=("a.txt",))]
    assert guard._WORKERS._process is not None


def test_the_collector_is_as_it_was(monkeypatch: pytest.MonkeyPatch):
    assert gc.isenabled()
    with pytest.raises(InputError):
        read_safely(PDF[:100], places=("a.pdf",))
    assert gc.isenabled()
    gc.disable()
    try:
        read_safely(b"Ann left.", places=("a.txt",))
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_pdf_office_files_and_pictures_are_guarded():
    assert {name for name, each in READERS.items() if each.guarded} == {
        "pdf", "docx", "xlsx", "pptx", "odt", "ods", "odp", "rtf", "epub", "image",
    }  # fmt: skip


@pytest.mark.parametrize(
    "interrupts", ["os.kill(os.getpid(), signal.SIGINT)", "signal.pthread_kill(threading.get_ident(), signal.SIGINT)"]
)
def test_an_interrupt_leaves_no_process_behind(interrupts: str):
    """The second reaches a thread that is not the one which reads, and wakes no read."""
    program = textwrap.dedent(f"""
        import sys, threading, os, signal, time
        from thence.read import guard
        from thence.read.reading import DEFAULT
        from thence.read.registry import Reader
        def interrupt():
            while guard._WORKERS._process is None: time.sleep(0.05)
            print(guard._WORKERS._process.child.pid, flush=True)
            time.sleep(0.5)
            {interrupts}
        threading.Thread(target=interrupt, daemon=True).start()
        guard._WORKERS.read(Reader("x", 1, "hostile_readers:hang", "x", ("x",)), b"x", "a.x", DEFAULT)
    """)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert "KeyboardInterrupt" in done.stderr
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


def test_a_parent_that_is_killed_leaves_no_process_behind():
    program = textwrap.dedent("""
        import time
        from tests.read.made import pdf
        from thence.read import guard, read_safely
        read_safely(pdf([[(50, 700, 11, "Text.")]]), places=("a.pdf",))
        print(guard._WORKERS._process.child.pid, flush=True)
        time.sleep(600)
    """)
    root = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": root}
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    for _ in range(100):
        state = Path(f"/proc/{worker}/stat")
        if not state.exists() or state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    pytest.fail("the worker outlived its parent")


def test_the_process_can_be_started_ahead(ask):
    guard.close_worker()
    begin = time.monotonic()
    guard.warm_up(Options(limits=Limits(memory_mb=1_024)))
    assert time.monotonic() - begin < 0.2
    started = guard._WORKERS._process
    assert started is not None
    assert ask("show").text.isdigit()
    assert guard._WORKERS._process is started


def test_two_threads_share_the_process():
    found: list[Document] = []

    def read() -> None:
        found.extend(read_safely(PDF, places=("a.pdf",)) for _ in range(5))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 20
    assert len(set(found)) == 1


def test_modules_in_the_folder_we_stand_in_are_not_the_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A json.py in a folder of evidence would otherwise be run by ``python -m``."""
    guard.close_worker()
    (tmp_path / "json.py").write_text("raise SystemExit('hijacked')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert read_safely(PDF, places=("a.pdf",)).text
