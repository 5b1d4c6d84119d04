"""Unpacks a replay file to XML: GEMP names replays ``.xml.gz``, but the bytes may be zlib, gzip or plain XML."""

from __future__ import annotations

import zlib
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable
from contextlib import suppress

from py_engine.core.contract import ContractError

__all__ = ["MAX_BYTES", "decode_base64", "unpack"]

MAX_BYTES = 48_000_000
"""Largest unpacked log in bytes; a long game has 2.5 million."""

_GZIP = b"\x1f\x8b"
_ZLIB = 0x78
_EITHER = 32 + zlib.MAX_WBITS
"""Lets zlib detect gzip and zlib headers."""
_PIECE = 16_384


def decode_base64(text: str) -> bytes:
    """The bytes of a base64 text.

    Raises:
        ContractError: INVALID_PARAMS.
    """
    try:
        return b64decode(text, validate=True)
    except (Base64Error, ValueError):
        raise ContractError("INVALID_PARAMS", "The field data_base64 is not base64.") from None


def unpack(data: bytes) -> tuple[bytes, bool]:
    """The XML of a replay file, and whether the compressed data was truncated or damaged.

    Raises:
        ContractError: INVALID_PARAMS if it is neither XML nor packed, or unpacks to more than ``MAX_BYTES``.
    """
    if data.startswith(_GZIP) or (len(data) > 1 and data[0] == _ZLIB and (data[0] * 256 + data[1]) % 31 == 0):
        return _inflate(data)
    if len(data) > MAX_BYTES:
        raise _too_long()
    if b"<" not in data[:200]:
        raise ContractError("INVALID_PARAMS", "The file is not a GEMP replay: it is neither XML nor packed XML.")
    return data, False


def _inflate(data: bytes) -> tuple[bytes, bool]:
    unpacker = zlib.decompressobj(_EITHER)
    parts: list[bytes] = []
    left = MAX_BYTES + 1
    for start in range(0, len(data), _PIECE):
        before = unpacker.copy()
        try:
            piece = unpacker.decompress(data[start : start + _PIECE], left)
        except zlib.error:
            parts.append(_until_damage(before.decompress, data[start : start + _PIECE]))
            break
        parts.append(piece)
        left -= len(piece)
        if left <= 0:
            raise _too_long()
        if unpacker.eof:
            break
    if not any(parts):
        raise ContractError("INVALID_PARAMS", "The file is packed, but it cannot be unpacked.")
    return b"".join(parts), not unpacker.eof


def _until_damage(unpack_more: Callable[[bytes], bytes], data: bytes) -> bytes:
    """The data before the byte at which unpacking fails."""
    found: list[bytes] = []
    with suppress(zlib.error):
        # Byte by byte, because a failing call discards everything it has unpacked.
        for place in range(len(data)):
            found.append(unpack_more(data[place : place + 1]))  # noqa: PERF401 - keeps the part before a failure
    return b"".join(found)


def _too_long() -> ContractError:
    return ContractError("INVALID_PARAMS", f"The replay is longer than {MAX_BYTES // 1_000_000} MB.", limit=MAX_BYTES)
