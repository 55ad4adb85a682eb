"""The worked example of the how-to for a domain of one's own works as it stands."""

from __future__ import annotations

import re
from pathlib import Path

from thence.pipeline import build
from thence.query import why
from thence.store.store import Store

PAGE = (Path(__file__).parents[2] / "docs" / "howto" / "domain.md").read_text(encoding="utf-8")
PIECES = {"domain/orchard.ttl": "turtle", "domain/orchard.yaml": "yaml", "domain/orchard.srl": "sparql"}


def test_the_worked_example_of_the_page_derives_what_it_says(tmp_path):
    example = PAGE[PAGE.index("## A worked example") :]
    (tmp_path / "domain").mkdir()
    for name, language in {**PIECES, "thence.toml": "toml"}.items():
        block = re.search(rf"```{language}\n(.*?)```", example, re.DOTALL)
        assert block, name
        (tmp_path / name).write_text(block[1], encoding="utf-8")
    sentences = ["Hollin Orchards Ltd supplies Brack Press Ltd.", "Marl Farm Ltd delivers apples to Brack Press Ltd."]
    (tmp_path / "note.txt").write_text("\n\n".join(sentences) + "\n", encoding="utf-8")
    report = build(tmp_path)
    assert [file.path for file in report.files] == ["note.txt"]
    with Store.open(report.workspace.directory, read_only=True) as store:
        for orchard in ("Hollin Orchards Ltd", "Marl Farm Ltd"):
            assert why(store, "Brack Press Ltd", "depends on", orchard, root=tmp_path).verified
        assert why(store, "Brack Press Ltd", "fruit:dependsOn", "Marl Farm Ltd", root=tmp_path).holds
