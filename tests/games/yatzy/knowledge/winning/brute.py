"""The value of a turn of Yatzy by plain recursion over dice, for small cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial

Dice = tuple[int, ...]


@cache
def throws(count: int) -> list[tuple[Dice, float]]:
    """Every outcome of throwing ``count`` dice, with its probability."""
    found = []
    for dice in combinations_with_replacement(range(1, 7), count):
        ways = factorial(count)
        for n in Counter(dice).values():
            ways //= factorial(n)
        found.append((dice, ways / 6**count))
    return found


def holds(dice: Dice) -> set[Dice]:
    """The multisets that can be held."""
    return {held for size in range(6) for held in combinations(dice, size)}


def turn_value(worth: Callable[[Dice], float]) -> float:
    """The expected worth of the dice after three throws, before the first, with the best holds."""
    known = {dice: worth(dice) for dice, _ in throws(5)}
    for _ in range(2):
        known = after_one_throw(known)
    return sum(chance * known[dice] for dice, chance in throws(5))


def after_one_throw(known: dict[Dice, float]) -> dict[Dice, float]:
    """The value of every roll with one more throw than in ``known``."""
    held_values = {
        held: sum(chance * known[tuple(sorted(held + more))] for more, chance in throws(5 - len(held)))
        for held in {held for dice in known for held in holds(dice)}
    }
    return {dice: max(held_values[held] for held in holds(dice)) for dice in known}
