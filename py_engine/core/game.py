"""The registry entry of a game: data about it, its rules, and its coach."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Generic

from pydantic import JsonValue

from py_engine.core.coaching.decided import without_praise
from py_engine.core.coaching.verdicts import Scale, judged
from py_engine.core.contract import (
    Capability,
    ContractError,
    DecisionKind,
    EvaluatorParams,
    GameInfo,
    GradeBand,
    Level,
    Model,
    Preset,
    QueryInfo,
    VerdictLimits,
)
from py_engine.core.evaluation import Evaluation, Job
from py_engine.core.evaluators import Evaluators
from py_engine.core.request import A, Regradable, Request, S
from py_engine.core.results import Result
from py_engine.core.validation import shorten

__all__ = ["Coach", "Game", "Info", "Play", "Practice", "Query", "Rules", "playing", "practising", "without_seed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Info:
    """Static data about a game that the page shows in its list of games; see ``contract.GameInfo``."""

    ruleset_id: str
    slug: str
    """The word for the game in the page's address."""
    name: str
    summary: str
    players: int
    """Maximum number of players."""
    min_players: int = 2
    unit: str = "points"
    capabilities: Sequence[Capability]
    roles: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Generic[S, A]):
    """The rules for single positions, as the bridge uses them; batched rules are internal to each game."""

    complete: Callable[[S], S]
    """Fills in derived fields that a state from elsewhere may omit; raises INVALID_STATE if the state is inconsistent."""
    legal_actions: Callable[[S], Sequence[JsonValue]]
    """The legal actions of the player to move as JSON data, in a fixed order; empty when the game is over."""
    illegal: Callable[[S, A], ContractError | None]
    """Why an action is illegal (ACTION_FAILED), or None if it is legal."""
    observe: Callable[[S, int], S]
    """The state as a player may see it: the player's information set."""
    describe: Callable[[S], str]
    """A short text description of the position."""
    players: Callable[[S], int] | None = None
    """The number of players in a state; only for games with a varying number."""
    undecidable: Callable[[S], ContractError | None] = lambda _: None
    """Why a state of an unfinished game offers no decision, or None if it offers one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Generic[S, A]):
    """What it takes to play a game, not only to review it."""

    options: type[Model]
    new_game: Callable[[int, Any], S]
    """The initial state for a seed and options."""
    apply_action: Callable[[S, A], S]
    """The state after an action of the player to move, chance included; raises ACTION_FAILED or NO_LEGAL_ACTIONS."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Practice:
    """The search for positions to practise."""

    params: type[Model]
    scenario: Callable[[Any], Job[Any]]


