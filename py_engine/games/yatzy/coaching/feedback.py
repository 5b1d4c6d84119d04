"""Grades of Yatzy, and reasons in words: what the user's move gives up against the best, part by part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from py_engine.core.contract import DecisionKind, GradeBand
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import BONUS, BONUS_AT, CATEGORIES, CATEGORY_NAMES, UPPER
from py_engine.games.yatzy.search.position import Position, points_of

__all__ = ["BANDS", "KINDS", "TIE", "sentences"]

TIE = 0.002
"""Points: values are rounded to 1/1024, so smaller gaps say nothing."""
BANDS = (
    GradeBand(code="BEST", label="Best", max_loss=TIE),
    GradeBand(code="FINE", label="Fine", max_loss=0.25),
    GradeBand(code="INACCURACY", label="Inaccuracy", max_loss=1.0),
    GradeBand(code="MISTAKE", label="Mistake", max_loss=4.0),
    GradeBand(code="BLUNDER", label="Blunder", max_loss=None),
)
KINDS = (
    DecisionKind(code="first_reroll", name="After the first throw"),
    DecisionKind(code="second_reroll", name="After the second throw"),
    DecisionKind(code="category", name="Choice of category"),
)
JsonMap = dict[str, Any]
Reasons = list[JsonMap]
WORTH_TELLING = 0.1
"""Points: smaller differences are not told."""
MOST = 3


def sentences(found: dict[str, Any], position: Position, table: ValueTable) -> list[dict[str, Any]]:
    """One to three sentences on a graded move, the most telling first.

    Args:
        found: the fields of an EvaluationResult; the best and the user's candidate have reasons.
        position: where it was played.
        table: the values it was graded by.

    Returns:
        Feedback items; ``delta`` is user minus best in points.
    """
    if found["user_action"] == found["best_action"]:
        return [_item("overall", _praise(found), 0.0), *_ahead(found["candidates"], position, table)][:MOST]
    by_action = {str(c["action"]): c for c in found["candidates"]}
    user, best = (by_action[str(found[name])] for name in ("user_action", "best_action"))
    told = _categories(user["action"], best["action"], position, table)
    if told:
        return [*told, *_bonus(user["reasons"], best["reasons"])]
    told = _this_turn(user["reasons"], best["reasons"], ("The best move makes", "In return, yours makes"))
    return [*told, _balance(user["reasons"], best["reasons"])]


def _ahead(candidates: list[JsonMap], position: Position, table: ValueTable) -> list[JsonMap]:
    """What the best move, which is the user's, has over the next."""
    if len(candidates) < 2 or not candidates[1]["reasons"] or candidates[0]["ev"] - candidates[1]["ev"] < TIE:
        return []
    best, following = candidates[0], candidates[1]
    told = _categories(best["action"], following["action"], position, table)
    return told or _this_turn(following["reasons"], best["reasons"], ("It makes", "The next makes"))


def _praise(found: dict[str, Any]) -> str:
    if len(found["candidates"]) < 2:
        return "There was nothing else to do."
    lead = found["best_action_ev"] - found["candidates"][1]["ev"]
    if lead < TIE:
        return "Nothing is better; another move is exactly as good."
    return f"This is the best there is, {_points(lead)} ahead of the next."


def _categories(user: JsonMap, best: JsonMap, position: Position, table: ValueTable) -> list[JsonMap]:
    """When both moves close a category: what each scores, and what it takes from the rest of the game."""
    if "score" not in user or "score" not in best:
        return []
    scored, left, names = [], [], []
    for move in (user, best):
        category = CATEGORIES.index(move["score"])
        points = points_of(position, category)
        upper = min(BONUS_AT, position.upper + (points if category < UPPER else 0))
        scored.append(points)
        left.append(table.value(position.mask | 1 << category, upper))
        names.append(CATEGORY_NAMES[category])
    shown = _told_apart(*left)
    text = (
        f"{names[0]} scores {scored[0]} now and leaves {shown[0]} points to come; "
        f"{names[1]} scores {scored[1]} and leaves {shown[1]}."
    )
    return [_item("opportunity", text, scored[0] + left[0] - scored[1] - left[1])]


