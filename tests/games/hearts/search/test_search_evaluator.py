"""Hearts' search evaluator: budgets, results, logs, notes and objectives."""

from __future__ import annotations

import json

import pytest

from py_engine.core.results import Result, to_json
from py_engine.core.text import percent
from py_engine.games.hearts.coaching.odds import odds_of
from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.knowledge.model_error import SHOOTING
from py_engine.games.hearts.knowledge.own_moon import NOTED
from py_engine.games.hearts.policies.defence import SUSPICIOUS
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.cards import DECK, NUMBERS, names_of
from py_engine.games.hearts.rules.state import HeartsState
from py_engine.games.hearts.search.sampled.world_evaluation import WorldEvaluation
from tests.bridge.asking import timeless
from tests.games.hearts import golden
from tests.games.hearts.searched import (
    card_of,
    finished,
    following,
    greedy_action,
    greedy_hand,
    job,
    loss,
    searched,
    shooters,
)


def test_ranked_moves_match_the_golden_file() -> None:
    """After an intended change, run ``python -m tests.games.hearts.golden``."""
    found = golden.answers()
    assert found == json.loads(golden.FILE.read_text("utf-8"))
    # The positions cover different kinds of decisions.
    assert len({each["objective"] for each in found.values()}) > 1
    assert min(len(each["moves"]) for each in found.values()) > 1


@pytest.mark.parametrize("max_work", [1, 100, 1000, 3000])
@pytest.mark.parametrize("moves", [0, 14])
def test_work_stays_within_the_limit(moves: int, max_work: int) -> None:
    state = following(2, moves)
    evaluation = job(state, max_work=max_work)
    assert isinstance(evaluation, WorldEvaluation)
    metadata = finished(evaluation).metadata
    # At least one world is always explored, and one compared, where the first pass joins the others.
    least = len(evaluation.plans) + evaluation.world_cost(len(evaluation.finalists()))
    assert metadata.rollouts_run == evaluation.work_done <= max(max_work, least)
    assert metadata.rollouts_run > 0.9 * max_work - 32 * len(evaluation.plans)
    assert metadata.ended_by == "work"
    assert metadata.completed_within_budget
    assert [log["type"] for log in metadata.telemetry] == ["SearchLog"]


def test_worlds_stay_within_the_limit() -> None:
    for worlds in (1, 20, 70):
        result = searched(following(2, 14), worlds=worlds)
        assert result.candidates[0].rollouts == 2 * worlds
        graded = searched(following(2, 14), greedy_action(following(2, 14)), worlds=worlds)
        assert graded.candidates[0].rollouts == 2 * worlds


def test_an_exceeded_time_budget_is_logged() -> None:
    result = searched(following(3, 20), worlds=5000, time_budget_ms=0)
    log, exceeded = result.metadata.telemetry
    assert result.metadata.ended_by == "clock"
    assert not result.metadata.completed_within_budget
    assert exceeded == {"type": "budget_exceeded", "sampled_worlds": log["sampled_worlds"], "wanted_worlds": 5000}
    assert log["sampled_worlds"] == result.candidates[0].rollouts
    assert 0 < result.candidates[0].rollouts < 5000


def test_partial_results_improve_with_more_worlds() -> None:
    evaluation = job(following(4, 12), worlds=600)
    seen: list[Result] = []
    while not evaluation.done:
        evaluation.piece()
        found = evaluation.result()
        assert found is not None or not seen
        if found is not None and (not seen or found.candidates[0].rollouts > seen[-1].candidates[0].rollouts):
            seen.append(found)
    assert len(seen) > 2
    assert seen[0].candidates[0].rollouts == WorldEvaluation.first_chunk
    errors = [found.candidates[0].stderr for found in seen]
    assert errors[-1] < 0.6 * errors[0]
    assert all(found.metadata.ended_by is None for found in seen[:-1])


