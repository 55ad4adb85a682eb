"""Versions read and extracted, each once: from the cache if they are kept, a piece at a time if they are large."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from thence.errors import StoreError
from thence.extract import extract
from thence.extract.cache import Cache, Pieces, Reading
from thence.model.document import Document
from thence.model.ledger import FileStatus
from thence.model.version import version_of
from thence.pipeline.settings import Settings
from thence.read import Options, is_in_pieces, read_file

__all__ = ["Reader", "Renditions"]

_Key = tuple[str, ...]


class Renditions(Mapping[str, bytes]):
    """The renditions of what was read by their names below the workspace, in UTF-8; loaded when they are asked for."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self._keys: dict[str, _Key] = {}
        self._held: dict[str, bytes] = {}

    def add(self, text_iri: str, key: _Key, held: bytes | None) -> None:
        """Take a rendition.   key: of its reading in the cache.   held: its content where the cache cannot keep it."""
        name = f"texts/{text_iri.rsplit(':', 1)[1]}.txt"
        self._keys[name] = key
        if held is not None:
            self._held[name] = held

    def __getitem__(self, name: str) -> bytes:
        if name in self._held:
            return self._held[name]
        text = self._cache.text(*self._keys[name])
        if text is None:
            message = f"the cache lost a text while it was used: {self._cache.directory}"
            raise StoreError("TH611", message, hint="build again, and let no other program tidy that folder meanwhile")
        return text

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


class Reader:
    """Reads document versions and what they say.

    root: the corpus folder.   keys: of all that was read, in the cache.   texts: the renditions of all that was read.
    """

    def __init__(self, root: Path, settings: Settings, options: Options, cache: Cache) -> None:
        self._root = root
        self._settings = settings
        self._options = options
        self._cache = cache
        self.keys: set[_Key] = set()
        self.texts = Renditions(cache)

    def read(self, group: Sequence[FileStatus], data: bytes | None, report: Callable[[str], None]) -> list[Reading]:
        """Return the reading of files of one content, or those of its pieces in order.

        group: the first of them is opened.   data: the content, where it is at hand.   report: called with what is
        being read.   Raises InputError as `read_file`.
        """
        places = tuple(status.path for status in group)
        digest, recipe = group[0].digest, group[0].recipe
        key = self._key(group)
        report(places[0])
        if not is_in_pieces(recipe):
            kept = self._kept(key)
            if kept is None:
                (document,) = read_file(self._root, recipe, places=places, options=self._options, data=data)
                kept = self._extracted(document, key, is_same=document.digest == digest)
            return self._taken([(key, kept)])
        outline = self._cache.get(Pieces, "pieces", *key)
        if outline is not None:
            known = [(each, self._kept(each)) for each in ((*key, name) for name in outline.names)]
            found = [(each, reading) for each, reading in known if reading is not None]
            if len(found) == len(known):
                self.keys.add(("pieces", *key))
                return self._taken(found)
        return self._in_pieces(key, group, data, report)

    def has(self, group: Sequence[FileStatus]) -> bool:
        """Return whether the cache seems to hold the reading of files of one content, or the list of its pieces."""
        key = self._key(group)
        return self._cache.has("pieces", *key) if is_in_pieces(group[0].recipe) else self._cache.has(*key)

    def _key(self, group: Sequence[FileStatus]) -> _Key:
        return (group[0].digest, group[0].recipe, self._settings.extractor, *(status.path for status in group))

    def _in_pieces(
        self, key: _Key, group: Sequence[FileStatus], data: bytes | None, report: Callable[[str], None]
    ) -> list[Reading]:
        found: list[tuple[_Key, Reading]] = []
        places = tuple(status.path for status in group)
        for document in read_file(self._root, group[0].recipe, places=places, options=self._options, data=data):
            report(f"{places[0]} {document.piece.replace('=', ' ')}, {_percent(document)} %")
            is_same = document.digest == group[0].digest
            own = (*key, document.piece)
            found.append(
                (own, (self._kept(own) if is_same else None) or self._extracted(document, own, is_same=is_same))
            )
        if all(reading.version.digest == group[0].digest for _, reading in found):
            self._cache.put(Pieces(tuple(reading.version.piece for _, reading in found)), "pieces", *key)
            self.keys.add(("pieces", *key))
        return self._taken(found)

    def _kept(self, key: _Key) -> Reading | None:
        found = self._cache.get(Reading, *key) if self._cache.has_text(*key) else None
        if found is not None:
            self.texts.add(found.version.text_iri, key, None)
        return found

    def _extracted(self, document: Document, key: _Key, *, is_same: bool) -> Reading:
        """Return what a document says.   is_same: whether it is what its key says: it may have changed meanwhile."""
        settings = self._settings
        extraction = extract(document, settings.ontology, settings.lexicon, settings.mappings)
        reading = Reading(version_of(document), extraction)
        text = document.text.encode("utf-8")
        is_kept = is_same and self._cache.put_text(text, *key)
        if is_kept:
            self._cache.put(reading, *key)
        self.texts.add(document.text_iri, key, None if is_kept else text)
        return reading

    def _taken(self, found: Sequence[tuple[_Key, Reading]]) -> list[Reading]:
        self.keys.update(key for key, _ in found)
        return [reading for _, reading in found]


def _percent(document: Document) -> int:
    """Return how much of a file ends with a piece of it."""
    ends = document.byte_map.ends if document.byte_map else ()
    return 100 * ends[-1] // document.size if ends and document.size else 100
