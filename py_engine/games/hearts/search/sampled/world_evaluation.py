"""Base class of the searches that play plans out in sampled worlds.

All plans are played out in the same worlds (common random numbers). Plans that fall far behind the leader are dropped along
the way, as in racing algorithms (O. Maron and A. Moore, "Hoeffding races", NIPS 1993). The best moves are then measured again
in fresh worlds, all in the same ones, and these are compared; other moves keep a rough estimate and are marked as such.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from pydantic import JsonValue

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Stream
from py_engine.core.grading import Comparison, Difference, Measured, result_of
from py_engine.core.numerics import Array
from py_engine.core.results import Candidate, Metadata, Result
from py_engine.core.samples import Sample
from py_engine.core.text import percent
from py_engine.games.hearts.knowledge.grades import UNSURE
from py_engine.games.hearts.knowledge.model_error import model_error, played_on_error
from py_engine.games.hearts.knowledge.objective import FEATURES, Outcome
from py_engine.games.hearts.knowledge.own_moon import NOTED, own_moon_chance
from py_engine.games.hearts.policies.intent import Bold, intents
from py_engine.games.hearts.policies.learnt import ARTIFACT, SHA256
from py_engine.games.hearts.policies.lots import Lots, lots_of
from py_engine.games.hearts.policies.playouts import play_out
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import HAND, MOON, Batch, after_moon, points_of
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.rules.state import action_data
from py_engine.games.hearts.search.evidence import (
    NONE,
    Beside,
    Correction,
    Evidence,
    first_behind,
    first_probably_behind,
)
from py_engine.games.hearts.search.options import SearchOptions
from py_engine.games.hearts.search.sampled.information_set import InformationSet, Telemetry, budget_exceeded
from py_engine.games.hearts.search.sampled.lookahead import expand, preferred
from py_engine.games.hearts.search.sampled.plans import Plan
from py_engine.games.hearts.search.sampled.rechecked import RecheckedEvaluation

__all__ = ["WorldEvaluation"]

FORCED_WORLDS = 256
"""Maximum number of worlds once only one move is left."""
PATIENT_MS = 5_000
"""Time budget from which an evaluation goes on after one move has been found the best."""
ENOUGH = 256
"""Number of worlds below which an answer cut short by the clock carries a note."""
FAILED_MOON = 14
"""Cost of a failed attempt in points: the mean measured in the laboratory."""
AT_LEAST = 6
"""Minimum cost of a failed attempt on top of the points already taken."""
EXPECTED, SHOT, AGAINST, WINNING = (
    FEATURES.index(name) for name in ("expected_points", "moon_chance", "moon_against", "win_chance")
)


def is_patient(params: EvaluatorParams) -> bool:
    """Whether the time is to be used up even after one move has been found the best."""
    return params.max_work is None and params.time_budget_ms >= PATIENT_MS


class WorldEvaluation(RecheckedEvaluation):
    """Measures plans in the same worlds. See ``RecheckedEvaluation`` for the arguments."""

    # See ``SampledEvaluation``.
    first_chunk = 16
    first_fresh_chunk = 128
    lanes = 2048
    evaluator = "search"
    solves = False
    """Whether worlds are solved rather than played out."""
    depth = 1
    """Plies of full-width search before playouts, including the move itself."""
    paranoid = False
    """Whether that search is paranoid instead of max^n."""
    whole: EvaluatorParams | None = None
    """The params of the evaluation that this one is a part of, if any."""
    defend = True
    """Whether players in playouts defend against moons."""
    others_shoot = True
    """Whether the other players in playouts may shoot the moon."""
    costs_error = 0.0
    """Error of the part of a difference that is not from playouts; see ``correction``."""
    perturbs = True
    """Whether the players in playouts draw their cards by the learnt policy, unless they are found to be greedy; if not, all play greedily."""

    def __init__(
        self,
        known: InformationSet,
        plans: Sequence[Plan],
        moves: Sequence[int],
        explored: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(known, plans, moves, explored, clock)
        if isinstance(known.options, SearchOptions):
            self.defend, self.perturbs = known.options.defend, known.options.perturb
        self.playouts = 0

    @abstractmethod
    def positions(self, hands: Array, plans: Sequence[Plan]) -> Batch:
        """The positions after the plans' moves in worlds (4, W): len(plans) * W lanes, plan by plan."""

    def corrected(self, values: Array, against: Array, plans: Sequence[Plan]) -> Array:
        """(P, W) float64: the values of plans in worlds, corrected for what is known to be wrong with playouts.

        Args:
            values: (P, W) float64: what the playouts come to.
            against: (P, W) float64: the part of it that is due to moons of the others.
            plans: The P plans.
        """
        return values

    def correction(self, user: int, best: int) -> Correction:
        """What the difference of two plans consists of after that correction."""
        return NONE

    @property
    def most_worlds(self) -> int:
        """See ``SampledOptions``; fewer once only one move is left, unless there is a lot of time."""
        worlds = self.known.options.worlds
        left = {self.plans[i].move for i in self.contenders}
        if len(left) > 1 or (is_patient(self.whole or self.params) and len(set(self.moves)) > 1):
            return worlds
        return min(worlds, FORCED_WORLDS)

    def sample(
        self, candidates: Sequence[int], stream: Stream, first_world: int, worlds: int
    ) -> Generator[None, None, Sample]:
        """Plays each plan out in each world."""
        playouts = self.playouts
        plans = [self.plans[i] for i in candidates]
        drawn = self.known.sampled(stream, first_world, worlds)
        batch = self.positions(drawn.hands, plans)
        shooting = np.repeat(np.array([plan.shoot for plan in plans], dtype=bool), worlds)
        # Real opponents may or may not defend against moons, so players defend in every other world.
        watchful = (np.arange(first_world, first_world + worlds, dtype=np.int64) & 1) == 0
        bold = Bold(self.known.facts.seat, np.tile(intents(first_world, worlds), len(plans)))
        lots = None
        if self.perturbs:
            lots = lots_of(self.known.generator(stream, first_world, worlds, 1), worlds, len(plans), drawn.greedy)
        taken = yield from self._played_out(
            batch,
            shooting,
            np.tile(watchful, len(plans)) & self.defend,
            bold if self.others_shoot else None,
            lots,
        )
        outcome = self.known.objective.outcome(taken)
        self._discount(outcome, shooting)
        features = outcome.features.reshape(len(FEATURES), len(plans), worlds)
        against = (
            np.zeros_like(features[AGAINST]) if self.known.facts.rules.moon_subtracts else -MOON * features[AGAINST]
        )
        values = self.corrected(outcome.values.reshape(len(plans), worlds), against, plans)
        if stream == "explore":
            self.values.add(candidates, values)
        elif stream == "fresh":
            for name, seen in self.named.items():
                seen.add(candidates, features[FEATURES.index(name)])
        features[EXPECTED] = -self.corrected(-features[EXPECTED], against, plans)
        sums = features.sum(axis=2)
        return Sample(values, dict(zip(FEATURES, sums, strict=True)), self.playouts - playouts)

    def _played_out(
        self, batch: Batch, shooting: Array, watchful: Array, bold: Bold | None, lots: Lots | None
    ) -> Generator[None, None, Array]:
        """(4, B) int16: what each seat takes, by full-width search to ``depth`` and playouts from there."""
        facts, levels = self.known.facts, []
        for _ in range(self.depth - 1):
            if batch.tricks < HAND:
                levels.append(expand(batch))
                batch, parent = levels[-1].batch, levels[-1].parent
                shooting, watchful = shooting.take(parent), watchful.take(parent)
                bold = None if bold is None else bold.take(parent)
                lots = None if lots is None else lots.take(parent)
        seat = facts.seat if shooting.any() else None
        taken = yield from play_out(batch, default_play_tables(), seat, shooting, defend=watchful, bold=bold, lots=lots)
        self.playouts += batch.size
        root = facts.seat if self.paranoid else None
        for level in reversed(levels):
            taken = taken.take(preferred(after_moon(taken, facts.rules), level, root), axis=1)
        return taken

    def _discount(self, outcome: Outcome, shooting: Array) -> None:
        """Counts some of the moons shot in playouts as failed attempts, because better defenders would stop them."""
        shot = np.flatnonzero(shooting & (outcome.features[SHOT] > 0))
        if not shot.size:
            return
        trust, facts = self.known.options.moon_trust, self.known.facts
        taken = points_of(np.array(facts.taken, dtype=np.int16))
        cost = min(MOON - 1, max(FAILED_MOON, int(taken[facts.seat]) + AT_LEAST))
        points = np.full((SEATS, 1), (MOON - cost) // (SEATS - 1), dtype=np.int64)
        points[facts.seat] = cost
        value, winning = self.known.objective.worth(points)
        for row, failed in ((EXPECTED, float(cost)), (WINNING, float(winning[0]))):
            outcome.features[row, shot] = trust * outcome.features[row, shot] + (1 - trust) * failed
        outcome.values[shot] = trust * outcome.values[shot] + (1 - trust) * float(value[0])

    def model_error(self) -> float:
        """See ``SampledEvaluation``; it accounts for the errors of the playout policy."""
        return model_error(max(self.known.facts.counts), self.known.objective.points_scale())

    def _measured(self, action: int, plan: int, best: int, *, compared: bool) -> Measured:
        """The current values of a legal action, from the plan that stands for it.

        The error of a compared move is that of its distance from the best one, which itself has that of its mean.
        """
        fresh = self._is_fresh(plan)
        tally = self.fresh if fresh else self.explored
        _, stderr = tally.mean(plan)
        worlds = int(tally.count[plan])
        spread = stderr * stderr * worlds
        features = self.stated_features(plan, best)
        if self.plans[plan].shoot:
            features["moon_chance"] = self._stated(features["moon_chance"])
        worth = self.worth(plan)
        error = self._sampling_error("fresh" if fresh else "explore", stderr, worlds)
        return Measured(
            action=action_data(self.known.legal[action]),
            explored=worth,
            ev=worth,
            stderr=self._stated_error(self.lead(plan, best), plan, best) if compared and plan != best else error,
            rollouts=int(self.explored.count[plan] + self.fresh.count[plan]),
            features={**features, "variance": spread},
            note=f"{NOTED}{percent(features['moon_chance'])}" if self.plans[plan].shoot else None,
            compared=compared,
        )

    def stated_features(self, plan: int, best: int) -> dict[str, float]:
        """The mean features of a plan as they are stated beside those of the best one."""
        return (self.fresh if self._is_fresh(plan) else self.explored).feature_means(plan)

    def _is_fresh(self, plan: int) -> bool:
        """Whether a plan was measured in fresh worlds."""
        return self.is_rechecked and bool(self.again.counts[plan] > 0)

    def _moon_share(self, plan: int) -> float:
        """The share of worlds in which the player shot the moon after a plan's move, whether or not that was the plan."""
        tally = self.fresh if self._is_fresh(plan) else self.explored
        return tally.feature_means(plan).get("moon_chance", 0.0)

    def _hurried(self, plan: int) -> str | None:
        """The note on an answer for which there was little time."""
        worlds = int(max(self.again.counts[plan], self.values.counts[plan]))
        if not self.done or self.ended_by != "clock" or worlds >= ENOUGH:
            return None
        return f"There was time for only {worlds} sample deals."

    def _stated(self, share: float) -> float:
        """The chance to shoot the moon, given in what share of worlds a plan did."""
        return own_moon_chance(share, len(self.known.facts.history))

    def result(self) -> Result | None:
        """The result so far."""
        if not self.can_lead():
            return None
        compared = self.compared()
        best = self.first_of(compared)
        plans = {self.plans[i].move: i for i in (*self._foremost(), *compared)}
        shown = [i for i, move in enumerate(self.moves) if move in plans]
        measured = [
            self._measured(i, plans[self.moves[i]], best, compared=plans[self.moves[i]] in compared) for i in shown
        ]
        first = next(place for place, i in enumerate(shown) if self.moves[i] == self.plans[best].move)
        comparison = self._comparison(shown, best, compared)
        blank = self.metadata_so_far(self.evaluator, len(self.moves))
        found = result_of(measured, first, comparison, self.known.bands, blank, unsure=UNSURE)
        if comparison is not None:
            # What comes from a sample keeps its error, even if the user's move is clearly the best.
            rival, error = self._rival(best, compared), comparison.difference.stderr
            if rival is not None:
                error = self._stated_error(comparison.difference, self._mine(compared), rival)
            found = replace(found, delta_stderr=error)
        leading = found.candidates[0]
        return replace(
            found,
            win_probability=self.known.win_probability(leading),
            metadata=self._described(found.metadata, leading, best),
            evidence=self._evidence(found, plans, best),
        )

    def _evidence(self, found: Result, plans: Mapping[int, int], best: int) -> Evidence:
        """What the sentences need; ``plans`` has the plan that stands for each move."""
        user = None if self.user_move is None else plans.get(self.user_move)
        behind = first_behind(found)
        if behind is not None:
            user = self._plan_for(behind, plans)
        correction = NONE if user is None else self.correction(user, best)
        errors = {} if user is None else self.feature_errors(user, best)
        following, probable = first_probably_behind(found), None
        if following is not None:
            plan = self._plan_for(following, plans)
            probable = Beside(following, self.correction(plan, best), self.feature_errors(plan, best))
        return Evidence(self.known.facts, self.solves, self._error_share(best), correction, errors, behind, probable)

    def _plan_for(self, action: JsonValue, plans: Mapping[int, int]) -> int:
        """The plan that stands for a legal action."""
        return plans[self.moves[next(i for i, card in enumerate(self.known.legal) if action_data(card) == action)]]

    def feature_errors(self, user: int, best: int) -> dict[str, float]:
        """The standard errors of differences in features; empty where fresh worlds were not played out from both moves."""
        measured = user != best and self._is_fresh(user) and self._is_fresh(best) and not self.solves
        return {name: self.feature_gap(name, user, best).stderr for name in self.named} if measured else {}

    def _stated_error(self, difference: Difference, one: int, other: int) -> float:
        """The error of the difference of two plans as it is stated: what better players make of it counts too, where points do.

        Whether a difference is clear is judged without it, since it moves a loss more often than it turns it.
        """
        if self.known.objective.goal == "win" or (difference.value, difference.stderr) == (0.0, 0.0):
            return difference.stderr
        model = self.model_error()
        sampled = float(np.sqrt(max(0.0, difference.stderr * difference.stderr - model * model)))
        moon = max(self._moon_share(one), self._moon_share(other))
        scale = self.known.objective.points_scale()
        spread, costs = self.spread(one, other), self.costs_error
        cards = max(self.known.facts.counts)
        return played_on_error(sampled, difference.value, scale, cards, spread=spread, moon=moon, costs=costs)

    def _error_share(self, best: int) -> float:
        """How exact the measured features are; see ``Evidence``."""
        stream: Stream = "fresh" if self.is_rechecked else "explore"
        worlds = int((self.again if self.is_rechecked else self.values).counts[best])
        return 1.0 / max(1.0, self.known.independent(stream, worlds))

    def _comparison(self, shown: Sequence[int], best: int, compared: Sequence[int]) -> Comparison | None:
        """The user's move against the best other one, as indices into the actions shown; None before it is compared."""
        user = self.known.user
        if user is None or not self.has_result():
            return None
        rival = self._rival(best, compared)
        if rival is None:
            return Comparison(shown.index(user), None, Difference(0.0, 0.0))
        place = next(p for p, i in enumerate(shown) if self.moves[i] == self.plans[rival].move)
        return Comparison(shown.index(user), place, self.lead(self._mine(compared), rival))

    def _mine(self, compared: Sequence[int]) -> int:
        """The compared plan of the user's move."""
        (mine,) = (i for i in compared if self.plans[i].move == self.user_move)
        return mine

    def _rival(self, best: int, compared: Sequence[int]) -> int | None:
        """The plan of the best other move; None where no other one is compared."""
        if self.plans[best].move != self.user_move:
            return best
        others = [i for i in compared if self.plans[i].move != self.user_move]
        return self.first_of(others) if others else None

    def telemetry(self, best: Candidate, duration_ms: int) -> list[Telemetry]:
        """The log entries of the search, for tuning."""
        log: Telemetry = {
            "type": "SearchLog",
            "trick_idx": len(self.known.facts.history),
            "move": best.action,
            "depth": self.depth,
            "expected_points": best.features["expected_points"],
            "variance": best.features["variance"],
            "sampled_worlds": best.rollouts,
            "duration_ms": duration_ms,
        }
        if not self.done or self.ended_by != "clock":
            return [log]
        return [log, budget_exceeded(best.rollouts, self.most_worlds)]

    def _described(self, metadata: Metadata, best: Candidate, plan: int) -> Metadata:
        described = self.known.described(metadata, shoots=self.plans[plan].shoot)
        hurried = self._hurried(plan)
        return replace(
            described,
            notes=(*(() if hurried is None else (hurried,)), *described.notes),
            rollouts_run=self.playouts,
            artifacts={ARTIFACT: SHA256} if self.perturbs and not self.solves else {},
            model_error=self.model_error(),
            telemetry=self.telemetry(best, int(self.elapsed_ms)),
        )
