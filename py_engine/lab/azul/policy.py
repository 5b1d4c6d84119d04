"""How games of Azul are played while its values are learnt: by learnt values, one or two moves deep, with some chance."""

from __future__ import annotations

import base64
import io
from functools import lru_cache
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.afterstates import RoundTables, afterstates
from py_engine.games.azul.knowledge.features import DRAFT, END, ROUND_KINDS, key_features
from py_engine.games.azul.knowledge.network import Network, Weights, rounded
from py_engine.games.azul.knowledge.value import PLACE_WORTH
from py_engine.games.azul.rules.batch import Batch, split_action, step
from py_engine.games.azul.rules.tables import COLORS, FLOOR_KEY, KEY_COLOR, KEY_COUNT, KEY_ROW, KEY_WALL

__all__ = ["Pair", "Policy", "Settings", "arrays_of", "hand_made", "pair_of", "text_of"]

BLOCK = 1024
"""Positions whose moves are valued in one go: more do not fit a processor's cache, fewer cost more calls."""
BEGUN = 0.6
"""Part of a line's worth that the tiles of an incomplete line have."""
LINE_WORTH = 2.0
"""Points that a complete line is worth beyond its tile's: bonuses to come, and a line free again."""
PLACE_MORE = 0.5
"""Points that a tile to be placed is worth beyond the run it adds to in its row."""


class Pair(NamedTuple):
    """What a generation has learnt."""

    draft: Weights
    """Of the network for positions within a round."""
    end: Weights
    """Of the one for positions between rounds."""

    def text(self) -> str:
        """Them as they travel; ``pair_of`` reads it."""
        return text_of(
            **{
                f"{name}_{field}": part
                for name in self._fields
                for field, part in getattr(self, name)._asdict().items()
            }
        )


def text_of(**arrays: Array) -> str:
    """Arrays as compressed text, the same text for the same arrays."""
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return base64.b64encode(file.getvalue()).decode()


def arrays_of(text: str) -> dict[str, Array]:
    """What ``text_of`` has made a text of."""
    with np.load(io.BytesIO(base64.b64decode(text)), allow_pickle=False) as found:
        return dict(found)


def pair_of(text: str) -> Pair:
    """What ``Pair.text`` has made a text of."""
    found = arrays_of(text)
    return Pair(*(Weights(*(found[f"{name}_{field}"] for field in Weights._fields)) for name in Pair._fields))


def hand_made() -> Pair:
    """Values to begin with: the score as if the round ended now, and a share of what the lines begun promise."""
    keys = np.arange(FLOOR_KEY)
    share = KEY_COUNT[keys] / (KEY_ROW[keys] + 1)
    place = PLACE_WORTH[KEY_WALL[keys], (KEY_COLOR[keys] + KEY_ROW[keys]) % COLORS] + PLACE_MORE
    # The tile of a complete line is in the score already.
    worth = np.where(share < 1, BEGUN * share * (place + LINE_WORTH), LINE_WORTH) * (KEY_COUNT[keys] > 0)
    linear = np.zeros((ROUND_KINDS, DRAFT.size), dtype=np.float32)
    linear[:, DRAFT.start("own_line") + key_features[1, keys]] = worth
    linear[:, DRAFT.start("other_line") + key_features[1, keys]] = -worth
    nothing = [_nothing(layout.size) for layout in (DRAFT, END)]
    return Pair(rounded((nothing[0][0], linear, *nothing[0][2:])), rounded(nothing[1]))


def _nothing(size: int) -> tuple[Array, ...]:
    shapes = ((size, 1), (ROUND_KINDS, size), (ROUND_KINDS, 1), (ROUND_KINDS, 1), (ROUND_KINDS,))
    return tuple(np.zeros(shape, dtype=np.float32) for shape in shapes)


class _Values:
    """Weights ready to be used."""

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
    """How a policy plays, as JSON data."""

    weights: str
    """See ``Pair.text``."""
    noise: list[float]
    blunder: float
    width: int


class Policy:
    """Who plays, for either side.

    Args:
        settings: JSON data: ``weights`` as text; ``width``: 0 values each move, more looks for the best reply to so many
            moves; ``noise`` in points, by the number of the game modulo its length; ``blunder``: how often, in games
            with noise, any move is played.
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
            kind: of the round.
            games: (B,) INDEX: numbers of the games.
            random: decides what chance decides.

        Returns:
            (B,) INDEX actions, and (B,) bool: the move is a blunder, made to see other positions.
        """
        noise = self._noise[games % len(self._noise)]
        parents, actions, values, ends = self._values.moves(batch, kind)
        values = _stirred(values, noise.take(parents), random)
        if self._width:
            kept = _best(parents, values, self._width)
            parents, actions, values, ends = (part.take(kept) for part in (parents, actions, values, ends))
            on = np.flatnonzero(~ends)
            replied = self._replied(batch, kind, parents.take(on), actions.take(on))
            values[on] = _stirred(replied, noise.take(parents.take(on)), random)
        starts = np.searchsorted(parents, np.arange(batch.size))
        top = np.flatnonzero(values == np.maximum.reduceat(values, starts).take(parents))
        chosen = actions.take(top.take(np.searchsorted(parents.take(top), np.arange(batch.size))))
        if not self._blunder:
            return chosen, np.zeros(batch.size, dtype=bool)
        blunders = (random.random(batch.size) < self._blunder) & (noise > 0)
        counts = np.diff(np.append(starts, len(parents)))
        anything = actions.take(starts + (random.random(batch.size) * counts).astype(np.intp))
        return np.where(blunders, anything, chosen), blunders

    def _replied(self, batch: Batch, kind: int, parents: Array, actions: Array) -> Array:
        """(N,) float32: what moves are worth after the best replies."""
        if not len(parents):
            return np.zeros(0, dtype=np.float32)
        after = batch.take(parents)
        step(after, *split_action(actions))
        whose, _, values, _ = self._values.moves(after, kind)
        return -np.maximum.reduceat(values, np.searchsorted(whose, np.arange(after.size)))


def _stirred(values: Array, noise: Array, random: np.random.Generator) -> Array:
    if not noise.any():
        return values
    return values + noise * random.random(len(values), dtype=np.float32)


def _best(parents: Array, values: Array, width: int) -> Array:
    """Which moves are among the ``width`` best of their parents, in their order."""
    order = np.lexsort((-values, parents))
    rank = np.arange(len(parents)) - np.searchsorted(parents, parents)
    return np.sort(order[rank < width])
