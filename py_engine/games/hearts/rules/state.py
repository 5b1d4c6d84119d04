"""Hearts' JSON state and action as strict models, and their conversion to and from arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Annotated, Final, Self

import numpy as np
from pydantic import ConfigDict, Field, JsonValue, model_serializer, model_validator

from py_engine.core.contract import Model
from py_engine.core.numerics import U64
from py_engine.core.request import Request
from py_engine.core.validation import MisfitError
from py_engine.games.hearts.rules import checks
from py_engine.games.hearts.rules.batch import SEAT, Batch, start, step
from py_engine.games.hearts.rules.cards import NUMBERS, SEATS, Card, mask_of, names_of
from py_engine.games.hearts.rules.fields import CardText, HeartsFields, Held

__all__ = [
    "EXPORTED_MODELS",
    "RULESET_ID",
    "HeartsAction",
    "HeartsRequest",
    "HeartsState",
    "action_data",
    "mask_of_hand",
    "move_of",
    "observer_of",
    "pass_actions",
    "pass_moves",
    "sorted_cards",
    "to_batch",
]

RULESET_ID: Final = "hearts_v1"


class HeartsState(HeartsFields):
    """A position of four players, whole or as one of them sees it (then the others' cards are only counted)."""

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
    def _has_one_kind(self) -> Self:
        if (self.passed is None) == (self.play is None) or len(self.model_fields_set) != 1:
            raise MisfitError("it should have exactly one of pass and play")
        if self.passed is not None and len(set(self.passed)) != 3:
            raise MisfitError("should be three different cards", "pass")
        return self

    @model_serializer
    def _serialized(self) -> Pass | Play:
        return Play.model_validate({"play": self.play}) if self.play else Pass.model_validate({"pass": self.passed})


EXPORTED_MODELS = (HeartsState, HeartsAction)
HeartsRequest = Request[HeartsState, HeartsAction]
"""A request to one of Hearts' evaluators."""


def mask_of_hand(held: Held) -> int:
    """The mask of the cards; 0 if only their number is known."""
    return mask_of(held) if isinstance(held, list) else 0


def sorted_cards(cards: Sequence[Card]) -> list[Card]:
    """The cards sorted by suit and rank."""
    return sorted(cards, key=NUMBERS.__getitem__)


def observer_of(state: HeartsState) -> int | None:
    """The player whose view a state is; None if it is whole or shows nobody's cards."""
    seats = [seat for seat, hand in enumerate(state.hands) if isinstance(hand, list)]
    return seats[0] if len(seats) == 1 else None


def to_batch(state: HeartsState) -> Batch:
    """The position as a batch of one, without the codes of what was taken; unknown hands are empty."""
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
    # The number of tricks cannot be derived from hands that may be unknown.
    batch.tricks = len(state.trick_history)
    for card in state.trick:
        step(batch, np.array([NUMBERS[card]], dtype=U64))
    return batch


@cache
def _triples() -> list[tuple[int, int, int]]:
    return list(combinations(range(13), 3))


def pass_actions(hand: Sequence[Card]) -> list[dict[str, JsonValue]]:
    """All ways to pass three of the thirteen cards of a sorted hand, as JSON data."""
    return [{"pass": [hand[a], hand[b], hand[c]]} for a, b, c in _triples()]


def pass_moves(hand: Sequence[Card]) -> list[int]:
    """All ways to pass three of the thirteen cards of a sorted hand, as masks."""
    bits = [1 << NUMBERS[card] for card in hand]
    return [bits[a] | bits[b] | bits[c] for a, b, c in _triples()]


def move_of(action: HeartsAction) -> int:
    """The mask of the card that an action plays, or of the three cards that it passes."""
    return mask_of(action.passed or ()) if action.play is None else 1 << NUMBERS[action.play]


def action_data(move: int) -> dict[str, JsonValue]:
    """The action of a move as JSON data, as in lists of legal actions (passed cards sorted by suit and rank)."""
    names = names_of(move)
    return {"play": names[0]} if len(names) == 1 else {"pass": [*names]}
