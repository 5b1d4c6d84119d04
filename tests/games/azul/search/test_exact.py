"""The exact solver of a round against plain minimax on the oracle's rules, with real and with arbitrary values."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.numerics import U64, Array
from py_engine.games.azul.knowledge.value import final_difference
from py_engine.games.azul.rules.batch import Batch, concatenated
from py_engine.games.azul.rules.play import complete
from py_engine.games.azul.rules.scoring import finish_round
from py_engine.games.azul.rules.state import AzulState, action_of, to_batch
from py_engine.games.azul.search.exact import Exact, TooLargeError
from tests.bridge import strategies
from tests.games.azul import oracle
from tests.games.azul.oracle import State
from tests.games.azul.positions import board, position

PLENTY = 10**7
Value = Callable[[Batch], Array]
Tree = int | list["Tree"]
"""A leaf's number, or the trees of all moves."""


def read(states: list[State]) -> Batch:
    return to_batch(
        [complete(AzulState.model_validate(state | {"game_over": None})) for state in states]
    ).without_floor_order()


def moved(state: State) -> list[State]:
    """The positions after all moves, before the round is resolved."""
    return [oracle.draft(state, move) for move in oracle.legal_moves(state)]


def hand_made(player: int) -> Value:
    return lambda batch: final_difference(batch, finish_round(batch), player)


def arbitrary(salt: int) -> Value:
    """A hash of every final position, which changes with anything that matters for the next round."""

    def value(batch: Batch) -> Array:
        code = np.full(batch.size, salt, dtype=U64)
        first = batch.front == 0
        for mine, other in (batch.sides, batch.sides[::-1]):
            both = [
                *np.where(first, mine.lines, other.lines),
                np.where(first, mine.floor, other.floor),
                np.where(first, mine.token, other.token),
                np.where(first, mine.score, other.score),
            ]
            for part in [*both, batch.turn, batch.round_number]:
                code = (code ^ part.astype(U64)) * np.uint64(0xD6E8FEB86659FD93)
                code ^= code >> np.uint64(32)
        return (code & np.uint64(255)).astype(np.float64)

    return value


def tree_of(state: State, leaves: list[State]) -> Tree:
    if not oracle.tiles_on_table(state):
        leaves.append(state)
        return len(leaves) - 1
    return [tree_of(after, leaves) for after in moved(state)]


def plain_minimax(state: State, player: int, value: Value) -> list[float]:
    """The value of each move, by minimax over every single line of play."""
    leaves: list[State] = []
    tree = tree_of(state, leaves)
    values = value(read(leaves))

    def best(branch: Tree, mover: int) -> float:
        if isinstance(branch, int):
            return float(values[branch])
        return (max if mover == player else min)(best(each, 1 - mover) for each in branch)

    assert isinstance(tree, list)
    return [best(branch, 1 - state["active_player_id"]) for branch in tree]


def run(work: Generator[None, None, None]) -> None:
    for _ in work:
        pass


def solver(state: State, value: Value, player: int | None = None) -> Exact:
    return Exact(read(moved(state)), state["active_player_id"] if player is None else player, value)


def late_in_games(tiles: range, count: int) -> Iterator[State]:
    """Positions of games between players that sometimes play random moves."""
    rng = random.Random(11)
    for _ in range(count):
        state, found = oracle.start(rng), None
        while found is None:
            moves = oracle.legal_moves(state)
            if oracle.tiles_on_table(state) in tiles and rng.random() < 0.4:
                found = state
            greedy = max(moves, key=lambda move: (oracle.greedy_score(state, move), str(move)))
            state = oracle.play(
                state, greedy if rng.random() < 0.7 else rng.choice(moves), lambda s: oracle.deal(s, rng)
            )
            if state["game_over"]:
                state = oracle.start(rng)
        yield found


values = st.one_of(st.none(), st.integers(0, 2**32))
"""None for the hand-written value, or the salt of an arbitrary one."""


