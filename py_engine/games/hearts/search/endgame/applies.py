"""Decides whether the end of a hand may be solved exactly instead of only being played out.

All of these conditions must hold:

- a trick has been completed, because the first trick has special rules;
- nobody holds more cards than the option ``endgame_cards``;
- at most ``max_unseen_states`` worlds agree with what the player knows;
- the budget (time and work) holds enough nodes for the smallest worlds with that number of cards.

Whether worlds are solved to the end is then decided by the nodes that the first of them take (see ``ending``).
"""

from __future__ import annotations

from py_engine.core.contract import EvaluatorParams
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.search.endgame.ending import Ending, nodes_in
from py_engine.games.hearts.search.endgame.solver import Mode
from py_engine.games.hearts.search.endgame.standard import PILOT, fewest_nodes
from py_engine.games.hearts.search.options import SearchOptions
from py_engine.games.hearts.search.sampled.information_set import InformationSet
from py_engine.games.hearts.search.sampled.paranoid import moon_looms

__all__ = ["ending"]


def ending(known: InformationSet, options: SearchOptions) -> Ending | None:
    """The evaluation of a card decision that solves worlds if the budget allows; None if the hand should be played out."""
    facts, params = known.facts, known.request.params
    if not facts.history or max(facts.counts) > options.endgame_cards:
        return None
    number = known.beliefs.number()
    if number > options.max_unseen_states or not _worth_a_try(params, facts, number):
        return None
    mode: Mode = "paranoid" if moon_looms(known, options.paranoid_threshold) else "maxn"
    return Ending(known, options, mode)


def _worth_a_try(params: EvaluatorParams, facts: Facts, number: int) -> bool:
    return nodes_in(params) >= min(number, PILOT) * fewest_nodes(facts)
