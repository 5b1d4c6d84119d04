"""The contract between engine and front end: parameters, results, errors.

The TypeScript types are generated from these models. All models are strict (an integer is not a string) and closed
(an unknown field is an error), and all JSON keys are ``snake_case``.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

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
    "Verdict",
    "VerdictLimits",
]

MAX_INT = 2**53 - 1
"""The largest integer that may cross the bridge; JavaScript numbers are exact up to here."""

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

Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder", "undecided"]
"""What a move was, in the words that all played games share."""

SafeInt = Annotated[int, Field(ge=0, le=MAX_INT)]
Count = Annotated[int, Field(ge=0, le=10_000_000)]
Capability = Literal["play", "practise", "review", "grade", "scenario", "hidden_information"]
JsonObject = dict[str, Any]


class ContractError(Exception):
    """A request that cannot be answered.

    Args:
        code: The kind of error.
        sentence: A message for people.
        context: Details for programs.
    """

    def __init__(self, code: ErrorCode, sentence: str, **context: JsonValue) -> None:
        super().__init__(sentence)
        self.code: ErrorCode = code
        self.sentence = sentence
        self.context = context


class Model(BaseModel):
    """Base class of the contract's models: strict, closed, immutable."""

    # Deferred: half of the models are never used in a visit, and building their validators would slow the start.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False, defer_build=True)

    WORDS: ClassVar[tuple[str, ...]] = ()
    """Strings that the model accepts in place of a JSON object; its own validator converts them."""


class ErrorAnswer(Model):
    """The answer of a bridge function that failed; bridge functions never raise."""

    error: str
    code: ErrorCode
    context: dict[str, JsonValue] = {}


class MixedRatio(Model):
    """How often a mixed policy plays greedily."""

    greedy_ratio: Annotated[float, Field(ge=0, le=1)]


class Mixed(Model):
    """At every move greedy with probability ``greedy_ratio``, else random."""

    mixed: MixedRatio


def _canonical_policy(value: object) -> object:
    """Converts the tagged form ``{"type": "Mixed", "greedyProbability": 0.8}`` to the canonical one."""
    if not isinstance(value, dict) or "type" not in value:
        return value
    plain = {"AllRandom": "all_random", "AllGreedy": "all_greedy"}.get(str(value["type"]))
    if plain is not None and set(value) <= {"type", "greedyProbability"}:
        return plain
    if value["type"] == "Mixed" and set(value) == {"type", "greedyProbability"}:
        return {"mixed": {"greedy_ratio": value["greedyProbability"]}}
    return value


PolicyMix = Annotated[Literal["all_random", "all_greedy"] | Mixed, BeforeValidator(_canonical_policy)]


class RolloutConfig(Model):
    """The rollout policies of the deciding player and of the opponents."""

    active_player_policy: PolicyMix = "all_greedy"
    opponent_policy: PolicyMix = "all_greedy"


class EvaluatorParams(Model):
    """Parameters of an evaluation: seed, budgets, candidates, policies, evaluator."""

    evaluator_seed: SafeInt
    time_budget_ms: Annotated[int, Field(ge=0, le=600_000)] = 250
    rollouts_per_action: Annotated[int, Field(ge=1, le=10_000_000)] = 10
    max_work: Annotated[int, Field(ge=1, le=MAX_INT)] | None = None
    """Limit on positions, nodes or rollouts in total; null for no limit."""
    shortlist_size: Annotated[int, Field(ge=0, le=10_000)] = 20
    """Number of candidates to keep; 0 keeps all."""
    # Not validated: building that model's validator would take a tenth of the start.
    rollout_config: RolloutConfig = RolloutConfig.model_construct()
    evaluator: str | None = None
    evaluator_options: dict[str, JsonValue] = {}


class Reason(Model):
    """A named part of a score; the parts of an additive evaluator sum exactly to ``ev``."""

    code: str
    label: str
    value: float
    evaluator: str | None = None
    """The evaluator that contributed it, in a game that combines several evaluators."""
    input: float | None = None
    """The weighted quantity, in the unit of the weight: value = input x weight."""
    weight_name: str | None = None
    weight: float | None = None


class Feedback(Model):
    """One sentence about the difference between the user's move and the best."""

    category: str
    text: str
    delta: float


class Candidate(Model):
    """One action and its evaluation."""

    action: JsonValue
    ev: float
    rollouts: int
    stderr: float
    reasons: list[Reason] = []
    features: dict[str, float] = {}
    line: list[JsonValue] = []
    """The principal variation, starting with the action itself."""
    bound: Literal["upper"] | None = None
    """``"upper"`` when the true value may be lower than ``ev``."""
    compared: bool = True
    """Whether it was compared with the best one under the same conditions. If not, ``ev`` is a rough estimate, which may be
    above the best one's, and the candidate stands behind all that were compared."""
    note: str | None = None
    """One sentence on how this action got its value or place."""
    win_probability: float | None = None
    """Chance of winning after this action, with ties counted half; null where it has no meaning."""


