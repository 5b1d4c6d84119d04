"""Tests of the generated TypeScript types: all fields of results are required; in requests, defaults are optional."""

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


def test_result_fields_are_required_and_defaults_of_requests_are_not() -> None:
    made = definitions((GameResult, GameParams), sys.modules[__name__])
    assert made["GameResult"]["required"] == ["places", "counts", "pair"]
    assert made["GameParams"]["required"] == ["seed"]


def test_properties_named_like_keywords_are_kept() -> None:
    made = definitions((GameResult,), sys.modules[__name__])
    assert set(made["Place"]["properties"]) == {"title", "default"}


def test_maps_with_known_keys_and_tuples_are_explicit() -> None:
    properties = definitions((GameResult,), sys.modules[__name__])["GameResult"]["properties"]
    assert set(properties["counts"]["properties"]) == {"Red", "Blue"}
    assert properties["counts"]["additionalProperties"] is False
    assert [item["type"] for item in properties["pair"]["items"]] == ["integer", "string"]


def test_models_of_a_game_are_prefixed_with_its_name() -> None:
    made = definitions((GameResult,), sys.modules[__name__], "Game")
    assert set(made) == {"GameResult", "GamePlace"}
    assert made["GameResult"]["properties"]["places"]["items"] == {"$ref": "#/$defs/GamePlace"}
