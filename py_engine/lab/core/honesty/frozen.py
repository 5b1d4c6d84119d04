"""Frozen games whose moves are graded, in two sets, and the order in which their decisions are drawn.

The games of a study lie beside it as JSON: their seeds, who played them, and the moves as places in the fixed order of legal
actions. They were written once, by ``freeze``, before anything was chosen by them; later versions of the players may play otherwise,
so the files are not written again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypedDict

import numpy as np
from pydantic import JsonValue

from py_engine.core.game import Game, playing
from py_engine.core.request import A, S
from py_engine.lab.core.evaluations import evaluated
from py_engine.lab.core.matches import Params
from py_engine.lab.core.moves import evaluator_seed

__all__ = ["SETS", "Decision", "Frozen", "FrozenGame", "Place"]

SETS = {"tuning": 810_000, "test": 820_000}
"""The seed of each set's first game."""
ORDER_SEED = 18


class FrozenGame(TypedDict):
    """A game as it was played."""

    seed: int
    players: list[str]
    """By seat."""
    moves: list[int]
    """Places of the actions among the legal ones."""


class Place(NamedTuple):
    """A decision of a frozen game."""

    game: int
    move: int


class Decision(NamedTuple, Generic[S]):
    """A position with the move that was made in it."""

    state: S
    action: JsonValue
    player: str
    third: int
    """The third of the game: 0, 1 or 2."""


@dataclass(frozen=True, kw_only=True)
class Frozen(Generic[S, A]):
    """The frozen games of a study."""

    game: Game[S, A]
    file: Path
    first: Callable[[int], S]
    """The first state of the game with a seed."""
    over: Callable[[S, S], bool]
    """Whether the game, or the part of it that is frozen, has ended: by its first state and the present one."""
    worthwhile: Callable[[S], bool]
    """Whether a position offers a choice that is worth grading."""
    players: Mapping[str, Params] = field(default_factory=dict)
    """Who plays, by name."""
    _known: dict[tuple[str, int], list[S]] = field(default_factory=dict)
    _read: dict[str, list[FrozenGame]] = field(default_factory=dict)

    def freeze(self, seats: Sequence[Sequence[str]], games: int) -> None:
        """Plays the games and writes the file.

        Args:
            seats: Who sits where; the games take turns.
            games: Games in a set.
        """
        found = {
            name: [self._played(first + number, seats[number % len(seats)]) for number in range(games)]
            for name, first in SETS.items()
        }
        sets = (f'"{name}": [\n' + ",\n".join(map(_line, rows)) + "\n]" for name, rows in found.items())
        self.file.write_text("{" + ",\n".join(sets) + "}\n", "utf-8")

    def _played(self, seed: int, seats: Sequence[str]) -> FrozenGame:
        state, moves = self.first(seed), list[int]()
        start = state
        while not self.over(start, state):
            params = self.players[seats[state.active_player_id]]
            chosen = evaluated(self.game, state, {"evaluator_seed": evaluator_seed(seed, len(moves)), **params})
            legal = list(self.game.rules.legal_actions(state))
            moves.append(legal.index(chosen.best_action))
            state = self._after(state, chosen.best_action)
        return {"seed": seed, "players": list(seats), "moves": moves}

    def _after(self, state: S, action: JsonValue) -> S:
        return playing(self.game).apply_action(state, self.game.action.model_validate(action))

    def games(self, name: str) -> list[FrozenGame]:
        """The games of a set."""
        if name not in self._read:
            self._read.update(json.loads(self.file.read_text("utf-8")))
        return self._read[name]

    def states(self, name: str, game: int) -> list[S]:
        """The positions of a game."""
        if (name, game) not in self._known:
            frozen = self.games(name)[game]
            state, found = self.first(frozen["seed"]), list[S]()
            for move in frozen["moves"]:
                found.append(state)
                state = self._after(state, self.game.rules.legal_actions(state)[move])
            self._known[name, game] = found
        return self._known[name, game]

    def drawn(self, name: str, count: int) -> list[Place]:
        """The first ``count`` decisions of a set, in an order drawn once; a larger count continues it."""
        places = [Place(game, at) for game, each in enumerate(self.games(name)) for at in range(len(each["moves"]))]
        order = np.random.default_rng([ORDER_SEED, SETS[name]]).permutation(len(places))
        found: list[Place] = []
        for number in order.tolist():
            if len(found) == count:
                break
            place = places[number]
            if self.worthwhile(self.states(name, place.game)[place.move]):
                found.append(place)
        return found

    def decision(self, name: str, place: Sequence[int]) -> Decision[S]:
        """A decision of a set."""
        number, at = place
        game, state = self.games(name)[number], self.states(name, number)[at]
        action = self.game.rules.legal_actions(state)[game["moves"][at]]
        return Decision(state, action, game["players"][state.active_player_id], 3 * at // len(game["moves"]))


def _line(game: FrozenGame) -> str:
    data: Any = dict(game)
    return json.dumps(data, separators=(",", ":"))
