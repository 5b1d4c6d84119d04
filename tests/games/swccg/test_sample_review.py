"""The sample game over the bridge: read without warnings, reviewed, and its author's answers inferred."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import floor
from typing import Any

import pytest

from build_tools.paths import SAMPLE_CARDS
from build_tools.sample_game.story import OPPONENT, REPEATS, SEAT
from py_engine.games.swccg.rules.cards import LIBRARY
from tests.bridge.asking import ask
from tests.games.swccg import cards
from tests.games.swccg.sampled import decisions, options, parameters, sample, takes

RULESET = "swccg_gemp_v1"
Json = dict[str, Any]


def query(name: str, **args: Any) -> Json:
    return dict(ask("query", RULESET, name, args))


@pytest.fixture(params=["the log alone", "cards"])
def loaded(request: pytest.FixtureRequest) -> Iterator[Json]:
    """The loaded replay, without card facts and with those of both decks."""
    with cards.loaded():
        LIBRARY.clear()
        if request.param == "cards":
            sides = json.loads(SAMPLE_CARDS.read_text("utf-8"))
            query("load_cards", dark_json=sides["dark"], light_json=sides["light"])
        yield query("load_replay", xml=sample().xml)


def test_sample_game_reads_without_warnings(loaded: Json) -> None:
    assert loaded["warnings"] == []
    assert not loaded["cards"]["known"] or not loaded["cards"]["unknown"], "the sample's cards are all in its card data"
    assert (loaded["seat"], loaded["opponent"], loaded["side"]) == (SEAT, OPPONENT, "dark")
    assert loaded["winner"] == SEAT
    asked = decisions()
    assert [row["index"] for row in loaded["decisions"]] == list(range(len(asked)))
    for row, event in zip(loaded["decisions"], asked, strict=True):
        kind = str(event.get("decisionType"))
        assert row["decision_type"] == kind
        assert row["has_choice"] == (options(kind, parameters(event)) > 1), row
        assert "<" not in row["text"]


def test_inferred_answers_are_legal_and_calibrated(loaded: Json) -> None:
    right, claimed, known = 0, 0.0, 0
    for row, event, answer in zip(loaded["decisions"], decisions(), sample().answers, strict=True):
        if row["has_choice"] and row["inferred_answer"] is not None:
            assert takes(row["decision_type"], parameters(event), row["inferred_answer"]), row
            assert 0 < row["inferred_confidence"] <= 1
            known += 1
            right += row["inferred_answer"] == answer
            claimed += row["inferred_confidence"]
    assert known >= 0.9 * sum(row["has_choice"] for row in loaded["decisions"])
    assert right >= floor(claimed)


def test_review_covers_every_decision_with_a_choice(loaded: Json) -> None:
    review = query("review", replay_id=loaded["replay_id"])
    chosen = [row["index"] for row in loaded["decisions"] if row["has_choice"]]
    assert [row["index"] for row in review["decisions"]] == chosen
    for row in review["decisions"]:
        event = decisions()[row["index"]]
        assert row["failed"] == []
        assert takes(row["decision_type"], parameters(event), row["best_answer"])
        for option in row["options"]:
            assert takes(row["decision_type"], parameters(event), option["answer"])
    grades = {row["grade"] for row in review["decisions"]}
    assert {"SAME", "DIFFERENT"} <= grades, "the coach agrees with some answers and not with others"


def test_deployments_do_not_tie_with_the_cards_of_the_sample(loaded: Json) -> None:
    review = query("review", replay_id=loaded["replay_id"])
    rows = [[each["score"] for each in row["options"]] for row in review["decisions"] if row["kind"] == "deploy"]
    ties = [scores for scores in rows if scores.count(scores[0]) > 2]
    assert len(rows) > 5
    assert bool(ties) == (not loaded["cards"]["known"])


def test_five_decisions_matter_at_the_first_look(loaded: Json) -> None:
    if not loaded["cards"]["known"]:
        pytest.skip("the page lends the sample its cards")
    review = query("review", replay_id=loaded["replay_id"])
    behind = [row for row in review["decisions"] if row["gap"] and row["gap"] >= 5 and not row["taken_later"]]
    assert len({(row["turn"], row["whose_turn"], row["phase"], row["kind"]) for row in behind}) >= 5
    assert {row["kind"] for row in behind if row["grade"] in ("DIFFERENT", "FAR")} >= {"deploy", "response", "lose"}


def test_review_detects_the_loop_within_three_repeats(loaded: Json) -> None:
    review = query("review", replay_id=loaded["replay_id"])
    asked = decisions()
    begun = [
        row
        for row in review["decisions"]
        if parameters(asked[row["index"]]).get("actionText", [""])[0].startswith("Deploy an alien")
    ]
    assert [row["loop"] for row in begun] == list(range(REPEATS + 1))
    assert [row["best_answer"] for row in begun[3:]] == [""] * (REPEATS - 2), "after three repeats, the coach passes"
    assert not any(row["loop"] for row in review["decisions"] if row not in begun)


def test_scores_are_sums_of_their_reasons(loaded: Json) -> None:
    for row in loaded["decisions"]:
        if row["has_choice"]:
            state = query("decision_state", replay_id=loaded["replay_id"], index=row["index"])
            result = ask("evaluate_best_move", state, 0, {"evaluator_seed": 1, "shortlist_size": 0})
            for candidate in result["candidates"]:
                total = 0.0
                for reason in candidate["reasons"]:
                    total += reason["value"]
                assert total == candidate["ev"]


def test_loading_and_review_are_deterministic(loaded: Json) -> None:
    again = query("load_replay", xml=sample().xml)
    assert again == loaded
    first, second = (query("review", replay_id=loaded["replay_id"]) for _ in range(2))
    assert first == second


def test_review_says_which_decisions_a_weight_touches(loaded: Json) -> None:
    review = query("review", replay_id=loaded["replay_id"])
    touched = review["touched"]
    chosen = [row["index"] for row in review["decisions"]]
    assert touched["base.pass"]
    assert all(set(indices) <= set(chosen) for indices in touched.values())
    table = [each for each in query("weights")["weights"] if each["group"] not in ("mode", "behind", "ahead")]
    unused = {each["name"]: 150.0 for each in table if each["name"] not in touched and each["value"]}
    assert unused
    flipped = query("review", replay_id=loaded["replay_id"], weights=unused)
    scores = [[option["score"] for option in row["options"]] for row in review["decisions"]]
    assert [[option["score"] for option in row["options"]] for row in flipped["decisions"]] == scores
