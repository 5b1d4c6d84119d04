"""Azul's evaluators by name."""

from __future__ import annotations

from py_engine.core.evaluators import BUDGETS, Evaluator, Evaluators, NoOptions
from py_engine.games.azul.search.alpha_beta import AlphaBetaEvaluation, AlphaBetaOptions
from py_engine.games.azul.search.heuristic_evaluator import HeuristicEvaluation
from py_engine.games.azul.search.policy_evaluator import MixedOptions, PolicyEvaluation
from py_engine.games.azul.search.rollout_evaluator import RolloutEvaluation, RolloutOptions
from py_engine.games.azul.search.search_evaluator import SearchEvaluation, SearchOptions

__all__ = ["EVALUATORS"]


def _unused(options: SearchOptions) -> list[str]:
    """Notes on options of the search that have no effect."""
    ignored = options.horizon == "round" and "values" in options.model_fields_set
    return ["The option values is not used: with the horizon round, no estimates are made."] if ignored else []


EVALUATORS = Evaluators(
    "Azul",
    "rollout",
    {
        "rollout": Evaluator(
            "Flat Monte Carlo: the mean score difference of rollouts to the end of the round, with the policies of "
            "rollout_config.",
            RolloutOptions,
            RolloutEvaluation,
            frozenset(BUDGETS),
        ),
        "search": Evaluator(
            "Minimax over the rest of the round with an estimate of the game at its end; exact when few tiles are left. "
            "Later refills are part of the estimate, not sampled.",
            SearchOptions,
            SearchEvaluation,
            frozenset(("rollouts_per_action", "max_work")),
            lambda _, options: _unused(options),
        ),
        "random": Evaluator(
            "A legal move at random.",
            NoOptions,
            lambda request, _: PolicyEvaluation(request, "all_random", "random"),
        ),
        "greedy": Evaluator(
            "The move with the highest greedy score, ties at random.",
            NoOptions,
            lambda request, _: PolicyEvaluation(request, "all_greedy", "greedy"),
        ),
        "alpha_beta": Evaluator(
            "Full-width minimax of a few moves with a hand-written value of the position as if the round ended there.",
            AlphaBetaOptions,
            AlphaBetaEvaluation,
        ),
        "heuristic": Evaluator(
            "A hand-written score of each move: what it scores, wastes, promises, and denies the opponent.",
            NoOptions,
            lambda request, _: HeuristicEvaluation(request),
        ),
        "mixed": Evaluator(
            "Greedy with a given probability, else random.",
            MixedOptions,
            PolicyEvaluation.mixed,
        ),
    },
)
