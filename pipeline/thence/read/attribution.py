"""Who is quoted and when it was written: the lines that mail programs put above another's words."""

from __future__ import annotations

import re
import unicodedata

from thence.read.dates import iso_date

__all__ = ["HeaderBlock", "attribution", "header_key", "person", "written_on"]

_MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "jan januar january janvier janv enero ene januari gennaio gen janeiro sty stycznia ledna",
            "feb februar february fevrier fevr fev febrero februari febbraio fevereiro lut lutego unora",
            "mar marz mrz march mars marzo maart mrt marco maerz marca brezna",
            "apr april avril avr abril abr aprile kwi kwietnia dubna",
            "may mai mayo mei maggio mag maio maj maja kvetna",
            "jun juni june juin junio giugno giu junho cze czerwca cervna",
            "jul juli july juillet juil julio luglio lug julho lip lipca cervence",
            "aug august augusti augustus aout agosto ago sie sierpnia srpna",
            "sep sept september septembre septiembre settembre set setembro wrz wrzesnia zari",
            "oct okt oktober october octobre octubre ottobre ott out outubro paz pazdziernika rijna",
            "nov november novembre noviembre novembro lis listopada listopadu",
            "dec dez dezember december decembre diciembre dic dezembro gru grudnia prosince",
        ),
        1,
    )
    for name in names.split()
}
_CYRILLIC = ("янв", "фев", "мар", "апр", "ма", "июн", "июл", "авг", "сен", "окт", "ноя", "дек")
"""How the months begin in Russian."""
_EASTERN = re.compile(r"(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日?")
_SPACED = re.compile(r"\b(\d{1,2})\. (\d{1,2})\. (\d{4})\b")
_WIDE = str.maketrans("：，（）", ":,()")
_DAY_FIRST = re.compile(
    r"\b(\d{1,2})(?:\.|er|st|nd|rd|th|º)?[\s-]+(?:de[\s-]+|of\s+)?([^\W\d_]{3,10})\.?,?[\s-]+(?:de\s+|del\s+)?(\d{4})\b"
)
_MONTH_FIRST = re.compile(r"\b([^\W\d_]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
_ISO = re.compile(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b")
_NUMBERS = re.compile(r"\b(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})\b")
_ADDRESS = re.compile(r"\s*[<([]+(?:mailto:)?[^<>()\[\]\s]+@[^<>()\[\]\s]+[>)\]]+|\s*\[?mailto:[^\]\s]*\]?")
_BARE_ADDRESS = re.compile(r"[\w.+'-]{1,64}@[\w.-]{1,255}")

# "On DATE, WHO wrote:" and "DATE schrieb WHO:", with the words that begin and end them in each language.
_VERB_LAST = re.compile(
    r"(?P<on>on|am|le|el|il(?:\s+giorno)?|op|em|den|dne|w\s+dniu|dnia)\s+(?P<rest>.{6,300}?)[\s,]+"
    r"(?:wrote|writes|schrieb|a\s+écrit|escribió|escribio|ha\s+scritto|escreveu|schreef\s+het\s+volgende|skrev"
    r"|pisze|napisał(?:\(a\)|a)?|napsal(?:\(a\)|a)?)\s*:",
    re.IGNORECASE,
)
_VERB_FIRST = re.compile(
    r"(?P<on>am|op|den|em|on|dne)\s+(?P<when>.{6,120}?)[\s,]+(?:schrieb|schreef|skrev|napsal|escreveu|wrote)\s+(?P<who>.{2,200}?)\s*"
    r"(?:het\s+volgende)?\s*:",
    re.IGNORECASE,
)
_NAME_FIRST = re.compile(
    r"(?P<who>[^:]{2,120}?)\s+(?:(?:wrote|writes|schrieb|a\s+écrit|escribió|ha\s+scritto|schreef|skrev)\s*"
    r"(?:(?:on|am|le|el|il|op|den)\s+(?P<when>[^:]{4,60}(?::\d\d[^:]{0,20})?))?)\s*:",
    re.IGNORECASE,
)
_DATE_AND_NAME = re.compile(
    r"(?P<when>\d{4}-\d\d-\d\d\s+\d{1,2}:\d\d(?::\d\d)?\s+(?:GMT|UTC)?[+-]?[\d:]*)\s+(?P<who>[^:]{2,120}?<[^<>@\s]+@[^<>\s]+>)\s*:"
)
_PERFECT = re.compile(r"(?P<who>.{2,150}?)\s+hat\s+am\s+(?P<when>.{6,60}?)\s+geschrieben\s*:", re.IGNORECASE)
_QUOTING = re.compile(
    r"(?:quoting|zitat\s+von|citando(?:\s+a)?|citat\s+från|citation\s+de)\s+(?P<who>.{2,150}?)\s*:", re.IGNORECASE
)
# In any other language: a date, a name and its address, and a colon.
_ADDRESSED = re.compile(
    r"(?:.{0,200}[\d,;.)]\s*)?(?P<who>[^\d,;:<>.()]{2,60}?\s*<[^<>@\s]+@[^<>\s]+>)(?:[^:<>]|\d:\d){0,60}:"
)
_DASHED = re.compile(r"-{2,}\s*(?:on\s+)?(?P<rest>[^-\s].{1,200}?)\s+wrote\s*-{2,}", re.IGNORECASE)
_HOUR = re.compile(r"\b\d{1,2}[:.h]\d{2}(?::\d{2})?\b")
_AFTER_DATE = re.compile(
    r"^[\s,.]*(?:(?:at|um|à|a\s+las?|alle(?:\s+ore)?|om|às|as|kl\.?|v|o|в|den)\s+)?"
    r"(?:\d{1,2}[:.h]\d{2}(?::\d{2})?)?\s*(?:[ap]\.?\s?m\.?)?\s*(?:Uhr|uur|h)?"
    r"(?:\s*\(?(?:(?:CES?T|MES?Z|[ECMPWIJBK][SDEK]T|MSK|GMT|UTC)\b|(?:GMT|UTC)?[+-]\d{1,2}:?\d{0,2})\)?){0,2}[\s,;]*",
    re.IGNORECASE,
)

_PRONOUNS = frozenset(
    ("he", "she", "they", "we", "you", "i", "it", "this", "that", "who", "er", "sie", "wir", "ihr", "es", "il", "elle",
     "ils", "elles", "él", "ella", "ellos", "hij", "zij", "han", "hon")
)  # fmt: skip
_PARTICLES = frozenset(
    ("de", "van", "von", "der", "den", "del", "della", "di", "da", "du", "la", "le", "bin", "zu", "&")
)
_COMES_BY_DAY = frozenset(("am", "le", "el", "il", "op", "em", "den", "dne", "w dniu", "dnia"))

_KEYS = {
    "from": "from von de da van från fra mittente od expéditeur absender",
    "date": "sent date gesendet datum envoyé envoye date fecha enviado inviato data verzonden skickat sendt enviada"
    " enviado_el enviada_em odesláno envoyé_le gesendet_am date_d'envoi",
    "to": "to an à a para aan till til destinatario destinataire komu empfänger",
    "subject": "subject betreff objet asunto oggetto onderwerp ämne emne assunto předmět re",
    "other": "cc kopie copie bcc cco importance priority wichtigkeit priorität attachments anlagen reply-to antwort_an"
    " organization organisation sent_by importance pièces_jointes allegati",
}
_KEY_OF = {word.replace("_", " "): kind for kind, words in _KEYS.items() for word in words.split()}
_KEY_LINE = re.compile(r"\s*\*?(?P<key>[^\W\d_](?:[^\W\d_]|['’ -]){0,20}?)\s?:\*?(?:[\s\xa0]+(?P<value>\S.*))?\*?\s*$")


def attribution(text: str) -> tuple[str | None, str | None] | None:
    """Return (who, ISO date) of the words above a quotation, None for any other text.

    text: one line, or the two or three that it was wrapped to. Understood in English, German, French, Spanish, Dutch,
    Italian, Portuguese, Polish, Czech, Russian, Chinese, Japanese and the Scandinavian languages. A date that can be
    read two ways is None.

    >>> attribution("Am Mo., 3. Juni 2024 um 09:15 Uhr schrieb Jens Abel <jens@example.org>:")
    ('Jens Abel', '2024-06-03')
    """
    if len(text) > 500:
        return None
    line = _EASTERN.sub(r" \1-\2-\3 ", text.translate(_WIDE))
    line = " ".join(line.replace("\xa0", " ").replace("\u202f", " ").split()).strip("*_ ")
    line = _SPACED.sub(r"\1.\2.\3", line)
    if match := _DASHED.fullmatch(line):
        return _who_and_when(match["rest"], "on")
    if not line.endswith(":"):
        return None
    if (match := _VERB_FIRST.fullmatch(line)) and (date := _when(match["when"], match["on"])):
        return person(match["who"]), date[0]
    if match := _VERB_LAST.fullmatch(line):
        return _who_and_when(match["rest"], match["on"])
    if match := _DATE_AND_NAME.fullmatch(line):
        return person(match["who"]), written_on(match["when"])
    if match := _PERFECT.fullmatch(line):
        return person(match["who"]), written_on(match["when"], day_first=True)
    if match := _QUOTING.fullmatch(line):
        return person(match["who"]), None
    if match := _NAME_FIRST.fullmatch(line):
        dated = match["when"] and written_on(match["when"], day_first=True)
        return (person(match["who"]), dated or None) if _is_name(match["who"]) else None
    if (match := _ADDRESSED.fullmatch(line)) and (date := _when(line, "")):
        return person(match["who"]), date[0]
    return None


def _who_and_when(rest: str, on: str) -> tuple[str | None, str | None] | None:
    """Return who and when of "DATE, WHO" or "WHO" alone."""
    date, end = None, 0
    if found := _when(rest, on):
        date, end = found
    elif clock := _HOUR.search(rest):
        end = clock.start()
    elif on.lower() != "on":
        return None
    who = rest[end:]
    after = _AFTER_DATE.match(who) if end else None
    who = who[after.end() :] if after else who
    return person(who) if who.strip() else None, date


def _is_name(who: str) -> bool:
    """Return whether words before "wrote:" name somebody: an address, or a few capitalised words."""
    if _BARE_ADDRESS.search(who):
        return True
    words = _ADDRESS.sub("", who).split()
    if not words or len(words) > 5 or words[0].lower() in _PRONOUNS:
        return False
    return all(word[0].isupper() or not word[0].isalpha() or word.lower() in _PARTICLES for word in words)


def _when(text: str, on: str) -> tuple[str | None, int] | None:
    """Return the first date in a text, None if it can be read two ways, and where it ends; None without one."""
    for pattern, order in ((_ISO, "ymd"), (_DAY_FIRST, "dmy"), (_MONTH_FIRST, "mdy")):
        for match in pattern.finditer(text):
            parts = dict(zip(order, match.groups(), strict=True))
            month = parts["m"] if parts["m"].isdigit() else _month(parts["m"])
            if month:
                return _iso(parts["y"], month, parts["d"]), match.end()
    if numbers := _NUMBERS.search(text):
        day_first = True if on.lower() in _COMES_BY_DAY else None
        return iso_date(numbers.group(), day_first=day_first), numbers.end()
    return None


def _month(word: str) -> str:
    """Return the number of a month by its name or how it begins; empty for any other word."""
    if number := _MONTHS.get(_plain(word)):
        return str(number)
    if any("а" <= letter <= "я" for letter in word.lower()):
        # The longest beginning first: march, then may.
        found = [at for at, name in enumerate(_CYRILLIC, 1) if word.lower().startswith(name)]
        return str(min(found, key=lambda at: -len(_CYRILLIC[at - 1]))) if found else ""
    return ""


def written_on(text: str, *, day_first: bool | None = None) -> str | None:
    """Return the day that a text of a mail names, in any of the languages, as ISO date; None without one.

    >>> written_on("lundi 3 juin 2024 09:15"), written_on("Monday, June 3, 2024 9:15 AM"), written_on("03/06/2024")
    ('2024-06-03', '2024-06-03', None)
    """
    found = _when(text, "am" if day_first else "")
    return found[0] if found else iso_date(text, day_first=day_first)


def _iso(year: str, month: str, day: str) -> str | None:
    return iso_date(f"{year}-{int(month):02d}-{int(day):02d}")


def _plain(word: str) -> str:
    return unicodedata.normalize("NFKD", word.lower()).encode("ascii", "ignore").decode()


def person(mailbox: str) -> str | None:
    """Return the name in a mailbox, else its address.

    >>> person('"Holt, Mira" <mira@example.org>')
    'Holt, Mira'
    """
    bare = _ADDRESS.sub("", mailbox).strip(" \t,;*").strip("\"'").replace('\\"', '"').strip(" <>()")
    if bare:
        return bare
    address = _BARE_ADDRESS.search(mailbox)
    return address.group() if address else mailbox.strip(" <>()") or None


def header_key(line: str) -> tuple[str, str] | None:
    """Return which header a line of another's message shows, and its value: from, date, to, subject or other.

    >>> header_key("*Gesendet:* Montag, 3. Juni 2024 09:15"), header_key("The price is: 7")
    (('date', 'Montag, 3. Juni 2024 09:15'), None)
    """
    if len(line) > 2_000:
        return None
    match = _KEY_LINE.match(line)
    kind = _KEY_OF.get(match["key"].lower().replace("’", "'")) if match else None
    return (kind, (match["value"] or "").strip("* ")) if kind and match else None


class HeaderBlock:
    """The headers of an earlier message, as programs copy them above its text.

    sender, date: whose message it is, and of which day.   count: lines it takes.
    """

    __slots__ = ("count", "date", "sender")

    def __init__(self, sender: str | None, date: str | None, count: int) -> None:
        self.sender, self.date, self.count = sender, date, count

    @classmethod
    def at(cls, lines: list[str]) -> HeaderBlock | None:
        """Return the block that some lines begin with, or None.

        The first line is a header; sender and day are named, and the subject, or an address and the recipient.
        """
        if not lines or header_key(lines[0]) is None:
            return None
        found: dict[str, str] = {}
        last = 0
        for count, line in enumerate(lines[:14], 1):
            if not line.strip():
                if _is_whole(found):
                    break
                continue
            key = header_key(line)
            if key:
                found.setdefault(key[0], key[1])
                last = count
            elif last != count - 1 and not line[:1].isspace() and "@" not in line:
                break
        if not _is_whole(found):
            return None
        day_first = None if lines[0].lstrip(" *").lower().startswith(("from", "sent", "date", "subject")) else True
        return cls(person(found["from"]), written_on(found["date"], day_first=day_first), last)


def _is_whole(found: dict[str, str]) -> bool:
    if not {"from", "date"} <= set(found):
        return False
    return "subject" in found or ("to" in found and any("@" in found[name] for name in ("from", "to")))
