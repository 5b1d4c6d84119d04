"""Hearts' search: what it compares, what it prefers, what it tells, and when it stops."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from py_engine.evaluation import Sample
from py_engine.games.hearts import play
from py_engine.games.hearts.cards import DECK, NUMBERS, names_of
from py_engine.games.hearts.equivalence import lowest_equals
from py_engine.games.hearts.facts import facts_of
from py_engine.games.hearts.objective import FEATURES
from py_engine.games.hearts.plans import Plan, PlanValues
from py_engine.games.hearts.playouts import finished, play_out
from py_engine.games.hearts.rules import after_moon
from py_engine.games.hearts.sampled import AT_LEAST, DROP_AFTER, FAILED_MOON, WorldEvaluation
from py_engine.games.hearts.search import CardSearch, may_shoot
from py_engine.games.hearts.state import HeartsState, mask_of_hand
from py_engine.games.hearts.weights import default_play_tables
from py_engine.numerics import U64, Array
from tests.engine import hearts_golden
from tests.engine.asking import timeless
from tests.engine.hearts_searched import Json, action_of, dealt, greedy_action, greedy_hand, job, question, searched

TABLES = default_play_tables()


def card(candidate: Json) -> str:
    found: str = candidate["action"]["play"]
    return found


def following(seed: int, moves: int) -> HeartsState:
    """From some move on, a position with something to choose."""
    return next(state for state in greedy_hand(seed)[moves:] if len(play.legal_actions(state)) > 2)


def card_search(state: HeartsState, user: str | None = None, **options: Any) -> CardSearch:
    return CardSearch(question(state, None if user is None else {"play": user}, **options))


def test_the_order_of_moves_is_as_it_was() -> None:
    """If this was meant to change: ``python -m tests.engine.hearts_golden``."""
    found = hearts_golden.answers()
    assert found == json.loads(hearts_golden.FILE.read_text("utf-8"))
    # The positions are of many kinds.
    assert {each["objective"] for each in found.values()} == {"points", "win"}
    assert min(len(each["moves"]) for each in found.values()) > 1


@pytest.mark.parametrize("max_work", [1, 100, 1000, 3000])
@pytest.mark.parametrize("moves", [0, 14])
def test_work_is_bounded(moves: int, max_work: int) -> None:
    state = following(2, moves)
    evaluation = job(state, max_work=max_work)
    assert isinstance(evaluation, WorldEvaluation)
    metadata = (evaluation.run() or {})["metadata"]
    # One world is measured whatever the work allows.
    assert metadata["rollouts_run"] == evaluation.work_done <= max(max_work, len(evaluation.plans))
    assert metadata["rollouts_run"] > 0.9 * max_work - 32 * len(evaluation.plans)
    assert metadata["ended_by"] == "work"
    assert metadata["completed_within_budget"]
    assert [log["type"] for log in metadata["telemetry"]] == ["SearchLog"]


def test_worlds_are_bounded() -> None:
    for worlds in (1, 20, 70):
        result = searched(following(2, 14), worlds=worlds)
        assert result["candidates"][0]["rollouts"] == worlds
        graded = searched(following(2, 14), greedy_action(following(2, 14)), worlds=worlds)
        assert graded["candidates"][0]["rollouts"] in (worlds, 2 * worlds)


def test_a_budget_that_is_exceeded_is_told() -> None:
    result = searched(following(3, 20), worlds=5000, time_budget_ms=0)
    log, exceeded = result["metadata"]["telemetry"]
    assert result["metadata"]["ended_by"] == "clock"
    assert not result["metadata"]["completed_within_budget"]
    assert exceeded == {"type": "budget_exceeded", "sampled_worlds": log["sampled_worlds"], "wanted_worlds": 5000}
    assert 0 < log["sampled_worlds"] < 5000


def test_there_is_an_answer_after_the_first_worlds_and_it_gets_better() -> None:
    evaluation = job(following(4, 12), worlds=600)
    seen: list[Json] = []
    while not evaluation.done:
        evaluation.piece()
        found = evaluation.result()
        assert found is not None or not seen
        if found is not None and (
            not seen or found["candidates"][0]["rollouts"] > seen[-1]["candidates"][0]["rollouts"]
        ):
            seen.append(found)
    assert len(seen) > 2
    assert seen[0]["candidates"][0]["rollouts"] == WorldEvaluation.first_chunk
    errors = [found["candidates"][0]["stderr"] for found in seen]
    assert errors[-1] < 0.6 * errors[0]
    assert all(found["metadata"]["ended_by"] is None for found in seen[:-1])


def test_the_same_question_has_the_same_answer_and_another_seed_another() -> None:
    state = following(5, 12)
    first, again, other = (searched(state, worlds=80, evaluator_seed=seed) for seed in (1, 1, 2))
    assert timeless(first) == timeless(again)
    assert first["best_action_ev"] != other["best_action_ev"]


def with_values(search: WorldEvaluation, gaps: dict[int, Array], worlds: int = 100) -> WorldEvaluation:
    """Says what the plans of a search are worth: nothing, but for some."""
    values = np.zeros((len(search.plans), worlds), dtype=np.float64)
    for plan, gap in gaps.items():
        values[plan] = gap
    every = range(len(search.plans))
    search.values.add(every, values)
    features = {name: np.zeros(len(search.plans), dtype=np.float64) for name in FEATURES}
    search.explored.add(every, Sample(values, features, values.size))
    return search


def ahead_by(errors: float, worlds: int = 100) -> Array:
    """Values that are so many standard errors above nothing."""
    noise = np.where(np.arange(worlds) % 2, 1.0, -1.0)
    error = float(np.sqrt(1 / (worlds - 1)))
    return noise + errors * error


@pytest.mark.parametrize(("errors", "gate", "leader"), [(1.4, 1.5, 0), (1.6, 1.5, 2), (0.1, 0.0, 2), (2.5, 3.0, 0)])
def test_the_greedy_card_is_left_for_a_clearly_better_one_only(errors: float, gate: float, leader: int) -> None:
    search = with_values(card_search(following(3, 20), gate=gate), {2: ahead_by(errors)})
    assert search.values.difference(2, 0).value / search.values.difference(2, 0).stderr == pytest.approx(errors)
    assert search.leader() == leader
    result = search.result() or {}
    assert result["best_action"]["play"] == names_of(search.plans[leader].move)[0]
    assert search.plans[0].move == 1 << NUMBERS[greedy_action(following(3, 20))["play"]]


def test_a_plan_to_shoot_must_succeed_in_more_than_half_of_the_worlds() -> None:
    for chance, chosen in ((0.5, False), (0.51, True)):
        search = with_values(card_search(greedy_hand(1)[4]), {})
        shooting = next(i for i, plan in enumerate(search.plans) if plan.shoot)
        search.values.add([shooting], np.zeros((1, 0)))
        search = with_values(card_search(greedy_hand(1)[4]), {shooting: ahead_by(9)})
        search.explored.features["moon_chance"][shooting] = chance * 100
        assert (search.leader() == shooting) is chosen


def test_what_is_far_behind_is_dropped_but_for_the_greedy_card_and_the_users() -> None:
    state = following(3, 20)
    user = next(card for card in map(card_of, play.legal_actions(state)) if card != greedy_action(state)["play"])
    early = with_values(card_search(state, user), {1: np.full(DROP_AFTER - 1, -5.0)}, DROP_AFTER - 1)
    early.narrow()
    assert list(early.contenders) == list(range(len(early.plans)))
    search = card_search(state, user)
    of_user = [i for i, plan in enumerate(search.plans) if plan.move == search.user_move]
    behind = {i: ahead_by(-3.3) for i in range(len(search.plans))}
    kept = next(i for i in behind if i not in (0, *of_user))
    behind[kept] = ahead_by(-3.1)
    with_values(search, behind | {0: np.zeros(100)})
    search.narrow()
    assert list(search.contenders) == sorted({0, kept, *of_user})
    # The greedy card stays even where another one leads by far.
    best = with_values(card_search(state), {2: np.full(100, 7.0)})
    best.narrow()
    assert list(best.contenders) == [0, 2]


def card_of(action: Json) -> str:
    found: str = action["play"]
    return found


def test_dropped_cards_are_told_by_what_sets_them_apart_in_the_worlds_they_have_seen() -> None:
    values = PlanValues(2)
    values.add([0, 1], np.array([[1.0, 3.0], [0.0, 1.0]]))
    values.add([0], np.array([[8.0, 8.0]]))
    assert values.estimate(0, 0) == 5
    assert values.estimate(1, 0) == 5 - 1.5
    assert values.difference(1, 0).value == -1.5
    assert values.of(1).tolist() == [0, 1]
    more = np.arange(2000, dtype=np.float64)[None]
    values.add([0], more)
    assert values.of(0).tolist() == [1, 3, 8, 8, *range(2000)]
    assert values.difference(0, 1).stderr == pytest.approx(0.5)


def test_of_a_long_search_some_cards_have_seen_fewer_worlds() -> None:
    result = searched(following(3, 20), worlds=800)
    worlds = [candidate["rollouts"] for candidate in result["candidates"]]
    assert max(worlds) == worlds[0] == 800
    assert min(worlds) < 800


def test_interchangeable_cards_are_worth_the_same_and_cost_nothing() -> None:
    met = 0
    for state in (greedy_hand(seed)[moves] for seed in range(12) for moves in (13, 21, 26)):
        facts = facts_of(state, state.active_player_id)
        legal = [card_of(action) for action in play.legal_actions(state)]
        stands_for = lowest_equals(facts.hand, int(DECK) & ~facts.gone, facts.rules)
        pairs = [(one, stands_for[NUMBERS[one]]) for one in legal if stands_for[NUMBERS[one]] != NUMBERS[one]]
        if not pairs or met == 3:
            continue
        result = searched(state, worlds=40)
        evs = {card(candidate): candidate["ev"] for candidate in result["candidates"]}
        assert sorted(evs) == sorted(legal)
        for one, lowest in pairs:
            assert evs[one] == evs[names_of(1 << lowest)[0]]
        best = [one for one in legal if stands_for[NUMBERS[one]] == stands_for[NUMBERS[card(result["candidates"][0])]]]
        graded = [searched(state, {"play": one}, worlds=40) for one in best]
        assert len({(each["delta_ev"], each["grade"]) for each in graded}) == 1
        met += len(best) > 1
    assert met > 1


def test_a_clearly_best_card_loses_nothing() -> None:
    """The queen of spades goes on a trick that another one takes, rather than the card that is worst."""
    clear = 0
    for state in (state for seed in range(12) for state in greedy_hand(seed)[16:32]):
        hand = state.hands[state.active_player_id]
        assert isinstance(hand, list)
        if not state.trick or "QS" not in hand or any(one[1] == state.trick[0][1] for one in hand):
            continue
        queen = searched(state, {"play": "QS"}, worlds=60)
        if queen["too_close"] or queen["best_action"] != {"play": "QS"}:
            continue
        other = searched(state, queen["candidates"][-1]["action"], worlds=60)
        assert other["best_action"] == {"play": "QS"}
        assert (queen["delta_ev"], queen["delta_stderr"], queen["grade"]) == (0, 0, "BEST")
        assert queen["confidence"] > 0.9
        assert other["delta_ev"] < -1
        assert other["grade"] in ("MISTAKE", "BLUNDER")
        clear += 1
    assert clear > 0


LOG = {"type", "trick_idx", "move", "expected_points", "variance", "sampled_worlds", "duration_ms"}


@pytest.mark.parametrize("evaluator", ["search", "pimc"])
def test_what_is_logged_is_of_the_card_that_is_told(evaluator: str) -> None:
    for seed in range(4):
        state = following(seed, 15)
        for user in (None, play.legal_actions(state)[-1]):
            result = searched(state, user, worlds=40, evaluator=evaluator)
            metadata, best = result["metadata"], result["candidates"][0]
            (log,) = metadata["telemetry"]
            assert set(log) == LOG
            assert metadata["evaluator"] == evaluator
            assert log["move"] == result["best_action"] == best["action"]
            assert log["trick_idx"] == len(state.trick_history)
            assert log["expected_points"] == best["features"]["expected_points"]
            assert log["variance"] == best["features"]["variance"] > 0
            assert log["sampled_worlds"] == best["rollouts"]
            assert isinstance(log["duration_ms"], int)
            assert metadata["horizon"] == "hand"
            assert best["ev"] == pytest.approx(-best["features"]["expected_points"]) or metadata["objective"] == "shoot"


SHOOTER = "2C 3C AD KD QD JD TD 9D AS AH KH QH JH"


def shooters(seed: int) -> HeartsState:
    """Seat 0 takes nearly every trick; the first one is played."""
    rest = [name for name in NUMBERS if name not in SHOOTER.split()]
    np.random.default_rng(seed).shuffle(rest)
    state = dealt([SHOOTER, *(" ".join(sorted(rest[k : k + 13], key=NUMBERS.__getitem__)) for k in (0, 13, 26))])
    while state.active_player_id or not state.trick_history:
        state = play.apply_action(state, action_of(greedy_action(state)))
    return state


def test_a_hand_that_can_shoot_the_moon_does_and_says_so() -> None:
    objectives = []
    for seed in range(4):
        state = shooters(seed)
        result = searched(state, worlds=60)
        best = result["candidates"][0]
        objectives.append(result["metadata"]["objective"])
        assert (best["note"] is not None) == (objectives[-1] == "shoot")
        if best["note"]:
            share = f"{100 * best['features']['moon_chance']:.0f} %"
            assert best["note"] == f"With the plan to shoot the moon: it succeeds in {share} of the worlds."
        plain = searched(state, worlds=60, shoot=False)
        assert plain["metadata"]["objective"] == "points"
        assert all(candidate["note"] is None for candidate in plain["candidates"])
    assert objectives.count("shoot") >= 2


def test_nobody_shoots_once_another_one_has_points() -> None:
    states = greedy_hand(3)
    for state in states[4:]:
        facts = facts_of(state, state.active_player_id)
        mine = state.points[state.active_player_id]
        assert may_shoot(facts) is (sum(state.points) == mine)
        plans = card_search(state).plans
        assert any(plan.shoot for plan in plans) is may_shoot(facts)
        assert not plans[0].shoot
    assert not any(plan.shoot for plan in CardSearch(question(states[8]), shoot=False).plans)


def test_a_moon_counts_by_how_far_it_is_trusted() -> None:
    state = shooters(0)
    facts = facts_of(state, 0)
    for trust in (1.0, 0.6, 0.0):
        search = card_search(state, moon_trust=trust, inference=False)
        search.defend = False
        shooting = [i for i, plan in enumerate(search.plans) if plan.shoot][:1]
        plan = search.plans[shooting[0]]
        sample = drawn(search, shooting, 24)
        hands = search.question.worlds("explore", 0, 24)
        batch = search.positions(hands, [plan])
        taken = finished(play_out(batch, TABLES, 0, np.ones(24, dtype=bool), defend=False))
        points = after_moon(taken, facts.rules)
        failed = max(FAILED_MOON, state.points[0] + AT_LEAST)
        shot = (taken[0] & 63) >= 45
        assert shot.any()
        expected = np.where(shot, trust * -points[0] - (1 - trust) * failed, -points[0])
        assert sample.values[0] == pytest.approx(expected)


def drawn(search: WorldEvaluation, plans: Sequence[int], worlds: int) -> Sample:
    sampling = search.sample(plans, "explore", 0, worlds)
    while True:
        try:
            next(sampling)
        except StopIteration as stop:
            sample: Sample = stop.value
            return sample


def near_the_end(state: HeartsState) -> HeartsState:
    """The same cards where the next player's points would end the game, and the player to move leads."""
    me = state.active_player_id
    scores = [60] * 4
    scores[me], scores[(me + 1) % 4] = 50, 98
    return state.model_copy(update={"scores": scores})


