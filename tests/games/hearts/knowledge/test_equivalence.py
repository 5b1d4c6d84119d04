"""Interchangeable cards of a whole batch, against one card at a time."""

from __future__ import annotations

from collections import Counter

import numpy as np

from py_engine.games.hearts.knowledge.equivalence import interchangeable
from py_engine.games.hearts.rules.batch import SEAT
from py_engine.games.hearts.rules.cards import cards_of
from tests.games.hearts.equals import equals, every_position


def test_interchangeable_cards_are_those_without_a_card_of_the_others_between() -> None:
    sizes: Counter[int] = Counter()
    for batch, lane in every_position(1, 24):
        one = batch.take(np.array([lane], dtype=SEAT))
        for card in cards_of(int(one.hand[0])):
            found = int(interchangeable(one, card)[0]) & int(one.hand[0])
            assert set(cards_of(found)) == equals(batch, lane, card)
            sizes[found.bit_count()] += 1
    assert min(sizes[size] for size in (1, 2, 3)) > 100
