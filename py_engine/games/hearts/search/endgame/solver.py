"""Exact values of every move in an endgame with all four hands known (a double-dummy solver)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Literal

from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.search.endgame.kernel import Dislikes, Maxn, Paranoid
from py_engine.games.hearts.search.endgame.position import Points, Position, TooManyNodes, World

__all__ = ["Mode", "Points", "Solver", "TooManyNodes", "World"]

Mode = Literal["maxn", "paranoid"]


class Solver:
    """Solves worlds for the seat to play, under one model of the other players.

    With "maxn", every seat minimizes its own points and breaks ties as people usually play (see ``kernel.Maxn``). With
    "paranoid", the other three maximize the root seat's points; their own points are those of one principal variation.
    """

    def __init__(self, rules: Rules, root_seat: int, mode: Mode) -> None:
        self.rules = rules
        self.root_seat = root_seat
        self.mode: Mode = mode
        self.nodes = 0
        """Number of cards tried so far, over all worlds."""
        self._dislikes = [Dislikes(seat) for seat in range(SEATS)] if mode == "maxn" else []

    def solve(
        self,
        hands: Sequence[int],
        leader: int,
        table_cards: Sequence[int],
        gone: int,
        taken: Sequence[int],
    ) -> dict[int, Points]:
        """The final points after each legal card of the root seat; see ``solving``."""
        steps = self.solving(hands, leader, table_cards, gone, taken)
        while True:
            try:
                next(steps)
            except StopIteration as stop:
                found: dict[int, Points] = stop.value
                return found

    def solving(  # noqa: PLR0917 - as for ``solve``
        self,
        hands: Sequence[int],
        leader: int,
        table_cards: Sequence[int],
        gone: int,
        taken: Sequence[int],
        most_nodes: int | None = None,
    ) -> Generator[None, None, dict[int, Points]]:
        """Finds the final points after each legal card of the root seat, yielding after each card.

        Args:
            hands: Masks by seat, without the cards on the table.
            leader: The leader of the current trick; it must be the root seat's turn.
            table_cards: Numbers of the cards on the table, in the order played.
            gone: Mask of the cards of completed tricks; at least one trick.
            taken: Codes of what was taken, by seat (see ``rules.batch``).
            most_nodes: Limit on the nodes of this world, checked once per trick.

        Returns:
            Final points of the hand by seat, by card number, in card order.

        Raises:
            ValueError: if it is another seat's turn, or in the first trick of a hand.
            TooManyNodes: if the limit is reached; ``nodes`` includes those of this world.
        """
        if (leader + len(table_cards)) & 3 != self.root_seat:
            raise ValueError("It is not the root seat's turn.")
        if not gone:
            raise ValueError("The endgame solver does not support the first trick of a hand, which has special rules.")
        world = World(hands, leader, table_cards, gone, taken)
        search: Position
        if self.mode == "maxn":
            search = Maxn(self.rules, self.root_seat, world, self._dislikes)
        else:
            search = Paranoid(self.rules, self.root_seat, world)
        if most_nodes is not None:
            search.most_nodes = most_nodes
        values = {}
        try:
            for bit in search.root_cards():
                values[bit] = search.points(search.value_after(bit))
                yield
        finally:
            self.nodes += search.nodes
        equals = lowest_equals(hands[self.root_seat], search.in_play, self.rules)
        found = {card: values.get(search.bits[lowest]) for card, lowest in equals.items()}
        return {card: points for card, points in found.items() if points is not None}