def test_near_the_end_of_a_game_chances_to_win_count() -> None:
    other = 0
    for seed, moves in ((1, 14), (3, 24), (7, 14), (13, 14), (22, 14), (33, 24)):
        state = greedy_hand(seed)[moves]
        result, points = searched(near_the_end(state), worlds=100), searched(state, worlds=100)
        metadata, best = result["metadata"], result["candidates"][0]
        assert metadata["objective"] in ("win", "shoot")
        assert metadata["horizon"] == "game"
        assert any("end the game" in note for note in metadata["notes"])
        assert result["win_probability"] == best["features"]["win_chance"]
        assert best["note"] or best["ev"] == pytest.approx(100 * best["features"]["win_chance"] - 100)
        assert points["win_probability"] is None
        assert points["metadata"]["notes"] == []
        other += result["best_action"] != points["best_action"]
    # The same cards, but others are better now: the end of the game comes sooner or later with them.
    assert other > 1


def test_the_next_player_is_the_one_whose_turn_it_is() -> None:
    for state in greedy_hand(6)[4:50]:
        search = card_search(state, inference=False)
        hands = search.question.worlds("explore", 0, 3)
        batch = search.positions(hands, search.plans)
        seats = batch.seat.reshape(len(search.plans), 3)
        for plan, row in zip(search.plans, seats.tolist(), strict=True):
            moved = play.apply_action(state, action_of({"play": names_of(plan.move)[0]}))
            assert moved.phase == "pass" or row == [moved.active_player_id] * 3
        taken = np.array([facts_of(state, 0).taken]).T
        assert (batch.taken >= taken).all()
        assert (
            np.bitwise_count(
                np.bitwise_or.reduce(batch.hands, axis=0) | batch.gone | batch.trick * U64(batch.on_table > 0)
            )
            == 52
        ).all()


