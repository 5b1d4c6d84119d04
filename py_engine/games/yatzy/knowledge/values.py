"""Value tables: lookup of positions between turns, and loading the table of some rules."""

from __future__ import annotations

import numpy as np

from py_engine.core import artifacts
from py_engine.core.contract import ContractError
from py_engine.core.numerics import Array
from py_engine.core.validation import shorten
from py_engine.games.yatzy.knowledge.artifact import BONUS_SCALE, SCALE, Facts, Table, decode, encode, table_name
from py_engine.games.yatzy.knowledge.origin import origin
from py_engine.games.yatzy.knowledge.solver import Solver, Values
from py_engine.games.yatzy.knowledge.uppers import FIRST, LEVEL_OF, LEVELS
from py_engine.games.yatzy.rules.tables import ALL_RULES, RULESET_ID, UPPER, UPPER_MASKS, Rules

__all__ = [
    "BONUS_STEP",
    "ValueTable",
    "is_loaded",
    "load",
    "packed",
    "require",
]

BONUS_STEP = 1 / (1 << 16)
_LEVELS = np.array([len(levels) for levels in LEVELS], dtype=np.int64)


class ValueTable:
    """Expected remaining points, bonus included, under optimal play.

    Args:
        flat: (958976,) float64, by upper mask, lower mask and level.
        rules: The house rules.
        bonus: (958976,) float64, probability of the bonus, in the same order; None if unknown.
        facts: The facts of a game from an empty card; None if unknown.
        sha256: SHA-256 of the table's file; empty for a table that was just solved.
    """

    def __init__(
        self,
        flat: Array,
        rules: Rules,
        bonus: Array | None = None,
        facts: Facts | None = None,
        sha256: str = "",
    ) -> None:
        self.flat, self.rules, self.bonus, self.facts, self.sha256 = flat, rules, bonus, facts, sha256

    @classmethod
    def of(cls, table: Table) -> ValueTable:
        """The table of an artifact."""
        bonus = None if table.bonus is None else table.bonus.astype(np.float64) / BONUS_SCALE
        return cls(table.steps.astype(np.float64) / SCALE, table.rules, bonus, table.facts, table.sha256)

    @classmethod
    def solved(cls, values: Values, rules: Rules) -> ValueTable:
        """The solver's table, not rounded."""
        return cls(_flat(values), rules)

    @property
    def name(self) -> str:
        """The artifact's name."""
        return table_name(self.rules)

    def look_up(self, masks: Array, uppers: Array) -> Array:
        """The values of positions.

        Args:
            masks: (B,) int: closed categories.
            uppers: (B,) int: upper scores, at most 63, that the masks allow (see ``uppers.is_reachable``).

        Returns:
            (B,) float64.
        """
        return self.flat[_where(masks, uppers)]

    def bonus_chance(self, masks: Array, uppers: Array) -> Array | None:
        """(B,) float64: probability of the bonus, to 1/1024; None if unknown."""
        return None if self.bonus is None else self.bonus[_where(masks, uppers)]

    def value(self, mask: int, upper: int) -> float:
        """The value of one position."""
        return float(self.look_up(np.array([mask], dtype=np.int64), np.array([upper], dtype=np.int64))[0])


def _where(masks: Array, uppers: Array) -> Array:
    """The indices of positions in a table."""
    upper_masks = masks & (UPPER_MASKS - 1)
    return FIRST[upper_masks] + (masks >> UPPER) * _LEVELS[upper_masks] + LEVEL_OF[upper_masks, uppers]


def _flat(values: Values) -> Array:
    return np.concatenate([array.ravel() for array in values])


def packed(values: Values, rules: Rules, more_bonus: Values | None = None, facts: Facts | None = None) -> bytes:
    """The artifact of a solved table.

    Args:
        values: The solver's.
        rules: The house rules.
        more_bonus: Values of the game with a bonus larger by ``BONUS_STEP``. The derivative of a value with respect to
            the bonus is the probability of the bonus, because optimal play does not change for so small a step.
        facts: Stored with the table.
    """
    flat = _flat(values)
    bonus = None
    if more_bonus is not None:
        chance = (_flat(more_bonus) - flat) / BONUS_STEP
        bonus = np.rint(np.clip(chance, 0.0, 1.0) * BONUS_SCALE).astype(np.int32)
    return encode(np.rint(flat * SCALE).astype(np.int32), bonus, rules, facts)


_tables: dict[str, ValueTable] = {}


def load(name: object, data: object) -> str:
    """Loads a table from its bytes; returns their SHA-256.

    Raises:
        ContractError: NOT_FOUND for an unknown name, INVALID_ARTIFACT for bytes that are not that table.
    """
    rules = next((rules for rules in ALL_RULES if table_name(rules) == name), None)
    if rules is None:
        raise ContractError("NOT_FOUND", f"Yatzy has no artifact {shorten(name)!r}.")
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise ContractError("INVALID_ARTIFACT", "Yatzy's table should be bytes.")
    table = ValueTable.of(decode(bytes(data), rules))
    _tables[table.name] = table
    return table.sha256


def is_loaded(rules: Rules) -> bool:
    """Whether the table of these rules is in memory."""
    return table_name(rules) in _tables


def require(rules: Rules) -> ValueTable:
    """The table of these rules. Outside the browser it is read from disk, or solved once and saved.

    Raises:
        ContractError: NOT_FOUND in the browser if the page has not loaded it; the context names the table.
    """
    name = table_name(rules)
    if name not in _tables:
        _tables[name] = _natively(rules, name)
    return _tables[name]


def _natively(rules: Rules, name: str) -> ValueTable:
    if artifacts.IN_BROWSER:
        raise artifacts.missing(RULESET_ID, name, "Yatzy", {"name": "solve", "args": dict(rules._asdict())})
    plain = None
    for data in artifacts.found(RULESET_ID, name):
        try:
            table = decode(data, rules)
        except ContractError:
            continue
        if table.origin == origin():
            if table.bonus is not None and table.facts is not None:
                return ValueTable.of(table)
            plain = table
    if plain is not None:
        return ValueTable.of(plain)
    solver = Solver(rules)
    solver.run()
    data = packed(solver.values, rules)
    artifacts.keep(RULESET_ID, name, data)
    return ValueTable.of(decode(data, rules))
