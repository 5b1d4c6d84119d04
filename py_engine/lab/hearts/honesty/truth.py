"""The true loss of a move in Hearts, by two methods.

*Search*: both moves by the coach's search with twenty times its work and another seed; it assumes the same opponents, but
its sampling error is independent and smaller. *Played*: deals that fit what the player knows, weighted as the coach weights
them, are played on from both moves by four players who compare their cards by playouts (``table``), with common random
numbers. Nothing is clamped.
"""

from __future__ import annotations

import math
from typing import Any, TypedDict

import numpy as np

from py_engine.core.contract import EvaluatorParams
from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.game import GAME
from py_engine.games.hearts.knowledge.beliefs import HARD, Beliefs
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.knowledge.objective import FEATURES, Objective
from py_engine.games.hearts.knowledge.sampler import draw
from py_engine.games.hearts.policies.passing import default_pass_tables, pass_cards
from py_engine.games.hearts.rules.batch import Batch, step
from py_engine.games.hearts.rules.cards import DECK, NUMBERS, SEATS, SUIT_MASKS
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, move_of
from py_engine.games.hearts.search.sampled.information_set import effective_size, has_evidence, weights_of
from py_engine.games.hearts.search.sampled.roots import after_passing, in_play
from py_engine.lab.core.honesty.cases import Truth
from py_engine.lab.core.versions import engine_of, require_same, version
from py_engine.lab.hearts.honesty.frozen import GAMES, LAST_HANDS
from py_engine.lab.hearts.honesty.table import played_on

__all__ = ["COACH", "TWENTYFOLD", "Played", "TruthTask", "engine", "played", "searched"]

COACH = 9_000
"""Playouts in 250 ms in Chromium."""
TWENTYFOLD = 20 * COACH
WORLDS = 320
"""Deals that are played on from each move."""
POOL = 32_768
"""Deals from which they are drawn by their weights; so many that hardly any is drawn twice."""
SEED = 91


class TruthTask(TypedDict):
    """Two moves of a frozen decision."""

    last: bool
    """Whether it is one of the hands that may end the game."""
    set: str
    place: list[int]
    pick: Any
    move: Any
    engine: str
    """The version of what plays or searches."""


class Played(TypedDict):
    """What playing on shows."""

    loss: float
    stderr: float
    features: list[float]
    """The mean of each of ``FEATURES``, move minus pick."""


def engine() -> str:
    """A hash of what determines the games played on."""
    return version(__name__, but=("py_engine.games.hearts.game", "py_engine.games.hearts.coach"))


def searched(task: TruthTask) -> list[float]:
    """The loss and its standard error by twenty times the coach's work; empty if the moves were not both compared."""
    require_same(task["engine"], engine_of("hearts"))
    state = _state(task)
    params = EvaluatorParams(
        evaluator_seed=SEED, max_work=TWENTYFOLD, time_budget_ms=600_000, rollouts_per_action=10**7
    )
    moves = [HeartsAction.model_validate(task[name]) for name in ("pick", "move")]
    running = GAME.evaluation(state, state.active_player_id, params, moves[1])
    found = running.run()
    if found is None:
        raise RuntimeError("An evaluation has ended without a result.")
    pick, move = (found.candidate(task[name]) for name in ("pick", "move"))
    # The error of a move other than the best one is that of its difference from the best one.
    errors = [each.stderr for each in (pick, move) if each.action != found.best_action]
    if not (pick.compared and move.compared):
        return []
    return [pick.ev - move.ev, math.sqrt(sum(error * error for error in errors))]


def played(task: TruthTask) -> Played:
    """The loss by games played on."""
    require_same(task["engine"], engine())
    state = _state(task)
    facts = facts_of(GAME.rules.observe(state, state.active_player_id), state.active_player_id)
    random = np.random.default_rng([SEED, *task["place"]])
    worlds, independent = _worlds(facts, random)
    moves = [move_of(HeartsAction.model_validate(task[name])) for name in ("pick", "move")]
    objective = Objective(facts)
    taken = played_on(
        _after(facts, worlds, moves), objective, WORLDS, [SEED, *task["place"]], _may(state, facts, moves)
    )
    outcome = objective.outcome(taken)
    gaps = outcome.values[:WORLDS] - outcome.values[WORLDS:]
    features = outcome.features[:, WORLDS:].mean(axis=1) - outcome.features[:, :WORLDS].mean(axis=1)
    error = float(gaps.std(ddof=1)) / math.sqrt(independent)
    return {"loss": float(gaps.mean()), "stderr": error, "features": features.tolist()}


def played_loss(found: Played) -> Truth:
    """The loss with its error."""
    return Truth(found["loss"], found["stderr"])


def feature(found: Played, name: str) -> float:
    """The difference of a feature, move minus pick."""
    return found["features"][FEATURES.index(name)]


def _state(task: TruthTask) -> HeartsState:
    """The position of a task."""
    frozen = LAST_HANDS if task["last"] else GAMES
    return frozen.decision(task["set"], task["place"]).state


def _worlds(facts: Facts, random: np.random.Generator) -> tuple[Array, float]:
    """(4, WORLDS) uint64: masks of hands, and the number of independent deals that they are worth.

    They are drawn from a pool by systematic resampling: at evenly spaced levels of the cumulative weights.
    """
    beliefs = Beliefs(facts, HARD)
    if not has_evidence(facts):
        return draw(beliefs, random, WORLDS), float(WORLDS)
    pool = draw(beliefs, random, POOL)
    weights = weights_of(facts, pool)
    heights = weights.cumsum()
    levels = (random.permutation(WORLDS) + random.random()) * (heights[-1] / WORLDS)
    where = np.minimum(heights.searchsorted(levels, side="right"), POOL - 1)
    return pool.take(where, axis=1), 1.0 / (1.0 / WORLDS + 1.0 / effective_size(weights))


def _after(facts: Facts, worlds: Array, moves: list[int]) -> Batch:
    """The positions after both moves in each world, a batch of 2 * WORLDS: those of the first move in the first half."""
    both = np.tile(worlds, len(moves))
    size = worlds.shape[1]
    if facts.phase == "pass":
        tables = default_pass_tables()
        passed = np.stack([pass_cards(both[seat], tables) for seat in range(SEATS)])
        passed[facts.seat] = np.repeat(np.array(moves, dtype=U64), size)
        return after_passing(facts, both, passed)
    batch = in_play(facts, both)
    step(batch, np.repeat(np.array([move.bit_length() - 1 for move in moves], dtype=U64), size))
    return batch


def _may(state: HeartsState, facts: Facts, moves: list[int]) -> Array:
    """(4, 2 * WORLDS) uint64: masks of the cards that each seat may hold, by the suits in which all have seen it void."""
    may = np.full((SEATS, len(moves) * WORLDS), int(DECK), dtype=U64)
    tricks = [(trick.leader, trick.cards) for trick in state.trick_history]
    tricks.append((state.lead, state.trick))
    for leader, cards in tricks:
        for place, card in enumerate(cards):
            if card[1] != cards[0][1]:
                may[(leader + place) % SEATS] &= ~U64(_suit(cards[0]))
    if state.phase == "play" and state.trick:
        # A move that does not follow suit shows one more void, in its own half of the lanes.
        led = _suit(state.trick[0])
        for half, move in enumerate(moves):
            if not move & led:
                may[facts.seat, half * WORLDS : (half + 1) * WORLDS] &= ~U64(led)
    return may


def _suit(card: str) -> int:
    """The mask of a card's suit."""
    bit = 1 << NUMBERS[card]
    return next(mask for mask in SUIT_MASKS if mask & bit)
