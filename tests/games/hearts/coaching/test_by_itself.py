"""What a move does by itself: only what is certain, and only what speaks for the better move."""

from __future__ import annotations

from dataclasses import replace

from py_engine.games.hearts.coaching.by_itself import by_itself, in_trick
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.rules.cards import Card, mask_of
from py_engine.games.hearts.rules.play import observe
from py_engine.games.hearts.rules.state import HeartsAction
from tests.games.hearts.searched import following

FACTS = facts_of(observe(following(4, 20), following(4, 20).active_player_id), following(4, 20).active_player_id)


def facts(hand: list[str], table: list[str], seen: list[str]) -> Facts:
    """Facts with a hand and the cards on the table; all cards but those seen are in the other hands."""
    numbers = tuple(mask_of([card]).bit_length() - 1 for card in table)
    return replace(FACTS, hand=mask_of(hand), table=numbers, gone=mask_of(seen))


def played(known: Facts, user: Card, best: Card) -> list[str]:
    moves = HeartsAction(play=user), HeartsAction(play=best)
    return [item.text for item in in_trick(known, *moves) or by_itself(known, *moves)]


def passed(known: Facts, user: list[Card], best: list[Card]) -> list[str]:
    return [
        item.text
        for item in by_itself(
            known, HeartsAction.model_validate({"pass": user}), HeartsAction.model_validate({"pass": best})
        )
    ]


def test_cards_of_one_suit_are_compared_by_what_beats_them() -> None:
    known = facts(["9C", "3C"], ["5C"], ["KC", "QC", "JC"])
    beaten = "3♣ cannot take this trick."
    assert played(known, "9C", "3C") == [f"2 unseen cards of the suit beat it; {beaten}"], "5♣ beats it already"
    # As many cards beat the other one, which cannot take the trick for all that.
    known = facts(["8C", "3C"], ["7C"], ["KC", "QC", "JC", "TC", "9C", "6C", "5C", "4C"])
    assert played(known, "8C", "3C") == ["1 unseen card of the suit beats it; 3♣ cannot take this trick."]
    known = facts(["9C", "7C"], ["5C"], ["KC", "QC", "JC"])
    assert played(known, "9C", "7C") == ["2 unseen cards of the suit beat it; 3 beat 7♣."]
    known = facts(["AC", "3C"], ["5C"], ["KC", "QC", "JC"])
    assert played(known, "AC", "3C") == [f"No unseen card of the suit beats it; {beaten}"]
    assert played(known, "3C", "AC") == ["Keeps the higher card, A♣."], "what beats it speaks for the lower card"
    known = facts(["9C", "8C"], ["5C"], [])
    assert played(known, "8C", "9C") == ["Keeps the higher card, 9♣."]
    assert played(known, "9C", "8C") == []


def test_cards_of_one_suit_are_not_compared_by_what_beats_them_where_nobody_can_decide_the_trick() -> None:
    below = facts(["9C", "3C"], ["TC"], [])
    assert played(below, "9C", "3C") == ["Neither card can take this trick; 3♣ would keep the higher one."]
    last = facts(["KC", "JC"], ["TC", "4C", "5C"], [])
    assert played(last, "KC", "JC") == ["Either card takes this trick; J♣ would keep the higher one."]
    queen = facts(["KS", "QS"], ["TS", "4S", "5S"], [])
    assert played(queen, "KS", "QS") == [], "with the queen it takes 13 points more"


def test_discards_and_leads_that_cost_points_are_named() -> None:
    known = facts(["QS", "2D", "5H"], ["5C"], [])
    gets_rid = "for whoever takes it; the best move gets rid of it."
    assert played(known, "2D", "QS") == [f"Keeps Q♠, which is 13 points {gets_rid}"]
    assert played(known, "2D", "5H") == [f"Keeps 5♥, which is 1 point {gets_rid}"]
    heart = ["Playing 5♥ would leave you without hearts."]
    assert played(known, "QS", "5H") == heart, "a heart kept is nothing beside the queen that is gone"
    lead = facts(["5H", "2D", "3D"], [], [])
    assert played(lead, "5H", "2D") == ["Leads a heart, which is a point for whoever takes the trick; 2♦ is not."]
    lead = facts(["5H", "QS", "2S"], [], [])
    assert played(lead, "5H", "QS") == ["Leads a heart, which is a point for whoever takes the trick."]
    assert played(facts(["AH", "KH", "2D", "3D"], [], []), "KH", "2D") == [
        "Takes this trick and at least 1 point, because no unseen heart beats it."
    ]
    jack = replace(facts(["AH", "KH", "2D", "3D"], [], []), rules=Rules(jack_of_diamonds=True))
    assert played(jack, "KH", "2D") == ["Takes this trick, because no unseen heart beats it."]
    assert played(facts(["2H", "QS", "2S"], [], []), "2H", "2S") == [], "somebody else has to take the heart"
    assert played(facts(["5C", "2D"], [], []), "5C", "2D") == ["Playing 2♦ would leave you without diamonds."]
    assert played(facts(["5C", "2D", "3D"], [], []), "5C", "2D") == []


def test_a_queen_that_a_higher_spade_would_take_is_gone_for_nothing() -> None:
    known = facts(["AS", "QS", "2S"], ["KS", "4S"], [])
    would_take = ["Keeps Q♠, which is 13 points for whoever takes it; K♠ would take it now."]
    assert played(known, "AS", "QS") == would_take
    assert played(facts(["AS", "QS"], ["JS", "4S"], []), "AS", "QS") != would_take


def test_a_lead_below_all_unseen_cards_of_the_suit_cannot_take_the_trick() -> None:
    low = facts(["2C", "3C", "9C"], [], [])
    assert played(low, "2C", "3C") == ["Neither card can take this trick: get rid of the higher one, 3♣."]
    assert played(low, "2C", "9C") == ["Keeps the higher card, 9♣."], "the others have lower clubs than the nine"
    nobody = facts(["2C", "3C"], [], [f"{rank}C" for rank in "456789TJQKA"])
    assert played(nobody, "2C", "3C") == [
        "Either card takes this trick because no unseen card beats it: use the higher one, 3♣."
    ]


def test_passes_are_compared_by_the_cards_in_which_they_differ() -> None:
    known = facts(["AH", "QC", "2D", "3D", "4S", "5S"], [], [])
    opposite = "the best pass does the opposite."
    assert passed(known, ["2D", "3D", "4S"], ["AH", "3D", "4S"]) == [f"Keeps A♥ and gives away 2♦; {opposite}"]
    both = [f"Keeps A♥ and Q♣ and gives away 4♠ and 5♠; {opposite}"]
    assert passed(known, ["4S", "5S", "2D"], ["AH", "QC", "2D"]) == both
    mixed = [f"Keeps A♥ and 3♦ and gives away 4♠ and 5♠; {opposite}"]
    assert passed(known, ["4S", "5S", "2D"], ["AH", "3D", "2D"]) == mixed, "a low card is kept as well"
    assert passed(known, ["4S", "5S", "AH"], ["2D", "3D", "AH"]) == ["The best pass gives away all your diamonds."]
    assert passed(known, ["2D", "5S", "AH"], ["2D", "4S", "AH"]) == [f"Keeps 4♠ and gives away 5♠; {opposite}"]


def test_nothing_is_said_without_facts() -> None:
    assert by_itself(None, HeartsAction(play="9C"), HeartsAction(play="3C")) == []
