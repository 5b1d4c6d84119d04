"""A review-only game, for tests of missing capabilities."""

from __future__ import annotations

from typing import Literal

from py_engine.core.contract import GameState, Model
from py_engine.core.evaluation import Evaluation, Pieces
from py_engine.core.evaluators import Evaluator, Evaluators, NoOptions
from py_engine.core.game import Coach, Game, Info, Rules

RULESET = "toy_review"


class ToyState(GameState):
    """A position in which the player chooses a number."""

    ruleset_id: Literal["toy_review"]
    choices: list[int] = [1, 2, 3]


class ToyAction(Model):
    """The choice of a number."""

    number: int


class ToyEvaluation(Evaluation):
    """An evaluation that is never run."""

    def work(self) -> Pieces:
        yield

    def has_result(self) -> bool:
        return True

    def result(self) -> None:
        return None

    @property
    def progress(self) -> float:
        return 1.0


COACH: Coach[ToyState, ToyAction] = Coach(
    grades=(),
    evaluators=Evaluators(
        "Toy",
        "toy",
        {"toy": Evaluator("Never finds anything.", NoOptions, lambda request, _: ToyEvaluation(request.params))},
    ),
)

GAME = Game(
    info=Info(
        ruleset_id=RULESET,
        slug="toy",
        name="Toy",
        summary="Choose a number.",
        players=1,
        capabilities=("review", "grade"),
    ),
    state=ToyState,
    action=ToyAction,
    rules=Rules(
        complete=lambda state: state,
        legal_actions=lambda state: [{"number": number} for number in state.choices],
        illegal=lambda _state, _action: None,
        observe=lambda state, _player: state,
        describe=lambda _state: "A toy.",
    ),
    load_coach=lambda: COACH,
)
