"""Root positions of playouts: a seat's facts combined with the hands of sampled worlds."""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.rules.batch import SEAT, Batch, first_leader, start, step
from py_engine.games.hearts.rules.fields import SHIFTS

__all__ = ["after_passing", "in_play"]


def in_play(facts: Facts, hands: Array) -> Batch:
    """The position of the trick on the table, in W worlds.

    Args:
        facts: The facts of the seat to play.
        hands: (4, W) uint64 by seat, without the cards on the table.
    """
    size = hands.shape[1]
    leader = facts.leader or 0
    whole = hands.copy()
    for place, card in enumerate(facts.table):
        whole[(leader + place) & 3] |= U64(1 << card)
    batch = start(
        whole,
        np.full(size, leader, dtype=SEAT),
        facts.rules,
        np.repeat(np.array(facts.taken, dtype=np.int16)[:, None], size, axis=1),
        np.full(size, facts.gone, dtype=U64),
    )
    for card in facts.table:
        step(batch, np.full(size, card, dtype=U64))
    return batch


def after_passing(facts: Facts, hands: Array, passed: Array) -> Batch:
    """The position of the first trick, after the exchange.

    Args:
        facts: For the rules and the pass direction.
        hands: (4, B) uint64 by seat, 13 cards each.
        passed: (4, B) uint64 by seat: masks of the cards passed.
    """
    received = np.roll(passed, SHIFTS[facts.pass_direction], axis=0)
    dealt = (hands & ~passed) | received
    return start(dealt, first_leader(dealt), facts.rules)
