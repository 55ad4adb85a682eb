"""What is wrong with a query, in words its author can act on: the parser's complaint, read again."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from thence.errors import Location, QueryError
from thence.names import prefixes
from thence.store.tokens import Token, declared_prefixes, line_and_column, line_at

__all__ = ["hint_for_prefix", "refusal", "syntax_error"]

_WELL_KNOWN = {
    "brick": "https://brickschema.org/schema/Brick#",
    "cc": "http://creativecommons.org/ns#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "dct": "http://purl.org/dc/terms/",
    "geo": "http://www.w3.org/2003/01/geo/wgs84_pos#",
    "geosparql": "http://www.opengis.net/ont/geosparql#",
    "gist": "https://w3id.org/semanticarts/ns/ontology/gist/",
    "qb": "http://purl.org/linked-data/cube#",
    "sdo": "https://schema.org/",
    "sosa": "http://www.w3.org/ns/sosa/",
    "ssn": "http://www.w3.org/ns/ssn/",
    "vann": "http://purl.org/vocab/vann/",
    "vcard": "http://www.w3.org/2006/vcard/ns#",
    "void": "http://rdfs.org/ns/void#",
    "wd": "http://www.wikidata.org/entity/",
    "wdt": "http://www.wikidata.org/prop/direct/",
}


def hint_for_prefix(prefix: str, *, declaration: str = "@prefix {}: <{}> .") -> str:
    """Return how to declare a prefix, with its usual namespace where it is a well-known one."""
    usual = prefixes().get(prefix) or _WELL_KNOWN.get(prefix)
    return f"declare it: {declaration.format(prefix, usual or 'NAMESPACE')}"


_PARSER = re.compile(r"error at (\d+):(\d+): expected (?:one of )?(.*)", re.DOTALL)
_CLOSES = {")": "(", "]": "[", "}": "{"}
_OPERATORS = frozenset({"=", "!=", "<", ">", "<=", ">=", "&&", "||", "+", "-", "*", "/", "!"})
_TERMS = frozenset({"iri", "name", "variable", "string", "number", "blank"})
# The built-in calls of SPARQL 1.1 and 1.2, and the words that a bracket may follow.
_CALLS = frozenset(
    """ABS ADJUST AS ASC AVG BIND BNODE BOUND BY CEIL COALESCE CONCAT CONTAINS COUNT DATATYPE DAY DESC DISTINCT
    ENCODE_FOR_URI EXISTS FILTER FLOOR FROM GROUP_CONCAT HASLANG HASLANGDIR HAVING HOURS IF IN IRI ISBLANK ISIRI
    ISLITERAL ISNUMERIC ISTRIPLE ISURI LANG LANGDIR LANGMATCHES LCASE MAX MD5 MIN MINUTES MONTH NOT NOW OBJECT
    PREDICATE RAND REDUCED REGEX REPLACE ROUND SAMETERM SAMPLE SECONDS SELECT SEPARATOR SHA1 SHA256 SHA384 SHA512 STR
    STRAFTER STRBEFORE STRDT STRENDS STRLANG STRLANGDIR STRLEN STRSTARTS STRUUID SUBJECT SUBSTR SUM TIMEZONE TRIPLE TZ
    UCASE URI UUID VALUES WHERE YEAR""".split()  # noqa: SIM905 - eighty words read best as text
)


def refusal(code: str, message: str, text: str, word: Token, hint: str = "") -> QueryError:
    """Return an error that points to a word of a query."""
    line, column = line_and_column(text, word.start)
    return QueryError(code, message, at=Location("query", line, column), hint=hint, excerpt=line_at(text, line))


def syntax_error(
    error: SyntaxError,
    text: str,
    words: Sequence[Token],
    *,
    shifts: Sequence[tuple[int, int]] = (),
    known: Collection[str] = (),
) -> QueryError:
    """Return the parser's complaint, TH401, with its place in the text the user wrote.

    shifts: (offset in the user's text, length put in there before it was parsed), in order.   known: prefixes that
    hold besides those the text declares.
    """
    match = _PARSER.match(str(error))
    if not match:
        return QueryError("TH401", str(error), excerpt=text.strip().split("\n")[0])
    expected = match.group(3)
    undeclared = _undeclared(words, {*declared_prefixes(text), *prefixes(), *known})
    if undeclared:
        prefix = undeclared.text.partition(":")[0]
        hint = hint_for_prefix(prefix, declaration="PREFIX {}: <{}>")
        return refusal("TH401", f"the prefix {prefix}: is not declared", text, undeclared, hint)
    unbalanced = _unbalanced(words)
    if unbalanced:
        what = "closes nothing" if unbalanced.text in _CLOSES else "is never closed"
        return refusal("TH401", f"{unbalanced.text!r} {what}", text, unbalanced)
    offset = _offset(text, int(match.group(1)), int(match.group(2)), shifts)
    # Rules of SPARQL that are no grammar come as sentences among the words the grammar would have taken.
    sentences = re.findall(r"(?:^|, )([A-Z][\w*]* (?!\.\.)[^,\[]*\w)", expected)
    line, column = line_and_column(text, offset)
    if sentences:
        return QueryError("TH401", sentences[0], at=Location("query", line, column), excerpt=line_at(text, line))
    # The parser names the furthest place it saw, which may lie behind the mistake: at the end it says nothing.
    following = next((word for word in words if word.end > offset), None)
    suspect = _suspect(words)
    if suspect and (following is None or suspect[0].start <= offset):
        return refusal("TH401", suspect[1], text, suspect[0])
    if following:
        return refusal("TH401", f"unexpected {following.text!r}", text, following)
    return QueryError(
        "TH401", "the query is not well formed", at=Location("query", line, column), excerpt=line_at(text, line)
    )


def _suspect(words: Sequence[Token]) -> tuple[Token, str] | None:
    """Return the first word that is most likely wrong, and why."""
    seen: set[str] = set()
    run = 0
    for index, word in enumerate(words):
        before = words[index - 1] if index else word
        spelled, after = word.text.upper(), words[index + 1].text if index + 1 < len(words) else ""
        if word.kind == "mark" and word.text in "\"'":
            return word, "a text that is never closed"
        if word.kind == "word" and after == "(" and spelled not in _CALLS:
            return word, f"no function is called {word.text}"
        if word.text in _CLOSES and before.kind == "mark" and before.text in _OPERATORS and before.text not in "*+":
            return word, f"something is missing between {before.text!r} and {word.text!r}"
        if before.text.upper() == "FILTER" and word.kind in {"variable", "number", "string"}:
            return word, "FILTER needs brackets around its condition"
        if before.text.upper() == "AS" and word.kind == "variable" and word.text in seen:
            return word, f"{word.text} is in use already: AS needs a new variable"
        if word.kind == "variable":
            seen.add(word.text)
        if word.text in {".", "}"} and run == 2 and _is_triple_end(words, index):
            return word, f"a triple pattern has three parts; one is missing before {word.text!r}"
        is_term = word.kind in _TERMS or word.text == "a"
        run = run + 1 if is_term else 0
    return None


def _is_triple_end(words: Sequence[Token], index: int) -> bool:
    """Return whether the two terms before a stop begin a pattern of their own."""
    return index >= 3 and words[index - 3].text in {"{", ".", "}"}


def _offset(text: str, line: int, column: int, shifts: Sequence[tuple[int, int]]) -> int:
    """Return the offset in the user's text of a place in the text that ran (no insertion holds a line end)."""
    starts = [0] + [match.end() for match in re.finditer("\n", text)]
    if line > len(starts):
        return len(text)
    begin = starts[line - 1]
    end = starts[line] if line < len(starts) else len(text) + 1
    offset = begin + column - 1
    for at, length in shifts:
        if begin <= at < end and at < offset:
            offset = max(at, offset - length)
    return min(offset, len(text))


def _undeclared(words: Sequence[Token], declared: Collection[str]) -> Token | None:
    before = ""
    for word in words:
        if word.kind == "name" and before.upper() != "PREFIX" and word.text.partition(":")[0] not in declared:
            return word
        before = word.text
    return None


def _unbalanced(words: Sequence[Token]) -> Token | None:
    open_: list[Token] = []
    for word in words:
        if word.kind != "mark":
            continue
        if word.text in "([{":
            open_.append(word)
        elif word.text in _CLOSES:
            if not open_ or open_[-1].text != _CLOSES[word.text]:
                return word
            open_.pop()
    return open_[-1] if open_ else None
