"""Plain perfect information Monte Carlo, to measure the search against."""

from __future__ import annotations

from py_engine.evaluation import Evaluation
from py_engine.games.hearts.evaluator import Asked
from py_engine.games.hearts.facts import facts_of
from py_engine.games.hearts.options import PimcOptions, SampledOptions
from py_engine.games.hearts.policy_evaluator import PolicyEvaluation
from py_engine.games.hearts.question import Question
from py_engine.games.hearts.search import CardSearch

__all__ = ["pimc"]


class _PlainSearch(CardSearch):
    """Every legal card in every world, and the highest mean."""

    evaluator = "pimc"
    defend = False

    def narrow(self) -> None:
        """Nothing is dropped."""


def pimc(asked: Asked, options: PimcOptions) -> Evaluation:
    """The evaluation; cards are passed by a rule of thumb."""
    if asked.state.phase == "pass":
        return PolicyEvaluation(asked, "thumb", "pimc")
    plain = SampledOptions(worlds=options.worlds, gate=0.0, inference=False)
    return _PlainSearch(Question(asked, facts_of(asked.state, asked.player), plain), shoot=False)
