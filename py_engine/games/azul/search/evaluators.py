"""Azul's evaluators by name."""

from __future__ import annotations

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions, adapted
from py_engine.core.request import Request
from py_engine.games.azul.rules.play import illegal, legal_actions
from py_engine.games.azul.rules.state import AzulAction, AzulState, number_of
from py_engine.games.azul.search.alpha_beta import AlphaBetaEvaluation, AlphaBetaOptions
from py_engine.games.azul.search.heuristic_evaluator import HeuristicEvaluation
from py_engine.games.azul.search.policy_evaluator import MixedOptions, PolicyEvaluation
from py_engine.games.azul.search.rollout_evaluator import Asked, RolloutEvaluation, RolloutOptions
from py_engine.games.azul.search.search_evaluator import SearchEvaluation, SearchOptions

__all__ = ["EVALUATORS", "evaluation"]


_BY_NAME = {
    "rollout": Evaluator(
        "Mean score difference of rollouts to the end of the round, with the policies of rollout_config.",
        RolloutOptions,
        RolloutEvaluation,
    ),
    "search": Evaluator(
        "Minimax over the rest of the round with an estimate of the game at its end; exact when few tiles are left. "
        "Refills to come are part of the estimate, not sampled.",
        SearchOptions,
        SearchEvaluation,
    ),
    "random": Evaluator(
        "A legal move at random.",
        NoOptions,
        lambda asked, _: PolicyEvaluation(asked, "all_random", "random"),
    ),
    "greedy": Evaluator(
        "The move with the highest greedy score, ties at random.",
        NoOptions,
        lambda asked, _: PolicyEvaluation(asked, "all_greedy", "greedy"),
    ),
    "alpha_beta": Evaluator(
        "Full-width minimax of a few moves with a hand-made value of the position as if the round ended there.",
        AlphaBetaOptions,
        AlphaBetaEvaluation,
    ),
    "heuristic": Evaluator(
        "A hand-made score of each move: what it lays, wastes, promises, and takes from the opponent.",
        NoOptions,
        lambda asked, _: HeuristicEvaluation(asked),
    ),
    "mixed": Evaluator(
        "Greedy with a given probability, else random.",
        MixedOptions,
        PolicyEvaluation.mixed,
    ),
}


def _asked(request: Request[AzulState, AzulAction]) -> Asked:
    user = None if request.user is None else number_of(request.user)
    return Asked(request.state, request.player, legal_actions(request.state), request.params, user)


EVALUATORS = Evaluators("Azul", "rollout", adapted(_BY_NAME, _asked))


def evaluation(state: AzulState, player: int, params: EvaluatorParams, user_action: AzulAction | None) -> Evaluation:
    """An evaluation by the evaluator that the params name.

    Raises:
        ContractError: INVALID_PARAMS, or ACTION_FAILED when the user's action is illegal.
    """
    evaluator, options = EVALUATORS.chosen(params)
    why_not = None if user_action is None else illegal(state, user_action)
    if why_not is not None:
        raise why_not
    return evaluator.make(Request(state, player, params, user_action), options)
