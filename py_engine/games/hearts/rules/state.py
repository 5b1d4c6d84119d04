"""Hearts' JSON state and action, as strict models, and their way to arrays and back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Annotated, Any, Literal, Self, get_args

import numpy as np
from pydantic import ConfigDict, Field, WithJsonSchema, model_serializer, model_validator

from py_engine.core.contract import GameState, JsonObject, Model, SafeInt
from py_engine.core.numerics import U64
from py_engine.core.validation import MisfitError
from py_engine.games.hearts.rules import checks
from py_engine.games.hearts.rules.batch import SEAT, Batch, Rules, start, step
from py_engine.games.hearts.rules.cards import NUMBERS, SEATS, Card, mask_of
from py_engine.games.hearts.rules.record import Played, Record, record

__all__ = [
    "DIRECTIONS",
    "EXPORTED_MODELS",
    "RULESET_ID",
    "SHIFTS",
    "HeartsAction",
    "HeartsState",
    "Options",
    "Trick",
    "action_data",
    "mask_of_hand",
    "observer_of",
    "pass_actions",
    "sorted_cards",
    "to_batch",
]

RULESET_ID = "hearts_v1"
Direction = Literal["left", "right", "across", "hold"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
"""In the order of hands."""
SHIFTS: dict[str, int] = {"left": 1, "right": 3, "across": 2, "hold": 0}
"""How many seats on the receiver sits."""
Phase = Literal["pass", "play", "done"]
Seat = Annotated[int, Field(ge=0, le=3)]
Score = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
CardText = Annotated[Card, WithJsonSchema({"type": "string"})]
"""A card, which the front end's types take as any text: all 52 would stand wherever there is one."""
Held = list[CardText] | Annotated[int, Field(ge=0, le=13)]
"""Cards, or how many there are."""
FourHeld = Annotated[list[Held], Field(min_length=4, max_length=4)]
FourScores = Annotated[list[Score], Field(min_length=4, max_length=4)]


class Options(Model):
    """The rules that tables differ in, and how long a game is."""

    queen_breaks_hearts: bool = Field(
        default=True, title="Queen breaks hearts", description="Hearts may be led once Q♠ has been played."
    )
    jack_of_diamonds: bool = Field(
        default=False, title="Jack of diamonds", description="Who takes J♦ has 10 points fewer."
    )
    moon_subtracts: bool = Field(
        default=False,
        title="Moon subtracts",
        description="Who shoots the moon has 26 points fewer; by the usual rule the others have 26 more.",
    )
    first_lead_any_club: bool = Field(
        default=False,
        title="Any club first",
        description="Who holds 2♣ may lead any club to the first trick; by the usual rule it is 2♣.",
    )
    points_to_end: int = Field(
        default=100,
        ge=1,
        le=1000,
        title="Points to end",
        description="The game ends after the hand that brings somebody so many points.",
    )

    @property
    def rules(self) -> Rules:
        """Those of a hand."""
        return Rules(self.queen_breaks_hearts, self.jack_of_diamonds, self.moon_subtracts, self.first_lead_any_club)


class Trick(Model):
    """A completed trick: its cards in the order in which they were played."""

    leader: Seat
    cards: Annotated[list[CardText], Field(min_length=4, max_length=4)]
    winner: Seat = 0
    points: Annotated[int, Field(ge=-10, le=26)] = 0


