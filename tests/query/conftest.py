"""One case for all tests of questions: an ownership chain, payments in two currencies, a denial, two namesakes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.query.laid import Laid
from thence.model.terms import literal
from thence.names import XSD
from thence.store import Store

MEMO = """# Memo

Alder AG owns 60% of Birch Ltd.
Cora Elm is the beneficial owner of Alder AG.
Birch Ltd owns 75% of Dogwood BV.
Birch Ltd has 12 employees.
Alder AG does not own Dogwood BV.
Cora Elm may own Dogwood BV.
Alder AG is said to own Birch Ltd.
Cora Elm is not the beneficial owner of Alder AG.
"""
LEDGER = """date,from,to,amount,currency
2024-03-01,Birch Ltd,Dogwood BV,1000.50,EUR
2024-03-02,Birch Ltd,Dogwood BV,200,USD
2024-04-01,Dogwood BV,Alder AG,99,EUR
"""


def lay(folder: Path) -> Path:
    """Lay the case down in a folder and return its workspace's folder."""
    laid = Laid(folder)
    laid.document("memo.md", MEMO)
    laid.document("ledger.csv", LEDGER)
    alder, birch = laid.entity("Alder AG", "Alder"), laid.entity("Birch Ltd")
    cora, dogwood = laid.entity("Cora Elm"), laid.entity("Dogwood BV")
    for key in ("one", "two"):
        laid.entity("Jo Fir", key=key)
    for owner, owned, percent, quote in (
        (alder, birch, "60", "Alder AG owns 60% of Birch Ltd."),
        (birch, dogwood, "75", "Birch Ltd owns 75% of Dogwood BV."),
    ):
        laid.said(
            "memo.md",
            quote,
            owner,
            "own:owns",
            owned,
            event=quote,
            values={"rdf:type": "own:Ownership", "own:owner": owner, "own:owned": owned, "own:percent": percent},
        )
    laid.said("memo.md", "Cora Elm is the beneficial owner of Alder AG.", cora, "own:beneficialOwnerOf", alder)
    laid.said("memo.md", "Birch Ltd has 12 employees.", birch, "people:employeeCount", literal("12", XSD.integer))
    laid.said(
        "memo.md",
        "Alder AG does not own Dogwood BV.",
        alder,
        "own:owns",
        dogwood,
        polarity="Denied",
        bar="denied",
        voice="Ann Ash",
    )
    laid.said(
        "memo.md", "Cora Elm may own Dogwood BV.", cora, "own:owns", dogwood, modality="Hedged", bar="not categorical"
    )
    laid.said(
        "memo.md",
        "Alder AG is said to own Birch Ltd.",
        alder,
        "own:owns",
        birch,
        modality="Reported",
        bar="not categorical",
    )
    laid.said(
        "memo.md",
        "Cora Elm is not the beneficial owner of Alder AG.",
        cora,
        "own:beneficialOwnerOf",
        alder,
        polarity="Denied",
        bar="denied",
    )
    for payer, payee, amount, currency, date, row in (
        (birch, dogwood, "1000.50", "EUR", "2024-03-01", "2024-03-01,Birch Ltd,Dogwood BV,1000.50,EUR"),
        (birch, dogwood, "200", "USD", "2024-03-02", "2024-03-02,Birch Ltd,Dogwood BV,200,USD"),
        (dogwood, alder, "99", "EUR", "2024-04-01", "2024-04-01,Dogwood BV,Alder AG,99,EUR"),
    ):
        laid.said(
            "ledger.csv",
            row,
            payer,
            "money:paid",
            payee,
            event=row,
            values={
                "rdf:type": "money:Payment",
                "money:payer": payer,
                "money:payee": payee,
                "money:amount": amount,
                "money:currency": currency,
                "th:occurredOn": date,
            },
        )
    return laid.store()


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace's folder; tests only read it."""
    return lay(tmp_path_factory.mktemp("case"))


@pytest.fixture
def store(workspace: Path) -> Iterator[Store]:
    with Store.open(workspace, read_only=True) as opened:
        yield opened
