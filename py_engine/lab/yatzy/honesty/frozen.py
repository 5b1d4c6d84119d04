"""Frozen games of Yatzy by players who err: alone, and two against each other."""

from __future__ import annotations

from pathlib import Path

from py_engine.games.yatzy.game import GAME
from py_engine.games.yatzy.rules.play import legal_actions, new_game
from py_engine.games.yatzy.rules.state import Options, YatzyState
from py_engine.lab.core.honesty.frozen import Frozen
from py_engine.lab.core.matches import Params

__all__ = ["ALONE", "PLAYERS", "TWO", "freeze"]

PLAYERS: dict[str, Params] = {
    "careless": {"evaluator": "noisy", "evaluator_options": {"scale": 1.5}},
    "club": {"evaluator": "noisy", "evaluator_options": {"scale": 0.35}},
}
"""The levels Beginner and Strong."""
MANY = 12
"""Games in a set."""


def _over(_: YatzyState, state: YatzyState) -> bool:
    return state.game_over is True


def _worthwhile(state: YatzyState) -> bool:
    return len(legal_actions(state)) > 1


_FOLDER = Path(__file__).parent
ALONE = Frozen(
    game=GAME,
    file=_FOLDER / "frozen.json",
    first=lambda seed: new_game(seed, 1, Options()),
    over=_over,
    worthwhile=_worthwhile,
    players=PLAYERS,
)
TWO = Frozen(
    game=GAME,
    file=_FOLDER / "frozen_two.json",
    first=lambda seed: new_game(seed, 2, Options()),
    over=_over,
    worthwhile=_worthwhile,
    players=PLAYERS,
)


def freeze() -> None:
    """Plays the games and writes the files."""
    ALONE.freeze((("careless",), ("club",)), MANY)
    TWO.freeze((("careless", "careless"), ("club", "careless"), ("careless", "club")), MANY)
