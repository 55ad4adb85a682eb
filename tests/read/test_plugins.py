"""Installed packages add readers; one that is broken is a finding and no crash."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from thence.errors import InputError
from thence.read import plugins, read_bytes, read_safely, readers_digest, recipe_for
from thence.read.registry import READERS, Reader
from thence.read.sniff import _by_suffix

SHOUT = """
from thence.model.document import Block, BlockKind, Span
from thence.read.reading import Reading
from thence.read.registry import Reader

def register_readers(register):
    register(Reader("shout", {version}, "shout_plugin:read_shout", "text/x-shout", ("shout",)))

def read_shout(data, path, options):
    text = data.decode().upper()
    return Reading(text, blocks=(Block(Span(0, len(text)), BlockKind.PARAGRAPH),))
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Install a package of one module with an entry point in group thence."""
    monkeypatch.syspath_prepend(str(tmp_path))
    modules = []

    def install(name: str, code: str, *, version: str = "1.0") -> None:
        modules.append(f"{name}_plugin")
        sys.modules.pop(modules[-1], None)
        (tmp_path / f"{name}_plugin.py").write_text(code, encoding="utf-8")
        for older in tmp_path.glob(f"{name}-*.dist-info"):
            shutil.rmtree(older)
        facts = tmp_path / f"{name}-{version}.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
        (facts / "entry_points.txt").write_text(f"[thence]\n{name} = {name}_plugin\n", encoding="utf-8")
        forget()

    def forget() -> None:
        plugins._found.cache_clear()
        _by_suffix.cache_clear()

    yield install
    for module in modules:
        sys.modules.pop(module, None)
    monkeypatch.undo()
    forget()


def test_a_plugin_reads_files_of_its_format(install):
    install("shout", SHOUT.format(version=3))
    for how in (read_bytes, read_safely):
        document = how(b"Ann left.", places=("a.shout",))
        assert (document.text, document.media_type) == ("ANN LEFT.", "text/x-shout")
        assert document.recipe == recipe_for("a.shout", b"Ann left.")
        assert document.recipe.startswith("read.shout/3+")
    assert plugins.plugin_findings() == ()


def test_another_version_of_a_plugin_reads_anew(install):
    without = readers_digest()
    install("shout", SHOUT.format(version=1))
    first, recipe = readers_digest(), recipe_for("a.shout", b"x")
    assert first != without
    install("shout", SHOUT.format(version=1), version="2.0")
    assert recipe_for("a.shout", b"x") != recipe
    assert readers_digest() != first


def test_a_plugin_does_not_replace_a_reader(install):
    install("thief", SHOUT.format(version=1).replace('"shout"', '"txt"'))
    install("taker", SHOUT.format(version=1).replace('("shout",)', '("pdf",)'))
    assert [finding.code for finding in plugins.plugin_findings()] == ["TH557", "TH557"]
    assert all(finding.hint for finding in plugins.plugin_findings())
    assert plugins.readers() == READERS


@pytest.mark.parametrize(
    "code",
    [
        "import nothing_of_that_name",
        "def register_readers(register): raise RuntimeError('broken')",
        "def register_readers(register): register('no reader')",
        "register_readers = 7",
        "import thence.read.registry as r\ndef register_readers(register): register(r.Reader('', 1, 'x', '', ('s',)))",
        "raise SystemError",
    ],
)
def test_a_broken_plugin_is_a_finding_and_the_others_are_used(install, code: str):
    install("broken", code)
    install("shout", SHOUT.format(version=1))
    assert [finding.code for finding in plugins.plugin_findings()] == ["TH558"]
    assert "broken" in plugins.plugin_findings()[0].message
    assert plugins.plugin_findings()[0].hint
    assert read_bytes(b"x", places=("a.shout",)).text == "X"


def test_a_plugin_without_readers_is_fine(install):
    install("other", "def something_else(): ...")
    assert plugins.plugin_findings() == ()


def test_a_reader_of_a_plugin_that_fails_is_an_error_of_its_file(install):
    install("shout", SHOUT.format(version=1).replace("data.decode().upper()", "1 / 0"))
    with pytest.raises(InputError) as caught:
        read_safely(b"x", places=("a.shout",))
    assert caught.value.code == "TH555"


def test_what_a_plugin_registers_is_a_reader():
    reader = Reader("shout", 1, "builtins:len", "text/x-shout", ("shout",))
    assert reader.load() is len


def test_help_looks_for_no_plugins(tmp_path: Path):
    (tmp_path / "loud_plugin.py").write_text("print('LOUD')", encoding="utf-8")
    facts = tmp_path / "loud-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: loud\nVersion: 1.0\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text("[thence]\nloud = loud_plugin\n", encoding="utf-8")
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from thence.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", program, "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "LOUD" not in done.stdout
