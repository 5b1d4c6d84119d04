"""Conformance checks for every registered game, made only through the bridge and driven by the game's registry entry."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from py_engine import games
from py_engine.core.contract import GameInfo
from tests.bridge.asking import LONG, ask, check_error, floats_are_finite, in_json, raw, refused, timeless
from tests.bridge.result_checks import check_result

Json = dict[str, Any]
LONGEST = 180
"""Maximum length of a test game, in moves."""
EARLY = 0.1
"""Fraction of a game at which tests take a position, if the stage does not matter."""
STAGES = (0.0, 0.1, 0.35, 0.55)
"""Fractions of a game at which tests take positions, if it does."""
_GAMES: dict[str, list[str]] = {}
"""By game and options: the positions of a game that have a move, as text."""


def registry() -> list[Json]:
    infos: list[Json] = ask("list_games")
    return infos


def with_capability(name: str) -> list[Json]:
    return [info for info in registry() if name in info["capabilities"]]


def params(**changes: Any) -> Json:
    """Params that end an evaluation by a small amount of work, never by the clock."""
    return {"evaluator_seed": 7, "time_budget_ms": LONG, "rollouts_per_action": 2, "max_work": 2000} | changes


def option_sets(info: Json) -> list[Json]:
    """No options, and each option of a game with each value other than the default."""
    sets: list[Json] = [{}]
    for name, schema in info["options"].get("properties", {}).items():
        others = {"boolean": [True, False], "integer": [schema.get("minimum"), schema.get("maximum")]}
        values = schema.get("enum", others[schema["type"]])
        sets += [{name: value} for value in values if value != schema["default"]]
    return sets


def players_of(state: Json) -> int:
    """The number of players."""
    return len(state["returns"])


def playthrough(info: Json, seed: int, options: Json | None = None) -> Iterator[tuple[Json, Any, Json]]:
    """Yields (state, action, next state) of a game in which moves are picked by a fixed rule."""
    state = ask("new_game", info["ruleset_id"], seed, options or {})
    for ply in range(LONGEST):
        if state["game_over"]:
            return
        actions = ask("list_legal_actions", state, state["active_player_id"])
        action = actions[(seed * 13 + ply * 7) % len(actions)]
        after = ask("apply_action", state, in_json(action))
        yield state, action, after
        state = after


def check_chance(info: Json) -> None:
    """Checks that a move whose outcome depends on the seed uses up chance: otherwise the next one falls the same way."""
    for state, action, after in playthrough(info, 3):
        other = ask("apply_action", state | {"seed": state["seed"] + 1}, in_json(action))
        if other | {"seed": state["seed"]} != after:
            assert after["chance_counter"] > state["chance_counter"], action


def _positions(info: Json, options: Json | None) -> list[str]:
    """The positions of a game that have a move, as text. A game is played once."""
    key = json.dumps([info["ruleset_id"], options])
    if key not in _GAMES:
        _GAMES[key] = [json.dumps(before) for before, _, _ in playthrough(info, 3, options)]
    return _GAMES[key]


def a_state(info: Json, share: float = EARLY, options: Json | None = None) -> Json:
    """The position after this share of a game's moves."""
    texts = _positions(info, options)
    state: Json = json.loads(texts[int(share * len(texts))])
    return state


def a_final_state(info: Json) -> Json:
    """The final state of a game, with options that shorten a long game if necessary."""
    schemas = info["options"].get("properties", {})
    least = {name: schema["minimum"] for name, schema in schemas.items() if "minimum" in schema}
    for seed in range(20):
        for options in ({}, least):
            *_, (_, _, last) = playthrough(info, seed, options)
            if last["game_over"]:
                return last
    raise AssertionError("no game came to its end")


def tests_of(ruleset: str, module: str) -> Any:
    """A module from a game's own tests, such as ``tests.games.hearts.worlds``."""
    return import_module(f"tests.{games.package(ruleset).removeprefix('py_engine.')}.{module}")


def hides(info: Json) -> bool:
    """Whether the game has hidden information."""
    return "hidden_information" in info["capabilities"]


def to_move(state: Json) -> int:
    player: int = state["active_player_id"]
    return player


def check_info(info: Json) -> None:
    """Checks a registry entry: it matches the model, names are unique, and exactly one evaluator is the default."""
    assert GameInfo.model_validate(info).model_dump() == info
    assert len({evaluator["name"] for evaluator in info["evaluators"]}) == len(info["evaluators"])
    assert len({level["id"] for level in info["levels"]}) == len(info["levels"])
    assert sum(evaluator["default"] for evaluator in info["evaluators"]) == 1
    names = {evaluator["name"] for evaluator in info["evaluators"]}
    for named in (*info["levels"], *info["presets"]):
        assert named["params"].get("evaluator", next(iter(names))) in names
    limits = [band["max_loss"] for band in info["grades"]]
    assert limits[-1] is None
    assert limits[:-1] == sorted(set(limits[:-1]))


