"""What the honesty of Azul counts as a reason."""

from __future__ import annotations

import pytest

from py_engine.core.results import Feedback
from py_engine.games.azul.rules.batch import tiles_left
from py_engine.games.azul.rules.play import legal_actions
from py_engine.games.azul.rules.state import to_batch
from py_engine.lab.azul.honesty.confirmed import confirmed, ended_parts, engine
from py_engine.lab.azul.honesty.frozen import Place, drawn, position
from py_engine.lab.azul.honesty.study import _reason
from tests.games.azul.graded import candidate, graded_loss


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "Your move puts 1 tile on your floor line, the best move none. Beyond that, no single cause stands out.",
            "none",
        ),
        ("No single cause stands out. When this round is over, your opponent starts the next round.", "none"),
        ("Too close to call: both moves are about as good.", "none"),
        (
            "It costs an estimated 3.1 points in later rounds. When this round is over.",
            "It costs # estimated # # in later rounds",
        ),
        (
            (
                "Line 5 is worth an estimated 1.5 points less to you by the end of the game: after this round it is empty, but holds 2 "
                "Black after the best move; against that, your line 3 is worth 2 points more (complete with Red instead of empty)."
            ),
            "Line 5",
        ),
        ("Line 5, where the best move puts its tiles, is worth an estimated 1.5 points less to you.", "Line 5"),
        ("Your opponent's line 2 is worth an estimated 4 points more to them.", "Your opponent's line 2"),
        ("Your opponent's board makes an estimated 4 points more.", "Your opponent's board"),
        (
            "Your move puts 2 tiles on your floor line, the best move none; it is expected to cost 2 points more.",
            "Your move puts # # on your floor line, the best move none",
        ),
        (
            "The best move completes line 3, yours completes no line.",
            "The best move completes line 3, yours completes no line",
        ),
    ],
)
def test_a_reason_is_the_cause_without_its_numbers_and_details(text: str, reason: str) -> None:
    user, best = candidate("user", {"future": -4.0}, {}), candidate("best", {}, {})
    assert _reason(graded_loss(user, best, feedback=[Feedback("overall", text, -4.0)])) == reason


@pytest.mark.parametrize(
    ("reason", "held"),
    [
        ("Line 3", True),
        ("Line 2", False),
        ("Line 1", False),
        ("Your opponent's line 2", False),
        ("Your opponent's line 3", None),
        ("Your own board", False),
        ("Your opponent's board", True),
        ("Your opponent starts the next round, which is worth # estimated # #", None),
        ("Played on with the same refills", None),
    ],
)
def test_a_reason_is_confirmed_where_the_ends_of_the_round_lose_on_what_it_names(
    reason: str, held: bool | None
) -> None:
    ends = {
        "own 3": [-2.0, 0.5],
        "own 2": [2.0, 0.5],
        "opponent 3": [-0.4, 0.5],
        "own": [1.0, 0.0],
        "opponent": [-0.1, 0.0],
    }
    assert confirmed(reason, ends) == held
    assert confirmed("Line 3", {"own": [1.0, 0.0]}) is None, "where the game ends after some of the lines only"


def test_what_the_ends_lose_is_on_the_rows_and_boards_that_they_are_said_to_lose_on() -> None:
    place = next(place for place in drawn("tuning", 40) if _tiles_at(place) <= 8)
    here = position("tuning", place)
    moves = legal_actions(here.state)
    found = ended_parts({"set": "tuning", "place": list(place), "moves": [moves[0], moves[-1]], "engine": engine()})
    assert found
    turned = ended_parts({"set": "tuning", "place": list(place), "moves": [moves[-1], moves[0]], "engine": engine()})
    for name, (gain, error) in found.items():
        assert turned[name] == [pytest.approx(-gain), error]
    assert (
        ended_parts({"set": "tuning", "place": list(place), "moves": [moves[0]] * 2, "engine": engine()}).get(
            "own", [0.0]
        )[0]
        == 0
    )


def _tiles_at(place: Place) -> int:
    return int(tiles_left(to_batch([position("tuning", place).state]))[0])
