"""Tests of parsing data into models, including models with words in place of objects."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from pydantic import model_validator

from py_engine.core.contract import ContractError, Model
from py_engine.core.validation import parse_model


class Move(Model):
    """A move with a number, or a word that stands for an empty object."""

    WORDS: ClassVar[tuple[str, ...]] = ("rest", "wait")

    number: int = 0

    @model_validator(mode="before")
    @classmethod
    def _from_word(cls, data: Any) -> Any:
        return {} if isinstance(data, str) else data


class Plain(Model):
    """A model without words."""


def test_parse_model_accepts_a_word_of_the_model() -> None:
    assert parse_model(Move, "rest", "INVALID_ACTION", "action") == Move()
    assert parse_model(Move, {"number": 3}, "INVALID_ACTION", "action") == Move(number=3)


@pytest.mark.parametrize("data", ["Rest", "", "dance", 3, None, ["rest"], True])
def test_parse_model_refuses_other_words_and_values(data: Any) -> None:
    with pytest.raises(ContractError) as caught:
        parse_model(Move, data, "INVALID_ACTION", "action")
    assert caught.value.code == "INVALID_ACTION"
    assert caught.value.sentence == 'The action should be a JSON object or "rest" or "wait".'


def test_parse_model_requires_an_object_for_a_model_without_words() -> None:
    with pytest.raises(ContractError) as caught:
        parse_model(Plain, "rest", "INVALID_PARAMS", "params")
    assert caught.value.sentence == "The params should be a JSON object."
