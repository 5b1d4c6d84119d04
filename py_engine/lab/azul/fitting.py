"""Fits the learnt values of Azul: gradient descent by Adam (Kingma and Ba, 2015) on the parameters of ``network.Network``."""

from __future__ import annotations

import importlib
from typing import Any, NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.features import ROUND_KINDS
from py_engine.games.azul.knowledge.layout import Layout
from py_engine.games.azul.knowledge.network import Network
from py_engine.games.azul.rules.tables import INDEX
from py_engine.lab.azul.positions import Kept
from py_engine.lab.core.errors import LabError

__all__ = ["Fit", "Parameters", "Schedule", "gap_slopes", "initial", "parameters_of", "predict", "require_scipy"]

FIRST_SPREAD = 0.08
BETA_1, BETA_2, TINY = 0.9, 0.999, 1e-8
MISSING = "Fitting needs scipy, which is not installed; the extra py_engine[lab] includes it."


class Parameters(NamedTuple):
    """The parameters being learnt, float32; F features, the first E of which enter the hidden layer, H units, R kinds of round."""

    embedding: Array
    """(E, H)."""
    linear: Array
    """(R, F)."""
    hidden_bias: Array
    """(R, H)."""
    output: Array
    """(R, H)."""
    bias: Array
    """(R,)."""


class Schedule(NamedTuple):
    """Duration and learning rate of a fit."""

    epochs: int
    rate: float
    """Learning rate of the first step; it falls linearly to a twentieth."""
    batch: int = 4096
    decay: float = 1e-5
    outside: float = 1.0
    """Learning rate, as a multiple of ``rate``, of features outside the hidden layer, each of which few positions have."""


def initial(layout: Layout, hidden: int, random: np.random.Generator) -> Parameters:
    """Small random embeddings, everything else constant or zero."""
    return Parameters(
        (random.standard_normal((layout.embedded, hidden)) * FIRST_SPREAD).astype(np.float32),
        np.zeros((ROUND_KINDS, layout.size), dtype=np.float32),
        np.full((ROUND_KINDS, hidden), 0.1, dtype=np.float32),
        (random.standard_normal((1, hidden)) * 0.3).astype(np.float32).repeat(ROUND_KINDS, axis=0),
        np.zeros(ROUND_KINDS, dtype=np.float32),
    )


def parameters_of(network: Network) -> Parameters:
    """The parameters of a stored network, to continue from."""
    parts = (network.embedding, network.linear, network.hidden_bias, network.output, network.bias)
    return Parameters(*(part.copy() for part in parts))


def require_scipy() -> Any:
    """The module of sparse matrices, with which a step takes a third of the time that NumPy needs.

    Raises:
        LabError: scipy is not installed.
    """
    try:
        return importlib.import_module("scipy.sparse")
    except ImportError:
        raise LabError(MISSING) from None


def _chosen(features: Array, size: int) -> Any:
    """(B, E) sparse matrix of ones where a position has one of the first E = ``size`` features."""
    count = len(features)
    here = features < size
    starts = np.zeros(count + 1, dtype=np.int32)
    np.cumsum(here.sum(axis=1), out=starts[1:])
    found = features[here].astype(np.int32)
    ones = np.ones(len(found), dtype=np.float32)
    return require_scipy().csr_matrix((ones, found, starts), shape=(count, size))


class _Forward(NamedTuple):
    chosen: Any
    places: Array
    hidden: Array
    values: Array


def _forward(parameters: Parameters, features: Array, base: Array, rounds: Array) -> _Forward:
    embedding, linear, hidden_bias, output, bias = parameters
    chosen = _chosen(features, embedding.shape[0])
    hidden = np.maximum(chosen @ embedding + hidden_bias[rounds], 0)
    places = rounds[:, None] * linear.shape[1] + features
    values = base + linear.reshape(-1)[places].sum(axis=1) + (hidden * output[rounds]).sum(axis=1) + bias[rounds]
    return _Forward(chosen, places, hidden, values)


def predict(parameters: Parameters, kept: Kept, step: int = 20_000) -> Array:
    """(N,) float32 values for the side in front."""
    starts = [slice(start, start + step) for start in range(0, len(kept.base), step)]
    parts = [
        _forward(parameters, kept.features[at], kept.base[at], kept.rounds[at].astype(INDEX)).values for at in starts
    ]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)


