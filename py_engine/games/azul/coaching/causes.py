"""What is said first of a loss: the row or the board that it is on, or what the next round, played out, loses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from py_engine.core.results import Feedback, Result
from py_engine.core.text import listed, points
from py_engine.games.azul.coaching.bullets import POINTS_THRESHOLD, Bullet
from py_engine.games.azul.coaching.rows import Row, lost_row, row_beside
from py_engine.games.azul.search.lines import Apart
from py_engine.games.azul.search.sides import PARTS, WHOLE

__all__ = ["FAIR", "MOSTLY", "NO_CAUSE", "NO_OTHER_CAUSE", "SMALL", "Cause", "on_one_board", "on_one_row", "played_on"]

SMALL = 0.05
"""Points that are written as 0."""
NO_CAUSE = "No single cause stands out."
NO_OTHER_CAUSE = "Beyond that, no single cause stands out."
"""The same after what the move does by itself, which is less than is lost."""
FAIR = 0.25
"""Smallest share of the loss that the named differences must add up to; with less they do not explain it."""
MOSTLY = 0.5
"""Share of the loss from which later rounds are named first, and below which a card that names points says what all else costs."""
MUCH = 0.4
"""Share of the loss from which one row, one board, or the next round is named."""
MUCH_DIRECT = FAIR
"""The same for one row that a move puts tiles in itself: as much as named differences must add up to."""
LEADS = 0.25
"""Share of the loss on any other row from which a row is named before it that one of the moves puts tiles in itself."""
MOST_PLAYED = 2.0
"""How many times the loss the next round may lose and still be named."""


class Cause(NamedTuple):
    """What is said first of a loss."""

    item: Feedback
    lost: float = 0.0
    """Points that the sentence says are lost, beside those of other sentences; 0 where it names none."""
    direct: bool = False
    """Whether it is on a row that one of the moves puts tiles in itself."""
    beside: str = ""
    """What ends a card that says nothing else against the move, where this is less than is lost."""
    covers: Sequence[tuple[bool, int | None]] = ()
    """The rows whose points it names: whether they are the player's own, and which one, from 0; None for a whole board."""


def on_one_row(
    graded: Result, apart: Apart | None, bullets: list[Bullet], *, close: bool
) -> tuple[Cause | None, list[Bullet]]:
    """The row of either board that much of a loss is on, all rounds together, with one that makes up for it, and the other bullets.

    Where the whole is too close to call (``close``), the two may come to nothing, but not to more than the loss can be; on a row that a
    move puts tiles in itself also to more, since that is what the moves trade.
    """
    rows = [] if apart is None else [Row(each.points, own=True, part=each) for each in apart.rows]
    rows += [] if apart is None else [Row(-each.points, own=False, part=each) for each in apart.opponent_rows]
    rows.sort(key=lambda each: each.points)
    for worst in _leading(rows):
        found = _of_row(worst, rows, graded, close=close)
        if found is not None:
            cause, named = found
            others = [each for each in bullets if each.category not in named]
            return cause, others if close else _with_another_row(cause, rows, others, -(graded.delta_ev or 0.0))
    return None, bullets


def _with_another_row(cause: Cause, rows: Sequence[Row], bullets: list[Bullet], loss: float) -> list[Bullet]:
    """The bullets beside a row, with a further row where they name only the smaller part of the loss and it leaves less of that."""
    named = math.fsum([cause.lost, *(each.lost for each in bullets)])
    if named >= MOSTLY * loss - SMALL or loss - named <= POINTS_THRESHOLD:
        return bullets
    left = [each for each in rows if (each.own, each.part.row) not in cause.covers and each.points < 0]
    if not left or -left[0].points < max(POINTS_THRESHOLD, FAIR * loss):
        return bullets
    worst, lost = left[0], -left[0].points
    others = [each for each in bullets if each.category not in _ABOUT_ROWS[worst.own]]
    if abs(loss - math.fsum([cause.lost, lost, *(each.lost for each in others)])) > MOSTLY * loss:
        return bullets
    covers = ((worst.own, worst.part.row),)
    return [*others, Bullet("row", f"{lost_row(worst)}.", -lost, lost, loss=True, lost=lost, covers=covers)]


