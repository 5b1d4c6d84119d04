"""Random bits of playouts: the same for all plans in the same world, and without effect on who shoots the moon."""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.hearts.policies.lots import Lots, lots_of
from py_engine.games.hearts.policies.playouts import finished, play_out
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import HEART_COUNT, QUEEN
from tests.games.hearts.deals import deals, opening

TABLES = default_play_tables()
WORLDS = 300


def some(worlds: int = WORLDS, plans: int = 1) -> Lots:
    return lots_of(np.random.default_rng(1), worlds, plans)


def test_all_plans_see_the_same_bits_in_a_world() -> None:
    hands = deals(3, WORLDS)
    both = finished(play_out(opening(np.concatenate([hands, hands], axis=1)), TABLES, lots=some(plans=2)))
    assert both[:, :WORLDS].tolist() == both[:, WORLDS:].tolist()
    assert both[:, :WORLDS].tolist() == finished(play_out(opening(hands), TABLES, lots=some())).tolist()
    assert both[:, :WORLDS].tolist() != finished(play_out(opening(hands), TABLES)).tolist()


def test_taken_lanes_keep_their_worlds() -> None:
    hands, lanes = deals(4, WORLDS), np.array([7, 7, 250, 3])
    whole = finished(play_out(opening(hands), TABLES, lots=some()))
    part = finished(play_out(opening(hands.take(lanes, axis=1)), TABLES, lots=some().take(lanes)))
    assert part.tolist() == whole.take(lanes, axis=1).tolist()


def test_who_shoots_the_moon_draws_no_cards() -> None:
    hands = deals(6, 2000)
    every = np.ones(2000, dtype=bool)

    def moons(lots: Lots | None) -> Array:
        playing = play_out(opening(hands), TABLES, 0, every, defend=False, lots=lots)
        shot: Array = (finished(playing)[0] & (HEART_COUNT | QUEEN)) == 13 + QUEEN
        return shot

    # What the others draw hardly helps or harms a shooter; its own random cards would be the end of most moons.
    straight, drawn = moons(None).mean(), moons(some(2000)).mean()
    assert straight > 0.15
    assert abs(drawn - straight) < 0.25 * straight
