"""The registry of games; each is loaded on first use."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from py_engine.core.contract import ContractError
from py_engine.core.game import Game
from py_engine.core.validation import shorten

__all__ = ["REGISTRY", "at_work", "frozen", "including", "load", "package", "rows"]

_FILE = Path(__file__).with_name("registry.json")
"""What ``frozen`` wrote when the browser's wheel was built: there no game is imported before it is opened."""
_FROZEN: dict[str, Any] | None = json.loads(_FILE.read_text("utf-8")) if _FILE.is_file() else None

REGISTRY: dict[str, str] = {
    "azul_v1_2p": "py_engine.games.azul.game",
    "yatzy_v1": "py_engine.games.yatzy.game",
    "entropy_v1": "py_engine.games.entropy.game",
    "hearts_v1": "py_engine.games.hearts.game",
    "swccg_gemp_v1": "py_engine.games.swccg.game",
}
"""ruleset_id -> the module whose ``GAME`` it is."""
if _FROZEN is not None:
    REGISTRY = _FROZEN["modules"]


def rows() -> list[dict[str, Any]]:
    """The registry entry of every game as JSON data, see ``contract.GameInfo``."""
    if _FROZEN is not None:
        written: list[dict[str, Any]] = _FROZEN["rows"]
        return written
    return [load(ruleset_id).row.model_dump() for ruleset_id in REGISTRY]


def frozen() -> str:
    """The registry as the JSON text that goes into the browser's wheel as ``registry.json``."""
    return json.dumps({"modules": REGISTRY, "rows": rows()}, separators=(",", ":"))


@contextmanager
def including(more: Mapping[str, str]) -> Iterator[None]:
    """Lists more games for a while: examples, and games of tests."""
    listed = dict(REGISTRY)
    REGISTRY.update(more)
    try:
        yield
    finally:
        REGISTRY.clear()
        REGISTRY.update(listed)


def load(ruleset_id: object) -> Game[Any, Any]:
    """The game of a ruleset.

    Raises:
        ContractError: UNKNOWN_RULESET.
    """
    return _load(_module(ruleset_id))


def package(ruleset_id: object) -> str:
    """The name of the package of a ruleset's game, without importing it.

    Raises:
        ContractError: UNKNOWN_RULESET.
    """
    return _module(ruleset_id).rpartition(".")[0]


def _module(ruleset_id: object) -> str:
    if ruleset_id is None:
        raise ContractError("UNKNOWN_RULESET", "There is no ruleset_id, so it is not known which game this is.")
    if not isinstance(ruleset_id, str) or ruleset_id not in REGISTRY:
        name = shorten(ruleset_id)
        raise ContractError("UNKNOWN_RULESET", f"There is no game with the ruleset_id {name!r}.")
    return REGISTRY[ruleset_id]


_working: list[Game[Any, Any]] = []
"""The game evaluated last, if any."""


def at_work(game: Game[Any, Any]) -> None:
    """Marks the game as the one being evaluated; a game evaluated before frees its caches."""
    if _working and _working[0] is not game:
        _working.pop().coach.free_caches()
    _working[:] = [game]


@cache
def _load(module: str) -> Game[Any, Any]:
    game: Game[Any, Any] = import_module(module).GAME
    return game
