"""What decides that Hearts solves the end of a hand exactly, instead of playing it out.

All of this must hold:

- a trick has been played: the first one has rules of its own;
- nobody holds more cards than the option ``endgame_cards`` says, nor than ``most_cards`` of the time budget;
- no more worlds agree with what the player knows than ``max_unseen_states``;
- the budget, of time and of work, carries solving all of these worlds, or ``FEW_WORLDS`` of them.

Then every world is solved if the budget carries them and they are no more than ``max_enumerated_worlds``; otherwise as many
sampled ones as there is time for.
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
"""Of so many cards a world takes a few milliseconds at most."""
ENDGAME_MS = (900, 5_000)
"""Budgets from which on one card more is solved, and another: a world of theirs keeps all else waiting."""
NODES_OF_A_MS = 300
"""Nodes that the browser solves in a millisecond."""
FEW_WORLDS = 64
"""Sampled worlds that an exact answer should rest on at least."""


def endgame(known: InformationSet, options: SearchOptions) -> EnumeratedEndgame | SampledEndgame | None:
    """The exact evaluation of a card; None where the hand is to be played out."""
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
    """From how many cards in the longest hand on a time budget carries exact values."""
    return PROMPT_CARDS + sum(params.time_budget_ms >= ms for ms in ENDGAME_MS)


def _nodes(params: EvaluatorParams) -> int:
    """How many nodes the budget allows, by the params and not by the clock."""
    nodes = NODES_OF_A_MS * params.time_budget_ms
    return nodes if params.max_work is None else min(nodes, NODES_OF_A_PLAYOUT * params.max_work)
