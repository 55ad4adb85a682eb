"""Bytes in, Document out: one reader a format, every span exact, and an account of what was not read."""

from __future__ import annotations

from thence.read.container import Member, Members, Spent, is_container, members
from thence.read.documents import read_bytes, readers_digest, recipe_for
from thence.read.guard import read_safely, warm_up
from thence.read.plugins import plugin_findings
from thence.read.reading import Options
from thence.read.scan import FileEntry, Scan, load, scan

__all__ = [
    "FileEntry",
    "Member",
    "Members",
    "Options",
    "Scan",
    "Spent",
    "is_container",
    "load",
    "members",
    "plugin_findings",
    "read_bytes",
    "read_safely",
    "readers_digest",
    "recipe_for",
    "scan",
    "warm_up",
]
