"""The chance to win Azul that belongs to a move's value, by which verdicts are given.

The search values moves in expected final score differences. Played-out games gave the spread of the final difference around
such a value, by round and tiles left; with a normal distribution that makes a chance (``Learnt.win_probability``). The other
evaluators have hand-written values, and a hand-written spread (``value.win_probability``); where they look only to the end of
the round, the difference at that point is taken for the final one.
"""

from __future__ import annotations

from py_engine.core.coaching.verdicts import ONE_SIDED_95, Scale
from py_engine.core.results import Result
from py_engine.games.azul.knowledge.features import round_kind
from py_engine.games.azul.knowledge.grades import WIN_LIMITS
from py_engine.games.azul.knowledge.learnt import learnt
from py_engine.games.azul.knowledge.value import win_probability
from py_engine.games.azul.rules.batch import tiles_left
from py_engine.games.azul.rules.state import AzulRequest, to_batch

__all__ = ["scale_of"]

CERTAIN_AT = 0.6
"""Stated errors between a loss and the limit of an inaccuracy from which a verdict is given. In 54 moves of the tuning set of
``honesty azul`` that were further away, the truth was on the same side in 50; the noise of true losses accounts for about three wrong
ones of a hundred. That is an average over the moves of the levels Careful and Strong, most of which are much further away."""


def scale_of(request: AzulRequest, result: Result) -> Scale:
    """Verdicts are given by the chance to win, if the loss is far enough from the limit."""
    batch = to_batch([request.state])
    tiles = int(tiles_left(batch)[0])
    if result.metadata.evaluator == "search" and result.metadata.horizon == "game":
        kind = int(round_kind(batch.round_number)[0])
        return Scale(WIN_LIMITS, lambda value: learnt().win_probability(value, kind, tiles), CERTAIN_AT)
    number = int(batch.round_number[0])
    return Scale(WIN_LIMITS, lambda value: win_probability(value, number, tiles), ONE_SIDED_95)
