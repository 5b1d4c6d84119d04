"""What a seat knows: its own cards, the cards played in public, and the cards it passed.

The facts are certain and complete: a player who did not follow is void in that suit; a player who led a heart while hearts
were unbroken held nothing else; a player who discarded points on the first trick held only points; the leader of the first
trick holds the two of clubs until it is played; and a passed card stays where it went until it is played. The deals that
satisfy these facts are exactly those in which every card so far was legal. Evidence that only makes a deal more or less
likely is counted separately (``low_spades``, ``sloughs``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from py_engine.core.contract import ContractError
from py_engine.games.hearts.rules.batch import JACK, QUEEN, TRICK, Rules
from py_engine.games.hearts.rules.cards import (
    DECK,
    HEARTS,
    JACK_OF_DIAMONDS,
    NUMBERS,
    POINT_CARDS,
    QUEEN_OF_SPADES,
    SEATS,
    SPADES,
    SUIT_MASKS,
    TWO_OF_CLUBS,
    mask_of,
)
from py_engine.games.hearts.rules.fields import SHIFTS
from py_engine.games.hearts.rules.state import HeartsState

__all__ = ["Facts", "PublicPlay", "facts_of"]

STEPS: Mapping[str, int] = SHIFTS
"""By pass direction: seats from the passer to the receiver, clockwise."""
_ALL = int(DECK)
_QUEEN_BIT, _TWO_BIT, _JACK_BIT = 1 << QUEEN_OF_SPADES, 1 << TWO_OF_CLUBS, 1 << JACK_OF_DIAMONDS
Four = tuple[int, int, int, int]
Trick = tuple[int, tuple[int, ...]]
"""The leader, and the cards in the order they were played."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything a seat knows about a hand, as masks and card numbers; sequences of four are by seat."""

    seat: int
    rules: Rules
    phase: str
    pass_direction: str
    hand: int
    """Mask of the seat's own cards."""
    leader: int | None
    """Leader of the current trick; None while cards are passed."""
    table: tuple[int, ...]
    """Numbers of the cards on the table, in the order played."""
    gone: int
    """Mask of the cards of completed tricks."""
    taken: Four
    """What each seat has taken, coded as hearts + QUEEN + JACK + TRICK x tricks (see ``rules.batch``)."""
    counts: Four
    """Number of cards held."""
    may: Four
    """
    Masks of the cards that a seat may hold according to its plays; 0 for the seat itself. Each mask includes or excludes
    whole suits, except for the queen of spades.
    """
    known: Four
    """Masks of cards that are certain to be held: passed by this seat, or the two of clubs before the first lead."""
    given: tuple[int, int]
    """The receiver of this seat's cards, and the mask of those not yet played."""
    got: tuple[int, int]
    """The seat that passed to this one, and the mask of the cards received."""
    broken: bool
    """Whether hearts may be led from the next trick on."""
    low_spades: Four
    """How often a seat followed a lead of spades with a spade below the queen."""
    sloughs: tuple[Four, Four, Four, Four]
    """By seat and suit: how often a card of the suit was discarded on another suit."""
    history: tuple[Trick, ...]
    scores: Four
    points_to_end: int

    @property
    def unseen(self) -> int:
        """Mask of the cards in the other hands, including known ones."""
        return _ALL & ~(self.hand | self.gone | self.on_table)

    @property
    def on_table(self) -> int:
        """Mask of the cards of the current trick."""
        mask = 0
        for card in self.table:
            mask |= 1 << card
        return mask

    @property
    def voids(self) -> tuple[tuple[bool, ...], ...]:
        """By seat and suit: whether the seat is known to be void in it (for the seat itself: by its hand)."""
        unseen = self.unseen
        held = [may & unseen if count else 0 for may, count in zip(self.may, self.counts, strict=True)]
        held[self.seat] = self.hand
        return tuple(tuple(not mask & suit for suit in SUIT_MASKS) for mask in held)

    @property
    def key(self) -> tuple[Any, ...]:
        """Everything that the beliefs depend on: equal keys mean equal beliefs."""
        return (self.seat, self.hand, self.unseen, self.counts, self.may, self.known, self.low_spades, self.sloughs)


