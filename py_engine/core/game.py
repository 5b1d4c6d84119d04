"""What a game registers: data about it, its rules, and what its coach offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Generic

from pydantic import JsonValue

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
)
from py_engine.core.evaluation import Evaluation, Job
from py_engine.core.evaluators import Evaluators
from py_engine.core.request import A, Request, S
from py_engine.core.results import Result
from py_engine.core.validation import shorten

__all__ = ["Coach", "Game", "Info", "Play", "Practice", "Query", "Rules", "playing", "practising", "without_seed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Info:
    """What the page must know of a game before it asks anything; see ``contract.GameInfo``."""

    ruleset_id: str
    slug: str
    """The word for the game in the page's address."""
    name: str
    summary: str
    players: int
    """The most who can play."""
    min_players: int = 2
    unit: str = "points"
    capabilities: Sequence[Capability]
    roles: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Generic[S, A]):
    """What every state of a game is asked, single positions; the batched rules are the game's own."""

    complete: Callable[[S], S]
    """Fills in what a state made elsewhere leaves out; raises INVALID_STATE when the state contradicts itself."""
    legal_actions: Callable[[S], Sequence[JsonValue]]
    """The legal actions of the player to move as JSON data, in a fixed order; none when the game is over."""
    illegal: Callable[[S, A], ContractError | None]
    """Why an action cannot be played (ACTION_FAILED); None when it can."""
    observe: Callable[[S, int], S]
    """The state as a player may see it."""
    describe: Callable[[S], str]
    """A short text of the position."""
    players: Callable[[S], int] | None = None
    """How many play in a state, in a game for a varying number."""
    undecidable: Callable[[S], ContractError | None] = lambda _: None
    """Why there is nothing to decide in a state of a game that goes on; None where there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Generic[S, A]):
    """How a game is played here."""

    options: type[Model]
    new_game: Callable[[int, Any], S]
    """A first state, from a seed and options."""
    apply_action: Callable[[S, A], S]
    """The state after an action of the player to move, chance included; raises ACTION_FAILED or NO_LEGAL_ACTIONS."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Practice:
    """How a position worth practising is found."""

    params: type[Model]
    scenario: Callable[[Any], Job[Any]]


@dataclass(frozen=True, slots=True)
class Query:
    """A question a game answers: the model of its arguments, and the job that finds the answer."""

    description: str
    args: type[Model]
    job: Callable[[Any], Job[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coach(Generic[S, A]):
    """What a game offers beyond its rules. It is most of a game's modules, and a first screen needs none of them."""

    levels: Sequence[Level] = ()
    presets: Sequence[Preset] = ()
    grades: Sequence[GradeBand]
    unsure_grade: str | None = None
    """The worst grade of a move that is too close to the best to tell the two apart; None where any may be."""
    decisions: Sequence[DecisionKind] = ()
    evaluators: Evaluators
    explain: Callable[[Request[S, A], Result], Result] = lambda _, result: result
    """Adds the sentences: feedback on a graded action."""
    practice: Practice | None = None
    queries: Mapping[str, Query] = field(default_factory=dict)
    artifact: Callable[[object, object], str] | None = None
    """Checks and registers fetched bytes by name; their SHA-256. Raises INVALID_ARTIFACT, or NOT_FOUND for the name."""
    give_back: Callable[[], None] = lambda: None
    """Gives back large memory that is kept only to be quicker. Called when another game is evaluated."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, A]):
    """A game whose decisions can be evaluated and graded, and played and practised where it says so."""

    info: Info
    state: type[S]
    action: type[A]
    rules: Rules[S, A]
    play: Play[S, A] | None = None
    load_coach: Callable[[], Coach[S, A]]
    """Imports what the coach needs."""

    @cached_property
    def coach(self) -> Coach[S, A]:
        """What the game offers beyond its rules; imported when it is first asked for."""
        return self.load_coach()

    @cached_property
    def row(self) -> GameInfo:
        """The game's row of the registry. Made once: the schemas take milliseconds."""
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
            unsure_grade=coach.unsure_grade,
            decisions=list(coach.decisions),
            roles=list(about.roles),
        )

    def players(self, state: S) -> int:
        """How many play in a state."""
        return self.info.players if self.rules.players is None else self.rules.players(state)

    def request(self, state: S, player: int, params: EvaluatorParams, user: A | None = None) -> Request[S, A]:
        """A player's decision as an evaluator is asked about it.

        Raises:
            ContractError: ACTION_FAILED when the user's action is illegal, or what makes the state undecidable.
        """
        observed = self.rules.observe(state, player)
        why_not = self.rules.undecidable(observed)
        if why_not is None and user is not None:
            why_not = self.rules.illegal(observed, user)
        if why_not is not None:
            raise why_not
        return Request(observed, player, params, user)

    def evaluation(self, state: S, player: int, params: EvaluatorParams, user: A | None = None) -> Evaluation:
        """An evaluation of a player's decision; it grades ``user`` unless that is None.

        Raises:
            ContractError: INVALID_PARAMS, or as ``request`` does.
        """
        evaluator, options = self.coach.evaluators.chosen(params)
        request = self.request(state, player, params, user)
        evaluation = evaluator.make(request, options)
        evaluation.explain = partial(self.coach.explain, request)
        return evaluation

    def load_artifact(self, name: object, data: object) -> str:
        """Checks and registers fetched bytes (a table, learnt values); their SHA-256.

        Raises:
            ContractError: INVALID_ARTIFACT when the bytes are damaged, NOT_FOUND when the game has no such artifact.
        """
        register = self.coach.artifact
        if register is None:
            raise ContractError("NOT_FOUND", f"{self.info.name} has no artifact {shorten(name)!r}.")
        return register(name, data)


def playing(game: Game[S, A]) -> Play[S, A]:
    """How the game is played.

    Raises:
        ContractError: UNSUPPORTED.
    """
    if game.play is None:
        raise _only_reviewed(game.info.name)
    return game.play


def practising(game: Game[Any, Any]) -> Practice:
    """How positions to practise are found.

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
    """What a player may see of a state whose chance to come is all that is hidden: everything but the seed."""
    return state.model_copy(update={"seed": None})
