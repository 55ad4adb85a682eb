"""The forms in which programs and people write down chats: where each message begins, who speaks, and when."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from thence.read.dates import iso_date

__all__ = ["Turn", "is_unsaid", "turns_of"]

_HIDDEN = "\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069\ufeff"
_MARK = f"[{_HIDDEN}]*"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\.?"
_CUT = rf"{_MARK}(?:[-/]|\. ?){_MARK}"
_DAY = (
    rf"(?P<date>\d{{4}}{_CUT}\d{{1,2}}{_CUT}\d{{1,2}}\.?|\d{{1,2}}{_CUT}\d{{1,2}}{_CUT}\d{{2,4}}\.?"
    rf"|\d{{1,2}}\.? {_MONTH},? \d{{4}}|{_MONTH} \d{{1,2}},? \d{{4}})"
)
_CLOCK = (
    r"(?P<clock>(?:(?:上午|下午|凌晨|清晨|早上|中午|晚上|午前|午後|오전|오후) ?)?"
    r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d{1,6})?"
    r"(?:[ \u202f\u00a0]?(?:[AaPp]\.?[ \u202f\u00a0]?[Mm]\b\.?|[صم]\b))?)"
    r"(?:Z|[ ]?[+-]\d{2}:?\d{2}|[ ](?:UTC|GMT))?"
)
_BETWEEN = r"(?: г\.)?[,،]?(?:[ \u202f\u00a0T]| at | um | à | klo | kl\.? )"
_STAMP = rf"{_MARK}(?P<open>[\[(])?{_DAY}{_BETWEEN}{_CLOCK}(?(open)[\])])(?:[ \u202f]?[-–—|]|,)?"
_STAMPED = re.compile(rf"^{_STAMP}(?:[ \t\u202f]+|(?=\t))", re.MULTILINE)
_CLOCKED = re.compile(rf"^{_MARK}[\[(]?{_CLOCK}[\])]?[ \t]+(?=\S)", re.MULTILINE)
_HEADED = re.compile(
    rf"^{_MARK}(?P<name>[^\s:\[\]<>|,][^:\n\[\]<>|]{{0,59}}?)(?:, \[| (?P<dash>[—–]) ){_DAY},? {_CLOCK}"
    r"(?(dash)|\]:?)[ \t]*\n",
    re.MULTILINE,
)
# Who speaks, behind a time stamp.
_NAME = r"[^\s:：<>\[\]|*#\"“][^:：\n\[\]<>|\"“]{0,59}?"
_SPEAKER = re.compile(
    rf"{_MARK}(?:<[@+%~&! ]?(?P<nick>[^\s<>]{{1,40}})>(?:[ \t]+|(?=\n|$))|\t(?P<column>[^\s]{{1,40}})[ \t]*\t"
    rf"|From[ \t]+(?P<sender>[^:\n]{{1,60}}?)[ \t]+[tT]o[ \t]+[^:\n]{{1,90}}?[ \t]*:(?:\s+)"
    rf"|(?P<name>{_NAME})(?:[ \t]?:(?:[ \t\u202f]+|(?=\n|$))|：[ \t]*))"
)
_TURN = re.compile(r"^(?P<name>[^\W\d_][\w.'’ -]{0,39}?):[ \t]+(?=\S)", re.MULTILINE)
_NICK = re.compile(r"^<[@+%~&! ]?(?P<name>[^\s<>/@]{1,40})>[ \t]+(?=\S)", re.MULTILINE)
_NOTICE = re.compile(
    r"\b(?:changed|added|removed|created|left|joined|pinned|renamed|is now|turned (?:on|off)|started|ended|hat|wurde)\b"
)
_LEVEL = re.compile(r"(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE|NOTICE|CRITICAL)\b", re.IGNORECASE)
_SHORT = re.compile(r"\b(?:Ltd|Inc|Co|Corp|St|No|Jr|Sr|e\.V|S\.A|[A-Z])\.$")
_FORM = frozenset(
    """date time to from cc bcc subject re ref reference title status version author by present attendees apologies
    absent agenda action actions decision decisions chair location place venue note notes name address phone email
    age city country amount total price id number type category summary description q a question answer act scene
    minutes next step warning example result results""".split()  # noqa: SIM905 - a word list reads better
)
_STAGE = re.compile(r"^[ \t]*(?:ACT|SCENE|CURTAIN|EXIT|EXEUNT|ENTER|FADE (?:IN|OUT)|INT\.|EXT\.)\b", re.MULTILINE)
_UNSAID = re.compile(
    r"<[^<>\n@/:]{1,60}>"  # what programs say in the place of a file
    r"|<(?:attached|angehängt|adjunto|pièce jointe|anexado|allegato|bijgevoegd)[ \u00a0]?:[^<>\n]{1,120}>"
    r"|(?:image|video|audio|sticker|gif|document|contact card|video note|bild|photo|imagen|vídeo|imagem|áudio|figurinha"
    r"|documento|immagine|afbeelding|foto|dokument|vidéo)[ \u00a0]"
    r"(?:omitted|weggelassen|absente?|omitid[oa]|ocultad[oa]|omess[oa]|weggelaten|omis[e]?)"
    r"|\S[^\n]{0,120}\((?:file attached|datei angehängt|fichier joint|archivo adjunto|arquivo anexado|file allegato"
    r"|bestand bijgevoegd)\)"
    r"|(?:you deleted this message|this message was deleted|deleted message|diese nachricht wurde gelöscht"
    r"|du hast diese nachricht gelöscht|ce message a été supprimé|vous avez supprimé ce message|se eliminó este mensaje"
    r"|eliminaste este mensaje|este mensaje fue eliminado|mensagem apagada|(?:esta mensagem|essa mensagem) foi apagada"
    r"|você apagou esta mensagem|hai eliminato questo messaggio|questo messaggio è stato eliminato"
    r"|dit bericht is verwijderd|je hebt dit bericht verwijderd|bu mesaj silindi"
    r"|missed (?:group )?(?:voice|video) call|waiting for this message[^\n]{0,60}|null"
    r"|messages and calls are end-to-end encrypted[^\n]{0,200})\.?",
    re.IGNORECASE,
)
_NO_MARKS = dict.fromkeys(map(ord, _HIDDEN))
_BLANKS = re.compile(r"(\.) (?=\d)")
_LEAD = 300
_FAR = 4_000
_BLANK = f" \t\n{_HIDDEN}"
_SPACE = re.compile(f"[{_BLANK}]*")
_DATED = re.compile(
    rf"(?:[A-Z][a-z]{{2,8}},? )?(?P<month>{_MONTH}) +(?P<day>\d{{1,2}}),?(?: [\d:]+)? (?P<year>\d{{4}})"
)
_DAY_LINE = re.compile(
    r"^[ \t]*[-—=*#]{0,5}[ \t]*(?:Day changed(?: to)?|Log opened|Session Start:?)?[ \t]*(?P<day>[^\n]{6,40}?)"
    r"[ \t]*[-—=*#]{0,5}$",
    re.MULTILINE,
)


@dataclass(slots=True)
class Turn:
    """A message.   start: of its line.   body: where its words begin.   name: of its speaker, None for a notice.
    date: as written, without marks of direction and the blanks in it, empty where the form has none.   clock: as
    written.   at, until: where the date stands.
    """

    start: int
    body: int
    name: str | None
    date: str
    clock: str
    at: int
    until: int


def turns_of(text: str, *, is_log: bool) -> list[Turn] | None:
    """Return the messages of a chat, or None for a text that is none.   is_log: whether the file is named a log."""
    near = text[: 2 * _LEAD] if text[:1].strip(_BLANK) else text[: _blank(text) + 2 * _LEAD]
    if _STAMPED.search(near):
        return _stamped(text, _STAMPED, is_log=is_log)
    if _HEADED.search(near):
        return _headed(text)
    if _CLOCKED.search(near):
        turns = _stamped(text, _CLOCKED, is_log=is_log)
        return _dated(text, turns) if turns else None
    if _TURN.search(near) or _NICK.search(near):
        return _bare(text)
    return None


def _blank(text: str) -> int:
    space = _SPACE.match(text)
    return space.end() if space else 0


def is_unsaid(body: str) -> bool:
    """Return whether a message holds no words of its speaker: a file, a deleted message, a call."""
    return _UNSAID.fullmatch(body.strip(f"{_HIDDEN} \n")) is not None


def _stamped(text: str, form: re.Pattern[str], *, is_log: bool) -> list[Turn] | None:
    turns = []
    for match in form.finditer(text):
        speaker = _SPEAKER.match(text, match.end())
        name = _speaker(speaker) if speaker else None
        body = speaker.end() if speaker and name else match.end()
        date = match.groupdict().get("date") or ""
        at, until = match.span("date") if date else (match.start("clock"), match.start("clock"))
        turns.append(Turn(match.start(), body, name, _tidy(date), match["clock"], at, until - date.endswith(".")))
    if not turns or not _is_lead(text[: turns[0].start]):
        return None
    names = [turn.name for turn in turns if turn.name]
    lines = sum(1 for line in text.splitlines() if line.strip())
    if 2 * len(names) < len(turns) or not names or len(turns) * 4 < lines:
        return None
    if 2 * sum(_LEVEL.match(name) is not None for name in names) > len(names):
        return None
    if is_log and all(name == name.lower() for name in names) and "<" not in text[turns[0].start : turns[0].body]:
        return None
    if form is _CLOCKED and (len(turns) < 3 or len(set(names)) < 2):
        return None
    return turns


def _tidy(date: str) -> str:
    """Return a date as it would be written without marks of direction and blanks between its figures."""
    return _BLANKS.sub(r"\1", date.translate(_NO_MARKS)).rstrip(".")


def _speaker(match: re.Match[str]) -> str | None:
    """Return who speaks; None for a notice in which a colon stands."""
    if nick := match["nick"] or match["column"]:
        return nick if nick.strip("-*<>=!") else None
    name = (match["sender"] or match["name"]).strip(f"{_HIDDEN} \t\u202f\u00a0~")
    if not name or len(name.split()) > 8 or (len(name.split()) > 2 and _NOTICE.search(name)):
        return None
    return name


def _is_lead(lead: str) -> bool:
    """Return whether what stands above the first message may be a title."""
    lead = lead.strip()
    return lead.count("\n") <= 2 and len(lead) <= _LEAD


def _headed(text: str) -> list[Turn] | None:
    turns = [
        Turn(
            match.start(),
            match.end(),
            match["name"].strip(f"{_HIDDEN} ~"),
            _tidy(match["date"]),
            match["clock"],
            *match.span("date"),
        )
        for match in _HEADED.finditer(text)
    ]
    return turns if turns and _is_lead(text[: turns[0].start]) else None


def _dated(text: str, turns: list[Turn]) -> list[Turn]:
    """Give messages with an hour alone the day of the line above them that is a date."""
    days = []
    for match in _DAY_LINE.finditer(text):
        words = match["day"].strip()
        if (dated := _DATED.fullmatch(words)) is not None:
            words = f"{dated['month']} {dated['day']} {dated['year']}"
        if words[:1].isalnum() and iso_date(words) and not re.search(r"\d:\d\d", words):
            days.append((match.start(), words, match.start("day")))
    days.reverse()
    date, at = "", 0
    for turn in turns:
        while days and days[-1][0] < turn.start:
            _, date, at = days.pop()
        if date:
            turn.date, turn.at, turn.until = date, at, at + len(date)
    return turns


def _bare(text: str) -> list[Turn] | None:
    """Return the turns of a dialogue without times, if every paragraph is one."""
    for form in (_NICK, _TURN):
        # Not through all of a long text that begins with a key or two.
        if len(form.findall(text, 0, _FAR)) * 3 < sum(1 for line in text[:_FAR].split("\n") if line.strip()):
            continue
        found = list(form.finditer(text))
        if len(found) < 3 or not _is_lead(text[: found[0].start()]):
            continue
        lead = text[: found[0].start()]
        if lead.strip() and not lead.endswith("\n\n"):
            continue
        names = [match["name"].strip() for match in found]
        if form is _TURN and not (_is_dialogue(text, names) and _is_speech(text, found)):
            continue
        lines = sum(1 for line in text.splitlines() if line.strip())
        if len(found) * 2 < lines:
            continue
        return [
            Turn(match.start(), match.end(), name, "", "", match.start(), match.start())
            for match, name in zip(found, names, strict=True)
        ]
    return None


def _is_dialogue(text: str, names: list[str]) -> bool:
    """Return whether names before colons are of people who speak: they speak again, and are no keys of a form."""
    speakers = set(names)
    if any(len(name.split()) > 4 for name in speakers) or not 2 <= len(speakers) <= max(2, len(names) // 2 + 1):
        return False
    again = sum(count > 1 for count in Counter(names).values())
    if again < 2 and not (again and len(names) >= 3 and len(speakers) == 2):
        return False
    if any(name.lower() in _FORM for name in speakers):
        return False
    if any(not (name[0].isupper() or name.islower()) for name in speakers):
        return False
    # A play, not a chat.
    if all(name.isupper() for name in speakers) and _STAGE.search(text):
        return False
    return not _repeated_form(names)


def _is_speech(text: str, found: Sequence[re.Match[str]]) -> bool:
    """Return whether some of what follows the names is said: ends as a sentence does, begins small, or is longer."""
    said = 0
    for match in found:
        words = text[match.end() : text.find("\n", match.end()) % (len(text) + 1)].strip()
        ends = words.endswith((".", "!", "?", "…", ")", '"', "”")) and not _SHORT.search(words)
        said += bool(words) and (ends or words[0].islower() or len(words.split()) > 5)
    return 4 * said >= len(found)


def _repeated_form(names: list[str]) -> bool:
    """Return whether the names come round in the same order again and again, like the keys of several records."""
    cycle = names.index(names[0], 1) if names[0] in names[1:] else len(names)
    if cycle < 3 or len(names) < 2 * cycle:
        return False
    return all(name == names[index % cycle] for index, name in enumerate(names))
