"""How people write the name of a term: one key for ``worksAt``, ``works_at``, ``Works at`` and ``works-at``."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["local_name", "word_key", "words_of"]

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_GAP = re.compile(r"[\W_]+")


def local_name(iri: str) -> str:
    """Return what follows the last ``#``, ``/`` or ``:`` of an IRI, or the whole IRI when nothing does.

    >>> local_name("https://w3id.org/thence/people#worksAt")
    'worksAt'
    """
    return re.split(r"[#/:]", iri.rstrip("#/:"))[-1] or iri


def words_of(name: str) -> str:
    """Return a local name as words.

    >>> words_of("beneficialOwnerOf")
    'beneficial owner of'
    >>> words_of("IBANNumber")
    'IBAN number'
    """
    words = _GAP.sub(" ", _CAMEL.sub(" ", name)).split()
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)


def word_key(name: str) -> str:
    """Return the key under which a wording is looked up: case, hyphens, underscores and camel case aside.

    >>> word_key("Works_at") == word_key("worksAt") == word_key("works at")
    True
    """
    return words_of(unicodedata.normalize("NFC", name)).casefold()
