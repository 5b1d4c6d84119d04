"""Evaluator of Force drains, weapons, actions of cards and questions, by the server's wording."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.games.swccg.policies.evaluators.actions.evaluator import ActionTextEvaluator
from py_engine.games.swccg.policies.scoring import ActionType
from py_engine.games.swccg.rules.decisions import Option
from tests.games.swccg.positions import Table, factors, notes

CONTROL, WEAPONS = "Choose Control action or Pass", "Choose weapons segment action to play or Pass"
DEPLOY, ACTIVATE = "Choose Deploy action or Pass", "Choose Activate action or Pass"


def acted(table: Table, action: str, card_id: str | None = None, question: str = DEPLOY) -> Any:
    return table.findings(ActionTextEvaluator(), table.actions(question, (action, card_id)))["0"]


# --- Force drains ---


def drained(icons: int = 2, **life: int) -> tuple[Table, Any]:
    table = Table(phase="Control").piles("opponent", **{"force": 0, "hand": 3, "reserve": 30, **life})
    table.place("•Endor", 5, light_icons=icons)
    return table, acted(table, "Force drain", "L0", CONTROL)


def test_force_drain_counts_the_opponents_icons() -> None:
    assert factors(drained()[1]) == {"force": ("drain.force", 2.0)}


def test_force_drain_counts_more_near_the_end() -> None:
    assert factors(drained(reserve=11)[1]) == {"force": ("drain.force", 2.0), "life": ("drain.life", 4.0)}
    last = factors(drained(reserve=2)[1])
    assert last["last"] == ("drain.last", 1.0)
    assert "last" not in factors(drained(reserve=3)[1])


def test_force_drain_without_icons_or_facts_is_noted() -> None:
    assert factors(drained(icons=0)[1]) == {"none": ("drain.none", 1.0)}
    table, _ = drained()
    table.facts.clear()
    assert notes(acted(table, "Force drain", "L0", CONTROL)) == {"icons_unknown"}
    assert notes(acted(table, "Force drain", "999", CONTROL)) == {"location_unknown"}
    table, _ = drained()
    del table.board.piles["opponent"]
    assert notes(acted(table, "Force drain", "L0", CONTROL)) == {"life_unknown"}


def test_force_drain_beats_passing() -> None:
    table, _ = drained()
    assert table.scored(table.actions(CONTROL, ("Force drain", "L0"))).best.choice.answer == "0"


# --- Weapons ---


def aiming() -> tuple[Table, str]:
    table = Table(phase="Battle")
    table.battle(table.place("•Endor", 6, 7))
    vader = table.put("•Vader", "AT_LOCATION", at=0, power=6.0)
    return table, table.put("•Saber", "ATTACHED", on=vader, kind="Weapon")


def fired(table: Table, saber: str) -> Any:
    return acted(table, "Fire •Saber", saber, WEAPONS)


def test_weapon_is_worth_its_best_target() -> None:
    table, saber = aiming()
    table.put("•Luke", "AT_LOCATION", "opponent", at=0, power=3.0, ability=4.0)
    table.put("•Chewie", "AT_LOCATION", "opponent", at=0, power=6.0, ability=2.0)
    assert factors(fired(table, saber)) == {"target": ("weapons.target", 8.0)}
    table.board.add_message("•Chewie is 'hit' by •Saber")
    assert factors(fired(table, saber)) == {"target": ("weapons.target", 7.0)}
    table.board.add_message("•Luke is 'hit' by •Saber")
    assert factors(fired(table, saber)) == {"all_hit": ("weapons.all_hit", 1.0)}


def test_weapon_without_target_or_destiny_is_penalised() -> None:
    table, saber = aiming()
    sheet = fired(table, saber)
    assert factors(sheet) == {"nothing": ("weapons.nothing", 1.0)}
    assert "Nothing to fire at" in sheet.contributions[0].label
    assert table.scored(table.actions(WEAPONS, ("Fire •Saber", saber))).best.choice.passes
    table.unknown_card("77_7", "AT_LOCATION", "opponent", at=0)
    assert notes(fired(table, saber)) == {"target_unknown"}
    table.put("•Luke", "AT_LOCATION", "opponent", at=0, power=3.0, ability=4.0)
    table.piles(reserve=0)
    assert factors(fired(table, saber))["no_destiny"] == ("weapons.no_destiny", 1.0)
    assert notes(acted(Table(), "Fire •Saber", None, WEAPONS)) == {"target_unknown"}


def test_added_battle_destiny_needs_a_card_to_draw() -> None:
    table, _ = aiming()
    assert factors(acted(table, "Add one battle destiny", None, WEAPONS)) == {
        "battle_destiny": ("weapons.battle_destiny", 1.0)
    }
    assert factors(acted(table, "Add 2 battle destiny", None, WEAPONS))["battle_destiny"][1] == 2.0
    table.piles(reserve=0)
    assert factors(acted(table, "Add one battle destiny", None, WEAPONS)) == {"no_destiny": ("weapons.no_destiny", 1.0)}


# --- Actions of cards ---


def test_interrupts_cost_their_card() -> None:
    table = Table()
    lost = table.put("•Lost one", kind="Interrupt", subtype="Lost")
    used = table.put("•Used one", kind="Interrupt", subtype="Used")
    either = table.put("•Either", kind="Interrupt", subtype="Used Or Lost")
    assert factors(acted(table, "Peek at a card", lost))["lost"] == ("use.lost", 1.0)
    assert factors(acted(table, "Peek at a card", used))["used"] == ("use.used", 1.0)
    assert factors(acted(table, "LOST: Peek at a card", either))["lost"] == ("use.lost", 1.0)
    assert factors(acted(table, "USED: Peek at a card", either))["used"] == ("use.used", 1.0)
    assert {"lost", "used"}.isdisjoint(factors(acted(table, "Peek at a card", either)))
    on_table = table.put("•On table", "SIDE_OF_TABLE", kind="Effect")
    assert {"lost", "used"}.isdisjoint(factors(acted(table, "Peek at a card", on_table)))


TAKE = "Take card into hand from Reserve Deck"


def test_search_is_worth_less_in_a_low_pile() -> None:
    table = Table()
    assert factors(acted(table, TAKE)) == {"search": ("use.search", 1.0)}
    table.piles(reserve=9)
    assert factors(acted(table, TAKE))["search_low"] == ("use.search_low", 3.0)
    table.piles(reserve=12)
    assert "search_low" not in factors(acted(table, TAKE))
    table.piles(lost=2)
    assert factors(acted(table, "Deploy Luke from Lost Pile")) == {"search_bare": ("use.search_bare", 1.0)}
    table.piles(lost=3)
    assert factors(acted(table, "Deploy Luke from Lost Pile")) == {"search_low": ("use.search_low", 9.0)}
    table.board.piles.clear()
    assert "piles_unknown" in notes(acted(table, TAKE))


def test_search_comes_before_activation() -> None:
    table = Table(phase="Activate")
    decision = table.actions(ACTIVATE, TAKE, "Activate Force")
    assert factors(table.findings(ActionTextEvaluator(), decision)["0"])["search_first"] == ("use.search_first", 1.0)
    assert table.scored(decision).best.choice.answer == "0"
    assert "search_first" not in factors(acted(table, TAKE, None, ACTIVATE))


def test_failed_search_is_penalised() -> None:
    table = Table(phase="Activate")
    effect = table.put("•Mobilize", "SIDE_OF_TABLE", kind="Effect")
    table.board.add_message("Test Dark targets to take a system into hand from Reserve Deck using •Mobilize")
    assert "search_failed" not in factors(acted(table, TAKE, effect))
    table.board.add_message("Test Light verifies Test Dark's Reserve Deck")
    decision = table.actions(ACTIVATE, (TAKE, effect), "Activate Force")
    found = factors(table.findings(ActionTextEvaluator(), decision)["0"])
    assert found["search_failed"] == ("use.search_failed", 1.0)
    assert "search_first" not in found
    other = table.put("•Other", "SIDE_OF_TABLE", kind="Effect")
    assert "search_failed" not in factors(acted(table, TAKE, other))


@pytest.mark.parametrize(
    ("action", "found"),
    [
        ("Retrieve 2 Force", {"retrieve": 2.0}),
        ("Retrieve 9 Force", {"retrieve": 3.0}),
        ("Retrieve 1 Force and lose 1 Force", {"retrieve": 1.0, "lose": 1.0}),
        ("Activate 2 Force", {"activate": 2.0}),
        ("Reveal opponent's hand", {"look": 1.0}),
        ("Peek at top card of Reserve Deck", {"look": 1.0}),
        ("Steal lightsaber from Lost Pile", {"steal": 1.0}),
        ("Persona replace Obi-Wan", {"persona": 1.0}),
        ("Return to hand", {"back_to_hand": 1.0}),
        ("Place card from hand on Used Pile", {"put_back": 1.0}),
        ("Lose 2 Force to recycle", {"lose": 2.0}),
        ("Use 2 Force", {"pay": 2.0}),
        ("Do something new", {"unknown": 1.0}),
    ],
)
def test_known_wordings_of_actions(action: str, found: dict[str, float]) -> None:
    counted = factors(acted(Table().piles(lost=3), action))
    assert counted == {code: (f"use.{code}", amount) for code, amount in found.items()}


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("Retrieve 1 Force and lose 1 Force", "1 Force is lost; the wording does not say by whom"),
        ("Make each player lose 1 Force", "Each player loses 1 Force"),
        ("Make opponent lose 2 Force", "The opponent loses 2 Force"),
        ("Take Interrupt into hand from Reserve Deck", "Fetches a card that its text allows from the Reserve Deck"),
    ],
)
def test_reasons_claim_no_more_than_the_wording(action: str, sentence: str) -> None:
    sheet = acted(Table().piles(lost=3, reserve=30), action)
    assert sentence in [each.label for each in sheet.contributions]


def test_passing_beats_an_unknown_effect() -> None:
    table = Table()
    assert table.scored(table.actions(DEPLOY, "Do something new")).best.choice.passes


def test_empty_lost_pile_and_full_hand_count() -> None:
    table = Table().piles(hand=13)
    assert factors(acted(table, "Retrieve 2 Force")) == {"no_target": ("use.no_target", 1.0)}
    assert factors(acted(table, "Place card from hand on Used Pile"))["crowded"] == ("use.crowded", 3.0)


def test_giving_up_an_own_card_is_penalised() -> None:
    table = Table()
    plan = table.put("•The Plan", "SIDE_OF_TABLE", kind="Effect")
    assert factors(acted(table, "Place in Lost Pile", plan)) == {"give_up": ("use.give_up", 1.0)}
    assert notes(acted(table, "Place in Lost Pile")) == {"text_unknown"}


def test_cancelling_depends_on_the_owner() -> None:
    table = Table()
    assert notes(acted(table, "Cancel Nightfall")) == {"owner_unknown"}
    table.put("•Nightfall", "SIDE_OF_TABLE", "opponent", kind="Effect")
    assert factors(acted(table, "Cancel Nightfall")) == {"cancel": ("use.cancel", 1.0)}
    table.put("•Sunsdown", "SIDE_OF_TABLE", kind="Effect")
    assert factors(acted(table, "Cancel Sunsdown")) == {"cancel_own": ("use.cancel_own", 1.0)}


def test_cancelling_an_effect_needs_an_effect() -> None:
    table, action = Table(), "Draw destiny to cancel Effect (or Utinni Effect)"
    table.put("•Own Effect", "SIDE_OF_TABLE", kind="Effect")
    assert factors(acted(table, action)) == {"no_target": ("use.no_target", 1.0)}
    stranger = table.unknown_card("77_7", "SIDE_OF_TABLE", "opponent")
    assert notes(acted(table, action)) == {"target_unknown"}
    table.put("•Nightfall", "SIDE_OF_TABLE", "opponent", kind="Effect")
    assert factors(acted(table, action)) == {"cancel": ("use.cancel", 0.5)}
    assert stranger in table.board.cards


def test_harmful_actions_need_a_target() -> None:
    table = Table(phase="Battle")
    place = table.place("•Endor", 3)
    assert factors(acted(table, "LOST: Make target lost"))["no_target"] == ("use.no_target", 1.0)
    table.board.power["opponent"][place] = 4.0
    assert factors(acted(table, "LOST: Make target lost"))["harm"] == ("use.harm", 2.0)
    assert factors(acted(table, "Reduce target's defense value")) == {"no_target": ("use.no_target", 1.0)}
    table.battle(place)
    assert factors(acted(table, "Reduce target's defense value")) == {"harm": ("use.harm", 1.0)}


def test_plain_deploy_is_left_to_the_deploy_evaluator() -> None:
    table = Table()
    assert acted(table, "Deploy", table.put("•Vader", power=6.0)).contributions == []
    assert acted(table, "Deploy site from Reserve Deck", table.put("•Plan", "SIDE_OF_TABLE")).contributions == []
    both = table.actions(DEPLOY, "Deploy site from Reserve Deck", ("Deploy", table.put("•Endor", kind="Location")))
    from_pile, from_hand = (table.scored(both).of(answer) for answer in "01")
    assert from_pile is not None
    assert from_hand is not None
    # A card from a pile should not be worth far more than the same card from hand.
    assert abs(from_pile.score - from_hand.score) < 10


# --- Questions ---


def answered(table: Table, text: str, *results: str, default: int | None = None) -> Any:
    options = [table.option(str(index), result) for index, result in enumerate(results)]
    return table.findings(ActionTextEvaluator(), table.ask("MULTIPLE_CHOICE", text, options, default=default))


def test_passing_without_activation_is_penalised() -> None:
    text = "You have not activated Force. Do you want to Pass?"
    findings = answered(Table(phase="Activate"), text, "Yes", "No")
    assert factors(findings["0"]) == {"skip_activation": ("question.skip_activation", 1.0)}
    assert factors(findings["1"]) == {}
    kept = answered(Table(phase="Activate").piles(reserve=1), text, "Yes", "No")
    assert factors(kept["0"]) == {}
    assert notes(kept["0"]) == {"reserve_kept"}


@pytest.mark.parametrize(
    ("text", "answer", "code"),
    [
        ("Do you want to retrieve 1 Force?", "0", "retrieve"),
        ("Do you want to simultaneously deploy a pilot from hand aboard •Falcon", "0", "pilot"),
        (
            "You are choosing to lose X, which is not typically how this card is used. Do you still want to?",
            "1",
            "reconsider",
        ),
    ],
)
def test_known_yes_no_questions(text: str, answer: str, code: str) -> None:
    findings = answered(Table().piles(lost=4), text, "Yes", "No")
    assert factors(findings[answer]) == {code: (f"question.{code}", 1.0)}
    assert factors(findings["1" if answer == "0" else "0"]) == {}


def test_retrieving_from_an_empty_lost_pile_is_noted() -> None:
    assert notes(answered(Table(), "Do you want to retrieve 1 Force?", "Yes", "No")["0"]) == {"lost_empty"}


def test_battle_destiny_is_left_to_the_battle_evaluator() -> None:
    findings = answered(Table(phase="Battle"), "Do you want to draw 1 battle destiny?", "Yes", "No")
    assert all(sheet.contributions == [] for sheet in findings.values())


def test_known_multiple_choice_results() -> None:
    findings = answered(Table(), "Choose destiny value for •R2-D2", "2", "5")
    assert [factors(findings[each]) for each in "01"] == [
        {"value": ("question.value", 2.0)},
        {"value": ("question.value", 5.0)},
    ]
    findings = answered(Table(), "Choose USED or LOST for this Interrupt", "Used", "Lost")
    assert factors(findings["0"]) == {"used": ("use.used", 1.0)}
    assert factors(findings["1"]) == {"lost": ("use.lost", 1.0)}
    findings = answered(
        Table(), "Choose play option for •Guide", "Deploy a Wookiee from Reserve Deck", "Activate 1 Force"
    )
    assert factors(findings["0"]) == {"search": ("use.search", 1.0)}
    assert factors(findings["1"]) == {"activate": ("use.activate", 1.0)}


def test_unknown_questions_follow_the_servers_default() -> None:
    findings = answered(Table(), "Choose something new", "This", "That", default=1)
    assert factors(findings["0"]) == {}
    assert factors(findings["1"]) == {"default": ("question.default", 1.0)}
    assert notes(findings["0"]) == {"question_unknown"}
    assert notes(answered(Table(), "Is this new?", "Yes", "No", default=-1)["0"]) == {"question_unknown"}


@pytest.mark.parametrize(
    ("result", "found"),
    [
        ("Sacrifice", {"give_up": ("use.give_up", 1.0)}),
        ("Place in Lost Pile", {"give_up": ("use.give_up", 1.0)}),
        ("Place in Used Pile", {"put_back": ("use.put_back", 1.0)}),
        ("Test Dark loses 2 Force to recycle", {"force": ("use.lose", 2.0), "put_back": ("use.put_back", 1.0)}),
        ("Test Dark uses 3 Force to maintain", {"force": ("use.pay", 3.0)}),
        ("Use 1 Force to maintain", {"force": ("use.pay", 1.0)}),
    ],
)
def test_maintenance_costs_force_or_the_card(result: str, found: dict[str, Any]) -> None:
    decision = Table().ask("MULTIPLE_CHOICE", "Choose maintenance option for •Boba Fett", [Option("0", result)])
    assert factors(Table().findings(ActionTextEvaluator(), decision)["0"]) == found


def test_maintenance_ranks_giving_up_last() -> None:
    results = ("Sacrifice", "Test Dark loses 2 Force to recycle", "Test Dark uses 3 Force to maintain")
    options = [Option(str(index), result) for index, result in enumerate(results)]
    scored = Table().scored(Table().ask("MULTIPLE_CHOICE", "Choose maintenance option for •Boba Fett", options))
    assert [each.choice.answer for each in scored.actions] == ["2", "1", "0"]


def test_actions_of_an_interrupt_in_hand_play_it() -> None:
    table = Table()
    sense, vader = table.put("Sense", kind="Interrupt"), table.put("•Vader", power=6.0)
    laid = table.put("Sense Two", "SIDE_OF_TABLE", kind="Interrupt")
    scored = table.scored(table.actions(DEPLOY, *((("Do something"), each) for each in (sense, vader, laid))))
    types = {each.choice.answer: each.choice.action_type for each in scored.actions}
    assert [types[answer] for answer in "012"] == [ActionType.PLAY, ActionType.USE, ActionType.USE]


def test_cancelling_a_force_drain_of_0_has_no_target() -> None:
    table = Table(phase="Control", mine=False)
    table.board.add_message("Test Light initiates Force drain of 0 at •Endor")
    sheet = acted(table, "Cancel Force drain", None, "Force drain initiated at •Endor - Optional responses")
    assert factors(sheet) == {"no_target": ("use.no_target", 1.0)}
