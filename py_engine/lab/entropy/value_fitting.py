"""Fits Entropy's line values to the final scores of games in which both sides play by the same values.

Order plays one ply deep and Chaos two, with occasional random moves so that good and bad boards come up. The parameters, a
factor and a shift are then moved towards the best prediction of the final scores (damped Gauss-Newton steps with a ridge
penalty), and the next games are played with them (fitted value iteration).
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

__all__ = [
    "ERRORS",
    "KNOTS",
    "LEARNT",
    "Fit",
    "Observed",
    "Task",
    "chaos_by",
    "games",
    "hats",
    "moved",
    "observe",
    "play_by",
    "start",
    "values_of",
]

LEARNT = ("one", "base", "none", "differ", "slide")
KNOTS = {7: [0.0, 2.0, 5.0, 10.0, 17.0, 26.0, 36.0, 48.0], 5: [0.0, 2.0, 5.0, 9.0, 14.0, 19.0, 24.0]}
ERRORS = 0.06
"""Fraction of random moves."""
NUDGE = (0.02, 0.005, 0.02, 0.005, 0.02)
"""Step of each parameter for numerical derivatives."""
LIKELY = (0.25, 0.03, 0.25, 0.02, 0.06, 0.2, 30.0)
"""Prior standard deviations of the parameters, the factor and the shift."""
STIFFNESS = 1 / 75
"""Weight of the prior, per observation."""
STRIDE = 0.7
"""Fraction of each Gauss-Newton step that is taken (damping)."""


class Fit(NamedTuple):
    """The parameters learned so far."""

    numbers: Array
    """(5, knots)."""
    scale: Array
    """(2, knots): factor and shift."""


class Seen(NamedTuple):
    """Boards after Order's move in some games, with equally many tokens."""

    tokens: int
    codes: Array
    bag: Array
    erred: Array
    """(N,) bool: a random move came up since the board before."""


def start(size: int) -> Fit:
    """The starting point: plain V."""
    knots = len(KNOTS[size])
    return Fit(np.zeros((len(LEARNT), knots)), np.stack([np.ones(knots), np.zeros(knots)]))


def values_of(size: int, fit: Fit) -> LineValues:
    """The line values with these parameters."""
    knots = KNOTS[size]
    return LineValues(size, Numbers(knots, *fit.numbers.tolist()), Scale(knots, *fit.scale.tolist()))


def play_by(values: LineValues) -> Callable[[Batch, Array], Array]:
    """A player of Order that maximizes the sum of line values after its move; ties go to the first."""

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


def chaos_by(values: LineValues, batch: Batch) -> Array:
    """(B,) Chaos's placements by these values, chosen as ``ev2`` does by V."""
    tokens = int(np.bitwise_count(batch.occupied[0])) + 1
    placed, after, _ = placement_values(
        batch, lambda codes, board: values.worth(codes, tokens, batch.bag, board), PROMISING
    )
    found = np.full((batch.count, batch.geometry.cells), np.inf)
    found[placed.board, placed.cell] = after
    return found.argmin(axis=1)


def games(values: LineValues, count: int, generator: np.random.Generator) -> tuple[list[Seen], Array]:
    """The boards seen in games played by these values, and (count,) float64 the final scores."""
    size = values.size
    colors = np.repeat(np.arange(1, size + 1, dtype=U8), size)
    tokens = generator.permuted(np.tile(colors, (count, 1)), axis=1)
    batch, order, drawn, seen = new_batch(size, tokens[:, 0]), play_by(values), 1, []
    erred = np.zeros(count, dtype=bool)
    while not is_over(batch)[0]:
        chaos = batch.turn[0] == CHAOS
        action = chaos_by(values, batch) if chaos else order(batch, tokens)
        erring = np.flatnonzero(generator.random(count) < ERRORS)
        legal = legal_mask(batch.take(erring))
        action[erring] = np.where(legal, generator.random(legal.shape), -1.0).argmax(axis=1)
        erred[erring] = True
        if chaos:
            step(batch, action, tokens[:, 0])
            continue
        bag = batch.bag.copy()
        step(batch, action, tokens[:, drawn])
        seen.append(Seen(drawn, batch.codes.copy(), bag, erred))
        erred = np.zeros(count, dtype=bool)
        drawn += 1
        report(drawn / tokens.shape[1])
    return seen, scores(batch).astype(np.float64)


