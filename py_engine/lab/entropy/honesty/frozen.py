"""Frozen games of Entropy between the levels Intermediate and Strong."""

from __future__ import annotations

from pathlib import Path

from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.rules.play import legal_actions, new_game
from py_engine.games.entropy.rules.state import EntropyState, Options
from py_engine.lab.core.honesty.frozen import Frozen
from py_engine.lab.core.matches import Params

__all__ = ["GAMES", "PLAYERS", "freeze"]

PLAYERS: dict[str, Params] = {"greedy2": {"evaluator": "greedy2"}, "ev2": {"evaluator": "ev2"}}
SEATED = (("greedy2", "greedy2"), ("ev2", "ev2"), ("greedy2", "ev2"), ("ev2", "greedy2"))
MANY = 12
"""Games in a set."""
FEW = 3
"""Positions with fewer moves are left out."""


GAMES = Frozen(
    game=GAME,
    file=Path(__file__).with_name("frozen.json"),
    first=lambda seed: new_game(seed, Options()),
    over=lambda _, state: state.game_over is True,
    worthwhile=lambda state: len(legal_actions(state)) >= FEW,
    players=PLAYERS,
)


def freeze() -> None:
    """Plays the games and writes the file."""
    GAMES.freeze(SEATED, MANY)


def is_order(state: EntropyState) -> bool:
    """Whether Order is to move."""
    return state.active_player_id == 0
