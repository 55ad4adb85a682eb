"""Rows of a table that are no data: those that sum up others, and remarks below; told by their first words."""

from __future__ import annotations

import re

__all__ = ["is_remark", "is_total"]

_SUM = (
    r"(?:(?:grand|sub|net|gross|overall|running|page|section|group)[- ]?)?(?:totals?|subtotals?|sum)|"
    r"(?:(?:zwischen|gesamt|end|teil)[- ]?)?summen?|gesamt(?:betrag|ergebnis|zahl)?|insgesamt|"
    r"(?:sous-)?total(?:e|es|i)?|totaux|somme|subtotale?|totaal|totalt|razem|"
    r"(?:(?:opening|closing|final|ending|starting)[- ])?balance|(?:anfangs|end|schluss)?saldo|"
    r"(?:balance |amount )?(?:carried|brought) (?:forward|over|down)|übertrag"
)
# Behind such a word stands of what it is, in which unit, up to when; behind a company's name its legal form.
_FORM = r"(?:s\.?e|s\.?a|s\.?p\.?a|n\.?v|b\.?v|a\.?g|gmbh|ltd|limited|inc|incorporated|plc|llc|llp|corp|co|group)"
_FIRST = re.compile(rf"\W*(?:{_SUM})(?:\W.{{0,40}})?", re.IGNORECASE)
_COMPANY = re.compile(rf".*\b{_FORM}\.?\W*", re.IGNORECASE)
_LAST = re.compile(r"\W*[\w.&’'() -]{1,40}\s(?:sub-?)?(?:total|summe|gesamt)\W*")
_REMARK = re.compile(
    r"(?:notes?|sources?|remarks?|legend|key|quellen?|hinweise?|anmerkung(?:en)?|stand|fußnoten?)\b\s*[.:–—-]|"
    r"(?:\*+|[†‡§¹²³⁴⁵⁶⁷⁸⁹]|\(?[a-z0-9]\)\s|\[[a-z0-9]\]\s)\s*[^\W\d_].*\s",
    re.IGNORECASE,
)
_LONGEST = 80


def is_total(words: str) -> bool:
    """Return whether the first words of a row say that it sums up others: "Grand total:", "Summe 2024", "North total".

    A company called Total is none: a sum is named without a legal form and in small letters behind its group.
    """
    if len(words) > _LONGEST or _COMPANY.fullmatch(words):
        return False
    return bool(_FIRST.fullmatch(words) or _LAST.fullmatch(words))


def is_remark(words: str) -> bool:
    """Return whether the only words of a row at a table's end are a remark: "Source: …", "* corrected by hand"."""
    return len(words) > _LONGEST or _REMARK.match(words + " ") is not None
