"""The query "played_rows": the points in each row of games that were played, for comparison with perfect play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Self

from pydantic import Field, JsonValue, model_validator

from py_engine.core.contract import ContractError, JsonObject, Model
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.notation.game_text import ReadGame, TextArgs
from py_engine.core.validation import MisfitError, parse_model
from py_engine.games.yatzy.coaching.notation import NotationOfYatzy
from py_engine.games.yatzy.coaching.sent_states import SENT
from py_engine.games.yatzy.rules.play import apply_action, illegal
from py_engine.games.yatzy.rules.state import YatzyAction, YatzyState

__all__ = ["PlayedRows", "PlayedRowsArgs"]


class PlayedGame(Model):
    """A game: a position and the actions from there on, or as text."""

    initial: JsonObject | None = None
    actions: Annotated[list[JsonObject], Field(max_length=2000)] = []
    text: Annotated[str, Field(max_length=400_000)] | None = None

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if (self.initial is None) == (self.text is None):
            raise MisfitError("should be a position or a text, not both", "initial")
        return self


class PlayedRowsArgs(Model):
    """Some games."""

    games: Annotated[list[PlayedGame], Field(max_length=200)]


@dataclass(frozen=True, slots=True)
class FinalCards:
    """The cards at the end of a game."""

    over: bool
    options: Mapping[str, JsonValue]
    players: Sequence[Mapping[str, int]]
    """By player: the points of each filled row, and of the bonus."""


@dataclass(frozen=True, slots=True)
class Played:
    """The cards of all games."""

    games: Sequence[FinalCards | None]
    """None for a game that cannot be read, or whose moves are illegal."""


class PlayedRows(Job[Played]):
    """Answers "played_rows" by playing the games again."""

    def __init__(self, args: PlayedRowsArgs) -> None:
        super().__init__()
        self.args = args
        self.found: list[FinalCards | None] = []

    @property
    def progress(self) -> float:
        """Fraction of the games that are done."""
        return 1.0 if self.done else len(self.found) / max(1, len(self.args.games))

    def result(self) -> Played | None:
        """The cards, once all games are done."""
        return Played(self.found) if self.done else None

    def work(self) -> Pieces:
        """Each piece plays one game."""
        for game in self.args.games:
            try:
                self.found.append(_cards(_end_of(game)))
            except ContractError:
                self.found.append(None)
            yield


def _end_of(game: PlayedGame) -> YatzyState:
    if game.text is not None:
        reading: Any = ReadGame(NotationOfYatzy(), TextArgs(text=game.text)).run()
        if not reading.states or reading.faults:
            raise ContractError("INVALID_PARAMS", "The text cannot be read.")
        state: YatzyState = reading.states[-1]
        return state
    state = SENT.parse_one(game.initial or {})
    for data in game.actions:
        action = parse_model(YatzyAction, data, "INVALID_ACTION", "action")
        refused = illegal(state, action)
        if refused is not None:
            raise refused
        state = apply_action(state, action)
    return state


def _cards(state: YatzyState) -> FinalCards:
    rows = [{**player.scores, "bonus": player.bonus} for player in state.players]
    return FinalCards(bool(state.game_over), state.options.model_dump(), rows)