def gap_slopes(error: Array, sign: Array) -> Array:
    """Half the gradient of the squared errors of pairs' differences.

    Args:
        error: (2 P,) errors of values for the sides in front; those of a pair are neighbours.
        sign: (2 P,) 1 where player 0 is in front, else -1.

    Returns:
        (2 P,) by value.
    """
    first, second = (error * sign).reshape(-1, 2).T
    gap = first - second
    found: Array = np.stack([gap, -gap], axis=1).reshape(-1) * sign
    return found


class Fit:
    """Parameters being fitted.

    Args:
        parameters: The initial values; changed in place.
    """

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self._first = Parameters(*(np.zeros_like(p) for p in parameters))
        self._second = Parameters(*(np.zeros_like(p) for p in parameters))
        self._steps = 0

    def values(self, kept: Kept) -> Array:
        """``predict`` with the current parameters."""
        return predict(self.parameters, kept)

    def run(
        self,
        kept: Kept,
        targets: Array,
        schedule: Schedule,
        random: np.random.Generator,
        *,
        difference: float | None = None,
    ) -> float:
        """Runs the epochs of a schedule.

        Args:
            kept: N positions.
            targets: (N,) values for the sides in front.
            schedule: Duration and learning rate.
            random: The order of the positions.
            difference: The weight of errors of differences, if positions 2 k and 2 k + 1 are a pair: the squared error of a
                pair's difference counts that much beside the squared errors of its two values.

        Returns:
            The mean squared error of the values met during the last epoch.
        """
        count, together = len(targets), 1 if difference is None else 2
        total = schedule.epochs * -(-count // schedule.batch)
        done, squares = 0, 0.0
        for _ in range(schedule.epochs):
            order = random.permutation(count // together)
            order = (order[:, None] * together + np.arange(together)).reshape(-1)
            squares = 0.0
            for start in range(0, count, schedule.batch):
                rate = schedule.rate * (1 - 0.95 * done / total)
                part = order[start : start + schedule.batch]
                squares += self._step(kept, targets, part, rate, schedule, difference=difference or 0.0)
                done += 1
        return squares / max(1, count)

    def _step(
        self, kept: Kept, targets: Array, part: Array, rate: float, schedule: Schedule, *, difference: float
    ) -> float:
        rounds = kept.rounds[part].astype(INDEX)
        found = _forward(self.parameters, kept.features[part], kept.base[part], rounds)
        error = found.values - targets[part]
        slope = error + difference * gap_slopes(error, kept.sign[part]) if difference else error
        slope = (slope / len(part)).astype(np.float32)
        gradients = self._gradients(found, rounds, slope)
        self._descend(gradients, rate, schedule)
        return float((error * error).sum())

    def _gradients(self, found: _Forward, rounds: Array, slope: Array) -> Parameters:
        linear, output = self.parameters.linear, self.parameters.output
        back = slope[:, None] * output[rounds] * (found.hidden > 0)
        hidden_bias, output_slope = np.zeros_like(output), np.zeros_like(output)
        weighed = slope[:, None] * found.hidden
        bias = np.zeros(ROUND_KINDS, dtype=np.float32)
        for kind in range(ROUND_KINDS):
            here = rounds == kind
            hidden_bias[kind] = back[here].sum(axis=0)
            output_slope[kind] = weighed[here].sum(axis=0)
            bias[kind] = slope[here].sum()
        weights = np.repeat(slope, found.places.shape[1])
        of_linear = np.bincount(found.places.reshape(-1), weights=weights, minlength=linear.size)
        return Parameters(
            (found.chosen.T @ back).astype(np.float32),
            of_linear.reshape(linear.shape).astype(np.float32),
            hidden_bias,
            output_slope,
            bias,
        )

    def _descend(self, gradients: Parameters, rate: float, schedule: Schedule) -> None:
        self._steps += 1
        first_scale, second_scale = 1 - BETA_1**self._steps, 1 - BETA_2**self._steps
        embedding, linear = self.parameters.embedding, self.parameters.linear
        rates = Parameters(*(np.full(1, rate, dtype=np.float32) for _ in gradients))
        if schedule.outside != 1:
            of_linear = np.full(linear.shape[1], rate, dtype=np.float32)
            of_linear[len(embedding) :] *= schedule.outside
            rates = rates._replace(linear=of_linear)
        parts = zip(self.parameters, gradients, self._first, self._second, rates, strict=True)
        for value, slope, mean, square, each in parts:
            mean[...] += (1 - BETA_1) * (slope - mean)
            square[...] += (1 - BETA_2) * (slope * slope - square)
            value[...] -= each * (mean / first_scale / (np.sqrt(square / second_scale) + TINY) + schedule.decay * value)
