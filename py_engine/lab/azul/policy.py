"""How games of Azul are played during training: by learnt values, one or two plies deep, with some randomness."""

from __future__ import annotations

import base64
import io
from functools import lru_cache
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.afterstates import RoundTables, afterstates, end_values
from py_engine.games.azul.knowledge.features import DRAFT, END, ROUND_KINDS, key_features
from py_engine.games.azul.knowledge.layout import Layout
from py_engine.games.azul.knowledge.network import Network, Weights, rounded
from py_engine.games.azul.knowledge.value import PLACE_WORTH
from py_engine.games.azul.rules.batch import Batch, split_action, step
from py_engine.games.azul.rules.tables import COLORS, FLOOR_KEY, KEY_COLOR, KEY_COUNT, KEY_ROW, KEY_WALL

__all__ = ["Pair", "Policy", "Settings", "arrays_of", "hand_made", "pair_of", "text_of"]

BLOCK = 1024
"""Positions whose moves are valued together: larger blocks do not fit the cache, smaller ones cost more calls."""
STARTED = 0.6
"""Share of a complete line's value that the tiles of an incomplete line have, in proportion."""
LINE_WORTH = 2.0
"""Points of a complete line beyond its tile: later bonuses, and a free line."""
PLACE_MORE = 0.5
"""Points of a tile to be placed beyond its run in the row."""


class Pair(NamedTuple):
    """The weights learnt by a generation."""

    draft: Weights
    """The network for positions within a round."""
    end: Weights
    """The network for positions between rounds."""

    def text(self) -> str:
        """The weights as text, which ``pair_of`` reads."""
        return text_of(
            **{
                f"{name}_{field}": part
                for name in self._fields
                for field, part in getattr(self, name)._asdict().items()
            }
        )


def text_of(**arrays: Array) -> str:
    """Arrays as compressed text; equal arrays give equal text."""
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return base64.b64encode(file.getvalue()).decode()


def arrays_of(text: str) -> dict[str, Array]:
    """The arrays in a text of ``text_of``."""
    with np.load(io.BytesIO(base64.b64decode(text)), allow_pickle=False) as found:
        return dict(found)


def pair_of(text: str) -> Pair:
    """The weights in a text of ``Pair.text``."""
    found = arrays_of(text)
    return Pair(*(Weights(*(found[f"{name}_{field}"] for field in Weights._fields)) for name in Pair._fields))


def hand_made() -> Pair:
    """Hand-written values to start from: the score as if the round ended now, and a share of the promise of started lines."""
    keys = np.arange(FLOOR_KEY)
    share = KEY_COUNT[keys] / (KEY_ROW[keys] + 1)
    place = PLACE_WORTH[KEY_WALL[keys], (KEY_COLOR[keys] + KEY_ROW[keys]) % COLORS] + PLACE_MORE
    # The tile of a complete line is part of the score already.
    worth = np.where(share < 1, STARTED * share * (place + LINE_WORTH), LINE_WORTH) * (KEY_COUNT[keys] > 0)
    linear = np.zeros((ROUND_KINDS, DRAFT.size), dtype=np.float32)
    linear[:, DRAFT.start("own_line") + key_features[1, keys]] = worth
    linear[:, DRAFT.start("other_line") + key_features[1, keys]] = -worth
    zeros = [_zeros(layout) for layout in (DRAFT, END)]
    return Pair(rounded((zeros[0][0], linear, *zeros[0][2:])), rounded(zeros[1]))


def _zeros(layout: Layout) -> tuple[Array, ...]:
    shapes = ((layout.embedded, 1), (ROUND_KINDS, layout.size), (ROUND_KINDS, 1), (ROUND_KINDS, 1), (ROUND_KINDS,))
    return tuple(np.zeros(shape, dtype=np.float32) for shape in shapes)


