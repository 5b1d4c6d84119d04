"""Files of learnt values that ship with the engine, beside the module that reads them."""

from __future__ import annotations

import hashlib
from pathlib import Path

from py_engine.core.contract import ContractError

__all__ = ["shipped"]


def shipped(file: Path, sha256: str, damaged: str) -> bytes:
    """The content of a file that ships with the engine.

    Args:
        file: The file.
        sha256: The hash of its content, in hexadecimal digits.
        damaged: What is damaged if the hash is another, as the start of a sentence: ``Azul's learnt values are damaged``.

    Raises:
        ContractError: INVALID_ARTIFACT if the file is damaged or missing.
    """
    data = file.read_bytes() if file.is_file() else b""
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ContractError("INVALID_ARTIFACT", f"{damaged}: reload the page, or install the engine again.")
    return data
