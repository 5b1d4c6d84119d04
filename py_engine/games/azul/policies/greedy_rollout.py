"""Fast rollouts of two greedy players: ``choose`` and ``step`` on bit-packed words that each hold a board or a whole table.

Comparisons and sums of all colours are done in one word (SIMD within a register, SWAR). Results equal ``choose`` and ``step``.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from py_engine.core.chance import RandomBank
from py_engine.core.numerics import U8, U64, Array
from py_engine.games.azul.policies.greedy_tables import (
    CODE_BITS,
    HIGH,
    KEY_CODE,
    LINE_OF_CODE,
    LOWER_CODES,
    MAX_TILES,
    UPPER_BITS,
    GreedyTables,
    best_of,
    greedy_tables,
    word,
)
from py_engine.games.azul.rules.batch import Batch, Side, tiles_left
from py_engine.games.azul.rules.tables import CENTER, COLORS, DESTINATIONS, INDEX, ONES, ROWS, SOURCES

__all__ = ["GreedyStarts", "can_play_greedily"]

_DROP_SHARE = 0.75
"""Drafted-out lanes are dropped once at most this share of the lanes is still playing."""
_DEAL = 128
"""Entries of a deal's tables: a bit for each of five factories, one for the token in the centre, and a spare one."""
_PLACES = 8
"""Entries of a deal's piles: five factories, the centre (nothing to add), nowhere."""

# Multiplying a byte by _LIT copies it to every colour; multiplying a word by _ALL sums its bytes from the lowest up.
_LIT = word(0x0101010101)
_ALL = word(int(ONES))
_EVEN = word(0xFE)
_BYTE = word(255)
# Counts of places, which take three bits: of all colours, and of one.
_COUNTS = word(0x0707070707)
_COUNTS_OF_ONE = word(7)
# Parts of a board word: the codes of the upper rows, of the lower rows, and of one row.
_UPPER, _UPPER_BITS = word((1 << UPPER_BITS) - 1), word(UPPER_BITS)
_LOWER = word(LOWER_CODES - 1)
_CODE = word((1 << CODE_BITS) - 1)
_ROW_SHIFTS: Array = CODE_BITS * np.arange(ROWS, dtype=U64)[:, None]
# Parts of an entry of ``GreedyTables.destinations``: shift of the row, number of the row, rank of the source.
_SHIFTS, _ROW, _RANK = word(63), word(7 << 9), word(12)
# Places of the floor, the token and the moves in a board word.
_FLOOR, _TOKEN, _MOVES = word(32), word(40), word(48)
_COIN = word(0xFFFF)
"""The random bits that break the ties of a move."""
_TOP = word(56)
_1, _3, _4, _5, _7, _8, _11, _16 = (word(n) for n in (1, 3, 4, 5, 7, 8, 11, 16))
_ONE: Array = np.array(1, dtype=INDEX)
_FACTORIES: Array = np.array(31, dtype=INDEX)


def can_play_greedily(batch: Batch) -> bool:
    """Whether every position fits the words: no more tiles on the table than a round starts with."""
    return bool(tiles_left(batch).max(initial=0) <= MAX_TILES)


@dataclass(slots=True)
class _Deals:
    """The factories of the positions, by deal; adjacent lanes with the same factories share one deal."""

    piles: Array
    """(D * 8,) uint64: tile words, each count doubled."""
    grades: Array
    """(D * 128,) uint64: grades (see ``greedy_tables``) by the set of factories left."""
    choices: Array
    """(D * 128,) uint64: choices, likewise."""

    @classmethod
    def of(cls, tiles: Array) -> tuple[_Deals, Array]:
        """The deals of tiles (6, B), and the index of each lane's deal, (B,) INDEX."""
        factories = tiles[:CENTER]
        new = np.concatenate([[True], (factories[:, 1:] != factories[:, :-1]).any(axis=0)])
        dealt = factories[:, new]
        deals = dealt.shape[1]
        piles = np.zeros((deals, _PLACES), dtype=U64)
        piles[:, :CENTER] = (dealt + dealt).T
        grades = np.full((_DEAL, deals), _LIT, dtype=U64)
        choices = np.zeros((_DEAL, deals), dtype=U64)
        for factory in range(CENTER):
            have = 1 << factory
            pile = piles[:, factory]
            there = ((pile + (HIGH - _LIT)) & HIGH) >> _7
            one = there * word(1 << 5 | have)
            grades[have : 2 * have], choices[have : 2 * have] = best_of(
                grades[:have], choices[:have], pile | (there ^ _LIT), one
            )
        half = 1 << CENTER
        for table in (grades, choices):
            table[half : 2 * half] = table[:half]
        flat = (np.ascontiguousarray(table.T).reshape(-1) for table in (grades, choices))
        return cls(piles.reshape(-1), *flat), np.cumsum(new, dtype=INDEX) - 1


