"""Games of a population that shoots the moon well, with every decision's plan, to learn from and to measure by.

All seats are ``pimc_shooting``. The hands of a task are played in lockstep, so that the decisions at the same card are taken
together. A hand is stored as its passes and cards; the deal follows from the seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypedDict

from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.rules.play import apply_action, legal_moves
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, action_data
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.hearts.deals import evaluator_seed
from py_engine.lab.hearts.hand import first_state
from py_engine.lab.hearts.moons.shooting_player import choices
from py_engine.lab.hearts.recorded import Deals

__all__ = ["TEST_SEED", "TRAIN_SEED", "Hand", "Recorded", "play_games", "positions"]

TRAIN_SEED, TEST_SEED = 1701, 1702
"""Seeds of the deals to fit to, and of those to measure by."""
MOON_TOTAL = 78


class Hand(TypedDict):
    """A hand that was played."""

    number: int
    """Number of the deal."""
    moves: list[int]
    """Masks of all passes and cards, in the order made."""
    plans: list[list[float]]
    """For every decision that was not forced: number of the move, whether its plan was to shoot, and in what share of its
    worlds the player and another seat took all points."""
    shooter: int
    """The seat that took all points, or -1."""


class Recorded(NamedTuple):
    """A position of a recorded hand."""

    state: HeartsState
    turn: int
    """Number of moves made."""
    plan: tuple[bool, float, float] | None
    """Whether the player to move chose to shoot, and its two estimates; None if the move was forced."""


def play_games(task: Deals) -> list[Hand]:
    """Plays the hands of a task.

    Raises:
        LabError: if this engine is of another version than the task's.
    """
    require_same(task["engine"], engine_of("hearts"))
    numbers = range(task["first"], task["first"] + task["count"])
    states = [first_state(task["seed"], number) for number in numbers]
    played: list[Hand] = [{"number": number, "moves": [], "plans": [], "shooter": -1} for number in numbers]
    # All passes come first, hands without one wait for the others.
    for turn in range(SEATS):
        _turn(task, turn, [place for place, state in enumerate(states) if state.phase == "pass"], states, played)
    for turn in range(52):
        _turn(task, SEATS + turn, range(len(states)), states, played)
    for state, hand in zip(states, played, strict=True):
        if sum(state.scores) == MOON_TOTAL:
            hand["shooter"] = state.scores.index(0)
    return played


def _turn(task: Deals, turn: int, places: range | list[int], states: list[HeartsState], played: list[Hand]) -> None:
    """One move in some of the hands."""
    legal = {place: legal_moves(states[place]) for place in places}
    free = [place for place in places if len(legal[place]) > 1]
    seeds = [
        evaluator_seed(task["seed"], task["first"] + place, states[place].active_player_id, turn // SEATS)
        for place in free
    ]
    chosen = dict(zip(free, choices([states[place] for place in free], seeds, task["worlds"]), strict=True))
    for place in places:
        move = legal[place][0]
        if place in chosen:
            choice = chosen[place]
            move = choice.move
            about = [len(played[place]["moves"]), int(choice.shoots), round(choice.moon, 4), round(choice.against, 4)]
            played[place]["plans"].append(about)
        played[place]["moves"].append(move)
        states[place] = apply_action(states[place], HeartsAction.model_validate(action_data(move)))


def positions(seed: int, hand: Hand) -> Iterator[Recorded]:
    """The positions of a recorded hand, before each of its moves."""
    state = first_state(seed, hand["number"])
    plans = {int(turn): (bool(shoots), mine, others) for turn, shoots, mine, others in hand["plans"]}
    for turn, move in enumerate(hand["moves"]):
        yield Recorded(state, turn, plans.get(turn))
        state = apply_action(state, HeartsAction.model_validate(action_data(move)))
