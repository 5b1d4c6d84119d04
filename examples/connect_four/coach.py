"""What the coach of Connect Four offers: levels, think times, sentences, and positions to practise."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from examples.connect_four.rules import CELLS, Action, State, legal_columns, state_of, step
from examples.connect_four.search import BANDS, EVALUATORS, valued_moves
from py_engine.core.chance import Domain, seeded
from py_engine.core.coaching.scenarios import Attempts, SeededScenario
from py_engine.core.contract import Level, Preset, VerdictLimits
from py_engine.core.game import Coach, Practice
from py_engine.core.request import Request
from py_engine.core.results import Feedback, Result

LEAD = 5
"""Minimum lead of the best move in a practice position, in points."""


def explain(_: Request[State, Action], result: Result) -> Result:
    """A graded result with a sentence: where the best move leads to."""
    line = ", ".join(str(Action.model_validate(action).column + 1) for action in result.candidates[0].line)
    sentence = f"Best line: columns {line}."
    return replace(result, feedback=[Feedback("line", sentence, result.delta_ev or 0.0)]) if result.graded else result


def scenario(seed: int, attempt: int) -> State | None:
    """A position after random moves, if one move is clearly the best there."""
    generator, board = seeded(Domain.SCENARIO, seed, attempt), np.zeros(CELLS, dtype=np.int8)
    for _ in range(int(generator.integers(6, 20, dtype=np.int64))):
        columns = legal_columns(board)
        board = step(board[None], generator.choice(columns, 1))[0] if columns else board
    values = sorted(move.ev for move in valued_moves(board, depth=4))
    return state_of(board, seed, []) if len(values) > 1 and values[-1] - values[-2] >= LEAD else None


LEVELS = [
    Level(id=evaluator, name=name, description=description, strength=strength, params={"evaluator": evaluator})
    for evaluator, name, description, strength in (
        ("random", "Beginner", "Any legal move.", "Loses 97 of 100 games to Casual."),
        ("greedy", "Casual", "Looks at its own move.", "Wins 97 of 100 games against Beginner."),
        ("search", "Strong", "Looks four moves ahead.", "Wins 95 of 100 games against Casual."),
    )
]
THINK_TIMES = (("fast", "Fast", 4), ("longer", "Longer", 5), ("max", "Maximum", 6))
COACH = Coach(
    levels=LEVELS,
    presets=[Preset(id=key, name=name, params={"evaluator_options": {"depth": n}}) for key, name, n in THINK_TIMES],
    grades=BANDS,
    verdict_limits=[VerdictLimits(scale="points", unit="points", good=1, inaccuracy=5, mistake=11, blunder=26)],
    evaluators=EVALUATORS,
    explain=explain,
    practice=Practice(params=SeededScenario, scenario=lambda params: Attempts(50, partial(scenario, params.seed))),
)
