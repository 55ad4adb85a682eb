"""Names as identity sees them: legal forms, titles, initials, acronyms, and the spelling to show."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["NameKey", "PersonName", "acronyms_of", "better_label", "name_key", "person_name", "tidy"]

# Spellings of legal forms, each with the form it stands for. Forms that differ are never one firm.
_FORMS: dict[str, str] = {
    spelling: form
    for form, spellings in {
        "ltd": "ltd|limited", "plc": "plc|public limited company", "llp": "llp|limited liability partnership",
        "inc": "inc|incorporated", "corp": "corp|corporation", "llc": "llc|limited liability company",
        "lp": "lp|limited partnership", "co ltd": "co ltd|company limited", "gmbh": "gmbh", "kgaa": "kgaa",
        "ag": "ag|aktiengesellschaft", "gmbh & co kg": "gmbh and co kg", "kg": "kg", "ohg": "ohg", "ug": "ug",
        "gbr": "gbr", "ev": "ev",
        "se": "se", "sa": "sa|société anonyme", "sas": "sas", "sarl": "sarl|sàrl", "sca": "sca", "srl": "srl",
        "spa": "spa", "bv": "bv|besloten vennootschap", "nv": "nv", "ab": "ab|aktiebolag", "asa": "asa",
        "as": "as", "a/s": "a/s", "aps": "aps", "oy": "oy", "oyj": "oyj", "fze": "fze", "fzco": "fzco", "fzc": "fzc",
        "dmcc": "dmcc", "pte ltd": "pte ltd|pte limited|private limited|pvt ltd|pvt limited",
        "pty ltd": "pty ltd|pty limited|proprietary limited", "kk": "kk|kabushiki kaisha", "kft": "kft", "zrt": "zrt",
        "doo": "doo", "ooo": "ooo", "oao": "oao", "pao": "pao", "jsc": "jsc|joint stock company", "sro": "sro",
        "sp zoo": "sp zoo|sp z oo", "lda": "lda|limitada", "ltda": "ltda", "sl": "sl", "sau": "sau", "cv": "cv",
        "sa de cv": "sa de cv", "bhd": "bhd", "sdn bhd": "sdn bhd", "cic": "cic", "cio": "cio", "wll": "wll",
        "saog": "saog", "psc": "psc", "pjsc": "pjsc", "ulc": "ulc", "stiftung": "stiftung", "eg": "eg", "eood": "eood",
        "ood": "ood", "ead": "ead", "ad": "ad",
    }.items()
    for spelling in spellings.split("|")
}  # fmt: skip
_LONGEST_FORM = max(len(spelling.split()) for spelling in _FORMS)
_TITLES = frozenset(
    re.split(
        r"\s+",
        "mr mrs ms miss mx dr prof professor sir dame lord lady rev reverend fr father sister judge justice captain "
        "capt colonel col general gen major maj lt lieutenant sgt hon honourable president minister senator herr frau "
        "monsieur madame mme mlle m señor señora sr sra dott ing dipl-ing",
    )
)
_SUFFIXES = frozenset(
    ["jr", "sr", "ii", "iii", "iv", "phd", "md", "qc", "kc", "obe", "mbe", "cbe", "esq", "msc", "cpa"]
)
_PARTICLES = frozenset(
    re.split(r"\s+", "van von der den de del della di da dos du la le el al bin ibn ben ter ten zu af av")
)
_SMALL = frozenset(["of", "the", "and", "for", "de", "du", "des", "la", "und", "et", "in", "on"])


def tidy(name: str) -> str:
    """Return a name with white space folded, quotation marks and a possessive ending off.

    >>> tidy("“Acme  Ltd’s”")
    'Acme Ltd'
    """
    text = " ".join(unicodedata.normalize("NFC", name).split()).strip("\"“”„‘’'`,;:").strip()
    return re.sub(r"['’]s$", "", text) or name.strip()


def _tokens(name: str) -> tuple[str, ...]:
    text = unicodedata.normalize("NFKC", tidy(name)).casefold().replace("&", " and ").replace("+", " and ")
    text = re.sub(r"\b(?:[^\W\d_]\.\s?){2,}", lambda m: re.sub(r"[.\s]", "", m.group()) + " ", text)
    text = re.sub(r"['’`´]", "", text)
    return tuple(re.findall(r"[^\W_]+(?:/[^\W_](?![^\W_]))?", text))


def _folded(text: str) -> str:
    """Return text without diacritics, and the letters that carry none in a name's ASCII spelling."""
    plain = unicodedata.normalize("NFKD", text)
    kept = "".join(char for char in plain if not unicodedata.combining(char))
    for letter, spelled in (("ß", "ss"), ("ø", "o"), ("ł", "l"), ("æ", "ae"), ("œ", "oe"), ("đ", "d"), ("ð", "d")):
        kept = kept.replace(letter, spelled)
    return kept


