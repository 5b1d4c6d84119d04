"""Mirrored games of Azul between players: every deal is played twice, with the same bags and the sides swapped."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.games.azul.game import GAME
from py_engine.games.azul.rules.play import apply_action, new_game
from py_engine.games.azul.rules.state import AzulAction, AzulOptions, AzulState
from py_engine.lab.azul import earlier
from py_engine.lab.core.matches import Params, Player, choice
from py_engine.lab.core.moves import MAX_MOVES
from py_engine.lab.core.statistics import Mean, mean_of
from py_engine.lab.core.versions import engine_of, require_same

__all__ = ["Game", "Played", "Side", "Standing", "play_game"]


class Game(TypedDict):
    """A game to play."""

    players: list[Params]
    """The starting player and the other one, as evaluator params without a seed."""
    seed: int
    """Determines the tiles drawn from the bag."""
    engine: str
    """The version of the engine that plays."""


class Played(TypedDict):
    """The result of a game, by player."""

    scores: list[int]
    wins: list[float]
    """1 for the winner, a half each for a tie."""
    moves: list[int]
    milliseconds: list[float]
    """Total time of all moves; nothing else depends on the machine."""


def play_game(task: Game) -> Played:
    """Plays a game.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    require_same(task["engine"], engine_of("azul"))
    state = new_game(task["seed"], AzulOptions().first_player)
    moves, milliseconds = [0, 0], [0.0, 0.0]
    for move in range(MAX_MOVES):
        if state.game_over:
            break
        turn = state.active_player_id
        began = time.perf_counter()
        params = task["players"][turn]
        asked = (params, task["seed"], move)
        action = earlier.choice(state, *asked) if "outside" in params else choice(GAME, state, *asked)
        milliseconds[turn] += (time.perf_counter() - began) * 1000
        moves[turn] += 1
        state = apply_action(state, AzulAction.model_validate(action))
    return {
        "scores": [each.score for each in state.players],
        "wins": _wins(state),
        "moves": moves,
        "milliseconds": milliseconds,
    }


def _wins(state: AzulState) -> list[float]:
    """Wins by player; a game stopped because players never end it counts as a tie."""
    winner = state.last_events[-1]["winner"] if state.game_over else None
    return [0.5, 0.5] if winner is None else [float(winner == player) for player in range(2)]


class Side(NamedTuple):
    """One player's moves in a pairing."""

    moves: float
    """Mean number of moves per game."""
    milliseconds: float
    """Mean time per move."""


@dataclass(slots=True)
class Standing:
    """The results of a pairing so far, from the first player's view.

    Deals are the independent unit: the two games of a deal share the tiles drawn from the bag.
    """

    first: Player
    second: Player
    games: dict[int, dict[int, Played]] = field(default_factory=dict)
    """Games by seed and seat of the first player."""

    def tasks(self, seeds: Sequence[int]) -> list[tuple[int, int, Game]]:
        """Two games for each seed: the seed, the first player's seat, and the game."""
        sides = [self.first.params, self.second.params]
        return [
            (seed, seat, {"players": sides[::-1] if seat else sides, "seed": seed, "engine": engine_of("azul")})
            for seed in seeds
            for seat in range(2)
        ]

    def add(self, seed: int, seat: int, played: Played) -> None:
        """Adds a game."""
        self.games.setdefault(seed, {})[seat] = played

    def _deals(self) -> list[dict[int, Played]]:
        return [games for games in self.games.values() if len(games) == 2]

    def share(self) -> Mean:
        """Games won, in per cent, ties counting half; the standard error is over deals."""
        return mean_of([50 * (games[0]["wins"][0] + games[1]["wins"][1]) for games in self._deals()])

    def difference(self) -> Mean:
        """Mean lead over the second player per game, in points; the standard error is over deals."""
        return mean_of([(_lead(games[0], 0) + _lead(games[1], 1)) / 2 for games in self._deals()])

    def doubt(self) -> float:
        """The standard error of ``share`` with two more deals added, one won and one lost; infinite without any deal.

        Without them, a player who has won every game so far would have no error, which alone must not end a measurement
        (Agresti and Coull, 1998, add two of each for an interval).
        """
        shares = [50 * (games[0]["wins"][0] + games[1]["wins"][1]) for games in self._deals()]
        return mean_of([*shares, 0.0, 100.0]).error if shares else float("inf")

    def side(self, number: int) -> Side:
        """Statistics of the first player's moves (0) or the second's (1)."""
        own = [(played, seat ^ number) for games in self.games.values() for seat, played in games.items()]
        moves = [played["moves"][place] for played, place in own]
        spent = [played["milliseconds"][place] for played, place in own]
        return Side(float(np.mean(moves)), float(np.sum(spent) / max(1, np.sum(moves))))


def _lead(played: Played, player: int) -> int:
    return played["scores"][player] - played["scores"][1 - player]
