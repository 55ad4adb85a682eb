from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.network]
ROOT = Path(__file__).parents[2]
DATA = ("ontology", "queries", "rules", "shapes")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel, built by pip with the build tool that pyproject.toml names."""
    to = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(to), str(ROOT)]
    subprocess.run(words, check=True)
    return to


@pytest.fixture(scope="module")
def names(built: Path) -> set[str]:
    """What the wheel holds."""
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        return set(wheel.namelist())


def files_below(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


@pytest.mark.parametrize("folder", DATA)
def test_the_wheel_holds_every_file_of_a_data_folder(names, folder):
    wanted = {f"thence/data/{path.relative_to(ROOT).as_posix()}" for path in files_below(ROOT / folder)}
    assert wanted
    assert wanted <= names


def test_the_wheel_holds_every_module_its_typing_marker_and_the_licence(names):
    package = ROOT / "pipeline" / "thence"
    assert {f"thence/{path.relative_to(package).as_posix()}" for path in files_below(package)} <= names
    assert "thence/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_holds_nothing_but_the_package(names):
    assert not [name for name in names if not name.startswith(("thence/", "thence-"))]


def test_an_installed_wheel_finds_its_data_folders(built, tmp_path):
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path)
    code = "from thence.names import shipped; print([p.name for f in FOLDERS for p in shipped(f).iterdir()])"
    code = code.replace("FOLDERS", repr(DATA))
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert found.returncode == 0, found.stderr
    assert "prefixes.ttl" in found.stdout


def test_the_source_distribution_can_be_tested(tmp_path):
    pytest.importorskip("hatchling", reason="hatchling builds the source distribution")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(words, cwd=ROOT, check=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "pyproject.toml", "tests/shared.py", "docs/conf.py"} <= names
    assert not [name for name in names if name.startswith((".thence", "docs/_build")) or "/.thence/" in name]
