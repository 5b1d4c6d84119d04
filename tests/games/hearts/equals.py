"""Which cards are interchangeable, card by card, and positions to ask it in."""

from __future__ import annotations

import copy

import numpy as np

from py_engine.games.hearts.rules.batch import Batch
from py_engine.games.hearts.rules.cards import JACK_OF_DIAMONDS, QUEEN_OF_SPADES, SUIT_BITS
from tests.games.hearts.deals import EVERY_RULES, deals, opening, positions


def every_position(seed: int, lanes: int) -> list[tuple[Batch, int]]:
    """Positions of random hands by all rules, two lanes of each."""
    rng = np.random.default_rng(seed)
    return [
        (copy.deepcopy(batch), lane)
        for number, rules in enumerate(EVERY_RULES)
        for batch in positions(opening(deals(seed + number, lanes), rules), rng)
        for lane in rng.choice(lanes, 2, replace=False).tolist()
    ]


def equals(batch: Batch, lane: int, card: int) -> set[int]:
    """The cards of the player to move between which and the given one nobody else holds a card, one by one."""
    mine = int(batch.hand[lane])
    alone = {QUEEN_OF_SPADES} | ({JACK_OF_DIAMONDS} if batch.rules.jack_of_diamonds else set())
    found = {card}
    for step in (-1, 1):
        other = card + step
        while card not in alone and other // SUIT_BITS == card // SUIT_BITS and other % SUIT_BITS < 13 and other >= 0:
            if mine >> other & 1 and other not in alone:
                found.add(other)
            elif not (mine | int(batch.gone[lane])) >> other & 1:
                break
            other += step
    return found
