"""The heuristic evaluator: values every move by a static evaluation, with its parts as reasons."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from py_engine.core.evaluation import Evaluation
from py_engine.core.evaluators import NoOptions
from py_engine.core.grading import Measured
from py_engine.core.numerics import U64
from py_engine.core.results import Reason, Result
from py_engine.games.hearts.knowledge.beliefs import Beliefs
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.policies.passing import costs, default_pass_tables
from py_engine.games.hearts.rules.cards import BITS, SUIT_BITS, SUITS, WORDS
from py_engine.games.hearts.rules.state import HeartsRequest, action_data
from py_engine.games.hearts.search.heuristic.costs import card_parts, part
from py_engine.games.hearts.search.one_shot import HeartsOneShot

__all__ = ["HeuristicEvaluation", "heuristic"]


def heuristic(request: HeartsRequest, _: NoOptions) -> Evaluation:
    """The heuristic evaluation of a decision."""
    return HeuristicEvaluation(request)


class HeuristicEvaluation(HeartsOneShot):
    """The parts of every move; ``ev`` is minus the expected points of the hand."""

    def __init__(self, request: HeartsRequest) -> None:
        super().__init__(request, "heuristic", "Values are estimates by rules of thumb, without playouts.")

    def evaluate(self) -> Result:
        """Adds up the parts of every move."""
        parts = self._parts()
        self.work_done = len(parts)
        evs = [_total(each) for each in parts]

        def measured(place: int) -> Measured:
            action, ev = action_data(self.legal[place]), evs[place]
            features = {"expected_points": 0.0 - ev}
            return Measured(action, ev, ev, 0.0, 0, features=features, reasons=parts[place])

        return self.reported(sorted(range(len(evs)), key=lambda i: (-evs[i], i != self.user)), measured)

    def _parts(self) -> list[list[Reason]]:
        """The parts of each legal move."""
        facts = facts_of(self.request.state, self.request.player)
        if facts.phase == "pass":
            return _pass_parts(facts.hand, self.legal)
        return card_parts(facts, Beliefs(facts), [move.bit_length() - 1 for move in self.legal])


def _pass_parts(hand: int, passes: Sequence[int]) -> list[list[Reason]]:
    """The expected cost of the cards kept after each pass, by suit."""
    kept = np.array([hand & ~cards for cards in passes], dtype=U64)
    found = []
    for mask, row in zip(kept.tolist(), costs(kept, default_pass_tables()).tolist(), strict=True):
        parts = []
        for suit, cost in enumerate(row):
            name = WORDS[SUITS[suit]]
            held = (mask >> SUIT_BITS * suit & BITS).bit_count()
            label = f"{held} {name.removesuffix('s') if held == 1 else name} kept" if held else f"No {name} kept"
            parts.append(part(name, label, -cost))
        found.append(parts)
    return found


def _total(parts: list[Reason]) -> float:
    total = 0.0
    for each in parts:
        total += each.value
    return total
