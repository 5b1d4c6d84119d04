"""Evaluator of battles: every factor by itself, the odds compared with brute force, and the document's numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.swccg.policies.destiny import AVERAGE, NONE, Distribution
from py_engine.games.swccg.policies.evaluators.battle.evaluator import BattleEvaluator
from py_engine.games.swccg.policies.evaluators.battle.ground import Grounds, pilots_of
from py_engine.games.swccg.policies.evaluators.battle.odds import Army, odds
from py_engine.games.swccg.policies.scoring import Contribution
from py_engine.games.swccg.rules.board import Card, Piles
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Decision, Option
from py_engine.games.swccg.rules.position import Position
from tests.games.swccg.table import Table, all_of, context_of, exact, fact, findings, labels, weight

EVALUATOR = BattleEvaluator()
JEDI = fact("1_1", power=5.0, ability=6.0, forfeit=7.0)
TROOPER = fact("1_2", power=2.0, ability=1.0, forfeit=2.0)
ENEMY = fact("1_3", power=3.0, ability=2.0, forfeit=4.0)
MASTER = fact("1_4", power=6.0, ability=6.0, forfeit=8.0)


def battle(
    mine: float,
    theirs: float,
    *,
    own: CardFacts | None = TROOPER,
    other: CardFacts | None = ENEMY,
    force: int = 5,
    hand: int = 0,
    reserve: int = 20,
) -> Table:
    table = Table(force=force, hand=hand, reserve=reserve)
    place = table.location(dark=1, light=2)
    table.put(own, place)
    table.put(other, place, "opponent")
    table.power(place, mine, theirs)
    return table


def asked(table: Table, action: str = "Initiate battle") -> Position:
    return table.actions(("90", action), kind="battle")


def codes(table: Table, action: str = "Initiate battle") -> dict[str, Contribution]:
    return findings(EVALUATOR, asked(table, action))["0"]


def test_document_profile_gives_ten_points_per_power_ahead() -> None:
    table = battle(9, 5)
    scored = all_of(asked(table), "document")
    assert scored.best.score == 50 + 4 * 10
    assert [each.code for each in scored.best.contributions if each.value] == ["base", "power_advantage"]


@pytest.mark.parametrize("mine", [5.0, 4.0])
def test_document_profile_deducts_fifty_points_without_an_advantage(mine: float) -> None:
    action = all_of(asked(battle(mine, 5)), "document").of("0")
    assert action is not None
    assert action.score == 0


def test_battle_counts_power_ahead_and_behind() -> None:
    ahead = codes(battle(9, 5))["power_advantage"]
    assert (ahead.input, ahead.value, ahead.label) == (
        4,
        4 * weight("battle.power_advantage"),
        "Power there 9 against 5",
    )
    behind = codes(battle(5, 5))
    assert behind["power_disadvantage"].value == weight("battle.disadvantage")
    assert "power_advantage" not in behind


def test_battle_costs_force_unless_free() -> None:
    assert codes(battle(9, 5))["cost"].value == weight("battle.cost")
    assert "cost" not in codes(battle(9, 5), "Initiate battle for free")


def test_battle_without_destiny_has_a_certain_outcome() -> None:
    found = codes(battle(9, 5))
    assert found["win_chance"].value == weight("battle.win_chance")
    assert found["damage_dealt"].input == 4
    assert "damage_taken" not in found
    assert "bad_odds" not in found
    sentences = labels(EVALUATOR, asked(battle(9, 5)))["0"]
    assert "Your ability 1: no battle destiny (4 needed)" in sentences
    assert "The opponent's ability 2: no battle destiny (4 needed)" in sentences


def test_tied_battle_has_bad_odds() -> None:
    found = codes(battle(5, 5))
    assert found["bad_odds"].value == weight("battle.bad_odds")
    assert found["win_chance"].input == 0


def test_ability_of_four_draws_battle_destiny() -> None:
    table = battle(5, 5, own=JEDI)
    # 83 of 100 unknown cards have a destiny above 0.
    assert codes(table)["win_chance"].input == pytest.approx(0.83, abs=1e-3)
    assert "bad_odds" not in codes(table)
    worse = codes(battle(5, 5, other=MASTER))
    assert worse["win_chance"].input == pytest.approx(-0.83, abs=1e-3)
    # ``win_chance`` already covers the difference, so ``bad_odds`` counts only the rest.
    assert worse["bad_odds"].input == pytest.approx(1 - 0.83, abs=1e-3)


def test_own_destiny_comes_from_the_seats_unseen_cards() -> None:
    table = battle(5, 6, own=JEDI, force=0, reserve=2)
    for blueprint, destiny in (("5_1", 6.0), ("5_2", 1.0)):
        table.facts[blueprint] = fact(blueprint, "Interrupt", destiny=destiny)
        table.board.seen[blueprint] = 1
    # 6 wins by 5, 1 is a tie.
    found = codes(table)
    assert found["win_chance"].input == 0.5
    assert found["damage_dealt"].input == pytest.approx((5 + 1) / 2, abs=1e-3)


def test_battle_with_an_empty_reserve_deck_draws_nothing() -> None:
    found = codes(battle(5, 5, own=JEDI, force=3, reserve=0))
    assert found["win_chance"].input == 0
    assert found["bad_odds"].value < 0


def test_battle_ignores_the_opponents_hand() -> None:
    table = battle(9, 5)
    before = codes(table)
    table.board.cards["777"] = Card("777", "1_4", "HAND", "opponent")
    assert codes(table) == before


def test_battle_counts_the_drain_at_a_cleared_location() -> None:
    found = codes(battle(9, 5))
    # The opponent's four points of forfeit are certain to be lost; the location has two of the opponent's icons.
    assert found["frees"].value == 2 * weight("battle.frees")
    assert "frees" not in codes(battle(6, 5))


def test_battle_can_end_the_game() -> None:
    table = battle(19, 5)
    table.board.piles["opponent"] = Piles(force=1, hand=4, reserve=5)
    assert codes(table)["finishes"].value == weight("battle.finishes")
    table.board.piles["opponent"] = Piles(force=1, hand=5, reserve=5)
    assert "finishes" not in codes(table)
    lost = battle(1, 20, force=2, hand=3, reserve=5)
    assert codes(lost)["fatal"].value == weight("battle.fatal")


def test_battle_probabilities_are_never_certain() -> None:
    sentences = labels(EVALUATOR, asked(battle(9, 5)))["0"]
    assert "By printed power and destiny, you win >99% of the time: 9 against 5" in sentences
    behind = labels(EVALUATOR, asked(battle(5, 9)))["0"]
    assert "No more likely to win (<1%) than to lose (>99%)" in behind
    assert not any(" 0.0 on average" in each or "100%" in each for each in [*sentences, *behind])


def test_unknown_cards_and_power_are_noted() -> None:
    table = Table(force=3, reserve=10)
    table.location(dark=1, light=1)
    assert list(codes(table)) == ["unknown_power", "blindly"]
    assert all_of(asked(table)).best.choice.passes
    unidentified = battle(9, 5, own=None, other=None)
    assert codes(unidentified)["unknown_ability"].value == 0


def test_unknown_cards_count_as_is_said_and_may_draw_destiny() -> None:
    def said(*unknown: str) -> str:
        table = battle(9, 5, own=None, other=None)
        for zone in unknown:
            table.put(None, None if zone == "ATTACHED" else 0, "opponent", on="90" if zone == "ATTACHED" else None)
        found = next(each for each in labels(EVALUATOR, asked(table))["0"] if each.startswith("The opponent's ability"))
        return found.removeprefix("The opponent's ability there is ")

    one = "unknown (1 unknown card counted as ability 2 and forfeit 4), so no battle destiny (4 needed)"
    two = "unknown (2 unknown cards counted as ability 2 and forfeit 4 each), so 1 battle destiny"
    assert said("AT_LOCATION") == two
    # What is attached may be a weapon, and is not counted.
    assert said() == said("ATTACHED") == one


def test_nobody_is_assumed_where_there_is_no_power() -> None:
    table = Table(force=3, reserve=10)
    place = table.location(dark=1, light=1)
    table.put(fact("3_9", "Effect"), place, "opponent")
    table.power(place, 5.0, 0.0)
    assert Grounds(context_of(asked(table)))[place].theirs.assumed == 0


def test_battle_evaluator_ignores_other_actions() -> None:
    table = battle(9, 5)
    position = table.actions(("90", "Initiate battle"), ("90", "Add to power"), kind="battle")
    assert set(findings(EVALUATOR, position)) == {"0"}
    assert findings(EVALUATOR, table.actions(("90", "Add to power"), kind="battle")) == {}


def destiny_question(table: Table, count: int) -> Position:
    results = (Option("0", "Yes", action="Yes"), Option("1", "No", action="No"))
    text = f"Do you want to draw {count} battle destiny?"
    return table.position(Decision("MULTIPLE_CHOICE", "question", text, results))


def test_drawing_destiny_is_worth_its_mean() -> None:
    mean = sum(Fraction(destiny * hundreds, 100) for destiny, hundreds in AVERAGE)
    found = findings(EVALUATOR, destiny_question(battle(5, 5), 2))
    assert set(found) == {"0"}
    assert found["0"]["draw_destiny"].input == pytest.approx(float(2 * mean), abs=1e-3)
    empty = findings(EVALUATOR, destiny_question(battle(5, 5, force=1, reserve=0), 2))
    assert list(empty["0"]) == ["no_destiny"]


def test_camp_counts_permanent_pilots_as_ability() -> None:
    table = Table()
    place = table.location(system="Hoth", subtype="System", dark=1, light=1)
    ship = fact("3_1", "Starship", power=5.0, forfeit=6.0, icons=("Pilot x2", "Nav Computer"))
    aboard = table.put(ship, place)
    table.put(fact("3_2", power=2.0, ability=3.0, icons=("Pilot",)), on=aboard)
    table.put(None, place)
    table.power(place, 7.0)
    grounds = Grounds(context_of(asked(table)))
    camp = grounds[place].mine
    assert (camp.ability, camp.forfeit, camp.unidentified, camp.draws, camp.power) == (5.0, 6.0, 1, 1, 7.0)
    assert not grounds[place].theirs.is_present
    assert pilots_of(fact("3_2", icons=("Pilot",))) == 0


Sides = tuple[int, list[tuple[int, int]], int]

totals = st.lists(
    st.tuples(st.integers(0, 7), st.integers(1, 5)), min_size=1, max_size=4, unique_by=lambda each: each[0]
)


def distribution(shares: list[tuple[int, int]]) -> Distribution:
    whole = sum(part for _, part in shares)
    return Distribution(1, tuple((float(total), part / whole) for total, part in sorted(shares)))


sides = st.tuples(st.integers(0, 12), totals, st.integers(0, 9))


@given(mine=sides, theirs=sides)
def test_odds_match_brute_force(mine: Sides, theirs: Sides) -> None:
    (power, own, forfeit), (against, other, at) = mine, theirs
    found = odds(
        Army(float(power), distribution(own), float(forfeit)), Army(float(against), distribution(other), float(at))
    )
    pairs = [(a, b) for a, times in own for _ in range(times) for b, many in other for _ in range(many)]
    margins = [power + a - against - b for a, b in pairs]
    dealt = [max(0, margin, min(a, at)) for (a, _), margin in zip(pairs, margins, strict=True)]
    taken = [max(0, -margin, min(b, forfeit)) for (_, b), margin in zip(pairs, margins, strict=True)]
    assert found.win == pytest.approx(len([each for each in margins if each > 0]) / len(pairs))
    assert found.lose == pytest.approx(len([each for each in margins if each < 0]) / len(pairs))
    assert found.dealt == pytest.approx(sum(dealt) / len(pairs))
    assert found.taken == pytest.approx(sum(taken) / len(pairs))


def test_odds_of_a_certain_battle() -> None:
    found = odds(Army(8.0, NONE, 5.0, 10), Army(3.0, NONE, 2.0, 3))
    assert (found.win, found.lose, found.dealt, found.taken) == (1, 0, 5, 0)
    assert (found.clears, found.finishes, found.fatal) == (1, 1, 0)


@settings(max_examples=60)
@given(
    mine=st.integers(0, 15),
    theirs=st.integers(0, 15),
    reserve=st.integers(0, 5),
    free=st.booleans(),
    own=st.sampled_from([JEDI, TROOPER, None]),
)
def test_scores_are_sums_of_their_reasons(
    mine: int, theirs: int, reserve: int, free: bool, own: CardFacts | None
) -> None:
    table = battle(float(mine), float(theirs), own=own, force=2, reserve=reserve)
    exact(all_of(asked(table, "Initiate battle for free" if free else "Initiate battle")))
