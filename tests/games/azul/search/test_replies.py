"""Moves revalued by the best reply to each, which the last round is played by."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.azul.knowledge.valuers import LearntValues
from py_engine.games.azul.rules.batch import concatenated, split_action, step
from py_engine.games.azul.rules.play import complete
from py_engine.games.azul.rules.state import AzulState, to_batch
from py_engine.games.azul.rules.tables import INDEX
from py_engine.games.azul.search.compare.next_round import CAREFUL_FROM, NextRound
from py_engine.games.azul.search.compare.replies import FEW, replied
from py_engine.games.azul.search.lines import followed
from tests.bridge import strategies

SEEDS = (5, 3)
"""Positions of one round, each with several moves left in it."""


def positions() -> list[AzulState]:
    return [complete(AzulState.model_validate(strategies.reachable_state(seed, 0.0, 0.3))) for seed in SEEDS]


def test_the_best_moves_have_the_value_after_the_best_reply() -> None:
    batch = concatenated([to_batch([state]) for state in positions()])
    valuer = LearntValues(batch)
    found = valuer.moves(batch)
    few, valued = replied(batch, found, valuer)
    assert few.parents.tolist() == [0] * FEW + [1] * FEW
    assert valued > 0
    for place, parent in enumerate(few.parents.tolist()):
        own = found.values[found.parents == parent]
        first = float(found.values[(found.parents == parent) & (found.actions == few.actions[place])][0])
        assert int((own > first).sum()) < FEW
        after = batch.take(np.array([parent], dtype=INDEX))
        step(after, *split_action(few.actions[place : place + 1]))
        assert float(few.values[place]) == -float(valuer.moves(after).values.max())


@pytest.mark.parametrize("careful", [True, False])
def test_the_next_round_is_played_with_an_eye_on_the_replies_if_it_is_usually_the_last(careful: bool) -> None:
    root = to_batch([positions()[0]]).without_floor_order()
    root.round_number[:] = CAREFUL_FROM - 1 if careful else CAREFUL_FROM - 2
    valuer, player = LearntValues(root), int(root.front[0])
    line = followed(root, [[int(valuer.moves(root).actions[0])]], valuer, player)[0]
    playing = NextRound(player)
    for _ in playing.played([line.end], 0, 4):
        pass
    assert (playing.work / 4 > 330) == careful
