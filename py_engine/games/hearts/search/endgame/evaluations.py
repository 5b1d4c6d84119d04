"""Evaluations that value cards at the end of a hand exactly, in all possible worlds or in sampled ones."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.evaluation import SINGLE_WORLD_ERROR, Evaluation, Pieces, Stream
from py_engine.core.grading import Comparison, Difference, Measured, result_of
from py_engine.core.numerics import Array, small_sample_factor
from py_engine.core.results import Candidate, Metadata, Result
from py_engine.core.samples import Sample
from py_engine.games.hearts.knowledge.grades import BANDS, UNSURE
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.state import action_data
from py_engine.games.hearts.search.endgame.solver import Mode
from py_engine.games.hearts.search.endgame.worlds import FEATURES, SolvedWorlds, typical_nodes
from py_engine.games.hearts.search.evidence import Evidence
from py_engine.games.hearts.search.sampled.card_search import CardSearch
from py_engine.games.hearts.search.sampled.inference import likelihoods
from py_engine.games.hearts.search.sampled.information_set import InformationSet, Telemetry, budget_exceeded
from py_engine.games.hearts.search.sampled.roots import in_play

__all__ = ["NODES_OF_A_PLAYOUT", "EnumeratedEndgame", "SampledEndgame"]

NODES_OF_A_PLAYOUT = 8
"""Nodes that take as long as a playout, the unit of work."""
FORCED = "Forced: no other card is better in any possible deal, if everybody plays for the fewest points."
EQUAL = "All cards are worth the same in every possible deal, if everybody plays for the fewest points."
NO_QUEEN = "The best card never costs the queen of spades, if everybody plays for the fewest points."
LEAST_VARIANCE = 0.25
"""Minimum variance in square points, because worlds still to be solved may differ from those that agreed so far."""


class SampledEndgame(CardSearch):
    """The card search with exact values instead of playouts."""

    first_chunk = 8
    lanes = 64
    first_fresh_chunk = 16
    solves = True

    def __init__(self, known: InformationSet, mode: Mode) -> None:
        super().__init__(known, shoot=False)
        cards = [plan.move.bit_length() - 1 for plan in self.plans]
        self.solved = SolvedWorlds(known.facts, known.objective, cards, mode)

    def world_cost(self, candidates: int) -> int:
        """See ``SampledEvaluation``; independent of the candidates, since all cards are solved together."""
        return max(1, typical_nodes(self.known.facts) // NODES_OF_A_PLAYOUT)

    def sample(
        self, candidates: Sequence[int], stream: Stream, first_world: int, worlds: int
    ) -> Generator[None, None, Sample]:
        """Solves the worlds one by one, yielding after each."""
        hands = self.known.worlds(stream, first_world, worlds)
        nodes = self.solved.nodes
        points = []
        for world in range(worlds):
            points.append(self.solved.solve(hands[:, world]))
            yield
        every = np.stack(points, axis=2)[:, list(candidates)]
        values, features = self.solved.outcome(every.reshape(4, -1))
        values = values.reshape(len(candidates), worlds)
        if stream == "explore":
            self.values.add(candidates, values)
        sums = features.reshape(len(FEATURES), len(candidates), worlds).sum(axis=2)
        work = -(-(self.solved.nodes - nodes) // NODES_OF_A_PLAYOUT)
        return Sample(values, dict(zip(FEATURES, sums, strict=True)), work)

    def telemetry(self, best: Candidate, duration_ms: int) -> list[Telemetry]:
        """See ``WorldEvaluation``."""
        return [*super().telemetry(best, duration_ms), _log(self.known, self.solved, "sampled", None, duration_ms)]

    def _described(self, metadata: Metadata, best: Candidate, *, shoots: bool) -> Metadata:
        return replace(super()._described(metadata, best, shoots=shoots), nodes=self.solved.nodes)


def _log(known: InformationSet, solved: SolvedWorlds, strategy: str, result: str | None, duration_ms: int) -> Telemetry:
    return {
        "type": "EndgameLog",
        "cards_left": known.facts.counts[known.facts.seat],
        "strategy": f"{strategy}, {solved.mode}",
        "nodes_expanded": solved.nodes,
        "result": result,
        "duration_ms": duration_ms,
    }


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
        self.solved = SolvedWorlds(known.facts, known.objective, self.cards, mode)
        if known.options.inference:
            weights = weights * likelihoods(known.facts, worlds, default_play_tables())
        # In random order, so that the worlds solved so far are a random sample.
        order = seeded(Domain.EVALUATION, known.request.params.evaluator_seed).permutation(len(weights))
        self.worlds, self.weights = worlds[:, order], weights[order] / weights.sum()
        self.points: list[Array] = []
        root = in_play(known.facts, worlds[:, :1])
        self.greedy = int(choose(root, default_play_tables())[0])

    def work(self) -> Pieces:
        """Yields after each world."""
        while len(self.points) < len(self.weights):
            nodes = self.solved.nodes
            self.points.append(self.solved.solve(self.worlds[:, len(self.points)]))
            self.work_done += -(-(self.solved.nodes - nodes) // NODES_OF_A_PLAYOUT)
            yield
            if self.work_left == 0:
                return
        self.ended_by = "solved"

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
        seen = len(self.points)
        weights = self.weights[:seen] / self.weights[:seen].sum()
        values, features = self.solved.outcome(np.stack(self.points, axis=2).reshape(4, -1))
        values = values.reshape(len(self.cards), seen)
        means = (values * weights).sum(axis=1)
        shares = (features.reshape(len(FEATURES), len(self.cards), seen) * weights).sum(axis=2)
        spread = (values * values * weights).sum(axis=1) - means * means
        measured = [
            self._measured(place, float(means[place]), float(max(spread[place], 0.0)), shares[:, place].tolist())
            for place in range(len(self.cards))
        ]
        best = max(
            range(len(self.cards)), key=lambda place: (means[place], -spread[place], self.cards[place] == self.greedy)
        )
        blank = self.metadata_so_far("search", len(self.cards))
        comparison = self._comparison(values, weights, means, self.known.user)
        found = result_of(measured, best, comparison, BANDS, blank, unsure=UNSURE)
        best_everywhere = bool((values.max(axis=0) == values[best]).all())
        matters = bool((values.min(axis=0) < values[best]).any())
        return replace(
            found,
            win_probability=self.known.win_probability(found.candidates[0]),
            metadata=self._described(
                found.metadata, found.candidates[0], forced=best_everywhere and matters, equal=not matters
            ),
            evidence=Evidence(self.known.facts, solved=True),
        )

    def _error(self, variance: float) -> float:
        """Standard error of a mean over the worlds solved so far (sampled without replacement); 0 once all are solved."""
        if self.is_exact:
            return 0.0
        seen = self.weights[: len(self.points)]
        if len(seen) < 2:
            return SINGLE_WORLD_ERROR
        total = float(seen.sum())
        share = float((seen * seen).sum()) / (total * total)
        factor = small_sample_factor(len(seen))
        return factor * float(np.sqrt(max(variance, LEAST_VARIANCE) * share * (1.0 - total)))

    def _measured(self, place: int, mean: float, spread: float, features: list[float]) -> Measured:
        named = dict(zip(FEATURES, features, strict=True)) | {"variance": spread}
        action = action_data(self.known.legal[place])
        return Measured(action, mean, mean, self._error(spread), len(self.points), features=named)

    def _comparison(self, values: Array, weights: Array, means: Array, user: int | None) -> Comparison | None:
        if user is None:
            return None
        others = [place for place in range(len(self.cards)) if place != user]
        if not others:
            return Comparison(user, None, Difference(0.0, 0.0))
        rival = max(others, key=lambda place: (float(means[place]), -place))
        gaps = values[user] - values[rival]
        mean = float(means[user] - means[rival])
        spread = float((gaps * gaps * weights).sum()) - mean * mean
        return Comparison(user, rival, Difference(mean, self._error(spread)))

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
        telemetry = [_log(self.known, self.solved, "enumerated", result, int(self.elapsed_ms))]
        if self.done and self.ended_by == "clock":
            telemetry.append(budget_exceeded(len(self.points), len(self.weights)))
        return replace(described, nodes=self.solved.nodes, solved=self.is_exact, notes=notes, telemetry=telemetry)
