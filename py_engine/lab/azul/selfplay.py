"""Self-play games of Azul, many in lockstep, recorded as their moves.

All games of a task play the same round at the same time, so that every batch of positions is from one round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.numerics import U8, U32, Array
from py_engine.games.azul.knowledge.features import round_kind
from py_engine.games.azul.rules.batch import Batch, concatenated, split_action, step
from py_engine.games.azul.rules.play import new_game
from py_engine.games.azul.rules.scoring import DRAWS, deal, finish_round, next_round
from py_engine.games.azul.rules.state import to_batch
from py_engine.games.azul.rules.tables import INDEX
from py_engine.lab.azul.policy import Policy, Settings, arrays_of, text_of
from py_engine.lab.core.spread import report
from py_engine.lab.core.versions import require_same, version

__all__ = [
    "MAX_PLIES",
    "MAX_ROUNDS",
    "Duel",
    "Moves",
    "Place",
    "Portion",
    "Selfplay",
    "drafted",
    "duel",
    "engine",
    "kind_of",
    "play",
    "replay",
    "run_games",
]

MAX_ROUNDS = 9
"""A game that lasts longer than this many rounds is stopped, and nothing is learnt from it."""
MAX_PLIES = 20
"""A round has no more moves than tiles."""
NO_MOVE = 255
_BAGS, _CHOICES = 1, 2


def engine() -> str:
    """A hash of the sources that determine how games go; the learnt values and the search are not among them."""
    return version(__name__)


class Place(NamedTuple):
    """How far some games have come."""

    number: int
    """Number of the round, from 1."""
    ply: int
    """Moves played in this round."""
    games: Array
    """(B,) INDEX: numbers of the games, ascending."""


Choose = Callable[[Batch, Place], Array]
"""(B,) INDEX actions for positions of a round."""
Ended = Callable[[Batch, Array, int], None]
"""Called with the positions between rounds, the next starter in front; their games; and the number of the round just ended."""


class Moves(NamedTuple):
    """The moves of G games."""

    actions: Array
    """(9, 20, G) uint8 by round, move and game; 255 for none."""
    sound: Array
    """(9, G) uint8: the move of each round from which its positions have no blunder before them in the round."""

    def text(self) -> str:
        """The moves as text."""
        return text_of(**self._asdict())

    @classmethod
    def of(cls, text: str) -> Moves:
        """The moves in a text of ``text``."""
        return cls(**arrays_of(text))


def run_games(games: int, seed: Sequence[int], choose: Choose, ended: Ended | None, *, mirrored: bool = False) -> Array:
    """Plays games to their ends.

    Args:
        games: Number of games; player 0 starts those with even numbers.
        seed: Determines the bags, and nothing else.
        choose: Chooses the moves.
        ended: Called after each round, if given.
        mirrored: Games 2 k and 2 k + 1 have the same tiles and the same player starts.

    Returns:
        (G,) float32: final score of player 0 minus player 1's; NaN where the game was stopped.
    """
    random = seeded(Domain.EVALUATION, *seed, _BAGS)
    deals = np.arange(games, dtype=INDEX) >> int(mirrored)
    batch, lanes = _starts(deals & 1), np.arange(games, dtype=INDEX)
    final = np.full(games, np.nan, dtype=np.float32)
    for number in range(1, MAX_ROUNDS + 1):
        bits = random.integers(0, 2**32, size=(DRAWS, games), dtype=U32)
        deal(batch, bits[:, deals[lanes]])
        batch = drafted(batch, lanes, number, choose)
        end = finish_round(batch)
        difference = (end.scores[0] - end.scores[1]).astype(np.float32)
        final[lanes[end.over]] = np.where(batch.front == 0, difference, -difference)[end.over]
        on = ~end.over
        batch, lanes = next_round(batch, end).take(on), lanes[on]
        if not len(lanes):
            break
        if ended is not None:
            ended(batch, lanes, number)
    return final


def _starts(players: Array) -> Batch:
    batch = to_batch([new_game(0, 0), new_game(0, 1)]).without_floor_order().take(players)
    batch.bag[:] = batch.totals
    batch.tiles[:] = 0
    return batch


def drafted(batch: Batch, lanes: Array, number: int, choose: Choose) -> Batch:
    """The drafted-out positions of a round, in the order of the lanes.

    Args:
        batch: B positions, which are changed.
        lanes: (B,) ascending numbers of the games, for ``choose``.
        number: The round.
        choose: Chooses the moves.
    """
    done: list[Batch] = []
    whose: list[Array] = []
    ply = 0
    while batch.size:
        actions = choose(batch, Place(number, ply, lanes))
        step(batch, *split_action(actions.astype(INDEX)))
        bare = np.bitwise_or.reduce(batch.tiles, axis=0) == 0
        if bare.any():
            done.append(batch.take(bare))
            whose.append(lanes[bare])
            batch, lanes = batch.take(~bare), lanes[~bare]
        ply += 1
    return concatenated(done).take(np.argsort(np.concatenate(whose), kind="stable"))


class Portion(TypedDict):
    """Some games of a run."""

    seed: list[int]
    games: int
    engine: str
    """The version of the sources that determine how they go."""


class Selfplay(Portion):
    """Games of one policy for both sides."""

    policy: Settings


class Duel(Portion):
    """Games between two policies, mirrored in pairs."""

    policies: list[Settings]


def play(task: Selfplay) -> str:
    """Plays ``games`` games of ``seed`` with one ``policy`` for both sides; a job.

    Returns:
        The moves, as ``Moves.text``.

    Raises:
        LabError: the engine here differs from the task's.
    """
    require_same(task["engine"], engine())
    games = task["games"]
    policy = Policy(task["policy"])
    random = seeded(Domain.EVALUATION, *task["seed"], _CHOICES)
    moves = Moves(np.full((MAX_ROUNDS, MAX_PLIES, games), NO_MOVE, dtype=U8), np.zeros((MAX_ROUNDS, games), dtype=U8))

    def choose(batch: Batch, place: Place) -> Array:
        actions, blunders = policy(batch, kind_of(place.number), place.games, random)
        moves.actions[place.number - 1, place.ply, place.games] = actions
        moves.sound[place.number - 1, place.games[blunders]] = place.ply + 1
        _report_progress(place)
        return actions

    run_games(games, task["seed"], choose, None)
    return moves.text()


def replay(
    moves: Moves, seed: Sequence[int], on_position: Callable[[Batch, Place], None], on_round_end: Ended
) -> Array:
    """Replays recorded games; returns final differences like ``run_games``.

    Args:
        moves: The result of ``play``.
        seed: The seed of the same task.
        on_position: Called with positions within rounds.
        on_round_end: Called with positions between rounds.
    """

    def choose(batch: Batch, place: Place) -> Array:
        on_position(batch, place)
        return moves.actions[place.number - 1, place.ply, place.games]

    return run_games(moves.actions.shape[2], seed, choose, on_round_end)


def duel(task: Duel) -> list[float]:
    """Plays ``games`` games, mirrored in pairs, between two ``policies``; a job.

    Returns:
        Final difference of each game from the view of the first policy, which is player 0 in even games; stopped games count
        as ties.

    Raises:
        LabError: the engine here differs from the task's.
    """
    require_same(task["engine"], engine())
    policies = [Policy(settings) for settings in task["policies"]]
    random = seeded(Domain.EVALUATION, *task["seed"], _CHOICES)

    def choose(batch: Batch, place: Place) -> Array:
        actions = np.zeros(batch.size, dtype=INDEX)
        for which, policy in enumerate(policies):
            here = np.flatnonzero((batch.front ^ (place.games & 1)) == which)
            if len(here):
                actions[here] = policy(batch.take(here), kind_of(place.number), place.games[here], random)[0]
        _report_progress(place)
        return actions

    final = np.nan_to_num(run_games(task["games"], task["seed"], choose, None, mirrored=True))
    final[1::2] *= -1
    return [float(each) for each in final]


def kind_of(number: int) -> int:
    """The kind of a round; see ``features.round_kind``."""
    return int(round_kind(np.array([number]))[0])


def _report_progress(place: Place) -> None:
    """Reports progress: a game has about five rounds of thirteen moves."""
    report(min(0.99, (place.number - 1 + min(1.0, place.ply / 14)) / 5))