@dataclass(frozen=True, slots=True, order=True)
class NameKey:
    """A name without case and punctuation.   core: its words but the legal form.   form: the legal form, or empty."""

    core: tuple[str, ...]
    form: str = ""

    @property
    def folded(self) -> tuple[str, ...]:
        """The core without diacritics."""
        return tuple(_folded(word) for word in self.core)

    def __str__(self) -> str:
        return " ".join((*self.core, self.form)).strip()


@lru_cache(maxsize=65536)
def name_key(name: str) -> NameKey:
    """Return what two spellings of one name share: case, punctuation, "the" and the spelling of the form are gone.

    >>> name_key("ACME TRADING LIMITED") == name_key("Acme Trading Ltd.")
    True
    >>> name_key("Bolt S.A."), name_key("Bolt")
    (NameKey(core=('bolt',), form='sa'), NameKey(core=('bolt',), form=''))
    """
    words = _tokens(name)
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    for length in range(min(_LONGEST_FORM, len(words) - 1), 0, -1):
        form = _FORMS.get(" ".join(words[-length:]))
        if form is not None:
            return NameKey(words[:-length], form)
    return NameKey(words)


@dataclass(frozen=True, slots=True)
class PersonName:
    """given: first names or initials, lower case.   surname: with its particles.   titled: a title stood before it."""

    given: tuple[str, ...]
    surname: str
    titled: bool = False

    @property
    def is_full(self) -> bool:
        """Whether a first name is written out."""
        return bool(self.given) and len(self.given[0]) > 1

    @property
    def full(self) -> tuple[str, ...]:
        """The words by which a full name is compared."""
        return (*self.given, self.surname)

    def may_be(self, other: PersonName) -> bool:
        """Return whether one name can be short for the other: surnames equal, nothing else against it."""
        if self.surname != other.surname:
            return False
        for mine, theirs in zip(self.given, other.given, strict=False):
            short, long = sorted((mine, theirs), key=len)
            if short != long and not (len(short) == 1 and long.startswith(short)):
                return False
        return True


@lru_cache(maxsize=65536)
def person_name(name: str) -> PersonName | None:
    """Return the parts of a person's name, or None for an empty one.

    "Surname, First" is turned round; titles and suffixes are left out; particles belong to the surname.

    >>> person_name("Dr. RUIZ, Ana"), person_name("Mr Ode")
    (PersonName(given=('ana',), surname='ruiz', titled=True), PersonName(given=(), surname='ode', titled=True))
    """
    text = unicodedata.normalize("NFKC", tidy(name)).casefold()
    before, comma, after = text.partition(",")
    if comma and after.strip() and after.strip().rstrip(".") not in _SUFFIXES:
        text = f"{after} {before}"
    text = re.sub(r"\b([^\W\d_])\.", r"\1 ", text)
    words = [word.strip(".,'’\"()") for word in text.split()]
    words = [word for word in words if word]
    titled = any(word in _TITLES for word in words)
    words = [word for word in words if word not in _TITLES]
    while len(words) > 1 and words[-1] in _SUFFIXES:
        words.pop()
    if not words:
        return None
    at = len(words) - 1
    while at > 1 and words[at - 1] in _PARTICLES:
        at -= 1
    return PersonName(tuple(words[:at]), " ".join(words[at:]), titled)


def acronyms_of(name: str) -> frozenset[str]:
    """Return the acronyms that a name of several words may have: small words and legal form in or out.

    >>> sorted(acronyms_of("Harbour Board of Finance Ltd"))
    ['HBF', 'HBFL', 'HBOF', 'HBOFL']
    """
    key = name_key(name)
    if not 2 <= len(key.core) <= 8:
        return frozenset()
    form = "".join(word[0] for word in _tokens(name)[-len(key.form.split()) :]) if key.form else ""
    found = set()
    for core in (key.core, tuple(word for word in key.core if word not in _SMALL)):
        initials = "".join(word[0] for word in core)
        if len(core) > 1:
            found |= {initials.upper(), (initials + form).upper()}
    return frozenset(letters for letters in found if letters.isalpha() and len(letters) <= 8)


def better_label(spellings: Mapping[str, int]) -> str:
    """Return the spelling to show: the fullest name, most frequent, in mixed case, without a title before it.

    spellings: name -> how often it is used.

    >>> better_label({"ACME LTD": 5, "Acme Ltd": 1, "Acme": 9})
    'Acme Ltd'
    """

    def rank(name: str) -> tuple[bool, bool, int, bool, int, int, str]:
        key = name_key(name)
        shouted = name.isupper() and len(name) > 4
        initials = bool(re.search(r"\b[^\W\d_]\.", name)) and not key.form
        dressed = not key.form and ("," in name or name.split()[0].rstrip(".").lower() in _TITLES)
        return (initials, dressed, -len(key.core) - bool(key.form), shouted, -spellings[name], len(name), name)

    return min(spellings, key=rank)
