"""The full-width lookahead against plain recursion, to the end of a hand and before playouts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from py_engine.core.numerics import U64
from py_engine.games.hearts.policies.playouts import finished, play_out
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import (
    HAND,
    JACK,
    QUEEN,
    SEAT,
    TRICK,
    Batch,
    after_moon,
    legal_cards,
    start,
    step,
)
from py_engine.games.hearts.rules.cards import CARD_NAMES, CARDS, NUMBERS, mask_of
from py_engine.games.hearts.search.sampled.lookahead import Expanded, expand, preferred
from tests.games.hearts import brute
from tests.games.hearts.brute import Position
from tests.games.hearts.deals import any_of, deals, opening

NAMES = dict(zip(CARDS, CARD_NAMES, strict=True))
TABLES = default_play_tables()
Points = tuple[int, ...]


def as_batch(position: Position) -> Batch:
    """The position as a batch of one."""
    hands = [mask_of(hand) for hand in position.hands]
    for place, card in enumerate(position.table):
        hands[(position.leader + place) % 4] |= 1 << NUMBERS[card]
    taken = [
        TRICK + sum(card[1] == "H" for card in pile) + QUEEN * ("QS" in pile) + JACK * ("JD" in pile)
        for pile in position.piles
    ]
    batch = start(
        np.array(hands, dtype=U64)[:, None],
        np.array([position.leader], dtype=SEAT),
        position.rules,
        np.array(taken, dtype=np.int16)[:, None],
        np.array([mask_of(position.gone)], dtype=U64),
    )
    for card in position.table:
        step(batch, np.array([NUMBERS[card]], dtype=U64))
    return batch


def better(points: Points, than: Points, mover: int, root: int | None) -> bool:
    """Whether the player to move prefers ``points`` to ``than``."""
    if root is None or mover == root:
        return points[mover] < than[mover]
    return points[root] > than[root]


def to_the_end(position: Position, root: int | None) -> Points:
    """The points of a hand searched to its end by recursion; the lowest card wins ties."""
    if brute.over(position):
        return brute.final(position)
    found: Points | None = None
    for card in brute.legal(position):
        points = to_the_end(brute.play(position, card), root)
        if found is None or better(points, found, position.seat, root):
            found = points
    assert found is not None
    return found


def by_levels(batch: Batch, plies: int, root: int | None, value: Callable[[Batch], np.ndarray]) -> list[Points]:
    """The points by lane: a number of plies of lookahead, then the values of the positions reached."""
    levels: list[Expanded] = []
    for _ in range(plies):
        levels.append(expand(batch))
        batch = levels[-1].batch
    points = value(batch)
    for level in reversed(levels):
        points = points.take(preferred(points, level, root), axis=1)
    return [tuple(lane) for lane in points.T.tolist()]


@pytest.mark.parametrize(("cards", "seeds"), [(1, 20), (2, 40), (3, 8)])
def test_lookahead_to_the_end_of_a_hand_matches_recursion(cards: int, seeds: int) -> None:
    for seed in range(seeds):
        position = brute.endgame(seed, cards, moon=seed % 2 == 0)
        plies = sum(map(len, position.hands))
        for root in (None, position.seat, (position.seat + 1) % 4):
            found = by_levels(as_batch(position), plies, root, lambda end: after_moon(end.taken, end.rules))
            assert found == [to_the_end(position, root)]


def test_expand_plays_every_legal_card_of_every_lane_in_order() -> None:
    rng = np.random.default_rng(1)
    batch = opening(deals(1, 20))
    for number in range(52):
        legal, seats, hands = legal_cards(batch), batch.seat.copy(), batch.hand.copy()
        found = expand(batch)
        assert np.bincount(found.parent, minlength=20).tolist() == np.bitwise_count(legal).tolist()
        assert (np.diff(found.parent) >= 0).all()
        assert found.first.tolist() == [int(np.flatnonzero(found.parent == lane)[0]) for lane in range(20)]
        assert found.mover.tolist() == seats.take(found.parent).tolist()
        if number % 4 < 3:
            # The card played is on the table, and the cards of a lane are in order.
            played = found.batch.trick & hands.take(found.parent)
            assert (np.bitwise_count(played) == 1).all()
            same = np.diff(found.parent) == 0
            assert (played[1:][same] > played[:-1][same]).all()
        assert batch.hand.tolist() == hands.tolist()
        step(batch, any_of(legal, rng))


def greedily_ended(batch: Batch) -> np.ndarray:
    return after_moon(finished(play_out(batch.take(np.arange(batch.size, dtype=SEAT)), TABLES)), batch.rules)


def recursion(batch: Batch, plies: int, root: int | None) -> Points:
    """The points of one lane by recursion: some plies, then a playout."""
    if plies == 0 or batch.tricks == HAND:
        return tuple(greedily_ended(batch)[:, 0].tolist())
    mover = int(batch.seat[0])
    found: Points | None = None
    for card in CARDS:
        if int(legal_cards(batch)[0]) >> card & 1:
            after = batch.take(np.array([0], dtype=SEAT))
            step(after, np.array([card], dtype=U64))
            points = recursion(after, plies - 1, root)
            if found is None or better(points, found, mover, root):
                found = points
    assert found is not None
    return found


@pytest.mark.parametrize(("played", "root"), [(46, None), (46, 0), (41, 3), (37, None)])
def test_two_plies_before_playouts_match_recursion(played: int, root: int | None) -> None:
    rng = np.random.default_rng(played)
    batch = opening(deals(played, 4))
    for _ in range(played):
        step(batch, any_of(legal_cards(batch), rng))
    found = by_levels(batch, 2, root, greedily_ended)
    assert found == [recursion(batch.take(np.array([lane], dtype=SEAT)), 2, root) for lane in range(4)]


def test_ties_go_to_the_lowest_card() -> None:
    batch = opening(deals(2, 1))
    step(batch, any_of(legal_cards(batch), np.random.default_rng(0)))
    level = expand(batch)
    lanes = level.batch.size
    assert lanes > 1
    points = np.zeros((4, lanes), dtype=np.int16)
    for root in (None, 0, 1, 2, 3):
        assert preferred(points, level, root).tolist() == [0]
    mover = int(level.mover[0])
    points[mover, 0] = -3
    points[mover, -1] = -7
    assert preferred(points, level, None).tolist() == [lanes - 1]
    assert preferred(points, level, mover).tolist() == [lanes - 1]
    other = (mover + 1) % 4
    points[other, :] = -4
    points[other, -1] = -3
    assert preferred(points, level, other).tolist() == [lanes - 1]
