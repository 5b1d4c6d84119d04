"""Plain perfect information Monte Carlo (PIMC), as a baseline for the search and as an opponent.

M. Ginsberg, "GIB: Imperfect information in a computationally challenging game", JAIR 2001; J. Long, N. Sturtevant, M. Buro and
T. Furtak, "Understanding the success of perfect information Monte Carlo sampling in game tree search", AAAI 2010. Worlds
are played out by the greedy policy here, not solved.
"""

from __future__ import annotations

from py_engine.core.evaluation import Evaluation
from py_engine.games.hearts.rules.state import HeartsRequest
from py_engine.games.hearts.search.options import PimcOptions, SampledOptions
from py_engine.games.hearts.search.policy_evaluator import PolicyEvaluation
from py_engine.games.hearts.search.sampled.card_search import CardSearch
from py_engine.games.hearts.search.sampled.information_set import InformationSet

__all__ = ["pimc"]


class _PlainSearch(CardSearch):
    """Plays every legal card out in every world and picks the highest mean."""

    evaluator = "pimc"
    defend = False
    others_shoot = False
    perturbs = False
    rechecks = False

    def narrow(self) -> None:
        """Keeps all plans."""


def pimc(request: HeartsRequest, options: PimcOptions) -> Evaluation:
    """The PIMC evaluation of a card; passes follow a rule of thumb."""
    if request.state.phase == "pass":
        return PolicyEvaluation(request, "thumb", "pimc")
    plain = SampledOptions(worlds=options.worlds, gate=0.0, inference=False)
    return _PlainSearch(InformationSet(request, plain), shoot=False)
