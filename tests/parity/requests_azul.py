"""Azul's requests for the parity test: whole games, every evaluator, grades, scenarios, queries and errors."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from py_engine import bridge
from tests.parity.played import Game, play
from tests.parity.request import Request

RULESET = "azul_v1_2p"
GROUPS = (
    "registry",
    "games",
    "evaluations",
    "horizons",
    "searches",
    "policies",
    "grades",
    "jobs",
    "scenarios",
    "account",
    "errors",
)
SEARCHES: tuple[dict[str, Any], ...] = (
    {"values": "handmade"},
    {"solve_tiles": 0},
    {"width": 5, "temper": 0.3, "solve_tiles": 20},
    {"width": 60, "temper": 20, "horizon": "round", "solve_tiles": 4},
)
"""Search options that together change every default."""
NO_CLOCK = {"time_budget_ms": 600_000}
"""Evaluations are limited by work, because clocks differ between machines."""


def _lines(legal: list[Any]) -> list[Any]:
    """The actions that do not go to the floor."""
    return [action for action in legal if action["destination"] != "Floor"]


def _games(played: list[Game]) -> Iterator[Request]:
    for seed in (0, 7, 2**53 - 1):
        yield Request("games", "new_game", [RULESET, seed, "{}"])
    for game in played:
        for state, action in zip(game.states, game.actions, strict=False):
            text = json.dumps(state)
            yield Request("games", "list_legal_actions", [text, state["active_player_id"]])
            yield Request("games", "apply_action", [text, json.dumps(action)])
            yield Request("games", "describe_state", [text])
            yield Request("games", "observe", [text, state["active_player_id"]])


def _evaluate(group: str, state: dict[str, Any], **params: Any) -> Request:
    text = json.dumps({"evaluator_seed": 11, **NO_CLOCK, **params})
    return Request(group, "evaluate_best_move", [json.dumps(state), state["active_player_id"], text])


def _work(evaluator: str) -> dict[str, Any]:
    """Work limits that let every part of the evaluator run, within seconds under Pyodide."""
    return {"evaluator": evaluator} | ({"max_work": 20_000} if evaluator == "search" else {"rollouts_per_action": 40})


def _evaluations(positions: list[dict[str, Any]]) -> Iterator[Request]:
    evaluators = [row["name"] for row in json.loads(bridge.list_games())[0]["evaluators"]]
    for evaluator in evaluators:
        for state in positions:
            yield _evaluate("evaluations", state, **_work(evaluator))
    for evaluator in ("rollout", "search"):
        for horizon in ("round", "game"):
            for state in positions[::3]:
                options = {"evaluator_options": {"horizon": horizon}}
                yield _evaluate("horizons", state, **_work(evaluator), **options)
    for options in SEARCHES:
        for state in positions[::4]:
            yield _evaluate("searches", state, **_work("search"), evaluator_options=options, shortlist_size=0)
    for mine, theirs in (("all_random", "all_greedy"), ({"mixed": {"greedy_ratio": 0.8}}, "all_random")):
        config = {"active_player_policy": mine, "opponent_policy": theirs}
        yield _evaluate("policies", positions[1], **_work("rollout"), rollout_config=config)
        yield _evaluate("policies", positions[1], **_work("rollout"), rollout_config=config, shortlist_size=0)


def _grades(played: list[Game], positions: list[dict[str, Any]]) -> Iterator[Request]:
    chooser = random.Random(5)
    for state in positions:
        player = state["active_player_id"]
        action = chooser.choice(json.loads(bridge.list_legal_actions(json.dumps(state), player)))
        for evaluator in ("rollout", "search"):
            params = {"evaluator_seed": 3, **NO_CLOCK, **_work(evaluator)}
            arguments = [json.dumps(state), player, json.dumps(action), json.dumps(params)]
            yield Request("grades", "grade_user_action", arguments)
            job = {"state": state, "player_id": player, "params": params, "user_action": action}
            yield Request("jobs", "run_job", ["evaluation", json.dumps(job)])
    game = played[0]
    account = {"states": game.states, "actions": game.actions, "deltas": [-0.5] * len(game.actions)}
    yield Request("account", "query", [RULESET, "account", json.dumps(account)])
    whole = {"ruleset_id": RULESET, "name": "account", "args": account}
    yield Request("account", "run_job", ["query", json.dumps(whole)])


def _scenarios() -> Iterator[Request]:
    for seed, (within, of_game) in enumerate((("EARLY", "early"), ("MID", "mid"), ("LATE", None), (None, None))):
        phases = {"target_round_phase": within, "target_game_phase": of_game}
        params = json.dumps({"ruleset_id": RULESET, "seed": seed, **phases})
        yield Request("scenarios", "generate_scenario", [params])
    yield Request("scenarios", "run_job", ["scenario", json.dumps({"ruleset_id": RULESET, "seed": 9})])


def _errors(state: dict[str, Any]) -> Iterator[Request]:
    good, seeded = json.dumps(state), json.dumps({"evaluator_seed": 1})
    for bad in ("", "{", "[" * 5000, "nonsense", "[]", "null", "{}", '{"ruleset_id":"chess"}', "NaN"):
        yield Request("errors", "list_legal_actions", [bad, 0])
    changes: tuple[dict[str, Any], ...] = (
        {"more": 1},
        {"factories": []},
        {"seed": -1},
        {"round_number": "1"},
        {"players": None},
    )
    for change in changes:
        yield Request("errors", "describe_state", [json.dumps({**state, **change})])
    for player in (2, -1, 1 - state["active_player_id"]):
        yield Request("errors", "evaluate_best_move", [good, player, seeded])
    for params in ("{}", '{"evaluator_seed":1.5}', '{"evaluator_seed":1,"evaluator":"oracle"}'):
        yield Request("errors", "evaluate_best_move", [good, state["active_player_id"], params])
    for action in ("{}", '{"source":"Center","color":"Pink","destination":"Floor"}'):
        yield Request("errors", "apply_action", [good, action])
    illegal = {"source": "Center", "color": "Blue", "destination": {"PatternLine": 0}}
    yield Request("errors", "apply_action", [good, json.dumps(illegal)])
    yield Request("errors", "query", [RULESET, "weather", "{}"])
    yield Request("errors", "query", [RULESET, "account", '{"states":[]}'])
    yield Request("errors", "step", [999_999, 30])
    yield Request("errors", "stop", [999_999])
    yield Request("errors", "start_job", ["dance", "{}"])
    yield Request("errors", "load_artifact", [RULESET, "table", ""])


def requests() -> Iterator[Request]:
    """All requests, about games that the engine plays itself."""
    played = [play(RULESET, seed, {}, preferred=_lines) for seed in (1, 2)]
    positions = [*played[0].states[:-1:9], *played[1].states[4:-1:17]]
    yield Request("registry", "list_games", [])
    yield from _games(played)
    yield from _evaluations(positions)
    yield from _grades(played, positions)
    yield from _scenarios()
    yield from _errors(played[0].states[0])
