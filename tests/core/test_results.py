"""Tests of result records: their JSON, the order of its keys, and that it matches the contract."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest

from py_engine.core import contract
from py_engine.core.results import (
    UNSET,
    Candidate,
    Feedback,
    Metadata,
    Reason,
    Result,
    Unset,
    Weighting,
    as_object,
    dumps,
    to_json,
)

METADATA = Metadata(
    12, 3, 5, 7, completed_within_budget=True, evaluator="search", ended_by="work", candidates_evaluated=1
)
PLAIN = Result(
    best_action={"cell": "a1"},
    best_action_ev=2.5,
    user_action=None,
    user_action_ev=None,
    delta_ev=None,
    delta_stderr=None,
    candidates=(Candidate({"cell": "a1"}, 2.5, 3, 0.5, line=({"cell": "a1"},)),),
    win_probability=None,
    grade=None,
    too_close=None,
    confidence=None,
    feedback=(),
    metadata=METADATA,
    evidence=object(),
)
FULL = replace(
    PLAIN,
    user_action={"cell": "a1"},
    user_action_ev=2.5,
    delta_ev=0.0,
    delta_stderr=0.0,
    grade="BEST",
    too_close=False,
    confidence=1.0,
    feedback=(Feedback("overall", "This is the best move.", 0.0),),
    candidates=(
        Candidate(
            "pass",
            1.0,
            0,
            0.0,
            reasons=(Reason("a", "A", 1.0), Reason("b", "B", 2.0, Weighting("drain", 2.0, "drain.base", 1.0))),
            features={"depth": 1.0},
            line=("pass",),
            bound="upper",
            note="A note.",
            win_probability=None,
        ),
    ),
    metadata=replace(METADATA, strategy={"mode": "even"}, failed=(), log=("one",), depth=4, telemetry=({"type": "x"},)),
)


@pytest.mark.parametrize("result", [PLAIN, FULL], ids=["plain", "full"])
def test_results_match_the_contract(result: Result) -> None:
    data = to_json(result)
    checked = contract.EvaluationResult.model_validate(data).model_dump()
    assert {key: checked[key] for key in data} | {"metadata": None, "candidates": None} == data | {
        "metadata": None,
        "candidates": None,
    }
    assert {key: checked["metadata"][key] for key in data["metadata"]} == data["metadata"]


@pytest.mark.parametrize(
    ("record", "model"),
    [
        (Result, contract.EvaluationResult),
        (Metadata, contract.EvaluationMetadata),
        (Candidate, contract.Candidate),
        (Feedback, contract.Feedback),
    ],
)
def test_records_and_models_have_the_same_fields(record: type, model: type[contract.Model]) -> None:
    names = {each.name for each in fields(record) if "internal" not in each.metadata}
    assert names == set(model.model_fields)


def test_reason_and_weighting_are_a_single_object_in_json() -> None:
    inline = {each.name for each in fields(Reason)} - {"weighting"} | {each.name for each in fields(Weighting)}
    assert inline == set(contract.Reason.model_fields)
    assert list(to_json(Reason("b", "B", 2.0, Weighting("drain", 2.0, "drain.base", 1.0)))) == [
        "code",
        "label",
        "value",
        "evaluator",
        "input",
        "weight_name",
        "weight",
    ]


def test_unset_fields_are_omitted_and_null_fields_are_not() -> None:
    assert list(to_json(Reason("a", "A", 1.0))) == ["code", "label", "value"]
    assert "win_probability" not in to_json(Candidate("pass", 1.0, 0, 0.0))
    assert to_json(Candidate("pass", 1.0, 0, 0.0, win_probability=None))["win_probability"] is None
    assert not {"strategy", "failed", "log", "depth"} & set(to_json(METADATA))
    assert METADATA.depth is UNSET


def test_evidence_is_not_serialised() -> None:
    assert "evidence" not in to_json(PLAIN)


def test_json_keys_have_the_order_of_the_fields() -> None:
    assert list(to_json(FULL.metadata)) == [each.name for each in fields(Metadata)]


def test_to_json_converts_nested_records() -> None:
    @dataclass(frozen=True)
    class Answer:
        rows: tuple[Reason, ...]
        by_name: dict[str, Reason]

    reason = {"code": "a", "label": "A", "value": 1.0}
    record = Reason("a", "A", 1.0)
    assert to_json(Answer((record,), {"x": record})) == {"rows": [reason], "by_name": {"x": reason}}
    assert to_json(contract.DecisionKind(code="c", name="n")) == {"code": "c", "name": "n"}
    assert to_json([1, "two", None, 3.5, True]) == [1, "two", None, 3.5, True]


def test_dumps_refuses_values_without_json() -> None:
    for value in (object(), {1, 2}, float("nan"), b"ab", bytearray(b"ab"), memoryview(b"ab")):
        with pytest.raises((TypeError, ValueError)):
            dumps([value])


def test_as_object_refuses_other_types() -> None:
    assert as_object(Reason("a", "A", 1.0)) == {"code": "a", "label": "A", "value": 1.0}
    assert as_object({"a": (1, 2)}) == {"a": (1, 2)}
    for value in ([1], "text", 1):
        with pytest.raises(TypeError, match="not a JSON object"):
            as_object(value)


def test_inline_field_must_be_last_and_optional() -> None:
    @dataclass(frozen=True)
    class First:
        inner: Reason | Unset = field(default=UNSET, metadata={"inline": True})
        code: str = ""

    @dataclass(frozen=True)
    class Always:
        code: str
        inner: Reason = field(metadata={"inline": True})

    @dataclass(frozen=True)
    class Empty:
        pass

    for record in (First(), Always("a", Reason("b", "B", 1.0)), Empty()):
        with pytest.raises(TypeError):
            as_object(record)


def test_records_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        PLAIN.grade = "GOOD"  # type: ignore[misc]


def test_candidate_is_found_by_its_action() -> None:
    assert PLAIN.candidate({"cell": "a1"}).ev == 2.5
    with pytest.raises(KeyError):
        PLAIN.candidate("pass")
