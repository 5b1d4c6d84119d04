"""Rows and columns in words."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.entropy.coaching.line_words import shown
from py_engine.games.entropy.rules.tables import COLORS, geometry, line_codes


def code_of(letters: str) -> int:
    board = np.zeros((1, len(letters) ** 2), dtype=np.uint8)
    board[0, : len(letters)] = [COLORS.index(letter) + 1 if letter in COLORS else 0 for letter in letters]
    return int(line_codes(board, geometry(len(letters)))[0][0])


@pytest.mark.parametrize(
    ("letters", "words"),
    [
        ("....W..", "a lone W"),
        ("...R.R.", "R\u00b7R can close"),
        ("KKK....", "scores 7"),
        ("KK.K...", "scores 2, K\u00b7K can close"),
        ("RG.....", "no pair yet"),
        ("R.G.R..", "R\u00b7G\u00b7R can close"),
        ("RG..R..", "RG\u00b7\u00b7R can close"),
        ("RGBWR..", "scores nothing yet"),  # a pair, but G and W between them differ
        ("RGBWK..", "no pair yet"),
        ("RGBWKYR", "scores nothing"),
    ],
)
def test_a_line_says_what_it_scores_and_what_can_close(letters: str, words: str) -> None:
    assert shown(code_of(letters), 7, column=False) == f"{letters.replace('.', chr(0xB7))} ({words})"


def test_an_empty_line_and_replies_are_said_in_words() -> None:
    assert shown(0, 7, column=False) == "an empty row"
    assert shown(0, 7, column=True, also="Order replies a1-b1") == "an empty column (Order replies a1-b1)"
    assert shown(code_of("R...."), 5, column=True, also="x").endswith("(a lone R; x)")
