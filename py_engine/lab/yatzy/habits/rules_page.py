"""What the page about the rules shows besides the rules: an example of each, and a game played by them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.policies.rule_list import RuleList
from py_engine.games.yatzy.rules.tables import CATEGORIES, MULTISETS, POINTS, STANDARD
from py_engine.lab.yatzy.engine.games import Book, Games, Log, play
from py_engine.lab.yatzy.engine.rule_list import RulePlayer
from py_engine.lab.yatzy.engine.solving import Goal, solved
from py_engine.lab.yatzy.engine.space import position_of
from py_engine.lab.yatzy.engine.values import turn_values

__all__ = ["rules_page"]

_GAMES = 400


def rules_page(found: RuleList, seed: int) -> dict[str, Any]:
    """The rules with examples, and a game.

    Args:
        found: The rules.
        seed: Of the games that examples are taken from.
    """
    games, log = play(Book(RulePlayer(found)), _GAMES, np.random.default_rng(seed), log=True)
    assert log is not None  # noqa: S101 # it was asked for
    rows, holds = _examples(found, games, log)
    typical = int(np.argsort(np.abs(games.totals - games.totals.mean()), kind="stable")[0])
    data = found.data()
    return {
        "rules": [
            {"text": row["text"], "close": row["close"], **rows.get(n, {})} for n, row in enumerate(data["rules"])
        ],
        "rest": data["rest"],
        "holds": [
            {"text": row["text"], "keep": row["keep"], **holds.get(n, {})} for n, row in enumerate(data["holds"])
        ],
        "game": _game(found, games, log, typical),
    }


class _Moment(NamedTuple):
    """A decision of a game."""

    scores: dict[str, int]
    mask: int
    upper: int
    roll: int
    left: int


def _moments(games: Games, log: Log, game: int) -> list[_Moment]:
    """The decisions of a game in order."""
    found = []
    scores: dict[str, int] = {}
    mask = upper = 0
    for turn in range(15):
        for stage in range(3):
            if stage < 2 and stage and len(MULTISETS[log.held[turn, 0, game]]) == 5:
                continue
            found.append(_Moment(dict(scores), mask, upper, int(log.rolls[turn, stage, game]), 2 - stage))
        category, points = int(games.closed[game, turn]), int(games.points[game, turn])
        scores[CATEGORIES[category]] = points
        mask |= 1 << category
        upper = min(63, upper + points) if category < 6 else upper
    return found


def _examples(found: RuleList, games: Games, log: Log) -> tuple[dict[int, dict[str, Any]], dict[int, dict[str, Any]]]:
    """An example of each rule and how often it decides, for rows and for holds: a position where perfect play agrees, if any."""
    flat = solved(Goal())
    rows: dict[int, dict[str, Any]] = {}
    holds: dict[int, dict[str, Any]] = {}
    counts: tuple[dict[int, int], dict[int, int]] = ({}, {})
    closest: tuple[dict[int, float], dict[int, float]] = ({}, {})
    for game in range(len(games.closed)):
        for moment in _moments(games, log, game):
            which = 1 if moment.left else 0
            decided = (
                found.hold(moment.mask, moment.roll, moment.left) if which else found.close(moment.mask, moment.roll)
            )
            counts[which][decided.number] = counts[which].get(decided.number, 0) + 1
            if closest[which].get(decided.number, 99.0) < 0.01:
                continue
            loss = _loss(flat, moment, decided.choice)
            if loss < closest[which].get(decided.number, 99.0):
                closest[which][decided.number] = loss
                (holds if which else rows)[decided.number] = {"example": _example(moment, decided.choice)}
    for which, those in ((0, rows), (1, holds)):
        for number, entry in those.items():
            entry["uses"] = round(counts[which][number] / len(games.closed), 2)
    return rows, holds


def _loss(flat: Array, moment: _Moment, choice: int) -> float:
    values = turn_values(flat, STANDARD, np.array([position_of(moment.mask, moment.upper)], dtype=np.int64))
    if moment.left:
        held = values.turn.held[moment.left - 1][:, 0]
        return float(values.turn.rolls[moment.left][moment.roll, 0] - held[choice])
    closed = values.closed[:, moment.roll, 0]
    return float(closed.max() - closed[choice])


def _example(moment: _Moment, choice: int) -> dict[str, Any]:
    dice = list(MULTISETS[moment.roll])
    if moment.left:
        return {"scores": moment.scores, "dice": dice, "left": moment.left, "keep": list(MULTISETS[choice])}
    return {"scores": moment.scores, "dice": dice, "left": 0, "points": int(POINTS[STANDARD][choice, moment.roll])}


def _game(found: RuleList, games: Games, log: Log, game: int) -> dict[str, Any]:
    """A game as decisions: dice, what is held or closed, and the number of the rule."""
    turns: list[dict[str, Any]] = []
    for moment in _moments(games, log, game):
        dice = list(MULTISETS[moment.roll])
        if moment.left:
            decided = found.hold(moment.mask, moment.roll, moment.left)
            kept = list(MULTISETS[decided.choice])
            step = {"dice": dice, "left": moment.left, "keep": kept, "rule": decided.number}
        else:
            decided = found.close(moment.mask, moment.roll)
            points = int(POINTS[found.house][decided.choice, moment.roll])
            step = {
                "dice": dice,
                "left": 0,
                "close": CATEGORIES[decided.choice],
                "points": points,
                "rule": decided.number,
            }
        turns.append(step)
    return {"total": int(games.totals[game]), "steps": turns}
