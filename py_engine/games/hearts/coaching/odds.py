"""Chances as text, for feedback sentences."""

from __future__ import annotations

from py_engine.core.results import Candidate
from py_engine.core.text import amount, percent
from py_engine.games.hearts.knowledge.own_moon import NOTED

__all__ = ["POINTS_OF_A_WIN", "chances", "doubt_of", "odds_of", "odds_of_both", "wins", "wins_of"]

POINTS_OF_A_WIN = 100.0
FAR_SMALLER = 1 / 3
"""Share of an error below which a gap is far smaller than it."""


def chances(user: float, best: float, of: str = "") -> str:
    """``22% against 9%``; with one decimal if both would read the same, and after the first what it is a share ``of``, if given."""
    both = percent(user), percent(best)
    return _exactly(user, best, of) if both[0] == both[1] else f"{both[0]}{of} against {both[1]}"


def wins(user: float, best: float) -> str:
    """The same for chances to win, with one decimal also if their gap would read unlike the lost chance that stands above."""
    first, second, gap = (int(100 * each + 0.5) for each in (user, best, abs(best - user)))
    return chances(user, best) if abs(second - first) == gap else _exactly(user, best)


def wins_of(user: Candidate, best: Candidate) -> str:
    """The same for two candidates whose values are chances to win."""
    return wins(_chance(user), _chance(best))


def doubt_of(error: float, user: Candidate, best: Candidate) -> str:
    """How far off the gap between two chances to win may be, as a phrase after them.

    Args:
        error: Percentage points.
        user: The candidate with the smaller chance.
        best: The candidate with the larger chance. An error beyond that is given no number, for no chance is below nothing.
    """
    gap = POINTS_OF_A_WIN * (_chance(best) - _chance(user))
    if gap < error >= POINTS_OF_A_WIN * _chance(best):
        return f", a gap {'far smaller than' if gap < FAR_SMALLER * error else 'within'} its error"
    return f", give or take {amount(error, 'percentage point')}"


def _chance(candidate: Candidate) -> float:
    return max(0.0, 1 + candidate.ev / POINTS_OF_A_WIN)


def odds_of(plan: Candidate, *, winning: bool = False) -> str:
    """How often a plan to shoot the moon succeeds, by the note on it in the list of moves.

    Args:
        plan: The candidate that has the note.
        winning: Whether its value is a chance to win, which may be the larger one: moons of playouts count there.
    """
    odds = f"such a plan succeeds in about {_share(plan)} of hands"
    if winning and _chance(plan) > plan.features["moon_chance"]:
        return f"{odds}, less often than in the sample deals from which its chance to win is."
    return f"{odds}."


def odds_of_both(user: Candidate, best: Candidate, by: str, *, winning: bool) -> str:
    """The same for two plans; ``by`` says what the second comes ``with``."""
    mine, other = _share(user), _share(best)
    odds = f"such a plan succeeds in about {mine} of hands{'' if mine == other else f', and in {other} {by}'}"
    if winning and any(_chance(plan) > plan.features["moon_chance"] for plan in (user, best)):
        return f"{odds}, less often than in the sample deals from which the chances to win are."
    return f"{odds}."


def _share(plan: Candidate) -> str:
    return (plan.note or "").removeprefix(NOTED)


def _exactly(user: float, best: float, of: str = "") -> str:
    return f"{100 * user:.1f}%{of} against {100 * best:.1f}%"
