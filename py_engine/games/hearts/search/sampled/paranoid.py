"""Chooses the model of the other players: paranoid if anybody is likely to shoot the moon, else max^n.

Max^n lets everybody save its own points, so nobody in it pays to stop a moon or to help one. Where a moon is likely, the values
are those of the worst case for the player: the others stop the player's own moon, and nobody else stops another's.
"""

from __future__ import annotations

from py_engine.games.hearts.policies.intent import Bold, intents
from py_engine.games.hearts.policies.playouts import finished, play_out
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import HAND, HEART_COUNT, QUEEN
from py_engine.games.hearts.search.sampled.information_set import InformationSet
from py_engine.games.hearts.search.sampled.roots import in_play

__all__ = ["moon_looms"]

QUICK = 64
"""Playouts that estimate the chance of a moon."""


def moon_looms(known: InformationSet, threshold: float) -> bool:
    """Whether some seat, the player's own or another, shoots the moon in at least a given share of quick playouts.

    Args:
        known: The information set.
        threshold: The share, 0..1.
    """
    batch = in_play(known.facts, known.worlds("quick", 0, QUICK))
    playing = play_out(batch, default_play_tables(), bold=Bold(known.facts.seat, intents(0, QUICK)))
    taken = finished(playing)
    moons = (taken & (HEART_COUNT | QUEEN)) == HAND + QUEEN
    return float(moons.mean(axis=1).max()) >= threshold
