"""Precomputed rows to add to the network's hidden sums in one kind of round, as words of packed sums (``packed_sums``).

The last word of a row is its share of the value itself, in 1/256 point. Features that change together share a table, so
that few rows are added per move.
"""

from __future__ import annotations

import numpy as np

from py_engine.core.numerics import U64, Array
from py_engine.games.azul.knowledge.features import DRAFT, EMPTY, MAX_IN_CENTER, MAX_OF_COLOR
from py_engine.games.azul.knowledge.network import EMBEDDING_GRAIN, Network
from py_engine.games.azul.knowledge.packed_sums import PER_WORD, packed, rectified
from py_engine.games.azul.rules.tables import COLORS, FLOOR_KEY, INDEX, KEY_COUNT, KEY_ROW, KEYS, LINES, ROWS

__all__ = ["HOLDERS", "LEFT", "PLACED", "RoundTables"]

LEFT = MAX_OF_COLOR + 1
HOLDERS = 3
"""Holders of the first-player token: it is in the centre, own, or the other's (or nobody's)."""


def _placings() -> tuple[Array, Array, Array]:
    """Rows of the table ``placed``: keys before and keys after (P,); and (KEYS,) the index before each key's first row."""
    before, after = [FLOOR_KEY], [FLOOR_KEY]
    start = np.zeros(KEYS, dtype=INDEX)
    for key in range(FLOOR_KEY):
        count, row = int(KEY_COUNT[key]), int(KEY_ROW[key])
        if 0 < count <= row + 1:
            start[key] = len(before) - 1
            before += [key - placed if placed < count else key // LINES * LINES for placed in range(1, count + 1)]
            after += [key] * count
    return np.array(before, dtype=INDEX), np.array(after, dtype=INDEX), start


_BEFORE, _AFTER, PLACED = _placings()
"""``PLACED[key] + n`` is the row of the table ``placed`` for a line that became ``key`` by n tiles; 0 for the floor."""


class RoundTables:
    """Rows of words to add to a network's sums in one kind of round, in one table; ``at`` says where each part starts.

    Args:
        network: The one for positions within a round (layout ``DRAFT``).
        kind: The kind of round.
    """

    def __init__(self, network: Network, kind: int) -> None:
        words = network.word_bias.shape[-1]
        self._output = np.zeros((words + 1) * PER_WORD, dtype=np.float32)
        self._output[: words * PER_WORD] = network.word_output[kind]
        linear = _whole(network.bias[kind, None]).view(U64)
        self.bias = np.append(network.word_bias[kind], linear)
        own_rows, other_rows = (_joined(network.row_tables(name), kind) for name in ("own", "other"))
        blocks = {block.name: _joined(network.block(block.name), kind) for block in DRAFT.blocks}
        parts = {
            "own_row": own_rows,
            "other_row": other_rows,
            "placed": other_rows.take(_AFTER, axis=0) - other_rows.take(_BEFORE, axis=0),
            "factory_gone": blocks["factory"][EMPTY] - blocks["factory"],
            "left": _changes(blocks["available"]),
            "center": _pairs(blocks["center"]),
            "last_center": _last(blocks),
            "column_change": _tile_added(blocks["other_column"]),
            "color_change": _tile_added(blocks["other_color"]),
        }
        seen = ("own_column", "other_column", "own_color", "other_color", "own_floor", "other_floor", "bag", "factory")
        parts |= {name: blocks[name] for name in (*seen, "available")}
        self.at: dict[str, int] = {}
        """First row of each part, by name."""
        rows = 0
        for name, part in parts.items():
            self.at[name] = rows
            rows += len(part)
        self._table = np.concatenate(list(parts.values()))
        self._parts = {name: self._table[self.at[name] :] for name in parts}

    def gathered(self, places: Array) -> Array:
        """(B, W) uint64: the sum over S of the table's rows at ``places`` (S, B)."""
        found: Array = np.add.reduce(self._table.take(places, axis=0, mode="clip"), axis=0)
        return found

    def rows(self, name: str, places: Array) -> Array:
        """(B, W) uint64: the rows ``places`` (B,) of one part."""
        return self._parts[name].take(places, axis=0, mode="clip")

    def weighed(self, sums: Array) -> Array:
        """(B,) float32 points from words (B, W), which are overwritten."""
        linear = sums[:, -1].view(np.int64).astype(np.float32)
        hidden = rectified(sums)
        linear /= np.float32(EMBEDDING_GRAIN)
        linear += np.dot(hidden, self._output)  # same bits: every product and sum is exact
        return linear


def _whole(values: Array) -> Array:
    """Multiples of 1/256 as int64."""
    return (values * np.float32(EMBEDDING_GRAIN)).astype(np.int64)


def _joined(parts: tuple[Array, Array], kind: int) -> Array:
    embedding, linear = parts
    return np.concatenate([packed(_whole(embedding)), _whole(linear[kind]).view(U64)[:, None]], axis=1)


def _changes(available: Array) -> Array:
    """``[(color * LEFT + left) * LEFT + then]``: change when the tiles left of a colour drop from ``left`` to ``then``."""
    rows = available.reshape(COLORS, LEFT, -1)
    changes: Array = rows[:, None, :, :] - rows[:, :, None, :]
    return changes.reshape(-1, available.shape[1])


def _pairs(center: Array) -> Array:
    """``[pair * 256 + 16 * second + first]``: two colours in the centre, the pairs being colours 0 and 1, 2 and 3."""
    rows = center.reshape(COLORS, MAX_IN_CENTER + 1, -1)
    pairs = [rows[c][None, :, :] + rows[c + 1][:, None, :] for c in (0, 2)]
    return np.concatenate([pair.reshape(-1, center.shape[1]) for pair in pairs])


def _last(blocks: dict[str, Array]) -> Array:
    """``[(count * 26 + sets) * 3 + holder]``: the last colour in the centre, sets on the table, holder of the token."""
    center = blocks["center"].reshape(COLORS, MAX_IN_CENTER + 1, -1)[COLORS - 1]
    rows: Array = center[:, None, None, :] + blocks["sets"][None, :, None, :] + blocks["token"][None, None, :, :]
    return rows.reshape(-1, center.shape[1])


def _tile_added(patterns: Array) -> Array:
    """``[feature * 5 + bit]``: change when a tile is added to a column or a colour of the wall."""
    features = np.arange(len(patterns), dtype=INDEX)[:, None]
    after = features | 1 << np.arange(ROWS, dtype=INDEX)
    changes: Array = patterns.take(after, axis=0) - patterns[:, None, :]
    return changes.reshape(-1, patterns.shape[1])
