"""Pairs of ends of a round of Azul that differ by plausible moves, and what follows them on average.

In games of self-play, a position late in each round is left by two plausible moves, and both are played on to the end of the
round. From both ends many games are played on with the same refills (common random numbers), so that most of their chance cancels
in the difference: it says more about the two ends than their two results do.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.numerics import U32, Array
from py_engine.games.azul.knowledge.features import END, end_features, round_kind
from py_engine.games.azul.rules.batch import Batch, concatenated, split_action, step, tiles_left
from py_engine.games.azul.rules.scoring import DRAWS, deal, finish_round, next_round
from py_engine.games.azul.rules.tables import INDEX
from py_engine.lab.azul.policy import Policy, Settings, arrays_of, text_of
from py_engine.lab.azul.positions import Kept
from py_engine.lab.azul.selfplay import MAX_ROUNDS, Place, Portion, drafted, kind_of, run_games
from py_engine.lab.core.spread import report
from py_engine.lab.core.versions import require_same, version

__all__ = ["Followed", "Pairs", "PairsTask", "engine", "joined", "kept", "play_pairs"]

FEWEST, MOST = 2, 14
"""The fewest and most tiles on the table where two plays part."""
PLAUSIBLE, BEHIND = 6, 5.0
"""A plausible move is one of this many highest-valued moves, and at most this many points behind the best."""
NOISE = (0.0, 0.4, 1.0)
"""Noise in points of the rest of a round; each in a third of the ends."""
CAREFUL_FROM, WIDTH = 5, 4
"""From this round on, usually the last, this many moves are valued by the best replies to them: one-ply play gives away bonuses
at the end of the game."""
AHEAD = 2
"""Games that are not played to their ends stop after this many rounds, or before the rounds that take the most time."""
MOST_GAMES = 1_000_000
"""No task has so many games: numbers of games are unique over tasks."""
_CHOICES, _REFILLS = 2, 3


def engine() -> str:
    """A hash of the sources that determine the pairs; the learnt values are in the tasks."""
    return version(__name__)


class PairsTask(Portion):
    """Games of self-play, in each round of which a pair is taken."""

    weights: str
    """The values that play, see ``policy.Pair.text``."""
    noise: list[float]
    """Noise of the games that the pairs are taken from; see ``policy.Policy``."""
    each: int
    """Number of games played on from each end."""
    to_end: bool
    """Whether they are played to their ends; else one or two rounds are played, see ``_last_round``."""


class Pairs(NamedTuple):
    """P pairs of ends that the game continues from, and what followed."""

    features: Array
    """(P, 2, slots) int16, see ``features.end_features``."""
    base: Array
    """(P, 2) float32: score differences for the next starters."""
    sign: Array
    """(P, 2) float32: 1 where player 0 is the next starter, else -1."""
    numbers: Array
    """(P,) int8: the rounds that ended."""
    following: Array
    """(P, 2) float32: mean value for player 0 at the end of the next round."""
    later: Array
    """(P, 2) float32: mean value for player 0 where the games stopped, and final difference where they were over."""
    variance: Array
    """(P,) float32: variance of the noise in the difference of ``later``."""
    games: Array
    """(P,) int64: numbers of the games that they are taken from, one pair in each round."""

    @classmethod
    def of(cls, text: str) -> Pairs:
        """The pairs in a text of ``play_pairs``."""
        return cls(**arrays_of(text))


class Followed(NamedTuple):
    """What followed L ends in N games each, for player 0: (L, N) float32."""

    following: Array
    """Values at the end of the next round."""
    later: Array
    """Values where the games stopped, and final differences where they were over."""


def joined(parts: list[Pairs]) -> Pairs:
    """The pairs of several tasks."""
    return Pairs(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def kept(pairs: Pairs) -> Kept:
    """The 2 P ends for a fit; those of a pair are neighbours."""
    count = len(pairs.numbers)
    numbers = pairs.numbers.repeat(2)
    return Kept(
        pairs.features.reshape(2 * count, END.slots),
        pairs.base.reshape(-1),
        round_kind(numbers).astype(np.int8),
        pairs.sign.reshape(-1),
        np.arange(count, dtype=np.int32).repeat(2),
        numbers,
        np.zeros(2 * count, dtype=np.int8),
    )


def play_pairs(task: PairsTask) -> str:
    """Takes pairs from games of self-play and plays them on; a job.

    Returns:
        The ``Pairs``, as text.

    Raises:
        LabError: the engine here differs from the task's.
    """
    require_same(task["engine"], engine())
    random = seeded(Domain.EVALUATION, *task["seed"], _CHOICES)
    refills = seeded(Domain.EVALUATION, *task["seed"], _REFILLS)
    roots = _roots(task, random)
    found = [_none()]
    for place, (number, root, games) in enumerate(roots):
        ends, lanes = _played_apart(root, number, _policy(task, NOISE), random)
        if ends.size:
            differ = _differ(ends)
            ends, lanes = ends.take(differ.repeat(2)), lanes[differ]
        if ends.size:
            number_of = task["seed"][-1] * MOST_GAMES + games[lanes]
            found.append(_pairs(ends, number, followed(ends, number, task, refills), number_of))
        report((place + 1) / len(roots))
    return text_of(**joined(found)._asdict())


def _policy(task: PairsTask, noise: list[float] | tuple[float, ...], width: int = 0) -> Policy:
    settings: Settings = {"weights": task["weights"], "noise": list(noise), "blunder": 0.0, "width": width}
    return Policy(settings)


def _roots(task: PairsTask, random: np.random.Generator) -> list[tuple[int, Batch, Array]]:
    """The positions where plays part, by round, with the numbers of their games."""
    policy = _policy(task, task["noise"])
    limits = random.integers(FEWEST, MOST + 1, size=(MAX_ROUNDS + 1, task["games"]))
    found: dict[int, list[tuple[Batch, Array]]] = {}

    def choose(batch: Batch, place: Place) -> Array:
        here = tiles_left(batch) <= limits[place.number, place.games]
        if here.any():
            found.setdefault(place.number, []).append((batch.take(here), place.games[here]))
            limits[place.number, place.games[here]] = -1
        return policy(batch, kind_of(place.number), place.games, random)[0]

    run_games(task["games"], task["seed"], choose, None)
    return [
        (number, concatenated([batch for batch, _ in parts]), np.concatenate([games for _, games in parts]))
        for number, parts in sorted(found.items())
        if number < MAX_ROUNDS
    ]


def _played_apart(root: Batch, number: int, policy: Policy, random: np.random.Generator) -> tuple[Batch, Array]:
    """(2 B lanes) two ends of the round for each of B positions, which part with the first move.

    One begins with the highest-valued move, the other with a plausible one. Positions with one plausible move have no ends; the others
    are returned beside them, as lanes of ``root``.
    """
    parents, actions, values = policy.moves(root, kind_of(number))
    order = np.lexsort((-values, parents))
    starts = np.searchsorted(parents, np.arange(root.size))
    best = values[order[starts]]
    rank = np.arange(len(order)) - starts[parents]
    plausible = (rank < PLAUSIBLE) & (values[order] >= best[parents] - BEHIND)
    counts = np.bincount(parents[plausible], minlength=root.size)
    lanes = np.flatnonzero(counts > 1)
    other = 1 + (random.random(len(lanes)) * (counts[lanes] - 1)).astype(INDEX)
    firsts = np.stack([actions[order[starts[lanes]]], actions[order[starts[lanes] + other]]], axis=1).reshape(-1)
    batch = root.take(lanes.repeat(2))
    step(batch, *split_action(firsts.astype(INDEX)))
    return _played(batch, number, policy, random.integers(0, len(NOISE), size=batch.size), random), lanes


def _played(batch: Batch, number: int, policy: Policy, noise: Array, random: np.random.Generator) -> Batch:
    """The ends of a round, in the order of the lanes, some of which may have ended already.

    Args:
        batch: B positions, which are changed.
        number: The round.
        policy: Plays both sides.
        noise: (B,) which noise of the policy.
        random: The source of it.
    """
    lanes = np.arange(batch.size, dtype=INDEX)
    on = tiles_left(batch) > 0
    if not on.any():
        return batch

    def choose(here: Batch, place: Place) -> Array:
        return policy(here, kind_of(number), noise[place.games], random)[0]

    played = drafted(batch.take(on), lanes[on], number, choose)
    order = np.argsort(np.concatenate([lanes[~on], lanes[on]]), kind="stable")
    return concatenated([batch.take(~on), played]).take(order)


def _differ(ends: Batch) -> Array:
    """(P,) bool: the game continues from both ends of the pair, and not from the same position."""
    end = finish_round(ends)
    after = next_round(ends, end)
    features, base = end_features(after)
    seen = np.concatenate([features, base[:, None], after.front[:, None]], axis=1).reshape(-1, 2, features.shape[1] + 2)
    different: Array = (seen[:, 0] != seen[:, 1]).any(axis=1)
    return different & ~end.over.reshape(-1, 2).any(axis=1)


def _last_round(number: int) -> int:
    """The last round to be played after the end of a round, if games are not played to their ends."""
    return max(number + 1, min(number + AHEAD, CAREFUL_FROM - 1))


def followed(ends: Batch, number: int, task: PairsTask, random: np.random.Generator) -> Followed:
    """Plays pairs of ends on, by learnt values without noise.

    Args:
        ends: L ends of a round, those of a pair being neighbours.
        number: The round.
        task: The values, how many games to play, and how far.
        random: Source of the refills: game k of a pair has the same ones from both ends.

    Returns:
        (L, N) by end and game.
    """
    each = task["each"]
    last = MAX_ROUNDS if task["to_end"] else _last_round(number)
    quick, careful = (_policy(task, [0.0], width) for width in (0, WIDTH))
    lanes = np.arange(ends.size * each, dtype=INDEX)
    batch = ends.take(lanes // each)
    following = later = quick.ends(batch)
    for here in range(number + 1, last + 1):
        end = finish_round(batch)
        on = np.flatnonzero(~end.over)
        if not len(on):
            break
        batch, lanes = next_round(batch, end).take(on), lanes[on]
        bits = random.integers(0, 2**32, size=(DRAWS, ends.size // 2 * each), dtype=U32)
        deal(batch, bits[:, lanes // (2 * each) * each + lanes % each])
        batch = _played(batch, here, careful if here >= CAREFUL_FROM else quick, lanes * 0, random)
        later[lanes] = quick.ends(batch)
        if here == number + 1:
            following = later.copy()
    return Followed(following.reshape(-1, each), later.reshape(-1, each))


def _none() -> Pairs:
    two = np.zeros((0, 2), dtype=np.float32)
    features = np.zeros((0, 2, END.slots), dtype=np.int16)
    return Pairs(features, two, two, np.zeros(0, dtype=np.int8), two, two, two[:, 0], np.zeros(0, dtype=np.int64))


def _pairs(ends: Batch, number: int, seen: Followed, games: Array) -> Pairs:
    after = next_round(ends, finish_round(ends))
    features, base = end_features(after)
    count = ends.size // 2
    gaps = seen.later[0::2] - seen.later[1::2]
    return Pairs(
        features.reshape(count, 2, -1),
        base.reshape(count, 2),
        np.where(after.front == 0, 1.0, -1.0).astype(np.float32).reshape(count, 2),
        np.full(count, number, dtype=np.int8),
        seen.following.mean(axis=1).reshape(count, 2),
        seen.later.mean(axis=1).reshape(count, 2),
        (gaps.var(axis=1) / (gaps.shape[1] - 1)).astype(np.float32),
        games.astype(np.int64),
    )
