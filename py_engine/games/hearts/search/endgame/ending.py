"""The evaluation of a card near the end of a hand: worlds are solved where that suffices, and played out otherwise.

The first worlds are solved as a pilot. The nodes that they take, and the spread of their values, say whether the budget holds
enough worlds to meet the standard of ``evaluations``. If it does not, the whole rest of the budget goes to playouts. If it does
but takes a while, there is first a short round of playouts, so that there is a result to show.
"""

from __future__ import annotations

from dataclasses import replace

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation, Pieces
from py_engine.core.request import Regradable
from py_engine.core.results import Result
from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.rules.cards import DECK
from py_engine.games.hearts.rules.state import HeartsRequest
from py_engine.games.hearts.search.endgame.enumerated import EnumeratedEndgame
from py_engine.games.hearts.search.endgame.sampled import SampledEndgame
from py_engine.games.hearts.search.endgame.solver import Mode
from py_engine.games.hearts.search.endgame.solving import NODES_OF_A_PLAYOUT
from py_engine.games.hearts.search.endgame.standard import fewest_nodes
from py_engine.games.hearts.search.options import SearchOptions
from py_engine.games.hearts.search.sampled.card_search import CardSearch
from py_engine.games.hearts.search.sampled.information_set import InformationSet
from py_engine.games.hearts.search.sampled.world_evaluation import WorldEvaluation

__all__ = ["NODES_OF_A_MS", "Ending", "nodes_in"]

NODES_OF_A_MS = 300
"""Nodes per millisecond in a browser."""
SOLVING = 0.8
"""Largest share of the budget for solving worlds while it is open whether they will suffice."""
PROMPT = 0.1
"""Share of the budget within which worlds are solved without a round of playouts first."""
FIRST_PLAYOUTS = 0.1
"""Share of the budget for those playouts."""


def nodes_in(params: EvaluatorParams) -> int:
    """Number of nodes in a budget, from the parameters and not from a clock."""
    nodes = NODES_OF_A_MS * params.time_budget_ms
    return nodes if params.max_work is None else min(nodes, NODES_OF_A_PLAYOUT * params.max_work)


