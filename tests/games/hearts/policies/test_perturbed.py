"""Perturbed playouts: legal cards, other choices now and then, the same bits for all plans in the same world."""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U32, U64, Array
from py_engine.games.hearts.policies.perturbed import FOLLOWS, Perturbation, change_ways, perturbation, perturbations
from py_engine.games.hearts.policies.playouts import finished, play_out
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import DUCK, GAIN, HIGH, KEY_BITS, LOW, default_play_tables
from py_engine.games.hearts.rules.batch import HEART_COUNT, QUEEN, legal_cards, step
from tests.games.hearts.deals import deals, opening

TABLES = default_play_tables()
WORLDS = 300


def some(worlds: int = WORLDS, plans: int = 1) -> Perturbation:
    return perturbation(np.random.default_rng(1), worlds, plans)


def many_bits() -> Array:
    return np.random.default_rng(2).integers(0, 1 << 32, size=20_000, dtype=U32)


def test_perturbed_choices_are_legal_and_differ_now_and_then() -> None:
    batch, perturbed = opening(deals(1, WORLDS)), some()
    differ: dict[str, list[Array]] = {"lead": [], "follow": [], "discard": []}
    while batch.tricks < 13:
        legal = legal_cards(batch)
        card, greedy = choose(batch, TABLES, legal, perturbed.at(batch)), choose(batch, TABLES, legal)
        assert ((np.left_shift(U64(1), card) & legal) != 0).all()
        free = np.bitwise_count(legal) > 3
        follows = (legal & batch.led) != 0 if batch.on_table else np.zeros(WORLDS, dtype=bool)
        other = (card != greedy) & free
        if batch.on_table:
            differ["follow"].append(other[free & follows])
        differ["discard" if batch.on_table else "lead"].append(other[free & ~follows])
        step(batch, card)
    for kind, cases in differ.items():
        assert 0.03 < np.concatenate(cases).mean() < 0.35, kind


def test_scores_change_by_two_points_at_most_and_keys_keep_their_cards() -> None:
    changes = perturbations(many_bits())
    assert changes.shape == (4, 20_000)
    assert (changes % (1 << KEY_BITS) == 0).all()
    points = changes / (GAIN << KEY_BITS)
    assert -2 <= points.min() < -1.98
    assert 1.98 < points.max() < 2
    assert abs(points.mean(axis=1)).max() < 0.03
    assert abs(np.corrcoef(points) - np.eye(4)).max() < 0.03


def test_some_players_follow_suit_at_random_but_duck_only_with_a_card_for_it() -> None:
    bits = many_bits()
    ducks = np.arange(len(bits)) % 2 == 0
    part = np.full(len(bits), 9, dtype=np.uint64)
    change_ways(part, bits, ducks)
    assert abs((part != 9).mean() - FOLLOWS / 256) < 0.01
    changed = part != 9
    assert set(part[changed & ducks].tolist()) == {DUCK, LOW, HIGH}
    assert set(part[changed & ~ducks].tolist()) == {LOW, HIGH}


def test_all_plans_see_the_same_bits_in_a_world() -> None:
    hands = deals(3, WORLDS)
    both = finished(play_out(opening(np.concatenate([hands, hands], axis=1)), TABLES, perturbed=some(plans=2)))
    assert both[:, :WORLDS].tolist() == both[:, WORLDS:].tolist()
    assert both[:, :WORLDS].tolist() == finished(play_out(opening(hands), TABLES, perturbed=some())).tolist()
    assert both[:, :WORLDS].tolist() != finished(play_out(opening(hands), TABLES)).tolist()


def test_taken_lanes_keep_their_worlds() -> None:
    hands, lanes = deals(4, WORLDS), np.array([7, 7, 250, 3])
    whole = finished(play_out(opening(hands), TABLES, perturbed=some()))
    part = finished(play_out(opening(hands.take(lanes, axis=1)), TABLES, perturbed=some().take(lanes)))
    assert part.tolist() == whole.take(lanes, axis=1).tolist()


def test_who_shoots_the_moon_does_not_deviate() -> None:
    hands = deals(6, 2000)
    every = np.ones(2000, dtype=bool)

    def moons(perturbed: Perturbation | None) -> Array:
        playing = play_out(opening(hands), TABLES, 0, every, defend=False, perturbed=perturbed)
        shot: Array = (finished(playing)[0] & (HEART_COUNT | QUEEN)) == 13 + QUEEN
        return shot

    # The others' deviations hardly help or harm a shooter; its own would be the end of most moons.
    straight, perturbed = moons(None).mean(), moons(some(2000)).mean()
    assert straight > 0.15
    assert abs(perturbed - straight) < 0.25 * straight
