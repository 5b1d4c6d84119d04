"""Entropy's evaluators by name."""

from __future__ import annotations

from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions
from py_engine.games.entropy.search.heuristic_evaluator import HeuristicEvaluation, HeuristicOptions
from py_engine.games.entropy.search.policy_evaluator import policy_evaluator
from py_engine.games.entropy.search.search_evaluator import SearchEvaluation
from py_engine.games.entropy.search.search_options import DEEP, SearchOptions
from py_engine.games.entropy.search.value_evaluator import ValueEvaluation

__all__ = ["EVALUATORS"]


def _unused(options: SearchOptions) -> list[str]:
    """Notes on options of the search that have no effect."""
    deep = [name for name in ("deep_moves", "cells", "answers", "widen") if name in options.model_fields_set]
    return [f"The option {name} is not used with a depth under 2." for name in deep] if options.depth < DEEP else []


EVALUATORS = Evaluators(
    "Entropy",
    "search",
    {
        "search": Evaluator(
            "Searches over the next tokens, Chaos's worst cells and Order's best replies; exact near the end.",
            SearchOptions,
            SearchEvaluation,
            frozenset(("max_work",)),
            lambda _, options: _unused(options),
        ),
        "value": Evaluator(
            "V after the move: the expected score of each line if Order then only passed and Chaos placed at random.",
            NoOptions,
            ValueEvaluation,
        ),
        "heuristic": Evaluator(
            "Six weighted components of the board after the move: score, potential, control, disruption, colours, fertility.",
            HeuristicOptions,
            HeuristicEvaluation,
            frozenset(("max_work",)),
        ),
        "random": policy_evaluator("random", "A legal move at random."),
        "greedy": policy_evaluator("greedy", "The score after the move: the highest for Order, the lowest for Chaos."),
        "greedy2": policy_evaluator("greedy2", "The score after the move and the best reply to it."),
        "ev2": policy_evaluator("ev2", "The expected score, line by line, after the move and the best reply to it."),
    },
)
