"""The table of the quiz: what each type of player loses by each action, to which answers are fitted.

It is larger than the rest of the quiz and needed for its result only, so it is a file of its own, fetched like the value tables.
Layout: magic (8 bytes), SHA-256 of everything after it (32), length of the header (4, little-endian), header (JSON), losses (zlib)
in whole steps: all low bytes, then all high bytes.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from py_engine.core import artifacts
from py_engine.core.contract import ContractError
from py_engine.core.numerics import Array
from py_engine.games.yatzy.coaching.habits.fit import BETAS, TYPES
from py_engine.games.yatzy.rules.tables import RULESET_ID

__all__ = ["NAME", "STEPS", "QuizTable", "decode", "encode", "load", "require"]

NAME = "quiz"
"""The artifact's name."""
STEPS = 64
"""Losses are whole numbers of steps in a point."""
_MAGIC = b"HSYQUIZ1"
_TABLES = TYPES[0] * TYPES[1] * TYPES[2]
_CARDS = _TABLES * len(BETAS)


class QuizTable(NamedTuple):
    """The questions as the fit sees them."""

    losses: Sequence[Array]
    """By question (6, 6, 3, A) float64: by type, the points lost by each action."""
    masses: Sequence[float]
    """See ``estimates``."""
    means: Sequence[float]
    """The mean scores of the 648 player types."""
    sha256: str
    """Of the file."""


def encode(losses: Sequence[Array], masses: Sequence[float], means: Sequence[float]) -> bytes:
    """The bytes of the table's file; see ``QuizTable`` for the arguments."""
    steps = [np.minimum(np.rint(each * STEPS), 65_535).astype(np.uint16).ravel() for each in losses]
    flat = np.concatenate(steps)
    planes = np.concatenate([(flat & 255).astype(np.uint8), (flat >> 8).astype(np.uint8)])
    header = {"sizes": [each.shape[-1] for each in losses], "masses": list(masses), "means": list(means)}
    head = json.dumps(header, separators=(",", ":")).encode()
    rest = struct.pack("<I", len(head)) + head + zlib.compress(planes.tobytes(), 9)
    return _MAGIC + hashlib.sha256(rest).digest() + rest


def decode(data: bytes) -> QuizTable:
    """The table in a file.

    Raises:
        ContractError: INVALID_ARTIFACT if the file is damaged, or is not that table.
    """
    rest = data[40:]
    if data[:8] != _MAGIC or hashlib.sha256(rest).digest() != data[8:40]:
        raise ContractError("INVALID_ARTIFACT", "The table of Yatzy's quiz is damaged, or the file is not that table.")
    try:
        length = struct.unpack_from("<I", rest)[0]
        header = json.loads(rest[4 : 4 + length])
        losses = _losses(zlib.decompress(rest[4 + length :]), header["sizes"])
        masses, means = ([float(each) for each in header[name]] for name in ("masses", "means"))
    except (struct.error, zlib.error, ValueError, KeyError, TypeError, OverflowError):
        raise ContractError("INVALID_ARTIFACT", "The table of Yatzy's quiz has invalid content.") from None
    if len(masses) != len(TYPES) + 1 or len(means) != _CARDS:
        raise ContractError("INVALID_ARTIFACT", "The table of Yatzy's quiz is for other types of players.")
    return QuizTable(losses, masses, means, hashlib.sha256(data).hexdigest())


def _losses(planes: bytes, sizes: Sequence[int]) -> list[Array]:
    low, high = np.frombuffer(planes, dtype=np.uint8).reshape(2, -1).astype(np.float64)
    points = (low + 256.0 * high) / STEPS
    ends = np.cumsum(np.array(sizes, dtype=np.int64) * _TABLES)  # same bits: whole numbers
    parts = np.split(points, ends.tolist())
    if parts.pop().size:
        raise ValueError("more losses than actions")
    return [part.reshape(*TYPES, size) for part, size in zip(parts, sizes, strict=True)]


_loaded: list[QuizTable] = []
"""The table, once it is in memory."""


def load(data: object) -> str:
    """Loads the table from its bytes; returns their SHA-256.

    Raises:
        ContractError: INVALID_ARTIFACT for bytes that are not that table.
    """
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise ContractError("INVALID_ARTIFACT", "The table of Yatzy's quiz should be bytes.")
    _loaded[:] = [decode(bytes(data))]
    return _loaded[0].sha256


def require() -> QuizTable:
    """The table; outside the browser it is read from disk.

    Raises:
        ContractError: NOT_FOUND if it is not there; the context names it.
    """
    if not _loaded:
        for data in artifacts.found(RULESET_ID, NAME):
            load(data)
            break
        else:
            raise artifacts.missing(RULESET_ID, NAME, "Yatzy's quiz", {})
    return _loaded[0]
