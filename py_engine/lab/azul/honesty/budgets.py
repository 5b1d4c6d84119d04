"""What more work changes: the regret of the coach's move against a far larger search, and grades that larger budgets blur.

Positions are frozen ones from the middle third of their games. The regret is what the larger search, and games played on from
both moves, say that the coach's pick loses against that search's own pick.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.contract import EvaluatorParams
from py_engine.core.numerics import Array
from py_engine.core.results import Result
from py_engine.games.azul.game import GAME
from py_engine.games.azul.rules.batch import tiles_left
from py_engine.games.azul.rules.state import AzulAction, AzulState, number_of, to_batch
from py_engine.lab.azul.honesty.frozen import Place, drawn, position
from py_engine.lab.azul.honesty.truth import PlayTask, engine, played, played_loss
from py_engine.lab.azul.playing_on import CLOCKLESS
from py_engine.lab.core.commands import Spread
from py_engine.lab.core.honesty.cases import Truth
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.core.writing import Rows

__all__ = ["BUDGETS", "Budgeted", "Grown", "budgeted", "found_at", "grade_rows", "regret_rows"]

BUDGETS = (60_000, 300_000, 1_000_000)
"""Moves valued: the coach's work of 250 ms in Chromium, and more."""
MIDDLE = 1
"""The third of a game from which positions come."""
FEWEST_TILES = 9
"""Tiles on the table; with fewer, all budgets solve the round."""
USED = 0.85
"""A search has really used its budget if it reached this share of it: the last tenth is kept for a graded move that no hint shows."""


class BudgetTask(TypedDict):
    """A frozen move that is graded with each budget."""

    set: str
    place: list[int]
    engine: str
    """The version of the engine that grades."""


class Grown(NamedTuple):
    """A grade with one budget."""

    work: int
    nodes: int
    """Positions valued."""
    solved: bool
    """The round was solved, so that not all of the budget was needed."""
    pick: int
    """The number of the search's pick."""
    verdict: str
    loss: float
    stderr: float


class Budgeted(NamedTuple):
    """A position with its grades."""

    name: str
    grades: list[Grown]
    """By budget."""
    regret: float
    """What the pick with the smallest budget loses by the largest search, in points."""
    played: Truth | None
    """The same by games played on; None where the picks are the same."""


def _searched(state: AzulState, move: AzulAction, work: int) -> Result:
    params = EvaluatorParams.model_validate(CLOCKLESS | {"evaluator_seed": 1, "max_work": work})
    running = GAME.evaluation(state, state.active_player_id, params, move)
    running.finish()
    found = running.explained()
    if found is None or found.verdict is None:
        raise RuntimeError("An evaluation has ended without a verdict.")
    return found


def budgeted(task: BudgetTask) -> tuple[list[Grown], float]:
    """The grades of a frozen move by budget, and the regret of the first pick by the largest search.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    require_same(task["engine"], engine_of("azul"))
    here = position(task["set"], Place(*task["place"]))
    results = [_searched(here.state, here.move, work) for work in BUDGETS]
    grades = [_grown(found, work) for found, work in zip(results, BUDGETS, strict=True)]
    first = AzulAction.model_validate(results[0].best_action)
    largest = results[-1]
    known = [each for each in largest.candidates if each.action == results[0].best_action and each.compared]
    if not known:
        largest = _searched(here.state, first, BUDGETS[-1])
        known = [largest.candidate(results[0].best_action)]
    return grades, max(0.0, largest.best_action_ev - known[0].ev)


def _grown(found: Result, work: int) -> Grown:
    return Grown(
        work,
        found.metadata.nodes,
        bool(found.metadata.round_solved),
        number_of(AzulAction.model_validate(found.best_action)),
        str(found.verdict),
        -(found.delta_ev or 0.0),
        found.delta_stderr or 0.0,
    )


def _places(name: str, count: int) -> list[Place]:
    found: list[Place] = []
    for place in drawn(name, 10 * count):
        here = position(name, place)
        tiles = int(tiles_left(to_batch([here.state]))[0])
        if here.third == MIDDLE and tiles >= FEWEST_TILES and len(found) < count:
            found.append(place)
    return found


def found_at(work: Spread, name: str, count: int) -> list[Budgeted]:
    """Positions with their grades, and the regrets by games played on where picks differ."""
    places = _places(name, count)
    asked: list[BudgetTask] = [{"set": name, "place": list(each), "engine": engine_of("azul")} for each in places]
    found: list[tuple[list[Grown], float]] = [
        ([Grown(*row) for row in done.result[0]], done.result[1]) for done in work(budgeted, asked)
    ]
    differ = [n for n, (grades, _) in enumerate(found) if grades[0].pick != grades[-1].pick]
    tasks: list[PlayTask] = [
        {"set": name, "place": list(places[n]), "move": found[n][0][at].pick, "engine": engine()}
        for n in differ
        for at in (-1, 0)
    ]
    games = [done.result for done in work(played, tasks)]
    losses = {n: played_loss(*games[2 * k : 2 * k + 2]) for k, n in enumerate(differ)}
    return [
        Budgeted(f"{name} {place.game}.{place.ply}", grades, regret, losses.get(n))
        for n, (place, (grades, regret)) in enumerate(zip(places, found, strict=True))
    ]


def regret_rows(found: Sequence[Budgeted]) -> Rows:
    """The mean regret of the coach's pick, by both methods, and how much of the largest budget was used."""
    searched = np.array([each.regret for each in found])
    games = np.array([0.0 if each.played is None else each.played.loss for each in found])
    used = [last.solved or last.nodes >= USED * last.work for last in (each.grades[-1] for each in found)]
    same = [each.played is None for each in found]
    return [
        ["", "positions", "mean"],
        [f"regret by a search of {BUDGETS[-1]:,}, in points", str(len(found)), _mean(searched)],
        ["regret by games played on, in points", str(len(found)), _mean(games)],
        ["the same pick, %", str(len(found)), f"{100 * float(np.mean(same)):.0f}"],
        [
            "the largest search used its budget or solved the round, %",
            str(len(found)),
            f"{100 * float(np.mean(used)):.0f}",
        ],
    ]


def _mean(values: Array) -> str:
    error = float(values.std(ddof=1)) / np.sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{float(values.mean()):.2f} ± {error:.2f}"


def grade_rows(found: Sequence[Budgeted]) -> Rows:
    """How verdicts change from each budget to the next, in moves that are nobody's pick."""
    rows = [
        [
            "moves valued",
            "moves",
            "undecided",
            "clear before, undecided now",
            "undecided before, clear now",
            "mean nodes",
        ]
    ]
    graded = [each for each in found if all(grown.verdict != "best" for grown in each.grades)]
    for at, work in enumerate(BUDGETS):
        now = [each.grades[at].verdict == "undecided" for each in graded]
        before = [each.grades[max(0, at - 1)].verdict == "undecided" for each in graded]
        blurred = sum(not was and open_ for was, open_ in zip(before, now, strict=True))
        cleared = sum(was and not open_ for was, open_ in zip(before, now, strict=True))
        nodes = float(np.mean([each.grades[at].nodes for each in found]))
        change = [str(blurred), str(cleared)] if at else ["-", "-"]
        rows.append([f"{work:,}", str(len(graded)), str(sum(now)), *change, f"{nodes:,.0f}"])
    return rows
