"""How far an inferred answer can be trusted."""

from __future__ import annotations

from py_engine.games.swccg.knowledge.inference.watch import Deduction

__all__ = ["MEASURED", "UNSEEN", "confidence"]

MEASURED: dict[str, tuple[int, int]] = {
    "action.asked": (21, 21),
    "action.asked.words": (2, 2),
    "action.asked_for": (171, 171),
    "action.card": (145, 145),
    "action.named": (237, 237),
    "action.named.words": (14, 14),
    "amount.allowed": (60, 60),
    "amount.counted": (66, 66),
    "amount.cut.suggested": (2, 3),
    "amount.fewer": (5, 5),
    "cards.aims": (27, 27),
    "cards.comes": (94, 94),
    "cards.goes": (166, 166),
    "cards.moves": (9, 9),
    "cards.named": (2, 2),
    "list.asks": (7, 7),
    "list.comes": (23, 23),
    "list.says": (9, 9),
    "list.shorter": (11, 11),
    "list.shows": (5, 5),
    "pass.again": (7, 7),
    "pass.confirmed": (9, 9),
    "pass.opponent": (17, 17),
    "pass.outer": (3, 3),
    "pass.phase": (152, 152),
    "pass.response": (3, 3),
    "result.chosen": (5, 5),
    "result.done": (18, 18),
    "result.named": (2, 2),
    "result.passed": (9, 9),
    "result.place": (1, 1),
    "result.side": (20, 20),
}
"""A rule -> how many of the answers it told were right, of how many.

Counted by ``python -m py_engine.lab swccg-inference FOLDER --games g01 g02 g03 g04 --table`` in both seats' replays of the
first four reference games, between bots whose answers are known: 1,324 decisions with a choice. The test that measures
all reference games includes these four; only the others (g05, g06) had no part in this table.

An answer that only looks like the right one, such as the other of two equal cards, counts as right here: how many look
alike is known each time, and divides the confidence. People play otherwise than bots (they pass more, and call things
off), so what a rule is worth in their games is not measured.
"""

UNSEEN = 0.8
"""Assumed of a rule that none of those games used."""

_ONLY = "only"
_GUESSED = ".guessed"


def confidence(told: Deduction) -> float:
    """How likely an answer is the very one that was given, from 0 to 1."""
    if told.rule == _ONLY:
        return 1.0
    if told.rule.endswith(_GUESSED):
        return 1 / told.ways
    right, of = MEASURED.get(told.rule, (0, 0))
    # As if half a case more were right and half a case wrong, so that a few cases do not make certain.
    worth = (right + 0.5) / (of + 1) if of else UNSEEN
    return worth / told.ways
