"""English verb forms: from a lemma to its spellings, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["FORMS", "PLURALS", "form_table", "inflect", "singular"]

FORMS = ("base", "third", "past", "participle", "ing")
_VOWELS = frozenset("aeiou")
PLURALS = {
    "people": "person",
    "men": "man",
    "women": "woman",
    "children": "child",
    "staff": "staff",
    "business": "business",
    "series": "series",
    "species": "species",
    "shares": "share",
    "analyses": "analysis",
    "wives": "wife",
    "lives": "life",
}


def inflect(lemma: str, irregular: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Return form -> spellings of a verb. Both spellings are given where the final consonant may double.

    >>> inflect("acquire", {})["past"], inflect("stop", {})["ing"]
    (('acquired',), ('stoping', 'stopping'))
    """
    doubled = len(lemma) > 2 and lemma[-1] in "bdglmnprt" and lemma[-2] in _VOWELS and lemma[-3] not in _VOWELS
    stems = (lemma, lemma + lemma[-1]) if doubled else (lemma,)
    if lemma.endswith("ee") or not lemma.endswith("e"):
        ing = tuple(stem + "ing" for stem in stems)
    elif lemma.endswith("ie"):
        ing = (lemma[:-2] + "ying",)
    else:
        ing = (lemma[:-1] + "ing",)
    past: tuple[str, ...]
    if lemma.endswith("y") and lemma[-2:-1] not in _VOWELS:
        third, past = (lemma[:-1] + "ies",), (lemma[:-1] + "ied",)
    else:
        third = (lemma + ("es" if lemma.endswith(("s", "x", "z", "ch", "sh", "o")) else "s"),)
        past = (lemma + "d",) if lemma.endswith("e") else tuple(stem + "ed" for stem in stems)
    participle: tuple[str, ...] = past
    if lemma in irregular:
        past, participle = (irregular[lemma][0],), (irregular[lemma][1],)
    return {"base": (lemma,), "third": third, "past": past, "participle": participle, "ing": ing}


def form_table(
    lemmas: Iterable[str], irregular: Mapping[str, tuple[str, str]]
) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return spelling -> (lemma, form) of all verbs, in the order of the lemmas."""
    table: dict[str, list[tuple[str, str]]] = {}
    for lemma in lemmas:
        for form, spellings in inflect(lemma, irregular).items():
            for spelling in spellings:
                entry = (lemma, form)
                if entry not in table.setdefault(spelling, []):
                    table[spelling].append(entry)
    return {spelling: tuple(entries) for spelling, entries in table.items()}


def singular(noun: str) -> str:
    """Return the singular of a lower-case noun; a word that is none comes back as it is.

    >>> [singular(word) for word in ("companies", "shares", "signatories", "status", "boss")]
    ['company', 'share', 'signatory', 'status', 'boss']
    """
    if noun in PLURALS:
        return PLURALS[noun]
    if len(noun) > 4 and noun.endswith("ies"):
        return noun[:-3] + "y"
    if noun.endswith(("ches", "shes", "sses", "xes")):
        return noun[:-2]
    if len(noun) > 3 and noun.endswith("s") and not noun.endswith(("ss", "us", "is")):
        return noun[:-1]
    return noun
