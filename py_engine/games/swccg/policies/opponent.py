"""What is known of the opponent: the destiny of its cards, and the power it may bring next turn, from cards it has shown.

A destiny of the opponent is drawn from cards that the seat has not seen in place. How they are composed is estimated from all
cards of the game, weighted like ``PRIOR`` cards, and the cards that the opponent has shown: the expected shares under a
Dirichlet distribution. Draws count as independent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.destiny import AVERAGE, MAX_DRAWS, UNITS, Distribution, distribution_of
from py_engine.games.swccg.rules.cards import CardFacts

__all__ = ["Known", "Threat", "known_of", "their_draws"]

PRIOR = 20
"""Number of shown cards that weigh as much as the average over the game."""
_SHOWN_WEIGHT = 100 // PRIOR
"""Weight of a shown card; the average's weights add up to 100."""
_APART = ("Location", "Objective", "Defensive Shield", "Game Aid")
"""Types whose cards start on the table, come there soon, or are never in the deck."""
_FIGHTING = ("Character", "Starship", "Vehicle")
USUAL_POWER, USUAL_COST, USUAL_SHARE = 3.0, 3.0, 0.4
"""Power and cost of a card that fights, and their share of a deck, in an average deck; weighted like ``PRIOR`` cards."""


@dataclass(frozen=True, slots=True)
class Threat:
    """The power that the opponent may deploy in its next turn.

    Attributes:
        force: Force that it will have: its Force Pile and what it generates.
        cards: Cards in its hand.
        power: The expected power, limited by Force and by the cards in hand that probably fight.
        fighters: The expected number of cards with power.
    """

    force: float
    cards: int
    power: float
    fighters: float


@dataclass(frozen=True, slots=True)
class Known:
    """What the opponent has shown.

    Attributes:
        types: Type of card -> number of cards shown, most first.
        unknown: Shown cards without facts.
        destiny: Distribution of its next destiny draw.
        threat: None if its piles or its Force generation are unknown.
    """

    types: Mapping[str, int]
    unknown: int
    destiny: Distribution
    threat: Threat | None


def known_of(context: DecisionContext) -> Known:
    """What is known of the opponent at a decision."""
    types: dict[str, int] = {}
    unknown = 0
    for blueprint, count in context.board.shown.items():
        facts = context.facts(blueprint)
        if facts is None:
            unknown += count
        else:
            types[facts.type] = types.get(facts.type, 0) + count
    ordered = dict(sorted(types.items(), key=lambda each: (-each[1], each[0])))
    return Known(ordered, unknown, their_draws(context, 1), _threat(context))


def their_draws(context: DecisionContext, count: int) -> Distribution:
    """The distribution of the sum of some destiny draws of the opponent."""
    piles = context.piles("opponent")
    limit = MAX_DRAWS if piles is None else min(MAX_DRAWS, piles.reserve)
    return _sum(_weights(context.board.shown, context.position.facts), max(0, min(count, limit)))


def _weights(shown: Mapping[str, int], facts: Mapping[str, CardFacts]) -> tuple[tuple[int, int], ...]:
    """Destiny in quarters and its weight, ascending."""
    weights = {destiny * UNITS: hundreds for destiny, hundreds in AVERAGE}
    for blueprint, count in shown.items():
        known = facts.get(blueprint)
        if known is not None and known.destiny is not None and known.type not in _APART:
            quarters = round(known.destiny * UNITS)
            weights[quarters] = weights.get(quarters, 0) + _SHOWN_WEIGHT * count
    return tuple(sorted(weights.items()))


@lru_cache(maxsize=512)
def _sum(weights: tuple[tuple[int, int], ...], count: int) -> Distribution:
    """Sums of independent draws. All weights are integers, so there is a single division per total."""
    all_weights = 0
    for _, weight in weights:
        all_weights += weight
    ways, outcomes = {0: 1}, 1
    for _ in range(count):
        following: dict[int, int] = {}
        for total, number in ways.items():
            for destiny, weight in weights:
                following[total + destiny] = following.get(total + destiny, 0) + number * weight
        ways, outcomes = following, outcomes * all_weights
    return distribution_of(count, {total: number / outcomes for total, number in ways.items()})


def _threat(context: DecisionContext) -> Threat | None:
    piles, generation = context.piles("opponent"), context.board.generation.get("opponent")
    if piles is None or generation is None:
        return None
    power, cost, fighters, cards = USUAL_POWER * PRIOR, USUAL_COST * PRIOR, float(PRIOR), 0
    for blueprint, count in context.board.shown.items():
        facts = context.facts(blueprint)
        if facts is None or facts.type in _APART:
            continue
        cards += count
        if facts.type in _FIGHTING and facts.power is not None and facts.deploy is not None:
            power, cost, fighters = power + facts.power * count, cost + facts.deploy * count, fighters + count
    share = (USUAL_SHARE * PRIOR + fighters - PRIOR) / (PRIOR + cards)
    force = piles.force + min(generation, float(piles.reserve + piles.used))
    able = min(force / max(1.0, cost / fighters), piles.hand * share)
    return Threat(force, piles.hand, able * (power / fighters), able)
