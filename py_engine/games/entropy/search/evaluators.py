"""Entropy's evaluators by name."""

from __future__ import annotations

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions, adapted
from py_engine.core.request import Request
from py_engine.games.entropy.rules.play import illegal
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState
from py_engine.games.entropy.search.evaluator import Asked
from py_engine.games.entropy.search.heuristic_evaluator import HeuristicEvaluation, HeuristicOptions
from py_engine.games.entropy.search.policy_evaluator import policy_evaluator
from py_engine.games.entropy.search.search_evaluator import SearchEvaluation, SearchOptions
from py_engine.games.entropy.search.value_evaluator import ValueEvaluation

__all__ = ["EVALUATORS", "evaluation"]

_BY_NAME = {
    "search": Evaluator(
        "Looks ahead over the next tokens, Chaos's worst cells and Order's best answers; exact near the end.",
        SearchOptions,
        SearchEvaluation,
    ),
    "value": Evaluator(
        "V after the move: what each line scores on average if Order then only passed and Chaos placed at random.",
        NoOptions,
        ValueEvaluation,
    ),
    "heuristic": Evaluator(
        "Six weighted components of the board after the move: score, potential, control, disruption, colours, fertility.",
        HeuristicOptions,
        HeuristicEvaluation,
    ),
    "random": policy_evaluator("random", "A legal move at random."),
    "greedy": policy_evaluator("greedy", "The score after the move: the highest for Order, the lowest for Chaos."),
    "greedy2": policy_evaluator("greedy2", "The score after the move and the best answer to it."),
    "ev2": policy_evaluator("ev2", "The expected score, line by line, after the move and the best answer to it."),
}


def _asked(request: Request[EntropyState, EntropyAction]) -> Asked:
    return Asked(request.state, request.player, request.params, request.user)


EVALUATORS = Evaluators("Entropy", "search", adapted(_BY_NAME, _asked))


def evaluation(
    state: EntropyState, player: int, params: EvaluatorParams, user_action: EntropyAction | None
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
