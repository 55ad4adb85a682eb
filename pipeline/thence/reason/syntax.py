"""Rule text to a syntax tree (lark, LALR), and a sentence where the text does not parse."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Literal

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

from thence.reason.source import Place, Source

__all__ = ["Node", "Start", "children", "parse", "place_of"]

Start = Literal["ruleset", "program"]
Node = Tree[Token]

_WORDS = {
    "__ANON_0": "'{|'",
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "LPAR": "'('",
    "RPAR": "')'",
    "LSQB": "'['",
    "RSQB": "']'",
    "DOT": "'.'",
    "COMMA": "','",
    "SEMICOLON": "';'",
    "VAR": "a variable",
    "IRIREF": "an IRI",
    "PNAME_LN": "a prefixed name",
    "STRING": "a string",
    "INTEGER": "a number",
    "_WHERE": "WHERE",
    "_RULE": "RULE",
    "$END": "the end of the file",
}
_ORDER = list(_WORDS)


@cache
def _parser(start: Start) -> Lark:
    grammar = (files("thence.reason") / "rules.lark").read_text(encoding="utf-8")
    if start == "program":
        grammar += "%ignore /%[^\\r\\n]*/\n"
    return Lark(grammar, start=[start], parser="lalr", propagate_positions=True, maybe_placeholders=False)


def parse(source: Source, start: Start) -> Node:
    """Return the tree of a rule file. Raises RuleError TH301 with line, column and what could stand there."""
    try:
        return _parser(start).parse(source.text, start=start)
    except UnexpectedToken as error:
        token = error.token
        if token.type == "$END":
            raise _end(source, set(error.accepts or error.expected)) from error
        message = f"unexpected {str(token)!r}"
        raise source.error(
            "TH301", message, (token.line or 1, token.column or 1), hint=_hint(set(error.accepts or error.expected))
        ) from error
    except UnexpectedCharacters as error:
        found = error.char
        hint = _hint(set(error.allowed or ()))
        raise source.error("TH301", f"unexpected {found!r}", (error.line, error.column), hint=hint) from error
    except UnexpectedEOF as error:
        raise _end(source, set(error.expected)) from error


def _end(source: Source, expected: set[str]) -> Exception:
    lines = source.text.splitlines() or [""]
    at = (len(lines), len(lines[-1]) + 1)
    return source.error("TH301", "the file ends in the middle of a rule", at, hint=_hint(expected))


def _hint(expected: set[str]) -> str:
    known = [_WORDS[name] for name in _ORDER if name in expected]
    return "expected " + " or ".join(known[:5]) if known else ""


def children(tree: Node, name: str) -> list[Node]:
    """Return the direct subtrees of a name, in order."""
    return [child for child in tree.children if isinstance(child, Tree) and child.data == name]


def place_of(node: Any) -> Place:
    """Return where a tree or token begins."""
    if isinstance(node, Token):
        return node.line or 1, node.column or 1
    meta = node.meta
    return (meta.line, meta.column) if not meta.empty else (1, 1)
