"""Rows and columns in words."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.entropy.coaching.line_words import shown
from py_engine.games.entropy.rules.tables import COLORS, geometry, line_codes
from py_engine.games.entropy.search.line_reasons import MoveLines

MANY = dict.fromkeys("RGYBWKP", 3)
DOT = "\u00b7"


def after(rows: str, bag: dict[str, int], *, exact: bool = False) -> MoveLines:
    """A move to a board that is given by its first rows, with the tokens still to come."""
    first = rows.split("/")
    size = len(first[0])
    board = np.zeros((1, size * size), dtype=np.uint8)
    letters = "".join(first)
    board[0, : len(letters)] = [COLORS.index(letter) + 1 if letter in COLORS else 0 for letter in letters]
    counts = np.array([0, *(bag.get(color, 0) for color in COLORS)], dtype=np.int16)
    return MoveLines(0, 0.0, line_codes(board, geometry(size))[0], np.full(2 * size, 4.5), counts, exact=exact)


def words(rows: str, bag: dict[str, int], line: int = 0) -> str:
    return shown(after(rows, bag), line)


@pytest.mark.parametrize(
    ("letters", "said"),
    [
        ("....W..", "a lone W"),
        ("...R.R.", "3 more with any token, 7 with R, 3 of 21 left"),
        ("KKK....", "scores 7, 9 more with K, 3 of 21 left"),
        ("YRK.KRG", "8 more with any token, 14 with R, 3 of 21 left"),
        ("YRK.K.G", "3 more with any token, 7 with K, 3 of 21 left"),
        ("K.K.K.W", "3 + 3 more with any tokens, 7 with K, 3 of 21 left"),
        ("YY.....", "scores 2, 5 more with Y, 3 of 21 left"),
        ("GPGP.PG", "scores 6, 8 more with any token, 31 with G, 3 of 21 left"),
        ("RG.....", "3 more with R, 3 of 21 left"),
        ("R..RGBW", "3 more with G, 3 of 21 left, R\u00b7\u00b7R can close"),
        ("RGBWKYR", "scores nothing"),
        ("RGB.WKY", "3 more with G, 3 of 21 left"),
        ("R.....G", "scores nothing yet"),
    ],
)
def test_a_line_says_what_it_scores_and_what_closes_with_any_token_or_one_of_a_colour(letters: str, said: str) -> None:
    assert words(letters, MANY) == f"{letters.replace('.', DOT)} ({said})"


def test_what_the_bag_lacks_can_close_only_by_a_slide() -> None:
    none = MANY | {"Y": 0}
    assert words("YY.....", MANY).endswith("(scores 2, 5 more with Y, 3 of 21 left)")
    assert words("YY.....", none) == f"YY{DOT * 5} (scores 2)"
    beside = words("YY...../......./..Y....", none)
    assert beside == f"YY{DOT * 5} (scores 2, 5 more with Y that slides there)"
    assert words("YY...../..R..../..Y....", none) == f"YY{DOT * 5} (scores 2)", "another token is in the way"


def test_a_longer_part_can_close_only_with_tokens_that_are_left() -> None:
    part = "R..RGBW"
    assert f"R{DOT}{DOT}R can close" in words(part, MANY)
    one_each = dict.fromkeys("RGYBWKP", 1)
    assert "can close" not in words(part, one_each), "the two cells take two of a colour"
    assert words("RG...R.", MANY | {"G": 0}) == f"RG{DOT * 3}R{DOT} (3 more with R, 3 of 18 left)"


def test_with_few_empty_cells_what_can_close_is_left_open() -> None:
    few = {"R": 2, "G": 1}
    assert words("RKK.KWR", few) == f"RKK{DOT}KWR (scores 2)"
    assert words("RKK.KWR", few | {"B": 1}).startswith(f"RKK{DOT}KWR (scores 2, 3 more with any token, ")


def test_exact_points_are_said_as_they_are() -> None:
    assert shown(after("RKK.KWR", {"R": 1}, exact=True), 0) == f"RKK{DOT}KWR (scores 2, 4.5 expected in the end)"
    same = after("RKKWKWR", {"R": 1}, exact=True)._replace(points=np.full(14, 8.0))
    assert shown(same, 0) == "RKKWKWR (scores 8)"


def test_an_empty_line_and_replies_are_said_in_words() -> None:
    board = after("R....", MANY)
    assert shown(board, 1) == "an empty row"
    assert shown(board, 6, also="Order replies a1-b1") == "an empty column (Order replies a1-b1)"
    assert shown(board, 0, also="x").endswith("(a lone R; x)")
