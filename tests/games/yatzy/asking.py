"""Helpers that ask the coach about hand-made positions, and the positions of the reference."""

from __future__ import annotations

import itertools
from typing import Any

from py_engine.games.yatzy.rules.tables import CATEGORIES
from tests.bridge.asking import ask
from tests.games.yatzy.reference import REFERENCE

Json = dict[str, Any]
PARAMS: Json = {"evaluator_seed": 1, "shortlist_size": 0}


def state(scores: Json, dice: list[int], rolls_left: int, **more: Any) -> Json:
    return {
        "ruleset_id": "yatzy_v1",
        "active_player_id": 0,
        "players": [{"scores": scores}],
        "dice": dice,
        "rolls_left": rolls_left,
    } | more


def card(mask: int, upper: int) -> Json | None:
    """Scores of some card with these categories filled and this upper score; None if there is none."""
    closed = [i for i in range(6) if mask >> i & 1]
    for counts in itertools.product(range(6), repeat=len(closed)):
        total = sum((face + 1) * n for face, n in zip(closed, counts, strict=True))
        if total == upper or (upper == 63 and total > 63):
            scores = {str(CATEGORIES[face]): (face + 1) * n for face, n in zip(closed, counts, strict=True)}
            return (
                scores
                | {str(CATEGORIES[i]): 0 for i in range(6, 14) if mask >> i & 1}
                | ({"yatzy": 0} if mask >> 14 else {})
            )
    return None


def evaluated(scores: Json, dice: list[int], rolls_left: int) -> Json:
    found: Json = ask("evaluate_best_move", state(scores, dice, rolls_left), 0, PARAMS)
    return found


def graded(scores: Json, dice: list[int], rolls_left: int, action: Json) -> Json:
    found: Json = ask("grade_user_action", state(scores, dice, rolls_left), 0, action, PARAMS)
    return found


def held(dice: list[int], action: Json) -> tuple[int, ...]:
    return tuple(sorted(die for die, kept in zip(dice, action["keep"], strict=True) if kept))


def positions() -> list[Json]:
    return [row for row in REFERENCE["positions"] if card_of(row) is not None]


def card_of(row: Json) -> Json | None:
    scores = card(row["mask"], row["upper"])
    # Chance cannot be struck out.
    return None if scores is None else scores | ({"chance": 20} if "chance" in scores else {})
