"""What a text is read as: one short line a statement, for tests to compare."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from thence.extract.prose import prose_to_statements
from thence.model.document import Document
from thence.model.statement import Extraction, Mention, Modality, Polarity, Statement, Value
from thence.ontology import Ontology, load_ontology
from thence.ontology.lexicon import Lexicon, load_lexicon
from thence.ontology.wording import local_name
from thence.read import read_bytes

__all__ = ["document", "facts", "lexicon", "line", "ontology", "read", "said", "values"]


@cache
def ontology(files: tuple[Path, ...] = ()) -> Ontology:
    """Return the shipped ontology, with files of a test's own."""
    return load_ontology(files)


@cache
def lexicon(files: tuple[Path, ...] = (), ontologies: tuple[Path, ...] = ()) -> Lexicon:
    """Return the shipped lexicon, with files of a test's own."""
    return load_lexicon(files, ontology(ontologies))


def document(text: str, name: str = "note.md") -> Document:
    """Return a text as a document."""
    return read_bytes(text.encode(), places=(name,))


def read(
    text: str, name: str = "note.md", *, lexicons: Sequence[Path] = (), ontologies: Sequence[Path] = ()
) -> Extraction:
    """Return what a text's prose yields."""
    own = tuple(ontologies)
    return prose_to_statements(document(text, name), ontology(own), lexicon(tuple(lexicons), own))


def _text(part: Mention | Value) -> str:
    return part.name if isinstance(part, Mention) else part.lexical


def line(statement: Statement) -> str:
    """Return a statement as "Subject property Object", with what makes it no plain present fact in brackets."""
    marks = []
    if statement.polarity is Polarity.DENIED:
        marks.append("denied")
    if statement.modality is not Modality.CATEGORICAL:
        marks.append(statement.modality.lower())
    if statement.ended:
        marks.append("ended")
    text = f"{_text(statement.subject)} {local_name(statement.predicate)} {_text(statement.object)}"
    return text + (f" [{', '.join(marks)}]" if marks else "")


def said(text: str, name: str = "note.md") -> set[str]:
    """Return the lines of a text's statements."""
    return {line(statement) for statement in read(text, name).statements}


def facts(text: str, name: str = "note.md") -> set[str]:
    """Return the lines of those statements that could carry a present fact."""
    return {
        line(s)
        for s in read(text, name).statements
        if s.polarity is Polarity.AFFIRMED and s.modality is Modality.CATEGORICAL and not s.ended and s.voice is None
    }


def values(statement: Statement) -> dict[str, str]:
    """Return the literal roles of a statement's event, by local name."""
    if statement.event is None:
        return {}
    return {local_name(role): part.lexical for role, part in statement.event.roles if isinstance(part, Value)}
