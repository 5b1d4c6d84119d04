"""Yatzy's evaluators by name."""

from __future__ import annotations

import numpy as np

from py_engine.core.contract import ContractError, EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions, adapted
from py_engine.core.request import Request
from py_engine.games.yatzy.rules.batch import legal_mask
from py_engine.games.yatzy.rules.play import illegal
from py_engine.games.yatzy.rules.state import YatzyAction, YatzyState, is_awaited, to_batch
from py_engine.games.yatzy.search.exact_evaluator import Asked, ExactEvaluation
from py_engine.games.yatzy.search.policy_evaluator import NoisyOptions, PolicyEvaluation

__all__ = ["EVALUATORS", "evaluation"]


_BY_NAME = {
    "exact": Evaluator(
        "Expected remaining points of every hold and every category under optimal play, exact.",
        NoOptions,
        ExactEvaluation,
    ),
    "random": Evaluator("A legal move at random.", NoOptions, PolicyEvaluation.random),
    "greedy": Evaluator("The most expected points of this turn alone.", NoOptions, PolicyEvaluation.greedy),
    "noisy": Evaluator(
        "Near the best move: one that loses x points has weight 1 / (1 + (x / scale)^2).",
        NoisyOptions,
        PolicyEvaluation.noisy,
    ),
}


def _asked(request: Request[YatzyState, YatzyAction]) -> Asked:
    legal = int(legal_mask(to_batch([request.state])).sum(dtype=np.int32))
    return Asked(request.state, request.player, legal, request.params, request.user)


EVALUATORS = Evaluators("Yatzy", "exact", adapted(_BY_NAME, _asked))


def evaluation(state: YatzyState, player: int, params: EvaluatorParams, user_action: YatzyAction | None) -> Evaluation:
    """An evaluation by the evaluator that the params name.

    Raises:
        ContractError: INVALID_PARAMS, UNSUPPORTED where dice are to be entered, or ACTION_FAILED when the user's action
            is illegal.
    """
    evaluator, options = EVALUATORS.chosen(params)
    if is_awaited(state):
        raise ContractError(
            "UNSUPPORTED", "Dice are still to be entered: that is chance, and there is nothing to decide."
        )
    why_not = None if user_action is None else illegal(state, user_action)
    if why_not is not None:
        raise why_not
    return evaluator.make(Request(state, player, params, user_action), options)
