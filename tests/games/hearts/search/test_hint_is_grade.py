"""A hint and the grading of one of its moves are the same evaluation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.results import Result
from py_engine.games.hearts.rules import play
from tests.games.hearts.searched import greedy_hand, searched

UNGRADED = {
    "user_action": None,
    "user_action_ev": None,
    "delta_ev": None,
    "delta_stderr": None,
    "grade": None,
    "too_close": None,
    "confidence": None,
    "feedback": (),
}


def timeless(result: Result) -> Result:
    """A result without grade, duration and logs."""
    metadata = replace(result.metadata, elapsed_ms=0, telemetry=())
    return replace(result, **UNGRADED, metadata=metadata, evidence=None)


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
    assert timeless(graded) == timeless(hint)
    compared = [each.action for each in hint.candidates if each.compared]
    last = searched(state, compared[-1], max_work=1500, evaluator_seed=seed)
    assert last.best_action_ev == hint.best_action_ev
    assert last.user_action_ev == hint.candidate(compared[-1]).ev
