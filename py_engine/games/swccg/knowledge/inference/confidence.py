"""The confidence in an inferred answer."""

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
"""Rule -> (correct answers, all answers).

Measured with ``python -m py_engine.lab swccg-inference FOLDER --games g01 g02 g03 g04 --table`` on both seats' replays of
the first four reference games, played by bots whose answers are known: 1,324 decisions with a choice. The test over all
reference games includes these four; only g05 and g06 were not used for this table.

An answer that merely looks like the correct one, such as the other copy of a card, counts as correct here; the
confidence is divided by the number of such answers. People play differently from bots (they pass more often, and cancel
actions), so the reliability in their games has not been measured.
"""

UNSEEN = 0.8
"""Assumed reliability of a rule that did not occur in those games."""

_ONLY = "only"
_GUESSED = ".guessed"


def confidence(deduction: Deduction) -> float:
    """Estimated probability that an answer is exactly the one given, from 0 to 1."""
    if deduction.rule == _ONLY:
        return 1.0
    if deduction.rule.endswith(_GUESSED):
        return 1 / deduction.ways
    right, of = MEASURED.get(deduction.rule, (0, 0))
    # The posterior mean under Jeffreys' prior, Beta(1/2, 1/2), so that a few cases do not give certainty.
    reliability = (right + 0.5) / (of + 1) if of else UNSEEN
    return reliability / deduction.ways
