"""The query for what players with other risk preferences would choose."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from py_engine.core.results import to_json
from py_engine.games.yatzy.coaching import sensitivity
from py_engine.games.yatzy.coaching.sensitivity import Sensitivity, SensitivityArgs
from py_engine.games.yatzy.knowledge import risk
from py_engine.games.yatzy.knowledge.solver import Solver
from py_engine.games.yatzy.knowledge.uppers import POSITIONS
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, MULTISETS, STANDARD
from py_engine.lab.yatzy.positions.sensitivity_program import Decision, best_at, flips
from tests.games.yatzy.by_hand import closed_but

Json = dict[str, Any]


@pytest.fixture(autouse=True)
def _table(standard: ValueTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sensitivity, "require", lambda _rules: standard)


def asked(**args: Any) -> Json:
    answer: Json = to_json(Sensitivity(SensitivityArgs.model_validate(args)).run())
    return answer


def test_risk_taker_throws_where_others_take_the_points() -> None:
    # 28 for sure, or three dice thrown for up to 30: with nothing else open, only a risk-taker throws.
    card = {"upper_score": 40, "scored_categories": closed_but("chance")}
    found = asked(**card, dice=[6, 6, 6, 5, 5], rerolls_remaining=1, thetas=[-0.1, 0.1, 1.5, 1.75])
    by_theta = {choice["theta"]: choice for choice in found["choices"]}
    assert sorted(by_theta) == [-0.1, 0, 0.1, 1.5, 1.75]
    assert by_theta[0]["category"] == by_theta[-0.1]["category"] == "chance"
    assert by_theta[0]["lead"] == 0
    assert by_theta[1.75]["keep"] == [True, True, True, False, False]

    def worth(theta: float) -> float:
        faces = [math.exp(theta * face) / 6 for face in range(1, 7)]
        return 18 + 2 * math.log(sum(faces)) / theta

    assert by_theta[1.75]["lead"] == pytest.approx(worth(1.75) - 28, abs=1e-9)
    assert [flip["keep"] for flip in found["flips"]] == [[True, True, True, False, False]]
    assert worth(found["flips"][0]["theta"]) == pytest.approx(28, abs=0.005)


@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("dice", [(1, 1, 5, 6, 6), (2, 2, 2, 6, 6)])
def test_flips_lie_where_the_laboratory_finds_them(dice: tuple[int, ...], left: int) -> None:
    card = closed_but("sixes", "full_house", "two_pairs", "yatzy")
    grid = [-0.04, -0.03, -0.02, -0.01, 0.0, 0.01, 0.02, 0.03, 0.04]
    found = asked(
        upper_score=45,
        scored_categories=card,
        dice=list(dice),
        rerolls_remaining=left,
        thetas=[theta for theta in grid if theta],
    )
    decision = Decision(card, 45, MULTISETS.index(dice), left)
    known = flips(grid, 0.0005, best_at(decision, STANDARD))
    assert len(found["flips"]) == len(known)
    for flip, other in zip(found["flips"], known, strict=True):
        assert flip["theta"] == pytest.approx(other.theta, abs=0.003)
        if not left:
            assert flip["category"] == CATEGORIES[other.above if other.theta > 0 else other.below]


def test_leads_of_later_flips_are_over_the_choice_for_points() -> None:
    found = asked(
        upper_score=45,
        scored_categories=closed_but("twos", "two_pairs", "large_straight", "yatzy"),
        dice=[1, 1, 1, 1, 6],
        rerolls_remaining=0,
        thetas=[0.02, 0.05],
    )
    assert [(choice["theta"], choice["category"]) for choice in found["choices"]][1:] == [
        (0.02, "large_straight"),
        (0.05, "twos"),
    ]
    assert [flip["lead"] for flip in found["flips"]] == [choice["lead"] for choice in found["choices"]][1:]
    assert found["flips"][1]["lead"] > 0


def test_tables_serve_later_cards_and_are_given_back() -> None:
    risk.give_back()
    early, late = closed_but("ones", "chance", "yatzy"), closed_but("chance", "yatzy")
    steps = list(risk.risk_table(STANDARD, 0.05, early))
    assert steps
    assert list(risk.risk_table(STANDARD, 0.05, late)) == []
    assert list(risk.risk_table(STANDARD, 0.05, closed_but("twos", "chance")))
    risk.give_back()
    assert list(risk.risk_table(STANDARD, 0.05, closed_but("chance")))


def solved(theta: float, mask: int) -> bool:
    """Whether the table of a card has to be solved."""
    return bool(list(risk.risk_table(STANDARD, theta, mask)))


def test_tables_of_two_people_and_of_earlier_cards_are_used_again() -> None:
    risk.give_back()
    one, other = closed_but("ones", "chance", "yatzy"), closed_but("twos", "chance", "full_house")
    assert [solved(0.05, mask) for mask in (one, other)] == [True, True]
    later = [closed_but("chance", "yatzy"), closed_but("twos", "chance"), closed_but("yatzy"), closed_but("twos")]
    assert not any(solved(0.05, mask) for mask in (*later, one, other))
    # A table of both cards replaces theirs.
    both = one & other
    assert solved(0.05, both)
    assert not any(solved(0.05, mask) for mask in (one, other, *later))
    assert len(risk._kept) == 1
    risk.give_back()
    assert risk.kept_bytes() == 0


def test_tables_that_are_kept_are_bounded_by_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    risk.give_back()
    card = closed_but("ones", "sixes", "chance", "yatzy")
    thetas = [0.01 * number for number in range(1, 9)]
    assert solved(thetas[0], card)
    places, values = (getattr(risk._kept[STANDARD, thetas[0], card], name).nbytes for name in ("places", "values"))
    assert (places, risk.kept_bytes()) == (values, places + values)
    # Room for four tables that share their places.
    monkeypatch.setattr(risk, "KEPT_BYTES", places + 4 * values)
    for theta in thetas[1:]:
        assert solved(theta, card)
        assert risk.kept_bytes() <= risk.KEPT_BYTES
    assert len(risk._kept) == 4
    # The same question again finds some of its tables, and another card takes the room of those of this one.
    assert sum(solved(theta, card) for theta in thetas) < len(thetas)
    assert solved(0.15, closed_but("twos", "fives", "chance"))
    assert (len(risk._kept), risk.kept_bytes() <= risk.KEPT_BYTES) == (4, True)
    assert not solved(0.15, closed_but("twos", "chance"))
    risk.give_back()


def test_tables_from_an_empty_card_leave_the_worker_most_of_its_memory() -> None:
    # The worker is replaced at 110 MB. As many tables as one question may ask for fit, so that none is solved twice.
    most = next(
        each.max_length for each in SensitivityArgs.model_fields["thetas"].metadata if hasattr(each, "max_length")
    )
    assert POSITIONS * 4 * (1 + most) <= risk.KEPT_BYTES <= 45_000_000


@pytest.mark.parametrize("theta", [0.2, -0.2, 0.005, -0.005])
def test_rounded_utilities_are_within_a_trifle_of_the_exact_ones(theta: float) -> None:
    card = closed_but("ones", "fives", "two_pairs", "full_house", "yatzy")
    solver = Solver(STANDARD, theta, closed=card)
    solver.run()
    exact = np.concatenate([array.ravel() for array in solver.values])
    risk.give_back()
    for _ in risk.risk_table(STANDARD, theta, card):
        pass
    table = risk._kept[STANDARD, theta, card]
    assert table.values.dtype == np.float32
    assert np.isfinite(table.values).all()
    off = (np.log(table.values.astype(np.float64)) - np.log(exact[table.places])) / theta
    assert np.abs(off).max() < 1e-4
    risk.give_back()


@pytest.mark.parametrize("value", [1e-30, 0.2, 0.75, 1.0, 3.7, 1e40])
def test_certain_score_is_a_logarithm(value: float) -> None:
    assert risk.certain(-value, -0.05) == pytest.approx(math.log(value) / -0.05, rel=1e-14, abs=1e-13)


def test_full_card_has_no_choice() -> None:
    with pytest.raises(ValidationError, match="leaves no category to choose"):
        SensitivityArgs(upper_score=63, scored_categories=FULL, dice=[1] * 5, rerolls_remaining=0, thetas=[0.1])
