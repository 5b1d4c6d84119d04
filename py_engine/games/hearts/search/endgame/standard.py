"""The standard that solved worlds must meet before their values replace those of playouts.

Either all worlds are solved, or a sample is so large that the standard error of the difference between the moves is no larger
than the model error of playouts.
"""

from __future__ import annotations

from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.knowledge.model_error import model_error
from py_engine.games.hearts.knowledge.sampling_error import fewest_worlds, points_in_play
from py_engine.games.hearts.search.sampled.information_set import InformationSet

__all__ = ["DOUBT", "PILOT", "Standard", "fewest_nodes"]

FEW_WORLDS = 64
"""Number of worlds below which a sample is never enough."""
PILOT = 16
"""Worlds that are solved before the cost of the others is estimated from them."""
PILOT_SLACK = 1.5
"""Factor by which these may take more than their share of the nodes."""
HEAD_START = 2
"""Further worlds whose share the first ones may take, because worlds differ in size."""
LARGEST = 120_000
"""Nodes at which a world is given up, whatever the budget, because its cards are searched without a pause."""
DOUBT = 4.0
"""Margin of an estimate from one world, as a share of it; it shrinks in proportion to the worlds solved."""


_FEWEST = (0, 1, 4, 15, 60, 250, 1_000)
"""Nodes of the smallest worlds, by the number of cards in the longest hand."""


class Standard:
    """The standard that solved worlds must meet before their values replace those of playouts.

    Args:
        known: The information set.
        number: Number of its worlds.
    """

    def __init__(self, known: InformationSet, number: int) -> None:
        scale = known.objective.points_scale()
        self.number = number
        self.points = scale * points_in_play(known.facts)
        """Value of the points in play."""
        self.error = model_error(max(known.facts.counts), scale)
        """Largest standard error: the model error of the playouts."""
        self.fewest = min(number, max(FEW_WORLDS, fewest_worlds(self.error, self.points)))
        """Number of worlds below which a sample is too small even if they all agree."""

    def pilot_nodes(self, allowance: int, world: int) -> int:
        """Nodes that the pilot worlds up to a given one may take if all that are needed are to fit into an allowance."""
        return int(min(1.0, PILOT_SLACK * (world + HEAD_START) / self.fewest) * allowance)

    def nodes_left(self, allowance: int | None, world: int, nodes: int) -> int:
        """Nodes that a world may take.

        Args:
            allowance: Limit on all nodes; None for no limit.
            world: Number of worlds solved before.
            nodes: Nodes so far.
        """
        if allowance is None:
            return LARGEST
        most = self.pilot_nodes(allowance, world + 1) if world < PILOT else allowance
        return min(LARGEST, most - nodes)

    def worlds(self, variance: float) -> int:
        """Number of independent worlds that meet the standard, for a variance of the difference between the moves."""
        return max(self.fewest, int(variance / (self.error * self.error)) + 1)


def fewest_nodes(facts: Facts) -> int:
    """Approximate number of nodes of the smallest worlds."""
    cards = max(facts.counts)
    return _FEWEST[cards] if cards < len(_FEWEST) else 10_000