@dataclass(slots=True)
class _Lanes:
    """Positions being played out."""

    lane: Array
    """(L,) INDEX: indices among all lanes."""
    world: Array
    """(L,) INDEX."""
    pile: Array
    """(L,) INDEX: index of the first pile of the lane's deal."""
    table: Array
    """(L,) INDEX: 128 * deal, plus a bit for each factory left and for the token in the centre."""
    center: Array
    """(L,) uint64: tile words of the centre, each count doubled."""
    boards: tuple[Array, Array]
    """Board words (L,) uint64 of the two sides in the order of the batch."""

    def take(self, which: Array) -> _Lanes:
        """A copy of some lanes."""
        first, second = self.boards
        return _Lanes(
            self.lane.take(which, mode="clip"),
            self.world.take(which, mode="clip"),
            self.pile.take(which, mode="clip"),
            self.table.take(which, mode="clip"),
            self.center.take(which, mode="clip"),
            (first.take(which, mode="clip"), second.take(which, mode="clip")),
        )


def _board(side: Side) -> Array:
    """(B,) board words of the sides of positions."""
    codes = KEY_CODE.take(side.lines[:ROWS]) << _ROW_SHIFTS
    floor = side.floor.astype(U64) + _1
    # For the space that it takes, a token on a floor that is not full may count as having come before all tiles.
    token = np.where(side.token == 1, np.where(side.floor > 6, floor, _1), word(0))
    board: Array = np.add.reduce(codes, axis=0) + (floor << _FLOOR) + (token << _TOKEN)
    return board


def _line_codes(board: Array) -> Array:
    """(5, B) INDEX: the codes of the rows."""
    return ((board >> _ROW_SHIFTS) & _CODE).astype(INDEX)


@dataclass(slots=True)
class GreedyStarts:
    """The starting positions of greedy rollouts; any number of rollouts may start from each."""

    batch: Batch
    deals: _Deals
    lanes: _Lanes
    bare: tuple[Array, Array]
    """(6, B) row keys of the two sides with empty lines."""
    min_moves: Array
    """(B,) INDEX: lower bound of a rollout's moves, since a move empties at most one source."""

    @classmethod
    def of(cls, batch: Batch) -> GreedyStarts:
        """Starts from the positions of a batch, for which ``can_play_greedily`` must hold."""
        deals, deal = _Deals.of(batch.tiles)
        factories = (batch.tiles[:CENTER] > 0).astype(INDEX)
        table = deal * _DEAL + (batch.center_token.astype(INDEX) << CENTER)
        for factory in range(CENTER):
            table |= factories[factory] << factory
        boards = _board(batch.sides[0]), _board(batch.sides[1])
        bare = batch.sides[0].lines.copy(), batch.sides[1].lines.copy()
        for keys, board in zip(bare, boards, strict=True):
            keys[:ROWS] -= LINE_OF_CODE.take(_line_codes(board))
        every = np.arange(batch.size, dtype=INDEX)
        center = batch.tiles[CENTER] + batch.tiles[CENTER]
        lanes = _Lanes(every, every, deal * _PLACES, table, center, boards)
        return cls(batch, deals, lanes, bare, factories.sum(axis=0, dtype=INDEX))

    def play_out(self, starts: Array, bank: RandomBank, worlds: Array, first_ply: int) -> Generator[None, None, Batch]:
        """Plays rollouts to the end of the round; pauses after every ply.

        Args:
            starts: (L,) INDEX: the starting position of each lane.
            bank: Random bits by ply and world.
            worlds: (L,) INDEX: the world of each lane.
            first_ply: The ply of the bank to start at.

        Returns:
            The drafted-out positions, lane by lane, with the boards in the same order as at the start.
        """
        tables = greedy_tables()
        lanes = self.lanes.take(starts)
        lanes.lane, lanes.world = np.arange(starts.size, dtype=INDEX), worlds
        after = np.empty_like(lanes.center), np.empty_like(lanes.center)
        table = np.empty_like(lanes.table)
        safe = int(self.min_moves.take(starts).min(initial=MAX_TILES))
        ply = 0
        while lanes.lane.size:
            playing = _playing(lanes) if ply >= safe else None
            if playing is not None and np.count_nonzero(playing) <= _DROP_SHARE * playing.size:
                done = lanes.take(np.flatnonzero(~playing))
                table[done.lane], after[0][done.lane], after[1][done.lane] = done.table, *done.boards
                lanes = lanes.take(np.flatnonzero(playing))
                continue
            row = bank.row(first_ply + ply).astype(U64) & _COIN
            _move(lanes, self.deals, tables, lanes.boards[ply & 1], row.take(lanes.world, mode="clip"))
            ply += 1
            yield
        return self._drafted_out(starts, table, after)

    def _drafted_out(self, starts: Array, table: Array, boards: tuple[Array, Array]) -> Batch:
        batch, size = self.batch, starts.size
        moves = (boards[0] + boards[1]) >> _MOVES & _1
        nothing = np.zeros((DESTINATIONS, size), dtype=U64)
        first, second = (
            _side(bare[:, starts], board, nothing, side.score.take(starts))
            for side, bare, board in zip(batch.sides, self.bare, boards, strict=True)
        )
        return Batch(
            np.zeros((SOURCES, size), dtype=U64),
            (table >> CENTER & 1).astype(U8),
            (first, second),
            batch.front.take(starts),
            batch.turn.take(starts) ^ moves.astype(U8),
            batch.round_number.take(starts),
            batch.totals[:, starts],
            batch.bag[:, starts],
        )


