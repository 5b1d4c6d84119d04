"""Azul's part of the benchmark: the time of the exact solution of a round with few tiles left."""

from __future__ import annotations

import json
import statistics
from functools import partial
from typing import Any

import numpy as np

from build_tools.bench.common import Row, milliseconds, read
from py_engine import bridge
from py_engine.games.azul.knowledge.value import final_difference
from py_engine.games.azul.rules.batch import Batch, legal_mask, split_action, step
from py_engine.games.azul.rules.scoring import finish_round
from py_engine.games.azul.rules.state import AzulState, to_batch
from py_engine.games.azul.rules.tables import INDEX
from py_engine.games.azul.search.exact import Exact

__all__ = ["native"]

RULESET = "azul_v1_2p"
TILES = (8,)
GAMES = 3
PLENTY = 10_000_000


def _tiles(state: dict[str, Any]) -> int:
    return sum(sum(pile.values()) for pile in (*state["factories"], state["center"]["tiles"]))


def positions() -> dict[int, list[AzulState]]:
    """For each number of tiles: the first position of each round with at most that many left, from greedy games."""
    found: dict[int, list[AzulState]] = {tiles: [] for tiles in TILES}
    for seed in range(GAMES):
        state, before = read(bridge.new_game(RULESET, seed, "{}")), 0
        while not state["game_over"]:
            for tiles in TILES:
                if _tiles(state) <= tiles < before:
                    found[tiles].append(AzulState.model_validate(state))
            before = _tiles(state)
            state = _greedy_move(state)
    return found


def _greedy_move(state: dict[str, Any]) -> dict[str, Any]:
    text, params = json.dumps(state), json.dumps({"evaluator_seed": 1, "evaluator": "greedy"})
    best = read(bridge.evaluate_best_move(text, state["active_player_id"], params))["best_action"]
    moved: dict[str, Any] = read(bridge.apply_action(text, json.dumps(best)))
    return moved


def _solve(state: AzulState) -> None:
    batch = to_batch([state]).without_floor_order()
    actions = np.flatnonzero(legal_mask(batch)[0])
    after = batch.take(np.zeros(len(actions), dtype=INDEX))
    step(after, *split_action(actions))
    player = state.active_player_id

    def value(ends: Batch) -> Any:
        return final_difference(ends, finish_round(ends), player)

    for _ in Exact(after, player, value).solve(PLENTY):
        pass


def native() -> list[Row]:
    """The engine in CPython, on one core."""
    rows: list[Row] = []
    for tiles, states in positions().items():
        spent = [min(milliseconds(partial(_solve, state)) for _ in range(3)) for state in states]
        rows.append((f"Azul: {tiles} tiles left solved, median", "ms", statistics.median(spent)))
        rows.append((f"Azul: {tiles} tiles left solved, p95", "ms", statistics.quantiles(spent, n=20)[-1]))
    return rows
