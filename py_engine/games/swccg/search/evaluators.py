"""SWCCG's evaluators by name: the coach, and two baselines to compare it with."""

from __future__ import annotations

from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions
from py_engine.games.swccg.policies.baselines import always_pass, keyword_scorer
from py_engine.games.swccg.search.baseline_evaluator import BaselineEvaluation
from py_engine.games.swccg.search.coach_evaluator import CoachEvaluation, CoachOptions

__all__ = ["EVALUATORS"]

EVALUATORS = Evaluators(
    "SWCCG",
    "coach",
    {
        "coach": Evaluator("The weighted reasons of all action evaluators.", CoachOptions, CoachEvaluation),
        "pass": Evaluator(
            "Passes whenever that is legal.",
            NoOptions,
            lambda request, _: BaselineEvaluation(request, "pass", always_pass),
        ),
        "keywords": Evaluator(
            "Scores keywords in the options' texts.",
            NoOptions,
            lambda request, _: BaselineEvaluation(request, "keywords", keyword_scorer),
        ),
    },
)