def _leading(rows: Sequence[Row]) -> list[Row]:
    """The rows that may be named, the first choice first, of some that are ordered by their points.

    One that a move puts tiles in itself comes before those that other moves fill, unless far more is lost there: a player sees it on
    the board, and it is much the same however the round goes on.
    """
    direct = [each for each in rows if each.part.direct and each.points < 0 and each.points <= LEADS * rows[0].points]
    return [*direct[:1], *(each for each in rows[:1] if each not in direct[:1])]


def _of_row(worst: Row, rows: Sequence[Row], graded: Result, *, close: bool) -> tuple[Cause, set[str]] | None:
    """The cause that names a row, and the categories of bullets that it stands for; None if too little of the loss is there."""
    loss, error = -(graded.delta_ev or 0.0), graded.delta_stderr or 0.0
    direct, lost = worst.part.direct, -worst.points
    if lost < max(POINTS_THRESHOLD, (MUCH_DIRECT if direct else MUCH) * loss):
        return None
    # What other moves of the round fill says little against what these two do.
    gain = next((each for each in reversed(rows) if each.part.direct or not direct), worst)
    gained = gain.points if gain.points >= FAIR * lost else 0.0
    net = lost - gained
    fits = direct or -POINTS_THRESHOLD <= net <= loss + error if close else net >= max(POINTS_THRESHOLD, FAIR * loss)
    if not fits:
        return None
    text = lost_row(worst)
    if gained:
        text += f"; against that, {row_beside(gain)}"
    named = {category for row in (worst, *([gain] if gained else [])) for category in _ABOUT_ROWS[row.own]}
    covers = [(row.own, row.part.row) for row in (worst, *([gain] if gained else []))]
    return Cause(Feedback("overall", f"{text}.", -loss), net, direct=direct, covers=covers), named


_ABOUT_ROWS = {True: ("line_completion", "adjacency"), False: ("denial", "opponent_bonuses")}
"""The categories of bullets on what is a part of an own row's points, or of an opponent's."""


def on_one_board(graded: Result, apart: Apart | None, bullets: list[Bullet]) -> tuple[Cause | None, list[Bullet]]:
    """On which board much of the loss is, all rounds together, if good lines agree, and the bullets that are not about it.

    The parts are means over good lines, and the loss is that of the best ones: a part is named only where they add up to the loss within
    two errors, or to within a quarter of an exact loss.
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
    covers = [(name == "own", None) for name in (part, *gains) if name != "start"]
    return Cause(Feedback("overall", text, -loss), kept, covers=covers), _beside(bullets, named)


def _beside(bullets: Sequence[Bullet], named: set[str]) -> list[Bullet]:
    """The bullets beside a cause that stands for some categories: of these, only what is certain, without its points."""
    found = [each for each in bullets if each.certain or each.category not in named]
    return [each._replace(text=each.bare, lost=0.0) if each.bare and each.category in named else each for each in found]


def _of_which(about: Sequence[Bullet], lost: float) -> str:
    """How much of what a board loses is lost in this round, by the largest such difference."""
    named = [each for each in about if each.loss and each.category in _WHERE and each.weight <= lost]
    if not named:
        return ""
    most = max(named, key=lambda each: each.weight)
    share = "all of it" if lost - most.weight < SMALL else f"of which {points(most.weight)}"
    return f", {share} {_WHERE[most.category]}"


def played_on(apart: Apart | None, loss: float, error: float) -> Cause | None:
    """What is lost after the next round, played from both ends, if its refills agree and it is near enough to the whole loss.

    It is another estimate of the whole, and contains what other sentences say of this round.
    """
    lost = 0.0 if apart is None else -apart.next_round
    if not max(POINTS_THRESHOLD, MUCH * loss) <= lost <= min(loss + error, MOST_PLAYED * loss + POINTS_THRESHOLD):
        return None
    text = f"Played on with the same refills, you are an estimated {points(lost)} worse off after the next round."
    return Cause(Feedback("overall", text, -loss))


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
    "opponent": ("denial", "opponent_bonuses"),
    "start": ("first_player_token",),
}
"""The categories of bullets on what is a part of a board's points, or of the next start, already."""
_WHERE = {
    "floor_penalty": "on the floor line this round",
    "adjacency": "when tiles go to the wall this round",
    "denial": "this round",
}
