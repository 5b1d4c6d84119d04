"""``yatzy underdog``: which risk preference wins most from behind or ahead, by turn, and what a player gains who follows it.

First, games of two players for points are stopped before some turns; from there the first player plays on with each risk preference
to the end, with the same dice, and the most wins by deficit and turn make the policy. Then, in other games, the policy plays whole games
against a player for points.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import Rules
from py_engine.lab.core.commands import counted
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.adaptive import Choice, Seat, draws_of, finals, new_seat, play_out, play_turn
from py_engine.lab.yatzy.engine.decisions import Optimal
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.output.writing import Result, add_output, show

__all__ = ["add", "best_thetas", "following_policy"]

EDGES = np.array([-60, -35, -15, 15, 35, 60])
"""Of the bands of deficits, in expected points behind the opponent."""
TURNS = (3, 6, 9, 11, 12, 13, 14)
_THETAS = (-0.03, -0.015, 0.0, 0.01, 0.02, 0.04, 0.08)


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("underdog", help="theta by deficit and turn")
    parser.add_argument("--theta", nargs="+", type=float, default=list(_THETAS), metavar="T", help="with 0 among them")
    parser.add_argument(
        "--games", type=counted, default=40_000, help="for the policy, and for its measurement (40,000)"
    )
    parser.add_argument("--seed", type=int, default=0)
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_run)


def deficit_band(own: Seat, other: Seat, expected: Array) -> Array:
    """(B,) int64: the band of the deficit, in expected final scores."""
    behind = other.points + expected[other.positions] - own.points - expected[own.positions]
    return np.searchsorted(EDGES, behind)


def best_thetas(thetas: list[float], rules: Rules, games: int, seed: int) -> tuple[Array, Array]:
    """What each risk preference wins more than theta 0.

    Returns:
        (turns, bands, thetas) float64, the mean difference in wins, draws as halves; the standard errors of these, which are
        small because the dice are the same.
    """
    expected = solved(Goal(rules=rules))
    neutral = [Optimal(Goal(rules=rules))]
    deciders = [[Optimal(Goal(theta, rules=rules))] for theta in thetas]
    gains, errors = np.zeros((2, len(TURNS), len(EDGES) + 1, len(thetas)))
    for place, turn in enumerate(TURNS):
        streams = [np.random.default_rng([seed, turn, side]) for side in range(2)]
        seats = [_until(neutral, new_seat(games), stream, turn) for stream in streams]
        band = deficit_band(seats[0], seats[1], expected)
        other = play_out(neutral, seats[1], streams[1], turn=turn).with_bonus
        counts = np.maximum(np.bincount(band, minlength=gains.shape[1]), 1)
        won = [
            _shares(play_out(mine, seats[0], np.random.default_rng([seed, turn, 2]), turn=turn).with_bonus, other)
            for mine in deciders
        ]
        for number, these in enumerate(won):
            more = these - won[thetas.index(0.0)]
            gains[place, :, number] = np.bincount(band, more, gains.shape[1]) / counts
            errors[place, :, number] = np.sqrt(np.bincount(band, more * more, gains.shape[1])) / counts
    return gains, errors


def _shares(mine: Array, other: Array) -> Array:
    return np.asarray((mine > other) + 0.5 * (mine == other))


def _until(deciders: list[Optimal], seat: Seat, generator: np.random.Generator, turn: int) -> Seat:
    for _ in range(turn):
        seat = play_turn(deciders[0], seat, draws_of(generator, len(seat.points)))
    return seat


def following_policy(best: Array, expected: Array) -> Choice:
    """The choice of a player who follows the policy: (turns, bands) numbers of thetas, from the last of ``TURNS`` before."""

    def choice(turn: int, own: Seat, other: Seat | None) -> Array:
        place = int(np.searchsorted(TURNS, turn, side="right")) - 1
        if place < 0 or other is None:
            return np.full(len(own.points), neutral, dtype=np.int64)
        return np.asarray(best[place][deficit_band(own, other, expected)])

    neutral = int(best[0][len(EDGES) // 2])
    return choice


def _run(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    thetas = sorted({0.0, *chosen.theta})
    gains_by_theta, errors = best_thetas(thetas, rules, chosen.games, chosen.seed)
    zero = thetas.index(0.0)
    # A preference other than 0 is followed only where it won more by two standard errors.
    sure = np.where(gains_by_theta > 2 * errors, gains_by_theta, 0.0)
    gain = sure.max(axis=2)
    best = np.where(gain > 0, sure.argmax(axis=2), zero)
    deciders = [Optimal(Goal(theta, rules=rules)) for theta in thetas]
    choice = following_policy(best, solved(Goal(rules=rules)))
    players: dict[str, tuple[list[Optimal], Choice | None]] = {
        "follows the policy": (deciders, choice),
        "plays for points": ([deciders[zero]], None),
    }
    shares = {
        name: _outcomes(*finals([player, ([deciders[zero]], None)], chosen.games, chosen.seed + 1))
        for name, player in players.items()
    }
    tables = [
        ("Best theta by turn and expected points behind", _by_turn(best, lambda number: f"{thetas[int(number)]:g}")),
        (
            "Wins gained over theta 0 in those games by two standard errors, points of a hundred",
            _by_turn(gain, lambda value: f"{100 * value:+.1f}"),
        ),
        (f"Against a player for points, {chosen.games:,} other games with the same dice", _table_of(shares)),
    ]
    data = {
        "thetas": thetas,
        "turns": [t + 1 for t in TURNS],
        "best": best.tolist(),
        "gains": gains_by_theta.tolist(),
        "measured": shares,
    }
    show(Result(tables, data), chosen)


def _by_turn(cells: Array, text: Callable[[float], str]) -> Rows:
    """A table of numbers (turns, bands)."""
    rows = [[str(turn + 1), *map(text, row)] for turn, row in zip(TURNS, cells.tolist(), strict=True)]
    return [["turn", *_bands()], *rows]


def _outcomes(one: Array, two: Array) -> list[float]:
    """The shares of wins, draws and losses of the first player, from the final scores of both."""
    return [float((one > two).mean()), float((one == two).mean()), float((one < two).mean())]


def _table_of(shares: Mapping[str, list[float]]) -> Rows:
    table: Rows = [["", "wins", "draws", "losses", "wins and half the draws, %"]]
    for name, (wins, draws, losses) in shares.items():
        table.append([name, f"{wins:.4f}", f"{draws:.4f}", f"{losses:.4f}", f"{100 * (wins + draws / 2):.2f}"])
    return table


def _bands() -> list[str]:
    edges = [f"{edge:+d}" for edge in EDGES.tolist()]
    return [f"under {edges[0]}", *(f"{a} to {b}" for a, b in pairwise(edges)), f"over {edges[-1]}"]
