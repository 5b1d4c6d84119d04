"""Measures how wrong the coach's search is about the difference between two plausible moves of Azul.

Positions come from games played by learnt values, with some weaker moves. In each, a plausible move is compared with the
best other one: by the coach's search; by a search twenty times as large, which shows what longer thinking changes; and by
playing both out to the end of the game, which also shows the errors of the values at the end of the round.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple, TypedDict

import numpy as np
from pydantic import JsonValue

from py_engine.core.numerics import Array
from py_engine.core.results import Result
from py_engine.games.azul.game import GAME
from py_engine.games.azul.knowledge.valuers import LearntValues
from py_engine.games.azul.rules.batch import Batch
from py_engine.games.azul.rules.play import apply_action, new_game
from py_engine.games.azul.rules.scoring import finish_round
from py_engine.games.azul.rules.state import AzulAction, AzulState, action_of, to_batch
from py_engine.lab.azul.playing_on import CLOCKLESS, final_differences, round_ended
from py_engine.lab.core.evaluations import evaluated
from py_engine.lab.core.spread import report
from py_engine.lab.core.versions import require_same, version

__all__ = [
    "COACH",
    "ENGINE",
    "LARGER",
    "NOT_ENGINE",
    "Grades",
    "Sample",
    "Task",
    "engine",
    "grades",
    "samples",
    "tasks",
]

COACH = 60_000
"""Moves valued by the coach in 250 ms in the browser."""
LARGER = 20 * COACH
PLAYING_ON = (2_500, 3_500, 5_000)
"""Work limits of the searches that play the rest of an unsolved round, each of them slightly differently."""
GAMES = 192
"""Number of games played out after each of two moves."""
POSITION_SHARE = 0.1
"""Share of a game's positions that are sampled."""
LARGER_SHARE = 0.3
"""Share of unsolved positions given to the larger search, which takes most of the time."""
WEAKER_SHARE = 0.15
"""Share of a game's moves that are not the highest-valued one."""
PLAUSIBLE, BEHIND = 6, 5.0
"""A plausible move is one of this many highest-valued moves, and at most this many points behind the best."""
LAST_ROUND = 8
ENGINE = ("py_engine.games.azul.search.search_evaluator",)
"""What determines the samples besides this module's imports: the search."""
NOT_ENGINE = (
    "py_engine.games.azul.game",
    "py_engine.games.azul.search.rollout_evaluator",
    "py_engine.games.azul.coaching",
    "py_engine.games.azul.knowledge.model_error",
)
"""Modules that do not affect the samples: other evaluators, which come with the game, and what is said about values."""


def engine() -> str:
    """A hash of everything that determines the samples, including the learnt values but not the stated errors."""
    return version(__name__, *ENGINE, but=NOT_ENGINE)


Pair = tuple[JsonValue, JsonValue]
"""Two actions."""


class Sample(NamedTuple):
    """A plausible move against the best other one: differences in points, the move minus the other."""

    tiles: int
    """Number of tiles on the table."""
    round_number: int
    solved: bool
    """Whether the coach has solved the round."""
    over: bool
    """Whether the game ends with this round after either move."""
    coach: float
    larger: float | None
    """By the larger search, where it was run."""
    played: float
    """Mean over the games played out."""
    variance: float
    """Variance of that mean."""
    end: float
    """By the learnt values of two ends of the round that the moves led to."""
    end_played: float
    """Mean over the games played out from these."""
    end_variance: float
    """Variance of that mean."""


class Grades(NamedTuple):
    """The grades of a move, by the limit of the search and its seed."""

    clock: tuple[str, str]
    """With the coach's limits, 250 ms or its work, whichever comes first; with two seeds."""
    work: tuple[str, str]
    """With the coach's work limit, with two seeds."""
    less: str
    """With a fifth less work."""
    twice: str
    """With twice the work."""


class Task(TypedDict):
    """A game to sample positions from."""

    seed: int
    engine: str
    """The version of the engine being measured."""


def tasks(games: int, first: int = 0) -> list[Task]:
    """Tasks for ``samples`` or ``grades``: the seed of each game, and the version of the engine."""
    return [{"seed": seed, "engine": engine()} for seed in range(first, first + games)]


def samples(task: Task) -> list[Sample]:
    """The samples of a game.

    Raises:
        LabError: the engine here differs from the task's.
    """
    random = np.random.default_rng([task["seed"], 1])
    return [
        _sample(state, action, [task["seed"], number], larger=random.random() < LARGER_SHARE)
        for number, (state, action) in enumerate(_drawn_positions(task))
    ]


