"""The table of line patterns: what it adds to the values of lines, its file, and damaged files."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from py_engine.core.numerics import Array
from py_engine.games.entropy.knowledge import learnt
from py_engine.games.entropy.knowledge.learnt import fitted_values, line_values, slides_in_patterns
from py_engine.games.entropy.knowledge.line_patterns import (
    FILE,
    GRAIN,
    SHA256,
    PatternPoints,
    packed,
    pattern_points,
    unpacked,
)
from py_engine.games.entropy.knowledge.patterns import patterns
from py_engine.games.entropy.search.expectimax.leaves import Leaves
from tests.bridge.asking import ask, refused

SHIPPED = FILE.read_bytes()
SEARCH = {"evaluator_seed": 1, "evaluator": "search", "max_work": 3000}
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut": lambda data: data[: len(data) // 2],
    "one bit": lambda data: data[:5000] + bytes([data[5000] ^ 1]) + data[5001:],
    "longer": lambda data: data + b"\x00",
    "a page": lambda _: b"<!doctype html><title>Not found</title>",
}


def pattern_of(line: list[int]) -> tuple[int, ...]:
    """The smaller of a line's two directions, with colours numbered by first appearance."""
    found = []
    for cells in (line, line[::-1]):
        names = [0, *dict.fromkeys(cell for cell in cells if cell)]
        found.append(tuple(names.index(cell) for cell in cells))
    return min(found)


def grains_of(line: list[int], left: int) -> int:
    """The points of a line in grains, interpolated in fractions."""
    table = pattern_points(len(line))
    here = patterns(len(line)).index(pattern_of(line))
    knots, values = table.knots, table.grains[:, here].tolist()
    above = next(at for at in range(1, len(knots)) if knots[at] >= left)
    low, high = knots[above - 1], knots[above]
    # ``round`` takes halves to even numbers, as rint does.
    return round(values[above - 1] + Fraction((values[above] - values[above - 1]) * (left - low), high - low))


def lines(size: int, count: int) -> list[list[int]]:
    generator = np.random.default_rng(size)
    found = generator.integers(1, 4, (count, size)) * (generator.random((count, size)) < 0.6)
    return [list(line) for line in found.tolist()]


@pytest.mark.parametrize(
    ("size", "tokens"), [(7, 1), (7, 9), (7, 24), (7, 40), (7, 48), (7, 49), (5, 3), (5, 13), (5, 24)]
)
def test_leaf_values_are_the_fitted_values_and_the_points_of_the_pattern(size: int, tokens: int) -> None:
    some = lines(size, 60)
    codes = np.array([sum(cell << 3 * at for at, cell in enumerate(line)) for line in some], dtype=np.int32)
    bag = np.array([0] + [2] * size + [0] * (7 - size), dtype=np.int16)
    plain = np.rint(GRAIN * fitted_values(size).of_bag(tokens, bag)(codes)).astype(int)
    wanted = [
        int(value) + grains_of(line, max(0, size**2 - 1 - tokens)) for value, line in zip(plain, some, strict=True)
    ]
    leaves = Leaves(size, tokens, line_values(size).of_bag(tokens, bag))
    assert leaves.values(codes).tolist() == wanted
    assert leaves.records(codes).worth.tolist() == wanted
    # The table adds something as long as Order has a move left.
    assert (wanted == plain.tolist()) == (tokens >= size**2 - 1)


def test_points_stay_the_same_beyond_the_last_knot() -> None:
    table = PatternPoints((0, 4), np.array([[0, 0], [10, -7]], dtype=np.int16))
    assert [table.at(left).tolist() for left in (0, 1, 2, 4, 9)] == [[0, 0], [2, -2], [5, -4], [10, -7], [10, -7]]


@pytest.mark.parametrize("size", [5, 7])
def test_slides_of_a_pattern_are_those_of_its_tokens(size: int) -> None:
    def count(line: tuple[int, ...]) -> int:
        runs = "".join("x" if cell else "." for cell in line).split("x")
        inner = [2 * len(run) for run in runs[1:-1]]
        return sum(inner) + len(runs[0]) + len(runs[-1]) if any(line) else 0

    assert slides_in_patterns(size).tolist() == [count(line) for line in patterns(size)]


@pytest.fixture
def replaced_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The path of a file that is read in place of the shipped one."""
    place = tmp_path / "patterns.npz"
    monkeypatch.setattr("py_engine.games.entropy.knowledge.line_patterns.FILE", place)
    for each in (line_values, pattern_points):
        each.cache_clear()
    yield place
    for each in (line_values, pattern_points):
        each.cache_clear()


def check_refused() -> None:
    state = ask("new_game", "entropy_v1", 3, {})
    player = state["active_player_id"]
    answer = refused("INVALID_ARTIFACT", "evaluate_best_move", state, player, SEARCH)
    assert "table of line patterns is damaged" in answer["error"]
    action = ask("list_legal_actions", state, player)[0]
    assert refused("INVALID_ARTIFACT", "grade_user_action", state, player, action, SEARCH)["error"] == answer["error"]
    assert ask("evaluate_best_move", state, player, SEARCH | {"evaluator": "value"})["candidates"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused_with_one_sentence(damage: str, replaced_file: Path) -> None:
    replaced_file.write_bytes(DAMAGES[damage](SHIPPED))
    check_refused()


def test_a_missing_file_is_refused_and_a_repaired_one_read(replaced_file: Path) -> None:
    check_refused()
    replaced_file.write_bytes(SHIPPED)
    state = ask("new_game", "entropy_v1", 3, {})
    assert ask("evaluate_best_move", state, state["active_player_id"], SEARCH)["candidates"]


def test_results_name_both_files_of_the_line_values() -> None:
    state = ask("new_game", "entropy_v1", 3, {})
    digest = hashlib.sha256(SHIPPED).hexdigest()
    assert digest == SHA256
    named = {"line_values": learnt.SHA256, "line_patterns": digest}
    assert ask("evaluate_best_move", state, state["active_player_id"], SEARCH)["metadata"]["artifacts"] == named


def archive(parts: dict[str, Array]) -> bytes:
    held = io.BytesIO()
    np.savez(held, allow_pickle=False, **parts)
    return held.getvalue()


def test_unpacked_refuses_missing_and_misshapen_parts() -> None:
    assert packed(unpacked(SHIPPED)) == SHIPPED
    with np.load(io.BytesIO(SHIPPED), allow_pickle=False) as found:
        parts = dict(found)
    unpacked(archive(parts))
    for name, part in parts.items():
        for damaged in (part[..., :-1], part.astype(np.float32), part + 1, -part[::-1]):
            with pytest.raises(ValueError):
                unpacked(archive(parts | {name: damaged}))
        with pytest.raises(ValueError):
            unpacked(archive({other: each for other, each in parts.items() if other != name}))