class EvaluationMetadata(Model):
    """Counts and circumstances of an evaluation."""

    elapsed_ms: int
    rollouts_run: int
    candidates_evaluated: int
    """Number of actions that were valued, whether listed or not; 0 for a policy that values none."""
    total_legal_actions: int
    seed: int
    completed_within_budget: bool
    """Whether it came to its end by itself, and in time."""
    evaluator: str
    decision: str | None = None
    """The kind of decision: the code of one of the game's ``decisions``, if it has any."""
    solved: bool = False
    round_solved: bool = False
    nodes: int = 0
    depth: int | None = None
    """Length of the part of the best line that the search itself covered, in actions; only if lines extend beyond it."""
    ended_by: Literal["clock", "work", "solved", "memory"] | None
    """What ended it; ``memory``: it could hold no more positions. Null while it is running."""
    model_error: float = 0.0
    """Standard deviation, in points, of the evaluator's own error in the difference of two moves."""
    horizon: str | None = None
    objective: Literal["points", "block", "shoot", "win"] | None = None
    """What the player aimed for, in a game with several aims."""
    telemetry: list[dict[str, JsonValue]] = []
    """Events of the evaluation, as objects with a ``type``; only ``duration_ms`` depends on the clock."""
    notes: list[str] = []
    strategy: dict[str, JsonValue] | None = None
    """The player's situation (``mode``, ``reasons``) and the groups of weights that it scales (``groups``)."""
    failed: list[str] = []
    """Evaluators that failed; their contributions are missing."""
    log: list[str] = []
    """A line-by-line log of the evaluation, on request."""
    engine: str
    """Version of the engine."""
    artifacts: dict[str, str] = {}
    """Name -> SHA-256 of loaded files that can change the result (tables, learnt values)."""


class EvaluationResult(Model):
    """The best action, its value, and (when graded) the comparison with the user's action."""

    best_action: JsonValue
    best_action_ev: float
    user_action: JsonValue = None
    """The user's action; null if none was given. Evaluators that compare nothing report it without a grade."""
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
    verdict: Verdict | None = None
    """The move on the scale that all played games share; null where nothing was graded or the game has no verdicts."""
    decided: bool | None = None
    """Whether every compared candidate wins with under 2 %, or every one with over 98 %; null without chances to win."""
    win_loss: float | None = None
    """Chance of winning lost by the graded move, 0..1. Null where the verdict is by points, and where nothing was graded."""
    worse: float | None = None
    """Probability, 0.5..0.99, that the graded move is worse than the best one. Null for the best one, exact differences, and without a verdict."""


class VerdictLimits(Model):
    """The losses from which a move is no longer best, an inaccuracy, a mistake, a blunder."""

    scale: Literal["points", "win"]
    """Whether losses are in the game's points or in chances to win."""
    unit: str
    good: float
    inaccuracy: float
    mistake: float
    blunder: float


class GradeBand(Model):
    """A grade and the largest loss that still gets it, inclusive (null: no limit)."""

    code: str
    label: str
    max_loss: float | None


class DecisionKind(Model):
    """A kind of decision that a game distinguishes, so that losses can be summed by kind."""

    code: str
    name: str


class Level(Model):
    """A playing strength of the engine as an opponent."""

    id: str
    name: str
    description: str
    strength: str
    """Measured strength of this level, in players' terms."""
    params: dict[str, JsonValue]
    pars: dict[str, list[float]] = {}
    """The mean final score, in the game's unit, of the coach against this level, by the role that the person plays.
    The key is the board size as a string, or "" for a game with a single form; empty if there is no par."""
    strengths: dict[str, list[str]] = {}
    """In place of ``strength``, where it depends on the form of the game: by the role of the level, keys as in ``pars``."""


class Preset(Model):
    """A named think time of the coach."""

    id: str
    name: str
    params: dict[str, JsonValue]
    scale: Literal["points", "win"] | None = None
    """What it plays for, in a game whose presets differ in that; one player alone plays for points."""


class EvaluatorInfo(Model):
    """An evaluator that ``EvaluatorParams.evaluator`` can name."""

    name: str
    description: str
    default: bool
    options_schema: dict[str, JsonValue]


class QueryInfo(Model):
    """A game-specific query, called through ``query``."""

    name: str
    description: str
    args_schema: dict[str, JsonValue]


class GameInfo(Model):
    """A game's entry in the registry."""

    ruleset_id: str
    slug: str
    """The word for the game in the page's address."""
    name: str
    summary: str
    players: int
    """Maximum number of players."""
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
    win_grades: list[GradeBand] = []
    """The same grades by lost chances to win, in points of a hundred: the unit of all values where the objective is ``"win"``, if there are any."""
    unsure_grade: str | None = None
    """The worst grade for a move whose difference from the best is not significant; null for no such limit."""
    verdict_limits: list[VerdictLimits] = []
    """By chances to win for results with ``win_loss``, by points for others; empty for a game without verdicts."""
    decisions: list[DecisionKind] = []
    roles: list[str] = []
    """Each player's role, by player; empty if all play the same role."""


class StateWarning(Model):
    """An oddity in a state that can be evaluated nevertheless."""

    code: str
    text: str


class GameState(Model):
    """The fields common to the states of all games."""

    state_version: Literal[1] = 1
    ruleset_id: str
    active_player_id: Annotated[int, Field(ge=0, le=5)]
    seed: SafeInt | None = 0
    """The seed of the game's chance; null in an observation, which can be evaluated and shared but not played on."""
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
"""The models for which TypeScript types are generated, with all that they refer to."""