class Ending(Evaluation, Regradable):
    """Solves worlds and plays them out, and reports the solved ones if they meet the standard.

    Args:
        known: The information set.
        options: The options of the search.
        mode: The model of the other players.
    """

    def __init__(self, known: InformationSet, options: SearchOptions, mode: Mode) -> None:
        super().__init__(known.request.params)
        self.known, self.options, self.mode = known, options, mode
        self.number = known.beliefs.number()
        """Number of worlds."""
        self.exact = self._solving()
        self.playouts: CardSearch | None = None

    def take_up(self, request: HeartsRequest) -> bool:
        """See ``Regradable``."""
        self.known.take_up(request)
        taken = [part.take_up(request) for part in (self.exact, self.playouts) if isinstance(part, Regradable)]
        return all(taken)

    def _solving(self) -> EnumeratedEndgame | SampledEndgame:
        worlds = self.known.beliefs.enumerate_worlds(self._most_worlds())
        if worlds is not None:
            return EnumeratedEndgame(self.known, *worlds, self.mode)
        return SampledEndgame(self.known, self.mode, self.number)

    def _most_worlds(self) -> int:
        """Largest number of worlds to enumerate; no more than the budget could hold if they were small."""
        most = int(SOLVING * nodes_in(self.params)) // fewest_nodes(self.known.facts)
        return min(self.options.max_enumerated_worlds, most)

    def _playing(self) -> CardSearch:
        if self.playouts is None:
            paranoid = self.mode == "paranoid"
            options = self.options
            self.playouts = CardSearch(self.known, shoot=options.shoot, depth=options.depth, paranoid=paranoid)
        return self.playouts

    @property
    def reported(self) -> EnumeratedEndgame | SampledEndgame | CardSearch | None:
        """The evaluation whose values are reported; None before there is a result."""
        if self.exact.suffices:
            return self.exact
        return self.playouts if self.playouts is not None and self.playouts.has_result() else None

    def work(self) -> Pieces:
        """Solves the pilot worlds, then continues with what pays."""
        if self._outgrown():
            self.exact = self._solving()
        self.exact.allowance = self._allowance()
        yield from self._run(self.exact, SOLVING, int(PROMPT * nodes_in(self.params)))
        if self._choice and not (self.exact.done or self.exact.hopeless):
            yield from self._run(self._playing(), FIRST_PLAYOUTS, further=True)
            yield from self._run(self.exact, SOLVING)
        used: EnumeratedEndgame | SampledEndgame | CardSearch
        if self.exact.suffices and (self._choice or self.exact.done):
            # A sample that meets the standard grows for as long as the budget lasts.
            self.exact.allowance = None
            used = self.exact
        else:
            used = self._playing()
        yield from self._run(used, 1.0)
        self.ended_by = used.ended_by

    def _allowance(self) -> int:
        """Nodes for solving worlds while it is open whether they will suffice."""
        return int(SOLVING * nodes_in(self.params))

    def _outgrown(self) -> bool:
        """Whether a larger budget makes it worthwhile to begin again with the worlds."""
        if self.exact.allowance is None or self._allowance() <= self.exact.allowance:
            return False
        enumerable = isinstance(self.exact, SampledEndgame) and self.number <= self._most_worlds()
        return self.exact.overrun or (enumerable and not self.exact.suffices)

    @property
    def _choice(self) -> bool:
        """Whether two cards are not interchangeable."""
        facts = self.known.facts
        equals = lowest_equals(facts.hand, int(DECK) & ~facts.gone, facts.rules)
        return len({equals[move.bit_length() - 1] for move in self.known.legal}) > 1

    def _run(
        self,
        job: EnumeratedEndgame | SampledEndgame | CardSearch,
        share: float,
        most: int | None = None,
        *,
        further: bool = False,
    ) -> Pieces:
        """Runs one of the evaluations until a share of the budget is spent, or it is of no use.

        Args:
            job: The evaluation.
            share: The share.
            most: Number of nodes after which to pause.
            further: Whether the share is on top of what has been spent; otherwise it includes that.
        """
        params = self._within(job, share, further=further)
        if isinstance(job, WorldEvaluation):
            job.whole = self.params
        if job.done:
            job.extend(params)
        else:
            job.params = params
        while not job.done:
            job.piece()
            self._count()
            yield
            if job is self.exact and (self.exact.hopeless or (most is not None and self.exact.solved.nodes >= most)):
                return

    def _within(self, job: Evaluation, share: float, *, further: bool) -> EvaluatorParams:
        """The params for an evaluation that may use what is left of a share of the budget; see ``_run``."""
        params = self.params
        time = share * self.allowed_ms + job.elapsed_ms - (0.0 if further else self.elapsed_ms)
        changes: dict[str, int] = {"time_budget_ms": max(0, int(time))}
        if params.max_work is not None:
            work = int(share * params.max_work) + job.work_done - (0 if further else self.work_done)
            changes["max_work"] = max(0, work)
        return params.model_copy(update=changes)

    def _count(self) -> None:
        playouts = 0 if self.playouts is None else self.playouts.work_done
        self.work_done = -(-self.exact.solved.nodes // NODES_OF_A_PLAYOUT) + playouts

    @property
    def _share(self) -> float:
        """The share of the budget spent so far."""
        work = 0.0 if self.params.max_work is None else self.work_done / self.params.max_work
        return max(work, self.elapsed_ms / max(1, self.allowed_ms))

    def has_result(self) -> bool:
        """Whether there are playouts, or solved worlds that meet the standard."""
        return self.reported is not None

    @property
    def progress(self) -> float:
        """The share of the budget spent, or of the worlds solved if that is more."""
        if self.done:
            return 1.0
        solved = self.exact.progress if isinstance(self.exact, EnumeratedEndgame) and not self.exact.hopeless else 0.0
        return min(0.99, max(self._share, solved))

    def result(self) -> Result | None:
        """The result of the evaluation that is reported."""
        used = self.reported
        found = None if used is None else used.result()
        if found is None:
            return None
        metadata = self.timed(found.metadata)
        logs = [*metadata.telemetry]
        if used is not self.exact:
            logs.append(self.exact.log(int(self.exact.elapsed_ms)))
        playouts = 0 if self.playouts is None else self.playouts.playouts
        metadata = replace(metadata, nodes=self.exact.solved.nodes, rollouts_run=playouts, telemetry=logs)
        return replace(found, metadata=metadata)
