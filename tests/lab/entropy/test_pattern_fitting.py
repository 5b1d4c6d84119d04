"""Fitting Entropy's table of line patterns to temporal differences."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from py_engine.games.entropy.knowledge.learnt import fitted_values
from py_engine.games.entropy.knowledge.line_patterns import FILE, GRAIN, unpacked
from py_engine.games.entropy.knowledge.patterns import pattern_table, patterns
from py_engine.lab.__main__ import main
from py_engine.lab.entropy.pattern_fitting import (
    LAMBDA,
    NOISE,
    PRIOR,
    PRIOR_SHIFT,
    Games,
    Table,
    added,
    fitted,
    games,
    hats,
    misses,
    no_points,
    rounded,
    targets,
)
from py_engine.lab.entropy.value_fitting import KNOTS


@pytest.fixture(scope="module")
def played() -> Games:
    values = fitted_values(5)
    return games(values, values, 60, np.random.default_rng(1))


def test_fit_comes_closer_to_its_targets_in_other_games_too() -> None:
    base = fitted_values(5)
    played, fresh = (games(base, base, 400, np.random.default_rng(seed)) for seed in (1, 2))
    wanted = targets(played.base, played)
    table = fitted(5, played, wanted)
    assert misses(5, table, played, wanted) < 0.98 * misses(5, no_points(5), played, wanted)
    assert not table.lines[0].any()
    assert table.board[0] == 0
    fresh_wanted = targets(fresh.base, fresh)
    assert misses(5, table, fresh, fresh_wanted) < misses(5, no_points(5), fresh, fresh_wanted)


def test_fit_minimizes_misses_and_prior(played: Games) -> None:
    """A direct solution over the points of patterns, kinds and boards gives the same values."""
    wanted = targets(played.base, played)
    kinds: dict[tuple[bool, ...], int] = {}
    design = np.zeros((*wanted.shape, 117))
    for at, boards in enumerate(played.patterns):
        for game, board in enumerate(boards):
            np.add.at(design[at, game], board, 1)
    kind = []
    for pattern in patterns(5):
        filled = tuple(bool(cell) for cell in pattern)
        kind.append(kinds.setdefault(min(filled, filled[::-1]), len(kinds)))
    by_kind = np.zeros((117, len(kinds)))
    by_kind[np.arange(117), kind] = 1
    known = ~np.isnan(wanted)
    columns = [PRIOR * design, PRIOR * design @ by_kind, np.full((*wanted.shape, 1), PRIOR_SHIFT)]
    knotted = [(hats(5)[:, None, :, None] * part[:, :, None, :]).reshape(*wanted.shape, -1) for part in columns]
    rows = np.concatenate(knotted, axis=2)[known]
    left = (wanted - played.base)[known]
    x = np.linalg.solve(rows.T @ rows + NOISE * np.eye(rows.shape[1]), rows.T @ left)
    knots, width = len(KNOTS[5]), len(kinds)
    own = x[: knots * 117].reshape(knots, 117)
    shared = x[knots * 117 : -knots].reshape(knots, width)
    direct = Table(PRIOR * (own + shared @ by_kind.T), PRIOR_SHIFT * x[-knots:])
    direct.lines[0], direct.board[0] = 0, 0
    found = added(5, fitted(5, played, wanted), played)
    assert found == pytest.approx(added(5, direct, played), abs=0.02)


def test_targets_are_mixed_backwards_and_end_at_a_random_move() -> None:
    values = np.array([[10.0, 10.0], [20.0, 20.0], [30.0, 30.0]])
    erred = np.array([[True, False], [False, False], [False, True]])
    found = targets(values, Games(np.zeros((3, 2, 10), dtype=np.uint16), values, erred, np.array([40.0, 50.0])))
    last = 40.0
    middle = (1 - LAMBDA) * 30 + LAMBDA * last
    assert found[:, 0] == pytest.approx([(1 - LAMBDA) * 20 + LAMBDA * middle, middle, last])
    # What follows a random move says nothing: the board before it counts by its own value.
    assert found[[0, 2], 1] == pytest.approx([20.0, 50.0])
    assert np.isnan(found[1, 1])


def test_table_in_whole_grains_adds_the_same_points(played: Games) -> None:
    generator = np.random.default_rng(3)
    table = Table(generator.normal(0, 0.3, (len(KNOTS[5]), 117)), generator.normal(0, 2, len(KNOTS[5])))
    table.lines[0], table.board[0] = 0, 0
    values = fitted_values(5).with_table(rounded(5, table))
    codes = generator.integers(0, 6, (10, 5)) @ 8 ** np.arange(5)
    bag = np.array([[0, 2, 2, 2, 2, 2, 0, 0]])
    which = np.zeros(10, dtype=np.intp)
    more = values.worth(codes, 8, bag, which) - fitted_values(5).worth(codes, 8, bag, which)
    seen = Games(np.tile(pattern_table(5)[codes], (24, 1, 1)), np.zeros((24, 1)), np.zeros((24, 1), bool), np.zeros(1))
    assert more.sum() == pytest.approx(added(5, table, seen)[7, 0], abs=10 / GRAIN)


def test_command_writes_the_table_of_one_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / name for name in ("new.npz", "kept.npz", "again.npz")]
    for file in files[1:]:
        file.write_bytes(FILE.read_bytes())
    for file in files:
        main(["entropy-patterns", "--size", "5", "--rounds", "2", "--games", "10", "--output", str(file)])
    new, kept, again = (file.read_bytes() for file in files)
    assert kept == again
    assert (unpacked(new)[5].grains == unpacked(kept)[5].grains).all()
    assert unpacked(new)[5].grains.any()
    assert not unpacked(new)[7].grains.any()
    assert (unpacked(kept)[7].grains == unpacked(FILE.read_bytes())[7].grains).all()
    assert hashlib.sha256(kept).hexdigest() in capsys.readouterr().out
