"""Values and features of exactly solved worlds, card by card."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.knowledge.objective import Objective
from py_engine.games.hearts.policies.playouts import finished
from py_engine.games.hearts.rules.batch import HEART_COUNT, MOON, QUEEN, points_of
from py_engine.games.hearts.rules.cards import JACK_OF_DIAMONDS, QUEEN_OF_SPADES
from py_engine.games.hearts.search.endgame.solver import Mode, Solver

__all__ = ["FEATURES", "SolvedWorlds"]

FEATURES = ("expected_points", "hearts", "queen_chance", "moon_chance", "moon_against", "win_chance")


@dataclass(slots=True)
class SolvedWorlds:
    """Solves the worlds of one decision.

    Args:
        facts: The facts of the seat to play.
        objective: The objective of that seat.
        cards: Numbers of the C cards to value.
        mode: The model of the other players.
    """

    facts: Facts
    objective: Objective
    cards: Sequence[int]
    mode: Mode
    nodes: int = 0
    """Nodes of all worlds so far, including those given up."""

    @property
    def queen_is_live(self) -> bool:
        """Whether the queen of spades has not been taken yet."""
        return not self.facts.gone >> QUEEN_OF_SPADES & 1

    @property
    def _has_the_queen(self) -> bool:
        """Whether the seat itself has taken her."""
        return bool(self.facts.taken[self.facts.seat] & QUEEN)

    def solving(self, hands: Array, most_nodes: int | None = None) -> Generator[None, None, Array]:
        """(4, C) int64: final points by seat and card in a world given as hands (4,) by seat; yields after each card.

        Args:
            hands: The world.
            most_nodes: Limit on the nodes of this world.

        Raises:
            TooManyNodes: if the limit is reached.
        """
        facts = self.facts
        solver = Solver(facts.rules, facts.seat, self.mode)
        try:
            found = yield from solver.solving(
                hands.tolist(), facts.leader or 0, facts.table, facts.gone, facts.taken, most_nodes
            )
        finally:
            self.nodes += solver.nodes
        return np.array([found[card] for card in self.cards], dtype=np.int64).T

    def solve(self, hands: Array) -> Array:
        """The same without a pause."""
        found: Array = finished(self.solving(hands))
        return found

    def outcome(self, points: Array) -> tuple[Array, Array]:
        """Values (B,) and features (len(FEATURES), B), both float64, for final points (4, B)."""
        seat = self.facts.seat
        values, winning = self.objective.worth(points)
        before = points_of(np.array(self.facts.taken, dtype=np.int16)).astype(np.int64)
        gained = points - before[:, None]
        if self.facts.rules.moon_subtracts:
            moon = points.min(axis=0) <= -MOON
        else:
            moon = points.sum(axis=0, dtype=np.int64) > MOON
        mine = moon & (points[seat] == points.min(axis=0))
        features = np.empty((len(FEATURES), points.shape[1]), dtype=np.float64)
        queen = mine | (~moon & self._with_queen(gained)) if self.queen_is_live else np.zeros_like(moon)
        hearts = gained[seat] - 13 * queen
        # A negative count means hearts together with the jack of diamonds.
        hearts = np.where(hearts < 0, hearts + 10, hearts) + (self.facts.taken[seat] & HEART_COUNT)
        features[0] = points[seat]
        features[1] = np.where(moon, 13 * mine, hearts)
        features[2] = queen if self.queen_is_live else self._has_the_queen
        features[3] = mine
        features[4] = moon & ~mine
        features[5] = winning
        return values, features

    def _with_queen(self, gained: Array) -> Array:
        """(B,) bool: whether the seat takes the queen of spades, inferred from the points (4, B) still gained.

        A jack of diamonds that counts and is also still to come may hide her; then the seat is assumed to take her if its
        points allow it, unless another seat's points show that it takes her.
        """
        seat = self.facts.seat
        plainly = gained >= 13
        if not self.facts.rules.jack_of_diamonds or self.facts.gone >> JACK_OF_DIAMONDS & 1:
            return plainly[seat]
        return plainly[seat] | ((gained[seat] >= 3) & ~plainly.any(axis=0))
