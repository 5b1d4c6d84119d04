"""Measures the model error of Entropy's search: how far its grades, in the coach's time, are from a much larger search's.

Positions come from games of the search mixed with greedy moves. In each, a plausible move is graded by the reference
search and by searches of every depth.
"""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple, TypedDict

import numpy as np

from py_engine.core.results import Result
from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.rules.play import apply_action, new_game
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, Options
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.evaluations import evaluated
from py_engine.lab.core.versions import engine_of, require_same

__all__ = ["Sample", "add", "samples", "table"]

BANDS_OF_CELLS = (8, 16, 26, 36, 49)
"""Upper ends of the classes by empty cells before the move."""
WORK = 600_000
"""Nodes the coach searches in 250 ms in the browser."""
GRADED: dict[str, dict[str, Any]] = {
    "static": {"evaluator_options": {"depth": 0}},
    "shallow": {"evaluator_options": {"depth": 1}},
    "deep": {"max_work": WORK},
}
REFERENCE: dict[str, Any] = {
    "max_work": 20 * WORK,
    "evaluator_options": {"deep_moves": 8, "cells": 10, "answers": 10},
}
CHANCE = 0.07
"""Probability that a position is graded."""


class Sample(NamedTuple):
    """A graded move: empty cells, player, difference of each search from the reference, and depth reached."""

    empty: int
    player: int
    static: float
    shallow: float
    deep: float
    depth: float


class Task(TypedDict):
    """A game whose moves are graded."""

    seed: int
    engine: str


def samples(task: Task) -> list[Sample]:
    """A job: the samples of one game.

    Raises:
        LabError: this engine's version differs from the caller's.
    """
    require_same(task["engine"], engine_of("entropy"))
    seed = task["seed"]
    generator = np.random.default_rng(seed)
    state = new_game(seed, Options())
    found = []
    while not state.game_over:
        best = _evaluate(state, None, {"evaluator_options": {"depth": 1, "answers": 1}})
        if generator.random() < CHANCE and state.board.count("") > 4:
            candidate = best.candidates[int(generator.integers(1, 6)) % len(best.candidates)]
            found.append(_sample(state, EntropyAction.model_validate(candidate.action)))
        if generator.random() < 0.3:
            best = _evaluate(state, None, {"evaluator": "greedy2", "evaluator_seed": int(generator.integers(2**31))})
        state = apply_action(state, EntropyAction.model_validate(best.best_action))
    return found


def _sample(state: EntropyState, action: EntropyAction) -> Sample:
    reference = _evaluate(state, action, REFERENCE)
    graded = {name: _evaluate(state, action, params) for name, params in GRADED.items()}
    off = {name: _loss(each) - _loss(reference) for name, each in graded.items()}
    depth = graded["deep"].candidates[0].features["depth"]
    return Sample(state.board.count(""), state.active_player_id, **off, depth=depth)


def _loss(graded: Result) -> float:
    if graded.delta_ev is None:
        raise ValueError("Nothing was graded.")
    return graded.delta_ev


def _evaluate(state: EntropyState, action: EntropyAction | None, params: dict[str, Any]) -> Result:
    return evaluated(GAME, state, {"evaluator_seed": 1, "time_budget_ms": 600_000, **params}, action)


def table(graded: list[Sample]) -> str:
    """A table of root mean square differences from the reference, by player and empty cells."""
    lines = ["player  empty   grades  static  shallow deep (points)"]
    for player, name in enumerate(("Order", "Chaos")):
        low = 0
        for high in BANDS_OF_CELLS:
            band = np.array([s for s in graded if low < s.empty <= high and s.player == player])
            rms = [
                f"{float(np.sqrt(np.mean(np.square(band[:, i])))):6.2f}" if len(band) else "     -" for i in (2, 3, 4)
            ]
            lines.append(f"{name:6}  {low + 1:2d}-{high:2d}  {len(band):6d}  {'  '.join(rms)}")
            low = high
    return "\n".join(lines)


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "entropy-model-error", help="measure the model error of Entropy's search against a much larger one"
    )
    parser.add_argument("--games", type=counted, default=40)
    add_common(parser, "entropy-model-error")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    graded: list[Sample] = []
    with kept_work(chosen, "Played", "games") as work:
        tasks: list[Task] = [{"seed": seed, "engine": engine_of("entropy")} for seed in range(chosen.games)]
        for done in work(samples, tasks):
            graded += [Sample(*row) for row in done.result]
    print(table(graded))
