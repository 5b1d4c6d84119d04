"""Conformance checks of what players see: observations, and answers that depend on nothing else."""

from __future__ import annotations

import json
from typing import Any

from tests.bridge.asking import ask, in_json, refused, timeless
from tests.bridge.conformance import Json, hides, params, players_of, tests_of, to_move


def check_observation(info: Json, state: Json) -> None:
    """Checks that an observation has no seed, and can be evaluated but not played on."""
    for player in range(players_of(state)):
        seen = ask("observe", state, player)
        assert seen["seed"] is None
        assert ask("observe", seen, player) == seen
        assert ask("describe_state", seen).strip()
        if player == to_move(state) or not hides(info):
            assert ask("list_legal_actions", seen, to_move(seen)) == ask("list_legal_actions", state, to_move(state))
        else:
            refused("INVALID_STATE", "list_legal_actions", seen, to_move(seen))
            refused("INVALID_STATE", "evaluate_best_move", seen, to_move(seen), params())
    action = ask("list_legal_actions", state, to_move(state))[0]
    refused("INVALID_STATE", "apply_action", ask("observe", state, to_move(state)), in_json(action))
    for absent in (players_of(state), -1):
        refused("INVALID_PLAYER", "observe", state, absent)
        refused("INVALID_PLAYER", "list_legal_actions", state, absent)


def check_information_set(info: Json, state: Json, changes: Json) -> None:
    """An evaluator answers the same, to the last byte, in every world of the player's information set.

    A game that hides something brings ``worlds.alike`` among its tests.
    """
    alike = tests_of(info["ruleset_id"], "worlds").alike
    player, asked = to_move(state), params(**changes)
    legal = ask("list_legal_actions", state, player)
    calls: list[tuple[Any, ...]] = [("evaluate_best_move", asked)]
    calls += [("grade_user_action", in_json(user), asked) for user in (legal[0], legal[-1])]
    wanted = [json.dumps(timeless(ask(name, state, player, *rest))) for name, *rest in calls]
    for seed in range(2):
        world = alike(state, player, seed)
        assert world != state | {"seed": world["seed"]}, "nothing is hidden here"
        found = [json.dumps(timeless(ask(name, world, player, *rest))) for name, *rest in calls]
        assert found == wanted
