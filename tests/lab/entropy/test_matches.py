"""Entropy's lockstep players play the same games as one at a time."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.rules.play import apply_action, draw, new_game
from py_engine.games.entropy.rules.state import EntropyAction, Options
from py_engine.games.entropy.rules.tables import COLORS
from py_engine.lab.core import matches
from py_engine.lab.core.evaluations import evaluated
from py_engine.lab.core.matches import ONE_BY_ONE, Match, Params, match
from py_engine.lab.entropy.lockstep import token_orders
from py_engine.lab.entropy.matches import LOCKSTEP, OWN, play

ENTROPY = "entropy_v1"
WEIGHTED: Params = {"evaluator": "heuristic", "evaluator_options": {"potential": 10, "fertility": -3.5}}


def one_at_a_time(task: Match) -> list[list[float]]:
    return matches.play(task, ONE_BY_ONE._replace(own=OWN))


@pytest.mark.parametrize(
    ("order", "chaos"),
    [
        ({"evaluator": "pass"}, {"evaluator": "greedy"}),
        ({"evaluator": "greedy"}, {"evaluator": "random"}),
        ({"evaluator": "value"}, {"evaluator": "value"}),
        ({"evaluator": "greedy2"}, {"evaluator": "greedy2"}),
        ({"evaluator": "ev2"}, {"evaluator": "ev2"}),
        (WEIGHTED, WEIGHTED),
        ({"evaluator": "random", "time_budget_ms": 5}, {"evaluator": "value", "max_work": 3}),
    ],
)
@pytest.mark.parametrize("known", [False, True])
def test_lockstep_games_equal_games_played_one_at_a_time(order: Params, chaos: Params, known: bool) -> None:
    task = match(ENTROPY, {"size": 5, "next_token_known": known}, [order, chaos], [3, 4])
    assert LOCKSTEP.at_once(task["players"])
    assert play(task) == one_at_a_time(task)


def test_lockstep_7x7_game_equals_a_single_game() -> None:
    task = match(ENTROPY, {}, [{"evaluator": "value"}, {"evaluator": "greedy"}], [2])
    assert play(task) == one_at_a_time(task)


@pytest.mark.parametrize(
    "params",
    [
        {"evaluator": "search"},
        {},
        {"evaluator": "heuristic", "evaluator_options": {"early_stop": True}},
        {"evaluator": "heuristic", "evaluator_options": {"max_moves": 5}},
        {"evaluator": "heuristic", "max_work": 5},
    ],
)
def test_unbatched_players_play_one_game_at_a_time(params: Params) -> None:
    assert not LOCKSTEP.at_once([params, {"evaluator": "random"}])
    assert not ONE_BY_ONE.at_once([{"evaluator": "greedy"}, {"evaluator": "greedy"}])


def test_token_order_depends_on_the_seed_alone() -> None:
    seen = []
    for evaluator in ("random", "greedy"):
        state = new_game(8, Options(size=5))
        tokens = []
        while not state.game_over:
            if state.token is not None:
                tokens.append(COLORS.index(state.token) + 1)
            found = evaluated(GAME, state, {"evaluator_seed": 1, "evaluator": evaluator})
            state = apply_action(state, EntropyAction.model_validate(found.best_action))
        seen.append(tokens)
    order = token_orders([7, 8], 5)
    assert seen == [order[1].tolist()] * 2
    assert order[0].tolist() != order[1].tolist()
    assert np.bincount(order[0], minlength=6).tolist() == [0, 5, 5, 5, 5, 5]
    assert order[1, 0] == draw(8, 0, np.array([0, 5, 5, 5, 5, 5, 0, 0]))
