"""Names and literals in rule text: prefixes and bases in force, terms and expressions read from the tree."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from urllib.parse import urljoin

from lark import Token, Tree

from thence.model.rule import Call, Expression, Node, Variable
from thence.model.terms import Term, iri_term, literal
from thence.names import RDF, XSD, Iri, prefixes
from thence.reason.source import Source
from thence.reason.syntax import Node as SyntaxNode
from thence.reason.syntax import place_of

__all__ = ["BUILT_INS", "Scope"]

BUILT_INS = frozenset(
    """
    ABS BNODE BOUND CEIL COALESCE CONCAT CONTAINS DATATYPE DAY ENCODE_FOR_URI FLOOR HASLANG HASLANGDIR HOURS IF
    IRI ISBLANK ISIRI ISLITERAL ISNUMERIC ISTRIPLE ISURI LANG LANGDIR LANGMATCHES LCASE MD5 MINUTES MONTH NOW
    OBJECT PREDICATE RAND REGEX REPLACE ROUND SAMETERM SECONDS SHA1 SHA256 SHA384 SHA512 SKOLEM STR STRAFTER
    STRBEFORE STRDT STRENDS STRLANG STRLANGDIR STRLEN STRSTARTS STRUUID SUBJECT SUBSTR TIMEZONE TRIPLE TZ UCASE
    URI UUID YEAR
    """.split()  # noqa: SIM905  # a list of words reads better as words
)
"""SPARQL's functions, and SKOLEM."""
_UNSTABLE = frozenset({"NOW", "RAND", "UUID", "STRUUID", "BNODE"})
_AGGREGATES = frozenset({"COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE", "GROUP_CONCAT"})
_PNAME_ESCAPE = re.compile(r"\\([_~.\-!$&'()*+,;=/?#@%])")
_ESCAPE = re.compile(r"\\(?:([tbnrf\"'\\])|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_PLAIN = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f", '"': '"', "'": "'", "\\": "\\"}
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_NUMBERS = {"INTEGER": XSD.integer, "DECIMAL": XSD.decimal, "DOUBLE": XSD.double}


