"""``yatzy rosetta``: perfect play distilled into an ordered list of readable rules for closing a row.

Examples are positions of perfect play, with the rolls it ends up with and what each row would lose there. Beginning with an order
of rows to give up, the rule that saves the most is put in front, again and again: a row and up to two conditions on the card
and the dice. The mean of the list is exact, for a player who holds best given these rules.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import CATEGORIES, ROLLS, Rules
from py_engine.lab.core.commands import KEPT, counted, say
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.decisions import Optimal
from py_engine.lab.yatzy.engine.rule_list import Rule, RuleList, conditions, value_of
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.space import FINAL_TURN, MASK
from py_engine.lab.yatzy.engine.values import turn_values
from py_engine.lab.yatzy.engine.walk import outcomes, walk
from py_engine.lab.yatzy.output.pictures import lines
from py_engine.lab.yatzy.output.writing import Result, add_output, show

__all__ = ["Examples", "add", "examples", "fit"]

PUBLIC = 227.5
"""Mean of the public project's 100 rules for rows with optimal holds."""
_POSITIONS = 300


class Examples(NamedTuple):
    """Decisions between rows."""

    masks: Array
    """(N,) int64."""
    rolls: Array
    """(N,) int64."""
    losses: Array
    """(N, 15) float32: what closing each row loses; infinite for closed ones."""


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("rosetta", help="perfect play as an ordered list of readable rules")
    parser.add_argument("--rules", type=counted, default=100, help="how many (100)")
    parser.add_argument("--examples", type=counted, default=30_000, help="decisions to fit (30,000)")
    parser.add_argument("--every", type=counted, default=10, help="rules between two exact means (10)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--list", type=Path, default=KEPT / "yatzy" / "rules.json", help="file of the rules, a player by rules:FILE"
    )
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_run)


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
        reached = np.cumsum(between[1], axis=1)[column]
        roll = np.minimum((reached < generator.random(each)[:, None] * reached[:, -1:]).sum(axis=1), ROLLS - 1)
        values = closed[:, roll, column].T
        masks.append(MASK[visit.positions[chosen]][column].astype(np.int64))
        rolls.append(roll)
        losses.append((values.max(axis=1, keepdims=True) - values).astype(np.float32))
    return Examples(np.concatenate(masks), np.concatenate(rolls), np.concatenate(losses))


def fit(those: Examples, rules: Rules, count: int) -> RuleList:
    """The rules, the last found first.

    Args:
        those: The examples.
        rules: The house rules.
        count: How many rules.
    """
    means = np.where(np.isfinite(those.losses), those.losses, np.nan)
    rest = tuple(int(number) for number in np.argsort(np.nanmean(means, axis=0), kind="stable"))
    ranked = np.argsort(np.array(rest), kind="stable")
    still = np.isfinite(those.losses)
    current = np.where(still, ranked, 99).argmin(axis=1)
    known = conditions()
    features = np.stack(
        [np.broadcast_to(c.holds(those.masks, those.rolls, rules), those.masks.shape) for c in known], axis=1
    )
    as_numbers = features.astype(np.float32)
    lanes = np.arange(len(those.masks))
    found: list[Rule] = []
    for _ in range(count):
        now = those.losses[lanes, current]
        best: tuple[float, int, int, int] = (0.0, -1, -1, -1)
        for category in range(len(CATEGORIES)):
            gain = np.where(still[:, category], now - np.where(still[:, category], those.losses[:, category], 0), 0)
            rows = np.flatnonzero(gain)
            part = as_numbers[rows]
            saved = part.T @ (part * gain[rows, None])
            place = int(saved.argmax())
            if saved.flat[place] > best[0]:
                best = (float(saved.flat[place]), category, *divmod(place, len(known)))
        if best[1] < 0:
            break
        _, category, one, other = best
        found.append(Rule(category, tuple(known[number] for number in sorted({one, other}))))
        applies = features[:, one] & features[:, other] & still[:, category]
        current = np.where(applies, category, current)
    return RuleList(tuple(reversed(found)), rest, rules)


def _run(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    found = fit(examples(rules, chosen.examples, chosen.seed), rules, chosen.rules)
    found.write(chosen.list)
    sizes = sorted({0, 1, 2, 5, *range(chosen.every, len(found.rules), chosen.every), len(found.rules)})
    means = []
    for size in sizes:
        part = RuleList(found.rules[len(found.rules) - size :], found.rest, rules)
        means.append(float(value_of(part.table(), rules)[0]))
        say(f"{size} rules: {means[-1]:.3f}")
    table: Rows = [["rules", "exact mean", "public project"]]
    table += [[str(n), f"{mean:.3f}", f"{PUBLIC}" if n == 100 else ""] for n, mean in zip(sizes, means, strict=True)]
    listed: Rows = [["", "close"]]
    listed += [[str(number), rule.text] for number, rule in enumerate(found.rules, 1)]
    listed.append(["else", "the first that is open of " + ", ".join(CATEGORIES[number] for number in found.rest)])
    picture = lines("Mean score by number of rules", {"rules": ([float(n) for n in sizes], means)}, "rules", "mean")
    data = {"sizes": sizes, "means": means, "rules": [rule.text for rule in found.rules], "seed": chosen.seed}
    show(Result([("Rules, the first that applies", listed), ("Exact means", table)], data, picture=picture), chosen)
