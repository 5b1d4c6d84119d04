"""The sentences on the parts of a difference; the first one names the best move."""

from __future__ import annotations

from typing import NamedTuple

from py_engine.core.text import amount, number, percent, points
from py_engine.games.hearts.coaching.measured.pair import Pair
from py_engine.games.hearts.coaching.odds import chances, wins
from py_engine.games.hearts.knowledge.naming import JACK_OF_DIAMONDS, QUEEN_OF_SPADES, cards_words

__all__ = [
    "SURE", "Comparison", "expected_text", "hearts_text", "instead_of", "jack_text", "kept_text", "moon_against_text", "moon_text",
    "own_moons_text", "queen_text", "win_text",
]  # fmt: skip

NEVER, EVEN, SURE = 0.005, 0.5, 0.99
_HIGH = "QKA"
_OF_DEALS = " of the deals"


class Comparison(NamedTuple):
    """The phrases with which a sentence names the best move; empty, except in the first sentence."""

    instead: str = ""
    than: str = ""
    against: str = ""
    why: bool = False
    """Whether the sentence says why only a share of what sample deals show of a pass counts."""


def win_text(user: float, best: float, to: Comparison) -> str:
    """The sentence on the chances to win."""
    return f"Wins the game in {wins(user, best)}{to.instead}."


def expected_text(user: float, best: float, _: Comparison) -> str:
    """The sentence on the points of the hand, where the game is at stake."""
    more, link = ("fewer", ", but") if user < best else ("more", ";")
    return (
        f"Expects {more} points in this hand ({number(user)} against {number(best)}){link} what counts now is who wins."
    )


def jack_text(delta: float, to: Comparison) -> str:
    """The sentence on the jack of diamonds."""
    if delta < 0:
        return f"Takes {JACK_OF_DIAMONDS} less often{to.than}, which costs {points(-delta)}."
    return f"In its favour: takes {JACK_OF_DIAMONDS} more often{to.than}, which saves {points(delta)}."


def kept_text(delta: float, to: Comparison) -> str:
    """The sentence on the cards kept after a pass."""
    if delta < 0:
        return f"Keeps worse cards{to.than}, which costs {points(-delta)}."
    return f"In its favour: keeps better cards{to.than}, which saves {points(delta)}."


def _worth(delta: float, share: float, to: Comparison) -> str:
    """What a part comes to; only a share of what a pass does in playouts counts."""
    why = "; what such cards usually cost counts for the rest" if to.why else ""
    counted = f" ({percent(share)} of what sample deals show{why})" if share < 1 else ""
    return f"{f'costs {points(-delta)}' if delta < 0 else f'saves {points(delta)}'}{counted}"


def hearts_text(gap: float, share: float, to: Comparison) -> str:
    """The sentence on hearts taken."""
    worth = f", which {_worth(-share * gap, share, to)}" if share < 1 else ""
    if gap > 0:
        return f"Takes {amount(gap, 'more heart')} on average{to.than}{worth}."
    return f"In its favour: takes {amount(-gap, 'fewer heart')} on average{to.than}{worth}."


def queen_text(
    user: float, best: float, delta: float, share: float, to: Comparison, *, thrown: bool = False, played: bool = False
) -> str:
    """The sentence on the queen of spades; ``thrown`` if she is the better card herself, ``played`` if the user's."""
    instead = " if it is played now" if thrown and to.instead else to.instead
    worth = f"{instead}, which {_worth(delta, share, to)}."
    if delta < 0 and (not played or user > SURE):
        return f"{'Takes' if user > SURE else 'Risks'} {QUEEN_OF_SPADES}: {chances(user, best)}{worth}"
    # A queen that is on the table is not risked.
    takes = "Takes" if delta < 0 else "In its favour: takes"
    return f"{takes} {QUEEN_OF_SPADES} in {chances(user, best, _OF_DEALS)}{worth}"


def moon_text(pair: Pair, user: float, best: float, delta: float, to: Comparison) -> str:
    """The sentence for a difference in the player's own moons; cards taken in the attempt count only if it fails."""
    come_to = f"costs {points(-delta)}" if delta < 0 else f"saves {points(delta)}"
    both = chances(user, best, _OF_DEALS)
    if user > best and delta < 0 and pair.user.candidate.note is None:
        # Nobody goes for the moon here: it comes by itself now and then, with the points that this move takes otherwise.
        return f"Takes more points{to.than}, which {come_to}, even with a moon of your own in {percent(user)} of the deals."
    if user > best:
        kept = [card for card in _differing(pair)[0] if card[0] in _HIGH]
        goes = f"Keeps {cards_words(kept)} and goes" if kept else "Goes"
        if delta < 0:
            succeeds = f"it succeeds in {'only ' if user < EVEN else ''}{percent(user)} of the deals"
            cost = f"failing in the others makes it cost {points(-delta)}"
            return f"{goes} for the moon: {succeeds}, and {cost}{to.against}."
        return f"In its favour: goes for the moon, which succeeds in {both}{to.instead} and {come_to}."
    if delta >= 0:
        return f"In its favour: shoots the moon in {both}{to.instead}, and counting all points taken that {come_to}."
    if user < NEVER:
        return f"Gives up the moon, which succeeds in {percent(best)} of the deals{to.instead}: that {come_to}."
    return f"Shoots the moon less often: in {both}{to.instead}, and counting all points taken that {come_to}."


def own_moons_text(user: float, best: float, delta: float, share: float, to: Comparison) -> str:
    """The sentence on the player's own moons where the two moves differ little in them."""
    odds = f"{chances(user, best, _OF_DEALS)}{to.instead}, which {_worth(delta, share, to)}"
    return f"{'Shoots the moon less often:' if delta < 0 else 'In its favour: shoots the moon'} in {odds}."


def moon_against_text(user: float, best: float, delta: float, share: float, to: Comparison) -> str:
    """The sentence on moons of the others; early in a hand only a share of the difference in the sample deals counts."""
    odds = f"an estimated {chances(user, best)}{to.instead}, which {_worth(delta, share, to)}"
    if delta < 0:
        return f"Lets another player shoot the moon more often: {odds}."
    return f"In its favour: another player shoots the moon in {odds}."


def instead_of(pair: Pair) -> str:
    """The best move as a phrase of comparison; for a pass, only the cards in which the two moves differ."""
    if pair.best.action.play is not None:
        return f"with {pair.best.named}"
    gone, kept = _differing(pair)
    are = "are" if len(gone) > 1 else "is"
    return f"when {cards_words(gone)} {are} passed instead of {cards_words(kept)}"


def _differing(pair: Pair) -> tuple[list[str], list[str]]:
    """The cards that only the best move passes, and those that only the user's does."""
    user, best = pair.user.passed, pair.best.passed
    return [card for card in best if card not in user], [card for card in user if card not in best]
