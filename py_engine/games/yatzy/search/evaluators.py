"""Yatzy's evaluators by name."""

from __future__ import annotations

from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions
from py_engine.games.yatzy.search.exact_evaluator import ExactEvaluation
from py_engine.games.yatzy.search.policy_evaluator import NoisyOptions, PolicyEvaluation

__all__ = ["EVALUATORS"]

EVALUATORS = Evaluators(
    "Yatzy",
    "exact",
    {
        "exact": Evaluator(
            "The exact expected remaining points of every hold and every category under optimal play.",
            NoOptions,
            ExactEvaluation,
        ),
        "random": Evaluator("A legal move at random.", NoOptions, PolicyEvaluation.random),
        "greedy": Evaluator("The most expected points of this turn alone.", NoOptions, PolicyEvaluation.greedy),
        "noisy": Evaluator(
            "Near the best move: a move that loses x points has weight 1 / (1 + (x / scale)^2).",
            NoisyOptions,
            PolicyEvaluation.noisy,
        ),
    },
)
