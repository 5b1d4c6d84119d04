"""The value table as a file: compressed fixed-point numbers with a header and a hash.

Layout: magic (8 bytes), SHA-256 of everything after it (32), length of the header (4, little-endian), header (JSON),
payload (zlib). The payload holds the values in 1/1024 point, then (unless the header says there are none) the
probabilities of the bonus in 1/512. Both are stored as prediction residuals, zigzag-encoded and split into byte planes.
A number is predicted from its neighbours: along the levels of the upper score from the level before (delta coding), and
across lower masks by inclusion-exclusion over up to three of the mask's categories.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.contract import ContractError
from py_engine.core.numerics import Array
from py_engine.games.yatzy.knowledge.origin import origin
from py_engine.games.yatzy.knowledge.uppers import POSITIONS, SIZES
from py_engine.games.yatzy.rules.tables import LOWER_MASKS, Rules

__all__ = ["BONUS_SCALE", "SCALE", "Facts", "Pmf", "Table", "decode", "encode", "sha256_of", "table_name"]

MAGIC = b"HSYATZY1"
SCALE = 1024
"""Steps per point."""
BONUS_SCALE = 512
"""Steps per unit of probability."""
VERSION = 1
PLANES = 3
Pmf = list[list[float]]
"""Probability mass function: [[score, probability]] of the possible scores, ascending."""


class Facts(TypedDict):
    """Statistics of a whole game under optimal play, as JSON."""

    pmf: Pmf
    """Distribution of the final score."""
    categories: list[list[float]]
    """[mean, probability of 0 points] of each category."""
    bonus_rate: float


class Table(NamedTuple):
    """The content of an artifact."""

    steps: Array
    """(958976,) int32: values in 1/1024 of a point, by upper mask, lower mask and level."""
    bonus: Array | None
    """(958976,) int32: probability of the bonus in 1/512, in the same order; None if not computed."""
    rules: Rules
    origin: str
    """Hash of the sources that made it, see ``origin``."""
    facts: Facts | None
    """None if not computed."""
    sha256: str


def table_name(rules: Rules) -> str:
    """The artifact's name for some rules."""
    five = "_fh5" if rules.five_of_a_kind_is_full_house else ""
    four = "_2p4" if rules.four_of_a_kind_is_two_pairs else ""
    return f"table{five}{four}"


def sha256_of(data: bytes) -> str:
    """Hexadecimal SHA-256."""
    return hashlib.sha256(data).hexdigest()


def _groups() -> tuple[tuple[Array, Array, Array], ...]:
    """Lower masks by number of categories, fewest first, with the masks each is predicted from.

    Each group: masks (M,), terms (M, T) and their signs (T,); the prediction is the signed sum of the terms.
    """
    groups = []
    for size in range(1, LOWER_MASKS.bit_length()):
        masks = [m for m in range(LOWER_MASKS) if m.bit_count() == size]
        used = min(size, 3)
        terms = []
        for mask in masks:
            bits = [1 << b for b in range(9) if mask >> b & 1][:used]
            chosen = [
                sum(bit for i, bit in enumerate(bits) if pick >> i & 1)  # same bits: whole numbers
                for pick in range(1, 1 << used)
            ]
            terms.append([mask - taken for taken in chosen])
        signs = [1 if pick.bit_count() % 2 else -1 for pick in range(1, 1 << used)]
        groups.append((np.array(masks, dtype=np.intp), np.array(terms, dtype=np.intp), np.array(signs, dtype=np.int32)))
    return tuple(groups)


_GROUPS = _groups()


def _predicted(by_mask: Array, terms: Array, signs: Array) -> Array:
    return (by_mask[terms] * signs[None, :, None]).sum(axis=1, dtype=np.int32)


