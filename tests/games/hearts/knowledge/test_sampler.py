"""The sampler: every world agrees with the facts, and worlds are drawn in proportion to their probability."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.knowledge.beliefs import SOFT, Beliefs, Soft
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.knowledge.sampler import _below, draw
from py_engine.games.hearts.rules.cards import CARDS
from tests.games.hearts.beliefs_oracle import HAND_MOVES, VARIANTS, hand

MANY = 20_000


def generator(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def drawn(move: int, seed: int = 0, worlds: int = MANY, soft: Soft = SOFT) -> tuple[Beliefs, Array]:
    state = hand(seed)[move]
    found = Beliefs(facts_of(state, state.active_player_id), soft)
    return found, draw(found, generator(move), worlds)


@given(
    st.integers(0, 3),
    st.integers(0, len(VARIANTS) - 1),
    st.integers(0, 3),
    st.integers(0, HAND_MOVES - 1),
    st.integers(0, 3),
)
@settings(max_examples=60)
def test_sampled_worlds_agree_with_the_facts(seed: int, variant: int, skipped: int, move: int, seat: int) -> None:
    states = hand(seed, variant, skipped)
    facts = facts_of(states[min(move, len(states) - 1)], seat)
    hands = draw(Beliefs(facts), generator(seed), 40)
    assert hands.dtype == U64
    assert hands.shape == (4, 40)
    assert (hands[seat] == U64(facts.hand)).all()
    assert (np.bitwise_or.reduce(hands, axis=0) == U64(facts.unseen | facts.hand)).all()
    assert (np.bitwise_count(hands) == np.array(facts.counts)[:, None]).all()
    for other in set(range(4)) - {seat}:
        assert not (hands[other] & ~U64(facts.may[other])).any()
        assert ((hands[other] & U64(facts.known[other])) == U64(facts.known[other])).all()


@pytest.mark.parametrize("move", [0, 5, 14, 21, 29, 38, 46])
def test_card_frequencies_match_the_marginals(move: int) -> None:
    found, hands = drawn(move, soft=Soft(0.4, 1.5))
    chances = found.marginals()[:, list(CARDS)]
    often = (hands[:, None, :] >> np.array(CARDS, dtype=U64)[None, :, None] & U64(1)).mean(axis=2)
    error = np.sqrt(chances * (1 - chances) / MANY)
    assert (np.abs(often - chances) <= 4.5 * error + 1e-12).all()


@pytest.mark.parametrize(("seed", "move"), [(0, 43), (1, 44), (2, 43), (3, 43), (4, 47), (5, 45)])
def test_world_frequencies_match_their_probabilities(seed: int, move: int) -> None:
    found, hands = drawn(move, seed, soft=Soft(0.4, 1.5))
    listed = found.enumerate_worlds(max_worlds=2000)
    assert listed is not None
    index = {tuple(world): number for number, world in enumerate(listed[0].T.tolist())}
    often = np.bincount([index[tuple(world)] for world in hands.T.tolist()], minlength=len(index)) / MANY
    assert (np.abs(often - listed[1]) <= 4.5 * np.sqrt(listed[1] * (1 - listed[1]) / MANY)).all()
    assert len(index) > 3


def test_equal_seeds_draw_equal_worlds() -> None:
    _, first = drawn(24, worlds=50)
    _, again = drawn(24, worlds=50)
    assert (first == again).all()
    found, _ = drawn(24, worlds=1)
    assert (draw(found, generator(99), 50) != first).any()


def test_the_only_possible_world_is_drawn() -> None:
    state = hand(0)[55]
    facts = facts_of(state, state.active_player_id)
    worlds = draw(Beliefs(facts), generator(0), 7)
    assert worlds.shape == (4, 7)
    assert (np.bitwise_count(worlds).sum(axis=0) == 1).all()


def test_a_random_number_of_zero_never_draws_a_zero_weight() -> None:
    weights = np.array([[0.0, 0.0, 2.0, 0.0, 1.0], [3.0, 0.0, 0.0, 0.0, 0.0]], dtype=np.float64)
    rows = np.array([0, 0, 0, 1, 1], dtype=np.int64)
    levels = np.array([0.0, np.nextafter(2 / 3, 0), np.nextafter(1, 0), 0.0, np.nextafter(1, 0)], dtype=np.float64)
    assert _below(weights, rows, levels).tolist() == [2, 2, 4, 0, 0]
