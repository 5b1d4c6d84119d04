"""Evaluator of cards to lose, forfeit and put away."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.games.swccg.policies.evaluators.selection.evaluator import CardSelectionEvaluator
from tests.games.swccg.positions import Table, factors, notes

LOSE = "Choose Force to lose"
FORFEIT = "Choose Force to lose or a card from battle to forfeit"


def lost(table: Table, card_id: str, text: str = LOSE) -> Any:
    return table.findings(CardSelectionEvaluator(), table.select(text, card_id))[card_id]


def lost_of(table: Table, card_id: str, *among: str) -> Any:
    """The findings on losing one of several cards in a battle."""
    return table.findings(CardSelectionEvaluator(), table.select(FORFEIT, *among))[card_id]


def pile(table: Table, name: str) -> str:
    return table.unknown_card("-1_2", f"TOP_OF_{name}")


def test_losing_force_depends_on_the_pile() -> None:
    table = Table()
    reserve, force, used = (pile(table, name) for name in ("RESERVE_DECK", "FORCE_PILE", "USED_PILE"))
    table.board.add_message("Test Dark has 2 Force loss remaining to satisfy")
    common = {"damage": ("lose.damage", 1.0), "unknown": ("lose.unknown", 1.0)}
    assert factors(lost(table, reserve)) == common
    assert factors(lost(table, force)) == {**common, "force": ("lose.force", 1.0)}
    assert factors(lost(table, used)) == common
    table.piles(reserve=7, used=10)
    assert factors(lost(table, used)) == {**common, "used": ("lose.used", 1.0)}
    assert "1 of 2" in lost(table, used).contributions[0].label


def test_surplus_force_is_free_to_lose() -> None:
    table = Table().piles(force=12, hand=1)
    top = pile(table, "FORCE_PILE")
    assert "force" in factors(lost(table, top)), "an unknown card in hand may use any amount"
    table.piles(force=12, hand=0)
    assert "force" not in factors(lost(table, top))
    assert "surplus" in notes(lost(table, top))
    table.put("•Vader", deploy=8.0)
    assert "force" in factors(lost(table, top))


def test_low_life_force_and_reserve_deck_are_penalised() -> None:
    table = Table().piles(force=5, reserve=6, used=2)
    found = factors(lost(table, pile(table, "RESERVE_DECK")))
    assert (found["life"], found["reserve"]) == (("lose.life", 7.0), ("lose.reserve", 2.0))
    found = factors(lost(table, pile(table, "USED_PILE")))
    assert found["life"] == ("lose.life", 7.0)
    assert "reserve" not in found


def test_losing_a_card_from_hand_costs_its_worth() -> None:
    table = Table()
    vader = table.put("•Vader", power=6.0, ability=6.0, forfeit=8.0)
    assert factors(lost(table, vader)) == {"damage": ("lose.damage", 1.0), "worth": ("lose.worth", 16.0)}


def test_force_loss_takes_the_reserve_deck_early_and_the_hand_late() -> None:
    for reserve, best in ((45, "pile"), (3, "hand")):
        table = Table().piles(force=0, reserve=reserve)
        top, sense = pile(table, "RESERVE_DECK"), table.put("Sense", kind="Interrupt")
        answer = table.scored(table.select(LOSE, top, sense)).best.choice.answer
        assert answer == (top if best == "pile" else sense)


def test_useless_cards_are_lost_first() -> None:
    table = Table().piles(hand=11)
    table.board.generation["seat"] = 4.0
    table.place("•Endor", 6)
    table.put("•Vader", "AT_LOCATION", at=0, unique=True, power=6.0, deploy=12.0)
    again, other = table.put("•Vader"), table.put("Trooper", power=1.0, deploy=9.0)
    found = factors(lost(table, again))
    assert found["dead"] == ("lose.dead", 1.0)
    assert found["costly"] == ("lose.costly", 3.0)
    assert found["crowded"] == ("lose.crowded", 3.0)
    assert {"dead", "costly", "duplicate"}.isdisjoint(factors(lost(table, other)))
    table.put("Trooper")
    assert factors(lost(table, other))["duplicate"] == ("lose.duplicate", 0.5)
    table.put("•Vader")
    assert factors(lost(table, again))["duplicate"] == ("lose.duplicate", 1.0)


def test_unknown_card_in_hand_is_noted() -> None:
    table = Table()
    assert notes(lost(table, table.unknown_card("77_7"))) == {"card_unknown"}


def forfeiting(damage: float = 0.0, attrition: float = 0.0, **numbers: Any) -> tuple[Table, str]:
    """A card of the seat in a battle, beside another of its cards."""
    table = Table(phase="Battle")
    table.battle(table.place("•Endor", 7, 9), damage, attrition)
    table.put("Trooper", "AT_LOCATION", at=0, power=1.0, ability=1.0)
    return table, table.put("•Tarkin", "AT_LOCATION", at=0, **{"power": 2.0, "ability": 3.0, "forfeit": 6.0, **numbers})


@pytest.mark.parametrize(
    ("damage", "attrition", "found"),
    [
        (4.0, 6.0, {"damage": 4.0, "attrition": 6.0}),
        (9.0, 0.0, {"damage": 6.0}),
        (0.0, 2.0, {"attrition": 2.0, "wasted": 4.0}),
        (1.0, 3.0, {"damage": 1.0, "attrition": 3.0, "wasted": 3.0}),
    ],
)
def test_forfeit_pays_damage_and_attrition_at_once(damage: float, attrition: float, found: dict[str, float]) -> None:
    table, tarkin = forfeiting(damage, attrition)
    counted = factors(lost(table, tarkin, FORFEIT))
    assert counted == {
        **{code: (f"lose.{code}", amount) for code, amount in found.items()},
        "table": ("lose.table", 5.0),
    }


def test_forfeit_counts_attached_cards_and_presence() -> None:
    table, tarkin = forfeiting(4.0)
    table.put("Blaster", "ATTACHED", on=tarkin, kind="Weapon")
    assert factors(lost(table, tarkin, FORFEIT))["attached"] == ("lose.attached", 1.0)
    for card in list(table.board.cards.values()):
        if card.blueprint_id == next(b for b, f in table.facts.items() if f.title == "Trooper"):
            del table.board.cards[card.card_id]
    assert factors(lost(table, tarkin, FORFEIT))["presence"] == ("lose.presence", 1.0)


def test_hit_card_pays_its_changed_forfeit_value() -> None:
    table, tarkin = forfeiting(4.0)
    table.board.add_message("•Tarkin is 'hit' by •Luke and its forfeit is reduced by 3")
    # Cards attached to it are lost whichever card is chosen.
    table.put("Blaster", "ATTACHED", on=tarkin, kind="Weapon")
    found = factors(lost(table, tarkin, FORFEIT))
    assert found == {"hit": ("lose.hit", 1.0), "damage": ("lose.damage", 3.0)}
    table.board.add_message("•Tarkin is 'hit' by •Luke and its forfeit is reset to 0")
    assert "damage" not in factors(lost(table, tarkin, FORFEIT))


def test_force_pays_no_attrition() -> None:
    table, tarkin = forfeiting(8.0, 5.0)
    top = pile(table, "RESERVE_DECK")
    both = {option: factors(lost_of(table, option, top, tarkin)) for option in (top, tarkin)}
    assert both[top]["attrition_left"] == ("lose.attrition_left", 1.0)
    assert both[top]["damage"] == ("lose.damage", 1.0)
    assert table.scored(table.select(FORFEIT, top, tarkin)).best.choice.answer == tarkin
    table.battle(0, 1.0, 0.0)
    assert "attrition_left" not in factors(lost_of(table, top, top, tarkin))
    assert table.scored(table.select(FORFEIT, top, tarkin)).best.choice.answer == top


def test_damage_covered_by_a_forced_forfeit_is_not_paid_with_force() -> None:
    for damage, paid in ((6.0, False), (7.0, True)):
        table, tarkin = forfeiting(damage, 1.0)
        top = pile(table, "RESERVE_DECK")
        found = factors(lost_of(table, top, top, tarkin))
        assert [code in found for code in ("damage", "attrition_left", "needless")] == [paid, paid, not paid]
    # If nothing can be forfeited, attrition cannot be paid at all.
    table, _ = forfeiting(7.0, 1.0)
    assert "attrition_left" not in factors(lost(table, pile(table, "RESERVE_DECK"), FORFEIT))
    # The only card there is forfeited for 1 attrition anyway, so it should pay the last damage, too.
    table, tarkin = forfeiting(1.0, 1.0, power=5.0, ability=0.0)
    top = pile(table, "USED_PILE")
    assert table.scored(table.select(FORFEIT, top, tarkin)).best.choice.answer == tarkin


def test_needless_force_is_charged_in_full_once() -> None:
    """Damage of 8 with a forfeit of 6 due: two Force are needed; the third and all later ones are needless."""
    findings = []
    table, tarkin = forfeiting()
    top = pile(table, "RESERVE_DECK")
    for damage in range(8, 3, -1):
        table, tarkin = forfeiting(damage, 2.0)
        for earlier in range(8, damage - 1, -1):
            table.board.add_message(f"Test Dark has 2 attrition and {earlier} battle damage remaining to satisfy")
        top = pile(table, "RESERVE_DECK")
        found = factors(lost_of(table, top, top, tarkin))
        findings.append({code: found[code][1] for code in ("attrition_left", "needless") if code in found})
        assert table.scored(table.select(FORFEIT, top, tarkin)).best.choice.answer == tarkin
    assert findings == [{"attrition_left": 1.0}, {}, {"needless": 1.0}, {"needless": 0.5}, {"needless": 0.5}]
    # After a forfeit the attrition has changed, so the penalty applies in full again.
    table.board.add_message("Test Dark has 1 attrition and 3 battle damage remaining to satisfy")
    table.battle(0, 3.0, 1.0)
    assert factors(lost_of(table, top, top, tarkin))["needless"] == ("lose.needless", 1.0)


def test_card_in_an_unknown_zone_is_not_assumed_in_hand() -> None:
    table = Table()
    for text in (LOSE, FORFEIT, "Choose a card from battle to forfeit", "Choose card to put on Used Pile"):
        sheet = findings_on_unknown(table, text)
        assert notes(sheet) >= {"card_unknown"}
        assert set(factors(sheet)) == ({"damage"} if text == LOSE else set())
        assert not any("hand" in each.label for each in sheet.contributions)
    listed = table.listed("Choose card to put on Lost Pile", table.fact("•Sense", "Interrupt"))
    sheet = table.findings(CardSelectionEvaluator(), listed)["temp0"]
    assert [each.label for each in sheet.contributions] == ["Worth 4 (an Interrupt)"]


def findings_on_unknown(table: Table, text: str) -> Any:
    """The findings on a card of which only the id is known."""
    return table.findings(CardSelectionEvaluator(), table.select(text, "999"))["999"]


def test_forfeit_saves_scarce_life_force() -> None:
    for reserve, spared in ((15, None), (4, ("lose.spared", 4.0 * 11.0))):
        table, emperor = forfeiting(5.0, power=4.0, ability=7.0, forfeit=9.0)
        table.piles(force=5, reserve=reserve)
        top = pile(table, "RESERVE_DECK")
        assert factors(lost(table, emperor, FORFEIT)).get("spared") == spared
        best = table.scored(table.select(FORFEIT, top, emperor)).best.choice.answer
        assert best == (top if spared is None else emperor)


# --- Several at once ---


def together(table: Table, text: str, *cards: str) -> Any:
    """The findings on losing several cards in one answer."""
    decision = table.select(text, *cards, least=len(cards), most=len(cards))
    return next(iter(table.findings(CardSelectionEvaluator(), decision).values()))


def test_several_forfeits_pay_a_debt_once() -> None:
    table = Table(phase="Battle")
    table.battle(table.place("•Endor", 12), 4.0, 2.0)
    table.put("Trooper", "AT_LOCATION", at=0, power=1.0, ability=1.0)
    first, second = (table.put(name, "AT_LOCATION", at=0, power=5.0, forfeit=8.0) for name in ("•Bossk", "•Zuckuss"))
    found = factors(together(table, FORFEIT, first, second))
    assert found["damage"] == ("lose.damage", 4.0)
    assert found["attrition"] == ("lose.attrition", 2.0)
    assert found["wasted"] == ("lose.wasted", 4.0 + 8.0)
    assert found["table"] == ("lose.table", 10.0)
    small = table.put("•Ozzel", "AT_LOCATION", at=0, power=3.0, forfeit=3.0)
    assert factors(together(table, FORFEIT, small, second))["damage"] == ("lose.damage", 4.0)


def test_force_beyond_the_debt_pays_nothing() -> None:
    table = Table()
    table.board.add_message("Test Dark has 2 Force loss remaining to satisfy")
    cards = [table.put(name, kind="Effect") for name in ("•One", "•Two", "•Three")]
    sheet = together(table, LOSE, *cards)
    assert factors(sheet)["damage"] == ("lose.damage", 2.0)
    assert "paid" in notes(sheet)


# --- Presence ---


def test_presence_icon_or_permanent_pilot_keeps_presence() -> None:
    for kind, icons in (("Character", ("Presence",)), ("Vehicle", ("Pilot",))):
        table = Table(phase="Battle")
        table.battle(table.place("•Tatooine", 9), 4.0)
        mara = table.put("•Mara Jade", "AT_LOCATION", at=0, power=4.0, ability=5.0, forfeit=7.0)
        assert factors(lost(table, mara, FORFEIT))["presence"] == ("lose.presence", 1.0)
        droid = table.put("P-59", "AT_LOCATION", at=0, kind=kind, power=4.0, forfeit=4.0, icons=icons)
        assert "presence" not in factors(lost(table, mara, FORFEIT))
        assert factors(together(table, FORFEIT, mara, droid))["presence"] == ("lose.presence", 1.0)


def test_only_cards_with_presence_can_lose_it() -> None:
    table = Table(phase="Battle")
    table.battle(table.place("•Tatooine", 9), 4.0)
    droid = table.put("Droid", "AT_LOCATION", at=0, power=4.0, forfeit=4.0)
    assert "presence" not in factors(lost(table, droid, FORFEIT))
    ship = table.put("TIE", "AT_LOCATION", at=0, kind="Starship", power=2.0, forfeit=2.0)
    table.put("•Pilot", "ATTACHED", on=ship, power=2.0, ability=2.0)
    assert factors(lost(table, ship, FORFEIT))["presence"] == ("lose.presence", 1.0)
    table.unknown_card("77_7", "AT_LOCATION", at=0)
    assert "presence" not in factors(lost(table, ship, FORFEIT))


def test_debt_falls_back_to_the_log() -> None:
    table, tarkin = forfeiting()
    table.board.battle = None
    assert "damage_unknown" in notes(lost(table, tarkin, FORFEIT))
    table.board.add_message("Test Light has 9 battle damage remaining to satisfy")
    table.board.add_message("Test Dark has 2 attrition and 3 battle damage remaining to satisfy")
    found = factors(lost(table, tarkin, FORFEIT))
    assert (found["damage"], found["attrition"]) == (("lose.damage", 3.0), ("lose.attrition", 2.0))


def test_unknown_forfeit_values_and_cards_are_noted() -> None:
    table, tarkin = forfeiting(4.0, forfeit=None)
    assert "forfeit_unknown" in notes(lost(table, tarkin, FORFEIT))
    stranger = table.unknown_card("77_7", "AT_LOCATION", at=0)
    assert notes(lost(table, stranger, FORFEIT)) == {"card_unknown"}


def test_putting_back_high_destiny_counts() -> None:
    table = Table()
    wise, plain = table.put("•Wise", kind="Interrupt", destiny=6.0), table.put("•Plain", kind="Interrupt", destiny=3.0)
    text = "Choose card to put on Used Pile"
    assert factors(lost(table, wise, text)) == {"put_back": ("lose.put_back", 4.0), "destiny": ("lose.destiny", 3.0)}
    assert factors(lost(table, plain, text)) == {"put_back": ("lose.put_back", 4.0)}


def test_opponents_lost_card_counts_its_worth() -> None:
    table = Table()
    luke = table.fact("•Luke", side="light", power=3.0, ability=4.0)
    findings = table.findings(CardSelectionEvaluator(), table.listed("Choose card to put on Lost Pile", luke))
    assert factors(findings["temp0"]) == {"theirs": ("lose.theirs", 7.0)}


def test_card_without_power_is_worth_its_type() -> None:
    table = Table()
    effect = table.put("•Overload", "SIDE_OF_TABLE", kind="Effect")
    assert factors(lost(table, effect, "Choose card to be lost"))["worth"] == ("lose.worth", 4.0)
