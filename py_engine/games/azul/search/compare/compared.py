"""The moves that were compared with each other: their values, and the errors of the differences between them.

Each keeps the value that the search had found once all of them had had their share of the work. Where the round is solved, the
ends of their principal variations are played through the next round with the same refills (common random numbers, ``next_round``),
which corrects the learnt values of the ends. Where it is not solved, another variation may be played, so that the next round
says little about the move. What is kept does not change when another move is compared later, so that a hint and the grades
after it agree.

The next round changes how far moves are apart, and not otherwise what is stated of the hint's best one: that would change from turn
to turn with the number of refills, and be too high, since the best move is the one whose refills went best. Where the next round
prefers another move than the search, what the search found is too high for the one and too low for the other, so the mean of both is
stated. If a move of the hint ends the game for certain, the others are corrected as far as the next round says, because its own value
needs no estimate.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array, small_sample_factor
from py_engine.games.azul.knowledge.model_error import End, correction_weight, difference_error
from py_engine.games.azul.search.compare.next_round import CHUNK, MAX_REFILLS, NextRound, end_key
from py_engine.games.azul.search.lines import Line

__all__ = ["USUAL_SPREAD", "USUAL_WEIGHT", "Compared"]

USUAL_COST = 550
"""Moves valued when a round is played from one end with one refill."""
FEW = 4
"""Refills that are too few to say anything."""
USUAL_SPREAD, USUAL_WEIGHT = 7.0, 3
"""Points, and its weight in refills: the usual standard deviation between two different ends of what a refill leads to."""
CERTAIN = 2.0
"""Standard errors, widened for few refills, from 0 at which the sign of a difference is certain."""
BEHIND, BEHIND_ERRORS = 1.0, 3.0
"""A move that is further behind than these points plus standard errors is not played with more refills."""


class _Kept(NamedTuple):
    """What is known about a compared move."""

    value: float
    settled: bool
    """The value is exact as far as this round is concerned."""
    line: Line
    """Its principal variation to the end of the round."""
    hinted: bool
    """It is one of the moves of a hint."""
    end: bytes
    """The key of that end; equal ends are played only once."""

    @property
    def certain(self) -> bool:
        """The game ends with this round, so that the value is a final difference."""
        return self.settled and bool(self.line.features["game_ends"])


class Compared:
    """Moves compared with each other.

    Args:
        player: The player to move, from whose view values are.
        round_number: The round, from 1.
    """

    def __init__(self, player: int, round_number: int) -> None:
        self._next = NextRound(player)
        self._round = round_number
        self._moves: dict[int, _Kept] = {}
        self._played: dict[bytes, Array] = {}
        """By end: (refills,) float64 points that the next round leads to with each refill so far."""
        self._seen: dict[int, int] = {}
        """Refills by move; its end may have seen more of them for the sake of a move that was compared later."""
        self.refills = 0
        """Refills that the ends of the leading moves have seen."""
        self._unit_cost = USUAL_COST
        """Moves valued per end and refill, a little more than so far."""
        self._level = 0.0
        """By how much corrected values are higher than those that are stated."""
        self.lowered = 0.0
        """Points by which the stated value of the hint's best move is lower than the highest that the search found."""

    def __contains__(self, move: int) -> bool:
        return move in self._moves

    @property
    def work(self) -> int:
        """Moves valued in the next round so far."""
        return self._next.work

    def keep(self, move: int, value: float, line: Line, *, settled: bool, hinted: bool) -> None:
        """Enters a move with the value that the search found."""
        self._moves[move] = _Kept(value, settled, line, hinted, end_key(line.end))

    @property
    def moves(self) -> list[int]:
        """The compared moves."""
        return list(self._moves)

    @property
    def hinted(self) -> list[int]:
        """Those that are moves of a hint."""
        return [move for move, kept in self._moves.items() if kept.hinted]

    def searched(self, move: int) -> float:
        """The value of a move as it was entered, without what the next round adds."""
        return self._moves[move].value

    @property
    def cost(self) -> int:
        """Moves that will be valued, at most, when one more end is played with as many refills as the others."""
        return self.refills * self._unit_cost

    def affordable(self, work_left: int | None) -> bool:
        """Whether another chunk of refills helps, and leaves enough of the work for one more move."""
        kept = [self._moves[move] for move in self.contenders()]
        ends = {each.end for each in kept}
        game_over = all(each.line.features["game_ends"] for each in kept)
        if len(ends) < 2 or game_over or self.refills >= MAX_REFILLS or not all(each.settled for each in kept):
            return False
        refills = self.refills + CHUNK
        return work_left is None or (CHUNK * len(ends) + refills) * self._unit_cost <= work_left

    def contenders(self) -> list[int]:
        """The moves that may be best; the first that was entered is always among them, since others are corrected by it."""
        corrected = {move: self._corrected(move) for move in self._moves}
        leader = max(self._moves, key=corrected.__getitem__)
        best = corrected[leader]
        return [
            move
            for place, move in enumerate(self._moves)
            if not place or best - corrected[move] <= BEHIND + BEHIND_ERRORS * self.error(leader, move)
        ]

    def play(self, refills: int, moves: Sequence[int]) -> Generator[None, None, None]:
        """Plays the ends of some moves with the first ``refills`` refills; an end that has seen some of them continues."""
        by_end = {kept.end: kept.line.end for kept in (self._moves[move] for move in moves)}
        seen: dict[int, list[bytes]] = {}
        for key in by_end:
            seen.setdefault(len(self._played.get(key, ())), []).append(key)
        longer: dict[bytes, Array] = {}
        for first, keys in seen.items():
            if first < refills:
                found = yield from self._next.played([by_end[key] for key in keys], first, refills - first)
                for key, row in zip(keys, found, strict=True):
                    longer[key] = np.concatenate([self._played.get(key, np.zeros(0, dtype=np.float64)), row])
        # Together, so that no result in between mixes few refills with many.
        self._played |= longer
        self._seen |= dict.fromkeys(moves, refills)
        self.refills = refills
        self._unit_cost = (
            self.work
            // max(1, int(np.add.reduce([len(row) for row in self._played.values()], dtype=np.int64)))
            * 9
            // 8
        )
        self._set_level()

    def _common(self, *moves: int) -> int:
        """Number of refills that all these moves were compared with."""
        return min(self._seen.get(move, 0) for move in moves)

    def _correction(self, kept: _Kept, refills: int) -> float:
        """By how much the next round, played with the first refills, differs from the learnt value of the end, in points."""
        return float(self._played[kept.end][:refills].mean()) - kept.line.worth

    def _absolute(self) -> bool:
        """Whether a move of the hint has a final value, which the others are compared with."""
        return any(kept.hinted and kept.certain for kept in self._moves.values())

    def _set_level(self) -> None:
        """Sets the level of the stated values: the mean of what the search found for its best move and for the best by the next round."""
        if self._absolute():
            self._level = self.lowered = 0.0
            return
        corrected = {move: self._corrected(move) for move in self.hinted}
        best = max(corrected, key=corrected.__getitem__)
        highest = max(self._moves[move].value for move in corrected)
        self.lowered = (highest - self._moves[best].value) / 2
        self._level = corrected[best] - highest + self.lowered

    def value(self, move: int) -> float:
        """The stated value of a move."""
        kept = self._moves[move]
        return kept.value - self.lowered if kept.certain else self._corrected(move) - self._level

    def _corrected(self, move: int) -> float:
        """The value of a move; corrections are relative to the first move that was entered, unless a final value is known."""
        kept, first = self._moves[move], next(iter(self._moves))
        absolute = self._absolute()
        refills = self._common(move) if absolute else self._common(move, first)
        if kept.certain or refills < FEW or (not absolute and kept.end == self._moves[first].end):
            return kept.value
        known = 0.0 if absolute else self._correction(self._moves[first], refills)
        return kept.value + correction_weight(self._round, refills) * (self._correction(kept, refills) - known)

    def correction(self, move: int) -> float:
        """What the next round, played out, adds to the value that the search found, compared with the best move of the hint.

        A move that was not compared keeps its distance from the searched best one.
        """
        return self.value(move) - self._moves[move].value if move in self._moves else -self.lowered

    def next_round(self, one: int, other: int) -> float:
        """By how much two moves differ after the next round, played with the same refills, in points; 0 if the sign is uncertain."""
        pair = [self._moves[one], self._moves[other]]
        refills = self._common(one, other)
        if refills < FEW or pair[0].end == pair[1].end:
            return 0.0
        apart = self._played[pair[0].end][:refills] - self._played[pair[1].end][:refills]
        mean = float(apart.mean())
        apart -= mean
        error = math.sqrt(float((apart * apart).sum()) / (refills * (refills - 1)))
        return mean if abs(mean) > CERTAIN * small_sample_factor(refills) * error else 0.0

    def later_error(self, one: int, other: int) -> float:
        """The part of ``error`` that comes from later rounds."""
        whole = self.error(one, other)
        if all(self._moves[move].settled for move in (one, other)):
            return whole
        within = difference_error(self._round, settled=False, end=None)
        return math.sqrt(max(0.0, whole * whole - within * within))

    def error(self, one: int, other: int) -> float:
        """Standard error of the difference between two of the moves, in points."""
        pair = [self._moves[one], self._moves[other]]
        settled = all(kept.settled for kept in pair)
        if pair[0].end == pair[1].end:
            return difference_error(self._round, settled=settled, end=None)
        estimated = sum(not kept.line.features["game_ends"] for kept in pair)
        refills = self._common(one, other)
        spread = None
        if refills >= FEW:
            apart = self._played[pair[0].end][:refills] - self._played[pair[1].end][:refills]
            apart -= apart.mean()
            squares = float((apart * apart).sum()) + USUAL_WEIGHT * USUAL_SPREAD * USUAL_SPREAD
            spread = math.sqrt(squares / (refills - 1 + USUAL_WEIGHT))
        return difference_error(self._round, settled=settled, end=End(estimated, refills, spread))
