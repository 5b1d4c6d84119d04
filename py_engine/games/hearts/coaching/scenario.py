"""Positions worth practising: decisions with one clearly best move, from deals played by greedy players with random errors."""

from __future__ import annotations

from collections.abc import Generator
from typing import Literal, get_args

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.coaching.scenarios import GapFilter, ScenarioJob, nothing_found
from py_engine.core.contract import EvaluatorParams, Model, SafeInt
from py_engine.core.evaluation import Pieces
from py_engine.core.grading import Difference
from py_engine.core.numerics import U64
from py_engine.core.request import Request
from py_engine.core.results import Candidate, Result
from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.policies.passing import default_pass_tables, pass_cards
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.cards import DECK, SEATS, names_of
from py_engine.games.hearts.rules.fields import DIRECTIONS
from py_engine.games.hearts.rules.play import apply_action, complete, deal, legal_actions, observe
from py_engine.games.hearts.rules.state import RULESET_ID, HeartsAction, HeartsState, mask_of_hand, move_of, to_batch
from py_engine.games.hearts.search.endgame.ending import Ending
from py_engine.games.hearts.search.evaluators import EVALUATORS
from py_engine.games.hearts.search.sampled.world_evaluation import WorldEvaluation

__all__ = ["Scenario", "ScenarioParams", "lead", "phase_of"]

ATTEMPTS = 100
"""Maximum number of decisions to examine."""
USUAL_GAP = (0.5, 4.0)
"""Default limits, in points, for the lead of the best move over the next: neither a matter of taste nor obvious."""
ERRS = 0.1
"""Probability of playing a random legal card."""
QUICK, THOROUGH = 600, 3000
"""Playouts for a card decision: for a first check, and to confirm it."""
SOLVING = 24_000
"""Work, in playouts, that solves enough worlds with five cards left."""
OF_A_PASS = 6
"""Factor on the playouts for a pass, where many moves are close to each other."""
PASSES = 8
"""Triples compared for a pass."""
SURE = 3.0
"""Minimum lead in standard errors, and the tolerance on the limits at the first check, likewise."""

CLEAR = 2.0
"""Minimum lead of a card in standard deviations of the model error."""

Phase = Literal["pass", "early", "mid", "late"]
PHASES: tuple[Phase, ...] = get_args(Phase)
TRICKS_OF_A_PHASE = 4
LONG = 600_000
"""Time budget in milliseconds, long enough for the work limit to end every evaluation."""


class ScenarioParams(Model):
    """What to look for, and the seed that determines what is found."""

    ruleset_id: Literal["hearts_v1"]
    seed: SafeInt
    target_phase: Phase | None = None
    filter_config: GapFilter = GapFilter()


