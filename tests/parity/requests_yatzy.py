"""Yatzy's requests for the parity test: games, values, grades, policies, every query, the solver itself, and errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle

from build_tools.paths import ROOT
from tests.parity.played import Game, Json, play
from tests.parity.request import Request

RULESET = "yatzy_v1"
GROUPS = (
    "yatzy games",
    "yatzy evaluations",
    "yatzy grades",
    "yatzy policies",
    "yatzy queries",
    "yatzy densities",
    "yatzy account",
    "yatzy coaching",
    "yatzy scenarios",
    "yatzy solver",
    "yatzy errors",
)
NO_CLOCK = {"time_budget_ms": 600_000}
HOUSE = {"five_of_a_kind_is_full_house": True, "four_of_a_kind_is_two_pairs": True}


def _games(played: list[Game]) -> Iterator[Request]:
    for seed in (0, 7, 2**53 - 1):
        yield Request("yatzy games", "new_game", [RULESET, seed, "{}"])
    for states, actions in played:
        for state, action in list(zip(states, actions, strict=False))[::3]:
            text = json.dumps(state)
            yield Request("yatzy games", "list_legal_actions", [text, state["active_player_id"]])
            yield Request("yatzy games", "apply_action", [text, json.dumps(action)])
            yield Request("yatzy games", "describe_state", [text])
            yield Request("yatzy games", "observe", [text, state["active_player_id"]])


def _decisions(positions: list[tuple[Json, Json]]) -> Iterator[Request]:
    for state, action in positions:
        text, player = json.dumps(state), state["active_player_id"]
        params = {"evaluator_seed": 3, **NO_CLOCK}
        for size in (0, 3):
            evaluation = json.dumps(params | {"shortlist_size": size})
            yield Request("yatzy evaluations", "evaluate_best_move", [text, player, evaluation])
            yield Request("yatzy grades", "grade_user_action", [text, player, json.dumps(action), evaluation])
        job = {"state": state, "player_id": player, "params": params, "user_action": action}
        yield Request("yatzy grades", "run_job", ["evaluation", json.dumps(job)])
        for name, options in (("random", {}), ("greedy", {}), ("noisy", {"scale": 0.7})):
            evaluation = json.dumps(params | {"evaluator": name, "evaluator_options": options})
            yield Request("yatzy policies", "evaluate_best_move", [text, player, evaluation])


def _query(group: str, name: str, args: Json) -> Request:
    return Request(group, "query", [RULESET, name, json.dumps(args)])


def _queries(states: list[Json], actions: list[Json]) -> Iterator[Request]:
    for rules in ({}, HOUSE):
        yield _query("yatzy queries", "health", rules)
        yield _query("yatzy queries", "state_value", {"upper_score": 24, "scored_categories": 544, **rules})
        for left in (0, 1, 2):
            args = {"dice": [1, 3, 6, 6, 6], "upper_score": 24, "scored_categories": 544, "rerolls_remaining": left}
            yield _query("yatzy queries", "evaluate", args | rules)
        for mask, upper, theta in ((31743, 35, 0.0), (32703, 48, 0.0), (31711, 35, 0.05), (30719, 7, -0.1)):
            args = {"upper_score": upper, "scored_categories": mask, "accumulated_score": upper + 80, "theta": theta}
            yield _query("yatzy densities", "density", args | rules)
    yield _query("yatzy densities", "density", {"upper_score": 0, "scored_categories": 0, "accumulated_score": 0})
    yield _query("yatzy densities", "statistics", {})
    yield _query("yatzy densities", "score_histogram", {"bin_width": 7})
    account = {"states": states, "actions": actions, "opening": True}
    yield _query("yatzy account", "account", account)
    yield _query("yatzy account", "account", account | {"deltas": [-0.5] * len(actions)})
    yield _query("yatzy account", "forecast", {"states": states[::4]})
    whole = {"ruleset_id": RULESET, "name": "account", "args": account}
    yield Request("yatzy account", "run_job", ["query", json.dumps(whole)])


def _coaching(two: Game, six: Game) -> Iterator[Request]:
    params = json.dumps({"evaluator_seed": 3, "evaluator": "rules", **NO_CLOCK})
    for states, actions in (two, six):
        yield _query("yatzy coaching", "chances", {"states": [states[0], states[len(states) // 2], *states[-3:]]})
        late = {"states": states[-20:], "actions": actions[-19:], "params": {"evaluator_seed": 3, **NO_CLOCK}}
        yield _query("yatzy coaching", "account", late)
        yield _query("yatzy coaching", "played_rows", {"games": [{"initial": states[0], "actions": actions}]})
        for state in states[:-1:11]:
            place = [json.dumps(state), state["active_player_id"], params]
            yield Request("yatzy coaching", "evaluate_best_move", place)
    for left in (0, 1, 2):
        card = {"upper_score": 35, "scored_categories": 31743, "dice": [1, 3, 6, 6, 6], "rerolls_remaining": left}
        yield _query("yatzy coaching", "sensitivity", card | {"thetas": [-0.05, 0.05]})
    quiz = json.loads((ROOT / "web/src/games/yatzy/pages/quiz/quiz.json").read_text("utf-8"))
    sizes = [len(question["actions"]) for question in quiz["questions"]]
    answers = [None if part == 3 else part % size for part, size in zip(cycle(range(4)), sizes, strict=False)]
    yield _query("yatzy coaching", "quiz_fit", {"answers": answers})


def _scenarios() -> Iterator[Request]:
    kinds = ("first_reroll", "second_reroll", "category", None)
    for seed, (phase, kind) in enumerate(zip(("early", "mid", "late", None), kinds, strict=True)):
        params = {"ruleset_id": RULESET, "seed": seed, "target_phase": phase, "target_kind": kind}
        yield Request("yatzy scenarios", "generate_scenario", [json.dumps(params)])


def _errors(state: Json) -> Iterator[Request]:
    changes: tuple[Json, ...] = (
        {"dice": [1, 2, 3, 4]},
        {"dice": [1, 2, 3, 4, None]},
        {"rolls_left": 3},
        {"players": [{"scores": {"sixes": 7}}]},
        {"players": []},
        {"more": 1},
    )
    for change in changes:
        yield Request("yatzy errors", "describe_state", [json.dumps({**state, **change})])
    for action in (
        {},
        {"keep": [True]},
        {"score": "sevens"},
        {"keep": [True] * 5, "score": "ones"},
        {"enter": [1] * 5},
    ):
        yield Request("yatzy errors", "apply_action", [json.dumps(state), json.dumps(action)])
    for args in ({}, {"upper_score": 7, "scored_categories": 1}):
        yield _query("yatzy errors", "state_value", args)
    yield Request("yatzy errors", "load_artifact", [RULESET, "table", "not bytes"])
    yield Request("yatzy errors", "load_artifact", [RULESET, "nothing", ""])


def requests() -> Iterator[Request]:
    """All requests, on games that the engine plays."""
    played = [
        play(RULESET, 1, {}),
        play(RULESET, 2, {"players": 1, **HOUSE}),
        play(RULESET, 3, {"real_dice": True, "players": 1}),
    ]
    yield from _games(played)
    decisions = [pair for states, actions in played[:2] for pair in zip(states, actions, strict=False)]
    yield from _decisions(decisions[::5])
    yield from _queries(*played[0])
    yield from _coaching(played[0], play(RULESET, 4, {"players": 6}))
    yield from _scenarios()
    solve = json.dumps({"ruleset_id": RULESET, "name": "solve", "args": {}})
    yield Request("yatzy solver", "run_job", ["query", solve])
    yield from _errors(played[0][0][0])
