"""Questions about the table and about single positions: health, state_value, evaluate, solve."""

from __future__ import annotations

import base64
from typing import Annotated, Any, Self

import numpy as np
from pydantic import Field, model_validator

from py_engine import __version__
from py_engine.core.contract import ContractError, Model
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.one_shot import OneShotJob
from py_engine.core.validation import MisfitError
from py_engine.games.yatzy.knowledge.artifact import sha256_of, table_name
from py_engine.games.yatzy.knowledge.solver import Solver
from py_engine.games.yatzy.knowledge.values import is_loaded, is_reachable, packed, require
from py_engine.games.yatzy.rules.batch import KEEPS
from py_engine.games.yatzy.rules.tables import BONUS_AT, CATEGORIES, DICE, FULL, POINTS, Rules
from py_engine.games.yatzy.search.position import Position, worth

__all__ = ["CardArgs", "EvaluateArgs", "RulesArgs", "Solve", "evaluate", "health", "state_value"]

JsonMap = dict[str, Any]


class RulesArgs(Model):
    """Which house rules a question is about."""

    five_of_a_kind_is_full_house: bool = False
    four_of_a_kind_is_two_pairs: bool = False

    @property
    def rules(self) -> Rules:
        """As the tables know them."""
        return Rules(self.five_of_a_kind_is_full_house, self.four_of_a_kind_is_two_pairs)


class CardArgs(RulesArgs):
    """A card between turns."""

    upper_score: Annotated[int, Field(ge=0, le=BONUS_AT)]
    """Sum of the upper categories; 63 stands for everything from 63 on."""
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


def health(args: RulesArgs) -> Job[Any]:
    """Which table these rules have, and whether it has been loaded."""

    def answer() -> JsonMap:
        loaded = is_loaded(args.rules)
        table = {
            "name": table_name(args.rules),
            "loaded": loaded,
            "sha256": require(args.rules).sha256 if loaded else None,
        }
        return {"status": "ok", "version": __version__, "rules": args.rules._asdict(), "theta": 0.0, "table": table}

    return OneShotJob(answer)


def state_value(args: CardArgs) -> Job[Any]:
    """Expected remaining points of a card, bonus included."""
    table = require(args.rules)
    return OneShotJob(lambda: {"value": table.value(args.scored_categories, args.upper_score)})


def evaluate(args: EvaluateArgs) -> Job[Any]:
    """Every set of dice that can be thrown again, and every category."""
    if args.scored_categories == FULL:
        raise ContractError("NO_LEGAL_ACTIONS", "Every category is filled: there is nothing to evaluate.")
    table = require(args.rules)
    position = Position(args.scored_categories, args.upper_score, args.dice, args.rerolls_remaining, args.rules)

    def answer() -> JsonMap:
        found = worth(position, table)
        by_category = found.closed[:, position.roll]
        points = POINTS[args.rules][:, position.roll].tolist()
        best = int(by_category.argmax())
        categories = [
            {
                "id": i,
                "name": name,
                "score": points[i],
                "available": not position.mask >> i & 1,
                "ev_if_scored": None if position.mask >> i & 1 else float(by_category[i]),
            }
            for i, name in enumerate(CATEGORIES)
        ]
        masks: JsonMap = {"mask_evs": None, "optimal_mask": None, "optimal_mask_ev": None}
        if position.rolls_left:
            values = found.held[position.rolls_left - 1]
            # Bit i of the document's masks is set when die i is thrown again; bit i of a keep, when it stays.
            evs = values[position.held][KEEPS - 1 - np.arange(KEEPS, dtype=np.intp)]
            best_mask = _fewest_dice(evs)
            masks = {"mask_evs": evs.tolist(), "optimal_mask": best_mask, "optimal_mask_ev": float(evs[best_mask])}
        return {
            **masks,
            "categories": categories,
            "optimal_category": best,
            "optimal_category_ev": float(by_category[best]),
            "state_ev": table.value(position.mask, position.upper),
        }

    return OneShotJob(answer)


def _fewest_dice(evs: np.ndarray[Any, Any]) -> int:
    """The best of the 32 sets of dice to throw; of equals, one of the fewest dice."""
    best = np.flatnonzero(evs == evs.max()).tolist()
    return int(min(best, key=lambda mask: (mask.bit_count(), mask)))


class Solve(Job[Any]):
    """Solves a table from nothing, for where none can be fetched: the artifact's bytes in base64."""

    def __init__(self, args: RulesArgs) -> None:
        super().__init__()
        self.rules = args.rules
        self.solver = Solver(args.rules)
        self._found: JsonMap | None = None

    @property
    def progress(self) -> float:
        """Part of the positions that are solved."""
        return 1.0 if self.done else min(0.99, self.solver.progress)

    def work(self) -> Pieces:
        """A piece is a chunk of positions; the last one packs them."""
        while not self.solver.done:
            self.solver.piece()
            yield
        data = packed(self.solver.values, self.rules)
        self._found = {
            "name": table_name(self.rules),
            "artifact": base64.b64encode(data).decode("ascii"),
            "sha256": sha256_of(data),
        }

    def result(self) -> JsonMap | None:
        """The artifact, once it is solved."""
        return self._found
