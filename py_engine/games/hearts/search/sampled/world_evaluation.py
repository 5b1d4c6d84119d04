"""Base class of the searches that play plans out in sampled worlds.

All plans are played out in the same worlds (common random numbers). Plans that fall far behind the leader are dropped along
the way, as in racing algorithms (O. Maron and A. Moore, "Hoeffding races", NIPS 1993). After the exploration, the plans that a
grade compares are measured again in fresh worlds, which removes the selection bias.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace

import numpy as np

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import SampledEvaluation, Stream
from py_engine.core.grading import Comparison, Difference, Measured, result_of
from py_engine.core.numerics import Array
from py_engine.core.results import Candidate, Metadata, Result
from py_engine.core.samples import Sample
from py_engine.core.text import percent
from py_engine.games.hearts.knowledge.grades import BANDS, UNSURE
from py_engine.games.hearts.knowledge.model_error import model_error
from py_engine.games.hearts.knowledge.objective import FEATURES, Outcome
from py_engine.games.hearts.knowledge.own_moon import own_moon_chance
from py_engine.games.hearts.knowledge.sampling_error import least_error, points_in_play
from py_engine.games.hearts.policies.intent import Bold, intents
from py_engine.games.hearts.policies.playouts import play_out
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import HAND, MOON, Batch, after_moon, points_of
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.rules.state import action_data
from py_engine.games.hearts.search.evidence import Evidence
from py_engine.games.hearts.search.options import SearchOptions
from py_engine.games.hearts.search.sampled.information_set import InformationSet, Telemetry, budget_exceeded
from py_engine.games.hearts.search.sampled.lookahead import expand, preferred
from py_engine.games.hearts.search.sampled.plans import Plan, PlanValues

__all__ = ["WorldEvaluation"]

DROP_AFTER = 48
"""Number of worlds after which plans may be dropped."""
DROP_ERRORS = 3.2
"""Standard errors by which a plan must be behind to be dropped."""
FORCED_WORLDS = 256
"""Maximum number of worlds once only one move is left."""
PATIENT_MS = 5_000
"""Time budget from which an evaluation goes on after one move has been found the best."""
ENOUGH = 64
"""Number of worlds below which an answer cut short by the clock carries a note."""
MOON_CHANCE = 0.5
"""Minimum success rate of a plan to shoot the moon."""
FAILED_MOON = 14
"""Cost of a failed attempt in points: the mean measured in the laboratory."""
AT_LEAST = 6
"""Minimum cost of a failed attempt on top of the points already taken."""
EXPECTED, SHOT, WINNING = (FEATURES.index(name) for name in ("expected_points", "moon_chance", "win_chance"))


def is_patient(params: EvaluatorParams) -> bool:
    """Whether the time is to be used up even after one move has been found the best."""
    return params.max_work is None and params.time_budget_ms >= PATIENT_MS


class WorldEvaluation(SampledEvaluation):
    """Measures plans in the same worlds.

    Args:
        known: The information set.
        plans: What to compare; the first is the choice of the playouts' policies, which only a clearly better plan replaces.
        moves: For every legal action, the move that stands for it in the plans.
        clock: Returns the time in seconds.
    """

    first_chunk = 16
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

    def __init__(
        self,
        known: InformationSet,
        plans: Sequence[Plan],
        moves: Sequence[int],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(known.request.params, len(plans), None, clock)
        self.known = known
        self.plans, self.moves = plans, moves
        if isinstance(known.options, SearchOptions):
            self.defend = known.options.defend
        self.values = PlanValues(len(plans))
        self.points = known.objective.points_scale() * points_in_play(known.facts)
        """Value of the points in play."""
        self.user_move = None if known.user is None else moves[known.user]
        if self.user_move is not None:
            self.user = self._plan_of(self.user_move)
        self.playouts = 0

    @abstractmethod
    def positions(self, hands: Array, plans: Sequence[Plan]) -> Batch:
        """The positions after the plans' moves in worlds (4, W): len(plans) * W lanes, plan by plan."""

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
        batch = self.positions(self.known.worlds(stream, first_world, worlds), plans)
        shooting = np.repeat(np.array([plan.shoot for plan in plans], dtype=bool), worlds)
        # Real opponents may or may not defend against moons, so players defend in every other world.
        watchful = (np.arange(first_world, first_world + worlds, dtype=np.int64) & 1) == 0
        bold = Bold(self.known.facts.seat, np.tile(intents(first_world, worlds), len(plans)))
        taken = yield from self._played_out(
            batch, shooting, np.tile(watchful, len(plans)) & self.defend, bold if self.others_shoot else None
        )
        outcome = self.known.objective.outcome(taken)
        self._discount(outcome, shooting)
        values = outcome.values.reshape(len(plans), worlds)
        if stream == "explore":
            self.values.add(candidates, values)
        sums = outcome.features.reshape(len(FEATURES), len(plans), worlds).sum(axis=2)
        return Sample(values, dict(zip(FEATURES, sums, strict=True)), self.playouts - playouts)

    def _played_out(
        self, batch: Batch, shooting: Array, watchful: Array, bold: Bold | None
    ) -> Generator[None, None, Array]:
        """(4, B) int16: what each seat takes, by full-width search to ``depth`` and playouts from there."""
        facts, levels = self.known.facts, []
        for _ in range(self.depth - 1):
            if batch.tricks < HAND:
                levels.append(expand(batch))
                batch, parent = levels[-1].batch, levels[-1].parent
                shooting, watchful = shooting.take(parent), watchful.take(parent)
                bold = None if bold is None else bold.take(parent)
        seat = facts.seat if shooting.any() else None
        taken = yield from play_out(batch, default_play_tables(), seat, shooting, defend=watchful, bold=bold)
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

    def _with_error(self, value: float, stderr: float, n: int) -> Difference:
        return super()._with_error(value, self._sampling_error("fresh", stderr, n), n)

    def _sampling_error(self, stream: Stream, stderr: float, worlds: int) -> float:
        """A standard error corrected for worlds that repeat, and never below that of a sample that agrees by chance."""
        least = least_error(self.known.independent(stream, worlds), self.points)
        return max(stderr * self._repeats(stream, worlds), least)

    def _repeats(self, stream: Stream, worlds: int) -> float:
        """The factor by which repeated worlds increase a standard error, relative to independent worlds."""
        return float(np.sqrt(max(1.0, worlds / max(1.0, self.known.independent(stream, worlds)))))

    def _plan_of(self, move: int) -> int:
        """The plan that stands for a move: to shoot only if that is clearly better and succeeds often enough."""
        plans = [i for i, plan in enumerate(self.plans) if plan.move == move]
        return self._best(plans, plans[0])

    def _best(self, among: Sequence[int], prior: int | None) -> int:
        """The best of some plans.

        Args:
            among: The plans.
            prior: A plan that only a clearly better one may replace; None if there is none.
        """
        if not self.values.counts[0]:
            return among[0]
        sound = [i for i in among if not self.plans[i].shoot or self.moon_chance(i) > MOON_CHANCE] or list(among)
        if prior in sound:
            sound = [i for i in sound if i == prior or self._clearly_better(i, prior)]
        # Ties go to the lower variance, then to the first card.
        return max(sound, key=lambda i: (self.values.estimate(i, 0), -self.values.variance(i), -i))

    def _clearly_better(self, plan: int, other: int) -> bool:
        gap = self.values.difference(plan, other)
        shared = int(min(self.values.counts[plan], self.values.counts[other]))
        return gap.value > self.known.options.gate * gap.stderr * self._repeats("explore", shared)

    def moon_chance(self, plan: int) -> float:
        """The share of worlds in which a plan shot the moon."""
        return self.explored.feature_means(plan).get("moon_chance", 0.0)

    def leader(self) -> int:
        """The plan to follow."""
        return self._best(self.contenders, 0)

    def rival(self) -> int | None:
        """The plan that the user's is compared with: the leader, or the best plan of another move if the user's leads."""
        leader = self.leader()
        if self.plans[leader].move != self.user_move:
            return leader
        others = [i for i in self.contenders if self.plans[i].move != self.user_move]
        return self._best(others, None) if others else None

    def narrow(self) -> None:
        """Drops plans that are far behind, except the greedy plan and those that a grade compares."""
        if self.user_move is not None:
            self.user = self._plan_of(self.user_move)
        if self.values.counts[0] < DROP_AFTER:
            return
        leader = self.leader()
        compared = {0, leader, self.rival() if self.user_move is not None else leader}
        kept = []
        for i in self.contenders:
            gap = self.values.difference(leader, i)
            behind = gap.value > DROP_ERRORS * gap.stderr * self._repeats("explore", int(self.values.counts[i]))
            if not behind or i in compared or self.plans[i].move == self.user_move:
                kept.append(i)
        self.contenders = kept

    def _measured(self, action: int, plan: int) -> Measured:
        """The current values of a legal action, from the plan that stands for it."""
        fresh = self.fresh.count[plan] > 0
        tally = self.fresh if fresh else self.explored
        mean, stderr = tally.mean(plan)
        explored = self.values.estimate(plan, 0)
        spread = stderr * stderr * int(tally.count[plan])
        features = tally.feature_means(plan)
        if self.plans[plan].shoot:
            features["moon_chance"] = self._stated(features["moon_chance"])
        return Measured(
            action=action_data(self.known.legal[action]),
            explored=explored,
            ev=mean if fresh else explored,
            stderr=self._sampling_error("fresh" if fresh else "explore", stderr, int(tally.count[plan])),
            rollouts=int(self.explored.count[plan] + self.fresh.count[plan]),
            features={**features, "variance": spread},
            note=self._note(plan),
        )

    def _note(self, plan: int) -> str | None:
        worlds = int(self.explored.count[plan])
        if self.done and self.ended_by == "clock" and worlds < ENOUGH:
            return f"Best so far: there was time for only {worlds} sample deals."
        if not self.plans[plan].shoot:
            return None
        return f"Shooting the moon: such a plan succeeds in about {percent(self._stated(self.moon_chance(plan)))} of hands."

    def _stated(self, share: float) -> float:
        """The chance to shoot the moon, given in what share of worlds a plan did."""
        return own_moon_chance(share, len(self.known.facts.history))

    def result(self) -> Result | None:
        """The result so far."""
        if not self.can_lead():
            return None
        leading = self.leader()
        plans = {move: self._plan_of(move) for move in dict.fromkeys(plan.move for plan in self.plans)}
        shown = [i for i, move in enumerate(self.moves) if move in plans]
        measured = [self._measured(i, plans[self.moves[i]]) for i in shown]
        first = next(place for place, i in enumerate(shown) if self.moves[i] == self.plans[leading].move)
        # Cards interchangeable with a graded one share its value, including the fresh worlds.
        shift = measured[first].ev - measured[first].explored
        for i, each in zip(shown, measured, strict=True):
            if self.fresh.count[plans[self.moves[i]]]:
                each.explored = each.ev - shift
        blank = self.metadata_so_far(self.evaluator, len(self.moves))
        comparison = self._comparison(shown)
        found = result_of(measured, first, comparison, BANDS, blank, unsure=UNSURE)
        if comparison is not None:
            # What comes from a sample keeps its error, even if the user's move is clearly the best.
            found = replace(found, delta_stderr=comparison.difference.stderr)
        best = found.candidates[0]
        # Grading may have ranked another move before the leader of the search.
        move = next(self.moves[i] for i, each in zip(shown, measured, strict=True) if each.action == best.action)
        return replace(
            found,
            win_probability=self.known.win_probability(best),
            metadata=self._described(found.metadata, best, shoots=self.plans[plans[move]].shoot),
            evidence=Evidence(self.known.facts, solved=self.solves),
        )

    def _comparison(self, shown: Sequence[int]) -> Comparison | None:
        """The user's move against its rival, as indices into the actions shown."""
        difference, rival = self.difference(), self.rival()
        user = self.known.user
        if user is None or difference is None:
            return None
        place = None
        if rival is not None:
            place = next(p for p, i in enumerate(shown) if self.moves[i] == self.plans[rival].move)
        return Comparison(shown.index(user), place, difference)

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

    def _described(self, metadata: Metadata, best: Candidate, *, shoots: bool) -> Metadata:
        return replace(
            self.known.described(metadata, shoots=shoots),
            rollouts_run=self.playouts,
            model_error=self.model_error(),
            telemetry=self.telemetry(best, int(self.elapsed_ms)),
        )
