"""Defined terms: which name a bracket such as (the "Buyer") stands for, and party roles told by apposition."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thence.extract.gazetteer import gazetteer, plain_word
from thence.model.document import Span

__all__ = [
    "LOWER_FORMS",
    "Definition",
    "acronym_fits",
    "definitions",
    "initials",
    "is_form",
    "is_party_word",
    "party_roles",
]

LOWER_FORMS = frozenset(["plc", "mbh", "d.o.o.", "doo"])
_BRACKET = re.compile(
    r"\(\s*(?P<many>(?:together|collectively|each|both)[,\s]+(?:with\s[^()]*?)?)?"
    r"(?:(?:hereinafter|hereafter|henceforth)[,\s]+)?(?:(?:referred\s+to\s+as|called|as)\s+)?"
    r"(?P<the>the\s+)?(?P<q>[\"“”„«'‘]\s*(?:the\s+)?)?(?P<term>[^\W\d_][\w&.\- ]{0,38}?)[\"“”»'’]?"
    r"(?:\s+or\s+(?:the\s+)?[\"“”'‘][\w .&-]{1,38}[\"“”'’])?\s*\)",
    re.IGNORECASE,
)
_ACRONYM = re.compile(r"[A-Z][A-Z0-9]{1,7}$")
_PARTIES = frozenset(
    re.split(
        r"\s+",
        "company bank client agent party trust foundation charity fund firm group society association parent "
        "subsidiary partnership partner landlord tenant university college school hospital authority council ministry "
        "department municipality state government respondent issuer owner developer insurer insured surety trustee "
        "settlor donor charterer carrier sponsor institute club museum union cooperative corporation organisation "
        "organization agency broker registrar resident beneficiary employee deceased",
    )
)
_NO_PARTY = frozenset(
    re.split(
        r"\s+",
        "letter order matter offer tower number register charter transfer newsletter paper power covenant grant "
        "warrant sector factor motor floor door reactor corridor quarter chapter computer server water river "
        "manner master tender committee guarantee center career wager folder error mirror",
    )
)
_PROCEDURAL = (
    "claimant|defendant|plaintiff|respondent|applicant|appellant|appellee|petitioner|complainant|accused|intervener|"
    "buyer|seller|purchaser|vendor|lender|borrower|landlord|tenant|lessor|lessee|licensor|licensee|contractor|client|"
    "supplier|customer|insurer|guarantor|settlor|grantor|grantee|debtor|creditor|employer|employee|donor|testator|"
    "testatrix|deceased|mortgagor|mortgagee|assignor|assignee|consignor|consignee|carrier|charterer|shipper"
)
_ROLE_BEFORE = re.compile(
    rf"\b(?:the|this)\s+(?P<role>{_PROCEDURAL})(?:,\s+|\s+)(?=(?:the\s+)?[A-ZÀ-Þ])", re.IGNORECASE
)
_ROLE_BEHIND = re.compile(rf"\s*(?:,\s+(?:the\s+)?|\((?:the\s+)?)(?P<role>{_PROCEDURAL})\s*(?=[,.;:)]|$)")
_BOUNDARY = re.compile(
    r"\n\s*\n|\n\s*(?:\(?\d+[.)]+|[-*•]|\([a-z]\))\s+|;\s*(?:and\s+)?|\bbetween:?\s+|,\s+and\s+|\.\s+(?=[A-Z])|:\s*\n"
)
_DESCRIBED = re.compile(
    r"\s*(?:,\s*(?:(?:a|an|the|whose|which|who|being|incorporated|registered|organi[sz]ed|established|formed|constituted|"
    r"existing|with|having|of|acting|represented|duly|company|trading|formerly|born|residing|resident|domiciled|located|at|"
    r"in|both|no|number|reg|seated|based)\b|\d)|\s(?:of|whose|with|incorporated|registered|organi[sz]ed|being|having)\b|\()"
)
_ACTS = re.compile(
    r"\b(?:shall|will|must|may|agrees?|agreed|pays?|paid|sold|sells|buys|bought|lends?|lent|acquired?|said|made|makes|"
    r"signed|gave|granted|transferred|received|employs?|hired|leased|lets)\b"
)
_PREPOSITION = re.compile(r"\b(?:of|by|from|in|at|for|with|to|on|under|into|near)\s+(?:the\s+)?$")
_LEAD = re.compile(r"[\s(\d).\-*•]|\b(?:[Tt]he|[Bb]y|[Aa]nd|THE)\b")
_NUMBERED = re.compile(r"(?:[A-Z]{1,4}[ .-]?)?\d[\d .-]*$")


@dataclass(frozen=True, slots=True)
class Definition:
    """A term and the name that it stands for.

    name, span: the name and where it stands.   place: from the name to the end of the words that define the term.
    spoken: the term is a common noun for a party ("the claimant"), not a capitalised term.
    """

    term: str
    name: str
    span: Span
    place: Span
    spoken: bool = False


def is_form(word: str) -> bool:
    """Return whether a word is a legal form or another last word of organisations."""
    return plain_word(word) in gazetteer().forms or word in LOWER_FORMS


def initials(name: str) -> tuple[str, str]:
    """Return the initials of a name without, and with, its small words and legal form."""
    words = [word for word in name.replace("-", " ").split() if word[0].isalpha()]
    every = "".join(word[0].upper() for word in words if word[0].isupper())
    core = [word for word in words if word[0].isupper() and not (is_form(word) and len(plain_word(word)) < 5)]
    return "".join(word[0].upper() for word in core), every


def acronym_fits(short: str, name: str) -> bool:
    """Return whether the letters of an acronym are among a name's initials, in order."""
    rest = iter(initials(name)[1])
    return all(letter in rest for letter in short)


