"""Proofs lead to the place inside of nested data, not to its line alone."""

from __future__ import annotations

import json

DATA = {
    "orders": [
        {"payer": "Bolt GmbH", "payee": "Kite Ltd", "amount": 5, "currency": "EUR"},
        {"payer": "Moss SA", "payee": "Kite Ltd", "amount": 7, "currency": "EUR"},
    ]
}


def test_a_proof_names_the_object_in_a_file_of_one_line(thence, tmp_path):
    (tmp_path / "d.json").write_text(json.dumps(DATA), encoding="utf-8")
    assert thence("build", tmp_path, "-q").code == 0
    asked = ("why", "Moss SA", "paid", "Kite Ltd", "-w", tmp_path)
    assert "d.json:1 row 2 (orders / 2) bytes" in thence(*asked).out
    (evidence,) = json.loads(thence(*asked, "--json").out)["proof"]["steps"][0]["evidence"]
    assert (evidence["row"], evidence["header"]) == (2, "orders / 2")
