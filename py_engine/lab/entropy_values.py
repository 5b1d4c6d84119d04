"""Learns Entropy's line values: numbers that make good play by the cross-entropy method, then a scale that makes scores.

Candidates play Order one ply deep, all of a generation with the same tokens, against ``ev2`` and against random Chaos.
The next generation is drawn around the best of them. Then the search plays itself, and a regression on the final scores
turns the sums of lines into what to expect in the end.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from py_engine.chance import Domain, seeded
from py_engine.contract import EvaluatorParams
from py_engine.games.entropy import learnt
from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.learnt import LineValues, Numbers, Scale
from py_engine.games.entropy.rules import ORDER, Batch
from py_engine.games.entropy.slides import slides_of
from py_engine.games.entropy.state import EntropyAction, EntropyState, to_batch
from py_engine.games.entropy.tables import SIZES, geometry
from py_engine.lab.commands import Work, add_common, counted, kept_work
from py_engine.lab.entropy_lockstep import Chooser, chooser, lockstep, token_orders
from py_engine.numerics import U32, Array

__all__ = ["add", "calibrated", "play_by", "play_candidate", "play_itself", "tune"]

LEARNT = ("one", "base", "none", "differ", "slide")
SPREAD = (0.3, 0.03, 0.3, 0.03, 0.1)
"""How far candidates of the first generation differ, by number."""
KNOTS = {7: [0.0, 4.0, 12.0, 26.0, 48.0], 5: [0.0, 3.0, 7.0, 14.0, 24.0]}
SCALE_KNOTS = {7: [0.0, 4.0, 9.0, 15.0, 22.0, 30.0, 39.0, 48.0], 5: [0.0, 3.0, 7.0, 12.0, 18.0, 24.0]}
CANDIDATES, CHOSEN = 16, 5
GAMES = 48
"""Of a candidate in a generation, against each Chaos."""
OPPONENTS = ("ev2", "random")
WEIGHTS = (1.0, 0.5)
"""Of the mean scores against these."""
Task = dict[str, Any]


def play_by(values: LineValues) -> Chooser:
    """Order's player that takes the move after which the sum of the lines is highest; ties by the first."""

    def choose(batch: Batch, _bits: Array) -> Array:
        g = batch.geometry
        tokens = int(np.bitwise_count(batch.occupied[0]))
        slides = slides_of(batch.codes, batch.occupied, g)
        before = values.worth(batch.codes.ravel(), tokens, batch.bag, np.arange(batch.count).repeat(g.lines))
        after = values.worth(slides.codes.ravel(), tokens, batch.bag, np.tile(slides.board, 3))
        gain = after.reshape(3, -1).sum(axis=0)
        gain -= before.take(slides.board * g.lines + slides.lines).sum(axis=0)
        found = np.full((batch.count, g.cells + g.slides + 1), -np.inf)
        found[slides.board, g.cells + slides.slide] = gain
        found[:, -1] = 0.0
        return found.argmax(axis=1)

    return choose


def _numbers(size: int, at: Array) -> Numbers:
    return Numbers(KNOTS[size], *([0.0, *row] for row in at.tolist()))


def play_candidate(task: Task) -> list[float]:
    """Mean scores of a candidate against each of the opponents."""
    size, seeds = task["size"], task["seeds"]
    order = play_by(LineValues(size, _numbers(size, np.array(task["at"], dtype=np.float64))))
    tokens = token_orders(seeds, size)

    def bits(move: int) -> Array:
        return seeded(Domain.POLICY, seeds[0], move).integers(0, 2**32, size=len(seeds), dtype=U32)

    games = (lockstep(tokens, order, chooser({"evaluator": name}), bits) for name in OPPONENTS)
    return [float(points.mean()) for points in games]


def tune(size: int, generations: int, work: Work) -> tuple[Array, list[float]]:
    """The numbers (5, knots) after some generations, and the last one's mean scores."""
    generator = np.random.default_rng(size)
    middle = np.zeros((len(LEARNT), len(KNOTS[size]) - 1), dtype=np.float64)
    spread = np.repeat(np.array(SPREAD)[:, None], middle.shape[1], axis=1)
    means: list[float] = []
    for generation in range(generations):
        candidates = middle + spread * generator.standard_normal((CANDIDATES, *middle.shape))
        seeds = list(range(generation * GAMES, (generation + 1) * GAMES))
        tasks = [{"size": size, "at": np.round(each, 6).tolist(), "seeds": seeds} for each in candidates]
        points = np.array([done.result for done in work(play_candidate, tasks)])
        best = candidates[np.argsort(-(points @ WEIGHTS), kind="stable")[:CHOSEN]]
        middle = 0.5 * middle + 0.5 * best.mean(axis=0)
        spread = np.maximum(0.8 * spread + 0.24 * best.std(axis=0), 0.9 * spread)
        means = points.mean(axis=0).tolist()
        print(
            f"generation {generation}: "
            + ", ".join(f"{m:.1f} against {o}" for m, o in zip(means, OPPONENTS, strict=True))
        )
    return middle, means


