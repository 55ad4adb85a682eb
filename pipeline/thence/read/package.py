"""Office packages: the parts of a zip file, within limits, their XML without entities."""

from __future__ import annotations

import io
import zipfile
import zlib
from xml.etree.ElementTree import Element, ParseError  # the type only; parsing is defusedxml's

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from thence.errors import InputError, Location

__all__ = ["Package"]

_MOST_BYTES = 200_000_000
_MOST_RATIO = 200
_SMALL = 1_000_000
_MOST_PARTS = 10_000
_DEPTH = 400


class Package:
    """A zip file of XML parts, opened from bytes.

    Raises InputError: TH502 when it is damaged, TH505 when it is locked, TH506 when it would expand beyond 200 MB,
    by more than 200 times, nests too deeply or declares entities.
    """

    __slots__ = ("_names", "_path", "_zip")

    def __init__(self, data: bytes, path: str) -> None:
        self._path = path
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            infos = self._zip.infolist()
        except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError, EOFError) as error:
            raise self._damaged(str(error)) from error
        if len(infos) > _MOST_PARTS or sum(info.file_size for info in infos) > _MOST_BYTES:
            raise self._bomb()
        for info in infos:
            if info.file_size > _SMALL and info.file_size > _MOST_RATIO * max(1, info.compress_size):
                raise self._bomb()
            if info.flag_bits & 1:
                raise InputError(
                    "TH505", "the document is locked", at=Location(path), hint="save a copy without password"
                )
        self._names = frozenset(info.filename for info in infos)

    @property
    def names(self) -> frozenset[str]:
        """The names of the parts."""
        return self._names

    def bytes(self, name: str) -> bytes | None:
        """Return the bytes of a part, or None when there is no such part."""
        if name not in self._names:
            return None
        try:
            with self._zip.open(name) as part:
                data = part.read(_MOST_BYTES + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            NotImplementedError,
            OSError,
            ValueError,
            EOFError,
            RuntimeError,
        ) as error:
            raise self._damaged(f"{name}: {error}") from error
        if len(data) > _MOST_BYTES:
            raise self._bomb()
        return data

    def xml(self, name: str) -> Element | None:
        """Return the root element of a part, or None when there is no such part."""
        data = self.bytes(name)
        if data is None:
            return None
        try:
            root: Element = fromstring(data, forbid_dtd=True)
        except DefusedXmlException as error:
            raise InputError(
                "TH506",
                f"{name} declares entities or a document type, which no office program writes",
                at=Location(self._path),
                hint="ask where the file comes from; save it again with an office program",
            ) from error
        except (ParseError, LookupError, ValueError) as error:
            raise self._damaged(f"{name}: {error}") from error
        if _too_deep(root):
            raise InputError(
                "TH506", f"{name} is nested deeper than {_DEPTH}", at=Location(self._path), hint="save it as plain text"
            )
        return root

    def _damaged(self, why: str) -> InputError:
        return InputError(
            "TH502",
            f"the file is damaged or cut off: {why}",
            at=Location(self._path),
            hint="get the file again; nothing of it was read",
        )

    def _bomb(self) -> InputError:
        return InputError(
            "TH506",
            "the file would expand beyond the limits (200 MB, 200 times its size)",
            at=Location(self._path),
            hint="split the document, or save it as plain text",
        )


def _too_deep(root: Element) -> bool:
    level = [root]
    for _ in range(_DEPTH):
        level = [child for element in level for child in element]
        if not level:
            return False
    return True
