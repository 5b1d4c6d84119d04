"""``yatzy policy`` and ``yatzy heuristic-gap``: the exact mean of a player, and where it loses: by kind of decision and row."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import CATEGORIES, ROLLS, Rules
from py_engine.lab.core.commands import counted
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.decisions import Decider, Optimal
from py_engine.lab.yatzy.engine.moods import Mood
from py_engine.lab.yatzy.engine.players import HELP, decider_of, games_of, player
from py_engine.lab.yatzy.engine.runs import add_rules, density, rules_of, run_of
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.space import HOLDS
from py_engine.lab.yatzy.engine.summary import summarize
from py_engine.lab.yatzy.engine.values import Met, met
from py_engine.lab.yatzy.output.pictures import lines
from py_engine.lab.yatzy.output.reference import REFERENCE
from py_engine.lab.yatzy.output.writing import Result, add_output, show

__all__ = ["add_gap", "add_policy", "losses"]

KINDS = ("hold with 2 throws left", "hold with 1 throw left", "category")
_PLAYERS = ("optimal", "greedy", "human:beginner", "human:casual", "human:keen", "noisy:0.35", "noisy:1.5", "softmax:1")


def add_policy(programs: Any) -> None:
    """Adds ``policy``."""
    parser = programs.add_parser("policy", help="means of players: exact, or simulated if they choose by chance")
    parser.add_argument("players", nargs="*", default=list(_PLAYERS), metavar="PLAYER", help=HELP)
    parser.add_argument("--games", type=counted, default=100_000, help="of each player who chooses by chance (100,000)")
    parser.add_argument("--seed", type=int, default=0)
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_policy)


def add_gap(programs: Any) -> None:
    """Adds ``heuristic-gap``."""
    parser = programs.add_parser("heuristic-gap", help="where a player loses, by kind of decision and row, exactly")
    parser.add_argument("player", nargs="?", default="human:keen", help=HELP)
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_gap)


def _policy(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    table: Rows = [["player", "mean", "sd", "CVaR 5 %", "300+", "bonus", "how", "reference"]]
    series, data = {}, []
    known = {"optimal": REFERENCE["headline"]["ev"], "greedy": REFERENCE["headline"]["myopic_greedy_turn_policy_ev"]}
    for name in chosen.players:
        who = player(name, rules)
        if isinstance(who, Mood):
            games = games_of(who, chosen.games, np.random.default_rng(chosen.seed))
            chances, bonus = np.bincount(games.totals, minlength=400) / chosen.games, float(games.bonus.mean())
            how = f"{chosen.games:,} games"
        else:
            run = run_of(who)
            chances, bonus, how = np.array(run["chances"]), run["bonus"], "exact"
        about = summarize(chances)
        reference = f"{known[name]:.6f}" if name in known and rules == Rules() else ""
        cells = [f"{about['mean']:.6f}", f"{about['sd']:.3f}", f"{about['cvar_5']:.2f}", f"{about['at_least_300']:.5f}"]
        table.append([name, *cells, f"{bonus:.4f}", how, reference])
        data.append({"player": name, **about, "bonus": bonus, "how": how})
        there = np.flatnonzero(chances > 1e-7)
        series[name] = (there.tolist(), chances[there].tolist())
    picture = lines("Final scores", dict(list(series.items())[:5]), "final score", "probability")
    show(Result([("Players", table)], {"players": data}, picture=picture), chosen)


def losses(decider: Decider, mask: int = 0, upper: int = 0) -> tuple[Array, Array]:
    """What a player loses by decisions over a game, in expected points.

    Returns:
        (3, 15) float64 by kind of decision and turn; (15, 15) float64 by row closed and best row to close.
    """
    by_turn = np.zeros((3, len(CATEGORIES)))
    by_row = np.zeros((len(CATEGORIES), len(CATEGORIES)))
    for here in met(decider, solved(Goal(rules=decider.rules)), mask, upper):
        for kind, loss in enumerate(_losses(here)):
            by_turn[kind, here.closed_rows] += (here.weights[kind] * loss).sum()
            if kind == 2:
                closed, best = here.decisions.close.T, here.values.closed.argmax(axis=0)
                np.add.at(by_row, (closed.ravel(), best.ravel()), (here.weights[2] * loss).ravel())
    return by_turn, by_row


def _losses(here: Met) -> list[Array]:
    """(252, C) each: what the decisions lose with two, one and no throw left."""
    turn = here.values.turn
    rolls, lanes = np.arange(ROLLS)[:, None], np.arange(len(here.positions))[None, :]
    first = HOLDS[rolls, here.decisions.first.T].astype(np.int64)
    second = HOLDS[rolls, here.decisions.second.T].astype(np.int64)
    return [
        turn.rolls[2] - turn.held[1][first, lanes],
        turn.rolls[1] - turn.held[0][second, lanes],
        turn.rolls[0] - here.values.closed[here.decisions.close.T, rolls, lanes],
    ]


def _gap(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    decider = decider_of(chosen.player, rules)
    by_turn, by_row = losses(decider)
    total = float(by_turn.sum())
    mean = (
        summarize(density(decider.goal))["mean"] if isinstance(decider, Optimal) else run_of(decider)["summary"]["mean"]
    )
    best = float(solved(Goal(rules=rules))[0])
    kinds: Rows = [["decision", "lost a game", "share"]]
    for kind, name in enumerate(KINDS):
        kinds.append([name, f"{by_turn[kind].sum():.3f}", f"{by_turn[kind].sum() / max(total, 1e-12):.1%}"])
    kinds.append(["all", f"{total:.6f}", f"perfect play {best:.6f} - mean {mean:.6f} = {best - mean:.6f}"])
    rows: Rows = [["row closed", "lost by it", "should most often be"]]
    for number in np.argsort(-by_row.sum(axis=1), kind="stable").tolist():
        instead = np.argsort(-by_row[number], kind="stable")[:2]
        better = [f"{CATEGORIES[i]} {by_row[number, i]:.3f}" for i in instead.tolist() if by_row[number, i] > 0.0005]
        rows.append([CATEGORIES[number], f"{by_row[number].sum():.3f}", ", ".join(better)])
    turns = list(range(1, len(CATEGORIES) + 1))
    series = {name: (turns, by_turn[kind].tolist()) for kind, name in enumerate(KINDS)}
    picture = lines(f"Points lost by {chosen.player}, by turn", series, "turn", "points")
    data = {"player": chosen.player, "mean": mean, "by_turn": by_turn.tolist(), "by_row": by_row.tolist()}
    show(Result([(f"Points lost by {chosen.player}", kinds), ("By row", rows)], data, picture=picture), chosen)
