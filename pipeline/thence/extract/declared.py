"""What a document declares of itself: mail headers, signature lines, the aliases of front matter, defined terms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from thence.extract.cells import Cell, cells_of
from thence.extract.columns import header_words
from thence.extract.defining import definitions, party_roles
from thence.extract.headings import document_titles, reads_as_name, tagged_class
from thence.extract.mentions import classify
from thence.extract.values import date_datatype, normal_identifier, parse_date
from thence.model.document import BlockKind, Citation, Document, Record, RecordKind, Span, cite
from thence.model.statement import Event, Extraction, Mention, Statement, Status, Value
from thence.names import AGR, DOCS, FOAF, ORG, OWL, PEOPLE, TH, XSD, Iri

if TYPE_CHECKING:
    from thence.ontology import Ontology

__all__ = [
    "RECIPE",
    "agreement_named_by_title",
    "alias_cells",
    "declared_statements",
    "defined_terms",
    "is_alias_header",
]

RECIPE = "extract.declared/1"
_ALIASES = frozenset(
    header_words(word)
    for word in (
        "alias",
        "aliases",
        "aka",
        "a.k.a.",
        "also known as",
        "other names",
        "known as",
        "nickname",
        "short name",
    )
)


def declared_statements(
    document: Document,
    ontology: Ontology,
    *,
    aliases: Mapping[str, str] | None = None,
    posts: Mapping[frozenset[str], Iri] = MappingProxyType({}),
) -> Extraction:
    """Return the statements of mail headers and signature lines, and the names and aliases that front matter declares.

    From each sender to each recipient in To: docs:sentMessageTo, dated; copies (Cc) make none. "Signed for the
    Client: Ann Lee" makes agr:signed (where the title names an agreement) and people:signsFor.
    A job title behind the signer's name, or below an author's with his firm, is his post there.
    aliases: defined term -> name; by default `defined_terms`.   posts: words of a job title -> property.
    """
    statements: list[Statement] = []
    mentions: list[Mention] = []
    known: list[tuple[str, str, Citation]] = []
    for record in document.records:
        if record.kind is RecordKind.HEADERS:
            statements += _messages(document, record, ontology)
        elif record.kind is RecordKind.FRONT_MATTER:
            own, declared = _note(document, record, ontology)
            mentions += own
            known += declared
    terms = defined_terms(document) if aliases is None else aliases
    statements += _signatures(document, ontology, {term.lower(): name for term, name in terms.items()}, posts)
    statements += _signature_blocks(document, ontology, posts)
    for statement in statements:
        mentions += [part for part in (statement.subject, statement.object) if isinstance(part, Mention)]
    return Extraction(
        document=document.key,
        statements=tuple(statement for statement in statements if _allowed(statement, ontology)),
        mentions=tuple(dict.fromkeys(mentions)),
        aliases=tuple(known),
    )


def _allowed(statement: Statement, ontology: Ontology) -> bool:
    """Return whether the ontology in use has the property and takes such a subject and object."""
    part = statement.object
    kind = part.type if isinstance(part, Mention) else part.datatype
    return statement.predicate in ontology.properties and not ontology.accepts(
        statement.predicate, statement.subject.type, kind
    )


# Mail headers

_ADDRESS = re.compile(
    r"(?:\"(?P<quoted>[^\"\n]*)\"|(?P<name>[^<>,;\"\n]*?))\s*<(?P<address>[^<>\s]+)>|(?P<bare>[^\s<>,;\"]+@[^\s<>,;\"]+)"
)


def _messages(document: Document, record: Record, ontology: Ontology) -> Iterator[Statement]:
    present = [cell for cell in cells_of(document, record) if cell is not None]
    cells = {cell.header.strip().lower(): cell for cell in reversed(present)}
    if "from" not in cells:
        return
    senders = list(_addresses(cells["from"], ontology))[:1]
    recipients = [m for cell in present if cell.header.strip().lower() == "to" for m in _addresses(cell, ontology)]
    date = parse_date(cells["date"].text) if "date" in cells else None
    for sender in senders:
        for recipient in recipients:
            roles: list[tuple[Iri, Mention | Value]] = [(DOCS.sender, sender), (DOCS.recipient, recipient)]
            if "subject" in cells:
                subject = cells["subject"]
                roles.append((DOCS.subject, Value(subject.name, XSD.string, subject.span, subject.text)))
            if date is not None:
                place = cells["date"]
                roles.append((TH.occurredOn, Value(date.iso, date_datatype(date), place.span, place.text)))
            yield Statement(
                document=document.key,
                subject=sender,
                predicate=DOCS.sentMessageTo,
                object=recipient,
                citations=(cite(document, record.span),),
                status=Status.STRUCTURAL,
                confidence=0.99,
                event=Event(
                    DOCS.Message,
                    tuple(sorted(roles, key=lambda pair: pair[0])),
                    date.iso if date else None,
                    cells["message-id"].name if "message-id" in cells else None,
                ),
                recipe=RECIPE,
            )


def _addresses(cell: Cell, ontology: Ontology) -> Iterator[Mention]:
    for match in _ADDRESS.finditer(cell.text):
        address = match["address"] or match["bare"]
        group = "quoted" if match["quoted"] else "name" if (match["name"] or "").strip() else ""
        own = ((PEOPLE.email, normal_identifier("email", address)),)
        if group:
            words = match[group]
            start = cell.span.start + match.start(group) + len(words) - len(words.lstrip())
            name = " ".join(words.split())
            yield Mention(
                Span(start, start + len(words.strip())),
                name,
                classify(name, ontology, hint=FOAF.Agent),
                identifiers=own,
            )
        else:
            start = cell.span.start + match.start("address" if match["address"] else "bare")
            yield Mention(Span(start, start + len(address)), address, FOAF.Agent, identifiers=own)


# Front matter


def is_alias_header(header: str) -> bool:
    """Return whether a column or key is for other names of its subject."""
    return header_words(header) in _ALIASES or header.strip().lower() in {"aka", "a.k.a."}


def alias_cells(cells: Iterable[Cell | None]) -> Iterator[tuple[str, Span]]:
    """Yield the names that alias cells list ("[V. Hall, Vic]", "A; B", a bullet list), each with its place."""
    for cell in cells:
        if cell is None or not is_alias_header(cell.header):
            continue
        for match in re.finditer(r"[^\[\],;|\n]+", cell.text):
            words = re.sub(r"^\s*[-*]\s+", "", match.group()).strip().strip("\"'").strip()
            if words:
                start = cell.span.start + cell.text.index(words, match.start())
                yield " ".join(words.split()), Span(start, start + len(words))


def _note(
    document: Document, record: Record, ontology: Ontology
) -> tuple[list[Mention], list[tuple[str, str, Citation]]]:
    """Return the mention of the thing a note is about, and its declared aliases."""
    title = next(document_titles(document), None)
    if title is None:
        return [], []
    name = " ".join(document.text[title[0].start : title[0].end].split())
    aliases = [
        (alias, name, cite(document, span)) for alias, span in alias_cells(cells_of(document, record)) if alias != name
    ]
    kind = classify(name, ontology)
    if kind == OWL.Thing:
        kind = tagged_class(document, ontology) or kind
    if not aliases and (kind == OWL.Thing or not reads_as_name(name)):
        return [], []
    return [Mention(title[0], name, kind)], aliases


# Defined terms and signature lines

_NAME = r"[A-ZÀ-Þ0-9][^\s()\"“”,;:]*(?:[ \n\u00a0](?:[A-ZÀ-Þ0-9&][^\s()\"“”,;:]*|&|of|de|du|der|and|plc)){0,8}"
_NAMES = re.compile(_NAME)


def defined_terms(document: Document) -> dict[str, str]:
    """Return term -> name: "Acme Ltd (the Client)", "Bolt AG, a bank of Bonn (“Lender”)", "the claimant, Acme Ltd,"."""
    names = [
        (" ".join(match.group().split()), Span(*match.span()))
        for line in re.finditer(r"[^\n]+(?:\n(?!\s*\n)[^\n]+)*", document.text)
        if "(" in line.group() or "," in line.group()
        for match in _NAMES.finditer(document.text, *line.span())
    ]
    found: dict[str, str] = {}
    for each in (*definitions(document.text, names), *party_roles(document.text, names)):
        found.setdefault(each.term, each.name)
    return found


_BEHALF = r"(?i:for[ \t]+and[ \t]+on[ \t]+behalf[ \t]+of|on[ \t]+behalf[ \t]+of|for)"
_SIGNER = r"(?P<name>[^\n,;:(_]{3,60}?)"
_SIGNED = re.compile(
    r"^[ \t]*(?:[-*•][ \t]+)?(?P<verb>(?:Signed|Executed|Agreed|Accepted)(?:[ \t]+and[ \t]+\w+)?[ \t]+)?"
    rf"{_BEHALF}[ \t]+(?P<the>the[ \t]+)?(?P<party>[^:\n]{{2,80}}?)[ \t]*"
    rf"(?::|[ \t]by)[ \t]*{_SIGNER}[ \t]*(?:[,;(][ \t]*(?P<title>[^\n]*?)[ \t).]*)?$",
    re.MULTILINE,
)
_SIGNED_BY = re.compile(
    rf"^[ \t]*(?:[-*•][ \t]+)?(?P<verb>(?:Signed|Executed))[ \t]+by[ \t]+{_SIGNER}"
    r"(?:,[ \t]*(?P<title>[^\n:]{0,40}?),?)?[ \t]+"
    rf"{_BEHALF}[ \t]+(?P<the>the[ \t]+)?(?P<party>[^:\n.]{{2,80}}?)[ \t]*\.?$",
    re.MULTILINE,
)


def _signatures(
    document: Document, ontology: Ontology, terms: Mapping[str, str], posts: Mapping[frozenset[str], Iri]
) -> Iterator[Statement]:
    agreement = agreement_named_by_title(document, ontology)
    for pattern in (_SIGNED, _SIGNED_BY):
        for match in pattern.finditer(document.text):
            if not match["verb"] and agreement is None:
                continue
            party = " ".join(match["party"].split())
            name = " ".join(match["name"].split())
            person = Mention(Span(*match.span("name")), name, classify(name, ontology, hint=FOAF.Person))
            if not ontology.is_subclass(person.type, FOAF.Person) or not re.match(r"[A-ZÀ-Þ]", name) or " " not in name:
                continue
            antecedent = terms.get(party.lower())
            if antecedent is None and (match["the"] or not party[:1].isupper()):
                continue
            full = antecedent or party
            agent = Mention(
                Span(*match.span("party")),
                full,
                classify(full, ontology, hint=FOAF.Agent),
                antecedent=_place_of(document, antecedent) if antecedent else None,
            )
            quote = cite(document, Span(match.start() + len(match.group()) - len(match.group().lstrip()), match.end()))
            if agreement is not None:
                yield _signed(document, person, AGR.signed, agreement[0], (quote, cite(document, agreement[1])))
            more = (cite(document, agent.antecedent),) if agent.antecedent else ()
            yield _signed(document, person, PEOPLE.signsFor, agent, (quote, *more))
            post = _post(match["title"] or "", posts, ontology)
            if post is not None:
                yield _signed(document, person, post, agent, (quote, *more))


_BLOCK = re.compile(
    r"^[ \t]*(?P<name>[A-ZÀ-Þ][^\n,;:(]{2,50}?)[ \t]*\n[ \t]*"
    r"(?P<title>[^\n,;:(]{2,60}?),[ \t]+(?P<firm>[A-ZÀ-Þ][^\n;:(]{2,80}?)[ \t]*$",
    re.MULTILINE,
)


def _signature_blocks(
    document: Document, ontology: Ontology, posts: Mapping[frozenset[str], Iri]
) -> Iterator[Statement]:
    """Yield the post or employment that a letter's author gives below his name: "Ann Lee / Head of Sales, Acme Ltd"."""
    author = (document.author or "").split("<")[0].strip().strip('"')
    for match in _BLOCK.finditer(document.text):
        name, firm = " ".join(match["name"].split()), " ".join(match["firm"].split())
        if not author or name.casefold() != author.casefold():
            continue
        person = Mention(Span(*match.span("name")), name, classify(name, ontology, hint=FOAF.Person))
        agent = Mention(Span(*match.span("firm")), firm, classify(firm, ontology))
        post = _post(match["title"], posts, ontology)
        if post is None and re.match(_EMPLOYED, match["title"]):
            post = PEOPLE.worksAt
        if post is not None and ontology.is_subclass(agent.type, ORG.Organization):
            yield _signed(
                document, person, post, agent, (cite(document, Span(match.start("name"), match.end("firm"))),)
            )


