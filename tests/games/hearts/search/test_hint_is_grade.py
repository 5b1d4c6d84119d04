"""A hint and the grading of one of its moves are the same evaluation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.results import Result
from py_engine.games.hearts.rules import play
from tests.games.hearts.searched import greedy_hand, searched


def measured(result: Result) -> tuple[object, ...]:
    """A result without its grade, duration and logs."""
    metadata = replace(result.metadata, elapsed_ms=0, telemetry=())
    return result.best_action, result.best_action_ev, result.win_probability, list(result.candidates), metadata


@pytest.mark.parametrize("place", [0, 4, 9, 17, 22, 30, 35, 41, 46, 51])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scores", [[0, 0, 0, 0], [95, 40, 60, 80]])
def test_a_hint_that_is_played_is_best(place: int, seed: int, scores: list[int]) -> None:
    state = greedy_hand(12 + seed)[place].model_copy(update={"scores": scores})
    if len(play.legal_actions(state)) < 2:
        return
    hint = searched(state, max_work=1500, evaluator_seed=seed)
    graded = searched(state, hint.best_action, max_work=1500, evaluator_seed=seed)
    assert (graded.grade, graded.delta_ev, graded.best_action) == ("BEST", 0.0, hint.best_action)
    assert measured(graded) == measured(hint)
    compared = [each.action for each in hint.candidates if each.compared]
    last = searched(state, compared[-1], max_work=1500, evaluator_seed=seed)
    assert last.best_action_ev == hint.best_action_ev
    assert last.user_action_ev == hint.candidate(compared[-1]).ev
