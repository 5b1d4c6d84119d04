"""Evaluator of cards to target and to take, and of answers with several cards (see test_selection_lose for losses)."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.games.swccg.policies.evaluators.selection.evaluator import CardSelectionEvaluator, purpose_of
from py_engine.games.swccg.policies.evaluators.selection.worth import strength, worth
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Option
from tests.games.swccg.positions import Table, factors, notes

DONE = ", or click 'Done' to cancel"


def findings(table: Table, decision: Any) -> Any:
    return table.findings(CardSelectionEvaluator(), decision)


@pytest.mark.parametrize(
    ("decision_type", "text", "purpose"),
    [
        ("CARD_SELECTION", "Choose Force to lose", "lose"),
        ("CARD_SELECTION", "Choose Force to lose or a card from battle to forfeit", "lose"),
        ("CARD_SELECTION", "Choose a card from battle to forfeit (if desired)", "lose"),
        ("CARD_SELECTION", "Choose card to be lost", "lose"),
        ("CARD_SELECTION", "Choose card to put on bottom of Used Pile", "lose"),
        ("ARBITRARY_CARDS", "Choose card to put on Lost Pile", "lose"),
        ("CARD_SELECTION", "Choose target" + DONE, "target"),
        ("CARD_SELECTION", "Choose card from hand" + DONE, "target"),
        ("CARD_SELECTION", "Choose card to cancel" + DONE, "target"),
        ("CARD_SELECTION", "Choose a pilot from hand to simultaneously deploy aboard •Falcon" + DONE, ""),
        ("CARD_SELECTION", "Choose card to deploy as a 'react'", ""),
        ("ARBITRARY_CARDS", "Choose card to deploy from Reserve Deck", ""),
        ("ARBITRARY_CARDS", "Choose card to take into hand", "take"),
        ("ARBITRARY_CARDS", "Choose Interrupt to play from Lost Pile", "take"),
        ("ARBITRARY_CARDS", "Choose card to retrieve", "take"),
        ("ARBITRARY_CARDS", "Choose starting location", "take"),
        ("CARD_SELECTION", "Choose where to deploy •Vader" + DONE, ""),
        ("MULTIPLE_CHOICE", "Do you want to retrieve 1 Force?", ""),
    ],
)
def test_purpose_is_read_from_the_question(decision_type: str, text: str, purpose: str) -> None:
    table = Table()
    decision = table.ask(decision_type, text, [Option("1", "a card")], minimum=0, maximum=1)
    assert purpose_of(table.asked(decision)) == purpose


def test_list_without_a_choice_is_not_judged() -> None:
    table = Table()
    assert findings(table, table.listed("Opponent's hand", "9_1", least=0, most=0)) == {}


# --- Targets ---


def duel(text: str = "Choose target" + DONE, **theirs: Any) -> tuple[Table, str, Any]:
    """An opponent's card in a battle, as the only option."""
    table = Table(phase="Battle")
    table.battle(table.place("•Endor", 3, 3))
    luke = table.put("•Luke", "AT_LOCATION", "opponent", at=0, **theirs)
    return table, luke, findings(table, table.select(text, luke, least=0))[luke]


def test_target_counts_power_and_ability() -> None:
    _, _, sheet = duel(power=3.0, ability=4.0)
    assert factors(sheet) == {
        "theirs": ("target.theirs", 1.0),
        "power": ("target.power", 3.0),
        "ability": ("target.ability", 4.0),
    }


def test_target_already_hit_is_penalised() -> None:
    table, luke, _ = duel(power=3.0, ability=4.0)
    table.board.add_message("•Luke is 'hit' by •Vader and its forfeit is reset to 0")
    assert factors(findings(table, table.select("Choose target", luke))[luke])["hit"] == ("target.hit", 1.0)


def test_defense_value_above_4_is_penalised() -> None:
    assert factors(duel(power=3.0, ability=6.0)[2])["defense"] == ("target.defense", 2.0)
    assert factors(duel(power=3.0, ability=1.0, maneuver=5.0)[2])["defense"] == ("target.defense", 1.0)
    assert "defense_unknown" in notes(duel(power=3.0)[2])
    assert "defense" not in factors(duel("Choose character" + DONE, power=3.0, ability=6.0)[2])


def test_target_counts_attached_cards() -> None:
    table, luke, _ = duel(power=3.0, ability=4.0)
    table.put("•Lightsaber", "ATTACHED", "opponent", on=luke, kind="Weapon")
    assert factors(findings(table, table.select("Choose target", luke))[luke])["carrier"] == ("target.carrier", 1.0)


