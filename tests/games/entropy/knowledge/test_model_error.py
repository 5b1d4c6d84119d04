"""The lookup of the search's model error."""

from __future__ import annotations

from py_engine.games.entropy.knowledge.model_error import MODEL_ERROR, model_error


def test_model_error_depends_on_the_empty_fraction_of_the_board() -> None:
    assert [model_error(2, empty, 49) for empty in (7, 10, 15, 18)] == [MODEL_ERROR[2][i] for i in (0, 1, 1, 2)]
    assert [model_error(2, empty, 25) for empty in (4, 5, 8, 9)] == [MODEL_ERROR[2][i] for i in (0, 1, 1, 2)]


def test_model_error_falls_with_depth() -> None:
    assert model_error(0, 20, 49) > model_error(1, 20, 49) >= model_error(2, 20, 49) > 0
