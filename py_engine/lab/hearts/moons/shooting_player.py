"""The baseline ``pimc_shooting``: perfect information Monte Carlo whose playouts let every seat shoot the moon.

Every card is played out twice in the same sampled worlds, once with the hand for it required to shoot and once shooting
whatever the hand, and the plan with the highest mean wins; plans far behind are dropped along the way. The cheapest passes by
the greedy policy are compared in the same way, also with the plan to shoot, and so are some that keep everything high. Nothing
here is tuned or meant to change. Many decisions are taken at once, so that populations of games are quick to play.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.knowledge.beliefs import HARD, Beliefs
from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.knowledge.sampler import draw
from py_engine.games.hearts.policies.passing import all_passes, costs, default_pass_tables, pass_cards
from py_engine.games.hearts.rules.batch import HEART_COUNT, QUEEN, SEAT, Batch, after_moon, step
from py_engine.games.hearts.rules.cards import DECK, SEATS
from py_engine.games.hearts.rules.play import legal_moves
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, action_data
from py_engine.games.hearts.search.sampled.roots import after_passing, in_play
from py_engine.lab.hearts.moons.shooting_playouts import taken_by_shooters

__all__ = ["PIMC_SHOOTING", "WORLDS", "Choice", "choices", "choose"]

PIMC_SHOOTING = "pimc_shooting"
WORLDS = 1000
"""Worlds per card by default."""
LANES = 4096
"""Approximate number of positions played out at once."""
STEPS = (30, 100, 300)
"""Numbers of worlds after which plans are dropped."""
PASSES, SHOOTING_PASSES = 8, 3
"""Numbers of the cheapest passes, and of the cheapest and the costliest ones with the plan to shoot."""
ERRORS = 3.0
"""Standard errors by which a dropped plan is behind."""
_MOON = 13 + QUEEN
"""The code of a seat that has taken all hearts and the queen of spades."""


class Choice(NamedTuple):
    """A decision of the player."""

    move: int
    """Mask of the card, or of the three to pass."""
    shoots: bool
    """Whether its plan is to shoot the moon."""
    moon: float
    """The share of worlds in which it shoots the moon by this plan."""
    against: float
    """The share of worlds in which another seat does."""


class _Decision(ABC):
    """One decision: its plans (a move, and whether to shoot) and their values so far.

    Attributes:
        facts: What the player knows.
        plans: The P plans.
        seed: The seed of its worlds.
        beliefs: The distribution of the worlds.
        left: Indices of the plans that are not dropped.
        values: (P, worlds) float64: minus the points that the player gets, by plan and world; 0 after a plan is dropped.
        moons: (P, 2) float64: in how many worlds the player, and another seat, shoots the moon.
    """

    def __init__(self, facts: Facts, plans: Sequence[tuple[int, bool]], seed: int) -> None:
        self.facts, self.plans, self.seed = facts, plans, seed
        self.beliefs = Beliefs(facts, HARD)
        self.left = list(range(len(self.plans)))
        self.values = np.zeros((len(self.plans), 0))
        self.moons = np.zeros((len(self.plans), 2))

    @property
    def settled(self) -> bool:
        """Whether a single move is left."""
        return len({self.plans[plan][0] for plan in self.left}) == 1

    @abstractmethod
    def after(self, hands: Array, moves: Array) -> Batch:
        """The positions after each of the moves in the worlds, move by move.

        Args:
            hands: (4, W) uint64: the hands of each world, as masks.
            moves: (M,) uint64: masks of cards.
        """

    def roots(self, first: int, worlds: int) -> Batch:
        """The positions after the moves of the plans that are left, plan by plan."""
        hands = draw(self.beliefs, seeded(Domain.POLICY, self.seed, first), worlds)
        return self.after(hands, np.array([self.plans[plan][0] for plan in self.left], dtype=U64))

    def add(self, taken: Array, worlds: int) -> None:
        """Adds the values of the plans that are left, and drops those far behind.

        Args:
            taken: (4, B): codes of what each seat takes, for the lanes of ``roots``.
            worlds: Number of worlds.
        """
        own = -after_moon(taken, self.facts.rules)[self.facts.seat].reshape(-1, worlds).astype(np.float64)
        moons = ((taken & (HEART_COUNT | QUEEN)) == _MOON).reshape(SEATS, -1, worlds)
        mine = moons[self.facts.seat].sum(axis=1)
        self.moons[self.left] += np.stack([mine, moons.any(axis=0).sum(axis=1) - mine], axis=1)
        seen = np.zeros((len(self.plans), self.values.shape[1] + worlds))
        seen[:, : self.values.shape[1]] = self.values
        seen[self.left, self.values.shape[1] :] = own
        self.values = seen
        best = self.best()
        gaps = self.values[best] - self.values[self.left]
        error = gaps.std(axis=1) / np.sqrt(gaps.shape[1])
        keep = gaps.mean(axis=1) <= ERRORS * error
        self.left = [plan for plan, kept in zip(self.left, keep.tolist(), strict=True) if kept]

    def best(self) -> int:
        """The plan with the highest mean; ties go to the lowest card, not shooting."""
        means = self.values[self.left].mean(axis=1)
        return self.left[int(means.argmax())]

    def choice(self) -> Choice:
        """The choice so far."""
        best, worlds = self.best(), self.values.shape[1]
        mine, others = (self.moons[best] / max(1, worlds)).tolist()
        move, shoots = self.plans[best]
        return Choice(move, shoots, mine, others)


class _CardDecision(_Decision):
    """Which card to play; interchangeable cards are one."""

    def __init__(self, facts: Facts, legal: Sequence[int], seed: int) -> None:
        stands_for = lowest_equals(facts.hand, int(DECK) & ~facts.gone, facts.rules)
        cards = sorted({1 << stands_for[move.bit_length() - 1] for move in legal})
        points = [code & (HEART_COUNT | QUEEN) for seat, code in enumerate(facts.taken) if seat != facts.seat]
        ways = (False,) if any(points) else (False, True)
        super().__init__(facts, [(card, way) for way in ways for card in cards], seed)

    def after(self, hands: Array, moves: Array) -> Batch:
        """See ``_Decision``."""
        root = in_play(self.facts, hands)
        batch = root.take(np.tile(np.arange(root.size, dtype=SEAT), len(moves)))
        step(batch, np.repeat(np.bitwise_count(moves - U64(1)).astype(U64), root.size))
        return batch


class _PassDecision(_Decision):
    """Which cards to pass; the others pass greedily."""

    def __init__(self, facts: Facts, seed: int) -> None:
        every = all_passes(facts.hand)
        cost = costs(U64(facts.hand) & ~every, default_pass_tables())
        order = every.take(np.argsort(cost[:, 0] + cost[:, 1] + cost[:, 2] + cost[:, 3], kind="stable")).tolist()
        shooting = order[:SHOOTING_PASSES] + order[-SHOOTING_PASSES:]
        super().__init__(facts, [(move, False) for move in order[:PASSES]] + [(move, True) for move in shooting], seed)

    def after(self, hands: Array, moves: Array) -> Batch:
        """See ``_Decision``."""
        passed = np.stack([pass_cards(each, default_pass_tables()) for each in hands])
        every = np.tile(passed, len(moves))
        every[self.facts.seat] = np.repeat(moves, hands.shape[1])
        return after_passing(self.facts, np.tile(hands, len(moves)), every)


def choices(states: Sequence[HeartsState], seeds: Sequence[int], worlds: int) -> list[Choice]:
    """The choices of the players to move in positions of the same phase, with equally many cards played.

    Args:
        states: The positions.
        seeds: One for each decision.
        worlds: Number of worlds for each.
    """
    decisions = [_decision(state, seed) for state, seed in zip(states, seeds, strict=True)]
    bounds = [0, *(bound for bound in STEPS if bound < worlds), worlds]
    for begin, end in pairwise(bounds):
        open_ones = [each for each in decisions if begin == 0 or not each.settled]
        while open_ones:
            # Decisions are played out together, until there are enough positions for a batch.
            size, part = 0, list[_Decision]()
            while open_ones and (not part or size < LANES):
                part.append(open_ones.pop())
                size += len(part[-1].left) * (end - begin)
            _measure(part, begin, end - begin)
    return [each.choice() for each in decisions]


def _decision(state: HeartsState, seed: int) -> _Decision:
    """The decision of the player to move."""
    facts = facts_of(state, state.active_player_id)
    return _PassDecision(facts, seed) if state.phase == "pass" else _CardDecision(facts, legal_moves(state), seed)


def _measure(decisions: Sequence[_Decision], first: int, worlds: int) -> None:
    """Plays out the remaining plans of decisions in further worlds, and adds their values.

    Args:
        decisions: The decisions.
        first: The number of the first world, which determines the worlds.
        worlds: Number of worlds.
    """
    batches = [each.roots(first, worlds) for each in decisions]
    sizes = [batch.size for batch in batches]
    root = np.repeat(np.array([each.facts.seat for each in decisions], dtype=SEAT), sizes)
    shooting = np.concatenate([np.repeat([each.plans[plan][1] for plan in each.left], worlds) for each in decisions])
    # As in the search, players defend in every other world.
    defend = np.concatenate([np.arange(size, dtype=SEAT) % worlds % 2 == 0 for size in sizes])
    taken = taken_by_shooters(_joined(batches), root, shooting, defend)
    ends = np.cumsum(sizes)
    for each, end, size in zip(decisions, ends.tolist(), sizes, strict=True):
        each.add(taken[:, end - size : end], worlds)


def _joined(batches: Sequence[Batch]) -> Batch:
    """All lanes of batches with equally many cards played."""
    one = batches[0]
    if len(batches) == 1:
        return one
    parts = {
        name: np.concatenate([getattr(batch, name) for batch in batches], axis=-1)
        for name in ("hands", "leader", "gone", "taken", "trick", "led", "shift", "best", "place")
    }
    return Batch(one.rules, **parts, on_table=one.on_table, tricks=one.tricks)


def choose(state: HeartsState, worlds: int, seed: int) -> HeartsAction:
    """The action of the player to move, from what it knows."""
    (chosen,) = choices([state], [seed], worlds)
    return HeartsAction.model_validate(action_data(chosen.move))
