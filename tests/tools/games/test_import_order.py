"""Tests of the order in which a preparation imports a game's modules."""

from __future__ import annotations

import json

from build_tools.games.import_order import import_order, of_log
from py_engine import games
from py_engine.preparation import LAYERS

LOG = """import time:       100 |        200 |   py_engine.core.game
the game follows
import time:        10 |         10 |     numpy.random._common
import time:        10 |         20 |   hashlib
import time:        10 |         30 | py_engine.games.small.game
the coach follows
import time:        10 |         30 | py_engine.games.small.coach
"""


def test_log_is_split_at_the_coach_and_leaves_out_the_standard_library() -> None:
    assert of_log(LOG) == {
        "screen": ["numpy.random._common", "py_engine.games.small.game"],
        "coach": ["py_engine.games.small.coach"],
    }


def test_every_game_has_an_order_from_the_rules_to_the_coach() -> None:
    found = json.loads(import_order())
    assert list(found) == list(games.REGISTRY)
    for ruleset_id, parts in found.items():
        package = games.package(ruleset_id)
        # A small game has a module where a large one has a package.
        rules = f"{package}.{LAYERS[0]}"
        assert any(name == rules or name.startswith(f"{rules}.") for name in parts["screen"])
        assert f"{package}.coach" not in parts["screen"]
        assert parts["coach"][-1].startswith(package)
        assert f"{package}.coach" in parts["coach"]
