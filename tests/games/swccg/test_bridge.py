"""SWCCG over the bridge: replays, states, reviews, single decisions, evaluations and refusals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from py_engine.core.contract import EvaluationResult, GameInfo
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.state import SwccgState
from tests.bridge.asking import ask, refused
from tests.games.swccg import cards
from tests.games.swccg.bridge_calls import DEPLOY, LOG, RULESET, START, WHERE, evaluated, graded, load, query, state_at
from tests.games.swccg.logs import (
    DARK,
    LIGHT,
    Action,
    activated,
    as_gzip,
    as_zlib,
    base64_of,
    card_selection,
    choose,
    game_replay,
    message,
    phase,
    put_in_play,
    removed,
)


@pytest.fixture(autouse=True)
def _cards() -> Iterator[None]:
    with cards.loaded():
        yield


def test_registry_lists_capabilities_grades_and_queries() -> None:
    info = next(info for info in ask("list_games") if info["ruleset_id"] == RULESET)
    assert GameInfo.model_validate(info).capabilities == ["review", "grade"]
    assert [band["code"] for band in info["grades"]] == ["SAME", "CLOSE", "DIFFERENT", "FAR"]
    assert {row["name"] for row in info["queries"]} >= {"load_replay", "decision_state", "review", "parse_decision"}


@pytest.mark.parametrize(
    ("function", "args"),
    [
        ("new_game", [RULESET, 1, {}]),
        ("generate_scenario", [{"ruleset_id": RULESET, "seed": 1}]),
    ],
)
def test_playing_functions_are_unsupported(function: str, args: list[Any]) -> None:
    refused("UNSUPPORTED", function, *args)
    refused("UNSUPPORTED", "apply_action", state_at(0), {"answer": "0"})


def test_load_replay_lists_every_decision() -> None:
    found = load()
    assert (found["seat"], found["opponent"], found["side"]) == (DARK, LIGHT, "dark")
    assert [row["index"] for row in found["decisions"]] == list(range(6))
    assert [row["has_choice"] for row in found["decisions"]] == [True, True, False, True, True, False]
    assert [row["kind"] for row in found["decisions"]] == ["deploy", "where", "response", "amount", "question", "take"]
    first = found["decisions"][0]
    assert (first["phase"], first["turn"], first["whose_turn"], first["option_count"]) == ("Deploy", 1, DARK, 2)
    assert first["text"] == "Choose Deploy action or Pass"
    assert found["decisions"][1]["text"] == "Choose where to deploy •Darth Vader, or click 'Done' to cancel"
    assert found["cards"]["unknown"] == []
    assert found["titles"] == {"1_168": "•Darth Vader", "1_287": "•Death Star: War Room"}
    assert found["warnings"] == []


def test_load_replay_infers_answers() -> None:
    first, where, nothing = load()["decisions"][:3]
    assert first["inferred_answer"] == "0"
    assert first["inferred_text"] == "Deploy •Darth Vader"
    assert 0.5 < first["inferred_confidence"] <= 1
    assert where["inferred_answer"] == "10"
    assert (nothing["inferred_answer"], nothing["inferred_confidence"]) == ("", 1.0)


def test_replay_id_is_independent_of_packing() -> None:
    text = game_replay(LOG)
    ids = {
        query("load_replay", data_base64=base64_of(data))["replay_id"] for data in (text, as_gzip(text), as_zlib(text))
    }
    assert ids == {load()["replay_id"]}


def test_decision_state_is_complete_and_round_trips() -> None:
    state = state_at(0)
    assert SwccgState.model_validate(json.loads(json.dumps(state))).model_dump() == state
    assert state["board"]["piles"]["seat"] == {
        "force": 8, "hand": 2, "reserve": 40, "used": 0, "lost": 0, "out_of_play": 0,
    }  # fmt: skip
    assert [card["card_id"] for card in state["board"]["cards"] if card["zone"] == "HAND"] == ["12", "13"]
    assert state["cards"]["1_168"]["power"] == 6
    assert state["decision"]["options"][0]["text"] == "Deploy •Darth Vader"
    assert ask("observe", state, 0) == state | {"seed": None}
    assert "Death Star" in ask("describe_state", state) or "Deploy" in ask("describe_state", state)


def test_legal_actions_use_the_servers_answers() -> None:
    assert ask("list_legal_actions", state_at(0), 0) == [{"answer": "0"}, {"answer": "1"}, {"answer": ""}]
    assert [action["answer"] for action in ask("list_legal_actions", state_at(1), 0)] == ["10", ""]
    assert [action["answer"] for action in ask("list_legal_actions", state_at(3), 0)] == ["0", "1", "2", "3", "4"]
    assert [action["answer"] for action in ask("list_legal_actions", state_at(5), 0)] == ["temp0"]


@pytest.mark.parametrize("index", range(6))
def test_scores_are_sums_of_their_reasons(index: int) -> None:
    state = state_at(index)
    result = evaluated(state)
    EvaluationResult.model_validate(result)
    assert {c["action"]["answer"] for c in result["candidates"]} == {
        action["answer"] for action in ask("list_legal_actions", state, 0)
    }
    for candidate in result["candidates"]:
        assert sum(reason["value"] for reason in candidate["reasons"]) == candidate["ev"]
        for reason in candidate["reasons"]:
            assert abs(reason["value"] - reason["input"] * reason["weight"]) <= 1 / 4096
    assert result["best_action_ev"] == max(c["ev"] for c in result["candidates"] if not c["features"]["vetoed"])


def test_document_profile_scores_the_documents_example() -> None:
    options = {"evaluator": "coach", "evaluator_options": {"profile": "document"}}
    best = evaluated(state_at(0), **options)["candidates"][0]
    assert best["action"] == {"answer": "0"}
    assert best["ev"] == 38.0
    behind = state_at(0)
    behind["board"]["locations"][0]["power"]["opponent"] = 8.0
    assert evaluated(behind, **options)["candidates"][0]["ev"] == 50.0


def test_review_agrees_with_single_evaluations() -> None:
    replay_id = load()["replay_id"]
    review = query("review", replay_id=replay_id)
    assert [row["index"] for row in review["decisions"]] == [0, 1, 3, 4]
    for row in review["decisions"]:
        state = query("decision_state", replay_id=replay_id, index=row["index"])
        result = evaluated(state)
        assert (result["best_action"]["answer"], result["best_action_ev"]) == (row["best_answer"], row["best_score"])
        assert {option["answer"]: option["score"] for option in row["options"]} == {
            candidate["action"]["answer"]: candidate["ev"] for candidate in result["candidates"]
        }
        if row["inferred_answer"] is not None:
            grade = graded(state, row["inferred_answer"])
            assert (grade["grade"], -grade["delta_ev"]) == (row["grade"], row["gap"])
    assert review["summary"]["decisions"] == 4
    assert review["summary"]["flipped"] == 0


def test_review_with_other_weights_flips_decisions() -> None:
    replay_id = load()["replay_id"]
    changed = query("review", replay_id=replay_id, weights={"base.pass": 200.0})
    first = changed["decisions"][0]
    assert (first["best_answer"], first["flipped"], first["default_answer"]) == ("", True, "0")
    assert changed["summary"]["flipped"] >= 1
    assert changed["weights"] != query("review", replay_id=replay_id)["weights"]


def test_review_is_deterministic() -> None:
    replay_id = load()["replay_id"]
    once = json.dumps(query("review", replay_id=replay_id))
    load([*START, DEPLOY])
    assert json.dumps(query("review", replay_id=load()["replay_id"])) == once


def test_decision_state_is_independent_of_later_events() -> None:
    whole, part = load(LOG), load([*START, DEPLOY])
    states = [query("decision_state", replay_id=each["replay_id"], index=0) for each in (whole, part)]
    assert states[0] | {"replay_id": None} == states[1] | {"replay_id": None}


def test_grade_has_feedback_on_differences() -> None:
    result = graded(state_at(0), "")
    assert result["grade"] == "FAR"
    assert result["delta_ev"] == result["user_action_ev"] - result["best_action_ev"] < -30
    assert result["feedback"]
    best = graded(state_at(0), "0")
    assert (best["grade"], best["delta_ev"]) == ("SAME", 0)


def test_log_lines_are_given_on_request() -> None:
    assert evaluated(state_at(0))["metadata"]["log"] == []
    lines = evaluated(state_at(0), evaluator_options={"log": True})["metadata"]["log"]
    assert lines[0].startswith("🎯")
    assert any(line.startswith("  [Deploy] Deploy •Darth Vader: ") for line in lines)
    assert lines[-2].startswith("✅ Best action: Deploy •Darth Vader")


@pytest.mark.parametrize("name", ["pass", "keywords"])
def test_baselines_pick_a_legal_answer(name: str) -> None:
    for index in range(6):
        state = state_at(index)
        legal = [action["answer"] for action in ask("list_legal_actions", state, 0)]
        result = evaluated(state, evaluator=name)
        EvaluationResult.model_validate(result)
        assert result["best_action"]["answer"] in legal
        if name == "pass" and "" in legal:
            assert result["best_action"]["answer"] == ""


def test_forced_mode_scales_groups_and_is_reported() -> None:
    ahead = evaluated(state_at(0), evaluator_options={"mode": "ahead"})["metadata"]["strategy"]
    behind = evaluated(state_at(0), evaluator_options={"mode": "behind"})["metadata"]["strategy"]
    assert (ahead["mode"], behind["mode"]) == ("ahead", "behind")
    assert ahead["groups"] != behind["groups"]


def test_repeated_action_is_counted_and_vetoed() -> None:
    again = [choose("Choose Deploy action or Pass", [Action("Play a card", 13), Action("Deploy", 12)])]
    tried = [activated(13, "1_194", "HAND"), message(f"{DARK} initiates a top-level action")]
    events = [*START, *again, *tried, *again, *tried, *again, *tried, *again]
    found = load(events)
    third = query("decision_state", replay_id=found["replay_id"], index=2)
    assert third["decision"]["repeats"] == {"0": 2}
    result = evaluated(third)
    assert result["best_action"]["answer"] != "0"
    vetoed = next(c for c in result["candidates"] if c["action"]["answer"] == "0")
    assert vetoed["features"]["vetoed"] == 1
    assert any(reason["code"] == "veto_loop" for reason in vetoed["reasons"])
    assert graded(third, "0")["grade"] in ("DIFFERENT", "FAR")
    rows = query("review", replay_id=found["replay_id"])["decisions"]
    assert [row["loop"] for row in rows] == [0, 1, 2, 3]


def test_log_fragment_without_players_takes_its_seat_from_decisions() -> None:
    piece = "".join([*START[1:], DEPLOY, WHERE])
    found = query("load_replay", xml=piece)
    assert (found["seat"], len(found["decisions"])) == (DARK, 2)
    state = query("decision_state", replay_id=found["replay_id"], index=0)
    assert [card["card_id"] for card in state["board"]["cards"] if card["zone"] == "HAND"] == ["12", "13"]
    refused("INVALID_PARAMS", "query", RULESET, "load_replay", {"xml": DEPLOY})


def test_single_decision_lists_what_it_lacks() -> None:
    state = query("parse_decision", xml=DEPLOY)
    assert {"phase", "hand", "piles", "board"} <= set(state["lacks"])
    assert [action["answer"] for action in ask("list_legal_actions", state, 0)] == ["0", "1", ""]
    evaluated(state)
    context = {
        "seat": DARK,
        "phase": "Deploy (turn #2)",
        "turnPlayer": DARK,
        "zones": {DARK: {"FORCE_PILE": 13, "HAND": 2, "RESERVE_DECK": 28}, LIGHT: {"FORCE_PILE": 0, "HAND": 4}},
        "darkPower": {"locationIndex0": "3", "locationIndex1": "-1"},
        "hand": [{"cardId": "12", "blueprintId": "1_168", "title": "•Darth Vader"}],
        "referenced": [{"cardId": "10", "blueprintId": "1_287", "zone": "LOCATIONS", "title": "•Death Star: War Room"}],
        "lastMessages": ["something happened"],
        "response": "0",
    }
    known = query("parse_decision", xml=DEPLOY, context=context)
    assert (known["phase"], known["turn"], known["whose_turn"]) == ("Deploy", 2, DARK)
    assert known["board"]["piles"]["seat"]["force"] == 13
    assert known["decision"]["options"][0]["text"] == "Deploy •Darth Vader"
    assert not {"phase", "hand", "piles"} & set(known["lacks"])


def test_results_carry_the_id_of_the_card_facts() -> None:
    LIBRARY.clear()
    bare = evaluated(state_at(0))
    loaded = query("load_cards", **cards.database())
    assert loaded["taken"] == {"dark": 3, "light": 1}
    known = evaluated(state_at(0))
    assert bare["metadata"]["artifacts"]["cards"] != known["metadata"]["artifacts"]["cards"]
    assert "cards" not in state_at(0)["lacks"]
    LIBRARY.clear()
    assert "cards" in state_at(0)["lacks"]


def test_minimal_state_can_be_evaluated_and_described() -> None:
    state = {
        "ruleset_id": RULESET,
        "active_player_id": 0,
        "decision": {"decision_type": "MULTIPLE_CHOICE", "options": [{"answer": "0", "text": "<b>Yes</b>"}]},
    }
    assert evaluated(state)["best_action"] == {"answer": "0"}
    assert ask("describe_state", state)


def test_state_without_facts_uses_the_loaded_cards() -> None:
    state = state_at(0)
    assert evaluated(state | {"cards": None})["best_action_ev"] == evaluated(state)["best_action_ev"]


def test_too_many_combinations_are_built_by_score() -> None:
    many = [str(number) for number in range(100, 130)]
    events = [*START, card_selection(DARK, "Choose cards to lose", many, 3, 20)]
    state = state_at(0, events)
    legal = ask("list_legal_actions", state, 0)
    assert all(action["built"] for action in legal)
    assert 18 <= len(legal) <= 650
    result = evaluated(state)
    assert result["best_action"]["answer"] in {action["answer"] for action in legal}
    unlisted = "100,110,120"
    assert graded(state, "120,100,110")["user_action"] == {"answer": unlisted}


def test_review_scores_an_inferred_combination_that_is_not_listed() -> None:
    many = [str(number) for number in range(100, 130)]
    question = card_selection(DARK, "Choose cards to lose", many, 2, 6)
    events = [
        *START,
        *(put_in_play(each, "1_194", "HAND") for each in many),
        question,
        removed([103, 117]),
        phase("Draw", 2),
    ]
    row = query("review", replay_id=load(events)["replay_id"])["decisions"][0]
    if row["inferred_answer"] is None:
        pytest.fail("the lost cards should be inferred")
    assert row["inferred_score"] is not None
    assert row["inferred_answer"] in {option["answer"] for option in row["options"]}
    state = state_at(0, events)
    result = graded(state, row["inferred_answer"])
    assert (result["grade"], -result["delta_ev"]) == (row["grade"], row["gap"])
    assert result["metadata"]["total_legal_actions"] == len(ask("list_legal_actions", state, 0))


def test_document_profile_has_no_veto() -> None:
    state = state_at(0)
    state["decision"]["repeats"] = {"0": 3}
    options = {"evaluator_options": {"profile": "document"}}
    assert not any(candidate["features"]["vetoed"] for candidate in evaluated(state, **options)["candidates"])
    assert any(candidate["features"]["vetoed"] for candidate in evaluated(state)["candidates"])


def test_vetoed_answer_is_far_and_has_veto_feedback() -> None:
    state = state_at(0)
    state["decision"]["repeats"] = {"0": 2}
    weights = {"loop.repeated": -0.5}
    result = graded(state, "0", evaluator_options={"weights": weights})
    assert (result["grade"], result["too_close"]) == ("FAR", False)
    assert result["feedback"][0]["category"] == "veto"


def test_evaluation_takes_titles_from_the_state_alone() -> None:
    state = state_at(0) | {"cards": {}, "titles": {}}
    once = json.dumps(evaluated(state)["candidates"])
    LIBRARY.clear()
    assert json.dumps(evaluated(state)["candidates"]) == once


def test_review_job_reports_progress() -> None:
    args = {"ruleset_id": RULESET, "name": "review", "args": {"replay_id": load()["replay_id"]}}
    handle = ask("start_job", "query", args)["handle"]
    snapshot = ask("step", handle, 10_000)
    assert (snapshot["done"], snapshot["progress"]) == (True, 1)
    assert len(snapshot["decisions"]) == 4
