"""``yatzy scenarios``, ``difficult``, ``pivotal`` and ``scenario-sensitivity``: decisions worth looking at, from realistic games.

- ``scenarios``: frequent and close ones, of all phases, kinds and tensions.
- ``difficult``: where what a rule of thumb does (``human:keen``) loses the most, met often enough to matter.
- ``pivotal``: turning points, where the next throw, or the choice of a row, moves the expected score the most.
- ``scenario-sensitivity``: the risk preferences at which the best decisions of the scenarios change.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any, get_args

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.coaching.classify import DecisionCode, Phase, Tension
from py_engine.games.yatzy.rules.tables import CATEGORIES, MULTISETS
from py_engine.lab.core.commands import counted
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.output.writing import Result, add_output, show
from py_engine.lab.yatzy.positions.pool import Pool, collect, different, pool_columns
from py_engine.lab.yatzy.positions.sensitivity_program import GRID, action_name, best_at

__all__ = ["add", "scores_of"]

_CLOSE = 1.0
"""Points: a decision with this gap counts half as much as one without."""
_PLAIN = 6.0
"""Points: with this gap there is nothing to decide."""
_PER_CLASS = 2


def add(programs: Any) -> None:
    """Adds the programs."""
    helps = {
        "scenarios": "frequent and close decisions, no two alike",
        "difficult": "decisions in which rules of thumb lose the most",
        "pivotal": "turning points of games",
        "scenario-sensitivity": "the thetas at which the best decisions of scenarios change",
    }
    for name, text in helps.items():
        parser = programs.add_parser(name, help=text)
        parser.add_argument("--games", type=counted, default=4000, help="of a player who errs now and then (4,000)")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument(
            "--error", type=float, default=0.7, help="points; a move that loses these is chosen half as often"
        )
        parser.add_argument("--count", type=counted, default=30)
        add_rules(parser)
        add_output(parser)
        parser.set_defaults(run=_flips if name == "scenario-sensitivity" else _chosen(name))


def scores_of(pool: Pool) -> Mapping[str, Array]:
    """How much each decision belongs in each selection."""
    often = np.sqrt(pool.frequency)
    return {
        "scenarios": often / (1.0 + (pool.gap / _CLOSE) ** 2) * (pool.gap > 0.02),
        "difficult": often * pool.obvious_loss * (pool.gap > 0.25) * (pool.gap < _PLAIN),
        "pivotal": often * pool.stake * (pool.gap < _PLAIN),
    }


def _pool(chosen: argparse.Namespace, name: str) -> tuple[Pool, int]:
    pool = collect(rules_of(chosen), chosen.games, chosen.seed, chosen.error)
    rows = different(pool, scores_of(pool)[name], chosen.count, max(_PER_CLASS, chosen.count // 10))
    return pool.take(rows), len(pool.mask)


def _chosen(name: str) -> Callable[[argparse.Namespace], None]:
    def run(chosen: argparse.Namespace) -> None:
        pool, total = _pool(chosen, name)
        table: Rows = [
            ["dice", "left", "open rows", "upper", "best", "runner-up", "gap", "thumb loses", "stake", "class"]
        ]
        for row in range(len(pool.mask)):
            table.append(_described(pool, row))
        title = f"{name}: {len(pool.mask)} of {total:,} decisions from {chosen.games:,} games, seed {chosen.seed}"
        columns = pool_columns(pool)
        show(Result([(title, table)], {"decisions": {k: v.tolist() for k, v in columns.items()}}, columns), chosen)

    return run


def _described(pool: Pool, row: int) -> list[str]:
    decision = pool.decision(row)
    dice = " ".join(map(str, MULTISETS[decision.roll]))
    still = [name for i, name in enumerate(CATEGORIES) if not decision.mask >> i & 1]
    open_rows = f"{len(still)}" if len(still) > 5 else ", ".join(still)
    classes = (
        get_args(Phase)[pool.phase[row]],
        get_args(DecisionCode)[pool.kind[row]],
        get_args(Tension)[pool.tension[row]],
    )
    actions = [action_name(decision, int(action)) for action in (pool.best[row], pool.second[row])]
    numbers = [f"{value:.2f}" for value in (pool.gap[row], pool.obvious_loss[row], pool.stake[row])]
    return [dice, str(decision.throws_left), open_rows, str(decision.upper), *actions, *numbers, " ".join(classes)]


def _flips(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    pool, _ = _pool(chosen, "scenarios")
    table: Rows = [["dice", "left", "open rows", "best at theta 0", "cautious from", "does", "bold from", "does"]]
    rows, changing = [], 0
    for row in range(len(pool.mask)):
        decision = pool.decision(row)
        best = best_at(decision, rules)
        neutral = best(0.0)
        sides = []
        for grid in (sorted((t for t in GRID if t < 0), reverse=True), sorted(t for t in GRID if t > 0)):
            theta = next((t for t in grid if best(t) != neutral), None)
            sides.append((theta, None if theta is None else action_name(decision, best(theta))))
        (low, safe), (high, bold) = sides
        dice = " ".join(map(str, MULTISETS[decision.roll]))
        still = str(len(CATEGORIES) - decision.mask.bit_count())
        cells = [f"{low:g}" if low else "", safe or "", f"{high:g}" if high else "", bold or ""]
        table.append([dice, str(decision.throws_left), still, action_name(decision, neutral), *cells])
        rows.append({"decision": decision._asdict(), "cautious": sides[0], "bold": sides[1]})
        changing += low is not None or high is not None
    title = f"{changing} of {len(rows)} scenarios change within theta {GRID[0]:g} to {GRID[-1]:g} (grid of {len(GRID)})"
    show(Result([(title, table)], {"scenarios": rows}), chosen)
