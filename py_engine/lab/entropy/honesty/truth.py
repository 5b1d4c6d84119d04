"""The true loss of a move in Entropy, by two methods.

*Search*: both moves by a search with twenty times the coach's work and wider beams. *Played*: the game is played on from
both moves by the learnt line values, Order one ply and Chaos two plies deep, with the same tokens. Nothing is clamped.
"""

from __future__ import annotations

import math
from typing import Any, TypedDict

import numpy as np

from py_engine.core.contract import EvaluatorParams
from py_engine.core.numerics import U8, Array
from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.knowledge.learnt import line_values
from py_engine.games.entropy.rules.batch import BAG_COLUMNS, CHAOS, Batch, is_over, step
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, number_of, to_batch
from py_engine.games.entropy.rules.tables import score_table
from py_engine.lab.core.honesty.cases import Truth
from py_engine.lab.core.versions import engine_of, require_same, version
from py_engine.lab.entropy.honesty.frozen import GAMES
from py_engine.lab.entropy.value_fitting import chaos_by, play_by

__all__ = ["COACH", "Played", "TruthTask", "engine", "played", "played_loss", "searched"]

COACH = 600_000
"""Nodes in 250 ms in Chromium."""
MANY = 192
"""Games from each move."""
TOGETHER = 48
"""Games that are played in one batch; larger batches are slower, because they do not fit the cache."""
SEED = 92


class TruthTask(TypedDict):
    """Two moves of a frozen decision."""

    set: str
    place: list[int]
    pick: Any
    move: Any
    engine: str
    """The version of what plays or searches."""


class Played(TypedDict):
    """What playing on shows, from the view of the player to move."""

    loss: float
    stderr: float
    lines: list[list[float]]
    """For each line the mean gap of its final score, move minus pick, and its standard error."""


def engine() -> str:
    """A hash of what determines the games played on."""
    return version(__name__, but=("py_engine.games.entropy.game", "py_engine.games.entropy.coach"))


def searched(task: TruthTask) -> list[float]:
    """The loss and its error by twenty times the coach's work."""
    require_same(task["engine"], engine_of("entropy"))
    state = GAMES.decision(task["set"], task["place"]).state
    params = EvaluatorParams(
        evaluator_seed=1,
        max_work=20 * COACH,
        time_budget_ms=600_000,
        evaluator_options={"deep_moves": 8, "cells": 10, "answers": 10},
    )
    values = {}
    for name in ("pick", "move"):
        action = EntropyAction.model_validate(task[name])
        found = GAME.evaluation(state, state.active_player_id, params, action).run()
        if found is None or found.user_action_ev is None:
            raise RuntimeError("An evaluation has ended without a result.")
        values[name] = found.user_action_ev - found.best_action_ev, found.delta_stderr or 0.0
    return [values["pick"][0] - values["move"][0], max(values["pick"][1], values["move"][1])]


def played(task: TruthTask) -> Played:
    """The loss by games played on."""
    require_same(task["engine"], engine())
    state = GAMES.decision(task["set"], task["place"]).state
    random = np.random.default_rng([SEED, *task["place"]])
    tokens = _tokens(state, random)
    scored = [_scored(state, task[name], tokens) for name in ("pick", "move")]
    sign = 1.0 if state.active_player_id == 0 else -1.0
    gaps = sign * (scored[1] - scored[0])
    losses = -gaps.sum(axis=1)
    lines = zip(gaps.mean(axis=0).tolist(), (gaps.std(axis=0, ddof=1) / math.sqrt(MANY)).tolist(), strict=True)
    return {
        "loss": float(losses.mean()),
        "stderr": float(losses.std(ddof=1)) / math.sqrt(MANY),
        "lines": [list(each) for each in lines],
    }


def played_loss(found: Played) -> Truth:
    """The loss with its error."""
    return Truth(found["loss"], found["stderr"])


def _tokens(state: EntropyState, random: np.random.Generator) -> Array:
    """(MANY, drawn) uint8: the tokens that are drawn after the move, in a random order for each game."""
    counts = to_batch([state]).bag[0]
    left = np.repeat(np.arange(BAG_COLUMNS, dtype=U8), counts)
    return random.permuted(np.tile(left, (MANY, 1)), axis=1)


def _scored(state: EntropyState, move: Any, tokens: Array) -> Array:
    """(MANY, lines) float64: the final scores of the lines after a move."""
    ends = [_ended(state, move, tokens[first : first + TOGETHER]).codes for first in range(0, MANY, TOGETHER)]
    found: Array = score_table(state.size).take(np.concatenate(ends)).astype(np.float64)
    return found


def _ended(state: EntropyState, move: Any, tokens: Array) -> Batch:
    """The full boards of games played on from a move.

    Args:
        state: The position before the move.
        move: The action, as JSON data.
        tokens: (B, drawn) uint8: the tokens that each game draws, in order.
    """
    values, count = line_values(state.size), len(tokens)
    batch = to_batch([state]).take(np.zeros(count, dtype=np.intp))
    order, drawn, nothing = play_by(values), 0, np.zeros(count, dtype=U8)
    number = number_of(EntropyAction.model_validate(move), state.size)
    action = np.full(count, number, dtype=np.intp)
    while True:
        if batch.turn[0] == CHAOS:
            step(batch, action, nothing)
        else:
            # A token is drawn after Order's move, unless the bag is empty.
            left = drawn < tokens.shape[1]
            step(batch, action, tokens[:, drawn] if left else nothing)
            drawn += left
        if is_over(batch)[0]:
            return batch
        action = chaos_by(values, batch) if batch.turn[0] == CHAOS else order(batch, nothing)
