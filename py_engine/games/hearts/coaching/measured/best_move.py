"""What is said of the best move: how far ahead of the next one it is, and what the runner-up would cost, for which cause."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import JsonValue

from py_engine.core.coaching.praise import ONLY_MOVE, PROBABLY, praise_start
from py_engine.core.coaching.runner_up import RunnerUp, of_best
from py_engine.core.grading import LEAST, ROUNDING, SHOWN, is_behind, is_clear
from py_engine.core.results import Candidate, Feedback, Result
from py_engine.core.text import lowered, number, percent, points
from py_engine.games.hearts.coaching.by_itself import in_trick
from py_engine.games.hearts.coaching.certain import nothing_left
from py_engine.games.hearts.coaching.measured.pair import Move, Pair
from py_engine.games.hearts.coaching.measured.part_texts import Comparison
from py_engine.games.hearts.coaching.measured.parts import (
    UNSAID,
    WORTH_REPORTING,
    is_about_winning,
    named_parts,
    of_points,
    of_winning,
    rest_of,
    rest_text,
    unsaid,
)
from py_engine.games.hearts.coaching.odds import doubt_of, odds_of, wins_of
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.rules.batch import Rules

__all__ = ["NOTHING_LEFT", "best_move"]

MOST = 0.5
"""Share of the sample deals above which a moon is what a move is about."""
NOTHING_LEFT = ": no points are left to take"
_DOES = re.compile(r"[A-Z][a-z]+s ")
"""How a sentence begins whose subject is the move itself."""


def best_move(result: Result, behind: Sequence[Pair], rules: Rules, facts: Facts | None) -> list[Feedback]:
    """The sentences on a user's move that is the best.

    Args:
        result: The result.
        behind: Moves that may be its runner-up, each beside the best one; the first that the card can speak of is.
        rules: The rules of the hand.
        facts: What the player knows.
    """
    best = result.candidate(result.best_action)
    others = [each for each in result.candidates if each is not best]
    if not others:
        return [Feedback("overall", ONLY_MOVE, 0.0)]
    # Interchangeable cards were measured as one.
    rivals = [each for each in others if (each.ev, each.features) != (best.ev, best.features)]
    plan = _own_plan(Move.of(best), winning=is_about_winning(result))
    if not rivals:
        why = NOTHING_LEFT if facts is not None and nothing_left(facts) else ""
        return [Feedback("overall", f"All moves are equally good here{why}.", 0.0), *plan]
    lead = _lead(result, best, Move.of(rivals[0]))
    # A hint shows two sentences: how far ahead the move is, and the plan that it begins.
    found = [] if plan else [_runner_up(result, pair, rivals[0].action, rules, facts) for pair in behind]
    runner_up = next((each for each in found if each is not None), None)
    return [*of_best(lead, runner_up), *plan]


def _runner_up(result: Result, pair: Pair, following: JsonValue, rules: Rules, facts: Facts | None) -> RunnerUp | None:
    """A move that is clearly worse, or the next one, if it is probably worse and there is a cause."""
    other, best = pair.user, pair.best
    gap, winning = best.candidate.ev - other.candidate.ev, is_about_winning(result)
    name = other.named if other.action.play is None else f"playing {other.named}"
    is_next, error = other.candidate.action == following, other.candidate.stderr
    if winning:
        # A chance to win is the difference itself, and no cause of it; beside the next move it stands alone.
        cause = "" if is_next else " ".join(_sentence(part.text(Comparison())) for part in of_winning(pair)[1:])
    else:
        cause = _cause(pair, gap, rules, facts)
    clear = is_behind(gap, error)
    if not clear and not (is_next and cause and gap >= max(error, result.delta_stderr or 0.0)):
        return None
    return RunnerUp(
        f"{name[0].upper()}{name[1:]}",
        gap,
        is_next,
        cause,
        "percentage point" if winning else "point",
        certain=clear and not result.too_close,
        exact=not clear,
        error=0.0 if clear else SHOWN * error,
    )


def _cause(pair: Pair, gap: float, rules: Rules, facts: Facts | None) -> str:
    """What is certain about the trick, the part on which most is lost, and what all else comes to; empty where there is neither."""
    every = of_points(pair, rules, -gap)
    # As on the card of that move, what is certain leads; a plan to shoot the moon is about other things.
    sure = [] if pair.of_plans else in_trick(facts, pair.user.action, pair.best.action)
    texts = [item.text for item in sure]
    worst = min((part for part in every if part.delta < 0), key=lambda part: part.delta, default=None)
    if worst is not None:
        texts += [item.text for item in named_parts([worst], pair, best_is_named=bool(sure))]
        rest = rest_of([worst], -gap)
        if abs(rest) >= (UNSAID if sure else WORTH_REPORTING):
            texts.append(rest_text(rest, unsaid([worst], every, pair)))
    return " ".join(map(_sentence, texts))


def _sentence(text: str) -> str:
    """A sentence whose subject may be the move, with that subject."""
    return f"It {lowered(text)}" if _DOES.match(text) else text


def _own_plan(move: Move, *, winning: bool) -> list[Feedback]:
    """That the best move, which is the user's, is a plan to shoot the moon, or shoots it in most sample deals without one."""
    moons = move.candidate.features.get("moon_chance", 0.0)
    if not move.candidate.note:
        # It comes by itself, so no plan says it.
        shoots = f"Your {move.kind} shoots the moon in {percent(moons)} of the sample deals."
        return [Feedback("itself", shoots, 0.0)] if moons > MOST else []
    return [Feedback("itself", f"Your {move.kind} goes for the moon: {odds_of(move.candidate, winning=winning)}", 0.0)]


def _lead(result: Result, best: Candidate, second: Move) -> str:
    """How far the best move is ahead of the next one."""
    rival, lead, error = second.named, best.ev - second.candidate.ev, result.delta_stderr or 0.0
    # A chance is shown in tenths at best.
    if lead < (2 * LEAST if is_about_winning(result) else LEAST):
        if result.too_close or lead < error:
            return f"No move is clearly better; {rival} is about as good."
        return f"No move is better; {rival} is {'just as good' if lead + error < ROUNDING else 'hardly worse'}."
    if lead < error and is_about_winning(result):
        odds = f"your {second.kind} wins in {wins_of(best, second.candidate)} {second.by}"
        return f"No move is clearly better: {odds}{doubt_of(2 * error, second.candidate, best)}."
    if lead < error:
        return f"No move is clearly better; {rival} is {points(lead)} worse, give or take {number(2 * error)}."
    # A lead beyond its error that is too close to call all the same is only probable.
    clear = is_clear(lead, error) and not result.too_close
    start = praise_start(lead, error) if clear else PROBABLY
    if is_about_winning(result):
        return f"{start}: it wins in {wins_of(best, second.candidate)} {second.by}."
    doubt = "" if clear else f", give or take {number(2 * error)}"
    return f"{start}, {points(lead)} better than {rival}{doubt}."
