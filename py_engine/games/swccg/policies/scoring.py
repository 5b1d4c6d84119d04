"""Actions and what is said for and against them: a score is its base plus named contributions, exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from py_engine.core.results import Reason, Weighting
from py_engine.games.swccg.rules.decisions import PASS, Option

__all__ = ["ActionType", "Choice", "Contribution", "EvaluatedAction", "Veto", "rounded"]

STEPS = 4096.0
"""Contributions are whole multiples of 1/4096, so that a sum of them is exact in any order."""


def rounded(value: float) -> float:
    """The nearest value that a contribution can have."""
    return float(round(value * STEPS)) / STEPS


class ActionType(StrEnum):
    """What an action does; its base is the weight ``base.<type>``."""

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
    """A legal answer that is scored.

    Attributes:
        answer: in the server's form.
        text: what it means, in words.
        action_type: what it does.
        picks: the options it takes; none when it passes or names an amount.
        amount: the number it names, if it names one.
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
        """The one option it takes, if it takes just one."""
        return self.picks[0] if len(self.picks) == 1 else None


@dataclass(frozen=True, slots=True)
class Contribution:
    """A part of a score: ``value`` is input x weight, rounded to 1/4096."""

    evaluator: str
    code: str
    label: str
    input: float
    weight_name: str
    weight: float
    """In points per unit, the strategy mode's factor included."""
    value: float

    def as_reason(self) -> Reason:
        """The reason of a result."""
        weighting = Weighting(self.evaluator, self.input, self.weight_name, self.weight)
        return Reason(self.code, self.label, self.value, weighting)


@dataclass(frozen=True, slots=True)
class Veto:
    """Why an action should not be taken whatever its score."""

    evaluator: str
    code: str
    label: str

    def as_reason(self) -> Reason:
        """The reason of a result: it adds nothing to the score."""
        return Reason(f"veto_{self.code}", self.label, 0.0, Weighting(self.evaluator, 1.0, "", 0.0))


@dataclass(slots=True)
class EvaluatedAction:
    """What one evaluator, or all together, have to say about an action."""

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
        """Adds amount x weight; a factor that a profile does not have (weight 0) leaves no trace.

        Args:
            code: of the reason, for programs.
            label: of the reason, for people: what was found, with its numbers.
            weight_name: in the weights file.
            amount: the input, in the unit of that weight.
        """
        weight = self.weights[weight_name]
        if weight == 0:
            return
        amount = rounded(amount)
        contribution = Contribution(self.evaluator, code, label, amount, weight_name, weight, rounded(amount * weight))
        self.contributions.append(contribution)

    def note(self, code: str, label: str) -> None:
        """A reason that is worth telling but adds nothing (such as why something cannot be judged)."""
        self.contributions.append(Contribution(self.evaluator, code, label, 0.0, "", 0.0, 0.0))

    def veto(self, code: str, label: str) -> None:
        """Says that the action should not be taken."""
        self.vetoes.append(Veto(self.evaluator, code, label))
