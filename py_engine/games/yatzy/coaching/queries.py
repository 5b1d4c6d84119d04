"""The queries about the table and single positions: health, state_value, evaluate, solve."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Self

import numpy as np
from pydantic import Field, model_validator

from py_engine import __version__
from py_engine.core.contract import ContractError, Model
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.one_shot import OneShotJob
from py_engine.core.validation import MisfitError
from py_engine.games.yatzy.knowledge.artifact import sha256_of, table_name
from py_engine.games.yatzy.knowledge.solver import Solver
from py_engine.games.yatzy.knowledge.uppers import is_reachable
from py_engine.games.yatzy.knowledge.values import is_loaded, packed, require
from py_engine.games.yatzy.rules.batch import KEEPS
from py_engine.games.yatzy.rules.tables import BONUS_AT, CATEGORIES, DICE, FULL, POINTS, Rules
from py_engine.games.yatzy.search.position import MoveValues, Position, move_values

__all__ = ["CardArgs", "EvaluateArgs", "RulesArgs", "Solve", "evaluate", "health", "state_value"]


class RulesArgs(Model):
    """The house rules a query is about."""

    five_of_a_kind_is_full_house: bool = False
    four_of_a_kind_is_two_pairs: bool = False

    @property
    def rules(self) -> Rules:
        """The same as ``Rules``, the key of the tables."""
        return Rules(self.five_of_a_kind_is_full_house, self.four_of_a_kind_is_two_pairs)


class CardArgs(RulesArgs):
    """A card between turns."""

    upper_score: Annotated[int, Field(ge=0, le=BONUS_AT)]
    """Sum of the upper categories, capped at 63."""
    scored_categories: Annotated[int, Field(ge=0, le=FULL)]
    """Bit i set: category i is filled."""

    @model_validator(mode="after")
    def _can_come_about(self) -> Self:
        if not is_reachable(self.scored_categories, self.upper_score):
            raise MisfitError("cannot be reached with the categories scored", "upper_score")
        return self


class EvaluateArgs(CardArgs):
    """A card and the dice on the table."""

    dice: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=DICE, max_length=DICE)]
    rerolls_remaining: Annotated[int, Field(ge=0, le=2)]


@dataclass(frozen=True, slots=True)
class TableStatus:
    """A value table."""

    name: str
    loaded: bool
    sha256: str | None


@dataclass(frozen=True, slots=True)
class Health:
    """The engine version and the table used for some house rules."""

    status: str
    version: str
    rules: Mapping[str, bool]
    theta: float
    table: TableStatus


def health(args: RulesArgs) -> Job[Health]:
    """The table for these rules, and whether it is loaded."""

    def answer() -> Health:
        loaded = is_loaded(args.rules)
        table = TableStatus(table_name(args.rules), loaded, require(args.rules).sha256 if loaded else None)
        return Health("ok", __version__, args.rules._asdict(), 0.0, table)

    return OneShotJob(answer)


@dataclass(frozen=True, slots=True)
class StateValue:
    """Expected remaining points."""

    value: float


def state_value(args: CardArgs) -> Job[StateValue]:
    """Answers the expected remaining points of a card, bonus included."""
    table = require(args.rules)
    return OneShotJob(lambda: StateValue(table.value(args.scored_categories, args.upper_score)))


@dataclass(frozen=True, slots=True)
class CategoryValue:
    """The value of scoring the dice in one category."""

    id: int
    name: str
    score: int
    available: bool
    ev_if_scored: float | None
    """None if the category is filled."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The value of every action; bit i of a mask is set if die i is thrown again."""

    mask_evs: Sequence[float] | None
    """By mask; None, like the best mask, if no throw is left."""
    optimal_mask: int | None
    optimal_mask_ev: float | None
    categories: Sequence[CategoryValue]
    optimal_category: int
    optimal_category_ev: float
    state_ev: float
    """Value of the card before the throw."""


def evaluate(args: EvaluateArgs) -> Job[Evaluated]:
    """Values every set of dice to throw again, and every category.

    Raises:
        ContractError: NO_LEGAL_ACTIONS if the card is full.
    """
    if args.scored_categories == FULL:
        raise ContractError("NO_LEGAL_ACTIONS", "Every category is filled: there is nothing to evaluate.")
    table = require(args.rules)
    position = Position(args.scored_categories, args.upper_score, args.dice, args.rerolls_remaining, args.rules)

    def answer() -> Evaluated:
        found = move_values(position, table)
        categories = _categories(position, found)
        best = int(found.closed[:, position.roll].argmax())
        mask_evs = _by_mask(position, found) if position.rolls_left else None
        return Evaluated(
            mask_evs=mask_evs,
            optimal_mask=_fewest_dice(mask_evs) if mask_evs else None,
            optimal_mask_ev=max(mask_evs) if mask_evs else None,
            categories=categories,
            optimal_category=best,
            optimal_category_ev=float(found.closed[best, position.roll]),
            state_ev=table.value(position.mask, position.upper),
        )

    return OneShotJob(answer)


def _categories(position: Position, found: MoveValues) -> list[CategoryValue]:
    points = POINTS[position.rules][:, position.roll].tolist()
    values = found.closed[:, position.roll].tolist()
    rows = []
    for i, name in enumerate(CATEGORIES):
        is_open = not position.mask >> i & 1
        rows.append(CategoryValue(i, name, points[i], is_open, values[i] if is_open else None))
    return rows


def _by_mask(position: Position, found: MoveValues) -> list[float]:
    by_keep = found.held[position.rolls_left - 1][position.held]
    # Bit i of a keep is set if die i stays, of a mask if it is thrown.
    values: list[float] = by_keep[KEEPS - 1 - np.arange(KEEPS, dtype=np.intp)].tolist()
    return values


def _fewest_dice(evs: Sequence[float]) -> int:
    """The best of the 32 masks; among equals, one that throws the fewest dice."""
    return min(range(KEEPS), key=lambda mask: (-evs[mask], mask.bit_count(), mask))


@dataclass(frozen=True, slots=True)
class SolvedTable:
    """A solved table as a file."""

    name: str
    artifact: str
    """Its bytes, in base64."""
    sha256: str


class Solve(Job[SolvedTable]):
    """Solves a table from scratch, for when none can be fetched."""

    def __init__(self, args: RulesArgs) -> None:
        super().__init__()
        self.rules = args.rules
        self.solver = Solver(args.rules)
        self._found: SolvedTable | None = None

    @property
    def progress(self) -> float:
        """Fraction of the positions solved."""
        return 1.0 if self.done else min(0.99, self.solver.progress)

    def work(self) -> Pieces:
        """Each piece solves a chunk of positions; the last one packs the table."""
        while not self.solver.done:
            self.solver.piece()
            yield
        data = packed(self.solver.values, self.rules)
        self._found = SolvedTable(table_name(self.rules), base64.b64encode(data).decode("ascii"), sha256_of(data))

    def result(self) -> SolvedTable | None:
        """The artifact, once the table is solved."""
        return self._found
