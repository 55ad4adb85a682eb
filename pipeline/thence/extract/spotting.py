"""Names in a document: which runs of words name something, and which full name a short one stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from thence.extract.defining import LOWER_FORMS, definitions, initials, is_form, party_roles
from thence.extract.gazetteer import gazetteer, plain_word
from thence.extract.posts import shown_person
from thence.extract.tokens import Token
from thence.model.document import Span
from thence.names import Iri
from thence.ontology.lexicon import Lexicon

__all__ = ["Name", "NameTable", "spot"]

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
        "al",
        "el",
        "bin",
        "ibn",
        "ben",
        "ter",
        "zu",
        "af",
    ]
)
_OF_HEADS = frozenset(
    [
        "University",
        "Ministry",
        "Department",
        "Bank",
        "Emirate",
        "Republic",
        "Kingdom",
        "House",
        "Church",
        "College",
        "Institute",
        "Office",
        "Bureau",
        "Board",
        "Council",
        "Court",
        "Museum",
        "Society",
        "Order",
        "Friends",
        "School",
        "Academy",
        "Isle",
        "Gulf",
        "Bay",
        "City",
        "State",
        "States",
        "Province",
        "Faculty",
        "Association",
        "Federation",
        "Union",
        "Chamber",
        "Port",
        "Centre",
        "Center",
        "Commonwealth",
        "Duchy",
        "County",
        "Diocese",
        "Archdiocese",
        "Hospital",
        "Foundation",
        "Secretary",
        "Minister",
        "League",
        "Trust",
        "Company",
        "Battle",
        "Treaty",
        "Cape",
        "Tower",
        "Municipality",
        "District",
        "Canton",
        "Prefecture",
        "Borough",
        "Parish",
        "Town",
        "Township",
        "Village",
        "Commune",
        "Region",
        "Territory",
        "Principality",
        "Sultanate",
        "Archbishopric",
        "Guild",
        "Company",
        "Confederation",
        "Directorate",
        "Inspectorate",
        "Registry",
        "Embassy",
        "Consulate",
        "Orchestra",
        "Theatre",
        "Library",
        "Conservatory",
        "Abbey",
        "Award",
        "Awards",
        "Prize",
        "Medal",
        "Priory",
    ]
)
_SMALL_WORD = re.compile(r"(?<![\w@.-])[a-z]{2,}(?![\w@-])")
_WRAPPED = 45
"""Characters of a line that may have been broken for its length; a shorter one ends where its writer ended it."""
_QUANTIFIERS = frozenset(["Neither", "Either", "Both", "Each", "Whether", "Only", "Even", "Nor", "Not", "All", "Once"])
_ADDRESSED = frozenset(
    [
        "Ask",
        "Tell",
        "See",
        "Note",
        "Contact",
        "Email",
        "Thank",
        "Meet",
        "Dear",
        "Hi",
        "Hello",
        "Inform",
        "Notify",
        "Remind",
    ]
)
"""Words that open a sentence to somebody, or that point to somebody, before a name."""
_LONGEST_NAME = 200
"""Characters of a name; more are none."""
_COMMON = frozenset(
    re.split(
        r"\s+",
        "principal agreement contract property premises facility facilities services service terms term "
        "fees price loan deed lease project products goods works shares party parties schedule hospital "
        "clinic ministry department municipality landlord tenant claimant defendant plaintiff respondent "
        "applicant appellant buyer seller purchaser vendor borrower guarantor licensor licensee lessor "
        "lessee supplier contractor customer insurer client employer employee court tribunal",
    )
)
_NAMESAKES = frozenset(["May", "Will", "June", "So", "My", "Van", "An"])
"""Names that are also small words or months: Anna May Wong, Jane Will Roe."""
_OWNERS = frozenset(
    ["St", "Saint", "King", "Queen", "Children", "Women", "Men", "Workers", "Farmers", "Lloyd", "People", "Writers"]
)
"""Words that 's joins to the next within a name: St Anne's Hospital, King's College."""
_NATIONAL = frozenset(
    re.split(
        r"\s+",
        "English French German Spanish Italian Portuguese Dutch Danish Swedish Norwegian Finnish Russian "
        "Polish Greek Turkish Arabic Chinese Japanese Korean American British Scottish Irish Welsh "
        "European African Asian Australian Canadian Indian Swiss Austrian Belgian Iranian Iraqi Syrian "
        "Israeli Egyptian Mexican Brazilian Argentine Nigerian Kenyan Ukrainian",
    )
)
"""Words that are no name alone and may stand inside one: the Royal Danish Theatre."""
_KNIGHTLY = frozenset(["sir", "dame", "lord", "lady"])
_TITLE_LINE = re.compile(r"\s*[^\n]{3,100}(?<![.:;,])(?=\n|$)")
_TITLE_STOP = frozenset(
    ["mr", "mrs", "ms", "dr", "prof", "st", "sgt", "lt", "col", "gen", "capt", "rev", "hon", "sen", "gov"]
)
_PREFIXED = re.compile(r"(?:al|el|as|ad|ar|ash|an|bin|ibn|ul|d)[-'’][A-ZÀ-Þ]")
_ACRONYM = re.compile(r"[A-Z][A-Z0-9]{1,7}$")


