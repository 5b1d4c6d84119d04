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

CERTAIN_AT, BLAMED_AT = 0.45, 0.3
"""Stated errors between a loss and the limit of an inaccuracy from which a move is good, and from which it is blamed.

Of 298 moves of the tuning set of ``honesty azul`` that are not the pick, in positions that are not decided, 209 have a verdict, of which 181
are on the right side of the limit when games are played on; with 0.6 and 0.45 it is 194, 169, and with 0.3 for both 230, 191. Of 114 mistakes
or worse 91 are called inaccuracy or worse, 89 with 0.45. Moves of other players than the levels Careful and Strong may differ. Counted by a
script that is not kept."""


def scale_of(request: AzulRequest, result: Result) -> Scale:
    """Verdicts are given by the chance to win, if the loss is far enough from the limit."""
    batch = to_batch([request.state])
    tiles = int(tiles_left(batch)[0])
    if result.metadata.evaluator == "search" and result.metadata.horizon == "game":
        kind = int(round_kind(batch.round_number)[0])
        return Scale(WIN_LIMITS, lambda value: learnt().win_probability(value, kind, tiles), CERTAIN_AT, BLAMED_AT)
    number = int(batch.round_number[0])
    return Scale(WIN_LIMITS, lambda value: win_probability(value, number, tiles), ONE_SIDED_95)
