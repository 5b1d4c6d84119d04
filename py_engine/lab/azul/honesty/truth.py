"""The true loss of a move in Azul, by two methods that share little with the coach's grade.

*Search*: both moves are searched by a tree with twenty times the coach's work, and solved where that is affordable. The
values at the end of the round are the coach's. *Played*: the rest of the round is played from both moves by searches, in
several ways where it is not solved, and then all are played to the end of the game many times with the same refills (``playing_on``).
Nothing is clamped.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.learnt import FILE
from py_engine.games.azul.knowledge.valuers import LearntValues
from py_engine.games.azul.rules.batch import Batch, legal_mask, split_action, step, tiles_left
from py_engine.games.azul.rules.state import to_batch
from py_engine.games.azul.rules.tables import INDEX
from py_engine.games.azul.search.exact import Exact, TooLargeError
from py_engine.games.azul.search.round_search import RoundSearch, Settings
from py_engine.lab.azul.honesty.frozen import Place, position
from py_engine.lab.azul.playing_on import final_differences
from py_engine.lab.core.honesty.cases import Truth
from py_engine.lab.core.versions import require_same, version

__all__ = [
    "TWENTYFOLD",
    "PlayTask",
    "SearchTask",
    "ended",
    "engine",
    "played",
    "played_loss",
    "searched",
    "searched_loss",
]

TWENTYFOLD = 1_200_000
"""Moves valued: twenty times what 250 ms in Chromium allow."""
NODES = 100_000
"""Size of the tree, so that nothing is discarded."""
SOLVED_BELOW = 30_000
"""Expected number of positions from which the round is not solved."""
CONTINUED = tuple(range(10, 34))
"""Passes of the searches that play the rest of the round, each number of them slightly differently. By one way, a true loss has a standard
deviation of 3.6 points with 17 to 20 tiles on the table, and of 1.2 with 9 to 12 (``docs/laboratory/azul.md``)."""
NEIGHBOURS = 4
"""Ways in a row that count as one in the error of a true loss: with hardly more passes, a search often plays on in the same way."""
GAMES = 240
"""Number of games played out after a move, in equal parts after each way to play the round."""
ALIKE = 8
"""Tiles on the table up to which the rest of the round is played in one way only: it is solved."""

_COACH = ("py_engine.games.azul.game", "py_engine.lab.core.evaluations", "py_engine.lab.core.matches")
"""Modules that import the coach to play and freeze games. True losses do not depend on them or on the coach."""


class SearchTask(TypedDict):
    """Moves of a position to search."""

    set: str
    place: list[int]
    moves: list[int]
    """Numbers of the actions."""
    engine: str
    """The version of what searches."""


class PlayTask(TypedDict):
    """A move to play on from."""

    set: str
    place: list[int]
    move: int
    engine: str
    """The version of what plays."""


def engine() -> str:
    """A hash of everything that determines true losses, including the learnt values; what the coach says is no part of it."""
    return version(__name__, but=_COACH, data=[FILE])


def searched(task: SearchTask) -> list[float]:
    """The values of moves for the player to move, by twenty times the coach's work."""
    root = _root(task)
    legal = np.flatnonzero(legal_mask(root)[0]).astype(INDEX)
    lanes = [int(np.flatnonzero(legal == move)[0]) for move in task["moves"]]
    exact = _solved(root, legal, lanes)
    if exact is not None:
        return exact
    search = RoundSearch(root, LearntValues(root), Settings(), NODES)
    search.favoured[lanes] = True
    while not (search.closed or search.full) and search.work + search.max_moves <= TWENTYFOLD:
        search.grow(TWENTYFOLD - search.work)
    values, _ = search.root_values()
    return [float(values[lane]) for lane in lanes]


