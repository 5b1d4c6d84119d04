"""Entropy's batched rules against a scalar reference: legal moves, their effects, and the bag."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.entropy.rules.batch import (
    CHAOS,
    ORDER,
    Batch,
    draws,
    from_boards,
    is_over,
    legal_mask,
    new_batch,
    pass_number,
    scores,
    step,
)
from py_engine.games.entropy.rules.slides import best_of, occupancy, slides_of
from py_engine.games.entropy.rules.state import action_data, board_of
from py_engine.games.entropy.rules.tables import COLORS, cell_name, geometry
from tests.games.entropy import by_hand, oracle

seeds = st.integers(0, 2**32 - 1)
sizes = st.sampled_from((7, 5))
FIELDS = ("codes", "occupied", "bag", "token", "next_token", "turn")


def filled_boards(seed: int, size: int, count: int) -> list[list[str]]:
    """Random boards with any number of tokens."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        tokens = rng.sample(list(COLORS[:size]) * size, rng.randrange(size * size + 1))
        board = [*tokens, *[""] * (size * size - len(tokens))]
        rng.shuffle(board)
        found.append(board)
    return found


def as_numbers(boards: list[list[str]]) -> Any:
    return np.array([oracle.colors_of(board) for board in boards], dtype=np.uint8)


@given(seeds, sizes)
@settings(max_examples=40)
def test_slides_match_a_scalar_walk(seed: int, size: int) -> None:
    boards = filled_boards(seed, size, 4)
    codes, occupied = from_boards(as_numbers(boards), size)
    g = geometry(size)
    found = slides_of(codes, occupied, g)
    for lane, board in enumerate(boards):
        mine = sorted(found.slide[found.board == lane].tolist())
        pairs = [(cell_name(int(g.start[s]), size), cell_name(int(g.end[s]), size)) for s in mine]
        assert pairs == by_hand.slides(board, size)
    assert (np.diff(found.board) >= 0).all()
    for lane, slide, lines, after in zip(found.board, found.slide, found.lines.T, found.codes.T, strict=True):
        board = list(boards[lane])
        board[g.end[slide]], board[g.start[slide]] = board[g.start[slide]], ""
        wanted = [oracle.code_of(line) for line in oracle.lines_of(board, size)]
        changed = codes[lane].copy()
        changed[lines] = after
        assert changed.tolist() == wanted


@given(seeds, sizes)
@settings(max_examples=20)
def test_best_of_takes_the_largest_gain_or_zero(seed: int, size: int) -> None:
    boards = filled_boards(seed, size, 4)
    codes, occupied = from_boards(as_numbers(boards), size)
    slides = slides_of(codes, occupied, geometry(size))
    gains = np.random.default_rng(seed).integers(-9, 4, size=slides.slide.size)
    wanted = [max([0, *gains[slides.board == lane].tolist()]) for lane in range(len(boards))]
    assert best_of(gains, slides, len(boards)).tolist() == wanted


def start(seed: int, size: int, lanes: int, *, known: bool) -> tuple[Batch, Any, random.Random]:
    """New games, and the tokens (lanes, cells) they will draw."""
    rng = random.Random(seed)
    order = np.array([rng.sample(sorted(range(1, size + 1)) * size, size * size) for _ in range(lanes)], dtype=np.uint8)
    return new_batch(size, order[:, 0], order[:, 1] if known else None), order, rng


def drawn_next(batch: Batch, order: Any) -> Any:
    """The token each game draws next, or any if the bag is empty."""
    size = batch.size
    place = size * size - batch.bag.sum(axis=1, dtype=np.int64)
    return order[np.arange(len(order)), np.minimum(place, size * size - 1)]


def state_of(batch: Batch, lane: int) -> by_hand.State:
    """A position as a state for the ``by_hand`` rules."""
    token = int(batch.token[lane])
    return {
        "board": board_of(batch, lane),
        "size": batch.size,
        "active_player_id": int(batch.turn[lane]),
        "token": COLORS[token - 1] if token else None,
    }