@dataclass(slots=True)
class PublicPlay:
    """What the cards played in a hand reveal to everybody.

    This reimplements what ``rules.legal_cards`` would allow, card by card, because it takes a tenth of the time of calling
    it for every card; the tests compare the two.

    Args:
        rules: The rules of the hand.
        history: Completed tricks.
        leader: The leader of the trick on the table.
        table: The cards of that trick.
    """

    rules: Rules
    history: Sequence[Trick]
    leader: int | None
    table: Sequence[int]
    may: list[int] = field(default_factory=lambda: [_ALL] * SEATS)
    gone: int = 0
    taken: list[int] = field(default_factory=lambda: [0] * SEATS)
    low_spades: list[int] = field(default_factory=lambda: [0] * SEATS)
    sloughs: list[list[int]] = field(default_factory=lambda: [[0] * len(SUIT_MASKS) for _ in range(SEATS)])

    def __post_init__(self) -> None:
        for leader, cards in self.history:
            self._read(leader, cards, first=not self.gone)
            self._take(leader, cards)
        if self.leader is not None:
            self._read(self.leader, self.table, first=not self.gone)

    @property
    def opener(self) -> int | None:
        """The seat that leads, or led, the first trick."""
        return self.history[0][0] if self.history else self.leader

    def _read(self, leader: int, cards: Sequence[int], *, first: bool) -> None:
        """Records what the cards of a trick reveal about the hands of those who played them."""
        for place, card in enumerate(cards):
            seat = (leader + place) & 3
            suit, led = card >> 4, cards[0] >> 4
            if place == 0:
                if suit == HEARTS and not self.gone & self.rules.breakers:
                    self.may[seat] &= SUIT_MASKS[HEARTS]
            elif suit != led:
                self.may[seat] &= ~SUIT_MASKS[led]
                self.sloughs[seat][suit] += 1
                if first and 1 << card & POINT_CARDS:
                    self.may[seat] &= POINT_CARDS
            elif suit == SPADES and card < QUEEN_OF_SPADES:
                self.low_spades[seat] += 1

    def _take(self, leader: int, cards: Sequence[int]) -> None:
        mask, best, winner = 0, cards[0], 0
        for place, card in enumerate(cards):
            mask |= 1 << card
            if card >> 4 == best >> 4 and card > best:
                best, winner = card, place
        worth = TRICK + (mask & SUIT_MASKS[HEARTS]).bit_count() + QUEEN * bool(mask & _QUEEN_BIT)
        if self.rules.jack_of_diamonds and mask & _JACK_BIT:
            worth += JACK
        self.taken[(leader + winner) & 3] += worth
        self.gone |= mask


def facts_of(state: HeartsState, seat: int) -> Facts:
    """What a seat knows in a position.

    Args:
        state: Whole, or an observation by that seat; the other seats' cards are ignored.
        seat: The seat.

    Raises:
        ContractError: INVALID_STATE if the state does not show that seat's hand.
    """
    passing = state.phase == "pass"
    history = tuple((trick.leader, _numbers(trick.cards)) for trick in state.trick_history)
    leader = state.lead if state.phase == "play" else None
    played = PublicPlay(state.rules, history, leader, _numbers(state.trick))
    hand = _own(state.hands, seat, "hand")
    out = played.gone | mask_of(state.trick)
    given = 0 if passing else _own(state.passed, seat, "pass") & ~out
    receiver = (seat + state.shift) & 3
    known = [0] * SEATS
    known[receiver] |= given
    opener = played.opener
    if opener is not None and opener != seat and not out & _TWO_BIT:
        known[opener] |= _TWO_BIT
    may = played.may
    may[seat] = 0
    return Facts(
        seat=seat,
        rules=state.rules,
        phase=state.phase,
        pass_direction=state.pass_direction,
        hand=hand,
        leader=leader,
        table=tuple(played.table),
        gone=played.gone,
        taken=_four(played.taken),
        counts=_four(each if isinstance(each, int) else len(each) for each in state.hands),
        may=_four(may),
        known=_four(known),
        given=(receiver, given),
        got=((seat - state.shift) & 3, 0 if passing else _own(state.received, seat, "received cards")),
        broken=bool(out & state.rules.breakers),
        low_spades=_four(played.low_spades),
        sloughs=tuple(map(_four, played.sloughs)),  # type: ignore[arg-type] # of four seats
        history=history,
        scores=_four(state.scores),
        points_to_end=state.options.points_to_end,
    )


def _four(values: Iterable[int]) -> Four:
    first, second, third, fourth = values
    return first, second, third, fourth


def _numbers(names: Iterable[str]) -> tuple[int, ...]:
    return tuple(NUMBERS[name] for name in names)


def _own(lists: Sequence[Sequence[str] | int], seat: int, what: str) -> int:
    cards = lists[seat]
    if isinstance(cards, int):
        raise ContractError("INVALID_STATE", f"The {what} of player {seat} is hidden in this observation.")
    return mask_of(cards)
