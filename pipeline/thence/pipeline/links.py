"""Links between notes: which document a link leads to, and those that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from thence.model.finding import Finding, Severity
from thence.model.ledger import FileStatus
from thence.model.terms import Quad, iri_term
from thence.model.version import NoteLink, Version
from thence.names import DCTERMS, STATEMENTS

__all__ = ["Links"]

_NOTES = "text/markdown"


class Links:
    """The links of a corpus's notes, resolved as note-taking programs do.

    A target names a file by its path from the note or from the folder, with or without ``.md``, or a note by its name,
    its title or one of its aliases, whatever the case; of several of one name the nearest path wins, then the first.
    """

    def __init__(self, documents: Sequence[Version], files: Iterable[FileStatus]) -> None:
        self._notes = [document for document in documents if document.media_type == _NOTES]
        self._paths: dict[str, list[str]] = {}
        self._names: dict[str, list[str]] = {}
        self._documents = {place: document for document in documents for place in document.places}
        for file in files:
            path = PurePosixPath(file.path)
            self._paths.setdefault(file.path.casefold(), []).append(file.path)
            self._paths.setdefault(file.path.removesuffix(path.suffix).casefold(), []).append(file.path)
            for name in {path.name, path.stem}:
                self._names.setdefault(name.casefold(), []).append(file.path)
        for document in documents:
            for name in filter(None, (document.title, *document.aliases)):
                self._names.setdefault(" ".join(name.split()).casefold(), []).append(document.path)

    def quads(self) -> Iterator[Quad]:
        """Yield ``dcterms:references`` from each note's version to the version of what it links to."""
        for note in self._notes:
            for link in note.links:
                path = self._leads_to(note, link)
                other = self._documents.get(path or "")
                if other is not None and other.iri != note.iri:
                    yield iri_term(note.iri), iri_term(DCTERMS.references), iri_term(other.iri), STATEMENTS

    def findings(self) -> Iterator[Finding]:
        """Yield the links that lead to no file of the corpus, one finding a target and note (TH539)."""
        for note in self._notes:
            missing: dict[str, int | None] = {}
            for link in note.links:
                if self._leads_to(note, link) == "":
                    missing.setdefault(link.target.split("#")[0].strip(), link.line)
            for target, line in missing.items():
                yield Finding(
                    "read",
                    "TH539",
                    note.path,
                    f"the link {target!r} leads to no file here",
                    Severity.INFO,
                    line=line,
                    hint="add the note, or an alias to the one that is meant",
                )

    def _leads_to(self, note: Version, link: NoteLink) -> str | None:
        """Return the path a link leads to, "" where there is none, None for addresses and places of the note itself."""
        target = link.target.split("#")[0].split("^")[0].strip()
        if not target or ":" in target.split("/")[0]:
            return None
        for spelled in dict.fromkeys((target, unquote(target))):
            from_note = normpath(join(dirname(note.path), spelled.lstrip("/")))
            for path in (from_note, normpath(spelled.lstrip("/"))):
                if found := self._paths.get(path.casefold()):
                    return min(found, key=lambda each: (not each.endswith(".md"), each))
            if found := self._names.get(" ".join(spelled.split()).casefold()):
                return min(found, key=lambda each: (_distance(note.path, each), each))
        return ""


def _distance(one: str, other: str) -> int:
    """Return how many folders lie between two files."""
    a, b = dirname(one).split("/"), dirname(other).split("/")
    shared = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return len(a) + len(b) - 2 * shared
