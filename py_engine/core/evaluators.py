"""A game's evaluators by name: their registry entries, and the choice of one by params."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from py_engine.core.contract import ContractError, EvaluatorInfo, EvaluatorParams, Model
from py_engine.core.evaluation import Evaluation
from py_engine.core.request import Request
from py_engine.core.validation import parse_model, shorten

__all__ = ["BUDGETS", "Budget", "Evaluator", "Evaluators", "NoOptions"]


class NoOptions(Model):
    """The options of an evaluator that has none."""


Budget = Literal["rollouts_per_action", "max_work", "rollout_config"]
BUDGETS: tuple[Budget, ...] = ("rollouts_per_action", "max_work", "rollout_config")
"""Params that some evaluators have no use for."""


class Evaluator(NamedTuple):
    """A named evaluator; ``make`` takes the game's request and the checked options."""

    description: str
    options: type[Model]
    make: Callable[[Any, Any], Evaluation]
    uses: frozenset[Budget] = frozenset()
    """The ``BUDGETS`` that it uses; others that are given are named in a note."""
    unused: Callable[[Any, Any], Sequence[str]] = lambda _request, _options: ()
    """Notes on given options that have no effect on a decision."""

    def notes(self, request: Request[Any, Any], options: Model) -> list[str]:
        """Notes on what has no effect: params that differ from their defaults, and options."""
        fields = EvaluatorParams.model_fields
        changed = [name for name in BUDGETS if getattr(request.params, name) != fields[name].default]
        idle = [name for name in changed if name not in self.uses]
        return [*(f"{name} is not used by this evaluator." for name in idle), *self.unused(request, options)]


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