def test_results_depend_only_on_the_seed() -> None:
    state = following(5, 12)
    first, again, other = (searched(state, worlds=80, evaluator_seed=seed) for seed in (1, 1, 2))
    assert timeless(to_json(first)) == timeless(to_json(again))
    assert first.best_action_ev != other.best_action_ev


def test_a_long_search_drops_bad_cards() -> None:
    result = searched(following(4, 20), worlds=800)
    worlds = [candidate.rollouts for candidate in result.candidates]
    assert max(worlds) == worlds[0] == 1600
    assert min(worlds) < 1600


def test_interchangeable_cards_have_equal_values_and_grades() -> None:
    met = 0
    for state in (greedy_hand(seed)[moves] for seed in range(12) for moves in (13, 21, 26)):
        facts = facts_of(state, state.active_player_id)
        legal = [card_of(action) for action in play.legal_actions(state)]
        stands_for = lowest_equals(facts.hand, int(DECK) & ~facts.gone, facts.rules)
        pairs = [(one, stands_for[NUMBERS[one]]) for one in legal if stands_for[NUMBERS[one]] != NUMBERS[one]]
        if not pairs or met == 3:
            continue
        result = searched(state, worlds=40)
        evs = {card_of(candidate.action): candidate.ev for candidate in result.candidates}
        assert sorted(evs) == sorted(legal)
        for one, lowest in pairs:
            assert evs[one] == evs[names_of(1 << lowest)[0]]
        best = [one for one in legal if stands_for[NUMBERS[one]] == stands_for[NUMBERS[card_of(result.best_action)]]]
        graded = [searched(state, {"play": one}, worlds=40) for one in best]
        assert len({(each.delta_ev, each.grade) for each in graded}) == 1
        met += len(best) > 1
    assert met > 1


def test_a_clearly_best_card_loses_nothing() -> None:
    """Discarding the queen of spades on another player's trick is clearly better than the worst card."""
    clear = 0
    for state in (state for seed in range(12) for state in greedy_hand(seed)[16:32]):
        hand = state.hands[state.active_player_id]
        assert isinstance(hand, list)
        if not state.trick or "QS" not in hand or any(one[1] == state.trick[0][1] for one in hand):
            continue
        queen = searched(state, {"play": "QS"}, worlds=60)
        if queen.too_close or queen.best_action != {"play": "QS"}:
            continue
        other = searched(state, queen.candidates[-1].action, worlds=60)
        assert other.best_action == {"play": "QS"}
        assert (queen.delta_ev, queen.grade) == (0, "BEST")
        # What comes from a sample keeps its error.
        assert (queen.delta_stderr or 0) >= queen.metadata.model_error > 0
        assert (queen.confidence or 0) > 0.9
        assert loss(other) > 1
        assert other.grade in ("MISTAKE", "BLUNDER")
        clear += 1
    assert clear > 0


LOG = {"type", "trick_idx", "move", "depth", "expected_points", "variance", "sampled_worlds", "duration_ms"}


@pytest.mark.parametrize("evaluator", ["search", "pimc"])
def test_the_log_describes_the_best_move(evaluator: str) -> None:
    for seed in range(4):
        state = following(seed, 15)
        for user in (None, play.legal_actions(state)[-1]):
            result = searched(state, user, worlds=40, evaluator=evaluator)
            metadata, best = result.metadata, result.candidates[0]
            (log,) = metadata.telemetry
            assert set(log) == LOG
            assert metadata.evaluator == evaluator
            assert log["move"] == result.best_action == best.action
            assert log["trick_idx"] == len(state.trick_history)
            assert log["expected_points"] == best.features["expected_points"]
            assert log["variance"] == best.features["variance"] > 0
            assert log["sampled_worlds"] == best.rollouts
            assert isinstance(log["duration_ms"], int)
            assert metadata.horizon == "hand"
            assert best.ev == pytest.approx(-best.features["expected_points"]) or metadata.objective == "shoot"


