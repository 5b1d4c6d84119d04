"""The script of the sample game, move by move, and the seat's answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from build_tools.sample_game.battles import Battles
from build_tools.sample_game.cards import (
    AUDIENCE_CHAMBER,
    CANTINA,
    COMMAND,
    DARK_DECK,
    DARK_HAND,
    FARM,
    FIRST_STRIKE,
    HAN,
    LIGHT_DECK,
    LIGHT_HAND,
    LUKE,
    MOS_EISLEY,
    OBI_WAN,
    OZZEL,
    REE_YEES,
    RIFLE_DROID,
    SABER,
    SCUM,
    TROOPER,
    VADER,
    VIBRO_AX,
)
from build_tools.sample_game.deploying import Deploying
from build_tools.sample_game.gemp import game_replay, participants
from build_tools.sample_game.gemp_decisions import Action, Shown, arbitrary_cards, empty, multiple_choice
from build_tools.sample_game.table import FORCE, HAND, RESERVE, Card, Player, Table

SEAT, OPPONENT = "Sample Dark", "Sample Light"
REPEATS = 4
"""How often the seat repeats an action without effect, near the end."""

_DRAW = "Choose Draw action or Pass"
_ACTIVATE = "Choose Activate action or Pass"


@dataclass(frozen=True)
class Sample:
    """The sample game with its hidden answers.

    Attributes:
        xml: The log.
        answers: The seat's answers, by decision.
    """

    xml: str
    answers: tuple[str, ...]


class Game(Battles, Deploying):
    """All actions of the sample game."""


def sample_game() -> Sample:
    """Plays the script; returns its log and answers."""
    table = Table(Player(SEAT, "dark"), Player(OPPONENT, "light"))
    game = Game(table)
    _set_up(game)
    for part in (_first_turn, _first_reply, _second_turn, _second_reply, _last_turn):
        part(game)
    table.say(f"{OPPONENT} lost due to: Conceded")
    table.say(f"{SEAT} is the winner due to: Opponent conceded")
    return Sample(game_replay(table.events), tuple(table.answers))


# --- Setting up ---


def _shuffled(deck: Iterable[str], hand: Iterable[str]) -> list[str]:
    """A deck with the cards of a hand on top and the others in a pseudo-random order."""
    rest = list(deck)
    for blueprint in hand:
        rest.remove(blueprint)
    return [*hand, *(rest[place * 17 % len(rest)] for place in range(len(rest)))]


def _set_up(game: Game) -> None:
    table, seat, other = game.table, game.table.seat, game.table.other
    for player, deck, hand in ((seat, DARK_DECK, DARK_HAND), (other, LIGHT_DECK, LIGHT_HAND)):
        numbers = [table.last + 1 + place * 23 % len(deck) for place in range(len(deck))]
        cards = zip(numbers, _shuffled(deck, hand), strict=True)
        player.piles[RESERVE] += [Card(number, blueprint) for number, blueprint in cards]
        table.last += len(deck)
    table.dealt = table.last
    table.write(participants(SEAT, SEAT, OPPONENT))
    for player in (seat, other):
        table.show("PCIP", player.piles[RESERVE][0], player, f"TOP_OF_{RESERVE}", face_down=True)
    game.ask(multiple_choice(SEAT, "Select OK to start game", ["OK"]), "0")
    table.count()
    game.ask(empty(SEAT, "Your opponent chooses first"), "")
    locations = [one for one in seat.piles[RESERVE] if one.fact.kind == "location"]
    shown = [Shown(one.blueprint, horizontal=True) for one in locations]
    place = [one.blueprint for one in locations].index(AUDIENCE_CHAMBER)
    game.ask(arbitrary_cards(SEAT, "Choose starting location", shown), f"temp{place}")
    for index, (player, blueprint) in enumerate(((seat, AUDIENCE_CHAMBER), (other, FARM))):
        start = next(one for one in player.piles[RESERVE] if one.blueprint == blueprint)
        player.piles[RESERVE].remove(start)
        game.place_location(player, start, index, "Reserve Deck")
    table.say("Dark Side goes first")
    for player in (seat, other):
        _first_hand(game, player)
    table.count()


def _first_hand(game: Game, player: Player) -> None:
    table = game.table
    table.say(f"{player.name} shuffles {player.name}'s Reserve Deck")
    table.say(f"{player.name} draws 8 cards into hand")
    with table.changing(player, RESERVE):
        for _ in range(8):
            table.show_hand(player, table.to_hand(player, RESERVE))


# --- Parts of every turn ---


def _start(game: Game, amount: int) -> None:
    """Starts the seat's turn and activates Force."""
    table, seat = game.table, game.table.seat
    game.begin_turn(seat)
    table.begin("Activate")
    force = _activating(game)
    game.choose(_ACTIVATE, [*game.commands(), force], force)
    game.activate(seat, amount)


def _activating(game: Game) -> Action:
    return Action("Activate Force", game.table.seat.piles[RESERVE][0].number)


def _start_reply(game: Game, amount: int) -> None:
    """Starts the opponent's turn and activates Force."""
    table = game.table
    game.begin_turn(table.other)
    table.begin("Activate")
    game.activate(table.other, amount)
    game.choose(_ACTIVATE)


def _pass(game: Game, phase: str, actions: list[Action]) -> None:
    """The seat passes in a phase, with these actions left."""
    game.choose(f"Choose {phase} action or Pass", actions)


