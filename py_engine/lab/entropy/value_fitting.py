"""Entropy's line values fitted to how games end: what a board is worth when both sides go on as the values tell them.

Games are played one ply deep by Order, two by Chaos, with a random move now and then, so that boards good and bad come
up. The numbers, a factor and a shift are then moved towards those that predict the final scores best (Gauss-Newton
steps with a penalty on large ones), and the next games are played by them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.numerics import U8, Array
from py_engine.games.entropy.knowledge.learnt import LineValues, Numbers, Scale
from py_engine.games.entropy.policies.policy import PROMISING, placement_values
from py_engine.games.entropy.rules.batch import CHAOS, Batch, is_over, legal_mask, new_batch, scores, step
from py_engine.games.entropy.rules.slides import slides_of
from py_engine.games.entropy.rules.tables import geometry
from py_engine.lab.core.spread import report
from py_engine.lab.core.versions import engine_of, require_same

__all__ = ["KNOTS", "LEARNT", "Fit", "Observed", "Task", "games", "moved", "observe", "play_by", "start", "values_of"]

LEARNT = ("one", "base", "none", "differ", "slide")
KNOTS = {7: [0.0, 2.0, 5.0, 10.0, 17.0, 26.0, 36.0, 48.0], 5: [0.0, 2.0, 5.0, 9.0, 14.0, 19.0, 24.0]}
ERRORS = 0.06
"""Part of the moves that are made at random."""
NUDGE = (0.02, 0.005, 0.02, 0.005, 0.02)
"""By how much each number is changed to see what it does."""
LIKELY = (0.25, 0.03, 0.25, 0.02, 0.06, 0.2, 30.0)
"""How far the numbers, the factor and the shift are thought to lie from where they are."""
STIFFNESS = 1 / 75
"""Weight of that, for each observation."""
STRIDE = 0.7
"""Part of a step that is gone."""


class Fit(NamedTuple):
    """What has been learnt so far."""

    numbers: Array
    """(5, knots)."""
    scale: Array
    """(2, knots): factor and shift."""


class Seen(NamedTuple):
    """Boards after Order's move in some games, with as many tokens."""

    tokens: int
    codes: Array
    bag: Array


def start(size: int) -> Fit:
    """V as it is."""
    knots = len(KNOTS[size])
    return Fit(np.zeros((len(LEARNT), knots)), np.stack([np.ones(knots), np.zeros(knots)]))


def values_of(size: int, fit: Fit) -> LineValues:
    """The values of lines."""
    knots = KNOTS[size]
    return LineValues(size, Numbers(knots, *fit.numbers.tolist()), Scale(knots, *fit.scale.tolist()))


def play_by(values: LineValues) -> Callable[[Batch, Array], Array]:
    """Order's player that takes the move after which the sum of the lines is highest; of equals, the first."""

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


def _harm_by(values: LineValues, batch: Batch) -> Array:
    """Chaos's placements by the values, as ``ev2`` makes them by V."""
    tokens = int(np.bitwise_count(batch.occupied[0])) + 1
    placed, after = placement_values(
        batch, lambda codes, board: values.worth(codes, tokens, batch.bag, board), PROMISING
    )
    found = np.full((batch.count, batch.geometry.cells), np.inf)
    found[placed.board, placed.cell] = after
    return found.argmin(axis=1)


def games(values: LineValues, count: int, generator: np.random.Generator) -> tuple[list[Seen], Array]:
    """What was seen in games by the values, and (count,) the final scores."""
    size = values.size
    colors = np.repeat(np.arange(1, size + 1, dtype=U8), size)
    tokens = generator.permuted(np.tile(colors, (count, 1)), axis=1)
    batch, order, drawn, seen = new_batch(size, tokens[:, 0]), play_by(values), 1, []
    while not is_over(batch)[0]:
        chaos = batch.turn[0] == CHAOS
        action = _harm_by(values, batch) if chaos else order(batch, tokens)
        erring = np.flatnonzero(generator.random(count) < ERRORS)
        legal = legal_mask(batch.take(erring))
        action[erring] = np.where(legal, generator.random(legal.shape), -1.0).argmax(axis=1)
        if chaos:
            step(batch, action, tokens[:, 0])
            continue
        bag = batch.bag.copy()
        step(batch, action, tokens[:, drawn])
        seen.append(Seen(drawn, batch.codes.copy(), bag))
        drawn += 1
        report(drawn / tokens.shape[1])
    return seen, scores(batch).astype(np.float64)