class _Values:
    """A pair of networks ready for use."""

    def __init__(self, pair: Pair) -> None:
        draft = Network(DRAFT, pair.draft)
        self.end = Network(END, pair.end)
        self.tables = [RoundTables(draft, kind) for kind in range(ROUND_KINDS)]

    def moves(self, batch: Batch, kind: int) -> tuple[Array, Array, Array, Array]:
        """Parents, actions, values and ends of all moves; see ``afterstates``."""
        found = []
        for start in range(0, batch.size, BLOCK):
            some = np.arange(start, min(start + BLOCK, batch.size))
            part = batch if batch.size <= BLOCK else batch.take(some)
            each = afterstates(part, self.tables[kind], self.end)
            found.append((each.parents + start, each.actions, each.values, each.ends))
        if len(found) == 1:
            return found[0]
        parents, actions, values, ends = (np.concatenate(parts) for parts in zip(*found, strict=True))
        return parents, actions, values, ends


@lru_cache(maxsize=4)
def _values(text: str) -> _Values:
    return _Values(pair_of(text))


class Settings(TypedDict):
    """The settings of a policy, as JSON data."""

    weights: str
    """See ``Pair.text``."""
    noise: list[float]
    blunder: float
    width: int


class Policy:
    """A policy that plays both sides.

    Args:
        settings: JSON data. ``weights`` as text; ``width``: 0 values each move, otherwise the best reply to this many moves
            is searched; ``noise`` in points, indexed by the number of the game modulo its length; ``blunder``: probability,
            in games with noise, of a random move.
    """

    def __init__(self, settings: Settings) -> None:
        self._values = _values(settings["weights"])
        self._width: int = settings["width"]
        self._noise = np.array(settings["noise"], dtype=np.float32)
        self._blunder: float = settings["blunder"]

    def __call__(self, batch: Batch, kind: int, games: Array, random: np.random.Generator) -> tuple[Array, Array]:
        """Chooses moves.

        Args:
            batch: B positions of one round.
            kind: The kind of round.
            games: (B,) INDEX: numbers of the games.
            random: Source of noise and blunders.

        Returns:
            (B,) INDEX actions, and (B,) bool: the move is a deliberate blunder, made to explore other positions.
        """
        noise = self._noise[games % len(self._noise)]
        parents, actions, values, ends = self._values.moves(batch, kind)
        values = _noisy(values, noise.take(parents), random)
        if self._width:
            kept = _best(parents, values, self._width)
            parents, actions, values, ends = (part.take(kept) for part in (parents, actions, values, ends))
            on = np.flatnonzero(~ends)
            replied = self._replied(batch, kind, parents.take(on), actions.take(on))
            values[on] = _noisy(replied, noise.take(parents.take(on)), random)
        starts = np.searchsorted(parents, np.arange(batch.size))
        top = np.flatnonzero(values == np.maximum.reduceat(values, starts).take(parents))
        chosen = actions.take(top.take(np.searchsorted(parents.take(top), np.arange(batch.size))))
        if not self._blunder:
            return chosen, np.zeros(batch.size, dtype=bool)
        blunders = (random.random(batch.size) < self._blunder) & (noise > 0)
        counts = np.diff(np.append(starts, len(parents)))
        anything = actions.take(starts + (random.random(batch.size) * counts).astype(np.intp))
        return np.where(blunders, anything, chosen), blunders

    def moves(self, batch: Batch, kind: int) -> tuple[Array, Array, Array]:
        """Parents, actions and values of all moves of positions of one kind of round, without noise; see ``Afterstates``."""
        return self._values.moves(batch, kind)[:3]

    def ends(self, batch: Batch) -> Array:
        """(B,) float32 values of drafted-out positions for player 0; exact where the game is over."""
        values = end_values(batch, self._values.end)
        return np.where(batch.front == 0, values, -values)

    def _replied(self, batch: Batch, kind: int, parents: Array, actions: Array) -> Array:
        """(N,) float32: values of moves after the best replies."""
        if not len(parents):
            return np.zeros(0, dtype=np.float32)
        after = batch.take(parents)
        step(after, *split_action(actions))
        whose, _, values, _ = self._values.moves(after, kind)
        return -np.maximum.reduceat(values, np.searchsorted(whose, np.arange(after.size)))


def _noisy(values: Array, noise: Array, random: np.random.Generator) -> Array:
    if not noise.any():
        return values
    return values + noise * random.random(len(values), dtype=np.float32)


def _best(parents: Array, values: Array, width: int) -> Array:
    """Indices of the moves among the ``width`` best of their parents, in their order."""
    order = np.lexsort((-values, parents))
    rank = np.arange(len(parents)) - np.searchsorted(parents, parents)
    return np.sort(order[rank < width])