@given(strategies.late(5), values, st.integers(0, 1))
@settings(max_examples=60)
def test_solve_all_equals_minimax(state: State, salt: int | None, player: int) -> None:
    value = hand_made(player) if salt is None else arbitrary(salt)
    exact = solver(state, value, player)
    run(exact.solve_all(PLENTY))
    expected = plain_minimax(state, player, value)
    assert exact.low.tolist() == exact.high.tolist() == expected


@given(strategies.late(5), values, st.integers(0, 10))
@settings(max_examples=60)
def test_prove_best_is_exact_with_valid_bounds_for_the_others(state: State, salt: int | None, which: int) -> None:
    player = state["active_player_id"]
    value = hand_made(player) if salt is None else arbitrary(salt)
    expected = np.array(plain_minimax(state, player, value), dtype=np.float64)
    exact = solver(state, value)
    run(exact.prove_best(PLENTY))
    best = int(np.argmax(exact.low))
    assert exact.low[best] == exact.high[best] == expected.max() == exact.high.max()
    assert (exact.low <= expected).all()
    assert (exact.high >= expected).all()
    chosen = which % len(expected)
    run(exact.solve_one(chosen, PLENTY))
    assert exact.low[chosen] == exact.high[chosen] == expected[chosen]


@pytest.mark.parametrize("salt", [None, pytest.param(5, marks=pytest.mark.slow)])
def test_prove_best_agrees_with_solve_all_on_larger_rounds(salt: int | None) -> None:
    for state in late_in_games(range(7, 11), 25):
        player = state["active_player_id"]
        value = hand_made(player) if salt is None else arbitrary(salt)
        whole, proof = solver(state, value), solver(state, value)
        try:
            run(whole.solve_all(60_000))
        except TooLargeError:
            continue
        run(proof.prove_best(PLENTY))
        assert proof.low.max() == proof.high.max() == whole.low.max()
        assert (proof.low <= whole.low).all()
        assert (proof.high >= whole.low).all()
        for lane in range(0, len(whole.low), 7):
            run(proof.solve_one(lane, PLENTY))
            assert proof.low[lane] == proof.high[lane] == whole.low[lane]


@pytest.mark.parametrize("salt", [None, 5])
def test_bounds_hold_at_every_pause(salt: int | None) -> None:
    for state in late_in_games(range(7, 9), 6):
        player = state["active_player_id"]
        value = hand_made(player) if salt is None else arbitrary(salt)
        whole, stopped = solver(state, value), solver(state, value)
        run(whole.solve_all(PLENTY))
        for pause, _ in enumerate(stopped.prove_best(PLENTY)):
            if pause % 10 == 0:
                assert (stopped.low <= whole.low).all()
                assert (stopped.high >= whole.low).all()


@pytest.mark.parametrize("how", ["solve_all", "prove_best"])
def test_exact_lines_are_legal_and_reach_the_value(how: str) -> None:
    for state in late_in_games(range(4, 10), 15):
        player = state["active_player_id"]
        exact = solver(state, hand_made(player))
        run(getattr(exact, how)(PLENTY))
        lane = int(np.argmax(exact.low))
        after = moved(state)[lane]
        for number in exact.line(lane):
            action: Any = action_of(number).model_dump()
            assert action in oracle.legal_moves(after)
            after = oracle.draft(after, action)
        assert not oracle.tiles_on_table(after)
        assert hand_made(player)(read([after]))[0] == exact.low[lane]


def test_exact_search_is_deterministic() -> None:
    state = next(late_in_games(range(10, 11), 1))
    player = state["active_player_id"]
    batch = read(moved(state))
    turned = batch.take(np.arange(batch.size, dtype=np.intp)[::-1])
    found = [Exact(each, player, hand_made(player)) for each in (batch, batch, turned)]
    for exact in found:
        run(exact.prove_best(PLENTY))
    assert found[0].nodes == found[1].nodes
    assert found[0].low.tolist() == found[1].low.tolist()
    assert found[0].low.max() == found[2].low.max()