_EMPLOYED = (
    r"(?i)(?:(?:deputy|senior|junior|chief|lead|assistant|group)\s+)*(?:head|director|manager|vice president|officer)"
    r"\s+(?:of|for)\s|.*\b(?:manager|analyst|engineer|accountant|officer|controller|buyer|assistant|counsel|secretary)$"
)


def _post(title: str, posts: Mapping[frozenset[str], Iri], ontology: Ontology) -> Iri | None:
    """Return the property that a job title names, or None."""
    words = " ".join(title.split())
    if not words:
        return None
    found = posts.get(header_words(words)) or ontology.find(f"{words} of")
    return found if found is not None and ontology.properties[found].is_object else None


def _signed(
    document: Document, subject: Mention, predicate: Iri, object_: Mention, citations: tuple[Citation, ...]
) -> Statement:
    return Statement(
        document=document.key,
        subject=subject,
        predicate=predicate,
        object=object_,
        citations=citations,
        status=Status.STRUCTURAL,
        confidence=0.95,
        recipe=RECIPE,
    )


def _place_of(document: Document, name: str) -> Span | None:
    match = re.search(r"\s+".join(map(re.escape, name.split())), document.text)
    return Span(*match.span()) if match else None


_AGREEMENT = re.compile(
    r"(?:(?:THE|The|This)\s+)?(?P<name>(?:[\w&'’/-]+\s+){0,7}?(?:agreement|contract|deed|lease|charter|treaty|undertaking|"
    r"mandate|memorandum\s+of\s+understanding|terms\s+of\s+business))(?=\s*(?:$|[\n,(:.–—-]|dated\b|made\b|between\b|no\b|of\s+\d))",
    re.IGNORECASE,
)


def agreement_named_by_title(document: Document, ontology: Ontology) -> tuple[Mention, Span] | None:
    """Return the agreement that the document is by its title or opening line, and where it is named."""
    openings = [block for block in document.blocks if block.kind is not BlockKind.FURNITURE][:2]
    for block in openings:
        text = document.text[block.span.start : block.span.end]
        match = _AGREEMENT.match(text.lstrip("# \n"))
        if match is None:
            continue
        start = block.span.start + len(text) - len(text.lstrip("# \n")) + match.start("name")
        span = Span(start, start + len(match["name"]))
        name = " ".join(match["name"].split())
        kinds = [
            iri
            for iri, term in ontology.classes.items()
            if ontology.is_subclass(iri, AGR.Agreement)
            and any(name.lower().endswith(label.lower()) for label in (term.label, *term.alternatives) if label)
        ]
        kinds.sort(key=lambda iri: (-len(ontology.superclasses(iri)), iri))
        return Mention(span, name, kinds[0] if kinds else AGR.Agreement), span
    return None