def _solved(root: Batch, legal: Array, lanes: list[int]) -> list[float] | None:
    """The exact values of moves for the player to move; None if the round is too large to solve.

    Args:
        root: The position, a batch of one.
        legal: (L,) the numbers of its legal actions.
        lanes: Indices into ``legal`` of the moves to value.
    """
    after = root.take(np.zeros(len(legal), dtype=INDEX))
    step(after, *split_action(legal))
    player, valuer = int(root.front[0]), LearntValues(root)

    def worth(batch: Batch) -> Array:
        values = valuer.ends(batch).astype(np.float64)
        return np.where(batch.front == player, values, -values)

    try:
        exact = Exact(after, player, worth)
        if exact.expected > SOLVED_BELOW:
            return None
        for lane in lanes:
            for _ in exact.solve_one(lane, NODES):
                pass
    except TooLargeError:
        return None
    return [float(exact.low[lane]) for lane in lanes]


def searched_loss(values: list[float]) -> Truth:
    """The loss of the second move against the first, by ``searched``."""
    return Truth(values[0] - values[1], 0.0)


def played(task: PlayTask) -> list[list[int]]:
    """(W, G) final differences for the player to move, by way to play the rest of the round and game.

    Game g of way w has the same refills after every move of the position.
    """
    root = _root(task)
    ends = ended(root, task["move"])
    games = final_differences(ends, GAMES // len(ends), task["place"], together=1)
    found: list[list[int]] = (games if int(root.front[0]) == 0 else -games).astype(np.int64).tolist()
    return found


def _root(task: SearchTask | PlayTask) -> Batch:
    """The position of a task as a batch of one.

    Raises:
        LabError: the engine here differs from the task's version.
    """
    require_same(task["engine"], engine())
    return to_batch([position(task["set"], Place(*task["place"])).state]).without_floor_order()


def ended(root: Batch, move: int) -> list[Batch]:
    """The drafted-out positions after a move, by way to play the rest of the round."""
    return _ended(root, move, CONTINUED if tiles_left(root)[0] > ALIKE else CONTINUED[-1:])


def _ended(root: Batch, move: int, passes: Sequence[int]) -> list[Batch]:
    """The drafted-out positions after a move, with a search for every other move of the round; by its passes."""
    batch = root.take(np.zeros(1, dtype=INDEX))
    step(batch, *split_action(np.array([move], dtype=INDEX)))
    if not tiles_left(batch)[0]:
        return [batch] * len(passes)
    chosen = _choices(batch, passes)
    found: dict[int, Batch] = {}
    for each in sorted(set(chosen)):
        where = [number for number, other in enumerate(chosen) if other == each]
        found.update(zip(where, _ended(batch, each, [passes[number] for number in where]), strict=True))
    return [found[number] for number in range(len(passes))]


def _choices(batch: Batch, passes: Sequence[int]) -> list[int]:
    """The moves that a search chooses after each number of passes, from the lowest to the highest: one search that goes on."""
    search = RoundSearch(batch, LearntValues(batch), Settings())
    done, chosen = 0, []
    for wanted in passes:
        while done < wanted and not (search.closed or search.full):
            search.grow()
            done += 1
        values, visits = search.root_values()
        # A move counts if its value is settled or it has at least an eighth of the visits of the most visited one.
        trusted = search.settled() | (8 * visits >= visits.max())
        chosen.append(int(search.actions[int(np.where(trusted, values, -np.inf).argmax())]))
    return chosen


def played_loss(pick: list[list[int]], move: list[list[int]]) -> Truth:
    """The loss of a move against the pick, by ``played``, with the error of the games and of the ways to play the round."""
    gaps = np.array(pick, dtype=np.float64) - np.array(move, dtype=np.float64)
    variance = float(gaps.var(axis=1, ddof=1).mean()) / gaps.size
    if len(gaps) > 1:
        # With several ways, their spread counts too where it is larger than that of the games.
        alike = gaps.reshape(len(gaps) // NEIGHBOURS, -1).mean(axis=1)
        variance = max(variance, float(alike.var(ddof=1)) / len(alike))
    return Truth(float(gaps.mean()), math.sqrt(variance))
