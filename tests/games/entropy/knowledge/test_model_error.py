"""The lookup of the search's model error."""

from __future__ import annotations

from py_engine.games.entropy.knowledge.model_error import model_error


def test_model_error_falls_with_depth() -> None:
    assert model_error(0) > model_error(1) > model_error(2) > 0
