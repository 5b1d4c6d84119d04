"""What the coach of Connect Four offers: levels, think times, sentences, and positions to practise."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from examples.connect_four.rules import CELLS, Action, State, legal_columns, state_of, step
from examples.connect_four.search import BANDS, EVALUATORS, valued_moves
from py_engine.core.chance import Domain, seeded
from py_engine.core.coaching.scenarios import Attempts, SeededScenario
from py_engine.core.contract import Level, Preset
from py_engine.core.game import Coach, Practice
from py_engine.core.request import Request
from py_engine.core.results import Feedback, Result

LEAD = 5
"""Points that the best move is ahead by, at least, in a position worth practising."""


def explain(_: Request[State, Action], result: Result) -> Result:
    """A graded result with a sentence: where the best move leads to."""
    line = ", ".join(str(Action.model_validate(action).column + 1) for action in result.candidates[0].line)
    sentence = f"The best play is in columns {line}."
    return replace(result, feedback=[Feedback("line", sentence, result.delta_ev or 0.0)]) if result.graded else result


def scenario(seed: int, attempt: int) -> State | None:
    """A position after random moves, if one move is clearly the best there."""
    generator, board = seeded(Domain.SCENARIO, seed, attempt), np.zeros(CELLS, dtype=np.int8)
    for _ in range(int(generator.integers(6, 20, dtype=np.int64))):
        columns = legal_columns(board)
        board = step(board[None], generator.choice(columns, 1))[0] if columns else board
    values = sorted(move.ev for move in valued_moves(board, depth=4))
    return state_of(board, seed, []) if len(values) > 1 and values[-1] - values[-2] >= LEAD else None


LEVELS = (
    Level(id="random", name="Beginner", description="Any legal move.", strength="", params={"evaluator": "random"}),
    Level(
        id="greedy", name="Casual", description="Looks at its own move.", strength="", params={"evaluator": "greedy"}
    ),
    Level(id="search", name="Strong", description="Looks four moves ahead.", strength="", params={}),
)
THINK_TIMES = {"Fast": 4, "Longer": 5, "Maximum": 6}
COACH = Coach(
    levels=LEVELS,
    presets=[Preset(id=n.lower(), name=n, params={"evaluator_options": {"depth": d}}) for n, d in THINK_TIMES.items()],
    grades=BANDS,
    evaluators=EVALUATORS,
    explain=explain,
    practice=Practice(params=SeededScenario, scenario=lambda asked: Attempts(50, partial(scenario, asked.seed))),
)
