"""Solved positions: what each line scores in the end, and the moves that lead there, against a recursion over single boards."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, Literal

import numpy as np
import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.results import Result
from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.rules.play import apply_action, legal_actions, new_game
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, Options
from py_engine.games.entropy.search.line_reasons import LineComparison, MoveLines
from tests.games.entropy import by_hand

Board = tuple[str, ...]
Bag = tuple[tuple[str, int], ...]
SIZE: Literal[5] = 5


@cache
def late(seed: int, empty: int, to_move: int) -> EntropyState:
    """A position of a random game with some empty cells and a player to move."""
    generator, state = np.random.default_rng(seed), new_game(seed, Options(size=SIZE))
    while state.board.count("") > empty or state.active_player_id != to_move:
        legal = legal_actions(state)
        state = apply_action(state, EntropyAction.model_validate(legal[int(generator.integers(len(legal)))]))
    return state


def graded(state: EntropyState, action: Any) -> Result:
    params = EvaluatorParams(evaluator_seed=1, time_budget_ms=600_000, shortlist_size=0)
    evaluation = GAME.evaluation(state, state.active_player_id, params, EntropyAction.model_validate(action))
    evaluation.finish()
    found = evaluation.explained()
    assert found is not None
    assert found.metadata.solved
    return found


def compared(found: Result) -> tuple[MoveLines, MoveLines]:
    assert isinstance(found.evidence, LineComparison)
    return found.evidence.user, found.evidence.best


def bag_of(state: EntropyState) -> Bag:
    return tuple((color, count) for color, count in (state.bag or {}).items() if count)


def moved(board: Board, action: Any, token: str | None) -> Board:
    after = dict(zip(by_hand.names(SIZE), board, strict=True))
    if action != "pass" and "cell" in action:
        after[action["cell"]] = token or ""
    elif action != "pass":
        after[action["to"]], after[action["from"]] = after[action["from"]], ""
    return tuple(after.values())


def replies(board: Board) -> list[Any]:
    """Order's moves: passing, slides along rows by row, and slides along columns by column."""

    def line(slide: tuple[str, str]) -> tuple[bool, str, str, str]:
        start, end = slide
        return (start[0] != end[0], start[0], start, end) if start[0] == end[0] else (True, start[1], start, end)

    return ["pass", *({"from": a, "to": b} for a, b in sorted(by_hand.slides(list(board), SIZE), key=line))]


@cache
def in_the_end(board: Board, bag: Bag) -> tuple[Fraction, ...]:
    """The expected final score before a draw, then that of each line; of equal moves the first is played."""
    if "" not in board:
        scores = by_hand.line_scores(list(board), SIZE).values()
        return (Fraction(sum(scores)), *map(Fraction, scores))
    total = [Fraction(0)] * (1 + 2 * SIZE)
    for color, count in bag:
        chance, (_, played) = Fraction(count, sum(n for _, n in bag)), placed(board, color, without(bag, color))
        total = [one + chance * other for one, other in zip(total, played, strict=True)]
    return tuple(total)


def without(bag: Bag, color: str) -> Bag:
    return tuple((each, n - (each == color)) for each, n in bag if n > (each == color))


def placed(board: Board, color: str, bag: Bag) -> tuple[int, tuple[Fraction, ...]]:
    """Chaos's best cell for a token, and what follows."""
    cells = [at for at, token in enumerate(board) if not token]
    after = [(*board[:at], color, *board[at + 1 :]) for at in cells]
    values = [in_the_end(each, bag) if "" not in each else replied(each, bag)[1] for each in after]
    best = min(range(len(cells)), key=lambda i: values[i][0])
    return cells[best], values[best]


@cache
def replied(board: Board, bag: Bag) -> tuple[int, tuple[Fraction, ...]]:
    """The index of Order's best reply, and what follows."""
    values = [in_the_end(moved(board, each, None), bag) for each in replies(board)]
    best = max(range(len(values)), key=lambda i: values[i][0])
    return best, values[best]


@pytest.mark.parametrize(
    ("seed", "empty", "to_move"), [(1, 3, 0), (2, 2, 0), (3, 1, 0), (4, 4, 1), (5, 3, 1), (6, 2, 1)]
)
def test_lines_of_a_solved_position_are_what_they_score_in_the_end(seed: int, empty: int, to_move: int) -> None:
    state = late(seed, empty, to_move)
    legal = legal_actions(state)
    for action in (legal[0], legal[len(legal) // 2], legal[-1]):
        for move, played in zip(compared(found := graded(state, action)), (action, found.best_action), strict=True):
            board = moved(tuple(state.board), played, state.token)
            after = replied(board, bag_of(state))[1] if to_move else in_the_end(board, bag_of(state))
            right = [float(each) for each in after]
            assert move.points.sum() == pytest.approx(move.ev, abs=1e-4)
            assert np.abs(move.points).tolist() == pytest.approx(right[1:], abs=1e-5)


@pytest.mark.parametrize("seed", range(12))
def test_the_expected_line_of_a_solved_position_is_played_as_it_is_solved(seed: int) -> None:
    state = late(seed, 3, 0)
    found = graded(state, legal_actions(state)[0])
    for candidate in found.candidates[:6]:
        board, bag = moved(tuple(state.board), candidate.action, None), bag_of(state)
        color = by_hand.COLORS[int(candidate.features["next_token"]) - 1]
        assert dict(bag)[color] == max(count for _, count in bag)
        left = without(bag, color)
        cell, value = placed(board, color, left)
        _, chaos, order = candidate.line
        assert chaos == {"cell": by_hand.names(SIZE)[cell]}
        answered = moved(moved(board, chaos, color), order, None)
        assert in_the_end(answered, left)[0] == value[0]
