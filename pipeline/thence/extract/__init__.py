"""Documents to statements: values, mentions, patterns, records."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from thence.extract.bounding import bounded
from thence.extract.declared import RECIPE as DECLARED_RECIPE
from thence.extract.folding import doubted, folded, unfolded
from thence.extract.gazetteer import gazetteer
from thence.extract.locating import located
from thence.extract.notes import RECIPE as NOTES_RECIPE
from thence.extract.notes import note_links
from thence.extract.prose import RECIPE as PROSE_RECIPE
from thence.extract.prose import prose_to_statements
from thence.extract.records import RECIPE as RECORDS_RECIPE
from thence.extract.records import records_to_statements
from thence.model.statement import Extraction, Mention, Statement
from thence.names import content_hash

if TYPE_CHECKING:
    from thence.extract.mapping import Mappings
    from thence.model.document import Document
    from thence.ontology import Ontology
    from thence.ontology.lexicon import Lexicon

__all__ = ["extract", "prose_to_statements", "recipe", "records_to_statements"]


def extract(document: Document, ontology: Ontology, lexicon: Lexicon, mappings: Mappings) -> Extraction:
    """Return all that one document says: its records through mappings, then its prose through the lexicon.

    Statements come in the order of their quotes. Where a record and a sentence make the same claim of the same words,
    the record's is kept. Words are read past the hyphens and ligatures that the document's joins name, and quoted as
    they stand; what is read from a doubtful place is believed no more than the place. Each citation knows its place, so
    that the document's words need not be kept.
    """
    read, fold = folded(document)
    found = _extract(read, ontology, lexicon, mappings)
    if fold is not None:
        found = unfolded(found, document, fold)
    if document.doubts:
        found = replace(found, statements=tuple(doubted(each, document) for each in found.statements))
    return located(bounded(found, document), document)


def _extract(document: Document, ontology: Ontology, lexicon: Lexicon, mappings: Mappings) -> Extraction:
    from_prose = prose_to_statements(document, ontology, lexicon)
    terms = {short: full for short, full, _ in from_prose.aliases}
    from_records = records_to_statements(document, ontology, mappings, aliases=terms or None)
    from_links = note_links(document, ontology)
    said = {_claim(statement) for statement in from_records.statements}
    statements = [*from_records.statements, *(s for s in from_prose.statements if _claim(s) not in said)]
    statements += from_links.statements
    mentions = {(m.span, m.name): m for m in from_records.mentions}
    for mention in (*from_links.mentions, *from_prose.mentions):
        mentions.setdefault((mention.span, mention.name), mention)
    return Extraction(
        document=document.key,
        statements=tuple(sorted(statements, key=lambda s: (s.quote.span, s.predicate))),
        mentions=tuple(mentions[key] for key in sorted(mentions)),
        aliases=tuple(dict.fromkeys((*from_links.aliases, *from_records.aliases, *from_prose.aliases))),
        distinct=(*from_records.distinct, *from_prose.distinct),
        rejected=(*from_records.rejected, *from_prose.rejected),
    )


def _claim(statement: Statement) -> tuple[object, ...]:
    """Return what makes two statements one claim: predicate, polarity, modality, names and where the object stands."""
    names = [
        (part.name if isinstance(part, Mention) else part.lexical).casefold()
        for part in (statement.subject, statement.object)
    ]
    own = statement.object.span.start if statement.object.span else statement.quote.span.start
    return (statement.predicate, statement.polarity, statement.modality, *names, own)


def recipe(ontology: Ontology, lexicon: Lexicon, mappings: Mappings) -> str:
    """Return the extractor's recipe: it changes when its version or any of its data does."""
    code = (PROSE_RECIPE, RECORDS_RECIPE, DECLARED_RECIPE, NOTES_RECIPE)
    data = (gazetteer().digest, lexicon.digest, mappings.digest, ontology.digest)
    return f"extract/{content_hash(*code, *data)}"
