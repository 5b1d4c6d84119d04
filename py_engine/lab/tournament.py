"""Mirrored games between two players: every deal is played twice, with the sides changed."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from py_engine import games
from py_engine.contract import EvaluatorParams
from py_engine.game import Playable, playable

__all__ = ["Pairing", "Table", "play_pairing"]

MOST_MOVES = 1000
"""Players who never end a game are stopped; it counts as it stands."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players of a two-player game, as evaluator params without a seed, and how often they meet."""

    ruleset_id: str
    first: dict[str, Any]
    second: dict[str, Any]
    deals: int
    seed: int = 0


@dataclass(slots=True)
class Table:
    """Results from the first player's view."""

    wins: float = 0.0
    """Ties count half."""
    games: int = 0
    differences: tuple[float, ...] = ()
    """Mean difference of each deal over its two games."""

    def __str__(self) -> str:
        mean = float(np.mean(self.differences))
        deals = len(self.differences)
        error = float(np.std(self.differences, ddof=1) / np.sqrt(deals)) if deals > 1 else float("nan")
        share = self.wins / self.games
        spread = float(np.sqrt(share * (1 - share) / self.games))
        return f"{100 * share:.0f}% ± {100 * spread:.0f}% of {self.games} games, {mean:+.1f} ± {error:.1f} points"


def play_pairing(pairing: Pairing, processes: int) -> Iterator[Table]:
    """Plays all deals, over several processes; yields the table after every deal."""
    table = Table()
    with ProcessPoolExecutor(processes) as pool:
        for differences in pool.map(_play_deal, [(pairing, deal) for deal in range(pairing.deals)]):
            table.games += len(differences)
            table.wins += sum(1.0 if d > 0 else 0.5 if d == 0 else 0.0 for d in differences)
            table.differences = (*table.differences, sum(differences) / len(differences))
            yield table


def _play_deal(task: tuple[Pairing, int]) -> list[float]:
    """The first player's result with either side of one deal."""
    pairing, deal = task
    game = playable(games.load(pairing.ruleset_id))
    return [_play_game(game, pairing, deal, seat) for seat in range(2)]


def _play_game(game: Playable, pairing: Pairing, deal: int, seat: int) -> float:
    state = game.new_game(pairing.seed + deal, game.options_model())
    for move in range(MOST_MOVES):
        if state.game_over:
            break
        player = state.active_player_id
        chosen = pairing.first if player == seat else pairing.second
        params = EvaluatorParams(evaluator_seed=deal * MOST_MOVES + move, **chosen)
        found = game.evaluation(game.observe(state, player), player, params, None).run() or {}
        state = game.apply_action(state, game.action_model.model_validate(found["best_action"]))
    return float(state.returns[seat] or 0.0)