def test_exact_search_does_not_repeat_known_work() -> None:
    state = next(late_in_games(range(8, 9), 1))
    valued: list[int] = []

    def value(batch: Batch) -> Array:
        valued.append(batch.size)
        return arbitrary(1)(batch)

    exact = solver(state, value)
    run(exact.solve_all(PLENTY))
    nodes, calls = exact.nodes, len(valued)
    assert calls
    run(exact.prove_best(PLENTY))
    run(exact.solve_one(0, PLENTY))
    assert (exact.nodes, len(valued)) == (nodes, calls)


EIGHT_APART = position(
    board(lines={4: ("Blue", 1), 3: ("Red", 1)}),
    board(lines={4: ("White", 2), 1: ("Black", 1)}),
    factories=[
        dict.fromkeys(("Blue", "Yellow", "Red", "Black"), 1),
        dict.fromkeys(("Blue", "Red", "Black", "White"), 1),
    ],
    token=True,
)


@pytest.mark.parametrize("limit", [1, 300, 5_000])
@pytest.mark.parametrize("how", ["solve_all", "prove_best", "solve"])
def test_exact_search_stops_at_its_position_limit(how: str, limit: int) -> None:
    exact = solver(EIGHT_APART, hand_made(0))
    first = exact.nodes
    with pytest.raises(TooLargeError) as raised:
        run(getattr(exact, how)(limit))
    assert raised.value.nodes == exact.nodes
    assert max(first, limit - 64) <= exact.nodes <= max(first, limit)
    assert (exact.low <= exact.high).all()


@pytest.mark.parametrize("how", ["solve_all", "prove_best"])
def test_exact_search_resumes_after_the_limit_with_valid_bounds(how: str) -> None:
    gave_up = 0
    for state in late_in_games(range(7, 9), 6):
        player = state["active_player_id"]
        whole, steps = solver(state, hand_made(player)), solver(state, hand_made(player))
        run(whole.solve_all(PLENTY))
        for limit in range(0, 100 * whole.nodes, 64 + whole.nodes // 8):
            try:
                run(getattr(steps, how)(limit))
            except TooLargeError:
                gave_up += 1
            else:
                break
            assert (steps.low <= whole.low).all()
            assert (steps.high >= whole.low).all()
        assert steps.low.max() == steps.high.max() == whole.low.max()
        assert how == "prove_best" or (steps.low == steps.high).all()
    assert gave_up > 6


def test_eight_tiles_are_proved_within_62_000_positions() -> None:
    for state in late_in_games(range(8, 9), 40):
        exact = solver(state, hand_made(state["active_player_id"]))
        run(exact.prove_best(62_000))


def test_solve_searches_small_rounds_completely_and_proves_others() -> None:
    exactly_known = []
    for state in late_in_games(range(3, 11), 25):
        player = state["active_player_id"]
        solved, proof = solver(state, hand_made(player)), solver(state, hand_made(player))
        run(solved.solve(PLENTY))
        run(proof.prove_best(PLENTY))
        assert solved.low.max() == solved.high.max() == proof.low.max()
        exactly_known.append(bool((solved.low == solved.high).all()))
        assert exactly_known[-1] or solved.expected > 1_000
    assert 0 < sum(exactly_known) < len(exactly_known)


def test_expected_work_is_close_to_the_actual_work() -> None:
    near = []
    for state in late_in_games(range(5, 10), 20):
        proof = solver(state, hand_made(state["active_player_id"]))
        run(proof.prove_best(PLENTY))
        near.append(proof.expected / 6 < proof.nodes < proof.expected * 6)
    assert sum(near) >= 17


def test_exact_refuses_positions_of_different_rounds() -> None:
    state = next(late_in_games(range(8, 9), 1))
    first = read([state])
    other = read([state | {"active_player_id": 1 - state["active_player_id"]}])
    with pytest.raises(ValueError, match="player to move"):
        Exact(concatenated([first, other]), 0, hand_made(0))
    other = read([state])
    other.sides[0].score += 1
    with pytest.raises(ValueError, match="scores"):
        Exact(concatenated([first, other]), 0, hand_made(0))
