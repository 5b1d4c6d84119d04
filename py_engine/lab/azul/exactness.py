"""Whether any sum of one of Azul's networks could be rounded, in which case its values could differ between machines.

The engine's sums are exact in float32 as long as all of them, as integers in units of their finest grain, stay below 2^24.
This module computes the largest possible sum over the features that a position can have together; the engine itself does
not check it, to save time at start-up.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.features import MAX_IN_CENTER, MAX_OF_COLOR, key_features
from py_engine.games.azul.knowledge.layout import Layout
from py_engine.games.azul.knowledge.network import EMBEDDING_GRAIN, OUTPUT_GRAIN, Network
from py_engine.games.azul.rules.tables import COLORS, KEY_COLOR, KEY_COUNT, KEY_ROW, KEY_WALL, ROWS

__all__ = ["is_exact"]

EXACT = 2**24
"""Integers below this are exact in float32."""
MAX_LEAD = 240
"""Points; no leader of any game is further ahead."""


def is_exact(network: Network) -> bool:
    """Whether no sum can be rounded, whatever the position and the order of addition."""
    embedding, bias = _grains(network.embedding, EMBEDDING_GRAIN), _grains(network.hidden_bias, EMBEDDING_GRAIN)
    output = _grains(network.output, OUTPUT_GRAIN)
    highest, largest, other = bias, np.abs(bias), np.abs(_grains(network.bias, EMBEDDING_GRAIN))
    linear = _grains(network.linear, EMBEDDING_GRAIN)
    for together in _choices(network.layout):
        if together[0, 0] < len(embedding):
            highest = highest + embedding[together].sum(axis=1).max(axis=0)
            largest = largest + np.abs(embedding[together]).sum(axis=1).max(axis=0)
        other = other + np.abs(linear[:, together].sum(axis=2)).max(axis=1)
    weighed = [(np.maximum(highest, 0) * np.maximum(side * output, 0)).sum(axis=1) for side in (1, -1)]
    most = np.maximum(*weighed) + OUTPUT_GRAIN * other
    # A move's sums differ from its position's by rows removed and added.
    return bool(3 * largest.max() < EXACT and most.max() + OUTPUT_GRAIN * EMBEDDING_GRAIN * MAX_LEAD < EXACT)


def _grains(values: Array, grain: int) -> Array:
    """Parameters as integers."""
    return np.rint(values.astype(np.float64) * grain).astype(np.int64)


def _choices(layout: Layout) -> list[Array]:
    """For each part of a position, the combinations of features that it can have: (choices, features)."""
    found: list[Array] = []
    for block in layout.blocks:
        side, _, part = block.name.partition("_")
        every = np.arange(block.size, dtype=np.int64) + layout.start(block.name)
        if part == "wall":
            found += [_row_choices(layout, side, row) for row in range(ROWS)]
        elif block.name == "center":
            found += [_color_choices(layout, color) for color in range(COLORS)]
        elif part not in {"line", "reach"} and block.name != "available":
            pieces = [every] * block.slots if block.shared else np.split(every, block.slots)
            found += [piece[:, None] for piece in pieces]
    return found


def _color_choices(layout: Layout, color: int) -> Array:
    """Combinations of a colour's tiles in the centre and on the whole table, which has at least as many."""
    center = layout.start("center") + (MAX_IN_CENTER + 1) * color
    available = layout.start("available") + (MAX_OF_COLOR + 1) * color
    return np.array(
        [(center + min(n, MAX_IN_CENTER), available + m) for m in range(MAX_OF_COLOR + 1) for n in range(m + 1)],
        dtype=np.int64,
    )


def _row_choices(layout: Layout, side: str, row: int) -> Array:
    """Combinations of a row's wall, line and reach, for each row key that can occur."""
    keys = np.flatnonzero(row == KEY_ROW)
    color, count = KEY_COLOR[keys], KEY_COUNT[keys]
    on_wall = (color >= 0) & ((KEY_WALL[keys] >> ((color + row) % COLORS)) & 1 == 1)
    keys = keys[(count <= row + 1) & ~on_wall]
    starts = [layout.start(f"{side}_{part}") for part in ("wall", "line", "reach")]
    return np.stack([key_features[i, keys] + start for i, start in enumerate(starts)], axis=1)
