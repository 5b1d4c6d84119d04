"""Faults of feedback cards of Azul: sentences that contradict each other, and points that do not fit the loss."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue

from py_engine.core.coaching.closeness import OPENINGS
from py_engine.core.coaching.runner_up import RUNNER_UP
from py_engine.core.results import Feedback, Result
from py_engine.games.azul.coaching.best_move import NO_BETTER
from py_engine.games.azul.coaching.bullets import POINTS_THRESHOLD
from py_engine.games.azul.coaching.causes import MOSTLY, NO_CAUSE, NO_OTHER_CAUSE
from py_engine.games.azul.coaching.rest import MUCH_BACK
from py_engine.games.azul.rules.state import AzulAction
from py_engine.lab.azul.honesty.shown_lines import shown_line_faults
from py_engine.lab.core.honesty.runner_up import cause_of, runner_up_faults, without_runner_up

__all__ = ["contradictions", "faults", "flips", "miscounted", "misplaced", "unbalanced", "unnamed"]

_SAID: Sequence[tuple[str, str, int]] = (
    ("floor", r"costs? [\w. ]+ more on the floor|leaves? [\w. ]+ more on your floor|more points? on the floor", 1),
    ("floor", r"costs? [\w. ]+ less on the floor|leaves? [\w. ]+ fewer on your floor|less on the floor", -1),
    ("lines", r"best move completes", 1),
    ("lines", r"your move completes", -1),
    ("wall", r"best move scores", 1),
    ("wall", r"your move scores", -1),
    ("bonuses", r"best move gains", 1),
    ("bonuses", r"your move gains", -1),
    ("opponent", r"leaves your opponent [\w. ]+ more this round", 1),
    ("opponent", r"leaves your opponent [\w. ]+ less", -1),
    ("opponent later", r"opponent's board makes an estimated", 1),
    ("own later", r"own board makes an estimated", 1),
    ("starter", r"[yY]our opponent starts the next round|best move takes the first-player token", 1),
    ("starter", r"Your move takes the first-player token", -1),
    ("gap", r"costs an estimated|best move, [\d.]+ points? ahead", 1),
    ("gap", r"Too close to call|About as good|No clearly better|Nothing is better", -1),
)
"""What a sentence says: a subject, words, and 1 if it counts against the user's move, else -1."""

AS_GOOD = re.compile(rf"{NO_BETTER}; .* is about as good\.")
_POINTS = re.compile(r"(\d+(?:\.\d+)?) points?\b")
_REST = "All else together gives back "
_COSTS = "All else together costs "
_SUMS = re.compile("|".join((_REST, _COSTS, "All in all ", *OPENINGS, "Both moves are")))
"""How the sentences begin that give no reason."""
_FLOORED = re.compile(r"Your move puts \d+ tiles? on your floor line, the best move [\w ]+\.")
"""What counts no points and may be all that the move loses."""
_SENTENCE_END = re.compile(r"(?<=\.) (?=[A-Z])")
_GAINS = re.compile(r"against that|In its favour")
_PLAYED_ON = re.compile(r"Played on with the same refills, .*? after the next round\.")
_BESIDE = (
    _PLAYED_ON.pattern,
    r"In the lines shown, (?:[^.]|\.(?=\d))*\.",
    r"The lines shown do not bear out .*",
    r"(?:Your move|It) (?:wins|draws|loses) the game[^.]*\.",
    r"(?:Your move|It) leaves your opponent [\d.]+ points? less this round, but [\w ]+\.",
)
_ASIDE = re.compile("|".join(_BESIDE))
"""Sentences whose points are no part of the loss beside those of others."""
_BRACKETS = re.compile(r"(?<=after the best move) \([^)]*\)| \([^)]* instead of [^)]*\)")
"""What a row holds and why that is worth more: no points beside those of the row."""
_MOST_OF_A_TILE = 9
"""Points by which two tiles can differ when they go to the wall: it brings 1 to 10."""
_ROUNDING = 0.05
"""Points: of one shown number."""


