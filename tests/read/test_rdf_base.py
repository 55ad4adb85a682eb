"""What relative IRIs of RDF files start from: the file's path in the corpus, or what thence.toml says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.read.made_rdf import RDF_XML
from thence.config import is_base, load_config
from thence.errors import ConfigError
from thence.pipeline import build
from thence.read import Options, read_bytes, readers_digest, recipe_for
from thence.read.rdf import line_of

FOLDER, FILE = "https://example.org/data/", "https://example.org/doc"
STATED = {
    "a.ttl": "<s> <p> <#o> .",
    "a.trig": "{ <s> <p> <#o> }",
    "a.jsonld": '{"@id": "s", "@context": {"p": {"@id": "urn:p", "@type": "@id"}}, "p": "#o"}',
    "a.rdf": RDF_XML.replace(' xml:base="http://b.example/doc"', "").format(
        '<r:Description r:about="s"><x:p r:resource="#o"/></r:Description>'
    ),
}


@pytest.mark.parametrize("name", sorted(STATED))
def test_a_base_that_ends_in_a_slash_is_the_folder_and_another_is_the_file(name: str):
    places = (f"sub folder/{name}",)
    data = STATED[name].encode()
    for base, subject, obj in (
        ("file:///", "<file:///sub%20folder/s>", f"<file:///sub%20folder/{name}#o>"),
        (FOLDER, f"<{FOLDER}sub%20folder/s>", f"<{FOLDER}sub%20folder/{name}#o>"),
        (FILE, "<https://example.org/s>", f"<{FILE}#o>"),
    ):
        document = read_bytes(data, places=places, options=Options(base=base))
        quad = document.quads[0]
        assert (quad[0], quad[2]) == (subject, obj)
        assert line_of(document, quad) == (2 if name == "a.rdf" else 1)


def test_a_base_that_the_file_declares_starts_from_the_configured_one():
    document = read_bytes(b"@base <x/> .\n<s> <p> 1 .", places=("a.ttl",), options=Options(base=FOLDER))
    assert document.quads[0][0] == f"<{FOLDER}x/s>"


def test_the_base_belongs_to_the_recipe_of_rdf_and_of_nothing_else():
    own = Options(base=FOLDER)
    assert recipe_for("a.ttl", b"<a:a> <a:a> 1 .", own) != recipe_for("a.ttl", b"<a:a> <a:a> 1 .")
    assert recipe_for("a.md", b"# A", own) == recipe_for("a.md", b"# A")
    assert readers_digest(own) != readers_digest()


def test_a_new_base_reads_the_files_again(tmp_path: Path):
    (tmp_path / "a.ttl").write_text("<s> <p:p> <o> .")
    config = tmp_path / "thence.toml"
    config.write_text("")
    assert build(tmp_path).changed
    config.write_text(f'rdf_base = "{FOLDER}"\n')
    report = build(tmp_path)
    assert report.changed
    assert report.options.base == FOLDER
    assert not build(tmp_path).changed


@pytest.mark.parametrize(
    "value", ["data/", "", "https://e/ x/", "https://e/#a", "urn:thence:doc:x", "https://[x/", "https://e/%zz", "x:"]
)
def test_what_is_no_base_is_refused_at_the_door(tmp_path: Path, value: str):
    assert not is_base(value)
    (path := tmp_path / "thence.toml").write_text(f'rdf_base = "{value}"')
    with pytest.raises(ConfigError, match="rdf_base") as raised:
        load_config(path)
    assert (raised.value.code, raised.value.at and raised.value.at.line) == ("TH202", 1)