class HeartsState(GameState):
    """A position of four players, whole or as one of them sees it: then others' cards are numbers of cards."""

    ruleset_id: Literal["hearts_v1"]
    chance_counter: SafeInt = 0
    """How many hands have been dealt: the number of this hand."""
    options: Options = Options()
    phase: Phase = "pass"
    pass_direction: Direction
    hands: FourHeld
    """By suit and rank; until the fourth has passed, all 13 of everyone."""
    passed: FourHeld = [[], [], [], []]
    """What each player passed in this hand."""
    received: FourHeld = [[], [], [], []]
    leader: Seat | None = None
    """Who leads the trick that is on; null when none is."""
    trick: Annotated[list[CardText], Field(max_length=3)] = []
    """The cards on the table, from the leader's on."""
    trick_history: Annotated[list[Trick], Field(max_length=13)] = []
    hearts_broken: bool = False
    points: FourScores = [0, 0, 0, 0]
    """Taken in this hand, before the moon."""
    scores: FourScores = [0, 0, 0, 0]
    """Of the hands before."""

    @property
    def rules(self) -> Rules:
        """Those of a hand."""
        return self.options.rules

    @property
    def shift(self) -> int:
        """How many seats on the receiver of passed cards sits; 0 when none are passed."""
        return SHIFTS[self.pass_direction]

    @property
    def lead(self) -> int:
        """Who leads the trick that is on, also where a state leaves it out; nobody's business in the pass phase."""
        return (self.active_player_id - len(self.trick)) % SEATS if self.leader is None else self.leader

    @property
    def is_whole(self) -> bool:
        """Whether all hands are known."""
        return all(isinstance(hand, list) for hand in self.hands)

    def record(self) -> Record:
        """What follows from the tricks of this hand, the one on the table included."""
        tricks = [Played(trick.leader, [NUMBERS[card] for card in trick.cards]) for trick in self.trick_history]
        if self.trick:
            tricks.append(Played(self.lead, [NUMBERS[card] for card in self.trick]))
        return record(tricks, self.rules)

    @model_validator(mode="after")
    def _parts_fit(self) -> Self:
        checks.check(self)
        return self


class Pass(Model):
    """Pass three cards."""

    model_config = ConfigDict(serialize_by_alias=True)

    cards: list[CardText] = Field(alias="pass")


class Play(Model):
    """Play a card."""

    play: CardText


class HeartsAction(Model):
    """A move: three cards to pass, or a card to play."""

    passed: Annotated[list[CardText], Field(min_length=3, max_length=3)] | None = Field(default=None, alias="pass")
    play: CardText | None = None

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        if (self.passed is None) == (self.play is None) or len(self.model_fields_set) != 1:
            raise MisfitError("it should have either pass or play")
        if self.passed is not None and len(set(self.passed)) != 3:
            raise MisfitError("should be three different cards", "pass")
        return self

    @model_serializer
    def _the_one_thing(self) -> Pass | Play:
        return Play.model_validate({"play": self.play}) if self.play else Pass.model_validate({"pass": self.passed})


EXPORTED_MODELS = (HeartsState, HeartsAction)


def mask_of_hand(held: Held) -> int:
    """The mask of cards; 0 where only their number is known."""
    return mask_of(held) if isinstance(held, list) else 0


def sorted_cards(cards: Sequence[Card]) -> list[Card]:
    """Cards by suit and rank."""
    return sorted(cards, key=NUMBERS.__getitem__)


def observer_of(state: HeartsState) -> int | None:
    """Whose view a state is; None for one that is whole, or that shows nobody's cards."""
    seats = [seat for seat, hand in enumerate(state.hands) if isinstance(hand, list)]
    return seats[0] if len(seats) == 1 else None


def to_batch(state: HeartsState) -> Batch:
    """The position as a batch of one, without what was taken in tricks before; hands that are not known are empty."""
    hands = [mask_of_hand(hand) for hand in state.hands]
    leader = state.lead
    for place, card in enumerate(state.trick):
        hands[(leader + place) % SEATS] |= 1 << NUMBERS[card]
    gone = mask_of(card for trick in state.trick_history for card in trick.cards)
    batch = start(
        np.array(hands, dtype=U64)[:, None],
        np.array([leader], dtype=SEAT),
        state.rules,
        gone=np.array([gone], dtype=U64),
    )
    # A hand that is not known would tell of tricks that have not been played.
    batch.tricks = len(state.trick_history)
    for card in state.trick:
        step(batch, np.array([NUMBERS[card]], dtype=U64))
    return batch


@cache
def _triples() -> list[tuple[int, int, int]]:
    return list(combinations(range(13), 3))


def pass_actions(hand: Sequence[Card]) -> list[JsonObject]:
    """Every way to pass three of the thirteen cards of a sorted hand."""
    return [{"pass": [hand[a], hand[b], hand[c]]} for a, b, c in _triples()]


def action_data(action: HeartsAction) -> JsonObject:
    """The JSON of an action as legal lists have it: cards that are passed by suit and rank."""
    data: dict[str, Any] = {"play": action.play} if action.passed is None else {"pass": sorted_cards(action.passed)}
    return data
