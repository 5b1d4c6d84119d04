"""Sentences on a graded move that are the same in all games."""

from __future__ import annotations

from py_engine.core.grading import SHOWN, is_clear
from py_engine.core.text import number, points

__all__ = [
    "BEST",
    "ONLY_MOVE",
    "PROBABLY",
    "SMALL_DIFFERENCES",
    "ahead_of",
    "as_good_as",
    "hardly_worse",
    "praise_start",
]

ONLY_MOVE = "This is the only move."
BEST = "This is the best move"
PROBABLY = "This is probably the best move"
SMALL_DIFFERENCES = "Many small differences add up."


def praise_start(lead: float, stderr: float) -> str:
    """How praise begins: a lead within its error as it is shown makes a move only probably the best, and less than half of that not even so."""
    if lead < stderr:
        return "No move is clearly better"
    return BEST if is_clear(lead, stderr) else PROBABLY


def as_good_as(rival: str) -> str:
    """The sentence for the best move beside an equal one."""
    return f"Nothing is better; {rival} is just as good."


def hardly_worse(rival: str) -> str:
    """The sentence for the best move beside one that is worse by less than what is written."""
    return f"Nothing is better; {rival} is hardly worse."


def ahead_of(rival: str, lead: float, stderr: float = 0.0) -> str:
    """The sentence for the best move, which is ``lead`` points better than the next (``rival``), with this standard error."""
    doubt = "" if is_clear(lead, stderr) else f", give or take {number(SHOWN * stderr)}"
    return f"{praise_start(lead, stderr)}, {points(lead)} ahead of {rival}{doubt}."
