"""RTF walked from its first brace to its last: groups, control words, and the characters they say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from thence.errors import InputError, Location
from thence.read import rtf_codes as codes
from thence.read.raised import raised
from thence.read.rtf_characters import Characters
from thence.read.rtf_state import Field, Notes, Sheets, State, is_contents
from thence.read.rtf_story import CellFormat, Item, Piece, Story

__all__ = ["Rtf"]


@dataclass(slots=True)
class Rtf:
    """One document; ``run`` it, then take what it holds."""

    data: bytes
    path: str
    depth: int
    body: Story = field(default_factory=Story)
    meta: dict[str, str] = field(default_factory=dict)
    hidden: int = 0
    bad: int = 0
    pictures: int = 0
    unclosed: int = 0
    rest: int = 0
    _state: State = field(default_factory=State)
    _stack: list[State] = field(default_factory=list)
    _stories: list[Story] = field(default_factory=list)
    _fields: list[Field] = field(default_factory=list)
    _sheets: Sheets = field(default_factory=Sheets)
    _captured: list[str] = field(default_factory=list)
    _place: tuple[int, int] = (0, 0)
    _notes: Notes = field(default_factory=Notes)
    _form: CellFormat = field(default_factory=CellFormat)
    _was_hidden: bool = False
    _people: list[str] = field(default_factory=list)
    _characters: Characters = field(init=False)
    _coloured: bool = field(init=False)

    def __post_init__(self) -> None:
        # Pages of another colour, and shapes that lie below the text.
        self._coloured = b"\\background" in self.data or b"\\shpfblwtxt1" in self.data
        self._characters = Characters(self._put)

    def run(self) -> list[Item]:
        """Walk the document; return its items in order.

        Raises InputError: TH502 for what is no RTF, TH506 for groups nested beyond the limit.
        """
        start = re.match(rb"(?:\xef\xbb\xbf)?\s*\{\\rtf", self.data)
        if start is None:
            raise InputError(
                "TH502", "no RTF inside", at=Location(self.path), hint="save it again as .rtf, or name it what it is"
            )
        self._stories = [self.body]
        at, size = start.end() - len(b"{\\rtf"), len(self.data)
        match_at = codes.TOKEN.match
        while at < size:
            match = match_at(self.data, at)
            if match is None:
                # A lone backslash at the very end.
                at += 1
                continue
            begin, at = at, match.end()
            kind = match.lastindex
            if kind is None:
                continue
            if kind == 6:
                if self._state.takes != "skip":
                    self._characters.text(self.data, begin, at, self._state.codec)
            elif kind <= 2:
                word = match[1].decode("ascii")
                number = int(match[2]) if match[2] else None
                if word == "bin":
                    at = min(size, at + max(0, number or 0))
                    if self._characters.skips:
                        self._characters.skip(at)
                else:
                    self._word(word, number, begin, at)
            elif kind == 3:
                if self._state.takes != "skip":
                    self._characters.byte(int(match[3], 16), begin, at, self._state.codec)
            elif kind == 4:
                self._symbol(match[4], begin, at)
            elif match[5] == b"{":
                self._open()
            elif self._close():
                break
        self.rest = len(self.data[at:].strip(b"\x00\r\n\t \x1a"))
        self.unclosed = len(self._stack)
        while self._stack:
            self._close()
        self._characters.flush()
        return self.body.finish()

    # Groups

    def _open(self) -> None:
        self._characters.flush()
        if len(self._stack) >= self.depth:
            raise InputError(
                "TH506",
                f"groups are nested deeper than {self.depth}",
                at=Location(self.path),
                hint="save it as plain text, or raise limits.depth in thence.toml",
            )
        self._stack.append(self._state)
        self._state = replace(self._state, starred=False, owner=False, name="")

    def _close(self) -> bool:
        """End a group; return whether it was the last."""
        self._characters.flush()
        if not self._stack:
            return True
        inner, self._state = self._state, self._stack.pop()
        if inner.owner:
            self._ended(inner)
        return not self._stack

    def _ended(self, inner: State) -> None:
        name = inner.name
        if name in codes.PARTS and len(self._stories) > 1:
            items = self._stories.pop().finish()
            if name == "annotation":
                self._notes.sign(items)
            self._stories[-1].follow(items)
            self._refer(items[0].part if items else "")
        elif name == "field":
            if self._fields:
                held = self._fields.pop()
                self._link(held)
                if (base := held.base()) and held.first in (-1, len(held.paragraph.pieces)):
                    self._put(base, *held.place)
        elif name == "fldinst":
            if self._fields:
                self._fields[-1].said, self._fields[-1].place = "".join(self._captured), self._place
        elif name == "fonttbl":
            self._state.codec = self._sheets.codec(self._sheets.default)
        elif name in codes.INFO:
            if value := " ".join("".join(self._captured).split()):
                self.meta.setdefault(codes.INFO[name], value)
        elif name in codes.CAPTURED:
            self._notes.said[name] = " ".join("".join(self._captured).split())

    def _destination(self, word: str, *, starred: bool) -> bool:
        """Begin what a control word says of the group it opens; return whether it is such a word."""
        state = self._state
        if state.takes == "skip":
            if word == "ud":
                # The Unicode twin of what upr skips.
                state.takes, state.name, state.owner = state.before, word, True
            return True
        if word in codes.PARTS:
            self._part(word)
        elif word in codes.CAPTURED and (word not in codes.INFO or state.takes == "info"):
            state.takes, self._captured, self._place = "capture", [], (0, 0)
        elif word in codes.HEADS:
            state.takes = codes.HEADS[word]
        elif word in ("listtext", "pntext"):
            state.takes = "label"
        elif word == "field":
            story = self._stories[-1]
            self._fields.append(Field(story, story.paragraph))
        elif word == "fldrslt":
            if self._fields:
                held = self._fields[-1]
                held.story, held.paragraph = self._stories[-1], self._stories[-1].paragraph
                held.first = len(held.paragraph.pieces)
            return True
        elif word in ("nesttableprops", "shppict", "shpinst", "result"):
            state.nested = state.nested or word == "nesttableprops"
            # The picture inside shppict is skipped of its own; the rest is shown.
            return True
        elif word == "upr":
            # What other readers show stands before \ud.
            state.before, state.takes = state.takes, "skip"
        elif word in codes.SKIPPED:
            self.pictures += word == "pict"
            state.takes = "skip"
        elif starred:
            state.takes = "skip"
        else:
            return False
        self._state.name, self._state.owner = word, True
        return True

    def _part(self, word: str) -> None:
        self._stories.append(Story(self._notes.named(codes.PARTS[word])))
        keep = self._state
        self._state = State(codec=keep.codec, font=keep.font, fallback=keep.fallback)

    def _refer(self, part: str) -> None:
        """Link the place where a note is referred to with it."""
        if part.startswith(("footnote ", "endnote ", "comment ")):
            paragraph = self._stories[-1].paragraph
            here = len(paragraph.pieces)
            paragraph.links.append((here, here, f"#{part.replace(' ', '-')}"))

    def _link(self, held: Field) -> None:
        paragraph = self._stories[-1].paragraph
        paragraph.contents = paragraph.contents or (is_contents(held.said) and not paragraph.is_empty)
        target = held.target()
        if target and held.paragraph is held.story.paragraph and 0 <= held.first < len(held.paragraph.pieces):
            held.paragraph.links.append((held.first, len(held.paragraph.pieces), target))

    # Control words

    def _symbol(self, mark: bytes, begin: int, end: int) -> None:
        if self._characters.skips and mark != b"*":
            self._characters.skip(end)
            return
        self._characters.flush()
        if mark == b"*":
            self._state.starred = True
        elif mark in b"\\{}":
            self._put(mark.decode("ascii"), begin, end)
        elif mark in (b"\r", b"\n"):
            self._word("par", None, begin, end)
        elif mark == b"~":
            self._put(" ", begin, end)
        elif mark == b"_":
            self._put("-", begin, end)
        elif mark == b"\t":
            self._put("\t", begin, end)

    def _word(self, word: str, number: int | None, begin: int, end: int) -> None:
        if word == "u" and number is not None:
            if self._state.takes != "skip":
                self._characters.unicode(number & 0xFFFF, begin, end, fallback=self._state.fallback)
            return
        if self._characters.skips:
            self._characters.skip(end)
            return
        state = self._state
        if word == "uc":  # may stand between the two halves of a character beyond the first plane
            state.fallback = max(0, min(number if number is not None else 1, 100))
            return
        self._characters.flush()
        starred, state.starred = state.starred, False
        if state.takes == "font":
            self._sheets.font_word(state, word, number)
            return
        if state.takes == "colours":
            self._sheets.colour_word(word, number)
            return
        if word in codes.CHARACTERS:
            self._put(codes.CHARACTERS[word], begin, end)
            return
        if self._destination(word, starred=starred):
            return
        if state.takes == "styles":
            self._sheets.style_word(state, word, number or 0)
            return
        if state.takes == "capture":
            if word in ("yr", "mo", "dy") and number is not None:
                self._captured.append(f"{number:04d}" if word == "yr" else f"-{number:02d}")
            return
        if state.takes != "skip":
            self._change(word, number)

    def _put(self, said: str, begin: int, end: int, width: int = 0) -> None:
        """Append characters to what the group takes."""
        state = self._state
        takes = state.takes
        if takes == "capture":
            self._captured.append(said)
            self._place = (self._place[0] or begin, end)
        elif takes == "styles":
            self._sheets.style_name(state, said)
        elif takes == "people":
            self._people.append(said)
        elif takes == "colours":
            self._sheets.colours_end(said)
        elif takes in ("text", "label"):
            said = said.replace("\u00ad", "") if width == 0 else said.replace("\u00a0", " ")
            if not said:
                return
            if state.hidden or (state.colour and self._is_pale()):
                self.hidden += not self._was_hidden
                self._was_hidden = True
                return
            self._was_hidden = False
            self.bad += said.count("\ufffd")
            paragraph = self._stories[-1].paragraph
            if state.raised:
                said = raised(said)
            piece: Piece = (said if said != "\u00a0" else " ", begin, end, width)
            if takes == "label":
                paragraph.label.append(piece)
            elif state.deleted:
                paragraph.struck.append((piece, state.cutter, state.cut))
            elif state.struck:
                paragraph.struck.append((piece, 0, 0))
            else:
                paragraph.pieces.append(piece)

    def _is_pale(self) -> bool:
        """Return whether words have the colour that is behind them: white on the page, or blacked out."""
        state = self._state
        if state.behind and self._sheets.is_same(state.colour, state.behind):
            return True  # blacked out
        on_page = not (state.behind or state.shade or state.table or self._coloured) and len(self._stories) == 1
        return on_page and self._sheets.is_white(state.colour)

    @property
    def people(self) -> list[str]:
        """Who changed the document, by number."""
        return [" ".join(name.split()) for name in "".join(self._people).split(";")]

    @property
    def encoding(self) -> str:
        """The code page of the document."""
        return codes.page_codec(self._sheets.page)

    # Words that change what holds

    def _change(self, word: str, number: int | None) -> None:
        state = self._state
        if word in codes.FLAGS:
            setattr(state, codes.FLAGS[word], number != 0)
        elif word in codes.NUMBERS:
            setattr(state, codes.NUMBERS[word], number or 0)
        elif word == "f" and number is not None:
            state.font, state.codec = number, self._sheets.codec(number)
        elif word == "plain":
            state.hidden = state.deleted = state.struck = False
            state.colour = state.behind = 0
            state.raised = False
            state.font, state.codec = self._sheets.default, self._sheets.codec(self._sheets.default)
        elif word in ("nosupersub", "sub", "up", "dn"):
            state.raised = word == "up" and bool(number)
        elif word == "pard":
            state.table, state.depth, state.style, state.outline, state.item = False, 1, 0, -1, 0
            state.listed, state.left, state.first, state.shade = False, 0, 0, 0
        elif word in ("par", "sect", "page", "column"):
            self._paragraph_ends()
        elif word in codes.TABLES:
            self._table_word(word, number or 0)
        elif word == "itap" and number is not None:
            state.depth, state.table = max(1, number), number > 0
        elif word == "outlinelevel":
            state.outline = number if number is not None else -1
        elif word == "ls":
            state.listed = bool(number)
        elif word == "ilvl":
            state.item = max(0, min(number or 0, 8))
        elif word == "ftnalt":
            self._notes.is_endnote(self._stories[-1])
        elif word in ("ansicpg", "mac", "pc", "pca"):
            state.codec = self._sheets.take_page(word, number)
        elif word == "deff":
            self._sheets.default = state.font = number or 0

    def _table_word(self, word: str, number: int) -> None:
        state, story = self._state, self._stories[-1]
        if state.takes != "text":
            return
        depth = state.depth if state.nested or word.startswith("nest") else 1
        if word in ("cell", "nestcell"):
            self._shape()
            story.end_cell(depth)
        elif word in ("row", "nestrow"):
            story.end_row(depth)
        elif word == "trowd":
            story.begin_formats(depth)
            self._form = CellFormat()
        elif word == "cellx":
            self._form.right = number
            story.format_cell(depth, self._form)
            self._form = CellFormat()
        elif word == "trhdr":
            story.format_header(depth)
        else:
            self._form = CellFormat(self._form.beside or word == "clmrg", self._form.above or word == "clvmrg")

    def _paragraph_ends(self) -> None:
        state = self._state
        if state.takes == "text":
            self._shape()
            self._stories[-1].end_paragraph(state.depth if state.table else 0)

    def _shape(self) -> None:
        """Say what the paragraph is, by its style, outline level or list."""
        state, paragraph = self._state, self._stories[-1].paragraph
        kind, level = self._sheets.kind(state.style)
        if 0 <= state.outline < 6:
            kind, level = "heading", state.outline + 1
        if kind in ("", "item") and (paragraph.label or state.listed):
            kind, level = "item", max(level, state.item + 1)
        if paragraph.contents or any(is_contents(each.said) for each in self._fields):
            kind, level = "contents", 0
        paragraph.kind, paragraph.level = kind, level
        paragraph.hangs = max(1, min(state.left // -state.first, 6)) if state.first < 0 else 0
