"""Batched best-first minimax over the rest of a round against plain minimax, and its storage and limits."""

from __future__ import annotations

import functools
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.azul.knowledge.valuers import Handmade, LearntValues, Valuer
from py_engine.games.azul.rules.batch import Batch, concatenated, legal_mask, split_action, step, tiles_left
from py_engine.games.azul.search import round_search
from py_engine.games.azul.search.round_search import NOWHERE, RoundSearch, Settings
from py_engine.games.azul.search.transpositions import NodePositions, position_keys
from tests.bridge import strategies
from tests.games.azul import oracle, reference_features
from tests.games.azul.oracle import State
from tests.games.azul.positions import board, position
from tests.games.azul.reference_features import read

WIDE = Settings(width=60)
MAX_PASSES = 4_000
"""Against an endless loop: six tiles of six kinds take over 600 passes of the smallest quota."""


def grown(root: Batch, valuer: Valuer, numbers: Settings = WIDE, passes: int = MAX_PASSES) -> RoundSearch:
    search = RoundSearch(root, valuer, numbers)
    for _ in range(passes):
        if search.closed or search.full:
            break
        search.grow()
    return search


def plain(batch: Batch, valuer: Valuer) -> tuple[list[float], int]:
    """Minimax values of a position's moves to the end of the round, and the number of positions on the way."""
    known: dict[bytes, float] = {}

    def value(lane: Batch) -> float:
        if not tiles_left(lane)[0]:
            return float(valuer.ends(lane)[0])
        key = b"".join(part.tobytes() for part in (lane.tiles, lane.center_token, lane.front, *boards(lane)))
        if key not in known:
            known[key] = max(-value(after) for after in successors(lane))
        return known[key]

    return [-value(after) for after in successors(batch)], len(known)


def boards(lane: Batch) -> list[Any]:
    return [part for side in lane.sides for part in (side.lines, side.floor, side.token)]


def successors(lane: Batch) -> list[Batch]:
    actions = np.flatnonzero(legal_mask(lane)[0])
    after = lane.take(np.zeros(len(actions), dtype=np.intp))
    step(after, *split_action(actions))
    return [after.take(np.array([i], dtype=np.intp)) for i in range(len(actions))]


@given(strategies.late(6), st.sampled_from([Settings(60), Settings(60, 0.3, 8), Settings(60, 50.0, 300)]))
@settings(max_examples=40)
def test_a_complete_round_search_equals_minimax(state: State, numbers: Settings) -> None:
    search = grown(read(state), Handmade("round"), numbers)
    assert search.closed
    assert not search.pruned
    assert search.settled().all()
    player = state["active_player_id"]
    exact = [oracle.minimax(oracle.draft(state, move), player) for move in oracle.legal_moves(state)]
    assert search.root_values()[0].tolist() == exact


@given(strategies.late(4))
@settings(max_examples=25)
def test_round_search_backs_up_learnt_end_values(state: State) -> None:
    root = read(state)
    search = grown(root, LearntValues(root))
    assert search.closed
    assert search.root_values()[0].tolist() == plain(root, LearntValues(root))[0]


def small(number: int, least: int, most: int) -> State:
    """The n-th position of some games with ``least`` to ``most`` tiles left."""
    found = [s for seed in range(40) for s in strategies.game(seed, 0.0) if least <= oracle.tiles_on_table(s) <= most]
    return found[number * 7]


class Halfway:
    """Meaningless estimates, so that a result that depended on the order of search would show."""

    def __init__(self, horizon: Any = "round") -> None:
        self._inner = Handmade(horizon)

    def moves(self, batch: Batch) -> Any:
        found = self._inner.moves(batch)
        noise = ((found.actions * 37 + batch.front[found.parents]) % 11 - 5).astype(np.float32)
        return found._replace(values=np.where(found.ends, found.values, noise))

    def ends(self, batch: Batch) -> Any:
        return self._inner.ends(batch)


@pytest.mark.parametrize("number", range(6))
def test_bad_estimates_do_not_change_complete_results(number: int) -> None:
    state = small(number, 4, 6)
    root = read(state)
    assert grown(root, Halfway()).root_values()[0].tolist() == grown(root, Handmade("round")).root_values()[0].tolist()


