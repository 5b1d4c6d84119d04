"""What a position is worth as a final score, between Order's move and Chaos's placement.

As the policy ``ev2`` sees it: V after Chaos's most harmful cell and Order's best reply.
"""

from __future__ import annotations

import numpy as np

from py_engine.games.entropy.boards import by_expectation, line_worths
from py_engine.games.entropy.policy import action_values
from py_engine.games.entropy.rules import CHAOS, Batch
from py_engine.numerics import U8, U64, Array

__all__ = ["worth_before_draw", "worth_with_token"]


def worth_before_draw(codes: Array, occupied: int, bag: Array, size: int) -> float:
    """The expected final score of a board when a token is to be drawn: the mean over the draws.

    Args:
        codes: (lines,) int32.
        occupied: filled cells as bits.
        bag: (8,) tokens that are left by colour; a full board has none.
        size: of the board.
    """
    tokens = np.flatnonzero(bag)
    if not tokens.size:
        return float(line_worths(codes[None], by_expectation(bag[None], size)).sum())
    left = np.repeat(bag[None], tokens.size, axis=0)
    left[np.arange(tokens.size, dtype=np.intp), tokens] -= 1
    share = bag[tokens].astype(np.float64) / int(bag.sum(dtype=np.int64))
    return float((share * _after_reply(codes, occupied, left, tokens, size)).sum())


def worth_with_token(codes: Array, occupied: int, bag: Array, token: int, size: int) -> float:
    """The expected final score of a board on which Chaos is to place a token.

    Args:
        codes: (lines,) int32.
        occupied: filled cells as bits.
        bag: (8,) tokens that are left by colour, without this one.
        token: its colour, from 1 on.
        size: of the board.
    """
    return float(_after_reply(codes, occupied, bag[None], np.array([token], dtype=U8), size)[0])


def _after_reply(codes: Array, occupied: int, bag: Array, tokens: Array, size: int) -> Array:
    """(T,) float64: for each token (T,) to be placed, with the bag (T, 8) that goes with it."""
    count = len(tokens)
    batch = Batch(
        size,
        np.repeat(codes[None], count, axis=0),
        np.full(count, occupied, dtype=U64),
        bag,
        tokens.astype(U8),
        np.zeros(count, dtype=U8),
        np.full(count, CHAOS, dtype=np.int8),
    )
    worths: Array = -action_values(batch, "ev2").max(axis=1)
    return worths
