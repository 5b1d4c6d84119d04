"""Azul's evaluators by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from py_engine.contract import ContractError, EvaluatorParams, Model
from py_engine.evaluation import Evaluation
from py_engine.games.azul.evaluator import Asked, RolloutEvaluation, RolloutOptions
from py_engine.games.azul.play import illegal, legal_actions
from py_engine.games.azul.policy_evaluator import MixedOptions, NoOptions, PolicyEvaluation
from py_engine.games.azul.search import SearchEvaluation, SearchOptions
from py_engine.games.azul.state import AzulAction, AzulState, number_of
from py_engine.validation import parse_model, shorten

__all__ = ["DEFAULT", "EVALUATORS", "Evaluator", "evaluation"]


class Evaluator(NamedTuple):
    """An evaluator: what it does, its options, how to make one."""

    description: str
    options: type[Model]
    make: Callable[[Asked, Any], Evaluation]


EVALUATORS: dict[str, Evaluator] = {
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
    "mixed": Evaluator(
        "Greedy with a given probability, else random.",
        MixedOptions,
        PolicyEvaluation.mixed,
    ),
}
DEFAULT = "rollout"
"""The evaluator of a request that names none."""


def evaluation(state: AzulState, player: int, params: EvaluatorParams, user_action: AzulAction | None) -> Evaluation:
    """An evaluation by the evaluator that the params name.

    Raises:
        ContractError: INVALID_PARAMS, or ACTION_FAILED when the user's action is illegal.
    """
    name = params.evaluator or DEFAULT
    if name not in EVALUATORS:
        text = f"Azul has no evaluator {shorten(name)!r}."
        raise ContractError("INVALID_PARAMS", text, evaluators=list(EVALUATORS))
    evaluator = EVALUATORS[name]
    options = parse_model(evaluator.options, params.evaluator_options, "INVALID_PARAMS", "evaluator options")
    legal = legal_actions(state)
    user = None if user_action is None else number_of(user_action)
    if user_action is not None and user not in legal:
        raise illegal(state, user_action)
    return evaluator.make(Asked(state, player, legal, params, user), options)