def _this_turn(user: Reasons, best: Reasons, words: tuple[str, str]) -> list[JsonMap]:
    """Which categories either move makes more of this turn."""
    mine, other = ({r["code"]: r["value"] for r in side if r["code"] in CATEGORIES} for side in (user, best))
    gaps = {code: mine.get(code, 0.0) - other.get(code, 0.0) for code in CATEGORIES if code in mine or code in other}
    found = []
    for sign, who in zip((-1, 1), words, strict=True):
        codes = [code for code in gaps if sign * gaps[code] >= WORTH_TELLING]
        codes = sorted(codes, key=lambda code: -abs(gaps[code]))[:MOST]
        if codes:
            first, second = (other, mine) if sign < 0 else (mine, other)
            pairs = [(_name(code), first.get(code, 0.0), second.get(code, 0.0)) for code in codes]
            names = [
                f"{name} ({more:.1f}{' points' * (not i)} against {less:.1f})"
                for i, (name, more, less) in enumerate(pairs)
            ]
            total = float(np.array([gaps[code] for code in codes], dtype=np.float64).sum())
            found.append(_item("this_turn", f"{who} more this turn of {_listed(names)}.", total))
    return found


def _bonus(user: Reasons, best: Reasons) -> list[JsonMap]:
    """When the bonus is clearly more or less likely."""
    mine, other = (next((r["value"] for r in side if r["code"] == "bonus"), None) for side in (user, best))
    if mine is None or other is None or abs(mine - other) < 2 * WORTH_TELLING:
        return []
    shares = [_percent(mine / BONUS), _percent(other / BONUS)]
    if shares[0] == shares[1]:
        return []
    text = f"The bonus comes in {shares[0]} of games after your move, in {shares[1]} after the best."
    return [_item("bonus", text, mine - other)]


def _balance(user: Reasons, best: Reasons) -> JsonMap:
    """The whole difference in parts that add up to it: what is gained now may be lost later."""
    mine, other = _shares(user), _shares(best)
    gaps = {what: mine[what] - other[what] for what in mine if what in other}
    parts = [f"{what} {_signed(gap)}" for what, gap in gaps.items()]
    total = float(np.array(list(gaps.values()), dtype=np.float64).sum())
    return _item("balance", f"Taken together, against the best: {_listed(parts)} points.", total)


def _shares(reasons: Reasons) -> dict[str, float]:
    """Points by when they come; no bonus where the table does not know it."""
    kinds: list[tuple[str, Callable[[str], bool]]] = [
        ("this turn", lambda code: code in CATEGORIES),
        ("the bonus", lambda code: code == "bonus"),
        ("the rows left open", lambda code: code.startswith("later")),
    ]
    found = {}
    for what, belongs in kinds:
        values = [reason["value"] for reason in reasons if belongs(reason["code"])]
        if values or what != "the bonus":
            found[what] = float(np.array(values, dtype=np.float64).sum())
    return found


def _signed(value: float) -> str:
    """With its sign; nothing has none."""
    text = f"{abs(value):.1f}"
    if text == "0.0":
        return text
    return f"+{text}" if value > 0 else f"\u2212{text}"


def _name(code: str) -> str:
    return CATEGORY_NAMES[CATEGORIES.index(code)]


def _listed(names: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _points(value: float) -> str:
    """``1 point``, ``2 points``, ``1.4 points``."""
    number = f"{value:.1f}".removesuffix(".0")
    return f"{number} point" if number == "1" else f"{number} points"


def _told_apart(first: float, second: float) -> tuple[str, str]:
    """Two numbers to one decimal, or to two where one would make them look alike."""
    digits = 1 if f"{first:.1f}" != f"{second:.1f}" else 2
    return f"{first:.{digits}f}", f"{second:.{digits}f}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}%"


def _item(category: str, text: str, delta: float) -> dict[str, Any]:
    return {"category": category, "text": text, "delta": delta}
