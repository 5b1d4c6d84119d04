"""Faults of a graded result that are faults in every game: values that do not fit the verdict, sentences that are none."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from py_engine.core.coaching.closeness import OPEN, WORSE
from py_engine.core.coaching.decided import FOR_POINTS, LOST, WON
from py_engine.core.coaching.verdicts import MOST_SURE
from py_engine.core.grading import is_clear
from py_engine.core.results import Result

__all__ = ["common_faults"]

ROUNDING = 1e-6
BLAME = ("inaccuracy", "mistake", "blunder")
LEAST = 0.5
"""The least probability to be worse beside a blame."""
PRAISE = re.compile(
    r"This is (?:probably )?the best move|This is the only move|No move is|Nothing is better|All moves are|No clearly better"
)
CLOSE = re.compile(r"too close to call", re.IGNORECASE)
PROBABLY, SURELY = (re.compile(rf"\b{each}", re.IGNORECASE) for each in (OPEN, WORSE))
FAR = 2.0
"""Shown errors from which a loss is no matter of chance."""
SURE = "This is the best move"
LEAD = re.compile(rf"{SURE}, (\d+(?:\.\d+)?) points? (?:ahead|better)")
HALF_TENTH = 0.05
"""Rounding of a number in a sentence."""
EQUAL = re.compile(r"about as good|as good as|hardly worse", re.IGNORECASE)
BROKEN = re.compile(r"\bnan\b|\binf\b|  |[-+\u2212]0(?:\.0)?\b(?!\.)|\{|\}|None")
"""What no sentence holds: values that are no numbers, signs of nothing, what was not filled in."""


def common_faults(result: Result) -> list[str]:
    """What is wrong with a graded result and its sentences, in words; empty if nothing is."""
    if not result.graded:
        return ["a move that is not graded"]
    return [*_of_values(result), *(_of_decided(result) if _is_decided(result) else _of_words(result))]


def _of_values(result: Result) -> list[str]:
    found = []
    best, user = result.candidate(result.best_action), result.candidate(result.user_action)
    loss = -(result.delta_ev or 0.0)
    if abs(best.ev - user.ev - loss) > ROUNDING:
        found.append(f"the values differ by {best.ev - user.ev:.3f}, the loss is {loss:.3f}")
    ahead = [each.action for each in result.candidates if each.compared and each.ev > best.ev + ROUNDING]
    if ahead:
        found.append(f"{ahead[0]} is compared with the best move and valued above it")
    if loss < -ROUNDING:
        found.append(f"a gain of {-loss:.3f} on the best move")
    if result.verdict in BLAME and result.worse is not None and not LEAST <= result.worse <= MOST_SURE:
        found.append(f"blamed, and worse with {result.worse:.2f}")
    if result.user_action == result.best_action and result.verdict != "best":
        found.append(f"the best move has the verdict {result.verdict}")
    return found


def _is_decided(result: Result) -> bool:
    return bool(result.decided) and len(result.candidates) > 1


def _of_decided(result: Result) -> list[str]:
    """A decided position has a sentence that says so, and after it only such as are on points alone."""
    texts = [item.text for item in result.feedback]
    alone = all(item.category == FOR_POINTS for item in result.feedback[1:])
    return [] if texts[:1] in ([LOST], [WON]) and alone else [f"decided, but judged: {' '.join(texts)}"]


def _of_words(result: Result) -> list[str]:
    texts = [item.text for item in result.feedback]
    if not texts:
        return ["a grade without a sentence"]
    found = [f"no sentence: {text}" for text in texts if not text.endswith(".") or BROKEN.search(text)]
    whole = " ".join(texts)
    praised = bool(PRAISE.match(texts[0]))
    if praised and result.verdict not in ("best", "good"):
        found.append(f"{result.verdict} is praised: {texts[0]}")
    if result.verdict in BLAME and (CLOSE.search(whole) or EQUAL.search(whole)):
        found.append(f"{result.verdict} is called close: {whole}")
    if result.verdict in ("best", "good") and CLOSE.search(whole):
        found.append(f"{result.verdict}, but called too close: {whole}")
    if result.verdict == "undecided" and not any(each.search(whole) for each in (CLOSE, PROBABLY, SURELY)):
        found.append(f"undecided, but judged: {whole}")
    return [*found, *_of_errors(result, texts), *_of_parts(result, texts)]


def _of_errors(result: Result, texts: Sequence[str]) -> list[str]:
    """Claims that are larger or smaller than the error which is shown beside them."""
    whole, error, found = " ".join(texts), result.delta_stderr or 0.0, []
    loss = -(result.delta_ev or 0.0)
    if CLOSE.search(whole) and is_clear(loss, error):
        found.append(f"a loss of {loss:.2f} beyond its error is called too close: {whole}")
    if (PROBABLY.search(whole) or SURELY.search(whole)) and not is_clear(loss, error):
        found.append(f"a loss of {loss:.2f} within its error is called worse: {whole}")
    if SURELY.search(whole) and not is_clear(loss, FAR * error):
        found.append(f"a loss of {loss:.2f} that may be due to chance is called worse for certain: {whole}")
    if PROBABLY.search(whole) and is_clear(loss, FAR * error):
        found.append(f"a loss of {loss:.2f} far beyond its error is only called probable: {whole}")
    rivals = [each.ev for each in result.candidates if each.compared and each.action != result.best_action]
    # The next best may be another name for the best move; the sentence is then on one that is further behind.
    if texts[0].startswith(SURE) and rivals and not is_clear(result.best_action_ev - min(rivals), error):
        found.append(f"no lead is larger than the error, {2 * error:.2f}: {whole}")
    lead = LEAD.match(texts[0])
    if lead is not None and not is_clear(float(lead[1]) + HALF_TENTH, error):
        found.append(f"the lead is smaller than the error, {2 * error:.2f}: {whole}")
    return found


def _of_parts(result: Result, texts: Sequence[str]) -> list[str]:
    found, whole = [], " ".join(texts)
    if len(set(texts)) < len(texts):
        found.append(f"said twice: {whole}")
    if any(not math.isfinite(item.delta) for item in result.feedback):
        found.append("a part without a number")
    return found