def _draw(game: Game, blueprint: str) -> None:
    """The seat draws a given card, the only one in its Force Pile."""
    table, seat = game.table, game.table.seat
    table.begin("Draw")
    table.exchange(seat, seat.piles[FORCE][0], blueprint, FORCE)
    game.choose(_DRAW, [game.drawing()], game.drawing())
    game.draw(seat)
    game.choose(_DRAW)


def _reply_ends(game: Game, draws: int) -> None:
    """The end of the opponent's turn: draws some cards."""
    table = game.table
    table.begin("Draw")
    for _ in range(draws):
        game.draw(table.other)
    game.choose(_DRAW)
    game.end_turn()


# --- The turns ---


def _first_turn(game: Game) -> None:
    table, seat = game.table, game.table.seat
    _start(game, 4)
    # The Force Pile must be fixed before the seat searches its Reserve Deck.
    table.exchange(seat, seat.piles[FORCE][-1], RIFLE_DROID, RESERVE, FORCE)
    command = game.commands()[0]
    game.choose(_ACTIVATE, [command], command)
    game.take_leader(seat.find(COMMAND), OZZEL)
    game.choose(_ACTIVATE)
    game.nothing("Control")
    table.begin("Deploy")
    game.deploy_location(seat, seat.find(CANTINA), 1)
    game.deploy_effect(seat.find(FIRST_STRIKE))
    game.deploy_effect(seat.find(SCUM))
    game.deploy_character(seat, seat.find(REE_YEES), table.row[0])
    _pass(game, "Deploy", game.deployable())
    game.nothing("Battle", "Move")
    _draw(game, RIFLE_DROID)
    game.end_turn()


def _first_reply(game: Game) -> None:
    table, other = game.table, game.table.other
    _start_reply(game, 6)
    game.nothing("Control")
    table.begin("Deploy")
    game.deploy_location(other, other.find(MOS_EISLEY), 2)
    game.choose("Choose Deploy action or Pass")
    game.deploy_character(other, other.find(LUKE), _place(game, FARM))
    game.choose("Choose Deploy action or Pass")
    game.nothing("Battle", "Move")
    _reply_ends(game, 1)


def _second_turn(game: Game) -> None:
    """Darth Vader deploys to an empty location, and moves on to another."""
    table, seat = game.table, game.table.seat
    _start(game, 7)
    game.choose(_ACTIVATE)
    table.begin("Control")
    game.drain(seat, table.row[0])
    game.lose_force([(HAND, "1_105")])
    _pass(game, "Control", game.drains())
    table.begin("Deploy")
    game.deploy_character(seat, seat.find(VADER), _place(game, MOS_EISLEY))
    game.deploy_weapon(seat.find(SABER), seat.find(VADER))
    game.deploy_character(seat, seat.find(OZZEL), table.row[0])
    _pass(game, "Deploy", game.deployable())
    game.nothing("Battle")
    table.begin("Move")
    game.move(seat, seat.find(VADER), _place(game, CANTINA))
    _pass(game, "Move", game.moves())
    game.nothing("Draw")
    game.end_turn()


def _second_reply(game: Game) -> None:
    """The opponent drains, and deploys to the Audience Chamber without a battle."""
    table, seat, other = game.table, game.table.seat, game.table.other
    _start_reply(game, 8)
    table.begin("Control")
    game.drain(other, _place(game, FARM))
    game.choose_loss(seat.piles[RESERVE][0])
    game.choose("Choose Control action or Pass")
    table.begin("Deploy")
    for blueprint, place in ((HAN, _place(game, MOS_EISLEY)), (OBI_WAN, table.row[0]), (TROOPER, table.row[0])):
        game.deploy_character(other, other.find(blueprint), place)
        game.choose("Choose Deploy action or Pass")
    game.nothing("Battle")
    table.begin("Move")
    game.move(other, other.find(HAN), _place(game, FARM))
    game.choose("Choose Move action or Pass")
    _reply_ends(game, 0)


def _last_turn(game: Game) -> None:
    """The seat repeats an action without effect, then wins the battle that ends the game."""
    table, seat = game.table, game.table.seat
    _start(game, 7)
    game.choose(_ACTIVATE)
    table.begin("Control")
    game.drain(seat, _place(game, CANTINA), adding=True)
    game.lose_force([(HAND, "1_109"), (RESERVE, "1_31"), (RESERVE, "1_70")])
    _pass(game, "Control", game.drains())
    table.begin("Deploy")
    game.deploy_character(seat, seat.find(RIFLE_DROID), table.row[0])
    for _ in range(REPEATS):
        game.start_and_stop()
    _pass(game, "Deploy", game.deployable())
    table.begin("Battle")
    game.initiate(table.row[0])
    _fight(game, table.row[0])


def _fight(game: Game, chamber: Card) -> None:
    seat, other = game.table.seat, game.table.other
    game.required(chamber, first_strike_first=True, loss=(RESERVE, "1_152"))
    obi_wan, ree_yees = other.find(OBI_WAN), seat.find(REE_YEES)
    game.fire_rifle(seat.find(RIFLE_DROID), other.find(TROOPER))
    game.fire_back(obi_wan, ree_yees, "1_31", TROOPER)
    game.hold_fire()
    attrition = {"light": game.battle_destiny(seat, VIBRO_AX), "dark": game.battle_destiny(other, "1_101")}
    game.result(attrition)
    for one in (ree_yees, seat.find(OZZEL)):
        game.forfeit(seat, one)
    game.damage(RESERVE, "1_97")
    game.forfeit(other, obi_wan)
    game.finish(chamber)
    _pass(game, "Battle", [])


def _place(game: Game, blueprint: str) -> Card:
    """A location on the table."""
    return next(one for one in game.table.row if one.blueprint == blueprint)
