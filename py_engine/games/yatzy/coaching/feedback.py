"""A graded move in words: what it gives up compared with the best move, part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from py_engine.core.coaching.praise import EQUAL_MOVE, ONLY_MOVE, ahead_of_next
from py_engine.core.results import Candidate, Feedback, Reason, Result
from py_engine.core.text import listed, percent, signed
from py_engine.games.yatzy.coaching.win_feedback import win_sentences
from py_engine.games.yatzy.knowledge.grades import TIE
from py_engine.games.yatzy.rules.state import YatzyRequest
from py_engine.games.yatzy.rules.tables import BONUS, BONUS_AT, CATEGORIES, CATEGORY_NAMES, DICE, UPPER
from py_engine.games.yatzy.search.exact_evaluator import ExactEvidence
from py_engine.games.yatzy.search.position import points_of
from py_engine.games.yatzy.search.reasons import OTHER_ROWS
from py_engine.games.yatzy.search.win_evaluator import WinEvidence

__all__ = ["explain"]

Reasons = Sequence[Reason]
WORTH_REPORTING = 0.1
"""Points: smaller differences are left out."""
MAX_SENTENCES = MAX_CATEGORIES = 3


def explain(_request: YatzyRequest, result: Result) -> Result:
    """Adds one to three sentences, the most important first, to a result that grades a move by solved values."""
    if isinstance(result.evidence, WinEvidence):
        return replace(result, feedback=win_sentences(result, result.evidence) if result.graded else [])
    if not isinstance(result.evidence, ExactEvidence):
        return result
    return replace(result, feedback=_sentences(result, result.evidence))


def _sentences(result: Result, evidence: ExactEvidence) -> list[Feedback]:
    if result.user_action == result.best_action:
        return [Feedback("overall", _praise(result), 0.0), *_ahead(result.candidates, evidence)][:MAX_SENTENCES]
    user, best = result.candidate(result.user_action), result.candidate(result.best_action)
    found = _categories(user, best, evidence)
    if found:
        return [*found, *_bonus(user.reasons, best.reasons)]
    return [*_this_turn(user, best, evidence), _balance(user.reasons, best.reasons)]


def _ahead(candidates: Sequence[Candidate], evidence: ExactEvidence) -> list[Feedback]:
    """The advantage of the best move, which is the user's, over the next."""
    if len(candidates) < 2 or not candidates[1].reasons or candidates[0].ev - candidates[1].ev < TIE:
        return []
    best, following = candidates[0], candidates[1]
    found = _categories(best, following, evidence)
    return found or [*_joined(_this_turn(following, best, evidence)), _balance(best.reasons, following.reasons, "next")]


def _joined(items: Sequence[Feedback]) -> list[Feedback]:
    """What both moves gain this turn as one sentence."""
    if len(items) < 2:
        return [*items]
    first, second = items
    text = f"{first.text.removesuffix('.')}; {second.text[0].lower()}{second.text[1:]}"
    return [Feedback(first.category, text, _total([first.delta, second.delta]))]


def _praise(result: Result) -> str:
    if len(result.candidates) < 2:
        return ONLY_MOVE
    lead = result.best_action_ev - result.candidates[1].ev
    if lead < TIE:
        return EQUAL_MOVE
    return ahead_of_next(lead)


def _categories(user: Candidate, best: Candidate, evidence: ExactEvidence) -> list[Feedback]:
    """If both moves score a category: what each scores now, and what it leaves for the rest of the game."""
    position = evidence.position
    scored, left, names = [], [], []
    for candidate in (user, best):
        category = _closed(candidate)
        if category is None:
            return []
        points = points_of(position, category)
        upper = min(BONUS_AT, position.upper + (points if category < UPPER else 0))
        scored.append(points)
        left.append(evidence.table.value(position.mask | 1 << category, upper))
        names.append(CATEGORY_NAMES[category])
    shown = _distinct(*left)
    text = (
        f"{names[0]} scores {scored[0]} now and leaves {shown[0]} points to come; "
        f"{names[1]} scores {scored[1]} and leaves {shown[1]}."
    )
    return [Feedback("opportunity", text, scored[0] + left[0] - scored[1] - left[1])]


def _closed(candidate: Candidate) -> int | None:
    """The category a candidate scores, if it does."""
    name = candidate.action.get("score") if isinstance(candidate.action, dict) else None
    return None if name is None else CATEGORIES.index(name)


