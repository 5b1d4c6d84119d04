"""The next round, played from several ends of this round with the same refills (common random numbers).

The value of an end of the round is learnt, and is off by more the more the play after it differs. Playing the next round with the
highest-valued moves, all refills in lockstep, and valuing where that leads compares two ends more precisely, because the same
refill comes to both. Rounds that are usually the last are played with an eye on the replies, and then little is left to estimate.
The refills are drawn once and for all, so that nothing depends on an evaluator's seed.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.numerics import U32, Array
from py_engine.games.azul.knowledge.valuers import LearntValues, highest_valued
from py_engine.games.azul.rules.batch import Batch, concatenated, split_action, step, tiles_left
from py_engine.games.azul.rules.scoring import DRAWS, deal, finish_round, next_round
from py_engine.games.azul.rules.tables import INDEX
from py_engine.games.azul.search.compare.replies import replied

__all__ = ["CHUNK", "MAX_REFILLS", "NextRound", "end_key"]

MAX_REFILLS = 64
CHUNK = 4
"""Refills that are played at a time."""
CAREFUL_FROM = 5
"""From this round on, usually the last, moves are chosen with an eye on the replies."""
_SEED = 18


def end_key(drafted: Batch) -> bytes:
    """The same for two ends of a round, batches of one, if the same follows."""
    end = finish_round(drafted)
    after = next_round(drafted, end)
    parts = [after.front, end.over, after.bag, *(each for side in after.sides for each in (side.lines, side.score))]
    return b"".join(part.tobytes() for part in parts)


class NextRound:
    """Results of the next round from ends of this one.

    Args:
        player: The player from whose view results are given.
    """

    def __init__(self, player: int) -> None:
        self._player = player
        random = seeded(Domain.EVALUATION, _SEED)
        self._bits = random.integers(0, 2**32, size=(DRAWS, MAX_REFILLS), dtype=U32)
        self.work = 0
        """Moves valued so far."""

    def played(self, ends: Sequence[Batch], first: int, refills: int) -> Generator[None, None, Array]:
        """(E, refills) float64: values at the end of the next round, or final differences where the game ends.

        Args:
            ends: Drafted-out positions, batches of one from the same round.
            first: Number of the first refill.
            refills: How many there are.
        """
        lanes = np.arange(len(ends) * refills, dtype=INDEX)
        drafted = concatenated(list(ends)).take(lanes // refills)
        end = finish_round(drafted)
        found = np.zeros(len(lanes), dtype=np.float64)
        final = (end.scores[0] - end.scores[1]).astype(np.float64)
        found[:] = np.where(drafted.front == self._player, final, -final)
        on = np.flatnonzero(~end.over)
        if len(on):
            batch = next_round(drafted, end).take(on)
            deal(batch, self._bits[:, first + on % refills])
            yield from self._draft(batch)
            values = LearntValues(batch).ends(batch).astype(np.float64)
            found[on] = np.where(batch.front == self._player, values, -values)
        return found.reshape(len(ends), refills)

    def _draft(self, batch: Batch) -> Generator[None, None, None]:
        """Plays the drafting of a round in place."""
        valuer = LearntValues(batch)
        careful = int(batch.round_number[0]) >= CAREFUL_FROM
        while len(playing := np.flatnonzero(tiles_left(batch))):
            here = batch.take(playing)
            found = valuer.moves(here)
            self.work += len(found.values)
            if careful:
                found, replies = replied(here, found, valuer)
                self.work += replies
            actions = np.zeros(batch.size, dtype=INDEX)
            actions[playing] = highest_valued(found)
            step(batch, *split_action(actions))
            yield
