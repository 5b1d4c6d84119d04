"""Learns the values of Azul: generations of self-play games, each fitted and measured against the one before.

This is fitted value iteration from self-play, in the line of TD-Gammon (Tesauro, 1995). The network for positions between
rounds (END) is fitted to final differences and then to the values one round later (temporal differences; Sutton, 1988),
which are less noisy. The network for positions within rounds (DRAFT) is fitted to END's values at the end of the round:
their noise is that of one round, not of a game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.games.azul.knowledge.features import DRAFT, END
from py_engine.games.azul.knowledge.layout import Layout
from py_engine.games.azul.knowledge.learnt import packed, unpacked
from py_engine.games.azul.knowledge.network import Network, Weights, rounded
from py_engine.lab.azul.calibration import Calibration, calibration, spread
from py_engine.lab.azul.fitting import Fit, Schedule, initial, parameters_of
from py_engine.lab.azul.policy import Pair, Settings, hand_made, pair_of
from py_engine.lab.azul.positions import Records, joined, outcomes, records, values_dealt, values_reached
from py_engine.lab.azul.selfplay import Duel, Moves, Portion, Selfplay, duel, engine, play
from py_engine.lab.core.commands import Say
from py_engine.lab.core.spread import Work
from py_engine.lab.core.statistics import Mean, mean_of
from py_engine.lab.core.versions import version

__all__ = ["Errors", "Generation", "Plan", "Trained", "Training", "fitted"]

_GAMES, _DUEL, _CHECK, _FIT = range(4)
"""The purposes of random numbers; each has its own seeds."""


class Plan(NamedTuple):
    """The tunable parameters of training. The defaults are those of the engine's file."""

    generations: int = 6
    games: int = 40_000
    """Games per generation."""
    first_games: tuple[float, ...] = (0.75, 0.5, 0.75)
    """Share of them in the first generations, which play badly anyway."""
    hidden: int = 64
    end_hidden: int = 48
    two_plies_from: int = 4
    """The first generation that searches for the best reply to its best moves."""
    width: int = 8
    """Number of moves whose replies are searched."""
    share: float = 0.5
    """Share of the positions within rounds that are learnt from."""
    first_noise: tuple[float, ...] = (0.25, 1.0, 2.5, 5.0)
    """Noise in points with hand-written values, each in a quarter of the games."""
    noise: tuple[float, ...] = (0.0, 0.4, 1.0, 2.5)
    """The same with learnt values."""
    blunder: float = 0.02
    history: int = 3
    """Number of generations whose games are learnt from."""
    end_new: Schedule = Schedule(5, 4e-3)
    end_on: Schedule = Schedule(5, 2e-3)
    polish: Schedule = Schedule(2, 1e-3)
    polishes: int = 2
    """How often END is fitted to values one round later: those of the next round's first position or, before DRAFT has been
    fitted, its own values of the next round's end."""
    trace: float = 0.25
    """Share of the final difference in the targets of those fits."""
    draft_new: Schedule = Schedule(5, 3e-3)
    draft_on: Schedule = Schedule(5, 1.5e-3)
    duel_games: int = 2_000
    """Games between a generation and the one before, both one ply deep."""
    check_games: int = 8_000
    """Games at the end: half for the spread, half for the calibration."""
    task_games: int = 1_000
    draft_only: bool = False
    """END stays as it is, and DRAFT is fitted to it."""
    seed: int = 0


class Errors(NamedTuple):
    """Root mean square errors, in points, during the last epoch of each fit; END's is only measured with ``Plan.draft_only``."""

    end: float
    """END against final differences."""
    polished: float
    """END against the values one round later."""
    draft: float
    """DRAFT against the values at the end of the round."""


class FittedData(TypedDict):
    """The result of a fit, as JSON data."""

    weights: str
    """See ``Pair.text``."""
    errors: list[float]
    """See ``Errors``."""


class Generation(NamedTuple):
    """The results of a generation."""

    number: int
    games: int
    plies: int
    """Search depth of its games."""
    errors: Errors
    won: Mean
    """Per cent of games won against the generation before; ties count half, the standard error is over deals."""
    points: Mean


