"""Reproducible random numbers: generators seeded by purpose, and common random numbers for all candidates.

The generator is PCG64 (XSL-RR; O'Neill, 2014): numpy's (``seeded``) for many numbers, and one in plain Python (``drawn``)
for the few of a single move, because a browser takes longer to import ``numpy.random`` than most games. Both give the same
numbers, bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Final, TypeVar

import numpy as np

from py_engine.core.numerics import U32, Array

__all__ = ["PCG64", "Domain", "RandomBank", "drawn", "seeded"]

T = TypeVar("T")
_WORD: Final = 0xFFFFFFFF
_LONG: Final = (1 << 64) - 1
_STATE: Final = (1 << 128) - 1
_BYTE: Final = 0xFF
_POOL: Final = 4
"""Number of words into which a seed's entropy is mixed."""
_STEP: Final = 0x2360ED051FC65DA44385DF649FCCF645


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


def drawn(domain: Domain, *parts: int) -> PCG64:
    """The generator that ``seeded`` returns, in plain Python."""
    return PCG64([int(domain), *parts])


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


class PCG64:
    """The generator in plain Python, seeded from whole numbers from 0 on."""

    def __init__(self, entropy: Iterable[int]) -> None:
        a, b, c, d = _seeds(entropy)
        self._increment = ((c << 64 | d) << 1 | 1) & _STATE
        self._state = self._increment + (a << 64 | b) & _STATE
        self._step()
        self._half: int | None = None
        """The upper half of the last number, if it was not used yet."""

    def words(self, count: int) -> list[int]:
        """Numbers of 32 bits, as by ``integers(0, 2**32, size=count, dtype=uint32)``."""
        return [self._word() for _ in range(count)]

    def small(self, low: int, high: int, count: int) -> list[int]:
        """Numbers from ``low`` to ``high - 1`` (at least two), as by ``integers(low, high, size=count, dtype=uint8)``."""
        span, word, left = high - low, 0, 0
        found: list[int] = []
        too_low = (1 << 8) % span
        while len(found) < count:
            word, left = (word >> 8, left - 1) if left else (self._word(), 3)
            scaled = (word & _BYTE) * span
            if scaled & _BYTE >= too_low:
                found.append(low + (scaled >> 8))
        return found

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``, at most 2^32 - 1, as by ``integers(0, limit)``."""
        if limit == 1:
            return 0
        too_low = (1 << 32) % limit
        while True:
            scaled = self._word() * limit
            if scaled & _WORD >= too_low:
                return scaled >> 32

    def permuted(self, values: Sequence[T]) -> list[T]:
        """The values in a random order, as by ``permuted(values)``."""
        order = list(values)
        for last in range(len(order) - 1, 0, -1):
            other = self._up_to(last)
            order[last], order[other] = order[other], order[last]
        return order

    def _up_to(self, last: int) -> int:
        """A number from 0 to ``last`` by rejection, as numpy draws it in permutations."""
        mask = (1 << last.bit_length()) - 1
        while (number := self._word() & mask) > last:
            pass
        return number

    def _step(self) -> None:
        self._state = self._state * _STEP + self._increment & _STATE

    def _word(self) -> int:
        """The next 32 bits: first the lower half of a number of 64 bits, then its upper half."""
        if self._half is not None:
            word, self._half = self._half, None
            return word
        self._step()
        turn = self._state >> 122
        folded = (self._state >> 64 ^ self._state) & _LONG
        number = (folded >> turn | folded << 64 - turn) & _LONG
        self._half = number >> 32
        return number & _WORD


class _Mixer:
    """The hash of numpy's ``SeedSequence``: each word is scrambled with the next constant."""

    def __init__(self, constant: int, factor: int) -> None:
        self._constant = constant
        self._factor = factor

    def scrambled(self, word: int) -> int:
        word ^= self._constant
        self._constant = self._constant * self._factor & _WORD
        word = word * self._constant & _WORD
        return word ^ word >> 16


def _seeds(entropy: Iterable[int]) -> list[int]:
    """Four numbers of 64 bits, as by ``SeedSequence(entropy).generate_state(4, uint64)``."""
    pool = _mixed([word for number in entropy for word in _words_of(number)])
    mixer = _Mixer(0x8B51F9DD, 0x58F38DED)
    words = [mixer.scrambled(pool[index % _POOL]) for index in range(8)]
    return [low | high << 32 for low, high in zip(words[::2], words[1::2], strict=True)]


def _words_of(number: int) -> list[int]:
    """The words of a number, the lowest first."""
    words = [number & _WORD]
    while number := number >> 32:
        words.append(number & _WORD)
    return words


def _mixed(words: list[int]) -> list[int]:
    """The pool: every word affects every word of it."""
    mixer = _Mixer(0x43B0D7E5, 0x931E8875)
    pool = [mixer.scrambled(words[index] if index < len(words) else 0) for index in range(_POOL)]
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                pool[target] = _joined(pool[target], mixer.scrambled(pool[source]))
    for word in words[_POOL:]:
        for target in range(_POOL):
            pool[target] = _joined(pool[target], mixer.scrambled(word))
    return pool


def _joined(one: int, other: int) -> int:
    word = 0xCA01F9DD * one - 0x4973F715 * other & _WORD
    return word ^ word >> 16
