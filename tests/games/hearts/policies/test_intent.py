"""Who tries to shoot the moon: whom the model judges, what it sees, and what its judgement does to playouts and worlds."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.intent import (
    BOLDER,
    FEATURES,
    LEVELS,
    Bold,
    candidates,
    features,
    intents,
    may_be_shooting,
    scores,
    shooters,
    strengths,
)
from py_engine.games.hearts.policies.playouts import finished, play_out
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import HEART_COUNT, QUEEN, SEAT, TRICK, Batch, Rules, start
from py_engine.games.hearts.rules.cards import mask_of
from tests.games.hearts.deals import deals, opening

WEAK = ("8C 9C TC JC", "4S 5S 6S 7S", "2H 3H 4H 5H")
ZERO = np.zeros(1, dtype=SEAT)


def position(hands: tuple[str, ...], taken: tuple[int, int, int, int], leader: int = 0) -> Batch:
    """One position between tricks."""
    held = np.array([[mask_of(cards.split())] for cards in hands], dtype=U64)
    return start(held, np.array([leader], dtype=SEAT), Rules(), np.array(taken, dtype=np.int16)[:, None])


@pytest.mark.parametrize(
    ("taken", "leader", "expected"),
    [
        ((0, 5, 0, 0), 2, 1),
        ((TRICK, 5, 0, 0), 2, 1),
        ((TRICK, TRICK, 0, 0), 2, 2),
        ((1, 5, 0, 0), 2, None),
        ((0, 0, 0, QUEEN), 0, 3),
    ],
)
def test_only_a_seat_with_all_points_so_far_or_the_leader_may_shoot(
    taken: tuple[int, int, int, int], leader: int, expected: int | None
) -> None:
    lanes, seats = candidates(position(("2C 3C 4C 5C", *WEAK), taken, leader))
    assert (seats.tolist(), lanes.tolist()) == (([], []) if expected is None else ([expected], [0]))
    found = may_be_shooting(taken, leader)
    assert (found and found[0]) == expected
    assert found is None or found[1] == ("leads" if expected == leader == 2 else "holds")


def test_nobody_may_be_shooting_before_a_trick_is_taken() -> None:
    assert may_be_shooting((0, 0, 0, 0), 1) is None


def test_the_features_of_a_hand() -> None:
    batch = position(("AC KC 3H AH", *WEAK), (QUEEN + 2, 0, 0, 0))
    found = dict(zip(FEATURES, features(batch, ZERO, ZERO)[:, 0].tolist(), strict=True))
    assert found == {
        "one": 1, "lead": 1, "losers": 1, "losers_squared": 1, "losers_on_lead": 1, "winners": 3, "heart_losers": 1,
        "points": 15, "queen_out": 1, "queen_held": 0, "cards": 4, "hearts": 2, "no_hearts": 0, "points_alone": 1,
    }  # fmt: skip


def test_good_hands_shoot_more_often() -> None:
    taken = (QUEEN + 3, 0, 0, 0)
    strong, weak = (
        int(scores(position((hand, *WEAK), taken), ZERO, ZERO)[0]) for hand in ("AC AD AH KH", "2C 3C 4C 5C")
    )
    assert strong > weak + 1000


def test_bolder_kinds_of_player_shoot_and_the_deciding_seat_never_does() -> None:
    batch = position(("AC AD AH KH", *WEAK), (QUEEN + 3, 0, 0, 0))
    shot = [shooters(batch, Bold(2, np.array([level]))) for level in LEVELS]
    bold = [seats.tolist() == [0] for _, seats in shot]
    assert bold[0]
    assert not bold[-1]
    assert bold == sorted(bold, reverse=True)
    assert all(not shooters(batch, Bold(0, np.array([level])))[0].size for level in LEVELS)


def test_every_kind_of_player_is_met_by_defenders_and_by_others() -> None:
    levels = intents(0, 32)
    assert sorted(levels[::2].tolist()) == sorted(levels[1::2].tolist())
    assert sorted(levels[::2].tolist()) == [level - BOLDER for level in sorted(LEVELS)]
    assert intents(8, 16).tolist() == levels[8:24].tolist()


def test_others_shoot_more_moons_in_playouts_if_they_may() -> None:
    hands = deals(9, 2000)

    def moons(bold: Bold | None) -> Array:
        taken = finished(play_out(opening(hands), default_play_tables(), defend=False, bold=bold))
        shot: Array = ((taken & (HEART_COUNT | QUEEN)) == 13 + QUEEN).mean(axis=1)
        return shot

    ducking, shooting = moons(None), moons(Bold(0, intents(0, 2000)))
    assert (shooting[1:] > 1.5 * ducking[1:]).all()
    assert shooting[0] < 1.3 * ducking[0]


def test_worlds_in_which_a_suspect_has_hearts_are_likelier() -> None:
    hands = np.stack([mask_words("AH KH QH JH"), mask_words("2C 3C 4C 5C")], axis=1)
    batch = start(hands, np.zeros(2, dtype=SEAT), Rules())
    for model, ratio in (("holds", 1.5), ("leads", 1.1)):
        with_hearts, without = strengths(batch, 0, model).tolist()
        assert with_hearts > ratio * without > 0


def mask_words(first: str) -> Array:
    """(4,) uint64: the hands of a world, whose first seat has the given cards."""
    rest = [cards for cards in ("AH KH QH JH", "2C 3C 4C 5C", "6D 7D 8D 9D", "6S 7S 8S 9S") if cards != first]
    return np.array([mask_of(cards.split()) for cards in (first, *rest)], dtype=U64)
