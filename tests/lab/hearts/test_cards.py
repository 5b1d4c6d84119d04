"""The checker of feedback cards catches planted faults, and the cards of real moves have none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from pydantic import JsonValue

from py_engine.core.contract import EvaluatorParams
from py_engine.core.results import Feedback, Result
from py_engine.games.hearts.coaching.feedback import explain
from py_engine.games.hearts.knowledge.own_moon import NOTED
from py_engine.games.hearts.rules.play import legal_actions
from py_engine.games.hearts.search.evidence import Evidence
from py_engine.lab.hearts.cards import faults
from tests.bridge.asking import LONG
from tests.games.hearts.coaching.test_by_itself import facts
from tests.games.hearts.searched import following, greedy_hand, request, searched

PARAMS = EvaluatorParams(evaluator_seed=1, time_budget_ms=LONG)


def card(scores: list[int], seed: int, place: int, which: int) -> Result | None:
    """The graded result of a legal move with its feedback; None where there is no choice."""
    state = greedy_hand(seed)[place].model_copy(update={"scores": scores})
    legal = legal_actions(state)
    if len(legal) < 2:
        return None
    user = legal[which % len(legal)]
    return explain(request(state, user, PARAMS), searched(state, user, max_work=1500, evaluator_seed=seed))


@pytest.mark.parametrize("scores", [[0, 0, 0, 0], [92, 60, 70, 80]])
def test_cards_of_real_moves_have_no_faults(scores: list[int]) -> None:
    seen = 0
    generator = np.random.default_rng(5)
    for seed in range(12):
        for place in generator.integers(0, 54, 4).tolist():
            found = card(scores, seed, place, int(generator.integers(100)))
            if found is not None:
                seen += 1
                assert faults(found) == [], [item.text for item in found.feedback]
    assert seen > 25


def test_planted_faults_are_caught() -> None:
    state = following(4, 20)
    sound = next(
        found
        for found in (searched(state, user, max_work=4000) for user in legal_actions(state))
        if found.user_action != found.best_action and not found.too_close
    )
    loss = sound.delta_ev or 0.0

    def planted(*items: Feedback, **changes: Any) -> list[str]:
        return faults(replace(sound, feedback=items, **changes))

    assert planted(Feedback("hearts", "Takes 1 more heart on average.", loss)) == []
    assert planted(Feedback("hearts", "In its favour: takes 1 fewer heart on average.", loss))
    assert planted(Feedback("queen_chance", "Risks Q♠: 5% against 3%.", -loss))
    more, fewer = "Takes 1 more heart on average.", "In its favour: takes 1 fewer heart on average."
    assert planted(Feedback("hearts", more, 2 * loss), Feedback("hearts", fewer, -loss))
    assert planted(Feedback("hearts", more, 4 * loss - 2))
    assert planted(Feedback("overall", "This is the best move, 1 point better than 4♣.", loss))
    assert planted(Feedback("overall", "Too close to call: 1 point worse than 4♣.", loss))
    assert planted(Feedback("hearts", more, loss), win_probability=0.4)
    assert planted(Feedback("win_chance", "Wins the game in 40% against 50%.", loss))
    assert planted(Feedback("overall", "No single cause.", loss), user_action=sound.best_action)
    whole = Feedback("hearts", more, loss)
    beaten = "{} unseen cards of the suit beat it; {} beat 9♣."
    for mine, other, right in (("4", "3", False), ("3", "4", True), ("No", "1", True)):
        assert (planted(Feedback("itself", beaten.format(mine, other), 0.0), whole) == []) == right
    assert planted(Feedback("itself", "Leads a heart, if everybody plays for the fewest points.", 0.0), whole)
    gap = "All in all about as good: 0.1 points worse than 4♣."
    few = Feedback("hearts", more, loss - 1)
    assert planted(few, Feedback("overall", gap, 1.0), verdict="good")
    assert planted(few, Feedback("overall", f"All else together gains 1 point. {gap}", 1.0), verdict="good") == []
    moon = [replace(each, note=f"{NOTED}43%") for each in sound.candidates]
    others = [replace(each, note=None) if each.action == sound.user_action else each for each in moon]
    plan = Feedback("itself", "The best move goes for the moon: it succeeds.", 0.0)
    assert planted(whole, candidates=others)
    assert planted(plan, whole, candidates=others) == []
    assert planted(whole, candidates=moon)
    both = Feedback("itself", "Both moves go for the moon: such a plan succeeds in about 43% of hands.", 0.0)
    assert planted(both, Feedback("overall", "That costs 1 point against 4♣.", loss), candidates=moon) == []
    by_moon = Feedback("moon_against", "Lets another player shoot the moon more often: 3% against 0%.", loss)
    assert planted(by_moon, candidates=others)
    planned = [replace(each, note=None if each.action == sound.best_action else each.note) for each in moon]
    assert planted(whole, candidates=planned)
    assert planted(Feedback("itself", "Goes for the moon: it succeeds.", 0.0), whole, candidates=planned) == []
    queen = Feedback("queen_chance", "Risks Q♠: 97% against 94%.", loss)
    held = [replace(each, features={**each.features, "queen_chance": 1.0}) for each in sound.candidates]
    assert planted(queen) == []
    assert planted(queen, candidates=held)
    lead = sound.best_action_ev - sound.candidates[1].ev
    praise = Feedback("overall", f"No move is clearly better; 4♣ is {lead:.1f} points worse.", 0.0)
    own = Feedback("itself", "Your move goes for the moon: it succeeds.", 0.0)
    kept = {"user_action": sound.best_action, "delta_ev": 0.0, "candidates": moon}
    assert planted(praise, own, **kept) == []
    assert planted(own, **kept)
    best, rival = sound.candidate(sound.best_action), sound.candidates[1]
    for stderr, right in ((best.ev - rival.ev, True), ((best.ev - rival.ev) / 2, False)):
        assert (planted(praise, **kept | {"candidates": sound.candidates, "delta_stderr": stderr}) == []) == right
    as_good = Feedback("overall", "No move is clearly better; 4♣ is about as good.", 0.0)
    assert planted(as_good, user_action=sound.best_action, delta_ev=0.0)


def test_planted_faults_by_the_rules_are_caught() -> None:
    state = following(4, 20)
    sound = next(
        found
        for found in (searched(state, user, max_work=4000) for user in legal_actions(state))
        if found.user_action != found.best_action and not found.too_close
    )
    loss = sound.delta_ev or 0.0
    whole = Feedback("hearts", "Takes 1 more heart on average.", loss)
    user: JsonValue = {"play": "3H"}
    best: JsonValue = {"play": "2D"}
    known = facts(["2H", "3H", "2D"], [], [])
    shown = [
        replace(each, action=action, ev=ev, note=None)
        for each, action, ev in zip(sound.candidates, (best, user), (0.0, loss), strict=False)
    ]

    def planted(*items: Feedback, **changes: Any) -> list[str]:
        same: dict[str, Any] = {"candidates": shown, "best_action": best, "user_action": user, "best_action_ev": 0.0}
        evidence = Evidence(changes.pop("known", known), solved=False)
        return faults(replace(sound, feedback=items, **same | {"evidence": evidence} | changes))

    lead = Feedback("itself", "Leads a heart, which is a point for whoever takes the trick; 2♦ is not.", 0.0)
    assert planted(lead, whole)
    assert planted(lead, whole, known=facts(["5H", "3H", "2D"], [], [])) == []
    assumed = Feedback("hearts", "Takes 1 more heart on average, if everybody plays for the fewest points.", loss)
    assert planted(assumed) == []
    assert planted(assumed, known=facts(["2D", "3D"], [], []), user_action={"play": "3D"}, candidates=[
        shown[0], replace(shown[1], action={"play": "3D"}),
    ])  # fmt: skip
    taken = ["QS", *(f"{rank}H" for rank in "23456789TJQKA")]
    clubs = replace(shown[0], action={"play": "2C"}), replace(shown[1], action={"play": "9D"})
    same = {"best_action": {"play": "2C"}, "user_action": {"play": "9D"}, "candidates": clubs}
    assert planted(assumed, known=facts(["2C", "9D"], [], taken), **same)
    assert planted(assumed, known=facts(["2C", "9D"], [], taken[1:]), **same) == []
    rest = "All else together, mostly hearts, {} 0.2 points."
    fewer = [
        replace(each, features={**each.features, "hearts": hearts}) for each, hearts in zip(shown, (1, 2), strict=True)
    ]
    for does, right in (("costs", True), ("gains", False)):
        assert (planted(whole, Feedback("overall", rest.format(does), 0.0), candidates=fewer) == []) == right
    chance = Feedback(
        "overall", "About as good: your move wins in 18% against 20% with 2♦, give or take {} percentage points.", loss
    )
    for doubt, right in ((4, True), (26, False)):
        said = replace(chance, text=chance.text.format(doubt))
        assert (planted(said, win_probability=0.2, verdict="good") == []) == right
    moon = [
        replace(shown[0], ev=-80.0, note=f"{NOTED}8%", features={**shown[0].features, "moon_chance": 0.08}),
        shown[1],
    ]
    odds = "The best move goes for the moon: such a plan succeeds in about 8% of hands"
    for text, right in ((f"{odds}.", False), (f"{odds}, less often than in the sample deals.", True)):
        plan = Feedback("itself", text, 0.0)
        said = Feedback("win_chance", "Wins the game in 18% against 20% with 2♦.", loss)
        assert (planted(plan, said, win_probability=0.2, candidates=moon) == []) == right
    twice = replace(chance, text="About as good: your move wins in 5.6% against 5.6% with 2♦.")
    assert planted(twice, win_probability=0.2, verdict="good")
    cause = "Playing 3♥ instead would cost about {:.1f} points: it takes 1 more heart on average."
    runner_up = Feedback("runner_up", cause.format(-loss), loss)
    praise = Feedback("overall", "This is the best move.", 0.0)
    of_best = {"user_action": best, "delta_ev": 0.0}
    assert planted(praise, runner_up, **of_best) == []
    higher = [replace(shown[0], action={"play": "9H"}), shown[1]]
    below = {"known": facts(["9H", "3H"], ["TH"], []), "best_action": {"play": "9H"}, "user_action": {"play": "9H"}}
    assert planted(praise, runner_up, **of_best | below, candidates=higher)


def test_a_loss_that_rounds_to_nothing_is_not_given_as_a_number() -> None:
    state = following(4, 20)
    losing = next(
        (user, found)
        for user, found in ((user, searched(state, user, max_work=4000)) for user in legal_actions(state))
        if found.user_action != found.best_action
    )
    close = replace(losing[1], delta_ev=-0.02, delta_stderr=0.5, too_close=True)
    text = explain(request(state, losing[0], PARAMS), close).feedback[-1].text
    assert "too close to call: as good as " in text.lower()
    assert text.endswith(", give or take 1 point.")
    good = explain(request(state, losing[0], PARAMS), replace(close, verdict="good")).feedback[-1].text
    assert "about as good as " in good.lower()
