"""The query "chances": what each of several players has of the win."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bridge.asking import ask
from tests.games.yatzy.oracle import full_card, position

Json = dict[str, Any]


def chances(*states: Json) -> list[list[float]]:
    found: list[list[float]] = ask("query", "yatzy_v1", "chances", {"states": list(states)})["chances"]
    return found


def test_chances_are_by_player_and_add_up_to_one() -> None:
    counts = (1, 2, 6)
    rows = [chances(position(*[{}] * players, dice=[6, 6, 6, 6, 1], rolls_left=1))[0] for players in counts]
    assert [len(row) for row in rows] == [*counts]
    assert [sum(row) for row in rows] == pytest.approx([1.0] * 3)
    assert rows[2][0] > 1 / 6 > rows[2][1]
    assert rows[2][1:] == pytest.approx([rows[2][1]] * 5)


def test_each_state_has_its_row() -> None:
    states = [position({}, {}, {}, player=player) for player in range(3)]
    rows = chances(*states)
    assert rows[1] == pytest.approx([rows[0][1], rows[0][0], rows[0][1]])
    assert rows[2] == pytest.approx([rows[0][1], rows[0][1], rows[0][0]])


def test_the_player_to_move_has_the_chance_that_the_coach_states() -> None:
    mine, theirs, last = full_card(("chance",)) | {"yatzy": 50}, full_card((), 29) | {"yatzy": 50}, full_card((), 5)
    state = position(mine, theirs, last, dice=[6, 6, 6, 5, 5], rolls_left=1)
    found = ask("evaluate_best_move", state, 0, {"evaluator_seed": 1})
    # 29 ties with the second player: of 6 6 6 5 the last die does with 1/6.
    assert found["win_probability"] == pytest.approx(1 / 12)
    assert chances(state)[0] == pytest.approx([1 / 12, 11 / 12, 0.0])


def test_a_finished_game_is_shared_by_those_who_are_first() -> None:
    cards = [full_card((), points) for points in (20, 25, 25)]
    assert chances(position(*cards))[0] == pytest.approx([0.0, 0.5, 0.5])


def test_three_who_tie_for_the_last_throw_share() -> None:
    mine = full_card(("chance",)) | {"yatzy": 50}
    others = [full_card((), 28) | {"yatzy": 50}] * 2
    state = position(mine, *others, dice=[6, 6, 6, 5, 5], rolls_left=0)
    assert chances(state)[0] == pytest.approx([1 / 3] * 3)
