"""HTML: what a reader of the page sees, its blocks and tables, each character with its bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from thence.model.document import Block, BlockKind, Link, Record
from thence.model.finding import Finding, Severity
from thence.read.draft import Draft
from thence.read.html_blocks import blocks_of
from thence.read.html_context import APART
from thence.read.html_head import declared_encoding
from thence.read.html_page import Walk
from thence.read.reading import DEFAULT, Options, Reading, finding, source_findings
from thence.read.source import Source, decode
from thence.read.story import joins_of
from thence.read.txt import describe

__all__ = ["Page", "page_findings", "read_html", "render_html", "unseen_findings"]


def read_html(data: bytes, path: str, options: Options = DEFAULT) -> Reading:
    """Read a page as a person sees it.

    Nothing comes from scripts, comments, templates, the head (its title apart) or from what attributes, inline styles
    or simple rules of the page's own style elements hide; that is counted. Navigation, asides, and the header and
    footer of the page are furniture. Footnotes are blocks of their own part, without their marks; the place of a mark
    links to them. What is struck out stands apart as deleted. White space is folded as browsers do;
    entities and folded space are atomic in the byte map. Tables are records under their header, titled by their
    caption or the heading above.
    """
    source = decode(data, declared=declared_encoding(data))
    draft = Draft()
    page = render_html(draft, source)
    text = draft.text()
    about = describe(text, [block for block in page.blocks if not block.part], page.records)
    return Reading(
        text,
        draft.byte_map(),
        source.encoding,
        page.blocks,
        page.records,
        page.links,
        title=about.title or page.title,
        date=page.date or about.date,
        date_span=None if page.date else about.date_span,
        author=page.author or about.author,
        meta=page.meta,
        joins=joins_of(text),
        findings=(*source_findings(source, path), *page_findings(page, path)),
    )


@dataclass(frozen=True, slots=True)
class Page:
    """What a page holds; title, date and author as its head declares them.

    left_out: why words are not shown -> how many passages of them.
    """

    blocks: tuple[Block, ...]
    records: tuple[Record, ...]
    links: tuple[Link, ...]
    title: str | None
    date: str | None
    author: str | None
    meta: tuple[tuple[str, str], ...]
    left_out: Mapping[str, int]


def render_html(
    draft: Draft, source: Source, *, part: str = "", titled: bool = True, framed: bool = True, css: str = ""
) -> Page:
    """Append a page's visible text to a rendition; return its blocks, records and links.

    part: of every block.   titled: whether the title in its head becomes text too.   framed: whether it is a page of
    the web, whose header, footer and asides frame its content.   css: of style sheets that it links.
    """
    walk = Walk(draft, source, titled=titled, framed=framed, css=css)
    walk.run()
    laid = blocks_of(walk.shown.items, part)
    declared, title = walk.declared, walk.shown.title
    meta = declared.values()
    if title:
        meta["title"] = title
    if walk.language:
        meta["language"] = walk.language
    links = sorted(walk.shown.links, key=lambda link: (link.span.start, link.span.end, link.target))
    return Page(
        laid.blocks,
        laid.records,
        tuple(links),
        title,
        declared.date,
        declared.author,
        tuple(sorted(meta.items())),
        dict(sorted(walk.left_out.items())),
    )


def unseen_findings(left_out: Mapping[str, int], path: str) -> list[Finding]:
    """Return what is to be said of words that were not read.   left_out: why, or where they stand -> how many passages.

    TH538: the page does not show them.   TH537: it does, in fields, drawings or frames.
    """
    found = []
    apart = {name: left_out[name] for name in sorted(left_out) if name in APART}
    if apart:
        names = ", ".join(f"{name} {number}" for name, number in apart.items())
        hint = "copy the words into the page, or save the frame as a page of its own, if they should count"
        found.append(
            finding("TH537", path, f"not read, though the page shows it: {names}", severity=Severity.INFO, hint=hint)
        )
    hidden = {why: left_out[why] for why in sorted(left_out) if why not in APART}
    if hidden:
        count = sum(hidden.values())
        reasons = ", ".join(f"{why} {number}" for why, number in hidden.items())
        message = f"{count} {'passage' if count == 1 else 'passages'} that the page does not show left out: {reasons}"
        hint = "remove what hides the words from the page, if they should count"
        found.append(finding("TH538", path, message, severity=Severity.INFO, hint=hint))
    return found


def page_findings(page: Page, path: str) -> list[Finding]:
    """Return what is to be said of a page: words that were not read, and nothing but furniture (TH528)."""
    found = unseen_findings(page.left_out, path)
    only_frame = bool(page.blocks) and not page.records
    if only_frame and all(block.kind is BlockKind.FURNITURE and block.part != "title" for block in page.blocks):
        found.append(
            finding(
                "TH528",
                path,
                "the page is nothing but header, footer and navigation: no sentence of it is read",
                hint="check that its content is not written by a script; save the page as the browser shows it",
            )
        )
    return found
