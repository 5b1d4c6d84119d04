"""Statistics of repeated measurements: medians, and the ratio of two builds with its quartiles."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

__all__ = ["Compared", "Figures", "Ratio", "Runs", "compared", "in_turn", "median", "names_of", "ratio"]

Figures: TypeAlias = dict[str, float]
"""The results of one measurement, in milliseconds by name. Figures that a build does not provide are missing."""
Runs: TypeAlias = list[Figures]
"""The same measurement, round by round; a round that failed is empty."""
T = TypeVar("T")


@dataclass(frozen=True)
class Ratio:
    """The ratio of two builds over the rounds that measured both.

    Attributes:
        middle: The median of the rounds' ratios.
        low: The first quartile.
        high: The third quartile.
        rounds: The number of these rounds.
    """

    middle: float
    low: float
    high: float
    rounds: int


@dataclass(frozen=True)
class Compared:
    """One figure of two builds: the medians, None for a build that does not provide it, and the ratio."""

    name: str
    against: float | None
    present: float | None
    ratio: Ratio | None


def in_turn(builds: Sequence[T], which: int) -> Sequence[T]:
    """The builds in the order of a round: A B, B A, A B and so on, so that neither always comes second."""
    return list(builds) if which % 2 == 0 else list(reversed(builds))


def names_of(runs: Iterable[Figures]) -> list[str]:
    """The names of all figures, in order of first appearance."""
    return list(dict.fromkeys(name for figures in runs for name in figures))


def median(runs: Runs, name: str) -> float | None:
    """The median of a figure over the rounds that have it; None if no round has it."""
    found = [figures[name] for figures in runs if name in figures]
    return statistics.median(found) if found else None


def ratio(against: Runs, present: Runs, name: str) -> Ratio | None:
    """The ratio of the present build's figure to the other's, by round; None if no round has both."""
    pairs = [
        (one[name], other[name]) for one, other in zip(against, present, strict=True) if name in one and name in other
    ]
    ratios = sorted(now / then for then, now in pairs if then > 0)
    if not ratios:
        return None
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
    return Ratio(middle, low, high, len(ratios))


def compared(runs: Mapping[str, Runs], against: str, present: str) -> list[Compared]:
    """All figures of two builds."""
    then, now = runs[against], runs[present]
    return [
        Compared(name, median(then, name), median(now, name), ratio(then, now, name))
        for name in names_of([*then, *now])
    ]
