"""A game's evaluators by name: their registry entries, and the choice of one by params."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from py_engine.core.contract import ContractError, EvaluatorInfo, EvaluatorParams, Model
from py_engine.core.evaluation import Evaluation
from py_engine.core.request import Request
from py_engine.core.validation import parse_model, shorten

__all__ = ["Evaluator", "Evaluators", "NoOptions"]


class NoOptions(Model):
    """The options of an evaluator that has none."""


class Evaluator(NamedTuple):
    """A named evaluator; ``make`` takes the game's request and the checked options."""

    description: str
    options: type[Model]
    make: Callable[[Any, Any], Evaluation]


class Evaluators:
    """The evaluators of a game.

    Args:
        game: The game's name, for error messages.
        default: The evaluator used when a request names none.
        by_name: All evaluators.
    """

    def __init__(self, game: str, default: str, by_name: Mapping[str, Evaluator]) -> None:
        self._game, self._default, self._by_name = game, default, by_name

    def rows(self) -> list[EvaluatorInfo]:
        """The evaluators' registry entries."""
        return [
            EvaluatorInfo(
                name=name,
                description=evaluator.description,
                default=name == self._default,
                options_schema=evaluator.options.model_json_schema(),
            )
            for name, evaluator in self._by_name.items()
        ]

    def evaluation(self, request: Request[Any, Any]) -> Evaluation:
        """Starts the evaluation of a request by the evaluator that its params name.

        Raises:
            ContractError: INVALID_PARAMS.
        """
        evaluator, options = self.chosen(request.params)
        return evaluator.make(request, options)

    def chosen(self, params: EvaluatorParams) -> tuple[Evaluator, Model]:
        """The evaluator that the params name, with its checked options.

        Raises:
            ContractError: INVALID_PARAMS.
        """
        name = params.evaluator or self._default
        if name not in self._by_name:
            text = f"{self._game} has no evaluator {shorten(name)!r}."
            raise ContractError("INVALID_PARAMS", text, evaluators=list(self._by_name))
        evaluator = self._by_name[name]
        return evaluator, parse_model(
            evaluator.options, params.evaluator_options, "INVALID_PARAMS", "evaluator options"
        )