class Trained(NamedTuple):
    """The result of training."""

    content: bytes
    """The bytes of the file."""
    generations: list[Generation]
    checked: Calibration


class Training:
    """Runs the generations. The results depend on plan and start only, not on where the work is done.

    Args:
        plan: The parameters.
        start: Weights to continue from; None starts with hand-written values.
        work: Runs what can be distributed.
        here: Runs what is done in this process: the fits.
        say: Prints progress.
    """

    def __init__(self, plan: Plan, start: Pair | None, work: Work, here: Work, say: Say) -> None:
        self._plan, self._start = plan, start
        self._work, self._here, self._say = work, here, say
        self._games: dict[int, list[str]] = {}
        """The moves of each task, by generation."""
        self._records: dict[int, Records] = {}

    def run(self) -> Trained:
        """Plays, fits and measures all generations, then checks the last one."""
        pair = self._start or hand_made()
        found = []
        for number in range(1, self._plan.generations + 1):
            before = pair
            self._games[number] = self._work(play, self._tasks(number, before))
            pair, errors = self._fitted(number, before)
            generation = self._measured(number, pair, before, errors)
            self._say(_summary(generation))
            found.append(generation)
        return self._checked(pair, found)

    def _policy(self, pair: Pair, noise: Sequence[float], blunder: float, width: int) -> Settings:
        return {"weights": pair.text(), "noise": list(noise), "blunder": blunder, "width": width}

    def _cut(self, games: int, purpose: int, number: int) -> list[Portion]:
        """Splits games into at least two tasks, of an even number of games each."""
        size = 2 * max(1, min(self._plan.task_games, games // 2) // 2)
        return [
            {
                "seed": [self._plan.seed, purpose, number, place],
                "games": min(size, games - first),
                "engine": engine(),
            }
            for place, first in enumerate(range(0, games, size))
        ]

    def _count(self, number: int) -> int:
        """Number of games of a generation."""
        parts = () if self._start else self._plan.first_games
        part = parts[number - 1] if number <= len(parts) else 1.0
        return max(4, round(self._plan.games * part))

    def _width(self, number: int) -> int:
        """Number of moves whose replies a generation searches; 0 for a search of one ply."""
        return self._plan.width if number >= self._plan.two_plies_from else 0

    def _tasks(self, number: int, pair: Pair) -> list[Selfplay]:
        """The self-play games of a generation, with the weights of the one before."""
        plan = self._plan
        noise = plan.first_noise if number == 1 and self._start is None else plan.noise
        policy = self._policy(pair, noise, plan.blunder, self._width(number))
        return [{**part, "policy": policy} for part in self._cut(self._count(number), _GAMES, number)]

    def _learnt_from(self, number: int) -> list[int]:
        """The generations whose games a generation is fitted to: the latest ``Plan.history``, itself included."""
        return list(range(max(1, number - self._plan.history + 1), number + 1))

    def _fitted(self, number: int, before: Pair) -> tuple[Pair, Errors]:
        """The weights of a generation, fitted in this process, and their errors.

        The task names everything that the fit depends on, so that a finished fit is found again after an interruption.
        Games that no later generation learns from are dropped.
        """
        plan = self._plan
        learnt_from = self._learnt_from(number)
        games = "".join("".join(self._games[each]) for each in learnt_from)
        task = {
            "generation": number,
            "before": hashlib.sha256(before.text().encode()).hexdigest(),
            "games": hashlib.sha256(games.encode()).hexdigest(),
            "plan": [
                *(plan.hidden, plan.end_hidden, plan.share, plan.polishes, plan.trace, plan.seed, plan.task_games),
                plan.draft_only,
            ],
            "schedules": [
                list(each) for each in (plan.end_new, plan.end_on, plan.polish, plan.draft_new, plan.draft_on)
            ],
            "learner": version(__name__),
        }

        def fit(_: object) -> FittedData:
            found = joined([self._recorded(each) for each in learnt_from])
            pair, errors = fitted(plan, found, before, seeded(Domain.EVALUATION, plan.seed, _FIT, number))
            return {"weights": pair.text(), "errors": list(errors)}

        (result,) = self._here(fit, [task])
        for old in [each for each in self._games if each not in self._learnt_from(number + 1)]:
            self._games.pop(old)
            self._records.pop(old, None)
        return pair_of(result["weights"]), Errors(*result["errors"])

    def _recorded(self, number: int) -> Records:
        """The training data of a generation's games, replayed once."""
        if number not in self._records:
            self._records[number] = joined(
                [
                    records(Moves.of(text), [self._plan.seed, _GAMES, number, place], self._plan.share)
                    for place, text in enumerate(self._games[number])
                ]
            )
        return self._records[number]

    def _measured(self, number: int, pair: Pair, before: Pair, errors: Errors) -> Generation:
        """Plays a generation against the one before, without noise, and returns its results."""
        policies = [self._policy(each, [0.0], 0.0, 0) for each in (pair, before)]
        games = self._plan.duel_games + self._plan.duel_games % 2
        duels: list[Duel] = [{**part, "policies": policies} for part in self._cut(games, _DUEL, number)]
        parts = self._work(duel, duels)
        # (deals, 2): final differences for the new generation, each deal played from both seats.
        final = np.concatenate([np.array(part) for part in parts]).reshape(-1, 2)
        won = (50 * (np.sign(final) + 1)).mean(axis=1)
        plies = 2 if self._width(number) else 1
        return Generation(
            number, self._count(number), plies, errors, mean_of(won.tolist()), mean_of(final.mean(axis=1).tolist())
        )

    def _checked(self, pair: Pair, generations: list[Generation]) -> Trained:
        """The file and its calibration, from games that nothing was fitted to: every second task gives the spread."""
        plan = self._plan
        policy = self._policy(pair, [0.0], 0.0, self._width(plan.generations))
        tasks: list[Selfplay] = [{**part, "policy": policy} for part in self._cut(plan.check_games, _CHECK, 0)]
        found = [
            records(Moves.of(text), task["seed"], 1.0)
            for task, text in zip(tasks, self._work(play, tasks), strict=True)
        ]
        content = packed(pair.draft, pair.end, spread(pair, joined(found[::2])))
        return Trained(content, generations, calibration(unpacked(content), joined(found[1::2])))


def _summary(found: Generation) -> str:
    """A line about a generation."""
    errors = ", ".join(f"{name} {value:.2f}" for name, value in found.errors._asdict().items())
    return (
        f"Generation {found.number}: {found.games:,} games, {found.plies} deep; rmse {errors}; against the one before"
        f" {found.won.text()} % won, {found.points.text(signed=True)} points"
    )


def fitted(plan: Plan, found: Records, before: Pair, random: np.random.Generator) -> tuple[Pair, Errors]:
    """Fits the networks to games.

    Args:
        plan: The parameters.
        found: The games.
        before: Weights to continue from, where they have the planned size.
        random: Initial weights and the order of positions.
    """
    end, new = _started_fit(END, before.end, plan.end_hidden, random)
    result = outcomes(found, found.end)
    if plan.draft_only:
        end_error = float(np.mean((end.values(found.end) - result) ** 2))
    else:
        end_error = end.run(found.end, result, plan.end_new if new else plan.end_on, random)
    polished = end_error
    draft, new = _started_fit(DRAFT, before.draft, plan.hidden, random)
    for _ in range(0 if plan.draft_only else plan.polishes):
        following = values_reached(found, end.values(found.end), draft=False)
        if not new:
            following = values_dealt(found, draft.values, following)
        target = plan.trace * result + (1 - plan.trace) * following
        polished = end.run(found.end, target, plan.polish, random)
    target = values_reached(found, end.values(found.end), draft=True)
    draft_error = draft.run(found.draft, target, plan.draft_new if new else plan.draft_on, random)
    errors = Errors(*(float(np.sqrt(each)) for each in (end_error, polished, draft_error)))
    return Pair(rounded(draft.parameters), rounded(end.parameters)), errors


def _started_fit(layout: Layout, weights: Weights, hidden: int, random: np.random.Generator) -> tuple[Fit, bool]:
    """A fit, and whether it starts from scratch."""
    network = Network(layout, weights)
    if network.hidden == hidden:
        return Fit(parameters_of(network)), False
    return Fit(initial(layout, hidden, random)), True
