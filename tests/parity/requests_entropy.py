"""Entropy's requests for the parity test: games on both boards, every evaluator, grades, queries, positions and errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from py_engine import bridge
from tests.parity.played import Game, Json, play
from tests.parity.request import Request

RULESET = "entropy_v1"
GROUPS = (
    "entropy games",
    "entropy evaluations",
    "entropy grades",
    "entropy searches",
    "entropy queries",
    "entropy account",
    "entropy scenarios",
    "entropy errors",
)
WORK = {"time_budget_ms": 600_000, "max_work": 3000, "rollouts_per_action": 2}
"""Evaluations are limited by work, because the clock differs between machines."""
SEARCHED = {"evaluator": "search", "evaluator_seed": 3, "time_budget_ms": 600_000, "max_work": 200_000}
"""Enough for a deep or an exact search."""
EMPTY = (10, 4, 3)
"""Empty cells at which the search is deep or exact and still takes a fraction of a second."""


def _games(played: list[Game]) -> Iterator[Request]:
    for seed in (0, 7, 2**53 - 1):
        yield Request("entropy games", "new_game", [RULESET, seed, '{"next_token_known": true}'])
    for states, actions in played:
        for state, action in list(zip(states, actions, strict=False))[::5]:
            text = json.dumps(state)
            yield Request("entropy games", "list_legal_actions", [text, state["active_player_id"]])
            yield Request("entropy games", "apply_action", [text, json.dumps(action)])
            yield Request("entropy games", "describe_state", [text])
            yield Request("entropy games", "observe", [text, state["active_player_id"]])


def _decisions(positions: list[tuple[Json, Any]]) -> Iterator[Request]:
    info = next(info for info in json.loads(bridge.list_games()) if info["ruleset_id"] == RULESET)
    for state, action in positions:
        text, player = json.dumps(state), state["active_player_id"]
        for evaluator in info["evaluators"]:
            params = {"evaluator_seed": 3, "evaluator": evaluator["name"], **WORK}
            yield Request("entropy evaluations", "evaluate_best_move", [text, player, json.dumps(params)])
            short = json.dumps(params | {"shortlist_size": 2})
            yield Request("entropy grades", "grade_user_action", [text, player, json.dumps(action), short])
        job = {"state": state, "player_id": player, "params": {"evaluator_seed": 3, **WORK}, "user_action": action}
        yield Request("entropy grades", "run_job", ["evaluation", json.dumps(job)])


def _searches() -> Iterator[Request]:
    """Grades of both sides' moves, on both boards, with and without the next token known."""
    for size, known in product((7, 5), (False, True)):
        states, actions = play(RULESET, 4, {"size": size, "next_token_known": known})
        for state, action in zip(states, actions, strict=False):
            if state["board"].count("") in EMPTY:
                asked = [json.dumps(part) for part in (action, SEARCHED)]
                yield Request(
                    "entropy searches", "grade_user_action", [json.dumps(state), state["active_player_id"], *asked]
                )


def _query(group: str, name: str, args: Json) -> Request:
    return Request(group, "query", [RULESET, name, json.dumps(args)])


def _queries(played: list[Game]) -> Iterator[Request]:
    for states, actions in played:
        yield _query("entropy queries", "lines", {"state": states[len(states) // 2]})
        yield _query("entropy queries", "forecast", {"states": states[::4]})
        account = {"states": states, "actions": actions, "opening": True}
        yield _query("entropy account", "account", account | {"deltas": [-0.5] * len(actions)})
    states, actions = played[-1]
    args = {"states": states, "actions": actions, "opening": True}
    yield Request(
        "entropy account", "run_job", ["query", json.dumps({"ruleset_id": RULESET, "name": "account", "args": args})]
    )


def _scenarios() -> Iterator[Request]:
    wanted = (("order", "early", 7), ("chaos", "mid", 5), (None, "late", 5), ("chaos", None, None))
    for seed, (role, phase, size) in enumerate(wanted):
        params = {"ruleset_id": RULESET, "seed": seed, "target_role": role, "target_phase": phase, "size": size}
        yield Request("entropy scenarios", "generate_scenario", [json.dumps(params)])


def _errors(chaos: Json, order: Json) -> Iterator[Request]:
    changes: tuple[Json, ...] = (
        {"token": None},
        {"board": []},
        {"board": ["K"] * 25},
        {"score": 1000},
        {"bag": {"R": 9}},
        {"turn": "order"},
        {"next_token": "R", "next_token_known": False},
        {"more": 1},
    )
    for change in changes:
        yield Request("entropy errors", "describe_state", [json.dumps({**chaos, **change})])
    for action in ({}, {"cell": 1}, {"from": "a1"}, "rest", "pass", {"cell": "z9"}):
        yield Request("entropy errors", "apply_action", [json.dumps(chaos), json.dumps(action)])
    for action in ({"cell": "a1"}, {"from": "a1", "to": "a1"}, {"from": "a1", "to": "z9"}):
        yield Request("entropy errors", "apply_action", [json.dumps(order), json.dumps(action)])
    yield _query("entropy errors", "lines", {"state": {}})
    yield Request("entropy errors", "load_artifact", [RULESET, "nothing", ""])


def requests() -> Iterator[Request]:
    """All requests, on games that the engine plays."""
    played = [
        play(RULESET, 1, {}),
        play(RULESET, 2, {"size": 5}),
        play(RULESET, 3, {"size": 5, "next_token_known": True}),
    ]
    yield from _games(played)
    large, small, known = [list(zip(states, actions, strict=False)) for states, actions in played]
    yield from _decisions([*large[20:80:19], *small[7::14], *known[10::21]])
    yield from _searches()
    yield from _queries(played)
    yield from _scenarios()
    yield from _errors(small[20][0], small[21][0])
