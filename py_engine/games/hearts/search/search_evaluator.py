"""The search evaluator: chooses between the pass search, the card search and the exact ending."""

from __future__ import annotations

from py_engine.core.evaluation import Evaluation
from py_engine.games.hearts.rules.state import HeartsRequest
from py_engine.games.hearts.search.endgame.applies import ending
from py_engine.games.hearts.search.options import SearchOptions
from py_engine.games.hearts.search.policy_evaluator import PolicyEvaluation
from py_engine.games.hearts.search.sampled.card_search import CardSearch
from py_engine.games.hearts.search.sampled.information_set import InformationSet
from py_engine.games.hearts.search.sampled.paranoid import moon_looms
from py_engine.games.hearts.search.sampled.pass_search import PassSearch

__all__ = ["search"]


def search(request: HeartsRequest, options: SearchOptions) -> Evaluation:
    """The evaluation for a decision; ``endgame.applies`` decides when cards are valued exactly."""
    known = InformationSet(request, options)
    if request.state.phase == "pass":
        if not options.search_passes:
            return PolicyEvaluation(request, "greedy", "search")
        return PassSearch(known, shoot=options.shoot)
    solved = ending(known, options)
    if solved is not None:
        return solved
    paranoid = options.depth > 1 and moon_looms(known, options.paranoid_threshold)
    return CardSearch(known, shoot=options.shoot, depth=options.depth, paranoid=paranoid)
