"""``python -m py_engine.lab hearts-practice``: practice games, and the playout policy that is learnt from them."""

from __future__ import annotations

import argparse
import hashlib
import shlex
from pathlib import Path
from typing import Any

from py_engine.games.hearts.policies.learnt import packed
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.statistics import mean_of
from py_engine.lab.core.writing import aligned, markdown, markdown_report
from py_engine.lab.hearts.practice.duel import play_duel, playouts_of
from py_engine.lab.hearts.practice.duel import tasks as duels
from py_engine.lab.hearts.practice.fit import ROUNDS, TEMPER, decisions, standing, weights_of
from py_engine.lab.hearts.practice.games import TEST_SEED, TRAIN_SEED, Hand, play_hands
from py_engine.lab.hearts.practice.player import PLAYOUTS
from py_engine.lab.hearts.recorded import add_sets, add_step, read_games, tasks, write_games

__all__ = ["add"]


def add(commands: Any) -> None:
    """Adds the commands to the laboratory's parser."""
    parser = commands.add_parser(
        "hearts-practice", help="practice games of Hearts, and the playout policy learnt from them"
    )
    steps = parser.add_subparsers(required=True, metavar="step")
    games = add_step(
        steps, "hearts-practice", "play hands in which the values of all cards are recorded", hands=8000, worlds=32
    )
    games.set_defaults(run=_games)
    fit = steps.add_parser("fit", help="fit the playout policy to recorded games")
    add_sets(fit)
    fit.add_argument("--output", type=Path, required=True, metavar="FILE", help="the weights (.npz)")
    fit.add_argument("--temper", type=float, default=TEMPER, help=f"points per unit of log odds ({TEMPER})")
    fit.add_argument("--rounds", type=counted, default=ROUNDS, help=f"rounds of L-BFGS ({ROUNDS})")
    fit.add_argument("--markdown", type=Path, metavar="FILE", help="also write the table there")
    fit.set_defaults(run=_fit)
    duel = steps.add_parser("duel", help="the same player with two kinds of playouts, over mirrored deals")
    duel.add_argument("first", help=f"{', '.join(PLAYOUTS)}, or a file of weights")
    duel.add_argument("second", help="the same for the other player")
    duel.add_argument("--deals", type=counted, default=400, help="deals, each in six seatings (400)")
    duel.add_argument("--worlds", type=counted, default=30, help="deals per decision (30)")
    add_common(duel, "hearts-practice")
    duel.set_defaults(run=_duel)


def _games(chosen: argparse.Namespace) -> None:
    seed = TRAIN_SEED if chosen.set == "train" else TEST_SEED
    hands: list[Hand] = []
    with kept_work(chosen, "Playing", "tasks") as work:
        for done in work(play_hands, tasks(seed, chosen.hands, chosen.worlds)):
            hands += done.result
    print(f"{len(hands)} hands, SHA-256 {write_games(chosen.output, seed, hands)}")


def _fit(chosen: argparse.Namespace) -> None:
    train, test = (decisions(*read_games(path)) for path in (chosen.train, chosen.test))
    weights = weights_of(train, chosen.temper, chosen.rounds)
    data = packed(weights)
    chosen.output.write_bytes(data)
    rows = [["play", "decisions", "greedy behind the best", "best score", "drawn"]]
    for kind, found in test.items():
        each = standing(found, weights, kind)
        gain = f"{each.best:+.3f} ± {each.error:.3f}"
        rows.append([kind, f"{each.decisions:,}", f"{each.greedy:.3f}", gain, f"{each.drawn:+.3f}"])
    said = f"{chosen.output.name}: {len(data):,} bytes, SHA-256 {hashlib.sha256(data).hexdigest()}."
    print(aligned(rows))
    print(said)
    if chosen.markdown is not None:
        chosen.markdown.write_text(markdown_report([markdown(rows), said], _command(chosen)), "utf-8")


def _command(chosen: argparse.Namespace) -> str:
    """The command line that makes the weights again."""
    words = ["python", "-m", "py_engine.lab", "hearts-practice", "fit", chosen.train.name, chosen.test.name]
    words += ["--output", chosen.output.name, "--temper", str(chosen.temper), "--rounds", str(chosen.rounds)]
    return shlex.join(words)


def _duel(chosen: argparse.Namespace) -> None:
    players = [chosen.first, chosen.second]
    for name in players:
        playouts_of(name)
    saved: list[float] = []
    try:
        with kept_work(chosen, "Playing", "tasks") as work:
            for done in work(play_duel, duels(players, chosen.deals, chosen.worlds)):
                saved += done.result
    finally:
        if len(saved) > 1:
            mean = mean_of(saved)
            print(
                f"{chosen.first} saves {mean.mean:+.3f} ± {mean.error:.3f} points a hand against {chosen.second} in {len(saved)} deals."
            )
