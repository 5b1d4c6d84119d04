"""``python -m py_engine.lab hearts-practice``: practice games, and the playouts and passes that are learnt from them."""

from __future__ import annotations

import argparse
import hashlib
import shlex
from pathlib import Path
from typing import Any

from py_engine.games.hearts.policies.learnt import packed
from py_engine.games.hearts.policies.weights import default_weights
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.statistics import mean_of
from py_engine.lab.core.writing import aligned, markdown, markdown_report
from py_engine.lab.hearts.practice import passes
from py_engine.lab.hearts.practice.duel import PASSES, play_duel, playouts_of
from py_engine.lab.hearts.practice.duel import tasks as duels
from py_engine.lab.hearts.practice.fit import ROUNDS, TEMPER, decisions, standing, weights_of
from py_engine.lab.hearts.practice.games import TEST_SEED, TRAIN_SEED, Hand, play_hands
from py_engine.lab.hearts.practice.pass_fit import PENALTY, explained, fitted
from py_engine.lab.hearts.practice.player import PLAYOUTS
from py_engine.lab.hearts.recorded import add_sets, add_step, read_games, tasks, write_games
from py_engine.lab.hearts.tune_command import as_toml

__all__ = ["add"]

HEADER_OF_COSTS = """# Expected points of a player who compares its cards by playouts, among such players, by the ten cards kept. Fitted by
# `python -m py_engine.lab hearts-practice pass-fit`; what each list means is said in `weights.toml` and `weights.py`.

"""


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
    _add_passes(steps)
    duel = steps.add_parser("duel", help="the same player with two kinds of playouts or passes, over mirrored deals")
    duel.add_argument("first", help=f"{', '.join(PLAYOUTS)}, or a file of weights")
    duel.add_argument("second", help="the same for the other player")
    duel.add_argument("--deals", type=counted, default=400, help="deals, each in six seatings (400)")
    duel.add_argument("--worlds", type=counted, default=30, help="deals per decision (30)")
    duel.add_argument(
        "--passes",
        nargs=2,
        choices=PASSES,
        default=["greedy", "greedy"],
        help="how the two players pass (greedy greedy)",
    )
    add_common(duel, "hearts-practice")
    duel.set_defaults(run=_duel)


def _add_passes(steps: Any) -> None:
    """Adds the steps that fit practised passes."""
    games = add_step(
        steps, "hearts-practice", "play hands after random passes", hands=30000, worlds=16, name="pass-games"
    )
    games.set_defaults(run=_pass_games)
    fit = steps.add_parser("pass-fit", help="fit the costs of practised passes to hands after random passes")
    add_sets(fit)
    fit.add_argument("--output", type=Path, required=True, metavar="FILE", help="the weights (.toml)")
    fit.add_argument("--penalty", type=float, default=PENALTY, help=f"of corrections, in hands ({PENALTY:g})")
    fit.add_argument("--markdown", type=Path, metavar="FILE", help="also write the table there")
    fit.set_defaults(run=_pass_fit)


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
    words = ["fit", chosen.train.name, chosen.test.name, "--output", chosen.output.name]
    return _words([*words, "--temper", str(chosen.temper), "--rounds", str(chosen.rounds)])


def _words(step: list[str]) -> str:
    return shlex.join(["python", "-m", "py_engine.lab", "hearts-practice", *step])


def _pass_games(chosen: argparse.Namespace) -> None:
    seed = passes.TRAIN_SEED if chosen.set == "train" else passes.TEST_SEED
    hands: list[passes.PassedHand] = []
    with kept_work(chosen, "Playing", "tasks") as work:
        for done in work(passes.play_passes, tasks(seed, chosen.hands, chosen.worlds)):
            hands += done.result
    print(f"{len(hands)} hands, SHA-256 {write_games(chosen.output, seed, hands)}")


def _pass_fit(chosen: argparse.Namespace) -> None:
    train, test = (passes.columns(read_games(path)[1]) for path in (chosen.train, chosen.test))
    weights = fitted(*train, chosen.penalty)
    chosen.output.write_text(as_toml(weights, HEADER_OF_COSTS), "utf-8")
    rows = [["costs", "hands", "variance explained", "points per point of cost"]]
    named = {"greedy": default_weights().passing, "practised": weights}
    for name, each in named.items():
        share, slope, error = explained(*test, each)
        rows.append([name, f"{len(test[0]):,}", f"{100 * share:.2f} %", f"{slope:.3f} ± {error:.3f}"])
    print(aligned(rows))
    if chosen.markdown is not None:
        words = ["pass-fit", chosen.train.name, chosen.test.name, "--output", chosen.output.name]
        chosen.markdown.write_text(
            markdown_report([markdown(rows)], _words([*words, "--penalty", f"{chosen.penalty:g}"])), "utf-8"
        )


def _duel(chosen: argparse.Namespace) -> None:
    players = [chosen.first, chosen.second]
    for name in players:
        playouts_of(name)
    saved: list[float] = []
    try:
        with kept_work(chosen, "Playing", "tasks") as work:
            for done in work(play_duel, duels(players, chosen.deals, chosen.worlds, chosen.passes)):
                saved += done.result
    finally:
        if len(saved) > 1:
            mean = mean_of(saved)
            first, second = (f"{name} passing as {way}" for name, way in zip(players, chosen.passes, strict=True))
            print(
                f"{first} saves {mean.mean:+.3f} ± {mean.error:.3f} points a hand against {second} in {len(saved)} deals."
            )
