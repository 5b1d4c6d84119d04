"""How precisely two ends of a round of Azul are compared: by learnt values, by the next round, and by both.

Two plausible moves of a frozen position are followed to the end of the round by the highest-valued moves. The truth is the mean of
games played out from both ends with the same refills. The factors are in ``games/azul/knowledge/model_error.py``.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.learnt import FILE
from py_engine.games.azul.knowledge.model_error import End, correction_weight, difference_error
from py_engine.games.azul.knowledge.valuers import LearntValues
from py_engine.games.azul.rules.state import to_batch
from py_engine.games.azul.search.compare.compared import USUAL_SPREAD, USUAL_WEIGHT
from py_engine.games.azul.search.compare.next_round import MAX_REFILLS, NextRound, end_key
from py_engine.games.azul.search.lines import followed
from py_engine.lab.azul.honesty.frozen import Place, drawn, position
from py_engine.lab.azul.playing_on import final_differences
from py_engine.lab.core.honesty.cases import Z68, Z95
from py_engine.lab.core.versions import require_same, version
from py_engine.lab.core.writing import Rows

__all__ = ["EndTask", "Pair", "end_rows", "end_tasks", "pair"]

GAMES = 160
PLAUSIBLE = 6
ROUNDS = 4


class EndTask(TypedDict):
    """A position two of whose moves are followed."""

    set: str
    place: list[int]
    engine: str
    """The version of what follows and plays."""


class Pair(NamedTuple):
    """Two ends of a round: differences in points, the first minus the second."""

    round_number: int
    learnt: float
    played: float
    """Mean over games played out."""
    variance: float
    """Variance of that mean."""
    next_round: list[float]
    """By refill, at the end of the next round."""


def end_tasks(name: str, count: int) -> list[EndTask]:
    """Tasks for ``pair``."""
    return [{"set": name, "place": list(place), "engine": engine()} for place in drawn(name, count)]


def engine() -> str:
    """A hash of everything that determines a pair, including the learnt values."""
    return version(__name__, data=[FILE])


def pair(task: EndTask) -> Pair | None:
    """Two ends of the round from a position; None if they are the same, or the game ends with both."""
    require_same(task["engine"], engine())
    root = to_batch([position(task["set"], Place(*task["place"])).state]).without_floor_order()
    valuer, player = LearntValues(root), int(root.front[0])
    found = valuer.moves(root)
    order = np.argsort(-found.values, kind="stable")[:PLAUSIBLE].tolist()
    other = int(np.random.default_rng([*task["place"], 1]).integers(1, len(order)))
    lines = followed(root, [[int(found.actions[order[n]])] for n in (0, other)], valuer, player)
    ends = [line.end for line in lines]
    if end_key(ends[0]) == end_key(ends[1]) or all(line.features["game_ends"] for line in lines):
        return None
    final = final_differences(ends, GAMES, [*task["place"], 2])
    gaps = (final[0] - final[1]) * (1 if player == 0 else -1)
    after = _finished(NextRound(player).played(ends, 0, MAX_REFILLS))
    return Pair(
        int(root.round_number[0]),
        lines[0].worth - lines[1].worth,
        float(gaps.mean()),
        float(gaps.var()) / (GAMES - 1),
        (after[0] - after[1]).tolist(),
    )


def _finished(playing: Generator[None, None, Array]) -> Array:
    """What a generator returns."""
    while True:
        try:
            next(playing)
        except StopIteration as stopped:
            found: Array = stopped.value
            return found


def end_rows(found: Sequence[Pair], refills: int) -> Rows:
    """The errors by round: of learnt values, of the next round, of both, and how often the stated error holds the truth."""
    rows = [["round", "pairs", "learnt", "next round", "both", "stated", "within 68 %", "within 95 %"]]
    for number in (*range(1, ROUNDS + 1), 0):
        here = [each for each in found if number in {0, min(each.round_number, ROUNDS)}]
        if here:
            rows.append([str(number) if number else "all", str(len(here)), *_row(here, refills)])
    return rows


def _row(found: Sequence[Pair], refills: int) -> list[str]:
    learnt, following, both, stated, noise = [], [], [], [], []
    for each in found:
        seen = np.array(each.next_round[:refills], dtype=np.float64)
        weight = correction_weight(each.round_number, refills)
        squares = float(seen.var()) * refills + USUAL_WEIGHT * USUAL_SPREAD * USUAL_SPREAD
        spread = math.sqrt(squares / (refills - 1 + USUAL_WEIGHT))
        learnt.append(each.learnt - each.played)
        following.append(float(seen.mean()) - each.played)
        both.append((1 - weight) * each.learnt + weight * float(seen.mean()) - each.played)
        stated.append(difference_error(each.round_number, settled=True, end=End(2, refills, spread)))
        noise.append(each.variance)
    errors, variance = np.array(both), np.array(noise)
    width = np.sqrt(np.array(stated) ** 2 + variance)
    shares = [float(np.mean(np.abs(errors) <= z * width)) for z in (Z68, Z95)]
    beyond = [math.sqrt(max(0.0, float(np.mean(np.array(row) ** 2 - variance)))) for row in (learnt, following, both)]
    root = math.sqrt(float(np.mean(np.array(stated) ** 2)))
    return [*(f"{value:.2f}" for value in (*beyond, root)), *(f"{100 * share:.0f}" for share in shares)]
