"""Games of Azul played against oneself, many in step, and what the learnt values are fitted to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from py_engine.chance import Domain, seeded
from py_engine.games.azul.features import draft_features, end_features, round_kind
from py_engine.games.azul.play import new_game
from py_engine.games.azul.rules import Batch, concatenated, split_action, step
from py_engine.games.azul.scoring import DRAWS, deal, finish_round, next_round
from py_engine.games.azul.state import to_batch
from py_engine.games.azul.tables import INDEX
from py_engine.numerics import U8, U32, Array

__all__ = ["Kept", "Records", "play_games"]

MOST_ROUNDS = 9
"""A game that goes on after so many rounds is broken off; nothing is learnt from its last round on."""
START_ROUND_TOKEN = 0


class Kept(NamedTuple):
    """Positions of one kind, and whose they are."""

    features: Array
    """(N, slots) int16."""
    base: Array
    """(N,) float32: score difference as it stands, for the side in front."""
    rounds: Array
    """(N,) INDEX: kinds of rounds."""
    sign: Array
    """(N,) float32: 1 where player 0 is in front, else -1."""
    games: Array
    """(N,) INDEX."""


@dataclass(slots=True)
class Records:
    """What some games leave."""

    draft: Kept
    """Positions within rounds; the side in front moves."""
    draft_round: Array
    """(N,) INDEX: the number of the round of each position of ``draft``, from 1."""
    end: Kept
    """Positions between rounds, the next starter in front."""
    end_round: Array
    """(M,) INDEX: the number of the round that has ended."""
    final: Array
    """(G,) float32: final score of player 0 minus player 1's; NaN where the game was broken off."""


Choose = Callable[[Batch, np.random.Generator, Array], tuple[Array, Array]]
"""(positions, random numbers, game of each) -> (B,) INDEX actions, (B,) bool: a blunder made to see other positions."""


@dataclass(slots=True)
class _Collected:
    features: list[Array] = field(default_factory=list)
    base: list[Array] = field(default_factory=list)
    rounds: list[Array] = field(default_factory=list)
    sign: list[Array] = field(default_factory=list)
    games: list[Array] = field(default_factory=list)
    numbers: list[Array] = field(default_factory=list)

    def add(self, found: tuple[Array, Array], batch: Batch, games: Array, numbers: Array) -> None:
        self.features.append(found[0])
        self.base.append(found[1])
        self.rounds.append(round_kind(batch.round_number))
        self.sign.append(np.where(batch.front == 0, 1.0, -1.0).astype(np.float32))
        self.games.append(games)
        self.numbers.append(numbers)

    def kept(self) -> tuple[Kept, Array]:
        joined = [
            np.concatenate(each)
            for each in (self.features, self.base, self.rounds, self.sign, self.games, self.numbers)
        ]
        return Kept(*joined[:5]), joined[5]


def play_games(seed: int, games: int, choose: Choose, share: float) -> Records:
    """Plays games to their ends.

    Args:
        seed: decides bags and choices.
        games: how many.
        choose: who plays, for both sides.
        share: part of the positions within rounds that are kept.
    """
    random = seeded(Domain.EVALUATION, seed, 77, 0)
    batch = _starts(games, random)
    lanes = np.arange(games, dtype=INDEX)
    final = np.full(games, np.nan, dtype=np.float32)
    draft, ends = _Collected(), _Collected()
    while batch.size:
        keep = random.random(batch.size) < share
        if keep.any():
            part = batch.take(keep)
            draft.add(draft_features(part), part, lanes[keep], part.round_number.astype(INDEX))
        actions, blunders = choose(batch, random, lanes)
        _forget(draft, lanes[blunders], batch.round_number[blunders])
        step(batch, *split_action(actions))
        bare = np.bitwise_or.reduce(batch.tiles, axis=0) == 0
        if bare.any():
            batch, lanes = _between(batch, lanes, bare, final, ends, random)
    kept, numbers = draft.kept()
    sound = numbers > 0
    ended, end_numbers = ends.kept()
    return Records(Kept(*(part[sound] for part in kept)), numbers[sound], ended, end_numbers, final)


def _starts(games: int, random: np.random.Generator) -> Batch:
    first = to_batch([new_game(0, 0), new_game(0, 1)]).without_floor_order()
    batch = first.take(np.arange(games, dtype=INDEX) & 1)
    batch.bag[:] = batch.totals
    batch.tiles[:] = 0
    deal(batch, random.integers(0, 2**32, size=(DRAWS, games), dtype=U32))
    return batch


def _forget(draft: _Collected, games: Array, rounds: Array) -> None:
    """Positions before a blunder in the same round say little of their worth: they are marked by a round of 0."""
    if not games.size:
        return
    blundered = np.zeros(int(max(each.max() for each in draft.games if each.size)) + 1, dtype=INDEX)
    blundered[games] = rounds
    for at, numbers in zip(draft.games[-30:], draft.numbers[-30:], strict=True):
        numbers[blundered.take(at) == numbers] = 0


def _between(
    batch: Batch, lanes: Array, bare: Array, final: Array, ends: _Collected, random: np.random.Generator
) -> tuple[Batch, Array]:
    """Ends the rounds of the bare lanes; those whose game goes on are dealt new factories."""
    ended, games = batch.take(bare), lanes[bare]
    end = finish_round(ended)
    difference = (end.scores[0] - end.scores[1]).astype(np.float32)
    final[games[end.over]] = np.where(ended.front == 0, difference, -difference)[end.over]
    following = next_round(ended, end)
    on = ~end.over & (following.round_number <= MOST_ROUNDS)
    following, games = following.take(on), games[on]
    ends.add(end_features(following), following, games, following.round_number.astype(INDEX) - 1)
    deal(following, random.integers(0, 2**32, size=(DRAWS, following.size), dtype=U32))
    playing = ~bare
    return concatenated([batch.take(playing), following]), np.concatenate([lanes[playing], games])
