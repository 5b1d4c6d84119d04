"""The errors of the search, as read from their table."""

from __future__ import annotations

from py_engine.games.entropy.knowledge.model_error import MODEL_ERROR, model_error


def test_the_error_goes_by_the_part_of_the_board_that_is_empty() -> None:
    assert [model_error(2, empty, 49) for empty in (7, 10, 15, 18)] == [MODEL_ERROR[2][i] for i in (0, 1, 1, 2)]
    assert [model_error(2, empty, 25) for empty in (4, 5, 8, 9)] == [MODEL_ERROR[2][i] for i in (0, 1, 1, 2)]


def test_deeper_searches_are_wrong_by_less() -> None:
    assert model_error(0, 20, 49) > model_error(1, 20, 49) >= model_error(2, 20, 49) > 0
