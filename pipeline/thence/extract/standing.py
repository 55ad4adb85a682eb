"""Whether a row's words say that it holds: cancelled, planned, over, doubtful; never the contrary of what is meant."""

from __future__ import annotations

import re
from dataclasses import dataclass

from thence.model.statement import Modality

__all__ = ["PLAIN", "Standing", "standing_of_name", "standing_of_status", "standing_of_title"]


@dataclass(frozen=True, slots=True)
class Standing:
    """What a row's words say of it.

    void: it does not hold at all.   planned: not yet.   awaited: an occurrence is not yet, a state may be ("open").
    ended: the state is over.   unsure: somebody's guess.   wording: the words that say so.
    """

    void: bool = False
    planned: bool = False
    awaited: bool = False
    ended: bool = False
    unsure: bool = False
    wording: str = ""

    def joined(self, other: Standing) -> Standing:
        """Return what both say together."""
        if other == PLAIN:
            return self
        return Standing(
            self.void or other.void,
            self.planned or other.planned,
            self.awaited or other.awaited,
            self.ended or other.ended,
            self.unsure or other.unsure,
            self.wording or other.wording,
        )

    def modality_for(self, *, state: bool) -> Modality:
        """Return the modality of a statement; state: it speaks of a state, else of an occurrence."""
        if self.planned or (self.awaited and not state):
            return Modality.PLANNED
        return Modality.HEDGED if self.unsure else Modality.CATEGORICAL


PLAIN = Standing()

_VOID = re.compile(
    r"(?i)\b(?:cancell?ed|reject(?:ed)?|declined?|failed|fail|returned|reversed|void(?:ed)?|refused|denied|error|"
    r"not (?:paid|executed|completed|made|sent|appointed|elected|held|a)|withdrawn|bounced|invalid|recalled|blocked|"
    r"refunded|stopped|no longer planned|unsuccessful)\b"
)
_PLANNED = re.compile(
    r"(?i)\b(?:planned|scheduled|proposed|draft|forecast|upcoming|future|tentative|candidates?|nominees?|nominated|"
    r"to be (?:paid|appointed|confirmed|made|acquired|elected|granted)|designate|incoming|conditional)\b"
)
_AWAITED = re.compile(
    r"(?i)\b(?:pending|expected|outstanding|due|approved|in progress|open|awaiting|unpaid|queued|on hold|announced|"
    r"processing|submitted|requested|unprocessed)\b"
)
_ENDED = re.compile(
    r"(?i)(?<!not )\b(?:ceased|resigned|former(?:ly)?|inactive|dissolved|ended|terminated|expired|retired|removed|"
    r"closed|past|deregistered|revoked|lapsed|previous(?:ly)?|outgoing|late|deceased|ex)\b"
)
_UNSURE = re.compile(
    r"(?i)\b(?:alleged(?:ly)?|suspected|possibl[ey]|probabl[ey]|presumed|unconfirmed|unverified|disputed|under review|"
    r"tbc|reportedly|estimated?|likely|maybe|perhaps)\b|\?"
)


def standing_of_status(text: str) -> Standing:
    """Return what a status cell says ("rejected", "pending", "resigned", "settled")."""
    return Standing(
        void=bool(_VOID.search(text)),
        planned=bool(_PLANNED.search(text)),
        awaited=bool(_AWAITED.search(text)),
        ended=bool(_ENDED.search(text)),
        unsure=bool(_UNSURE.search(text)),
        wording=text,
    )


_VOID_TITLE = re.compile(
    r"(?i)\b(?:cancell?ed|rejected|declined|failed|returned|reversed|voided|refused|unsuccessful)\b"
)
_PLANNED_TITLE = re.compile(
    r"(?i)\b(?:proposed|scheduled|upcoming|forecast|draft|candidates|nominees|pending|requested)\b"
)
_ENDED_TITLE = re.compile(r"(?i)\b(?:former|past|previous|resigned|outgoing)\s+\w+")
_UNSURE_TITLE = re.compile(r"(?i)\b(?:suspected|alleged|possible|unconfirmed|unverified)\b")


def standing_of_title(text: str) -> Standing:
    """Return what a table's title says of all its rows ("Cancelled wires", "former_directors")."""
    text = text.replace("_", " ")
    return Standing(
        void=bool(_VOID_TITLE.search(text)),
        planned=bool(_PLANNED_TITLE.search(text)),
        ended=bool(_ENDED_TITLE.search(text)),
        unsure=bool(_UNSURE_TITLE.search(text)),
        wording=text if _VOID_TITLE.search(text) else "",
    )


_BRACKETS = re.compile(r"^(?P<name>.*?\w.*?)\s*\((?P<note>[a-zß-ÿ?][^()]*)\)\s*$")
_PREFIX = re.compile(
    r"(?i)^(?P<note>formerly|former|ex|past|previous|outgoing|proposed|alleged|suspected|possible)[- ]\s*"
    r"(?:[^\W\d_]+: *)?(?P<name>\S.*)$"
)
_UNTIL = re.compile(r"(?i)(?:until|till|up to|to|bis|jusqu(?:e|'en|'au))\b.*\d")
_DENIAL = re.compile(r"(?i)^(?:not|no|never|except|excluding|without|no longer)\s")


def standing_of_name(text: str) -> tuple[str, Standing]:
    """Return a cell's name without notes, marks and doubts around it, and what those say.

    >>> standing_of_name("Ann Lee (resigned)*")[0], standing_of_name("Ann Lee (resigned)*")[1].ended
    ('Ann Lee', True)
    >>> standing_of_name("Acme (UK) Ltd")[0]
    'Acme (UK) Ltd'
    """
    name = re.sub(r"(?<=\w|\))\s*[*†‡§¹²³]+$", "", text).strip() or text
    if _DENIAL.match(name):
        return name, Standing(void=True, wording=text)
    said = PLAIN
    if name.endswith("?") and len(name) > 1:
        name, said = name.rstrip("? ").strip(), Standing(unsure=True, wording=text)
    if match := _BRACKETS.match(name):
        name, note = match["name"], match["note"]
        said = said.joined(standing_of_status(note))
        if _UNTIL.match(note):
            said = said.joined(Standing(ended=True, wording=note))
    if match := _PREFIX.match(name):
        name = match["name"]
        said = said.joined(standing_of_status(match["note"]))
    return name or text, said
