"""Plain perfect information Monte Carlo, to measure the search against."""

from __future__ import annotations

from py_engine.core.evaluation import Evaluation
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.search.card_search import CardSearch
from py_engine.games.hearts.search.evaluator import Asked
from py_engine.games.hearts.search.information_set import Question
from py_engine.games.hearts.search.options import PimcOptions, SampledOptions
from py_engine.games.hearts.search.policy_evaluator import PolicyEvaluation

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
