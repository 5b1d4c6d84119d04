"""How the features of a position are numbered: block by block, each for one sort of feature."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Block", "Layout"]


@dataclass(frozen=True, slots=True)
class Block:
    """A range of consecutive features of one sort."""

    name: str
    size: int
    slots: int
    """Number of its features that a position has."""
    shared: bool = False
    """Each slot may have any feature of the block; otherwise each has an equal part of them to itself."""
    linear: bool = False
    """The features have linear weights only, and do not enter the hidden layer."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The features of one kind of position, block by block.

    Raises:
        ValueError: a block that enters the hidden layer follows one that does not.
    """

    blocks: tuple[Block, ...]

    def __post_init__(self) -> None:
        linear = [block.linear for block in self.blocks]
        if linear != sorted(linear):
            raise ValueError("Blocks with linear weights only come last.")

    @property
    def size(self) -> int:
        """Number of features."""
        return _total(block.size for block in self.blocks)

    @property
    def slots(self) -> int:
        """Number of features that a position has."""
        return _total(block.slots for block in self.blocks)

    @property
    def embedded(self) -> int:
        """Number of features that enter the hidden layer, the first ones."""
        return _total(block.size for block in self.blocks if not block.linear)

    @property
    def embedded_slots(self) -> int:
        """Number of those that a position has, the first ones."""
        return _total(block.slots for block in self.blocks if not block.linear)

    def start(self, name: str) -> int:
        """The number of a block's first feature."""
        at = 0
        for block in self.blocks:
            if block.name == name:
                return at
            at += block.size
        raise KeyError(name)


def _total(counts: Iterable[int]) -> int:
    return sum(counts)  # same bits: whole numbers
