"""Results of evaluations: frozen records, changed with ``dataclasses.replace`` and serialised at the bridge.

JSON keys have the order of the fields. ``contract`` has a model for each record (``EvaluationResult``,
``EvaluationMetadata``, ``Candidate``, ``Reason``, ``Feedback``), which defines what may cross the bridge.
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
from py_engine.core.contract import Verdict

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

EndedBy = Literal["clock", "work", "solved", "memory"]


class Unset(Enum):
    """The type of ``UNSET``."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET
"""Value of an optional field that is omitted from the JSON."""

_INTERNAL = {"internal": True}
"""Marks a field that is not serialised."""
_INLINE = {"inline": True}
"""Marks a record's last field whose own fields are serialised in its place."""


@dataclass(frozen=True, slots=True)
class Weighting:
    """The origin of a reason, in a game whose scores are sums of weighted inputs."""

    evaluator: str
    """The evaluator that contributed it."""
    input: float | None
    """The weighted quantity, in the unit of the weight: value = input x weight."""
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
    """One action and its evaluation."""

    action: JsonValue
    ev: float
    rollouts: int
    stderr: float
    reasons: Sequence[Reason] = ()
    features: Mapping[str, float] = field(default_factory=dict)
    line: Sequence[JsonValue] = ()
    """The principal variation, starting with the action itself."""
    bound: Literal["upper"] | None = None
    """``"upper"`` when the true value may be lower than ``ev``."""
    note: str | None = None
    compared: bool = True
    """Whether it was compared with the best one under the same conditions; those that were not stand behind the others."""
    win_probability: float | Unset | None = UNSET
    """Chance of winning after this action, with ties counted half; None where it has no meaning."""


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
    """The code of the kind of decision, in a game that distinguishes kinds."""
    solved: bool = False
    round_solved: bool = False
    nodes: int = 0
    ended_by: EndedBy | None = None
    """None while it is running."""
    model_error: float = 0.0
    """Standard deviation, in points, of the evaluator's own error in the difference of two moves."""
    horizon: str | None = None
    objective: Literal["points", "block", "shoot", "win"] | None = None
    telemetry: Sequence[Mapping[str, JsonValue]] = ()
    notes: Sequence[str] = ()
    engine: str = __version__
    artifacts: Mapping[str, str] = field(default_factory=dict)
    """Name -> SHA-256 of loaded files that can change the result."""
    candidates_evaluated: int = 0
    """Number of actions that were valued, whether reported or not."""
    strategy: Mapping[str, JsonValue] | Unset = UNSET
    failed: Sequence[str] | Unset = UNSET
    """Names of the evaluators that failed."""
    log: Sequence[str] | Unset = UNSET
    depth: int | Unset = UNSET
    """Length of the part of the best line that the search itself covered, in actions."""


@dataclass(frozen=True, slots=True)
class Result:
    """The best action, its value, and (when graded) the comparison with the user's action."""

    best_action: JsonValue
    best_action_ev: float
    user_action: JsonValue
    """The user's action, or None. The fields that compare it are None when nothing is graded."""
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
    """Written by the game's ``explain``."""
    metadata: Metadata
    verdict: Verdict | None = None
    """This and the next three are set by ``verdicts.judged``."""
    decided: bool | None = None
    """Whether every compared candidate wins with under 2 %, or every one with over 98 %."""
    win_loss: float | None = None
    """Chance of winning lost by the graded move, 0..1."""
    worse: float | None = None
    """Probability that the graded move is worse than the best one; see ``EvaluationResult``."""
    evidence: Any = field(default=None, metadata=_INTERNAL)
    """Additional input of the game's ``explain``; not serialised."""

    @property
    def graded(self) -> bool:
        """Whether a user's action was graded."""
        return self.grade is not None

    def candidate(self, action: JsonValue) -> Candidate:
        """The candidate for an action.

        Raises:
            KeyError: the action is not among the candidates.
        """
        for each in self.candidates:
            if each.action == action:
                return each
        raise KeyError(str(action))


def dumps(value: Any) -> str:
    """Returns records, models and plain data, arbitrarily nested, as JSON text; raises ValueError for non-finite numbers.

    Records are converted only when the encoder meets them, so plain data is encoded without Python code. Records contain
    no cycles, so the encoder need not check for them.
    """
    return json.dumps(value, default=_encoded, allow_nan=False, check_circular=False, separators=(",", ":"))


def to_json(value: Any) -> Any:
    """The value after a round trip through JSON."""
    return json.loads(dumps(value))


def as_object(value: Any) -> dict[str, Any]:
    """Converts a record, model or mapping into a JSON object, one level deep.

    Raises:
        TypeError: the value is none of these.
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
    raise TypeError(f"{type(value).__name__} is not a JSON object")


def _encoded(value: Any) -> Any:
    """Replaces a value that the JSON encoder does not support."""
    # The common case: a record of a class that was encoded before.
    write = _WRITERS.get(type(value))
    if write is not None:
        return write(value)
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview)):
        return list(value)
    return as_object(value)


def _writer(record: type[Any]) -> Callable[[Any], dict[str, Any]]:
    """Compiles and registers the function that converts records of a class."""
    own = [each for each in fields(record) if "internal" not in each.metadata]
    inline = [each for each in own if "inline" in each.metadata]
    if inline and (inline != own[-1:] or inline[0].default is not UNSET):
        raise TypeError(f"only the last field of {record.__name__} can be inline, and it must default to UNSET")
    always = list(takewhile(lambda each: each.default is not UNSET, own))
    if not always:
        raise TypeError(f"the first field of {record.__name__} must not be optional")
    # All fields before the first optional one are read by a single attrgetter call.
    names = tuple(each.name for each in always)
    values = attrgetter(*names) if len(names) > 1 else lambda each: (getattr(each, names[0]),)
    rest = tuple((each.name, "inline" in each.metadata) for each in own[len(always) :])

    def write(each: Any) -> dict[str, Any]:
        data = dict(zip(names, values(each), strict=False))
        for name, inlined in rest:
            part = getattr(each, name)
            if part is UNSET:
                continue
            if inlined:
                data |= as_object(part)
            else:
                data[name] = part
        return data

    _WRITERS[record] = write
    return write


_WRITERS: dict[type[Any], Callable[[Any], dict[str, Any]]] = {}
