"""Random numbers as pure functions of what they are for: domains, seeds, and banks shared by candidates."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from py_engine.core.numerics import U32, Array

__all__ = ["Domain", "RandomBank", "seeded"]


class Domain(IntEnum):
    """What random numbers are for: the same seed gives unrelated numbers in different domains."""

    CHANCE = 1
    """The game's own chance: refills, dice, deals, tokens."""
    EVALUATION = 2
    POLICY = 3
    LUCK = 4
    SCENARIO = 5


def seeded(domain: Domain, *parts: int) -> np.random.Generator:
    """A generator that is a pure function of its domain and its integer parts (each 0..2^53-1)."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([int(domain), *parts])))


class RandomBank:
    """Random bits by (ply, world): what all candidates meet in a world at a ply is the same.

    Rows are drawn when first asked for; a bank is a pure function of its generator and its number of worlds.
    """

    def __init__(self, generator: np.random.Generator, worlds: int) -> None:
        self._generator = generator
        self._worlds = worlds
        self._rows: list[Array] = []

    def row(self, ply: int) -> Array:
        """(worlds,) uint32."""
        while len(self._rows) <= ply:
            self._rows.append(self._generator.integers(0, 2**32, size=self._worlds, dtype=U32))
        return self._rows[ply]
