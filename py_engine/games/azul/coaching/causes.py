"""What is said first of a loss: the row or the board that it is on, or what the next round, played out, loses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from py_engine.core.results import Feedback, Result
from py_engine.core.text import listed, points
from py_engine.games.azul.coaching.bullets import POINTS_THRESHOLD, Bullet
from py_engine.games.azul.rules.state import COLORS
from py_engine.games.azul.search.compare.line_parts import Content
from py_engine.games.azul.search.lines import Apart
from py_engine.games.azul.search.sides import PARTS, WHOLE

__all__ = ["FAIR", "SMALL", "Cause", "on_one_board", "on_one_row", "played_on"]

SMALL = 0.05
"""Points that are written as 0."""
FAIR = 0.25
"""Smallest share of the loss that the named differences must add up to; with less they do not explain it."""
MUCH = 0.4
"""Share of the loss from which one row, one board, or the next round is named."""


class Cause(NamedTuple):
    """What is said first of a loss."""

    item: Feedback
    lost: float = 0.0
    """Points that the sentence says are lost; 0 where it names none."""


def on_one_row(
    graded: Result, apart: Apart | None, bullets: list[Bullet], *, close: bool
) -> tuple[Cause | None, list[Bullet]]:
    """The own row that much of a loss is on, all rounds together, with one that makes up for it, and the bullets that are not about rows.

    Where the whole is too close to call (``close``), the two may come to nothing, but not to more than the loss can be.
    """
    rows = sorted(() if apart is None else apart.rows, key=lambda each: each.points)
    loss, error = -(graded.delta_ev or 0.0), graded.delta_stderr or 0.0
    if not rows or -rows[0].points < max(POINTS_THRESHOLD, MUCH * loss):
        return None, bullets
    worst, gain = rows[0], rows[-1]
    lost, gained = -worst.points, gain.points if gain.points >= FAIR * -worst.points else 0.0
    net = lost - gained
    fits = -POINTS_THRESHOLD <= net <= loss + error if close else net >= max(POINTS_THRESHOLD, FAIR * loss)
    if not fits:
        return None, bullets
    text = (
        f"Line {worst.row + 1} is worth an estimated {points(lost)} less to you by the end of the game: "
        f"after this round it {_holds(worst.mine)}, with the best move {_content(worst.other)}"
    )
    if gained:
        text += (
            f"; against that, line {gain.row + 1} is worth {points(gained)} more "
            f"({_content(gain.mine)} instead of {_content(gain.other)})"
        )
    kept = [each for each in bullets if each.category not in _ABOUT_ROWS]
    return Cause(Feedback("overall", f"{text}.", -loss), net), kept


_ABOUT_ROWS = ("line_completion", "adjacency")


def _holds(content: Content) -> str:
    return f"{'is' if content.complete or not content.tiles else 'holds'} {_content(content)}"


def _content(content: Content) -> str:
    if not content.tiles:
        return "empty"
    color = COLORS[content.color]
    return f"complete with {color}" if content.complete else f"{content.tiles} {color}"


def on_one_board(graded: Result, apart: Apart | None, bullets: list[Bullet]) -> tuple[Cause | None, list[Bullet]]:
    """On which board much of the loss is, all rounds together, if good lines agree, and the bullets that are not about it.

    The parts are means over good lines, and the loss is that of the best ones: a part is named only where they agree within the error.
    """
    if apart is None or not apart.sides:
        return None, bullets
    loss = -(graded.delta_ev or 0.0)
    error = graded.delta_stderr or FAIR * loss
    part = min(PARTS, key=lambda name: apart.sides[name])
    lost = -apart.sides[part]
    whole = apart.sides[WHOLE]
    fits = abs(whole + loss) < (2 * error if graded.delta_stderr else error) and lost < loss + error and whole < 0
    if lost < max(POINTS_THRESHOLD, MUCH * loss) or not fits:
        return None, bullets
    gains = [name for name in PARTS if apart.sides[name] >= FAIR * lost]
    about = [each for each in bullets if each.category in _ABOUT[part]]
    said = _PARTS[part].format(points(lost)) + _of_which(about, lost)
    against = [_GAINS[name].format(points(apart.sides[name])) for name in gains]
    text = f"{said}; against that, {listed(against)}." if against else f"{said}."
    named = {category for name in (part, *gains) for category in _ABOUT[name]}
    kept = lost - math.fsum(apart.sides[name] for name in gains)
    return Cause(Feedback("overall", text, -loss), kept), [
        each for each in bullets if each.certain or each.category not in named
    ]


def _of_which(about: Sequence[Bullet], lost: float) -> str:
    """How much of what a board loses is lost in this round, by the largest such difference."""
    named = [each for each in about if each.loss and each.category in _WHERE and each.weight <= lost]
    if not named:
        return ""
    most = max(named, key=lambda each: each.weight)
    share = "all of it" if lost - most.weight < SMALL else f"of which {points(most.weight)}"
    return f", {share} {_WHERE[most.category]}"


def played_on(apart: Apart | None, loss: float, error: float) -> Cause | None:
    """What the next round, played from both ends, loses, if its refills agree and it is no more than the whole loss can be."""
    lost = 0.0 if apart is None else -apart.next_round
    if not max(POINTS_THRESHOLD, MUCH * loss) <= lost <= loss + error:
        return None
    text = f"Played on with the same refills, the next round ends {points(lost)} worse for you."
    return Cause(Feedback("overall", text, -loss), lost)


_PARTS = {
    "own": "Your own board makes an estimated {} less by the end of the game",
    "opponent": "Your opponent's board makes an estimated {} more by the end of the game",
    "start": "Your opponent starts the next round, which is worth an estimated {}",
}
_GAINS = {
    "own": "your own board makes {} more",
    "opponent": "your opponent's board makes {} less",
    "start": "you start the next round, which is worth {}",
}
_ABOUT = {
    "own": ("floor_penalty", "wasted_tiles", "line_completion", "adjacency"),
    "opponent": ("denial",),
    "start": ("first_player_token",),
}
"""The categories of bullets on what is a part of a board's points, or of the next start, already."""
_WHERE = {
    "floor_penalty": "on the floor line this round",
    "adjacency": "when tiles go to the wall this round",
    "denial": "this round",
}
