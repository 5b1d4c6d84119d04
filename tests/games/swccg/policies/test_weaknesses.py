"""Positions of the kinds that the coach once played badly in whole games, each as it was asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from py_engine.games.swccg.knowledge.reader.tracker import Tracker
from py_engine.games.swccg.policies.combined import CombinedEvaluator, Scored
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.games.swccg.rules.decisions import PASS, legal_answers
from py_engine.games.swccg.rules.events import Event
from py_engine.games.swccg.rules.position import Position
from tests.games.swccg.logs import (
    DARK,
    LIGHT,
    Action,
    Numbers,
    activated,
    card_selection,
    choose,
    decision,
    hint,
    integer,
    message,
    multiple_choice,
    numbers,
    phase,
    put_in_play,
    turn,
)
from tests.games.swccg.positions import Table
from tests.games.swccg.tracking import START, events

ON_TABLE = [
    *START,
    put_in_play(30, "1_1", "HAND"),
    put_in_play(31, "1_2", "HAND"),
    put_in_play(20, "1_9", "SIDE_OF_TABLE"),
    numbers(Numbers({"FORCE_PILE": 6, "HAND": 2, "RESERVE_DECK": 30}), Numbers({"RESERVE_DECK": 30})),
    turn(DARK),
    phase("Deploy", 3),
]


def scored(position: Position) -> Scored:
    return CombinedEvaluator(default_weights()).evaluate(position)


class Game:
    """A seat that the coach plays; the questions follow from its answers."""

    def __init__(self, *more: str) -> None:
        self.tracker = Tracker()
        self.goes_on(*ON_TABLE, *more)

    def goes_on(self, *written: str) -> Event:
        """Events without a question; returns the last."""
        for event in events(*written):
            self.tracker.fold(event)
        return event

    def position(self, *written: str) -> Position:
        """The position of the question at the end of some events."""
        return self.tracker.position(self.goes_on(*written))

    def asks(self, *written: str) -> str:
        """The coach's answer to the question at the end of some events."""
        answer = scored(self.position(*written)).best.choice.answer
        self.tracker.attempts.questions.gave(answer)
        return answer


def test_refusing_to_confirm_does_not_go_round_for_ever() -> None:
    # Force to lose -> a card -> "not typically how this card is used; are you sure?" -> No -> Force to lose ...
    game, chosen = Game(), list[str]()
    for _ in range(10):
        chosen.append(game.asks(card_selection(DARK, "Choose Force to lose", ["30", "31"], 1, 1)))
        named = hint("1_1" if chosen[-1] == "30" else "1_2", "It")
        sure = f"{named} is not typically how this card is used. Lose it anyway?"
        if game.asks(multiple_choice(DARK, sure, ["Yes", "No"])) == "0":
            break
    assert len(chosen) <= 4


def test_sabacc_values_are_set_once_and_then_done() -> None:
    hand = [put_in_play(number, f"2_{number}", "SABACC_HAND") for number in (41, 42)]
    game, answers = Game(*hand), list[str]()
    for _ in range(10):
        answers.append(game.asks(card_selection(DARK, "Choose card to set sabacc value", ["41", "42"], 0, 1)))
        if answers[-1] == PASS:
            break
        game.asks(integer(DARK, "Choose wild card value", 2, 7, 7))
    assert answers[-1] == PASS
    assert len(answers) <= 4


@pytest.mark.parametrize(("destinies", "draws"), [((2.0, 5.0), True), ((6.0, 6.0, 6.0, 4.0), False)])
def test_sabacc_card_is_drawn_only_while_it_is_likely_to_help(destinies: Sequence[float], *, draws: bool) -> None:
    table = Table()
    for number, destiny in enumerate(destinies):
        table.put(f"Card {number}", "SABACC_HAND", destiny=destiny)
    options = [table.option("0", "Yes"), table.option("1", "No")]
    asked = table.ask("MULTIPLE_CHOICE", "Do you want to draw another sabacc card?", options)
    assert table.scored(asked).best.choice.answer == ("0" if draws else "1")


def test_unknown_sabacc_hand_draws_no_further_card() -> None:
    table = Table()
    options = [table.option("0", "Yes"), table.option("1", "No")]
    asked = table.ask("MULTIPLE_CHOICE", "Do you want to draw another sabacc card?", options)
    assert table.scored(asked).best.choice.answer == "1"


