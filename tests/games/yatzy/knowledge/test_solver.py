"""The solver against independently computed values and brute-force enumeration of dice."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from py_engine.games.yatzy.knowledge.solver import Objective, Solver
from py_engine.games.yatzy.knowledge.turn import closings, play_turn
from py_engine.games.yatzy.knowledge.uppers import is_reachable
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, MULTISETS, POINTS, STANDARD, Rules
from tests.games.yatzy import solved
from tests.games.yatzy.reference import REFERENCE

Dice = tuple[int, ...]


def test_value_of_the_empty_card(standard: ValueTable) -> None:
    assert standard.value(0, 0) == pytest.approx(248.439989377854, abs=1e-9)


def test_values_between_turns_match_the_reference(standard: ValueTable) -> None:
    for row in REFERENCE["state_values"]:
        assert standard.value(row["mask"], row["upper"]) == pytest.approx(row["value"], abs=1e-6), row


def test_holds_and_categories_match_the_reference(standard: ValueTable) -> None:
    for row in REFERENCE["positions"]:
        closed = closings(standard, np.array([row["mask"]]), np.array([row["upper"]]))
        turn = play_turn(closed.max(axis=0))
        roll = MULTISETS.index(tuple(sorted(row["dice"])))
        for category in row["categories"]:
            found = closed[CATEGORIES.index(category["category"]), roll, 0]
            assert found == pytest.approx(category["ev"], abs=1e-6)
        if not row["rolls_left"]:
            continue
        held = turn.held[row["rolls_left"] - 1][:, 0]
        for keep in row["keeps"]:
            assert held[MULTISETS.index(tuple(sorted(keep["keep"])))] == pytest.approx(keep["ev"], abs=1e-6)
        assert turn.rolls[row["rolls_left"]][roll, 0] == pytest.approx(row["best_ev"], abs=1e-6)


def test_bonus_is_counted_once(standard: ValueTable) -> None:
    nothing_open = FULL
    assert standard.value(nothing_open, 63) == 50
    assert standard.value(nothing_open, 62) == 0
    only_yatzy_open = FULL & ~(1 << CATEGORIES.index("yatzy"))
    gap = standard.value(only_yatzy_open, 63) - standard.value(only_yatzy_open, 62)
    assert gap == pytest.approx(50)


@cache
def _throws(count: int) -> tuple[tuple[Dice, float], ...]:
    """Every multiset of ``count`` dice with its probability, by counting all ordered throws."""
    counted = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=count))
    return tuple((dice, ways / 6**count) for dice, ways in counted.items())


def _by_enumeration(mask: int, upper: int, table: ValueTable) -> float:
    """The value of a turn, given the values after it, by enumerating all throws and holds."""

    @cache
    def rolled(dice: Dice, left: int) -> float:
        best = max(
            POINTS[STANDARD][c][MULTISETS.index(dice)] + _after(mask, upper, c, dice, table)
            for c in range(15)
            if not mask >> c & 1
        )
        if left:
            best = max(best, *(held(keep, left) for keep in _keeps(dice)))
        return float(best)

    @cache
    def held(keep: Dice, left: int) -> float:
        return sum(p * rolled(tuple(sorted(keep + thrown)), left - 1) for thrown, p in _throws(5 - len(keep)))

    return held((), 3)


@cache
def _keeps(dice: Dice) -> frozenset[Dice]:
    return frozenset(
        tuple(die for die, kept in zip(dice, keep, strict=True) if kept) for keep in product((0, 1), repeat=5)
    )


def _after(mask: int, upper: int, category: int, dice: Dice, table: ValueTable) -> float:
    points = (category + 1) * dice.count(category + 1) if category < 6 else 0
    return table.value(mask | 1 << category, min(63, upper + points))


@pytest.mark.parametrize("seed", range(6))
def test_turn_value_equals_enumeration_of_all_dice(seed: int, standard: ValueTable) -> None:
    generator = np.random.default_rng(seed)
    while True:
        mask, upper = int(generator.integers(FULL)), int(generator.integers(64))
        if is_reachable(mask, upper):
            break
    assert _by_enumeration(mask, upper, standard) == pytest.approx(standard.value(mask, upper), abs=1e-9)


@pytest.mark.parametrize("open_category", ["sixes", "one_pair", "yatzy", "small_straight"])
def test_last_turn_value_equals_enumeration_without_a_table(open_category: str, standard: ValueTable) -> None:
    mask = FULL & ~(1 << CATEGORIES.index(open_category))
    after = {(FULL, upper): 50.0 if upper == 63 else 0.0 for upper in range(64)}

    class Ends(ValueTable):
        def value(self, mask: int, upper: int) -> float:
            return after[mask, upper]

    for upper in (45, 62, 63):
        if is_reachable(mask, upper):
            assert _by_enumeration(mask, upper, Ends(standard.flat, STANDARD)) == pytest.approx(
                standard.value(mask, upper), abs=1e-9
            )


def test_lattice_has_all_multisets() -> None:
    assert len(set(MULTISETS)) == len(MULTISETS) == 462
    for size in range(6):
        assert sorted(d for d in MULTISETS if len(d) == size) == list(combinations_with_replacement(range(1, 7), size))


def test_solver_resumes_from_partial_values(standard: ValueTable) -> None:
    values = solved.by_mask(standard.flat)
    kept = [array.copy() for array in values]
    for mask in (0, 1, 40):
        kept[mask][:] = np.nan
    solver = Solver(values=kept)
    solver.run()
    assert all((a == b).all() for a, b in zip(solver.values, values, strict=True))


@pytest.mark.slow
def test_value_under_both_house_rules() -> None:
    """Both rules at once; the site build checks the tables of each alone."""
    expected = REFERENCE["headline"]["variants"]["both"]
    assert solved.solved(Rules(True, True)).value(0, 0) == pytest.approx(expected, abs=1e-8)


@pytest.mark.slow
def test_certainty_equivalent_of_a_risk_averse_player() -> None:
    run = REFERENCE["theta_runs"][0]
    solver = Solver(theta=run["theta"])
    solver.run()
    certain = float(np.log(solver.values[0][0, 0])) / run["theta"]
    assert certain == pytest.approx(run["certainty_equivalent"], abs=1e-6)


def test_objective_refuses_a_theta_that_overflows() -> None:
    with pytest.raises(ValueError, match="theta"):
        Objective(1.9)
