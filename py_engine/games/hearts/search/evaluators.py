"""Hearts' evaluators by name."""

from __future__ import annotations

from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions
from py_engine.games.hearts.search.heuristic.evaluator import heuristic
from py_engine.games.hearts.search.options import PimcOptions, SearchOptions
from py_engine.games.hearts.search.policy_evaluator import policy_evaluator
from py_engine.games.hearts.search.sampled.pimc import pimc
from py_engine.games.hearts.search.search_evaluator import search

__all__ = ["EVALUATORS"]

EVALUATORS = Evaluators(
    "Hearts",
    "search",
    {
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
    },
)