@dataclass(frozen=True, slots=True)
class Query:
    """A game-specific query: the model of its arguments, and the job that computes the answer."""

    description: str
    args: type[Model]
    job: Callable[[Any], Job[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coach(Generic[S, A]):
    """A game's evaluators, levels, grades, feedback and queries.

    Most of a game's modules belong to it; none of them is needed for the first screen.
    """

    levels: Sequence[Level] = ()
    presets: Sequence[Preset] = ()
    grades: Sequence[GradeBand]
    win_grades: Sequence[GradeBand] = ()
    """The same grades by lost chances to win, in points of a hundred; for evaluations whose objective is ``"win"``."""
    unsure_grade: str | None = None
    """The worst grade for a move whose difference from the best is not significant; None for no such limit."""
    verdict_limits: Sequence[VerdictLimits] = ()
    """The limits of verdicts; none for a game without verdicts."""
    scale: Callable[[Request[S, A], Result], Scale] | None = None
    """How the losses of a result are judged; by default in points, by the only limits."""
    decisions: Sequence[DecisionKind] = ()
    evaluators: Evaluators
    explain: Callable[[Request[S, A], Result], Result] = lambda _, result: result
    """Adds feedback sentences on a graded action."""
    practice: Practice | None = None
    queries: Mapping[str, Query] = field(default_factory=dict)
    artifact: Callable[[object, object], str] | None = None
    """Checks and registers fetched bytes by name and returns their SHA-256; raises INVALID_ARTIFACT or NOT_FOUND."""
    free_caches: Callable[[], None] = lambda: None
    """Frees large caches. Called when another game is evaluated."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, A]):
    """A registered game. Its decisions can be evaluated and graded; playing and practising it are optional."""

    info: Info
    state: type[S]
    action: type[A]
    rules: Rules[S, A]
    play: Play[S, A] | None = None
    load_coach: Callable[[], Coach[S, A]]
    """Imports the coach's modules."""

    @cached_property
    def coach(self) -> Coach[S, A]:
        """The game's coach, imported on first use."""
        return self.load_coach()

    @cached_property
    def row(self) -> GameInfo:
        """The game's registry entry. Cached, because generating the schemas takes milliseconds."""
        about, coach = self.info, self.coach
        return GameInfo(
            ruleset_id=about.ruleset_id,
            slug=about.slug,
            name=about.name,
            summary=about.summary,
            players=about.players,
            min_players=about.min_players,
            unit=about.unit,
            capabilities=list(about.capabilities),
            levels=list(coach.levels),
            presets=list(coach.presets),
            options=self.play.options.model_json_schema() if self.play else {},
            evaluators=coach.evaluators.rows(),
            queries=[
                QueryInfo(name=name, description=query.description, args_schema=query.args.model_json_schema())
                for name, query in coach.queries.items()
            ],
            grades=list(coach.grades),
            win_grades=list(coach.win_grades),
            unsure_grade=coach.unsure_grade,
            verdict_limits=list(coach.verdict_limits),
            decisions=list(coach.decisions),
            roles=list(about.roles),
        )

    def players(self, state: S) -> int:
        """The number of players in a state."""
        return self.info.players if self.rules.players is None else self.rules.players(state)

    def request(self, state: S, player: int, params: EvaluatorParams, user: A | None = None) -> Request[S, A]:
        """The evaluator's request for a player's decision.

        Raises:
            ContractError: ACTION_FAILED when the user's action is illegal, or the reason why the state is undecidable.
        """
        observed = self.rules.observe(state, player)
        why_not = self.rules.undecidable(observed)
        if why_not is None and user is not None:
            why_not = self.rules.illegal(observed, user)
        if why_not is not None:
            raise why_not
        return Request(observed, player, params, user)

    def evaluation(self, state: S, player: int, params: EvaluatorParams, user: A | None = None) -> Evaluation:
        """Starts an evaluation of a player's decision; it grades ``user`` unless that is None.

        Raises:
            ContractError: INVALID_PARAMS, or an error of ``request``.
        """
        evaluator, options = self.coach.evaluators.chosen(params)
        request = self.request(state, player, params, user)
        evaluation = evaluator.make(request, options)
        evaluation.explain = partial(self.explained, request, notes=evaluator.notes(request, options))
        return evaluation

    def graded(self, evaluation: Evaluation, state: S, player: int, user: A) -> Evaluation:
        """An evaluation of a decision as the grading of an action: the same one with the work it has done, or a new one.

        Args:
            evaluation: A running or finished evaluation of the decision.
            state: The position of the decision.
            player: The player to move.
            user: The action to grade.

        Raises:
            ContractError: an error of ``request``.
        """
        evaluator, options = self.coach.evaluators.chosen(evaluation.params)
        request = self.request(state, player, evaluation.params, user)
        if isinstance(evaluation, Regradable) and evaluation.take_up(request):
            _reopen(evaluation)
        else:
            evaluation = evaluator.make(request, options)
        evaluation.explain = partial(self.explained, request, notes=evaluator.notes(request, options))
        return evaluation

    def explained(self, request: Request[S, A], result: Result, notes: Sequence[str] = ()) -> Result:
        """An evaluator's result with the verdict, the feedback sentences, and further notes."""
        coach = self.coach
        if notes:
            result = replace(result, metadata=replace(result.metadata, notes=[*result.metadata.notes, *notes]))
        if coach.verdict_limits:
            scale = Scale(coach.verdict_limits[0]) if coach.scale is None else coach.scale(request, result)
            explained = coach.explain(request, judged(result, scale))
            return explained if scale.chance is None else without_praise(explained, scale.chance)
        return coach.explain(request, result)

    def load_artifact(self, name: object, data: object) -> str:
        """Checks and registers fetched bytes (a table, learnt values) and returns their SHA-256.

        Raises:
            ContractError: INVALID_ARTIFACT when the bytes are damaged, NOT_FOUND when the game has no such artifact.
        """
        register = self.coach.artifact
        if register is None:
            raise ContractError("NOT_FOUND", f"{self.info.name} has no artifact {shorten(name)!r}.")
        return register(name, data)


LEAST_SHARE = 0.2
"""Share of the time budget that the grading of a move has at least, if it continues an evaluation"""


def _reopen(evaluation: Evaluation) -> None:
    """Lets an evaluation go on after the graded move has changed: what is still missing is measured, and no more."""
    if evaluation.done:
        evaluation.done, evaluation.ended_by = False, "work"
    else:
        evaluation.extend(evaluation.params)
    evaluation.allow(LEAST_SHARE * evaluation.params.time_budget_ms)


def playing(game: Game[S, A]) -> Play[S, A]:
    """The game's ``Play``.

    Raises:
        ContractError: UNSUPPORTED.
    """
    if game.play is None:
        raise _only_reviewed(game.info.name)
    return game.play


def practising(game: Game[Any, Any]) -> Practice:
    """The game's ``Practice``.

    Raises:
        ContractError: UNSUPPORTED.
    """
    practice = game.coach.practice
    if practice is None:
        raise _only_reviewed(game.info.name)
    return practice


def _only_reviewed(name: str) -> ContractError:
    return ContractError("UNSUPPORTED", f"{name} cannot be played here, only reviewed.")


def without_seed(state: S, _player: int) -> S:
    """The observation in a game of perfect information: everything but the seed of future chance."""
    return state.model_copy(update={"seed": None})
