"""Whose words the lines of a mail are: its author's, or an earlier author's who is quoted or forwarded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from thence.read.attribution import HeaderBlock, attribution, header_key

__all__ = ["Role", "roles"]


@dataclass(frozen=True, slots=True)
class Role:
    """What a line is. Lines that stand together and have one role belong together.

    level: 0 for the author's own words, else how deep they are quoted.   voice, date: of whom is quoted, and when.
    furniture: whether it is a signature, headers, the line above a quotation, a footer: nothing that is said.
    turn: counts the messages in the order they begin, so that two by one person are told apart.
    """

    level: int = 0
    voice: str | None = None
    date: str | None = None
    furniture: bool = False
    turn: int = 0


_ORIGINAL = re.compile(
    r"\s*(?:>?\s*)?(?:[-_=*]{2,}\s*(?:original\s+message|original\s+appointment|forwarded\s+message|forwarded\s+by\b.{0,200}|"
    r"weitergeleitete\s+nachricht|ursprüngliche\s+nachricht|originalnachricht|original-nachricht|message\s+d'origine|"
    r"message\s+transféré|message\s+transf[ée]r[ée]|mensaje\s+original|mensaje\s+reenviado|messaggio\s+originale|"
    r"messaggio\s+inoltrato|oorspronkelijk\s+bericht|doorgestuurd\s+bericht|mensagem\s+original|mensagem\s+encaminhada|"
    r"ursprungligt\s+meddelande|oprindelig\s+meddelelse)\s*[-_=*]{2,}"
    r"|(?:begin\s+forwarded\s+message|anfang\s+der\s+weitergeleiteten\s+nachricht|début\s+du\s+message\s+réexpédié|"
    r"inicio\s+del\s+mensaje\s+reenviado|inizio\s+messaggio\s+inoltrato|begin\s+doorgestuurd\s+bericht)\s*:)\s*$",
    re.IGNORECASE,
)
_OPENS = re.compile(r"[*_]*(?:on|am|le|el|il|op|em|den|dne|w\s+dniu|dnia)\s|\d{4}-\d\d|.{0,80}[<@]", re.IGNORECASE)
"""How an attribution begins that goes on in the next line."""
_END = re.compile(
    r"\s*[-_=*]{2,}\s*(?:end\s+(?:of\s+)?(?:the\s+)?forwarded\s+message|ende\s+der\s+weitergeleiteten\b.{0,40})[-_=*\s]*$",
    re.IGNORECASE,
)
_LINE = re.compile(r"\s*[_\-=*]{5,}\s*$")
_SIGNATURE = re.compile(r"--\s?$")
_SENT_FROM = re.compile(
    r"\s*(?:sent\s+from\s+(?:my|mail\s+for|yahoo|outlook|samsung|proton)\b|get\s+outlook\s+for\b|von\s+meinem\s+\S+\s+gesendet"
    r"|gesendet\s+(?:von|mit)\s+(?:mein|der)\b|envoyé\s+(?:de|depuis)\s+mon\b|enviado\s+(?:desde|do)\s+m[ei]\b"
    r"|inviato\s+da(?:l\s+mio)?\s|verzonden\s+vanaf\s+mijn\b|skickat\s+från\s+min\b).{0,80}$",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"mailing\s+list|listinfo|to\s+unsubscribe|unsubscribe\s+from|you\s+received\s+this\s+message\s+because\s+you"
    r"|abbestellen|se\s+désabonner|list-manager|manage\s+your\s+(?:subscription|preferences)",
    re.IGNORECASE,
)
_DISCLAIMER = re.compile(
    r"\s*[*_]*(?:(?:confidentiality|legal|privacy)\s+(?:notice|note)|disclaimer|haftungsausschluss|vertraulichkeitshinweis"
    r"|aviso\s+(?:legal|de\s+confidencialidad)|avis\s+de\s+confidentialité)\b"
    r"|(?=.{0,3000}\b(?:intended|addressed|bestimmt|destin\w+|dirigid\w+|beoogde)\b)"
    r"(?=.{0,3000}\b(?:confidential|privileged|vertraulich|confidentiel|confidencial|riservat|vertrouwelijk))"
    r"(?=.{0,3000}\b(?:e-?mails?|messages?|nachricht|courriel|mensaje|correo|messaggio|bericht|transmission)\b)"
    r"(?=.{0,3000}\b(?:delete|destroy|notify|inform|unauthori[sz]ed|prohibited|strictly|löschen|vernichten|informieren"
    r"|détruire|supprimer|eliminar|borrar|cancellar|verwijder))"
    r"|\s*(?:please\s+)?(?:consider|think\s+of)\s+the\s+environment\s+before\s+printing",
    re.IGNORECASE,
)


def roles(lines: Sequence[tuple[str, int]]) -> list[Role]:
    """Return the role of each line of a mail's text.

    lines: (words, how many ``>`` marks or quotation elements it stood in), marks removed. Understood: replies above,
    below and between what they answer, at every depth; "On DATE WHO wrote:" in the common languages; the headers that
    Outlook copies above an earlier message, and separators; forwarded messages. Words that are quoted with nobody
    named have no voice: somebody else's, nobody knows whose.
    """
    return _Walk(_rewrapped(lines)).run()


def _rewrapped(lines: Sequence[tuple[str, int]]) -> Sequence[tuple[str, int]]:
    """Return the lines, the ends of long quoted lines that a program has wrapped without their marks quoted again."""
    out = list(lines)
    for index in range(1, len(lines) - 1):
        (above, depth), (words, at), (below, next_depth) = lines[index - 1 : index + 2]
        if at < depth == next_depth and len(above) >= 60 and len(words) < 60 and words[:1].islower() and below.strip():
            out[index] = words, depth
    return out


class _Walk:
    def __init__(self, lines: Sequence[tuple[str, int]]) -> None:
        self.lines = lines
        self.out: list[Role] = []
        self.turns = 0
        self.speakers: dict[int, Role] = {0: Role()}
        """Depth of marks -> who speaks there."""
        self.spoken: set[int] = set()
        """Turns in which something was said."""
        self.closing: dict[int, bool] = {}
        """Depths at which a signature has begun."""

    def run(self) -> list[Role]:
        last_depth = 0
        index = 0
        while index < len(self.lines):
            words, depth = self.lines[index]
            if not words.strip():
                self.out.append(self._role(depth))
                index += 1
                continue
            if depth != last_depth:
                if depth > last_depth:
                    self.closing.pop(depth, None)
                last_depth = depth
            index += self._message_start(index) or self._other(index)
        return self.out

    def _role(self, depth: int, *, furniture: bool = False) -> Role:
        speaker = self._speaker(depth)
        furniture = furniture or self.closing.get(depth, False)
        return Role(speaker.level, speaker.voice, speaker.date, furniture, speaker.turn)

    def _speaker(self, depth: int) -> Role:
        if depth not in self.speakers:
            above = max(self.speakers[known].level for known in self.speakers if known < depth)
            self.turns += 1
            self.speakers[depth] = Role(above + 1, turn=self.turns)
        return self.speakers[depth]

    def _begin(self, depth: int, level: int, voice: str | None, date: str | None) -> None:
        """Let somebody speak at a depth from here on; who was quoted deeper was quoted by somebody else."""
        self.turns += 1
        for known in [known for known in self.speakers if known >= depth and known > 0]:
            del self.speakers[known]
        for known in [known for known in self.closing if known >= depth]:
            del self.closing[known]
        self.speakers[depth] = Role(level, voice, date, turn=self.turns)

    def _message_start(self, index: int) -> int:
        """Take the lines that introduce another's message, if they begin here; return how many they are."""
        words, depth = self.lines[index]
        if _ORIGINAL.match(words):
            self._furniture(index, 1)
            if self._headers_below(index + 1) is None:
                self._begin_below(index + 1, depth, None, None)
            return 1
        if _END.match(words):
            self._furniture(index, 1)
            if depth:
                self.speakers.pop(depth, None)
            else:
                self.speakers = {0: Role(turn=self.turns)}
            return 1
        block = self._headers_at(index)
        if block is not None:
            self._furniture(index, block.count)
            self._begin_below(index + block.count, depth, block.sender, block.date)
            return block.count
        return self._attributed(index, depth)

    def _headers_below(self, index: int) -> HeaderBlock | None:
        while index < len(self.lines) and not self.lines[index][0].strip():
            index += 1
        return self._headers_at(index) if index < len(self.lines) else None

    def _headers_at(self, index: int) -> HeaderBlock | None:
        words, depth = self.lines[index]
        if header_key(words) is None:
            return None
        near = []
        for line, at in self.lines[index : index + 14]:
            if at != depth and line.strip():
                break
            near.append(line)
        return HeaderBlock.at(near)

    def _attributed(self, index: int, depth: int) -> int:
        """Take an attribution of one to three lines; a quotation must follow it, or it must name day and person."""
        near: list[str] = []
        for count, (line, at) in enumerate(self.lines[index : index + 3], 1):
            if at != depth or not line.strip():
                break
            near.append(line.strip())
            if count > 1 and not _OPENS.match(near[0]):
                break
            said = attribution(" ".join(near))
            if said is None:
                continue
            below = self._next(index + count)
            voice, date = said
            if below is not None and below > depth:
                self._furniture(index, count)
                level = self._speaker(depth).level + 1 if depth else self._level_below(0)
                self._begin(depth + 1, level, voice, date)
                return count
            if below == depth and voice and date and not self.closing.get(depth) and _is_alone(self.lines, index):
                self._furniture(index, count)
                self._begin(depth, self._level_below(depth), voice, date)
                return count
            return 0
        return 0

    def _begin_below(self, index: int, depth: int, voice: str | None, date: str | None) -> None:
        """Let a message begin below its headers: at its own depth, or one deeper if it is marked as well."""
        level = self._level_below(depth)
        below = self._next(index)
        self._begin(depth + 1 if below is not None and below > depth else depth, level, voice, date)

    def _level_below(self, depth: int) -> int:
        """Return how deep a message is quoted that begins at a depth: where nobody spoke, it is what is marked."""
        speaker = self._speaker(depth)
        return speaker.level + (speaker.level == 0 or speaker.turn in self.spoken)

    def _next(self, index: int) -> int | None:
        """Return the depth of the next line with words."""
        for words, depth in self.lines[index : index + 50]:
            if words.strip():
                return depth
        return None

    def _furniture(self, index: int, count: int) -> None:
        self.out.extend(self._role(depth, furniture=True) for _, depth in self.lines[index : index + count])

    def _other(self, index: int) -> int:
        """Take one line, or the paragraph of a disclaimer or footer, which says nothing."""
        words, depth = self.lines[index]
        if _SIGNATURE.match(words) and (words != "--" or self._ends_soon(index, depth)):
            self.closing[depth] = True
        if _LINE.match(words):
            below = " ".join(line for line, _ in self.lines[index + 1 : index + 6])
            self._furniture(index, 1)
            if _LIST.search(below[:2_000]):
                self.closing[depth] = True
            return 1
        if _SENT_FROM.match(words):
            self._furniture(index, 1)
            return 1
        if index == 0 or not self.lines[index - 1][0].strip() or self.lines[index - 1][1] != depth:
            count = self._paragraph(index)
            whole = " ".join(line for line, _ in self.lines[index : index + count])[:4_000]
            if len(whole) > 40 and _DISCLAIMER.match(whole):
                self._furniture(index, count)
                return count
        self.out.append(self._role(depth))
        self.spoken.add(self._speaker(depth).turn)
        return 1

    def _ends_soon(self, index: int, depth: int) -> bool:
        """Return whether so few lines follow at this depth that they are a signature, not the mail's second half."""
        follow = 0
        for words, at in self.lines[index + 1 : index + 40]:
            if at != depth and words.strip():
                break
            follow += bool(words.strip())
        return follow <= 10

    def _paragraph(self, index: int) -> int:
        depth = self.lines[index][1]
        count = 1
        while index + count < len(self.lines) and count < 60:
            words, at = self.lines[index + count]
            if at != depth or not words.strip():
                break
            count += 1
        return count


def _is_alone(lines: Sequence[tuple[str, int]], index: int) -> bool:
    """Return whether an empty line, a rule or nothing stands above an unmarked attribution: it is no sentence's end."""
    above = lines[index - 1][0] if index else ""
    return not above.strip() or bool(_LINE.match(above))
