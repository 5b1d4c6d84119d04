"""How likely the learnt policy is to play a card, against its oracle card by card."""

from __future__ import annotations

import copy
from collections import Counter

import numpy as np
import pytest

from py_engine.core.numerics import U64
from py_engine.games.hearts.knowledge.equivalence import interchangeable
from py_engine.games.hearts.policies.draw_chances import draw_chances
from py_engine.games.hearts.policies.learnt import learnt_play
from py_engine.games.hearts.rules.batch import SEAT, Batch, legal_cards
from py_engine.games.hearts.rules.cards import cards_of
from tests.games.hearts.deals import deals, opening, positions
from tests.games.hearts.equals import equals, every_position
from tests.games.hearts.policies.learnt_oracle import scores, shares, shipped_weights

LANES = 24


def test_chances_are_the_softmax_of_the_scores() -> None:
    weights = shipped_weights()
    kinds: Counter[str] = Counter()
    for batch, lane in every_position(2, LANES):
        one = batch.take(np.array([lane], dtype=SEAT))
        legal = legal_cards(one)
        drawn = shares(scores(batch, lane, int(legal[0]), weights))
        total = 0.0
        for card in cards_of(int(legal[0])):
            alike = equals(batch, lane, card)
            wanted = sum(share for (each, _), share in drawn.items() if each in alike)
            chance = float(draw_chances(one, learnt_play(), legal, card, interchangeable(one, card))[0])
            # Scores are rounded to steps of 1/64, so that odds are off by 1.2 % at most.
            assert chance == pytest.approx(wanted, abs=0.004)
            total += chance if card == min(alike & set(cards_of(int(legal[0])))) else 0.0
            kinds["follow" if int(one.led[0]) >> card & 1 else "discard" if one.on_table else "lead"] += 0 < wanted < 1
        assert total == pytest.approx(1)
    assert min(kinds[kind] for kind in ("lead", "follow", "discard")) > 300


def test_lanes_do_not_depend_on_each_other_and_positions_stay_as_they_are() -> None:
    rng = np.random.default_rng(4)
    for batch in positions(opening(deals(5, LANES)), rng):
        legal = legal_cards(batch)
        card = min(cards_of(int(legal[0])))
        lanes = np.flatnonzero((legal >> U64(card) & U64(1)) & (batch.led == batch.led[0])).astype(SEAT)
        many, masks = batch.take(lanes), legal.take(lanes)
        before = copy.deepcopy((many, masks))
        whole = draw_chances(many, learnt_play(), masks, card, interchangeable(many, card))
        for place in range(len(lanes)):
            one = many.take(np.array([place], dtype=SEAT))
            alone = draw_chances(one, learnt_play(), masks[place : place + 1], card, interchangeable(one, card))
            assert alone[0] == whole[place]
        for name in Batch.__slots__:
            assert np.array_equal(getattr(many, name), getattr(before[0], name)), name
        assert np.array_equal(masks, before[1])