@pytest.mark.parametrize("inference", [False, True])
@pytest.mark.parametrize("skipped", [0, 1, 2])
def test_cards_that_were_passed_stay_where_they_are(skipped: int, *, inference: bool) -> None:
    for moves in (4, 9, 17, 25):
        state = greedy_hand(9, skipped)[moves]
        asked = question(state, inference=inference)
        player = state.active_player_id
        receiver = (player + state.shift) % 4
        given = mask_of_hand(state.passed[player])
        held = given & mask_of_hand(state.hands[receiver])
        for stream in ("explore", "fresh", "quick"):
            worlds = asked.worlds(stream, 0, 30)
            assert worlds.shape == (4, 30)
            assert (worlds[receiver] & U64(given) == U64(held)).all()
            assert (worlds[player] == U64(mask_of_hand(state.hands[player]))).all()
        if moves < 10:
            assert held


def test_worlds_of_a_stream_are_the_same_every_time_and_others_elsewhere() -> None:
    asked, again = (question(following(2, 14)) for _ in range(2))
    first = asked.worlds("explore", 16, 20)
    assert again.worlds("explore", 16, 20).tolist() == first.tolist()
    assert asked.worlds("explore", 36, 20).tolist() != first.tolist()
    assert asked.worlds("fresh", 16, 20).tolist() != first.tolist()
    assert question(following(2, 14), seed=2).worlds("explore", 16, 20).tolist() != first.tolist()


