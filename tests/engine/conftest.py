"""What the engine's tests share."""

from __future__ import annotations

import pytest

from py_engine.games.yatzy.tables import STANDARD
from py_engine.games.yatzy.values import ValueTable
from tests.engine import yatzy_solved


@pytest.fixture(scope="session")
def standard() -> ValueTable:
    """The table of the standard rules as the solver leaves it, in float64."""
    return yatzy_solved.solved(STANDARD)


@pytest.fixture(scope="session", autouse=True)
def _solved_once(request: pytest.FixtureRequest) -> None:
    """Where Yatzy is asked about, its table is there before the first question: workers would each solve it."""
    if any("yatzy" in item.nodeid or "conformance" in item.nodeid for item in request.session.items):
        request.getfixturevalue("standard")
