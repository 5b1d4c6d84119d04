"""What texts mean where a card is: places, conditions, and the numbers of drains, battles and deployments."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from py_engine.games.swccg.policies.card_texts import (
    Around,
    added_power,
    drain_size,
    extra_draws,
    holds,
    immunity,
    least_draws,
    may_deploy,
    place_is,
    titles_pulled,
)
from py_engine.games.swccg.policies.destiny import Distribution
from py_engine.games.swccg.policies.evaluators.actions.evaluator import ActionTextEvaluator
from py_engine.games.swccg.policies.evaluators.battle.evaluator import BattleEvaluator
from py_engine.games.swccg.policies.evaluators.battle.ground import Grounds, piloting
from py_engine.games.swccg.policies.evaluators.battle.odds import Army, odds
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.texts import TextEffect, effects_of
from tests.games.swccg.deploying import DROID, TROOPER, VADER, site, what, where
from tests.games.swccg.table import Table, all_of, context_of, exact, fact, findings, labels, weight

BUNKER = fact("8_1", "Location", title="•Endor: Bunker", subtype="Site", dark_icons=1, light_icons=1)
SHIP = fact("1_3", "Starship", title="•Devastator")
SYSTEM = fact("8_2", "Location", title="•Endor", subtype="System", dark_icons=2, light_icons=1)


def says(text: str, kind: str = "Character", blueprint: str = "3_3", **more: object) -> CardFacts:
    """A card with a text."""
    return fact(blueprint, kind, effects=effects_of(text, kind), **more)


@pytest.mark.parametrize(
    ("words", "place", "found"),
    [
        ("Endor", BUNKER, True),
        ("Endor", SYSTEM, True),
        ("an Endor site", BUNKER, True),
        ("an Endor site", SYSTEM, False),
        ("Endor system", SYSTEM, True),
        ("Bunker", BUNKER, True),
        ("Hoth", BUNKER, False),
        ("Hoth or Endor", BUNKER, True),
        ("Hoth, Naboo or Tatooine", BUNKER, False),
        ("Endor II", BUNKER, False),
        ("opponent's system", SYSTEM, None),
        ("Hoth or an exterior site", BUNKER, None),
        ("[Episode I] locations", BUNKER, None),
    ],
)
def test_places_by_name(words: str, place: CardFacts, found: bool | None) -> None:
    assert place_is(words, place) is found


@pytest.mark.parametrize(
    ("when", "around", "found"),
    [
        ("", Around(), True),
        ("at Bunker", Around(BUNKER), True),
        ("on Hoth", Around(BUNKER), False),
        ("not on Hoth", Around(BUNKER), True),
        ("not at a battleground", Around(BUNKER), None),
        ("on Hoth", Around(), None),
        ("matching pilot aboard", Around(matched=True), True),
        ("matching pilot aboard", Around(), False),
        ("Vader piloting", Around(crew=(VADER,), pilots=(VADER,)), True),
        ("Vader piloting", Around(crew=(VADER, TROOPER), pilots=(TROOPER,)), False),
        ("Vader piloting", Around(crew=(VADER,), pilots=None), None),
        ("Vader piloting", Around(crew=(TROOPER,), pilots=None), False),
        ("Vade piloting", Around(crew=(VADER,), pilots=(VADER,)), False),
        ("Vader aboard", Around(crew=(VADER,), pilots=None), True),
        ("Vader aboard", Around(crew=(TROOPER,), pilots=(TROOPER,)), False),
        ("piloting Devastator", Around(carrier=SHIP, steers=True), True),
        ("piloting Devastator", Around(carrier=SHIP), False),
        ("piloting Devastator", Around(carrier=SHIP, steers=None), None),
        ("piloting Executor", Around(carrier=SHIP, steers=True), False),
        ("piloting Devastator", Around(), False),
        ("with a droid", Around(BUNKER), None),
    ],
)
def test_conditions(when: str, around: Around, found: bool | None) -> None:
    assert holds(TextEffect("power", 1.0, when=when), around) is found


def test_control_is_certain_for_a_drain_only() -> None:
    assert holds(TextEffect("drain", 1.0, when="you control"), Around()) is True
    assert holds(TextEffect("power", 1.0, when="you control"), Around()) is None


def test_those_aboard_pilot_a_ship_as_far_as_it_has_seats() -> None:
    pilot = fact("1_5", "Character", icons=("PILOT",))
    two = replace(SHIP, effects=effects_of("May add 2 pilots and 6 passengers.", "Starship"))
    assert piloting(SHIP, [TROOPER, pilot]) == [pilot]
    assert piloting(SHIP, [pilot, pilot]) is None
    assert piloting(two, [pilot, TROOPER, pilot]) == [pilot, pilot]
    assert piloting(two, [pilot, pilot, pilot]) is None


@pytest.mark.parametrize(
    ("icons", "beside", "immune"),
    [
        (("PILOT",), TROOPER, 2),
        # Somebody who cannot pilot is a passenger, and another pilot may be the one that pilots a ship for one.
        ((), TROOPER, 0),
        (("PILOT",), fact("1_5", icons=("PILOT",)), 0),
    ],
)
def test_what_a_text_says_of_piloting_does_not_hold_for_passengers(
    icons: tuple[str, ...], beside: CardFacts, immune: int
) -> None:
    table = site(9.0, 3.0)
    text = "While Ace piloting, immune to attrition < 5."
    ship = table.put(replace(SHIP, effects=effects_of(text, "Starship")), 0)
    while_aboard = effects_of("While piloting Devastator, immune to attrition < 6.", "Character")
    table.put(fact("1_4", title="Ace", icons=icons, effects=while_aboard), 0, on=ship)
    table.put(beside, 0, on=ship)
    camp = Grounds(context_of(table.actions(("90", "Initiate battle"), kind="battle")))[0].mine
    assert len(camp.immune) == immune


def test_only_conditions_that_hold_count() -> None:
    card = says("Power +2 at Bunker. Power +3 on Hoth. Power +4 while with a droid.")
    assert (added_power(card, Around(BUNKER)), added_power(card, Around(SYSTEM))) == (2.0, 0.0)
    assert immunity(says("Immune to attrition < 4."), Around()) == 4.0
    assert immunity(says("Immune to attrition < 4 while on Hoth."), Around(BUNKER)) == 0.0
    assert immunity(says("Immune to attrition."), Around()) == math.inf
    assert least_draws(says("Draws one battle destiny if unable to otherwise."), Around()) == 1
    assert extra_draws(says("While on Hoth, adds one battle destiny."), Around(BUNKER)) == 0


def test_drains_count_the_text_of_the_player_who_drains() -> None:
    text = "Dark: If you control, Force drain +2 here. Light: Force drain -1 here."
    place = fact("8_3", "Location", dark_icons=1, light_icons=1, effects=effects_of(text, "Location"))
    assert (drain_size(place, "dark"), drain_size(place, "light")) == (3, 0)
    occupied = fact(
        "8_4", "Location", light_icons=1, effects=effects_of("Dark: If you occupy, Force drain +1 here.", "Location")
    )
    assert drain_size(occupied, "dark") == 1


def test_a_drain_bonus_is_in_the_drain() -> None:
    table = site(3.0, None, light=1)
    table.facts["L_0"] = fact(
        "L_0", "Location", dark_icons=1, light_icons=1, effects=effects_of("Dark: Force drain +1 here.", "Location")
    )
    found = findings(ActionTextEvaluator(), table.actions(("90", "Force drain"), kind="control"))["0"]
    assert found["force"].value == 2 * weight("drain.force")


def test_a_drain_that_a_text_takes_away_says_so() -> None:
    for text, icons, why in (
        ("Dark: Force drain -1 here.", 1, "its text takes away what the icons give"),
        ("", 0, "the opponent has no icons there"),
    ):
        table = site(3.0, None, light=icons)
        table.facts["L_0"] = fact(
            "L_0", "Location", title="Farm", light_icons=icons, effects=effects_of(text, "Location")
        )
        found = findings(ActionTextEvaluator(), table.actions(("90", "Force drain"), kind="control"))["0"]
        assert found["none"].label == f"A drain at Farm is 0 before bonuses: {why}"


# --- Deploying ---


def test_where_a_text_lets_a_card_deploy() -> None:
    assert not may_deploy(says("Deploys only on Hoth."), BUNKER)
    assert may_deploy(says("Deploys only on Endor."), BUNKER)
    assert may_deploy(says("Deploys only on your Ewok planet."), BUNKER)
    assert not may_deploy(says("May not be deployed to Hoth or Endor."), BUNKER)
    assert may_deploy(says("May not be deployed to Hoth."), BUNKER)


def test_a_card_that_cannot_deploy_there_has_no_place() -> None:
    table, card = site(), says("Deploys only on Hoth.", power=3.0, ability=2.0, deploy=2.0)
    assert "no_place" in what(table, card)
    assert "place" in what(site(), fact("3_3", power=3.0, ability=2.0, deploy=2.0))


def test_power_that_a_text_adds_counts_at_that_place() -> None:
    card = says("Power +4 at Place.", power=2.0, ability=3.0, deploy=2.0)
    assert where(site(None, 5.0), card, "90")["ahead"].value == 1 * weight("where.ahead")
    assert where(site(None, 5.0), fact("3_3", power=2.0, ability=3.0), "90")["outmatched"].value == 3 * weight(
        "where.outmatched"
    )


def test_a_lone_card_is_not_sent_into_a_stronger_opponent() -> None:
    found = what(site(None, 9.0), fact("3_3", power=3.0, ability=3.0, deploy=3.0))
    assert found["outgunned"].value == 6 * weight("deploy.outgunned")
    assert "outgunned" not in what(site(1.0, 9.0), fact("3_3", power=3.0, ability=3.0, deploy=3.0))
    assert "outgunned" not in what(site(None, 2.0), fact("3_3", power=3.0, ability=3.0, deploy=3.0))


def test_cards_that_can_follow_count_with_it() -> None:
    for force, power in ((20, None), (8, 6.0)):
        table = site(None, 9.0)
        table.board.piles["seat"].force = force
        table.hand(VADER)
        found = what(table, fact("3_3", power=3.0, ability=3.0, deploy=3.0))
        # Vader costs 6 Force and has power 6: with 8 Force he cannot follow a card that costs 3.
        assert ("outgunned" in found) is (power is not None)
        if power is not None:
            assert found["outgunned"].value == power * weight("deploy.outgunned")
            assert found["outgunned"].label.endswith("behind by 6 even with the best cards that could follow")


def test_the_best_cards_that_can_follow_count() -> None:
    # 7 Force are left: the cheapest cards add 4 power for 5 Force, the dearest alone adds 6.
    table = site(None, 12.0)
    table.board.piles["seat"].force = 9
    hand = [
        fact("5_1", power=1.0, ability=1.0, deploy=2.0),
        fact("5_2", power=6.0, ability=2.0, deploy=6.0),
        fact("5_3", power=3.0, ability=2.0, deploy=3.0),
    ]
    for each in hand:
        table.hand(each)
    found = what(table, fact("3_3", power=3.0, ability=3.0, deploy=2.0))
    assert found["outgunned"].value == (12 - 3 - 6) * weight("deploy.outgunned")
    # A second copy of a unique card cannot follow the first.
    for unique, added in ((False, 6.0), (True, 3.0)):
        table = site(None, 12.0)
        table.board.piles["seat"].force = 8
        for _ in range(2):
            table.hand(fact("5_3", power=3.0, ability=2.0, deploy=3.0, unique=unique))
        found = what(table, fact("3_3", power=3.0, ability=3.0, deploy=2.0))
        assert found["outgunned"].value == (12 - 3 - added) * weight("deploy.outgunned")


def test_other_copies_of_a_card_can_follow_it_unless_it_is_unique() -> None:
    for unique, behind in ((False, 4.0), (True, 7.0)):
        trooper = fact("5_3", power=3.0, ability=2.0, deploy=3.0, unique=unique)
        table = site(None, 10.0)
        table.board.piles["seat"].force = 8
        table.hand(trooper)
        assert what(table, trooper)["outgunned"].value == behind * weight("deploy.outgunned")


def test_a_pilots_text_counts_aboard() -> None:
    table = site(3.0)
    ship = table.put(fact("1_304", "Vehicle", title="Walker", power=5.0, icons=("Pilot",)), 0)
    pilot = says("Adds 2 to power of anything he pilots.", power=1.0, ability=2.0, icons=("Pilot",))
    assert where(table, pilot, ship)["pilot_power"].value == 2 * weight("where.pilot_power")
    other = says("Adds 2 to power of any TIE he pilots.", power=1.0, ability=2.0, icons=("Pilot",))
    assert "pilot_power" not in where(table, other, ship)


# --- Battles ---

DRAW = Distribution(1, ((1.0, 0.25), (4.0, 0.5), (6.0, 0.25)))
NONE = Distribution(0, ((0.0, 1.0),))


def test_immune_cards_pay_no_attrition_below_their_limit() -> None:
    # The seat is 10 ahead, so that the opponent's draw is the seat's only loss.
    plain = odds(Army(20.0, NONE, 9.0), Army(4.0, DRAW, 5.0))
    assert plain.taken == 0.25 * 1 + 0.5 * 4 + 0.25 * 6
    some = odds(Army(20.0, NONE, 9.0, immune=((5.0, 7.0),)), Army(4.0, DRAW, 5.0))
    # Of forfeit 9, 7 belongs to the immune card: at 1 and 4 only 2 are left to pay with; at 6 it is not immune.
    assert some.taken == 0.25 * 1 + 0.5 * 2 + 0.25 * 6
    full = odds(Army(20.0, NONE, 9.0, immune=((math.inf, 9.0),)), Army(4.0, DRAW, 5.0))
    assert full.taken == 0
    assert (full.win, full.dealt) == (plain.win, plain.dealt)


def camp_of(*cards: CardFacts) -> Grounds:
    table = site(5.0, 3.0)
    for each in cards:
        table.put(each, 0)
    table.put(fact("1_9", power=3.0, ability=2.0, forfeit=3.0), 0, "opponent")
    return Grounds(context_of(table.actions(("90", "Initiate battle"), kind="battle")))


@pytest.mark.parametrize(
    ("ability", "text", "draws"),
    [
        (1.0, "", 0),
        (4.0, "", 1),
        (1.0, "Draws one battle destiny if unable to otherwise.", 1),
        (4.0, "Draws one battle destiny if unable to otherwise.", 1),
        (4.0, "Adds one battle destiny.", 2),
        (4.0, "While on Hoth, adds one battle destiny.", 1),
    ],
)
def test_texts_change_how_many_battle_destinies_are_drawn(ability: float, text: str, draws: int) -> None:
    assert camp_of(says(text, power=5.0, ability=ability, forfeit=4.0))[0].mine.draws == draws


def test_a_battle_says_what_texts_change() -> None:
    table = site(5.0, 3.0)
    table.put(says("Adds one battle destiny. Immune to attrition < 3.", power=5.0, ability=5.0, forfeit=4.0), 0)
    table.put(fact("1_9", power=3.0, ability=2.0, forfeit=3.0), 0, "opponent")
    position = table.actions(("90", "Initiate battle"), kind="battle")
    found = labels(BattleEvaluator(), position)["0"]
    assert "The texts of your cards allow 2 battle destinies" in found
    assert "Your cards: 1 card of 1 immune to less than 3 attrition" in found
    exact(all_of(position))


def test_permanent_pilots_have_the_ability_that_their_text_says() -> None:
    ship = says("Permanent pilot provides ability of 3.", "Starship", power=4.0, icons=("Pilot",))
    assert camp_of(ship)[0].mine.ability == 3.0
    assert camp_of(fact("3_3", "Starship", power=4.0, icons=("Pilot",)))[0].mine.ability == 1.0


# --- Searches ---


def test_titles_that_a_text_searches_for() -> None:
    assert titles_pulled(says("Once per game, may deploy Arno or Bera here from Reserve Deck; reshuffle.")) == (
        "Arno",
        "Bera",
    )
    assert titles_pulled(says("Once per game, may deploy a farm from Reserve Deck; reshuffle.")) == ()
    assert titles_pulled(DROID) == ()


def searching(where_it_is: str, unknown: int = 0, title: str = "•Arno") -> dict[str, object]:
    """A search for Arno, or a card of another title, who is known to be in the deck."""
    table = Table(force=0, reserve=20 + unknown)
    searcher = table.put(
        says("Once per game, may take Arno into hand from Reserve Deck; reshuffle.", "Effect"), zone="SIDE_OF_TABLE"
    )
    arno = fact("5_5", title=title)
    table.facts["5_5"] = arno
    for number in range(20):
        table.facts[f"6_{number}"] = fact(f"6_{number}")
        table.board.seen[f"6_{number}"] = 1
    table.board.seen["5_5"] = 1
    if where_it_is == "hand":
        table.hand(arno)
    else:
        table.board.seen.pop("6_0")
    position = table.actions((searcher, "Take Arno into hand from Reserve Deck"))
    return dict(findings(ActionTextEvaluator(), position)["0"])


def test_a_search_for_cards_that_are_elsewhere_is_not_made() -> None:
    assert "nothing_left" in searching("hand")
    assert "nothing_left" not in searching("deck")
    # A card that was never shown may be another copy.
    assert "nothing_left" not in searching("hand", unknown=1)
    # No card has that title, so it may be the name of a persona, and any card may be one of his.
    assert "nothing_left" not in searching("hand", title="•Captain Arno")
    assert "nothing_left" not in searching("deck", title="•ARNO")
