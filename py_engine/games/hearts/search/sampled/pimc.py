"""Plain perfect information Monte Carlo, to measure the search against."""

from __future__ import annotations

from py_engine.core.evaluation import Evaluation
from py_engine.games.hearts.rules.state import HeartsRequest
from py_engine.games.hearts.search.options import PimcOptions, SampledOptions
from py_engine.games.hearts.search.policy_evaluator import PolicyEvaluation
from py_engine.games.hearts.search.sampled.card_search import CardSearch
from py_engine.games.hearts.search.sampled.information_set import InformationSet

__all__ = ["pimc"]


class _PlainSearch(CardSearch):
    """Every legal card in every world, and the highest mean."""

    evaluator = "pimc"
    defend = False

    def narrow(self) -> None:
        """Nothing is dropped."""


def pimc(request: HeartsRequest, options: PimcOptions) -> Evaluation:
    """The evaluation; cards are passed by a rule of thumb."""
    if request.state.phase == "pass":
        return PolicyEvaluation(request, "thumb", "pimc")
    plain = SampledOptions(worlds=options.worlds, gate=0.0, inference=False)
    return _PlainSearch(InformationSet(request, plain), shoot=False)
