"""The rules of thumb as an evaluator: every move with the parts of what it is expected to cost."""

from __future__ import annotations

from typing import Any

import numpy as np

from py_engine.core.evaluation import Evaluation
from py_engine.core.evaluators import NoOptions
from py_engine.core.grading import Measured
from py_engine.core.numerics import U64
from py_engine.games.hearts.coaching.measured_feedback import signed
from py_engine.games.hearts.knowledge.beliefs import Beliefs
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.policies.passing import costs, default_pass_tables
from py_engine.games.hearts.rules.cards import BITS, NUMBERS, SUIT_BITS, SUITS, WORDS, mask_of
from py_engine.games.hearts.search.evaluator import Asked, HeartsLook
from py_engine.games.hearts.search.heuristic.costs import Part, card_parts

__all__ = ["HeuristicEvaluation", "heuristic"]

NAMES = {
    "trick": "Hearts in this trick",
    "queen": "The queen of spades in this trick",
    "lead": "Having to lead next",
} | {WORDS[suit]: f"{WORDS[suit].capitalize()} left in hand" for suit in SUITS}
STEPS = 1024.0
"""Of a point: parts are whole numbers of them, so that nothing is rounded when they are added up."""
MOST = 3
WORTH_TELLING = 0.05
"""Points: smaller differences are not told."""


def heuristic(asked: Asked, _: NoOptions) -> Evaluation:
    """The evaluation."""
    return HeuristicEvaluation(asked)


class HeuristicEvaluation(HeartsLook):
    """One look at every move; ``ev`` is minus the points that the hand is expected to come to."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked, "heuristic", "Values are estimates by rules of thumb: no deal is played out.")

    def look(self) -> dict[str, Any]:
        """Adds up the parts of every move."""
        parts = [[_in_steps(part) for part in each] for each in self._parts()]
        self.work_done = len(parts)
        evs = [_total(each) for each in parts]
        user = self.asked.user_index
        kept = self.shortlist(sorted(range(len(evs)), key=lambda i: (-evs[i], i != user)), user)
        measured = [
            Measured(
                self.asked.legal[i],
                evs[i],
                evs[i],
                0.0,
                0,
                features={"expected_points": 0.0 - evs[i]},
                reasons=[part._asdict() for part in parts[i]],
            )
            for i in kept
        ]
        found = self.answered(measured, None if user is None else kept.index(user))
        if user is not None:
            found["feedback"] = _sentences(found)
        return found

    def _parts(self) -> list[list[Part]]:
        """Of each legal move."""
        facts = facts_of(self.asked.state, self.asked.player)
        if facts.phase == "pass":
            return _pass_parts(facts.hand, [mask_of(action["pass"]) for action in self.asked.legal])
        return card_parts(facts, Beliefs(facts), [NUMBERS[action["play"]] for action in self.asked.legal])


def _pass_parts(hand: int, passes: list[int]) -> list[list[Part]]:
    """By suit, what the cards that are kept are expected to cost."""
    kept = np.array([hand & ~cards for cards in passes], dtype=U64)
    found = []
    for mask, row in zip(kept.tolist(), costs(kept, default_pass_tables()).tolist(), strict=True):
        parts = []
        for suit, cost in enumerate(row):
            name = WORDS[SUITS[suit]]
            held = (mask >> SUIT_BITS * suit & BITS).bit_count()
            label = f"{held} {name.removesuffix('s') if held == 1 else name} kept" if held else f"No {name} kept"
            parts.append(Part(name, label, -cost))
        found.append(parts)
    return found


def _in_steps(part: Part) -> Part:
    # A zero is added because minus zero looks odd.
    return part._replace(value=float(np.rint(part.value * STEPS)) / STEPS + 0.0)


def _total(parts: list[Part]) -> float:
    total = 0.0
    for part in parts:
        total += part.value
    return total


def _sentences(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The parts in which the user's move differs most from the best one."""
    user, best = (
        next(each for each in found["candidates"] if each["action"] == found[name])
        for name in ("user_action", "best_action")
    )
    if user is best:
        return [{"category": "overall", "text": "By the rules of thumb there is nothing better.", "delta": 0.0}]
    gaps = [
        (mine["code"], mine["value"] - other["value"])
        for mine, other in zip(user["reasons"], best["reasons"], strict=True)
    ]
    told = sorted((gap for gap in gaps if abs(gap[1]) >= WORTH_TELLING), key=lambda gap: -abs(gap[1]))[:MOST]
    items = [
        {"category": code, "text": f"{NAMES[code]}: {signed(gap)} points against the best move.", "delta": gap}
        for code, gap in told
    ]
    return items or [{"category": "overall", "text": "Many small things add up.", "delta": found["delta_ev"]}]
