"""``yatzy win-errors``: how far the estimated chances to win are from exact best responses.

Players who err now and then play until each has the same number of open rows. Then the turn of the first is both estimated and
solved, and compared: the chance before the throw, differences between moves that are worth a thought, the luck of throws, and
what the estimated best moves lose.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple, TypedDict

import numpy as np

from py_engine.core.numerics import U8, U32, Array
from py_engine.games.yatzy.knowledge.turn import Turn, play_turn
from py_engine.games.yatzy.knowledge.values import ValueTable, require
from py_engine.games.yatzy.knowledge.winning.estimate import distribution_of, estimated_closings
from py_engine.games.yatzy.knowledge.winning.payoff import SCORES, Card, against
from py_engine.games.yatzy.policies.policy import action_values, look_ahead, optimal, sample_near_best
from py_engine.games.yatzy.rules.batch import finished, new_batch, step
from py_engine.games.yatzy.rules.tables import CATEGORIES, FACES, ROLL_WEIGHTS, ROLLS, Rules
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.spread import stage
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.decisions import Optimal
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.engine.solving import Goal
from py_engine.lab.yatzy.engine.space import HOLD_COUNT, HOLDS
from py_engine.lab.yatzy.engine.walk import distribution
from py_engine.lab.yatzy.output.writing import Result, add_output, show
from py_engine.lab.yatzy.versus.response import winning_closings

__all__ = ["Errors", "Task", "add", "cards_at", "errors_at", "errors_of"]

_WORTH_A_THOUGHT = 0.1
"""Moves that lose more than this are left out."""
_SCALE = 0.7
"""How much the players err; see ``policy.Policy``."""
_OTHERS = 0.2
"""The share of the work that goes into the others' distributions."""
_MUCH = 0.01
"""A loss that is counted."""


class Task(TypedDict):
    """A position of a sample."""

    rules: list[bool]
    rows: int
    players: int
    count: int
    """Positions of the sample."""
    seed: int
    number: int
    engine: str
    """The version of the engine."""


class Errors(NamedTuple):
    """Squared errors at one position, of chances from 0 to 1, and what the moves lose that the estimate takes for the best."""

    level: float
    """Of the chance before the throw."""
    difference: float
    """Mean over moves: of the difference from the best other one."""
    luck: float
    """Mean over first throws."""
    loss: float
    """Mean over decisions: loss by the exact chances, not squared."""
    much: float
    """Share of the decisions that lose more than a point of a hundred."""
    worst: float
    """Largest loss of a decision."""


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("win-errors", help="estimated chances to win against exact best responses (resumable)")
    parser.add_argument("--players", nargs="+", type=counted, default=[2, 3, 4, 6], metavar="N")
    parser.add_argument(
        "--rows",
        nargs="+",
        type=counted,
        default=[7],
        metavar="N",
        help="open rows of everybody (7; without numba up to 8)",
    )
    parser.add_argument(
        "--positions",
        nargs="+",
        type=counted,
        default=[40],
        metavar="N",
        help="for each number of players (40); as many numbers as there are of rows, or one",
    )
    parser.add_argument("--seed", type=int, default=0)
    add_rules(parser)
    add_common(parser, "yatzy-win-errors")
    add_output(parser)
    parser.set_defaults(run=_run)


def cards_at(table: ValueTable, rows: int, count: int, seed: int) -> list[Card]:
    """Cards with this many open rows, from games of a player who errs now and then."""
    generator = np.random.default_rng(seed)

    def dice() -> Array:
        return generator.integers(1, FACES + 1, size=(count, 5), dtype=U8)

    batch, objective = new_batch(1, dice(), table.rules), optimal(table)
    found: dict[int, Card] = {}
    while len(found) < count:
        for lane in np.flatnonzero(~finished(batch)).tolist():
            upper, lower = int(batch.upper[0, lane]), int(batch.lower[0, lane])
            card = Card(int(batch.closed[0, lane]), upper, upper + lower)
            if card.open_rows == rows:
                found.setdefault(lane, card)
        values = action_values(batch, look_ahead(batch, objective))
        bits = generator.integers(0, 2**32, size=count, dtype=U32)
        step(batch, sample_near_best(values, batch.dice, _SCALE, bits), dice())
    return [found[lane] for lane in range(count)]


def errors_of(table: ValueTable, own: Card, others: Sequence[Card]) -> Errors:
    """The errors of one turn."""
    known = []
    for number, card in enumerate(others):
        with stage(_OTHERS * number / len(others), _OTHERS * (number + 1) / len(others)):
            known.append(_distribution(table, card))
    with stage(_OTHERS, 1.0):
        solved_closings = winning_closings(table.rules, own, against(known))
    payoff = against([distribution_of(table, card) for card in others])
    guessed_closings = estimated_closings(table, own, payoff)
    exact, guessed = (play_turn(closed.max(axis=0)[:, None]) for closed in (solved_closings, guessed_closings))
    level = float(guessed.start[0] - exact.start[0])
    off = (guessed.rolls[2] - exact.rolls[2])[:, 0] - level
    luck = float((ROLL_WEIGHTS * off * off).sum())
    guesses, truths = _moves(guessed, guessed_closings), _moves(exact, solved_closings)
    return Errors(level * level, _difference(guesses, truths), luck, *_losses(guesses, truths))


