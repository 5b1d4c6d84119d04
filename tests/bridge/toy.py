"""A game that can only be reviewed, for what the bridge says of capabilities that a game lacks."""

from __future__ import annotations

from typing import Any, Literal

from py_engine.core.contract import EvaluatorParams, GameInfo, GameState, Model
from py_engine.core.evaluation import Evaluation, Pieces
from py_engine.core.game import Decision

RULESET = "toy_review"


class ToyState(GameState):
    """A position in which one of a few numbers is chosen."""

    ruleset_id: Literal["toy_review"]
    choices: list[int] = [1, 2, 3]


class ToyAction(Model):
    """A choice."""

    number: int


class ToyEvaluation(Evaluation):
    """Never asked to finish."""

    def work(self) -> Pieces:
        yield

    def has_result(self) -> bool:
        return True

    def result(self) -> dict[str, Any] | None:
        return None

    @property
    def progress(self) -> float:
        return 1.0


class Toy(Decision):
    """Claims review and grade only."""

    state_model = ToyState
    action_model = ToyAction

    def info(self) -> GameInfo:
        return GameInfo(
            ruleset_id=RULESET,
            name="Toy",
            summary="Choose a number.",
            players=1,
            unit="points",
            capabilities=["review", "grade"],
            levels=[],
            presets=[],
            options={},
            evaluators=[],
            queries=[],
            grades=[],
        )

    def complete(self, state: Any) -> Any:
        return state

    def legal_actions(self, state: Any) -> list[Any]:
        return [{"number": number} for number in state.choices]

    def evaluation(self, state: Any, player: int, params: EvaluatorParams, user_action: Any | None) -> Evaluation:
        return ToyEvaluation(params)

    def observe(self, state: Any, player: int) -> Any:
        return state

    def describe(self, state: Any) -> str:
        return "A toy."


GAME = Toy()
