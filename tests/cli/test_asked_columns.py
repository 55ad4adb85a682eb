"""What a build asks of a column is answered by the lines that it prints, pasted as they stand."""

from __future__ import annotations


def test_the_lines_of_the_hint_answer_when_pasted_below_tables(thence, tmp_path):
    (tmp_path / "wires.csv").write_text(
        "Payer,Payee,Amount,Currency,Date\nBolt GmbH,Kite Ltd,5,EUR,03/04/2024\n", encoding="utf-8"
    )
    settings = tmp_path / "thence.toml"
    settings.write_text('[trust]\nvoices = ["Ann Keller"]\n\n[limits]\ndepth = 40\n', encoding="utf-8")
    asked = thence("build", tmp_path, "--verbose")
    assert "TH540" in asked.out + asked.err
    lines = (asked.out + asked.err).splitlines()
    at = next(at for at, line in enumerate(lines) if line.strip() == "[[columns]]")
    with settings.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines[at : at + 4])
    answered = thence("build", tmp_path, "--verbose")
    assert answered.code == 0
    assert "TH540" not in answered.out + answered.err
    assert "2024-04-03" in thence("ask", "transfers", "-w", tmp_path).out
