"""How Sphinx builds these pages: ``python -m sphinx -W docs docs/_build``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import generate

import thence

generate.write_reference(Path(__file__).parent / "reference" / "generated")

project = "thence"
author = "The thence authors"
copyright = author
version = release = thence.__version__
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "tutorial/case", "reference/generated/README.md"]
suppress_warnings = ["misc.highlighting_failure"]  # Pygments does not know SPARQL's negated property sets
highlight_language = "text"
smartquotes = False  # "--as-of" is an option, not a dash
html_theme = "alabaster"
html_theme_options = {
    "description": "From any fact, through its rules, to the words it came from.",
    "fixed_sidebar": True,
    "page_width": "1060px",
    "sidebar_width": "230px",
}
html_show_sourcelink = False
html_show_sphinx = False
