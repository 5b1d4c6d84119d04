"""Yatzy's JSON state and action as strict models, and their conversion to arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, JsonValue, model_serializer, model_validator

from py_engine.core.contract import GameState, Model, SafeInt
from py_engine.core.numerics import U8, Array
from py_engine.core.request import Request
from py_engine.core.validation import MisfitError
from py_engine.games.yatzy.rules.batch import KEEPS, Batch
from py_engine.games.yatzy.rules.tables import CATEGORIES, DICE, FULL, POINTS, RULESET_ID, UPPER, Category, Rules

__all__ = [
    "EXPORTED_MODELS",
    "MOST_PLAYERS",
    "RULESET_ID",
    "Enter",
    "Keep",
    "Options",
    "Player",
    "Score",
    "YatzyAction",
    "YatzyOptions",
    "YatzyRequest",
    "YatzyState",
    "action_data",
    "closed_mask",
    "is_awaited",
    "number_of",
    "rules_of",
    "to_batch",
]

MOST_PLAYERS = 6
Face = Annotated[int, Field(ge=1, le=6)]
KeptDice = Annotated[list[bool], Field(min_length=DICE, max_length=DICE)]
FiveDice = Annotated[list[Face], Field(min_length=DICE, max_length=DICE)]
POSSIBLE = {
    rules: {name: frozenset(table[i].tolist()) for i, name in enumerate(CATEGORIES)} for rules, table in POINTS.items()
}
"""By house rules and category: all possible points."""


class Options(Model):
    """House rules, and whether the players throw real dice."""

    five_of_a_kind_is_full_house: bool = Field(
        default=False, title="Five of a kind is a full house", description="Worth the sum of the dice."
    )
    four_of_a_kind_is_two_pairs: bool = Field(
        default=False, title="Four of a kind is two pairs", description="Worth the sum of the four."
    )
    real_dice: bool = Field(
        default=False, title="Real dice", description="Throw your own dice at the table and enter the results."
    )


class YatzyOptions(Options):
    """Options of a new game."""

    players: Annotated[int, Field(ge=1, le=MOST_PLAYERS)] = 2


class Player(Model):
    """One player's card; all fields but ``scores`` are derived from it."""

    scores: dict[Category, Annotated[int, Field(ge=0, le=50)]] = {}
    """Points by category, without the open ones."""
    upper: SafeInt = 0
    """Sum of the six upper categories."""
    bonus: SafeInt = 0
    total: SafeInt = 0
    """All points so far, bonus included."""


class YatzyState(GameState):
    """A position of one to six players."""

    ruleset_id: Literal["yatzy_v1"]
    active_player_id: Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]
    options: Options = Options()
    players: Annotated[list[Player], Field(min_length=1, max_length=MOST_PLAYERS)]
    dice: Annotated[list[Face | None], Field(min_length=DICE, max_length=DICE)]
    """By place on the table; null for a die that is thrown but not entered yet."""
    rolls_left: Annotated[int, Field(ge=0, le=3)]
    """Throws left; while dice are still to be entered, their throw counts as one of them."""
    points: dict[Category, int] = {}
    """Points of these dice in each open category of the player to move."""

    @model_validator(mode="after")
    def _cards_hold_what_dice_score(self) -> Self:
        possible = POSSIBLE[rules_of(self)]
        for index, player in enumerate(self.players):
            for category, points in player.scores.items():
                if points not in possible[category]:
                    problem = f"is {points}, which no dice can score there"
                    raise MisfitError(problem, "players", index, "scores", category)
        return self

    @model_validator(mode="after")
    def _dice_fit_the_throws(self) -> Self:
        missing = self.dice.count(None)
        if missing and not self.options.real_dice:
            raise MisfitError("should be a number from 1 to 6", "dice", self.dice.index(None))
        if self.rolls_left == 3 and missing < DICE:
            problem = "should be at most 2 once dice are on the table; before the first throw all five are null"
            raise MisfitError(problem, "rolls_left")
        if missing and self.rolls_left == 0:
            raise MisfitError("should be at least 1 while a die is to be thrown", "rolls_left")
        return self

    @model_validator(mode="after")
    def _the_player_to_move_can(self) -> Self:
        if self.active_player_id >= len(self.players):
            alone = len(self.players) == 1
            problem = "should be 0: there is one player" if alone else f"should be less than {len(self.players)}"
            raise MisfitError(problem, "active_player_id")
        full = [closed_mask(player) == FULL for player in self.players]
        if full[self.active_player_id] and not all(full):
            raise MisfitError("is a player with a full card while another card is not full", "active_player_id")
        return self


