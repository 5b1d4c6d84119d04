"""Whether the others are taken to play against the player alone, and not each for the fewest points (paranoid, maxn)."""

from __future__ import annotations

from py_engine.games.hearts.policies.playouts import finished, play_out
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import HAND, HEART_COUNT, QUEEN
from py_engine.games.hearts.search.sampled.information_set import InformationSet
from py_engine.games.hearts.search.sampled.roots import in_play

__all__ = ["moon_looms"]

QUICK = 64
"""Playouts that tell how likely a moon is."""


def moon_looms(known: InformationSet, threshold: float) -> bool:
    """Whether greedy players would let the player shoot the moon often enough for the others to play against that.

    Args:
        known: what the player knows.
        threshold: how often, 0..1.
    """
    playing = play_out(in_play(known.facts, known.worlds("quick", 0, QUICK)), default_play_tables())
    taken = finished(playing)
    moons = (taken[known.facts.seat] & (HEART_COUNT | QUEEN)) == HAND + QUEEN
    return float(moons.mean()) >= threshold