def phase_of(state: HeartsState) -> Phase:
    """The phase of a state: passing, tricks 1 to 4 (early), 5 to 8 (mid) or later (late)."""
    if state.phase == "pass":
        return "pass"
    return PHASES[1 + min(2, len(state.trick_history) // TRICKS_OF_A_PHASE)]


def lead(found: WorldEvaluation, *, ties: bool = False) -> Difference | None:
    """The lead of the best move over the next; None if all moves are equally good.

    Args:
        found: An evaluation that has compared the best moves.
        ties: Whether a move with the same value in every world counts as the next one, so that the lead is 0; otherwise
            it is skipped. Interchangeable cards are one move.
    """
    compared = found.compared()
    best = found.first_of(compared)
    gaps = [found.gap(best, plan) for plan in compared if plan != best]
    nearest = [gap for gap in gaps if ties or gap.value != 0 or gap.stderr != 0]
    return min(nearest, key=lambda gap: gap.value) if nearest else None


class Scenario(ScenarioJob[HeartsState]):
    """The job that plays deal after deal to a decision of the wanted phase until one fits."""

    def __init__(self, params: ScenarioParams) -> None:
        super().__init__(ATTEMPTS)
        self.params = params

    def work(self) -> Pieces:
        """Yields after every few cards played, and after every trick of the playouts."""
        generator = seeded(Domain.SCENARIO, self.params.seed)
        drawn = PHASES[int(generator.integers(0, len(PHASES), dtype=np.int64))]
        phase = self.params.target_phase or drawn
        for self.attempt in range(ATTEMPTS):
            state = yield from self._played(phase, generator)
            if state is not None and (yield from self._fits(state)):
                self.found = complete(state.model_copy(update={"last_events": []}))
                return
        raise nothing_found(ATTEMPTS, "deals")

    def _played(self, phase: Phase, generator: np.random.Generator) -> Generator[None, None, HeartsState | None]:
        """A decision of the phase, at or after a random point of it; None if this deal has none."""
        state = _dealt(self.params.seed, self.attempt, passing=phase == "pass")
        place = PHASES.index(phase)
        span = SEATS * (1 if phase == "pass" else TRICKS_OF_A_PHASE)
        wanted = span * max(0, place - 1) + int(generator.integers(0, span, dtype=np.int64))
        number = state.chance_counter
        while state.chance_counter == number and PHASES.index(phase_of(state)) <= place:
            if phase_of(state) == phase and _moves_made(state) >= wanted and len(legal_actions(state)) > 1:
                return state
            state = apply_action(state, _move(state, generator))
            if _moves_made(state) % SEATS == 0:
                yield
        return None

    def _fits(self, state: HeartsState) -> Generator[None, None, bool]:
        """Whether the best move's lead is certain to be within the limits."""
        wanted = self.params.filter_config
        low, high = wanted.limits(USUAL_GAP)
        # Without a filter, exactly one move should be right.
        usual = wanted.min_value_gap is None and wanted.max_value_gap is None
        player = state.active_player_id
        times = OF_A_PASS if state.phase == "pass" else 1
        params = EvaluatorParams(
            evaluator="search",
            evaluator_seed=self.params.seed,
            max_work=QUICK * times,
            time_budget_ms=LONG,
            shortlist_size=PASSES,
            evaluator_options={"endgame_cards": 0},
        )
        evaluation = EVALUATORS.evaluation(Request(observe(state, player), player, params))
        if not isinstance(evaluation, WorldEvaluation):
            return False
        yield from evaluation.pieces()
        gap = lead(evaluation, ties=usual)
        if gap is None or gap.value + SURE * gap.stderr < low or gap.value - SURE * gap.stderr > high:
            return False
        evaluation.extend(params.model_copy(update={"max_work": THOROUGH * times}))
        yield from evaluation.pieces()
        gap = lead(evaluation, ties=usual)
        if gap is None or not low <= gap.value <= high:
            return False
        doubt = CLEAR * evaluation.model_error() if usual and state.phase != "pass" else 0.0
        if gap.value < max(SURE * gap.stderr, doubt):
            return False
        return not usual or phase_of(state) != PHASES[-1] or (yield from self._leads_when_solved(state, low))

    def _leads_when_solved(self, state: HeartsState, low: float) -> Generator[None, None, bool]:
        """Whether one card also leads once the position is solved, as the coach will do when it grades the decision."""
        player = state.active_player_id
        params = EvaluatorParams(
            evaluator="search", evaluator_seed=self.params.seed, max_work=SOLVING, time_budget_ms=LONG
        )
        evaluation = EVALUATORS.evaluation(Request(observe(state, player), player, params))
        yield from evaluation.pieces()
        used = evaluation.reported if isinstance(evaluation, Ending) else evaluation
        if isinstance(used, WorldEvaluation):
            gap = lead(used, ties=True)
            return gap is not None and gap.value >= max(low, SURE * gap.stderr)
        found: Result | None = evaluation.result()
        if found is None:
            return False
        facts = facts_of(state, player)
        equals = lowest_equals(facts.hand, int(DECK) & ~facts.gone, facts.rules)
        best, *others = found.candidates
        same = equals[_card_of(best)]
        return all(best.ev - each.ev >= low for each in others if equals[_card_of(each)] != same)


def _card_of(candidate: Candidate) -> int:
    return move_of(HeartsAction.model_validate(candidate.action)).bit_length() - 1


def _moves_made(state: HeartsState) -> int:
    """Number of players who have passed, or of cards played."""
    if state.phase == "pass":
        return state.active_player_id
    return SEATS * len(state.trick_history) + len(state.trick)


def _dealt(seed: int, attempt: int, *, passing: bool) -> HeartsState:
    """The start of a hand dealt from a seed, with all scores 0; a different hand for each attempt."""
    turns = len(DIRECTIONS) - passing
    # If the phase is passing, skip the hands in which no cards are passed.
    number = attempt // turns * len(DIRECTIONS) + attempt % turns + 1
    hands = [names_of(hand) for hand in deal(seed, number).tolist()]
    direction = DIRECTIONS[(number - 1) % len(DIRECTIONS)]
    leader = 0
    if direction == "hold":
        leader = next(seat for seat, hand in enumerate(hands) if "2C" in hand)
    data = {
        "ruleset_id": RULESET_ID,
        "active_player_id": leader,
        "seed": seed,
        "chance_counter": number,
        "pass_direction": direction,
        "hands": hands,
    }
    return complete(HeartsState.model_validate(data))


def _move(state: HeartsState, generator: np.random.Generator) -> HeartsAction:
    """The move of a greedy player who sometimes plays a random card; passes are always greedy."""
    if state.phase == "pass":
        hand = np.array([mask_of_hand(state.hands[state.active_player_id])], dtype=U64)
        passed = names_of(int(pass_cards(hand, default_pass_tables())[0]))
        return HeartsAction.model_validate({"pass": passed})
    legal = legal_actions(state)
    lot, which = float(generator.random()), int(generator.integers(0, len(legal), dtype=np.int64))
    if lot < ERRS:
        return HeartsAction.model_validate(legal[which])
    card = int(choose(to_batch(state), default_play_tables())[0])
    return HeartsAction.model_validate({"play": names_of(1 << card)[0]})
