"""Faults of feedback cards of Yatzy where the chance to win counts: how much a sentence says, and whether its numbers agree."""

from __future__ import annotations

import re

from pydantic import JsonValue

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
NAMES = "|".join(map(re.escape, CATEGORY_NAMES))
BROUGHT = re.compile(
    rf"brings (?:(\d+(?:\.\d+)?) points? (more|less)|as much) (?:this turn|in (?:{NAMES}))\b|"
    r"leaves \S+ points? (?:more|less) to come|gets the bonus"
)
TO_COME = re.compile(r"leaves (\d+(?:\.\d+)?)(?: points?)? (more|less) to come")
SHARES = re.compile(r"gets the bonus in (\S+) of games, against (\d+%|[<>]\d+%)")
"""On the last row, where nothing is to come."""
BONUS = re.compile(r"(more|less) to come, .*\bthe bonus (?:comes )?(?:far )?(more|less) often")
ALTHOUGH = ", although the bonus "
BONUS_ROW, BONUS_POINTS = "the bonus", 50.0
OFTEN = 0.05
"""A difference in the chance of the bonus from which it is named."""
SET_AGAINST, BEYOND = 0.2, 0.3
"""The share of the bonus, and points, that may be given back by rows without a word."""
LEVEL = 0.5
"""Points: final scores that differ by less do not explain a loss."""
ROWS = re.compile(r"(more|less) in ([^,()]+(?:, [^,()]+)*?)(?=, (?:more|less) in |\))")


def parts_of(text: str) -> list[float]:
    """The points that a sentence says its move brings more this turn, leaves more to come, and has of the bonus; negative for less."""
    brought, to_come = BROUGHT.search(text), TO_COME.search(text)
    found = [(brought[1], brought[2])] if brought is not None and brought[1] else []
    found += [] if to_come is None else [(to_come[1], to_come[2])]
    parts = [float(size) * (1 if sign == "more" else -1) for size, sign in found]
    shares = SHARES.search(text)
    return parts if shares is None else [*parts, BONUS_POINTS * (_share(shares[1]) - _share(shares[2]))]


def _share(text: str) -> float:
    """A chance as it is shown; those below 1 % and above 99 % lie between the whole ones."""
    return {"<1%": 0.005, ">99%": 0.995}.get(text) or float(text.removesuffix("%")) / 100


def win_faults(result: Result) -> list[str]:
    """What is wrong with such a card, in words; empty if nothing is."""
    found = [fault for item in result.feedback for fault in _of_sentence(item, result)]
    return [*found, *_of_small_loss(result), *_of_sum(result), *_of_bonus(result)]


def _of_sentence(item: Feedback, result: Result) -> list[str]:
    text = DICE.sub("", item.text)
    found = []
    for sentence in END.split(text):
        count = len(FIGURE.findall(sentence))
        found += [f"{count} figures in a sentence"] if count > MOST_FIGURES else []
        if CHANCE.search(sentence) and POINTS.search(CHANCE.sub("", sentence)):
            found.append("chances and points in one sentence")
    bonus = BONUS.search(text)
    if bonus is not None and (bonus[1] == bonus[2]) == (ALTHOUGH in text):
        found.append("the bonus does not go with what is to come as it is said to")
    if " to come" in text and isinstance(result.evidence, WinEvidence) and result.evidence.own.open_rows == 1:
        found.append("nothing is to come after the last row")
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
    shares = SHARES.search(rows[0].text) if rows else None
    if not rows or not finals or (shares is None and not TO_COME.search(rows[0].text)):
        return []
    parts = sum(parts_of(rows[0].text))
    slack = TENTH if shares is None else TENTH + BONUS_POINTS / 100
    return (
        []
        if abs(parts - finals[0].delta) <= slack
        else [f"the parts come to {parts:.1f}: {rows[0].text} {finals[0].text}"]
    )


