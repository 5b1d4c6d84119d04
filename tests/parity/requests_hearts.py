"""Hearts' requests for the parity test: games under several rules, observations, evaluators, queries and errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from py_engine import bridge
from tests.parity.played import Game, Json, play
from tests.parity.request import Request

RULESET = "hearts_v1"
GROUPS = (
    "hearts games",
    "hearts policies",
    "hearts searches",
    "hearts beliefs",
    "hearts queries",
    "hearts errors",
)
WORK = {"time_budget_ms": 600_000, "max_work": 1500, "rollouts_per_action": 2}
"""Evaluations end by their work, since clocks differ between machines."""
POLICIES = ("random", "greedy")


def _games(played: list[Game]) -> Iterator[Request]:
    for seed in (0, 7, 2**53 - 1):
        yield Request("hearts games", "new_game", [RULESET, seed, '{"jack_of_diamonds": true}'])
    for states, actions in played:
        for ply, (state, action) in enumerate(zip(states, actions, strict=False)):
            text = json.dumps(state)
            ends = (ply + 1) % 56 == 0
            if ply % 5 == 0 or ends:
                yield Request("hearts games", "apply_action", [text, json.dumps(action)])
            if ply % 9 == 0:
                yield Request("hearts games", "list_legal_actions", [text, state["active_player_id"]])
                yield Request("hearts games", "describe_state", [text])
                yield Request("hearts games", "observe", [text, ply % 4])


def _decisions(positions: list[tuple[Json, Any]]) -> Iterator[Request]:
    info = next(info for info in json.loads(bridge.list_games()) if info["ruleset_id"] == RULESET)
    for state, action in positions:
        player = state["active_player_id"]
        seen = bridge.observe(json.dumps(state), player)
        for evaluator in info["evaluators"]:
            name = evaluator["name"]
            group = "hearts policies" if name in POLICIES else "hearts searches"
            params = json.dumps({"evaluator_seed": 3, "evaluator": name, **WORK})
            yield Request(group, "evaluate_best_move", [json.dumps(state), player, params])
            yield Request(group, "grade_user_action", [seen, player, json.dumps(action), params])


def _with_choice(states: list[Json]) -> Json:
    """The first position with several cards to choose from."""
    return next(
        state
        for state in states
        if len(json.loads(bridge.list_legal_actions(json.dumps(state), state["active_player_id"]))) > 1
    )


def _searches(states: list[Json]) -> Iterator[Request]:
    """The search in all its modes: lookahead, both kinds of exact endgames, and near the end of a game."""
    early, middle, late, last = (_with_choice(states[ply:]) for ply in (6, 24, 44, 48))
    near = {"scores": [70, 60, 98, 50]}
    cases: tuple[tuple[Json, Json], ...] = (
        (early, {"beta": 0.3, "gate": 0.0}),
        (middle, {"depth": 2, "paranoid_threshold": 0.0}),
        (middle, {"depth": 3}),
        (middle | near, {"inference": False}),
        (late, {"max_enumerated_worlds": 0}),
        (late, {"paranoid_threshold": 0.0, "max_enumerated_worlds": 0}),
        (last, {"paranoid_threshold": 0.0}),
        (last | near, {}),
    )
    for state, options in cases:
        player = state["active_player_id"]
        params = {"evaluator_seed": 4, "evaluator_options": {"worlds": 48, **options}, **WORK}
        legal = json.loads(bridge.list_legal_actions(json.dumps(state), player))
        text = json.dumps(params)
        yield Request("hearts searches", "evaluate_best_move", [json.dumps(state), player, text])
        yield Request("hearts searches", "grade_user_action", [json.dumps(state), player, json.dumps(legal[-1]), text])


def _query(group: str, name: str, args: Json) -> Request:
    return Request(group, "query", [RULESET, name, json.dumps(args)])


def _queries(played: list[Game]) -> Iterator[Request]:
    for states, _ in played:
        for state in states[:56:6]:
            for player in (0, 3):
                seen = json.loads(bridge.observe(json.dumps(state), player))
                yield _query("hearts beliefs", "beliefs", {"state": seen, "player_id": player})
                if state["phase"] == "play":
                    yield _query("hearts queries", "claim", {"state": seen, "player_id": player})
        yield _query("hearts queries", "deal_proof", {"state": states[30]})


def _errors(passing: Json, playing: Json) -> Iterator[Request]:
    changes: tuple[Json, ...] = (
        {"hands": [13, 13, 13, 13]},
        {"hands": []},
        {"points": [1, 0, 0, 0]},
        {"phase": "done"},
        {"scores": [100, 0, 0, 0]},
        {"pass_direction": "up"},
        {"more": 1},
    )
    for change in changes:
        yield Request("hearts errors", "describe_state", [json.dumps({**passing, **change})])
    for action in ({}, {"play": "2C"}, {"pass": ["2C"]}, {"pass": ["2C", "2C", "3C"]}, "pass"):
        yield Request("hearts errors", "apply_action", [json.dumps(passing), json.dumps(action)])
    other = (playing["active_player_id"] + 1) % 4
    held = playing["hands"][other][0]
    yield Request("hearts errors", "apply_action", [json.dumps(playing), json.dumps({"play": held})])
    seen = bridge.observe(json.dumps(playing), other)
    yield Request("hearts errors", "list_legal_actions", [seen, playing["active_player_id"]])
    yield _query("hearts errors", "deal_proof", {"state": json.loads(seen)})
    yield Request("hearts errors", "load_artifact", [RULESET, "nothing", ""])


def requests() -> Iterator[Request]:
    """All requests, on games played by the engine."""
    played = [
        play(RULESET, 1, {}, 120),
        play(RULESET, 2, {"points_to_end": 1, "jack_of_diamonds": True}, 60),
        play(RULESET, 3, {"queen_breaks_hearts": False, "moon_subtracts": True, "first_lead_any_club": True}, 60),
    ]
    yield from _games(played)
    positions = [list(zip(states, actions, strict=False)) for states, actions in played]
    yield from _decisions([*positions[0][2:56:9], *positions[1][4:56:17], *positions[2][1:56:18]])
    yield from _searches(played[0][0])
    yield from _queries(played)
    yield from _errors(positions[0][1][0], positions[0][20][0])
