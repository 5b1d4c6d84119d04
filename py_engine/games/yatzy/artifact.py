"""The value table as a file: values in 1/1024 of a point, packed small, with a header and a hash.

Layout: magic (8 bytes), SHA-256 of all that follows (32), length of the header (4, little-endian), header (JSON),
payload (zlib). The payload holds, as zigzag numbers split into byte planes, what is left of the values after each was
predicted from its neighbours: along the levels of the upper score by the level before, and across lower masks by
inclusion and exclusion over up to three of the mask's categories.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from typing import Any, NamedTuple

import numpy as np

from py_engine.contract import ContractError
from py_engine.games.yatzy.tables import LOWER_MASKS, Rules
from py_engine.games.yatzy.uppers import LEVELS
from py_engine.numerics import Array

__all__ = ["SCALE", "Table", "decode", "encode", "sha256_of", "table_name"]

MAGIC = b"HSYATZY1"
SCALE = 1024
"""Steps of a point."""
PLANES = 3
SIZES = tuple(LOWER_MASKS * len(levels) for levels in LEVELS)
POSITIONS = sum(SIZES)  # same bits: whole numbers


class Table(NamedTuple):
    """What an artifact holds."""

    steps: Array
    """(958976,) int32: values in 1/1024 of a point, by upper mask, lower mask and level."""
    rules: Rules
    theta: float
    facts: dict[str, Any]
    """What was computed along with the values: the distribution of the total from an empty card."""
    sha256: str


def table_name(rules: Rules) -> str:
    """The artifact's name under its rules."""
    five = "_fh5" if rules.five_of_a_kind_is_full_house else ""
    four = "_2p4" if rules.four_of_a_kind_is_two_pairs else ""
    return f"table{five}{four}"


def sha256_of(data: bytes) -> str:
    """Hexadecimal SHA-256."""
    return hashlib.sha256(data).hexdigest()


def _groups() -> tuple[tuple[Array, Array, Array], ...]:
    """Lower masks by number of categories, fewest first, with what each is predicted from.

    Each group: masks (M,), terms (M, T) and their signs (T,): the sum of signed terms is the prediction.
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
        groups.append((np.array(masks), np.array(terms), np.array(signs, dtype=np.int32)))
    return tuple(groups)


_GROUPS = _groups()


def _predicted(by_mask: Array, terms: Array, signs: Array) -> Array:
    return (by_mask[terms] * signs[None, :, None]).sum(axis=1, dtype=np.int32)


def _residuals(steps: Array) -> Array:
    """(512, L) int32 values of one upper mask -> (L, 512) residuals."""
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


def encode(steps: Array, rules: Rules, theta: float, facts: dict[str, Any]) -> bytes:
    """The file of a table.

    Args:
        steps: (958976,) int32, see ``Table``.
        rules: the house rules it was solved for.
        theta: the objective it was solved for.
        facts: JSON data to keep with it.
    """
    parts, first = [], 0
    for size in SIZES:
        parts.append(_residuals(steps[first : first + size].reshape(LOWER_MASKS, -1)).ravel())
        first += size
    residuals = np.concatenate(parts)
    zigzag = ((residuals << 1) ^ (residuals >> 31)).astype("<u4")
    planes = zigzag.view(np.uint8).reshape(-1, 4)[:, :PLANES].T.tobytes()
    header = json.dumps(
        {"version": 1, "rules": rules._asdict(), "theta": theta, "scale": SCALE, "facts": facts}
    ).encode()
    rest = struct.pack("<I", len(header)) + header + zlib.compress(planes, 9)
    return MAGIC + hashlib.sha256(rest).digest() + rest


def decode(data: bytes, rules: Rules) -> Table:
    """The table of a file.

    Raises:
        ContractError: INVALID_ARTIFACT when the file is damaged, or not of these rules.
    """
    rest = data[40:]
    if data[:8] != MAGIC or hashlib.sha256(rest).digest() != data[8:40]:
        raise ContractError("INVALID_ARTIFACT", "The table of Yatzy is damaged, or it is not one.")
    # Whoever wrote the hash wrote the rest, so from here on only another version can be at fault.
    length = struct.unpack_from("<I", rest)[0]
    header = json.loads(rest[4 : 4 + length])
    if header["version"] != 1 or header["scale"] != SCALE:
        raise ContractError("INVALID_ARTIFACT", "The table of Yatzy is of another version.")
    if Rules(**header["rules"]) != rules or header["theta"]:
        raise ContractError("INVALID_ARTIFACT", "The table of Yatzy is of other rules.")
    planes = np.frombuffer(zlib.decompress(rest[4 + length :]), dtype=np.uint8).reshape(PLANES, POSITIONS)
    zigzag = np.zeros((POSITIONS, 4), dtype=np.uint8)
    zigzag[:, :PLANES] = planes.T
    codes = zigzag.view("<u4")[:, 0]
    residuals = (codes >> 1).astype(np.int32) ^ -(codes & 1).astype(np.int32)
    parts, first = [], 0
    for size in SIZES:
        parts.append(_values(residuals[first : first + size].reshape(-1, LOWER_MASKS)).ravel())
        first += size
    return Table(np.concatenate(parts), rules, header["theta"], header["facts"], sha256_of(data))