def crowded(factories: list[dict[str, int]], center: dict[str, int]) -> State:
    """A position with few legal placements for the tiles on the table."""
    walls = [[(row, column) for row in (0, 1, 2) for column in range(5) if column != row + i] for i in (0, 1)]
    lines = {3: ("Black", 1), 4: ("Yellow", 2)}
    boards = [board(score=20, wall=wall, lines=lines, floor=["Red"] * i) for i, wall in enumerate(walls)]
    return position(*boards, factories=factories, center=center, token=True)


@pytest.mark.parametrize(
    ("factories", "center"),
    [
        ([{"Red": 1, "Blue": 1}, {"Red": 1, "Blue": 1}], {}),
        ([{"Red": 1, "White": 2}, {"Red": 1, "White": 2}], {}),
        ([{"Yellow": 2}, {"Red": 1}, {"Yellow": 2}, {}, {"Red": 1}], {"Yellow": 1}),
    ],
)
def test_round_search_merges_transpositions(factories: list[dict[str, int]], center: dict[str, int]) -> None:
    root = read(crowded(factories, center))
    search = grown(root, LearntValues(root))
    values, count = plain(root, LearntValues(root))
    assert search.closed
    assert search.root_values()[0].tolist() == values
    assert len(search._table) < count, "positions that differ only in the order of factories are merged"


def position_values(search: RoundSearch, root: Batch, valuer: Valuer) -> list[float]:
    """Values over the searched part of the round, with all positions generated and valued again."""

    def believed(first: float, child: int, line: tuple[int, ...]) -> float:
        if child == NOWHERE:
            return first
        doubt = np.float32(0 if search._closed[child] else 1) / np.float32(search._visits[child] + 1)
        return float(np.float32(first) * doubt + np.float32(-value(child, line)) * (np.float32(1) - doubt))

    @functools.cache
    def value(node: int, line: tuple[int, ...]) -> float:
        after = root.take(np.zeros(1, dtype=np.intp))
        for action in line:
            step(after, *split_action(np.array([action], dtype=np.intp)))
        found = valuer.moves(after)
        best = np.lexsort((found.actions, -found.values))[: WIDE.width]
        kept = sorted(zip(named(after, found.actions[best]), best.tolist(), strict=True))
        stored = search._store.take(np.array([node], dtype=np.intp))
        held = np.flatnonzero(search._moves.value[node] > -np.inf)
        moves = named(stored, search._moves.action[node, held])
        children = sorted(zip(moves, search._moves.child[node, held].tolist(), strict=True))
        assert [name for name, _ in kept] == [name for name, _ in children]
        return max(
            believed(float(found.values[place]), child, (*line, int(found.actions[place])))
            for (_, place), (_, child) in zip(kept, children, strict=True)
        )

    found = valuer.moves(root)
    return [
        believed(estimate, int(child), (int(action),))
        for action, estimate, child in zip(found.actions, found.values.tolist(), search._root.child[0], strict=True)
    ]


