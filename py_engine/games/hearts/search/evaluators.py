"""Hearts' evaluators by name."""

from __future__ import annotations

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions, adapted
from py_engine.core.request import Request
from py_engine.games.hearts.rules.play import illegal, legal_actions
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState
from py_engine.games.hearts.search.evaluator import Asked
from py_engine.games.hearts.search.heuristic.evaluator import heuristic
from py_engine.games.hearts.search.options import PimcOptions, SearchOptions
from py_engine.games.hearts.search.pimc import pimc
from py_engine.games.hearts.search.policy_evaluator import policy_evaluator
from py_engine.games.hearts.search.search_evaluator import search

__all__ = ["EVALUATORS", "evaluation"]

_BY_NAME: dict[str, Evaluator] = {
    "search": Evaluator(
        "Plays every move out in the same sampled worlds, with the plan to duck and with the plan to shoot the moon.",
        SearchOptions,
        search,
    ),
    "pimc": Evaluator(
        "Plain perfect information Monte Carlo: the mean of playouts in sampled worlds; it passes by a rule of thumb.",
        PimcOptions,
        pimc,
    ),
    "heuristic": Evaluator(
        "Adds up what a move costs by rules of thumb: this trick, the queen of spades, the cards left in every suit.",
        NoOptions,
        heuristic,
    ),
    "greedy": policy_evaluator("greedy", "Ducks, gets rid of high cards and keeps away from the queen."),
    "random": policy_evaluator("random", "A legal move at random."),
}


def _asked(request: Request[HeartsState, HeartsAction]) -> Asked:
    return Asked(request.state, request.player, legal_actions(request.state), request.params, request.user)


EVALUATORS = Evaluators("Hearts", next(iter(_BY_NAME)), adapted(_BY_NAME, _asked))
"""The first one is the default."""


def evaluation(
    state: HeartsState, player: int, params: EvaluatorParams, user_action: HeartsAction | None
) -> Evaluation:
    """An evaluation by the evaluator that the params name.

    Raises:
        ContractError: INVALID_PARAMS, or ACTION_FAILED when the user's action is illegal.
    """
    evaluator, options = EVALUATORS.chosen(params)
    why_not = None if user_action is None else illegal(state, user_action)
    if why_not is not None:
        raise why_not
    return evaluator.make(Request(state, player, params, user_action), options)