class Keep(Model):
    """Leave some dice on the table and throw the others."""

    keep: KeptDice


class Score(Model):
    """Fill a category with the dice on the table."""

    score: Category


class Enter(Model):
    """Enter dice that were thrown by hand; kept dice stay as they are."""

    enter: FiveDice


class YatzyAction(Model):
    """A move: exactly one of ``keep``, ``score`` and ``enter``."""

    keep: KeptDice | None = None
    score: Category | None = None
    enter: FiveDice | None = None

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        given = [value for value in (self.keep, self.score, self.enter) if value is not None]
        if len(given) != 1 or len(self.model_fields_set) != 1:
            raise MisfitError("it should have exactly one of keep, score and enter")
        return self

    @model_serializer
    def _the_one_thing(self) -> Keep | Score | Enter:
        if self.keep is not None:
            return Keep(keep=self.keep)
        if self.score is not None:
            return Score(score=self.score)
        return Enter(enter=self.enter or [])


EXPORTED_MODELS = (YatzyState, YatzyAction)
YatzyRequest = Request[YatzyState, YatzyAction]
"""A request to Yatzy's evaluators."""


def action_data(number: int) -> dict[str, JsonValue]:
    """The JSON of the action with this number (see ``batch``)."""
    if number < KEEPS:
        return {"keep": [bool(number >> i & 1) for i in range(DICE)]}
    return {"score": CATEGORIES[number - KEEPS]}


def number_of(action: YatzyAction) -> int:
    """The number of a keep or score action (see ``batch``)."""
    if action.score is not None:
        return KEEPS + CATEGORIES.index(action.score)
    return sum(1 << i for i, kept in enumerate(action.keep or ()) if kept)  # same bits: whole numbers


def rules_of(state: YatzyState) -> Rules:
    """The house rules of a state."""
    return Rules(state.options.five_of_a_kind_is_full_house, state.options.four_of_a_kind_is_two_pairs)


def closed_mask(player: Player) -> int:
    """The filled categories of a card as a bit mask."""
    return sum(1 << i for i, name in enumerate(CATEGORIES) if name in player.scores)  # same bits: whole numbers


def is_awaited(state: YatzyState) -> bool:
    """Whether dice are still to be entered."""
    return None in state.dice


def to_batch(states: Sequence[YatzyState]) -> Batch:
    """The positions as one batch, in order; all must have the same house rules and number of players."""
    players = range(len(states[0].players))
    awaiting = np.array([is_awaited(state) for state in states], dtype=np.int8)
    left = np.array([state.rolls_left for state in states], dtype=np.int8)
    return Batch(
        _cards([[closed_mask(state.players[p]) for state in states] for p in players]),
        _cards([[_points(state.players[p], CATEGORIES[:UPPER]) for state in states] for p in players]),
        _cards([[_points(state.players[p], CATEGORIES[UPPER:]) for state in states] for p in players]),
        np.array([[die or 0 for die in state.dice] for state in states], dtype=U8),
        # In a batch, awaited dice count as thrown.
        left - awaiting,
        np.array([state.active_player_id for state in states], dtype=np.int8),
        rules_of(states[0]),
    )


def _cards(rows: list[list[int]]) -> Array:
    return np.array(rows, dtype=np.int32)


def _points(player: Player, categories: Sequence[Category]) -> int:
    return sum(player.scores.get(name, 0) for name in categories)  # same bits: whole numbers
