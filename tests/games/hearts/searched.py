"""Hands of Hearts played greedily, and evaluations of their positions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from pydantic import JsonValue

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.core.numerics import U64
from py_engine.core.request import Request
from py_engine.core.results import Result
from py_engine.core.samples import Sample
from py_engine.games.hearts.policies.passing import default_pass_tables, pass_cards
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.cards import NUMBERS, names_of
from py_engine.games.hearts.rules.fields import Options
from py_engine.games.hearts.rules.state import HeartsAction, HeartsRequest, HeartsState, mask_of_hand, move_of, to_batch
from py_engine.games.hearts.search.evaluators import EVALUATORS
from py_engine.games.hearts.search.options import SearchOptions
from py_engine.games.hearts.search.sampled.card_search import CardSearch
from py_engine.games.hearts.search.sampled.information_set import InformationSet
from py_engine.games.hearts.search.sampled.world_evaluation import WorldEvaluation
from tests.bridge.asking import LONG

Json = dict[str, Any]


def action_of(data: JsonValue) -> HeartsAction:
    return HeartsAction.model_validate(data)


def greedy_action(state: HeartsState) -> Json:
    """The greedy policies' action."""
    if state.phase == "pass":
        hand = np.array([mask_of_hand(state.hands[state.active_player_id])], dtype=U64)
        return {"pass": names_of(int(pass_cards(hand, default_pass_tables())[0]))}
    return {"play": names_of(1 << int(choose(to_batch(state), default_play_tables())[0]))[0]}


@cache
def greedy_hand(seed: int, skipped: int = 0, **options: Any) -> tuple[HeartsState, ...]:
    """The positions of a hand played greedily (four passes, then 52 cards), after ``skipped`` hands."""
    state = play.new_game(seed, Options.model_validate(options))
    for _ in range(skipped):
        number = state.chance_counter
        while state.chance_counter == number:
            state = play.apply_action(state, action_of(greedy_action(state)))
    found = [state]
    while not found[-1].game_over and found[-1].chance_counter == state.chance_counter:
        found.append(play.apply_action(found[-1], action_of(greedy_action(found[-1]))))
    return tuple(found[:-1])


def dealt(hands: list[str], **changes: Any) -> HeartsState:
    """The start of a hand without passing, with the given cards."""
    cards = [hand.split() for hand in hands]
    data = {"ruleset_id": "hearts_v1", "state_version": 1, "pass_direction": "hold", "hands": cards}
    first = next(seat for seat, hand in enumerate(cards) if "2C" in hand)
    state = HeartsState.model_validate(data | {"active_player_id": first} | changes)
    return play.complete(state)


def request(state: HeartsState, user: JsonValue, params: EvaluatorParams) -> HeartsRequest:
    """The request for the decision of the player to move."""
    return Request(state, state.active_player_id, params, None if user is None else action_of(user))


def job(state: HeartsState, user: JsonValue = None, **params: Any) -> Evaluation:
    """An evaluation that ends by its work by default; worlds and other evaluator options are given by name."""
    names = EvaluatorParams.model_fields
    options = {name: value for name, value in params.items() if name not in names}
    given = {name: value for name, value in params.items() if name in names}
    data = {"evaluator_seed": 1, "time_budget_ms": LONG, "evaluator_options": options} | given
    return EVALUATORS.evaluation(request(state, user, EvaluatorParams.model_validate(data)))


def searched(state: HeartsState, user: JsonValue = None, **params: Any) -> Result:
    """The result of such an evaluation."""
    return finished(job(state, user, **params))


def finished(evaluation: Evaluation) -> Result:
    """Runs an evaluation to its end and returns its result."""
    found: Result | None = evaluation.run()
    assert found is not None
    return found


def loss(result: Result) -> float:
    """The loss of a graded move."""
    assert result.delta_ev is not None
    return -result.delta_ev


def known_to(state: HeartsState, *, seed: int = 1, **options: Any) -> InformationSet:
    """The information set of the player to move."""
    params = EvaluatorParams(evaluator_seed=seed, time_budget_ms=LONG)
    return InformationSet(request(state, None, params), SearchOptions(**options))


def following(seed: int, moves: int) -> HeartsState:
    """The first position with more than two legal actions, after ``moves`` moves of a hand."""
    return next(state for state in greedy_hand(seed)[moves:] if len(play.legal_actions(state)) > 2)


def card_search(state: HeartsState, user: str | None = None, **options: Any) -> CardSearch:
    params = EvaluatorParams(evaluator_seed=1, time_budget_ms=LONG)
    decision = request(state, None if user is None else {"play": user}, params)
    return CardSearch(InformationSet(decision, SearchOptions(**options)))


def moved(action: JsonValue) -> Sequence[str]:
    """The cards that an action plays or passes."""
    return names_of(move_of(HeartsAction.model_validate(action)))


def card_of(action: JsonValue) -> str:
    (card,) = moved(action)
    return card


SHOOTER = "2C 3C AD KD QD JD TD 9D AS AH KH QH JH"


def shooters(seed: int) -> HeartsState:
    """A position after the first trick in which seat 0 can take nearly every trick."""
    rest = [name for name in NUMBERS if name not in SHOOTER.split()]
    np.random.default_rng(seed).shuffle(rest)
    state = dealt([SHOOTER, *(" ".join(sorted(rest[k : k + 13], key=NUMBERS.__getitem__)) for k in (0, 13, 26))])
    while state.active_player_id or not state.trick_history:
        state = play.apply_action(state, action_of(greedy_action(state)))
    return state


def drawn(search: WorldEvaluation, plans: Sequence[int], worlds: int) -> Sample:
    sampling = search.sample(plans, "explore", 0, worlds)
    while True:
        try:
            next(sampling)
        except StopIteration as stop:
            sample: Sample = stop.value
            return sample
