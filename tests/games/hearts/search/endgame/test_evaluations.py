"""Exact evaluations of endgames against brute force over all worlds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from pydantic import JsonValue

from py_engine.core.contract import EvaluatorParams
from py_engine.core.numerics import U64
from py_engine.core.results import Result
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.knowledge.objective import Objective
from py_engine.games.hearts.knowledge.winning import win_chances
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.batch import JACK, QUEEN, TRICK, Rules
from py_engine.games.hearts.rules.cards import NUMBERS, mask_of
from py_engine.games.hearts.rules.state import HeartsState
from py_engine.games.hearts.search.endgame.enumerated import EnumeratedEndgame
from py_engine.games.hearts.search.endgame.sampled import SampledEndgame
from py_engine.games.hearts.search.endgame.solver import Solver
from py_engine.games.hearts.search.endgame.worlds import FEATURES, SolvedWorlds
from py_engine.games.hearts.search.options import SearchOptions
from py_engine.games.hearts.search.sampled.inference import likelihoods
from py_engine.games.hearts.search.sampled.information_set import InformationSet
from tests.bridge.asking import LONG
from tests.games.hearts import brute
from tests.games.hearts.beliefs_oracle import endgame, worlds
from tests.games.hearts.searched import Json, action_of, card_of, dealt, finished, greedy_action, request, searched

SEEDS = (0, 1, 2, 3, 5, 8)
MAXN: Json = {"paranoid_threshold": 1.0, "inference": False}


def brute_position(state: HeartsState, hands: tuple[frozenset[str], ...]) -> brute.Position:
    """The position in a world."""
    piles: list[set[str]] = [set(), set(), set(), set()]
    for trick in state.trick_history:
        piles[trick.winner] |= {card for card in trick.cards if brute.worth(card, state.rules)}
    gone = frozenset(card for trick in state.trick_history for card in trick.cards)
    held = tuple(tuple(sorted(map(str, cards), key=brute.DECK.index)) for cards in hands)
    table = tuple(map(str, state.trick))
    return brute.Position(state.rules, held, state.lead, table, gone, tuple(map(frozenset, piles)))


def all_worlds(state: HeartsState) -> list[brute.Position]:
    return [brute_position(state, each) for each in worlds(state, state.active_player_id)]


def likelihood(state: HeartsState, world: brute.Position) -> float:
    hands = np.array([[mask_of(cards)] for cards in world.hands], dtype=U64)
    facts = facts_of(state, state.active_player_id)
    return float(likelihoods(facts, hands)[0])


def means(state: HeartsState, mode: str, weights: list[float], ended: list[brute.Position]) -> dict[str, float]:
    """The weighted mean value of each card over all worlds."""
    seat = state.active_player_id
    found: dict[str, float] = {}
    for card in brute.legal(ended[0]):
        values = [brute.values(brute.play(world, card), seat) for world in ended]
        points = [value.maxn[seat] if mode == "maxn" else value.paranoid for value in values]
        found[card] = -sum(w * p for w, p in zip(weights, points, strict=True)) / sum(weights)
    return found


def evs(result: Result) -> dict[str, float]:
    return {card_of(candidate.action): candidate.ev for candidate in result.candidates}


CASES = [(seed, 2, turn) for seed in SEEDS for turn in (0, 3)] + [(4, 3, 2), (6, 3, 3)]


@pytest.mark.parametrize(("seed", "cards", "turn"), CASES)
def test_values_are_means_over_all_worlds(seed: int, cards: int, turn: int) -> None:
    state = endgame(seed, cards, turn, variant=seed % 3)
    every = all_worlds(state)
    even = [1.0] * len(every)
    result = searched(state, **MAXN)
    assert result.metadata.solved
    assert evs(result) == pytest.approx(means(state, "maxn", even, every))
    assert {candidate.rollouts for candidate in result.candidates} == {len(every)}
    paranoid = searched(state, paranoid_threshold=0.0, inference=False)
    assert evs(paranoid) == pytest.approx(means(state, "paranoid", even, every))


@pytest.mark.parametrize(("seed", "turn"), [(0, 0), (3, 3), (5, 1), (8, 2)])
def test_worlds_are_weighted_by_their_likelihood(seed: int, turn: int) -> None:
    state = endgame(seed, 2, turn)
    every = all_worlds(state)
    weights = [likelihood(state, world) for world in every]
    assert evs(searched(state, paranoid_threshold=1.0)) == pytest.approx(means(state, "maxn", weights, every))


def test_no_chance_is_larger_than_one_by_rounding() -> None:
    """Weights of many worlds that add up to 1 in exact numbers may not in rounded ones."""
    certain = 0
    for seed in range(12):
        for candidate in searched(endgame(seed, 3, variant=seed % 3), paranoid_threshold=1.0).candidates:
            for name in ("queen_chance", "moon_chance", "moon_against"):
                assert 0 <= candidate.features[name] <= 1
                certain += candidate.features[name] == 1
    assert certain > 3


def test_likelihoods_of_worlds_differ() -> None:
    assert any(len({likelihood(s, w) for w in all_worlds(s)}) > 1 for s in (endgame(seed, 2) for seed in SEEDS))


def test_exact_values_have_an_error_only_where_a_difference_depends_on_the_deal() -> None:
    kinds = set()
    for seed in SEEDS:
        state = endgame(seed, 2)
        every, seat = all_worlds(state), state.active_player_id
        legal = play.legal_actions(state)
        for user in (legal[0], legal[-1]):
            result = searched(state, user, **MAXN)
            metadata = result.metadata
            points = {
                card_of(action): [brute.values(brute.play(world, card_of(action)), seat).maxn[seat] for world in every]
                for action in legal
            }
            best, *others = result.candidates
            assert best.stderr == 0
            for other in others:
                pairs = zip(points[card_of(other.action)], points[card_of(best.action)], strict=True)
                depends = len({one - two for one, two in pairs}) > 1
                assert (other.stderr > 0) is depends
                kinds.add(depends)
            if result.delta_stderr == 0:
                assert (result.confidence, result.too_close) == (1, False)
            assert metadata.ended_by == "solved"
            assert metadata.solved
            assert metadata.completed_within_budget
            values = evs(result)
            assert result.delta_ev == pytest.approx(values[card_of(user)] - max(values.values()))
            assert result.best_action_ev == max(values.values())
            assert best.ev == pytest.approx(-best.features["expected_points"])
    assert kinds == {False, True}


def test_near_the_end_of_a_game_values_are_mean_chances_to_win() -> None:
    state = endgame(1, 2).model_copy(update={"scores": [80, 75, 88, 79]})
    seat, every = state.active_player_id, all_worlds(state)
    result = searched(state, **MAXN)
    for card, ev in evs(result).items():
        found = []
        for world in every:
            points = brute.values(brute.play(world, card), seat).maxn
            scores = np.array(points)[:, None] + np.array(state.scores)[:, None]
            found.append(100 * (float(win_chances(scores, seat, 100)[0]) - 1))
        assert ev == pytest.approx(sum(found) / len(found))
    assert result.metadata.objective == "win"
    assert result.win_probability == result.candidates[0].features["win_chance"]


LOG = {"type", "cards_left", "strategy", "solved_worlds", "possible_worlds", "nodes_expanded", "result", "duration_ms"}


def test_forced_is_noted_if_no_other_card_is_better_in_any_world() -> None:
    cases = []
    for seed in range(14):
        state = endgame(seed, 2, turn=seed % 4)
        result = searched(state, **MAXN)
        (log,) = result.metadata.telemetry
        assert set(log) == LOG
        assert (log["type"], log["cards_left"], log["strategy"]) == ("EndgameLog", 2, "enumerated, maxn")
        assert log["nodes_expanded"] == result.metadata.nodes > 0
        seat, best = state.active_player_id, card_of(result.best_action)
        forced, matters = True, False
        for world in all_worlds(state):
            points = {card: brute.values(brute.play(world, card), seat).maxn[seat] for card in brute.legal(world)}
            forced &= points[best] == min(points.values())
            matters |= max(points.values()) > points[best]
        notes = result.metadata.notes
        assert log["result"] == ("Forced" if forced and matters else None)
        assert any(note.startswith("Forced") for note in notes) is (forced and matters)
        equal = not matters and len(result.candidates) > 1
        assert any(note.startswith("All cards are worth the same") for note in notes) is equal
        cases.append((forced, matters))
    assert set(cases) == {(True, True), (True, False), (False, True)}


def enumerated(state: HeartsState, user: JsonValue = None, **params: Any) -> EnumeratedEndgame:
    budgets = EvaluatorParams.model_validate({"evaluator_seed": 1, "time_budget_ms": LONG} | params)
    known = InformationSet(request(state, user, budgets), SearchOptions())
    found = known.beliefs.enumerate_worlds(5000)
    assert found is not None
    return EnumeratedEndgame(known, *found, "maxn")


def test_a_partial_enumeration_has_standard_errors_and_can_be_extended() -> None:
    state = endgame(0, 2)
    user = play.legal_actions(state)[-1]
    evaluation = enumerated(state, user, max_work=2)
    whole = evaluation.params.model_copy(update={"max_work": None})
    part = finished(evaluation)
    seen = part.candidates[0].rollouts
    assert 0 < seen < len(evaluation.weights)
    assert not part.metadata.solved
    assert part.metadata.ended_by == "work"
    assert part.metadata.telemetry[0]["result"] == "Too few worlds"
    assert evaluation.progress == 1
    evaluation.extend(whole)
    rest = finished(evaluation)
    assert rest.metadata.solved
    assert evs(rest) == evs(finished(enumerated(state)))
    late = finished(enumerated(state, time_budget_ms=0))
    assert late.metadata.telemetry[1:] == [
        {"type": "budget_exceeded", "sampled_worlds": 1, "wanted_worlds": len(evaluation.weights)}
    ]
    assert all(candidate.stderr > 0 for candidate in part.candidates)
    assert part.delta_stderr


def sampled(state: HeartsState, user: JsonValue = None, **options: Any) -> SampledEndgame:
    budgets = EvaluatorParams(evaluator_seed=1, time_budget_ms=LONG)
    known = InformationSet(request(state, user, budgets), SearchOptions(**options))
    return SampledEndgame(known, "maxn", known.beliefs.number())


def test_sampled_endgames_solve_each_world() -> None:
    state = endgame(2, 3)
    search = sampled(state, worlds=12)
    result = finished(search)
    facts, seat = facts_of(state, state.active_player_id), state.active_player_id
    hands = search.known.worlds("explore", 0, 12)
    for plan in range(len(search.plans)):
        card = search.plans[plan].move.bit_length() - 1
        values = []
        for world in range(12):
            solved = Solver(state.rules, seat, "maxn").solve(
                hands[:, world].tolist(), facts.leader or 0, facts.table, facts.gone, facts.taken
            )
            values.append(-solved[card][seat])
        assert search.values.mean(plan) == pytest.approx(np.mean(values))
        assert search.values.variance(plan) == pytest.approx(np.var(values))
    metadata = result.metadata
    log, ended = metadata.telemetry
    assert log["type"] == "SearchLog"
    assert set(ended) == LOG
    assert ended["strategy"] == "sampled, maxn"
    assert ended["result"] == "Too few worlds"
    assert (ended["solved_worlds"], ended["possible_worlds"]) == (24, len(all_worlds(state)))
    assert ended["nodes_expanded"] == metadata.nodes == search.solved.nodes > 0
    assert not metadata.solved


def test_sampled_and_enumerated_endgames_agree() -> None:
    state = endgame(7, 3)
    exact, found = evs(searched(state, **MAXN)), evs(finished(sampled(state, worlds=400)))
    assert set(exact) == set(found)
    for card, ev in exact.items():
        assert found[card] == pytest.approx(ev, abs=0.8)


MOON = (
    "2C AC KC QC JC AD KD AS KS QS AH KH 2H",
    "3C 4C 5C 6C 2D 3D 4D 5D 2S 3S 4S 5S 6S",
    "7C 8C 9C TC 6D 7D 8D 9D 7S 8S 9S TS JS",
    "TD JD QD 3H 4H 5H 6H 7H 8H 9H TH JH QH",
)


def test_points_taken_earlier_count_in_exact_values() -> None:
    """Seat 0 has taken every trick so far, and the last ones decide whether it shoots the moon."""
    state = dealt(list(MOON))
    order = ["2C", "AC", "KC", "QC", "JC", "AD", "KD", "AS", "KS", "QS", "AH", "KH", "2H"]
    while len(state.trick_history) < 11:
        card: Json = {"play": order[len(state.trick_history)]} if state.active_player_id == 0 else greedy_action(state)
        if state.active_player_id == 0 and card not in play.legal_actions(state):
            card = greedy_action(state)
        state = play.apply_action(state, action_of(card))
    assert state.points[0] > 0
    while state.active_player_id:
        state = play.apply_action(state, action_of(greedy_action(state)))
    every = all_worlds(state)
    assert evs(searched(state, **MAXN)) == pytest.approx(means(state, "maxn", [1.0] * len(every), every))


def features_of(
    state: HeartsState, taken: tuple[int, int, int, int], points: tuple[int, ...], **changes: Any
) -> dict[str, float]:
    """The features of final points of a hand, for seat 0."""
    facts = replace(facts_of(state, 0), seat=0, taken=taken, **changes)
    solved = SolvedWorlds(facts, Objective(facts), [], "maxn")
    _, features = solved.outcome(np.array(points, dtype=np.int64)[:, None])
    return dict(zip(FEATURES, features[:, 0].tolist(), strict=True))


QUEEN_GONE, QUEEN_OUT = 1 << NUMBERS["QS"], 1 << NUMBERS["2C"]


# Codes taken before by seat, final points, mask of the cards gone; expected hearts, queen, own moon, another seat's moon.
ENDINGS = (
    ((3, 0, 0, 0), (5, 8, 13, 0), QUEEN_OUT, (5, 0, 0, 0)),
    ((3, 0, 0, 0), (18, 8, 0, 0), QUEEN_OUT, (5, 1, 0, 0)),
    ((3 + QUEEN, 0, 0, 0), (18, 8, 0, 0), QUEEN_GONE, (5, 1, 0, 0)),
    ((3, QUEEN, 0, 0), (5, 21, 0, 0), QUEEN_GONE, (5, 0, 0, 0)),
    ((12, 0, 0, 0), (0, 26, 26, 26), QUEEN_OUT, (13, 1, 1, 0)),
    ((0, 12, 0, 0), (26, 0, 26, 26), QUEEN_OUT, (0, 0, 0, 1)),
)


@pytest.mark.parametrize(("taken", "points", "gone", "expected"), ENDINGS)
def test_features_of_exact_endings(
    taken: tuple[int, int, int, int], points: tuple[int, ...], gone: int, expected: tuple[int, ...]
) -> None:
    found = features_of(endgame(0, 3), taken, points, gone=gone)
    assert found["expected_points"] == points[0]
    assert tuple(found[name] for name in ("hearts", "queen_chance", "moon_chance", "moon_against")) == expected


def test_features_include_moons_that_subtract() -> None:
    rules = Rules(moon_subtracts=True)
    assert features_of(endgame(0, 3), (12, 0, 0, 0), (-26, 0, 0, 0), rules=rules, gone=QUEEN_OUT)["moon_chance"] == 1
    assert features_of(endgame(0, 3), (0, 12, 0, 0), (0, -26, 0, 0), rules=rules, gone=QUEEN_OUT)["moon_against"] == 1
    assert features_of(endgame(0, 3), (0, 12, 0, 0), (0, 26, 0, 0), rules=rules, gone=QUEEN_OUT)["moon_against"] == 0


def test_features_separate_hearts_from_a_jack_taken_earlier() -> None:
    rules = Rules(jack_of_diamonds=True)
    gone = QUEEN_GONE | 1 << NUMBERS["JD"]
    found = features_of(endgame(0, 3), (5 + JACK + TRICK, QUEEN, 0, 0), (-3, 19, 0, 0), rules=rules, gone=gone)
    assert found["hearts"] == 7


@pytest.mark.parametrize(
    ("points", "hearts", "queen"),
    [
        ((3, 5, 8, 0), 0, 1),  # the queen and the jack, since nobody else gained thirteen points
        ((3, 13, 0, 0), 3, 0),
        ((-8, 13, 5, 6), 2, 0),
        ((13, 3, 0, 0), 0, 1),
    ],
)
def test_features_find_the_queen_behind_the_jack(points: tuple[int, ...], hearts: int, queen: int) -> None:
    found = features_of(endgame(0, 3), (0, 0, 0, 0), points, rules=Rules(jack_of_diamonds=True), gone=QUEEN_OUT)
    assert (found["hearts"], found["queen_chance"]) == (hearts, queen)


SAFE = "The best card never costs the queen of spades, if everybody plays for the fewest points."


def test_the_note_that_the_queen_is_safe_is_true() -> None:
    noted = 0
    for variant in (0, 2):
        for seed in range(16):
            state = endgame(seed, 2, seed % 4, variant)
            if any("QS" in trick.cards for trick in state.trick_history):
                continue
            result = searched(state, **MAXN)
            best, seat = card_of(result.best_action), state.active_player_id
            if SAFE in result.metadata.notes:
                noted += 1
                for world in all_worlds(state):
                    assert not takes_the_queen(world, best, seat)
    assert noted > 1


def takes_the_queen(world: brute.Position, card: str, seat: int) -> bool:
    """Whether a seat takes the queen in all principal variations of max^n."""
    expected = brute.values(brute.play(world, card), seat).maxn

    def ends(position: brute.Position) -> list[brute.Position]:
        if brute.over(position):
            return [position]
        return [end for one in brute.legal(position) for end in ends(brute.play(position, one))]

    found = [end for end in ends(brute.play(world, card)) if brute.final(end) == expected]
    return all("QS" in end.piles[seat] for end in found)
