"""Entropy's search against brute-force recursions over single boards, and the contract of evaluations."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.core.results import Result
from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.knowledge.learnt import line_values
from py_engine.games.entropy.rules.play import apply_action, complete, legal_actions, new_game
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, Options, number_of, to_batch
from py_engine.games.entropy.rules.tables import geometry, line_codes, palindromes
from py_engine.games.entropy.search.search_evaluator import SearchEvaluation
from py_engine.games.entropy.search.search_options import DEEP, EXACT

Board = tuple[int, ...]
Bag = tuple[int, ...]


@cache
def reached(size: int, seed: int, tokens: int, to_move: int, known: bool = False) -> EntropyState:
    """A position of a random game with a number of tokens on the board and a player to move."""
    generator = np.random.default_rng(seed)
    state = new_game(seed, Options.model_validate({"size": size, "next_token_known": known}))
    while sum(cell != "" for cell in state.board) < tokens or state.active_player_id != to_move:
        legal = legal_actions(state)
        action = legal[int(generator.integers(len(legal)))]
        state = apply_action(state, EntropyAction.model_validate(action))
    return state


def job_of(state: EntropyState, user: Any = None, **params: Any) -> Evaluation:
    asked = EvaluatorParams.model_validate({"evaluator_seed": 1, "time_budget_ms": 600_000, **params})
    action = None if user is None else EntropyAction.model_validate(user)
    return GAME.evaluation(state, state.active_player_id, asked, action)


def ended(job: Evaluation) -> Result:
    """The final result of an evaluation, with feedback."""
    job.run()
    found = job.explained()
    assert isinstance(found, Result)
    return found


def searched(state: EntropyState, user: Any = None, **params: Any) -> Result:
    return ended(job_of(state, user, **params))


def as_board(state: EntropyState) -> Board:
    codes = to_batch([state]).codes[0, : state.size]
    return tuple(int(code) >> 3 * i & 7 for code in codes for i in range(state.size))


def slid(board: Board, size: int) -> list[Board]:
    """Boards after Order's moves, passing included."""
    found = [board]
    for start, (row, column) in product(range(len(board)), ((0, 1), (0, -1), (1, 0), (-1, 0))):
        if not board[start]:
            continue
        r, c = divmod(start, size)
        while 0 <= (r := r + row) < size and 0 <= (c := c + column) < size and not board[r * size + c]:
            after = list(board)
            after[r * size + c], after[start] = after[start], 0
            found.append(tuple(after))
    return found


def score(board: Board, size: int) -> int:
    lines = [list(board[i * size : (i + 1) * size]) for i in range(size)]
    lines += [list(board[i::size]) for i in range(size)]
    return sum(last - first + 1 for line in lines for first, last in palindromes(line))


def exact(board: Board, bag: Bag, size: int) -> float:
    """The expected final score before a draw, under optimal play."""
    if 0 not in board:
        return score(board, size)
    total = 0.0
    for color, count in enumerate(bag):
        if count:
            left = tuple(n - (i == color) for i, n in enumerate(bag))
            total += count / sum(bag) * worst(board, color, left, size)
    return total


@cache
def worst(board: Board, color: int, bag: Bag, size: int) -> float:
    values = []
    for cell in (i for i, token in enumerate(board) if not token):
        placed = (*board[:cell], color, *board[cell + 1 :])
        full = 0 not in placed
        values.append(score(placed, size) if full else max(exact(after, bag, size) for after in slid(placed, size)))
    return min(values)


@cache
def worst_seen(board: Board, color: int, bag: Bag, size: int) -> float:
    """Like ``worst``, but the token after this one is drawn and shown before the placement."""
    if board.count(0) == 1:
        return score(tuple(token or color for token in board), size)
    total = 0.0
    for following in (c for c in range(8) if bag[c]):
        left = tuple(n - (i == following) for i, n in enumerate(bag))
        cells = [i for i, token in enumerate(board) if not token]
        placed = [(*board[:cell], color, *board[cell + 1 :]) for cell in cells]
        values = [max(worst_seen(after, following, left, size) for after in slid(p, size)) for p in placed]
        total += bag[following] / sum(bag) * min(values)
    return total


