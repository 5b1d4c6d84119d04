"""The fields of Hearts' JSON state, each validated by itself; ``checks`` tests whether they fit together."""

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
"""In the order in which hands cycle through them."""
SHIFTS: dict[str, int] = {"left": 1, "right": 3, "across": 2, "hold": 0}
"""Seats from the passer to the receiver, clockwise."""
Phase = Literal["pass", "play", "done"]
Seat = Annotated[int, Field(ge=0, le=3)]
Score = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
CardText = Annotated[Card, WithJsonSchema({"type": "string"})]
"""A card; a plain string in the front end's types, which would otherwise repeat all 52 names at every use."""
Held = list[CardText] | Annotated[int, Field(ge=0, le=13)]
"""A list of cards, or only their number."""
FourHeld = Annotated[list[Held], Field(min_length=4, max_length=4)]
FourScores = Annotated[list[Score], Field(min_length=4, max_length=4)]


class Options(Model):
    """Rule variants, and the length of a game."""

    queen_breaks_hearts: bool = Field(
        default=True, title="Queen breaks hearts", description="Hearts may be led once Q♠ has been played."
    )
    jack_of_diamonds: bool = Field(
        default=False, title="Jack of diamonds", description="Taking J♦ takes 10 points off the score."
    )
    moon_subtracts: bool = Field(
        default=False,
        title="Moon subtracts",
        description="Shooting the moon takes 26 points off the score; by the usual rule, the others get 26 each.",
    )
    first_lead_any_club: bool = Field(
        default=False,
        title="Any club first",
        description="The holder of 2♣ may lead any club to the first trick; by the usual rule, it must be 2♣.",
    )
    points_to_end: int = Field(
        default=100,
        ge=1,
        le=1000,
        title="Points to end",
        description="The game ends after the hand in which somebody reaches this many points.",
    )

    @property
    def rules(self) -> Rules:
        """The rules of a hand."""
        return Rules(self.queen_breaks_hearts, self.jack_of_diamonds, self.moon_subtracts, self.first_lead_any_club)


class Trick(Model):
    """A completed trick, with its cards in the order played."""

    leader: Seat
    cards: Annotated[list[CardText], Field(min_length=4, max_length=4)]
    winner: Seat = 0
    points: Annotated[int, Field(ge=-10, le=26)] = 0


class HeartsFields(GameState):
    """The fields of a state, each validated by itself."""

    ruleset_id: Literal["hearts_v1"]
    active_player_id: Seat
    chance_counter: SafeInt = 0
    """Number of hands dealt so far, which is the number of this hand."""
    options: Options = Options()
    phase: Phase = "pass"
    pass_direction: Direction
    hands: FourHeld
    """By suit and rank; all 13 cards of everyone until the fourth player has passed."""
    passed: FourHeld = [[], [], [], []]
    """The cards that each player passed in this hand."""
    received: FourHeld = [[], [], [], []]
    leader: Seat | None = None
    """The leader of the current trick; null if there is none."""
    trick: Annotated[list[CardText], Field(max_length=3)] = []
    """The cards on the table, in the order played."""
    trick_history: Annotated[list[Trick], Field(max_length=13)] = []
    hearts_broken: bool = False
    points: FourScores = [0, 0, 0, 0]
    """Points taken in this hand, before the moon."""
    scores: FourScores = [0, 0, 0, 0]
    """Totals of the previous hands."""

    @property
    def rules(self) -> Rules:
        """The rules of a hand."""
        return self.options.rules

    @property
    def shift(self) -> int:
        """Seats from the passer to the receiver, clockwise; 0 if no cards are passed."""
        return SHIFTS[self.pass_direction]

    @property
    def lead(self) -> int:
        """The leader of the current trick, even if the state leaves it out; meaningless in the pass phase."""
        return (self.active_player_id - len(self.trick)) % SEATS if self.leader is None else self.leader

    @property
    def is_whole(self) -> bool:
        """Whether all hands are known."""
        return all(isinstance(hand, list) for hand in self.hands)

    def record(self) -> Record:
        """What follows from the tricks of this hand, including the one on the table."""
        tricks = [Played(trick.leader, [NUMBERS[card] for card in trick.cards]) for trick in self.trick_history]
        if self.trick:
            tricks.append(Played(self.lead, [NUMBERS[card] for card in self.trick]))
        return record(tricks, self.rules)