def _sums(size: int, numbers: Array, seen: Seen) -> Array:
    """(B,) float64: the sums of the lines, without the scale, for numbers (5,) that hold there."""
    values = LineValues(size, Numbers([0.0, 1000.0], *([each, each] for each in numbers.tolist())))
    which = np.arange(len(seen.codes)).repeat(2 * size)
    return values.worth(seen.codes.ravel(), seen.tokens, seen.bag, which).reshape(len(seen.codes), -1).sum(axis=1)


class Task(TypedDict):
    """Some games to learn from."""

    size: int
    numbers: list[list[float]]
    """By kind and knot, those that the games are played with."""
    scale: list[list[float]]
    games: int
    seed: int
    engine: str
    """Which version of the engine plays."""


class Observed(TypedDict):
    """What games say of the numbers they were played with: normal equations of a Gauss-Newton step."""

    matrix: list[list[float]]
    right: list[float]
    count: int
    """Of the predictions."""
    squares: float
    """Sum of the squares of what they miss."""
    mean: float
    """Of the scores."""


def observe(task: Task) -> Observed:
    """Plays some games, and says how their scores depend on the numbers: normal equations of a Gauss-Newton step.

    Raises:
        LabError: the engine here is of another version than the one that asks.
    """
    require_same(task["engine"], engine_of("entropy"))
    size, fit = task["size"], Fit(np.array(task["numbers"]), np.array(task["scale"]))
    seen_in_games, final = games(values_of(size, fit), task["games"], np.random.default_rng(task["seed"]))
    width = 7 * len(KNOTS[size])
    matrix, right, squares = np.zeros((width, width)), np.zeros(width), 0.0
    for seen in seen_in_games:
        rows, left = _equations(size, fit, seen, final)
        matrix += rows.T @ rows
        right += rows.T @ left
        squares += float(left @ left)
    count = len(final) * len(seen_in_games)
    return {
        "matrix": matrix.tolist(),
        "right": right.tolist(),
        "count": count,
        "squares": squares,
        "mean": float(final.mean()),
    }


def _equations(size: int, fit: Fit, seen: Seen, final: Array) -> tuple[Array, Array]:
    """(B, 7 * knots) how the predictions change with the numbers, the factor and the shift; (B,) what they miss."""
    hats = _hats(geometry(size).cells - 1 - seen.tokens, KNOTS[size])
    numbers, (factor, shift) = fit.numbers @ hats, fit.scale @ hats
    sums = _sums(size, numbers, seen)
    nudged = [_sums(size, numbers + n * (np.arange(5) == i), seen) - sums for i, n in enumerate(NUDGE)]
    slopes = [factor * change / n for change, n in zip(nudged, NUDGE, strict=True)]
    parts = [*slopes, sums, np.ones(len(sums))]
    return np.concatenate([part[:, None] * hats for part in parts], axis=1), final - (factor * sums + shift)


def moved(size: int, fit: Fit, observed: Sequence[tuple[Fit, Observed]]) -> Fit:
    """The values moved towards what predicts the scores best.

    Args:
        size: of the board.
        fit: where they are.
        observed: what ``observe`` said, and of which values.
    """
    width = 7 * len(KNOTS[size])
    matrix, right = np.zeros((width, width)), np.zeros(width)
    for of, each in observed:
        own = np.array(each["matrix"])
        matrix += own
        right += np.array(each["right"]) - own @ (_flat(fit) - _flat(of))
    stiff = STIFFNESS * sum(each["count"] for _, each in observed) / np.square(np.repeat(LIKELY, width // 7))
    # With no move left a line is worth what V says.
    stiff[:: width // 7] *= 1e8
    step_to = np.linalg.solve(matrix + np.diag(stiff), right)
    found = (_flat(fit) + STRIDE * step_to).reshape(7, -1)
    # The more is still to come, the less a board tells of the end; at the outermost knot there are too few to see it.
    found[5] = np.minimum.accumulate(found[5])
    return Fit(found[:5], found[5:])


def _flat(fit: Fit) -> Array:
    return np.concatenate([fit.numbers, fit.scale]).ravel()


def _hats(at: float, knots: list[float]) -> Array:
    """(knots,) how much each knot counts at a place between them."""
    return np.array([np.interp(at, knots, row) for row in np.eye(len(knots))])