def is_party_word(term: str) -> bool:
    """Return whether a term is a word for somebody: Buyer, Lessee, Claimant, Bank; not Agreement, Property, Fee.

    >>> is_party_word("Seller"), is_party_word("First Lessee"), is_party_word("Property")
    (True, True, False)
    """
    word = term.lower().split()[-1]
    if word in _NO_PARTY or len(word) < 5:
        return word in _PARTIES
    return word in _PARTIES or re.search(r"(?:[^aeo]er|[dlnst]or|[^e]ee|[^r]ant)$", word) is not None


def _is_described(text: str, pair: tuple[str, Span], known: Sequence[tuple[str, Span]], stop: int) -> bool:
    """Return whether a description of a name goes on from it to the bracket: ", a company of …", ", 12 High Street"."""
    name, span = pair
    if _DESCRIBED.match(text, span.end, stop + 1):
        return text[span.end] == "," or " " in name
    return text[span.end] == "," and not any(span.end <= other.start for _, other in known)


def _is_place(name: str) -> bool:
    known = gazetteer()
    words = [plain_word(word) for word in name.split()]
    if name in known.places or name.upper() in known.upper_places:
        return True
    kind = known.forms.get(words[-1]) or known.heads.get(words[0])
    return kind is not None and kind.endswith("Place")


def _names(term: str, name: str) -> bool:
    """Return whether a term is a part or the initials of a name."""
    if _ACRONYM.match(term) and acronym_fits(term, name):
        return True
    words = {plain_word(word).lower() for word in name.split()}
    return any(word.lower() in words for word in term.split() if len(word) > 2)


def definitions(text: str, spotted: Sequence[tuple[str, Span]]) -> Iterator[Definition]:
    """Yield the terms that a text defines in brackets, each with the head of the entry it closes, in order.

    "Acme Ltd, whose office is in Lisbon (the "Buyer")" defines Acme Ltd, not Lisbon. A term for no party ("the
    Price", "the Property") stands for a name only where that name is all that the bracket is about; a term for
    several together defines nothing.
    spotted: names with their places, sorted by place.
    """
    ends = sorted((span.end, at) for at, (_, span) in enumerate(spotted))
    behind = [end for end, _ in ends]
    last = 0
    for match in _BRACKET.finditer(text):
        term = " ".join(match["term"].split())
        if match["many"] or not term:
            continue
        stop = match.start()
        at = bisect_left(behind, stop + 1)
        before = [spotted[ends[k][1]] for k in range(max(0, at - 24), at)]
        adjacent = next((pair for pair in reversed(before) if not text[pair[1].end : stop].strip(" \n\u00a0,*]")), None)
        titled = term[0].isupper() and bool(match["the"] or match["q"])
        spoken = not titled and not match["q"] and re.fullmatch(_PROCEDURAL, term) is not None
        if not (titled or spoken):
            if adjacent is not None and _ACRONYM.match(term) and acronym_fits(term, adjacent[0]):
                yield Definition(term, *adjacent, Span(adjacent[1].start, match.end()))
            continue
        start = _entry(text, max(last, stop - 700), stop)
        inside = [pair for pair in before if pair[1].start >= start]
        head = _head(text, term, inside, adjacent, start, stop)
        last = match.end()
        if head is not None:
            yield Definition(term, *head, Span(head[1].start, match.end()), spoken=spoken)