def by_action(found: Result) -> dict[str, float]:
    return {str(c.action): c.ev for c in found.candidates}


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize(("size", "seed", "empty"), [(5, 1, 3), (5, 2, 3), (5, 3, 2), (5, 4, 1), (7, 5, 3), (7, 6, 2)])
def test_exact_endgame_values_for_order(size: int, seed: int, empty: int, known: bool) -> None:
    state = reached(size, seed, size * size - empty, 0, known)
    found = searched(state, shortlist_size=0)
    assert found.metadata.solved
    assert found.metadata.ended_by == "solved"
    assert found.candidates[0].stderr == 0
    batch = to_batch([state])
    bag, following = tuple(int(n) for n in batch.bag[0]), int(batch.next_token[0])
    g = geometry(size)
    values = by_action(found)
    assert len(values) == len(legal_actions(state))
    for action in legal_actions(state):
        number = number_of(EntropyAction.model_validate(action), size)
        assert number is not None
        board = list(as_board(state))
        if number < g.cells + g.slides:
            start, end = g.start[number - g.cells], g.end[number - g.cells]
            board[end], board[start] = board[start], 0
        after = tuple(board)
        right = worst_seen(after, following, bag, size) if known else exact(after, bag, size)
        assert values[str(action)] == pytest.approx(right, abs=1e-5)


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize(("size", "seed", "empty"), [(5, 7, 4), (5, 8, 3), (7, 9, 3), (7, 10, 1)])
def test_exact_endgame_values_for_chaos(size: int, seed: int, empty: int, known: bool) -> None:
    state = reached(size, seed, size * size - empty, 1, known)
    found = searched(state, shortlist_size=0)
    assert found.metadata.solved
    batch = to_batch([state])
    bag, board = tuple(int(n) for n in batch.bag[0]), as_board(state)
    for cell, (action, ev) in zip(
        [i for i, t in enumerate(board) if not t], sorted(by_action(found).items()), strict=True
    ):
        placed = (*board[:cell], int(batch.token[0]), *board[cell + 1 :])
        if 0 not in placed:
            best = float(score(placed, size))
        elif known:
            following = int(batch.next_token[0])
            best = max(worst_seen(after, following, bag, size) for after in slid(placed, size))
        else:
            best = max(exact(after, bag, size) for after in slid(placed, size))
        assert ev == pytest.approx(-best, abs=1e-5), action


def summed(board: Board, size: int, bag: Bag) -> float:
    codes = line_codes(np.array([board]), geometry(size))[0]
    tokens = sum(token > 0 for token in board)
    which = np.zeros(len(codes), dtype=np.intp)
    return float(line_values(size).worth(codes, tokens, np.array([bag]), which).sum())


def test_shallow_value_equals_brute_force_expectimax_with_the_bag_before_the_draw() -> None:
    state = reached(5, 11, 17, 0)
    batch = to_batch([state])
    bag, size = tuple(int(n) for n in batch.bag[0]), 5
    found = searched(state, shortlist_size=0, evaluator_options={"depth": 1})
    values = by_action(found)
    for action in legal_actions(state)[::9]:
        number = number_of(EntropyAction.model_validate(action), size) or 0
        board, g = list(as_board(state)), geometry(size)
        if number < g.cells + g.slides:
            start, end = g.start[number - g.cells], g.end[number - g.cells]
            board[end], board[start] = board[start], 0
        total = 0.0
        for color in (c for c in range(8) if bag[c]):
            cells = [i for i, token in enumerate(board) if not token]
            placed = [(*board[:cell], color, *board[cell + 1 :]) for cell in cells]
            total += bag[color] / sum(bag) * min(max(summed(a, size, bag) for a in slid(p, size)) for p in placed)
        assert values[str(action)] == pytest.approx(total, abs=0.02)


def mirrored(state: EntropyState) -> EntropyState:
    size = state.size
    board = [state.board[row * size + size - 1 - column] for row in range(size) for column in range(size)]
    kept = {name for name in EntropyState.model_fields if name not in {"lines", "expected", "bag", "score"}}
    return complete(EntropyState.model_validate({**state.model_dump(include=kept), "board": board}))


