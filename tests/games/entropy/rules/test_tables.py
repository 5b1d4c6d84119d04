"""Entropy's tables against brute force: line scores, cells and slides."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.games.entropy.rules.batch import from_boards
from py_engine.games.entropy.rules.tables import (
    COLOR_NAMES,
    COLORS,
    SIZES,
    cell_name,
    geometry,
    line_codes,
    palindromes,
    score_table,
)
from tests.games.entropy import by_hand, oracle
from tests.games.entropy.by_hand import parse

CELLS = ("", *COLORS)
lines = st.sampled_from(SIZES).flatmap(lambda n: st.lists(st.sampled_from(CELLS), min_size=n, max_size=n))
# Few colours, so that palindromes are common.
tight_lines = st.lists(st.sampled_from(("", "R", "G")), min_size=7, max_size=7)
PUBLISHED = {"AA": 2, "ABA": 3, "AAA": 7, "ABBA": 6, "AAAA": 16, "ABCBA": 8, "ABABA": 14, "ABABABA": 37, "AAAAAAA": 77}


@given(st.one_of(lines, tight_lines))
def test_score_table_matches_the_oracle(line: list[str]) -> None:
    assert score_table(len(line))[oracle.code_of(line)] == oracle.line_score(line)
    found = palindromes(oracle.colors_of(line))
    assert [[first, last, last - first + 1] for first, last in found] == by_hand.palindromes(line)


@pytest.mark.parametrize(("letters", "points"), PUBLISHED.items())
def test_score_table_matches_published_scores(letters: str, points: int) -> None:
    line = ["RGY"["ABC".index(letter)] for letter in letters]
    for start in range(8 - len(line)):
        padded = [""] * start + line + [""] * (7 - start - len(line))
        assert score_table(7)[oracle.code_of(padded)] == points


def test_score_table_breaks_lines_at_gaps() -> None:
    assert score_table(7)[oracle.code_of(parse("R.R.R.R"))] == 0
    assert score_table(7)[oracle.code_of(parse("RR.RR.."))] == 4


def test_board_of_the_published_rules_scores_48() -> None:
    codes, _ = from_boards(_board("RGBYR/RRRGG/WYWYW/BGYGB/WBBWY"), 5)
    assert score_table(5)[codes].sum() == 48


def test_highest_line_and_board_scores() -> None:
    assert score_table(7).max() == 77
    assert np.flatnonzero(score_table(7) == 77).size == 7
    codes, _ = from_boards(_board("/".join(color * 7 for color in COLORS)), 7)
    assert score_table(7)[codes].sum() == 7 * 77 == 539


def _board(text: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.array([oracle.colors_of(parse(text))], dtype=np.uint8)


@pytest.mark.parametrize("size", SIZES)
def test_geometry_of_cells_and_lines(size: int) -> None:
    g = geometry(size)
    assert [cell_name(cell, size) for cell in range(g.cells)] == by_hand.names(size)
    named = [[cell_name(int(cell), size) for cell in line] for line in g.line_cells]
    assert named == list(by_hand.lines(size).values())
    for cell in range(g.cells):
        assert [line for line in range(g.lines) if cell in g.line_cells[line]] == g.cell_lines[:, cell].tolist()
    assert len(COLORS) == len(COLOR_NAMES) == 7


@pytest.mark.parametrize("size", SIZES)
def test_slides_are_the_ordered_pairs_of_cells_in_line(size: int) -> None:
    g = geometry(size)
    pairs = list(zip(g.start.tolist(), g.end.tolist(), strict=True))
    assert len(pairs) == g.slides == size * size * 2 * (size - 1)
    assert pairs == sorted({(int(a), int(b)) for line in g.line_cells for a in line for b in line if a != b})


@pytest.mark.parametrize("size", SIZES)
def test_line_codes_match_the_oracle(size: int) -> None:
    rng = random.Random(size)
    boards = [[rng.choice(CELLS[: size + 1]) for _ in range(size * size)] for _ in range(20)]
    found = line_codes(np.array([oracle.colors_of(board) for board in boards]), geometry(size))
    wanted = [[oracle.code_of(line) for line in oracle.lines_of(board, size)] for board in boards]
    assert found.dtype == np.int32
    assert found.tolist() == wanted
