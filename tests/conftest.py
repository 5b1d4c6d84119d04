"""Settings that all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from build_tools.paths import CACHE
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import STANDARD
from tests.games.yatzy import solved

# No deadline: a shared machine is sometimes slow. Where changes are judged, the same examples every time.
settings.register_profile("hindsight", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("hindsight")

# What is solved is kept in the checkout, for every worker and every later run: what the user keeps at home is neither
# read nor written. Set before any test module is imported.
os.environ["XDG_CACHE_HOME"] = str(CACHE / "tests")


@pytest.fixture(scope="session")
def standard() -> ValueTable:
    """Yatzy's table of the standard rules as the solver leaves it, in float64."""
    return solved.solved(STANDARD)


@pytest.fixture(scope="session", autouse=True)
def _solved_once(request: pytest.FixtureRequest) -> None:
    """Solves Yatzy's table before the first test that asks for it, or else each worker would."""
    ids = [item.nodeid for item in request.session.items if item.nodeid.startswith(("tests/games/", "tests/bridge/"))]
    if any("yatzy" in each or "conformance" in each for each in ids):
        request.getfixturevalue("standard")