def test_own_target_is_penalised_beside_an_opposing_one() -> None:
    table, luke, _ = duel(power=3.0, ability=4.0)
    vader = table.put("•Vader", "AT_LOCATION", at=0, power=6.0, ability=6.0)
    both = findings(table, table.select("Choose target", luke, vader))
    assert factors(both[vader]) == {"own": ("target.own", 1.0), "harm_own": ("target.harm_own", 12.0)}
    assert both[luke].score > both[vader].score


def test_own_targets_prefer_strong_to_help_and_weak_to_harm() -> None:
    table = Table()
    table.place("•Endor", 3)
    vader = table.put("•Vader", "AT_LOCATION", at=0, power=6.0, ability=6.0)
    helped = findings(table, table.select("Choose character" + DONE, vader, least=0))[vader]
    assert factors(helped) == {"help_own": ("target.help_own", 12.0)}
    assert notes(helped) == {"effect_unknown"}
    harmed = findings(table, table.select("Choose character to capture", vader))[vader]
    assert factors(harmed) == {"harm_own": ("target.harm_own", 12.0)}


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("Choose weapon to fire", True),
        ("Choose a card to use", True),
        ("Choose a pilot", True),
        ("Choose character to carry Luke", True),
        ("Choose weapon to fire at", False),
        ("Choose target", False),
        ("Choose character to be lost to damage", False),
        ("Target a pilot", False),
    ],
)
def test_cards_to_use_are_not_harmed(text: str, used: bool) -> None:
    table = Table(phase="Battle")
    table.battle(table.place("•Endor", 3, 3))
    leia = table.put("•Leia", "AT_LOCATION", at=0, power=3.0, ability=4.0)
    scored = table.scored(table.select(text + DONE, leia, least=0))
    found = factors(next(each for each in scored.actions if each.choice.answer == leia))
    assert ("used" in found) is used
    if used:
        assert found["used"] == ("target.help_own", 7.0)
        assert scored.best.choice.answer == leia


def test_strength_and_worth_count_permanent_pilots() -> None:
    fighter = CardFacts("9_9", "TIE Fighter", "dark", "Starship", "Starfighter", power=1.0, icons=("Pilot",))
    freighter = CardFacts("9_8", "Freighter", "dark", "Starship", "Capital", power=1.0)
    assert (strength(fighter), worth(fighter)[1]) == (2.0, "power 1, ability 1")
    assert (strength(freighter), worth(freighter)[1]) == (1.0, "power 1")


def test_unknown_target_is_noted() -> None:
    table = Table()
    pile = table.unknown_card("-1_1", "TOP_OF_RESERVE_DECK", "opponent")
    assert notes(findings(table, table.select("Choose card pile", pile))[pile]) == {"card_unknown"}
    assert notes(findings(table, table.select("Choose card pile", "999"))["999"]) == {"target_unknown"}
    table.place("•Endor")
    assert notes(findings(table, table.select("Choose site to 'transport' to" + DONE, "L0"))["L0"]) == {"place_unknown"}


# --- Taking ---


def taken(table: Table, blueprint: str, text: str = "Choose card to take into hand") -> Any:
    return findings(table, table.listed(text, blueprint))["temp0"]


def test_worth_is_power_ability_and_half_the_forfeit() -> None:
    table = Table()
    sheet = taken(table, table.fact("•Vader", power=6.0, ability=6.0, forfeit=8.0))
    assert factors(sheet)["worth"] == ("take.worth", 16.0)
    assert factors(sheet)["card"] == ("take.card", 1.0)
    other = taken(table, table.fact("•Overload", "Effect"))
    assert factors(other)["worth"] == ("take.worth", 4.0)
    assert notes(other) == {"text_unknown"}


def test_taking_a_location_counts_icons() -> None:
    table = Table()
    sheet = taken(table, table.fact("•Endor", "Location", dark_icons=2, light_icons=1))
    found = factors(sheet)
    assert found["own_icons"] == ("take.own_icons", 2.0)
    assert found["their_icons"] == ("take.their_icons", 1.0)
    assert "worth" not in found


def test_taking_a_copy_is_worth_less() -> None:
    table = Table()
    table.place("•Endor", 6)
    table.put("•Vader", "AT_LOCATION", at=0, unique=True, power=6.0)
    table.put("Trooper", power=1.0)
    vader, trooper = (next(b for b, f in table.facts.items() if f.title == title) for title in ("•Vader", "Trooper"))
    assert factors(taken(table, vader))["on_table"] == ("take.on_table", 1.0)
    assert factors(taken(table, trooper))["in_hand"] == ("take.in_hand", 1.0)
    fresh = factors(taken(table, table.fact("•Tarkin", unique=True, power=2.0)))
    assert {"on_table", "in_hand"}.isdisjoint(fresh)


