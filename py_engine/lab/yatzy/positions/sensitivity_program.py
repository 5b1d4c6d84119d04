"""``yatzy sensitivity``: the risk preference at which the best decision in a position changes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.solver import Solver
from py_engine.games.yatzy.knowledge.uppers import is_reachable
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, MULTISETS, Rules
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.moods import Mood, hold_values
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.space import HOLD_COUNT, HOLDS, following, kinds_of, position_of
from py_engine.lab.yatzy.output.pictures import lines
from py_engine.lab.yatzy.output.writing import Result, add_output, show

__all__ = ["GRID", "Decision", "Flip", "action_name", "add", "flips", "values_at"]

GRID = (-0.2, -0.1, -0.05, -0.03, -0.02, -0.01, 0.0, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2)
_FEW = 9
"""Open rows up to which only what follows the card is solved."""


class Decision(NamedTuple):
    """A decision: a card, a roll and the throws left."""

    mask: int
    upper: int
    roll: int
    """The number of the roll in the lattice."""
    throws_left: int


class Flip(NamedTuple):
    """A change of the best action."""

    theta: float
    below: int
    above: int


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("sensitivity", help="the theta at which the best decision changes")
    parser.add_argument("dice", type=int, nargs=5)
    parser.add_argument("--left", type=int, choices=(0, 1, 2), default=2, help="throws left (2)")
    parser.add_argument("--closed", type=int, default=0, metavar="MASK", help="closed categories, bit i for category i")
    parser.add_argument("--upper", type=int, default=0)
    parser.add_argument("--theta", nargs="+", type=float, default=list(GRID), metavar="T", help="the grid to search in")
    parser.add_argument("--within", type=float, default=0.001, help="width of the interval of a flip (0.001)")
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_run)


@cache
def _table(theta: float, rules: Rules, closed: int) -> Array:
    if FULL.bit_count() - closed.bit_count() > _FEW:
        return solved(Goal(theta, rules=rules))
    solver = Solver(rules, theta, closed=closed)
    solver.run()
    return np.concatenate([array.ravel() for array in solver.values])


def values_at(decision: Decision, theta: float, rules: Rules) -> Array:
    """The certainty equivalent of each action, in points: of the holds by code, or of the categories if no throw is left."""
    flat = _table(theta, rules, decision.mask)
    kinds = kinds_of(rules)
    after = following(np.array([position_of(decision.mask, decision.upper)], dtype=np.int64))
    past = 0.0 if theta else -np.inf
    values = np.append(flat, np.nan if theta else past)[after]
    with np.errstate(divide="ignore", invalid="ignore"):
        worth = np.log(values) / theta if theta else values
    worth = np.where(np.isnan(worth), -np.inf, worth)
    closed = (worth[kinds.slot] + kinds.points[:, None])[kinds.of_roll]
    if not decision.throws_left:
        return np.asarray(closed[:, decision.roll, 0])
    held = hold_values(Mood(theta=theta, rules=rules), closed)[decision.throws_left - 1]
    return np.asarray(held[HOLDS[decision.roll, : HOLD_COUNT[decision.roll]].astype(np.int64), 0])


def action_name(decision: Decision, action: int) -> str:
    """An action as text: the category, or the dice held."""
    if not decision.throws_left:
        return CATEGORIES[action]
    dice = MULTISETS[HOLDS[decision.roll, action]]
    return " ".join(map(str, dice)) if dice else "nothing"


def flips(grid: list[float], within: float, best: Callable[[float], int]) -> list[Flip]:
    """The changes of the best action between the ends of a grid, each within an interval of that width.

    Changes there and back between two neighbours of the grid are not seen.
    """
    found = []
    for start, end in pairwise(grid):
        low, below = start, best(start)
        while below != best(end):
            a, b = low, end
            while b - a > within:
                middle = (a + b) / 2
                a, b = (middle, b) if best(middle) == below else (a, middle)
            found.append(Flip((a + b) / 2, below, best(b)))
            low, below = b, best(b)
    return found


def best_at(decision: Decision, rules: Rules) -> Callable[[float], int]:
    """The best action by risk preference; a tie keeps the lowest number."""
    return cache(lambda theta: int(np.argmax(np.round(values_at(decision, theta, rules), 7))))


def _run(chosen: argparse.Namespace) -> None:
    if not is_reachable(chosen.closed, min(63, chosen.upper)) or chosen.closed == FULL:
        raise LabError("There is no such card.")
    dice = tuple(sorted(chosen.dice))
    if dice not in MULTISETS:
        raise LabError("Dice are from 1 to 6.")
    rules = rules_of(chosen)
    decision = Decision(chosen.closed, min(63, chosen.upper), MULTISETS.index(dice), chosen.left)
    grid = sorted(chosen.theta)
    best = best_at(decision, rules)
    table: Rows = [["theta", "best", "worth", "runner-up", "worth"]]
    series: dict[str, tuple[list[float], list[float]]] = {}
    for theta in grid:
        values = values_at(decision, theta, rules)
        one, two = np.argsort(-values, kind="stable")[:2].tolist()
        names = [action_name(decision, one), action_name(decision, two)]
        table.append([f"{theta:g}", names[0], f"{values[one]:.4f}", names[1], f"{values[two]:.4f}"])
        lead = series.setdefault("lead over the runner-up", ([], []))
        lead[0].append(theta)
        lead[1].append(float(values[one] - values[two]))
    found = flips(grid, chosen.within, best)
    rows: Rows = [["theta", "below it", "above it"]]
    rows += [[f"{f.theta:.4f}", action_name(decision, f.below), action_name(decision, f.above)] for f in found]
    picture = lines("Lead of the best decision, in certain points", series, "theta", "points")
    title = f"{' '.join(map(str, dice))}, {chosen.left} throw{'s' * (chosen.left != 1)} left"
    data = {
        "flips": [f._asdict() for f in found],
        "actions": {a: action_name(decision, a) for f in found for a in f[1:]},
    }
    show(Result([(title, table), ("Changes", rows)], data, picture=picture), chosen)
