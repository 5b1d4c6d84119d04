"""Endings: when solved worlds are reported and when playouts are, and the errors of both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from py_engine.core.results import Result, to_json
from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.knowledge.model_error import model_error
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.cards import DECK, NUMBERS
from py_engine.games.hearts.rules.state import HeartsState
from py_engine.games.hearts.search.endgame.ending import PROMPT, SOLVING, Ending, nodes_in
from py_engine.games.hearts.search.endgame.enumerated import EnumeratedEndgame
from py_engine.games.hearts.search.endgame.sampled import SampledEndgame
from tests.bridge.asking import timeless
from tests.games.hearts.searched import card_of, finished, greedy_hand, job, searched

WORK = 9_375
"""The work of a quarter of a second."""


def ending(seed: int, cards: int, turn: int) -> HeartsState:
    return greedy_hand(seed)[4 + 4 * (13 - cards) + turn]


def has_choice(state: HeartsState) -> bool:
    """Whether two legal cards are not interchangeable."""
    facts = facts_of(state, state.active_player_id)
    equals = lowest_equals(facts.hand, int(DECK) & ~facts.gone, facts.rules)
    return len({equals[NUMBERS[card_of(action)]] for action in play.legal_actions(state)}) > 1


def choices(cards: int) -> Iterator[HeartsState]:
    """Decisions with a choice of cards."""
    for seed in range(30):
        state = ending(seed, cards, seed % 4)
        if has_choice(state):
            yield state


@cache
def slowly_solved() -> HeartsState:
    """A decision whose worlds are all solved in a quarter of a second, but not at once."""
    for state in choices(4):
        result = searched(state, max_work=WORK)
        if result.metadata.solved and result.metadata.rollouts_run:
            return state
    raise AssertionError("There is no such decision.")


def made(state: HeartsState, user: Any = None, **params: Any) -> Ending:
    found = job(state, user, **params)
    assert isinstance(found, Ending)
    return found


def check_truthful(evaluation: Ending, result: Result) -> None:
    """Whether the metadata agrees with what was done."""
    metadata, exact = result.metadata, evaluation.exact
    assert metadata.nodes == exact.solved.nodes
    assert metadata.rollouts_run == (evaluation.playouts.playouts if evaluation.playouts else 0)
    (log,) = (log for log in metadata.telemetry if log["type"] == "EndgameLog")
    reported = isinstance(evaluation.reported, EnumeratedEndgame | SampledEndgame)
    assert (log["result"] == "Too few worlds") is not reported
    assert metadata.solved is (log["solved_worlds"] == log["possible_worlds"] and reported)
    assert (metadata.ended_by == "solved") is metadata.solved
    assert reported is result.evidence.solved


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_an_error_is_zero_only_if_all_worlds_are_solved(cards: int) -> None:
    solved = set()
    for state in list(choices(cards))[:10]:
        for user in (play.legal_actions(state)[0], play.legal_actions(state)[-1]):
            evaluation = made(state, user, max_work=WORK)
            result = finished(evaluation)
            check_truthful(evaluation, result)
            # Solved differences that depend on the deal have one, too (``test_evaluations``).
            errors = {each.stderr for each in result.candidates} | {result.delta_stderr}
            assert (0.0 in errors) is result.metadata.solved
            solved.add(result.metadata.solved)
    assert solved == ({False} if cards == 5 else {True, False})


def test_few_worlds_are_solved_without_playouts() -> None:
    evaluation = made(ending(0, 3, 0), max_work=WORK)
    result = finished(evaluation)
    assert result.metadata.solved
    assert evaluation.playouts is None
    assert evaluation.exact.solved.nodes < PROMPT * nodes_in(evaluation.params)


def test_a_result_does_not_wait_for_a_long_solution() -> None:
    """Between the prompt share and the end of a solution, playouts are shown."""
    evaluation = made(slowly_solved(), max_work=WORK)
    shown = set()
    while not evaluation.done:
        evaluation.piece()
        found = evaluation.result()
        shown.add(None if found is None else found.metadata.solved)
    assert shown == {None, False, True}


def test_worlds_that_are_too_large_take_a_small_part_of_the_budget() -> None:
    shares = []
    for state in list(choices(5))[:10]:
        evaluation = made(state, max_work=WORK)
        result = finished(evaluation)
        check_truthful(evaluation, result)
        if evaluation.exact.suffices:
            continue
        assert evaluation.playouts is not None
        assert evaluation.work_done <= WORK + 64
        shares.append(result.metadata.nodes / nodes_in(evaluation.params))
        assert shares[-1] <= SOLVING + 0.1
    assert len(shares) > 6
    assert sum(shares) / len(shares) < 0.25


def test_six_cards_are_solved_where_their_worlds_are_few() -> None:
    solved = 0
    for seed in range(60):
        state = ending(seed, 6, 3)
        if not has_choice(state):
            continue
        known = job(state, max_work=200_000)
        if not isinstance(known, Ending) or known.known.beliefs.number() > 60:
            continue
        result = finished(known)
        check_truthful(known, result)
        solved += result.metadata.solved
        if solved:
            return
    assert solved


def test_solved_values_are_the_same_for_all_seeds() -> None:
    for state in (slowly_solved(), ending(0, 3, 0)):
        first, second = (searched(state, max_work=WORK, evaluator_seed=seed) for seed in (1, 2))
        assert first.metadata.solved
        one, other = (timeless(to_json(each)) for each in (first, second))
        for each in (one, other):
            del each["metadata"]
        assert one == other


def test_more_work_solves_what_was_played_out_before() -> None:
    state = slowly_solved()
    evaluation = made(state, play.legal_actions(state)[-1], max_work=1_500)
    first = finished(evaluation)
    assert not first.metadata.solved
    assert first.metadata.rollouts_run > 0
    evaluation.extend(evaluation.params.model_copy(update={"max_work": 4 * WORK}))
    second = finished(evaluation)
    check_truthful(evaluation, second)
    assert second.metadata.solved
    assert second.candidates[0].stderr == 0


@pytest.mark.slow
def test_enough_worlds_have_an_error_no_larger_than_that_of_playouts() -> None:
    met = 0
    for state in choices(4):
        for enumerated in (4096, 0):
            evaluation = made(state, max_work=6 * WORK, max_enumerated_worlds=enumerated)
            result = finished(evaluation)
            if result.metadata.solved or not evaluation.exact.suffices:
                continue
            met += 1
            assert all(each.stderr > 0 for each in result.candidates)
            assert evaluation.exact.standard.error == model_error(4, 1.0)
            assert result.metadata.ended_by == "work"
            seen = result.candidates[0].rollouts
            assert seen >= evaluation.exact.standard.fewest >= min(64, evaluation.exact.standard.number)
        if met >= 3:
            return
    assert met


def test_a_sample_that_agrees_has_an_error_by_its_size() -> None:
    """The first worlds of an enumeration agree that the cards are equal, but the rest is unknown."""
    for state in choices(4):
        evaluation = made(state, max_work=100_000)
        exact = evaluation.exact
        if not isinstance(exact, EnumeratedEndgame) or len(exact.weights) < 40:
            continue
        while len(exact.points) < 20:
            exact.piece()
        found = exact.result()
        assert found is not None
        assert min(each.stderr for each in found.candidates) > 0.5
        assert not exact.suffices
        return
    raise AssertionError("There is no such position.")


def test_a_decision_without_a_choice_takes_a_small_part_of_the_budget() -> None:
    met = 0
    for seed in range(30):
        state = ending(seed, 5, seed % 4)
        if has_choice(state):
            continue
        evaluation = made(state, max_work=100_000)
        result = finished(evaluation)
        assert evaluation.work_done < 0.3 * 100_000
        assert result.candidates[0].stderr > 0 or result.metadata.solved
        met += 1
        if met == 3:
            return
    assert met


def test_the_parts_of_an_evaluation_know_its_whole_budget() -> None:
    """With 5 seconds in all, playouts go on to the end even if only a part of that is theirs."""
    evaluation = made(slowly_solved(), time_budget_ms=900, max_work=2_000)
    finished(evaluation)
    search = evaluation.playouts
    assert search is not None
    assert search.whole == evaluation.params
    search.contenders = [0]
    assert search.most_worlds == 256
    search.whole = evaluation.params.model_copy(update={"time_budget_ms": 5_000, "max_work": None})
    assert search.params.time_budget_ms < 5_000
    assert search.most_worlds == search.known.options.worlds
