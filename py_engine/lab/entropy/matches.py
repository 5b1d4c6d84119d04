"""Matches of Entropy: its laboratory's players choose for many games at once, and one of them always passes."""

from __future__ import annotations

from py_engine.games.entropy.rules.state import RULESET_ID
from py_engine.lab.core import matches
from py_engine.lab.core.matches import Lockstep, Match, Player
from py_engine.lab.entropy import lockstep

__all__ = ["LOCKSTEP", "OWN", "play", "player"]

OWN = {"pass": "pass"}
"""Players that are no evaluators, and what each always does."""
LOCKSTEP = Lockstep(lockstep.can_play, lockstep.play, OWN)


def play(task: Match) -> list[list[float]]:
    """The returns of each game, by seat; a job.

    Raises:
        LabError: the engine here is of another version than the one that asks.
    """
    return matches.play(task, LOCKSTEP)


def player(text: str, max_work: int | None = None) -> Player:
    """The player of a text, see ``matches.player``.

    Raises:
        LabError: there is no such player.
    """
    return matches.player(RULESET_ID, text, max_work, OWN)