def test_cards_chosen_one_by_one_are_not_chosen_all_at_once() -> None:
    # The server lists any number of cards, but takes one more at a time until the combination is complete.
    shown = {"cardId": ["temp0", "temp1", "temp2"], "blueprintId": ["1_1", "1_2", "1_3"]}
    flags = {"selectable": ["true"] * 3, "preselected": ["false"] * 3, "returnAnyChange": "true"}
    asked = decision("ARBITRARY_CARDS", DARK, "Choose up to two sites", {**shown, **flags, "min": 1, "max": 1})
    game = Game()
    position = game.position(asked)
    assert legal_answers(position.decision)[0] == ["temp0", "temp1", "temp2"]
    assert "," not in scored(position).best.choice.answer


PEEK = "Peek at top of opponent's Reserve Deck"


def test_peeking_does_not_spend_the_force_that_the_hand_needs() -> None:
    table = Table().piles(force=4)
    table.put("Vader", power=6.0, deploy=6.0)
    droid = table.put("Droid", "AT_LOCATION")
    assert table.scored(table.actions("Choose Deploy action or Pass", (PEEK, droid))).best.choice.answer == PASS
    table.piles(force=9)
    assert table.scored(table.actions("Choose Deploy action or Pass", (PEEK, droid))).best.choice.answer == "0"


def test_peeking_again_and_again_stops_within_a_turn() -> None:
    game, times = Game(), 0
    for force in range(60, 30, -1):
        sizes = numbers(Numbers({"FORCE_PILE": force, "HAND": 2, "RESERVE_DECK": 30}), Numbers({"RESERVE_DECK": 30}))
        if game.asks(sizes, choose("Choose Deploy action or Pass", [Action(PEEK, 20)])) == PASS:
            break
        times += 1
        game.goes_on(activated(20, "1_9", "SIDE_OF_TABLE"))
    assert 1 <= times <= 3
    # Next turn it is worth a look again.
    game.goes_on(turn(LIGHT), turn(DARK), phase("Deploy", 5))
    assert game.asks(choose("Choose Deploy action or Pass", [Action(PEEK, 20)])) != PASS


@pytest.mark.parametrize("action", ["Deploy site from Reserve Deck", "Take card into hand from Reserve Deck"])
def test_nothing_is_searched_for_in_the_last_card(action: str) -> None:
    table = Table().piles(force=6, reserve=1)
    effect = table.put("Effect", "SIDE_OF_TABLE", kind="Effect")
    assert table.scored(table.actions("Choose Deploy action or Pass", (action, effect))).best.choice.answer == PASS
    table.piles(force=6, reserve=30)
    assert table.scored(table.actions("Choose Deploy action or Pass", (action, effect))).best.choice.answer == "0"


def test_search_that_keeps_finding_nothing_is_given_up() -> None:
    # Two searches were repeated in each of 65 turns, and the game came to a standstill.
    game, times = Game(), 0
    named = hint("1_9", "•Insurrection")
    for number in range(4, 30):
        game.goes_on(turn(LIGHT), turn(DARK), phase("Deploy", number), message("Something else happens"))
        if (
            game.asks(choose("Choose Deploy action or Pass", [Action("Deploy docking bay from Reserve Deck", 20)]))
            == PASS
        ):
            break
        times += 1
        game.goes_on(
            message(f"{DARK} targets to deploy a docking bay from Reserve Deck using {named}"),
            message(f"{LIGHT} verifies {DARK}'s Reserve Deck"),
            *(message("Other things") for _ in range(12)),
        )
    assert 1 <= times <= 4
    # A search that found a card is no reason against the next, nor is another search with the same card.
    fresh = Game(message(f"{DARK} targets to deploy a docking bay from Reserve Deck using {named}"))
    for other in ("Deploy docking bay from Reserve Deck", "Deploy site from Reserve Deck"):
        fresh.goes_on(turn(LIGHT), turn(DARK), phase("Deploy", 5))
        assert fresh.asks(choose("Choose Deploy action or Pass", [Action(other, 20)])) != PASS


