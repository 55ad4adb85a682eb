"""RDF that is odd and right, odd and wrong: what is read is compared with what another parser makes of it."""

from __future__ import annotations

__all__ = ["READ", "REFUSED", "rdf_xml"]

_HEAD = 'xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="urn:x:"'


def rdf_xml(body: str, before: str = "") -> str:
    """Return an RDF/XML file with a body on its lines from 3 on."""
    return f'<?xml version="1.0"?>{before}\n<r:RDF {_HEAD} xml:base="http://b.example/dir/doc">\n{body}\n</r:RDF>'


READ = {
    "relative.ttl": "<s> <p> <o> .\n<> <#q> <#f> .\n<../up> </root> <//host/x> .",
    "relative.trig": "<g> { <s> <p> <o> }\n<../h> { <> <#p> <o> }",
    "redefined.ttl": "@prefix a: <urn:1:> .\na:x a:y 1 .\n@prefix a: <urn:2:> .\na:x a:y 2 .\n"
    "PREFIX a: <urn:3:>\na:x a:y 3 .",
    "rebased.ttl": "@base <http://one.e/a/> .\n<s> <p> <o> .\n@base <sub/> .\n<s> <p> <o> .\nBASE <http://two.e/>\n"
    "<s> <p> <#o> .\n@prefix r: <rel#> .\n@base <http://three.e/> .\nr:a r:b <c> .",
    "numbers.ttl": "@prefix : <urn:x:> .\n:a :p 1,-1,1.0,1e3,1.E+3,true,false,1.5e10 .\n:a :q 1.\n:b :p 2.5.",
    "strings.ttl": '@prefix : <urn:x:> .\n:a :p """a "quoted" ""x"" \\" end\\"""" , \'\'\'it\'s ""\'\'\', "tab\\t nl\\n'
    ' uni\\u00e9 \\U0001F600", \'\', """\n\n""" , "a"@en-GB-x-priv , "b"^^:dt .',
    "locals.ttl": "@prefix : <urn:x:> .\n@prefix p.q: <urn:pq:> .\n:a\\,b :%41 :c%2Fd .\n:1 :p p.q:x-y .\n: : : .\n"
    ":a:b :é :日本 .\n:x.y :p p.q: .",
    "lists.ttl": "@prefix : <urn:x:> .\n() :p () .\n(1 (2 3) [:q 4]) :p ((())) .\n[] :p [] .\n[ :p [ :p [ ] ] ] .",
    "words.ttl": "prefix : <urn:x:>\nbase <http://b.e/>\nPREFIX foo:<urn:f:>\n:a foo:p <x>;;; :q 1;\n.",
    "keywords.ttl": "@prefix a: <urn:a:> . a:a a a:true, a:false ; a:prefix true ; a:base a:a .",
    "comments.ttl": '# x\n@prefix : <urn:x:> . # <urn:no> .\n:a#c\n:p#"\n"#"# , <urn:x:#y> .\n.#end',
    "crlf.ttl": '@prefix : <urn:x:> .\r\n:a :p """one\r\ntwo""" ;\r\n  :q 1 .\r\n# c\r\n:b :p 2 .\r\n',
    "graphs.nq": '<urn:a> <urn:p> "x" .\n<urn:a> <urn:p> "x" _:g .\n_:g <urn:p> _:g _:g .\n'
    '<urn:a> <urn:p> "\\u00e9\\n"@en <urn:g> .\n',
    "mixed.trig": "@prefix : <urn:x:> .\n:a :p 1 .\n{ :a :p 2 . }\n:g { :a :p 3 , 4 }\nGRAPH :g { :a :p 5 . [] :q 1 }\n"
    "[] { :a :p 6 }\n_:b { :a :p _:b }\n:a :p 7 .\n{}\n:h {}",
    "collection.rdf": rdf_xml(
        '<r:Description><x:c r:parseType="Collection"><r:Description r:about="a"/><x:T/><r:Description r:nodeID="n"/>'
        '</x:c><x:c r:parseType="Collection"/></r:Description>'
    ),
    "empty_literal.rdf": rdf_xml(
        '<x:T r:about="a"><x:e r:parseType="Literal"/><x:f r:parseType=\'Literal\'></x:f></x:T>'
    ),
    "li.rdf": rdf_xml(
        '<r:Bag r:about="bag"><r:li>1</r:li><r:_5>five</r:_5><r:li r:resource="x"/>'
        '<r:li r:parseType="Resource"><r:li>inner</r:li></r:li></r:Bag>'
    ),
    "entities.rdf": rdf_xml(
        '<r:Description r:about="&ns;thing"><x:p>&lt;&c;&#233;</x:p><x:q r:resource="&ns;o"/></r:Description>',
        '<!DOCTYPE r:RDF [<!ENTITY ns "http://e.org/ns#"><!ENTITY c "(c)">]>',
    ),
    "base.rdf": rdf_xml(
        '<r:Description r:about="rel"><x:p xml:base="http://other/x/" r:resource="y"/><x:p r:resource="y"/>'
        '</r:Description><x:T r:about=""/><x:T xml:base="http://c/d#e" r:about=""/>'
    ),
    "languages.rdf": rdf_xml(
        '<r:Description xml:lang="en" r:about="a" x:attr="v"><x:p>en</x:p><x:p xml:lang="">none</x:p>'
        '<x:p xml:lang="de-AT">de</x:p><x:p r:datatype="urn:d">typed</x:p></r:Description>'
    ),
    "reified.rdf": rdf_xml('<x:T r:about="a"><x:p r:ID="s1">v</x:p><x:q r:ID="s2" r:resource="o"/></x:T>'),
    "attributes.rdf": rdf_xml(
        '<x:T r:about="a" x:p="1" r:type="urn:t"><x:q x:p="2"/><x:q r:resource="o" x:p="3"/><x:r r:nodeID="z"/></x:T>'
        '<x:T r:nodeID="z"/>'
    ),
    "namespaces.rdf": '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="urn:def:">'
    '<T rdf:about="urn:a"><p xmlns="urn:inner:">v</p><p>w</p></T></rdf:RDF>',
    "contexts.jsonld": '{"@context":[{"a":"urn:a"},null,{"b":"urn:b","c":"urn:c"},{"c":null}],"@id":"urn:s","b":2}',
    "graph.jsonld": '{"@context":{"p":"urn:p"},"@id":"urn:g","@graph":[{"@id":"urn:a","p":1},'
    '{"@id":"urn:b","p":{"@id":"urn:c","p":2}}],"p":"about g"}',
    "list.jsonld": '{"@context":{"l":{"@id":"urn:l","@container":"@list"},"s":{"@id":"urn:s","@container":"@set"}},'
    '"@id":"urn:a","l":[1,[2,[]],{"@id":"urn:b"}],"s":[],"urn:e":{"@list":[]}}',
    "reverse.jsonld": '{"@context":{"kids":{"@reverse":"urn:parent"}},"@id":"urn:a","kids":'
    '[{"@id":"urn:b"},{"urn:n":1}],'
    '"@reverse":{"urn:knows":{"@id":"urn:c"}}}',
    "nested.jsonld": '{"@context":{"p":"urn:outer"},"@id":"urn:a","p":{"@context":{"p":"urn:inner"},"@id":"urn:b",'
    '"p":{"@context":null,"@id":"urn:c","urn:x":1}}}',
    "json.jsonld": '{"@context":{"j":{"@id":"urn:j","@type":"@json"}},"@id":"urn:a","j":{"b":[1,null,"x"],"a":{}}}',
    "scoped.jsonld": '{"@context":{"@version":1.1,"T":{"@id":"urn:T","@context":{"p":"urn:typed"}},"q":{"@id":"urn:q",'
    '"@context":{"p":"urn:prop"}},"p":"urn:plain"},"@id":"urn:a","@type":"T","p":1,"q":{"@id":"urn:b","p":2}}',
    "values.jsonld": '{"@id":"urn:a","urn:p":[1,true,null,"x",'
    '{"@value":3,"@type":"urn:t"},{"@value":"d","@language":"de"}]}',
    "included.jsonld": '{"@context":{"@version":1.1,"p":"urn:p","n":"@nest"},"@id":"urn:a","p":1,"n":{"p":2},'
    '"@included":[{"@id":"urn:b","p":3}]}',
    "maps.jsonld": '{"@context":{"@version":1.1,"i":{"@id":"urn:i","@container":"@index"},"d":{"@id":"urn:d",'
    '"@container":'
    '"@id"},"t":{"@id":"urn:t","@container":"@type"}},"@id":"urn:a","i":{"x":1,"y":2},"d":{"urn:b":{"urn:p":1}},'
    '"t":{"urn:T":{"urn:p":2}}}',
}
"""Path -> text: what two parsers read alike."""

