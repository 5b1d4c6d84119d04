"""What the lines that are shown say of points for which good lines agree in no cause: the rows and floor lines on which these two differ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from py_engine.core.results import Candidate, Result
from py_engine.core.text import listed, points
from py_engine.games.azul.coaching.bullets import POINTS_THRESHOLD, Bullet
from py_engine.games.azul.coaching.causes import Cause
from py_engine.games.azul.coaching.rows import Row, row_beside
from py_engine.games.azul.search.lines import Apart

__all__ = ["covered", "not_borne_out", "shown_rows"]

MOST_OPEN = 0.5
"""Share of the loss, or of the points in question, by which the ends of the lines may miss the loss; beyond that they say nothing of either."""
NEAR = 0.5
"""Share of some points by which rows may miss them and still say where most of them are."""
MOST_ROWS = 2
TILED, FLOOR = -1, -2
"""Stand for all rows of a board that are complete after either move, which alone bring points when tiles go to the wall, and for its floor line."""
_COVERS: dict[str, tuple[tuple[bool, int], ...]] = {
    "line_completion": ((True, TILED),),
    "adjacency": ((True, TILED),),
    "floor_penalty": ((True, FLOOR),),
    "denial": ((False, TILED), (False, FLOOR)),
    "opponent_bonuses": ((False, TILED),),
}
"""What the points of bullets by category are a part of."""


class _Item(NamedTuple):
    """A row or a floor line on which the lines differ."""

    points: float
    """In the player's favour."""
    text: str
    named_by: frozenset[tuple[bool, int | None]]
    """What would name its points already; see ``covered``."""


def covered(cause: Cause | None, bullets: Sequence[Bullet]) -> set[tuple[bool, int | None]]:
    """What sentences name the points of: the player's own or not, and which row, ``TILED``, ``FLOOR``, or None for the whole board."""
    found = set(() if cause is None else cause.covers)
    for bullet in bullets:
        found.update(bullet.covers)
        if bullet.lost and not bullet.covers:
            found.update(_COVERS.get(bullet.category, ()))
    return found


def shown_rows(graded: Result, amount: float, said: set[tuple[bool, int | None]]) -> str:
    """The one or two rows or floor lines that most of some points are on in the lines shown, as a sentence after a space; empty if none are.

    Args:
        graded: The result.
        amount: The points, in the player's favour if above 0.
        said: What is named already; see ``covered``.
    """
    apart = graded.evidence
    if not isinstance(apart, Apart) or abs(_open(graded)) > MOST_OPEN * max(abs(amount), -(graded.delta_ev or 0.0)):
        return ""
    rows = [_of_row(Row(each.points, own=True, part=each)) for each in apart.shown[0]]
    rows += [_of_row(Row(-each.points, own=False, part=each)) for each in apart.shown[1]]
    free = [
        each for each in [*rows, *_floors(graded)] if abs(each.points) >= POINTS_THRESHOLD and not each.named_by & said
    ]
    for count in range(1, MOST_ROWS + 1):
        found = min(combinations(free, count), key=lambda some: _miss(some, amount), default=())
        if found and _miss(found, amount) <= NEAR * abs(amount):
            ordered = sorted(found, key=lambda each: -each.points * math.copysign(1.0, amount))
            return f" In the lines shown, {listed([each.text for each in ordered])}."
    return ""


def _of_row(row: Row) -> _Item:
    part = row.part
    tiled = any(content is not None and content.complete for content in (part.mine, part.other))
    places = [(row.own, None), (row.own, part.row), *([(row.own, TILED)] if tiled else [])]
    return _Item(row.points, row_beside(row), frozenset(places))


def _floors(graded: Result) -> list[_Item]:
    """The floor lines of both players."""
    found = []
    for own, code, whose in (
        (True, "penalties", "your floor line costs"),
        (False, "opponent_penalties", "your opponent's floor line costs them"),
    ):
        user, best = (_part(graded.candidate(each), code) for each in (graded.user_action, graded.best_action))
        more = best - user if own else user - best
        text = f"{whose} {points(abs(more))} {'more' if more > 0 else 'less'}"
        found.append(_Item(user - best, text, frozenset({(own, None), (own, FLOOR)})))
    return found


def _miss(items: Sequence[_Item], amount: float) -> float:
    return abs(math.fsum(each.points for each in items) - amount)


def _part(candidate: Candidate, code: str) -> float:
    return next((each.value for each in candidate.reasons if each.code == code), 0.0)


def _rest(candidate: Candidate) -> float:
    """What a move is worth beyond the end of its line."""
    return _part(candidate, "unresolved")


def _open(graded: Result) -> float:
    """By how much the values of the two moves differ beyond what the ends of their lines do, the user's less the best one's."""
    user, best = graded.candidate(graded.user_action), graded.candidate(graded.best_action)
    return _rest(user) - _rest(best)


def not_borne_out(graded: Result) -> str:
    """That a loss cannot be seen in the lines shown, where the user's ends ahead; empty where they bear it out."""
    ahead = (graded.delta_ev or 0.0) - _open(graded)
    if ahead <= POINTS_THRESHOLD:
        return ""
    user, best = (_rest(graded.candidate(each)) for each in (graded.user_action, graded.best_action))
    of = f"the best move ends {points(best)} below" if best >= -user else f"your move ends {points(-user)} above"
    return f"The lines shown do not bear out the loss: that of {of} its value."