@pytest.mark.parametrize("to_move", [0, 1])
def test_value_is_invariant_under_mirroring(to_move: int) -> None:
    state = reached(7, 12, 20, to_move)
    values = [searched(each, evaluator_options={"depth": 1}).best_action_ev for each in (state, mirrored(state))]
    assert values[0] == pytest.approx(values[1], abs=1e-9)


@pytest.mark.parametrize("to_move", [0, 1])
@pytest.mark.parametrize("known", [False, True])
def test_graded_result_keeps_to_the_contract(to_move: int, known: bool) -> None:
    state = reached(7, 13, 24, to_move, known)
    legal = legal_actions(state)
    found = searched(state, legal[3], max_work=400_000)
    assert found.user_action == legal[3]
    assert found.delta_ev is not None
    assert found.delta_ev <= 0
    assert found.best_action_ev == max(c.ev for c in found.candidates)
    assert found.metadata.model_error > 0
    explained_moves = [c for c in found.candidates if c.reasons]
    assert {str(found.best_action), str(legal[3])} <= {str(c.action) for c in explained_moves}
    for candidate in explained_moves:
        assert sum(reason.value for reason in candidate.reasons) == candidate.ev
        assert [reason.code for reason in candidate.reasons][-2:] == ["column_7", "future"]
    graded_best = searched(state, found.best_action, max_work=400_000)
    assert graded_best.grade == "BEST"


