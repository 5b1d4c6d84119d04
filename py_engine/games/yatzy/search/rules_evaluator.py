"""The level that plays by readable rules (``policies/rule_list.py``), and says which."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from py_engine.core.coaching.notes import POLICY_VALUES
from py_engine.core.evaluators import NoOptions
from py_engine.core.grading import Measured
from py_engine.core.one_shot import OneShotEvaluation, chosen_result, shortlisted
from py_engine.core.results import Result
from py_engine.games.yatzy.policies.rule_list import shipped
from py_engine.games.yatzy.rules.batch import KEEPS, legal_mask
from py_engine.games.yatzy.rules.state import YatzyRequest, action_data, number_of, to_batch
from py_engine.games.yatzy.search.position import Position, decision_of

__all__ = ["RulesEvaluation"]


class RulesEvaluation(OneShotEvaluation):
    """The move that the first applicable rule names; the rule is a note."""

    def __init__(self, request: YatzyRequest, _: NoOptions) -> None:
        super().__init__(request.params)
        self.request = request

    def evaluate(self) -> Result:
        """The chosen move first, then the others in their order."""
        state, player = self.request.state, self.request.player
        chosen, text = _decided(Position.of(state, player))
        user = None if self.request.user is None else number_of(self.request.user)
        legal = np.flatnonzero(legal_mask(to_batch([state]))[0]).tolist()
        order = sorted(legal, key=lambda number: (number != chosen, number != user))
        metadata = replace(
            self.metadata_so_far("rules", len(order)),
            decision=decision_of(state.rolls_left),
            notes=[text, POLICY_VALUES],
        )

        def measured(number: int) -> Measured:
            return Measured(action_data(number), 0.0, 0.0, 0.0, 0)

        return chosen_result(shortlisted(order, self.params, user), user, measured, metadata)


def _decided(position: Position) -> tuple[int, str]:
    """The number of the action, and the rule; when all dice are held to the end, the row is closed at once."""
    rules = shipped()._replace(house=position.rules)
    held, roll = position.held.tolist(), position.roll
    holds = [rules.hold(position.mask, roll, left) for left in range(position.rolls_left, 0, -1)]
    if holds and any(decided.choice != roll for decided in holds):
        return held.index(holds[0].choice), holds[0].text
    decided = rules.close(position.mask, roll)
    return KEEPS + decided.choice, decided.text
