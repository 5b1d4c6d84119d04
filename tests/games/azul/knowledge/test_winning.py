"""From which losses on a move of Azul is blamed, and up to which it is good."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.coaching.verdicts import judged
from py_engine.core.contract import EvaluatorParams
from py_engine.core.request import Request
from py_engine.core.results import Result
from py_engine.games.azul.knowledge.winning import scale_of
from py_engine.games.azul.rules.play import legal_actions, new_game
from py_engine.games.azul.rules.state import action_of
from tests.games.azul.graded import candidate, graded_loss

ERROR = 1.0
"""Points."""


def judged_at(errors: float, evaluator: str) -> str | None:
    """The verdict on a move of a new game that loses as much as an inaccuracy and so many stated errors more."""
    state = new_game(3, 0)
    request = Request(state, 0, EvaluatorParams(evaluator_seed=1), action_of(legal_actions(state)[0]))
    asked = graded(0.0, evaluator)
    scale = scale_of(request, asked)
    assert scale.chance is not None
    low, high = 0.0, 30.0
    for _ in range(60):
        middle = (low + high) / 2
        lost = 100 * (scale.chance(0.0) - scale.chance(-middle))
        low, high = (low, middle) if lost >= scale.limits.inaccuracy else (middle, high)
    return judged(graded(high + errors * ERROR, evaluator), scale).verdict


def graded(loss: float, evaluator: str) -> Result:
    """A result with a loss in points."""
    user, best = candidate("user", {"future": -loss}, {}), candidate("best", {}, {})
    found = graded_loss(user, best)
    metadata = replace(found.metadata, evaluator=evaluator, horizon="game")
    return replace(found, delta_ev=-loss, delta_stderr=ERROR, metadata=metadata)


@pytest.mark.parametrize(
    ("evaluator", "errors", "words"),
    [
        ("search", 0.35, {"inaccuracy", "mistake"}),
        ("search", 0.25, {"undecided"}),
        ("search", -0.4, {"undecided"}),
        ("search", -0.5, {"best", "good"}),
        ("rollout", 1.5, {"undecided"}),
        ("rollout", 1.8, {"inaccuracy", "mistake"}),
        ("rollout", -1.5, {"undecided"}),
    ],
)
def test_the_search_decides_nearer_to_the_limit_than_other_evaluators(
    evaluator: str, errors: float, words: set[str]
) -> None:
    assert judged_at(errors, evaluator) in words