def play_itself(task: Task) -> dict[str, Any]:
    """One game of the search against itself: after each move of Order's, tokens and the sum of the lines; the score."""
    size = task["size"]
    numbers = _numbers(size, np.array(task["at"], dtype=np.float64))
    values = LineValues(size, numbers)
    state: EntropyState = GAME.new_game(task["seed"], GAME.options_model(size=size))
    found = []
    params = EvaluatorParams(evaluator_seed=1, time_budget_ms=600_000, evaluator_options={"depth": 1, "answers": 1})
    while not state.game_over:
        player = state.active_player_id
        best = (GAME.evaluation(state, player, params, None).run() or {})["best_action"]
        state = GAME.apply_action(state, EntropyAction.model_validate(best))
        if player == ORDER:
            found.append(_sum_of_lines(state, values))
    return {"sums": found, "score": state.score}


def _sum_of_lines(state: EntropyState, values: LineValues) -> tuple[int, float]:
    batch = to_batch([state])
    bag = batch.bag.copy()
    bag[0, batch.token] += batch.token > 0
    tokens = int(np.bitwise_count(batch.occupied[0]))
    which = np.zeros(batch.geometry.lines, dtype=np.intp)
    return tokens, float(values.worth(batch.codes[0], tokens, bag, which).sum())


def calibrated(size: int, games: list[dict[str, Any]]) -> Scale:
    """The scale by least squares over all positions of games (``play_itself``), with a little stiffness at the knots."""
    knots = SCALE_KNOTS[size]
    last = geometry(size).cells - 1
    rows, wanted = [], []
    for game in games:
        for tokens, total in game["sums"]:
            weights = _hats(last - tokens, knots)
            rows.append(np.concatenate([weights * total, weights]))
            wanted.append(game["score"])
    count = len(knots)
    # With no move left the lines are as they will be.
    for column, value in ((0, 1.0), (count, 0.0)):
        rows.append(1e6 * np.eye(2 * count)[column])
        wanted.append(1e6 * value)
    found, *_ = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=None)
    return Scale(knots, np.round(found[:count], 4).tolist(), np.round(found[count:], 3).tolist())


def _hats(at: float, knots: list[float]) -> Array:
    """(knots,) how much each knot counts at a place between them."""
    return np.array([np.interp(at, knots, row) for row in np.eye(len(knots))])


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("entropy-values", help="learn Entropy's line values by playing")
    parser.add_argument("--size", type=int, choices=SIZES, default=7, help="of the board (7)")
    parser.add_argument("--generations", type=counted, default=40, help=f"of {CANDIDATES} candidates (40)")
    parser.add_argument("--games", type=counted, default=60, help="of the search against itself, for the scale (60)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="the file of learnt values to write them into")
    add_common(parser, "entropy-values")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    with kept_work(chosen, "Played", "tasks") as work:
        middle, means = tune(chosen.size, chosen.generations, work)
        at = np.round(middle, 4).tolist()
        tasks = [{"size": chosen.size, "at": at, "seed": seed} for seed in range(chosen.games)]
        games = [done.result for done in work(play_itself, tasks)]
    found = {
        "numbers": _numbers(chosen.size, np.array(at, dtype=np.float64))._asdict(),
        "scale": calibrated(chosen.size, games)._asdict(),
        "learnt_from": {
            "generations": chosen.generations,
            "games": chosen.generations * CANDIDATES * GAMES * len(OPPONENTS),
            "last_means": dict(zip(OPPONENTS, np.round(means, 2).tolist(), strict=True)),
            "games_of_the_search": chosen.games,
            "its_mean": round(float(np.mean([game["score"] for game in games])), 2),
        },
    }
    print(json.dumps(found))
    if chosen.json is not None:
        print(f"SHA-256 {_write(chosen.json, chosen.size, found)}; it belongs into {learnt.__file__}.")


def _write(file: Path, size: int, found: dict[str, Any]) -> str:
    """Puts the values of one size into the file; the file's SHA-256."""
    both = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    data = (json.dumps(both | {str(size): found}, indent=1) + "\n").encode()
    file.write_bytes(data)
    return hashlib.sha256(data).hexdigest()
