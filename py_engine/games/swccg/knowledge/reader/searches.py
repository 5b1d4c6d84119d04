"""Searches of the seat that found nothing, remembered for the whole game: the opponent then verifies the pile."""

from __future__ import annotations

import re

from py_engine.games.swccg.rules.decisions import Decision

__all__ = ["Searches"]

_SEARCHED = re.compile(r"(.{1,60}?) targets to (.{1,200}) using (.{1,120})")
_ARTICLES = frozenset({"a", "an", "the"})
_VERIFIES = " verifies "

_Search = tuple[str, str]
"""What is searched for, in the server's words without articles, and the title of the card that searches."""


class Searches:
    """Counts the searches without result, from the messages of a log."""

    def __init__(self) -> None:
        self._fruitless: dict[_Search, int] = {}
        self._last: _Search | None = None
        """The search under way; None once it is known how it went."""

    def message(self, text: str, seat: str) -> None:
        """Takes in the next message, without markup."""
        if _VERIFIES in text:
            if self._last is not None:
                self._fruitless[self._last] = self._fruitless.get(self._last, 0) + 1
            self._last = None
            return
        match = _SEARCHED.fullmatch(text)
        if match is not None:
            own = match.group(1) == seat
            self._last = (_words(match.group(2)), _plain(match.group(3))) if own else None

    def fruitless(self, decision: Decision) -> dict[str, int]:
        """Answer -> earlier times that the same search with the same card found nothing."""
        if not self._fruitless:
            return {}
        found = {}
        for option in decision.options:
            title = option.text.removesuffix(f": {option.action}") if option.action else option.text
            times = self._fruitless.get((_words(option.action), _plain(title)), 0)
            if times:
                found[option.answer] = times
        return found


def _words(text: str) -> str:
    return " ".join(word for word in _plain(text).split() if word not in _ARTICLES)


def _plain(text: str) -> str:
    """A text without the marks of unique cards, in lower case."""
    return text.replace("•", "").replace("◇", "").lower()
