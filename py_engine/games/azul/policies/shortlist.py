"""The source document's shortlist: scores actions without playing them, and keeps the most promising ones."""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U8, Array, descending
from py_engine.games.azul.rules.batch import Batch, split_action
from py_engine.games.azul.rules.tables import CENTER, COLORS, FLOOR, INDEX, SOURCES, SPACE

__all__ = ["shortlist", "static_scores"]


def static_scores(batch: Batch, actions: Array) -> Array:
    """Static scores of actions, without playing them.

    100 for a pattern line, 50 if it is completed, 5 x row, 10 x tiles, 3 x rows that accept the colour, -15 for taking the
    token, +5 for a factory.

    Args:
        batch: One position.
        actions: (A,) INDEX: numbers of legal actions.

    Returns:
        (A,) int32.
    """
    source, color, destination = split_action(actions)
    tiles = batch.tiles.view(U8).reshape(SOURCES, 8)[source, color].astype(np.int32)
    accepts = batch.sides[0].targets.view(U8).reshape(SOURCES, 8)[:FLOOR, :COLORS] > 0
    rows = accepts.sum(axis=0, dtype=np.int32)[color]
    line = destination != FLOOR
    completes = line & (tiles >= SPACE.take(batch.sides[0].lines[destination, 0]))
    token = (source == CENTER) & (batch.center_token[0] == 1)
    score: Array = 100 * line + 50 * completes + 5 * destination * line + 10 * tiles + 3 * rows
    return (score - 15 * token + 5 * (source != CENTER)).astype(np.int32)


def shortlist(batch: Batch, actions: Array, size: int) -> Array:
    """The ``size`` actions with the best static scores, best first; all actions, in their order, if there are no more."""
    if size == 0 or len(actions) <= size:
        return actions.astype(INDEX)
    return actions[descending(static_scores(batch, actions))[:size]].astype(INDEX)
