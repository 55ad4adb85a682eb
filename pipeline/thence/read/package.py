"""Office packages: the parts of a zip file, within limits, their XML without entities."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from itertools import pairwise
from posixpath import normpath
from typing import cast
from xml.etree.ElementTree import Element, ParseError, XMLParser, XMLPullParser  # fed nothing that declares types
from xml.parsers import expat

from thence.config import Limits
from thence.errors import InputError, Location
from thence.read.reading import SAVE_UNLOCKED

__all__ = ["Package", "Relation"]

_SMALL = 1_000_000
_PIECE = 65_536
_LOCAL_HEAD = 30
_ENCRYPTED = 1
_DEEPEST = 250
"""What no program writes, and readers that go down from element to element can still follow."""
_STRICT = "{http://purl.oclc.org/ooxml/"
_LOOSE = "{http://schemas.openxmlformats.org/"


class Relation:
    """What a part refers to.   target: a part's name, or an address if external.   kind: last word of its type."""

    __slots__ = ("external", "kind", "target")

    def __init__(self, target: str, kind: str, *, external: bool) -> None:
        self.target = target
        self.kind = kind
        self.external = external


class Package:
    """A zip file of XML parts, opened from bytes.   limits: what it may expand to.

    Raises InputError: TH502 when it is damaged or shows different programs different parts (a name that stands twice,
    parts that share bytes), TH505 when it is locked, TH506 when it would expand beyond the limits, nests too deeply or
    declares entities. Names that lead out of the package belong to no part.
    """

    __slots__ = ("_infos", "_limits", "_path", "_zip")

    def __init__(self, data: bytes, path: str, limits: Limits | None = None) -> None:
        self._path = path
        self._limits = limits or Limits()
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            infos = self._zip.infolist()
        except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError, EOFError, OverflowError) as error:
            raise self._damaged(str(error)) from error
        self._check(infos, len(data))
        self._infos: dict[str, zipfile.ZipInfo] = {}
        for info in infos:
            name = _plain(info.filename)
            if not name or info.is_dir():
                continue
            if name.lower() in self._infos:
                raise self._damaged(f"{name} stands in it twice, and programs differ in which they show")
            self._infos[name.lower()] = info

    def _check(self, infos: list[zipfile.ZipInfo], size: int) -> None:
        limits = self._limits
        if len(infos) > limits.members or sum(info.file_size for info in infos) > limits.expanded_bytes:
            raise self._bomb()
        for info in infos:
            if info.file_size > _SMALL and info.file_size > limits.expansion * max(1, info.compress_size):
                raise self._bomb()
            if info.flag_bits & _ENCRYPTED:
                raise InputError("TH505", "the document is locked", at=Location(self._path), hint=SAVE_UNLOCKED)
        places = sorted((info.header_offset, _LOCAL_HEAD + info.compress_size, info.filename) for info in infos)
        for (begin, length, name), (following, _, _) in pairwise(places):
            if begin + length > following:
                raise self._damaged(f"{name} shares its bytes with another part")
        if places and places[-1][0] + places[-1][1] > size:
            raise self._damaged(f"{places[-1][2]} is cut off")

    def parsed(self, data: bytes, name: str) -> Element:
        """Return the root element of some XML.   name: for people."""
        if _declares_types(data):
            raise self._typed(name)
        parser = XMLParser()  # noqa: S314 - without document type there are no entities
        try:
            parser.feed(data)
            root: Element = parser.close()
        except (ParseError, LookupError, ValueError) as error:
            raise self._damaged(f"{name}: {error}") from error
        if _deeper(root, self._depth):
            raise self._deep(name)
        if _STRICT in root.tag:
            _loosen(root)
        return root

    @property
    def names(self) -> frozenset[str]:
        """The names of the parts."""
        return frozenset(_plain(info.filename) for info in self._infos.values())

    def bytes(self, name: str) -> bytes | None:
        """Return the bytes of a part, or None when there is no such part; names count without regard to case."""
        info = self._infos.get(name.lower())
        if info is None:
            return None
        try:
            with self._zip.open(info) as part:
                data = part.read(info.file_size + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            NotImplementedError,
            OSError,
            ValueError,
            EOFError,
            RuntimeError,
            MemoryError,
        ) as error:
            raise self._damaged(f"{name}: {error}") from error
        if len(data) != info.file_size:
            raise self._damaged(f"{name} has {len(data)} bytes, not {info.file_size}")
        return data

    def xml(self, name: str) -> Element | None:
        """Return the root element of a part, or None when there is no such part."""
        data = self.bytes(name)
        return None if data is None else self.parsed(data, name)

    def elements(self, name: str, *tags: str) -> Iterator[Element]:
        """Yield the elements of some names (without namespace) of a large part in turn, each whole.

        What was yielded is emptied when the next is asked for.
        """
        data = self.bytes(name)
        if data is None:
            return
        if _declares_types(data):
            raise self._typed(name)
        parser: XMLPullParser[Element] = XMLPullParser(("end",))
        wanted: dict[str, bool] = {}
        try:
            for at in range(0, len(data) or 1, _PIECE):
                parser.feed(data[at : at + _PIECE])
                for _, element in cast("Iterator[tuple[str, Element]]", parser.read_events()):
                    tag = element.tag
                    known = wanted.get(tag)
                    if known is None:
                        known = wanted[tag] = tag.rpartition("}")[2] in tags
                    if known:
                        yield element
                        element.clear()
            parser.close()
        except (ParseError, LookupError, ValueError) as error:
            raise self._damaged(f"{name}: {error}") from error

    def relations(self, name: str) -> dict[str, Relation]:
        """Return what a part refers to: id -> relation, its target resolved to the name of a part."""
        folder, _, file = name.rpartition("/")
        root = self.xml(f"{folder}/_rels/{file}.rels" if folder else f"_rels/{file}.rels")
        found = {}
        for item in root if root is not None else ():
            target, kind = item.get("Target", ""), item.get("Type", "").rpartition("/")[2]
            external = item.get("TargetMode") == "External" or "://" in target or target.startswith("mailto:")
            if not external:
                target = _plain(target if target.startswith("/") else f"{folder}/{target}")
            found[item.get("Id", "")] = Relation(target, kind, external=external)
        return found

    def main(self, usual: str) -> str:
        """Return the name of the part that the package is about, as its relations say, else the usual one."""
        if self._infos.get("_rels/.rels") is not None:
            for relation in self.relations("").values():
                if relation.kind == "officeDocument" and relation.target.lower() in self._infos:
                    return relation.target
        return usual

    @property
    def _depth(self) -> int:
        return min(self._limits.depth, _DEEPEST)

    def _deep(self, name: str) -> InputError:
        return InputError(
            "TH506",
            f"{name} is nested deeper than {self._depth}",
            at=Location(self._path),
            hint="save it as plain text: no office program nests so deeply",
        )

    def _typed(self, name: str) -> InputError:
        return InputError(
            "TH506",
            f"{name} declares entities or a document type, which no office program writes",
            at=Location(self._path),
            hint="ask where the file comes from; save it again with an office program",
        )

    def _damaged(self, why: str) -> InputError:
        return InputError(
            "TH502",
            f"the file is damaged or cut off: {why}",
            at=Location(self._path),
            hint="get the file again; nothing of it was read",
        )

    def _bomb(self) -> InputError:
        limits = self._limits
        return InputError(
            "TH506",
            f"the file would expand beyond {limits.members} parts, {limits.expanded_bytes // 1_000_000} MB, or "
            f"{limits.expansion} times its size",
            at=Location(self._path),
            hint="split the document, save it as plain text, or raise the limits in thence.toml",
        )