def _distribution(table: ValueTable, card: Card) -> Array:
    """The exact distribution of a card's final score, played for points."""
    later = distribution(Optimal(Goal(rules=table.rules), table.flat), card.mask, card.upper).chances
    found = np.zeros(SCORES, dtype=np.float64)
    found[card.points : card.points + len(later)] = later[: SCORES - card.points]
    return found


def _moves(turn: Turn, closed: Array) -> list[list[Array]]:
    """The values of the moves of every roll: with two throws left, with one, and of the categories."""
    holds = [HOLDS[roll, : HOLD_COUNT[roll]].astype(np.int64) for roll in range(ROLLS)]
    held = [[values[codes, 0] for codes in holds] for values in (turn.held[1], turn.held[0])]
    still_open = np.isfinite(closed[:, 0])
    return [*held, list(closed[still_open].T)]


def _difference(guessed: list[list[Array]], exact: list[list[Array]]) -> float:
    """The mean squared error of how far moves are behind the best, all kinds of decisions counting the same."""
    found = []
    for guesses, truths in zip(guessed, exact, strict=True):
        total = weight = 0.0
        for chance, guess, truth in zip(ROLL_WEIGHTS.tolist(), guesses, truths, strict=True):
            best = int(guess.argmax())
            near = guess >= guess[best] - _WORTH_A_THOUGHT
            near[best] = False
            if near.any():
                off = (guess - guess[best] - truth + truth[best])[near]
                total, weight = total + chance * float((off * off).mean()), weight + chance
        if weight:
            found.append(total / weight)
    return float(np.mean(found)) if found else 0.0


def _losses(guessed: list[list[Array]], exact: list[list[Array]]) -> tuple[float, float, float]:
    """Mean loss of the moves that are taken for the best, share of those that lose more than ``_MUCH``, and the largest loss."""
    losses = np.array(
        [
            [truth.max() - truth[guess.argmax()] for guess, truth in zip(guesses, truths, strict=True)]
            for guesses, truths in zip(guessed, exact, strict=True)
        ]
    )
    by_roll = ROLL_WEIGHTS / len(losses)
    return float((losses * by_roll).sum()), float(((losses > _MUCH) * by_roll).sum()), float(losses.max())


@cache
def _sample(rules: Rules, rows: int, count: int, seed: int) -> list[Card]:
    return cards_at(require(rules), rows, count, seed)


def errors_at(task: Task) -> list[float]:
    """The errors at a position of a sample."""
    require_same(task["engine"], engine_of("yatzy"))
    rules, players = Rules(*task["rules"]), task["players"]
    first = players * task["number"]
    others = _sample(rules, _rows_of_others(task["rows"]), players * task["count"], task["seed"])[
        first + 1 : first + players
    ]
    own = _sample(rules, task["rows"], players * task["count"], task["seed"])[first]
    return list(errors_of(require(rules), own, others))


def _rows_of_others(rows: int) -> int:
    """The open rows of the opponents: before one's own first turn they have had one, so that positions differ."""
    return min(rows, len(CATEGORIES) - 1)


def _run(chosen: argparse.Namespace) -> None:
    counts = chosen.positions * (len(chosen.rows) if len(chosen.positions) == 1 else 1)
    if len(counts) != len(chosen.rows):
        raise LabError("--positions takes one number, or one for each number of rows.")
    samples = [
        (rows, players, count) for rows, count in zip(chosen.rows, counts, strict=True) for players in chosen.players
    ]
    tasks: list[Task] = [
        {
            "rules": list(rules_of(chosen)),
            "rows": rows,
            "players": players,
            "count": count,
            "seed": chosen.seed,
            "number": number,
            "engine": engine_of("yatzy"),
        }
        for rows, players, count in samples
        for number in range(count)
    ]
    with kept_work(chosen, "Solved", "positions") as work:
        found = [done.result for done in work(errors_at, tasks)]
    ends = np.cumsum([count for _, _, count in samples])
    show(_result(samples, np.split(np.array(found), ends[:-1])), chosen)


def _result(samples: Sequence[tuple[int, int, int]], errors: Sequence[Array]) -> Result:
    """The table of some samples (rows, players, positions), by the (N, 6) errors of each."""
    head = ["chance", "difference of two moves", "luck of a throw", "loss of the advice", "over 1, %", "largest"]
    table: Rows = [["open rows", "players", "positions", *head]]
    data = []
    for (rows, players, count), each in zip(samples, errors, strict=True):
        found = np.concatenate([np.sqrt(each[:, :3].mean(axis=0)), each[:, 3:5].mean(axis=0), each[:, 5:].max(axis=0)])
        cells = (100 * found).tolist()
        table.append([str(rows), str(players), str(count), *(f"{cell:.2f}" for cell in cells)])
        data.append({"rows": rows, "players": players, **dict(zip(Errors._fields, cells, strict=True))})
    title = (
        "Estimated chances to win against exact ones, points of a hundred: "
        "errors (root mean square), mean and largest loss of the advised moves"
    )
    return Result([(title, table)], {"errors": data})
