"""Positions worth practising on, reached by legal play from a dealt start."""

from __future__ import annotations

from collections.abc import Generator
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from py_engine.core.chance import Domain, seeded
from py_engine.core.coaching.scenarios import ScenarioJob, nothing_found
from py_engine.core.contract import ContractError, EvaluatorParams, Model, PolicyMix, SafeInt
from py_engine.core.evaluation import Pieces
from py_engine.core.game import without_seed
from py_engine.core.numerics import U32, Array
from py_engine.core.request import Request
from py_engine.core.results import Result
from py_engine.games.azul.knowledge.valuers import LearntValues
from py_engine.games.azul.policies.policy import choose, greedy_threshold
from py_engine.games.azul.rules.batch import action_number
from py_engine.games.azul.rules.play import apply_action, legal_actions, new_game
from py_engine.games.azul.rules.state import AzulRequest, AzulState, action_of, to_batch
from py_engine.games.azul.rules.tables import DESTINATIONS, FLOOR
from py_engine.games.azul.search.evaluators import EVALUATORS

__all__ = ["Scenario", "ScenarioFilter", "ScenarioParams", "game_phase"]

ATTEMPTS = 120
LAST_ROUND = 8
MID_FROM, LATE_FROM = 9, 18
"""Tiles on the fuller wall from which a game is in its middle or late phase."""
GAPS = 40
"""Maximum number of leads measured: each takes as long as the coach takes over a move."""
GAP_WORK = 20_000
"""Moves valued to measure one lead: about 60 ms in the browser."""
MOST_LEAD = 40.0
"""Points. No lead is sought above this; the largest in 433 positions from games of good, greedy and random players was 19.6."""
SLIPS = 0.2
"""How often a good player plays one of the three next-best moves instead of the best-looking one."""
NEXT_BEST = 3

GamePhase = Literal["early", "mid", "late"]


class ScenarioFilter(Model):
    """Requirements on a position."""

    min_legal_actions: Annotated[int, Field(ge=1, le=180)] = 6
    min_unique_destinations: Annotated[int, Field(ge=1, le=6)] = 2
    require_non_floor_option: bool = True
    max_floor_ratio: Annotated[float, Field(ge=0, le=1)] = 0.5
    min_value_gap: Annotated[float, Field(ge=0)] | None = None
    """Smallest and largest lead of the best move over the second, in points."""
    max_value_gap: Annotated[float, Field(ge=0)] | None = None


class ScenarioParams(Model):
    """What to look for, and the seed that determines what is found."""

    ruleset_id: Literal["azul_v1_2p"]
    target_round_phase: Literal["EARLY", "MID", "LATE"] | None = None
    target_game_phase: GamePhase | None = None
    seed: SafeInt
    policy_mix: PolicyMix | Literal["good_players"] = "good_players"
    """Who plays the moves that lead to the position."""
    filter_config: ScenarioFilter = ScenarioFilter()


def game_phase(state: AzulState) -> GamePhase:
    """The phase of a game by the tiles on the fuller wall; late, too, once some row lacks only one tile."""
    fullest = max(sum(map(sum, player.wall)) for player in state.players)  # same bits: whole numbers
    # same bits: whole numbers
    if fullest >= LATE_FROM or any(sum(row) == 4 for player in state.players for row in player.wall):
        return "late"
    return "mid" if fullest >= MID_FROM else "early"


