"""What is known of the opponent from the cards it has shown."""

from __future__ import annotations

from fractions import Fraction

from py_engine.games.swccg.knowledge.reader.tracker import Tracker
from py_engine.games.swccg.policies.destiny import AVERAGE, unknown_draws
from py_engine.games.swccg.policies.opponent import PRIOR, known_of, their_draws
from py_engine.games.swccg.rules.decisions import Decision
from tests.games.swccg.logs import DARK, LIGHT, hint, message, put_in_play
from tests.games.swccg.positions import Table
from tests.games.swccg.tracking import START, events


def decision(table: Table) -> Decision:
    return table.actions("Choose Battle action or Pass", "Initiate battle")


def shows(table: Table, count: int, kind: str = "Character", **numbers: float) -> None:
    blueprint = table.fact(f"Shown {len(table.facts)}", kind, "light", **numbers)
    table.board.shown[blueprint] = count


def test_destiny_of_an_opponent_who_has_shown_nothing_is_that_of_the_average_deck() -> None:
    table = Table()
    context = table.asked(decision(table))
    for count in range(4):
        assert their_draws(context, count).totals == unknown_draws(count, 40).totals


def test_shown_cards_move_the_destiny_by_their_number() -> None:
    table = Table()
    shows(table, 10, "Interrupt", destiny=5.0)
    found = dict(their_draws(table.asked(decision(table)), 1).totals)
    before = Fraction(dict(AVERAGE)[5], 100)
    assert found[5.0] == float((before * PRIOR + 10) / (PRIOR + 10))
    assert abs(sum(found.values()) - 1) < 1e-12


def test_locations_and_shields_say_nothing_about_destiny() -> None:
    table, empty = Table(), Table()
    shows(table, 9, "Location", destiny=0.0)
    shows(table, 9, "Defensive Shield", destiny=0.0)
    context = table.asked(decision(table))
    assert their_draws(context, 2).totals == their_draws(empty.asked(decision(empty)), 2).totals


def test_no_destiny_is_drawn_from_an_empty_reserve_deck() -> None:
    table = Table().piles("opponent", reserve=1)
    context = table.asked(decision(table))
    assert their_draws(context, 2).draws == 1
    table.piles("opponent", reserve=0)
    assert their_draws(table.asked(decision(table)), 2).draws == 0


def test_threat_grows_with_force_hand_and_the_power_of_shown_cards() -> None:
    def power(force: int, hand: int, shown: float = 3.0) -> float:
        table = Table().piles("opponent", force=force, hand=hand)
        table.board.generation["opponent"] = 4.0
        shows(table, 10, power=shown, deploy=3.0)
        threat = known_of(table.asked(decision(table))).threat
        assert threat is not None
        assert (threat.force, threat.cards) == (force + 4.0, hand)
        return threat.power

    assert power(2, 8) < power(6, 8)
    assert power(20, 2) < power(20, 6)
    assert power(6, 8, 3.0) < power(6, 8, 6.0)
    assert power(6, 0) == 0


def test_threat_is_unknown_without_force_generation() -> None:
    table = Table()
    assert known_of(table.asked(decision(table))).threat is None


def test_types_are_counted_most_first_and_unknown_cards_apart() -> None:
    table = Table()
    shows(table, 1, "Effect")
    shows(table, 3, "Character", power=2.0)
    table.board.shown["7_777"] = 2
    known = known_of(table.asked(decision(table)))
    assert list(known.types.items()) == [("Character", 3), ("Effect", 1)]
    assert known.unknown == 2


def test_the_log_shows_the_opponents_cards_wherever_they_are_named() -> None:
    tracker = Tracker()
    played, lost = hint("1_30", "Sense"), hint("1_31", "Luke")
    written = (
        put_in_play(50, "1_20", "AT_LOCATION", LIGHT, location=0),
        message(f"{LIGHT} plays {played} from hand"),
        message(f"{LIGHT} loses a Force, {lost}, from Reserve Deck"),
        message(f"{DARK} plays {hint('1_99', 'Mine')} from hand"),
        message(f"{LIGHT} verifies {DARK}'s Reserve Deck"),
    )
    for event in events(*START, *written):
        tracker.fold(event)
    assert tracker.board.shown == {"1_20": 1, "1_30": 1, "1_31": 1}
    assert "1_99" not in tracker.board.shown