def test_retrieving_what_is_not_there_is_given_up() -> None:
    # 1 Force was lost in each of the last three turns to retrieve a trooper when none was in the Lost Pile.
    game = Game(numbers(Numbers({"FORCE_PILE": 6, "HAND": 0, "RESERVE_DECK": 2, "LOST_PILE": 28})))
    named = hint("1_9", "•Carida")
    asked = choose("Choose Control action or Pass", [Action("Retrieve a trooper into hand", 20)])
    assert game.asks(asked) != PASS
    game.goes_on(
        message(f"{DARK} targets to retrieve a trooper into hand using {named}"),
        message(f"{LIGHT} verifies {DARK}'s Lost Pile"),
        message(f"No valid cards found to retrieve in {DARK}'s Lost Pile"),
        *(message("Other things") for _ in range(12)),
        turn(LIGHT),
        turn(DARK),
        phase("Control", 5),
    )
    assert game.asks(asked) == PASS


def test_tie_goes_to_passing() -> None:
    # A Lost Interrupt worth 5.0 was played 28 times against a pass of 5.0.
    table = Table().piles(force=6)
    card = table.put("Interrupt", kind="Interrupt", subtype="Lost", deploy=0.0)
    found = table.scored(table.actions("Optional responses", ("LOST: Peek at a card", card)))
    assert {action.choice.answer: action.score for action in found.actions} == {PASS: 5.0, "0": 5.0}
    assert found.best.choice.answer == PASS


def test_no_battle_is_started_without_destiny_to_draw() -> None:
    table = Table(phase="Battle").piles(force=6, reserve=0, used=20)
    place = table.place("•Hoth: Echo Corridor", 9, 5)
    table.put("Vader", "AT_LOCATION", at=place, power=6.0, ability=6.0, forfeit=8.0)
    table.put("Luke", "AT_LOCATION", "opponent", at=place, power=5.0, ability=4.0, forfeit=6.0)
    asked = table.actions("Choose Battle action or Pass", ("Initiate battle", f"L{place}"))
    assert table.scored(asked).best.choice.answer == PASS
    table.piles(force=6, reserve=20)
    assert table.scored(asked).best.choice.answer == "0"
    # Unless it wins the game.
    table.piles(force=6, reserve=0, used=20).piles("opponent", force=0, hand=0, reserve=0)
    table.board.power["seat"][place] = 40.0
    assert table.scored(asked).best.choice.answer == "0"


@pytest.mark.parametrize(("hand", "draws"), [(7, True), (11, False), (12, False)])
def test_nothing_is_drawn_into_a_large_hand(hand: int, *, draws: bool) -> None:
    table = Table(phase="Draw").piles(force=9, hand=hand)
    table.put("Vader", power=6.0, deploy=6.0)
    found = table.scored(table.actions("Choose Draw action or Pass", "Draw card into hand from Force Pile"))
    assert (found.best.choice.answer != PASS) is draws


def test_force_is_lost_from_the_reserve_deck_rather_than_a_good_card_or_a_fighter() -> None:
    table = Table().piles(force=3, hand=6, reserve=25, used=5)
    top = table.unknown_card("-1_2", "TOP_OF_RESERVE_DECK")
    used = table.unknown_card("-1_2", "TOP_OF_USED_PILE")
    good = table.put("Vader", power=6.0, ability=6.0, forfeit=8.0)
    place = table.place("•Hoth: Echo Corridor", 3, 5)
    guard = table.put("Guard", "AT_LOCATION", at=place, power=3.0, ability=1.0, forfeit=2.0)
    table.battle(place, damage=1.0)
    asked = table.select("Choose Force to lose or a card from battle to forfeit", top, used, good, guard)
    assert table.scored(asked).best.choice.answer == top


def test_force_that_no_turn_can_use_is_drawn_even_with_a_large_hand() -> None:
    # A standstill on the real rules: 29 Force unused for many turns, a hand of cards that are on the table already.
    table = Table(phase="Draw").piles(force=26, hand=11, reserve=1, used=3)
    table.board.generation["seat"] = 10.0
    for number in range(11):
        title = f"Hero {number}"
        table.put(title, unique=True, power=5.0, deploy=6.0)
        table.put(title, "AT_LOCATION", unique=True, power=5.0, deploy=6.0)
    asked = table.actions("Choose Draw action or Pass", "Draw card into hand from Force Pile")
    assert table.scored(asked).best.choice.answer == "0"
    # With a hand that the Force can pay, there is no need to.
    for card in table.board.cards.values():
        table.board.put(replace(card, zone="HAND" if card.zone == "HAND" else "OUT_OF_PLAY"))
    assert table.scored(asked).best.choice.answer == PASS


