"""Moves and the rows that they fill in words, and what is gained in which rows this turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from py_engine.core.results import Candidate, Feedback
from py_engine.core.text import listed, lowered
from py_engine.games.yatzy.rules.tables import CATEGORIES, CATEGORY_NAMES, DICE
from py_engine.games.yatzy.search.position import Position, points_of

__all__ = ["closed", "distinct", "gained", "in_parts", "joined", "subject", "total"]

WORTH_REPORTING = 0.1
"""Points: smaller differences are left out."""
MAX_CATEGORIES, MOST_CATEGORIES = 3, 5
"""Rows that are named, and those where three leave more than the largest of them to other rows."""


FEWEST_COUNTED = 2
"""Rows without a name that are counted, at least."""
_NUMBERS = (
    "no",
    "one",
    *"two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(),
)


def closed(candidate: Candidate) -> int | None:
    """The category a candidate scores, if it does."""
    name = candidate.action.get("score") if isinstance(candidate.action, dict) else None
    return None if name is None else CATEGORIES.index(name)


def subject(move: Candidate, position: Position) -> str:
    """A move as the subject of a sentence: ``Keeping 5 5``, ``Scoring Chance``, ``Striking out Yatzy``."""
    category = closed(move)
    if category is not None:
        return f"{'Scoring' if points_of(position, category) else 'Striking out'} {CATEGORY_NAMES[category]}"
    keep = move.action.get("keep") if isinstance(move.action, dict) else None
    kept = keep if isinstance(keep, list) else []
    held = sorted(die for die, stays in zip(position.dice, kept, strict=False) if stays)
    if not held:
        return "Throwing all five dice"
    return "Keeping all five dice" if len(held) == DICE else f"Keeping {' '.join(map(str, held))}"


def gained(gaps: Mapping[str, float], mine: str, best: str) -> list[Feedback]:
    """The rows in which either move gains points this turn, first the best move's; together they are the difference.

    Args:
        gaps: By category code, or another code for rows without a name: points of the one move less those of the best.
        mine: The one move, as the subject of a sentence.
        best: The best move likewise.
    """
    named = [_named(gaps, sign) for sign in (-1, 1)]
    # In tenths, as shown, so that the parts add up as shown.
    whole = round(10 * total(gaps.values()))
    shown = {code: round(10 * gaps[code]) for codes in named for code in codes}
    rest = total(gap for code, gap in gaps.items() if code not in shown)
    left = whole - sum(shown.values())  # same bits: whole numbers
    others = abs(rest) >= WORTH_REPORTING
    largest = max(shown, key=lambda code: abs(gaps[code])) if shown and not others else ""
    if largest and abs(left) < abs(shown[largest]):
        # What is too little to be named, and what rounding leaves over, goes to the largest one.
        shown[largest] += left
    found: list[Feedback] = []
    for sign, move, codes in ((-1, best, named[0]), (1, mine, named[1])):
        gains = [f"{abs(shown[code]) / 10:.1f} in {_name(code)}" for code in codes]
        if others and sign * left > 0:
            gains.append(_in_others(abs(left), sign, gaps, shown))
        if gains:
            start = f"In return, {lowered(move)}" if found else move
            takes_rest = sign * left > 0 if others else largest in codes
            gap = total([*(gaps[code] for code in codes), rest if takes_rest else 0.0])
            found.append(Feedback("this_turn", f"{start} gains {listed(gains)} this turn.", gap))
    return found


def _in_others(left: int, sign: int, gaps: Mapping[str, float], shown: Mapping[str, int]) -> str:
    """What a move gains in rows without a name: of how many, where that is more than in the largest one with a name and adds up.

    Args:
        left: The gain in tenths.
        sign: The side of the move.
        gaps: See ``gained``.
        shown: The rows with a name, in tenths.
    """
    text = f"{left / 10:.1f} in"
    rest = [abs(gaps[code]) for code in CATEGORIES if code not in shown and round(10 * sign * gaps[code]) > 0]
    largest = max((size for size in shown.values() if size * sign > 0), key=abs, default=0)
    against = any(round(10 * sign * gap) < 0 for code, gap in gaps.items() if code not in shown)
    if against or left < abs(largest) or len(rest) < FEWEST_COUNTED or left > len(rest) * round(10 * max(rest)):
        return f"{text} other rows"
    return f"{text} {_NUMBERS[len(rest)]} other rows (at most {max(rest):.1f} each)"


def _named(gaps: Mapping[str, float], sign: int) -> Sequence[str]:
    """The rows of one side that are named, largest first: enough that the others come to less than the largest; no other one alone."""
    rows = sorted(
        (code for code in CATEGORIES if sign * gaps[code] >= WORTH_REPORTING), key=lambda code: -abs(gaps[code])
    )
    count = MAX_CATEGORIES
    while count < min(len(rows), MOST_CATEGORIES) and abs(total(gaps[code] for code in rows[count:])) > abs(
        gaps[rows[0]]
    ):
        count += 1
    return rows if count == len(rows) - 1 else rows[:count]


def in_parts(gains: Sequence[Feedback], later: Mapping[str, float], mine: str, best: str) -> list[Feedback]:
    """What either move gains this turn (``gained``) and after it, first the best move's; parts of nothing are left out.

    Args:
        gains: What they gain this turn.
        later: By what it is called: points of the one move less those of the best that come after this turn.
        mine: The one move, as the subject of a sentence.
        best: The best move likewise.
    """
    found: list[Feedback] = []
    for sign, move in ((-1, best), (1, mine)):
        now = [item for item in gains if sign * item.delta > 0]
        large = {what: gap for what, gap in later.items() if sign * gap >= WORTH_REPORTING / 2}
        after = listed([f"{abs(gap):.1f} in {what}" for what, gap in large.items()]) if large else ""
        if not now and not large:
            continue
        start = f"In return, {lowered(move)}" if found else move
        # The same words as of this turn alone, unless the move now comes first.
        text = f"{start}{now[0].text[now[0].text.index(' gains ') : -1]}" if now else f"{start} gains"
        text += f", and {after}" if now and after else f" {after}" * bool(after)
        found.append(Feedback("this_turn", f"{text}.", total([*(item.delta for item in now), *large.values()])))
    return found


def joined(items: Sequence[Feedback]) -> list[Feedback]:
    """What both moves gain this turn as one sentence."""
    if len(items) < 2:
        return [*items]
    first, second = items
    text = f"{first.text.removesuffix('.')}; {lowered(second.text)}"
    return [Feedback(first.category, text, total([first.delta, second.delta]))]


def total(values: Iterable[float]) -> float:
    """The sum."""
    return float(np.array([*values], dtype=np.float64).sum())


def _name(code: str) -> str:
    return CATEGORY_NAMES[CATEGORIES.index(code)]


def distinct(first: float, second: float) -> tuple[str, str]:
    """Two numbers to one decimal, or to two if they would look equal."""
    digits = 1 if f"{first:.1f}" != f"{second:.1f}" else 2
    return f"{first:.{digits}f}", f"{second:.{digits}f}"