def test_likelier_worlds_are_drawn_more_often() -> None:
    state = following(2, 30)
    asked, plain = question(state), question(state, inference=False)
    pool, heights = asked._pool("explore")
    likely = {
        tuple(world): weight
        for world, weight in zip(pool.T.tolist(), np.diff(heights, prepend=0).tolist(), strict=True)
    }
    drawn_worlds = [likely[tuple(world)] for world in asked.worlds("explore", 0, 500).T.tolist()]
    assert np.mean(drawn_worlds) > 1.3 * np.mean(list(likely.values()))
    assert plain.worlds("explore", 0, 500).shape == (4, 500)
    assert not plain._pools


@pytest.mark.parametrize("moves", [9, 22, 37])
def test_a_sample_is_one_playout_a_plan_and_world(moves: int) -> None:
    search = card_search(following(4, moves), inference=False)
    search.defend = False
    places = [i for i, plan in enumerate(search.plans) if not plan.shoot]
    sample = drawn(search, places, 5)
    hands = search.question.worlds("explore", 0, 5)
    for row, place in enumerate(places):
        for world in range(5):
            batch = search.positions(hands[:, world : world + 1], [search.plans[place]])
            taken = finished(play_out(batch, TABLES, defend=False))
            assert sample.values[row, world] == search.question.objective.outcome(taken).values[0]
    assert sample.work == 5 * len(places)
    assert sample.features["tricks"].shape == (len(places),)


