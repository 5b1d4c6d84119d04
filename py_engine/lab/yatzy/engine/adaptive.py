"""Games turn by turn, in which players may look at the score: for risk that depends on it, and for two players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import BONUS, BONUS_AT
from py_engine.lab.yatzy.engine.decisions import Decider
from py_engine.lab.yatzy.engine.games import FACES_5, NO_DICE
from py_engine.lab.yatzy.engine.moods import BATCH
from py_engine.lab.yatzy.engine.space import FINAL_TURN, HOLDS, UPPER_SCORE, following, kinds_of, position_of, thrown

__all__ = ["BATCH", "Choice", "Seat", "draws_of", "finals", "new_seat", "play_out", "play_turn"]

Choice = Callable[[int, "Seat", "Seat | None"], Array]
"""Turn, own cards and the opponent's -> (B,) the number of the decider that plays each card's turn."""


class Seat(NamedTuple):
    """The cards of one player in B games."""

    positions: Array
    """(B,) int64."""
    points: Array
    """(B,) int64: so far, without the bonus."""

    @property
    def with_bonus(self) -> Array:
        """(B,) int64: the points, with the bonus once it is won."""
        return self.points + np.where(UPPER_SCORE[self.positions] >= BONUS_AT, BONUS, 0)

    def take(self, lanes: Array) -> Seat:
        """Some of the games."""
        return Seat(self.positions[lanes], self.points[lanes])


def new_seat(size: int) -> Seat:
    """Empty cards."""
    return Seat(np.full(size, position_of(0, 0), dtype=np.int64), np.zeros(size, dtype=np.int64))


def draws_of(generator: np.random.Generator, size: int) -> Array:
    """(3, B) uint16: the throws of a turn."""
    return generator.integers(0, FACES_5, (3, size), dtype=np.uint16)


def play_turn(decider: Decider, seat: Seat, draws: Array) -> Seat:
    """The cards after a turn of one decider."""
    kinds, throws = kinds_of(decider.rules), thrown()
    distinct, where = np.unique(seat.positions, return_inverse=True)
    decisions = decider.decide(distinct)
    roll = throws[NO_DICE, draws[0]]
    for stage, table in enumerate((decisions.first, decisions.second)):
        roll = throws[HOLDS[roll, table[where, roll]], draws[stage + 1]]
    kind = kinds.of_roll[decisions.close[where, roll], roll]
    after = following(distinct)
    return Seat(after[kinds.slot[kind], where], seat.points + kinds.points[kind])


def play_chosen(  # noqa: PLR0917 - what a turn depends on
    deciders: Sequence[Decider], turn: int, seat: Seat, other: Seat | None, choice: Choice | None, draws: Array
) -> Seat:
    """The cards after a turn in which each card is played by a decider of its own."""
    if choice is None:
        return play_turn(deciders[0], seat, draws)
    which = choice(turn, seat, other)
    positions, points = seat.positions.copy(), seat.points.copy()
    for number in np.unique(which).tolist():
        lanes = np.flatnonzero(which == number)
        positions[lanes], points[lanes] = play_turn(deciders[number], seat.take(lanes), draws[:, lanes])
    return Seat(positions, points)


def play_out(
    deciders: Sequence[Decider], seat: Seat, generator: np.random.Generator, choice: Choice | None = None, turn: int = 0
) -> Seat:
    """One player's cards at the end of the games."""
    for number in range(turn, FINAL_TURN):
        seat = play_chosen(deciders, number, seat, None, choice, draws_of(generator, len(seat.points)))
    return seat


def finals(sides: Sequence[tuple[Sequence[Decider], Choice | None]], games: int, seed: int) -> tuple[Array, Array]:
    """The final scores of two players who take turns and may look at each other's cards, the first side moving first.

    Each side has a stream of dice of its own, so that the other's policy changes none of them.
    """
    found: list[list[Array]] = [[], []]
    for start in range(0, games, BATCH):
        size = min(BATCH, games - start)
        streams = [np.random.default_rng([seed, start, side]) for side in range(2)]
        seats = [new_seat(size), new_seat(size)]
        for turn in range(FINAL_TURN):
            for side, (deciders, choice) in enumerate(sides):
                draws = draws_of(streams[side], size)
                seats[side] = play_chosen(deciders, turn, seats[side], seats[1 - side], choice, draws)
        for side in range(2):
            found[side].append(seats[side].with_bonus)
    return np.concatenate(found[0]), np.concatenate(found[1])