REFUSED = {
    "graph.ttl": ("@prefix : <urn:x:> .\n:g { :a :p :b }", "TH502", 2, ".trig"),
    "rules.ttl": ("@prefix : <urn:x:> .\n{ :a :p :b } => { :b :p :a } .", "TH502", 2, ".trig"),
    "quads.ttl": ("\n<urn:a> <urn:p> <urn:o> <urn:g> .\n", "TH502", 2, ".nq"),
    "star1.ttl": ("@prefix : <urn:x:> .\n:a :p :b .\n<<:a :p :b>> :q 1 .", "TH516", 3, "rdf:Statement"),
    "star2.ttl": ('@prefix : <urn:x:> .\nVERSION "1.2"\n:a :p :b {| :q 1 |} .', "TH516", 3, "rdf:Statement"),
    "star3.nt": ("<urn:a> <urn:p> <<( <urn:a> <urn:p> <urn:o> )>> .", "TH516", 1, "rdf:Statement"),
    "star4.trig": ("@prefix : <urn:x:> .\n:g { <<( :a :p :b )>> :q 1 }", "TH502", 2, "rdf:Statement"),
    "star5.rdf": (rdf_xml('<x:T><x:p r:parseType="Triple"><x:T><x:q>1</x:q></x:T></x:p></x:T>'), "TH516", 3, "rdf:"),
    "direction.jsonld": ('{"urn:p":\n{"@value":"x","@language":"ar","@direction":"rtl"}}', "TH516", 2, "rdf:Statement"),
    "remote.jsonld": ('{"@id":"urn:a",\n"@context":"http://schema.org","name":"x"}', "TH502", 2, "into the file"),
    "import.jsonld": ('{"@context":\n{"@import":"http://e/c.jsonld"},"name":"x"}', "TH502", 2, "into the file"),
    "inner.jsonld": ('{"@id":"urn:a",\n"urn:p":{"@context":["c.jsonld"],"n":"x"}}', "TH502", 2, "into the file"),
    "scoped.jsonld": (
        '{"@context":{"T":{"@id":"urn:T",\n"@context":"http://e/t.jsonld"}},"@type":"T"}', "TH502", 2, "into the file",
    ),
    "cycle.jsonld": ('{"@context":{"a":"b:x",\n"b":"a:y"},"a":1}', "TH502", 2, ""),
    "twice.jsonld": ('{"@id":"urn:a",\n"@id":"urn:b","urn:p":1}', "TH502", 2, ""),
    "quote.ttl": ('@prefix : <urn:x:> .\n:a :p "one .\n:b :p 2 .', "TH502", 2, ""),
    "escape.ttl": ('@prefix : <urn:x:> .\n:a :p "\\q" .', "TH502", 2, ""),
    "half.ttl": ('@prefix : <urn:x:> .\n:a :p "\\uD800" .', "TH502", 2, ""),
    "space.nt": ("\n<urn:a> <urn:p> <not absolute> .", "TH502", 2, "percent"),
    "relative.nt": ("\n<urn:a> <urn:p> <rel> .", "TH502", 2, "base"),
    "literal.ttl": ('@prefix : <urn:x:> .\n"x" :p 1 .', "TH502", 2, ""),
    "blank.nt": ("\n<urn:a> _:p <urn:o> .", "TH502", 2, ""),
    "language.ttl": ('@prefix : <urn:x:> .\n:a :p "x"@en_US .', "TH502", 2, "en-US"),
    "external.rdf": (
        rdf_xml("<x:T><x:p>&e;</x:p></x:T>", '\n<!DOCTYPE r:RDF [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
        "TH502", 2, "into the file",
    ),
    "relative_base.rdf": (rdf_xml('<x:T xml:base="sub/" r:ID="i"/>'), "TH502", 3, "xml:base"),
    "tags.rdf": (rdf_xml("<x:T><x:p></x:T>"), "TH502", 3, ""),
    "prefix.rdf": (rdf_xml("<y:T/>"), "TH502", 3, "xmlns:y"),
    "id.rdf": (rdf_xml('<x:T r:ID="1x"/>'), "TH502", 3, ""),
}  # fmt: skip
"""Path -> text, code, line and a word of the hint."""
