"""Facts from the last messages of the log that the board does not hold."""

from __future__ import annotations

import re
from typing import NamedTuple

from py_engine.games.swccg.policies.context import DecisionContext

__all__ = [
    "Drawn",
    "Hit",
    "actor_of",
    "destiny_drawn",
    "drain_under_way",
    "hits",
    "left_before",
    "left_to_pay",
    "search_failed",
]

_DRAIN = re.compile(r"(.{1,60}?) initiates Force drain of (\d{1,3}) at (.{1,120})")
_DRAWN = re.compile(r"(.{1,60}?) draws .{1,120} as an? (\d{1,3}) for (.{1,60})")
_HIT = re.compile(r"(.{1,120}?) is 'hit'(?:.{1,160}? forfeit is (reset to|reduced by) (\d{1,3}))?")
_LEFT = re.compile(
    r"(.{1,60}?) has (?:(\d{1,4}) attrition and )?(\d{1,4}) (battle damage|attrition|Force loss) remaining to satisfy"
)
_SEARCHED = re.compile(r"(.{1,60}?) targets to .{1,200} using (.{1,120})")
_PLAYED = re.compile(r"(.{1,60}?) (?:initiates playing|plays|deploys|targets to deploy) ")


class Drawn(NamedTuple):
    """A destiny just drawn."""

    own: bool
    value: int
    what: str


class Hit(NamedTuple):
    """The effect of being 'hit' on a card's forfeit value: ``reset`` to a value, or reduced ``by`` one."""

    reset: int | None
    by: int


def drain_under_way(context: DecisionContext) -> tuple[bool, int] | None:
    """Whether the latest Force drain is the seat's, and its size; None if the log has none."""
    for message in reversed(context.board.messages):
        match = _DRAIN.fullmatch(message)
        if match is not None:
            return match.group(1) == context.position.seat, int(match.group(2))
    return None


def destiny_drawn(context: DecisionContext) -> Drawn | None:
    """The latest destiny drawn; None if the log has none."""
    for message in reversed(context.board.messages):
        match = _DRAWN.fullmatch(message)
        if match is not None:
            return Drawn(match.group(1) == context.position.seat, int(match.group(2)), match.group(3))
    return None


def hits(context: DecisionContext) -> dict[str, Hit]:
    """Title -> effect, for cards 'hit' in the current battle."""
    if context.board.battle is None:
        return {}
    found: dict[str, Hit] = {}
    for message in context.board.messages:
        match = _HIT.match(message)
        if match is not None:
            value = int(match.group(3) or 0)
            found[match.group(1)] = Hit(value, 0) if match.group(2) == "reset to" else Hit(None, value)
    return found


def left_to_pay(context: DecisionContext) -> dict[str, int]:
    """``battle damage``, ``attrition``, ``Force loss`` -> what the seat still has to satisfy, by the latest messages."""
    found: dict[str, int] = {}
    for amounts in _amounts_left(context):
        # A message gives damage and attrition together: one that is missing has been satisfied.
        kept = found.get("Force loss")
        found = amounts if kept is None else {"Force loss": kept} | amounts
    return found


def left_before(context: DecisionContext) -> dict[str, int]:
    """What the seat had to satisfy before the Force it just lost to battle damage; empty if it lost none."""
    amounts = _amounts_left(context)
    if len(amounts) < 2:
        return {}
    before, now = amounts[-2:]
    same = before.get("attrition") == now.get("attrition")
    return before if same and before.get("battle damage", 0) > now.get("battle damage", 0) > 0 else {}


def _amounts_left(context: DecisionContext) -> list[dict[str, int]]:
    """The messages on what the seat still has to satisfy, oldest first."""
    found = []
    for message in context.board.messages:
        match = _LEFT.fullmatch(message)
        if match is not None and match.group(1) == context.position.seat:
            also = {} if match.group(2) is None else {"attrition": int(match.group(2))}
            found.append(also | {match.group(4): int(match.group(3))})
    return found


def actor_of(context: DecisionContext) -> bool | None:
    """Whether the seat was the last to play or deploy something; None if the log does not say."""
    for message in reversed(context.board.messages):
        match = _PLAYED.match(message)
        if match is not None:
            return match.group(1) == context.position.seat
    return None


def search_failed(context: DecisionContext, title: str) -> bool:
    """Whether the seat's last search with a card found nothing (the opponent then verifies the pile)."""
    verified = False
    for message in reversed(context.board.messages):
        if " verifies " in message:
            verified = True
        elif " targets to " in message:
            match = _SEARCHED.fullmatch(message)
            if match is not None and match.group(1) == context.position.seat and match.group(2) == title:
                return verified
            verified = False
    return False
