"""Identifiers with a check of their own: IBAN, LEI, ISIN, BIC, e-mail, URL, DOI, company numbers by their context."""

from __future__ import annotations

import re
from dataclasses import dataclass

from thence.extract.values.found import Found, without_overlaps
from thence.names import MONEY, PEOPLE, Iri

__all__ = ["PROPERTY_OF_KIND", "Identifier", "find_identifiers", "is_iban", "is_isin", "is_lei", "normal_identifier"]

PROPERTY_OF_KIND: dict[str, Iri] = {
    "iban": MONEY.iban,
    "company-number": PEOPLE.companyNumber,
    "email": PEOPLE.email,
    "lei": PEOPLE.lei,
    "vat-number": PEOPLE.vatNumber,
    "tax-number": PEOPLE.taxNumber,
}
"""The property that says each kind of identifier of its bearer, for the kinds that identify an entity."""


@dataclass(frozen=True, slots=True)
class Identifier:
    """kind: iban, lei, isin, bic, email, url, doi or company-number.   value: as its standard writes it, no spaces."""

    kind: str
    value: str


def _digits(text: str) -> int:
    """Return the number that ISO 7064 makes of letters and digits (A = 10 … Z = 35)."""
    return int("".join(str(int(char, 36)) for char in text))


def is_iban(text: str) -> bool:
    """Return whether the check digits of an IBAN (ISO 13616, spaces allowed) hold.

    >>> is_iban("DE89 3704 0044 0532 0130 00"), is_iban("DE89 3704 0044 0532 0130 01")
    (True, False)
    """
    bare = re.sub(r"\s", "", text).upper()
    return (
        bool(re.fullmatch(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}", bare, re.ASCII)) and _digits(bare[4:] + bare[:4]) % 97 == 1
    )


def is_lei(text: str) -> bool:
    """Return whether the check digits of a Legal Entity Identifier (ISO 17442) hold.

    >>> is_lei("5493001KJTIIGC8Y1R12")
    True
    """
    return bool(re.fullmatch(r"[A-Z0-9]{18}\d{2}", text, re.ASCII)) and _digits(text) % 97 == 1


def is_isin(text: str) -> bool:
    """Return whether the check digit of an ISIN (ISO 6166) holds.

    >>> is_isin("US0378331005")
    True
    """
    if not re.fullmatch(r"[A-Z]{2}[A-Z0-9]{9}\d", text, re.ASCII):
        return False
    digits = str(_digits(text))
    doubled = [int(d) * (2 if i % 2 else 1) for i, d in enumerate(reversed(digits))]
    return sum(d // 10 + d % 10 for d in doubled) % 10 == 0


_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z0-9]{4}){2,7}(?:[ \u00a0]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])"
)
_LEI = re.compile(r"(?<![A-Za-z0-9])[A-Z0-9]{18}\d{2}(?![A-Za-z0-9])")
_ISIN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}[A-Z0-9]{9}\d(?![A-Za-z0-9])")
_BIC = re.compile(
    r"(?i:\b(?:BIC|SWIFT)(?:[ /-]?(?:code|BIC))?)[: ]{1,3}([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![A-Za-z0-9])"
)
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}(?![\w@])")
_URL = re.compile(r"(?<!\w)(?:https?://|www\.)[^\s<>\"'`{}|\\^\[\]]{2,2000}", re.IGNORECASE)
_DOI = re.compile(r"(?<![\w/.])10\.\d{4,9}/[^\s\"<>]{1,200}")
_COMPANY = re.compile(
    r"(?i:\b(?:compan(?:y|ies\s+house)|registration|registered|reg\.?|corporate|entity|charity|commercial\s+register)"
    r"\s{1,3}(?:registration\s{1,3})?(?:number|no\b\.?|nr\b\.?|№|\#))(?:[\s:#*_]{1,6}|\s{1,3}is\s{1,3})"
    r"(?P<number>(?:[A-Z]{1,4}[ -]?)?\d[\d.\-/]{2,14}\d(?:[A-Z]\b)?)"
)
_REGISTER = re.compile(r"(?<!\w)(?P<number>HR[AB]\s{1,2}\d{2,7}(?:\s?[A-Z])?)(?!\w)")


def find_identifiers(text: str) -> list[Found[Identifier]]:
    """Return the identifiers of a text in order; those with check digits only where the check holds.

    BICs and company numbers are found by the words before them ("SWIFT", "company number"); their range is the
    identifier alone.
    """
    found: list[Found[Identifier]] = []
    for match in _IBAN.finditer(text):
        end = match.end()
        words = match.group()
        # A grouped IBAN may run into the next capital word: give groups back until the check holds.
        while words and not is_iban(words):
            cut = max(words.rfind(" "), words.rfind("\u00a0"))
            words = words[:cut] if cut > 0 else ""
            end = match.start() + len(words)
        if words:
            found.append(Found(match.start(), end, Identifier("iban", re.sub(r"\s", "", words))))
    found += [Found(m.start(), m.end(), Identifier("lei", m.group())) for m in _LEI.finditer(text) if is_lei(m.group())]
    found += [
        Found(m.start(), m.end(), Identifier("isin", m.group())) for m in _ISIN.finditer(text) if is_isin(m.group())
    ]
    found += [Found(m.start(1), m.end(1), Identifier("bic", m[1])) for m in _BIC.finditer(text)]
    for match in _EMAIL.finditer(text):
        words = match.group().rstrip(".-")
        found.append(Found(match.start(), match.start() + len(words), Identifier("email", words)))
    for kind, pattern in (("url", _URL), ("doi", _DOI)):
        for match in pattern.finditer(text):
            words = match.group().rstrip(".,;:!?")
            while words.endswith(")") and words.count("(") < words.count(")"):
                words = words[:-1].rstrip(".,;:!?")
            if words:
                found.append(Found(match.start(), match.start() + len(words), Identifier(kind, words)))
    for pattern in (_COMPANY, _REGISTER):
        for match in pattern.finditer(text):
            number = match["number"]
            found.append(Found(match.start("number"), match.end("number"), Identifier("company-number", number)))
    return without_overlaps(found)


_UPPER = frozenset({"iban", "lei", "isin", "bic", "company-number", "vat-number", "tax-number"})


def normal_identifier(kind: str, value: str) -> str:
    """Return an identifier as it is compared: spaces gone, letters as its kind wants them; leading zeros stay.

    >>> normal_identifier("iban", "de89 3704 0044 0532 0130 00"), normal_identifier("email", " Ann@Example.org")
    ('DE89370400440532013000', 'ann@example.org')
    """
    bare = re.sub(r"\s", "", value)
    if kind == "email":
        return bare.lower()
    return bare.upper() if kind in _UPPER else bare
