"""Settings shared by all tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from build_tools.paths import CACHE
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import STANDARD
from tests.games.yatzy import solved

# No deadline, because a shared machine may be slow. In CI the examples are the same every time.
settings.register_profile("hindsight", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("hindsight")

# Solved tables are cached in the checkout for all workers and later runs; the user's own cache is neither read nor
# written. Set before any test module is imported.
os.environ["XDG_CACHE_HOME"] = str(CACHE / "tests")


@pytest.fixture(scope="session")
def standard() -> ValueTable:
    """Yatzy's table for the standard rules as computed by the solver, in float64."""
    return solved.solved(STANDARD)


@pytest.fixture(scope="session", autouse=True)
def _solved_once(request: pytest.FixtureRequest) -> None:
    """Solves Yatzy's table before the first test that needs it, so that not every worker solves it."""
    ids = [item.nodeid for item in request.session.items if item.nodeid.startswith(("tests/games/", "tests/bridge/"))]
    if any("yatzy" in each or "conformance" in each for each in ids):
        request.getfixturevalue("standard")
