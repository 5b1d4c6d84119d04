"""Ordered rules for closing a category: the first rule that applies decides. Holds are the best for a player who closes so."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.lattice import expect_throws, hold_best, scratch
from py_engine.games.yatzy.knowledge.uppers import FIRST, LEVELS, POSITIONS
from py_engine.games.yatzy.rules.tables import (
    BONUS,
    BONUS_AT,
    CATEGORIES,
    CATEGORY_NAMES,
    COUNTS,
    FIRST_OF_SIZE,
    FULL,
    LATTICE,
    POINTS,
    ROLL_WEIGHTS,
    ROLLS,
    Rules,
)
from py_engine.lab.core.errors import LabError
from py_engine.lab.yatzy.engine import kernels
from py_engine.lab.yatzy.engine.decisions import Decisions
from py_engine.lab.yatzy.engine.space import (
    ADDED,
    HOLD_COUNT,
    HOLDS,
    MASK,
    REMOVED,
    STEPS,
    following,
    kinds_of,
    position_of,
)
from py_engine.lab.yatzy.engine.value_kernels import value_closings

__all__ = ["Condition", "Rule", "RuleList", "RulePlayer", "conditions", "holds_of", "value_of"]

_CHUNK = 512
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
_TURNS = (2, 4, 6, 8, 10, 11, 12, 13)


class Condition(NamedTuple):
    """What a rule asks for."""

    kind: str
    """"open", "closed", "from" and "before" (closed categories), "dice" (of a face), "points" (in a category)."""
    which: int
    least: int

    @property
    def text(self) -> str:
        """The condition in words."""
        if self.kind in {"open", "closed"}:
            return f"{CATEGORY_NAMES[self.which]} is {self.kind}"
        if self.kind in {"from", "before"}:
            return (
                f"{self.least} rows or more are closed"
                if self.kind == "from"
                else f"fewer than {self.least} rows are closed"
            )
        if self.kind == "dice":
            return f"{self.least} or more {CATEGORY_NAMES[self.which].lower()}"
        return f"{CATEGORY_NAMES[self.which]} would score {self.least} or more"

    def holds(self, masks: Array, rolls: Array, rules: Rules) -> Array:
        """Whether it holds, for masks and rolls of the same shape, or broadcast."""
        if self.kind == "open":
            return np.asarray(masks >> self.which & 1 == 0)
        if self.kind == "closed":
            return np.asarray(masks >> self.which & 1 == 1)
        if self.kind in {"from", "before"}:
            return np.asarray((np.bitwise_count(masks) >= self.least) == (self.kind == "from"))
        if self.kind == "dice":
            return np.asarray(COUNTS[:ROLLS, self.which][rolls] >= self.least)
        return np.asarray(POINTS[rules][self.which][rolls] >= self.least)


class Rule(NamedTuple):
    """Closes a category, if it is open and all conditions hold."""

    category: int
    conditions: tuple[Condition, ...]

    @property
    def text(self) -> str:
        """The rule as a sentence."""
        when = " and ".join(condition.text for condition in self.conditions)
        return f"{CATEGORY_NAMES[self.category]}{', if ' + when if when else ''}."


class RuleList(NamedTuple):
    """Rules in order, and the categories to close when none applies."""

    rules: tuple[Rule, ...]
    rest: tuple[int, ...]
    house: Rules

    def table(self) -> Array:
        """(32768, 252) uint8: the category closed by mask and roll; 255 for a full card."""
        masks, rolls = np.arange(FULL + 1, dtype=np.int64)[:, None], np.arange(ROLLS, dtype=np.int64)[None, :]
        found = np.full((FULL + 1, ROLLS), 255, dtype=np.uint8)
        for rule in (*self.rules, *(Rule(category, ()) for category in self.rest)):
            free = np.flatnonzero(((masks >> rule.category & 1) == 0)[:, 0])
            here = found[free] == 255
            for condition in rule.conditions:
                here &= condition.holds(masks[free], rolls, self.house)
            found[free] = np.where(here, np.uint8(rule.category), found[free])
        return found

    def write(self, path: Path) -> None:
        """Writes the list as JSON."""
        rows = [
            {"close": CATEGORIES[r.category], "if": [list(c) for c in r.conditions], "text": r.text} for r in self.rules
        ]
        data = {"rules": rows, "rest": [CATEGORIES[number] for number in self.rest], "house": list(self.house)}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(data, indent=1) + "\n", "utf-8")

    @classmethod
    def read(cls, path: Path, house: Rules) -> RuleList:
        """Reads a list.

        Raises:
            LabError: the file has none.
        """
        try:
            data = json.loads(path.read_text("utf-8"))
            rules = tuple(
                Rule(CATEGORIES.index(row["close"]), tuple(Condition(*condition) for condition in row["if"]))
                for row in data["rules"]
            )
            return cls(rules, tuple(CATEGORIES.index(name) for name in data["rest"]), house)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise LabError(f"{path} has no rules: {error}.") from None


@cache
def conditions() -> tuple[Condition, ...]:
    """All conditions that rules are made of."""
    categories = range(len(CATEGORIES))
    return (
        *(Condition(kind, which, 0) for kind in ("open", "closed") for which in categories),
        *(Condition(kind, 0, turn) for kind in ("from", "before") for turn in _TURNS),
        *(Condition("dice", face, least) for face in range(6) for least in range(1, 6)),
        *(
            Condition("points", CATEGORIES.index(name), least)
            for name, those in _POINTS_FROM.items()
            for least in those
        ),
    )


def value_of(close: Array, rules: Rules) -> Array:
    """(958976,) float64: the exact worth of positions to a player who closes by a table (32768, 252) and holds best."""
    flat = np.full(POSITIONS, np.nan, dtype=np.float64)
    flat[[position_of(FULL, 0), position_of(FULL, BONUS_AT)]] = 0.0, BONUS
    if not kernels.COMPILED:
        return _value_in_numpy(flat, close, rules)
    value_closings(
        flat,
        FIRST,
        np.array([len(levels) for levels in LEVELS], dtype=np.int64),
        np.array(sorted(range(FULL), key=lambda mask: -mask.bit_count()), dtype=np.int64),
        STEPS,
        COUNTS[:ROLLS].astype(np.int64),
        POINTS[rules].astype(np.float64),
        ROLL_WEIGHTS,
        ADDED,
        REMOVED,
        np.array(FIRST_OF_SIZE, dtype=np.int64),
        close,
    )
    return flat


def _value_in_numpy(flat: Array, close: Array, rules: Rules) -> Array:
    filled = np.bitwise_count(MASK)
    for closed in range(len(CATEGORIES) - 1, -1, -1):
        here = np.flatnonzero(filled == closed)
        for start in range(0, len(here), _CHUNK):
            part = here[start : start + _CHUNK]
            _, _, rolls = holds_of(flat, close[MASK[part]], part, rules)
            flat[part] = (rolls * ROLL_WEIGHTS[:, None]).sum(axis=0)
    return flat


def holds_of(flat: Array, close: Array, positions: Array, rules: Rules) -> tuple[Array, Array, Array]:
    """The worth of holds, with one and with two throws left (462, C), and of rolls with two (252, C).

    Args:
        flat: The worth of positions.
        close: (C, 252) the category closed.
        positions: (C,).
        rules: The house rules.
    """
    kinds = kinds_of(rules)
    ends = flat[np.minimum(following(positions)[kinds.slot], POSITIONS - 1)] + kinds.points[:, None]
    kind = kinds.of_roll[close.T, np.arange(ROLLS)[:, None]]
    lattice = np.empty((LATTICE, len(positions)), dtype=np.float64)
    lattice[:ROLLS] = np.take_along_axis(ends, kind, axis=0)
    space = scratch(len(positions))
    held = []
    for _ in range(2):
        expect_throws(lattice, space)
        held.append(lattice.copy())
        hold_best(lattice, space)
    return held[0], held[1], lattice[:ROLLS]


class RulePlayer:
    """Closes by a list of rules and holds best for somebody who does."""

    def __init__(self, rule_list: RuleList, name: str = "rules") -> None:
        self.rules, self.name = rule_list.house, name
        self._close = rule_list.table()
        self._flat = value_of(self._close, rule_list.house)

    @classmethod
    def read(cls, text: str, rules: Rules) -> RulePlayer:
        """The player of a file of rules."""
        return cls(RuleList.read(Path(text), rules), f"rules:{text}")

    def decide(self, positions: Array) -> Decisions:
        """The decisions by the rules."""
        close = self._close[MASK[positions]]
        held = np.zeros((2, len(positions), ROLLS), dtype=np.uint8)
        codes = np.arange(32)[None, :, None] >= HOLD_COUNT[:, None, None]
        for start in range(0, len(positions), _CHUNK):
            part = slice(start, start + _CHUNK)
            values = holds_of(self._flat, close[part], positions[part], self.rules)
            for stage in range(2):
                those = np.where(codes, -np.inf, values[stage][HOLDS.astype(np.int64)])
                held[stage, part] = those.argmax(axis=1).T
        return Decisions(close, held[0], held[1])