@dataclass(frozen=True, slots=True)
class Name:
    """A run of tokens that names something.

    first, last: token indexes, last exclusive.   text: white space folded.   weak: one word that opens a sentence.
    """

    first: int
    last: int
    text: str
    weak: bool = False


def _folded(text: str, tokens: Sequence[Token], first: int, last: int) -> str:
    words = text[tokens[first].start : tokens[last - 1].end]
    return " ".join(words.replace("[[", "").replace("]]", "").replace("**", "").split())


def spot(
    text: str, tokens: Sequence[Token], taken: Sequence[bool], lexicon: Lexicon, *, shouting: bool = False
) -> list[Name]:
    """Return the names among the tokens of one sentence, by their shape, left to right.

    taken: tokens that belong to dates, sums and identifiers.   shouting: the sentence is written in capitals or as a
    title, so that capitals say nothing: only names that end in a legal form are found.
    """
    found: list[Name] = []
    at, n = 0, len(tokens)
    while at < n:
        if taken[at] or not tokens[at].is_capital or not tokens[at].is_word:
            at += 1
            continue
        name, stop = _name_at(text, tokens, taken, at, lexicon)
        if name is not None and (
            not shouting
            or is_form(tokens[name.last - 1].text)
            or plain_word(tokens[name.last - 1].text) in gazetteer().upper_forms
        ):
            found.append(name)
        at = max(stop, at + 1)
    return found


