"""What an evaluation is made of: frozen records that are changed with ``dataclasses.replace`` and serialised at the bridge.

The order of the fields is the order of the keys in JSON. ``contract`` has a model for each (``EvaluationResult``,
``EvaluationMetadata``, ``Candidate``, ``Reason``, ``Feedback``), which says what may cross the bridge.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from itertools import takewhile
from operator import attrgetter
from typing import Any, Final, Literal

from pydantic import BaseModel, JsonValue

from py_engine import __version__

__all__ = [
    "UNSET",
    "Candidate",
    "EndedBy",
    "Feedback",
    "Metadata",
    "Reason",
    "Result",
    "Unset",
    "Weighting",
    "as_object",
    "dumps",
    "to_json",
]

EndedBy = Literal["clock", "work", "solved"]


class Unset(Enum):
    """The type of ``UNSET``."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET
"""The value of an optional field that is left out of the JSON."""

_INTERNAL = {"internal": True}
"""Metadata of a field that stays in Python."""
_INLINE = {"inline": True}
"""Metadata of a record's last field, when its own fields stand in its place."""


@dataclass(frozen=True, slots=True)
class Weighting:
    """Where a reason comes from, in a game whose scores are sums of weighted inputs."""

    evaluator: str
    """Which of several evaluators gives it."""
    input: float | None
    """What was found, in the unit of the weight: the value is input x weight."""
    weight_name: str | None
    weight: float | None


@dataclass(frozen=True, slots=True)
class Reason:
    """A named part of a score; the parts of an additive evaluator sum exactly to ``ev``."""

    code: str
    label: str
    value: float
    weighting: Weighting | Unset = field(default=UNSET, metadata=_INLINE)


@dataclass(frozen=True, slots=True)
class Feedback:
    """One sentence about the difference between the user's move and the best."""

    category: str
    text: str
    delta: float
    """User minus best, in the category's own unit."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One action and what was found out about it."""

    action: JsonValue
    ev: float
    rollouts: int
    stderr: float
    reasons: Sequence[Reason] = ()
    features: Mapping[str, float] = field(default_factory=dict)
    line: Sequence[JsonValue] = ()
    """The expected continuation, the action itself first."""
    bound: Literal["upper"] | None = None
    """``"upper"`` when the true value may be lower than ``ev``."""
    note: str | None = None
    win_probability: float | Unset | None = UNSET
    """Chance of winning after this action, ties counted half; null where it means nothing."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """Counts and circumstances of an evaluation."""

    elapsed_ms: int
    rollouts_run: int
    total_legal_actions: int
    seed: int
    completed_within_budget: bool
    evaluator: str
    decision: str | None = None
    """The code of the kind of decision, in a game that tells kinds apart."""
    solved: bool = False
    round_solved: bool = False
    nodes: int = 0
    ended_by: EndedBy | None = None
    """None while it goes on."""
    model_error: float = 0.0
    """Standard deviation, in points, of what the evaluator itself gets wrong about a difference of two moves."""
    horizon: str | None = None
    objective: Literal["points", "block", "shoot", "win"] | None = None
    telemetry: Sequence[Mapping[str, JsonValue]] = ()
    notes: Sequence[str] = ()
    engine: str = __version__
    artifacts: Mapping[str, str] = field(default_factory=dict)
    """Name -> SHA-256 of what was loaded and can change the answer."""
    candidates_evaluated: int = 0
    strategy: Mapping[str, JsonValue] | Unset = UNSET
    failed: Sequence[str] | Unset = UNSET
    """Names of the evaluators that failed."""
    log: Sequence[str] | Unset = UNSET
    depth: int | Unset = UNSET
    """Actions of the best line that the search itself has looked at."""


@dataclass(frozen=True, slots=True)
class Result:
    """The best action, what it is worth, and (when graded) how the user's compares."""

    best_action: JsonValue
    best_action_ev: float
    user_action: JsonValue
    """The graded action; None, like the fields that compare it, when nothing is graded."""
    user_action_ev: float | None
    delta_ev: float | None
    """User's value minus the best value; never positive."""
    delta_stderr: float | None
    candidates: Sequence[Candidate]
    """Best first."""
    win_probability: float | None
    grade: str | None
    too_close: bool | None
    confidence: float | None
    feedback: Sequence[Feedback]
    """Made by the game's ``explain``."""
    metadata: Metadata
    evidence: Any = field(default=None, metadata=_INTERNAL)
    """What the game's ``explain`` needs besides; it stays in Python."""

    @property
    def graded(self) -> bool:
        """Whether a user's action was graded."""
        return self.grade is not None

    def candidate(self, action: JsonValue) -> Candidate:
        """The candidate of an action.

        Raises:
            KeyError: there is none.
        """
        for each in self.candidates:
            if each.action == action:
                return each
        raise KeyError(str(action))


def dumps(value: Any) -> str:
    """The JSON text of records, models and plain data, whatever they are nested in; numbers are finite.

    The encoder asks for a record's fields when it comes to it, so that plain data never passes through Python. Records
    hold no circles, so none are looked for.
    """
    return json.dumps(value, default=_encoded, allow_nan=False, check_circular=False, separators=(",", ":"))


def to_json(value: Any) -> Any:
    """The same as JSON data: as it is after it was written and read."""
    return json.loads(dumps(value))


def as_object(value: Any) -> dict[str, Any]:
    """The JSON object that a record, model or mapping is; its parts are left as they are.

    Raises:
        TypeError: it is none of these.
    """
    write = _WRITERS.get(type(value))
    if write is not None:
        return write(value)
    if is_dataclass(value):
        return _writer(type(value))(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, BaseModel):
        return value.model_dump()
    raise TypeError(f"{type(value).__name__} is no JSON object")


def _encoded(value: Any) -> Any:
    """What the encoder, which knows plain data only, is to write in place of anything else."""
    # Most of what is met is records of a class that was met before.
    write = _WRITERS.get(type(value))
    if write is not None:
        return write(value)
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview)):
        return list(value)
    return as_object(value)


def _writer(record: type[Any]) -> Callable[[Any], dict[str, Any]]:
    """The function that gives the fields of records of a class that cross the bridge."""
    own = [each for each in fields(record) if "internal" not in each.metadata]
    inline = [each for each in own if "inline" in each.metadata]
    if inline and (inline != own[-1:] or inline[0].default is not UNSET):
        raise TypeError(f"only the last field of {record.__name__} can stand inline, and only if it may be left out")
    always = list(takewhile(lambda each: each.default is not UNSET, own))
    if not always:
        raise TypeError(f"{record.__name__} has no field that is always written before the others")
    # The fields before the first that may be left out are read in one go.
    names = tuple(each.name for each in always)
    values = attrgetter(*names) if len(names) > 1 else lambda each: (getattr(each, names[0]),)
    rest = tuple((each.name, "inline" in each.metadata) for each in own[len(always) :])

    def write(each: Any) -> dict[str, Any]:
        data = dict(zip(names, values(each), strict=False))
        for name, stands_inline in rest:
            part = getattr(each, name)
            if part is UNSET:
                continue
            if stands_inline:
                data |= as_object(part)
            else:
                data[name] = part
        return data

    _WRITERS[record] = write
    return write


_WRITERS: dict[type[Any], Callable[[Any], dict[str, Any]]] = {}
