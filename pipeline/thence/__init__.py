"""Documents in; cited, validated, reasoned RDF out."""

from importlib.metadata import version

__version__ = version("thence")
__all__ = ["__version__"]
