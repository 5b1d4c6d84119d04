"""Whether the positions of a game follow from one another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from py_engine.core.coaching.account import not_following
from py_engine.core.numerics import U8, Array
from py_engine.games.yatzy.rules.batch import Batch, step
from py_engine.games.yatzy.rules.state import YatzyAction, number_of

__all__ = ["check_follows"]


def check_follows(batch: Batch, actions: Sequence[YatzyAction], first: int) -> None:
    """Checks that each position of a batch follows from the one before it, whatever was thrown.

    Raises:
        ContractError: INVALID_PARAMS.
    """
    size = len(actions)
    befores, afters = batch.take(np.arange(size, dtype=np.intp)), batch.take(np.arange(1, size + 1, dtype=np.intp))
    entered = np.array([action.enter is not None for action in actions], dtype=bool)
    dice = np.array([action.enter or [0] * 5 for action in actions], dtype=U8)
    waiting = befores.take(entered)
    moved = befores.take(~entered)
    step(moved, np.array([number_of(a) for a in actions if a.enter is None], dtype=np.int32), afters.dice[~entered])
    waiting.dice = dice[entered]
    follows = np.empty(size, dtype=bool)
    follows[entered] = _same(waiting, afters.take(entered))
    follows[~entered] = _same(moved, afters.take(~entered))
    if not follows.all():
        raise not_following(first + int(np.flatnonzero(~follows)[0]))


def _same(some: Batch, others: Batch) -> Array:
    """(B,) bool: the lanes in which two batches hold the same position."""
    cards = [(some.closed, others.closed), (some.upper, others.upper), (some.lower, others.lower)]
    same: Array = (some.turn == others.turn) & (some.rolls_left == others.rolls_left)
    same &= (some.dice == others.dice).all(axis=1)
    for ours, theirs in cards:
        same &= (ours == theirs).all(axis=0)
    return same