def _of_bonus(result: Result) -> list[str]:
    """A difference in the chance of the bonus that is not said, or said as the whole cause of what is less than it."""
    rows, finals = ([item for item in result.feedback if item.category == name] for name in ("rows", "points"))
    if not isinstance(result.evidence, WinEvidence) or not finals:
        return []
    mine, other = _courses(result, result.evidence)
    if mine.bonus is None or other.bonus is None or abs(mine.bonus - other.bonus) < OFTEN:
        return []
    text = rows[0].text if rows else ""
    found = (
        [] if "bonus" in text else [f"the bonus comes in {mine.bonus:.2f} of games, against {other.bonus:.2f}: {text}"]
    )
    later = TO_COME.search(text)
    if (
        BONUS.search(text)
        and later is not None
        and not re.search(r", although | but (?:the bonus|less in the open)", text)
    ):
        size = BONUS_POINTS * abs(mine.bonus - other.bonus - mine.earned + other.earned)
        if size > float(later[1]) / (1 - SET_AGAINST) + BEYOND:
            found.append(f"the bonus alone is {size:.1f} points: {text}")
    return found


def _chances(item: Feedback, result: Result) -> list[str]:
    """Chances to win after the move and after the best one."""
    shown = [float(each) for each in CHANCES.findall(item.text)]
    lost = item.text.startswith(("The game cannot be won", "The game can hardly be won"))
    gap = -shown[0] if lost else shown[0] - shown[-1]
    if item.text.startswith("The game cannot be won") and (result.user_action_ev or result.delta_stderr):
        return [f"the game can be won, by a chance of {result.user_action_ev}"]
    found = [] if abs(gap - item.delta) <= TENTH else [f"the chances differ by {gap:.1f}"]
    whole = result.delta_ev or 0.0
    return [*found, *([] if abs(item.delta - whole) <= TENTH else [f"the loss is {-whole:.2f}"])]


def _finals(item: Feedback, result: Result) -> list[str]:
    """The expected final scores of the two moves, those of the list, and why they do not decide where they speak for the other one."""
    first, second = map(float, FINALS.findall(item.text))
    found = [] if abs(first - second - item.delta) <= TENTH else [f"the scores differ by {first - second:.1f}"]
    against = item.delta if result.user_action != result.best_action else -item.delta
    counts = "not by how much" if against >= TENTH else "how often" if abs(item.delta) < LEVEL else ""
    found += [] if counts in item.text and bool(counts) == ("what counts" in item.text) else ["the side does not fit"]
    if isinstance(result.evidence, WinEvidence):
        rival = _rival(result) if result.user_action == result.best_action else result.best_action
        for action, shown in ((result.user_action, first), (rival, second)):
            final = result.evidence.own.points + result.candidate(action).features["points"]
            found += (
                [] if abs(final - shown) <= TENTH / 2 else [f"played on for points, {final:.2f} in place of {shown}"]
            )
    return found


def _rows(item: Feedback, result: Result) -> list[str]:
    """What the move brings this turn more or less than the other, and in which rows."""
    brought = BROUGHT.search(item.text)
    said = parts_of(item.text)[0] if brought is not None and brought[1] else 0.0
    if SHARES.search(item.text):
        # All of the difference.
        return []
    found = [] if abs(said - item.delta) <= TENTH else [f"the sentence says {said:+.1f}"]
    sides = [(sign, row) for sign, rows in ROWS.findall(item.text) for row in re.split(r", | and ", rows)]
    names = [row for _, row in sides]
    found += [f"no row: {row}" for row in names if row not in (*CATEGORY_NAMES, BONUS_ROW)]
    found += [f"on both sides: {row}" for row in sorted(set(names)) if names.count(row) > 1]
    if not isinstance(result.evidence, WinEvidence) or found:
        return found
    mine, other = _courses(result, result.evidence)
    gaps = dict(zip(CATEGORY_NAMES, (mine.gains - other.gains).tolist(), strict=True))
    gaps[BONUS_ROW] = mine.earned - other.earned
    return [f"{row} has {gaps[row]:+.1f}" for sign, row in sides if (gaps[row] > 0) != (sign == "more")]


def _courses(result: Result, evidence: WinEvidence) -> tuple[Course, Course]:
    """Of the graded move, and of the one with which it is compared."""
    rival = _rival(result) if result.user_action == result.best_action else result.best_action
    numbers = {str(action_data(number)): number for number in evidence.moves}
    mine, other = (evidence.course(numbers[str(action)]) for action in (result.user_action, rival))
    return mine, other


def _rival(result: Result) -> JsonValue:
    """The move with which the best one is compared."""
    return result.candidates[1].action
