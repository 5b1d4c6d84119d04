"""Runs all action evaluators over a decision and adds up their contributions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from py_engine.core.grading import grade_of
from py_engine.games.swccg.knowledge.grades import BANDS, FAR
from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.card_rules.reading import RuleBook, shipped_rules
from py_engine.games.swccg.policies.choices import choices_for, choices_of, interrupts_in_hand
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators import EVALUATORS
from py_engine.games.swccg.policies.scoring import ActionType, Choice, EvaluatedAction
from py_engine.games.swccg.policies.strategy import Mode, Strategy, scaled, strategy_of
from py_engine.games.swccg.policies.weights import Weights
from py_engine.games.swccg.rules.decisions import MANY, PASS, SELECTIONS, joined
from py_engine.games.swccg.rules.position import Position

__all__ = ["CombinedEvaluator", "Scored"]

_SIZES = 30
"""Number of sizes for which a combination is built, besides the largest."""
BASE = "Base"
"""The evaluator name of the base score and of repeats."""


@dataclass(slots=True)
class Scored:
    """The scored answers of a decision.

    Attributes:
        actions: Best first; vetoed ones come last.
        complete: Whether all legal answers are scored.
        listed: How many of the actions are listed as legal answers.
        strategy: The strategy mode and its reasons.
        failed: Names of evaluators that raised an error; their findings are missing.
        ran: Names of evaluators that covered the decision.
    """

    actions: list[EvaluatedAction]
    complete: bool
    strategy: Strategy
    listed: int = 0
    failed: list[str] = field(default_factory=list)
    ran: list[str] = field(default_factory=list)

    @property
    def best(self) -> EvaluatedAction:
        """The best action."""
        return self.actions[0]

    def of(self, answer: str) -> EvaluatedAction | None:
        """The scored action of an answer; None if it was not scored."""
        return next((action for action in self.actions if action.choice.answer == answer), None)

    def gap(self, chosen: EvaluatedAction) -> float:
        """Points by which the best score is higher, at least 0."""
        return max(0.0, self.best.score - chosen.score)

    def grade(self, chosen: EvaluatedAction) -> str:
        """The code of the grade band; a vetoed answer is FAR from one that is not, whatever its score."""
        if chosen.vetoes and not self.best.vetoes:
            return FAR
        return grade_of(self.gap(chosen), BANDS).code


class CombinedEvaluator:
    """Runs several evaluators and adds up their contributions to each action.

    Args:
        weights: The weights to score with.
        mode: Forces a strategy mode; by default it is found from the position.
        evaluators: All of them by default.
        rules: Card rules; the shipped ones by default.
    """

    def __init__(
        self,
        weights: Weights,
        mode: Mode | None = None,
        evaluators: Sequence[ActionEvaluator] = EVALUATORS,
        rules: RuleBook | None = None,
    ) -> None:
        self.weights, self.mode, self.evaluators = weights, mode, evaluators
        self.rules = shipped_rules() if rules is None else rules

    def evaluate(self, position: Position, also: str | None = None) -> Scored:
        """Scores every answer to a decision, or the most promising ones where there are too many combinations.

        Args:
            position: The decision with everything known at that moment.
            also: A legal answer to score in any case.
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
        """Scores the single cards; the best-scoring ones form an answer of each legal size."""
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
        context = DecisionContext(position, choices, strategy, scaled(weights, strategy), self.rules)
        scored = Scored([], complete, strategy)
        sheets = {choice.answer: EvaluatedAction(choice, BASE, context.weights) for choice in choices}
        for sheet in sheets.values():
            _base(sheet)
        for evaluator in self.evaluators:
            self._run(evaluator, context, sheets, scored)
        for answer, times in position.repeats.items():
            if answer in sheets:
                _repeated(sheets[answer], times)
        for answer, times in position.taken.items():
            if answer in sheets and answer not in position.repeats:
                _again(sheets[answer], times)
        # An action that is worth no more than passing is not taken. Otherwise ties keep the server's order, as the sort
        # is stable, so the same position gives the same pick.
        scored.actions = sorted(
            sheets.values(), key=lambda sheet: (bool(sheet.vetoes), -sheet.score, not sheet.choice.passes)
        )
        return scored

    def _run(
        self,
        evaluator: ActionEvaluator,
        context: DecisionContext,
        sheets: dict[str, EvaluatedAction],
        scored: Scored,
    ) -> None:
        """Adds what an evaluator finds to the sheets, which are keyed by answer."""
        try:
            if not evaluator.can_evaluate(context):
                return
            found = [(sheets[action.choice.answer], action) for action in evaluator.evaluate(context)]
        except Exception:  # noqa: BLE001 - an error in one evaluator costs only its own findings
            scored.failed.append(evaluator.name)
            return
        scored.ran.append(evaluator.name)
        for sheet, action in found:
            sheet.contributions.extend(action.contributions)
            sheet.vetoes.extend(action.vetoes)


def _base(sheet: EvaluatedAction) -> None:
    """Adds the base score of the kind of action; a base of 0 is only noted."""
    kind = sheet.choice.action_type
    name = f"base.{kind.value}"
    if sheet.weights[name] == 0:
        sheet.note("base", "Base")
    else:
        sheet.add("base", "Base", name)


def _repeated(sheet: EvaluatedAction, times: int) -> None:
    """Penalises an action that was already taken and changed nothing."""
    often = "once" if times == 1 else f"{times} times"
    sheet.add("repeated", f"Already taken {often}, and nothing changed", "loop.repeated", float(times))
    # A profile without this factor has no veto either. The answer to a question may be meant to come again.
    taken = sheet.choice.action_type not in (ActionType.SELECT, ActionType.AMOUNT, ActionType.ANSWER)
    if times >= (1 if taken else 2) and sheet.weights["loop.repeated"] != 0:
        loop = ": an endless loop" if times >= 2 else ""
        sheet.veto("loop", f"Taken {often} without changing anything{loop}")


def _again(sheet: EvaluatedAction, times: int) -> None:
    """An action of a card that was already taken this turn: a further peek or search brings less than the first."""
    if sheet.choice.action_type in (ActionType.USE, ActionType.PLAY):
        often = "once" if times == 1 else f"{times} times"
        sheet.add("again", f"Already done {often} this turn", "loop.again", float(times))
