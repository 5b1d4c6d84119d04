"""The protocols of a game: ``Decision`` for anything that can be coached, ``Playable`` for what can also be played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from py_engine.core.contract import ContractError, EvaluatorParams, GameInfo, GameState, Model, QueryInfo
from py_engine.core.evaluation import Evaluation, Job, Pieces
from py_engine.core.validation import shorten

__all__ = ["Decision", "Once", "Playable", "Query", "playable", "query_rows"]


@dataclass(frozen=True, slots=True)
class Query:
    """A question a game answers: the model of its arguments, and the job that finds the answer."""

    description: str
    args: type[Model]
    job: Callable[[Any], Job]


class Once(Job):
    """A question that is answered in one piece."""

    def __init__(self, answer: Callable[[], dict[str, Any]]) -> None:
        super().__init__()
        self._answer = answer
        self._found: dict[str, Any] | None = None

    @property
    def progress(self) -> float:
        """0 or 1."""
        return float(self.done)

    def work(self) -> Pieces:
        """Answers."""
        self._found = self._answer()
        yield

    def result(self) -> dict[str, Any] | None:
        """The answer, once there is one."""
        return self._found


def query_rows(queries: Mapping[str, Query]) -> list[QueryInfo]:
    """The rows of a game's questions in the registry."""
    return [
        QueryInfo(name=name, description=query.description, args_schema=query.args.model_json_schema())
        for name, query in queries.items()
    ]


class Decision(ABC):
    """A game whose decisions can be evaluated and graded."""

    state_model: type[GameState]
    action_model: type[Model]

    @abstractmethod
    def info(self) -> GameInfo:
        """The game's row of the registry."""

    def players(self, state: Any) -> int:
        """How many play in a state; a game for a varying number says it of each."""
        return self.info().players

    @abstractmethod
    def complete(self, state: Any) -> Any:
        """Fills in what a state made elsewhere leaves out and notes what is odd about it.

        Raises:
            ContractError: INVALID_STATE when the state contradicts itself.
        """

    @abstractmethod
    def legal_actions(self, state: Any) -> list[Any]:
        """The legal actions of the player to move as JSON data, in a fixed order; none when the game is over."""

    @abstractmethod
    def evaluation(self, state: Any, player: int, params: EvaluatorParams, user_action: Any | None) -> Evaluation:
        """An evaluation of the player's decision; it grades ``user_action`` unless that is None.

        Raises:
            ContractError: INVALID_PARAMS, or ACTION_FAILED when the user's action is illegal.
        """

    @abstractmethod
    def observe(self, state: Any, player: int) -> Any:
        """The state as the player may see it."""

    @abstractmethod
    def describe(self, state: Any) -> str:
        """A short text of the position."""

    def queries(self) -> Mapping[str, Query]:
        """The game's own questions."""
        return {}

    def load_artifact(self, name: object, data: object) -> str:
        """Checks and registers fetched bytes (a table, learnt values); their SHA-256.

        Raises:
            ContractError: INVALID_ARTIFACT when the bytes are damaged, NOT_FOUND when the game has no such artifact.
        """
        raise ContractError("NOT_FOUND", f"{self.info().name} has no artifact {shorten(name)!r}.")


class Playable(Decision):
    """A game that can be played and practised."""

    options_model: type[Model]
    scenario_model: type[Model]

    @abstractmethod
    def new_game(self, seed: int, options: Any) -> Any:
        """A first state."""

    @abstractmethod
    def apply_action(self, state: Any, action: Any) -> Any:
        """The state after a legal action of the player to move, chance included.

        Raises:
            ContractError: ACTION_FAILED or NO_LEGAL_ACTIONS.
        """

    @abstractmethod
    def scenario(self, params: Any) -> Job:
        """A job that finds a position worth practising."""


def playable(game: Decision) -> Playable:
    """The game, if it can be played.

    Raises:
        ContractError: UNSUPPORTED.
    """
    if not isinstance(game, Playable):
        raise ContractError("UNSUPPORTED", f"{game.info().name} cannot be played here, only reviewed.")
    return game
