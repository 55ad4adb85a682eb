"""The package's own door: its functions are there whenever they are asked for, and asking is cheap."""

from __future__ import annotations

import subprocess
import sys

import pytest

import thence


@pytest.mark.parametrize("name", sorted(set(thence.__all__) - {"__version__"}))
def test_a_public_name_is_the_same_function_each_time(name):
    first, second = getattr(thence, name), getattr(thence, name)
    assert callable(first)
    assert first is second


def test_public_names_are_sorted_and_listed():
    assert thence.__all__ == sorted(thence.__all__)
    assert dir(thence) == thence.__all__


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="nonsense"):
        thence.nonsense  # noqa: B018


def test_importing_the_package_imports_none_of_its_parts():
    code = "import sys, thence; print(sorted(m for m in sys.modules if m.startswith('thence.')))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
