"""Getting a game ready while the person reads its form: its modules are imported and a first screen is tried, in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from py_engine import games
from py_engine.core.contract import ContractError, EvaluatorParams
from py_engine.core.evaluation import Job, Pieces

__all__ = ["LAYERS", "Preparation"]

LAYERS = ("rules", "knowledge", "policies", "search", "coaching")
"""The layers of a game, lowest first; what stands directly in its folder is above them. A small game lacks some."""


class Preparation(Job[None]):
    """Imports all of a game, a module in a piece, and has no result.

    Nobody waits for it: what it has not come to is imported when it is needed.

    Raises:
        ContractError: UNKNOWN_RULESET.
    """

    def __init__(self, ruleset_id: object) -> None:
        super().__init__()
        self._package = games.package(ruleset_id)
        self._ruleset_id = ruleset_id
        self._layers_done = 0

    @property
    def progress(self) -> float:
        """By layers."""
        return 1.0 if self.done else self._layers_done / (len(LAYERS) + 1)

    def result(self) -> None:
        """None: nothing is found out."""

    def work(self) -> Pieces:
        """First the rules and a first screen, which is what is asked next; then what the coach is made of."""
        # Numpy imports it when it is first asked for, which is a good part of a first screen.
        import_module("numpy.random")
        yield
        yield from self._import(LAYERS[0])
        yield from self._first_screen()
        for layer in LAYERS[1:]:
            yield from self._import(layer)
        yield from self._first_evaluation()

    def _import(self, layer: str) -> Pieces:
        for module in _modules(self._package, layer):
            import_module(module)
            yield
        self._layers_done += 1

    def _first_screen(self) -> Pieces:
        """Makes a game and asks what the page asks of it: models and tables are built when they are first used."""
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
        """Asks for an evaluation without working on it: what was learnt is read then."""
        game = games.load(self._ruleset_id)
        params = EvaluatorParams(evaluator_seed=0)
        _ = game.coach
        yield
        if game.play is not None:
            state = game.play.new_game(0, game.play.options())
            # A game whose table is not here yet refuses; that is fetched when somebody asks in earnest.
            with suppress(ContractError):
                game.evaluation(state, state.active_player_id, params)


def _modules(package: str, layer: str) -> Iterator[str]:
    """The modules of a layer by name, be it a package or one module; in the browser they are bytecode in the place of sources."""
    folder = Path(import_module(package).__path__[0])
    for file in sorted([*folder.glob(f"{layer}.py*"), *(folder / layer).rglob("*.py*")]):
        if file.parent.name != "__pycache__" and not file.name.startswith("__init__."):
            yield ".".join((package, *file.relative_to(folder).with_suffix("").parts))
