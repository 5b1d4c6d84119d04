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

CERTAIN_AT, BLAMED_AT = 0.6, 0.45
"""Stated errors between a loss and the limit of an inaccuracy from which a move is good, and from which it is blamed.

In 161 open positions of the tuning set of ``honesty azul`` whose move is not the pick, 60 moves are blamed, of which 7 are good when
games are played on, and of 65 mistakes or worse 46 are called inaccuracy or worse; with 0.6 it is 51, 6, and 42. From 0.45 down to 0.3,
5 of the 9 moves that are blamed as well are good; from 0.6 down to 0.45, 3 of the 8 moves that are called good as well lose that much.
Moves of other players than the levels Careful and Strong may differ. Counted from the cases of the command, by no command
(``docs/games/azul.md``)."""


def scale_of(request: AzulRequest, result: Result) -> Scale:
    """Verdicts are given by the chance to win, if the loss is far enough from the limit."""
    batch = to_batch([request.state])
    tiles = int(tiles_left(batch)[0])
    if result.metadata.evaluator == "search" and result.metadata.horizon == "game":
        kind = int(round_kind(batch.round_number)[0])
        return Scale(WIN_LIMITS, lambda value: learnt().win_probability(value, kind, tiles), CERTAIN_AT, BLAMED_AT)
    number = int(batch.round_number[0])
    return Scale(WIN_LIMITS, lambda value: win_probability(value, number, tiles), ONE_SIDED_95)