@pytest.mark.parametrize("to_move", [0, 1])
def test_every_move_can_be_graded_wherever_the_search_stops(to_move: int) -> None:
    state = reached(5, 18, 14, to_move)
    legal = legal_actions(state)
    for work in (1, 5_000, 40_000, 150_000):
        for action in legal[:: max(1, len(legal) // 6)]:
            found = searched(state, action, max_work=work, shortlist_size=3)
            assert found.user_action == action
            assert (found.delta_ev == 0) == (found.best_action == action)
            assert found.feedback


@pytest.mark.parametrize("work", [1, 3_000, 30_000, 250_000])
@pytest.mark.parametrize(("size", "tokens"), [(7, 1), (7, 24), (7, 46), (5, 2), (5, 22)])
@pytest.mark.parametrize("to_move", [0, 1])
def test_search_respects_max_work(work: int, size: int, tokens: int, to_move: int) -> None:
    state = reached(size, 14, tokens, to_move)
    nodes = searched(state, max_work=work).metadata.nodes
    # The static values of all moves are computed whatever the budget.
    assert nodes <= max(1.1 * work, 3_000)


def test_interleaved_searches_do_not_mix_their_leaf_values() -> None:
    states = [reached(7, 15, 22, 0), reached(7, 16, 12, 0)]
    alone = [searched(state, max_work=600_000).candidates for state in states]
    jobs = [job_of(state, max_work=600_000) for state in states]
    while not all(job.done for job in jobs):
        for job in jobs:
            if not job.done:
                job.piece()
    assert [ended(job).candidates for job in jobs] == alone


def test_result_says_how_many_actions_it_looked_ahead() -> None:
    for to_move, shallow in ((0, 3), (1, 4)):
        state = reached(7, 17, 26, to_move)
        assert searched(state, max_work=1).metadata.depth == shallow - 2
        assert searched(state, evaluator_options={"depth": 1}).metadata.depth == shallow
        assert searched(state, max_work=1_000_000).metadata.depth == shallow + 2
        last = reached(7, 17, 47, to_move)
        # Order: 2 tokens to come, each placed and answered, but the last; Chaos has one of them in hand.
        assert searched(last).metadata.depth == (4 if to_move == 0 else 3)


@pytest.mark.parametrize("to_move", [0, 1])
def test_deep_search_goes_on_to_every_move(to_move: int) -> None:
    found = searched(reached(5, 18, 14, to_move), shortlist_size=0, evaluator_options={"widen": False})
    assert {c.features["depth"] for c in found.candidates} == {2}
    assert found.metadata.ended_by == "work"


def test_extended_search_goes_deeper_and_equals_a_longer_one() -> None:
    state = reached(7, 17, 26, 0)
    job = job_of(state, max_work=100_000)
    first = ended(job)
    job.extend(job.params.model_copy(update={"max_work": 2_000_000}))
    later = ended(job)
    assert {c.features["depth"] for c in first.candidates} <= {0, 1}
    assert max(c.features["depth"] for c in later.candidates) == 2
    assert later.best_action_ev == searched(state, max_work=2_000_000).best_action_ev


@pytest.mark.parametrize("to_move", [0, 1])
def test_what_is_left_of_the_work_goes_to_wider_beams(to_move: int) -> None:
    state = reached(7, 17, 42 - 2 * to_move, to_move)
    narrow, wide = (searched(state, max_work=1_000_000, evaluator_options={"widen": each}) for each in (False, True))
    assert 1.3 * narrow.metadata.nodes < wide.metadata.nodes <= 1_000_000
    assert wide.metadata.depth == narrow.metadata.depth
    compared = [each for each in wide.candidates if each.compared]
    assert len(compared) >= 5
    # More cells and replies are looked at, so that values differ.
    assert [each.ev for each in compared] != [each.ev for each in narrow.candidates[: len(compared)]]


@pytest.mark.parametrize("to_move", [0, 1])
def test_beams_that_leave_nothing_out_are_no_wider(to_move: int) -> None:
    state = reached(5, 18, 20 - to_move, to_move)
    job = job_of(state, max_work=10**7, evaluator_options={"cells": 12, "answers": 12, "widen": False})
    widest = job_of(state, max_work=10**7, evaluator_options={"cells": 3, "answers": 2})
    assert isinstance(job, SearchEvaluation)
    assert isinstance(widest, SearchEvaluation)
    first, later = ended(job), ended(widest)
    if to_move == 0:
        assert widest.values[EXACT - 1] == pytest.approx(job.values[DEEP])
    else:
        # Chaos's moves are followed by more of Order's replies than the narrow search looks at.
        assert (widest.values[EXACT - 1] <= job.values[DEEP] + 1e-9).all()
    assert not first.metadata.solved
    assert not later.metadata.solved


@pytest.mark.parametrize("to_move", [0, 1])
@pytest.mark.parametrize("work", [150_000, 250_000, 350_000, 450_000])
def test_an_extension_equals_one_longer_search_with_wider_beams(to_move: int, work: int) -> None:
    state = reached(7, 17, 42 - 2 * to_move, to_move)
    job = job_of(state, max_work=work, shortlist_size=0)
    ended(job)
    job.extend(job.params.model_copy(update={"max_work": 900_000}))
    once = searched(state, max_work=900_000, shortlist_size=0)
    assert ended(job).candidates == once.candidates


@pytest.mark.parametrize("to_move", [0, 1])
def test_a_list_of_which_the_clock_cut_off_the_exact_values_can_be_graded(to_move: int) -> None:
    state = reached(5, 18, 23 - to_move, to_move)
    for action in legal_actions(state):
        job = job_of(state, max_work=10**7)
        assert isinstance(job, SearchEvaluation)
        while int((~np.isnan(job.values[EXACT])).sum()) < 2:
            job.piece()
        job.clock = lambda: 1e6
        ended(job)
        again = GAME.graded(job, state, state.active_player_id, EntropyAction.model_validate(action))
        assert ended(again).user_action == action


def test_the_expected_line_is_that_of_the_deepest_search() -> None:
    """A placement that looks worst at one ply is not always the one that the deep stage expects."""
    differ = 0
    for seed in range(3):
        job = job_of(reached(5, seed, 12, 0), max_work=60_000)
        found = ended(job)
        assert isinstance(job, SearchEvaluation)
        for candidate in (each for each in found.candidates if len(each.line) > 2 and each.features["depth"] >= DEEP):
            move = job._place_of(EntropyAction.model_validate(candidate.action))
            one_ply = job.search.continuation(move, solved=False)[1]
            depth = int(np.flatnonzero(~np.isnan(job.values[:EXACT, move]))[-1])
            deep = job.search.continuation(move, solved=False, deeper=job._deeper, depth=depth)[1]
            assert [number_of(EntropyAction.model_validate(each), 5) for each in candidate.line[1:]] == deep
            differ += one_ply != deep
    assert differ