def _sums(size: int, numbers: Array, seen: Seen) -> Array:
    """(B,) float64: the sums of line values without the scale, for parameters (5,) at that number of tokens."""
    values = LineValues(size, Numbers([0.0, 1000.0], *([each, each] for each in numbers.tolist())))
    which = np.arange(len(seen.codes)).repeat(2 * size)
    return values.worth(seen.codes.ravel(), seen.tokens, seen.bag, which).reshape(len(seen.codes), -1).sum(axis=1)


class Task(TypedDict):
    """A job: some games to learn from."""

    size: int
    numbers: list[list[float]]
    """By kind and knot: the parameters the games are played with."""
    scale: list[list[float]]
    games: int
    seed: int
    engine: str
    """Version of the engine."""


class Observed(TypedDict):
    """The normal equations of a Gauss-Newton step, from some games."""

    matrix: list[list[float]]
    right: list[float]
    count: int
    """Number of predictions."""
    squares: float
    """Sum of squared residuals."""
    mean: float
    """Mean final score."""


def observe(task: Task) -> Observed:
    """Plays some games and returns the normal equations of a Gauss-Newton step.

    Raises:
        LabError: this engine's version differs from the caller's.
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
    """(B, 7 * knots) the Jacobian of the predictions, and (B,) the residuals."""
    weights = hats(geometry(size).cells - 1 - seen.tokens, KNOTS[size])
    numbers, (factor, shift) = fit.numbers @ weights, fit.scale @ weights
    sums = _sums(size, numbers, seen)
    nudged = [_sums(size, numbers + n * (np.arange(5) == i), seen) - sums for i, n in enumerate(NUDGE)]
    slopes = [factor * change / n for change, n in zip(nudged, NUDGE, strict=True)]
    parts = [*slopes, sums, np.ones(len(sums))]
    return np.concatenate([part[:, None] * weights for part in parts], axis=1), final - (factor * sums + shift)


def moved(size: int, fit: Fit, observed: Sequence[tuple[Fit, Observed]]) -> Fit:
    """The parameters after one damped step towards the best prediction.

    Args:
        size: The size of the board.
        fit: The current parameters.
        observed: Results of ``observe``, each with the parameters it was run with.
    """
    width = 7 * len(KNOTS[size])
    matrix, right = np.zeros((width, width)), np.zeros(width)
    for of, each in observed:
        own = np.array(each["matrix"])
        matrix += own
        right += np.array(each["right"]) - own @ (_flat(fit) - _flat(of))
    stiff = STIFFNESS * sum(each["count"] for _, each in observed) / np.square(np.repeat(LIKELY, width // 7))
    # With no move left, V is exact: keep the parameters at the first knot.
    stiff[:: width // 7] *= 1e8
    step_to = np.linalg.solve(matrix + np.diag(stiff), right)
    found = (_flat(fit) + STRIDE * step_to).reshape(7, -1)
    # The factor must not rise with the moves left; at the outermost knot there is too little data to show it.
    found[5] = np.minimum.accumulate(found[5])
    return Fit(found[:5], found[5:])


def _flat(fit: Fit) -> Array:
    return np.concatenate([fit.numbers, fit.scale]).ravel()


def hats(at: float, knots: list[float]) -> Array:
    """(knots,) the interpolation weight of each knot (hat functions)."""
    return np.array([np.interp(at, knots, row) for row in np.eye(len(knots))])
