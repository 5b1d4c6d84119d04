"""The query "lines": scores, palindromes and names of a board's lines."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from tests.bridge import strategies
from tests.bridge.asking import ask, refused
from tests.games.entropy import by_hand
from tests.games.entropy.by_hand import RULESET, State, position


def lines(state: State) -> dict[str, Any]:
    found: dict[str, Any] = ask("query", RULESET, "lines", {"state": state})
    return found


@given(strategies.entropy_made_up())
@settings(max_examples=25)
def test_lines_match_the_oracle(state: State) -> None:
    found = lines(state)
    wanted = by_hand.lines(state["size"])
    assert {line["code"]: line["cells"] for line in found["lines"]} == wanted
    scores = by_hand.line_scores(state["board"], state["size"])
    assert {line["code"]: line["score"] for line in found["lines"]} == scores
    assert found["score"] == sum(scores.values())
    there = by_hand.cells(state["board"], state["size"])
    for line in found["lines"]:
        listed = [(part["cells"], part["points"]) for part in line["palindromes"]]
        parts = by_hand.palindromes([there[cell] for cell in line["cells"]])
        assert listed == [(line["cells"][first : last + 1], points) for first, last, points in parts]
    seen = ask("observe", state, 0)
    assert [line["expected"] for line in found["lines"]] == seen["expected"]
    assert found["expected"] == pytest.approx(sum(seen["expected"]))


def test_lines_have_names_and_refuse_bad_states() -> None:
    found = lines(ask("new_game", RULESET, 1, {"size": 5}))["lines"]
    assert [line["name"] for line in found] == [
        *(f"Row {letter}" for letter in "abcde"),
        *(f"Column {number}" for number in range(1, 6)),
    ]
    refused("INVALID_STATE", "query", RULESET, "lines", {"state": {"ruleset_id": "azul_v1_2p"}})
    refused("INVALID_STATE", "query", RULESET, "lines", {"state": position("R" * 25)})
    refused("INVALID_PARAMS", "query", RULESET, "lines", {})
    refused("INVALID_PARAMS", "query", RULESET, "lines", {"state": "all"})
