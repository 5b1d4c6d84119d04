"""Runs the evaluators over a decision and puts together what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from py_engine.core.grading import grade_of
from py_engine.games.swccg.knowledge.grades import BANDS, FAR
from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.choices import choices_for, choices_of, interrupts_in_hand
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators import EVALUATORS
from py_engine.games.swccg.policies.scoring import Choice, EvaluatedAction
from py_engine.games.swccg.policies.strategy import Mode, Strategy, scaled, strategy_of
from py_engine.games.swccg.policies.weights import Weights
from py_engine.games.swccg.rules.decisions import MANY, PASS, SELECTIONS, joined
from py_engine.games.swccg.rules.position import Position

__all__ = ["CombinedEvaluator", "Scored"]

_SIZES = 30
"""Of how many sizes a combination is built, beside the largest."""
BASE = "Base"
"""The name under which the combiner itself speaks: the base of an action, and repeats."""


@dataclass(slots=True)
class Scored:
    """A decision with every answer's score.

    Attributes:
        actions: best first; one that is vetoed stands behind all that are not.
        complete: whether all legal answers are among them.
        listed: how many of them are answers that are listed as legal.
        strategy: how the game stands.
        failed: the names of evaluators that failed; what they would have said is missing.
        ran: the names of those that had something to say.
    """

    actions: list[EvaluatedAction]
    complete: bool
    strategy: Strategy
    listed: int = 0
    failed: list[str] = field(default_factory=list)
    ran: list[str] = field(default_factory=list)

    @property
    def best(self) -> EvaluatedAction:
        """The first of all."""
        return self.actions[0]

    def of(self, answer: str) -> EvaluatedAction | None:
        """The action of an answer, if it was scored."""
        return next((action for action in self.actions if action.choice.answer == answer), None)

    def gap(self, chosen: EvaluatedAction) -> float:
        """Points by which the best answer's score is higher, never negative."""
        return max(0.0, self.best.score - chosen.score)

    def grade(self, chosen: EvaluatedAction) -> str:
        """The code of a band; an answer that is ruled out is FAR from one that is not, whatever its score."""
        if chosen.vetoes and not self.best.vetoes:
            return FAR
        return grade_of(self.gap(chosen), BANDS).code


class CombinedEvaluator:
    """Several evaluators as one: their contributions to an action add up under one entry.

    Args:
        weights: see ``weights``.
        mode: a strategy mode to take whatever the position; found from it when left out.
        evaluators: all of them when left out.
    """

    def __init__(
        self, weights: Weights, mode: Mode | None = None, evaluators: Sequence[ActionEvaluator] = EVALUATORS
    ) -> None:
        self.weights, self.mode, self.evaluators = weights, mode, evaluators

    def evaluate(self, position: Position, also: str | None = None) -> Scored:
        """Every answer of a position's decision with its score; of too many combinations those that are best built.

        Args:
            position: see there.
            also: a legal answer that is scored whether or not it is among those.
        """
        interrupts = interrupts_in_hand(position)
        choices, complete = choices_of(position.decision, interrupts)
        if not complete and position.decision.decision_type in SELECTIONS:
            choices = self._built(position)
        listed = len(choices)
        if also is not None and all(choice.answer != also for choice in choices):
            choices += choices_for(position.decision, [also], interrupts)
        scored = self._scored(position, choices, complete=complete)
        scored.listed = listed
        return scored

    def _built(self, position: Position) -> tuple[Choice, ...]:
        """Single cards are scored; of every size that is legal, the cards that score best make up an answer."""
        decision = position.decision
        singles = choices_for(decision, [option.answer for option in decision.open_options])
        order = [action.choice.answer for action in self._scored(position, singles, complete=False).actions]
        least, most = max(1, decision.minimum), min(decision.maximum, len(order))
        sizes = dict.fromkeys([*range(least, min(most, least + _SIZES) + 1), most])
        answers = [joined(order[:size]) for size in sizes]
        if least == 1:
            answers += order
        answers = list(dict.fromkeys(answers))[: MANY - 1]
        return choices_for(decision, [*answers, PASS] if decision.may_pass else answers)

    def _scored(self, position: Position, choices: tuple[Choice, ...], *, complete: bool) -> Scored:
        board, weights = position.board, self.weights
        strategy = strategy_of(board, position.facts, position.side, weights, self.mode)
        context = DecisionContext(position, choices, strategy, scaled(weights, strategy))
        scored = Scored([], complete, strategy)
        sheets = {choice.answer: EvaluatedAction(choice, BASE, context.weights) for choice in choices}
        for sheet in sheets.values():
            _base(sheet)
        for evaluator in self.evaluators:
            self._run(evaluator, context, sheets, scored)
        for answer, times in position.repeats.items():
            if answer in sheets:
                _repeated(sheets[answer], times)
        # Ties keep the server's order, so that the same position gives the same answer.
        scored.actions = sorted(sheets.values(), key=lambda sheet: (bool(sheet.vetoes), -sheet.score))
        return scored

    def _run(
        self,
        evaluator: ActionEvaluator,
        context: DecisionContext,
        sheets: dict[str, EvaluatedAction],
        scored: Scored,
    ) -> None:
        try:
            if not evaluator.can_evaluate(context):
                return
            said = [(sheets[action.choice.answer], action) for action in evaluator.evaluate(context)]
        except Exception:  # noqa: BLE001 - whatever went wrong in one evaluator costs only what it would have said
            scored.failed.append(evaluator.name)
            return
        scored.ran.append(evaluator.name)
        for sheet, action in said:
            sheet.contributions.extend(action.contributions)
            sheet.vetoes.extend(action.vetoes)


def _base(sheet: EvaluatedAction) -> None:
    kind = sheet.choice.action_type
    name = f"base.{kind.value}"
    if sheet.weights[name] == 0:
        sheet.note("base", "Base")
    else:
        sheet.add("base", "Base", name)


def _repeated(sheet: EvaluatedAction, times: int) -> None:
    """An action that was taken before and changed nothing is not worth taking again."""
    often = "once" if times == 1 else f"{times} times"
    sheet.add("repeated", f"Taken {often} already, and nothing changed", "loop.repeated", float(times))
    # A profile that does not have this factor has no veto by it either.
    if times >= 2 and sheet.weights["loop.repeated"] != 0:
        sheet.veto("loop", f"Taken {often} without anything having changed: it would go on for ever")
