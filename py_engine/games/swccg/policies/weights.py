"""The evaluators' weights: one file, on one scale (points of a score), validated on reading."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field

from py_engine.core.contract import ContractError, Model
from py_engine.core.validation import parse_model, shorten

__all__ = [
    "LIMIT",
    "PROFILES",
    "Profile",
    "Weight",
    "WeightGroup",
    "Weights",
    "default_weights",
    "weight_groups",
    "weight_table",
]

Profile = Literal["coach", "document"]
PROFILES: tuple[Profile, Profile] = ("coach", "document")
LIMIT = 200.0
"""Largest absolute value of a weight."""

_Value = Annotated[float, Field(ge=-LIMIT, le=LIMIT)]


class _Entry(Model):
    """An entry of the weights file."""

    value: _Value
    label: Annotated[str, Field(min_length=3, max_length=120)]
    document: _Value | None = None
    """Its value in the profile ``document``; absent if that profile lacks the factor."""


class _Group(Model):
    """A group of weights."""

    name: str
    description: str
    weights: dict[str, _Entry]


class _File(Model):
    """The whole file: group -> weights."""

    groups: dict[str, _Group]


@dataclass(frozen=True, slots=True)
class WeightGroup:
    """Name and description of a group of weights."""

    code: str
    name: str
    description: str


@dataclass(frozen=True, slots=True)
class Weight:
    """A weight of the file, named ``group.key``."""

    name: str
    group: str
    label: str
    value: float
    document: float | None


@cache
def _read() -> _File:
    return _parsed(files(__package__).joinpath("weights.toml").read_text("utf-8"))


def _parsed(text: str) -> _File:
    """The parsed weights file.

    Raises:
        ContractError: INTERNAL, with a sentence on the first mistake.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise ContractError("INTERNAL", "The weights file is not TOML.") from None
    return parse_model(_File, {"groups": data}, "INTERNAL", "weights file")


def weight_groups() -> list[WeightGroup]:
    """All groups, in the file's order."""
    return [WeightGroup(code, group.name, group.description) for code, group in _read().groups.items()]


@cache
def weight_table() -> dict[str, Weight]:
    """All weights by name, in the file's order."""
    return {
        f"{group}.{key}": Weight(f"{group}.{key}", group, entry.label, entry.value, entry.document)
        for group, found in _read().groups.items()
        for key, entry in found.weights.items()
    }


@dataclass(frozen=True, slots=True)
class Weights:
    """A set of weights to score with.

    Attributes:
        profile: ``coach``, or ``document`` for the source document's factors only.
        values: Name -> points per unit of input.
        id: SHA-256 of profile and values.
    """

    profile: Profile
    values: Mapping[str, float]
    id: str

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    def changed(self, overrides: Mapping[str, float]) -> Weights:
        """These weights with some of them replaced.

        Raises:
            ContractError: INVALID_PARAMS for an unknown name, or a value beyond ``LIMIT``.
        """
        for name, value in overrides.items():
            if name not in self.values:
                raise ContractError("INVALID_PARAMS", f"There is no weight {shorten(name)!r}.", weight=shorten(name))
            if not -LIMIT <= value <= LIMIT:
                text = f"The weight {name} should be between -{LIMIT:.0f} and {LIMIT:.0f}."
                raise ContractError("INVALID_PARAMS", text, weight=name)
        if not overrides:
            return self
        return _weights(
            self.profile, {**self.values, **{name: float(value) + 0.0 for name, value in overrides.items()}}
        )


def _weights(profile: Profile, values: dict[str, float]) -> Weights:
    text = json.dumps([profile, sorted(values.items())], ensure_ascii=True, allow_nan=False)
    return Weights(profile, values, sha256(text.encode()).hexdigest())


@cache
def default_weights(profile: Profile = "coach") -> Weights:
    """The weights of the file; in the profile ``document``, factors not in the source document are 0."""
    table = weight_table().values()
    if profile == "coach":
        return _weights(profile, {weight.name: weight.value for weight in table})
    return _weights(profile, {weight.name: weight.document or 0.0 for weight in table})
