"""What readable rules ask of card and dice, and the dice that they speak of."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import (
    CATEGORIES,
    CATEGORY_NAMES,
    COUNTS,
    FACES,
    MULTISETS,
    POINTS,
    ROLLS,
    UPPER_MASKS,
    Rules,
)

__all__ = ["PATTERNS", "Condition", "conditions", "held_of", "hold_conditions"]

_POINTS_FROM = {
    "one_pair": (8, 10, 12),
    "two_pairs": (10, 14, 18, 20, 22),
    "three_of_a_kind": (6, 9, 12, 15, 18),
    "four_of_a_kind": (4, 12, 16, 20),
    "small_straight": (15,),
    "large_straight": (20,),
    "full_house": (7, 15, 19, 23),
    "chance": (12, 15, 18, 20, 22, 24, 26),
    "yatzy": (50,),
}
_SAME = {"one_pair": 2, "three_of_a_kind": 3, "four_of_a_kind": 4}
_LEAST = {"two_pairs": 6, "full_house": 7}
"""The fewest points that such dice are worth."""
_IN_WORDS = {
    "two_pairs": "there are two pairs",
    "full_house": "the dice are a full house",
    "small_straight": "the dice are the small straight",
    "large_straight": "the dice are the large straight",
    "yatzy": "all five dice are equal",
}
_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
_TURNS = (2, 4, 6, 8, 10, 11, 12, 13)
_ALIKE = COUNTS[:ROLLS].max(axis=1)
_DIFFERENT = (COUNTS[:ROLLS] > 0).astype(np.int8)
_RUNS = np.stack([_DIFFERENT[:, :5].sum(axis=1, dtype=np.int8), _DIFFERENT[:, 1:].sum(axis=1, dtype=np.int8)])


class Condition(NamedTuple):
    """What a rule asks for."""

    kind: str
    """"open", "closed", "from" and "before" (closed categories), "dice" (of a face), "points" (in a category), "alike"
    (of any face), "run" (different dice of the small or large straight)."""
    which: int
    least: int

    @property
    def text(self) -> str:
        """The condition in words: what the dice are, or which rows are open."""
        if self.kind in {"open", "closed"}:
            return f"{CATEGORY_NAMES[self.which]} is {self.kind}"
        if self.kind in {"from", "before"}:
            still = _NUMBERS[len(CATEGORIES) - self.least]
            return f"at most {still} rows are open" if self.kind == "from" else f"more than {still} rows are open"
        if self.kind == "dice":
            if self.least == 1:
                return f"there is a {_NUMBERS[self.which + 1]}"
            return f"there are {_or_more(self.least)} {CATEGORY_NAMES[self.which].lower()}"
        if self.kind == "run":
            return f"there are {_or_more(self.least)} faces of the {('small', 'large')[self.which]} straight"
        alike = self.kind == "alike"
        return f"{_or_more(self.least)} dice are equal" if alike else _worth(CATEGORIES[self.which], self.least)

    def holds(self, masks: Array, rolls: Array, rules: Rules) -> Array:
        """Whether it holds, for masks and rolls of the same shape, or broadcast."""
        if self.kind in {"open", "closed"}:
            return np.asarray((masks >> self.which & 1 == 0) == (self.kind == "open"))
        if self.kind in {"from", "before"}:
            return np.asarray((np.bitwise_count(masks) >= self.least) == (self.kind == "from"))
        counts = {"dice": COUNTS[:ROLLS, self.which % FACES], "alike": _ALIKE, "run": _RUNS[self.which % len(_RUNS)]}
        return np.asarray(counts.get(self.kind, POINTS[rules][self.which])[rolls] >= self.least)


def _or_more(least: int) -> str:
    return "five" if least == 5 else f"{_NUMBERS[least]} or more"


def _worth(category: str, least: int) -> str:
    """Dice that are worth this many points or more in a category, whether it is open or not."""
    if category in _SAME:
        count = _SAME[category]
        lowest = -(-least // count)
        faces = "" if lowest == 1 else f", {CATEGORY_NAMES[lowest - 1].lower()}{' or higher' * (lowest < FACES)}"
        return f"{_NUMBERS[count]} dice are equal{faces}"
    if category in _LEAST:
        what = _IN_WORDS[category]
        return what if least <= _LEAST[category] else f"{what} of {least} points or more"
    return _IN_WORDS.get(category, f"the dice add up to {least} or more")


@cache
def conditions() -> tuple[Condition, ...]:
    """All conditions that rules for rows are made of."""
    categories = range(len(CATEGORIES))
    return (
        *(Condition(kind, which, 0) for kind in ("open", "closed") for which in categories),
        *(Condition(kind, 0, turn) for kind in ("from", "before") for turn in _TURNS),
        *(Condition("dice", face, least) for face in range(FACES) for least in range(1, 6)),
        *(
            Condition("points", CATEGORIES.index(name), least)
            for name, those in _POINTS_FROM.items()
            for least in those
        ),
    )


@cache
def hold_conditions() -> tuple[Condition, ...]:
    """All conditions that rules for holds are made of."""
    return (
        *conditions(),
        *(Condition("alike", 0, least) for least in (2, 3, 4)),
        *(Condition("run", which, least) for which in range(2) for least in (3, 4)),
    )


PATTERNS = {
    "all": "all five dice",
    "nothing": "nothing",
    **{f"face_{face}": f"every {face}" for face in range(1, FACES + 1)},
    "alike": "the largest group of equal dice",
    "alike_open": "the largest group of equal dice whose upper row is open",
    "pairs": "both pairs",
    "high_pair": "the higher pair",
    "low_pair": "the lower pair",
    "pair": "two of the largest group of equal dice",
    "small_run": "one of each face from 1 to 5",
    "large_run": "one of each face from 2 to 6",
    "middle_run": "one of each face from 2 to 5",
    "from_4": "every 4, 5 and 6",
    "from_5": "every 5 and 6",
    "highest": "the highest die",
}
"""The dice that a rule holds, by name, in words."""
_RANGES = {
    **{f"face_{face}": (face, face, False) for face in range(1, FACES + 1)},
    "from_4": (4, 6, False),
    "from_5": (5, 6, False),
    "small_run": (1, 5, True),
    "large_run": (2, 6, True),
    "middle_run": (2, 5, True),
}
"""The lowest and highest face of a pattern, and whether it has one die of each."""
_INDEX = {dice: number for number, dice in enumerate(MULTISETS)}


@cache
def held_of(pattern: str) -> Array:
    """(64, 252) int16: the multiset that a pattern holds, by upper mask and roll; -1 where there is none."""
    found = np.full((UPPER_MASKS, ROLLS), -1, dtype=np.int16)
    for roll, dice in enumerate(MULTISETS[:ROLLS]):
        for mask in range(UPPER_MASKS):
            held = _held(pattern, dice, mask)
            if held is not None:
                found[mask, roll] = _INDEX[held]
    return found


def _held(pattern: str, dice: tuple[int, ...], mask: int) -> tuple[int, ...] | None:
    """The dice held, or None if the pattern is not there."""
    simple = {"all": dice, "nothing": (), "highest": dice[-1:]}
    if pattern in simple:
        return simple[pattern]
    if pattern in _RANGES:
        low, high, distinct = _RANGES[pattern]
        kept = [die for die in dice if low <= die <= high]
        return tuple(sorted(set(kept)) if distinct else kept) or None
    if pattern in {"alike", "alike_open", "pair"}:
        faces = [face for face in dice if pattern != "alike_open" or not mask >> (face - 1) & 1]
        top = max(faces, key=lambda face: (dice.count(face), face), default=0)
        count = dice.count(top)
        if pattern == "pair":
            count = 2 if count >= 2 else 0
        return (top,) * count or None
    pairs = [face for face in range(FACES, 0, -1) if dice.count(face) >= 2]
    wanted = {"pairs": pairs[:2] if len(pairs) > 1 else [], "high_pair": pairs[:1], "low_pair": pairs[1:2]}[pattern]
    return tuple(sorted(wanted * 2)) or None
