"""Feedback cards of random moves in random games of 5x5."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from py_engine.core.contract import EvaluatorParams
from py_engine.core.results import Result
from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.rules.play import apply_action, legal_actions, new_game
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, Options
from tests.bridge.asking import LONG


def card(state: EntropyState, user: Any, max_work: int) -> Result:
    """The graded result of a move with its feedback."""
    params = EvaluatorParams(evaluator_seed=1, time_budget_ms=LONG, max_work=max_work)
    evaluation = GAME.evaluation(state, state.active_player_id, params, EntropyAction.model_validate(user))
    evaluation.finish()
    found = evaluation.explained()
    assert found is not None
    return found


@cache
def cards(seeds: int) -> list[Result]:
    """Cards of random moves in random games."""
    found = []
    for seed in range(seeds):
        generator, state = np.random.default_rng(seed), new_game(seed, Options(size=5))
        while not state.game_over:
            legal = legal_actions(state)
            chosen = legal[int(generator.integers(len(legal)))]
            if len(legal) > 1 and generator.random() < 0.4:
                found.append(card(state, chosen, 20_000))
            state = apply_action(state, EntropyAction.model_validate(chosen))
    return found
