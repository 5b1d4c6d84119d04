"""Two-step plans, which are optional: a battle after an arrival, the opponent's reply, a departure from a lost battle."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from py_engine.games.swccg.policies.combined import CombinedEvaluator
from py_engine.games.swccg.policies.scoring import Contribution
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.games.swccg.rules.board import Piles
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import PASS
from py_engine.games.swccg.rules.position import Position
from tests.games.swccg.table import Table, exact, fact

ON = {"plan.battle": 1.0, "plan.reply": -1.0, "plan.retreat": 1.0, "plan.drain": -4.0}
VADER = fact("1_168", title="•Darth Vader", power=6.0, ability=6.0, deploy=6.0, forfeit=8.0)
TROOPER = fact("1_194", title="Stormtrooper", power=1.0, ability=1.0, deploy=1.0, forfeit=2.0)
REBEL = fact("1_28", side="light", title="Rebel Trooper", power=1.0, ability=1.0, deploy=1.0, forfeit=3.0)


def plans(position: Position, weights: Mapping[str, float] = ON) -> dict[str, dict[str, Contribution]]:
    """Answer -> code -> contribution of a plan."""
    scored = CombinedEvaluator(default_weights().changed(dict(weights)), "even").evaluate(position)
    exact(scored)
    return {
        action.choice.answer: {each.code: each for each in action.contributions if each.code.startswith("plan")}
        for action in scored.actions
    }


def table(*, force: int = 10, their_force: int = 0, theirs: float | None = 3.0) -> Table:
    found = Table(force=force, reserve=30)
    found.location(dark=1, light=1)
    if theirs is not None:
        found.put(REBEL, 0, "opponent")
        found.power(0, opponent=theirs)
    found.board.piles["opponent"] = Piles(force=their_force, hand=6, reserve=20)
    found.board.generation["opponent"] = 0.0
    return found


def test_nothing_is_looked_ahead_by_default() -> None:
    found = plans(table().where(VADER, "90"), {})
    assert not any(found.values())


def test_a_deployment_that_wins_the_battle_after_it_is_worth_more_than_one_that_does_not() -> None:
    strong, weak = (plans(table().where(card, "90"))["90"] for card in (VADER, TROOPER))
    assert strong["plan_battle"].input > 0
    assert "plan_battle" not in weak


def test_no_battle_is_planned_without_force_for_it() -> None:
    assert "plan_battle" in plans(table(force=7).where(VADER, "90"))["90"]
    assert "plan_battle" not in plans(table(force=6).where(VADER, "90"))["90"]


def test_a_weak_card_beside_a_strong_opponent_costs_what_the_reply_takes() -> None:
    strong, weak = (plans(table().where(card, "90"))["90"] for card in (VADER, TROOPER))
    assert weak["plan_reply"].value < 0
    assert weak["plan_reply"].value < strong["plan_reply"].value if "plan_reply" in strong else True


def test_reinforcing_a_lost_position_lowers_the_cost_of_the_reply() -> None:
    found = table(theirs=8.0)
    found.put(TROOPER, 0)
    found.power(0, seat=1.0)
    assert plans(found.where(VADER, "90"))["90"]["plan_reply"].value > 0


def test_the_reply_grows_with_what_the_opponent_may_deploy() -> None:
    def cost(their_force: int) -> float:
        found = plans(table(their_force=their_force, theirs=None).where(TROOPER, "90"))["90"]
        return -found["plan_reply"].value if "plan_reply" in found else 0.0

    assert cost(0) == 0
    assert cost(12) > cost(4) > 0


@pytest.mark.parametrize(("card", "leaves"), [(TROOPER, True), (VADER, False)])
def test_a_card_leaves_a_battle_that_would_be_lost(card: CardFacts, *, leaves: bool) -> None:
    found = table(theirs=4.0)
    found.location(dark=0, light=0)
    mine = found.put(card, 0)
    found.power(0, seat=card.power)
    position = found.actions((mine, "Move using landspeed"), kind="move")
    assert ("plan_retreat" in plans(position)["0"]) == leaves
    assert "plan_retreat" not in plans(position)[PASS]


def test_a_drain_is_less_sure_the_more_the_opponent_may_deploy_before_it() -> None:
    def lost(their_force: int, *, elsewhere: int = 0) -> float:
        found = table(their_force=their_force, theirs=None)
        for _ in range(elsewhere):
            found.location(dark=1, light=1)
        reasons = plans(found.where(TROOPER, "90"))["90"]
        return -reasons["plan_drain"].value if "plan_drain" in reasons else 0.0

    assert lost(0) == 0
    assert lost(40) > lost(2) > lost(2, elsewhere=2) > 0
    assert lost(40) <= 4 * 1.0


def test_a_drain_is_not_judged_where_the_opponent_already_is() -> None:
    assert "plan_drain" not in plans(table(their_force=12).where(TROOPER, "90"))["90"]
