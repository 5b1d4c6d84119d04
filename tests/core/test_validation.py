"""Reading models from data; a model may be said in one word where an object would say nothing more."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from pydantic import model_validator

from py_engine.core.contract import ContractError, Model
from py_engine.core.validation import parse_model


class Move(Model):
    """A number, or a word that stands for nothing."""

    WORDS: ClassVar[tuple[str, ...]] = ("rest", "wait")

    number: int = 0

    @model_validator(mode="before")
    @classmethod
    def _read_the_word(cls, data: Any) -> Any:
        return {} if isinstance(data, str) else data


class Plain(Model):
    """Has no words."""


def test_a_word_is_read_by_the_model() -> None:
    assert parse_model(Move, "rest", "INVALID_ACTION", "action") == Move()
    assert parse_model(Move, {"number": 3}, "INVALID_ACTION", "action") == Move(number=3)


@pytest.mark.parametrize("data", ["Rest", "", "dance", 3, None, ["rest"], True])
def test_other_words_and_things_are_refused(data: Any) -> None:
    with pytest.raises(ContractError) as caught:
        parse_model(Move, data, "INVALID_ACTION", "action")
    assert caught.value.code == "INVALID_ACTION"
    assert caught.value.sentence == 'The action should be a JSON object or "rest" or "wait".'


def test_a_model_without_words_takes_an_object() -> None:
    with pytest.raises(ContractError) as caught:
        parse_model(Plain, "rest", "INVALID_PARAMS", "params")
    assert caught.value.sentence == "The params should be a JSON object."