def test_plain_monte_carlo_drops_nothing_and_prefers_the_highest_mean() -> None:
    state = following(3, 20)
    result = searched(state, evaluator="pimc", worlds=120)
    assert {candidate["rollouts"] for candidate in result["candidates"]} == {120}
    assert {candidate["note"] for candidate in result["candidates"]} == {None}
    evaluation = job(state, evaluator="pimc", worlds=120)
    assert isinstance(evaluation, CardSearch)
    assert not any(plan.shoot for plan in evaluation.plans)
    assert with_values(evaluation, {2: ahead_by(0.1)}).leader() == 2


def test_a_single_card_needs_no_search() -> None:
    state = next(state for state in greedy_hand(2)[4:] if len(play.legal_actions(state)) == 1)
    result = searched(state, worlds=20)
    assert len(result["candidates"]) == 1
    graded = searched(state, result["best_action"], worlds=20)
    assert (graded["delta_ev"], graded["grade"], graded["too_close"]) == (0, "BEST", False)


def test_every_move_has_a_plan_and_the_first_is_the_greedy_one() -> None:
    for state in greedy_hand(11)[4:]:
        search = card_search(state)
        assert {plan.move for plan in search.plans} == set(search.moves)
        facts = facts_of(state, state.active_player_id)
        stands_for = lowest_equals(facts.hand, int(DECK) & ~facts.gone, facts.rules)
        greedy = NUMBERS[greedy_action(state)["play"]]
        assert search.plans[0] == Plan(1 << stands_for[greedy])
