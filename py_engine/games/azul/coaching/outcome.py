"""How and when the game ends after a move and after the best one, where this round is its last after one of them."""

from __future__ import annotations

from py_engine.core.results import Candidate, Result
from py_engine.core.text import points

__all__ = ["goes_on", "is_exact", "outcomes", "without_estimates"]

_ESTIMATED = {" an estimated": "", " is expected to cost": " costs"}
_DRAWN = 0.5
_CERTAIN = {1.0: "wins the game", _DRAWN: "draws the game", 0.0: "loses the game"}


def is_exact(graded: Result) -> bool:
    """Whether both moves end the game for certain, so that their values are final differences."""
    both = (graded.candidate(graded.user_action), graded.candidate(graded.best_action))
    return graded.delta_stderr == 0.0 and all(each.features.get("game_ends") for each in both)


def outcomes(graded: Result) -> str:
    """Who wins after either move, as a sentence, where that is certain and differs; otherwise empty."""
    if not is_exact(graded):
        return ""
    user, best = (_ending(graded.candidate(each)) for each in (graded.user_action, graded.best_action))
    if user is None or best is None or user.split()[0] == best.split()[0]:
        return ""
    return f"Your move {user}, the best move {best.replace('the game', 'it')}."


def goes_on(graded: Result) -> str:
    """That only one of the two lines ends the game, as a sentence with the score there; empty where both do or neither does."""
    user, best = (graded.candidate(each) for each in (graded.user_action, graded.best_action))
    if "game_ends" not in user.features or user.features["game_ends"] == best.features["game_ends"]:
        return ""
    over, one, other = (
        (user, "your move", "the best one") if user.features["game_ends"] else (best, "the best move", "yours")
    )
    ahead = round(over.ev - next((each.value for each in over.reasons if each.code == "unresolved"), 0.0))
    score = f"you {points(abs(ahead))} {'ahead' if ahead > 0 else 'behind'}" if ahead else "equal scores"
    return f"In the lines shown, the game ends this round after {one}, with {score}, and goes on after {other}."


def _ending(candidate: Candidate) -> str | None:
    """How the game ends after a move; None where that is not known."""
    chance = candidate.win_probability
    words = _CERTAIN.get(chance) if isinstance(chance, float) else None
    if words is None or chance == _DRAWN:
        return words
    ahead = abs(round(candidate.ev))
    return f"{words} by {points(ahead)}" if ahead else f"{words} on completed rows"


def without_estimates(text: str) -> str:
    """A sentence on a solved end of the game, in which nothing is estimated."""
    for estimated, known in _ESTIMATED.items():
        text = text.replace(estimated, known)
    return text
