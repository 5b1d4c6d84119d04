"""What the evaluations that solve worlds have in common: the unit of their work, and their entry in a result's log."""

from __future__ import annotations

from typing import NamedTuple

from py_engine.games.hearts.search.endgame.worlds import SolvedWorlds
from py_engine.games.hearts.search.sampled.information_set import InformationSet, Telemetry

__all__ = ["NODES_OF_A_PLAYOUT", "TOO_FEW", "Solving", "solver_log"]

NODES_OF_A_PLAYOUT = 8
"""Nodes that take as long as a playout, the unit of work."""
TOO_FEW = "Too few worlds"
"""The result in the log when the values of playouts are reported instead."""


class Solving(NamedTuple):
    """How far worlds are solved, for the log."""

    strategy: str
    worlds: int
    possible: int


def solver_log(
    known: InformationSet, solved: SolvedWorlds, far: Solving, result: str | None, duration_ms: int
) -> Telemetry:
    """The log entry of the solver.

    Args:
        known: The information set.
        solved: The solver.
        far: How far it has come.
        result: What has come of it.
        duration_ms: Milliseconds so far.
    """
    return {
        "type": "EndgameLog",
        "cards_left": known.facts.counts[known.facts.seat],
        "strategy": f"{far.strategy}, {solved.mode}",
        "solved_worlds": far.worlds,
        "possible_worlds": far.possible,
        "nodes_expanded": solved.nodes,
        "result": result,
        "duration_ms": duration_ms,
    }