def check_state(info: Json, state: Json) -> None:
    """Checks that a state is complete: it matches the model, survives a round trip, and its common fields are set."""
    model = games.load(info["ruleset_id"]).state
    assert model.model_validate(json.loads(json.dumps(state))).model_dump() == state
    assert state["ruleset_id"] == info["ruleset_id"]
    assert info["min_players"] <= players_of(state) <= info["players"]
    assert 0 <= to_move(state) < players_of(state)
    assert all((value is not None) == state["game_over"] for value in state["returns"])
    assert floats_are_finite(state)
    assert ask("describe_state", state).strip()
    seen = ask("observe", state, to_move(state))
    if not hides(info):
        assert seen == state | {"seed": None}


def check_play(info: Json, seed: int, options: Json | None = None) -> int:
    """Plays a game and replays it: the same moves give the same bytes. Returns its length."""
    game = []
    for _, action, after in playthrough(info, seed, options):
        check_state(info, after)
        game.append((action, after))
    state = ask("new_game", info["ruleset_id"], seed, options or {})
    for action, after in game:
        state = ask("apply_action", state, in_json(action))
        # Compared as text, so that the order of keys and the form of numbers count.
        assert json.dumps(state) == json.dumps(after)
    return len(game)


def check_all_legal_apply(state: Json) -> None:
    actions = ask("list_legal_actions", state, to_move(state))
    assert actions
    assert len({json.dumps(action) for action in actions}) == len(actions)
    assert ask("list_legal_actions", state, to_move(state)) == actions
    for action in actions:
        ask("apply_action", state, in_json(action))


def check_evaluations(info: Json, state: Json, changes: Json) -> None:
    """Checks that an evaluator's results and grades are reproducible, and the same for the observation."""
    asked = params(**changes)
    result = ask("evaluate_best_move", state, to_move(state), asked)
    check_result(info, state, result, None)
    again = ask("evaluate_best_move", ask("observe", state, to_move(state)), to_move(state), asked)
    assert json.dumps(timeless(again)) == json.dumps(timeless(result))
    if "grade" not in info["capabilities"]:
        return
    legal = ask("list_legal_actions", state, to_move(state))
    for user in (result["best_action"], legal[0], legal[-1]):
        graded = ask("grade_user_action", state, to_move(state), in_json(user), asked)
        check_result(info, state, graded, user)
        repeated = ask("grade_user_action", state, to_move(state), in_json(user), asked)
        assert json.dumps(timeless(repeated)) == json.dumps(timeless(graded))


def check_job(info: Json, state: Json, changes: Json, *, graded: bool) -> None:
    """Checks that a job in thin slices gives the same result as a single call, can be extended, and stopped once."""
    user = ask("list_legal_actions", state, to_move(state))[-1] if graded else None
    args = {"state": state, "player_id": to_move(state), "params": params(**changes), "user_action": user}
    handle = ask("start_job", "evaluation", args)["handle"]
    progress, had_result, snapshot = 0.0, False, {"done": False}
    while not snapshot["done"]:
        snapshot = ask("step", handle, 0)
        assert 0 <= snapshot["progress"] <= 1
        assert snapshot["done"] == (snapshot["progress"] == 1)
        assert snapshot["progress"] >= progress or "metadata" in snapshot
        progress = snapshot["progress"]
        has_result = "metadata" in snapshot
        assert has_result >= had_result, "the result has disappeared"
        had_result = has_result
        if has_result:
            assert snapshot["candidates"]
    bare = {key: value for key, value in snapshot.items() if key not in ("done", "progress")}
    whole = (
        ask("grade_user_action", state, to_move(state), in_json(user), args["params"])
        if graded
        else ask("evaluate_best_move", state, to_move(state), args["params"])
    )
    assert timeless(bare) == timeless(whole)
    check_result(info, state, bare, user)
    refused("INVALID_PARAMS", "extend", handle, {"evaluator_seed": 8})
    more = ask("extend", handle, {"rollouts_per_action": 3, "max_work": 4000})
    assert "metadata" in more
    while not more["done"]:
        more = ask("step", handle, 20)
        assert "metadata" in more
    last = ask("stop", handle)
    assert timeless({k: v for k, v in last.items() if k != "progress"}) == timeless(
        {k: v for k, v in more.items() if k != "progress"}
    )
    check_result(info, state, {k: v for k, v in last.items() if k not in ("done", "progress")}, user)
    for name, *rest in (("step", 1), ("stop",), ("extend", {})):
        refused("NOT_FOUND", str(name), handle, *rest)


def check_completed(info: Json, state: Json) -> None:
    """What follows from the rest of a state may be left out, and is refused where it is wrong."""
    follows = ("game_over", "returns", "warnings", "last_events")
    bare = {name: value for name, value in state.items() if name not in follows}
    player = to_move(state)
    seen, wanted = ask("observe", bare, player), ask("observe", state, player)
    assert {**seen, "last_events": []} == {**wanted, "last_events": []}
    refused("INVALID_STATE", "describe_state", state | {"game_over": not state["game_over"]})


