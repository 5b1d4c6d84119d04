"""Exact values of every move in an endgame whose four hands are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.search.endgame.kernel import Dislikes, Maxn, Paranoid
from py_engine.games.hearts.search.endgame.position import Points, Position, World

__all__ = ["Mode", "Points", "Solver", "World"]

Mode = Literal["maxn", "paranoid"]


class Solver:
    """Solves worlds for one seat that is to play, under one idea of what the others want.

    With "maxn" every seat wants few points for itself, and of cards that cost it the same plays the one that people play (see
    ``kernel.Maxn``). With "paranoid" the three others want the root seat to have many
    points, and the points of these three are those of one line of best play.
    """

    def __init__(self, rules: Rules, root_seat: int, mode: Mode) -> None:
        self.rules = rules
        self.root_seat = root_seat
        self.mode: Mode = mode
        self.nodes = 0
        """Cards tried so far, in all worlds."""
        self._dislikes = [Dislikes(seat) for seat in range(SEATS)] if mode == "maxn" else []

    def solve(
        self,
        hands: Sequence[int],
        leader: int,
        table_cards: Sequence[int],
        gone: int,
        taken: Sequence[int],
    ) -> dict[int, Points]:
        """What each legal card of the root seat leads to.

        Args:
            hands: masks by seat, without the cards on the table.
            leader: of the current trick; the root seat must be the one to play.
            table_cards: numbers, in the order played.
            gone: mask of the cards of completed tricks; at least one trick.
            taken: codes by seat, as in the rules.

        Returns:
            Card number -> final points of the hand by seat, in card order.

        Raises:
            ValueError: when another seat is to play, or in the first trick of a hand.
        """
        if (leader + len(table_cards)) & 3 != self.root_seat:
            raise ValueError("The root seat is not the one to play.")
        if not gone:
            raise ValueError("The first trick of a hand has rules of its own, which the endgame does not know.")
        world = World(hands, leader, table_cards, gone, taken)
        search: Position
        if self.mode == "maxn":
            search = Maxn(self.rules, self.root_seat, world, self._dislikes)
        else:
            search = Paranoid(self.rules, self.root_seat, world)
        values = {bit: search.points(search.value_after(bit)) for bit in search.root_cards()}
        self.nodes += search.nodes
        equals = lowest_equals(hands[self.root_seat], search.in_play, self.rules)
        found = {card: values.get(search.bits[lowest]) for card, lowest in equals.items()}
        return {card: points for card, points in found.items() if points is not None}
