"""Training data for the learnt values of Azul: positions of played games, and their outcomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.features import draft_features, end_features, round_kind
from py_engine.games.azul.rules.batch import Batch, tiles_left
from py_engine.games.azul.rules.tables import INDEX
from py_engine.lab.azul.selfplay import MAX_ROUNDS, Moves, Place, replay

__all__ = ["Kept", "Records", "joined", "outcomes", "records", "values_dealt", "values_reached"]

_SHARE = 3
FULL_TABLE = 20
"""Tiles on the table at the start of a round, except when the bag and the lid run out."""


class Kept(NamedTuple):
    """N positions of one kind, and where they come from."""

    features: Array
    """(N, slots) int16."""
    base: Array
    """(N,) float32: current score difference for the side in front."""
    rounds: Array
    """(N,) int8: kinds of round; between rounds, that of the round just ended, as ``afterstates.end_values`` expects."""
    sign: Array
    """(N,) float32: 1 where player 0 is in front, else -1."""
    games: Array
    """(N,) int32: numbers of the games."""
    numbers: Array
    """(N,) int8: numbers of the rounds, from 1."""
    tiles: Array
    """(N,) int8: tiles on the table."""


@dataclass(frozen=True, slots=True)
class Records:
    """The training data from G games."""

    draft: Kept
    """Positions within rounds; the side in front moves."""
    end: Kept
    """Positions between rounds, before the refill; the next starter is in front."""
    final: Array
    """(G,) float32: final score of player 0 minus player 1's."""


class _Collected:
    def __init__(self, features: Callable[[Batch], tuple[Array, Array]]) -> None:
        self._features = features
        self._parts: list[Kept] = []

    def add(self, batch: Batch, games: Array, number: int) -> None:
        features, base = self._features(batch)
        numbers = np.full(batch.size, number, dtype=np.int8)
        sign = np.where(batch.front == 0, 1.0, -1.0).astype(np.float32)
        tiles = tiles_left(batch).astype(np.int8)
        kinds = round_kind(numbers).astype(np.int8)
        self._parts.append(Kept(features, base, kinds, sign, games.astype(np.int32), numbers, tiles))

    def kept(self, final: Array) -> Kept:
        """All positions from games that were finished."""
        found = _concatenated(self._parts)
        return Kept(*(part[~np.isnan(final[found.games])] for part in found))


def _concatenated(parts: Sequence[Kept]) -> Kept:
    return Kept(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def records(moves: Moves, seed: Sequence[int], share: float) -> Records:
    """Replays the moves of a task and collects positions.

    Args:
        moves: The recorded moves.
        seed: The seed of the task.
        share: Share of the positions within rounds to keep, besides all round starts. Positions after a blunder in their
            round are dropped: their outcomes say little about their value.
    """
    random = seeded(Domain.EVALUATION, *seed, _SHARE)
    draft, ends = _Collected(draft_features), _Collected(end_features)

    def look(batch: Batch, place: Place) -> None:
        keep = random.random(batch.size) < share
        if place.ply == 0:
            keep[:] = True
        keep &= moves.sound[place.number - 1, place.games] <= place.ply
        if keep.any():
            draft.add(batch.take(keep), place.games[keep], place.number)

    final = replay(moves, seed, look, ends.add)
    return Records(draft.kept(final), ends.kept(final), final)


def joined(parts: Sequence[Records]) -> Records:
    """The records of several tasks, with their games numbered consecutively."""
    firsts = np.cumsum([0, *(len(part.final) for part in parts[:-1])])

    def moved(kept: Kept, first: Any) -> Kept:
        return kept._replace(games=kept.games + np.int32(first))

    return Records(
        _concatenated([moved(part.draft, first) for part, first in zip(parts, firsts, strict=True)]),
        _concatenated([moved(part.end, first) for part, first in zip(parts, firsts, strict=True)]),
        np.concatenate([part.final for part in parts]),
    )


def outcomes(found: Records, kept: Kept) -> Array:
    """(N,) float32: final differences for the side in front of each position."""
    return found.final[kept.games] * kept.sign


def values_dealt(found: Records, draft: Callable[[Kept], Array], otherwise: Array) -> Array:
    """Values that positions between rounds led to: those of the next round's first position, after its refill.

    They include the luck of one refill, but not what the players made of it.

    Args:
        found: The games.
        draft: Values positions within rounds, for the sides in front.
        otherwise: (M,) values where that first position was not kept or the game was over.

    Returns:
        (M,) float32, for the side in front.
    """
    first = Kept(*(part[found.draft.tiles == FULL_TABLE] for part in found.draft))
    dealt = np.full((len(found.final), MAX_ROUNDS + 2), np.nan, dtype=np.float32)
    dealt[first.games, first.numbers.astype(INDEX)] = draft(first) * first.sign
    after = dealt[found.end.games, found.end.numbers.astype(INDEX) + 1] * found.end.sign
    return np.where(np.isnan(after), otherwise, after)


def values_reached(found: Records, values: Array, *, draft: bool) -> Array:
    """Values that positions led to: those at the end of the round, or the final difference where the game was over.

    Args:
        found: The games.
        values: (M,) values of ``found.end``, for the sides in front.
        draft: For the positions within rounds; otherwise for those between rounds, which look at the end of the next round.

    Returns:
        (N,) float32, for the side in front.
    """
    # For player 0, by game and round; the last round of a game has the final difference.
    reached = np.repeat(found.final[:, None], MAX_ROUNDS + 2, axis=1)
    reached[found.end.games, found.end.numbers.astype(INDEX)] = values * found.end.sign
    kept = found.draft if draft else found.end
    return reached[kept.games, kept.numbers.astype(INDEX) + int(not draft)] * kept.sign
