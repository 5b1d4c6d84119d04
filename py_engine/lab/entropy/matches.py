"""Matches of Entropy: lockstep players, and a player that always passes."""

from __future__ import annotations

from py_engine.games.entropy.rules.state import RULESET_ID
from py_engine.lab.core import matches
from py_engine.lab.core.matches import Lockstep, Match, Player
from py_engine.lab.entropy import lockstep

__all__ = ["LOCKSTEP", "OWN", "play", "player"]

OWN = {"pass": "pass"}
"""Players that are not evaluators, and the action each always plays."""
LOCKSTEP = Lockstep(lockstep.can_play, lockstep.play, OWN)


def play(task: Match) -> list[list[float]]:
    """A job: the returns of each game, by seat.

    Raises:
        LabError: this engine's version differs from the caller's.
    """
    return matches.play(task, LOCKSTEP)


def player(text: str, max_work: int | None = None) -> Player:
    """The player a text describes, see ``matches.player``.

    Raises:
        LabError: there is no such player.
    """
    return matches.player(RULESET_ID, text, max_work, OWN)
