"""How well Azul's search holds its value: by how much it changes between two turns of a player in one round.

Rounds are played by the search against itself, from starts that do not depend on it: the rounds before are played by the
highest learnt value of a move. Both sides play what the search calls best, so that an ideal value would not change.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.game import GAME
from py_engine.games.azul.knowledge.valuers import LearntValues, highest_valued
from py_engine.games.azul.rules.play import apply_action, new_game
from py_engine.games.azul.rules.state import AzulAction, AzulState, action_of, to_batch
from py_engine.lab.azul.playing_on import CLOCKLESS
from py_engine.lab.core.evaluations import evaluated
from py_engine.lab.core.spread import report
from py_engine.lab.core.versions import engine_of, require_same

__all__ = ["Change", "Task", "changes", "table_rows", "tasks"]

LAST_ROUND = 8
LARGE, VERY_LARGE = 2.0, 4.0
"""Points."""
TILES = ((16, 20), (11, 15), (1, 10))


class Change(NamedTuple):
    """A player's value at one turn and the next, in the same round."""

    round_number: int
    tiles: int
    """Number of tiles on the table at the first turn."""
    points: float
    """Value at the second turn minus that at the first."""


class Task(TypedDict):
    """A game whose rounds are played."""

    seed: int
    work: int
    engine: str
    """The version of the engine being measured."""


def tasks(games: int, first: int, work: int) -> list[Task]:
    """Tasks for ``changes``.

    Args:
        games: Number of games.
        first: Seed of the first game.
        work: Moves valued per search.
    """
    return [{"seed": seed, "work": work, "engine": engine_of("azul")} for seed in range(first, first + games)]


def changes(task: Task) -> list[Change]:
    """The changes in all rounds of a game.

    Raises:
        LabError: the engine here differs from the task's.
    """
    require_same(task["engine"], engine_of("azul"))
    return [change for state in _starts(task["seed"]) for change in _in_round(state, task["work"])]


def _starts(seed: int) -> Generator[AzulState, None, None]:
    """The starts of a game's rounds."""
    state, known = new_game(seed, 0), 0
    while not state.game_over and state.round_number <= LAST_ROUND:
        if state.round_number != known:
            known = state.round_number
            yield state
            report(min(0.99, known / 5))
        root = to_batch([state]).without_floor_order()
        state = apply_action(state, action_of(int(highest_valued(LearntValues(root).moves(root))[0])))


def _in_round(state: AzulState, work: int) -> Generator[Change, None, None]:
    number = state.round_number
    last: dict[int, tuple[int, float]] = {}
    while not state.game_over and state.round_number == number:
        found = evaluated(GAME, state, CLOCKLESS | {"max_work": work, "shortlist_size": 1})
        player = state.active_player_id
        if player in last:
            tiles, value = last[player]
            yield Change(number, tiles, found.best_action_ev - value)
        last[player] = (
            sum(sum(pile.values()) for pile in (*state.factories, state.center.tiles)),
            found.best_action_ev,
        )
        state = apply_action(state, AzulAction.model_validate(found.best_action))


def table_rows(found: list[Change]) -> list[list[str]]:
    """The rows of the table: shares of falls and rises, by tiles on the table and by round."""
    groups = [("all", found)]
    groups += [(f"{low}-{high} tiles", [c for c in found if low <= c.tiles <= high]) for low, high in TILES]
    last = max((change.round_number for change in found), default=0)
    groups += [(f"round {number}", [c for c in found if c.round_number == number]) for number in range(1, last + 1)]
    head = [
        "",
        "cases",
        "falls over 2, %",
        "falls over 4, %",
        "rises over 2, %",
        "rises over 4, %",
        "mean",
        "worst fall",
    ]
    return [head, *(_row(name, np.array([c.points for c in group])) for name, group in groups if group)]


def _row(name: str, points: Array) -> list[str]:
    shares = [points < -LARGE, points < -VERY_LARGE, points > LARGE, points > VERY_LARGE]
    written = [f"{100 * float(share.mean()):.2f}" for share in shares]
    # Adding 0 turns a rounded -0.0 into 0.0.
    mean, worst = round(float(points.mean()), 2) + 0.0, round(min(0.0, float(points.min())), 1) + 0.0
    return [name, f"{len(points):,}", *written, f"{mean:+.2f}", f"{worst:.1f}"]
