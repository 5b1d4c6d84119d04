"""Decides when the end of a hand is solved exactly instead of being played out.

All of these conditions must hold:

- a trick has been completed, because the first trick has special rules;
- nobody holds more cards than the option ``endgame_cards``, or than ``most_cards`` allows for the time budget;
- at most ``max_unseen_states`` worlds agree with what the player knows;
- the budget (time and work) is enough to solve all of these worlds, or at least ``FEW_WORLDS`` of them.

If the budget covers all worlds and there are at most ``max_enumerated_worlds``, every world is solved; otherwise as many
sampled worlds as the budget allows.
"""

from __future__ import annotations

from py_engine.core.contract import EvaluatorParams
from py_engine.games.hearts.search.endgame.evaluations import NODES_OF_A_PLAYOUT, EnumeratedEndgame, SampledEndgame
from py_engine.games.hearts.search.endgame.solver import Mode
from py_engine.games.hearts.search.endgame.worlds import typical_nodes
from py_engine.games.hearts.search.options import SearchOptions
from py_engine.games.hearts.search.sampled.information_set import InformationSet
from py_engine.games.hearts.search.sampled.paranoid import moon_looms

__all__ = ["endgame", "most_cards"]

PROMPT_CARDS = 4
"""With this many cards per hand, a world takes a few milliseconds at most."""
ENDGAME_MS = (900, 5_000)
"""Time budgets from which one more card is solved, and another; such a world blocks the worker noticeably."""
NODES_OF_A_MS = 300
"""Nodes per millisecond in a browser."""
FEW_WORLDS = 64
"""Minimum number of sampled worlds for an exact evaluation."""


def endgame(known: InformationSet, options: SearchOptions) -> EnumeratedEndgame | SampledEndgame | None:
    """The exact evaluation of a card decision; None if the hand should be played out."""
    facts, params = known.facts, known.request.params
    if not facts.history or max(facts.counts) > min(options.endgame_cards, most_cards(params)):
        return None
    number = known.beliefs.number()
    affordable = _nodes(params) // typical_nodes(facts)
    if number > options.max_unseen_states or min(number, FEW_WORLDS) > affordable:
        return None
    mode: Mode = "paranoid" if moon_looms(known, options.paranoid_threshold) else "maxn"
    if number <= min(options.max_enumerated_worlds, affordable):
        worlds = known.beliefs.enumerate_worlds(options.max_enumerated_worlds)
        if worlds is not None:
            return EnumeratedEndgame(known, *worlds, mode)
    return SampledEndgame(known, mode)


def most_cards(params: EvaluatorParams) -> int:
    """Maximum number of cards in the longest hand for exact values within the time budget."""
    return PROMPT_CARDS + sum(params.time_budget_ms >= ms for ms in ENDGAME_MS)


def _nodes(params: EvaluatorParams) -> int:
    """Number of nodes in the budget, from the parameters and not from a clock."""
    nodes = NODES_OF_A_MS * params.time_budget_ms
    return nodes if params.max_work is None else min(nodes, NODES_OF_A_PLAYOUT * params.max_work)