class Scope:
    """The prefixes and base in force at a point of a rule file; declarations change it as reading goes on."""

    def __init__(self, source: Source, declared: Mapping[str, str], *, shipped: bool) -> None:
        self.source = source
        self.base = ""
        self.prefixes: dict[str, str] = {**(prefixes() if shipped else {}), **declared}

    # ---- declarations --------------------------------------------------------------------------
    def set_base(self, token: Token) -> None:
        """Take a BASE declaration."""
        self.base = self._reference(token)

    def set_prefix(self, name: Token, token: Token) -> None:
        """Take a PREFIX declaration."""
        self.prefixes[str(name)[:-1]] = self._reference(token)

    # ---- names ---------------------------------------------------------------------------------
    def _reference(self, token: Token) -> str:
        text = self._unescape(str(token)[1:-1], token)
        if not self.base or _SCHEME.match(text):
            return text
        return urljoin(self.base, text)

    def iri(self, tree: SyntaxNode) -> Iri:
        """Return the IRI a name stands for. Raises RuleError TH308 for a prefix nobody declares."""
        token = tree.children[0]
        assert isinstance(token, Token)
        if token.type == "IRIREF":
            iri = self._reference(token)
            if not _SCHEME.match(iri):
                hint = "write an absolute IRI or declare a BASE"
                raise self.source.error("TH312", f"relative IRI <{iri}> without a BASE", place_of(token), hint=hint)
            return Iri(iri)
        prefix, _, local = str(token).partition(":")
        namespace = self.prefixes.get(prefix)
        if namespace is None:
            raise self._unknown_prefix(prefix, token)
        return Iri(namespace + _PNAME_ESCAPE.sub(r"\1", local))

    def _unknown_prefix(self, prefix: str, token: Token) -> Exception:
        near = difflib.get_close_matches(prefix, sorted(self.prefixes), n=1, cutoff=0.5)
        declare = f"declare it: PREFIX {prefix}: <…>"
        hint = f"did you mean {near[0]}:? Else {declare}" if near else declare
        return self.source.error("TH308", f"undeclared prefix {prefix}:", place_of(token), hint=hint)

    def variable(self, token: Token) -> Variable:
        """Return a variable with a question mark, however it was written."""
        return Variable("?" + str(token)[1:])

    # ---- literals ------------------------------------------------------------------------------
    def _unescape(self, text: str, token: Token) -> str:
        def plain(match: re.Match[str]) -> str:
            known, short, long, other = match.groups()
            if other is not None:
                raise self.source.error("TH301", f"unknown escape \\{other}", place_of(token), hint=r"write \\ for \ ")
            return _PLAIN[known] if known else chr(int(short or long, 16))

        return _ESCAPE.sub(plain, text) if "\\" in text else text

    def string(self, token: Token) -> str:
        """Return the characters of a string token."""
        quotes = 3 if token.type == "STRING_LONG" else 1
        return self._unescape(str(token)[quotes:-quotes], token)

    def text(self, tree: SyntaxNode) -> Term:
        """Return a string literal with its language or datatype."""
        token, *rest = tree.children
        assert isinstance(token, Token)
        words = self.string(token)
        if not rest:
            return literal(words)
        kind = rest[0]
        if isinstance(kind, Tree):
            return literal(words, self.iri(kind))
        return literal(words, language=str(kind)[1:])

    def number(self, tree: SyntaxNode) -> Term:
        """Return a number, signed or not, with its datatype."""
        tokens = [token for token in tree.children if isinstance(token, Token)]
        return literal("".join(tokens).removeprefix("+"), _NUMBERS[tokens[-1].type])

    def term(self, tree: SyntaxNode) -> Term:
        """Return the term of an ``iri``, ``text``, ``number`` or ``boolean`` tree."""
        match tree.data:
            case "iri":
                return iri_term(self.iri(tree))
            case "text":
                return self.text(tree)
            case "number":
                return self.number(tree)
            case _:
                return literal(str(tree.children[0]), XSD.boolean)

    # ---- expressions ---------------------------------------------------------------------------
    def expression(self, node: SyntaxNode | Token) -> Expression:
        """Return an expression with absolute IRIs; brackets disappear into its structure."""
        if isinstance(node, Token):
            return self.variable(node)
        parts = node.children
        match node.data:
            case "bracketed":
                return self.expression(parts[0])
            case "or" | "and":
                operator = "||" if node.data == "or" else "&&"
                return Call(operator, (self.expression(parts[0]), self.expression(parts[1])))
            case "comparison" | "sum" | "product":
                return Call(str(parts[1]), (self.expression(parts[0]), self.expression(parts[2])))
            case "unary":
                return Call(str(parts[0]), (self.expression(parts[1]),))
            case "membership":
                # IN is a filtered keyword, NOT IN a token that stays.
                negated = any(isinstance(part, Token) and part.type == "NOT_IN" for part in parts)
                rest = [part for part in parts if not (isinstance(part, Token) and part.type == "NOT_IN")]
                return Call("NOT IN" if negated else "IN", tuple(self.expression(part) for part in rest))
            case "constant":
                inner = parts[0]
                if isinstance(inner, Token):
                    return literal(str(inner), _NUMBERS[inner.type])
                return self.term(inner)
            case "function":
                name, *arguments = parts
                assert isinstance(name, Tree)
                return Call(f"<{self.iri(name)}>", tuple(self.expression(part) for part in arguments))
            case _:
                return self._call(node)

    def _call(self, node: SyntaxNode) -> Call:
        name, *arguments = node.children
        assert isinstance(name, Token)
        upper = str(name).upper()
        if upper in _AGGREGATES:
            hint = "aggregates are not evaluated in rules yet; use a query"
            raise self.source.error("TH311", f"aggregate {upper} in a rule", place_of(name), hint=hint)
        if upper in _UNSTABLE:
            hint = "a rule must give the same facts each time; use SKOLEM(tag, …) for a new node"
            raise self.source.error("TH311", f"{upper} differs from run to run", place_of(name), hint=hint)
        if upper not in BUILT_INS:
            near = difflib.get_close_matches(upper, sorted(BUILT_INS), n=1)
            hint = f"did you mean {near[0]}?" if near else "write the IRI of a function, or a SPARQL built-in"
            raise self.source.error("TH314", f"unknown function {name}", place_of(name), hint=hint)
        return Call(upper, tuple(self.expression(part) for part in arguments))

    def node(self, tree: SyntaxNode | Token) -> Node:
        """Return a simple node: a variable, an IRI or a literal."""
        if isinstance(tree, Token):
            if tree.type == "A":
                return iri_term(RDF.type)
            return self.variable(tree)
        return self.term(tree)
