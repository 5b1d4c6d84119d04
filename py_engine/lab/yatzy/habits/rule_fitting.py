"""Fits ordered rules to perfect play, for rows and for holds.

Examples are decisions of perfect play and what each choice would lose there. Beginning with a choice for when no rule applies, the
rule that saves the most is put in front, again and again: a choice and up to two conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.policies.conditions import PATTERNS, Condition, conditions, held_of, hold_conditions
from py_engine.games.yatzy.policies.rule_list import LAST_HOLD, HoldRule, Rule, RuleList
from py_engine.games.yatzy.rules.tables import ROLL_WEIGHTS, ROLLS, UPPER_MASKS, Rules
from py_engine.lab.yatzy.engine.decisions import Decider, Optimal
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.space import FINAL_TURN, MASK
from py_engine.lab.yatzy.engine.values import turn_values
from py_engine.lab.yatzy.engine.walk import outcomes, walk

__all__ = ["Examples", "HoldExamples", "examples", "fit", "fit_holds", "hold_examples"]

_POSITIONS = 300
"""Positions of a turn from which examples are drawn, at most."""
_LEAST = 1e-5
"""Points an example: a rule that saves less is none."""
_WORTH = 5e-4
"""Points an example: a rule without which so little more is lost is superfluous."""
_NAMES = tuple(PATTERNS)
"""The P patterns of holds, in the order of ``HoldExamples.losses``."""


class Examples(NamedTuple):
    """Decisions between rows."""

    masks: Array
    """(N,) int64."""
    rolls: Array
    """(N,) int64."""
    losses: Array
    """(N, 15) float32: what closing each row loses; infinite for closed ones."""


class HoldExamples(NamedTuple):
    """Decisions between holds."""

    masks: Array
    """(N,) int64."""
    rolls: Array
    """(N,) int64."""
    left: Array
    """(N,) int64: throws left, 1 or 2."""
    losses: Array
    """(N, P) float32: what holding each pattern loses; infinite where it is not there."""


def examples(rules: Rules, count: int, seed: int) -> Examples:
    """Examples drawn from perfect play by their probability, the same number from each turn but the last."""
    goal, generator = Goal(rules=rules), np.random.default_rng(seed)
    flat, each = solved(goal), count // (FINAL_TURN - 1)
    masks, rolls, losses = [], [], []
    for visit in walk(Optimal(goal), measure="nothing"):
        if visit.turn >= FINAL_TURN - 1:
            break
        chosen = generator.choice(len(visit.positions), min(_POSITIONS, each), p=visit.reached / visit.reached.sum())
        decisions = visit.decisions.take(chosen)
        _, between = outcomes(decisions, rules, rolls=True)
        closed = turn_values(flat, rules, visit.positions[chosen]).closed
        column = generator.integers(0, len(chosen), each)
        roll = _drawn(between[1][column], generator)
        values = closed[:, roll, column].T
        masks.append(MASK[visit.positions[chosen]][column].astype(np.int64))
        rolls.append(roll)
        losses.append((values.max(axis=1, keepdims=True) - values).astype(np.float32))
    return Examples(np.concatenate(masks), np.concatenate(rolls), np.concatenate(losses))


def hold_examples(rules: Rules, count: int, seed: int, player: Decider | None = None) -> HoldExamples:
    """Examples drawn from a player's games, the same number from each turn, half of them with either number of throws.

    Args:
        rules: The house rules.
        count: How many.
        seed: Of the draws.
        player: The player; None for perfect play.
    """
    goal, generator = Goal(rules=rules), np.random.default_rng(seed)
    flat, each = solved(goal), count // (2 * FINAL_TURN)
    found: list[tuple[Array, ...]] = []
    for visit in walk(player or Optimal(goal), measure="nothing"):
        if visit.turn >= FINAL_TURN:
            break
        chosen = generator.choice(len(visit.positions), min(_POSITIONS, each), p=visit.reached / visit.reached.sum())
        _, between = outcomes(visit.decisions.take(chosen), rules, rolls=True)
        turn = turn_values(flat, rules, visit.positions[chosen]).turn
        for left, chances in ((1, between[0]), (2, np.broadcast_to(ROLL_WEIGHTS, between[0].shape))):
            column = generator.integers(0, len(chosen), each)
            roll = _drawn(chances[column], generator)
            masks = MASK[visit.positions[chosen]][column].astype(np.int64)
            held = np.stack([held_of(name)[masks & (UPPER_MASKS - 1), roll] for name in _NAMES], axis=1)
            values = np.where(held >= 0, turn.held[left - 1][held, column[:, None]], -np.inf)
            best = turn.rolls[left][roll, column]
            found.append(
                (masks, roll, np.full(each, left, dtype=np.int64), (best[:, None] - values).astype(np.float32))
            )
    return HoldExamples(*(np.concatenate(part) for part in zip(*found, strict=True)))


def _drawn(chances: Array, generator: np.random.Generator) -> Array:
    """(N,) int64: a roll for each row of probabilities (N, 252)."""
    reached = np.cumsum(chances, axis=1)
    point = generator.random(len(chances))[:, None] * reached[:, -1:]
    return np.minimum((reached < point).sum(axis=1), ROLLS - 1)


def fit(those: Examples, rules: Rules, count: int) -> RuleList:
    """Rules for rows, the last found first.

    Args:
        those: The examples.
        rules: The house rules.
        count: How many rules.
    """
    # Without a rule, the open row is closed that loses least on average.
    means = np.where(np.isfinite(those.losses), those.losses, np.nan)
    rest = tuple(int(number) for number in np.argsort(np.nanmean(means, axis=0), kind="stable"))
    ranked = np.argsort(np.array(rest), kind="stable")
    still = np.isfinite(those.losses)
    current = np.where(still, ranked, 99).argmin(axis=1)
    known = conditions()
    features = _features(known, those.masks, those.rolls, rules)
    stages = [np.ones(len(current), dtype=bool)]
    drawn = _needed(_boosted(those.losses, current, features, stages, count), those.losses, current, features, stages)
    found = [Rule(row, tuple(known[number] for number in numbers)) for row, _, numbers in drawn]
    return RuleList(tuple(reversed(found)), rest, rules)


def fit_holds(those: HoldExamples, rules: Rules, count: int) -> tuple[HoldRule, ...]:
    """Rules for holds, the last found first; see ``fit``."""
    known = hold_conditions()
    features = _features(known, those.masks, those.rolls, rules)
    current = np.full(len(those.masks), _NAMES.index(LAST_HOLD), dtype=np.int64)
    stages = [np.ones(len(current), dtype=bool), those.left == 1, those.left == 2]
    drawn = _needed(_boosted(those.losses, current, features, stages, count), those.losses, current, features, stages)
    found = [HoldRule(_NAMES[row], stage, tuple(known[number] for number in numbers)) for row, stage, numbers in drawn]
    return tuple(reversed(found))


def _features(known: Sequence[Condition], masks: Array, rolls: Array, rules: Rules) -> Array:
    """(N, C) bool: whether each condition holds in each example."""
    return np.stack([np.broadcast_to(c.holds(masks, rolls, rules), masks.shape) for c in known], axis=1)


Drawn = tuple[int, int, tuple[int, ...]]
"""A rule as numbers: choice, stage and conditions."""


def _needed(rules: list[Drawn], losses: Array, current: Array, features: Array, stages: Sequence[Array]) -> list[Drawn]:
    """The rules without those that later ones, which apply first, have made superfluous; see ``_boosted``."""
    applies = [
        features[:, list(numbers)].all(axis=1) & np.isfinite(losses[:, choice]) & stages[stage]
        for choice, stage, numbers in rules
    ]
    lanes = np.arange(len(losses))

    def lost(kept: Sequence[int]) -> float:
        """The points lost in all examples with these rules."""
        chosen = current.copy()
        for number in kept:
            chosen[applies[number]] = rules[number][0]
        return float(losses[lanes, chosen].sum())

    kept = list(range(len(rules)))
    now = lost(kept)
    for number in range(len(rules)):
        without = [other for other in kept if other != number]
        then = lost(without)
        if then - now < _WORTH * len(losses):
            kept, now = without, then
    return [rules[number] for number in kept]


def _boosted(losses: Array, current: Array, features: Array, stages: Sequence[Array], count: int) -> list[Drawn]:
    """The choice, stage and conditions of rules in the order found, each of which saves the most.

    Args:
        losses: (N, P) of each choice; infinite where it is not there.
        current: (N,) the choice without rules.
        features: (N, C) the conditions.
        stages: Which examples a rule may be confined to, (N,) bool each; the first has all, the others have none in common.
        count: How many.
    """
    there = np.isfinite(losses)
    finite = np.where(there, losses, 0).astype(np.float32)
    as_numbers = features.astype(np.float32)
    lanes = np.arange(len(losses))
    current = current.copy()
    # Points that a rule would save: choice, stage, and two conditions, which are the same for a rule with one.
    saved = np.zeros((losses.shape[1], len(stages), features.shape[1], features.shape[1]))
    changed = lanes
    change = finite[lanes, current]
    # The loss of the current choice minus that of the rule's. Afterwards only the changed examples are brought up to date.
    _add_gains(saved, as_numbers, there, -finite, stages, lanes)
    found: list[Drawn] = []
    for _ in range(count):
        _add_gains(saved, as_numbers, there, np.broadcast_to(change[:, None], finite.shape), stages, changed)
        place = int(saved.argmax())
        choice, stage, one, other = (int(index) for index in np.unravel_index(place, saved.shape))
        if saved.flat[place] <= _LEAST * len(losses):
            break
        found.append((choice, stage, tuple(sorted({one, other}))))
        before = finite[lanes, current]
        applies = features[:, one] & features[:, other] & there[:, choice] & stages[stage]
        current = np.where(applies, choice, current)
        change = finite[lanes, current] - before
        changed = np.flatnonzero(change)
    return found


def _add_gains(  # noqa: PLR0917 - the arrays of a loop
    saved: Array, features: Array, there: Array, gains: Array, stages: Sequence[Array], lanes: Array
) -> None:
    """Adds the gains of choices in some examples to what rules save.

    Args:
        saved: (P, stages, C, C) float64, added to: by choice, stage and two conditions.
        features: (N, C) float32: 1 where a condition holds.
        there: (N, P) bool: which choices there are.
        gains: (N, P) float32.
        stages: (N,) bool each; the first is the sum of the others, if there are any.
        lanes: Indices of the examples.
    """
    for choice in range(len(saved)):
        for number, stage in enumerate(stages[1:] or stages, int(len(stages) > 1)):
            rows = lanes[there[lanes, choice] & stage[lanes]]
            part = features[rows]
            added = part.T @ (part * gains[rows, choice, None])
            saved[choice, number] += added
            if number:
                saved[choice, 0] += added
