"""Yatzy held against the truth: with few open rows the coach's chances are those of the best response."""

from __future__ import annotations

import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.lab.core.honesty.grading import Asked, graded_case
from py_engine.lab.yatzy.honesty.frozen import TWO
from py_engine.lab.yatzy.honesty.truth import engine, lost

LATE = [1, 82]
"""A place late in a game of two."""
PARAMS = {"evaluator": "win", "time_budget_ms": 600_000, "shortlist_size": 0}


def test_the_best_response_finds_the_loss_that_the_coach_states() -> None:
    here = TWO.decision("tuning", LATE)
    worst = TWO.game.rules.legal_actions(here.state)[-1]
    asked = Asked("late", here.state, worst, "all", here.third)
    found = graded_case(TWO.game, asked, (PARAMS, PARAMS), lambda _: (5.0, 10.0, 15.0), lambda each: str(each.verdict))
    assert found.case["hint_is_best"]
    assert found.case["reasons"] == [found.case["verdict"]] * 3
    task = {"two": True, "set": "tuning", "place": LATE, "pick": found.pick, "move": worst, "engine": engine()}
    assert abs((lost(task) or 0.0) - found.case["loss"]) < 0.02  # type: ignore[arg-type]


def test_thinking_longer_goes_on_with_the_graded_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    here = TWO.decision("tuning", LATE)
    worst = TWO.game.rules.legal_actions(here.state)[-1]
    asked = Asked("late", here.state, worst, "all", here.third)
    extended: list[tuple[bool, int | None]] = []

    def extend(self: Evaluation, params: EvaluatorParams) -> None:
        extended.append((self.done, params.max_work))

    monkeypatch.setattr(Evaluation, "extend", extend)
    longer = PARAMS | {"max_work": 10**6}
    graded_case(TWO.game, asked, (PARAMS, longer), lambda _: (5.0, 10.0, 15.0), lambda each: str(each.verdict))
    assert extended == [(True, 10**6)]
