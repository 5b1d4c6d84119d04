"""The evaluators of Hearts by name."""

from __future__ import annotations

from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions
from py_engine.games.hearts.search.heuristic.evaluator import heuristic
from py_engine.games.hearts.search.options import PimcOptions, SearchOptions
from py_engine.games.hearts.search.policy_evaluator import policy_evaluator
from py_engine.games.hearts.search.sampled.pimc import pimc
from py_engine.games.hearts.search.search_evaluator import search
from py_engine.games.hearts.search.unused import unused_in_a_pass

__all__ = ["EVALUATORS"]

EVALUATORS = Evaluators(
    "Hearts",
    "search",
    {
        "search": Evaluator(
            "Plays every move out in the same sample deals, once to avoid points and once to shoot the moon.",
            SearchOptions,
            search,
            frozenset(("max_work",)),
        ),
        "pimc": Evaluator(
            "Plain perfect information Monte Carlo (PIMC): mean of playouts in sample deals; passes by a rule of thumb.",
            PimcOptions,
            pimc,
            frozenset(("max_work",)),
            unused_in_a_pass,
        ),
        "heuristic": Evaluator(
            "Adds up the cost of a move by rules of thumb: this trick, the queen of spades, the cards left in each suit.",
            NoOptions,
            heuristic,
        ),
        "greedy": policy_evaluator("greedy", "Ducks, gets rid of high cards and avoids the queen of spades."),
        "random": policy_evaluator("random", "Picks a legal move at random."),
    },
)
