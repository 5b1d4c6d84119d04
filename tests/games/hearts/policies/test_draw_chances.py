"""How likely the learnt policy is to play a card, against its oracle card by card."""

from __future__ import annotations

import copy
import math
from collections import Counter

import numpy as np
import pytest

from py_engine.core.numerics import U64
from py_engine.games.hearts.policies.draw_chances import draw_chances, interchangeable
from py_engine.games.hearts.policies.learnt import FILE, GAIN, SHAPES, learnt_play
from py_engine.games.hearts.rules.batch import SEAT, Batch, legal_cards
from py_engine.games.hearts.rules.cards import JACK_OF_DIAMONDS, QUEEN_OF_SPADES, SUIT_BITS, cards_of
from tests.games.hearts.deals import EVERY_RULES, deals, opening, positions
from tests.games.hearts.policies.learnt_oracle import Weights, scores

LANES = 24


@pytest.fixture(scope="module")
def shipped() -> Weights:
    with np.load(FILE) as found:
        return {name: found[name] for name in SHAPES}


def every_position(seed: int) -> list[tuple[Batch, int]]:
    rng = np.random.default_rng(seed)
    return [
        (copy.deepcopy(batch), lane)
        for number, rules in enumerate(EVERY_RULES)
        for batch in positions(opening(deals(seed + number, LANES), rules), rng)
        for lane in rng.choice(LANES, 2, replace=False).tolist()
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


def test_interchangeable_cards_are_those_without_a_card_of_the_others_between() -> None:
    sizes: Counter[int] = Counter()
    for batch, lane in every_position(1):
        one = batch.take(np.array([lane], dtype=SEAT))
        for card in cards_of(int(one.hand[0])):
            found = int(interchangeable(one, card)[0]) & int(one.hand[0])
            assert set(cards_of(found)) == equals(batch, lane, card)
            sizes[found.bit_count()] += 1
    assert min(sizes[size] for size in (1, 2, 3)) > 100


def test_chances_are_the_softmax_of_the_scores(shipped: Weights) -> None:
    kinds: Counter[str] = Counter()
    for batch, lane in every_position(2):
        one = batch.take(np.array([lane], dtype=SEAT))
        legal = legal_cards(one)
        found = scores(batch, lane, int(legal[0]), shipped)
        shares = {place: math.exp((score - max(found.values())) / GAIN) for place, score in found.items()}
        total = 0.0
        for card in cards_of(int(legal[0])):
            alike = equals(batch, lane, card)
            wanted = sum(share for (drawn, _), share in shares.items() if drawn in alike) / sum(shares.values())
            chance = float(draw_chances(one, learnt_play(), legal, card, interchangeable(one, card))[0])
            # Scores are rounded to steps of 1/64, so that odds are off by less than 1 %.
            assert chance == pytest.approx(wanted, abs=0.004)
            total += chance if card == min(alike & set(cards_of(int(legal[0])))) else 0.0
            kinds["follow" if int(one.led[0]) >> card & 1 else "discard" if one.on_table else "lead"] += 0 < wanted < 1
        assert total == pytest.approx(1)
    assert min(kinds.values()) > 300


def test_lanes_do_not_depend_on_each_other_and_positions_stay_as_they_are() -> None:
    rng = np.random.default_rng(4)
    for batch in positions(opening(deals(5, LANES)), rng):
        before = copy.deepcopy(batch)
        legal = legal_cards(batch)
        card = min(cards_of(int(legal[0])))
        lanes = np.flatnonzero((legal >> U64(card) & U64(1)) & (batch.led == batch.led[0])).astype(SEAT)
        many, masks = batch.take(lanes), legal.take(lanes)
        whole = draw_chances(many, learnt_play(), masks, card, interchangeable(many, card))
        for place in range(len(lanes)):
            one = many.take(np.array([place], dtype=SEAT))
            alone = draw_chances(one, learnt_play(), masks[place : place + 1], card, interchangeable(one, card))
            assert alone[0] == whole[place]
        for name in Batch.__slots__:
            assert np.array_equal(getattr(batch, name), getattr(before, name)), name
