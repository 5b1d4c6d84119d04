"""The checker of cards against the lines and ends beside them: a planted fault of each kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from py_engine.core.results import Candidate, Feedback, Reason, Result
from py_engine.lab.azul.honesty.shown_lines import shown_line_faults
from tests.games.azul.graded import NO_CAUSE, candidate, graded_loss

ROW = "Line 2 is worth an estimated 3 points less to you by the end of the game."


def moves(*, rest: float = 0.0, **features: float) -> tuple[Candidate, Candidate]:
    """A move that loses 3 points, and the best one, whose value exceeds the end of its line by ``rest``."""
    user, best = candidate("user", {"tiling": -3.0}, {}), candidate("best", {"future": -rest}, {})
    best = replace(best, ev=0.0, reasons=[*best.reasons, Reason("unresolved", "unresolved", rest)])
    return replace(user, features=dict(user.features) | features), replace(best, features=dict(best.features))


def found(*texts: str, pair: tuple[Candidate, Candidate] | None = None, **changes: Any) -> list[str]:
    graded: Result = graded_loss(*(pair or moves()), delta_ev=-3.0, verdict="mistake")
    items = [Feedback("overall", text, -3.0) for text in texts]
    return shown_line_faults(replace(graded, feedback=items, **changes))


def test_a_sound_card_is_not_found() -> None:
    assert found(ROW) == []


def test_bonuses_of_the_opponent_that_are_called_own_ones_are_found() -> None:
    text = "The best move gains 10 points more from rows, columns and colours."
    user, best = moves(bonus_points=0.0, opponent_bonus_points=10.0)
    best = replace(best, features=dict(best.features) | {"bonus_points": 0.0, "opponent_bonus_points": 0.0})
    assert found(text, pair=(user, best))
    own = replace(best, features=dict(best.features) | {"bonus_points": 10.0})
    assert found(text, pair=(user, own)) == []


def test_a_row_that_is_named_twice_is_found() -> None:
    again = "All else together costs 2 points. In the lines shown, {} is worth 2 points less (empty instead of 1 Red)."
    assert found(ROW, again.format("your line 2"))
    assert found(ROW, again.format("your opponent's line 2")) == []


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Your move loses the game by 3 points, the best move draws it. Line 2 is worth 3 points less to you.", True),
        ("Line 2 is worth 3 points less to you.", False),
        (f"Your move loses the game by 3 points, the best move draws it. {ROW}", False),
    ],
)
def test_a_known_end_that_is_called_estimated_or_has_no_winner_is_found(text: str, right: bool) -> None:
    pair = tuple(
        replace(each, win_probability=chance, features=dict(each.features) | {"game_ends": 1.0})
        for each, chance in zip(moves(), (0.0, 0.5), strict=True)
    )
    assert (found(text, pair=(pair[0], pair[1]), delta_stderr=0.0) == []) == right


def test_a_known_cost_that_is_only_about_that_is_found() -> None:
    user, best = (replace(each, features=dict(each.features) | {"game_ends": 1.0}) for each in moves())
    for cost, right in (("3 points", True), ("about 3 points", False)):
        card = found(f"Taking 1 Red from the centre to line 2 instead would cost {cost}.", pair=(user, best))
        assert (card == []) == right


def test_a_blame_that_the_lines_shown_do_not_bear_out_is_found() -> None:
    said = f"{ROW} The lines shown do not bear out the loss: that of the best move ends 8 points below its value."
    assert found(ROW, pair=moves(rest=8.0))
    assert found(said, pair=moves(rest=8.0)) == []


def test_a_missing_cause_of_what_is_within_the_error_is_found() -> None:
    gap = "All in all too close to call: the gap to the best move, 3 points, is within the error."
    assert found(f"{ROW} {NO_CAUSE} {gap}")
    assert found(f"{ROW} {gap}") == []


def test_points_that_are_given_back_twice_are_found() -> None:
    text = "It costs an estimated 5 points in later rounds. This round gives back 2 points."
    assert found(text) == []
    assert found(f"{text} All else together gives back 2 points.")


def test_a_blame_that_leaves_out_that_one_move_ends_the_game_is_found() -> None:
    user, best = moves(game_ends=1.0)
    best = replace(best, features=dict(best.features) | {"game_ends": 0.0})
    said = "In the lines shown, the game ends this round after your move, with you 3 points behind, and goes on after the best one."
    assert found(ROW, pair=(user, best))
    assert found(f"{said} {ROW}", pair=(user, best)) == []