class Scenario(ScenarioJob[AzulState]):
    """Plays game after game and takes a random position of the wanted phase from each, until one passes the filter."""

    def __init__(self, params: ScenarioParams) -> None:
        super().__init__(ATTEMPTS)
        self.params = params
        self.gaps_measured = 0

    def work(self) -> Pieces:
        """Works in pieces: each is a move of a game, or a piece of measuring a lead."""
        wanted = self.params.filter_config.min_value_gap
        if wanted is not None and wanted > MOST_LEAD:
            text = f"No best move leads by {wanted:g} points; ask for {MOST_LEAD:g} or fewer."
            raise ContractError("GENERATION_FAILED", text, attempts=0)
        for self.attempt in range(ATTEMPTS):
            if self.gaps_measured > GAPS:
                break
            generator = seeded(Domain.SCENARIO, self.params.seed, self.attempt)
            state = yield from self._play(generator)
            if state is not None and self._passes(state) and (yield from self._gap_fits(state)):
                self.found = state
                return
        raise nothing_found(self.attempt + 1)

    def _play(self, generator: np.random.Generator) -> Generator[None, None, AzulState | None]:
        """A position of the wanted phase, drawn uniformly from those of one game; None if there is none."""
        bits: Array = generator.integers(0, 2**32, size=400, dtype=U32)
        state = new_game(int(generator.integers(0, 2**53, dtype=np.int64)), int(bits[-1]) & 1)
        taken: AzulState | None = None
        fitting = 0
        for ply in range(len(bits) // 2 - 1):
            if state.game_over or state.round_number > LAST_ROUND or self._is_past(state):
                break
            if self._fits(state):
                fitting += 1
                # Reservoir sampling of one: the n-th fitting position replaces the previous choice with probability 1 / n.
                if int(bits[-2 - ply]) * fitting < 2**32:
                    taken = state
            state = apply_action(state, action_of(self._chosen(state, bits[ply : ply + 1])))
            yield
        if taken is None:
            return None
        return taken.model_copy(update={"scenario_seed": str(self.params.seed), "last_events": []})

    def _chosen(self, state: AzulState, bits: Array) -> int:
        """The number of the move played on the way to a position."""
        policy = self.params.policy_mix
        batch = to_batch([state])
        if policy != "good_players":
            source, color, destination = choose(batch, bits, greedy_threshold(policy))
            return int(action_number(source, color, destination)[0])
        found = LearntValues(batch).moves(batch)
        order = np.argsort(-found.values, kind="stable")
        coin, which = divmod(int(bits[0]), 2**16)
        slips = coin < SLIPS * 2**16
        place = 1 + (which * NEXT_BEST >> 16) if slips else 0
        return int(found.actions[order[min(place, len(order) - 1)]])

    def _is_past(self, state: AzulState) -> bool:
        """Whether the wanted phase of the game is over, so that playing on is pointless."""
        order = ("early", "mid", "late")
        wanted = self.params.target_game_phase
        return wanted is not None and order.index(game_phase(state)) > order.index(wanted)

    def _fits(self, state: AzulState) -> bool:
        round_phase, phase = self.params.target_round_phase, self.params.target_game_phase
        return round_phase in (None, state.draft_phase_progress) and phase in (None, game_phase(state))

    def _passes(self, state: AzulState) -> bool:
        wanted = self.params.filter_config
        legal = legal_actions(state)
        destinations = [number % DESTINATIONS for number in legal]
        to_floor = destinations.count(FLOOR)
        return (
            len(legal) >= wanted.min_legal_actions
            and len(set(destinations)) >= wanted.min_unique_destinations
            and (to_floor < len(legal) or not wanted.require_non_floor_option)
            and to_floor <= wanted.max_floor_ratio * len(legal)
        )

    def _gap_fits(self, state: AzulState) -> Generator[None, None, bool]:
        low, high = self.params.filter_config.min_value_gap, self.params.filter_config.max_value_gap
        if low is None and high is None:
            return True
        self.gaps_measured += 1
        if self.gaps_measured > GAPS:
            return False
        gap = yield from self._gap(state)
        return gap is not None and (low is None or gap >= low) and (high is None or gap <= high)

    def _gap(self, state: AzulState) -> Generator[None, None, float | None]:
        """The best move's lead over the second in points, by the search; None if there is only one move."""
        params = EvaluatorParams(
            evaluator="search",
            evaluator_seed=self.params.seed,
            time_budget_ms=600_000,
            rollouts_per_action=1_000_000,
            shortlist_size=2,
            max_work=GAP_WORK,
        )
        player = state.active_player_id
        request: AzulRequest = Request(without_seed(state, player), player, params)
        found: Result | None = yield from EVALUATORS.evaluation(request).pieces()
        if found is None or len(found.candidates) < 2:
            return None
        best, second = found.candidates
        return best.ev - second.ev
