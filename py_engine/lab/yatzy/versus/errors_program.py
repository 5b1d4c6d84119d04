"""``yatzy win-errors``: how far the estimated chances to win are from exact best responses.

Players who err now and then play until each has the same number of open rows. Then the turn of the first is both estimated and
solved, and compared: the chance before the throw, differences between moves that are worth a thought, and the luck of throws.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from py_engine.core.numerics import U8, U32, Array
from py_engine.games.yatzy.knowledge.density import DistributionJob
from py_engine.games.yatzy.knowledge.turn import Turn, play_turn
from py_engine.games.yatzy.knowledge.values import ValueTable, require
from py_engine.games.yatzy.knowledge.winning.best_response import BestResponse
from py_engine.games.yatzy.knowledge.winning.estimate import distribution_of, estimated_closings
from py_engine.games.yatzy.knowledge.winning.payoff import SCORES, Card, against
from py_engine.games.yatzy.policies.policy import action_values, look_ahead, optimal, sample_near_best
from py_engine.games.yatzy.rules.batch import finished, new_batch, step
from py_engine.games.yatzy.rules.tables import FACES, ROLL_WEIGHTS, ROLLS
from py_engine.lab.core.commands import counted
from py_engine.lab.core.spread import report
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.engine.space import HOLD_COUNT, HOLDS
from py_engine.lab.yatzy.output.writing import Result, add_output, show

__all__ = ["Errors", "add", "cards_at", "errors_of"]

_WORTH_A_THOUGHT = 0.1
"""Moves that lose more than this are left out."""
_SCALE = 0.7
"""How much the players err; see ``policy.Policy``."""


class Errors(NamedTuple):
    """Squared errors at one position, of chances from 0 to 1."""

    level: float
    """Of the chance before the throw."""
    difference: float
    """Mean over moves: of the difference from the best other one."""
    luck: float
    """Mean over first throws."""


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("win-errors", help="estimated chances to win against exact best responses")
    parser.add_argument("--players", nargs="+", type=counted, default=[2, 3, 4, 6], metavar="N")
    parser.add_argument("--rows", type=counted, default=7, help="open rows of everybody (7; more takes minutes each)")
    parser.add_argument("--positions", type=counted, default=40, help="for each number of players (40)")
    parser.add_argument("--seed", type=int, default=0)
    add_rules(parser)
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
    job = BestResponse(table.rules, own, against([_distribution(table, card) for card in others]))
    job.run()
    solved_closings = job.closings()
    payoff = against([distribution_of(table, card) for card in others])
    guessed_closings = estimated_closings(table, own, payoff)
    exact, guessed = (play_turn(closed.max(axis=0)[:, None]) for closed in (solved_closings, guessed_closings))
    level = float(guessed.start[0] - exact.start[0])
    off = (guessed.rolls[2] - exact.rolls[2])[:, 0] - level
    luck = float((ROLL_WEIGHTS * off * off).sum())
    return Errors(level * level, _difference(_moves(guessed, guessed_closings), _moves(exact, solved_closings)), luck)


def _distribution(table: ValueTable, card: Card) -> Array:
    """The exact distribution of a card's final score, played for points."""
    job = DistributionJob(table.rules, 0.0, card.mask, card.upper, flat=table.flat)
    job.run()
    later = job.finished.distribution[: SCORES - card.points]
    return np.concatenate([np.zeros(card.points), later, np.zeros(SCORES - card.points - len(later))])


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


def _run(chosen: argparse.Namespace) -> None:
    table = require(rules_of(chosen))
    rows: Rows = [["players", "positions", "chance", "difference of two moves", "luck of a throw"]]
    data = []
    for place, players in enumerate(chosen.players):
        cards = cards_at(table, chosen.rows, players * chosen.positions, chosen.seed)
        found = []
        for number in range(chosen.positions):
            own, *others = cards[players * number : players * (number + 1)]
            found.append(errors_of(table, own, others))
            report((place + (number + 1) / chosen.positions) / len(chosen.players))
        roots = (100 * np.sqrt(np.mean(found, axis=0))).tolist()
        rows.append([str(players), str(len(found)), *(f"{each:.2f}" for each in roots)])
        data.append({"players": players, **dict(zip(Errors._fields, roots, strict=True))})
    title = (
        f"Errors of estimated chances to win with {chosen.rows} open rows each, root mean square, points of a hundred"
    )
    show(Result([(title, rows)], {"errors": data}), chosen)
