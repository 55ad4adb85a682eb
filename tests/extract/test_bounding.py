"""What stands in a stretch of megabytes is no statement; the rest of the file is, and all of it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from thence.extract.bounding import LONGEST
from thence.pipeline import build, status
from thence.store.workspace import Workspace


@pytest.mark.parametrize("name", ["a.txt", "a.html", "a.csv"])
def test_an_overlong_line_costs_its_own_statements_alone(name: str, tmp_path: Path):
    long = "z" * (LONGEST + 1)
    text = {
        "a.txt": f"Ida Moss works for Elm Ltd. {long}. It met.\n\nOtto Kern works for Elm Ltd.\n",
        "a.html": f"<p>Ida Moss works for Elm Ltd. {long}.</p><p>Otto Kern works for Elm Ltd.</p>",
        "a.csv": f"company,director,note\nElm Ltd,Ida Moss,{long}\nElm Ltd,Otto Kern,ok\n",
    }[name]
    (tmp_path / name).write_text(text)
    report = build(tmp_path)
    assert report.counts["statements"] == 1
    rejected = status(Workspace.find(tmp_path)).rejected
    assert all(len(each.quote) < LONGEST for each in rejected)
    assert name != "a.csv" or {each.code for each in rejected} == {"TH803"}