def _playing(lanes: _Lanes) -> Array:
    """(L,) bool: whether tiles are left on the table."""
    playing: Array = ((lanes.table & _FACTORIES) != 0) | (lanes.center != 0)
    return playing


def _side(lines: Array, board: Array, targets: Array, score: Array) -> Side:
    """A side from its board words; ``lines`` holds the keys with empty lines and is overwritten."""
    lines[:ROWS] += LINE_OF_CODE.take(_line_codes(board), mode="clip")
    came = (board >> _TOKEN) & _BYTE
    # The token takes a place on the floor, unless the floor was full when it came.
    places = 7 - ((came - _1) < word(7))
    floor = np.minimum(((board >> _FLOOR) & _BYTE).astype(INDEX) - 1, places)
    return Side(lines, targets, floor, None, (came > 0).astype(U8), score)


def _move(lanes: _Lanes, deals: _Deals, tables: GreedyTables, board: Array, bits: Array) -> None:
    """One greedy move in every lane, in place.

    Args:
        lanes: The positions; a drafted-out one is not changed.
        deals: Their factories.
        tables: The lookup tables.
        board: (L,) board words of the side to move, which are those in ``lanes``.
        bits: (L,) uint64 below 2^16 that break ties.
    """
    # The best destinations of each colour, and its fullest sources.
    upper = (board & _UPPER).astype(INDEX)
    lower = ((board >> _UPPER_BITS) & _LOWER).astype(INDEX)
    fit, fitting = best_of(
        tables.upper[0].take(upper, mode="clip"),
        tables.upper[1].take(upper, mode="clip"),
        tables.lower[0].take(lower, mode="clip"),
        tables.lower[1].take(lower, mode="clip"),
    )
    # ``left`` are the factories; the centre's grades are its tile word. 255 in ``ahead`` marks the colours of which a factory has
    # at least as many tiles as the centre, 1 in ``behind`` those of which the centre has at least as many.
    left = deals.grades.take(lanes.table, mode="clip")
    center = lanes.center
    ahead = ((((left | HIGH) - center) & HIGH) >> _7) * _BYTE
    behind = (((center | HIGH) - left) & HIGH) >> _7
    most = (left & ahead) | (center & (behind * _BYTE))
    having = (deals.choices.take(lanes.table, mode="clip") & ahead) + (behind << _5)

    # The number of ways to reach the best score, by colour; 0 for a colour that no source has (its lowest bit is set).
    score = fit + most - ((most & _LIT) << _5)
    lag = score ^ _highest(score)
    tie = (((HIGH - lag) & HIGH) >> _7) * _COUNTS_OF_ONE
    ways = ((having >> _5 & tie).view(U8) * ((fitting >> _5) & _COUNTS).view(U8)).view(U64)
    # Multiplying by 0x01..01 leaves in each byte the sum of it and those below.
    upto = ways * _ALL
    pick = ((upto >> _TOP) * bits) >> _16
    below = (((pick * _LIT) | HIGH) - upto) & HIGH
    shift = ((below >> _4) * _ALL) >> _TOP  # eight bits for each colour entirely below the pick

    # The place among the ways of the picked colour gives the source and the destination, and these change the words.
    way = pick - (((upto << _8) >> shift) & _BYTE)
    place = tables.destinations.take(((((fitting >> shift) & _BYTE) << _5) + way).astype(INDEX), mode="clip")
    chosen = (((having >> shift) & _BYTE) << _3) + (place >> _RANK)
    source = tables.sources.take(chosen.astype(INDEX), mode="clip")
    taken = (most >> shift) & _EVEN
    lanes.center = center + deals.piles.take(lanes.pile + source, mode="clip") - (taken << shift)
    gone = lanes.table & (_ONE << source)
    lanes.table ^= gone
    token = (gone >> CENTER & 1).astype(U64)
    what = ((board >> (place & _SHIFTS)) & _CODE) + (place & _ROW) + (shift << _3) + (taken << _11)
    board += ((board >> _FLOOR) * token << _TOKEN) + tables.moves.take(what.astype(INDEX), mode="clip")


def _highest(words: Array) -> Array:
    """(L,) uint64: the largest colour byte of each word, copied to the bytes of all colours."""
    fields = words.view(U8).reshape(-1, 8)
    best = np.maximum(fields[:, 0], fields[:, 1])
    for color in range(2, COLORS):
        np.maximum(best, fields[:, color], out=best)
    return best.astype(U64) * _LIT
