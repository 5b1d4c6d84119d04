"""Faults of feedback cards of Azul against what stands beside them: the lines that are shown, their bonuses, and who wins at their ends."""

from __future__ import annotations

import re
from collections.abc import Callable

from py_engine.core.coaching.runner_up import RUNNER_UP
from py_engine.core.results import Candidate, Result
from py_engine.games.azul.coaching.bullets import POINTS_THRESHOLD
from py_engine.games.azul.coaching.causes import NO_CAUSE
from py_engine.games.azul.coaching.outcome import goes_on, is_exact, outcomes
from py_engine.games.azul.coaching.shown import not_borne_out

__all__ = ["shown_line_faults"]

_BONUSES = re.compile(r"[Tt]he best move gains (\d+(?:\.\d+)?) points? more from rows")
_WORTH = re.compile(r"([Oo]pponent's )?[Ll]ine (\d)(?:, where [\w ]+,)? is worth")
_WITHIN = re.compile(r"All in all .* is within the error\.")
_ROUNDING = 0.05


def shown_line_faults(graded: Result) -> list[str]:
    """What a card says otherwise than the lines and ends beside it, in words; empty if nothing."""
    text = " ".join(item.text for item in graded.feedback if item.category != RUNNER_UP)
    shown = [each.action for each in graded.candidates]
    if graded.user_action not in shown or graded.best_action not in shown:
        return [*_twice(text), *_no_cause(text), *_back_twice(graded)]
    checks: list[Callable[[Result, str], list[str]]] = [_bonuses, _exact, _open]
    return [
        *(fault for check in checks for fault in check(graded, text)),
        *_twice(text),
        *_no_cause(text),
        *_back_twice(graded),
    ]


def _pair(graded: Result) -> list[Candidate]:
    return [graded.candidate(each) for each in (graded.user_action, graded.best_action)]


def _bonuses(graded: Result, text: str) -> list[str]:
    """Bonuses that are said to be the player's own, and are the opponent's."""
    said = _BONUSES.search(text)
    if said is None or graded.user_action == graded.best_action:
        return []
    user, best = (each.features.get("bonus_points") for each in _pair(graded))
    if user is None or best is None or float(said[1]) <= best - user + _ROUNDING:
        return []
    return [f"{said[1]} points of bonuses, where the own ones differ by {best - user:g}"]


def _twice(text: str) -> list[str]:
    """A row whose points are named in two sentences."""
    named = [(bool(theirs), number) for theirs, number in _WORTH.findall(text)]
    return [
        f"line {number} is named twice" for theirs, number in sorted(set(named)) if named.count((theirs, number)) > 1
    ]


def _exact(graded: Result, text: str) -> list[str]:
    """An end of the game that is known, and called estimated, or whose winner is left out."""
    found = []
    if graded.user_action != graded.best_action and is_exact(graded) and not graded.decided:
        found += ["nothing is estimated here"] if " an estimated" in text else []
        start = outcomes(graded)
        found += [f"who wins is left out: {start}"] if start and start not in text else []
    known = [each for each in graded.candidates if each.features.get("game_ends") and each.stderr == 0.0]
    if len(known) == len(graded.candidates):
        found += [
            f"a known cost is only about that: {item.text}" for item in graded.feedback if "cost about" in item.text
        ]
    return found


def _open(graded: Result, text: str) -> list[str]:
    """A blame that the lines shown do not bear out, without a word on it."""
    blamed = graded.verdict in ("inaccuracy", "mistake", "blunder") and not graded.decided
    if blamed and goes_on(graded) not in text:
        return [f"only one line ends the game, and that is left out: {text}"]
    said = not_borne_out(graded) if blamed else ""
    if not said or said in text:
        return []
    return [f"the lines shown say otherwise by more than {POINTS_THRESHOLD:g} points"]


def _back_twice(graded: Result) -> list[str]:
    """What gives points back, said twice of one move."""
    return [f"gives back twice: {item.text}" for item in graded.feedback if item.text.count("gives back") > 1]


def _no_cause(text: str) -> list[str]:
    """A cause that is missed although the whole may be nothing."""
    return ["no cause of what is within the error"] if _WITHIN.search(text) and NO_CAUSE in text else []
