"""Whose board a difference between two moves is on: the player's own, the opponent's, or who starts the next round.

What later rounds are worth is learnt from both boards and the starter together. The difference between two ends is shared among
the three by the Shapley value (Shapley, 1953): each gets the mean of what it adds, over all orders in which one end can be
turned into the other. With the points of this round the parts add up to the whole difference.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from py_engine.core.numerics import U8, Array
from py_engine.games.azul.knowledge.features import end_features, round_kind
from py_engine.games.azul.knowledge.learnt import learnt
from py_engine.games.azul.rules.batch import Batch, Side, concatenated
from py_engine.games.azul.rules.scoring import RoundEnd, finish_round, next_round
from py_engine.games.azul.rules.tables import INDEX

__all__ = ["PARTS", "WHOLE", "board_of", "later_values", "shares", "steady_shares"]

PARTS = ("own", "opponent", "start")
"""The player's board, the opponent's board, who starts the next round."""
WHOLE = "whole"
"""The mean of the whole difference over the pairs of good lines, whether they agree or not."""
_OWN, _OPPONENT, _START = 1, 2, 4
_WEIGHT = (1 / 3, 1 / 6, 1 / 6, 1 / 3)
"""Of what a part adds when none, one, the other or both of the others have changed."""
AGREED = 0.9
"""Share of the pairs of good lines that must agree with the mean of a part in its sign."""


def steady_shares(mine: Sequence[Batch], others: Sequence[Batch], player: int) -> dict[str, float]:
    """The parts of the difference between two moves, as far as good lines after them agree; the others are 0.

    Args:
        mine: Drafted-out positions, batches of one, to which good lines after the first move lead.
        others: The same for the second move.
        player: The player from whose view differences are given.

    Returns:
        Points by part and of the ``WHOLE``, the first move minus the second; nothing where the game ends in some of the positions only.
    """
    found = shares(mine, others, player)
    if found is None:
        return {}
    steady = {WHOLE: float(found.sum(axis=0).mean())}
    for name, values in zip(PARTS, found, strict=True):
        mean = float(values.mean())
        apart = values - mean
        agree = float((values * mean > 0).mean()) >= AGREED
        steady[name] = mean if agree and mean * mean > float((apart * apart).mean()) else 0.0
    return steady


def shares(mine: Sequence[Batch], others: Sequence[Batch], player: int) -> Array | None:
    """(3, P) float64: the parts for each pair of positions; None where the game ends in some of them only."""
    drafted = concatenated([*mine, *others])
    end = finish_round(drafted)
    if end.over.any() != end.over.all():
        return None
    here = np.repeat(np.arange(len(mine), dtype=INDEX), len(others))
    there = np.tile(np.arange(len(others), dtype=INDEX) + len(mine), len(mine))
    found = np.zeros((3, len(here)), dtype=np.float64) if end.over.all() else _later(drafted, end, here, there, player)
    scores = [np.where(drafted.front == seat, *end.scores) for seat in (player, player ^ 1)]
    found[0] += scores[0].take(here) - scores[0].take(there)
    found[1] -= scores[1].take(here) - scores[1].take(there)
    return found


def _later(drafted: Batch, end: RoundEnd, here: Array, there: Array, player: int) -> Array:
    """(3, P): what each part adds to the value of later rounds."""
    bare = next_round(drafted, end)
    own, opponent, start = (
        np.concatenate([here if parts & part else there for parts in range(8)]) for part in (_OWN, _OPPONENT, _START)
    )
    values = _valued(bare, own, opponent, start, player).reshape(8, -1)
    found = np.zeros((3, len(here)), dtype=np.float64)
    for place, part in enumerate((_OWN, _OPPONENT, _START)):
        rest = [without for without in range(8) if not without & part]
        for weight, without in zip(_WEIGHT, rest, strict=True):
            found[place] += weight * (values[without | part] - values[without])
    return found


def _valued(bare: Batch, own: Array, opponent: Array, start: Array, player: int) -> Array:
    """(N,) values of later rounds for the player, with the boards and the starter of the given lanes."""
    boards = board_of(bare, player)[:, own], board_of(bare, player ^ 1)[:, opponent]
    return later_values(bare, boards, start, player)


def later_values(bare: Batch, boards: tuple[Array, Array], start: Array, player: int) -> Array:
    """(N,) float64 values of later rounds for a player.

    Args:
        bare: Positions before the refill.
        boards: (6, N) row keys of the player and of the opponent.
        start: (N,) lanes of ``bare``, from which all else is.
        player: The player.
    """
    first = bare.front.take(start) == player
    front = np.where(first, player, player ^ 1).astype(U8)
    mixed = Batch(
        np.ascontiguousarray(bare.tiles[:, start]),
        bare.center_token.take(start),
        (_without_score(np.where(first, *boards)), _without_score(np.where(first, *boards[::-1]))),
        front,
        front,
        bare.round_number.take(start),
        bare.totals[:, start],
        np.ascontiguousarray(bare.bag[:, start]),
    )
    values = learnt().end.values(*end_features(mixed), round_kind(mixed.round_number - 1)).astype(np.float64)
    return np.where(first, values, -values)


def board_of(batch: Batch, player: int) -> Array:
    """(6, B) row keys of a player."""
    first, second = batch.sides
    return np.where(batch.front == player, first.lines, second.lines)


def _without_score(lines: Array) -> Side:
    """A board without a score, so that only later rounds are valued."""
    none = np.zeros(lines.shape[1], dtype=INDEX)
    return Side(lines, lines, none, None, none.astype(U8), none.astype(np.int32))
