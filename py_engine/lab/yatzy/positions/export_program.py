"""``yatzy regret-export``, ``training-export`` and ``game-export``: decisions and positions as columns for other programs.

- ``regret-export``: every decision of simulated games, with best and second best action, the gap, and what was lost.
- ``training-export``: positions between turns with their exact values, of those that perfect play visits, by probability.
- ``game-export``: one played game, move by move.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import CATEGORIES, MULTISETS, UPPER
from py_engine.lab.core.commands import counted
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.decisions import Optimal
from py_engine.lab.yatzy.engine.games import Book, Games, Log, play
from py_engine.lab.yatzy.engine.players import decider_of
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.space import FINAL_TURN, MASK, UPPER_SCORE, following, kinds_of, position_of
from py_engine.lab.yatzy.engine.values import turn_values
from py_engine.lab.yatzy.engine.walk import walk
from py_engine.lab.yatzy.output.writing import Result, add_output, show
from py_engine.lab.yatzy.positions.pool import collect, pool_columns

__all__ = ["add", "training", "valued_game"]


def add(programs: Any) -> None:
    """Adds the programs."""
    parser = programs.add_parser("regret-export", help="decisions of games with errors, as columns")
    parser.add_argument("--games", type=counted, default=2000)
    parser.add_argument(
        "--error", type=float, default=0.7, help="points; a move that loses these is chosen half as often"
    )
    _common(parser, _regret)
    parser = programs.add_parser("training-export", help="positions and their exact values, as columns")
    parser.add_argument("--rows", type=counted, default=100_000, help="at most; drawn by probability if there are more")
    _common(parser, _training)
    parser = programs.add_parser("game-export", help="one game of a player, move by move")
    parser.add_argument("player", nargs="?", default="greedy")
    _common(parser, _game)


def _common(parser: argparse.ArgumentParser, run: Any) -> None:
    parser.add_argument("--seed", type=int, default=0)
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=run)


def _regret(chosen: argparse.Namespace) -> None:
    pool = collect(rules_of(chosen), chosen.games, chosen.seed, chosen.error)
    columns = pool_columns(pool)
    table: Rows = [["decisions", "met a game", "mean gap", "mean loss of a rule of thumb"]]
    weight = pool.frequency / pool.frequency.sum()
    means = [f"{float((weight * values).sum()):.4f}" for values in (pool.gap, pool.obvious_loss)]
    table.append([f"{len(pool.mask):,}", f"{pool.frequency.sum():.2f}", *means])
    show(Result([("Different decisions", table)], {"decisions": len(pool.mask), "seed": chosen.seed}, columns), chosen)


def training(goal: Goal, rows: int, seed: int) -> dict[str, Array]:
    """Positions that perfect play visits, their probability and value; drawn by probability if there are more than asked."""
    parts = [(visit.positions, visit.reached) for visit in walk(Optimal(goal), measure="nothing")]
    positions = np.concatenate([part for part, _ in parts])
    reached = np.concatenate([part for _, part in parts])
    if len(positions) > rows:
        generator = np.random.default_rng(seed)
        those = np.sort(generator.choice(len(positions), rows, replace=False, p=reached / reached.sum()))
        positions, reached = positions[those], reached[those]
    closed = {f"closed_{name}": (MASK[positions] >> i & 1).astype(np.uint8) for i, name in enumerate(CATEGORIES)}
    return {**closed, "upper": UPPER_SCORE[positions], "probability": reached, "value": solved(goal)[positions]}


def _training(chosen: argparse.Namespace) -> None:
    columns = training(Goal(rules=rules_of(chosen)), chosen.rows, chosen.seed)
    count = len(columns["value"])
    table: Rows = [["positions", "mean value"], [f"{count:,}", f"{columns['value'].mean():.4f}"]]
    show(Result([("Positions of perfect play", table)], {"positions": count, "seed": chosen.seed}, columns), chosen)


def valued_game(games: Games, log: Log, goal: Goal) -> list[dict[str, Any]]:
    """The decisions of the first game: what was done, what was best, and what it lost."""
    kinds, flat = kinds_of(goal.rules), solved(goal)
    position, found = position_of(0, 0), []
    for turn in range(FINAL_TURN):
        here = turn_values(flat, goal.rules, np.array([position], dtype=np.int64))
        for stage in range(2):
            roll, held = int(log.rolls[turn, stage, 0]), int(log.held[turn, stage, 0])
            loss = float(here.turn.rolls[2 - stage][roll, 0] - here.turn.held[1 - stage][held, 0])
            found.append(
                {
                    "turn": turn + 1,
                    "roll": MULTISETS[roll],
                    "holds": MULTISETS[held],
                    "closes": None,
                    "points": 0,
                    "lost": loss,
                }
            )
        roll, category = int(log.rolls[turn, 2, 0]), int(games.closed[0, turn])
        loss = float(here.turn.rolls[0][roll, 0] - here.closed[category, roll, 0])
        points = int(games.points[0, turn])
        found.append(
            {
                "turn": turn + 1,
                "roll": MULTISETS[roll],
                "holds": None,
                "closes": CATEGORIES[category],
                "points": points,
                "lost": loss,
            }
        )
        slot = kinds.slot[kinds.of_roll[category, roll]]
        position = int(following(np.array([position], dtype=np.int64))[slot, 0])
    return found


def _game(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    games, log = play(Book(decider_of(chosen.player, rules)), 1, np.random.default_rng(chosen.seed), log=True)
    if log is None:
        return
    moves = valued_game(games, log, Goal(rules=rules))
    table: Rows = [["turn", "roll", "holds", "closes", "points", "lost"]]
    for move in moves:
        dice, held = (" ".join(map(str, move[name] or ())) for name in ("roll", "holds"))
        table.append([str(move["turn"]), dice, held, move["closes"] or "", str(move["points"]), f"{move['lost']:.3f}"])
    total, lost = int(games.totals[0]), sum(move["lost"] for move in moves)
    title = f"A game of {chosen.player}, seed {chosen.seed}: {total} points, {lost:.2f} lost by decisions"
    upper = int(games.points[0][games.closed[0] < UPPER].sum())
    show(Result([(title, table)], {"player": chosen.player, "total": total, "upper": upper, "moves": moves}), chosen)
