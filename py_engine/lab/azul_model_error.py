"""How far Azul's search, in the coach's time, is from a search thirty times as large: its error beyond chance.

Positions come from games of the greedy and the searching player; in each, a plausible move is graded by both.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from py_engine.contract import EvaluatorParams
from py_engine.games.azul.game import GAME
from py_engine.games.azul.state import AzulAction, AzulState
from py_engine.lab.ledger import origin

__all__ = ["BANDS_OF_TILES", "Sample", "samples", "table", "tasks"]

BANDS_OF_TILES = (5, 8, 11, 14, 17, 20)
"""Upper ends of the classes of tiles left on the table."""
WORK = 15_000
"""What the coach's 250 ms allow in the browser."""
REFERENCE: dict[str, Any] = {
    "max_work": 30 * WORK,
    "evaluator_options": {"root_width": 12, "widths": [14, 9, 7, 4], "solve_tiles": 20},
}
_CLOCKLESS = {"evaluator": "search", "time_budget_ms": 600_000, "rollouts_per_action": 1_000_000}


class Sample(NamedTuple):
    """One graded move: tiles on the table, and its delta in the coach's time and by the reference."""

    tiles: int
    delta: float
    reference: float
    solved: bool


def tasks(games: int) -> list[dict[str, Any]]:
    """What ``samples`` is to do: the seed of each game, and the version of the engine that plays."""
    return [{"seed": seed, "engine": origin("azul")} for seed in range(games)]


def samples(task: dict[str, Any]) -> list[Sample]:
    """The samples of a game."""
    seed = task["seed"]
    generator = np.random.default_rng(seed)
    state: AzulState = GAME.new_game(seed, GAME.options_model())
    found = []
    while not state.game_over and state.round_number < 6:
        quick = _evaluate(state, None, {"max_work": 3_000})
        if generator.random() < 0.12 and len(quick["candidates"]) > 2:
            found.append(_sample(state, quick["candidates"][int(generator.integers(1, 4)) % len(quick["candidates"])]))
        greedy = {"evaluator": "greedy", "evaluator_seed": int(generator.integers(2**31))}
        best = quick if generator.random() < 0.7 else _evaluate(state, None, greedy)
        state = GAME.apply_action(state, AzulAction.model_validate(best["best_action"]))
    return found


def _sample(state: AzulState, candidate: dict[str, Any]) -> Sample:
    action = AzulAction.model_validate(candidate["action"])
    coach = _evaluate(state, action, {"max_work": WORK})
    reference = _evaluate(state, action, REFERENCE)
    tiles = sum(sum(pile.values()) for pile in (*state.factories, state.center.tiles))
    return Sample(tiles, coach["delta_ev"], reference["delta_ev"], bool(coach["metadata"]["round_solved"]))


def _evaluate(state: AzulState, action: AzulAction | None, params: dict[str, Any]) -> dict[str, Any]:
    asked = EvaluatorParams.model_validate({"evaluator_seed": 1, **_CLOCKLESS, **params})
    return GAME.evaluation(state, state.active_player_id, asked, action).run() or {}


def table(graded: list[Sample]) -> str:
    """Root mean square difference by tiles left, of the grades that were not solved."""
    lines = ["tiles   grades  solved  difference (points)"]
    low = 0
    for high in BANDS_OF_TILES:
        band = [s for s in graded if low < s.tiles <= high]
        open_ones = [s.delta - s.reference for s in band if not s.solved]
        rms = f"{float(np.sqrt(np.mean(np.square(open_ones)))):.2f}" if open_ones else "-"
        lines.append(f"{low + 1:2d}-{high:2d}  {len(band):6d}  {sum(s.solved for s in band):6d}  {rms}")
        low = high
    return "\n".join(lines)
