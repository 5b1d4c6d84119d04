"""``yatzy winrate`` and ``yatzy multiplayer``: two players against each other, by their densities or game by game."""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import Rules
from py_engine.lab.core.commands import counted
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.decisions import Optimal
from py_engine.lab.yatzy.engine.players import HELP, decider_of, games_of, player
from py_engine.lab.yatzy.engine.runs import add_rules, density, rules_of
from py_engine.lab.yatzy.engine.walk import distribution
from py_engine.lab.yatzy.output.writing import Result, add_output, against_reference, show

__all__ = ["Duel", "add", "add_multiplayer", "duel"]

_REFERENCES = {("theta:0.05", "optimal"): (0.471547, 0.007094), ("optimal", "optimal"): (None, 0.007617)}


class Duel(NamedTuple):
    """The chances of the first player."""

    win: float
    draw: float
    loss: float


def add(programs: Any) -> None:
    """Adds ``winrate``."""
    parser = programs.add_parser(
        "winrate", help="win, draw and loss of two players who do not look at each other, exactly"
    )
    parser.add_argument("first", nargs="?", default="theta:0.05", help=HELP)
    parser.add_argument("second", nargs="?", default="optimal")
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_winrate)


def add_multiplayer(programs: Any) -> None:
    """Adds ``multiplayer``."""
    parser = programs.add_parser("multiplayer", help="any two players, head to head, by games")
    parser.add_argument("first", help=HELP)
    parser.add_argument("second", nargs="?", default="optimal")
    parser.add_argument("--games", type=counted, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_multiplayer)


def duel(first: Array, second: Array) -> Duel:
    """The chances of two independent distributions of final scores."""
    size = max(len(first), len(second))
    one, two = (np.pad(chances, (0, size - len(chances))) for chances in (first, second))
    below = np.concatenate([[0.0], np.cumsum(two)[:-1]])
    win, draw = float((one * below).sum()), float((one * two).sum())
    return Duel(win, draw, 1.0 - win - draw)


def _chances(name: str, rules: Rules) -> Array:
    who = decider_of(name, rules)
    return density(who.goal) if isinstance(who, Optimal) else distribution(who).chances


def _winrate(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    found = duel(_chances(chosen.first, rules), _chances(chosen.second, rules))
    known = _REFERENCES.get((chosen.first, chosen.second), (None, None)) if rules == Rules() else (None, None)
    table = against_reference(
        [("wins", found.win, known[0], 6), ("draws", found.draw, known[1], 6), ("losses", found.loss, None, 6)]
    )
    title = f"{chosen.first} against {chosen.second}"
    show(Result([(title, table)], {"first": chosen.first, "second": chosen.second, **found._asdict()}), chosen)


def _multiplayer(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    totals = []
    for seat, name in enumerate((chosen.first, chosen.second)):
        games = games_of(player(name, rules), chosen.games, np.random.default_rng([chosen.seed, seat]))
        totals.append(games.totals)
    ahead = totals[0] - totals[1]
    count = len(ahead)
    shares = {"wins": ahead > 0, "draws": ahead == 0, "losses": ahead < 0}
    table: Rows = [["", "share", "standard error"]]
    data: dict[str, Any] = {"first": chosen.first, "second": chosen.second, "games": count}
    for name, those in shares.items():
        share = float(those.mean())
        table.append([name, f"{share:.4f}", f"{(share * (1 - share) / count) ** 0.5:.4f}"])
        data[name] = share
    table.append(["points ahead", f"{ahead.mean():+.2f}", f"{ahead.std() / count**0.5:.2f}"])
    data["points_ahead"] = float(ahead.mean())
    columns = {"first": totals[0], "second": totals[1]}
    title = f"{chosen.first} against {chosen.second}, {count:,} games, seed {chosen.seed}"
    show(Result([(title, table)], data, columns), chosen)
