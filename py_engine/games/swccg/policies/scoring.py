"""Scores of actions: an exact sum of named contributions, in the manner of a linear evaluation function."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from py_engine.core.results import Reason, Weighting
from py_engine.games.swccg.rules.decisions import PASS, Option

__all__ = ["ActionType", "Choice", "Contribution", "EvaluatedAction", "Veto", "rounded"]

STEPS = 4096.0
"""Contributions are multiples of 1/4096, so their sum is exact in any order."""


def rounded(value: float) -> float:
    """A value rounded to the nearest multiple of 1/4096."""
    return float(round(value * STEPS)) / STEPS


class ActionType(StrEnum):
    """The type of an action; its base score is the weight ``base.<type>``."""

    PASS = "pass"  # noqa: S105
    DEPLOY = "deploy"
    BATTLE = "battle"
    MOVE = "move"
    DRAW = "draw"
    ACTIVATE = "activate"
    FORCE_DRAIN = "force_drain"
    FIRE_WEAPON = "fire_weapon"
    PLAY = "play"
    RESPOND = "respond"
    USE = "use"
    SELECT = "select"
    AMOUNT = "amount"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal answer to score.

    Attributes:
        answer: The answer in the server's format.
        text: The answer in words.
        action_type: The type of action.
        picks: The chosen options; empty for a pass or an amount.
        amount: The amount of an INTEGER decision.
    """

    answer: str
    text: str
    action_type: ActionType
    picks: tuple[Option, ...] = ()
    amount: int | None = None

    @property
    def passes(self) -> bool:
        """Whether it takes no action."""
        return self.answer == PASS

    @property
    def option(self) -> Option | None:
        """The chosen option if there is exactly one, else None."""
        return self.picks[0] if len(self.picks) == 1 else None


@dataclass(frozen=True, slots=True)
class Contribution:
    """One term of a score: ``value`` is input x weight, rounded to 1/4096."""

    evaluator: str
    code: str
    label: str
    input: float
    weight_name: str
    weight: float
    """Points per unit, including the strategy mode's factor."""
    value: float

    def as_reason(self) -> Reason:
        """The reason in a result."""
        weighting = Weighting(self.evaluator, self.input, self.weight_name, self.weight)
        return Reason(self.code, self.label, self.value, weighting)


@dataclass(frozen=True, slots=True)
class Veto:
    """A reason not to take an action whatever its score."""

    evaluator: str
    code: str
    label: str

    def as_reason(self) -> Reason:
        """The reason in a result; it adds nothing to the score."""
        return Reason(f"veto_{self.code}", self.label, 0.0, Weighting(self.evaluator, 1.0, "", 0.0))


@dataclass(slots=True)
class EvaluatedAction:
    """The findings on an action, by one evaluator or by all of them."""

    choice: Choice
    evaluator: str
    weights: dict[str, float]
    contributions: list[Contribution] = field(default_factory=list)
    vetoes: list[Veto] = field(default_factory=list)

    @property
    def score(self) -> float:
        """The exact sum of the contributions."""
        total = 0.0
        for contribution in self.contributions:
            total += contribution.value
        return total

    def add(self, code: str, label: str, weight_name: str, amount: float = 1.0) -> None:
        """Adds amount x weight; a factor that a profile lacks (weight 0) adds no reason.

        Args:
            code: The code of the reason, for programs.
            label: The label of the reason, for people: the finding, with its numbers.
            weight_name: Name in the weights file.
            amount: The input, in units of the weight.
        """
        weight = self.weights[weight_name]
        if weight == 0:
            return
        amount = rounded(amount)
        contribution = Contribution(self.evaluator, code, label, amount, weight_name, weight, rounded(amount * weight))
        self.contributions.append(contribution)

    def note(self, code: str, label: str) -> None:
        """Adds a reason without points, such as why something cannot be judged."""
        self.contributions.append(Contribution(self.evaluator, code, label, 0.0, "", 0.0, 0.0))

    def veto(self, code: str, label: str) -> None:
        """Rules the action out."""
        self.vetoes.append(Veto(self.evaluator, code, label))
