"""Faults of feedback cards of Yatzy where the chance to win counts: how much a sentence says, and whether its numbers agree."""

from __future__ import annotations

import re

from py_engine.core.coaching.closeness import AS_GOOD
from py_engine.core.grading import is_behind
from py_engine.core.results import Feedback, Result
from py_engine.games.yatzy.rules.state import action_data
from py_engine.games.yatzy.rules.tables import CATEGORY_NAMES
from py_engine.games.yatzy.search.courses import Course, WinEvidence

__all__ = ["BROUGHT", "parts_of", "win_faults"]

TENTH = 0.1 + 1e-9
"""Rounding of two shown numbers."""
MOST_FIGURES = 3
"""In a sentence."""
SMALL = 0.5
"""Points of a hundred: smaller losses, and those within the error, take one short sentence."""
HALF = 0.5
"""A loss of this share of the best chance is not small, and not called so."""
SHORT = 90
"""Characters of a short sentence."""
DICE = re.compile(r"\bkeeping(?: \d)+", re.IGNORECASE)
FIGURE = re.compile(r"\d+(?:\.\d+)?")
END = re.compile(r"(?<=\.) ")
"""Between two sentences: the dot of a number has no space behind it."""
CHANCE, POINTS = re.compile(r"%|\bpercentage points?\b"), re.compile(r"\bpoints?\b|\bto come\b")
"""The two scales."""
CHANCES = re.compile(r"(\d+\.\d+)%")
FINALS = re.compile(r"(?:ends|one) on (\d+\.\d)\b")
BROUGHT = re.compile(
    r"brings (?:(\d+(?:\.\d+)?) points? (more|less)|as much) this turn|leaves \S+ points? (?:more|less) to come"
)
TO_COME = re.compile(r"leaves (\d+(?:\.\d+)?)(?: points?)? (more|less) to come")
BONUS = re.compile(r"(more|less) to come, with .*\bthe bonus (?:far )?(more|less) often")
ROWS = re.compile(r"(more|less) in ([^,()]+(?:, [^,()]+)*?)(?=, (?:more|less) in |\))")


def parts_of(text: str) -> list[float]:
    """The points that a sentence says its move brings more this turn, and leaves more to come; negative for less."""
    brought, to_come = BROUGHT.search(text), TO_COME.search(text)
    found = [(brought[1], brought[2])] if brought is not None and brought[1] else []
    found += [] if to_come is None else [(to_come[1], to_come[2])]
    return [float(size) * (1 if sign == "more" else -1) for size, sign in found]


def win_faults(result: Result) -> list[str]:
    """What is wrong with such a card, in words; empty if nothing is."""
    found = [fault for item in result.feedback for fault in _of_sentence(item, result)]
    return [*found, *_of_small_loss(result), *_of_sum(result)]


def _of_sentence(item: Feedback, result: Result) -> list[str]:
    text = DICE.sub("", item.text)
    found = []
    for sentence in END.split(text):
        count = len(FIGURE.findall(sentence))
        found += [f"{count} figures in a sentence"] if count > MOST_FIGURES else []
        if CHANCE.search(sentence) and POINTS.search(CHANCE.sub("", sentence)):
            found.append("chances and points in one sentence")
    bonus = BONUS.search(text)
    if bonus is not None and bonus[1] != bonus[2]:
        found.append("the bonus goes against what is to come")
    check = {"win": _chances, "rows": _rows, "points": _finals}.get(item.category)
    found += [] if check is None else check(item, result)
    return [f"{fault} ({item.delta:+.2f}): {item.text}" for fault in found]


def _of_small_loss(result: Result) -> list[str]:
    loss, error = -(result.delta_ev or 0.0), result.delta_stderr or 0.0
    texts = [item.text for item in result.feedback]
    if loss >= HALF * result.best_action_ev > 0:
        return [f"most of a slim chance is called small: {texts[0]}"] if texts[0].startswith(AS_GOOD) else []
    small = result.verdict in ("best", "good") and (loss < SMALL or not is_behind(loss, error))
    if result.user_action == result.best_action or not small or (len(texts) == 1 and len(texts[0]) <= SHORT):
        return []
    return [f"much is said of a loss of {loss:.2f}: {' '.join(texts)}"]


def _of_sum(result: Result) -> list[str]:
    """Whether what a move brings and leaves comes to the difference between the final scores."""
    rows, finals = ([item for item in result.feedback if item.category == name] for name in ("rows", "points"))
    if not rows or not finals or not TO_COME.search(rows[0].text):
        return []
    parts = sum(parts_of(rows[0].text))
    return (
        []
        if abs(parts - finals[0].delta) <= TENTH
        else [f"the parts come to {parts:.1f}: {rows[0].text} {finals[0].text}"]
    )


def _chances(item: Feedback, result: Result) -> list[str]:
    """Chances to win after the move and after the best one."""
    shown = [float(each) for each in CHANCES.findall(item.text)]
    lost = item.text.startswith("The game cannot be won")
    gap = -shown[0] if lost else shown[0] - shown[-1]
    found = [] if abs(gap - item.delta) <= TENTH else [f"the chances differ by {gap:.1f}"]
    whole = result.delta_ev or 0.0
    return [*found, *([] if abs(item.delta - whole) <= TENTH else [f"the loss is {-whole:.2f}"])]


def _finals(item: Feedback, result: Result) -> list[str]:
    """The expected final scores of the two moves, and why they do not decide where they speak for the other one."""
    first, second = map(float, FINALS.findall(item.text))
    found = [] if abs(first - second - item.delta) <= TENTH else [f"the scores differ by {first - second:.1f}"]
    against = item.delta if result.user_action != result.best_action else -item.delta
    return [*found, *([] if ("what counts" in item.text) == (against >= TENTH) else ["the side does not fit"])]


def _rows(item: Feedback, result: Result) -> list[str]:
    """What the move brings this turn more or less than the other, and in which rows."""
    brought = BROUGHT.search(item.text)
    said = parts_of(item.text)[0] if brought is not None and brought[1] else 0.0
    found = [] if abs(said - item.delta) <= TENTH else [f"the sentence says {said:+.1f}"]
    sides = [(sign, row) for sign, rows in ROWS.findall(item.text) for row in re.split(r", | and ", rows)]
    names = [row for _, row in sides]
    found += [f"no row: {row}" for row in names if row not in CATEGORY_NAMES]
    found += [f"on both sides: {row}" for row in sorted(set(names)) if names.count(row) > 1]
    if not isinstance(result.evidence, WinEvidence) or found:
        return found
    mine, other = _courses(result, result.evidence)
    gaps = dict(zip(CATEGORY_NAMES, (mine.gains - other.gains).tolist(), strict=True))
    return [f"{row} has {gaps[row]:+.1f}" for sign, row in sides if (gaps[row] > 0) != (sign == "more")]


def _courses(result: Result, evidence: WinEvidence) -> tuple[Course, Course]:
    """Of the graded move, and of the one with which it is compared."""
    best = result.user_action == result.best_action
    rival = result.candidates[1].action if best else result.best_action
    numbers = {str(action_data(number)): number for number in evidence.moves}
    mine, other = (evidence.course(numbers[str(action)]) for action in (result.user_action, rival))
    return mine, other
