"""Frozen hands of Hearts: one set of files for hands that count in points, one for hands that may end the game."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from py_engine.games.hearts.game import GAME
from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.rules.cards import DECK, SEATS
from py_engine.games.hearts.rules.play import legal_actions
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, move_of
from py_engine.lab.core.honesty.frozen import Frozen
from py_engine.lab.core.matches import Params
from py_engine.lab.hearts.hand import first_state

__all__ = ["GAMES", "LAST_HANDS", "PLAYERS", "SEATED", "freeze"]

HANDS = 24
"""Hands in a set."""
PLAYERS: dict[str, Params] = {
    "greedy": {"evaluator": "greedy"},
    "pimc_30": {"evaluator": "pimc", "evaluator_options": {"worlds": 30}, "time_budget_ms": 600_000},
}
"""The levels Casual and Skilled."""
SEATED = (("greedy",) * SEATS, ("pimc_30",) * SEATS, ("pimc_30", "greedy") * 2)
LOWEST, HIGHEST = 40, 99
"""Scores before a hand that may end the game; at least one of them is so high that it may."""
NEAR = 78


def _points(seed: int) -> HeartsState:
    return first_state(seed, seed)


def _winning(seed: int) -> HeartsState:
    random = np.random.default_rng([seed, 1])
    scores = random.integers(LOWEST, HIGHEST + 1, SEATS).tolist()
    if max(scores) < NEAR:
        scores[int(random.integers(SEATS))] = NEAR
    return first_state(seed, seed).model_copy(update={"scores": scores})


def _over(first: HeartsState, state: HeartsState) -> bool:
    return state.chance_counter != first.chance_counter or bool(state.game_over)


def _worthwhile(state: HeartsState) -> bool:
    """Whether there are two cards that are not interchangeable."""
    if state.phase == "pass":
        return True
    facts = facts_of(state, state.active_player_id)
    equals = lowest_equals(facts.hand, int(DECK) & ~facts.gone, facts.rules)
    moves = [move_of(HeartsAction.model_validate(each)) for each in legal_actions(state)]
    return len({equals[move.bit_length() - 1] for move in moves}) > 1


_FOLDER = Path(__file__).parent
GAMES = Frozen(
    game=GAME, file=_FOLDER / "frozen.json", first=_points, over=_over, worthwhile=_worthwhile, players=PLAYERS
)
LAST_HANDS = Frozen(
    game=GAME, file=_FOLDER / "frozen_last.json", first=_winning, over=_over, worthwhile=_worthwhile, players=PLAYERS
)


def freeze() -> None:
    """Plays the hands and writes the files."""
    GAMES.freeze(SEATED, HANDS)
    LAST_HANDS.freeze(SEATED, HANDS)
