"""What is wrong in thence.toml is told with its line, and with what was meant where that can be guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from thence.config import Config, load_config
from thence.errors import ConfigError


def refused(folder: Path, text: str) -> tuple[str, int | None, str]:
    """Return message, line and hint of what is said of a settings file."""
    path = folder / "thence.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    return caught.value.message, caught.value.at.line if caught.value.at else None, caught.value.hint


@pytest.mark.parametrize(
    ("text", "line", "meant"),
    [
        ('ignored = ["a"]', 1, "is ignore meant? known settings: "),
        ("\nlenient-rdf = true", 2, "is lenient_rdf meant? known settings: "),
        ("MaxFileBytes = 3", 1, "is max_file_bytes meant? known settings: "),
        ("[limits]\nsecond = 3", 2, "is seconds meant? known settings of limits: "),
        ("[limits]\nmax_file_bytes = 3", 2, "max_file_bytes belongs above the first [table] of the file; known "),
        ("seconds = 3", 1, "seconds belongs below [limits]; known settings: "),
        ('written = "iso"', 1, "written belongs below [[columns]]; known settings: "),
        ('[trust]\nvoice = ["Ann"]', 2, "is voices meant? known settings of trust: "),
        ('[[columns]]\nname = "x"\nwriten = "iso"', 3, "is written meant? known settings of columns: "),
        ("zzz = 1", 1, "known settings: "),
    ],
)
def test_an_unknown_setting_names_the_one_that_was_meant(tmp_path: Path, text: str, line: int, meant: str):
    message, at, hint = refused(tmp_path, text)
    assert message.endswith("unknown setting")
    assert at == line
    assert hint.startswith(meant)


@pytest.mark.parametrize(
    ("text", "line", "said", "remedy"),
    [
        ('[[columns]]\nname = "x"\nwritten = "iso"\n[[columns]]\nwritten = "iso"', 4, "columns.name: is missing",
         'add a line name = "…" below [[columns]]'),
        ('[[columns]]\nname = "x"\nwritten = "iso"\n[[columns]]\nname = "y"\nwritten = "us"', 6,
         "columns.written: ", ""),
        ("ignore = [1]", 1, "ignore: text is expected", 'write it in quotation marks: ignore = ["…"]'),
        ("rdf_base = 1", 1, "rdf_base: text is expected", 'write it in quotation marks: rdf_base = "…"'),
        ('as_of = "1.1.2024"', 1, "as_of: not a day, as YYYY-MM-DD", ""),
        ("[limits]\nseconds = inf", 2, "limits.seconds: ", ""),
        ("a = 1\nb = = 2", 2, "not valid TOML: ", ""),
    ],
)  # fmt: skip
def test_a_wrong_value_is_told_at_its_own_line(tmp_path: Path, text: str, line: int, said: str, remedy: str):
    message, at, hint = refused(tmp_path, text)
    assert message.startswith(said)
    assert at == line
    assert hint == remedy


def test_a_day_needs_no_quotation_marks_and_a_mark_of_utf8_does_no_harm(tmp_path: Path):
    path = tmp_path / "thence.toml"
    path.write_text("\ufeffas_of = 2024-02-29\n", encoding="utf-8")
    assert load_config(path) == Config(as_of="2024-02-29")
