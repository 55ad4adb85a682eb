from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance import jena


@pytest.mark.slow
@pytest.mark.skipif(bool(jena.missing()), reason=f"no comparison with Jena: {jena.missing()}")
def test_jena_rdflib_and_thence_see_the_same_graph_in_the_export(tutorial_export: Path, capsys):
    assert jena.main([str(tutorial_export)]) == 0
    said = capsys.readouterr().out
    assert "equal answers: 4 of 4" in said
    assert "| 0 rows" not in said
