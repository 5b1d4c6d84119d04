"""Hands of Hearts played greedily, and evaluations of their positions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.core.numerics import U64
from py_engine.core.samples import Sample
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.policies.passing import default_pass_tables, pass_cards
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.cards import NUMBERS, names_of
from py_engine.games.hearts.rules.fields import Options
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, mask_of_hand, to_batch
from py_engine.games.hearts.search.card_search import CardSearch
from py_engine.games.hearts.search.evaluator import Asked
from py_engine.games.hearts.search.evaluators import evaluation
from py_engine.games.hearts.search.information_set import Question
from py_engine.games.hearts.search.options import SearchOptions
from py_engine.games.hearts.search.sampled_search import WorldEvaluation
from tests.bridge.asking import LONG

Json = dict[str, Any]


def action_of(data: Json) -> HeartsAction:
    return HeartsAction.model_validate(data)


def greedy_action(state: HeartsState) -> Json:
    """What the greedy player does."""
    if state.phase == "pass":
        hand = np.array([mask_of_hand(state.hands[state.active_player_id])], dtype=U64)
        return {"pass": names_of(int(pass_cards(hand, default_pass_tables())[0]))}
    return {"play": names_of(1 << int(choose(to_batch(state), default_play_tables())[0]))[0]}


@cache
def greedy_hand(seed: int, skipped: int = 0, **options: Any) -> tuple[HeartsState, ...]:
    """The positions of a hand played greedily: four passes, then 52 cards; ``skipped`` hands before it."""
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
    """The beginning of a hand without a pass, with these cards."""
    cards = [hand.split() for hand in hands]
    data = {"ruleset_id": "hearts_v1", "state_version": 1, "pass_direction": "hold", "hands": cards}
    first = next(seat for seat, hand in enumerate(cards) if "2C" in hand)
    state = HeartsState.model_validate(data | {"active_player_id": first} | changes)
    return play.complete(state)


def job(state: HeartsState, user: Json | None = None, **params: Any) -> Evaluation:
    """An evaluation that ends by its work, if nothing else is said; worlds and other options by name."""
    names = EvaluatorParams.model_fields
    options = {name: value for name, value in params.items() if name not in names}
    asked = {name: value for name, value in params.items() if name in names}
    data = {"evaluator_seed": 1, "time_budget_ms": LONG, "evaluator_options": options} | asked
    action = None if user is None else action_of(user)
    return evaluation(state, state.active_player_id, EvaluatorParams.model_validate(data), action)


def searched(state: HeartsState, user: Json | None = None, **params: Any) -> Json:
    """Its result."""
    return job(state, user, **params).run() or {}


def question(state: HeartsState, user: Json | None = None, *, seed: int = 1, **options: Any) -> Question:
    """What the search is asked."""
    params = EvaluatorParams(evaluator_seed=seed, time_budget_ms=LONG)
    player = state.active_player_id
    action = None if user is None else action_of(user)
    asked = Asked(state, player, play.legal_actions(state), params, action)
    return Question(asked, facts_of(state, player), SearchOptions(**options))


def following(seed: int, moves: int) -> HeartsState:
    """From some move on, a position with something to choose."""
    return next(state for state in greedy_hand(seed)[moves:] if len(play.legal_actions(state)) > 2)


def card_search(state: HeartsState, user: str | None = None, **options: Any) -> CardSearch:
    return CardSearch(question(state, None if user is None else {"play": user}, **options))


def card_of(action: Json) -> str:
    found: str = action["play"]
    return found


SHOOTER = "2C 3C AD KD QD JD TD 9D AS AH KH QH JH"


def shooters(seed: int) -> HeartsState:
    """Seat 0 takes nearly every trick; the first one is played."""
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
