"""The line of each triple in all six formats, of nameless things too: each value names the line it stands in."""

from __future__ import annotations

import re

import pytest

from tests.read.made_rdf import read
from thence.model.terms import Quad
from thence.read.rdf import line_of

HEAD = '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="urn:x:" xml:base="http://b.example/d">'
FILES = {
    "a.ttl": """@prefix : <urn:x:> .
:L2 a :L2 ; :p "L2" ,
  "L3"@en ; :q [ :p "same" ; :p [
  :p "L4" ] ] ; :l ( :L4
  "L5" [ :p "same", "L5" ] ) .
[ :p \"\"\"L6
\"\"\" ] :p _:b1 . # :p "no"
_:b1 :p "L8", "same" .
@base <http://e/> . <#L9> :p 9.0, <#L9>, "L9" .
[] :p "same" .""",
    "a.trig": """PREFIX : <urn:x:>
:g1 { :L2 :p "L2"
 , [ :p "same" ] }
_:g { [] :p "L4" }
GRAPH <urn:g> { _:b :p ( "L5"
   "L6" ) . _:b :p "same" }
{ _:b :p "L7" . }""",
    "a.nt": """<urn:x:L1> <urn:p> _:a .
# nothing
_:a <urn:p> "L3" .
_:b <urn:p> "L4"@en .
_:a <urn:p> "same" .
_:b <urn:p> "same" .""",
    "a.nq": """<urn:x:L1> <urn:p> _:a <urn:g> .

_:a <urn:p> "L3" _:g .
_:b <urn:p> "L4" .
_:b <urn:p> "same" _:g .""",
    "a.rdf": f"""{HEAD}
<x:T r:about="#L2">
 <x:p>L3</x:p>
 <x:q r:parseType="Resource">
  <x:p>same</x:p>
  <x:p>L6</x:p>
 </x:q>
 <x:q r:parseType="Resource">
  <x:p>same</x:p>
 </x:q>
 <x:c r:parseType="Collection">
  <x:U r:about="#L12"/>
  <x:U><x:p>L13</x:p></x:U>
 </x:c>
 <x:l r:parseType="Literal"><b>L15</b></x:l>
 <x:n r:nodeID="n1"/>
 <x:a r:resource="#L17" x:deep="L17"/>
 <x:b x:deep="L18"/>
 <x:d xml:lang="en">L19</x:d>
 <x:d r:datatype="urn:dt">L20</x:d>
</x:T>
<r:Description r:nodeID="n1" x:attr="L22">
 <x:p>L23</x:p>
</r:Description>
<r:Seq r:ID="L25">
 <r:li>L26</r:li>
 <r:li r:resource="#L27"/>
</r:Seq>
<x:T>
 <x:p>same</x:p>
</x:T>
<r:Description xml:base="http://other.e/x" r:about="y#L32"><x:p xml:lang="de">L32</x:p></r:Description>
<r:Description r:about="#s"><x:p r:ID="reif">L33</x:p></r:Description>
</r:RDF>""",
    "a.jsonld": """{"@context": [{"ex": "http://example.org/", "n": "ex:n", "@vocab": "http://v/", "id": "@id"},
 {"k": {"@id": "ex:k", "@type": "@id"}, "kids": {"@reverse": "ex:parent"}, "lst": {"@id": "ex:lst",
   "@container": "@list"}, "lab": {"@id": "ex:lab", "@container": "@language"}, "type": "@type"}],
"@graph": [{"@id": "ex:L4", "@type": "L4",
 "n": "L5",
 "k": "ex:L6",
 "n": [7.5,
  800000.0,
  9,
  true],
 "vocabulary": {"n": "L11"},
 "vocabulary": [
  {"n": "same"},
  {"n": "same"}],
 "lst": ["L15",
  "L16"],
 "lab": {"en": "L17",
  "de": "L18"},
 "kids": [{"id": "ex:s", "n": "L19"},
  {"id": "ex:t", "n": "L20"}],
 "ex:j": {"@value": {"a": "L21"}, "@type": "@json"},
 "@reverse": {"ex:owner": {"@id": "ex:u", "n": "L22"}}
},
{"type": "T", "n": "same"},
{"id": "_:b1", "n": "L25", "k":
   "_:b2"},
{"id": "_:b2", "n": "same"}
]}""",
}
NUMBERS = {"7.5E0": 7, "800000": 8, "9": 9, "true": 10, "9.0": 9}


def _told(quad: Quad) -> int | None:
    match = re.search(r"L(\d+)", quad[2])
    return int(match[1]) if match else NUMBERS.get(quad[2].split('"')[1] if '"' in quad[2] else "")


@pytest.mark.parametrize("path", sorted(FILES))
def test_each_triple_has_the_line_that_its_value_names(path: str):
    text = FILES[path]
    document = read(text, path)
    wanted = {(quad, told) for quad in document.quads if (told := _told(quad)) and quad[2] != "<http://example.org/L4>"}
    assert {(quad, line_of(document, quad)) for quad, _ in wanted} == wanted
    assert len(wanted) >= len(set(re.findall(r"L\d+", text))) - 2
    assert None not in {line_of(document, quad) for quad in document.quads}


@pytest.mark.parametrize("path", sorted(FILES))
def test_what_nameless_things_have_alike_stands_at_a_line_each(path: str):
    text = FILES[path]
    document = read(text, path)
    lines = sorted(line for quad in document.quads if quad[2] == '"same"' and (line := line_of(document, quad)))
    assert lines == sorted(text[: match.start()].count("\n") + 1 for match in re.finditer(r"same", text))
