"""Calls of the bridge as the browser makes them: text in, text out."""

from __future__ import annotations

import json
import math
import re
from typing import Any, get_args

from py_engine import bridge
from py_engine.core.contract import ErrorCode

CODES = frozenset(get_args(ErrorCode))
DURATIONS = ("elapsed_ms", "completed_within_budget")
LONG = 600_000
"""A time budget in milliseconds that is never used up."""


def raw(name: str, *args: Any) -> str:
    """The text of the answer. Data is sent as JSON; strings and numbers are sent unchanged."""
    sent = [json.dumps(arg) if isinstance(arg, (dict, list)) or arg is None else arg for arg in args]
    answer = getattr(bridge, name)(*sent)
    assert isinstance(answer, str)
    return answer


def in_json(action: Any) -> Any:
    """An action as it is sent: a word must be encoded as JSON, because ``raw`` sends strings unchanged."""
    return json.dumps(action) if isinstance(action, str) else action


def ask(name: str, *args: Any) -> Any:
    """The answer, which must not be an error."""
    answer = json.loads(raw(name, *args), parse_constant=_no_constant)
    assert not (isinstance(answer, dict) and "error" in answer), answer
    return answer


def refused(code: str, name: str, *args: Any) -> dict[str, Any]:
    """The answer, which must be an error with this code."""
    answer = json.loads(raw(name, *args), parse_constant=_no_constant)
    assert isinstance(answer, dict), answer
    check_error(answer)
    assert answer["code"] == code, answer
    return answer


def _no_constant(name: str) -> float:
    raise AssertionError(f"{name} is not JSON")


def check_error(answer: dict[str, Any]) -> None:
    """Checks that an error has one clear sentence, a known code and details."""
    assert set(answer) - {"done", "progress"} == {"error", "code", "context"}, answer
    assert answer["code"] in CODES
    sentence = answer["error"]
    assert isinstance(answer["context"], dict)
    assert isinstance(sentence, str)
    assert sentence.endswith("."), sentence
    assert sentence[0].isupper(), sentence
    assert len(sentence) < 400, sentence
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]", sentence), repr(sentence)


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    """A result without the fields that depend on the clock."""
    metadata = {key: value for key, value in result["metadata"].items() if key not in DURATIONS}
    telemetry = [
        {key: value for key, value in entry.items() if key != "duration_ms"} for entry in metadata.get("telemetry", [])
    ]
    return result | {"metadata": metadata | {"telemetry": telemetry}}


def floats_are_finite(data: Any) -> bool:
    """Whether every number in JSON data is finite."""
    if isinstance(data, dict):
        return all(floats_are_finite(value) for value in data.values())
    if isinstance(data, list):
        return all(floats_are_finite(value) for value in data)
    return not isinstance(data, float) or math.isfinite(data)