def test_a_moon_hand_gets_a_plan_to_shoot_and_a_note() -> None:
    objectives = []
    for seed in range(4):
        state = shooters(seed)
        result = searched(state, worlds=60)
        best = result.candidates[0]
        objectives.append(result.metadata.objective)
        assert (best.note is not None) == (objectives[-1] == "shoot")
        if best.note:
            share = f"{100 * best.features['moon_chance']:.0f}%"
            assert best.note == f"{NOTED}{share}"
            assert odds_of(best) == f"such a plan succeeds in about {share} of hands."
        for user in play.legal_actions(state):
            graded = searched(state, user, worlds=60)
            assert (graded.candidates[0].note is not None) == (graded.metadata.objective == "shoot")
            others = [each.stderr for each in graded.candidates[1:] if each.compared]
            assert not others or (min(others) >= SHOOTING) == (graded.metadata.objective == "shoot")
        plain = searched(state, worlds=60, shoot=False)
        assert plain.metadata.objective == "points"
        assert all(candidate.note is None for candidate in plain.candidates)
    assert objectives.count("shoot") >= 2


def test_the_chance_in_the_note_on_a_plan_to_shoot_is_the_one_that_its_values_come_with() -> None:
    # Enough work for a second sample, in which the first candidates are measured again.
    candidates = searched(following(27, 0), max_work=3000).candidates
    plans = [each for each in candidates if each.note]
    assert len(plans) > 1
    assert all(each.note == f"{NOTED}{percent(each.features['moon_chance'])}" for each in plans)


def test_the_best_move_before_a_plan_to_shoot_has_the_error_of_their_difference() -> None:
    state = following(62, 0)
    best, second = searched(state, worlds=20).candidates[:2]
    assert (best.note is None, second.note is None) == (True, False)
    graded = searched(state, best.action, worlds=20)
    assert graded.user_action == graded.best_action
    assert graded.delta_stderr == pytest.approx(second.stderr)


def test_the_objective_is_to_block_a_player_who_alone_has_points() -> None:
    objectives = set()
    for state in (state for seed in range(6) for state in greedy_hand(seed)[20:40:4]):
        player, taken = state.active_player_id, state.points
        suspected = any(taken[seat] >= SUSPICIOUS and taken[seat] == sum(taken) for seat in range(4) if seat != player)
        objective = searched(state, worlds=8, endgame_cards=0).metadata.objective
        assert (objective == "block") is suspected
        objectives.add(objective)
    assert {"points", "block"} <= objectives


def near_the_end(state: HeartsState) -> HeartsState:
    """The same cards with scores at which the next player's points would end the game, and the player to move leads."""
    me = state.active_player_id
    scores = [60] * 4
    scores[me], scores[(me + 1) % 4] = 50, 98
    return state.model_copy(update={"scores": scores})


def test_near_the_end_of_a_game_values_are_chances_to_win() -> None:
    other = 0
    for seed, moves in ((1, 14), (3, 24), (7, 14), (13, 14), (22, 14), (33, 24), (35, 24)):
        state = greedy_hand(seed)[moves]
        result, points = searched(near_the_end(state), worlds=100), searched(state, worlds=100)
        metadata, best = result.metadata, result.candidates[0]
        assert metadata.objective in ("win", "shoot", "block")
        assert metadata.horizon == "game"
        assert any("end the game" in note for note in metadata.notes)
        assert result.win_probability == best.features["win_chance"]
        assert best.note or best.ev == pytest.approx(100 * best.features["win_chance"] - 100)
        assert points.win_probability is None
        assert points.metadata.notes == ()
        other += result.best_action != points.best_action
    # With the same cards, another move is sometimes best, because it changes when the game ends.
    assert other


def test_a_forced_card_is_graded_best() -> None:
    state = next(state for state in greedy_hand(2)[4:] if len(play.legal_actions(state)) == 1)
    result = searched(state, worlds=20)
    assert len(result.candidates) == 1
    graded = searched(state, result.best_action, worlds=20)
    assert (graded.delta_ev, graded.grade, graded.too_close) == (0, "BEST", False)
