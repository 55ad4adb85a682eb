"""What expressions come to for one solution, with SPARQL's meaning: exact numbers, dates, strings, logic.

Only what is cheap and certain is decided here; everything else raises `Undecided` and goes to the store's own SPARQL.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Context, Decimal, DivisionByZero, InvalidOperation
from functools import lru_cache
from typing import NamedTuple

from thence.model.rule import Call, Expression, Variable
from thence.model.terms import Term, datatype_of, iri_term, is_literal, lexical_of, literal
from thence.names import XSD, mint

__all__ = ["FALSE", "TRUE", "Failed", "Family", "Undecided", "Value", "evaluate", "truth", "value_of"]

TRUE = literal("true", XSD.boolean)
FALSE = literal("false", XSD.boolean)

Family = int
NUMBER, TEXT, DATE, MOMENT, LOGIC, NAME = 1, 2, 3, 4, 5, 6
_DIGITS = 18  # the fraction digits of an xsd:decimal in the store
_EXACT = Context(prec=200, traps=[InvalidOperation, DivisionByZero])
_INTEGERS = frozenset(
    XSD[name]
    for name in (
        "integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "nonPositiveInteger",
        "negativeInteger", "unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte",
    )
)  # fmt: skip
_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}")


class Failed(Exception):  # noqa: N818  # SPARQL's "error" as a value of an expression, not a mistake of anybody
    """The expression has an error in SPARQL's sense."""


class Undecided(Exception):  # noqa: N818  # a signal to ask the store
    """Nothing certain can be said here."""


class Value(NamedTuple):
    """A term's value: within one family, keys compare as SPARQL compares."""

    family: Family
    key: int | Decimal | str | bool


@lru_cache(maxsize=1 << 16)
def value_of(term: Term) -> Value | None:
    """Return the value of an exact number, plain string, date or moment without zone, boolean or name, else None."""
    if not is_literal(term):
        return Value(NAME, term)
    text, datatype = lexical_of(term), datatype_of(term)
    if datatype == XSD.string:
        return Value(TEXT, text)
    if datatype in _INTEGERS:
        return Value(NUMBER, int(text)) if _INTEGER.fullmatch(text) else None
    if datatype == XSD.decimal:
        return Value(NUMBER, Decimal(text)) if _DECIMAL.fullmatch(text) else None
    if datatype == XSD.date and _DATE.fullmatch(text) and _is_valid(date.fromisoformat, text):
        return Value(DATE, text)
    if datatype == XSD.dateTime and _MOMENT.fullmatch(text) and _is_valid(datetime.fromisoformat, text):
        return Value(MOMENT, text)
    if datatype == XSD.boolean and text in {"true", "false", "1", "0"}:
        return Value(LOGIC, text in {"true", "1"})
    return None


def _is_valid(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except ValueError:
        return False
    return True


def _number_term(value: int | Decimal) -> Term:
    """Return a number as a literal in canonical spelling: an integer, or a decimal without needless zeros."""
    if isinstance(value, int):
        return literal(str(value), XSD.integer)
    text = f"{value:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return literal("0" if text in {"-0", ""} else text, XSD.decimal)


def evaluate(expression: Expression, bindings: Mapping[Variable, Term]) -> Term:
    """Return what an expression comes to. Raises Failed for SPARQL's error and Undecided where the store must say."""
    if not isinstance(expression, Call):
        if expression.startswith("?"):
            try:
                return bindings[Variable(expression)]
            except KeyError:
                raise Failed from None
        return Term(expression)
    operator, arguments = expression.operator, expression.arguments
    if operator in {"&&", "||"}:
        return _as_term(_logic(operator == "||", arguments, bindings))
    if operator in _ARITHMETIC:
        return _number_term(_number(expression, bindings))
    values = [evaluate(argument, bindings) for argument in arguments]
    if operator in _COMPARE:
        return _as_term(_compare(operator, values[0], values[1]))
    if operator == "!":
        return _as_term(not _effective(values[0]))
    if operator in {"IN", "NOT IN"}:
        return _as_term(_among(values[0], values[1:]) == (operator == "IN"))
    if operator == "SKOLEM":
        return iri_term(mint("sk", *values))
    raise Undecided


def truth(expression: Expression, bindings: Mapping[Variable, Term]) -> bool:
    """Return whether a condition is true; an error raises Failed (SPARQL 1.1, section 17.2.2)."""
    return _effective(evaluate(expression, bindings))


def _as_term(value: bool) -> Term:  # the value itself
    return TRUE if value else FALSE


def _effective(term: Term) -> bool:
    value = value_of(term)
    if value is None:
        raise Undecided
    if value.family in {LOGIC, NUMBER, TEXT}:
        return bool(value.key)
    raise Failed


def _logic(either: bool, arguments: tuple[Expression, ...], bindings: Mapping[Variable, Term]) -> bool:
    failed = False
    for argument in arguments:
        try:
            if truth(argument, bindings) == either:
                return either
        except Failed:
            failed = True
    if failed:
        raise Failed
    return not either


_COMPARE: Mapping[str, Callable[[int], bool]] = {
    "=": lambda order: order == 0,
    "!=": lambda order: order != 0,
    "<": lambda order: order < 0,
    ">": lambda order: order > 0,
    "<=": lambda order: order <= 0,
    ">=": lambda order: order >= 0,
}
_ARITHMETIC = frozenset("+-*/")


def _compare(operator: str, left: Term, right: Term) -> bool:
    a, b = value_of(left), value_of(right)
    if a is None or b is None:
        raise Undecided
    if NAME in {a.family, b.family} and operator in {"=", "!="}:
        return (left == right) == (operator == "=")
    if a.family != b.family or a.family == NAME:
        raise Undecided
    order = (a.key > b.key) - (a.key < b.key)  # type: ignore[operator]  # one family, one type of key
    return _COMPARE[operator](order)


def _among(value: Term, others: list[Term]) -> bool:
    undecided = False
    for other in others:
        try:
            if _compare("=", value, other):
                return True
        except Undecided:
            undecided = True
    if undecided:
        raise Undecided
    return False


def _number(expression: Expression, bindings: Mapping[Variable, Term]) -> int | Decimal:
    """Return an exact number. Raises Undecided for terms that are none; nothing is spelled out on the way."""
    if isinstance(expression, Call) and expression.operator in _ARITHMETIC:
        numbers = [_number(argument, bindings) for argument in expression.arguments]
        if len(numbers) == 1:
            return numbers[0] if expression.operator == "+" else _calculate("-", 0, numbers[0])
        return _calculate(expression.operator, numbers[0], numbers[1])
    value = value_of(evaluate(expression, bindings))
    if value is None or value.family != NUMBER:
        raise Undecided
    assert isinstance(value.key, int | Decimal)
    return value.key


def _calculate(operator: str, x: int | Decimal, y: int | Decimal) -> int | Decimal:
    if operator == "/":
        if y == 0:
            raise Failed
        quotient = _EXACT.divide(Decimal(x), Decimal(y))
        digits = quotient.as_tuple().exponent
        if isinstance(digits, int) and digits < -_DIGITS:
            raise Undecided
        return quotient
    if isinstance(x, int) and isinstance(y, int):
        return x + y if operator == "+" else x - y if operator == "-" else x * y
    p, q = Decimal(x), Decimal(y)
    if operator == "+":
        return _EXACT.add(p, q)
    return _EXACT.subtract(p, q) if operator == "-" else _EXACT.multiply(p, q)
