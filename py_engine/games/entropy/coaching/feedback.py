"""What lines say about moves: reasons that add up, and sentences about the lines in which two moves differ."""

from __future__ import annotations

from typing import Any, NamedTuple

from py_engine.core.numerics import Array, descending
from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK, COLORS, line_names

__all__ = ["Move", "line_reasons", "sentences"]

JsonMap = dict[str, Any]
WORTH_TELLING = 0.25
"""Points: a line in which two moves differ by less is not spoken of."""
MOST = 2
"""Lines that are told; the third item is what is left."""


class Move(NamedTuple):
    """A move as its lines see it, in the view of the player who makes it."""

    ev: float
    codes: Array
    """(lines,) int32: the board after it."""
    points: Array
    """(lines,) float64: what the lines are worth as they stand."""
    answer: str | None = None
    """Order's best answer, in short, where the board is the one after it."""


def line_reasons(move: Move, beyond: str | None) -> list[JsonMap]:
    """The lines' parts of a move's value, and what it is worth beyond them; they sum to it.

    Args:
        move: values and parts are multiples of a power of 2, so that nothing is rounded.
        beyond: what the rest of the value is; None when there is none.
    """
    names = line_names(len(move.points) // 2)
    found = [_reason(name.code, name.label, float(p)) for name, p in zip(names, move.points, strict=True)]
    if beyond is not None:
        found.append(_reason("future", beyond, move.ev - float(move.points.sum())))
    return found


def _reason(code: str, label: str, value: float) -> JsonMap:
    return {"code": code, "label": label, "value": value}


def sentences(user: Move, best: Move, rival: Move | None, *, error: float) -> list[JsonMap]:
    """What made the difference between the user's move and the best one; the parts add up to it.

    Args:
        user: the user's move.
        best: the best one, which may be the same.
        rival: the best other move than the user's, if there is one.
        error: of a difference of two moves, in points (standard deviation).

    Returns:
        Feedback items; ``delta`` is user minus best in points.
    """
    if rival is None:
        return [_item("overall", "There was nothing else to do.", 0.0)]
    if user is best:
        return [_item("overall", _praise(user.ev - rival.ev, error), 0.0)]
    gaps = user.points - best.points
    # What speaks for the best move explains the loss.
    told = [int(i) for i in descending(-gaps) if gaps[i] <= -WORTH_TELLING][:MOST]
    found = [_item("line", _line_text(i, user, best), float(gaps[i])) for i in told]
    rest = (user.ev - best.ev) - float(gaps[told].sum())
    if not found or abs(rest) >= WORTH_TELLING:
        what = "All else together" if found else "Many small things together"
        found.append(_item("rest", f"{what}: {_signed(rest)}.", rest))
    return found


def _praise(lead: float, error: float) -> str:
    if lead < max(2 * error, 0.05):
        return "Nothing is clearly better." if error else "Nothing is better; another move is as good."
    return f"This is the best there is, {_points(lead)} ahead of the next."


def _line_text(line: int, user: Move, best: Move) -> str:
    size = len(user.points) // 2
    gap = float(user.points[line] - best.points[line])
    mine, other = (_shown(int(move.codes[line]), size) + _after(move) for move in (user, best))
    return f"{line_names(size)[line].label}: {_signed(gap)}, with {mine} instead of {other}."


def _after(move: Move) -> str:
    return "" if move.answer is None else f" (Order answers {move.answer})"


def _signed(value: float) -> str:
    """With its sign; a minus is a minus."""
    sign = "+" if value > 0 else "\u2212"
    return f"{sign}{abs(value):.1f}"


def _shown(code: int, size: int) -> str:
    """A line in letters, a dot for an empty cell."""
    if code == 0:
        return "nothing"
    return "".join(("\u00b7", *COLORS)[code >> CELL_BITS * position & CELL_MASK] for position in range(size))


def _points(value: float) -> str:
    number = f"{value:.1f}".removesuffix(".0")
    return f"{number} point" if number == "1" else f"{number} points"


def _item(category: str, text: str, delta: float) -> JsonMap:
    return {"category": category, "text": text, "delta": delta}