def grades(task: Task) -> list[Grades]:
    """The repeated grades of moves of a game.

    Raises:
        LabError: the engine here differs from the task's.
    """
    found = []
    for state, action in _drawn_positions(task):
        clock, work = (
            (
                _grade(state, action, params | {"evaluator_seed": 1}),
                _grade(state, action, params | {"evaluator_seed": 2}),
            )
            for params in ({"time_budget_ms": 250, "max_work": COACH}, {"max_work": COACH})
        )
        less, twice = (_grade(state, action, {"max_work": limit}) for limit in (4 * COACH // 5, 2 * COACH))
        found.append(Grades(clock, work, less, twice))
    return found


def _drawn_positions(task: Task) -> Generator[tuple[AzulState, AzulAction], None, None]:
    """Positions of a game, each with a plausible move."""
    require_same(task["engine"], engine())
    random = np.random.default_rng(task["seed"])
    state = new_game(task["seed"], 0)
    while not state.game_over and state.round_number <= LAST_ROUND:
        moves = plausible(state)
        if random.random() < POSITION_SHARE and len(moves) > 1:
            yield state, moves[int(random.integers(len(moves)))]
            report(min(0.99, (state.round_number - 1) / 5))
        place = int(random.integers(len(moves))) if random.random() < WEAKER_SHARE else 0
        state = apply_action(state, moves[place])


def plausible(state: AzulState) -> list[AzulAction]:
    """The plausible moves, highest value first."""
    root = to_batch([state]).without_floor_order()
    found = LearntValues(root).moves(root)
    order = np.argsort(-found.values, kind="stable")[:PLAUSIBLE]
    near = found.values[order] >= found.values[order[0]] - BEHIND
    return [action_of(int(number)) for number in found.actions[order[near]]]


def searched(state: AzulState, action: AzulAction, params: dict[str, int]) -> Result:
    """The result of a search limited by its ``max_work``."""
    return evaluated(GAME, state, CLOCKLESS | params, action)


def _grade(state: AzulState, action: AzulAction, params: dict[str, int]) -> str:
    grade = searched(state, action, params).grade
    if grade is None:
        raise ValueError("Nothing was graded.")
    return grade


def _sample(state: AzulState, action: AzulAction, seed: list[int], *, larger: bool) -> Sample:
    coach = searched(state, action, {"max_work": COACH})
    rival = next(each.action for each in coach.candidates if each.action != coach.user_action)
    pair = (coach.user_action, rival)
    solved = coach.metadata.round_solved
    reference = None
    if larger and not solved:
        reference = _gap(searched(state, action, {"max_work": LARGER}), pair)
    sign = 1 if state.active_player_id == 0 else -1
    ends = _ends(state, coach, pair)
    final = final_differences([each for ways in ends for each in ways], GAMES // len(ends), seed)
    gaps = sign * (final[0::2] - final[1::2])
    spread = gaps.mean(axis=1) if len(ends) > 1 else gaps[0]
    learnt = [_worth(each) for each in ends[0]]
    tiles = sum(sum(pile.values()) for pile in (*state.factories, state.center.tiles))
    return Sample(
        tiles,
        state.round_number,
        solved,
        all(_is_last(each) for ways in ends for each in ways),
        _gap(coach, pair),
        reference,
        float(gaps.mean()),
        float(spread.var() / (len(spread) - 1)),
        sign * (learnt[0] - learnt[1]),
        float(gaps[0].mean()),
        float(gaps[0].var() / (len(gaps[0]) - 1)),
    )


def _ends(state: AzulState, coach: Result, pair: Pair) -> list[list[Batch]]:
    """Continuations to the end of the round, each of two drafted-out positions: one if it is solved, else several."""
    ways = (COACH,) if coach.metadata.round_solved else PLAYING_ON
    actions = [AzulAction.model_validate(each) for each in pair]
    return [[round_ended(state, action, work) for action in actions] for work in ways]


def _gap(found: Result, pair: Pair) -> float:
    return found.candidate(pair[0]).ev - found.candidate(pair[1]).ev


def _worth(drafted: Batch) -> float:
    """Learnt value for player 0."""
    value = float(LearntValues(drafted).ends(drafted)[0])
    return value if drafted.front[0] == 0 else -value


def _is_last(drafted: Batch) -> bool:
    over: Array = finish_round(drafted).over
    return bool(over[0])
