"""The number of legal answers, counted without listing them, against the list."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from py_engine.games.swccg.rules.decisions import TYPES, Decision, Option, count_answers, legal_answers


def decision(kind: str, names: Sequence[tuple[str, bool]], least: int, most: int, *, no_pass: bool) -> Decision:
    options = tuple(Option(name, name, selectable=selectable) for name, selectable in names)
    return Decision(kind, "other", "", options if kind != "INTEGER" else (), least, most, no_pass=no_pass)


@given(
    st.sampled_from(TYPES),
    st.lists(st.tuples(st.sampled_from("abcdef"), st.booleans()), max_size=6),
    st.integers(-1, 7),
    st.integers(-1, 7),
    st.booleans(),
)
def test_counts_what_is_listed(kind: str, names: list[tuple[str, bool]], least: int, most: int, no_pass: bool) -> None:
    asked = decision(kind, names, least, most, no_pass=no_pass)
    listed, complete = legal_answers(asked)
    assert complete
    assert count_answers(asked, 1_000) == len(listed)
    assert count_answers(asked, 2) == min(2, len(listed)) == len(legal_answers(asked, 2)[0])


def test_a_large_choice_is_not_listed() -> None:
    many = decision("CARD_SELECTION", [(f"{number}", True) for number in range(60)], 0, 60, no_pass=False)
    assert count_answers(many, 10) == 10
    assert count_answers(many, 2**60) == 2**60
