"""Types say what the engine's models say: answers are whole, requests may leave out what has a default."""

from __future__ import annotations

import sys
from typing import Literal

from pydantic import BaseModel

from build_tools.types import definitions


class Place(BaseModel):
    title: str
    default: int = 0


class GameResult(BaseModel):
    places: list[Place] = []
    counts: dict[Literal["Red", "Blue"], int] = {}
    pair: tuple[int, str] = (0, "")


class GameParams(BaseModel):
    seed: int
    budget: int = 250


def test_answers_have_every_field_and_requests_need_few() -> None:
    made = definitions((GameResult, GameParams), sys.modules[__name__])
    assert made["GameResult"]["required"] == ["places", "counts", "pair"]
    assert made["GameParams"]["required"] == ["seed"]


def test_properties_called_like_keywords_stay() -> None:
    made = definitions((GameResult,), sys.modules[__name__])
    assert set(made["Place"]["properties"]) == {"title", "default"}


def test_maps_of_known_keys_and_tuples_are_spelt_out() -> None:
    properties = definitions((GameResult,), sys.modules[__name__])["GameResult"]["properties"]
    assert set(properties["counts"]["properties"]) == {"Red", "Blue"}
    assert properties["counts"]["additionalProperties"] is False
    assert [item["type"] for item in properties["pair"]["items"]] == ["integer", "string"]


def test_a_games_own_models_carry_its_name() -> None:
    made = definitions((GameResult,), sys.modules[__name__], "Game")
    assert set(made) == {"GameResult", "GamePlace"}
    assert made["GameResult"]["properties"]["places"]["items"] == {"$ref": "#/$defs/GamePlace"}
