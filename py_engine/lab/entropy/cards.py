"""Faults of feedback cards: statements that contradict each other or the loss."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue

from py_engine.core.coaching.runner_up import RUNNER_UP
from py_engine.core.results import Feedback, Result
from py_engine.core.text import MINUS
from py_engine.games.entropy.coaching.balance import BALANCE
from py_engine.games.entropy.rules.state import EntropyAction
from py_engine.lab.core.honesty.runner_up import cause_of, runner_up_faults, without_runner_up
from py_engine.lab.entropy.card_lines import against_itself, line_faults

__all__ = ["faults"]

ROUNDING = 0.1
"""Points: sentences round to tenths."""
SLACK = 0.3
"""Points: a small rest is not mentioned."""
NUMBER = re.compile(rf"(?<![\w.])([+{MINUS}])(\d+(?:\.\d+)?) points")
COMES_TO = re.compile(r"(cost|gain)s? (\d+(?:\.\d+)?) points?")
BALANCED = re.compile(r"(Worse|Better) in ([^:]+): (.*) instead of (.*)\.$")
FAIR = 0.25
"""Smallest share of the loss that named lines come to."""
NET = re.compile(r" In all, it costs (\d+(?:\.\d+)?) points?\.$")
"""The end of a sentence beside whose points others are for the move."""
MADE_UP = 0.5
"""Share of an exact loss from which points for the move call for that."""
UNSAID = 0.5
"""Points that named lines may leave of a loss within its error."""
LITTLE = 0.5
"""Points: of a smaller loss, named lines and all else do not take more from each other than what is left."""
ALL_ELSE, IN_RETURN = "Everything else", " In return: "
GAINS = re.compile(rf"{ALL_ELSE} together gains (\d+(?:\.\d+)?) points?")
NAMED = ("line", "gain")
"""Categories of sentences about one line."""
MOST_SENTENCES = 3
JUST_AS_GOOD, OTHERS, SAME = " just as good", re.compile(r"(\d+) other moves"), 1e-6
PRAISE = ("This is the best move", "This is probably the best move", "Nothing is", "This is the only move")
CLOSE, AS_GOOD, WORSE = "too close to call", "about as good", re.compile("worse, but (?:how bad is open|perhaps not)")


def faults(result: Result) -> list[str]:
    """What is wrong with the feedback of a graded result, in words; empty if nothing is."""
    of_next = [*runner_up_faults(result, _words), *(_of_cause(item, result) for item in result.feedback)]
    of_next += [*line_faults(result), _of_length(result), _of_level(result)]
    result = replace(result, feedback=without_runner_up(result.feedback))
    found = [fault for fault in of_next if fault] + [
        fault for item in result.feedback for fault in _of_sentence(item, result)
    ]
    lines = [item for item in result.feedback if item.category == "line"]
    names = [item.text.removeprefix("In return: ").split(":")[0] for item in result.feedback if item.category in NAMED]
    found += [f"named twice: {name}" for name in sorted(set(names)) if names.count(name) > 1]
    if any(item.delta >= 0 for item in lines):
        found.append("a line in which the move is not behind explains its loss")
    gains = [item for item in result.feedback if item.category == "gain"]
    if any(item.delta <= 0 for item in gains) or (gains and not lines):
        found.append("a line in which the move is not ahead makes up for its loss")
    found += [*_of_shares(result), *_of_balance(result.feedback), *_of_net(result)]
    total, loss = _total(result.feedback), result.delta_ev or 0.0
    cancelled = (item.text for item in result.feedback if _cancelled(item.text, -loss))
    found += [f"named points and all else cancel out: {text}" for text in cancelled]
    if abs(total - loss) > SLACK:
        found.append(f"the parts come to {total:.2f}, the loss to {loss:.2f}")
    return found


def _of_length(result: Result) -> str:
    """Whether a card has more sentences than screens show; empty if not."""
    return f"{len(result.feedback)} sentences" if len(result.feedback) > MOST_SENTENCES else ""


def _of_level(result: Result) -> str:
    """Whether moves that are just as good as the best one are left out; empty if not."""
    text = next((item.text for item in result.feedback if JUST_AS_GOOD in item.text), "")
    said = text.removeprefix("Nothing is better; ").split(JUST_AS_GOOD)[0].lower()
    others = [each for each in result.candidates if each.compared and each.action != result.best_action]
    level = [_words(each.action) for each in others if result.best_action_ev - each.ev < SAME]
    named = sum(name in said for name in level)
    counted = OTHERS.search(said)
    if not text or named + (int(counted[1]) if counted else 0) >= len(level):
        return ""
    return f"{len(level)} moves are as good as the best one: {text}"


def _words(action: JsonValue) -> str:
    """What names a move."""
    move = EntropyAction.model_validate(action)
    if move.cell is not None:
        return f"placing it on {move.cell}"
    return "passing" if move.origin is None else f"sliding {move.origin}-{move.to}"


def _of_cause(item: Feedback, result: Result) -> str:
    """Whether the line on which a runner-up loses speaks against it; empty if it does."""
    cause = cause_of(item) if item.category == RUNNER_UP else ""
    line = cause.split(IN_RETURN)[0].split(f" {ALL_ELSE}")[0]
    against = not against_itself(line, order="cell" not in str(result.user_action)) and f": {MINUS}" in cause
    if _cancelled(cause, -item.delta):
        return f"named points and all else cancel out: {item.text}"
    return "" if not cause or against else f"what the line scores speaks for the runner-up: {item.text}"


def _of_shares(result: Result) -> list[str]:
    """Named lines that come to hardly any of the loss, or leave points of it unsaid."""
    named = [item for item in result.feedback if item.category in (*NAMED, "side")]
    last, loss = result.feedback[-1], result.delta_ev or 0.0
    if not named:
        return [f"nothing is named that all else is beside: {last.text}"] if ALL_ELSE in last.text else []
    if last.category == "overall":
        unsaid = abs(last.delta) > UNSAID and ALL_ELSE not in last.text
        return [f"the lines leave {last.delta:+.2f} unsaid: {last.text}"] if unsaid else []
    against = _total([item for item in named if item.delta < 0])
    return [f"{against:.2f} points are named of a loss of {loss:.2f}"] if against > FAIR * loss + ROUNDING else []


def _of_net(result: Result) -> list[str]:
    """Lines that another one makes up for by more than they cost, and exact points for and against a move whose sum is not said."""
    card, loss = result.feedback, -(result.delta_ev or 0.0)
    lines = [item for item in card if item.category in NAMED]
    named = _total(lines)
    found = [f"lines come to {named:+.2f} of a loss of {loss:.2f}"] if lines and named > 0 else []
    if not result.metadata.solved or not lines:
        return found
    net, made_up = NET.search(card[-1].text), _total([item for item in card if item.delta > 0])
    if net is not None and abs(float(net[1]) - loss) > ROUNDING:
        return [f"the loss is {loss:.2f}: {card[-1].text}"]
    if net is None and made_up >= MADE_UP * loss + ROUNDING:
        found.append(f"{made_up:.2f} points make up for a loss of {loss:.2f}: {card[-1].text}")
    return found


def _of_balance(card: Sequence[Feedback]) -> list[str]:
    """A line for a move without one against it, or the other way round, and points beside lines without."""
    starts = [found[1] for item in card if item.category == BALANCE and (found := BALANCED.match(item.text))]
    if not starts:
        return []
    alone = sorted(starts) != ["Better", "Worse"] or any(item.category in (*NAMED, "side") for item in card)
    return ["lines that balance are not one against and one for the move"] if alone else []


def _cancelled(text: str, loss: float) -> bool:
    """Whether all else makes up for more of what is named than what is left of it, and that is little."""
    gains = GAINS.search(text)
    return gains is not None and loss < LITTLE and float(gains[1]) > loss + ROUNDING


def _leaves_open(text: str) -> bool:
    return CLOSE in text or WORSE.search(text) is not None


def _total(card: Sequence[Feedback]) -> float:
    total = 0.0
    for item in card:
        total += item.delta
    return total


def _of_sentence(item: Feedback, result: Result) -> list[str]:
    """Faults of one sentence."""
    found = []
    if item.text.startswith(PRAISE) != (result.user_action == result.best_action):
        found.append(f"praise and grade disagree: {item.text}")
    if against_itself(item.text, order="cell" not in str(result.user_action)):
        found.append(f"what the line scores speaks for the other move: {item.text}")
    if CLOSE in item.text.lower() and result.verdict != "undecided":
        found.append(f"a clear difference is called close: {item.text}")
    if result.verdict == "undecided" and item.category == "overall" and not _leaves_open(item.text.lower()):
        found.append(f"an undecided move is judged: {item.text}")
    if AS_GOOD in item.text.lower() and result.verdict not in ("best", "good"):
        found.append(f"a move that is not good is called as good: {item.text}")
    for word, size in COMES_TO.findall(NET.sub("", item.text)) if item.category == "rest" else ():
        if abs(float(size) * (-1 if word == "cost" else 1) - item.delta) > ROUNDING:
            found.append(f"the sentence and its number ({item.delta:+.2f}) disagree: {item.text}")
    for sign, size in NUMBER.findall(item.text):
        value = float(size) if sign == "+" else -float(size)
        if abs(value - item.delta) > ROUNDING:
            found.append(f"the sentence and its number ({item.delta:+.2f}) disagree: {item.text}")
    return found
