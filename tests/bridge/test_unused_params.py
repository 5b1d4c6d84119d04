"""Params that an evaluator does not use are named in a note, and change nothing else; those that it uses are not named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.bridge import conformance
from tests.bridge.asking import ask, timeless

EVALUATORS = [
    pytest.param(info, evaluator["name"], id=f"{info['slug']}-{evaluator['name']}")
    for info in conformance.with_capability("play")
    for evaluator in info["evaluators"]
]
OTHERS: dict[str, Any] = {
    "rollouts_per_action": 7,
    "max_work": 30,
    "rollout_config": {"active_player_policy": "all_random", "opponent_policy": "all_random"},
}
"""Values other than the defaults, and than those of ``USUAL``."""
USUAL = {"evaluator_seed": 5, "time_budget_ms": 600_000, "shortlist_size": 0}


WORK = {"entropy_v1": 100_000}
"""Work by game; by default 3,000."""


def asked(state: Any, **changes: Any) -> tuple[str, list[str]]:
    """The answer without its notes, as text, and the notes."""
    usual = USUAL | {"max_work": WORK.get(state["ruleset_id"], 3000)}
    found = timeless(ask("evaluate_best_move", state, state["active_player_id"], usual | changes))
    notes: list[str] = found["metadata"].pop("notes")
    return json.dumps(found), notes


@pytest.mark.parametrize(("info", "evaluator"), EVALUATORS)
@pytest.mark.parametrize("param", OTHERS)
def test_a_param_is_named_exactly_if_it_changes_nothing(info: dict[str, Any], evaluator: str, param: str) -> None:
    state = conformance.a_state(info, 0.35)
    usual, _ = asked(state, evaluator=evaluator)
    other, notes = asked(state, evaluator=evaluator, **{param: OTHERS[param]})
    assert any(note.startswith(f"{param} is not used") for note in notes) == (usual == other)


@pytest.mark.parametrize(("info", "evaluator"), EVALUATORS)
def test_params_that_are_not_given_are_not_named(info: dict[str, Any], evaluator: str) -> None:
    state = conformance.a_state(info, 0.35)
    named = [note for note in asked(state, evaluator=evaluator, max_work=30)[1] if "is not used by this" in note]
    assert all("max_work" in note for note in named)


@pytest.mark.parametrize(
    ("slug", "options", "unused"),
    [
        ("azul", {"horizon": "round", "values": "learnt"}, "values"),
        ("azul", {"horizon": "game", "values": "learnt"}, None),
        ("azul", {"horizon": "round"}, None),
        ("entropy", {"depth": 1, "cells": 2}, "cells"),
        ("entropy", {"depth": 2, "cells": 2}, None),
        ("entropy", {"depth": 1}, None),
    ],
)
def test_options_that_others_make_useless_are_named(slug: str, options: dict[str, Any], unused: str | None) -> None:
    (info,) = (info for info in conformance.registry() if info["slug"] == slug)
    state = conformance.a_state(info)
    _, notes = asked(state, evaluator="search", max_work=300, evaluator_options=options)
    assert [note for note in notes if "option" in note and "is not used" in note] == [
        note for note in notes if unused is not None and f"option {unused} " in note
    ]
    assert any(f"option {unused} " in note for note in notes) == (unused is not None)
