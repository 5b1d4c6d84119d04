"""The weights: validation of the file, limits, the two profiles, and replacing weights."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.core.contract import ContractError
from py_engine.games.swccg.policies.scoring import ActionType
from py_engine.games.swccg.policies.weights import (
    LIMIT,
    PROFILES,
    _parsed,
    default_weights,
    weight_groups,
    weight_table,
)

COACH, DOCUMENT = default_weights(), default_weights("document")
names = st.sampled_from(sorted(weight_table()))
numbers = st.floats(-LIMIT, LIMIT)


def test_every_weight_has_a_group_a_label_and_a_value_within_limits() -> None:
    groups = {group.code: group for group in weight_groups()}
    assert len(weight_table()) > 50
    for name, weight in weight_table().items():
        assert name == weight.name
        assert name.startswith(f"{weight.group}.")
        assert weight.group in groups
        assert abs(weight.value) <= LIMIT
        assert abs(weight.document or 0.0) <= LIMIT
        assert weight.label == weight.label.strip()
        assert not weight.label.endswith(".")
    for group in groups.values():
        assert group.name
        assert group.description.endswith(".")


def test_every_action_type_has_exactly_one_base() -> None:
    assert {name for name in weight_table() if name.startswith("base.")} == {
        f"base.{each.value}" for each in ActionType
    }


def test_modes_scale_existing_groups() -> None:
    groups = {group.code for group in weight_groups()}
    scaled = [weight for weight in weight_table().values() if weight.group in ("behind", "ahead")]
    assert {weight.name.partition(".")[2] for weight in scaled} <= groups - {"mode", "behind", "ahead"}
    assert {weight.group for weight in scaled} == {"behind", "ahead"}
    for weight in scaled:
        assert weight.value > 0, "the factor would reverse the sign of a weight"
        assert weight.document == 1.0, "the source document has no modes"


def test_profiles_take_their_values_from_the_file() -> None:
    assert PROFILES == ("coach", "document")
    assert dict(COACH.values) == {name: weight.value for name, weight in weight_table().items()}
    assert dict(DOCUMENT.values) == {name: weight.document or 0.0 for name, weight in weight_table().items()}
    assert COACH.id != DOCUMENT.id
    # Numbers given in the source document itself.
    stated = {"base.pass": 5.0, "base.deploy": 0.0, "base.battle": 50.0}
    assert {name: DOCUMENT[name] for name in stated} == stated


def test_weights_id_hashes_profile_and_values() -> None:
    for weights in (COACH, DOCUMENT):
        text = json.dumps([weights.profile, sorted(weights.values.items())])
        assert weights.id == sha256(text.encode()).hexdigest()


@given(st.dictionaries(names, numbers, min_size=1, max_size=6))
def test_changed_replaces_only_the_given_weights(overrides: dict[str, float]) -> None:
    found = COACH.changed(overrides)
    assert dict(found.values) == {**COACH.values, **overrides}
    assert found.profile == "coach"
    assert (found.id == COACH.id) == (dict(found.values) == dict(COACH.values))
    back = found.changed({name: COACH[name] for name in overrides})
    assert back.id == COACH.id
    turned = dict(reversed(overrides.items()))
    assert COACH.changed(turned).id == found.id
    one_by_one = COACH
    for name, value in overrides.items():
        one_by_one = one_by_one.changed({name: value})
    assert one_by_one == found


def test_changed_without_overrides_returns_the_same_weights() -> None:
    assert COACH.changed({}) is COACH
    # Negative zero gives the same id as zero.
    zeros = [COACH.changed({"base.pass": zero}) for zero in (0.0, -0.0, 0)]
    assert len({each.id for each in zeros}) == 1
    assert {str(each["base.pass"]) for each in zeros} == {"0.0"}
    assert dict(COACH.values) == dict(default_weights().values)


@pytest.mark.parametrize("value", [200.5, -201.0, 1e300, float("inf"), float("-inf"), float("nan")])
def test_values_beyond_the_limit_are_refused(value: float) -> None:
    with pytest.raises(ContractError) as caught:
        COACH.changed({"base.pass": 1.0, "base.deploy": value})
    assert str(caught.value) == "The weight base.deploy should be between -200 and 200."
    assert caught.value.code == "INVALID_PARAMS"


@pytest.mark.parametrize("name", ["", "base", "base.", "base.nothing", "BASE.PASS", "x" * 5_000, "a\nb"])
def test_unknown_weights_are_refused(name: str) -> None:
    with pytest.raises(ContractError) as caught:
        COACH.changed({name: 1.0})
    assert str(caught.value).startswith("There is no weight ")
    assert len(str(caught.value)) < 100
    assert "\n" not in str(caught.value)


GOOD = """
[base]
name = "Base"
description = "What it is."
[base.weights]
pass = { value = 5.0, label = "Passing" }
"""


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[base]", "[base", "The weights file is not TOML."),
        ("5.0", "five", "The weights file is not TOML."),
        ("5.0", '"5"', "groups.base.weights.pass.value should be a number."),
        ("5.0", "200.1", "groups.base.weights.pass.value is too large."),
        ("5.0", "-200.1", "groups.base.weights.pass.value is too small."),
        ("5.0", "nan", "groups.base.weights.pass.value should be a finite number."),
        ("5.0", "inf", "groups.base.weights.pass.value"),
        ("value = 5.0, ", "", "groups.base.weights.pass.value is missing."),
        ("Passing", "P", "groups.base.weights.pass.label"),
        (", label", ", labels = 1, label", "groups.base.weights.pass.labels is not a known field."),
        ("5.0", "5.0, document = true", "groups.base.weights.pass.document should be a number."),
        ('name = "Base"', "", "groups.base.name is missing."),
        ('description = "What it is."', "description = 3", "groups.base.description should be a string."),
        ("[base.weights]", "[base.weighs]", "groups.base.weights is missing."),
        (GOOD, 'base = "x"', "groups.base should be an object."),
    ],
)
def test_mistake_in_the_weights_file_gives_one_sentence(old: str, new: str, sentence: str) -> None:
    assert _parsed(GOOD).groups["base"].weights["pass"].value == 5.0
    assert old in GOOD
    with pytest.raises(ContractError) as caught:
        _parsed(GOOD.replace(old, new, 1))
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")
    assert caught.value.code == "INTERNAL"
