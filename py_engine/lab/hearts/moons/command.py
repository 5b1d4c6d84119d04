"""``python -m py_engine.lab hearts-moons``: games of players that shoot the moon, and what is learnt and measured from them."""

from __future__ import annotations

import argparse
import json
import shlex
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.hearts.policies import intent
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.statistics import mean_of
from py_engine.lab.hearts.moons.beliefs import compared, held, log_gain
from py_engine.lab.hearts.moons.calibration import BINS, Case, as_markdown, ask
from py_engine.lab.hearts.moons.calibration import tasks as calibration_tasks
from py_engine.lab.hearts.moons.fit import examples, fitted, log_score, logistic, shot_plans
from py_engine.lab.hearts.moons.games import TEST_SEED, TRAIN_SEED, Hand, play_games
from py_engine.lab.hearts.recorded import add_sets, add_step, read_games, tasks, write_games

__all__ = ["add"]

WEIGHTS = Path(intent.__file__).with_name("intent.json")
"""The file of the weights that the search uses."""


def add(commands: Any) -> None:
    """Adds the commands to the laboratory's parser."""
    parser = commands.add_parser(
        "hearts-moons", help="games of players of Hearts that shoot the moon, and fits to them"
    )
    steps = parser.add_subparsers(required=True, metavar="step")
    games = add_step(
        steps, "hearts-moons", "play games of pimc_shooting with itself and record them", hands=1000, worlds=40
    )
    games.set_defaults(run=_games)
    fit = steps.add_parser("fit", help="fit who shoots to recorded games")
    add_sets(fit)
    fit.add_argument("--output", type=Path, default=WEIGHTS, metavar="FILE", help=f"the weights ({WEIGHTS.name})")
    fit.set_defaults(run=_fit)
    measure = steps.add_parser("calibrate", help="how often moons come that the search says will come")
    measure.add_argument("games", type=Path, help="recorded games that nothing was fitted to")
    measure.add_argument("--hands", type=counted, help="only this number of their hands")
    measure.add_argument("--max-work", type=counted, default=1000, help="work per decision (1000)")
    measure.add_argument("--output", type=Path, metavar="FILE", help="also write every case there, as JSON")
    measure.add_argument("--against", type=Path, metavar="FILE", help="cases of another search, to compare log scores")
    measure.add_argument("--markdown", type=Path, metavar="FILE", help="also write the tables there")
    add_common(measure, "hearts-moons")
    measure.set_defaults(run=_calibrate)


def _games(chosen: argparse.Namespace) -> None:
    seed = TRAIN_SEED if chosen.set == "train" else TEST_SEED
    hands: list[Hand] = []
    with kept_work(chosen, "Playing", "tasks") as work:
        for done in work(play_games, tasks(seed, chosen.hands, chosen.worlds)):
            hands += done.result
    shot = sum(hand["shooter"] >= 0 for hand in hands)
    print(f"{len(hands)} hands, {shot} moons, SHA-256 {write_games(chosen.output, seed, hands)}")


def _fit(chosen: argparse.Namespace) -> None:
    train, test = read_games(chosen.train), read_games(chosen.test)
    seen, shot = examples(*train)
    weights = fitted(seen, shot)
    models = {"shoots": weights}
    for model in ("holds", "leads"):
        models[model] = held(compared(*train, model))
        gain = mean_of(log_gain(compared(*test, model), models[model]).tolist())
        print(f"What a seat {model}: log score of the true deals {gain.mean:+.3f} ± {gain.error:.3f}, in other games")
    chosen.output.write_text(json.dumps(models, indent=2) + "\n", "utf-8")
    print(f"Who shoots: fitted to {len(shot):,} decisions, of which {shot.mean():.3f} shoot. In other games:")
    seen, shot = examples(*test)
    print(_table(seen @ np.array(list(weights.values())) / intent.GRAIN, shot))
    terms, came = shot_plans(*train)
    odds = logistic(terms, came).round(2)
    print(
        f"Who succeeds: {odds.tolist()}, fitted to {len(came):,} plans, of which {came.mean():.3f} succeed. In other games:"
    )
    terms, came = shot_plans(*test)
    print(_table(terms @ odds, came))


def _calibrate(chosen: argparse.Namespace) -> None:
    seed, hands = read_games(chosen.games)
    found: list[Case] = []
    with kept_work(chosen, "Asking", "tasks") as work:
        for done in work(ask, calibration_tasks(seed, hands[: chosen.hands], chosen.max_work)):
            found += done.result
    if chosen.output is not None:
        chosen.output.write_text(json.dumps(found), "utf-8")
    before = None if chosen.against is None else json.loads(chosen.against.read_text("utf-8"))
    text = as_markdown(found, before, _command(chosen))
    print(text)
    if chosen.markdown is not None:
        chosen.markdown.write_text(text, "utf-8")


def _command(chosen: argparse.Namespace) -> str:
    """The command line that reproduces the tables."""
    words = ["python", "-m", "py_engine.lab", "hearts-moons", "calibrate", chosen.games.name]
    words += [] if chosen.hands is None else ["--hands", str(chosen.hands)]
    words += ["--max-work", str(chosen.max_work)]
    words += [] if chosen.against is None else ["--against", chosen.against.name]
    return shlex.join(words)


def _table(odds: Array, came: Array) -> str:
    """How often things come of which the model gives the log odds."""
    chance = 1 / (1 + np.exp(-odds))
    base = np.full(len(came), came.mean())
    rows = [f"log score {log_score(chance, came).mean():.4f}, of the mean {log_score(base, came).mean():.4f}"]
    for low, high in pairwise(BINS):
        of = (chance >= low) & (chance < high)
        if of.any():
            rows.append(f"{low:.2f}-{high:.2f} {of.sum():6} said {chance[of].mean():.3f} came {came[of].mean():.3f}")
    return "\n".join(rows)
