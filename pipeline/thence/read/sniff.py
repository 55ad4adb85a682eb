"""What a file is: by its name where the content agrees, else by its content."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath

from thence.read.from_lines import is_mailbox
from thence.read.marks import BINARY, NO_READER, by_mark, is_binary
from thence.read.plugins import readers
from thence.read.registry import OPENERS, Opener, Reader
from thence.read.sniff_rdf import NO_RDF_HINT, RDF, is_linked, owl_of, rdf_of

__all__ = ["Format", "format_of"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format's name: a reader's or opener's, or that of a format nobody reads; and what the file's name promised.

    name: ``txt``, ``md``, …, ``binary``, or what the file is when there is no reader ("an old Word document (.doc)").
    promised: the format of the suffix, where the content is another's; empty otherwise.
    hint: without a reader, how the file can be made readable.   locked: whether only a password is missing.
    """

    name: str
    promised: str = ""
    hint: str = ""
    locked: bool = False


_HEAD = 8_192
_AS_TEXT = frozenset(
    """py pyi ipy js mjs cjs ts jsx tsx java kt kts scala c h cc cpp cxx hh hpp cs go rs rb php pl pm r jl lua swift m
    mm sh bash zsh fish bat cmd ps1 sql css scss less vue svelte hs ml mli fs fsx clj cljs ex exs erl lisp el scm f f90
    for pas vb vbs asm s v sv vhd tcl awk sed groovy gradle dart nim zig proto thrift graphql cmake make mk dockerfile
    ini cfg conf cnf properties env editorconfig gitignore lock diff patch po pot srt vtt sub ass tex sty cls bib rst
    org adoc asciidoc textile wiki rq sparql srl shex dl pro""".split()  # noqa: SIM905 - a word list reads better
)
"""Suffixes of source code, settings and other texts that are read line by line and never taken for something else."""
_PAGES = frozenset({"", "txt", "md", "csv", "json", "yaml", "toml", "xml", *RDF})
"""Named so, a file may still be an HTML page: what a failed download leaves behind."""
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]{0,400}\?>\s*)?(?:<!--.{0,2000}?-->\s*){0,5}<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_MAIL = re.compile(rb"(?:(?:From|To|Cc|Subject|Date|Received|Return-Path|Message-ID|MIME-Version|Content-Type"
                   rb"|Delivered-To):[^\n]*\n(?:[ \t][^\n]*\n)*){3}", re.IGNORECASE)  # fmt: skip
