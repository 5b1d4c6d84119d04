"""The fields of Hearts' JSON state, and what follows from them one by one; whether they fit each other is for ``checks``."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field, WithJsonSchema

from py_engine.core.contract import GameState, Model, SafeInt
from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.rules.cards import NUMBERS, SEATS, Card
from py_engine.games.hearts.rules.record import Played, Record, record

__all__ = ["DIRECTIONS", "SHIFTS", "CardText", "Direction", "HeartsFields", "Held", "Options", "Trick"]

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


class HeartsFields(GameState):
    """The fields of a state, each checked by itself."""

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
