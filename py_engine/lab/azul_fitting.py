"""Fits the learnt values of Azul: gradient descent (Adam) on the parameters of ``network.Network``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse

from py_engine.games.azul.features import ROUND_KINDS, Layout
from py_engine.lab.azul_selfplay import Kept
from py_engine.numerics import Array

__all__ = ["Fit", "Parameters", "Schedule", "initial", "predict"]

FIRST_SPREAD = 0.08
BETA_1, BETA_2, TINY = 0.9, 0.999, 1e-8


class Parameters(NamedTuple):
    """What is learnt; F features, H hidden units, R kinds of rounds. All float32."""

    embedding: Array
    """(F, H)."""
    linear: Array
    """(R, F)."""
    hidden_bias: Array
    """(R, H)."""
    output: Array
    """(R, H)."""
    bias: Array
    """(R,)."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how fast to learn."""

    epochs: int
    rate: float
    """Of the first step; it falls linearly to a twentieth of it."""
    batch: int = 4096
    decay: float = 1e-5


def initial(layout: Layout, hidden: int, random: np.random.Generator) -> Parameters:
    """Small random embeddings, nothing else."""
    return Parameters(
        (random.standard_normal((layout.size, hidden)) * FIRST_SPREAD).astype(np.float32),
        np.zeros((ROUND_KINDS, layout.size), dtype=np.float32),
        np.full((ROUND_KINDS, hidden), 0.1, dtype=np.float32),
        (random.standard_normal((1, hidden)) * 0.3).astype(np.float32).repeat(ROUND_KINDS, axis=0),
        np.zeros(ROUND_KINDS, dtype=np.float32),
    )


def _chosen(features: Array, size: int) -> sparse.csr_matrix:
    """(B, F) matrix of ones where a position has a feature."""
    count, slots = features.shape
    starts = np.arange(0, count * slots + 1, slots, dtype=np.int32)
    ones = np.ones(count * slots, dtype=np.float32)
    return sparse.csr_matrix((ones, features.astype(np.int32).reshape(-1), starts), shape=(count, size))


class _Forward(NamedTuple):
    chosen: sparse.csr_matrix
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
    parts = [
        _forward(parameters, kept.features[i : i + step], kept.base[i : i + step], kept.rounds[i : i + step]).values
        for i in range(0, len(kept.base), step)
    ]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)


class Fit:
    """Parameters on their way.

    Args:
        parameters: to begin with; changed in place.
    """

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self._first = Parameters(*(np.zeros_like(p) for p in parameters))
        self._second = Parameters(*(np.zeros_like(p) for p in parameters))
        self._steps = 0

    def run(self, kept: Kept, targets: Array, schedule: Schedule, random: np.random.Generator) -> float:
        """Goes through the positions some times; the mean squared error of the last time, as it was met."""
        count = len(targets)
        total = schedule.epochs * -(-count // schedule.batch)
        done, squares = 0, 0.0
        for epoch in range(schedule.epochs):
            order = random.permutation(count)
            squares = 0.0
            for start in range(0, count, schedule.batch):
                rate = schedule.rate * (1 - 0.95 * done / total)
                part = order[start : start + schedule.batch]
                squares += self._step(kept, targets, part, rate, schedule.decay)
                done += 1
        return squares / max(1, count)

    def _step(self, kept: Kept, targets: Array, part: Array, rate: float, decay: float) -> float:
        rounds = kept.rounds[part]
        found = _forward(self.parameters, kept.features[part], kept.base[part], rounds)
        error = found.values - targets[part]
        slope = (error / len(part)).astype(np.float32)
        gradients = self._gradients(found, rounds, slope)
        self._descend(gradients, rate, decay)
        return float((error * error).sum())

    def _gradients(self, found: _Forward, rounds: Array, slope: Array) -> Parameters:
        embedding, linear, _, output, _ = self.parameters
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

    def _descend(self, gradients: Parameters, rate: float, decay: float) -> None:
        self._steps += 1
        first_scale, second_scale = 1 - BETA_1**self._steps, 1 - BETA_2**self._steps
        for value, slope, first, second in zip(self.parameters, gradients, self._first, self._second, strict=True):
            first += (1 - BETA_1) * (slope - first)
            second += (1 - BETA_2) * (slope * slope - second)
            value -= rate * (first / first_scale / (np.sqrt(second / second_scale) + TINY) + decay * value)
