"""Brute-force distributions of short games of Yatzy, one roll and one hold at a time."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import combinations, product
from typing import Any

from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL
from tests.games.yatzy.oracle import score

Json = dict[str, Any]
Pmf = dict[int, float]
ONE_DIE = 1 / 6
ROLLS = sorted({tuple(sorted(dice)) for dice in product(range(1, 7), repeat=5)})


def closed_but(*names: str) -> int:
    """The mask in which only these categories are open."""
    return FULL & ~sum(1 << CATEGORIES.index(name) for name in names)


@cache
def throws(count: int) -> dict[tuple[int, ...], float]:
    """Every outcome of throwing ``count`` dice, with its probability."""
    counted = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=count))
    return {dice: n * ONE_DIE**count for dice, n in counted.items()}


@cache
def holds(dice: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Everything that can be held from some dice."""
    return sorted({kept for count in range(6) for kept in combinations(dice, count)})


def play_turn(closings: dict[tuple[int, ...], Pmf]) -> Pmf:
    """The distribution before the first throw, given that of each roll with its best category."""
    now = closings
    for _ in range(2):
        after: dict[tuple[int, ...], Pmf] = {}
        for kept in {kept for dice in ROLLS for kept in holds(dice)}:
            mixed: Pmf = defaultdict(float)
            for thrown, chance in throws(5 - len(kept)).items():
                for points, more in now[tuple(sorted(kept + thrown))].items():
                    mixed[points] += chance * more
            after[kept] = mixed
        rank = {kept: mean_of(pmf) for kept, pmf in after.items()}
        now = {dice: after[max(holds(dice), key=rank.__getitem__)] for dice in ROLLS}
    mixed = defaultdict(float)
    for dice, chance in throws(5).items():
        for points, more in now[dice].items():
            mixed[points] += chance * more
    return mixed


def mean_of(pmf: Pmf) -> float:
    """The mean, rounded so that equal means are identical."""
    return round(sum(points * chance for points, chance in pmf.items()), 9)


def by_hand(open_names: tuple[str, ...], upper: int, house: Json) -> Pmf:
    """The distribution of the remaining points, by playing every roll and hold."""
    if not open_names:
        return {50 if upper >= 63 else 0: 1.0}
    following: dict[tuple[str, int], Pmf] = {}
    closings: dict[tuple[int, ...], Pmf] = {}
    for dice in ROLLS:
        choices = []
        for name in open_names:
            points = score(name, list(dice), **house)
            then = min(63, upper + points) if CATEGORIES.index(name) < 6 else upper
            if (name, then) not in following:
                rest = tuple(other for other in open_names if other != name)
                following[name, then] = by_hand(rest, then, house)
            choices.append({points + more: chance for more, chance in following[name, then].items()})
        closings[dice] = max(choices, key=mean_of)
    return play_turn(closings)
