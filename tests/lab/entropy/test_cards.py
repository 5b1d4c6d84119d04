"""The checker of feedback cards catches planted faults, and the cards of real moves have none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from py_engine.core.contract import EvaluatorParams
from py_engine.core.results import Feedback, Result
from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.rules.play import apply_action, legal_actions, new_game
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, Options
from py_engine.lab.entropy.cards import faults
from tests.bridge.asking import LONG


def card(state: EntropyState, user: Any, max_work: int) -> Result:
    """The graded result of a move with its feedback."""
    params = EvaluatorParams(evaluator_seed=1, time_budget_ms=LONG, max_work=max_work)
    evaluation = GAME.evaluation(state, state.active_player_id, params, EntropyAction.model_validate(user))
    evaluation.finish()
    found = evaluation.explained()
    assert found is not None
    return found


def cards(seeds: int) -> list[Result]:
    """Cards of random moves in random games."""
    found = []
    for seed in range(seeds):
        generator, state = np.random.default_rng(seed), new_game(seed, Options(size=5))
        while not state.game_over:
            legal = legal_actions(state)
            chosen = legal[int(generator.integers(len(legal)))]
            if len(legal) > 1 and generator.random() < 0.4:
                found.append(card(state, chosen, 20_000))
            state = apply_action(state, EntropyAction.model_validate(chosen))
    return found


def test_cards_of_real_moves_have_no_faults_and_planted_ones_are_caught() -> None:
    found = cards(3)
    assert len(found) > 30
    assert [fault for each in found for fault in faults(each)] == []
    sound = next(
        each
        for each in found
        if {item.category for item in each.feedback} == {"line"} and "cell" not in str(each.user_action)
    )
    loss = sound.delta_ev or 0.0

    def planted(*items: Feedback) -> list[str]:
        return faults(replace(sound, feedback=items))

    text = f"Row a: \u2212{-loss:.1f} points, with RR instead of RG."
    assert planted(Feedback("line", text, loss)) == []
    assert planted(Feedback("line", text.replace("\u2212", "+"), loss))
    assert planted(Feedback("line", text, loss + 1))
    assert planted(Feedback("line", text, loss), Feedback("line", text, 0.0))
    assert planted(Feedback("overall", "This is the best move, 1 point ahead of placing it on A1.", loss))
    assert planted(Feedback("overall", "Too close to call: 1 point behind the best move.", loss))
    gain = Feedback("gain", "In return: Row b: +1.0 points, with RR instead of RG.", 1.0)
    assert planted(Feedback("line", text, loss), replace(gain, delta=-1.0))
    assert planted(gain)
    now = text.replace("RR instead of RG", "RR (scores 9) instead of RG (scores 2)")
    assert planted(Feedback("line", now, loss))
    assert (
        planted(Feedback("line", now.replace(" points,", " points in the end, by what can still close,"), loss)) == []
    )
    few = Feedback("side", "All rows together: \u22120.1 points.", -0.1)
    assert planted(few, Feedback("rest", f"Everything else together costs {-loss - 0.1:.1f} points.", loss + 0.1))
    stands = Feedback("now", "As it stands, the board scores 3 points after this move, 6 with the best move.", 0.0)
    for start, right in (("Everything else together", False), ("In all, it", True)):
        assert (planted(stands, Feedback("rest", f"{start} costs {-loss:.1f} points.", loss)) == []) == right
    gap = "All in all too close to call: 1 point behind."
    for said, right in ((gap, False), (f"Everything else together gains 0.6 points. {gap}", True)):
        least = replace(sound, verdict="undecided", feedback=[
            Feedback("line", f"Row a: \u2212{0.6 - loss:.1f} points, with RR instead of RG.", loss - 0.6),
            Feedback("overall", said, 0.6),
        ])  # fmt: skip
        assert (faults(least) == []) == right
    assert planted(
        Feedback("line", text, loss), Feedback("overall", "All in all too close to call: 1 point behind.", 0.0)
    )
    unsure = replace(sound, verdict="undecided", feedback=[Feedback("overall", "About as good: 1 point behind.", loss)])
    assert faults(unsure)
    costs = Feedback("overall", "All in all too close to call: as good as the best move.", 0.0)
    level = replace(sound, verdict="undecided", delta_ev=0.0, feedback=[costs])
    assert faults(level) == []
    worse = Feedback("balance", "Worse in row a: R\u00b7\u00b7 (a lone R) instead of RR\u00b7 (scores 2).", 0.0)
    better = Feedback("balance", "Better in row b: GG\u00b7 (scores 2) instead of an empty row.", 0.0)
    assert faults(replace(level, feedback=[worse, better, costs])) == []
    assert faults(replace(level, feedback=[worse, costs])), "what makes up for it is not said"
    more = "R\u00b7\u00b7 (scores 9) instead of RR\u00b7 (scores 2)"
    for start, right in (("row a", False), ("row a, by what can still close", True)):
        at_odds = replace(worse, text=f"Worse in {start}: {more}.")
        assert (faults(replace(level, feedback=[at_odds, better, costs])) == []) == right
    loose = replace(worse, text=f"Worse in row a: {more}, by what can still close.")
    assert faults(replace(level, feedback=[loose, better, costs])), "which of the lines can still close is left open"
    turned = replace(better, text=better.text.replace("Better", "Worse"))
    assert faults(replace(level, feedback=[turned, replace(worse, text=worse.text.replace("Worse", "Better")), costs]))
    cancel = Feedback("side", "Row a and Row b together: \u22120.6 points.", -0.6)
    rest = replace(costs, text=f"Everything else together gains 0.6 points. {costs.text}", delta=0.6)
    assert [fault for fault in faults(replace(level, feedback=[cancel, rest])) if "cancel out" in fault]
