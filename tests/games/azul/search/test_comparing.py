"""The moves of a hint and the graded one, compared: hints and grades agree, and every shown move has an error of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.request import Request
from py_engine.games.azul.knowledge.model_error import END_ERROR, LATER_SCALE, End, correction_weight, difference_error
from py_engine.games.azul.knowledge.valuers import LearntValues
from py_engine.games.azul.rules.play import complete, legal_actions, new_game
from py_engine.games.azul.rules.state import AzulAction, AzulState, action_data, action_of
from py_engine.games.azul.search.compare.compared import Compared
from py_engine.games.azul.search.lines import followed
from py_engine.games.azul.search.search_evaluator import SearchEvaluation, SearchOptions
from py_engine.games.azul.search.search_work import SHOWN
from tests.bridge import strategies
from tests.bridge.asking import ask
from tests.core.clocks import StallingClock, TickingClock
from tests.games.azul.comparisons import SOLVED, WORK, params, reached
from tests.games.azul.oracle import State
from tests.games.azul.reference_features import read


class Entry(NamedTuple):
    """A move to compare, whose end the next round leads from to the same result with every refill."""

    value: float
    result: float
    refills: int = 8
    hinted: bool = True
    ends_game: bool = False
    end: int | None = None
    """The number of another move that leads to the same end; None for its own."""


def entered(entries: Sequence[Entry]) -> tuple[Compared, list[int]]:
    """Settled moves of a position, compared, and their numbers."""
    batch = read(strategies.reachable_state(1, 0.0, 0.3)).without_floor_order()
    player, valuer = int(batch.front[0]), LearntValues(batch)
    moves = valuer.moves(batch).actions[: len(entries)].tolist()
    compared = Compared(player, 3)
    lines = followed(batch, [[each] for each in moves], valuer, player)
    for move, line, entry in zip(moves, lines, entries, strict=True):
        features = line.features | {"game_ends": float(entry.ends_game)}
        end = (line if entry.end is None else lines[entry.end]).end
        compared.keep(move, entry.value, replace(line, features=features, end=end), settled=True, hinted=entry.hinted)
        compared._played[compared._moves[move].end] = np.full(entry.refills, entry.result)
        compared._seen[move] = entry.refills
    compared._set_level()
    return compared, moves


def grade(state: State, action: Any) -> dict[str, Any]:
    found: dict[str, Any] = ask("grade_user_action", state, state["active_player_id"], action, params())
    return found


@pytest.mark.parametrize("seed", range(6))
def test_a_hint_and_the_grades_of_its_moves_agree(seed: int) -> None:
    state = reached(seed)
    hint = ask("evaluate_best_move", state, state["active_player_id"], params())
    listed = hint["candidates"][:SHOWN]
    assert grade(state, hint["best_action"])["delta_ev"] == 0
    for candidate in listed[1 : 1 + seed % 3 + 1]:
        graded = grade(state, candidate["action"])
        assert graded["best_action"] == hint["best_action"]
        assert graded["delta_ev"] == candidate["ev"] - hint["best_action_ev"]
        assert [each["ev"] for each in graded["candidates"][:SHOWN]] == [each["ev"] for each in listed]


@pytest.mark.parametrize("seed", range(4))
def test_a_move_that_no_hint_shows_is_compared_with_those_that_it_shows(seed: int) -> None:
    state = reached(seed)
    hint = ask("evaluate_best_move", state, state["active_player_id"], params() | {"shortlist_size": 0})
    if len(hint["candidates"]) <= SHOWN:
        return
    last = hint["candidates"][-1]
    graded = grade(state, last["action"])
    assert graded["metadata"]["nodes"] <= WORK
    assert graded["metadata"]["nodes"] > hint["metadata"]["nodes"] or graded["metadata"]["round_solved"]
    assert [each["ev"] for each in graded["candidates"][:SHOWN]] == [each["ev"] for each in hint["candidates"][:SHOWN]]


def by_the_clock(step: float) -> SearchEvaluation:
    """The grading of a move that no hint shows, which the clock will end; each look at the clock takes some seconds."""
    state = complete(AzulState.model_validate(reached(2)))
    hint = SearchEvaluation(Request(state, state.active_player_id, EvaluatorParams(**params())), SearchOptions())
    found = hint.run()
    assert found is not None
    last = AzulAction.model_validate(found.candidates[-1].action)
    asked = EvaluatorParams(**(params() | {"time_budget_ms": 250, "max_work": None}))
    return SearchEvaluation(Request(state, state.active_player_id, asked, last), SearchOptions(), TickingClock(step))


def test_by_the_clock_a_move_that_no_hint_shows_is_compared_as_well() -> None:
    running = by_the_clock(0.0002)
    running.finish()
    assert running.search is not None
    assert running.compared is not None
    assert running.user is not None
    assert running.user in running.compared
    leaves = running.search.root_values()[1]
    assert leaves[running.user] > 0.1 * min(leaves[move] for move in running.compared.moves if move != running.user)
    assert running.ended_by == "clock"


@pytest.mark.slow
def test_thinking_longer_after_a_grade_searches_the_other_moves_too() -> None:
    running = by_the_clock(0.0002)
    while running.search is None or running.search.only is None:
        running.piece()
    # The clock ends it while only the graded move is searched.
    running.clock = TickingClock(1000.0)
    running.finish()
    before = running.search.root_values()[1].copy()
    running.clock = TickingClock(0.0002)
    running.extend(running.params.model_copy(update={"time_budget_ms": 10**9, "max_work": 4 * running.work_done}))
    running.finish()
    grown = running.search.root_values()[1] > before
    assert sum(grown.tolist()) > len(before) // 2


def test_a_result_that_depends_on_the_clock_says_so() -> None:
    state = complete(AzulState.model_validate(reached(2)))
    asked = EvaluatorParams(**(params() | {"time_budget_ms": 250}))

    def leaves(reads: int) -> tuple[list[int], str]:
        clock = StallingClock(1e-6, reads, 0.13)
        running = SearchEvaluation(Request(state, state.active_player_id, asked), SearchOptions(), clock)
        running.finish()
        assert running.search is not None
        return running.search.root_values()[1].tolist(), running.ended_by

    usual, ended_by = leaves(10**6)
    assert ended_by == "work"
    stalled = [leaves(reads) for reads in (5, 10, 20, 40)]
    assert [ended for found, ended in stalled if found != usual and ended != "clock"] == []
    assert any(found != usual for found, _ in stalled)


def test_shown_moves_have_errors_of_their_own() -> None:
    state = reached(SOLVED)
    hint = ask("evaluate_best_move", state, state["active_player_id"], params(60_000))
    assert hint["metadata"]["round_solved"]
    assert len({each["stderr"] for each in hint["candidates"][1:SHOWN]}) > 2


def test_the_next_round_is_played_only_from_the_ends_of_solved_rounds() -> None:
    for seed, solved in ((SOLVED, True), (0, False)):
        state = complete(AzulState.model_validate(reached(seed)))
        asked: Request[AzulState, AzulAction] = Request(
            state, state.active_player_id, EvaluatorParams(**params(30_000))
        )
        running = SearchEvaluation(asked, SearchOptions())
        running.finish()
        assert running.compared is not None
        assert (running.compared.refills > 0) == solved
        assert all(running.settled(move) == solved for move in running.compared.moves)


def test_a_move_far_behind_sees_fewer_refills_than_the_leaders() -> None:
    state = complete(AzulState.model_validate(reached(SOLVED)))
    running = SearchEvaluation(
        Request(state, state.active_player_id, EvaluatorParams(**params(60_000))), SearchOptions()
    )
    running.finish()
    assert running.compared is not None
    compared = running.compared
    leaders = compared.contenders()
    assert compared.error(*leaders[:2]) > 0
    assert set(leaders) < set(compared.moves)
    ends = {move: compared._moves[move].end for move in compared.moves}
    leading = {ends[move] for move in leaders}
    dropped = [len(compared._played.get(end, ())) for end in ends.values() if end not in leading]
    assert dropped
    assert max(dropped) < min(len(compared._played[end]) for end in leading)


@pytest.mark.parametrize("seed", [19, 20, 28])
def test_the_next_round_changes_differences_and_only_its_choice_changes_the_value_of_the_best_move(seed: int) -> None:
    state = complete(AzulState.model_validate(reached(seed)))
    running = SearchEvaluation(
        Request(state, state.active_player_id, EvaluatorParams(**params(60_000))), SearchOptions()
    )
    running.finish()
    compared, found = running.compared, running.result()
    assert compared is not None
    assert found is not None
    searched = {move: compared._moves[move].value for move in compared.moves}
    stated = {move: compared.value(move) for move in compared.moves}
    # Another move is best by the next round.
    best = max(stated, key=stated.__getitem__)
    assert max(searched, key=searched.__getitem__) != best
    assert found.best_action_ev == pytest.approx((max(searched.values()) + searched[best]) / 2, abs=1e-12)
    later = {move: stated[move] - searched[move] for move in compared.moves}
    assert max(later.values()) - min(later.values()) > 0.1
    one, other = compared.contenders()[:2]
    refills = compared._common(one, other)
    apart = [compared._correction(compared._moves[move], refills) for move in (one, other)]
    assert later[one] - later[other] == pytest.approx(
        correction_weight(running.root.round_number, refills) * (apart[0] - apart[1])
    )


def test_the_stated_value_is_between_those_of_the_searched_best_and_of_the_chosen_move_whatever_the_refills_lead_to() -> (
    None
):
    compared, moves = entered([Entry(2.0, 4.0), Entry(1.0, 30.0)])
    assert compared.value(moves[1]) == pytest.approx(1.5)
    assert compared.lowered == pytest.approx(0.5)
    agreed, moves = entered([Entry(2.0, 30.0), Entry(1.0, 4.0)])
    assert agreed.value(moves[0]) == pytest.approx(2.0)
    assert agreed.lowered == 0


def test_moves_that_were_not_compared_keep_their_distance_to_the_searched_best_one() -> None:
    state = complete(AzulState.model_validate(reached(20)))
    asked = EvaluatorParams(**(params(60_000) | {"shortlist_size": 0}))
    running = SearchEvaluation(Request(state, state.active_player_id, asked), SearchOptions())
    running.finish()
    found, compared = running.result(), running.compared
    assert found is not None
    assert compared is not None
    assert compared.lowered > 0
    searched = running.bounded_values()[0]
    others = [each for each in found.candidates if not each.compared]
    assert others
    legal = [action_data(each) for each in running.root.legal]
    for each in others:
        assert each.ev == pytest.approx(searched[legal.index(each.action)] - compared.lowered, abs=1e-12)
    assert found.metadata.round_solved
    assert not [reason for each in found.candidates for reason in each.reasons if reason.code == "unresolved"]


def test_moves_that_end_the_game_keep_their_final_differences_which_others_are_compared_with() -> None:
    estimated, final = Entry(0.25, 4.0), Entry(-3.0, 11.0, 4, ends_game=True)
    graded = Entry(-1.0, 7.0, 4, hinted=False, ends_game=True)
    compared, moves = entered([estimated, final, graded])
    assert [compared.value(move) for move in moves[1:]] == [-3.0, -1.0]
    raised = 4.0 - compared._moves[moves[0]].line.worth
    assert compared.value(moves[0]) == pytest.approx(0.25 + correction_weight(3, 8) * raised)
    compared, moves = entered([estimated, graded])
    assert compared.value(moves[1]) == -1.0


def test_a_graded_move_that_ends_the_game_keeps_its_distance_to_the_searched_best_one() -> None:
    graded = Entry(2.0, 0.0, hinted=False, ends_game=True)
    compared, moves = entered([Entry(2.3, 4.0), Entry(1.0, 30.0), graded])
    assert compared.lowered == pytest.approx(0.65)
    assert compared.value(moves[2]) == pytest.approx(2.0 - 0.65)
    assert compared.value(moves[2]) < compared.value(moves[1])


def test_a_graded_move_that_is_better_leaves_the_values_of_the_hint() -> None:
    first, second = Entry(1.0, 4.0), Entry(0.5, 2.0)
    before, moves = entered([first, second])
    after, more = entered([first, second, Entry(1.0, 40.0, hinted=False)])
    assert [after.value(move) for move in more[:2]] == [before.value(move) for move in moves]
    assert after.value(more[2]) > max(before.value(move) for move in moves)


def test_a_graded_move_with_the_end_of_a_dropped_one_leaves_the_values_of_the_hint() -> None:
    dropped = Entry(-5.0, 2.0, 4)
    compared, moves = entered([Entry(1.0, 4.0, 16), dropped, dropped._replace(hinted=False, end=1)])
    before = [compared.value(move) for move in moves[:2]]
    for _ in compared.play(16, moves[2:]):
        assert [compared.value(move) for move in moves[:2]] == before
    assert len(compared._played[compared._moves[moves[1]].end]) == 16
    assert [compared.value(move) for move in moves[:2]] == before


def test_results_while_ends_are_played_are_those_of_before() -> None:
    compared, moves = entered([Entry(1.0, 4.0, 8), Entry(0.5, 8.0, 4)])
    before = [compared.value(move) for move in moves]
    pieces = 0
    for _ in compared.play(12, moves):
        assert [compared.value(move) for move in moves] == before
        pieces += 1
    assert pieces > 10
    assert [compared.value(move) for move in moves] != before


def test_reasons_see_several_good_lines_after_a_move_and_what_the_search_thought_earlier() -> None:
    state = complete(AzulState.model_validate(reached(2)))
    user = action_of(legal_actions(state)[3])
    asked = EvaluatorParams(**params(20_000))
    running = SearchEvaluation(Request(state, state.active_player_id, asked, user), SearchOptions())
    running.finish()
    assert running.search is not None
    assert running.compared is not None
    assert set(running.earlier) >= set(running.compared.moves)
    move = running.compared.moves[0]
    running.earlier[move] = [*running.earlier[move][:1], 0]
    lines = running._good_lines(running.search, move)
    assert running.earlier[move] in lines
    assert {tuple(line) for line in lines} >= {tuple(lines[0][:plies]) for plies in (1, 2)}
    assert all(line[0] == running.root.legal[move] for line in lines)


@pytest.mark.parametrize("seed", [39, 66, 113, 121])
def test_four_tiles_put_on_the_floor_at_the_start_are_a_mistake_or_worse(seed: int) -> None:
    state = new_game(seed, 0)
    factory, color = next((n, c) for n, each in enumerate(state.factories) for c, count in each.items() if count == 4)
    action = {"source": {"Factory": factory}, "color": color, "destination": "Floor"}
    found = ask("grade_user_action", state.model_dump(mode="json"), 0, action, params(60_000))
    assert found["verdict"] in {"mistake", "blunder"}
    assert found["feedback"][0]["text"][:9] != "Too close"


@pytest.mark.parametrize(("refills", "named"), [(4, False), (64, True)])
def test_two_standard_errors_from_few_refills_are_not_certain(refills: int, named: bool) -> None:
    compared, moves = entered([Entry(0.0, 0.0, refills)] * 2)
    one, other = (compared._moves[each].end for each in moves)
    spread = np.where(np.arange(refills) % 2 == 0, 1.0, -1.0)
    # The mean is 2.2 standard errors.
    mean = 2.2 / np.sqrt(refills - 1)
    compared._played = {one: spread + mean, other: np.zeros(refills)}
    assert (compared.next_round(*moves) != 0) == named


def test_an_opponent_compares_nothing() -> None:
    state = reached(2)
    bare = ask(
        "evaluate_best_move", state, state["active_player_id"], params() | {"evaluator_options": {"compare": False}}
    )
    assert len(legal_actions(complete(AzulState.model_validate(state)))) > SHOWN
    assert len({each["stderr"] for each in bare["candidates"]}) == 1


def test_the_error_shrinks_with_refills_and_vanishes_where_the_same_follows() -> None:
    assert difference_error(3, settled=True, end=None) == 0
    assert difference_error(3, settled=True, end=End(0, 8, 7.0)) == 0
    errors = [difference_error(3, settled=True, end=End(2, refills, 7.0)) for refills in (4, 16, 64)]
    assert errors == sorted(errors, reverse=True)
    assert errors[0] < 0.45 * 7 * LATER_SCALE[2]
    assert difference_error(3, settled=True, end=End(2, 0, None)) == END_ERROR[2] * LATER_SCALE[2]
    assert difference_error(3, settled=False, end=None) > 0
    assert 0 < correction_weight(3, 4) < correction_weight(3, 64) < 1
