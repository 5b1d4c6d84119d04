"""The learnt values of Azul: their file, and how it is read and checked.

``python -m py_engine.lab azul-train`` writes the file from games of self-play, and ``azul-train-ends`` fits its values between
rounds to differences; nothing else changes it.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import numpy as np

from py_engine.core.artifacts import shipped
from py_engine.core.numerics import Array, arrays_of, normal_cdf
from py_engine.games.azul.knowledge.afterstates import RoundTables
from py_engine.games.azul.knowledge.features import DRAFT, END, ROUND_KINDS
from py_engine.games.azul.knowledge.network import Network, Weights

__all__ = ["ARTIFACT", "FILE", "MAX_TILES", "SHA256", "SPREAD_GRAIN", "Learnt", "learnt", "packed", "unpacked"]

ARTIFACT = "learnt_values"
FILE = Path(__file__).with_name("learnt_values.npz")
SHA256 = "e77cbac195fabf869a331ffc203d20268d7d855b9f018797df312aa5ede5323a"
SPREAD_GRAIN = 256
MAX_TILES = 20


class Learnt:
    """The two networks and the spread of results around their values.

    Args:
        draft: Weights of the network for positions within a round.
        end: Weights of the network for positions between rounds.
        spread: (R, 21) int16 in 1/256 points: standard deviation of the final difference around the value, by kind of
            round and tiles on the table (0: before the refill that follows the round).

    Raises:
        ValueError: the weights or the spread have the wrong shape.
    """

    def __init__(self, draft: Weights, end: Weights, spread: Array) -> None:
        self.draft, self.end = Network(DRAFT, draft), Network(END, end)
        if spread.shape != (ROUND_KINDS, MAX_TILES + 1) or spread.dtype != np.int16 or spread.min() < 1:
            raise ValueError("The spread has the wrong shape or type.")
        self.spread = spread
        self._tables: dict[int, RoundTables] = {}

    def tables(self, kind: int) -> RoundTables:
        """The tables of a kind of round, built on first use."""
        if kind not in self._tables:
            self._tables[kind] = RoundTables(self.draft, kind)
        return self._tables[kind]

    def win_probability(self, difference: float, kind: int, tiles: int) -> float:
        """Probability of winning for an expected final difference in points, a tie counting half."""
        return normal_cdf(difference / (int(self.spread[kind, min(tiles, MAX_TILES)]) / SPREAD_GRAIN))


def packed(draft: Weights, end: Weights, spread: Array) -> bytes:
    """The bytes of the file."""
    names = {
        f"{name}_{field}": part for name, w in (("draft", draft), ("end", end)) for field, part in w._asdict().items()
    }
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **names, spread=spread)
    return file.getvalue()


def unpacked(data: bytes) -> Learnt:
    """The learnt values from the bytes of a file.

    Raises:
        ValueError: this is not a file of learnt values.
    """
    parts = [[f"{name}_{field}" for field in Weights._fields] for name in ("draft", "end")]
    found = arrays_of(data, [*parts[0], *parts[1], "spread"], "learnt values")
    draft, end = (Weights(*(found[name] for name in names)) for names in parts)
    return Learnt(draft, end, found["spread"])


@cache
def learnt() -> Learnt:
    """The learnt values that the engine ships.

    Raises:
        ContractError: INVALID_ARTIFACT if the file is damaged or missing.
    """
    return unpacked(shipped(FILE, SHA256, "Azul's learnt values are damaged"))
