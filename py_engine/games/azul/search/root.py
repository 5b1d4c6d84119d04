"""The position that an evaluator starts from, with its legal actions as numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from py_engine.core.numerics import U8, Array
from py_engine.games.azul.rules.batch import Batch, legal_mask, split_action, step, tiles_left
from py_engine.games.azul.rules.state import AzulRequest, number_of, to_batch
from py_engine.games.azul.rules.tables import CENTER, COLORS, DESTINATIONS, INDEX, SOURCES

__all__ = ["Root"]


@dataclass(frozen=True, slots=True)
class Root:
    """A position, its legal actions, and the one to be graded."""

    batch: Batch
    """The position as a batch of one, without the order of the floors; not changed."""
    player: int
    """The player to move, from whose view positions are valued."""
    legal: list[int]
    """Numbers of the legal actions, ascending."""
    user: int | None
    """The index of the user's action among them; None when nothing is graded."""

    @classmethod
    def of(cls, request: AzulRequest) -> Root:
        """The position of a request."""
        batch = to_batch([request.state]).without_floor_order()
        legal: list[int] = np.flatnonzero(legal_mask(batch)[0]).tolist()
        return cls(batch, request.player, legal, None).grading(request)

    def grading(self, request: AzulRequest) -> Root:
        """The same position with the action of a request as the one to be graded."""
        user = None if request.user is None else self.legal.index(number_of(request.user))
        return replace(self, user=user)

    @property
    def round_number(self) -> int:
        """The number of the round, from 1."""
        return int(self.batch.round_number[0])

    @property
    def tiles(self) -> int:
        """Number of tiles left to draft."""
        return int(tiles_left(self.batch)[0])

    def after(self, numbers: Array) -> Batch:
        """The positions after actions (A,) INDEX, one per lane, the opponent to move."""
        after = self.batch.take(np.zeros(len(numbers), dtype=INDEX))
        step(after, *split_action(numbers))
        return after

    def features(self, number: int) -> dict[str, float]:
        """Features of an action itself, by its number."""
        source, color = number // (COLORS * DESTINATIONS), number // DESTINATIONS % COLORS
        token = source == CENTER and bool(self.batch.center_token[0])
        tiles = int(self.batch.tiles.view(U8).reshape(SOURCES, 8)[source, color])
        return {"takes_first_player_token": float(token), "tiles_acquired": float(tiles)}
