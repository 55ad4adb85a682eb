"""Bytes in, Document out: one reader a format, every span exact, and an account of what was not read."""

from __future__ import annotations

from thence.read.again import Opened
from thence.read.container import Member, Members, Spent, is_container, members
from thence.read.documents import read_bytes, readers_digest, recipe_for
from thence.read.files import Identity, identify, identity_of, is_in_pieces, read_file
from thence.read.guard import read_safely, warm_up
from thence.read.plugins import plugin_findings
from thence.read.reading import Options
from thence.read.scan import FileEntry, Scan, load, scan

__all__ = [
    "FileEntry",
    "Identity",
    "Member",
    "Members",
    "Opened",
    "Options",
    "Scan",
    "Spent",
    "identify",
    "identity_of",
    "is_container",
    "is_in_pieces",
    "load",
    "members",
    "plugin_findings",
    "read_bytes",
    "read_file",
    "read_safely",
    "readers_digest",
    "recipe_for",
    "scan",
    "warm_up",
]
