"""Claims: what is certain about the rest of a hand, whatever the others hold and however they play.

The analysis is sound but not complete: every claim is certain, but some certain endings are not recognized.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from py_engine.core.contract import JsonObject, Model, SafeInt
from py_engine.core.evaluation import Job
from py_engine.core.legality import require_player
from py_engine.core.one_shot import OneShotJob
from py_engine.games.hearts.coaching.sent_states import SENT
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.rules.batch import HEART_COUNT, QUEEN
from py_engine.games.hearts.rules.cards import HEARTS, JACK_OF_DIAMONDS, POINT_CARDS, SEATS, SUIT_MASKS, cards_of

__all__ = ["Claim", "ClaimArgs", "claim", "decide"]


class ClaimArgs(Model):
    """A position, whole or as the player sees it, and the claiming player."""

    state: JsonObject
    player_id: SafeInt


@dataclass(frozen=True, slots=True)
class Claim:
    """What a seat may claim: every trick, no more points, or nothing. The text of the first two fits beside the page's button."""

    claim: Literal["all", "none"] | None
    text: str


_UNSURE = Claim(None, "Nothing is certain yet: it depends on what the others hold and play.")
_ALL = Claim("all", "You win every trick left.")
_MOON = Claim("all", "You shoot the moon.")
_NONE = Claim("none", "You take no more points.")
_TAKEN = Claim("none", "All points are taken.")


def claim(args: ClaimArgs) -> Job[Claim]:
    """Returns a job that decides whether a player takes every remaining trick, or no more points at all.

    Raises:
        ContractError: INVALID_PLAYER or INVALID_STATE.
    """
    require_player(args.player_id, SEATS)
    state = SENT.parse_one(args.state)
    facts = facts_of(state, args.player_id)
    return OneShotJob(lambda: decide(facts))


def decide(facts: Facts) -> Claim:
    """What a seat may claim, given what it knows; nothing during the first trick, which has special rules."""
    if facts.phase != "play" or not facts.gone:
        return _UNSURE
    if not (facts.hand | facts.on_table | facts.unseen) & _counting(facts):
        return _TAKEN
    if _wins_all(facts):
        alone = not any(_points_of(code) for seat, code in enumerate(facts.taken) if seat != facts.seat)
        return _MOON if alone else _ALL
    if not _moon_against(facts) and _wins_none(facts):
        return _NONE
    return _UNSURE


def _counting(facts: Facts) -> int:
    return POINT_CARDS | (1 << JACK_OF_DIAMONDS if facts.rules.jack_of_diamonds else 0)


def _points_of(taken: int) -> int:
    """The point cards of a code, without the jack of diamonds."""
    return taken & (HEART_COUNT | QUEEN)


def _moon_against(facts: Facts) -> bool:
    """Whether another seat may still shoot the moon, which gives points even to those who win no trick."""
    holders = [seat for seat, code in enumerate(facts.taken) if _points_of(code)]
    return not holders or (len(holders) == 1 and holders[0] != facts.seat)


def _may_hold(facts: Facts) -> list[int]:
    """By seat: mask of the unseen cards that it could hold."""
    unseen = facts.unseen
    elsewhere = [0] * SEATS
    for seat, known in enumerate(facts.known):
        for other in range(SEATS):
            elsewhere[other] |= 0 if other == seat else known
    return [
        may & unseen & ~taken if count and seat != facts.seat else 0
        for seat, (may, taken, count) in enumerate(zip(facts.may, elsewhere, facts.counts, strict=True))
    ]


class _Trick(NamedTuple):
    """The trick on the table, as the seat sees it."""

    led: int
    """Mask of the suit led."""
    high: int
    """Number of the winning card so far."""
    ours: bool
    """Whether that card is the seat's."""
    played: bool
    """Whether the seat has played to the trick."""
    to_come: list[int]
    """The other seats still to play."""


def _trick_of(facts: Facts) -> _Trick | None:
    if facts.leader is None or not facts.table:
        return None
    led = SUIT_MASKS[facts.table[0] >> 4]
    high = max(card for card in facts.table if led >> card & 1)
    seats = [(facts.leader + place) % SEATS for place in range(SEATS)]
    there, to_come = seats[: len(facts.table)], seats[len(facts.table) :]
    return _Trick(
        led,
        high,
        there[facts.table.index(high)] == facts.seat,
        facts.seat in there,
        [seat for seat in to_come if seat != facts.seat],
    )


def _wins_all(facts: Facts) -> bool:
    """Whether the seat is certain to have or get the lead, and to win every trick from there."""
    trick = _trick_of(facts)
    if trick is None:
        return facts.leader == facts.seat and bool(facts.hand) and _runs(facts, facts.hand)
    against = 0
    for seat in trick.to_come:
        against |= _may_hold(facts)[seat] & trick.led
    if trick.played:
        return trick.ours and against >> trick.high == 0 and _runs(facts, facts.hand)
    return any(
        card > trick.high and against >> card == 0 and _runs(facts, facts.hand ^ 1 << card)
        for card in cards_of(facts.hand & trick.led)
    )


def _runs(facts: Facts, hand: int) -> bool:
    """Whether a seat on lead wins every trick by leading each suit from the top, hearts last.

    An opponent must follow suit, so a higher card stays hidden only as long as it has lower cards of the suit to play.
    """
    for suit in SUIT_MASKS:
        ours = sorted(cards_of(hand & suit), reverse=True)
        for seat, may in enumerate(_may_hold(facts)):
            most = min((may & suit).bit_count(), facts.counts[seat])
            if any((may & suit) >> card for card in ours[:most]):
                return False
    return True


def _wins_none(facts: Facts) -> bool:
    """Whether the seat can avoid every trick until no point cards are left."""
    trick = _trick_of(facts)
    if trick is None:
        if facts.leader != facts.seat:
            return _gets_nothing(facts, facts.hand)
        return any(_loses(facts, card) and _gets_nothing(facts, facts.hand ^ 1 << card) for card in _leads(facts))
    if trick.played:
        return not trick.ours and _gets_nothing(facts, facts.hand)
    following = facts.hand & trick.led
    return any(
        (not following or card < trick.high) and _gets_nothing(facts, facts.hand ^ 1 << card)
        for card in cards_of(following or facts.hand)
    )


def _leads(facts: Facts) -> list[int]:
    rest = facts.hand if facts.broken else facts.hand & ~SUIT_MASKS[HEARTS]
    return list(cards_of(rest or facts.hand))


def _loses(facts: Facts, card: int) -> bool:
    """Whether a lead of this card is certain to be beaten: somebody holds the suit, and only higher cards of it."""
    against = facts.unseen & SUIT_MASKS[card >> 4]
    return bool(against) and against & -against > 1 << card


def _gets_nothing(facts: Facts, hand: int) -> bool:
    """Whether a seat that is not on lead takes no more points: no point cards are left, or it wins no trick."""
    if not (hand | facts.unseen) & _counting(facts):
        return True
    for suit in SUIT_MASKS:
        # Any card that others can lead must beat all of the seat's cards in the suit.
        against = facts.unseen & suit
        if against and hand & suit > against & -against:
            return False
    return True
