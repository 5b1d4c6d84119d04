"""Azul's feedback at a solved end of the game: who wins, exact numbers, and whose bonuses differ."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from py_engine.core.results import Candidate, Result
from py_engine.games.azul.coaching.feedback import sentences
from py_engine.games.azul.coaching.outcome import goes_on, outcomes, without_estimates
from py_engine.games.azul.search.compare.line_parts import Content, RowPart
from py_engine.games.azul.search.lines import Apart
from tests.bridge.asking import LONG, ask
from tests.games.azul.graded import candidate, graded_loss
from tests.games.azul.positions import board, position


def ended(name: str, value: float, chance: float, **features: float) -> Candidate:
    """A move after which the game ends with this difference."""
    made = candidate(name, {"opponent_tiling": value}, {})
    return replace(made, win_probability=chance, features=dict(made.features) | {"game_ends": 1.0} | features)


def solved(user: tuple[float, float], best: tuple[float, float], **changes: Any) -> Result:
    return graded_loss(ended("user", *user), ended("best", *best), stderr=0.0, verdict="blunder", **changes)


@pytest.mark.parametrize(
    ("user", "best", "said"),
    [
        ((-18.0, 0.0), (0.0, 1.0), "Your move loses the game by 18 points, the best move wins it on completed rows."),
        ((-1.0, 0.0), (0.0, 0.5), "Your move loses the game by 1 point, the best move draws it."),
        ((0.0, 0.5), (7.0, 1.0), "Your move draws the game, the best move wins it by 7 points."),
        ((2.0, 1.0), (7.0, 1.0), ""),
    ],
)
def test_who_wins_is_said_where_it_differs_for_certain(
    user: tuple[float, float], best: tuple[float, float], said: str
) -> None:
    assert outcomes(solved(user, best)) == said
    assert outcomes(replace(solved(user, best), delta_stderr=0.5)) == "", "an estimate"


def test_nothing_is_called_estimated_where_nothing_is() -> None:
    assert without_estimates("Line 4 is worth an estimated 11 points less; it is expected to cost 2 more.") == (
        "Line 4 is worth 11 points less; it costs 2 more."
    )


def test_bonuses_are_those_of_the_player_who_gets_them_and_not_counted_beside_their_row() -> None:
    row = RowPart(3, 11.0, Content(1, 4, complete=True), Content(1, 3, complete=False))
    none = {"bonus_points": 0.0, "opponent_bonus_points": 0.0}
    user = ended("user", -14.0, 0.0, **none | {"opponent_bonus_points": 10.0})
    best = ended("best", 0.0, 0.5, **none)
    graded = graded_loss(user, best, stderr=0.0, verdict="blunder")
    alone = [item.text for item in sentences(replace(graded, evidence=Apart({}, 0.0)))]
    assert "Your move lets your opponent gain 10 points more from rows, columns and colours." in alone
    assert not any("best move gains" in text for text in alone)
    first, *others = [item.text for item in sentences(replace(graded, evidence=Apart({}, 0.0, shown=((), [row]))))]
    assert first.startswith("Your opponent's line 4 is worth an estimated 11 points more to them")
    assert not any("rows, columns and colours" in text for text in others)


def test_a_searched_end_of_the_game_has_its_winner_and_exact_costs() -> None:
    row = [(0, column) for column in range(4)]
    # The last tile of the game completes the player's first row, as the opponent's will be: two points of bonus, and five of its tile.
    state = position(board(score=26, wall=row), board(score=25, wall=row, lines={0: ("White", 1)}))
    params = {"evaluator": "search", "evaluator_seed": 1, "time_budget_ms": LONG, "max_work": 3_000}
    best = ask("evaluate_best_move", state, 0, params)["best_action"]
    other = next(each for each in ask("list_legal_actions", state, 0) if each != best)
    graded = ask("grade_user_action", state, 0, other, params)
    text = " ".join(item["text"] for item in graded["feedback"])
    assert not graded["decided"]
    assert text.startswith("Your move loses the game by 6 points, the best move wins it by 1 point.")
    assert "estimated" not in text
    cost = ask("grade_user_action", state, 0, best, params)["feedback"][-1]["text"]
    assert "would cost 7 points; it loses the game by 6 points, the best move wins it by 1 point." in cost


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ((1.0, 0.0), "after your move, with you 18 points behind, and goes on after the best one."),
        ((0.0, 1.0), "after the best move, with equal scores, and goes on after yours."),
        ((1.0, 1.0), ""),
    ],
)
def test_where_only_one_line_ends_the_game_that_is_said(ending: tuple[float, float], said: str) -> None:
    pair = [ended(name, value, 0.4) for name, value in (("user", -18.0), ("best", 0.0))]
    pair = [
        replace(each, features=dict(each.features) | {"game_ends": over})
        for each, over in zip(pair, ending, strict=True)
    ]
    found = goes_on(graded_loss(*pair, stderr=2.0, verdict="blunder"))
    assert found == (f"In the lines shown, the game ends this round {said}" if said else "")
