"""Readers that installed packages add: entry-point group ``thence``, hook ``register_readers``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from thence.model.finding import Finding
from thence.read.reading import finding
from thence.read.registry import OPENERS, READERS, Opener, Reader

__all__ = ["GROUP", "plugin_findings", "readers"]

GROUP = "thence"
"""The entry-point group. Each entry point names a module or object; its hooks are functions of known names."""


@dataclass(frozen=True, slots=True)
class _Found:
    readers: Mapping[str, Reader]
    findings: tuple[Finding, ...]


def readers() -> Mapping[str, Reader]:
    """Return format -> its reader: those that come with thence, and what plugins add.

    A plugin is a package with an entry point in group ``thence`` whose object has ``register_readers(register)``;
    it calls ``register(Reader(...))`` once a format. Plugins are looked up once, when the first file is looked at.
    """
    return _found().readers


def plugin_findings() -> tuple[Finding, ...]:
    """Return what is to be said about plugins, sorted.

    TH557: a reader that would replace another and is left out. TH558: a plugin that cannot be used.
    """
    return _found().findings


@cache
def _found() -> _Found:
    from importlib.metadata import entry_points

    known: dict[str, Reader] = dict(READERS)
    findings: list[Finding] = []
    for point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        origin = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        offered: list[Reader] = []
        try:
            hook = getattr(point.load(), "register_readers", None)
            if hook is not None:
                hook(offered.append)
        except Exception as error:  # noqa: BLE001 - a stranger's code: whatever it raises, the others are used
            findings.append(_unusable(point.name, origin, f"{type(error).__name__}: {error}"))
            continue
        for reader in offered:
            if problem := _problem(reader):
                findings.append(_unusable(point.name, origin, problem))
            elif taken := _taken(reader, known):
                findings.append(
                    finding(
                        "TH557",
                        "",
                        f"plugin {point.name} ({origin}): {taken}; the reader that was there first stays",
                        hint="remove one of the two plugins, or ask the plugin's author to choose another name",
                    )
                )
            else:
                known[reader.name] = replace(reader, origin=origin)
    return _Found(known, tuple(sorted(findings)))


def _problem(reader: object) -> str:
    """Return what is wrong with what a plugin registered, or nothing."""
    if not isinstance(reader, Reader):
        return f"registered {type(reader).__name__}, no thence.read.registry.Reader"
    texts: tuple[object, ...] = (reader.name, reader.function, reader.media_type, *reader.suffixes)
    if not all(isinstance(text, str) and text for text in texts) or ":" not in reader.function:
        return f"reader {reader.name!r} needs a name, a media type and a function as module:function"
    return ""


def _taken(reader: Reader, known: Mapping[str, Reader]) -> str:
    if reader.name in known or reader.name in OPENERS:
        return f"format {reader.name!r} has a reader already"
    others: list[Reader | Opener] = [*known.values(), *OPENERS.values()]
    suffixes = {suffix for other in others for suffix in other.suffixes}
    both = sorted(suffixes & set(reader.suffixes))
    return f"files named .{both[0]} have a reader already" if both else ""


def _unusable(name: str, origin: str, why: str) -> Finding:
    return finding(
        "TH558",
        "",
        f"plugin {name} ({origin}) cannot be used: {why}",
        hint="update or remove the package; files of its formats are not read by it",
    )
