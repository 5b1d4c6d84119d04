"""What is said of a row on which two moves differ: its points, what it holds, and what makes one colour worth less than another."""

from __future__ import annotations

from typing import NamedTuple

from py_engine.core.text import amount, listed, points
from py_engine.games.azul.rules.state import COLORS
from py_engine.games.azul.rules.tables import ROWS
from py_engine.games.azul.search.compare.line_parts import Content, Place, RowPart

__all__ = ["Row", "lost_row", "row_beside"]

ENOUGH = 0.5
"""Share of a row's points from which the tile's own points this round are the whole reason."""
MANY = 2
"""Other tiles from which a column or a colour is a reason."""


class Row(NamedTuple):
    """A row of either board, with its points for the player."""

    points: float
    own: bool
    part: RowPart


def lost_row(row: Row) -> str:
    """The row on which points are lost, and what it holds, or else which move puts tiles there."""
    part, size = row.part, points(-row.points)
    name = f"Line {part.row + 1}" if row.own else f"Your opponent's line {part.row + 1}"
    whose = f"{size} less to you" if row.own else f"{size} more to them"
    if part.mine is None or part.other is None:
        filled = _FILLED[part.filled_by]
        return f"{name}, {filled}, is worth an estimated {whose} by the end of the game than with the best move"
    also = _also(part.mine, part.other)
    other = f"with {also}" if also else _holds(part.other)
    why = _why(part)
    return (
        f"{name} is worth an estimated {whose} by the end of the game: after this round it {_holds(part.mine)}, "
        f"but {other} after the best move{f' ({why})' if why else ''}"
    )


def row_beside(row: Row) -> str:
    """A row beside others, as one that makes up for them."""
    part, size = row.part, points(abs(row.points))
    name = f"your line {part.row + 1}" if row.own else f"your opponent's line {part.row + 1}"
    more = "more" if (row.points > 0) == row.own else "less"
    whose = f"{size} {more}" if row.own else f"{size} {more} to them"
    if part.mine is None or part.other is None:
        return f"{name}, {_FILLED[part.filled_by]}, is worth {whose}"
    other = _also(part.mine, part.other) or _content(part.other)
    why = _why(part)
    return f"{name} is worth {whose} ({_content(part.mine)} instead of {other}{f'; {why}' if why else ''})"


_FILLED = {
    (True, False): "where your move puts its tiles",
    (False, True): "where the best move puts its tiles",
    (True, True): "where both moves put their tiles",
}
"""What is said of a row by who puts tiles in it, your move or the best one, where good lines differ in what it holds at the end."""


def _holds(content: Content) -> str:
    return f"{'is' if content.complete or not content.tiles else 'holds'} {_content(content)}"


def _content(content: Content) -> str:
    if not content.tiles:
        return "empty"
    color = COLORS[content.color]
    return f"complete with {color}" if content.complete else f"{content.tiles} {color}"


def _also(mine: Content, other: Content) -> str:
    """The other colour of a row that is complete after both moves; empty if it is not."""
    return COLORS[other.color] if mine.complete and other.complete else ""


def _why(part: RowPart) -> str:
    """What the colour that is worth more has over the other one; empty where it has more tiles, which says enough."""
    mine, other, places = part.mine, part.other, part.places
    if mine is None or other is None or places is None:
        return ""
    if part.points < 0:
        mine, other, places = other, mine, places[::-1]
    if mine.tiles > other.tiles:
        return ""
    name = COLORS[mine.color]
    reasons = _reasons(*places, abs(part.points), complete=mine.complete)
    return f"{name} {reasons}" if reasons else ""


def _reasons(better: Place, worse: Place, lost: float, *, complete: bool) -> str:
    """What a tile has over another one, as the end of a sentence; ``complete`` if its row is, so that it goes to the wall now."""
    ahead = [
        (here, here - there, name, where)
        for here, there, name, where in (
            (better.column, worse.column, "its column", "in its column"),
            (better.color, worse.color, "its colour", "of its colour on the wall"),
        )
        if here is not None and there is not None and here > max(there, MANY - 1)
    ]
    completed = [name for here, _, name, _ in ahead if here == ROWS - 1]
    scored = _more(better.points, worse.points)
    will = [("complete", listed(completed))] if completed else []
    will += [("score", f"{points(scored)} more{' this round' if complete else ''}")] if scored else []
    done = [f"{verb}s {what}" if complete else f"{verb} {what}" for verb, what in will]
    said = (", and " if len(completed) > 1 else " and ").join(done)
    said = f"would {said}" if said and not complete else said
    if completed or scored >= ENOUGH * lost:
        return said
    more = [f"has {amount(more, 'more tile')} {where}" for _, more, _, where in ahead[:1]]
    return " and ".join([*([said] if said else []), *more])


def _more(here: int | None, there: int | None) -> int:
    """By how much the first count exceeds the second one; 0 where one of them is open."""
    return 0 if here is None or there is None else max(0, here - there)