def _residuals(steps: Array) -> Array:
    """(L, 512) int32 residuals of the (512, L) int32 values of one upper mask."""
    slopes = np.diff(steps, axis=1, prepend=np.int32(0))
    left = slopes.copy()
    for masks, terms, signs in _GROUPS:
        left[masks] = slopes[masks] - _predicted(slopes, terms, signs)
    return left.T


def _values(left: Array) -> Array:
    """The inverse of ``_residuals``."""
    slopes = left.T.copy()
    for masks, terms, signs in _GROUPS:
        slopes[masks] += _predicted(slopes, terms, signs)
    return np.cumsum(slopes, axis=1, dtype=np.int32)


def _pack(steps: Array) -> bytes:
    """The byte planes of the zigzag residuals of (958976,) int32."""
    parts, first = [], 0
    for size in SIZES:
        parts.append(_residuals(steps[first : first + size].reshape(LOWER_MASKS, -1)).ravel())
        first += size
    residuals = np.concatenate(parts)
    zigzag = ((residuals << 1) ^ (residuals >> 31)).astype("<u4")
    return zigzag.view(np.uint8).reshape(-1, 4)[:, :PLANES].T.tobytes()


def _unpack(planes: Array) -> Array:
    """The inverse of ``_pack``, from (3, 958976) uint8."""
    zigzag = np.zeros((POSITIONS, 4), dtype=np.uint8)
    zigzag[:, :PLANES] = planes.T
    codes = zigzag.view("<u4")[:, 0]
    residuals = (codes >> 1).astype(np.int32) ^ -(codes & 1).astype(np.int32)
    parts, first = [], 0
    for size in SIZES:
        parts.append(_values(residuals[first : first + size].reshape(-1, LOWER_MASKS)).ravel())
        first += size
    return np.concatenate(parts)


def encode(steps: Array, bonus: Array | None, rules: Rules, facts: Facts | None) -> bytes:
    """The bytes of a table's file; see ``Table`` for the arguments."""
    header = {
        "version": VERSION,
        "rules": rules._asdict(),
        "theta": 0.0,
        "scale": SCALE,
        "origin": origin(),
        "bonus_scale": None if bonus is None else BONUS_SCALE,
        "facts": facts or {},
    }
    head = json.dumps(header).encode()
    payload = _pack(steps) + (b"" if bonus is None else _pack(bonus))
    rest = struct.pack("<I", len(head)) + head + zlib.compress(payload, 9)
    return MAGIC + hashlib.sha256(rest).digest() + rest


def decode(data: bytes, rules: Rules) -> Table:
    """The table in a file.

    Raises:
        ContractError: INVALID_ARTIFACT if the file is damaged or for other rules.
    """
    rest = data[40:]
    if data[:8] != MAGIC or hashlib.sha256(rest).digest() != data[8:40]:
        raise ContractError("INVALID_ARTIFACT", "Yatzy's table is damaged, or the file is not a table.")
    try:
        return _read(rest, rules, sha256_of(data))
    except (struct.error, zlib.error, ValueError, KeyError, TypeError, IndexError):
        raise ContractError("INVALID_ARTIFACT", "Yatzy's table has invalid content.") from None


def _read(rest: bytes, rules: Rules, sha256: str) -> Table:
    """Reads everything after the hash."""
    length = struct.unpack_from("<I", rest)[0]
    header = json.loads(rest[4 : 4 + length])
    if header["version"] != VERSION or header["scale"] != SCALE:
        raise ContractError("INVALID_ARTIFACT", "Yatzy's table is of another version.")
    if Rules(**header["rules"]) != rules or header["theta"]:
        raise ContractError("INVALID_ARTIFACT", "Yatzy's table is for other rules.")
    planes = np.frombuffer(zlib.decompress(rest[4 + length :]), dtype=np.uint8).reshape(-1, PLANES, POSITIONS)
    bonus = None if header["bonus_scale"] is None else _unpack(planes[1])
    return Table(_unpack(planes[0]), bonus, rules, header["origin"], header["facts"] or None, sha256)
