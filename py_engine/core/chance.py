"""Reproducible random numbers: generators seeded by purpose, and common random numbers for all candidates.

The generator is PCG64 (O'Neill, 2014).
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from py_engine.core.numerics import U32, Array

__all__ = ["Domain", "RandomBank", "seeded"]


class Domain(IntEnum):
    """The purpose of random numbers; the same seed gives unrelated numbers in different domains."""

    CHANCE = 1
    """The game's own chance: refills, dice, deals, tokens."""
    EVALUATION = 2
    POLICY = 3
    LUCK = 4
    SCENARIO = 5


def seeded(domain: Domain, *parts: int) -> np.random.Generator:
    """A generator determined by its domain and its integer parts (each 0..2^53-1)."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([int(domain), *parts])))


class RandomBank:
    """Common random numbers by (ply, world): all candidates get the same bits in the same world at the same ply.

    Rows are drawn on first use. A bank is determined by its generator and its number of worlds.
    """

    def __init__(self, generator: np.random.Generator, worlds: int) -> None:
        self._generator = generator
        self._worlds = worlds
        self._rows: list[Array] = []

    def row(self, ply: int) -> Array:
        """The random bits of a ply, (worlds,) uint32."""
        while len(self._rows) <= ply:
            self._rows.append(self._generator.integers(0, 2**32, size=self._worlds, dtype=U32))
        return self._rows[ply]
