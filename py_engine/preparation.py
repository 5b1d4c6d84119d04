"""Warming up a game in the background while the person fills in its new-game form."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Literal

from py_engine import games
from py_engine.core.contract import ContractError, EvaluatorParams
from py_engine.core.evaluation import Job, Pieces

__all__ = ["LAYERS", "Preparation"]

LAYERS = ("rules", "knowledge", "policies", "search", "coaching")
"""The layers of a game, lowest first; what stands directly in its folder is above them. A small game lacks some."""
_ORDER = Path(__file__).with_suffix(".json")
"""What ``build_tools/games/import_order.py`` wrote when the browser's wheel was built."""


class Preparation(Job[None]):
    """Imports all modules of a game, one per piece. It has no result.

    Nothing waits for it: modules that it has not reached are imported when they are needed.

    Args:
        ruleset_id: The game.
        screen_only: Imports only what the first screen needs, without the coach, which takes more time and memory. A game
            that is only reviewed shows nothing without its coach, so it is imported whole.

    Raises:
        ContractError: UNKNOWN_RULESET.
    """

    def __init__(self, ruleset_id: object, *, screen_only: bool = False) -> None:
        super().__init__()
        self._screen_only = screen_only
        self._package = games.package(ruleset_id)
        self._ruleset_id = ruleset_id
        self._layers_done = 0

    @property
    def progress(self) -> float:
        """The fraction of the layers that are imported."""
        return 1.0 if self.done else self._layers_done / (len(LAYERS) + 1)

    def result(self) -> None:
        """Always None."""

    def work(self) -> Pieces:
        """First the rules and the first screen, which is needed next; then the coach."""
        yield from self._import_in_order("screen")
        yield from self._first_screen()
        if self._screen_only and games.load(self._ruleset_id).play is not None:
            return
        yield from self._import_in_order("coach")
        for layer in LAYERS:
            yield from self._import(layer)
        yield from self._first_evaluation()

    def _import_in_order(self, part: Literal["screen", "coach"]) -> Pieces:
        """Imports modules after those that they import, so that each piece is one module, including numpy's."""
        for module in _order().get(str(self._ruleset_id), {}).get(part, ()):
            # Python here may lack a module that it has natively.
            with suppress(ImportError):
                import_module(module)
            yield

    def _import(self, layer: str) -> Pieces:
        for module in _modules(self._package, layer):
            import_module(module)
            yield
        self._layers_done += 1

    def _first_screen(self) -> Pieces:
        """Starts a game and makes the calls of the first screen, because models and tables are built on first use."""
        game = games.load(self._ruleset_id)
        yield
        if game.play is None:
            return
        state = game.play.new_game(0, game.play.options())
        yield
        state = game.rules.complete(game.state.model_validate(state.model_dump(mode="json")))
        yield
        game.rules.observe(state, state.active_player_id)
        game.rules.legal_actions(state)
        yield
        game.rules.describe(state)
        yield

    def _first_evaluation(self) -> Pieces:
        """Creates an evaluation without stepping it, which loads learnt values."""
        game = games.load(self._ruleset_id)
        params = EvaluatorParams(evaluator_seed=0)
        _ = game.coach
        yield
        if game.play is not None:
            state = game.play.new_game(0, game.play.options())
            # A game whose table is not loaded yet raises; the page fetches the table when it is needed.
            with suppress(ContractError):
                game.evaluation(state, state.active_player_id, params)


@cache
def _order() -> dict[str, dict[str, list[str]]]:
    """By ruleset, the modules of the first screen and of the coach in the order of their imports; natively empty."""
    found: dict[str, dict[str, list[str]]] = json.loads(_ORDER.read_text("utf-8")) if _ORDER.is_file() else {}
    return found


def _modules(package: str, layer: str) -> Iterator[str]:
    """The modules of a layer by name, be it a package or one module; in the browser they are bytecode in the place of sources."""
    folder = Path(import_module(package).__path__[0])
    for file in sorted([*folder.glob(f"{layer}.py*"), *(folder / layer).rglob("*.py*")]):
        if file.parent.name != "__pycache__" and not file.name.startswith("__init__."):
            yield ".".join((package, *file.relative_to(folder).with_suffix("").parts))