class _SeenError(Exception):
    """The first element has begun, or a document type; typed: which."""

    def __init__(self, *, typed: bool) -> None:
        super().__init__()
        self.typed = typed


def _declares_types(data: bytes) -> bool:
    """Return whether XML has a document type, which stands before the first element, where there is one."""
    parser = expat.ParserCreate()

    def refuse(*_: object) -> None:
        raise _SeenError(typed=True)

    def stop(*_: object) -> None:
        raise _SeenError(typed=False)

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = stop
    try:
        for at in range(0, len(data), _PIECE):
            parser.Parse(data[at : at + _PIECE], False)
    except _SeenError as seen:
        return seen.typed
    except (expat.ExpatError, LookupError, ValueError):
        return False  # what is broken is told when it is parsed
    return False


def _plain(name: str) -> str:
    """Return the name of a part with slashes and from the package's root; empty for one that leads out of it."""
    name = name.replace("\\", "/").lstrip("/")
    if "\x00" in name or ":" in name.split("/", 1)[0]:
        return ""
    name = normpath(name) if name else ""
    return "" if name in (".", "..") or name.startswith("../") else name


def _loosen(root: Element) -> None:
    """Give the elements of a strict package the names they have in all others."""
    names: dict[str, str] = {}

    def loose(name: str) -> str:
        if name not in names:
            head, _, local = name.rpartition("}")
            area, _, rest = head.removeprefix(_STRICT).partition("/")
            names[name] = f"{_LOOSE}{area}/2006/{rest}}}{local}" if head.startswith(_STRICT) else name
        return names[name]

    for element in root.iter():
        element.tag = loose(element.tag)
        for key in [key for key in element.attrib if key.startswith(_STRICT)]:
            element.attrib[loose(key)] = element.attrib.pop(key)


def _deeper(root: Element, most: int) -> bool:
    level = [root]
    for _ in range(most):
        level = [child for element in level for child in element if len(child)]
        if not level:
            return False
    return True
