"""Faults of feedback cards: statements that contradict each other, the loss, or the unit of the values.

Each sentence has a side: it counts against the user's move, or for it. The side that its words take must be that of its
number, no quantity may be on both sides, and all together must come to the loss.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue

from py_engine.core.coaching.decided import DECIDED
from py_engine.core.coaching.runner_up import RUNNER_UP
from py_engine.core.grading import is_clear
from py_engine.core.results import Candidate, Feedback, Result
from py_engine.games.hearts.coaching.by_itself import in_trick
from py_engine.games.hearts.coaching.certain import are_equal, nothing_left, takes
from py_engine.games.hearts.coaching.measured.pair import Move
from py_engine.games.hearts.coaching.measured.parts import SUBJECTS
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.rules.cards import NUMBERS
from py_engine.games.hearts.search.evidence import Evidence
from py_engine.lab.core.honesty.runner_up import runner_up_faults, without_runner_up

__all__ = ["faults"]

FOR = "In its favour: "
SLACK = 0.3
"""Largest distance of the sum of the parts from the loss; sentences round to tenths."""
SURE = ("trick", "itself")
LEVEL = ("overall", *SURE)
"""Categories without a side."""
OF_POINTS = ("hearts", "queen_chance", "moon_chance", "moon_against", "jack", "cards_kept")
OF_A_PLAN = ("itself", "moon_chance")
TAKEN_BY_A_PLAN = ("hearts", "queen_chance", "jack")
TAKEN = 0.99
"""The chance to take the queen of spades above which she is no reason."""
CLOSE, AS_GOOD = "too close to call", "about as good"
HARDLY, MOST_HARDLY = ("Hardly worse", "As good as"), 0.1
BEATEN = re.compile(r"(\d+|No) unseen cards? of the suit beats? it; (\d+) beats? ")
ALL_ELSE, UNSAID = "All else together", 0.5
BEST_PLAY = "if everybody plays for the fewest points"
NOT_CLEARLY = "No move is clearly better"
MOST_OF_REST = re.compile(rf"{ALL_ELSE}, mostly (.+?), (costs|gains) ")
SIGN = {
    "hearts": -1.0, "queen_chance": -1.0, "moon_chance": 1.0, "moon_against": -1.0, "jack": 0.0, "cards_kept": 0.0,
}  # fmt: skip
"""Whether more of what a part is on is good; 0 where no feature says how much there is."""
WINS = re.compile(r"wins in (\S+%) against (\S+%)")
DOUBTED = re.compile(r"wins in (\S+)% against (\S+)%.*give or take (\S+) percentage point")
FEWER = "less often than in the sample deals"
_HUNDRED = 100
LEADS_A_HEART = "Leads a heart, which is a point for whoever takes the trick"
PRAISE = (
    "This is the best move",
    "This is probably the best move",
    "No move is",
    "All moves are",
    "This is the only move",
)


def faults(result: Result) -> list[str]:
    """What is wrong with the feedback of a graded result, in words; empty if nothing is."""
    if not result.graded:
        return ["feedback without a grade"] if result.feedback else []
    if result.feedback and result.feedback[0].category == DECIDED:
        return []
    found = [
        *runner_up_faults(result, _words),
        *_of_rests(result),
        *_of_doubts(result.feedback),
        *_of_plans_to_win(result),
    ]
    if isinstance(result.evidence, Evidence):
        found += _of_rules(result, result.evidence.facts)
    result = replace(result, feedback=without_runner_up(result.feedback))
    card = result.feedback
    found += [
        *_sides(card),
        *_twice(card),
        *_of_certainties(card),
        *_of_plans(result),
        *_of_the_queen(result),
        *_unsaid(card),
        *_far_behind(result),
    ]
    if result.win_probability is not None:
        found += [f"points in a game for winning: {item.text}" for item in card if item.category in OF_POINTS]
    elif any(item.category == "win_chance" for item in card):
        found.append("a chance to win in a hand for points")
    best = result.user_action == result.best_action
    found += [
        fault for item in card if item.category not in SURE for fault in _of_verdict(item.text, result, best=best)
    ]
    if best and (result.delta_ev or 0.0) < 0:
        found.append("the best move loses something")
    total = 0.0
    for item in card:
        total += item.delta
    if abs(total - (result.delta_ev or 0.0)) > SLACK + SLACK * abs(result.delta_ev or 0.0):
        found.append(f"the parts come to {total:.2f}, the loss to {result.delta_ev:.2f}")
    return found


def _words(action: JsonValue) -> str:
    """What names a move."""
    return Move.of(Candidate(action, 0.0, 0, 0.0)).named


def _of_rests(result: Result) -> list[str]:
    """A remainder that is called mostly hearts, say, where the moves differ in these the other way."""
    best, found = result.candidate(result.best_action), []
    for item in result.feedback:
        rest = MOST_OF_REST.search(item.text)
        if rest is None:
            continue
        category = next(each for each, subject in SUBJECTS.items() if subject == rest[1])
        others = [each for each in result.candidates if abs(best.ev - each.ev + item.delta) < SLACK]
        about = others if item.category == RUNNER_UP else [result.candidate(result.user_action)]
        gaps = [
            SIGN[category] * (each.features.get(category, 0.0) - best.features.get(category, 0.0)) for each in about
        ]
        costs = rest[2] == "costs"
        if SIGN[category] and not any(gap < 0 if costs else gap > 0 for gap in gaps):
            found.append(f"the rest is on something else: {item.text}")
    return found


def _of_plans_to_win(result: Result) -> list[str]:
    """A chance to win beside a smaller one that the plan to shoot the moon succeeds, which nothing explains."""
    if result.win_probability is None:
        return []
    chances = [
        1 + each.ev / _HUNDRED
        for each in map(result.candidate, (result.user_action, result.best_action))
        if each.note and 1 + each.ev / _HUNDRED > each.features["moon_chance"]
    ]
    said = [item.text for item in result.feedback if "goes for the moon" in item.text.lower()]
    return [f"it wins more often than the plan succeeds: {text}" for text in said if chances and FEWER not in text]


def _of_doubts(card: Sequence[Feedback]) -> list[str]:
    """Chances to win with an error that is larger than they are, or that read the same."""
    found = []
    for item in card:
        same = WINS.search(item.text)
        if same is not None and same[1] == same[2]:
            found.append(f"a chance is given twice: {item.text}")
        doubted = DOUBTED.search(item.text)
        if (
            doubted is not None
            and float(doubted[3]) > max(float(each.strip("<>")) for each in doubted.groups()[:2]) + 1
        ):
            found.append(f"the error is larger than the chances: {item.text}")
    return found


def _of_rules(result: Result, facts: Facts) -> list[str]:
    """What the rules refute or make certain of the cards that are named."""
    user, best = (Move.of(result.candidate(move)).action for move in (result.user_action, result.best_action))
    if user.play is None or best.play is None:
        return []
    found = []
    for item in result.feedback:
        if item.text.startswith(LEADS_A_HEART) and takes(facts, NUMBERS[user.play]) is not None:
            found.append(f"who takes the heart is certain: {item.text}")
        if BEST_PLAY in item.text and nothing_left(facts):
            found.append(f"no points are left, and something is assumed: {item.text}")
        if BEST_PLAY in item.text and user != best and are_equal(facts, [user.play, best.play]):
            found.append(f"interchangeable cards need no assumption: {item.text}")
        # A lost chance to win is given without what is certain about the trick.
        if item.category == RUNNER_UP and result.win_probability is None:
            found += _without_certainty(item, result, facts)
    return found


def _without_certainty(item: Feedback, result: Result, facts: Facts) -> list[str]:
    """A cause of what a runner-up costs that leaves out what is certain about the trick."""
    best = Move.of(result.candidate(result.best_action))
    rivals = [Move.of(each) for each in result.candidates if item.text.startswith(f"Playing {_words(each.action)} ")]
    if any((each.candidate.note is None) != (best.candidate.note is None) for each in rivals):
        return []
    sure = [each.text for rival in rivals for each in in_trick(facts, rival.action, best.action)]
    return [f"it is certain that {text[1:]} {item.text}" for text in sure if text[1:] not in item.text]


def _of_certainties(card: Sequence[Feedback]) -> list[str]:
    """What is certain but no reason against the move, or depends on an assumption after all."""
    if sum(item.category in SURE for item in card) == len(card):
        return ["nothing but what is certain"]
    found = [
        f"what is certain is assumed: {item.text}" for item in card if item.category in SURE and BEST_PLAY in item.text
    ]
    for item in card:
        beaten = BEATEN.match(item.text)
        if beaten is not None:
            mine, other = (0 if each == "No" else int(each) for each in beaten.groups())
            found += [f"more cards beat it than the best one: {item.text}"] if mine >= other else []
    return found


def _of_plans(result: Result) -> list[str]:
    """A plan to shoot the moon that the list of moves tells and the card does not, of a best move or of one of two moves."""
    user, best = (result.candidate(move).note for move in (result.user_action, result.best_action))
    if user and best and result.user_action != result.best_action:
        taken = [item.text for item in result.feedback if item.category in TAKEN_BY_A_PLAN]
        return [f"both moves go for the moon, and what they take is a reason: {text}" for text in taken]
    told = any(item.category in OF_A_PLAN and "moon" in item.text for item in result.feedback)
    if told or not (user or best):
        return []
    text = " ".join(item.text for item in result.feedback)
    return [f"the {'best' if best else 'graded'} move goes for the moon, and nothing says so: {text}"]


def _of_the_queen(result: Result) -> list[str]:
    """A reason by the queen of spades where the player takes her with either move."""
    moves = [result.candidate(move) for move in (result.user_action, result.best_action)]
    if any(each.features.get("queen_chance", 0.0) <= TAKEN for each in moves):
        return []
    return [f"the queen is taken anyway: {item.text}" for item in result.feedback if item.category == "queen_chance"]


def _unsaid(card: Sequence[Feedback]) -> list[str]:
    """What named parts leave of a loss, if it is points and nothing says so."""
    named = any(item.category in OF_POINTS for item in card)
    left = [
        item for item in card if item.category == "overall" and abs(item.delta) > UNSAID and ALL_ELSE not in item.text
    ]
    return [f"the parts leave {left[0].delta:+.2f} unsaid: {left[0].text}"] if named and left else []


def _far_behind(result: Result) -> list[str]:
    """A next best move that is called as good although it is points behind, or no clearly worse one although it is beyond its doubt."""
    if result.user_action != result.best_action:
        return []
    best = result.candidate(result.best_action)
    others = [
        each for each in result.candidates if each.compared and (each.ev, each.features) != (best.ev, best.features)
    ]
    behind = best.ev - others[0].ev if others else 0.0
    text, found = result.feedback[0].text, []
    if behind > MOST_HARDLY and AS_GOOD in text:
        found.append(f"the next best move is {behind:.2f} behind and is called about as good")
    if behind > MOST_HARDLY and NOT_CLEARLY in text and is_clear(behind, result.delta_stderr or 0.0):
        found.append(
            f"the next best move is {behind:.2f} behind, beyond its doubt, and no move is called clearly better"
        )
    return found


def _of_verdict(text: str, result: Result, *, best: bool) -> list[str]:
    """Contradictions between what a sentence says about the whole move and the verdict."""
    found, verdict = [], result.verdict
    if text.startswith(PRAISE) != best:
        found.append(f"praise and grade disagree: {text}")
    clear = not result.too_close if verdict is None else verdict != "undecided"
    if CLOSE in text.lower() and clear:
        found.append(f"a clear difference is called close: {text}")
    if AS_GOOD in text.lower() and not best and verdict not in ("best", "good", None):
        found.append(f"a move that is not good is called as good: {text}")
    if text.startswith(HARDLY) and -(result.delta_ev or 0.0) > MOST_HARDLY:
        found.append(f"a loss of {-(result.delta_ev or 0.0):.2f} is called hardly any: {text}")
    return found


def _sides(card: Sequence[Feedback]) -> list[str]:
    """Sentences whose words and number are on different sides."""
    found = []
    for item in card:
        praised = item.text.startswith(FOR)
        if item.category in OF_POINTS and praised != (item.delta > 0):
            found.append(f"words and number disagree ({item.delta:+.2f}): {item.text}")
        if item.category in LEVEL and praised:
            found.append(f"a sentence without a side takes one: {item.text}")
    return found


def _twice(card: Sequence[Feedback]) -> list[str]:
    """Quantities that are named twice."""
    names = [item.category for item in card if item.category not in LEVEL]
    return [f"named twice: {name}" for name in sorted(set(names)) if names.count(name) > 1]