def check_illegal(info: Json) -> None:
    """What is legal elsewhere in a game and not here is neither played nor graded."""
    states = [json.loads(text) for text in _positions(info, None)]
    legal = [ask("list_legal_actions", state, to_move(state)) for state in states]
    known = list({json.dumps(action): action for actions in legal for action in actions}.values())
    for state, here in list(zip(states, legal, strict=True))[:: max(1, len(states) // 8)]:
        for action in [action for action in known if action not in here][:3]:
            refused("ACTION_FAILED", "apply_action", state, in_json(action))
            refused("ACTION_FAILED", "grade_user_action", state, to_move(state), in_json(action), params())


def check_final(info: Json, state: Json) -> None:
    """Checks that a finished game has returns and offers no decision."""
    check_state(info, state)
    for player in range(players_of(state)):
        assert ask("list_legal_actions", state, player) == []
        refused("NO_LEGAL_ACTIONS", "evaluate_best_move", state, player, params())
        refused("NO_LEGAL_ACTIONS", "grade_user_action", state, player, {}, params())
    first = ask("list_legal_actions", a_state(info), to_move(a_state(info)))[0]
    refused("NO_LEGAL_ACTIONS", "apply_action", state, in_json(first))


def check_impossible_scenario(asked: Json) -> None:
    """Checks that a failed search ends with an error and that its job is gone."""
    handle = ask("start_job", "scenario", asked)["handle"]
    snapshot: Json = json.loads(raw("step", handle, 60_000))
    while not snapshot["done"]:
        snapshot = json.loads(raw("step", handle, 60_000))
    assert (snapshot["code"], snapshot["progress"]) == ("GENERATION_FAILED", 1)
    check_error(snapshot)
    assert snapshot["context"]["attempts"] > 0
    refused("NOT_FOUND", "step", handle, 1)


def check_scenario_pauses(asked: Json, least: int) -> Json:
    """Checks that a search takes more than ``least`` slices and returns no position before it is done."""
    handle = ask("start_job", "scenario", asked)["handle"]
    snapshot: Json = ask("step", handle, 0)
    slices = 1
    while not snapshot["done"]:
        assert "ruleset_id" not in snapshot
        snapshot = ask("step", handle, 0)
        slices += 1
    assert slices > least
    return snapshot


def check_account_fits(ruleset: str, states: list[Json], actions: list[Any], *, unlike: Json, failing: Any) -> None:
    """Checks that invalid arguments of the account query are refused.

    Args:
        ruleset: the game.
        states: states of a game.
        actions: the actions between them.
        unlike: a state of another game.
        failing: an action that is illegal in the first state.
    """
    cases: list[tuple[str, Json]] = [
        ("INVALID_PARAMS", {"states": states[:3], "actions": actions[:3]}),
        ("INVALID_PARAMS", {"states": states[:3], "actions": actions[:2], "deltas": [0.0]}),
        ("INVALID_PARAMS", {"states": [], "actions": []}),
        ("INVALID_PARAMS", {"states": states[:2]}),
        ("INVALID_PARAMS", {"states": "all", "actions": []}),
        ("INVALID_STATE", {"states": [{"ruleset_id": ruleset}], "actions": []}),
        ("INVALID_STATE", {"states": [{}], "actions": []}),
        ("INVALID_STATE", {"states": [unlike], "actions": []}),
        ("INVALID_ACTION", {"states": states[:2], "actions": [{"no": 1}]}),
        ("ACTION_FAILED", {"states": states[:2], "actions": [failing]}),
    ]
    for code, args in cases:
        refused(code, "query", ruleset, "account", args)


def check_order_of_checks(info: Json, state: Json) -> None:
    """Checks that the first error is reported in the order JSON, ruleset, state, player, params, action."""
    absent = players_of(state)
    wrong_player = (to_move(state) + 1) % absent if absent > 1 else absent
    bad_action: Json = {"no": "action"}
    steps: list[tuple[str, list[Any]]] = [
        ("INVALID_JSON", [{"ruleset_id": "?"}, wrong_player, "{", {}]),
        ("INVALID_JSON", [{"ruleset_id": "?"}, wrong_player, bad_action, "nonsense"]),
        ("UNKNOWN_RULESET", [state | {"ruleset_id": "?", "nonsense": 1}, wrong_player, bad_action, {}]),
        ("INVALID_STATE", [state | {"nonsense": 1}, absent, bad_action, {}]),
        ("INVALID_PLAYER", [state, absent, bad_action, {}]),
        ("INVALID_PLAYER", [state, -1, bad_action, {}]),
        ("INVALID_PLAYER", [state, wrong_player, bad_action, {}]),
        ("INVALID_PARAMS", [state, to_move(state), bad_action, {}]),
        ("INVALID_PARAMS", [state, to_move(state), bad_action, {"evaluator_seed": "x"}]),
        ("INVALID_ACTION", [state, to_move(state), bad_action, params()]),
    ]
    for code, args in steps:
        refused(code, "grade_user_action", *args)
        if not (code == "INVALID_JSON" and args[2] == "{") and code != "INVALID_ACTION":
            refused(code, "evaluate_best_move", args[0], args[1], args[3])
    refused("INVALID_PARAMS", "evaluate_best_move", state, to_move(state), params(evaluator="nobody"))
    refused("INVALID_PARAMS", "evaluate_best_move", state, to_move(state), params(evaluator_options={"no": 1}))