def named(lane: Batch, actions: Any) -> list[tuple[int, int]]:
    """Actions identified by the contents of their source instead of its number."""
    words = [*lane.tiles[:5, 0].tolist(), -1]
    return [(words[action // 30], action % 30) for action in actions.tolist()]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_partial_round_search_backs_up_what_it_believes_of_its_tree(seed: int) -> None:
    root = read(strategies.reachable_state(seed, 0.0, 0.0))
    valuer = LearntValues(root)
    search = grown(root, valuer, WIDE, 14)
    assert len(search._table) > 100
    assert search.root_values()[0].tolist() == position_values(search, root, valuer)


def test_round_search_starts_with_the_values_of_the_moves() -> None:
    root = read(strategies.reachable_state(1, 0.0, 0.0))
    valuer = LearntValues(root)
    values, visits = RoundSearch(root, valuer, WIDE).root_values()
    assert np.array_equal(values, valuer.moves(root).values)
    assert not visits.any()


def snapshot(search: RoundSearch) -> str:
    values, visits = search.root_values()
    lines = [search.line(move) for move in range(len(values))]
    return json.dumps([values.tolist(), visits.tolist(), lines, search.work, len(search._table)])


@pytest.mark.parametrize("seed", [1, 4])
def test_round_search_is_deterministic(seed: int) -> None:
    root = read(strategies.reachable_state(seed, 0.0, 0.1))
    assert len({snapshot(grown(root, LearntValues(root), Settings(), 12)) for _ in range(2)}) == 1


@pytest.mark.parametrize("seed", [1, 4])
def test_round_search_enlarges_its_storage(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    root = read(strategies.reachable_state(seed, 0.0, 0.1))
    ample = grown(root, LearntValues(root), Settings(), 16)
    monkeypatch.setattr(round_search, "INITIAL_CAPACITY", 3)
    cramped = grown(root, LearntValues(root), Settings(), 16)
    assert len(cramped._table) > 300
    assert snapshot(cramped) == snapshot(ample)


@given(strategies.states(), st.integers(1, 5), st.integers(0, 4))
@settings(max_examples=25)
def test_a_pass_obeys_its_work_limit(state: State, times: int, passes: int) -> None:
    root = read(state)
    search = grown(root, LearntValues(root), WIDE, passes)
    before = search.work
    allowed = times * search.max_moves
    if not search.closed:
        assert search.grow(allowed) <= allowed
        assert search.work - before <= allowed


@pytest.mark.parametrize("width", [1, 3])
def test_a_narrow_round_search_is_marked_as_pruned(width: int) -> None:
    state = crowded([{"Red": 1, "White": 2}, {"Black": 1}], {"Black": 1})
    root = read(state)
    search = grown(root, Handmade("round"), Settings(width=width))
    assert search.closed
    assert search.pruned
    assert len(search.root_values()[0]) == len(oracle.legal_moves(state)), "the root keeps all moves"


def test_round_search_lines_reach_their_values() -> None:
    root = read(crowded([{"Red": 1, "Blue": 1}, {"Red": 1, "Blue": 1}], {"Black": 1}))
    search = grown(root, Handmade("round"))
    values, _ = search.root_values()
    for move, value in enumerate(values.tolist()):
        after = root.take(np.zeros(1, dtype=np.intp))
        for action in search.line(move):
            step(after, *split_action(np.array([action], dtype=np.intp)))
        assert not tiles_left(after)[0]
        end = float(Handmade("round").ends(after)[0])
        assert (end if after.front[0] == root.front[0] else -end) == value


def test_favoured_moves_get_more_leaves() -> None:
    root = read(strategies.reachable_state(1, 0.0, 0.0))
    values = LearntValues(root).moves(root).values
    worst = int(values.argmin())
    unchanged, favoured = (RoundSearch(root, LearntValues(root), Settings()) for _ in range(2))
    favoured.favoured[worst] = True
    for _ in range(15):
        unchanged.grow()
        favoured.grow()
    visits = favoured.root_values()[1]
    assert visits[worst] >= visits.max() // 2
    assert unchanged.root_values()[1][worst] < visits[worst]


@given(strategies.reachable())
@settings(max_examples=20)
def test_position_keys_ignore_only_the_order_of_factories(state: State) -> None:
    factories, center, players = state["factories"], state["center"], state["players"]
    token = not any(player["floor_line"]["has_first_player_token"] for player in players)
    others = [
        reference_features.mirrored(state),
        state | {"center": center | {"has_first_player_token": token and not center["has_first_player_token"]}},
        state | {"center": center | {"tiles": center["tiles"] | {"Blue": center["tiles"].get("Blue", 0) + 1}}},
    ]
    keys = position_keys(read(state, *others)).tolist()
    assert keys[0] not in (keys[1], keys[3])
    assert (keys[0] == keys[2]) == (center["has_first_player_token"] == others[1]["center"]["has_first_player_token"])
    turned = position_keys(read(state | {"factories": factories[2:] + factories[:2]}))
    assert turned.tolist() == keys[:1]


def test_node_positions_round_trip() -> None:
    lanes = [read(state) for state in strategies.game(3, 0.1)[:8] if state["round_number"] == 1]
    batch = concatenated(lanes)
    store = NodePositions(lanes[0], 4)
    store.enlarge(20)
    at = np.arange(5, 5 + batch.size, dtype=np.intp)
    store.put(at, batch)
    back = store.take(at)
    assert np.array_equal(position_keys(back), position_keys(batch))
    assert np.array_equal(back.tiles, batch.tiles)
    for mine, theirs in zip(back.sides, batch.sides, strict=True):
        for name in ("lines", "targets", "floor", "token", "score"):
            assert np.array_equal(getattr(mine, name), getattr(theirs, name)), name
    assert np.array_equal(back.front, batch.front)
    assert np.array_equal(store.take(np.zeros(1, dtype=np.intp)).tiles, lanes[0].tiles)
