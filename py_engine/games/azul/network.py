"""A small learnt network that values positions by their features (``features``), in points.

value = score difference as it stands + a number for each feature + a hidden layer of rectified sums: the embeddings of
the features are added up, negative sums are cut off, the rest is weighed. Numbers and weights depend on the round.

All parameters are multiples of a power of two, small enough that every sum is exact in float32. So any order of adding,
and any library's matrix product, gives the same bits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.games.azul.features import ROUND_KINDS, Layout, key_features
from py_engine.games.azul.tables import FLOOR_KEY, KEYS
from py_engine.numerics import Array

__all__ = ["EMBEDDING_GRAIN", "OUTPUT_GRAIN", "Network", "Weights", "rounded"]

EMBEDDING_GRAIN = 256
OUTPUT_GRAIN = 64
_MOST = 32_000


class Weights(NamedTuple):
    """Parameters as they are stored, int16; F features, H hidden units, R kinds of rounds."""

    embedding: Array
    """(F, H), in 1/256."""
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
    """Parameters in the order of ``Weights``, as float32, to what is stored."""
    return Weights(
        *(
            np.clip(np.floor(each * grain + 0.5), -_MOST, _MOST).astype(np.int16)
            for each, grain in zip(parameters, _GRAINS, strict=True)
        )
    )


class Network:
    """Weights ready to be used.

    Args:
        layout: what the features mean.
        weights: as stored.

    Raises:
        ValueError: the weights do not fit the layout.
    """

    def __init__(self, layout: Layout, weights: Weights) -> None:
        hidden = weights.embedding.shape[-1]
        shapes = [(layout.size, hidden), (ROUND_KINDS, layout.size), (ROUND_KINDS, hidden), (ROUND_KINDS, hidden)]
        if [w.shape for w in weights] != [*shapes, (ROUND_KINDS,)] or any(w.dtype != np.int16 for w in weights):
            raise ValueError("The weights do not fit the features.")
        self.layout, self.hidden = layout, hidden
        floats = [w.astype(np.float32) / grain for w, grain in zip(weights, _GRAINS, strict=True)]
        self.embedding, self.linear, self.hidden_bias, self.output, self.bias = floats

    def values(self, features: Array, base: Array, rounds: Array) -> Array:
        """Values of positions for the side in front.

        Args:
            features: (B, slots).
            base: (B,) float32 score differences.
            rounds: (B,) kinds of rounds.

        Returns:
            (B,) float32.
        """
        hidden = self.hidden_bias.take(rounds, axis=0)
        linear = self.linear.reshape(-1)
        values = base + self.bias.take(rounds)
        shift = rounds * self.layout.size
        for slot in features.T:
            hidden += self.embedding.take(slot, axis=0)
            values += linear.take(slot + shift)
        return values + self.weighed(hidden, rounds)

    def weighed(self, hidden: Array, rounds: Array) -> Array:
        """(B,) float32: what the hidden layer adds, from its sums (B, H), which are cut off in place."""
        np.maximum(hidden, np.float32(0), out=hidden)
        # same bits: every product and sum is exact
        return np.einsum("ij,ij->i", hidden, self.output.take(rounds, axis=0))

    def row_tables(self, name: str) -> tuple[Array, Array]:
        """What a row key adds as a row of the side ``name``: (KEYS, H) and (R, KEYS), float32; nothing for the floor."""
        embedding = np.zeros((KEYS, self.hidden), dtype=np.float32)
        linear = np.zeros((ROUND_KINDS, KEYS), dtype=np.float32)
        for part, block in zip(key_features, ("wall", "line", "reach"), strict=True):
            places = part[:FLOOR_KEY] + self.layout.start(f"{name}_{block}")
            embedding[:FLOOR_KEY] += self.embedding.take(places, axis=0)
            linear[:, :FLOOR_KEY] += self.linear.take(places, axis=1)
        return embedding, linear

    def block(self, name: str) -> tuple[Array, Array]:
        """What the features of a block add: (size, H) and (R, size), float32."""
        start = self.layout.start(name)
        size = next(block.size for block in self.layout.blocks if block.name == name)
        return self.embedding[start : start + size], np.ascontiguousarray(self.linear[:, start : start + size])
