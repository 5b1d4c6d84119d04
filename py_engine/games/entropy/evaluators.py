"""Entropy's evaluators by name."""

from __future__ import annotations

from py_engine.contract import EvaluatorParams
from py_engine.evaluation import Evaluation
from py_engine.evaluators import Evaluators
from py_engine.games.entropy.play import illegal
from py_engine.games.entropy.policy_evaluator import Asked, policy_evaluator
from py_engine.games.entropy.state import EntropyAction, EntropyState

__all__ = ["EVALUATORS", "evaluation"]

_BY_NAME = {
    "random": policy_evaluator("random", "A legal move at random."),
    "greedy": policy_evaluator("greedy", "The score after the move: the highest for Order, the lowest for Chaos."),
    "greedy2": policy_evaluator("greedy2", "The score after the move and the best answer to it."),
    "ev2": policy_evaluator("ev2", "The expected score, line by line, after the move and the best answer to it."),
    "value": policy_evaluator("value", "The expected score, line by line, after the move."),
}
EVALUATORS = Evaluators("Entropy", "ev2", _BY_NAME)


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
    return evaluator.make(Asked(state, player, params, user_action), options)
