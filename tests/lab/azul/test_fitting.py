"""Fitting Azul's values to games; the spread and the calibration."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.features import DRAFT, END, ROUND_KINDS
from py_engine.games.azul.knowledge.learnt import MAX_TILES, SPREAD_GRAIN, packed, unpacked
from py_engine.games.azul.rules.tables import INDEX
from py_engine.lab.azul.calibration import ENOUGH, calibration, smoothed, spread
from py_engine.lab.azul.fitting import Fit, Parameters, Schedule, _forward, initial, predict
from py_engine.lab.azul.policy import hand_made
from py_engine.lab.azul.positions import Kept, Records, outcomes
from tests.games.azul import selfplay_games


@pytest.fixture(name="found")
def _found() -> Records:
    return selfplay_games.found()


def test_gradients_equal_finite_differences() -> None:
    random = np.random.default_rng(5)
    count = 40
    features = random.integers(0, END.size, size=(count, 6)).astype(np.int16)
    kept = Kept(
        features,
        random.standard_normal(count).astype(np.float32),
        random.integers(0, ROUND_KINDS, size=count).astype(np.int8),
        *(np.zeros(count, dtype=np.int8) for _ in range(4)),
    )
    targets = random.standard_normal(count) * 5
    parameters = Parameters(*(part.astype(np.float64) for part in initial(END, 3, random)))
    parameters.output[:] += random.standard_normal(parameters.output.shape)
    parameters.linear[:] = random.standard_normal(parameters.linear.shape) / 10
    rounds = kept.rounds.astype(INDEX)

    def loss() -> float:
        return float(((predict(parameters, kept) - targets) ** 2).sum() / 2 / count)

    forward = _forward(parameters, features, kept.base, rounds)
    gradients = Fit(parameters)._gradients(forward, rounds, (forward.values - targets) / count)
    step = 1e-5
    for name, gradient in gradients._asdict().items():
        flat = getattr(parameters, name).reshape(-1)
        steepest = np.argsort(-np.abs(gradient.reshape(-1)))[:6]
        for place in [*steepest.tolist(), *random.integers(0, flat.size, size=3).tolist()]:
            before = flat[place]
            flat[place] = before + step
            above = loss()
            flat[place] = before - step
            below = loss()
            flat[place] = before
            assert gradient.reshape(-1)[place] == pytest.approx((above - below) / (2 * step), rel=1e-3, abs=1e-6), name


def test_features_outside_the_hidden_layer_learn_at_their_own_rate() -> None:
    random = np.random.default_rng(8)
    features = np.stack([random.integers(0, END.embedded, 64), random.integers(END.embedded, END.size, 64)], axis=1)
    kept = Kept(features.astype(np.int16), *(np.zeros(64, dtype=np.float32) for _ in range(6)))
    start = initial(END, 2, np.random.default_rng(9))

    def linear(outside: float) -> Array:
        fit = Fit(Parameters(*(part.copy() for part in start)))
        fit.run(kept, np.full(64, 5.0), Schedule(1, 0.01, decay=0, outside=outside), np.random.default_rng(1))
        return fit.parameters.linear

    slow, fast = linear(1.0), linear(4.0)
    assert np.array_equal(slow[:, : END.embedded], fast[:, : END.embedded])
    assert np.allclose(4 * slow[:, END.embedded :], fast[:, END.embedded :])
    assert fast[:, END.embedded :].any()


def test_a_fit_recovers_a_network_from_its_values(found: Records) -> None:
    random = np.random.default_rng(6)
    truth = initial(DRAFT, 2, random)
    truth.linear[:] = random.standard_normal(DRAFT.size)
    targets = predict(truth, found.draft)
    fit = Fit(initial(DRAFT, 4, random))
    first = float(np.mean((fit.values(found.draft) - targets) ** 2))
    fit.run(found.draft, targets, Schedule(30, 0.05, batch=128), random)
    assert float(np.mean((fit.values(found.draft) - targets) ** 2)) < first / 20


def test_smoothed_fills_gaps_from_neighbours() -> None:
    counts = np.zeros((ROUND_KINDS, MAX_TILES + 1))
    deviations = np.full_like(counts, 99.0)
    counts[1, [1, 5, 20]] = ENOUGH
    deviations[1, [1, 5, 20]] = 4.0, 8.0, 20.0
    counts[3, 7] = ENOUGH
    deviations[3, 7] = 3.0
    counts[4, 0] = ENOUGH - 1
    table = smoothed(deviations, counts)
    assert table[1, [0, 1, 3, 5, 20]].tolist() == [4.0, 4.0, 6.0, 8.0, 20.0]
    assert (table[0] == table[1]).all()
    assert (table[2] == table[1]).all()
    assert (table[3:] == 3.0).all()
    with pytest.raises(ValueError, match="no positions"):
        smoothed(deviations, np.zeros_like(counts))


def test_spread_and_calibration_match_the_games(found: Records) -> None:
    pair = hand_made()
    table = spread(pair, found) / SPREAD_GRAIN
    # With so few games, only the end of the first round, which all of them reached, has enough positions.
    first = found.end.numbers == 1
    errors = (found.final[found.end.games] * found.end.sign - found.end.base)[first]
    assert table[0, 0] == pytest.approx(float(np.sqrt(np.mean(errors**2))), abs=0.01)
    kept = found.draft
    learnt = unpacked(packed(pair.draft, pair.end, spread(pair, found)))
    checked = calibration(learnt, found)
    won = np.where(outcomes(found, kept) > 0, 1.0, np.where(outcomes(found, kept) < 0, 0.0, 0.5))
    assert sum(row.positions for row in checked.bins) == len(won)
    assert sum(row.won * row.positions for row in checked.bins) == pytest.approx(won.sum())
    assert [row.predicted for row in checked.bins] == sorted(row.predicted for row in checked.bins)
    assert 0 < checked.brier < 0.25
