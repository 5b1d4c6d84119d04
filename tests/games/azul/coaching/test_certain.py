"""What moves do by themselves, and in what they are worse than the best one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from py_engine.games.azul.coaching.certain import Deed, Fact, certain_differences, deed
from py_engine.games.azul.rules.play import apply_action, complete
from py_engine.games.azul.rules.state import AzulAction, AzulState
from tests.bridge import strategies
from tests.games.azul import oracle
from tests.games.azul.oracle import State
from tests.games.azul.positions import board, move, position


def deed_of(action: object) -> Deed:
    first = board(lines={4: ("Blue", 2), 1: ("Red", 1)})
    state = position(first, board(), factories=[{"Blue": 4}, {"Red": 1, "Black": 3}], center={"Black": 2})
    return deed(complete(AzulState.model_validate(state)), AzulAction.model_validate(action))


def test_a_deed_is_what_the_move_itself_does() -> None:
    assert deed_of(move(0, "Blue", 4)) == Deed(4, 1, 5, completes=True, begins=False, penalty=1, worth=1)
    assert deed_of(move(0, "Blue", 3)) == Deed(4, 0, 4, completes=True, begins=True, worth=1)
    assert deed_of(move(1, "Red", 1)) == Deed(1, 0, 2, completes=True, begins=False, worth=1)
    assert deed_of(move(None, "Black", 2)) == Deed(2, 0, 3, completes=False, begins=True)
    assert deed_of(move(1, "Black", None)) == Deed(3, 3, None, completes=False, begins=False, penalty=4)


@pytest.mark.parametrize(("held", "token", "floored"), [(5, False, 2), (5, True, 1), (6, True, 0), (7, False, 0)])
def test_tiles_that_find_no_place_on_the_floor_line_are_not_counted(held: int, token: bool, floored: int) -> None:
    first = board(floor=["White"] * held)
    state = complete(AzulState.model_validate(position(first, board(), center={"Red": 3}, token=token)))
    assert deed(state, AzulAction.model_validate(move(None, "Red", None))).floored == floored


@given(strategies.reachable())
@settings(max_examples=40)
def test_tiles_on_the_floor_line_are_those_of_the_draft_event(state: State) -> None:
    here = complete(AzulState.model_validate(state))
    for each in oracle.legal_moves(state):
        action = AzulAction.model_validate(each)
        assert apply_action(here, action).last_events[0]["to_floor"] == deed(here, action).floored


def test_a_deed_costs_its_places_on_the_floor_line_and_is_worth_its_tile_on_the_wall() -> None:
    wall = [(1, column) for column in (0, 1, 2, 4)] + [(0, 3), (2, 3), (3, 3)]
    first = board(lines={4: ("Yellow", 5)}, wall=wall, floor=["White"] * 3)
    state = complete(AzulState.model_validate(position(first, board(), factories=[{"Red": 3, "White": 1}])))
    done = deed(state, AzulAction.model_validate(move(0, "Red", 1)))
    # Red's column of row 2 is the fourth: a row of five, four above each other. It completes the row.
    assert (done.completes, done.worth) == (True, 5 + 4 + 2)
    # The fourth place costs 2.
    assert (done.floored, done.penalty) == (1, 2)


def test_differences_that_are_certain_count_against_the_move() -> None:
    best = Deed(3, 0, 3, completes=True, begins=False, worth=6)
    assert certain_differences(Deed(4, 2, 2, completes=True, begins=True, penalty=3), best) == [
        Fact("Your move puts 2 tiles on your floor line, the best move none.", 3, floor=True)
    ]
    assert certain_differences(Deed(1, 0, 4, completes=False, begins=True), best) == [
        Fact("The best move completes line 3, yours completes no line.", 6),
        Fact("Your move takes 1 tile, the best move 3.", 0),
    ]
    assert certain_differences(
        Deed(1, 0, 2, completes=True, begins=False), Deed(2, 0, 5, completes=True, begins=False)
    ) == [Fact("Your move completes line 2, the best move the longer line 5.", 0)]
    on = Deed(1, 0, 5, completes=False, begins=False)
    assert certain_differences(Deed(1, 0, 4, completes=False, begins=True), on) == [
        Fact("Your move begins line 4, the best move adds to line 5.", 0)
    ]


def test_what_speaks_for_the_move_is_not_named() -> None:
    worse = Deed(1, 1, None, completes=False, begins=False)
    assert certain_differences(Deed(3, 0, 3, completes=True, begins=False), worse) == []
    assert certain_differences(worse, worse) == []
    longer = Deed(2, 0, 5, completes=True, begins=False)
    assert certain_differences(longer, Deed(2, 0, 2, completes=True, begins=False)) == []
