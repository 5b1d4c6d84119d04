"""The checker of what cards say of lines catches planted faults."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from py_engine.core.results import Feedback, Result
from py_engine.games.entropy.search.line_reasons import LineComparison
from py_engine.lab.entropy.card_lines import line_faults
from tests.lab.entropy.made_cards import cards

WITH = "Row a: \u22122.0 points, with R\u00b7R ({}) instead of RR\u00b7 ({})."
STILL = WITH.replace(" points,", " points in the end, by what can still close,")
BAG = np.array([0, 2, 0, 4, 4, 4, 0, 0], dtype=np.int16)


def card(*, solved: bool) -> Result:
    """A card of Order's move, with a known bag."""
    for each in cards(3):
        found = each.evidence
        if each.metadata.solved == solved and isinstance(found, LineComparison) and "cell" not in str(each.user_action):
            user, best = (move._replace(bag=BAG) for move in (found.user, found.best))
            return replace(each, evidence=replace(found, user=user, best=best))
    raise AssertionError("no such card")


def planted(text: str, *, solved: bool = False) -> list[str]:
    return line_faults(replace(card(solved=solved), feedback=[Feedback("line", text, -2.0)]))


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        (WITH.format("scores nothing yet", "scores 2"), True),
        (WITH.format("scores nothing yet", "a lone R"), False),
        (WITH.format("a lone R; Order replies a1-b1", "scores nothing"), False),
        (STILL.format("scores 3", "scores 2, 3 more with any token"), True),
        (STILL.format("scores 6", "scores 2, 3 more with any token"), False),
        (WITH.format("3 more with R, 2 of 14 left", "scores 2"), True),
        (WITH.format("3 more with R, 1 of 14 left", "scores 2"), False),
        (WITH.format("3 more with G that slides there", "scores 2"), True),
        (WITH.format("3 more with B that slides there", "scores 2"), False),
        ("Row a: \u22122.0 points once Chaos has placed the next token and Order has replied.", False),
        ("Row a, RR\u00b7 after both moves: \u22122.0 points once Chaos has placed the next token and Order has replied.", True),
    ],
)  # fmt: skip
def test_words_of_lines_are_held_against_each_other_and_the_bag(text: str, sound: bool) -> None:
    assert (planted(text) == []) == sound


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        (WITH.format("scores 2", "scores 3, 4 expected in the end"), True),
        (WITH.format("scores 2", "scores 3, 5 expected in the end"), False),
        ("Row a, RR\u00b7 after both moves: \u22122.0 points, 3 expected in the end instead of 5.", True),
        ("Row a, RR\u00b7 after both moves: \u22122.0 points, 3 expected in the end instead of 4.", False),
        (
            "Row a, RR\u00b7 after both moves: \u22122.0 points, 3 expected in the end instead of 5. In return: Row b: +1.0 points, with GG (scores 2, 3 expected in the end) instead of GGG (scores 2).",
            True,
        ),
        ("Passing instead would cost about 2 points.", False),
        ("Passing instead would cost 2 points.", True),
    ],
)
def test_points_of_solved_positions_are_held_against_each_other(text: str, sound: bool) -> None:
    assert (planted(text, solved=True) == []) == sound


def test_lines_of_a_solved_position_that_do_not_add_up_to_its_value_are_caught() -> None:
    solved = card(solved=True)
    assert line_faults(solved) == []
    evidence = solved.evidence
    assert isinstance(evidence, LineComparison)
    estimated = evidence.user._replace(points=evidence.user.points + 0.1)
    assert line_faults(replace(solved, evidence=replace(evidence, user=estimated)))


def test_what_can_close_is_left_open_with_few_empty_cells() -> None:
    made = card(solved=False)
    evidence = made.evidence
    assert isinstance(evidence, LineComparison)
    few = evidence.best._replace(bag=np.array([0, 1, 2, 0, 0, 0, 0, 0], dtype=np.int16))
    said = Feedback("line", WITH.format("R\u00b7R can close", "scores 2"), -2.0)
    assert line_faults(replace(made, feedback=[said])) == []
    assert line_faults(replace(made, feedback=[said], evidence=replace(evidence, best=few)))


def test_one_line_that_holds_most_of_many_small_differences_is_caught() -> None:
    made = card(solved=False)
    evidence = made.evidence
    assert isinstance(evidence, LineComparison)
    said = Feedback("rest", "No single cause: many small differences together cost 2 points.", -2.0)
    best = evidence.best._replace(ev=0.0, later=np.zeros(10, dtype=np.float64))
    for least, sound in ((-0.9, True), (-1.2, False)):
        user = best._replace(ev=-2.0, later=np.array([least] + [0.0] * 9))
        found = line_faults(replace(made, feedback=[said], evidence=replace(evidence, user=user, best=best)))
        assert (found == []) == sound
