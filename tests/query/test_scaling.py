"""What a question costs follows from its answer, not from the size of the graph: the planner has traps."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.query.laid import Laid
from thence.query import ask, why
from thence.store import Store, Workspace

pytestmark = pytest.mark.slow

SMALL, LARGE = 100, 2_000


def lay(folder: Path, count: int) -> Path:
    """Lay down a ring of firms, each owning and paying the next: every one has the same few facts."""
    folder.mkdir()
    laid = Laid(folder)
    laid.document("memo.txt", "\n".join(f"F{n} owns 60% of the next." for n in range(count)))
    firms = [laid.entity(f"F{n}") for n in range(count)]
    for n, (firm, following) in enumerate(zip(firms, [*firms[1:], firms[0]], strict=True)):
        quote = f"F{n} owns 60% of the next."
        values = {"own:owner": firm, "own:owned": following, "own:percent": "60"}
        laid.said("memo.txt", quote, firm, "own:owns", following, event=f"o{n}", values=values)
        paid = {"money:payer": firm, "money:payee": following, "money:amount": "5", "money:currency": "EUR"}
        laid.said("memo.txt", quote, firm, "money:paid", following, event=f"p{n}", values=paid)
        bar = "denied"
        laid.said("memo.txt", quote, following, "own:controls", firm, polarity="Denied", bar=bar)
    place = Workspace.create(folder)
    with Store.open(place.directory) as store:
        store.replace(laid.quads)
    return place.directory


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("rings")
    return lay(folder / "small", SMALL), lay(folder / "large", LARGE)


def seconds(call: Callable[[], object]) -> float:
    """Return the least time of three calls after one to warm up."""
    call()
    times = []
    for _ in range(3):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return min(times)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("who-owns", {"what": "F7"}),
        ("who-controls", {"what": "F7"}),
        ("transfers", {"from": "F7"}),
        ("transfers", {"to": "F7"}),
        ("transfers", {"from": "F7", "to": "F8"}),
        ("about", {"what": "F7"}),
        ("denials", {"what": "F7"}),
        ("connection", {"from": "F7", "to": "F9"}),
    ],
)
def test_a_question_about_one_thing_costs_the_same_in_a_graph_twenty_times_as_large(graphs, name, values):
    def cost(directory: Path) -> float:
        with Store.open(directory, read_only=True) as store:
            return seconds(lambda: ask(store, name, values))

    small, large = (cost(directory) for directory in graphs)
    assert large < 5 * small + 0.01


@pytest.mark.parametrize("name", ["transfers", "denials"])
def test_a_question_about_everything_grows_no_faster_than_its_answer(graphs, name):
    def cost(directory: Path) -> float:
        with Store.open(directory, read_only=True) as store:
            return seconds(lambda: ask(store, name, {}))

    small, large = (cost(directory) for directory in graphs)
    assert large < 3 * (LARGE / SMALL) * small


def test_why_costs_the_same_in_a_graph_twenty_times_as_large(graphs):
    def cost(directory: Path) -> float:
        with Store.open(directory, read_only=True) as store:
            return seconds(lambda: why(store, "F7", "owns", "F8"))

    # The cited file is read whole, and it is twenty times as large.
    small, large = (cost(directory) for directory in graphs)
    assert large < 20 * small
