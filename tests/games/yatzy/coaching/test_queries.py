"""The queries about tables and single positions; ``test_distributions`` covers those about distributions."""

from __future__ import annotations

import base64
import json
from functools import partial
from typing import Any

import numpy as np
import pytest

from py_engine import __version__
from py_engine.games.yatzy.coaching import queries
from py_engine.games.yatzy.knowledge.artifact import decode, sha256_of
from py_engine.games.yatzy.knowledge.solver import Solver
from py_engine.games.yatzy.knowledge.values import ValueTable, require
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, STANDARD
from tests.bridge.asking import ask, refused
from tests.games.yatzy import solved
from tests.games.yatzy.reference import REFERENCE

Json = dict[str, Any]


def query(name: str, args: Json) -> Json:
    found: Json = ask("query", "yatzy_v1", name, args)
    return found


def test_health_names_the_table_and_its_hash() -> None:
    table = require(STANDARD)
    assert query("health", {}) == {
        "status": "ok",
        "version": __version__,
        "rules": {"five_of_a_kind_is_full_house": False, "four_of_a_kind_is_two_pairs": False},
        "theta": 0.0,
        "table": {"name": "table", "loaded": True, "sha256": table.sha256},
    }


def test_state_values_match_the_reference() -> None:
    for row in REFERENCE["state_values"]:
        found = query("state_value", {"upper_score": row["upper"], "scored_categories": row["mask"]})
        assert found["value"] == pytest.approx(row["value"], abs=2e-3)


@pytest.mark.parametrize("name", ["state_value", "evaluate", "density"])
def test_queries_refuse_an_unreachable_upper_score(name: str) -> None:
    args: Json = {"upper_score": 7, "scored_categories": 1}
    more: Json = {"evaluate": {"dice": [1] * 5, "rerolls_remaining": 1}, "density": {"accumulated_score": 7}}
    refused("INVALID_PARAMS", "query", "yatzy_v1", name, args | more.get(name, {}))


def test_evaluate_matches_the_reference() -> None:
    for row in REFERENCE["positions"]:
        dice, left = row["dice"], row["rolls_left"]
        args = {"dice": dice, "upper_score": row["upper"], "scored_categories": row["mask"], "rerolls_remaining": left}
        found = query("evaluate", args)
        assert found["optimal_category_ev"] == pytest.approx(row["best_category_ev"], abs=2e-3)
        expected = {category["category"]: category for category in row["categories"]}
        for category in found["categories"]:
            assert category["name"] == CATEGORIES[category["id"]]
            assert category["available"] == (category["name"] in expected)
            if category["available"]:
                reference = expected[category["name"]]
                assert category["score"] == reference["score"]
                assert category["ev_if_scored"] == pytest.approx(reference["ev"], abs=2e-3)
            else:
                assert category["ev_if_scored"] is None
        if not left:
            assert found["mask_evs"] is found["optimal_mask"] is found["optimal_mask_ev"] is None
            continue
        keeps = {tuple(keep["keep"]): keep["ev"] for keep in row["keeps"]}
        assert len(found["mask_evs"]) == 32
        for mask, ev in enumerate(found["mask_evs"]):
            kept = tuple(sorted(die for i, die in enumerate(dice) if not mask >> i & 1))
            assert ev == pytest.approx(keeps[kept], abs=2e-3)
        assert found["optimal_mask_ev"] == max(found["mask_evs"]) == found["mask_evs"][found["optimal_mask"]]


def test_evaluate_state_ev_is_the_value_before_the_throw() -> None:
    args = {"dice": [1, 2, 3, 4, 6], "upper_score": 0, "scored_categories": 0, "rerolls_remaining": 2}
    assert query("evaluate", args)["state_ev"] == pytest.approx(REFERENCE["headline"]["ev"], abs=1e-3)


def test_evaluate_breaks_ties_by_throwing_the_fewest_dice() -> None:
    only_chance = FULL & ~(1 << CATEGORIES.index("chance"))
    args = {"dice": [6] * 5, "upper_score": 63, "scored_categories": only_chance, "rerolls_remaining": 1}
    found = query("evaluate", args)
    assert found["optimal_mask"] == 0
    assert found["optimal_mask_ev"] == 80


def test_evaluate_refuses_a_full_card() -> None:
    args = {"dice": [1] * 5, "upper_score": 0, "scored_categories": FULL, "rerolls_remaining": 0}
    refused("NO_LEGAL_ACTIONS", "query", "yatzy_v1", "evaluate", args)


@pytest.mark.parametrize(
    "changes",
    [
        {"dice": [1, 2, 3, 4]},
        {"dice": [0, 1, 2, 3, 4]},
        {"dice": "12345"},
        {"upper_score": 64},
        {"upper_score": -1},
        {"scored_categories": FULL + 1},
        {"rerolls_remaining": 3},
        {"nonsense": 1},
    ],
    ids=str,
)
def test_evaluate_refuses_bad_arguments(changes: Json) -> None:
    args: Json = {"dice": [1, 2, 3, 4, 5], "upper_score": 0, "scored_categories": 0, "rerolls_remaining": 2}
    refused("INVALID_PARAMS", "query", "yatzy_v1", "evaluate", args | changes)


def test_solve_in_slices_gives_the_same_table(standard: ValueTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of the table is already solved, to save time; slicing works the same for the rest."""
    begun = [array.copy() for array in solved.by_mask(standard.flat)]
    for mask in (0, 1, 2, 4, 8, 16, 32):
        begun[mask][:] = np.nan
    monkeypatch.setattr(queries, "Solver", partial(Solver, values=begun))
    started = ask("start_job", "query", {"ruleset_id": "yatzy_v1", "name": "solve", "args": {}})
    progress, steps = 0.0, 0
    snapshot: Json = {"done": False}
    while not snapshot["done"]:
        snapshot = ask("step", started["handle"], 1)
        assert progress <= snapshot["progress"] <= 1
        progress, steps = snapshot["progress"], steps + 1
        assert ("artifact" in snapshot) == snapshot["done"]
    assert steps > 10
    data = base64.b64decode(snapshot["artifact"])
    assert snapshot["name"] == "table"
    assert snapshot["sha256"] == sha256_of(data)
    assert (decode(data, STANDARD).steps == require(STANDARD).flat * 1024).all()
    assert json.dumps(snapshot)
