"""How large the error of a stated difference is, by round: frozen moves compared by the coach, and games played on from both.

The factors LATER_SCALE and ROUND_ERROR in ``games/azul/knowledge/model_error.py`` are fitted to the tuning set.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.contract import EvaluatorParams
from py_engine.core.numerics import Array
from py_engine.games.azul.game import GAME
from py_engine.games.azul.knowledge.model_error import LATER_SCALE, ROUND_ERROR, difference_error
from py_engine.games.azul.rules.batch import tiles_left
from py_engine.games.azul.rules.state import to_batch
from py_engine.games.azul.search.search_evaluator import SearchEvaluation
from py_engine.lab.azul.honesty.frozen import Place, drawn, position
from py_engine.lab.azul.honesty.truth import PlayTask, engine, played, played_loss
from py_engine.lab.azul.playing_on import CLOCKLESS
from py_engine.lab.core.commands import Spread
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.core.writing import Rows

__all__ = ["Difference", "DifferenceTask", "differences", "fitted", "fitted_rows", "stated"]

COACH = 60_000
ROUNDS = 5
PRIOR = (0.7, 2.0, 1.2, 2.8, 2.2)
"""ROUND_ERROR by ``azul-model-error``, from games that this command does not use."""
PRIOR_WIDTH = 0.35
"""Standard deviation of the logarithms of the factors before the moves are seen."""
FREEDOM = 4.0
"""Degrees of freedom of the errors' t distribution: a few are much larger than the others."""


class DifferenceTask(TypedDict):
    """A frozen position in which the coach compares moves."""

    set: str
    place: list[int]
    engine: str
    """The version of the engine that compares."""


class Difference(NamedTuple):
    """A move against the coach's pick."""

    round_number: int
    tiles: int
    gap: float
    """The stated difference, in points."""
    later: float
    """The stated error of later rounds, without LATER_SCALE."""
    settled: bool
    """Both moves' values are exact as far as this round is concerned."""
    truth: float
    noise: float
    """Variance of the true difference."""


class Stated(NamedTuple):
    """What the coach says about two moves."""

    pick: int
    """The number of the pick."""
    move: int
    """That of the frozen move."""
    gap: float
    later: float
    settled: bool


def stated(task: DifferenceTask) -> Stated | None:
    """What the coach says about a frozen move and its own pick; None where they are the same.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    require_same(task["engine"], engine_of("azul"))
    here = position(task["set"], Place(*task["place"]))
    params = EvaluatorParams.model_validate(CLOCKLESS | {"evaluator_seed": 1, "max_work": COACH})
    running = GAME.evaluation(here.state, here.state.active_player_id, params, here.move)
    running.finish()
    if not isinstance(running, SearchEvaluation) or running.compared is None or running.user is None:
        return None
    compared, user = running.compared, running.user
    pick = max(compared.moves, key=compared.value)
    if user == pick or user not in compared:
        return None
    number = min(running.root.round_number, ROUNDS) - 1
    settled = running.settled(pick) and running.settled(user)
    later = compared.later_error(pick, user) / LATER_SCALE[number]
    legal = running.root.legal
    return Stated(legal[pick], legal[user], compared.value(pick) - compared.value(user), later, settled)


def differences(work: Spread, name: str, count: int) -> list[Difference]:
    """The differences in the first positions of a set, beside the true ones."""
    places = drawn(name, count)
    asked: list[DifferenceTask] = [{"set": name, "place": list(each), "engine": engine_of("azul")} for each in places]
    found = [
        (place, Stated(*done.result)) for place, done in zip(places, work(stated, asked), strict=True) if done.result
    ]
    tasks: list[PlayTask] = [
        {"set": name, "place": list(place), "move": move, "engine": engine()}
        for place, each in found
        for move in (each.pick, each.move)
    ]
    games = [done.result for done in work(played, tasks)]
    rows = []
    for number, (place, each) in enumerate(found):
        root = to_batch([position(name, place).state])
        tiles = int(tiles_left(root)[0])
        truth = played_loss(games[2 * number], games[2 * number + 1])
        noise = truth.stderr * truth.stderr
        rows.append(Difference(int(root.round_number[0]), tiles, each.gap, each.later, each.settled, truth.loss, noise))
    return rows


def fitted(found: Sequence[Difference]) -> tuple[list[float], list[float]]:
    """LATER_SCALE and ROUND_ERROR by round: the most probable ones, by a grid."""
    grid = np.exp(np.linspace(-1.0, 1.0, 81))
    scales, errors = [], []
    for number in range(ROUNDS):
        here = [each for each in found if min(each.round_number, ROUNDS) == number + 1]
        cost = _cost(here, grid[:, None], PRIOR[number] * grid[None, :])
        cost += (np.log(grid)[:, None] ** 2 + np.log(grid)[None, :] ** 2) / (2 * PRIOR_WIDTH**2)
        scale, error = np.unravel_index(int(cost.argmin()), cost.shape)
        scales.append(float(grid[scale]))
        errors.append(float(PRIOR[number] * grid[error]))
    return scales, errors


def _cost(found: Sequence[Difference], scale: Array, error: Array) -> Array:
    """Minus the logarithm of the likelihood of a t distribution, for all pairs of factors."""
    cost = np.zeros(np.broadcast_shapes(scale.shape, error.shape))
    for each in found:
        within = 0.0 if each.settled else error
        variance = (each.later * scale) ** 2 + within**2 + each.noise
        if not each.later and each.settled:
            continue  # both lead to the same: nothing is estimated
        wrong = (each.gap - each.truth) ** 2 / variance
        cost = cost + np.log(variance) / 2 + (FREEDOM + 1) / 2 * np.log1p(wrong / (FREEDOM - 2))
    return cost


def fitted_rows(found: Sequence[Difference]) -> Rows:
    """The fitted factors beside those in use, and the errors that they state."""
    rows = [["round", "moves", "LATER_SCALE", "ROUND_ERROR", "in use", "error", "stated", "within 68 %", "within 95 %"]]
    for number, (scale, error) in enumerate(zip(*fitted(found), strict=True)):
        here = [each for each in found if min(each.round_number, ROUNDS) == number + 1]
        if not here:
            continue
        wrong = np.array([each.gap - each.truth for each in here])
        noise = np.array([each.noise for each in here])
        by_model = np.array([_stated_error(each) for each in here])
        width = np.sqrt(by_model**2 + noise)
        real = math.sqrt(max(0.0, float(np.mean(wrong**2 - noise))))
        rows.append(
            [
                str(number + 1),
                str(len(here)),
                f"{scale:.2f}",
                f"{error:.2f}",
                f"{LATER_SCALE[number]:.2f}, {ROUND_ERROR[number]:.2f}",
                f"{real:.2f}",
                f"{math.sqrt(float(np.mean(by_model**2))):.2f}",
                *(f"{100 * float(np.mean(np.abs(wrong) <= z * width)):.0f}" for z in (1.0, 1.96)),
            ]
        )
    return rows


def _stated_error(each: Difference) -> float:
    within = difference_error(each.round_number, settled=each.settled, end=None)
    later = each.later * LATER_SCALE[min(each.round_number, ROUNDS) - 1]
    return math.sqrt(later * later + within * within)
