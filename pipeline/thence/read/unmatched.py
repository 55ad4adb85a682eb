"""Settings that had nothing to act on: globs that match no file or column, languages that tesseract lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase

from thence.config import CONFIG_NAME, Config
from thence.model.finding import Finding, Severity
from thence.read.column_choices import CHAT_DATES
from thence.read.ocr import available
from thence.read.reading import finding
from thence.read.scan import Scan

__all__ = ["lacking", "unmatched"]


def lacking(config: Config) -> Iterator[Finding]:
    """Yield what is missing for reading pictures in the languages of the settings (TH564), before anything is read."""
    if config.ocr and (why := available(config.ocr)):
        message = f"ocr in {CONFIG_NAME}: pictures will not be read: {why}"
        yield finding("TH564", "", message, hint="install it, or take the language out of ocr")


def unmatched(
    config: Config, found: Scan, places: Sequence[str], columns: Iterable[tuple[Sequence[str], Sequence[str]]]
) -> Iterator[Finding]:
    """Yield the globs of the settings that match nothing (TH563).

    found: of the folder.   places: the paths of all documents.   columns: places and names of columns of each document.
    """
    for glob in config.ignore:
        if glob in found.unused:
            yield _told("ignore", glob, "no file or folder")
    for glob in config.trust.distrusted:
        if not any(fnmatchcase(place, glob) for place in places):
            yield _told("trust.distrusted", glob, "no document")
    if not config.columns:
        return
    tables = list(columns)
    for choice in config.columns:
        if not any(fnmatchcase(place, choice.path) for place in places):
            yield _told("columns.path", choice.path, "no document")
        elif not fnmatchcase(CHAT_DATES, choice.name) and not any(
            fnmatchcase(name, choice.name)
            for where, names in tables
            if any(fnmatchcase(place, choice.path) for place in where)
            for name in names
        ):
            yield _told("columns.name", choice.name, f"no column of the documents that {choice.path!r} matches")


def _told(setting: str, glob: str, what: str) -> Finding:
    message = f"{setting} in {CONFIG_NAME}: {glob!r} matches {what}"
    hint = "paths are relative to the folder, with / between names; * matches any characters, / too; case counts"
    return finding("TH563", "", message, severity=Severity.INFO, hint=hint)