def _said(texts: Sequence[str]) -> set[tuple[str, int]]:
    return {(subject, sign) for text in texts for subject, words, sign in _SAID if re.search(words, text)}


def faults(result: Result) -> list[str]:
    """What is wrong with the feedback of a graded result, in words; empty if nothing is."""
    said = without_runner_up(result.feedback)
    of_runner_up = [fault for each in _runner_ups(result) for fault in _of_reasons(each)]
    return [
        *_of_reasons(replace(result, feedback=said)),
        *of_runner_up,
        *runner_up_faults(result, _words),
        *_far_behind(result),
        *shown_line_faults(result),
    ]


def _runner_ups(result: Result) -> list[Result]:
    """What is said of runner-ups as cards of their own, which must hold as those of any move that loses as much."""
    found = []
    for item in result.feedback:
        cause = cause_of(item)
        if item.category != RUNNER_UP or not cause:
            continue
        other = next((each for each in result.candidates if _words(each.action) in item.text), None)
        if other is not None:
            card = [Feedback("overall", each, item.delta) for each in _SENTENCE_END.split(cause)]
            error = other.stderr * math.sqrt(2)
            found.append(
                replace(
                    result,
                    user_action=other.action,
                    delta_ev=item.delta,
                    delta_stderr=error,
                    verdict=None,
                    feedback=card,
                )
            )
    return found


def _words(action: JsonValue) -> str:
    """What names a move, without the number of its tiles."""
    move = AzulAction.model_validate(action)
    start = "the centre" if isinstance(move.source, str) else f"factory {move.source.Factory + 1}"
    end = "the floor line" if isinstance(move.destination, str) else f"line {move.destination.PatternLine + 1}"
    return f"{move.color} from {start} to {end}"


def _of_reasons(result: Result) -> list[str]:
    """What is wrong with the reasons against a move."""
    found = contradictions([item.text for item in result.feedback])
    floor = sum(item.text.count("on the floor line this round") for item in result.feedback)
    found += ["the floor line, twice"] if floor > 1 else []
    counted = [
        *unbalanced(result),
        *unnamed(result),
        *miscounted(result),
        *_overstated(result),
        *misplaced([item.text for item in result.feedback]),
    ]
    return [*(f"contradicts itself about: {subject}" for subject in found), *counted]


def contradictions(texts: Sequence[str]) -> list[str]:
    """The subjects of which the sentences of one card say opposite things."""
    said = _said(texts)
    found = [subject for subject, sign in sorted(said) if sign > 0 and (subject, -1) in said]
    if any(text.startswith(OPENINGS) for text in texts) and len(texts) > 1:
        found.append("too close and yet explained")
    return found


def unbalanced(result: Result) -> list[str]:
    """Points against a move that come to much more than it loses, if nothing says what makes up for them."""
    if result.user_action == result.best_action or re.search(
        r"In its favour|against that|gives back", " ".join(item.text for item in result.feedback)
    ):
        return []
    against, numbers = _named(result)
    loss, rounding = -(result.delta_ev or 0.0), _ROUNDING * (numbers + 1)
    back = against - loss - rounding
    if back > POINTS_THRESHOLD and back > against * MUCH_BACK:
        return [f"{against:.1f} points against a move that loses {loss:.1f}"]
    return []


def unnamed(result: Result) -> list[str]:
    """Points that are the smaller part of what a blamed move loses, or in favour of one too close to call, if nothing says what else it loses."""
    text = " ".join(item.text for item in result.feedback)
    if result.user_action == result.best_action or any(said in text for said in (_COSTS, NO_CAUSE, NO_OTHER_CAUSE)):
        return []
    against, numbers = _named(result)
    if not numbers or _without_points(result.feedback[0]):
        return []
    if "All in all " in text:
        gained = against < -_ROUNDING * (numbers + 1) and not _FLOORED.search(text)
        return (
            [f"{-against:.1f} points in favour of a move that is behind, and nothing of what it loses"]
            if gained
            else []
        )
    loss, rounding = -(result.delta_ev or 0.0), _ROUNDING * (numbers + 1)
    if against < MOSTLY * loss - rounding and loss - against > POINTS_THRESHOLD + rounding:
        return [f"{against:.1f} points are named of a loss of {loss:.1f}, and nothing of the rest"]
    return []


