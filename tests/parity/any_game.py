"""Requests for the parity test that fit any game that is played: games, evaluations, grades, positions, errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from py_engine import bridge, games
from tests.parity.played import play
from tests.parity.request import Request

__all__ = ["GameRequests", "requests_of"]

WORK = {"evaluator_seed": 3, "time_budget_ms": 600_000, "max_work": 3000, "rollouts_per_action": 2}
"""Evaluations end by their work: the clock is another on every machine."""
PLACES = 8
"""Positions of each game that is asked about."""


class GameRequests(NamedTuple):
    """What is asked about one game."""

    groups: tuple[str, ...]
    """The names of the tests that the requests belong to."""
    requests: Callable[[], Iterator[Request]]


def requests_of(ruleset: str) -> GameRequests:
    """A game's own requests, in ``tests/parity/requests_<game>.py``; those that fit any game where it has none."""
    name = games.package(ruleset).rpartition(".")[-1]
    own = f"tests.parity.requests_{name}"
    if find_spec(own) is not None:
        module: Any = import_module(own)
        return GameRequests(module.GROUPS, module.requests)
    return GameRequests((f"{name} games", f"{name} evaluations", f"{name} errors"), lambda: _requests(name, ruleset))


def _requests(name: str, ruleset: str) -> Iterator[Request]:
    info = next(row for row in json.loads(bridge.list_games()) if row["ruleset_id"] == ruleset)
    for seed in (0, 7, 2**53 - 1):
        yield Request(f"{name} games", "new_game", [ruleset, seed, "{}"])
        if "scenario" in info["capabilities"]:
            asked = json.dumps({"ruleset_id": ruleset, "seed": seed})
            yield Request(f"{name} games", "generate_scenario", [asked])
    states, actions = play(ruleset, 1, {})
    text = json.dumps(states[-1])
    yield Request(f"{name} errors", "evaluate_best_move", [text, 0, json.dumps(WORK)])
    yield Request(f"{name} errors", "apply_action", [text, json.dumps(actions[-1])])
    moves = list(zip(states, actions, strict=False))
    for state, action in moves[:: max(1, len(moves) // PLACES)]:
        yield from _decision(name, info, state, action)


def _decision(name: str, info: dict[str, Any], state: dict[str, Any], action: Any) -> Iterator[Request]:
    text, player, user = json.dumps(state), state["active_player_id"], json.dumps(action)
    yield Request(f"{name} games", "list_legal_actions", [text, player])
    yield Request(f"{name} games", "apply_action", [text, user])
    yield Request(f"{name} games", "describe_state", [text])
    yield Request(f"{name} games", "observe", [text, player])
    yield Request(f"{name} errors", "apply_action", [text, json.dumps({"no": "action"})])
    for evaluator in info["evaluators"]:
        params = {"evaluator": evaluator["name"], **WORK}
        yield Request(f"{name} evaluations", "evaluate_best_move", [text, player, json.dumps(params)])
        yield Request(f"{name} evaluations", "grade_user_action", [text, player, user, json.dumps(params)])
    job = {"state": state, "player_id": player, "params": WORK, "user_action": action}
    yield Request(f"{name} evaluations", "run_job", ["evaluation", json.dumps(job)])
