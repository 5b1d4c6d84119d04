"""Yatzy as the house knows it: its row of the registry, and which module answers what."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any

from pydantic import Field

from py_engine.contract import ContractError, DecisionKind, EvaluatorInfo, EvaluatorParams, GameInfo
from py_engine.evaluation import Evaluation, Job
from py_engine.game import Playable
from py_engine.games.yatzy import values
from py_engine.games.yatzy.describe import describe
from py_engine.games.yatzy.play import apply_action, complete, legal_actions, new_game
from py_engine.games.yatzy.state import RULESET_ID, Options, YatzyAction, YatzyState

__all__ = ["GAME", "Yatzy"]


class YatzyOptions(Options):
    """Options of a new game."""

    players: Annotated[int, Field(ge=1, le=2)] = 2


class Yatzy(Playable):
    """Scandinavian Yatzy, alone or for two."""

    state_model = YatzyState
    action_model = YatzyAction
    options_model = YatzyOptions

    def info(self) -> GameInfo:
        """The game's row of the registry."""
        return self._info

    @cached_property
    def _info(self) -> GameInfo:
        # Made once: the schemas take milliseconds, and every request asks for the number of players.
        return GameInfo(
            ruleset_id=RULESET_ID,
            name="Yatzy",
            summary="Five dice, three throws, fifteen categories. Alone or for two.",
            players=2,
            min_players=1,
            unit="points",
            capabilities=["play"],
            levels=[],
            presets=[],
            options=YatzyOptions.model_json_schema(),
            evaluators=[EvaluatorInfo(name="exact", description="Exact.", default=True, options_schema={})],
            queries=[],
            grades=[],
            decisions=[
                DecisionKind(code="first_reroll", name="First reroll"),
                DecisionKind(code="second_reroll", name="Second reroll"),
                DecisionKind(code="category", name="Category"),
            ],
        )

    def complete(self, state: YatzyState) -> YatzyState:
        """See ``play.complete``."""
        return complete(state)

    def legal_actions(self, state: YatzyState) -> list[Any]:
        """See ``play.legal_actions``."""
        return list(legal_actions(state))

    def evaluation(
        self, state: YatzyState, player: int, params: EvaluatorParams, user_action: YatzyAction | None
    ) -> Evaluation:
        """Not there yet."""
        raise ContractError("UNSUPPORTED", "Yatzy cannot be evaluated yet.")

    def observe(self, state: YatzyState, player: int) -> YatzyState:
        """Everything but the seed, which would tell the throws to come."""
        return state.model_copy(update={"seed": None})

    def describe(self, state: YatzyState) -> str:
        """See ``describe.describe``."""
        return describe(state)

    def load_artifact(self, name: object, data: object) -> str:
        """See ``values.load``."""
        return values.load(name, data)

    def new_game(self, seed: int, options: YatzyOptions) -> YatzyState:
        """A game thrown from a seed."""
        return new_game(seed, options.players, Options(**options.model_dump(exclude={"players"})))

    def apply_action(self, state: YatzyState, action: YatzyAction) -> YatzyState:
        """See ``play.apply_action``."""
        return apply_action(state, action)

    def scenario(self, params: Any) -> Job:
        """Not there yet."""
        raise ContractError("UNSUPPORTED", "Yatzy has no practice positions yet.")


GAME = Yatzy()
