"""``yatzy simulate`` plays games of any player and shows statistics; ``yatzy statistics`` shows those of kept games."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import CATEGORIES
from py_engine.lab.core.commands import counted
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.games import Games
from py_engine.lab.yatzy.engine.players import HELP, games_of, player
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.engine.summary import summarize
from py_engine.lab.yatzy.output.pictures import lines
from py_engine.lab.yatzy.output.reference import REFERENCE
from py_engine.lab.yatzy.output.writing import Result, add_output, packed, read_columns, show

__all__ = ["add", "add_statistics", "statistics_of"]


def add(programs: Any) -> None:
    """Adds ``simulate``."""
    parser = programs.add_parser("simulate", help="games of a player and their statistics")
    parser.add_argument("player", nargs="?", default="optimal", help=f"{HELP} (optimal)")
    parser.add_argument("--games", type=counted, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, metavar="FILE.npz", help="keep the games, to be read again by statistics")
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_simulate)


def add_statistics(programs: Any) -> None:
    """Adds ``statistics``."""
    parser = programs.add_parser("statistics", help="the statistics of games kept by simulate")
    parser.add_argument("file", type=Path)
    add_output(parser)
    parser.set_defaults(run=_statistics)


def _simulate(chosen: argparse.Namespace) -> None:
    who = player(chosen.player, rules_of(chosen))
    began = time.process_time()
    games = games_of(who, chosen.games, np.random.default_rng(chosen.seed))
    seconds = time.process_time() - began
    if chosen.keep is not None:
        chosen.keep.parent.mkdir(parents=True, exist_ok=True)
        chosen.keep.write_bytes(packed({"closed": games.closed, "points": games.points}))
    title = f"{chosen.games:,} games of {chosen.player}, seed {chosen.seed} ({seconds:.1f} s, the table included)"
    show(statistics_of(games, title, exact=chosen.player == "optimal"), chosen)


def _statistics(chosen: argparse.Namespace) -> None:
    columns = read_columns(chosen.file)
    if set(columns) != {"closed", "points"}:
        raise LabError(f"{chosen.file} has no games.")
    games = Games(columns["closed"], columns["points"])
    show(statistics_of(games, f"{len(games.closed):,} games in {chosen.file.name}", exact=False), chosen)


def statistics_of(games: Games, title: str, *, exact: bool) -> Result:
    """The statistics of games; ``exact`` puts the exact values of perfect play beside them."""
    totals = games.totals
    count = len(totals)
    chances = np.bincount(totals, minlength=400) / count
    about = summarize(chances)
    known = REFERENCE["headline"]
    error = about["sd"] / np.sqrt(count)
    rows: Rows = [["", "simulated", "reference"]]
    lined: list[tuple[str, str, Any]] = [
        ("mean", f"{about['mean']:.2f} ± {error:.2f}", f"{known['ev']:.2f}"),
        ("sd", f"{about['sd']:.3f}", f"{known['sd']:.3f}"),
        ("bonus", f"{games.bonus.mean():.4f}", f"{known['bonus_prob']:.4f}"),
        ("CVaR 5 %", f"{about['cvar_5']:.2f}", "157.34"),
        ("300 and more", f"{about['at_least_300']:.5f}", "0.09946"),
        *((name, str(value), str(known["percentiles"][name])) for name, value in about["percentiles"].items()),
    ]
    rows += [[name, value, reference if exact else ""] for name, value, reference in lined]
    by_category = games.by_category
    turns = _turns(games)
    table: Rows = [["category", "mean", "zero", "turn", *(["mean, reference"] if exact else [])]]
    data = []
    for number, name in enumerate(CATEGORIES):
        mean, zero = float(by_category[:, number].mean()), float((by_category[:, number] == 0).mean())
        more = [f"{REFERENCE['category_stats'][name]['mean']:.3f}"] if exact else []
        table.append([name, f"{mean:.3f}", f"{zero:.4f}", f"{turns[number]:.2f}", *more])
        data.append({"category": name, "mean": mean, "zero": zero, "turn": float(turns[number])})
    whole = {"games": count, **about, "bonus": float(games.bonus.mean()), "categories": data}
    there = np.flatnonzero(chances)
    picture = lines(title, {"games": (there.tolist(), chances[there].tolist())}, "final score", "share of games")
    return Result([(title, rows), ("By category", table)], whole, {"score": there, "share": chances[there]}, picture)


def _turns(games: Games) -> Array:
    """(15,) float64: the mean turn in which each category is closed."""
    where = np.argsort(games.closed, axis=1, kind="stable")
    return np.asarray(where.mean(axis=0) + 1.0)
