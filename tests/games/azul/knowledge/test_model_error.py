"""The stated error of the search."""

from __future__ import annotations

import pytest

from py_engine.games.azul.knowledge.model_error import END_ERROR, ROUND_ERROR, model_error


def test_model_error_adds_only_what_is_estimated() -> None:
    assert model_error(3, solved=True, estimated=0) == 0
    assert model_error(3, solved=True, estimated=2) == END_ERROR[2]
    assert model_error(9, solved=False, estimated=0) == ROUND_ERROR[-1]
    assert model_error(9, solved=True, estimated=2) == END_ERROR[-1]
    both = model_error(2, solved=False, estimated=2)
    assert both**2 == pytest.approx(END_ERROR[1] ** 2 + ROUND_ERROR[1] ** 2)
    assert model_error(2, solved=True, estimated=1) ** 2 == pytest.approx(END_ERROR[1] ** 2 / 2)
