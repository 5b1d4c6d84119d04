"""A small network that values positions in points from their sparse binary features (``features``).

value = current score difference + a linear weight per feature + one hidden layer: the embeddings of the features are
summed, rectified (ReLU) and weighted. Linear and output weights depend on the round.

All parameters are multiples of a power of two, small enough that every sum is exact in float32. So any order of adding,
and any library's matrix product, gives the same bits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.features import ROUND_KINDS, key_features
from py_engine.games.azul.knowledge.layout import Layout
from py_engine.games.azul.knowledge.packed_sums import MAX_SUM, MIDDLE, PER_WORD, packed, rectified
from py_engine.games.azul.rules.tables import FLOOR_KEY, INDEX, KEYS

__all__ = ["EMBEDDING_GRAIN", "OUTPUT_GRAIN", "Network", "Weights", "rounded"]

EMBEDDING_GRAIN = 256
OUTPUT_GRAIN = 64
_MAX_WEIGHT = 32_000
_AT_ONCE = 1_024
"""Positions whose rows are gathered at a time."""


class Weights(NamedTuple):
    """Parameters as stored, int16; F features, the first E of which enter the hidden layer, H hidden units, R kinds of round."""

    embedding: Array
    """(E, H), in 1/256."""
    linear: Array
    """(R, F) points, in 1/256."""
    hidden_bias: Array
    """(R, H), in 1/256."""
    output: Array
    """(R, H) points, in 1/64."""
    bias: Array
    """(R,) points, in 1/256."""


_GRAINS = Weights(*np.array([256, 256, 256, OUTPUT_GRAIN, 256], dtype=np.float32))


def rounded(parameters: tuple[Array, ...]) -> Weights:
    """The stored form of float32 parameters, which come in the order of ``Weights``."""
    return Weights(
        *(
            np.clip(np.floor(each * grain + 0.5), -_MAX_WEIGHT, _MAX_WEIGHT).astype(np.int16)
            for each, grain in zip(parameters, _GRAINS, strict=True)
        )
    )


class Network:
    """A network ready for use.

    Args:
        layout: The meaning of the features.
        weights: The parameters as stored.

    Raises:
        ValueError: the weights do not fit the layout, or their sums might not fit 16 bits.
    """

    def __init__(self, layout: Layout, weights: Weights) -> None:
        hidden = weights.embedding.shape[-1]
        shapes = [(layout.embedded, hidden), (ROUND_KINDS, layout.size), (ROUND_KINDS, hidden), (ROUND_KINDS, hidden)]
        if [w.shape for w in weights] != [*shapes, (ROUND_KINDS,)] or any(w.dtype != np.int16 for w in weights):
            raise ValueError("The weights do not fit the features.")
        self.layout, self.hidden = layout, hidden
        self._size, self._embedded_slots = layout.size, layout.embedded_slots
        floats = [w.astype(np.float32) / grain for w, grain in zip(weights, _GRAINS, strict=True)]
        self.embedding, self.linear, self.hidden_bias, self.output, self.bias = floats
        if _largest_sum(layout, weights) > MAX_SUM:
            raise ValueError("The sums of these weights are too large.")
        self.word_bias = packed(weights.hidden_bias) + MIDDLE
        """(R, W) words of the hidden biases, the initial value of the sums."""
        self.word_output = np.zeros((ROUND_KINDS, self.word_bias.shape[-1] * PER_WORD), dtype=np.float32)
        """(R, 4 W) points per 1/256 of a hidden unit."""
        self.word_output[:, :hidden] = self.output / np.float32(EMBEDDING_GRAIN)
        self._words = packed(weights.embedding)

    def values(self, features: Array, base: Array, rounds: Array) -> Array:
        """Values of positions for the side in front.

        Args:
            features: (B, slots) feature numbers.
            base: (B,) float32 score differences.
            rounds: (B,) kinds of round.

        Returns:
            (B,) float32 points.
        """
        found = np.empty(len(base), dtype=np.float32)
        for start in range(0, len(base), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            found[part] = self._values(features[part], base[part], rounds[part])
        return found

    def _values(self, features: Array, base: Array, rounds: Array) -> Array:
        places = np.ascontiguousarray(features.T, dtype=INDEX)
        embedded = places[: self._embedded_slots]
        sums = np.add.reduce(self._words.take(embedded, axis=0, mode="clip"), axis=0)
        sums += self.word_bias.take(rounds, axis=0)
        places += rounds * self._size
        values: Array = np.add.reduce(self.linear.reshape(-1).take(places, mode="clip"), axis=0)
        values += base
        values += self.bias.take(rounds)
        # same bits: every product and sum is exact
        values += np.einsum("ij,ij->i", rectified(sums), self.word_output.take(rounds, axis=0))
        return values

    def row_tables(self, name: str) -> tuple[Array, Array]:
        """Embedding (KEYS, H) and linear weights (R, KEYS), float32, of each row key on the side ``name``; 0 for the floor."""
        embedding = np.zeros((KEYS, self.hidden), dtype=np.float32)
        linear = np.zeros((ROUND_KINDS, KEYS), dtype=np.float32)
        for part, block in zip(key_features, ("wall", "line", "reach"), strict=True):
            places = part[:FLOOR_KEY] + self.layout.start(f"{name}_{block}")
            embedding[:FLOOR_KEY] += self.embedding.take(places, axis=0)
            linear[:, :FLOOR_KEY] += self.linear.take(places, axis=1)
        return embedding, linear

    def block(self, name: str) -> tuple[Array, Array]:
        """Embedding (size, H) and linear weights (R, size), float32, of the features of a block."""
        start = self.layout.start(name)
        size = next(block.size for block in self.layout.blocks if block.name == name)
        return self.embedding[start : start + size], np.ascontiguousarray(self.linear[:, start : start + size])


def _largest_sum(layout: Layout, weights: Weights) -> int:
    """An upper bound of any hidden sum's absolute value, in 1/256, whatever features a position has."""
    most = np.abs(weights.hidden_bias.astype(np.int64)).max(axis=0)
    start = 0
    for block in layout.blocks:
        if block.linear:
            break
        rows = weights.embedding[start : start + block.size].astype(np.int64)
        most = most + np.abs(rows).max(axis=0) * block.slots
        start += block.size
    return int(most.max())
