"""Entropy's evaluators by name."""

from __future__ import annotations

from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions
from py_engine.games.entropy.search.heuristic_evaluator import HeuristicEvaluation, HeuristicOptions
from py_engine.games.entropy.search.policy_evaluator import policy_evaluator
from py_engine.games.entropy.search.search_evaluator import SearchEvaluation, SearchOptions
from py_engine.games.entropy.search.value_evaluator import ValueEvaluation

__all__ = ["EVALUATORS"]

EVALUATORS = Evaluators(
    "Entropy",
    "search",
    {
        "search": Evaluator(
            "Searches over the next tokens, Chaos's worst cells and Order's best replies; exact near the end.",
            SearchOptions,
            SearchEvaluation,
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
        ),
        "random": policy_evaluator("random", "A legal move at random."),
        "greedy": policy_evaluator("greedy", "The score after the move: the highest for Order, the lowest for Chaos."),
        "greedy2": policy_evaluator("greedy2", "The score after the move and the best reply to it."),
        "ev2": policy_evaluator("ev2", "The expected score, line by line, after the move and the best reply to it."),
    },
)
