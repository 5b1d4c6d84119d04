"""Ordered readable rules: the first that applies decides what is held, and which row is closed.

The shipped list (``rules.json``) is written by ``python -m py_engine.lab yatzy rosetta``, which fits it to perfect play; nothing
else changes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.policies.conditions import PATTERNS, Condition, held_of
from py_engine.games.yatzy.rules.tables import CATEGORIES, CATEGORY_NAMES, STANDARD, UPPER_MASKS, Rules

__all__ = ["LAST_HOLD", "Decided", "HoldRule", "Rule", "RuleList", "shipped"]

LAST_HOLD = "alike"
"""What is held if no rule applies."""
_OF_THE_CARD = {"open", "closed", "from", "before"}
_STAGES = {0: "Keep", 1: "With one throw left, keep", 2: "With two throws left, keep"}
_SUBJECTS = ("there are ", "the dice ")


class Rule(NamedTuple):
    """Closes a category, if it is open and all conditions hold."""

    category: int
    conditions: tuple[Condition, ...]

    @property
    def text(self) -> str:
        """The rule as a sentence."""
        # That its own row is open goes without saying.
        those = [c for c in self.conditions if (c.kind, c.which) != ("open", self.category)]
        return f"{CATEGORY_NAMES[self.category]}{_when(those)}."


class HoldRule(NamedTuple):
    """Holds a pattern, if it is there and all conditions hold."""

    pattern: str
    """A name in ``PATTERNS``."""
    left: int
    """Throws left, 1 or 2; 0 for either."""
    conditions: tuple[Condition, ...]

    @property
    def text(self) -> str:
        """The rule as a sentence."""
        return f"{_STAGES[self.left]} {PATTERNS[self.pattern]}{_when(self.conditions)}."

    def applies(self, masks: Array, rolls: Array, left: int, rules: Rules) -> Array:
        """Whether it applies, for masks and rolls of the same shape, or broadcast."""
        there = held_of(self.pattern)[masks & (UPPER_MASKS - 1), rolls] >= 0
        if self.left not in {0, left}:
            return np.zeros_like(there)
        for condition in self.conditions:
            there = there & condition.holds(masks, rolls, rules)
        return there


def _when(those: Sequence[Condition]) -> str:
    """The conditions as a clause, those on dice last; what two begin with is said once."""
    texts: list[str] = []
    for condition in sorted(those, key=lambda each: each.kind not in _OF_THE_CARD):
        text = condition.text
        same = next((start for start in _SUBJECTS if texts and text.startswith(start) and start in texts[-1]), "")
        texts.append(text.removeprefix(same))
    return f", if {' and '.join(texts)}" if texts else ""


class Decided(NamedTuple):
    """What the rules say."""

    choice: int
    """The multiset held, or the category closed."""
    number: int
    """Of the rule that decides, from 0; the number of rules if none of them applies."""
    text: str


class RuleList(NamedTuple):
    """Rules for rows and for holds in order, and the categories to close when none applies."""

    rules: tuple[Rule, ...]
    rest: tuple[int, ...]
    house: Rules
    holds: tuple[HoldRule, ...] = ()

    def close(self, mask: int, roll: int) -> Decided:
        """The category closed with a roll."""
        masks, rolls = np.array([mask], dtype=np.int64), np.array([roll], dtype=np.int64)
        for number, rule in enumerate(self.rules):
            if not mask >> rule.category & 1 and all(c.holds(masks, rolls, self.house)[0] for c in rule.conditions):
                return Decided(rule.category, number, rule.text)
        category = next(category for category in self.rest if not mask >> category & 1)
        return Decided(category, len(self.rules), f"No rule applies: {CATEGORY_NAMES[category]} is the row to give up.")

    def hold(self, mask: int, roll: int, left: int) -> Decided:
        """The multiset held of a roll."""
        masks, rolls = np.array([mask], dtype=np.int64), np.array([roll], dtype=np.int64)
        upper = mask & (UPPER_MASKS - 1)
        for number, rule in enumerate(self.holds):
            if rule.applies(masks, rolls, left, self.house)[0]:
                return Decided(int(held_of(rule.pattern)[upper, roll]), number, rule.text)
        last = f"No rule applies: keep {PATTERNS[LAST_HOLD]}."
        return Decided(int(held_of(LAST_HOLD)[upper, roll]), len(self.holds), last)

    def data(self) -> dict[str, Any]:
        """The list as JSON data."""
        return {
            "rules": [
                {"close": CATEGORIES[r.category], "if": [list(c) for c in r.conditions], "text": r.text}
                for r in self.rules
            ],
            "rest": [CATEGORIES[number] for number in self.rest],
            "holds": [
                {"keep": r.pattern, "left": r.left, "if": [list(c) for c in r.conditions], "text": r.text}
                for r in self.holds
            ],
            "house": list(self.house),
        }

    @classmethod
    def of(cls, data: Mapping[str, Any], house: Rules) -> RuleList:
        """The list in such data.

        Raises:
            KeyError, TypeError, ValueError: there is none.
        """
        rules = tuple(
            Rule(CATEGORIES.index(row["close"]), tuple(Condition(*condition) for condition in row["if"]))
            for row in data["rules"]
        )
        holds = tuple(
            HoldRule(row["keep"], row["left"], tuple(Condition(*condition) for condition in row["if"]))
            for row in data.get("holds", [])
        )
        if any(rule.pattern not in PATTERNS for rule in holds):
            raise ValueError("an unknown pattern")
        return cls(rules, tuple(CATEGORIES.index(name) for name in data["rest"]), house, holds)


@cache
def shipped() -> RuleList:
    """The list of the level that plays by it."""
    text = files("py_engine.games.yatzy.policies").joinpath("rules.json").read_text("utf-8")
    return RuleList.of(json.loads(text), STANDARD)
