"""What every game and the front end agree on: parameters, results, errors.

These models are the source of the TypeScript types. All are strict (an integer is not a string) and closed
(an unknown field is an error), and all JSON is ``snake_case``.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

__all__ = [
    "EXPORTED_MODELS",
    "MAX_INT",
    "Candidate",
    "ContractError",
    "DecisionKind",
    "ErrorAnswer",
    "ErrorCode",
    "EvaluationMetadata",
    "EvaluationResult",
    "EvaluatorInfo",
    "EvaluatorParams",
    "Feedback",
    "GameInfo",
    "GameState",
    "GradeBand",
    "Level",
    "Mixed",
    "MixedRatio",
    "Model",
    "PolicyMix",
    "Preset",
    "QueryInfo",
    "Reason",
    "RolloutConfig",
    "SafeInt",
    "StateWarning",
]

MAX_INT = 2**53 - 1
"""The largest integer that crosses the bridge: JavaScript numbers are exact up to here."""

ErrorCode = Literal[
    "INVALID_JSON",
    "UNKNOWN_RULESET",
    "INVALID_STATE",
    "INVALID_PARAMS",
    "INVALID_PLAYER",
    "INVALID_ACTION",
    "ACTION_FAILED",
    "NO_LEGAL_ACTIONS",
    "ROLLOUT_FAILURE",
    "GENERATION_FAILED",
    "NOT_FOUND",
    "UNSUPPORTED",
    "INVALID_ARTIFACT",
    "INTERNAL",
]

SafeInt = Annotated[int, Field(ge=0, le=MAX_INT)]
Count = Annotated[int, Field(ge=0, le=10_000_000)]
Capability = Literal["play", "practise", "review", "grade", "scenario", "hidden_information"]
JsonObject = dict[str, Any]


class ContractError(Exception):
    """A request that cannot be answered: one clear sentence, a code, and details for a program."""

    def __init__(self, code: ErrorCode, sentence: str, **context: JsonValue) -> None:
        super().__init__(sentence)
        self.code: ErrorCode = code
        self.sentence = sentence
        self.context = context


class Model(BaseModel):
    """A strict, closed, immutable piece of the contract."""

    # Validators are built when a model is first used: half of them never are in a visit, and start-up is shorter.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False, defer_build=True)

    WORDS: ClassVar[tuple[str, ...]] = ()
    """Texts that say in JSON what else an object would say; the model's own validator reads them."""


class ErrorAnswer(Model):
    """What every bridge function returns instead of raising."""

    error: str
    code: ErrorCode
    context: dict[str, JsonValue] = {}


class MixedRatio(Model):
    """How often a mixed policy plays greedily."""

    greedy_ratio: Annotated[float, Field(ge=0, le=1)]


class Mixed(Model):
    """Greedy with probability ``greedy_ratio`` at every move, else random."""

    mixed: MixedRatio


PolicyMix = Literal["all_random", "all_greedy"] | Mixed


def _canonical_policy(value: object) -> object:
    """Rewrites the tagged spelling ``{"type": "Mixed", "greedyProbability": 0.8}`` into the one that is written."""
    if not isinstance(value, dict) or "type" not in value:
        return value
    plain = {"AllRandom": "all_random", "AllGreedy": "all_greedy"}.get(str(value["type"]))
    if plain is not None and set(value) <= {"type", "greedyProbability"}:
        return plain
    if value["type"] == "Mixed" and set(value) == {"type", "greedyProbability"}:
        return {"mixed": {"greedy_ratio": value["greedyProbability"]}}
    return value


class RolloutConfig(Model):
    """The policies that finish a rollout, for the player who asked and for the opponents."""

    active_player_policy: PolicyMix = "all_greedy"
    opponent_policy: PolicyMix = "all_greedy"

    @model_validator(mode="before")
    @classmethod
    def _accept_tagged_policies(cls, data: object) -> object:
        if not isinstance(data, dict):
            return data
        return {key: _canonical_policy(value) for key, value in data.items()}


class EvaluatorParams(Model):
    """How to evaluate: seed, budgets, candidates, policies, evaluator."""

    evaluator_seed: SafeInt
    time_budget_ms: Annotated[int, Field(ge=0, le=600_000)] = 250
    rollouts_per_action: Annotated[int, Field(ge=1, le=10_000_000)] = 10
    max_work: Annotated[int, Field(ge=1, le=MAX_INT)] | None = None
    """Positions, nodes or rollouts in all; null is no limit."""
    shortlist_size: Annotated[int, Field(ge=0, le=10_000)] = 20
    """How many candidates to keep; 0 keeps all."""
    # Made without being checked: to build that model's validator would be a tenth of the start.
    rollout_config: RolloutConfig = RolloutConfig.model_construct()
    evaluator: str | None = None
    evaluator_options: dict[str, JsonValue] = {}


class Reason(Model):
    """A named part of a score; the parts of an additive evaluator sum exactly to ``ev``."""

    code: str
    label: str
    value: float
    evaluator: str | None = None
    """Who says so, in a game whose score is put together from several evaluators."""
    input: float | None = None
    """What was found, in the unit of the weight: the value is input x weight."""
    weight_name: str | None = None
    weight: float | None = None


class Feedback(Model):
    """One sentence about the difference between the user's move and the best."""

    category: str
    text: str
    delta: float