def check_consistent(batch: Batch, order: Any) -> None:
    """Checks that rows, columns, filled cells, bag and tokens agree, and that no token is lost."""
    size = batch.size
    for lane in range(batch.count):
        board: list[str] = [*board_of(batch, lane)]
        wanted = [oracle.code_of(line) for line in oracle.lines_of(board, size)]
        assert batch.codes[lane].tolist() == wanted
        assert int(batch.occupied[lane]) == sum(1 << cell for cell, color in enumerate(board) if color)
        assert scores(batch)[lane] == by_hand.score(board, size)
        there = [*oracle.colors_of(board), int(batch.token[lane]), int(batch.next_token[lane])]
        counted = [there.count(color) + int(batch.bag[lane, color]) for color in range(1, size + 1)]
        assert counted == [size] * size
        assert batch.bag[lane, 0] == 0
    assert (batch.occupied == occupancy(batch.codes, batch.geometry)).all()


@given(seeds, sizes, st.booleans())
@settings(max_examples=8, deadline=None)
def test_random_games_match_the_oracle(seed: int, size: int, known: bool) -> None:
    lanes, cells = 3, size * size
    batch, order, rng = start(seed, size, lanes, known=known)
    for ply in range(2 * cells - 1):
        assert not is_over(batch).any()
        side = ORDER if ply % 2 else CHAOS
        assert batch.turn.tolist() == [side] * lanes
        if side == CHAOS:
            assert batch.token.tolist() == order[:, ply // 2].tolist()
        else:
            assert not batch.token.any()
        upcoming = (ply + 1) // 2 + (side == CHAOS)
        hidden = not known or upcoming >= cells
        assert batch.next_token.tolist() == ([0] * lanes if hidden else order[:, upcoming].tolist())
        legal = legal_mask(batch)
        before = [state_of(batch, lane) for lane in range(lanes)]
        for lane in range(lanes):
            actions = [action_data(int(number), size) for number in np.flatnonzero(legal[lane])]
            assert actions == by_hand.legal(before[lane])
        action = np.array([rng.choice(np.flatnonzero(row).tolist()) for row in legal])
        assert draws(batch).tolist() == [side == ORDER and upcoming + known < cells] * lanes
        step(batch, action, drawn_next(batch, order))
        for lane in range(lanes):
            done: Any = action_data(int(action[lane]), size)
            assert board_of(batch, lane) == by_hand.moved(before[lane], done)
        check_consistent(batch, order)
    assert is_over(batch).all()
    assert not legal_mask(batch).any()
    assert not batch.bag.any()


@given(seeds, sizes, st.booleans())
@settings(max_examples=8, deadline=None)
def test_batch_equals_batches_of_one(seed: int, size: int, known: bool) -> None:
    lanes = 5
    batch, order, rng = start(seed, size, lanes, known=known)
    singles = [batch.take(np.array([lane])) for lane in range(lanes)]
    for ply in range(2 * size * size - 1):
        legal = legal_mask(batch)
        assert (np.concatenate([legal_mask(single) for single in singles]) == legal).all()
        action = np.array([rng.choice(np.flatnonzero(row).tolist()) for row in legal])
        drawn = drawn_next(batch, order)
        # Some lanes wait now and then, so that lanes are at different turns.
        moving = np.array([rng.random() < 0.9 for _ in range(lanes)]) & ~is_over(batch)
        part = batch.take(moving)
        step(part, action[moving], drawn[moving])
        for field in FIELDS:
            getattr(batch, field)[moving] = getattr(part, field)
        for lane in np.flatnonzero(moving):
            step(singles[lane], action[lane : lane + 1], drawn[lane : lane + 1])
        for field in FIELDS:
            together = np.concatenate([getattr(single, field) for single in singles])
            assert together.tolist() == getattr(batch, field).tolist(), (ply, field)
        assert np.concatenate([scores(single) for single in singles]).tolist() == scores(batch).tolist()
        if is_over(batch).any():
            break


def test_take_copies_positions() -> None:
    batch, order, _ = start(1, 7, 2, known=False)
    copy = batch.take(np.array([0, 1]))
    step(copy, np.array([0, 0]), order[:, 1])
    assert not batch.codes.any()
    assert not batch.occupied.any()


@pytest.mark.parametrize("size", [5, 7])
def test_passing_does_not_change_the_board(size: int) -> None:
    batch, order, _ = start(3, size, 1, known=False)
    step(batch, np.array([0]), order[:, 1])
    codes = batch.codes.copy()
    step(batch, np.array([pass_number(size)]), order[:, 1])
    assert (batch.codes == codes).all()
    assert batch.token.tolist() == order[:, 1].tolist()
