"""Yatzy's evaluators by name."""

from __future__ import annotations

from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions
from py_engine.games.yatzy.search.exact_evaluator import ExactEvaluation
from py_engine.games.yatzy.search.policy_evaluator import NoisyOptions, PolicyEvaluation
from py_engine.games.yatzy.search.rules_evaluator import RulesEvaluation
from py_engine.games.yatzy.search.win_evaluator import winning

__all__ = ["EVALUATORS"]

EVALUATORS = Evaluators(
    "Yatzy",
    "win",
    {
        "win": Evaluator(
            "The chance to be first, in per cent, ties shared, against opponents who play for points; alone, like exact.",
            NoOptions,
            winning,
        ),
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
        "rules": Evaluator(
            "The first readable rule that applies; the rule is in the notes.", NoOptions, RulesEvaluation
        ),
    },
)
