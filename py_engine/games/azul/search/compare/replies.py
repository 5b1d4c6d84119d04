"""Moves chosen with an eye on the reply: the best few of each position, valued again by the best reply to each.

Play by the highest value of a move alone gives away bonuses at the end of a game, because that value sees the opponent's answer
only on average.
"""

from __future__ import annotations

import numpy as np

from py_engine.games.azul.knowledge.afterstates import Afterstates
from py_engine.games.azul.knowledge.valuers import Valuer
from py_engine.games.azul.rules.batch import Batch, split_action, step
from py_engine.games.azul.rules.tables import INDEX
from py_engine.games.azul.search.sharing import by_value

__all__ = ["replied"]

FEW = 2


def replied(batch: Batch, found: Afterstates, valuer: Valuer) -> tuple[Afterstates, int]:
    """The best few moves of each position with their values after the best reply, and how many replies were valued.

    Args:
        batch: Positions that are not drafted out.
        found: Their moves.
        valuer: Values the replies.
    """
    starts = np.searchsorted(found.parents, np.arange(batch.size, dtype=INDEX))
    order = by_value(found, starts)
    rank = np.arange(len(order), dtype=INDEX) - starts.take(found.parents)
    few = Afterstates(*(part.take(order[rank < FEW]) for part in found))
    on = np.flatnonzero(~few.ends)
    if not len(on):
        return few, 0
    after = batch.take(few.parents.take(on))
    step(after, *split_action(few.actions.take(on)))
    replies = valuer.moves(after)
    first = np.searchsorted(replies.parents, np.arange(after.size, dtype=INDEX))
    few.values[on] = -np.maximum.reduceat(replies.values, first)
    return few, len(replies.values)
