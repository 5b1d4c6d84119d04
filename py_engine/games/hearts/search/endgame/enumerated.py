"""The evaluation that solves all possible worlds at the end of a hand.

It says how many nodes it needs until its values can replace those of playouts: until all worlds are solved, or until the
standard error of the difference between the moves is no larger than the model error of playouts (see ``standard``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.evaluation import SINGLE_WORLD_ERROR, Evaluation, Pieces
from py_engine.core.grading import ROUNDING, Comparison, Difference, Measured, result_of
from py_engine.core.numerics import Array, small_sample_factor
from py_engine.core.results import Candidate, Metadata, Result
from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.knowledge.grades import UNSURE
from py_engine.games.hearts.knowledge.model_error import played_on_error
from py_engine.games.hearts.knowledge.sampling_error import least_error
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.cards import DECK, SEATS
from py_engine.games.hearts.rules.state import action_data
from py_engine.games.hearts.search.endgame.solver import Mode, TooManyNodes
from py_engine.games.hearts.search.endgame.solving import NODES_OF_A_PLAYOUT, TOO_FEW, Solving, solver_log
from py_engine.games.hearts.search.endgame.standard import DOUBT, PILOT, Standard
from py_engine.games.hearts.search.endgame.worlds import FEATURES, SolvedWorlds
from py_engine.games.hearts.search.evidence import NONE, Beside, Evidence, first_behind, first_probably_behind
from py_engine.games.hearts.search.sampled.inference import likelihoods
from py_engine.games.hearts.search.sampled.information_set import InformationSet, Telemetry, budget_exceeded
from py_engine.games.hearts.search.sampled.roots import in_play

__all__ = ["EnumeratedEndgame"]

FORCED = "Forced: no other card is better in any possible deal, if everybody plays for the fewest points."
EQUAL = "All cards are worth the same in every possible deal, if everybody plays for the fewest points."
NO_QUEEN = "The best card never costs the queen of spades, if everybody plays for the fewest points."


class _Summary(NamedTuple):
    """Solved worlds: C cards in W worlds."""

    values: Array
    """(C, W)"""
    weights: Array
    """(W,), which sum to 1."""
    means: Array
    """(C,): weighted means of the values."""
    features: Array
    """(features, C, W)"""


class EnumeratedEndgame(Evaluation):
    """Solves every world of the information set exactly, and weights each by its probability.

    Args:
        known: The information set.
        worlds: (4, N) uint64: hands by seat.
        weights: (N,) float64: probabilities.
        mode: The model of the other players.
    """

    def __init__(self, known: InformationSet, worlds: Array, weights: Array, mode: Mode) -> None:
        super().__init__(known.request.params)
        self.known = known
        self.cards = [move.bit_length() - 1 for move in known.legal]
        self.equals = lowest_equals(known.facts.hand, int(DECK) & ~known.facts.gone, known.facts.rules)
        """The lowest card that each card is interchangeable with."""
        self.solved = SolvedWorlds(known.facts, known.objective, self.cards, mode)
        if known.options.inference:
            weights = weights * likelihoods(known.facts, worlds)
        # In random order, so that the worlds solved so far are a random sample, and the same one for all seeds.
        order = seeded(Domain.EVALUATION, 0).permutation(len(weights))
        self.worlds, self.weights = worlds[:, order], weights[order] / weights.sum()
        self.points: list[Array] = []
        self.standard = Standard(known, len(weights))
        self.allowance: int | None = None
        """Limit on all nodes; None for no limit."""
        self.overrun = False
        """Whether the allowance is used up."""
        root = in_play(known.facts, worlds[:, :1])
        self.greedy = int(choose(root, default_play_tables())[0])

    def work(self) -> Pieces:
        """Yields after each card of each world."""
        self.overrun = False
        while len(self.points) < len(self.weights):
            seen = len(self.points)
            left = self.standard.nodes_left(self.allowance, seen, self.solved.nodes)
            try:
                point = yield from self.solved.solving(self.worlds[:, seen], left)
            except TooManyNodes:
                self.overrun = True
                return
            self.points.append(point)
            self.work_done = -(-self.solved.nodes // NODES_OF_A_PLAYOUT)
            yield
            if self.work_left == 0:
                return
        self.ended_by = "solved"

    @property
    def hopeless(self) -> bool:
        """Whether the allowance is probably too small to meet the standard."""
        if self.overrun:
            return not self.suffices
        seen = len(self.points)
        # Looked at whenever the number of worlds has doubled, because the estimate takes a while.
        if self.allowance is None or seen < PILOT or seen & (seen - 1) or self.is_exact:
            return False
        return self.predicted_nodes * (1 + DOUBT / seen) > self.allowance

    @property
    def predicted_nodes(self) -> int:
        """Nodes that it takes to meet the standard, as estimated from the worlds solved so far."""
        seen = len(self.points)
        if not seen:
            return 0
        values, weights, means, _ = self._summary()
        best = int(means.argmax())
        rival = self._rival(best, means)
        spread = 0.0
        if rival is not None:
            gaps = values[best] - values[rival]
            mean = float((gaps * weights).sum())
            spread = float((gaps * gaps * weights).sum()) - mean * mean
        needed = min(len(self.weights), self.standard.worlds(max(0.0, spread)))
        return self.solved.nodes * needed // seen

    @property
    def suffices(self) -> bool:
        """Whether the worlds solved so far meet the standard."""
        if not self.points or self.is_exact:
            return self.is_exact
        values, weights, means, _ = self._summary()
        comparison = self._comparison(values, weights, means, int(means.argmax()))
        enough = len(self.points) >= self.standard.fewest
        return enough and comparison is not None and comparison.difference.stderr <= self.standard.error

    def _summary(self) -> _Summary:
        """The worlds solved so far."""
        seen = len(self.points)
        weights = self.weights[:seen] / self.weights[:seen].sum()
        values, features = self.solved.outcome(np.stack(self.points, axis=2).reshape(SEATS, -1))
        values = values.reshape(len(self.cards), seen)
        features = features.reshape(len(FEATURES), len(self.cards), seen)
        return _Summary(values, weights, (values * weights).sum(axis=1), features)

    def has_result(self) -> bool:
        """Whether at least one world has been solved."""
        return bool(self.points)

    @property
    def is_exact(self) -> bool:
        """Whether all worlds have been solved."""
        return len(self.points) == len(self.weights)

    @property
    def progress(self) -> float:
        """Share of the worlds solved."""
        return 1.0 if self.done else len(self.points) / len(self.weights)

    def result(self) -> Result | None:
        """The result so far."""
        if not self.points:
            return None
        values, weights, means, features = self._summary()
        # Rounding must not make a chance larger than 1.
        shares = (features * weights).sum(axis=2).clip(features.min(axis=2), features.max(axis=2))
        spread = (values * values * weights).sum(axis=1) - means * means
        best = max(
            range(len(self.cards)), key=lambda place: (means[place], -spread[place], self.cards[place] == self.greedy)
        )
        # The error of a card is that of its distance from the best one, which itself has that of its mean.
        apart, leads = values - values[best], means - means[best]
        gaps = (apart * apart * weights).sum(axis=1) - leads * leads
        errors = [self._stated_error(float(lead), float(gap)) for lead, gap in zip(leads, gaps, strict=True)]
        errors[best] = self._error(float(spread[best]))
        measured = [
            self._measured(place, float(means[place]), float(max(spread[place], 0.0)), shares[:, place].tolist(), error)
            for place, error in enumerate(errors)
        ]
        blank = self.metadata_so_far("search", len(self.cards))
        comparison = self._comparison(values, weights, means, self.known.user, stated=True)
        found = result_of(measured, best, comparison, self.known.bands, blank, unsure=UNSURE)
        if comparison is not None:
            found = replace(found, delta_stderr=comparison.difference.stderr)
        best_everywhere = bool((values.max(axis=0) == values[best]).all())
        matters = bool((values.min(axis=0) < values[best]).any())
        return replace(
            found,
            win_probability=self.known.win_probability(found.candidates[0]),
            metadata=self._described(
                found.metadata, found.candidates[0], forced=best_everywhere and matters, equal=not matters
            ),
            evidence=self._evidence(found),
        )

    def _evidence(self, found: Result) -> Evidence:
        probable = first_probably_behind(found)
        return Evidence(
            self.known.facts,
            solved=True,
            error_share=self._error_share(),
            behind=first_behind(found),
            probable=None if probable is None else Beside(probable, NONE, {}),
        )

    def _error(self, variance: float) -> float:
        """Standard error of a mean over the worlds solved so far (sampled without replacement); 0 once all are solved."""
        if self.is_exact:
            return 0.0
        seen = self.weights[: len(self.points)]
        if len(seen) < 2:
            return SINGLE_WORLD_ERROR
        total, share = self._shares()
        left = float(np.sqrt(max(0.0, 1.0 - total)))
        sampled = small_sample_factor(len(seen)) * float(np.sqrt(max(variance, 0.0) * share))
        return max(sampled, least_error(1.0 / share, self.standard.points)) * left

    def _stated_error(self, gap: float, variance: float) -> float:
        """The error of a difference as it is stated: a deal that is solved shows all hands to everybody.

        So a difference in points that depends on the deal is off from what players make of it who see only their own cards, even if all
        possible deals were solved. One that is the same in every deal is not.
        """
        sampled, objective = self._error(variance), self.known.objective
        if objective.goal == "win" or variance <= ROUNDING:
            return sampled
        cards, spread = max(self.known.facts.counts), float(np.sqrt(variance))
        return played_on_error(sampled, gap, objective.points_scale(), cards, spread=spread)

    def _shares(self) -> tuple[float, float]:
        """The total weight of the worlds solved so far, and 1 / their effective number."""
        seen = self.weights[: len(self.points)]
        total = float(seen.sum())
        return total, float((seen * seen).sum()) / (total * total)

    def _error_share(self) -> float:
        """See ``Evidence``."""
        total, share = self._shares()
        return 0.0 if self.is_exact else share * max(0.0, 1.0 - total)

    def _measured(self, place: int, mean: float, spread: float, features: list[float], error: float) -> Measured:
        named = dict(zip(FEATURES, features, strict=True)) | {"variance": spread}
        action = action_data(self.known.legal[place])
        return Measured(action, mean, mean, error, len(self.points), features=named)

    def _comparison(
        self, values: Array, weights: Array, means: Array, user: int | None, *, stated: bool = False
    ) -> Comparison | None:
        """The user's card against the best other one, with the error of sampling, or as it is stated."""
        if user is None:
            return None
        rival = self._rival(user, means)
        if rival is None:
            return Comparison(user, None, Difference(0.0, 0.0))
        gaps = values[user] - values[rival]
        mean = float(means[user] - means[rival])
        spread = float((gaps * gaps * weights).sum()) - mean * mean
        error = self._stated_error(mean, spread) if stated else self._error(spread)
        return Comparison(user, rival, Difference(mean, error))

    def log(self, duration_ms: int, result: str | None = None) -> Telemetry:
        """The log entry of the solver."""
        far = Solving("enumerated", len(self.points), len(self.weights))
        return solver_log(self.known, self.solved, far, result if self.suffices else TOO_FEW, duration_ms)

    def _rival(self, user: int, means: Array) -> int | None:
        """The best card that is not interchangeable with the user's; None if there is none."""
        own = self.equals[self.cards[user]]
        others = [place for place, card in enumerate(self.cards) if self.equals[card] != own]
        return max(others, key=lambda place: (float(means[place]), -place)) if others else None

    def _described(self, metadata: Metadata, best: Candidate, *, forced: bool, equal: bool) -> Metadata:
        described = self.known.described(metadata)
        notes = [*described.notes]
        if self.is_exact and forced:
            notes.append(FORCED)
        elif self.is_exact and equal and len(self.cards) > 1:
            notes.append(EQUAL)
        if self.is_exact and best.features["queen_chance"] == 0 and self.solved.queen_is_live:
            notes.append(NO_QUEEN)
        result = "Forced" if self.is_exact and forced else None
        telemetry = [self.log(int(self.elapsed_ms), result)]
        if self.done and self.ended_by == "clock":
            telemetry.append(budget_exceeded(len(self.points), len(self.weights)))
        return replace(described, nodes=self.solved.nodes, solved=self.is_exact, notes=notes, telemetry=telemetry)
