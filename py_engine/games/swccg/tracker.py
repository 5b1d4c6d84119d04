"""Folds the events of a log into the board, one at a time: what is known at a decision is what came before it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from py_engine.games.swccg.board import SIDES, Battle, Board, Card, Location, Piles, Side
from py_engine.games.swccg.context import Position
from py_engine.games.swccg.decisions import Decision, read_decision
from py_engine.games.swccg.events import PILES, Event, number, whole
from py_engine.games.swccg.loops import Attempts
from py_engine.games.swccg.titles import FACE_DOWN, is_face_down, learn, plain

__all__ = ["Tracker"]

_PHASE = re.compile(r"(.*?)\s*\(turn #(\d{1,4})\)")
_GONE = "OUT_OF_PLAY"
_HIDDEN = ("TOP_OF_RESERVE_DECK", "TOP_OF_FORCE_PILE", "TOP_OF_UNRESOLVED_DESTINY_DRAW", "VOID")
_MOST_LOCATIONS = 200
_WON = " is the winner due to"


class Tracker:
    """What the log has told so far.

    Attributes:
        seat: whose log it is; empty until the log says.
        opponent: the other player, None until the log says.
        side: ``"dark"`` or ``"light"``, None until the log shows.
        phase: the phase of the turn, without the turn's number.
        turn: the number of the turn; 0 before the first.
        whose_turn: a player's name.
        titles: blueprint -> what the log calls it.
        winner: the winner's name, once the log names one.
        unknown: codes of events that are not known here -> how many.
        blueprints: all cards that the log has shown or named.
    """

    def __init__(self, seat: str = "") -> None:
        self.seat = seat
        self.opponent: str | None = None
        self.side: str | None = None
        self.phase: str | None = None
        self.turn = 0
        self.whose_turn: str | None = None
        self.board = Board()
        self.titles: dict[str, str] = {}
        self.winner: str | None = None
        self.unknown: dict[str, int] = {}
        self.blueprints: set[str] = set()
        self.attempts = Attempts()
        self._visible: dict[str, int] = {}

    def fold(self, event: Event) -> None:
        """Takes in one event; one that says nothing that can be read changes nothing."""
        handler = self._HANDLERS.get(event.type)
        if handler is None:
            self.unknown[event.type] = self.unknown.get(event.type, 0) + 1
        else:
            handler(self, event)

    def decision(self, event: Event) -> Decision:
        """The decision of an event, as it stands before the answer."""
        return read_decision(event, self.board, self.titles, self.phase)

    def position(self, event: Event) -> Position:
        """The decision of an event with all that was known when it was asked; what follows does not change it."""
        decision = self.decision(event)
        return Position(
            seat=self.seat,
            opponent=self.opponent,
            side=self.side,
            phase=self.phase,
            turn=self.turn,
            whose_turn=self.whose_turn,
            board=self.board.copy(),
            titles=dict(self.titles),
            facts={},
            decision=decision,
            repeats=self.attempts.repeats(decision),
        )

    def owner(self, name: str) -> Side | None:
        """Which side a player is, by name."""
        if not name:
            return None
        return "seat" if name == self.seat else "opponent"

    def _participants(self, event: Event) -> None:
        self.seat = event.get("participantId") or self.seat
        self.meet(*event.ids("allParticipantIds"))

    def meet(self, *names: str) -> None:
        """Notes who plays: the first name that is not the seat's is the opponent's."""
        for name in names:
            if name and name != self.seat and self.opponent is None:
                self.opponent = name

    def _turn(self, event: Event) -> None:
        self.whose_turn = event.get("participantId") or None
        self.meet(event.get("participantId"))
        self.attempts.changed()

    def _phase_change(self, event: Event) -> None:
        text = plain(event.get("phase"))
        match = _PHASE.fullmatch(text)
        if match is not None:
            self.phase, self.turn = match.group(1), int(match.group(2))
        else:
            self.phase = text or None
        self.attempts.changed()

    def _put(self, event: Event) -> None:
        card_id, zone = event.get("cardId"), event.get("zone")
        if not card_id:
            return
        owner = self.owner(event.get("zoneOwnerId") or event.get("participantId"))
        self.meet(event.get("zoneOwnerId"), event.get("participantId"))
        blueprint = event.get("blueprintId")
        if not is_face_down(blueprint):
            self.blueprints.add(blueprint)
        if owner is not None and blueprint in FACE_DOWN and self.side is None:
            side = FACE_DOWN[blueprint]
            self.side = side if owner == "seat" else {"dark": "light", "light": "dark"}[side]
        if self.phase is None and event.get("phase") == "PLAY_STARTING_CARDS":
            self.phase = "Play starting cards"
        if zone == "LOCATIONS":
            self._put_location(event, card_id, owner)
        self._hide(card_id)
        at = whole(event.get("locationIndex")) if zone in ("AT_LOCATION", "LOCATIONS") else None
        self.board.cards[card_id] = Card(card_id, blueprint, zone, owner, at, event.get("targetCardId") or None)
        self._show(card_id)
        self.attempts.changed()

    def _put_location(self, event: Event, card_id: str, owner: Side | None) -> None:
        index = whole(event.get("locationIndex"))
        if index is None or not 0 <= index < _MOST_LOCATIONS:
            return
        row = self.board.locations
        place = Location(card_id, event.get("blueprintId"), event.get("systemName") or None, owner)
        here = row[index] if index < len(row) else None
        if here is not None and here.card_id != card_id:
            self._shift(index, 1)
            row.insert(index, place)
            return
        row.extend([None] * (index + 1 - len(row)))
        row[index] = place

    def _shift(self, index: int, by: int) -> None:
        """Locations from an index on stand further right or left, with all that is there."""
        cards = self.board.cards
        for card_id, card in cards.items():
            if card.location is not None and card.location >= index:
                cards[card_id] = replace(card, location=card.location + by)
        for side in SIDES:
            power = self.board.power[side]
            self.board.power[side] = {place + by if place >= index else place: each for place, each in power.items()}

    def _move(self, event: Event) -> None:
        self._put(event)

    def _remove(self, event: Event) -> None:
        for card_id in event.ids():
            self._hide(card_id)
            if self.board.cards.pop(card_id, None) is not None:
                self.attempts.changed()

    def _remove_locations(self, event: Event) -> None:
        indices = sorted(
            (place for text in event.ids("locationIndexes") if (place := whole(text)) is not None), reverse=True
        )
        for index in indices:
            if index < len(self.board.locations):
                del self.board.locations[index]
                for side in SIDES:
                    self.board.power[side].pop(index, None)
                self._shift(index + 1, -1)
        self.attempts.changed()

    def _hide(self, card_id: str) -> None:
        card = self.board.cards.get(card_id)
        if card is not None and self._own_and_visible(card):
            self._visible[card.blueprint_id] -= 1

    def _show(self, card_id: str) -> None:
        card = self.board.cards[card_id]
        if self._own_and_visible(card):
            self._count(card.blueprint_id, 1)

    @staticmethod
    def _own_and_visible(card: Card) -> bool:
        return card.owner == "seat" and card.zone not in _HIDDEN and not is_face_down(card.blueprint_id)

    def _count(self, blueprint: str, more: int) -> None:
        count = self._visible.get(blueprint, 0) + more
        self._visible[blueprint] = count
        if count > self.board.seen.get(blueprint, 0):
            self.board.seen[blueprint] = count

    def _ask(self, event: Event) -> None:
        learn(self.titles, event.get("text"))
        self.blueprints.update(
            each for each in event.parameters.get("blueprintId", []) if each != "inPlay" and not is_face_down(each)
        )
        self.seat = self.seat or event.get("participantId")
        text = event.get("text")
        own = event.get("participantId") == self.seat
        # "Verify ..." shows the other player's Reserve Deck, after a search there that found nothing.
        searched = "Reserve Deck" in text and not text.startswith("Verify")
        if own and searched and event.get("decisionType") == "ARBITRARY_CARDS":
            self._reveal(event.parameters.get("blueprintId", []))
        if own:
            self.attempts.asked(event)

    def _reveal(self, blueprints: list[str]) -> None:
        """The own Reserve Deck is looked through: its cards are of the deck beside those that lie open."""
        counted: dict[str, int] = {}
        for blueprint in blueprints:
            if "_" in blueprint and not is_face_down(blueprint):
                counted[blueprint] = counted.get(blueprint, 0) + 1
        for blueprint, count in counted.items():
            both = count + self._visible.get(blueprint, 0)
            self.board.seen[blueprint] = max(both, self.board.seen.get(blueprint, 0))

    def _statistics(self, event: Event) -> None:
        board = self.board
        before = (dict(board.piles), dict(board.generation), dict(board.power))
        for name, sizes in event.zones.items():
            self.meet(name)
            side = self.owner(name)
            if side is not None:
                board.piles[side] = Piles(*(max(0, whole(sizes.get(zone)) or 0) for zone in PILES.values()))
        for side, colour in self.colours():
            generation = number(event.get(f"{colour}ForceGeneration"))
            if generation is not None:
                board.generation[side] = generation
            if colour in event.power:
                board.power[side] = _powers(event.power[colour])
        self._battle_statistics(event)
        if before != (board.piles, board.generation, board.power):
            self.attempts.changed()

    def colours(self) -> list[tuple[Side, str]]:
        """Which colour each side plays; none while that is not known."""
        if self.side is None:
            return []
        other = "light" if self.side == "dark" else "dark"
        return [("seat", self.side), ("opponent", other)]

    def _battle_statistics(self, event: Event) -> None:
        battle = self.board.battle
        if battle is None:
            return
        for side, colour in self.colours():
            power = number(event.get(f"{colour}BattlePower"))
            battle.power[side] = None if power is None or power < 0 else power
            battle.destiny_draws[side] = whole(event.get(f"{colour}BattleNumBattleDestiny")) or 0
            battle.attrition[side] = number(event.get(f"{colour}BattleAttritionRemaining"))
            battle.damage[side] = number(event.get(f"{colour}BattleDamageRemaining"))

    def _start_battle(self, event: Event) -> None:
        index = whole(event.get("locationIndex"))
        if index is not None:
            self.board.battle = Battle(index, event.ids())
            self.attempts.changed()

    def _join_battle(self, event: Event) -> None:
        if self.board.battle is not None and event.get("cardId"):
            self.board.battle.cards.append(event.get("cardId"))

    def _leave_battle(self, event: Event) -> None:
        if self.board.battle is not None and event.get("cardId") in self.board.battle.cards:
            self.board.battle.cards.remove(event.get("cardId"))

    def _end_battle(self, _: Event) -> None:
        self.board.battle = None
        self.attempts.changed()

    def _message(self, event: Event) -> None:
        message = event.get("message")
        learn(self.titles, message)
        text = plain(message)
        self.board.tell(text)
        if _WON in text:
            self.winner = text.partition(_WON)[0]

    def _activated(self, event: Event) -> None:
        if event.get("participantId") in ("", self.seat):
            self.attempts.tried(event.get("cardId"))

    def _nothing(self, _: Event) -> None:
        """Animations and such: the board stays as it is."""

    _HANDLERS: ClassVar[dict[str, Callable[[Tracker, Event], None]]] = {
        "P": _participants,
        "TC": _turn,
        "GPC": _phase_change,
        "PCIP": _put,
        "PCIPAR": _put,
        "MCIP": _move,
        "RCIP": _put,
        "ROCIP": _put,
        "FCIP": _put,
        "TCO": _put,
        "RCFP": _remove,
        "RLFP": _remove_locations,
        "D": _ask,
        "GS": _statistics,
        "SB": _start_battle,
        "ATB": _join_battle,
        "RFB": _leave_battle,
        "EB": _end_battle,
        "M": _message,
        "W": _message,
        "CA": _activated,
        **dict.fromkeys(("SA", "EA", "SD", "ED", "SLC", "ELC", "SS", "RSH", "ES", "CAC", "IP", "DD"), _nothing),
    }


def _powers(listed: dict[str, str]) -> dict[int, float]:
    """Index of the location -> power; -1 in the log means that nobody is there."""
    found: dict[int, float] = {}
    for name, text in listed.items():
        index, power = whole(name.removeprefix("locationIndex")), number(text)
        if index is not None and power is not None and power >= 0:
            found[index] = power
    return found