def _without_points(item: Feedback) -> bool:
    """Whether a sentence on the whole loss names no points that are a part of it."""
    return item.category == "overall" and not _POINTS.search(_SUMS.split(_ASIDE.sub("", item.text))[0])


def misplaced(texts: Sequence[str]) -> list[str]:
    """Sentences whose words do not fit those that they stand after or before."""
    found = [f"a cause after there is none beyond: {text}" for text in texts[:-1] if NO_OTHER_CAUSE in text]
    joined = " ".join(texts)
    before, sums, _ = joined.partition(_COSTS)
    if sums and re.search(_PLAYED_ON, before):
        found.append("all else, beside the whole loss")
    if sums and re.search(r"yours completes no line|the best move the longer line", before):
        found.append("all else, after what is a part of it")
    if re.search(rf"In its favour[^.]*(?:\d\.\d[^.]*)*\. {NO_OTHER_CAUSE}", joined):
        found.append("no cause beyond what speaks for the move")
    return found


def _far_behind(result: Result) -> list[str]:
    """A next best move that is called as good although it is points behind."""
    behind = [result.best_action_ev - each.ev for each in result.candidates[1:] if each.compared]
    if AS_GOOD.match(result.feedback[0].text) and behind and behind[0] > 2 * _ROUNDING:
        return [f"the next best move is {behind[0]:.1f} points behind and is called about as good"]
    return []


def _named(result: Result) -> tuple[float, int]:
    """The points that the sentences on reasons say are lost, and how many shown numbers they come from.

    Those of a sentence are its first number, less those that stand against it or are in its favour. What is lost after the next round is the whole, not a part.
    """
    lost, gained = list[float](), list[float]()
    for text in (_SUMS.split(_ASIDE.sub("", item.text))[0] for item in result.feedback):
        loss, *gains = _GAINS.split(_BRACKETS.sub("", text))
        lost += map(float, _POINTS.findall(loss)[:1])
        gained += [float(each) for gain in gains for each in _POINTS.findall(gain)]
    return math.fsum(lost) - math.fsum(gained), len(lost) + len(gained)


def miscounted(result: Result) -> list[str]:
    """A sentence on all else that does not give back what the others name beyond the loss, or does not cost what they leave of it."""
    for text in (item.text.partition(_REST)[2] for item in result.feedback if _REST in item.text):
        named, numbers = _named(result)
        back, said = named + (result.delta_ev or 0.0), float(_POINTS.findall(text)[0])
        if abs(back - said) > _ROUNDING * (numbers + 1) + 1e-9:
            return [f"gives back {said:g} points where {back:.1f} are named beyond the loss"]
    for text in (item.text.partition(_COSTS)[2] for item in result.feedback if _COSTS in item.text):
        named, numbers = _named(result)
        left, said = -(result.delta_ev or 0.0) - named, float(_POINTS.findall(text)[0])
        if abs(left - said) > _ROUNDING * (numbers + 1) + 1e-9:
            return [f"all else costs {said:g} points where {left:.1f} of the loss are not named"]
    return []


def _overstated(result: Result) -> list[str]:
    """A tile that is said to score more, by the end of its row, than two tiles can differ."""
    found = [bracket for item in result.feedback for bracket in _BRACKETS.findall(item.text)]
    return [
        f"no tile scores that much more: {bracket.strip()}"
        for bracket in found
        if any(float(each) > _MOST_OF_A_TILE for each in _POINTS.findall(bracket))
    ]


def flips(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """The subjects of which two cards of the same move say opposite things."""
    other = _said(second)
    return [subject for subject, sign in sorted(_said(first)) if (subject, -sign) in other and subject != "gap"]
