"""Documents in; cited, validated, reasoned RDF out.

The functions behind the command line, imported when first used::

    import thence
    report = thence.build(Path("case"))

`thence.export.export` writes a graph as files; its package has the name, so it is not repeated here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thence.pipeline import build, status, verify
    from thence.query import ask, why
    from thence.reason import infer
    from thence.store.store import Store
    from thence.store.workspace import Workspace
    from thence.validate import check, check_files

__version__ = "0.1.0"
__all__ = [
    "Store",
    "Workspace",
    "__version__",
    "ask",
    "build",
    "check",
    "check_files",
    "infer",
    "status",
    "verify",
    "why",
]

_HOMES = {
    "Store": "thence.store.store",
    "Workspace": "thence.store.workspace",
    "ask": "thence.query",
    "build": "thence.pipeline",
    "check": "thence.validate",
    "check_files": "thence.validate",
    "infer": "thence.reason",
    "status": "thence.pipeline",
    "verify": "thence.pipeline",
    "why": "thence.query",
}


def __getattr__(name: str) -> object:
    """Return a public function or class, importing its part of the package now."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'thence' has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
