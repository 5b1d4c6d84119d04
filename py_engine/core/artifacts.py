"""Files of games: those that ship with the engine, and precomputed tables, which are stored natively or missing.

In the browser there are no files of tables; the page fetches them and passes them to ``bridge.load_artifact``.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pydantic import JsonValue

from py_engine.core.contract import ContractError

__all__ = ["file_name", "found", "keep", "missing", "shipped"]

IN_BROWSER = sys.platform == "emscripten"


def file_name(ruleset_id: str, name: str) -> str:
    """The file name of an artifact."""
    return f"{ruleset_id}.{name}.bin"


def _own_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "hindsight"


def found(ruleset_id: str, name: str) -> Iterator[bytes]:
    """The bytes of every file with this name: beside the built site, in the lab's output, in the user's cache folder."""
    if IN_BROWSER:
        return
    wanted = file_name(ruleset_id, name)
    project = Path(__file__).parents[2]
    built = sorted((project / "dist" / "runtime").glob(f"*/{wanted}"))
    for path in (*built, project / ".cache" / "tables" / wanted, _own_folder() / wanted):
        try:
            yield path.read_bytes()
        except OSError:
            continue


def keep(ruleset_id: str, name: str, data: bytes) -> None:
    """Stores an artifact in the user's cache folder. If that cannot be written, the table is solved again next time."""
    if IN_BROWSER:
        return
    folder = _own_folder()
    # Not at the start, because it takes time to load and the browser never needs it.
    import tempfile  # noqa: PLC0415

    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            file = Path(scratch, "table")
            file.write_bytes(data)
            file.replace(folder / file_name(ruleset_id, name))


def missing(ruleset_id: str, name: str, game: str, solve: dict[str, JsonValue]) -> ContractError:
    """The error to raise when an artifact has not been loaded.

    Args:
        ruleset_id: The game's ruleset.
        name: The artifact's name.
        game: The game's name, for the message.
        solve: Name and arguments of the query that computes it: ``{"name": ..., "args": {...}}``.
    """
    wanted: dict[str, JsonValue] = {"ruleset_id": ruleset_id, "name": name}
    return ContractError("NOT_FOUND", f"The table of {game} has not been loaded.", artifact=wanted, solve=solve)


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