def _entry(text: str, first: int, stop: int) -> int:
    start = first
    for boundary in _BOUNDARY.finditer(text, first, stop):
        start = boundary.end()
    return start


def _head(
    text: str,
    term: str,
    inside: Sequence[tuple[str, Span]],
    adjacent: tuple[str, Span] | None,
    start: int,
    stop: int,
) -> tuple[str, Span] | None:
    """Return the name that a bracket behind an entry defines, or None where no name of the entry must be meant."""
    if adjacent is not None and _names(term, adjacent[0]):
        return adjacent
    party = is_party_word(term)
    known = [pair for pair in inside if not _NUMBERED.match(pair[0]) and not (party and _is_place(pair[0]))]
    fitting = [
        pair
        for pair in known
        if (party or _names(term, pair[0]))
        and pair != adjacent
        and _is_described(text, pair, known, stop)
        and not _ACTS.search(text, pair[1].end, stop)
    ]
    opening = [
        pair
        for pair in fitting
        if not re.sub(r"[\s(\d).\-*•]|\b(?:[Tt]he|[Bb]y|[Aa]nd|THE)\b", "", text[start : pair[1].start])
    ]
    head = opening[0] if opening else fitting[-1] if fitting else None
    if adjacent is None or adjacent not in known:
        return head
    lead = text[max(start, adjacent[1].start - 40) : adjacent[1].start]
    if head is not None and head != adjacent:
        if not re.search(r"\band\s+(?:the\s+)?$", lead):
            return head
        # "a venture of Alder AG and Bolt AG (the …)" may close with either.
        between = [pair for pair in known if head[1].end <= pair[1].start and pair[1].end <= adjacent[1].start]
        return None if between else adjacent
    if not party and _PREPOSITION.search(lead):
        return None
    return adjacent


def party_roles(text: str, spotted: Sequence[tuple[str, Span]]) -> Iterator[Definition]:
    """Yield the common nouns that a text ties to one party each: "The claimant, Acme Ltd, …", "Acme Ltd, the buyer".

    A noun that goes with two names is yielded for none of them.
    """
    at_start = {span.start: (name, span) for name, span in reversed(spotted)}
    found: dict[str, list[Definition]] = {}
    for match in _ROLE_BEFORE.finditer(text):
        begin = match.end() + (4 if text[match.end() : match.end() + 4].lower() == "the " else 0)
        pair = at_start.get(begin)
        if pair is not None and not _is_place(pair[0]) and re.match(r"\s*[,.;:()]|\s+[a-z]|$", text[pair[1].end :][:3]):
            role = match["role"].lower()
            found.setdefault(role, []).append(Definition(role, *pair, Span(match.start(), pair[1].end), spoken=True))
    for name, span in spotted:
        behind = _ROLE_BEHIND.match(text, span.end)
        if behind and not _is_place(name):
            role = behind["role"].lower()
            found.setdefault(role, []).append(Definition(role, name, span, Span(span.start, behind.end()), spoken=True))
    for role in sorted(found):
        names = {each.name.casefold() for each in found[role]}
        longest = max(names, key=lambda name: (len(name), name))
        if all(longest.startswith(name) or longest.endswith(name) for name in names):
            yield max(found[role], key=lambda each: (len(each.name), -each.span.start))