def test_icons_count_equally_from_hand_and_pile() -> None:
    weights = default_weights()
    for group in ("deploy", "take"):
        assert weights[f"{group}.own_icons"] > 0 > weights[f"{group}.their_icons"]
    table = Table()
    site = table.put("•Endor", kind="Location", dark_icons=2, light_icons=1)
    from_hand = table.scored(table.actions("Choose Deploy action or Pass", ("Deploy", site))).of("0")
    from_pile = table.scored(
        table.listed("Choose card to deploy from Reserve Deck", table.board.cards[site].blueprint_id)
    )
    assert from_hand is not None
    assert factors(from_hand) == factors(from_pile.best)


def test_cards_to_deploy_are_left_to_the_deploy_evaluator() -> None:
    table = Table().piles(force=4)
    decision = table.listed("Choose card to deploy from Reserve Deck", table.fact("•Vader", power=6.0, deploy=6.0))
    assert findings(table, decision) == {}
    weights = {each.weight_name.partition(".")[0] for each in table.scored(decision).best.contributions}
    assert weights == {"", "deploy"}


def test_taking_matching_weapons_and_needed_pilots_counts() -> None:
    table = Table()
    weapon, pilot = table.fact("•Vader's Lightsaber", "Weapon"), table.fact("•Piett", icons=("Pilot",), power=1.0)
    assert "weapon" not in factors(taken(table, weapon))
    assert "pilot" not in factors(taken(table, pilot))
    table.place("•Endor", 6)
    table.put("•Vader", "AT_LOCATION", at=0, power=6.0, matching_weapon=("Vader's Lightsaber",))
    ship = table.put("•Executor", "AT_LOCATION", at=0, kind="Starship", power=8.0)
    assert factors(taken(table, weapon))["weapon"] == ("take.weapon", 1.0)
    assert factors(taken(table, pilot))["pilot"] == ("take.pilot", 1.0)
    table.put("•Ozzel", "ATTACHED", on=ship, power=1.0)
    assert "pilot" not in factors(taken(table, pilot))


def test_taking_power_for_a_hand_without_it_counts() -> None:
    table = Table().piles(hand=1)
    vader = table.fact("•Vader", power=6.0)
    assert "needs" not in factors(taken(table, vader))
    table.put("Sense", kind="Interrupt")
    assert factors(taken(table, vader))["needs"] == ("take.needs", 1.0)
    table.put("Trooper", power=1.0)
    assert "needs" not in factors(taken(table, vader))


def test_starting_cards_are_taken() -> None:
    table = Table(phase="Play starting cards")
    decision = table.listed("Choose starting interrupt", table.fact("•Prepared Defenses", "Interrupt"), least=0)
    assert factors(findings(table, decision)["temp0"])["free"] == ("take.free", 1.0)
    assert table.scored(decision).best.choice.answer == "temp0"


def test_taking_an_unknown_card_is_noted() -> None:
    sheet = taken(Table(), "77_7")
    assert notes(sheet) == {"card_unknown"}
    assert factors(sheet) == {"card": ("take.card", 1.0)}


# --- Several at once ---


def test_findings_on_several_cards_are_summed() -> None:
    table = Table()
    blueprints = [table.fact(f"•Number {power}", power=float(power)) for power in (1, 2, 4)]
    alone = findings(table, table.listed("Choose cards to take into hand", *blueprints))
    pairs = findings(table, table.listed("Choose cards to take into hand", *blueprints, least=2, most=3))
    assert pairs["temp0,temp2"].score == alone["temp0"].score + alone["temp2"].score
    assert factors(pairs["temp0,temp1,temp2"])["worth"] == ("take.worth", 7.0)
    assert pairs["temp0,temp1"].contributions[0].label == "One more card; One more card"


def test_merged_labels_are_cut_after_three() -> None:
    table = Table()
    blueprints = [table.fact(f"•Number {power}", power=float(power)) for power in range(1, 6)]
    every = findings(table, table.listed("Choose cards to take into hand", *blueprints, least=5, most=5))
    (sheet,) = every.values()
    assert factors(sheet)["card"] == ("take.card", 5.0)
    assert sheet.contributions[0].label.endswith("; and 2 more")
