"""A document being read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from thence.extract.chunks import Chunk
from thence.extract.coreference import Discourse
from thence.extract.spotting import NameTable
from thence.model.document import Citation, Document, Span
from thence.model.statement import (
    Mention,
    Rejected,
    Statement,
)
from thence.names import Iri
from thence.ontology.lexicon import Lexicon

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = ["Draft"]


@dataclass(slots=True)
class Draft:
    """A document being read: what it speaks of, and what has been read so far.

    agreement: what the document is, if it is one.   topic: the case or subject it belongs to.   soft: the last claims
    that were doubted, reported or not kept.   types: name -> class that its words or slots showed.   blocks: start of a
    block -> its number.   dateline: the date of a news dateline just read.   written: place -> the short name there.
    quoted: number of a sentence that stands wholly between quotation marks -> whose words it is.
    """

    document: Document
    ontology: Ontology
    lexicon: Lexicon
    discourse: Discourse
    table: NameTable
    agreement: Mention | None = None
    topic: Mention | None = None
    statements: list[Statement] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    mentions: dict[tuple[Span, str], Mention] = field(default_factory=dict)
    distinct: list[tuple[Mention, str, Citation]] = field(default_factory=list)
    soft: list[Statement] = field(default_factory=list)
    types: dict[str, Iri] = field(default_factory=dict)
    blocks: dict[int, int] = field(default_factory=dict)
    dateline: Chunk | None = None
    written: dict[Span, str] = field(default_factory=dict)
    quoted: dict[int, str] = field(default_factory=dict)

    def text_of(self, span: Span) -> str:
        """Return the words at a place, white space folded, marks of links left out."""
        return " ".join(self.document.text[span.start : span.end].replace("[[", "").replace("]]", "").split())

    def keep(self, mention: Mention) -> None:
        """Keep a mention for the extraction's list, the most special class of a place winning."""
        key = (mention.span, mention.name)
        old = self.mentions.get(key)
        if old is None or (old.type != mention.type and self.ontology.is_subclass(mention.type, old.type)):
            self.mentions[key] = mention

    def reject(self, citation: Citation, predicate: Iri, reason: str, code: str) -> None:
        """Keep a candidate that is no statement, with its reason."""
        self.rejected.append(Rejected(self.document.key, citation, predicate, reason, code))