def _this_turn(user: Candidate, best: Candidate, evidence: ExactEvidence) -> list[Feedback]:
    """The categories in which either move gains points this turn, first the best move's; together they are the difference."""
    mine, other = ({r.code: r.value for r in move.reasons if _is_this_turn(r.code)} for move in (user, best))
    gaps = {code: mine.get(code, 0.0) - other.get(code, 0.0) for code in [*CATEGORIES, OTHER_ROWS]}
    named = [[code for code in CATEGORIES if sign * gaps[code] >= WORTH_REPORTING] for sign in (-1, 1)]
    named = [sorted(codes, key=lambda code: -abs(gaps[code]))[:MAX_CATEGORIES] for codes in named]
    # In tenths, as shown, so that the parts add up as shown.
    total = round(10 * _total(gaps.values()))
    shown = {code: round(10 * gaps[code]) for codes in named for code in codes}
    rest = _total(gap for code, gap in gaps.items() if code not in shown)
    left = total - sum(shown.values())  # same bits: whole numbers
    others = abs(rest) >= WORTH_REPORTING / 2
    if shown and not others:
        # What rounding leaves over goes to the largest one.
        shown[max(shown, key=lambda code: abs(gaps[code]))] += left
    found: list[Feedback] = []
    for sign, move, codes in ((-1, best, named[0]), (1, user, named[1])):
        gains = [f"{abs(shown[code]) / 10:.1f} in {_name(code)}" for code in codes]
        if others and sign * left > 0:
            gains.append(f"{abs(left) / 10:.1f} in other rows")
        if gains:
            subject = _subject(move, evidence)
            start = f"In return, {subject[0].lower()}{subject[1:]}" if found else subject
            gap = _total([*(gaps[code] for code in codes), rest if others and sign * left > 0 else 0.0])
            found.append(Feedback("this_turn", f"{start} gains {listed(gains)} this turn.", gap))
    return found


def _subject(move: Candidate, evidence: ExactEvidence) -> str:
    """A move as the subject of a sentence: ``Keeping 5 5``, ``Scoring Chance``."""
    category = _closed(move)
    if category is not None:
        return f"Scoring {CATEGORY_NAMES[category]}"
    keep = move.action.get("keep") if isinstance(move.action, dict) else None
    kept = keep if isinstance(keep, list) else []
    held = sorted(die for die, stays in zip(evidence.position.dice, kept, strict=False) if stays)
    if not held:
        return "Throwing all five dice"
    return "Keeping all five dice" if len(held) == DICE else f"Keeping {' '.join(map(str, held))}"


def _bonus(user: Reasons, best: Reasons) -> list[Feedback]:
    """The probability of the bonus after each move, if they clearly differ."""
    mine, other = (next((r.value for r in side if r.code == "bonus"), None) for side in (user, best))
    if mine is None or other is None or abs(mine - other) < 2 * WORTH_REPORTING:
        return []
    shares = [percent(mine / BONUS), percent(other / BONUS)]
    if shares[0] == shares[1]:
        return []
    start = "The bonus" if mine < other else "In its favour: the bonus"
    text = f"{start} comes in {shares[0]} of games after your move, in {shares[1]} after the best."
    return [Feedback("bonus", text, mine - other)]


def _balance(user: Reasons, best: Reasons, rival: str = "best") -> Feedback:
    """The whole difference in parts that add up to it: a gain now may cost more later."""
    mine, other = _shares(user), _shares(best)
    gaps = {what: mine[what] - other[what] for what in mine if what in other}
    parts = [f"{what} {signed(gap)}" for what, gap in gaps.items()]
    total = float(np.array(list(gaps.values()), dtype=np.float64).sum())
    return Feedback("balance", f"In all, compared with the {rival} move: {listed(parts)} points.", total)


def _shares(reasons: Reasons) -> dict[str, float]:
    """Points by when they come; without the bonus if the table does not know it."""
    kinds: list[tuple[str, Callable[[str], bool]]] = [
        ("this turn", _is_this_turn),
        ("the bonus", lambda code: code == "bonus"),
        ("the rows left open", lambda code: code.startswith("later")),
    ]
    found = {}
    for what, belongs in kinds:
        values = [reason.value for reason in reasons if belongs(reason.code)]
        if values or what != "the bonus":
            found[what] = float(np.array(values, dtype=np.float64).sum())
    return found


def _is_this_turn(code: str) -> bool:
    return code in CATEGORIES or code == OTHER_ROWS


def _total(values: Iterable[float]) -> float:
    return float(np.array([*values], dtype=np.float64).sum())


def _name(code: str) -> str:
    return CATEGORY_NAMES[CATEGORIES.index(code)]


def _distinct(first: float, second: float) -> tuple[str, str]:
    """Two numbers to one decimal, or to two if they would look equal."""
    digits = 1 if f"{first:.1f}" != f"{second:.1f}" else 2
    return f"{first:.{digits}f}", f"{second:.{digits}f}"
