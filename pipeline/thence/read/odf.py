"""What all OpenDocument files have in common: a package that may be locked, declared values, macros."""

from __future__ import annotations

from xml.etree.ElementTree import Element  # the type only

from thence.config import Limits
from thence.errors import InputError, Location
from thence.read.package import Package
from thence.read.reading import SAVE_UNLOCKED, Options

__all__ = ["DC", "OFFICE", "declared", "has_macros", "opened"]

_ODF = "urn:oasis:names:tc:opendocument:xmlns"
OFFICE = f"{{{_ODF}:office:1.0}}"
DC = "{http://purl.org/dc/elements/1.1/}"
_META = f"{{{_ODF}:meta:1.0}}"
_PARTS = frozenset({"content.xml", "styles.xml", "meta.xml"})
_ENCRYPTED = f"{{{_ODF}:manifest:1.0}}encryption-data"


class _Flat(Package):
    """A document that is one XML file: its root stands for each part of a package. Nothing else is in it."""

    __slots__ = ("_root",)

    def __init__(self, data: bytes, path: str, limits: Limits) -> None:
        self._path, self._limits = path, limits
        self._root = self.parsed(data, "the file")

    @property
    def names(self) -> frozenset[str]:
        """The names of the parts."""
        return frozenset()

    def bytes(self, name: str) -> bytes | None:  # noqa: ARG002 - there is no part of any name
        """Return None: there are no parts."""
        return None

    def xml(self, name: str) -> Element | None:
        """Return the root for the parts that every document has, else None."""
        return self._root if name in _PARTS else None


def opened(data: bytes, path: str, options: Options) -> Package:
    """Return the package, or what stands for it in a flat file.

    Raises InputError: TH502 damaged, TH505 locked, TH506 beyond a limit.
    """
    if not data.startswith(b"PK"):
        return _Flat(data, path, options.limits)
    package = Package(data, path, options.limits)
    manifest = package.xml("META-INF/manifest.xml")
    if manifest is not None and next(manifest.iter(_ENCRYPTED), None) is not None:
        raise InputError("TH505", "the document is locked", at=Location(path), hint=SAVE_UNLOCKED)
    return package


def has_macros(package: Package) -> bool:
    """Return whether the package holds macros."""
    return any(name.startswith(("Basic/", "Scripts/")) for name in package.names)


def declared(package: Package) -> dict[str, str]:
    """Return what the properties of the document declare."""
    root = package.xml("meta.xml")
    about = root.find(f"{OFFICE}meta") if root is not None else None
    if about is None:
        return {}
    author = about.findtext(f"{_META}initial-creator") or about.findtext(f"{DC}creator") or ""
    found = {
        "title": about.findtext(f"{DC}title") or "",
        "subject": about.findtext(f"{DC}subject") or "",
        "author": author,
        "created": about.findtext(f"{_META}creation-date") or "",
        "modified": about.findtext(f"{DC}date") or "",
    }
    return {name: " ".join(words.split()) for name, words in found.items() if words.strip()}