class Candidate(Model):
    """One action and what was found out about it."""

    action: JsonValue
    ev: float
    rollouts: int
    stderr: float
    reasons: list[Reason] = []
    features: dict[str, float] = {}
    line: list[JsonValue] = []
    """The continuation expected after this action, the action itself first."""
    bound: Literal["upper"] | None = None
    """``"upper"`` when the true value may be lower than ``ev``."""
    note: str | None = None
    """One sentence about how this action came to be where it is."""
    win_probability: float | None = None
    """Chance of winning after this action, ties counted half; null where it means nothing."""


class EvaluationMetadata(Model):
    """Counts and circumstances of an evaluation."""

    elapsed_ms: int
    rollouts_run: int
    candidates_evaluated: int
    total_legal_actions: int
    seed: int
    completed_within_budget: bool
    evaluator: str
    decision: str | None = None
    """Which kind of decision it is: the code of one of the game's ``decisions``, if it tells them apart."""
    solved: bool = False
    round_solved: bool = False
    nodes: int = 0
    depth: int | None = None
    """Actions of the best line that a search itself has looked at, in a game whose lines go on beyond that."""
    ended_by: Literal["clock", "work", "solved"] | None
    """Null while it goes on."""
    model_error: float = 0.0
    """Standard deviation, in points, of what the evaluator itself gets wrong about a difference of two moves."""
    horizon: str | None = None
    objective: Literal["points", "block", "shoot", "win"] | None = None
    """What the player went for, in a game that tells aims apart."""
    telemetry: list[dict[str, JsonValue]] = []
    """What was done along the way, as objects with a ``type``; ``duration_ms`` alone depends on the clock."""
    notes: list[str] = []
    strategy: dict[str, JsonValue] | None = None
    """How the game stands for the player (``mode``, ``reasons``) and which groups of weights that scales (``groups``)."""
    failed: list[str] = []
    """Evaluators that failed; what they would have said is missing."""
    log: list[str] = []
    """The evaluation told line by line, on request."""
    engine: str
    """Version of the engine."""
    artifacts: dict[str, str] = {}
    """Name -> SHA-256 of what was loaded and can change the answer (tables, learnt values)."""


class EvaluationResult(Model):
    """The best action, what it is worth, and (when graded) how the user's compares."""

    best_action: JsonValue
    best_action_ev: float
    user_action: JsonValue = None
    """The graded action; null when nothing is graded."""
    user_action_ev: float | None = None
    delta_ev: float | None = None
    """User's value minus the best value; never positive."""
    delta_stderr: float | None = None
    metadata: EvaluationMetadata
    candidates: list[Candidate]
    win_probability: float | None = None
    grade: str | None = None
    too_close: bool | None = None
    confidence: float | None = None
    feedback: list[Feedback] = []


class GradeBand(Model):
    """A grade is given up to and including ``max_loss`` (null: no limit)."""

    code: str
    label: str
    max_loss: float | None


class DecisionKind(Model):
    """A kind of decision that a game tells apart, so that losses can be summed by it."""

    code: str
    name: str


class Level(Model):
    """An opponent one can choose."""

    id: str
    name: str
    description: str
    strength: str
    """What was measured of this level, in words a player understands."""
    params: dict[str, JsonValue]
    pars: dict[str, list[float]] = {}
    """
    The final score, in the game's unit, that the coach's play leads to against this level, by the role that the
    person plays. The key is the board's size as text, or "" where a game has one form; empty where there is no par.
    """


class Preset(Model):
    """A named think time of the coach."""

    id: str
    name: str
    params: dict[str, JsonValue]


class EvaluatorInfo(Model):
    """An evaluator one can name in ``EvaluatorParams.evaluator``."""

    name: str
    description: str
    default: bool
    options_schema: dict[str, JsonValue]


class QueryInfo(Model):
    """A question a game answers through ``query``."""

    name: str
    description: str
    args_schema: dict[str, JsonValue]


class GameInfo(Model):
    """A row of the registry."""

    ruleset_id: str
    slug: str
    """The word for the game in the page's address."""
    name: str
    summary: str
    players: int
    """The most who can play."""
    min_players: int = 2
    unit: str
    capabilities: list[Capability]
    levels: list[Level]
    presets: list[Preset]
    options: dict[str, JsonValue]
    """JSON Schema of the options of ``new_game``."""
    evaluators: list[EvaluatorInfo]
    queries: list[QueryInfo]
    grades: list[GradeBand]
    unsure_grade: str | None = None
    """The worst grade that is given when a move is too close to the best to tell; null where any may be."""
    decisions: list[DecisionKind] = []
    roles: list[str] = []
    """What each player plays as, by player; empty where all play the same role."""


class StateWarning(Model):
    """Something odd about a state that is evaluated all the same."""

    code: str
    text: str


class GameState(Model):
    """The fields that the state of every game has."""

    state_version: Literal[1] = 1
    ruleset_id: str
    active_player_id: Annotated[int, Field(ge=0, le=3)]
    seed: SafeInt | None = 0
    """Where chance comes from; null in an observation, which can be evaluated and shared but not played on."""
    chance_counter: SafeInt = 0
    game_over: bool | None = None
    returns: list[float | None] = []
    last_events: list[dict[str, JsonValue]] = []
    warnings: list[StateWarning] = []


EXPORTED_MODELS: tuple[type[Model], ...] = (
    EvaluatorParams,
    EvaluationResult,
    GameInfo,
    GameState,
    ErrorAnswer,
)
"""The models that the front end gets types of."""
