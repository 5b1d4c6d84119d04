"""Sizes of the seat's last Force drains by location: what cards take away there shows in no icon."""

from __future__ import annotations

import re

from py_engine.games.swccg.rules.decisions import Decision
from py_engine.games.swccg.rules.titles import mentions

__all__ = ["Drains"]

REMEMBERED = 3
"""Turns after which a drain says nothing any more: the cards that changed it may have gone."""
_DRAINS = re.compile(r"(.{1,60}?) Force drains (\d{1,3}) at .{1,200}")
_ACTION = "Force drain"


class Drains:
    """The sizes of the seat's drains as they were made, from the messages of a log."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[int, int]] = {}
        """Blueprint of the location -> size, turn."""

    def message(self, text: str, markup: str, seat: str, turn: int) -> None:
        """Takes in the next message.

        Args:
            text: The message without markup.
            markup: The message as the server writes it.
            seat: Name of the seat.
            turn: The number of the turn.
        """
        match = _DRAINS.fullmatch(text)
        if match is not None and match.group(1) == seat:
            for location in mentions(markup)[:1]:
                self._last[location] = int(match.group(2)), turn

    def drained(self, decision: Decision, turn: int) -> dict[str, int]:
        """Answer -> size of the last drain at that location, if it was made in the last few turns."""
        if not self._last:
            return {}
        found = {}
        for option in decision.options:
            if option.action == _ACTION and option.blueprint_id in self._last:
                size, then = self._last[option.blueprint_id]
                if 0 <= turn - then <= REMEMBERED:
                    found[option.answer] = size
        return found
