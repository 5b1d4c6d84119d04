"""The two ways to value moves for the search: the learnt networks, and the hand-written value."""

from __future__ import annotations

from typing import Literal, Protocol

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.afterstates import Afterstates, afterstates, end_values
from py_engine.games.azul.knowledge.features import round_kind
from py_engine.games.azul.knowledge.learnt import learnt
from py_engine.games.azul.knowledge.value import final_difference
from py_engine.games.azul.rules.batch import Batch, legal_mask, split_action, step, tiles_left
from py_engine.games.azul.rules.scoring import finish_round
from py_engine.games.azul.rules.tables import INDEX

__all__ = ["Handmade", "Horizon", "LearntValues", "Valuer", "highest_valued"]

Horizon = Literal["round", "game"]


class Valuer(Protocol):
    """Values the positions of one round."""

    def moves(self, batch: Batch) -> Afterstates:
        """All legal moves of positions (none of them drafted out), with their values for the player who moves."""

    def ends(self, batch: Batch) -> Array:
        """(B,) values of drafted-out positions for the side in front."""


class LearntValues:
    """Values by the learnt networks.

    Args:
        root: Any position of the round.

    Raises:
        ContractError: INVALID_ARTIFACT when the file of the learnt values is damaged.
    """

    def __init__(self, root: Batch) -> None:
        self._end = learnt().end
        self._tables = learnt().tables(int(round_kind(root.round_number[:1])[0]))

    def moves(self, batch: Batch) -> Afterstates:
        """See ``Valuer``."""
        return afterstates(batch, self._tables, self._end)

    def ends(self, batch: Batch) -> Array:
        """See ``Valuer``."""
        return end_values(batch, self._end)


class Handmade:
    """Values by the score as if the round ended now and, for the horizon ``game``, what the boards promise for later rounds.

    Args:
        horizon: Whether later rounds count.
    """

    def __init__(self, horizon: Horizon) -> None:
        self._horizon = horizon

    def moves(self, batch: Batch) -> Afterstates:
        """See ``Valuer``."""
        parents, actions = (part.astype(INDEX) for part in np.nonzero(legal_mask(batch)))
        after = batch.take(parents)
        step(after, *split_action(actions))
        values = -self.ends(after)
        return Afterstates(parents, actions, values, tiles_left(after) == 0)

    def ends(self, batch: Batch) -> Array:
        """See ``Valuer``."""
        end = finish_round(batch)
        if self._horizon == "round":
            return (end.scores[0] - end.scores[1]).astype(np.float32)
        first = final_difference(batch, end, 0)
        return np.where(batch.front == 0, first, -first).astype(np.float32)


def highest_valued(found: Afterstates) -> Array:
    """(B,) INDEX: the action of the highest value in each position, the first of equals.

    Args:
        found: All moves of B positions.
    """
    size = int(found.parents[-1]) + 1
    starts = np.searchsorted(found.parents, np.arange(size, dtype=INDEX))
    best = np.maximum.reduceat(found.values, starts)
    places = np.flatnonzero(found.values == best.take(found.parents))
    first = np.searchsorted(found.parents.take(places), np.arange(size, dtype=INDEX))
    return found.actions.take(places.take(first))
