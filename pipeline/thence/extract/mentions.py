"""What a name names: its class by legal form, title, first name, word list or shape."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from thence.extract.gazetteer import gazetteer, plain_word
from thence.names import FOAF, ORG, OWL, PLACE, Iri

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = ["classify", "gender"]

_INITIAL = re.compile(r"(?:[A-ZÀ-Þ]\.-?)+$|[A-ZÀ-Þ]$")
_PARTICLES = frozenset(
    [
        "van",
        "von",
        "der",
        "den",
        "de",
        "del",
        "della",
        "di",
        "da",
        "dos",
        "du",
        "la",
        "le",
        "el",
        "al",
        "bin",
        "ibn",
        "ben",
        "ter",
        "ten",
        "zu",
        "af",
        "av",
        "y",
        "e",
    ]
)
_CAPITALISED = re.compile(r"[A-ZÀ-Þ][\w'’\-]*\.?$")
_GENERAL = frozenset({OWL.Thing, FOAF.Agent})
_indexes: dict[str, dict[str, Iri]] = {}


def _class_words(ontology: Ontology) -> dict[str, Iri]:
    """Return lower-case label -> class for the ontology's classes, so that "Ward C" is a ward where wards exist."""
    words = _indexes.get(ontology.digest)
    if words is None:
        words = {}
        for iri in sorted(ontology.classes):
            term = ontology.classes[iri]
            if iri in ontology.shipped:
                continue  # shipped classes are told by the word lists
            for label in (term.label, *term.alternatives):
                if label and iri not in _GENERAL:
                    words.setdefault(label.lower(), iri)
        _indexes[ontology.digest] = words
    return words


def _narrower(found: Iri, hint: Iri | None, ontology: Ontology) -> Iri:
    """Return the more special of two classes that agree, else what the name itself says."""
    if hint is None or found == hint:
        return found
    return hint if ontology.is_subclass(hint, found) else found


def classify(name: str, ontology: Ontology, *, hint: Iri | None = None) -> Iri:
    """Return the class of the thing that a name names: org:Organization or narrower, foaf:Person, or another.

    hint: the class that the name's place in a sentence or table asks for; it decides where the name says nothing.
    A name that says nothing without a hint is an owl:Thing.
    """
    words = [word for word in name.split() if word not in {"the", "The"}]
    if not words:
        return hint or OWL.Thing
    found = _by_words(words, ontology)
    if found is None:
        return hint or OWL.Thing
    if (
        found == PLACE.Place
        and hint is not None
        and not ontology.is_subclass(hint, PLACE.Place)
        and len(words) == 1
        and _personal(words, words)
    ):
        # Florence may be a person where a person is wanted.
        return hint
    return _narrower(found, hint, ontology)


def _by_words(words: Sequence[str], ontology: Ontology) -> Iri | None:
    known = gazetteer()
    plain = [plain_word(word) for word in words]
    name = " ".join(words)
    capitals = name.isupper() and len(name) > 4
    if name in known.places or (capitals and name in known.upper_places):
        return PLACE.Place
    own = _class_words(ontology)
    if len(words) > 1:
        for word in (" ".join(plain[-2:]).lower(), plain[-1].lower(), plain[0].lower()):
            iri = own.get(word)
            if iri is not None and len(plain) > 1 and word != name.lower():
                return iri
    forms = known.upper_forms if capitals else known.forms
    best: Iri | None = None
    if len(words) > 1 or plain[0] in known.heads:
        for at, word in enumerate(plain):
            iri = forms.get(word)
            if iri is None or (at == 0 and len(plain) > 1 and word not in known.heads):
                continue
            if iri == PLACE.Place and at < len(plain) - 1:
                continue
            if at < len(plain) - 1 and len(word) < 4:
                continue
            if best is None or known.rank[iri] < known.rank[best]:
                best = iri
    if best is not None:
        return best
    if len(words) > 1 and plain[0].title() in known.heads and plain[0][:1].isupper():
        return known.heads[plain[0].title()]
    return FOAF.Person if _personal(words, plain) else (ORG.Organization if "&" in words else None)


def _personal(words: Sequence[str], plain: Sequence[str]) -> bool:
    """Return whether words have the shape of a person's name: title, first name or initials before a surname."""
    known = gazetteer()
    if len(words) > 6 or any(not (_CAPITALISED.match(word) or word.lower() in _PARTICLES) for word in words):
        return False
    if len(words) > 1 and plain[0].lower() in known.titles:
        return True
    first = words[0].title() if words[0].isupper() and len(words[0]) > 2 else words[0]
    if len(words) == 1:
        return first in known.first_names
    if _INITIAL.match(words[0]) and not _INITIAL.match(words[-1]):
        return True
    return first in known.first_names or first.split("-")[0] in known.first_names


def gender(name: str) -> str | None:
    """Return male or female where the title or first name of a person's name tells, else None."""
    known = gazetteer()
    words = name.split()
    if not words:
        return None
    title = known.gender_of.get(plain_word(words[0]).lower() + ".")
    if title in {"male", "female"}:
        return title
    rest = words[1:] if title is not None and len(words) > 1 else words
    found = known.gender_of.get(rest[0].split("-")[0].lower())
    return found if found in {"male", "female"} else None
