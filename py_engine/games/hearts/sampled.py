"""Evaluations that play plans out in sampled worlds, all plans in the same ones."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Generator, Sequence
from typing import Any

import numpy as np

from py_engine.chance import Domain, seeded
from py_engine.evaluation import Sample, SampledEvaluation, Stream
from py_engine.games.hearts.beliefs import HARD, Beliefs
from py_engine.games.hearts.evaluator import Asked
from py_engine.games.hearts.facts import Facts
from py_engine.games.hearts.feedback import BANDS, UNSURE, kind_of
from py_engine.games.hearts.inference import likelihoods
from py_engine.games.hearts.lookahead import expand, preferred
from py_engine.games.hearts.objective import FEATURES, Objective
from py_engine.games.hearts.options import SampledOptions
from py_engine.games.hearts.plans import Plan, PlanValues
from py_engine.games.hearts.playouts import play_out
from py_engine.games.hearts.rules import HAND, Batch, after_moon, points_of
from py_engine.games.hearts.sampler import draw
from py_engine.games.hearts.weights import default_play_tables
from py_engine.games.hearts.words import sentences
from py_engine.grading import Comparison, Measured, answer
from py_engine.numerics import Array

__all__ = ["Question", "WorldEvaluation", "budget_exceeded", "circumstances_of"]

WINNING = "This hand may end the game: values are chances to win it, and a per cent counts as a point."

_STREAMS: dict[Stream, int] = {"explore": 0, "fresh": 1, "quick": 2}
DROP_AFTER = 48
"""Worlds after which plans may be dropped."""
DROP_ERRORS = 3.2
"""Standard errors by which a plan must be behind to be dropped."""
POOL = 1024
"""Worlds that are held against what the others have played; those that are played out are chosen from them."""
FORCED_WORLDS = 256
"""Worlds in which the only plan there is is played out."""
MOON_CHANCE = 0.5
"""A plan to shoot must succeed in more worlds than this."""
FAILED_MOON = 14
"""Points that an attempt costs that is stopped: the mean of those in the laboratory."""
AT_LEAST = 6
"""Points that it costs besides those that have been taken."""
MODEL_ERROR = 0.04
"""
Points a card in hand: half of what the difference of two moves changes by, as a standard deviation, when playouts follow
the untuned weights instead of the tuned ones (0.87 points before the third trick, 0.40 before the ninth).
"""
SHOT = FEATURES.index("moon_chance")


class Question:
    """What is asked, and what the player knows.

    Args:
        asked: what.
        facts: of the player.
        options: of the evaluator.
    """

    def __init__(self, asked: Asked, facts: Facts, options: SampledOptions) -> None:
        self.asked, self.facts, self.options = asked, facts, options
        self.objective = Objective(facts, options.beta)
        self.beliefs = Beliefs(facts, HARD)
        self._pools: dict[Stream, tuple[int, Array, Array]] = {}

    def worlds(self, stream: Stream, first_world: int, worlds: int) -> Array:
        """(4, W) uint64: hands by seat, the same for the same part of a stream."""
        generator = self._generator(stream, first_world)
        played = bool(self.facts.history or self.facts.table)
        if not self.options.inference or not played or stream == "quick":
            return draw(self.beliefs, generator, worlds)
        pool, heights = self._pool(stream, first_world // POOL)
        where = heights.searchsorted(generator.random(worlds) * heights[-1], side="right")
        return pool.take(np.minimum(where, POOL - 1), axis=1)

    def _generator(self, stream: Stream, *part: int) -> np.random.Generator:
        return seeded(Domain.EVALUATION, self.asked.params.evaluator_seed, _STREAMS[stream], *part)

    def _pool(self, stream: Stream, number: int) -> tuple[Array, Array]:
        """Worlds to choose among, and the running sums of their likelihoods; a new pool for so many worlds each."""
        if self._pools.get(stream, (-1,))[0] != number:
            pool = draw(self.beliefs, self._generator(stream, number, POOL), POOL)
            self._pools[stream] = number, pool, likelihoods(self.facts, pool, default_play_tables()).cumsum()
        return self._pools[stream][1:]


class WorldEvaluation(SampledEvaluation):
    """Plans measured in the same worlds.

    Args:
        question: what is asked.
        plans: what to compare; the first one is what the greedy policy would do, and is left for good reasons only.
        moves: of every legal action, the move of its plans.
    """

    first_chunk = 16
    lanes = 2048
    evaluator = "search"
    depth = 1
    """Plies of full-width search before playouts, the move itself included."""
    paranoid = False
    """Whether the others then play against the seat alone."""
    defend = True
    """Whether players in playouts keep others from shooting the moon."""

    def __init__(
        self,
        question: Question,
        plans: Sequence[Plan],
        moves: Sequence[int],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(question.asked.params, len(plans), None, clock)
        self.question = question
        self.plans, self.moves = plans, moves
        self.values = PlanValues(len(plans))
        index = question.asked.user_index
        self.user_move = None if index is None else moves[index]
        if index is not None:
            self.user = self._plan_of(moves[index])
        self.playouts = 0

    @abstractmethod
    def positions(self, hands: Array, plans: Sequence[Plan]) -> Batch:
        """The positions after the moves of some plans in worlds (4, W): len(plans) * W lanes, plan by plan."""

    @property
    def most_worlds(self) -> int:
        """See ``SampledOptions``; what cannot be chosen need not be known as well."""
        worlds = self.question.options.worlds
        return worlds if len(self.plans) > 1 else min(worlds, FORCED_WORLDS)

    def sample(
        self, candidates: Sequence[int], stream: Stream, first_world: int, worlds: int
    ) -> Generator[None, None, Sample]:
        """Each plan in each world."""
        playouts = self.playouts
        plans = [self.plans[i] for i in candidates]
        batch = self.positions(self.question.worlds(stream, first_world, worlds), plans)
        shooting = np.repeat(np.array([plan.shoot for plan in plans], dtype=bool), worlds)
        # Some tables watch who takes all points, and some do not: every other world is of either kind.
        watchful = np.tile(np.arange(worlds, dtype=np.int64) % 2 == 0, len(plans)) & self.defend
        taken = yield from self._played_out(batch, shooting, watchful)
        outcome = self.question.objective.outcome(taken)
        values = np.where(shooting & (outcome.features[SHOT] > 0), self._hoped(outcome.values), outcome.values)
        values = values.reshape(len(plans), worlds)
        if stream == "explore":
            self.values.add(candidates, values)
        sums = outcome.features.reshape(len(FEATURES), len(plans), worlds).sum(axis=2)
        return Sample(values, dict(zip(FEATURES, sums, strict=True)), self.playouts - playouts)

    def _played_out(self, batch: Batch, shooting: Array, watchful: Array) -> Generator[None, None, Array]:
        """(4, B) int16: what each seat takes, by maxn or paranoid search to the depth wanted and playouts from there."""
        facts, levels = self.question.facts, []
        for _ in range(self.depth - 1):
            if batch.tricks < HAND:
                levels.append(expand(batch))
                batch, parent = levels[-1].batch, levels[-1].parent
                shooting, watchful = shooting.take(parent), watchful.take(parent)
        seat = facts.seat if shooting.any() else None
        taken = yield from play_out(batch, default_play_tables(), seat, shooting, defend=watchful)
        self.playouts += batch.size
        root = facts.seat if self.paranoid else None
        for level in reversed(levels):
            taken = taken.take(preferred(after_moon(taken, facts.rules), level, root), axis=1)
        return taken

    def _hoped(self, values: Array) -> Array:
        """What moons that were shot in playouts are worth, when better defenders stop some of them."""
        trust, facts = self.question.options.moon_trust, self.question.facts
        failed = float(max(FAILED_MOON, int(points_of(np.array(facts.taken, dtype=np.int16))[facts.seat]) + AT_LEAST))
        return trust * values - (1 - trust) * failed

    def model_error(self) -> float:
        """See ``SampledEvaluation``: playouts are only as good as their policy."""
        return MODEL_ERROR * max(self.question.facts.counts)

    def _plan_of(self, move: int) -> int:
        """The plan that stands for a move: the better one of those that may be chosen."""
        return self._best([i for i, plan in enumerate(self.plans) if plan.move == move])

    def _best(self, among: Sequence[int]) -> int:
        """The best of some plans; one that is hardly better than the greedy one gives way to it."""
        if not self.values.counts[0]:
            return among[0]
        sound = [i for i in among if not self.plans[i].shoot or self.moon_chance(i) > MOON_CHANCE] or list(among)
        estimates = [self.values.estimate(i, 0) for i in sound]
        best = sound[int(np.argmax(estimates))]
        prior = sound[0]
        if best == prior:
            return best
        gap = self.values.difference(best, prior)
        return best if gap.value > self.question.options.gate * gap.stderr else prior

    def moon_chance(self, plan: int) -> float:
        """How often a plan has shot the moon."""
        return self.explored.feature_means(plan).get("moon_chance", 0.0)

    def leader(self) -> int:
        """The plan to follow."""
        return self._best(self.contenders)

    def rival(self) -> int | None:
        """The plan that the user's is measured against: the best one of another move."""
        others = [i for i in self.contenders if self.plans[i].move != self.user_move]
        return self._best(others) if others else None

    def narrow(self) -> None:
        """Drops what is far behind; the greedy plan and the user's stay."""
        if self.user_move is not None:
            self.user = self._plan_of(self.user_move)
        if self.values.counts[0] < DROP_AFTER:
            return
        leader = self.leader()
        kept = []
        for i in self.contenders:
            gap = self.values.difference(leader, i)
            stays = i in (0, leader) or self.plans[i].move == self.user_move
            if stays or gap.value <= DROP_ERRORS * gap.stderr:
                kept.append(i)
        self.contenders = kept

    def measured_candidate(self, action: int) -> Measured:
        """A legal action as it stands."""
        plan = self._plan_of(self.moves[action])
        fresh = self.fresh.count[plan] > 0
        tally = self.fresh if fresh else self.explored
        mean, stderr = tally.mean(plan)
        explored = self.values.estimate(plan, 0)
        spread = stderr * stderr * int(tally.count[plan])
        return Measured(
            action=self.question.asked.legal[action],
            explored=explored,
            ev=mean if fresh else explored,
            stderr=stderr,
            rollouts=int(self.explored.count[plan] + self.fresh.count[plan]),
            features={**tally.feature_means(plan), "variance": spread},
            note=self._note(plan),
        )

    def _note(self, plan: int) -> str | None:
        if not self.plans[plan].shoot:
            return None
        return f"With the plan to shoot the moon: it succeeds in {100 * self.moon_chance(plan):.0f} % of the worlds."

    def result(self) -> dict[str, Any] | None:
        """The EvaluationResult so far."""
        if not self.can_lead():
            return None
        leading = self.leader()
        shown = [i for i, move in enumerate(self.moves) if any(plan.move == move for plan in self.plans)]
        measured = [self.measured_candidate(i) for i in shown]
        first = next(place for place, i in enumerate(shown) if self.moves[i] == self.plans[leading].move)
        found = answer(measured, first, self._comparison(shown), BANDS, UNSURE)
        if found["grade"] is not None:
            found["feedback"] = sentences(found, self.question.facts.rules)
        if self.question.objective.goal == "win":
            found["win_probability"] = found["candidates"][0]["features"]["win_chance"]
        found["metadata"] = self._metadata(found) | {"candidates_evaluated": len(shown)}
        return found

    def _comparison(self, shown: Sequence[int]) -> Comparison | None:
        """The user's move against its rival, as places among the actions shown."""
        difference, rival = self.difference(), self.rival()
        user = self.question.asked.user_index
        if user is None or difference is None:
            return None
        place = None
        if rival is not None:
            place = next(p for p, i in enumerate(shown) if self.moves[i] == self.plans[rival].move)
        return Comparison(shown.index(user), place, difference)

    def telemetry(self, best: dict[str, Any], duration_ms: int) -> list[dict[str, Any]]:
        """What is logged of the search, for tuning."""
        features = best["features"]
        log: dict[str, Any] = {
            "type": "SearchLog",
            "trick_idx": len(self.question.facts.history),
            "move": best["action"],
            "expected_points": features["expected_points"],
            "variance": features["variance"],
            "sampled_worlds": best["rollouts"],
            "duration_ms": duration_ms,
        }
        if not self.done or self.ended_by != "clock":
            return [log]
        return [log, budget_exceeded(best["rollouts"], self.most_worlds)]

    def _metadata(self, found: dict[str, Any]) -> dict[str, Any]:
        goal = self.question.objective.goal
        # The plan of the move that is told, which a grade may have put before the one that led the search.
        told = self._plan_of(self.moves[self.question.asked.legal.index(found["best_action"])])
        return (
            self.circumstances(self.evaluator, len(self.moves))
            | circumstances_of(self.question)
            | {
                "rollouts_run": self.playouts,
                "model_error": self.model_error(),
                "objective": "shoot" if self.plans[told].shoot else goal,
                "telemetry": self.telemetry(found["candidates"][0], int(self.elapsed_ms)),
            }
        )


def budget_exceeded(worlds: int, wanted: int) -> dict[str, Any]:
    """What is logged when the clock ends an evaluation before it has seen the worlds that it wanted."""
    return {"type": "budget_exceeded", "sampled_worlds": worlds, "wanted_worlds": wanted}


def circumstances_of(question: Question) -> dict[str, Any]:
    """The metadata that follow from the question."""
    goal = question.objective.goal
    return {
        "horizon": "hand" if goal == "points" else "game",
        "decision": kind_of(question.asked.state),
        "notes": [] if goal == "points" else [WINNING],
    }