def test_life_force_is_not_drawn_away_at_the_end_of_a_race() -> None:
    # A race lost by 6 life Force on the real rules: with 9 life Force against 10, 3 cards were drawn.
    table = Table(phase="Draw").piles(force=5, hand=4, reserve=1, used=2)
    table.piles("opponent", force=0, hand=7, reserve=10)
    table.board.generation["seat"] = 17.0
    table.put("Pilot", power=3.0, deploy=4.0)
    for number in range(3):
        table.put(f"Interrupt {number}", kind="Interrupt")
    asked = table.actions("Choose Draw action or Pass", "Draw card into hand from Force Pile")
    assert table.scored(asked).best.choice.answer == PASS
    # With life Force to spare, such a hand is drawn from.
    table.piles(force=5, hand=4, reserve=20, used=2)
    assert table.scored(asked).best.choice.answer == "0"


def activating(costs: Sequence[float], *, force: int, reserve: int) -> Table:
    """The start of a turn with a hand of these deploy costs; cards that cost nothing cannot be deployed."""
    table = Table(phase="Activate").piles(hand=len(costs), force=force, reserve=reserve)
    table.board.generation["seat"] = 17.0
    for number, cost in enumerate(costs):
        table.put(f"Card {number}", kind="Character" if cost else "Interrupt", deploy=cost or None)
    return table


def most_activated(table: Table, most: int) -> int:
    asked = table.ask("INTEGER", "Choose amount of Force to activate", minimum=0, maximum=most)
    return int(table.scored(asked).best.choice.answer)


def test_the_reserve_deck_is_not_emptied_for_a_hand_that_cannot_use_the_force() -> None:
    # On the real rules: 17 of 19 cards activated for a hand of 8 Interrupts and a card that costs 6. Of the 20 Force 2 were
    # used, and two actions that would have taken cards from the Reserve Deck had none left to find.
    table = activating((6.0, 0, 0, 0, 0, 0, 0, 0, 0), force=3, reserve=19)
    assert most_activated(table, 17) == 9  # 6 to deploy, 4 for battles, 2 for the opponent's turn, 3 at hand


def test_destiny_is_left_for_both_turns_although_the_hand_could_use_more_force() -> None:
    # On the real rules: from 10 Force and 17 cards to 26 Force and a single card for the destiny of two turns.
    table = activating((5.0,) * 10, force=10, reserve=17)
    assert most_activated(table, 16) == 14
    table.place("•Tatooine: Jabba's Palace", 7, 9)
    assert most_activated(table, 16) == 11


def test_force_is_not_activated_on_top_of_twelve_that_suffice() -> None:
    table = activating((3.0, 0, 0, 0, 0, 0, 0, 0), force=12, reserve=20)
    activate = table.actions("Choose Activate action or Pass", "Activate Force")
    assert table.scored(activate).best.choice.answer == PASS
    # With a hand for it, it is.
    table = activating((6.0,) * 4, force=12, reserve=20)
    assert table.scored(activate).best.choice.answer == "0"


def test_a_captive_is_freed() -> None:
    table = Table()
    place = table.place("Jabba's Palace: Audience Chamber", 6)
    release = ("Release an unattended frozen captive", f"L{place}")
    assert table.scored(table.actions("Choose Deploy action or Pass", release)).best.choice.answer == "0"


@pytest.mark.parametrize(("who", "code"), [(LIGHT, "damages"), (DARK, "lose")])
def test_force_that_the_opponent_is_made_to_lose_is_no_loss_of_ones_own(who: str, code: str) -> None:
    table = Table()
    effect = table.put("Effect", "SIDE_OF_TABLE", kind="Effect")
    asked = table.actions("Choose Control action or Pass", (f"Make {who} lose 2 Force", effect))
    action = table.scored(asked).of("0")
    assert action is not None
    found = {each.code: each for each in action.contributions}
    assert found[code].input == 2
    assert (found[code].value > 0) == (code == "damages")
    assert ("lose" in found) == (code == "lose")