def _calls(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a word that opens a sentence has a name of two words or more behind it."""
    if at > 0 and tokens[at - 1].text not in {".", "!", "?", ":", "-", "•", "("}:
        return False
    following = tokens[at + 1 : at + 3]
    return len(following) == 2 and all(token.is_word and token.is_capital for token in following)


def _is_inside_name(tokens: Sequence[Token], first: int, at: int) -> bool:
    """Return whether a figure stands between a name and its legal form: "Studio 54 GmbH"."""
    return (
        at > first
        and at + 1 < len(tokens)
        and tokens[at].text.isdigit()
        and len(tokens[at].text) < 5
        and is_form(tokens[at + 1].text)
        and tokens[at - 1].end + 1 == tokens[at].start
    )


def _name_at(
    text: str, tokens: Sequence[Token], taken: Sequence[bool], at: int, lexicon: Lexicon
) -> tuple[Name | None, int]:
    known, grammar = gazetteer(), lexicon.grammar
    first = at
    n = len(tokens)
    while (
        first < n
        and not taken[first]
        and tokens[first].is_capital
        and (
            tokens[first].lower in grammar.function_words
            or tokens[first].lower in grammar["former"]
            or tokens[first].text in _QUANTIFIERS
            or (tokens[first].text in _ADDRESSED and _calls(tokens, first))
        )
    ):
        if (
            len(tokens[first].text) > 1
            and tokens[first].text.isupper()
            and tokens[first].lower not in {"the", "and", "of"}
        ):
            break
        first += 1
    if first >= n or taken[first] or not tokens[first].is_capital:
        return None, first
    if (
        first > at
        and tokens[first - 1].end + 3 < tokens[first].start
        and "\n" not in text[tokens[first - 1].end : tokens[first].start]
    ):
        return None, first
    stop = first
    j = first
    of_head = False
    while j < n and (not taken[j] or _is_inside_name(tokens, first, j)):
        token = tokens[j]
        follows = tokens[j + 1] if j + 1 < n and not taken[j + 1] else None
        capital_follows = follows is not None and follows.is_capital and follows.text not in known.never
        if token.is_word and (token.is_capital or (j > first and _PREFIXED.match(token.text))):
            if (
                j > first
                and (token.text in known.never or token.lower in grammar.function_words)
                and not is_form(token.text)
                and not (token.text in _NAMESAKES | _NATIONAL and capital_follows)
                and not (len(token.text) > 1 and token.text.isupper() and not tokens[j - 1].text.isupper())
            ):
                break
            if (
                j > first
                and not (is_form(token.text) and not capital_follows)
                and _line_ends(text, tokens[j - 1].end, token.start)
            ):
                break
            if _is_role(token, follows, lexicon):
                if j == first:
                    return None, j + 1
                break
            j += 1
            stop = j
        elif j == first:
            break
        elif (
            (token.text == "&" and capital_follows)
            or (token.lower == "'s" and j == stop and capital_follows and _owned_name(tokens, taken, first, j))
            or (
                token.text == "."
                and follows is not None
                and follows.is_capital
                and (
                    (len(tokens[j - 1].text) == 1 and tokens[j - 1].text.isupper())
                    or tokens[j - 1].lower in _TITLE_STOP
                )
            )
        ):
            j += 1
        elif (
            token.text == "."
            and follows is not None
            and (follows.is_word or follows.text in {",", ";"})
            and len(tokens[j - 1].text) < 6
            and is_form(tokens[j - 1].text)
            and not follows.is_capital
        ):
            stop = j + 1
            break
        elif token.lower in _PARTICLES and _capital_after_particles(tokens, taken, j):
            j += 1
        elif (
            token.lower in {"of", "for"}
            and _of_follows(tokens, taken, j)
            and (tokens[first].text in _OF_HEADS or tokens[j - 1].text in _OF_HEADS)
        ):
            of_head = True
            j += 2 if tokens[j + 1].lower == "the" else 1
        elif (
            token.lower == "and"
            and of_head
            and capital_follows
            and tokens[first].text in {"Ministry", "Department", "Institute", "Faculty"}
        ) or (
            token.lower == "and" and follows is not None and f"{tokens[j - 1].text} and {follows.text}" in known.places
        ):
            j += 1
        elif (
            token.text == ","
            and follows is not None
            and plain_word(follows.text) in {"Inc", "Ltd", "LLC", "LLP", "Corp", "SA", "GmbH", "LP"}
        ):
            j += 2
            behind = tokens[j + 1] if j + 1 < n else None
            if j < n and tokens[j].text == "." and behind is not None and behind.is_word and not behind.is_capital:
                j += 1
            stop = j
            break
        elif token.lower in LOWER_FORMS or (
            token.text.isdigit()
            and len(token.text) < 5
            and stop == j
            and tokens[j - 1].end + 1 == token.start
            and (follows is None or follows.lower not in grammar["units"])
        ):
            j += 1
            stop = j
            if follows is None or not (is_form(follows.text) or follows.text in _OF_HEADS):
                break
        else:
            break
    while stop > first and tokens[stop - 1].text in known.never and stop - first > 1:
        stop -= 1
    words = [token.text for token in tokens[first:stop]]
    if not words or all(
        word in known.never or word.lower() in grammar.function_words or word.isdigit() for word in words
    ):
        return None, max(stop, first + 1)
    if _names_nothing(words, tokens, stop, lexicon):
        return None, stop
    if len(words) == 1 and (len(words[0]) == 1 or (words[0].lower() in known.titles)):
        return None, stop
    if tokens[stop - 1].end - tokens[first].start > _LONGEST_NAME:
        return None, stop
    weak = stop - first == 1 and _opens(tokens, first) and not _ACRONYM.match(words[0])
    return Name(first, stop, _folded(text, tokens, first, stop), weak), stop


def _names_nothing(words: Sequence[str], tokens: Sequence[Token], stop: int, lexicon: Lexicon) -> bool:
    """Return whether capitalised words are no name: a post, a common noun, letters before a number."""
    said = " ".join(words).lower()
    if said in gazetteer().posts or (len(words) > 1 and said in lexicon.grammar.descriptions):
        return True
    if len(words) > 1:
        return False
    if words[0].isupper() and len(words[0]) > 1:
        # a register's letters before a number: "HRB 151920"
        return stop < len(tokens) and len(tokens[stop].text) > 4 and tokens[stop].text.isdigit()
    return said in lexicon.grammar.descriptions or said in lexicon.grammar["organs"] or said in _COMMON


def _line_ends(text: str, end: int, start: int) -> bool:
    """Return whether a line that was not merely wrapped ends between two places: a paragraph's, or a short one."""
    between = text[end:start]
    if "\n" not in between:
        return False
    if "\n\n" in between:
        return True
    above = text[text.rfind("\n", 0, end) + 1 : end]
    behind = text.find("\n", start)
    below = text[end + 1 : len(text) if behind < 0 else behind]
    if max(len(above), len(below)) >= _WRAPPED:
        return False
    # Short lines of prose are those of a narrow column: "It met. Quillmere⏎Ferries Ltd paid for it."
    goes_on = len(_SMALL_WORD.findall(below)) > 1 or below.rstrip().endswith((".", ";"))
    return not (goes_on and len(_SMALL_WORD.findall(above)) > 1)


def _owned_name(tokens: Sequence[Token], taken: Sequence[bool], first: int, at: int) -> bool:
    """Return whether 's stands inside a name: St Anne's Hospital, King's College, Children's Aid Society."""
    if tokens[first].text not in _OWNERS and (at <= first + 1 or tokens[at - 1].text not in {"People", "Children"}):
        return False
    last = at + 1
    while last + 1 < len(tokens) and not taken[last + 1] and tokens[last + 1].is_capital:
        last += 1
    if tokens[at - 1].text == "People":
        return True
    return any(plain_word(token.text) in gazetteer().forms for token in tokens[at + 1 : last + 1])


def _opens(tokens: Sequence[Token], at: int) -> bool:
    return all(not token.is_word for token in tokens[:at]) or tokens[at - 1].text in {":", "“", '"', "”"}


def _is_role(token: Token, follows: Token | None, lexicon: Lexicon) -> bool:
    if token.lower not in lexicon.roles:
        return False
    if token.text.isupper() and len(token.text) > 1:
        return True
    return follows is not None and (follows.text in gazetteer().first_names) and token.lower not in gazetteer().titles


def _capital_after_particles(tokens: Sequence[Token], taken: Sequence[bool], at: int) -> bool:
    for token, used in zip(tokens[at : at + 3], taken[at : at + 3], strict=True):
        if used:
            return False
        if token.is_capital:
            return True
        if token.lower not in _PARTICLES:
            return False
    return False


def _of_follows(tokens: Sequence[Token], taken: Sequence[bool], at: int) -> bool:
    after = at + 1
    if after < len(tokens) and tokens[after].lower == "the":
        after += 1
    return after < len(tokens) and not taken[after] and tokens[after].is_capital and tokens[after].is_word


@dataclass(slots=True)
class NameTable:
    """The names of one document, and what its short names, acronyms and defined terms stand for.

    spans: full name -> where it stands first.   starts: first word -> known names as words, longest first.
    persons: the names that the text shows to be a person's by more than their shape: a title, a post, "who".
    titular: the names in the document's first line.   kinds: name -> the class that a sentence says it is of.
    """

    spans: dict[str, Span] = field(default_factory=dict)
    starts: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    _canonical: dict[str, str] = field(default_factory=dict)
    terms: dict[str, tuple[str, Span]] = field(default_factory=dict)
    firm: set[str] = field(default_factory=set)
    declared: list[tuple[str, str, Span]] = field(default_factory=list)
    persons: set[str] = field(default_factory=set)
    titular: set[str] = field(default_factory=set)
    kinds: dict[str, Iri] = field(default_factory=dict)

    def add(self, name: str, span: Span, words: tuple[str, ...], *, weak: bool) -> None:
        """Take up a name seen at a place."""
        if not weak:
            self.firm.update(words)
        if name not in self.spans:
            self.spans[name] = span
            if not weak:
                self._know(words)
            if "'s" in words[1:-1]:
                # "St Anne's Hospital" is also called St Anne's, which no genitive ends.
                at = words.index("'s", 1) + 1
                own = Span(span.start, span.start + len(" ".join(words[: at - 1])) + 2)
                self.spans.setdefault(" ".join(words[: at - 1]) + "'s", own)
                self._know(words[:at])

    def _know(self, words: tuple[str, ...]) -> None:
        known = self.starts.setdefault(words[0], [])
        if words not in known:
            known.append(words)
            known.sort(key=lambda each: -len(each))

    def define(self, text: str, spotted: Iterable[tuple[str, Span]]) -> None:
        """Read the terms that the text defines for a name: (the "Lender"), (NTL), "the claimant, Acme Ltd,"."""
        names = sorted(set(spotted), key=lambda pair: (pair[1], pair[0]))
        for each in (*definitions(text, names), *party_roles(text, names)):
            self.terms.setdefault(each.term.lower(), (each.name, each.span))
            if not each.spoken:
                self.declared.append((each.term, each.name, each.place))
        title = _TITLE_LINE.match(text)
        for name, span in names:
            if title is not None and name in title.group():
                self.titular.add(name)
            if _may_be_personal(name) and shown_person(text, span):
                self.persons.add(_without_title(name))

    def settle(self) -> None:
        """Work out which short names stand for which full ones, once all names are in."""
        names = sorted(self.spans, key=lambda name: (-len(name.split()), self.spans[name].start, name))
        by_fold: dict[str, str] = {}
        for name in names:
            fold = name.casefold()
            other = by_fold.get(fold)
            if other is None or (other.isupper() and not name.isupper()):
                by_fold[fold] = name
        self._find_persons(names)
        shorts: dict[str, list[str]] = {}
        for name in by_fold.values():
            for short in _shorts(name, personal=_without_title(name) in self.persons):
                shorts.setdefault(short.casefold(), []).append(name)
        acronyms: dict[str, list[str]] = {}
        for name in by_fold.values():
            if len(name.split()) > 1:
                for letters in set(initials(name)):
                    acronyms.setdefault(letters, []).append(name)
        for name in names:
            fold = name.casefold()
            best = by_fold[fold]
            others = [each for each in shorts.get(fold, ()) if each.casefold() != fold]
            # "Mr Roe" is no fuller name than "Roe" where Taro Roe is one.
            others = [each for each in others if _without_title(each).casefold() != fold] or others
            longer = self._compatible(others)
            if longer is None and len(others) > 1:
                # Of two that bear a surname, the one whom the title names goes by it.
                about = [each for each in others if each in self.titular]
                longer = about[0] if len(about) == 1 else None
                known = self.persons | gazetteer().first_names
                if longer is None and all(
                    bare in known or bare.split()[0] in known for bare in map(_without_title, others)
                ):
                    self.persons.add(name)
            if longer is None and _ACRONYM.match(name) and len(name.split()) == 1:
                longer = self._compatible(acronyms.get(name, []))
            self._canonical[name] = longer or best
        for name in names:
            target = self._canonical[name]
            while self._canonical.get(target, target) != target:
                target = self._canonical[target]
            self._canonical[name] = target

    def _find_persons(self, names: Iterable[str]) -> None:
        """Add to the persons the one name that a title with its last word speaks of: Mr Roe is Taro Roe."""
        titled = {_without_title(name).casefold() for name in names if _without_title(name) != name}
        by_last: dict[str, set[str]] = {}
        for name in names:
            bare = _without_title(name)
            if bare != name and " " in bare:
                self.persons.add(bare)
            if _may_be_personal(bare):
                by_last.setdefault(bare.split()[-1].casefold(), set()).add(bare)
        for last in titled:
            if len(by_last.get(last, ())) == 1:
                self.persons |= by_last[last]

    def _compatible(self, names: list[str]) -> str | None:
        """Return the fullest of several names when all may be names of one thing, else None."""
        if not names:
            return None
        fullest = max(names, key=lambda name: (len(name.split()), len(name)))
        words = fullest.casefold().split()
        for name in names:
            own = name.casefold().split()
            if own[0][0] != words[0][0]:
                return None
            if own[-1] == words[-1]:
                first, other = own[0].strip("."), words[0].strip(".")
                if not (
                    first.startswith(other[:1])
                    and (len(first) == 1 or other.startswith(first) or first[:3] == other[:3])
                ):
                    return None
            elif own != words[: len(own)]:
                return None
        return fullest

    def full(self, name: str) -> tuple[str, Span | None]:
        """Return the name that a name stands for, and where that stands if it is another; else the name itself."""
        target = self._canonical.get(name)
        if target is None:
            bare = _without_title(name)
            target = self._canonical.get(bare, name) if bare != name else name
        if target == name:
            return name, None
        return target, self.spans.get(target)


def _without_title(name: str) -> str:
    words = name.split()
    while len(words) > 1 and plain_word(words[0]).lower() in gazetteer().titles:
        words = words[1:]
    return " ".join(words)


def _may_be_personal(name: str) -> bool:
    """Return whether a name has two to four capitalised words, none of them a word of organisations or places."""
    words = _without_title(name).split()
    known = gazetteer()
    return (
        2 <= len(words) <= 4
        and all(word[0].isalpha() and (word[0].isupper() or word in _PARTICLES) for word in words)
        and not any(is_form(word) for word in words)
        and words[0] not in known.heads
        and not any(word in known.places for word in (" ".join(words), words[-1]))
    )


def _shorts(name: str, *, personal: bool) -> list[str]:
    """Return the short names that may stand for a full one: surname, name without legal form, first words.

    personal: the text shows that it is a person's.
    """
    bare = _without_title(name)
    words = bare.split()
    known = gazetteer()
    found = [bare] if bare != name else []
    if len(words) < 2:
        return found
    first = words[0].title() if words[0].isupper() else words[0]
    initial = re.fullmatch(r"(?:[A-Z]\.-?)+|[A-Z]", words[0]) is not None
    if personal or ((first in known.first_names or initial) and not any(is_form(w) for w in words)):
        start = len(words) - 1
        while start > 1 and words[start - 1].lower() in _PARTICLES:
            start -= 1
        surname = " ".join(words[start:])
        found.append(surname)
        own = known.gender_of.get(first.split("-")[0].lower(), "neutral")
        titles = sorted(t for t in known.titles if "neutral" in (own, g := known.gender_of[t + "."]) or g == own)
        for title in titles:
            found += [f"{title} {surname}", f"{title}. {surname}"]
            if title in _KNIGHTLY and not initial:
                found.append(f"{title} {first}")
        if not initial:
            found.append(words[0])
        return found
    end = len(words)
    while (
        end > 1
        and is_form(words[end - 1])
        and plain_word(words[end - 1]) not in {"University", "Bank", "Trust", "Hospital"}
    ):
        end -= 1
        found.append(" ".join(words[:end]))
    if (
        end > 1
        and words[0] not in _OF_HEADS
        and words[0].lower()
        not in {
            "the",
            "new",
            "royal",
            "national",
            "saint",
            "st",
            "first",
            "united",
            "north",
            "south",
            "east",
            "west",
            "lake",
            "port",
        }
    ):
        found.append(words[0])
    found += [" ".join(words[: at + 1]) for at, word in enumerate(words[:-1]) if at and word.endswith(("'s", "’s"))]
    if "." in words[-1]:
        found.append(" ".join([*words[:-1], plain_word(words[-1])]))
    return found
