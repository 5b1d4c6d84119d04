"""``honesty azul``: the frozen moves graded by the coach, beside their true losses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from py_engine.core.results import Result
from py_engine.games.azul.coaching.bullets import NO_MORE
from py_engine.games.azul.coaching.causes import NO_CAUSE as NO_CAUSE_SAID
from py_engine.games.azul.coaching.causes import NO_OTHER_CAUSE
from py_engine.games.azul.game import GAME
from py_engine.games.azul.knowledge.features import round_kind
from py_engine.games.azul.knowledge.learnt import learnt
from py_engine.games.azul.rules.batch import tiles_left
from py_engine.games.azul.rules.state import AzulAction, AzulState, number_of, to_batch
from py_engine.lab.azul.honesty.confirmed import confirmed, ended_parts
from py_engine.lab.azul.honesty.confirmed import engine as parts_engine
from py_engine.lab.azul.honesty.frozen import Place, drawn, position
from py_engine.lab.azul.honesty.truth import PlayTask, SearchTask, engine, played, played_loss, searched, searched_loss
from py_engine.lab.azul.playing_on import CLOCKLESS
from py_engine.lab.core.commands import Spread
from py_engine.lab.core.honesty.cases import Case
from py_engine.lab.core.honesty.command import Study
from py_engine.lab.core.honesty.frozen_moves import GradedMove, GradeTask, graded_moves, not_picked
from py_engine.lab.core.honesty.grading import NO_CAUSE, Asked, graded_case
from py_engine.lab.core.versions import engine_of, require_same

__all__ = ["STUDY", "graded", "points_for"]

COACH = 60_000
"""Moves valued by the coach in 250 ms in Chromium."""
LONGER = 3 * COACH
LOSSES = (0.05, 0.10, 0.15)
"""Chances to win from which the loss of them is an inaccuracy, a mistake, a blunder."""
NEVER = 1_000.0
"""Stands for a loss that no move can reach."""
Graded = tuple[GradeTask, GradedMove]
"""A task with what was found."""


def graded(task: GradeTask) -> GradedMove:
    """Grades a frozen move, with the hint, another seed and more work beside it; the pick and the move are numbers.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    require_same(task["engine"], engine_of("azul"))
    here = position(task["set"], Place(*task["place"]))
    state, move = here.state, here.move
    params = {**CLOCKLESS, "max_work": COACH}

    def limits(found: Result) -> Sequence[float]:
        return points_for(state, found.best_action_ev)

    name = f"{task['set']} {task['place'][0]}.{task['place'][1]}"
    asked = Asked(name, state, move.model_dump(mode="json"), here.level, here.third)
    done = graded_case(GAME, asked, (params, params | {"max_work": LONGER}), limits, _reason)
    return {"case": done.case, "pick": number_of(AzulAction.model_validate(done.pick)), "move": number_of(move)}


def _chance(state: AzulState, ev: float) -> float:
    batch = to_batch([state])
    return learnt().win_probability(ev, int(round_kind(batch.round_number)[0]), int(tiles_left(batch)[0]))


def points_for(state: AzulState, ev: float) -> list[float]:
    """The losses in points that cost 5, 10 and 15 of a hundred chances to win, from the pick's value."""
    best = _chance(state, ev)
    found = []
    for loss in LOSSES:
        low, high = 0.0, NEVER
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (low, middle) if best - _chance(state, ev - middle) >= loss else (middle, high)
        found.append(high)
    return found


def _reason(found: Result) -> str:
    """The cause that the first sentence names; ``none`` where it names no cause, whatever facts of the move follow.

    That is which row of whose board, whose board, or the sentence without its numbers of points and tiles. What such a row
    holds, and what stands against it or is added behind a semicolon, are no part of it.
    """
    text = found.feedback[0].text
    if text.startswith(("Too close", "About as good", "Both moves", "No clearly")) or NO_MORE in text:
        return NO_CAUSE
    if any(said in item.text for item in found.feedback for said in (NO_CAUSE_SAID, NO_OTHER_CAUSE)):
        return NO_CAUSE
    named = _NAMED.match(text)
    if named is not None:
        return named[0]
    return _AMOUNTS.sub("#", text.split(". ")[0].split(";")[0]).rstrip(".")


_NAMED = re.compile(r"Line \d|Your opponent's line \d|Your own board|Your opponent's board")
_AMOUNTS = re.compile(r"(?<!line )\b\d+(?:\.\d+)?|\b(?:a|an|one|points?|tiles?|lines)\b")


def cases(work: Spread, name: str, places: range) -> Sequence[Case]:
    """The cases at some places of a set, with their truths."""
    found = _graded(work, name, places)
    _add_searched(work, found)
    _add_played(work, found)
    return [each["case"] for _, each in found]


def played_cases(work: Spread, name: str, places: range) -> Sequence[Case]:
    """The same with the truths by games played on only: searches of twenty times the work take longest by far."""
    found = _graded(work, name, places)
    _add_played(work, found)
    return [each["case"] for _, each in found]


def _graded(work: Spread, name: str, places: range) -> list[Graded]:
    asked: list[GradeTask] = [
        {"set": name, "place": list(each), "engine": engine_of("azul")}
        for each in drawn(name, places.stop)[places.start :]
    ]
    return graded_moves(work, graded, asked)


def _add_searched(work: Spread, found: Sequence[Graded]) -> None:
    others = not_picked(found)
    tasks: list[SearchTask] = [
        {"set": task["set"], "place": task["place"], "moves": [each["pick"], each["move"]], "engine": engine()}
        for task, each in others
    ]
    for (_, each), done in zip(others, work(searched, tasks), strict=True):
        each["case"]["truths"]["search"] = searched_loss(done.result)


def _add_played(work: Spread, found: Sequence[Graded]) -> None:
    others = not_picked(found)
    tasks: list[PlayTask] = [
        {"set": task["set"], "place": task["place"], "move": move, "engine": engine()}
        for task, each in others
        for move in (each["pick"], each["move"])
    ]
    ended = [done.result for done in work(played, tasks)]
    for number, (_, each) in enumerate(others):
        each["case"]["truths"]["played"] = played_loss(*ended[2 * number : 2 * number + 2])
    named = [
        (task, each) for task, each in others if each["case"]["reasons"] and each["case"]["reasons"][0] != NO_CAUSE
    ]
    asked: list[SearchTask] = [
        {"set": task["set"], "place": task["place"], "moves": [each["pick"], each["move"]], "engine": parts_engine()}
        for task, each in named
    ]
    for (_, each), done in zip(named, work(ended_parts, asked), strict=True):
        each["case"]["confirmed"] = confirmed(each["case"]["reasons"][0], done.result)


STUDY = Study("azul", "Azul: frozen moves of the levels Careful and Strong", 1.5, cases, played_cases)
