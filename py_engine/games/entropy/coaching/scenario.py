"""Practice positions: decisions that matter, from games of fair players who err now and then."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

import numpy as np

from py_engine.core.coaching.scenarios import GapFilter, SideBySide
from py_engine.core.contract import Model, SafeInt
from py_engine.core.evaluation import Pieces
from py_engine.core.numerics import U8, U32, Array
from py_engine.games.entropy.policies.policy import Policy, action_values, choose
from py_engine.games.entropy.rules.batch import BAG_COLUMNS, CHAOS, ORDER, Batch, new_batch, step
from py_engine.games.entropy.rules.play import complete
from py_engine.games.entropy.rules.state import RULESET_ID, TURNS, EntropyState, board_of
from py_engine.games.entropy.rules.tables import COLORS

__all__ = ["Scenario", "ScenarioParams", "phase_of"]

GAMES = 8
"""Games played in lockstep."""
ATTEMPTS = 4
USUAL_GAP = (0.3, 4.0)
"""Points: default range for the lead of the best move, neither a toss-up nor obvious."""
MIXTURE: tuple[tuple[Policy, float], ...] = (("random", 1.0), ("greedy", 0.85), ("value", 0.65))
"""The players' mixed policy: for a uniform number from 0 to 1, the last policy whose limit is above it."""
JUDGES: tuple[Policy, Policy] = ("value", "ev2")
"""By player: the policy whose values determine the lead of the best move."""

Role = Literal["order", "chaos"]
Phase = Literal["early", "mid", "late"]
PHASES: tuple[Phase, ...] = get_args(Phase)


class ScenarioParams(Model):
    """What to look for, and the seed that determines the result."""

    ruleset_id: Literal["entropy_v1"]
    seed: SafeInt
    target_role: Role | None = None
    target_phase: Phase | None = None
    size: Literal[7, 5] | None = None
    filter_config: GapFilter = GapFilter()


class Matches(NamedTuple):
    """Matching positions from one ply."""

    batch: Batch
    kind: int
    """Phase and role encoded as one number."""
    draws: int
    """Tokens drawn so far."""


def phase_of(placed: int, size: int) -> Phase:
    """The third of the game, by the number of tokens on the board."""
    return PHASES[min(2, 3 * placed // (size * size))]


class Scenario(SideBySide[EntropyState, Matches]):
    """Finds a position whose best move leads by the wanted margin."""

    def __init__(self, params: ScenarioParams) -> None:
        super().__init__(ATTEMPTS, GAMES, params.seed)
        self.params = params
        self.size = params.size or 7

    def play(self, generator: np.random.Generator, matches: list[Matches]) -> Pieces:
        """Plays until the wanted phase is over and collects the matching positions in ``matches``; each piece is a ply."""
        full = np.zeros((GAMES, BAG_COLUMNS), dtype=np.int16)
        full[:, 1 : self.size + 1] = self.size
        batch = new_batch(self.size, _drawn(full, generator))
        for ply in range(2 * self.size * self.size - 1):
            placed, player = (ply + 1) // 2, ORDER if ply % 2 else CHAOS
            phase = phase_of(placed, self.size)
            if self._is_past(phase):
                return
            if self.params.target_phase in (None, phase) and self.params.target_role in (None, TURNS[player]):
                fitting = self._fitting(batch, player)
                if fitting.size:
                    matches.append(
                        Matches(batch.take(fitting), 2 * PHASES.index(phase) + player, placed + (player == CHAOS))
                    )
                yield
            action = _mixed(batch, generator)
            step(batch, action, _drawn(batch.bag, generator) if player == ORDER else np.zeros(GAMES, dtype=U8))
            yield

    def _is_past(self, phase: Phase) -> bool:
        wanted = self.params.target_phase
        return wanted is not None and PHASES.index(phase) > PHASES.index(wanted)

    def _fitting(self, batch: Batch, player: int) -> Array:
        """(N,) intp: the positions whose best move leads by the wanted margin."""
        values = np.sort(action_values(batch, JUDGES[player]), axis=1, kind="stable")
        low, high = self.params.filter_config.limits(USUAL_GAP)
        best, second = values[:, -1], values[:, -2]
        # With a single legal move there is no decision.
        gap = np.where(second > -np.inf, best - np.where(second > -np.inf, second, 0.0), -1.0)
        return np.flatnonzero((gap >= low) & (gap <= high))

    def picked(self, matches: list[Matches], generator: np.random.Generator) -> EntropyState:
        """A random kind of position, then a random position of that kind."""
        kinds = sorted({each.kind for each in matches})
        kind = kinds[int(generator.integers(0, len(kinds), dtype=np.int64))]
        lanes = [(each, lane) for each in matches if each.kind == kind for lane in range(each.batch.count)]
        each, lane = lanes[int(generator.integers(0, len(lanes), dtype=np.int64))]
        token = int(each.batch.token[lane])
        return complete(
            EntropyState.model_construct(
                ruleset_id=RULESET_ID,
                active_player_id=int(each.batch.turn[lane]),
                seed=self.params.seed,
                chance_counter=each.draws,
                size=self.size,
                board=board_of(each.batch, lane),
                token=COLORS[token - 1] if token else None,
            )
        )


def _drawn(bag: Array, generator: np.random.Generator) -> Array:
    """(B,) uint8: a token drawn from each bag (B, 8) that is not empty."""
    ends = bag.cumsum(axis=1, dtype=np.int64)
    bits = generator.integers(0, 2**32, size=len(bag), dtype=np.int64)
    place = (bits * ends[:, -1]) >> 32
    return (ends <= place[:, None]).sum(axis=1, dtype=np.int64).astype(U8)


def _mixed(batch: Batch, generator: np.random.Generator) -> Array:
    """(B,) intp: an action for each position, by the mixed policy."""
    action = np.zeros(batch.count, dtype=np.intp)
    share = generator.random(batch.count, dtype=np.float64)
    bits = generator.integers(0, 2**32, size=batch.count, dtype=U32)
    limits = [limit for _, limit in MIXTURE] + [0.0]
    for (policy, high), low in zip(MIXTURE, limits[1:], strict=True):
        lanes = np.flatnonzero((share < high) & (share >= low))
        if lanes.size:
            action[lanes] = choose(batch.take(lanes), bits[lanes], policy)
    return action
