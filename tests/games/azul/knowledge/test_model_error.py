"""The stated error of the search."""

from __future__ import annotations

import pytest

from py_engine.games.azul.knowledge.model_error import END_ERROR, LATER_SCALE, ROUND_ERROR, model_error


def test_model_error_adds_only_what_is_estimated() -> None:
    later = [error * scale for error, scale in zip(END_ERROR, LATER_SCALE, strict=True)]
    assert model_error(3, solved=True, estimated=2) == later[2]
    assert model_error(9, solved=False, estimated=0) == ROUND_ERROR[-1]
    assert model_error(9, solved=True, estimated=2) == later[-1]
    both = model_error(2, solved=False, estimated=2)
    assert both**2 == pytest.approx(later[1] ** 2 + ROUND_ERROR[1] ** 2)
    assert model_error(2, solved=True, estimated=1) ** 2 == pytest.approx(later[1] ** 2 / 2)
