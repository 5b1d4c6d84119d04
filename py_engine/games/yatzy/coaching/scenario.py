"""Practice positions: close decisions from games of a good player who errs now and then."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

import numpy as np

from py_engine.core.coaching.scenarios import GapFilter, SideBySide
from py_engine.core.contract import ContractError, Model, SafeInt
from py_engine.core.evaluation import Pieces
from py_engine.core.numerics import U8, U32, Array
from py_engine.games.yatzy.coaching.classify import Classes, DecisionCode, Phase, Tension, classify
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.policies.policy import action_values, look_ahead, optimal, sample_near_best
from py_engine.games.yatzy.rules.batch import KEEPS, Batch, new_batch, step
from py_engine.games.yatzy.rules.play import complete
from py_engine.games.yatzy.rules.state import RULESET_ID, Options, Player, YatzyState
from py_engine.games.yatzy.rules.tables import CATEGORIES, DICE, FACES, Rules

__all__ = ["Scenario", "ScenarioParams"]

GAMES = 32
"""Games played in lockstep."""
ATTEMPTS = 12
SCALE = 0.3
"""Points: the error scale of a player who averages about 235, where perfect play averages 248."""
USUAL_GAP = (0.05, 3.0)
"""Points: default range for the lead of the best action, neither a toss-up nor obvious."""
_NEVER_IN_PHASE = {("clean_up", "early"), ("clean_up", "mid")}
MAX_FILLED = len(CATEGORIES) - 2
"""A card with one open row leaves little to decide."""
OPEN = -1
"""Stands for the points of a category that is not filled."""


class ScenarioParams(Model):
    """What to look for, and the seed that determines the result."""

    ruleset_id: Literal["yatzy_v1"]
    seed: SafeInt
    target_phase: Phase | None = None
    target_kind: DecisionCode | None = None
    target_tension: Tension | None = None
    house_rules: Literal["none", "full_house", "two_pairs", "both"] | None = None
    """``full_house``: five of a kind is one; ``two_pairs``: four of a kind is that. None stands for ``none``."""
    filter_config: GapFilter = GapFilter()

    @property
    def rules(self) -> Rules:
        """The house rules of the position."""
        return Rules(self.house_rules in ("full_house", "both"), self.house_rules in ("two_pairs", "both"))


class Matches(NamedTuple):
    """Matching positions from one ply."""

    batch: Batch
    scores: Array
    """(B, 15) int16: points by category, ``OPEN`` for open ones."""
    throws: Array
    """(B,) int32: throws so far."""
    classes: Array
    """(B,) int64: see ``Classes.number``."""


class Scenario(SideBySide[YatzyState, Matches]):
    """Finds a position of the wanted class whose best action leads by the wanted margin."""

    def __init__(self, params: ScenarioParams) -> None:
        super().__init__(ATTEMPTS, GAMES, params.seed)
        self.params = params
        self.table = require(params.rules)

    def work(self) -> Pieces:
        """Each piece is a ply of all games.

        Raises:
            ContractError: GENERATION_FAILED for targets that exclude each other.
        """
        if (self.params.target_tension, self.params.target_phase) in _NEVER_IN_PHASE or (
            self.params.target_tension == "pattern_hunt" and self.params.target_kind == "category"
        ):
            raise ContractError("GENERATION_FAILED", "There is no such position: these filters exclude each other.")
        yield from super().work()

    def play(self, generator: np.random.Generator, met: list[Matches]) -> Pieces:
        """Plays until the wanted phase is over and collects the matching positions in ``met``."""
        batch = new_batch(1, self._dice(generator), self.params.rules)
        scores = np.full((GAMES, len(CATEGORIES)), OPEN, dtype=np.int16)
        throws = np.ones(GAMES, dtype=np.int32)
        objective = optimal(self.table)
        while True:
            values = action_values(batch, look_ahead(batch, objective))
            classes = classify(batch, values)
            fits = np.flatnonzero(self._fits(classes) & (np.bitwise_count(batch.closed[0]) <= MAX_FILLED))
            if fits.size:
                met.append(Matches(batch.take(fits), scores[fits], throws[fits], classes.number()[fits]))
            bits = generator.integers(0, 2**32, size=GAMES, dtype=U32)
            action = sample_near_best(values, batch.dice, SCALE, bits)
            stepped = step(batch, action, self._dice(generator))
            scoring = np.flatnonzero((action >= KEEPS) & (classes.open_categories > 0))
            scores[scoring, action[scoring] - KEEPS] = stepped.points[scoring]
            throws += stepped.thrown.any(axis=1)
            yield
            if self._is_past(batch):
                return

    def _dice(self, generator: np.random.Generator) -> Array:
        return generator.integers(1, FACES + 1, size=(GAMES, DICE), dtype=U8)

    def _fits(self, classes: Classes) -> Array:
        """(B,) bool: the lanes whose position matches."""
        low, high = self.params.filter_config.limits(USUAL_GAP)
        fits: Array = (classes.gap >= low) & (classes.gap <= high)
        wanted: tuple[tuple[str | None, Array, tuple[str, ...]], ...] = (
            (self.params.target_phase, classes.phase, get_args(Phase)),
            (self.params.target_kind, classes.kind, get_args(DecisionCode)),
            (self.params.target_tension, classes.tension, get_args(Tension)),
        )
        for target, found, codes in wanted:
            if target is not None:
                fits &= found == codes.index(target)
        return fits

    def _is_past(self, batch: Batch) -> bool:
        """Whether no further position can match."""
        last = {"early": 5, "mid": 10}.get(self.params.target_phase or "", len(CATEGORIES))
        return bool((np.bitwise_count(batch.closed[0]) >= last).all())

    def picked(self, met: list[Matches], generator: np.random.Generator) -> YatzyState:
        """A random class of position, then a random position of that class."""
        classes = np.concatenate([each.classes for each in met])
        kinds = sorted(set(classes.tolist()))
        kind = kinds[int(generator.integers(0, len(kinds), dtype=np.int64))]
        among = np.flatnonzero(classes == kind)
        place = int(among[int(generator.integers(0, len(among), dtype=np.int64))])
        ends = np.cumsum([each.batch.size for each in met], dtype=np.int64)
        which = int((ends <= place).sum(dtype=np.int64))
        return self._state(met[which], place - int(ends[which]) + met[which].batch.size)

    def _state(self, met: Matches, lane: int) -> YatzyState:
        scores = {name: int(met.scores[lane, i]) for i, name in enumerate(CATEGORIES) if met.scores[lane, i] != OPEN}
        state = YatzyState(
            ruleset_id=RULESET_ID,
            active_player_id=0,
            seed=self.params.seed,
            chance_counter=int(met.throws[lane]),
            options=Options(**self.params.rules._asdict()),
            players=[Player(scores=scores)],
            dice=met.batch.dice[lane].tolist(),
            rolls_left=int(met.batch.rolls_left[lane]),
        )
        return complete(state)