_HEADER = re.compile(rb"([!-9;-~]{1,80}):[^\n]*\n(?:[ \t][^\n]*\n)*")
_ON_THE_WAY = frozenset((b"message-id", b"received", b"return-path", b"mime-version", b"dkim-signature"))
_OWN = frozenset((b"from", b"to", b"date", b"subject"))
_FRONT = re.compile(rb"---[ \t]*\r?\n(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_HEADING = re.compile(rb"^#{1,6} \S", re.MULTILINE)
_XML = re.compile(rb"<\?xml\b|<!DOCTYPE\s|<([A-Za-z_][\w:.-]{0,80})(?:\s[^<>]{0,2000})?/?>")
_YAML = re.compile(rb"%YAML\b|---[ \t]*\r?\n(?:#[^\n]*\n|\r?\n)*(?:- |[\w\"' .-]{1,80}:(?:[ \t\r\n]))")
_TOML = re.compile(rb"(?:#[^\n]*\n|\s)*(?:\[\[?[\w.\" -]+\]\]?[ \t]*(?:#[^\n]*)?\r?\n|[\w-]+[ \t]*=[ \t]*[\"'\[{\dtf])")


def format_of(path: str, data: bytes) -> Format:
    """Return the format of a file from its name and its bytes.

    Text under an unknown name is read as what it looks like, at least as text; the content of a known one must agree,
    or it is read as what it is.
    """
    suffix = PurePosixPath(path).suffix[1:].lower()
    by_name = _by_suffix().get(suffix, "")
    mark = by_mark(data)
    if mark:
        return _marked(mark, suffix, by_name)
    if not data.strip():
        return Format(by_name if by_name not in ("", *BINARY) else "txt", by_name if by_name in BINARY else "")
    if is_binary(data[:_HEAD]):
        if by_name in BINARY:
            return Format(by_name)
        return _nobody(suffix) if suffix in NO_READER else Format("binary")
    head = _narrow(data[:_HEAD])
    if suffix in _AS_TEXT and not by_name:
        return Format("txt")
    if by_name in ("", "xml", *RDF) and (syntax := owl_of(head, suffix)):
        return Format(syntax, hint=NO_RDF_HINT)
    if suffix in ("n3", "ofn", "omn", "owx") and (found := rdf_of(head, "")) and found != "trig":
        return Format(found, suffix)
    if by_name in BINARY or suffix in NO_READER:
        if suffix in ("svg", "n3", "trix", "ofn", "omn", "owx") and not _HTML.match(head):
            return _nobody(suffix)
        return Format(_by_content(head, data), by_name or suffix)
    if by_name in _PAGES and _HTML.match(head):
        return Format("html", by_name)
    return _named(by_name, head, data, suffix)


@cache
def _by_suffix() -> dict[str, str]:
    """Return suffix -> format, of readers and openers."""
    known: list[Opener | Reader] = [*OPENERS.values(), *readers().values()]
    return {suffix: each.name for each in known for suffix in each.suffixes}


def _marked(mark: str, suffix: str, by_name: str) -> Format:
    """Return the format of a file that begins with a mark."""
    if mark == "locked":
        return Format(by_name or "an office document", locked=True)
    if mark in readers():
        return Format(mark, "" if mark == by_name else by_name or (suffix if suffix in NO_READER else ""))
    if mark == "zip" and by_name in BINARY and by_name != "zip":
        return Format(by_name)  # its reader says what is damaged
    if mark in OPENERS and suffix not in NO_READER:
        return Format(mark, "" if mark == by_name else by_name)
    return _nobody(suffix if suffix in NO_READER else mark)


def _nobody(kind: str) -> Format:
    label, hint = NO_READER.get(kind, ("an office document", "save it as .docx, .xlsx or pdf"))
    return Format(label, hint=hint)


def _narrow(head: bytes) -> bytes:
    """Return the beginning of a text in UTF-8, without mark, if it is in UTF-16."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return head[: len(head) & ~1].decode("utf-16", "replace").encode()
    if b"\x00" in head:
        wide = "utf-16-le" if head[1::2].count(0) > head[0::2].count(0) else "utf-16-be"
        return head[: len(head) & ~1].decode(wide, "replace").encode()
    return head.removeprefix(b"\xef\xbb\xbf")


def _named(by_name: str, head: bytes, data: bytes, suffix: str) -> Format:
    """Return the format of a text whose name may say what it is."""
    if not by_name:
        return Format(_by_content(head, data))
    if by_name in RDF:
        found = rdf_of(head, by_name, named=True)
        # An ontology may be written in any syntax: .owl promises none.
        return Format(
            found or _by_content(head, data), "" if found == by_name or (found and suffix == "owl") else by_name
        )
    if by_name == "xml":
        return Format("rdf-xml" if rdf_of(head, "") == "rdf-xml" else "xml")
    if by_name == "json" and suffix == "json" and is_linked(head):
        return Format("json-ld")
    if by_name == "txt":
        if head.startswith((b"From:", b"Return-Path:", b"Received:")) and _is_mail(head):
            return Format("eml", by_name)
        if suffix == "txt" and _FRONT_MAIL.match(head) and is_mailbox(head):
            return Format("mbox", by_name)
    if by_name == "eml" and is_mailbox(head) and data.count(b"\nFrom ") and not _is_mail(head):
        return Format("mbox", by_name)
    return Format(by_name)


_FRONT_MAIL = re.compile(rb"From \S+ +[A-Z][a-z]{2} [A-Z][a-z]{2} ")


def _is_mail(head: bytes) -> bool:
    """Return whether a text begins with the headers of a message, or with those of its way and then its own."""
    head = head.replace(b"\r\n", b"\n")
    if _MAIL.match(head):
        return True
    names = set()
    at = 0
    while match := _HEADER.match(head, at):
        names.add(match[1].lower())
        at = match.end()
    return bool(names & _ON_THE_WAY) and len(names & _OWN) >= 2


def _by_content(head: bytes, data: bytes) -> str:
    """Return the reader or opener for text under a name that says nothing."""
    start = head.lstrip()
    if _HTML.match(start):
        return "html"
    if start.startswith((b"BEGIN:VCARD", b"BEGIN:VCALENDAR")):
        return "vcf" if start.startswith(b"BEGIN:VCARD") else "ics"
    if _is_mail(head):
        return "eml"
    if start.startswith(b"From ") and is_mailbox(start):
        return "mbox"
    if found := rdf_of(start, ""):
        return found
    if start[:1] in (b"{", b"[") and data.rstrip()[-1:] in (b"}", b"]", b"\x00") and b'"' in start:
        return "json-ld" if is_linked(head) else "json"
    if _XML.match(start) and data.rstrip().rstrip(b"\x00")[-1:] == b">":
        return "xml"
    if _FRONT.match(start):
        return "md"
    if _YAML.match(start):
        return "yaml"
    if _is_toml(start, data):
        return "toml"
    if _HEADING.search(start) and b"\n" in start and not start.startswith(b"#!"):
        return "md"
    return "csv" if _is_table(head) else "txt"


def _is_toml(start: bytes, data: bytes) -> bool:
    if not _TOML.match(start) or len(data) > 65_536:
        return False
    try:
        return bool(tomllib.loads(data.decode("utf-8-sig")))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        return False


def _is_table(head: bytes) -> bool:
    """Return whether the first lines hold the same number of the same delimiter, three or more lines of them."""
    lines = [line for line in head.split(b"\n")[:20] if line.strip()]
    if len(head) >= _HEAD:
        lines = lines[:-1]
    if len(lines) < 3 or any(b". " in line for line in lines):
        return False
    return any(
        lines[0].count(mark) >= least and len({line.count(mark) for line in lines}) == 1
        for mark, least in ((b",", 2), (b";", 2), (b"\t", 1))
    )
