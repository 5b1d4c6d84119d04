"""Lists of readable rules as tables of decisions, and what they are worth. Without rules for holds, the best are held."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.lattice import expect_throws, hold_best, scratch
from py_engine.games.yatzy.knowledge.uppers import FIRST, LEVELS, POSITIONS
from py_engine.games.yatzy.policies.conditions import PATTERNS, held_of
from py_engine.games.yatzy.policies.rule_list import LAST_HOLD, HoldRule, Rule, RuleList
from py_engine.games.yatzy.rules.tables import (
    BONUS,
    BONUS_AT,
    CATEGORIES,
    COUNTS,
    FULL,
    LATTICE,
    POINTS,
    ROLL_WEIGHTS,
    ROLLS,
    UPPER_MASKS,
    Rules,
)
from py_engine.lab.core.errors import LabError
from py_engine.lab.yatzy.engine import kernels
from py_engine.lab.yatzy.engine.decisions import Decisions
from py_engine.lab.yatzy.engine.space import (
    CODE_OF,
    DIE_STEPS,
    HOLD_COUNT,
    HOLDS,
    MASK,
    STEPS,
    following,
    kinds_of,
    position_of,
)
from py_engine.lab.yatzy.engine.value_kernels import value_closings

__all__ = ["RulePlayer", "hold_table", "holds_of", "read", "row_table", "value_of", "write"]

_CHUNK = 512


def row_table(those: RuleList) -> Array:
    """(32768, 252) uint8: the category closed by mask and roll; 255 for a full card."""
    masks, rolls = np.arange(FULL + 1, dtype=np.int64)[:, None], np.arange(ROLLS, dtype=np.int64)[None, :]
    found = np.full((FULL + 1, ROLLS), 255, dtype=np.uint8)
    for rule in (*those.rules, *(Rule(category, ()) for category in those.rest)):
        free = np.flatnonzero(((masks >> rule.category & 1) == 0)[:, 0])
        here = found[free] == 255
        for condition in rule.conditions:
            here &= condition.holds(masks[free], rolls, those.house)
        found[free] = np.where(here, np.uint8(rule.category), found[free])
    return found


def hold_table(those: RuleList, left: int) -> Array:
    """(32768, 252) uint8: the code (see ``space.HOLDS``) of what is held by mask and roll."""
    masks, rolls = np.arange(FULL + 1, dtype=np.int64)[:, None], np.arange(ROLLS, dtype=np.int64)[None, :]
    codes = {name: CODE_OF[np.arange(ROLLS)[None, :], np.maximum(held_of(name), 0)] for name in PATTERNS}
    upper = np.arange(FULL + 1, dtype=np.int64) & (UPPER_MASKS - 1)
    found = np.full((FULL + 1, ROLLS), 255, dtype=np.uint8)
    for rule in (*those.holds, HoldRule(LAST_HOLD, 0, ())):
        here = (found == 255) & rule.applies(masks, rolls, left, those.house)
        np.copyto(found, codes[rule.pattern][upper], where=here)
    return found


def write(those: RuleList, path: Path) -> None:
    """Writes a list as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(those.data(), indent=1) + "\n", "utf-8")


def read(path: Path, house: Rules) -> RuleList:
    """Reads a list.

    Raises:
        LabError: the file has none.
    """
    try:
        return RuleList.of(json.loads(path.read_text("utf-8")), house)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LabError(f"{path} has no rules: {error}.") from None


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
        DIE_STEPS,
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
    """Plays by a list of rules; if it has none for holds, holds best for somebody who closes by it."""

    def __init__(self, rule_list: RuleList, name: str = "rules") -> None:
        self.rules, self.name = rule_list.house, name
        self._close = row_table(rule_list)
        self._held = [hold_table(rule_list, left) for left in (1, 2)] if rule_list.holds else None
        self._flat = np.empty(0) if rule_list.holds else value_of(self._close, rule_list.house)

    @classmethod
    def read(cls, text: str, rules: Rules) -> RulePlayer:
        """The player of a file of rules."""
        return cls(read(Path(text), rules), f"rules:{text}")

    def decide(self, positions: Array) -> Decisions:
        """The decisions by the rules."""
        masks = MASK[positions]
        close = self._close[masks]
        if self._held is not None:
            return Decisions(close, self._held[0][masks], self._held[1][masks])
        held = np.zeros((2, len(positions), ROLLS), dtype=np.uint8)
        codes = np.arange(32)[None, :, None] >= HOLD_COUNT[:, None, None]
        for start in range(0, len(positions), _CHUNK):
            part = slice(start, start + _CHUNK)
            values = holds_of(self._flat, close[part], positions[part], self.rules)
            for stage in range(2):
                those = np.where(codes, -np.inf, values[stage][HOLDS.astype(np.int64)])
                held[stage, part] = those.argmax(axis=1).T
        return Decisions(close, held[0], held[1])
