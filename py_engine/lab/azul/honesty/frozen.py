"""The frozen games whose moves are graded, and the order in which their positions are drawn.

``frozen.json`` holds two sets of games, for tuning and for tests, in which the levels Careful (even places) and Strong (odd
places) play against themselves. It was written once, before anything was tuned, by ``freeze``; later versions of the levels
may play otherwise, so it is not written again.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.games.azul.game import GAME
from py_engine.games.azul.rules.play import apply_action, legal_actions, new_game
from py_engine.games.azul.rules.state import RULESET_ID, AzulAction, AzulState, action_of, number_of
from py_engine.lab.core.matches import choice, player
from py_engine.lab.core.moves import MAX_MOVES

__all__ = ["FILE", "LEVELS", "SETS", "Place", "Position", "drawn", "freeze", "position"]

FILE = Path(__file__).with_name("frozen.json")
LEVELS = ("careful", "glance")
SETS = {"tuning": 710_000, "test": 720_000}
"""The seed of each set's first game."""
GAMES = 36
"""Games in a set."""
ORDER_SEED = 18
MANY = 3
"""Positions with fewer moves are left out."""


class FrozenGame(TypedDict):
    """A game as it was played."""

    seed: int
    level: str
    moves: list[int]
    """Numbers of the actions."""


class Place(NamedTuple):
    """A position of a frozen game."""

    game: int
    ply: int


class Position(NamedTuple):
    """A position with the move that was played in it."""

    state: AzulState
    move: AzulAction
    level: str
    third: int
    """The third of the game: 0, 1 or 2."""


def freeze() -> dict[str, list[FrozenGame]]:
    """Plays the games."""
    return {
        name: [_played(first + number, LEVELS[number % 2]) for number in range(GAMES)] for name, first in SETS.items()
    }


def _played(seed: int, level: str) -> FrozenGame:
    params = player(RULESET_ID, level).params
    state, moves = new_game(seed, 0), list[int]()
    while not state.game_over and len(moves) < MAX_MOVES:
        action = AzulAction.model_validate(choice(GAME, state, params, seed, len(moves)))
        moves.append(number_of(action))
        state = apply_action(state, action)
    return {"seed": seed, "level": level, "moves": moves}


@cache
def _games(name: str) -> list[FrozenGame]:
    found: list[FrozenGame] = json.loads(FILE.read_text("utf-8"))[name]
    return found


@cache
def _states(name: str, game: int) -> list[AzulState]:
    """The positions of a game."""
    state, found = new_game(_games(name)[game]["seed"], 0), list[AzulState]()
    for number in _games(name)[game]["moves"]:
        found.append(state)
        state = apply_action(state, action_of(number))
    return found


def drawn(name: str, count: int) -> list[Place]:
    """The first ``count`` positions of a set, in an order drawn once; a larger count continues it."""
    places = [Place(game, ply) for game, each in enumerate(_games(name)) for ply in range(len(each["moves"]))]
    order = np.random.default_rng([ORDER_SEED, SETS[name]]).permutation(len(places))
    found: list[Place] = []
    for number in order.tolist():
        if len(found) == count:
            break
        place = places[number]
        if len(legal_actions(_states(name, place.game)[place.ply])) >= MANY:
            found.append(place)
    return found


def position(name: str, place: Place) -> Position:
    """A position of a set."""
    game = _games(name)[place.game]
    state = _states(name, place.game)[place.ply]
    third = 3 * place.ply // len(game["moves"])
    return Position(state, action_of(game["moves"][place.ply]), game["level"], third)
