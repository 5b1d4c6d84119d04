"""Tracks the board over the events of a log; a decision's position knows only the events before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from py_engine.games.swccg.knowledge.reader.deck import Deck, is_own_deck
from py_engine.games.swccg.knowledge.reader.drains import Drains
from py_engine.games.swccg.knowledge.reader.loops import Attempts
from py_engine.games.swccg.knowledge.reader.searches import Searches
from py_engine.games.swccg.rules.board import MAX_LOCATIONS, Battle, Board, Card, Location, Piles, Side
from py_engine.games.swccg.rules.decisions import Decision, read_decision
from py_engine.games.swccg.rules.events import MAX_ID_LENGTH, MAX_IN_PILE, PILES, Event, number, whole
from py_engine.games.swccg.rules.position import Position
from py_engine.games.swccg.rules.titles import FACE_DOWN, is_face_down, learn, mentions, plain

__all__ = ["Tracker", "seat_of"]

_PHASE = re.compile(r"(.*?) ?\(turn #([0-9]{1,3})\)")
_SHOWS = re.compile(r" (?:plays|reveals|deploys|draws|takes|retrieves|loses a Force,) <div")
"""What a player does with a card of its own that the message names next."""
_MAX_CARDS = 2_000
_MAX_DRAWS = 1_000
_MAX_UNKNOWN = 50
_WON = " is the winner due to"


class Tracker:
    """The state of a log so far.

    Attributes:
        seat: Name of the log's player; empty until known.
        opponent: Name of the other player; None until known.
        side: ``"dark"`` or ``"light"``; None until known.
        phase: The phase of the turn, without the turn's number.
        turn: The number of the turn; 0 before the first.
        whose_turn: Name of the player whose turn it is.
        titles: Blueprint -> title in the log.
        winner: Name of the winner, once known.
        unknown: Code of an unknown event -> count.
        blueprints: All cards that the log has shown or named.
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
        self.attempts = Attempts(self.board)
        self._copied: Board | None = None
        self._named: dict[str, str] = {}
        self._deck, self._their_deck = Deck(self.board), Deck(self.board, "opponent")
        self._searches, self._drains = Searches(), Drains()
        self._last: Event | None = None
        """The event before the one being processed."""
        self._statistics_seen: dict[tuple[str, str], Mapping[str, str]] = {}
        """The last statistics by (what, whose): most events repeat them unchanged."""

    def fold(self, event: Event) -> None:
        """Processes an event; an unreadable one changes nothing.

        Whatever it holds, the tracked values stay within the limits of a state's JSON.
        """
        handler = self._HANDLERS.get(event.type)
        if handler is not None:
            handler(self, event)
        elif event.type in self.unknown or len(self.unknown) < _MAX_UNKNOWN:
            self.unknown[event.type] = self.unknown.get(event.type, 0) + 1
        self._last = event

    def asks(self, event: Event) -> bool:
        """Whether an event is a decision of the seat."""
        return event.type == "D" and event.get("participantId") in ("", self.seat)

    def decision(self, event: Event) -> Decision:
        """The decision of an event."""
        return read_decision(event, self.board, self.titles, self.phase)

    def position(self, event: Event) -> Position:
        """The decision of an event with everything known at that moment; later events do not change it."""
        decision = self.decision(event)
        return Position(
            seat=self.seat,
            opponent=self.opponent,
            side=self.side,
            phase=self.phase,
            turn=self.turn,
            whose_turn=self.whose_turn,
            board=self._board_now(),
            titles=self._titles_now(),
            facts={},
            decision=decision,
            repeats=self.attempts.repeats(decision),
            taken=self.attempts.taken(decision),
            fruitless=self._searches.fruitless(decision),
            drained=self._drains.drained(decision, self.turn),
        )

    def _board_now(self) -> Board:
        """A snapshot of the board that shares unchanged parts with the previous one."""
        self._copied = self.board.copy(self._copied)
        return self._copied

    def _titles_now(self) -> dict[str, str]:
        """A snapshot of the titles so far. Titles are only ever added, so comparing their number is enough."""
        if len(self._named) != len(self.titles):
            self._named = dict(self.titles)
        return self._named

    def owner(self, name: str) -> Side | None:
        """The side of a player, by name; None for an empty name."""
        if not name:
            return None
        return "seat" if name == self.seat else "opponent"

    def _participants(self, event: Event) -> None:
        self._sit(event.get("participantId"))
        self.meet(*event.ids("allParticipantIds"))
        if self.board.cards or self.board.locations:
            # The server has gone back to an earlier position and is about to resend the whole table.
            self.board.clear_table()
            self._deck.clear_table()
            self._their_deck.clear_table()
            self._statistics_seen.clear()
            self.attempts.begin()

    def _sit(self, name: str) -> None:
        if name and len(name) <= MAX_ID_LENGTH:
            self.seat = name
        if self.opponent == self.seat:
            self.opponent = None

    def meet(self, *names: str) -> None:
        """Registers players: the first name other than the seat's is the opponent's."""
        if self.opponent is not None:
            return
        for name in names:
            if name and name != self.seat and len(name) <= MAX_ID_LENGTH:
                self.opponent = name
                return

    def _turn(self, event: Event) -> None:
        name = event.get("participantId")
        self.whose_turn = name if 0 < len(name) <= MAX_ID_LENGTH else None
        self.meet(name)
        self.attempts.begin_turn()

    def _phase_change(self, event: Event) -> None:
        text = plain(event.get("phase"))[:MAX_ID_LENGTH]
        match = _PHASE.fullmatch(text)
        if match is not None:
            self.phase, self.turn = match.group(1), int(match.group(2))
        else:
            self.phase = text or None
        self.attempts.begin_phase()

    def _put(self, event: Event) -> None:
        """A card comes to a zone, moves, or is replaced where it is."""
        card_id, zone, blueprint = event.get("cardId"), event.get("zone"), event.get("blueprintId")
        if not (card_id and zone and blueprint) or max(len(card_id), len(zone), len(blueprint)) > MAX_ID_LENGTH:
            return
        if card_id not in self.board.cards and len(self.board.cards) >= _MAX_CARDS:
            return
        # The participant owns the card; the zone may be the other player's, for example that of a card it is attached to.
        owner = self.owner(event.get("participantId") or event.get("zoneOwnerId"))
        self.meet(event.get("participantId"), event.get("zoneOwnerId"))
        if not is_face_down(blueprint):
            self.blueprints.add(blueprint)
        if owner is not None and blueprint in FACE_DOWN and self.side is None:
            side = FACE_DOWN[blueprint]
            self.side = side if owner == "seat" else {"dark": "light", "light": "dark"}[side]
        if self.phase is None and event.get("phase") == "PLAY_STARTING_CARDS":
            self.phase = "Play starting cards"
        at = self._place(event) if zone in ("AT_LOCATION", "LOCATIONS") else None
        if zone == "LOCATIONS" and at is not None:
            self._statistics_seen.clear()
            system = event.get("systemName")[:MAX_ID_LENGTH] or None
            at = self.board.put_location(at, Location(card_id, blueprint, system, owner))
        elif at is not None:
            self.board.reach(at)
        attached = event.get("targetCardId")[:MAX_ID_LENGTH] or None
        self._hide(card_id)
        self.board.put(Card(card_id, blueprint, zone, owner, at, attached))
        for deck in (self._deck, self._their_deck):
            deck.show(card_id)
        self.attempts.changed()

    def _hide(self, card_id: str) -> None:
        for deck in (self._deck, self._their_deck):
            deck.hide(card_id)

    def _rotate(self, event: Event) -> None:
        """A card is turned, frozen, hit or the like, which the board does not record."""
        self._put(event)
        self.attempts.begin()

    @staticmethod
    def _place(event: Event) -> int | None:
        """The location index of an event; None if it has no valid one."""
        index = whole(event.get("locationIndex"))
        return index if index is not None and 0 <= index < MAX_LOCATIONS else None

    def _remove(self, event: Event) -> None:
        for card_id in event.ids():
            self._hide(card_id)
            if self.board.take(card_id) is not None:
                self.attempts.changed()

    def _remove_locations(self, event: Event) -> None:
        self._statistics_seen.clear()
        self.board.remove_locations(
            {place for text in event.ids("locationIndexes") if (place := whole(text)) is not None}
        )
        self.attempts.changed()

    def _ask(self, event: Event) -> None:
        text = event.get("text")
        learn(self.titles, text)
        named = event.parameters.get("blueprintId", [])
        self.blueprints.update(
            each for each in named if each != "inPlay" and not is_face_down(each) and len(each) <= MAX_ID_LENGTH
        )
        if not self.seat:
            self._sit(event.get("participantId"))
        own = self.asks(event)
        if own and event.get("decisionType") == "ARBITRARY_CARDS" and is_own_deck(text, self.seat, self.opponent):
            self._deck.reveal(named)
        if own:
            self.attempts.asked(event, at_once=event == self._last)

    def _statistics(self, event: Event) -> None:
        changed = [self._piles(event), self._generation_and_power(event), self._battle_statistics(event)]
        if any(changed):
            self.attempts.changed()

    def _piles(self, event: Event) -> bool:
        """Updates the piles; returns whether anything changed."""
        piles, changed = self.board.piles, False
        for name, sizes in event.zones.items():
            self.meet(name)
            if name and name in (self.seat, self.opponent) and self._is_new(("piles", name), sizes):
                counts = [min(max(0, whole(sizes.get(zone)) or 0), MAX_IN_PILE) for zone in PILES.values()]
                side: Side = "seat" if name == self.seat else "opponent"
                changed = changed or piles.get(side) != Piles(*counts)
                piles[side] = Piles(*counts)
        return changed

    def _generation_and_power(self, event: Event) -> bool:
        board, changed = self.board, False
        for side, colour in self.colours():
            generation = number(event.get(f"{colour}ForceGeneration"))
            if generation is not None and generation != board.generation.get(side):
                board.generation[side], changed = generation, True
            if colour in event.power and self._is_new(("power", colour), event.power[colour]):
                power = _powers(event.power[colour])
                changed = changed or power != board.power[side]
                board.power[side] = power
        return changed

    def _is_new(self, what: tuple[str, str], statistics: Mapping[str, str]) -> bool:
        new = self._statistics_seen.get(what) != statistics
        self._statistics_seen[what] = statistics
        return new

    def colours(self) -> list[tuple[Side, str]]:
        """The colour that each side plays; empty while unknown."""
        if self.side is None:
            return []
        other = "light" if self.side == "dark" else "dark"
        return [("seat", self.side), ("opponent", other)]

    def _battle_statistics(self, event: Event) -> bool:
        battle = self.board.battle
        if battle is None:
            return False
        before = repr(battle)
        for side, colour in self.colours():
            power = number(event.get(f"{colour}BattlePower"))
            draws = whole(event.get(f"{colour}BattleNumBattleDestiny")) or 0
            battle.power[side] = None if power is None or power < 0 else power
            battle.destiny_draws[side] = min(max(0, draws), _MAX_DRAWS)
            immune = event.get(f"{colour}ImmuneToRemainingAttrition") == "true"
            battle.attrition[side] = 0.0 if immune else number(event.get(f"{colour}BattleAttritionRemaining"))
            battle.damage[side] = number(event.get(f"{colour}BattleDamageRemaining"))
        return repr(battle) != before

    def _start_battle(self, event: Event) -> None:
        index = self._place(event)
        if index is not None:
            self.board.reach(index)
            self.board.battle = Battle(index, [each for each in event.ids() if len(each) <= MAX_ID_LENGTH][:_MAX_CARDS])
            self.attempts.changed()

    def _join_battle(self, event: Event) -> None:
        battle, card_id = self.board.battle, event.get("cardId")
        fits = 0 < len(card_id) <= MAX_ID_LENGTH
        if battle is not None and fits and card_id not in battle.cards and len(battle.cards) < _MAX_CARDS:
            battle.cards.append(card_id)
            self.attempts.changed()

    def _leave_battle(self, event: Event) -> None:
        battle, card_id = self.board.battle, event.get("cardId")
        if battle is not None and card_id in battle.cards:
            battle.cards.remove(card_id)
            self.attempts.changed()

    def _end_battle(self, _: Event) -> None:
        self.board.battle = None
        self.attempts.changed()

    def _message(self, event: Event) -> None:
        message = event.get("message")
        learn(self.titles, message)
        text = plain(message)
        self.board.add_message(text)
        self.attempts.said(event.get("message"))
        self._searches.message(text, self.seat)
        self._drains.message(text, message, self.seat, self.turn)
        opponent = self.opponent
        if opponent is not None and message.startswith(opponent) and _SHOWS.match(message, len(opponent)):
            for blueprint in mentions(message)[:1]:
                self._their_deck.names(blueprint)
        name, won, _ = text.partition(_WON)
        if won and name in (self.seat, self.opponent):
            self.winner = name

    def _activated(self, event: Event) -> None:
        if event.get("participantId") in ("", self.seat):
            self.attempts.tried(event.get("cardId"))

    def _elsewhere(self, _: Event) -> None:
        """An attack, a duel or the like begins or ends, which the board does not record."""
        self.attempts.begin()

    def _nothing(self, _: Event) -> None:
        """Animations: nothing changes."""

    _HANDLERS: ClassVar[dict[str, Callable[[Tracker, Event], None]]] = {
        "P": _participants,
        "TC": _turn,
        "GPC": _phase_change,
        "PCIP": _put,
        "PCIPAR": _put,
        "MCIP": _put,
        "RCIP": _put,
        "ROCIP": _rotate,
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
        **dict.fromkeys(("SA", "EA", "SD", "ED", "SLC", "ELC", "SS", "RSH", "ES"), _elsewhere),
        **dict.fromkeys(("CAC", "IP", "DD"), _nothing),
    }


def _powers(listed: Mapping[str, str]) -> dict[int, float]:
    """Location index -> power; the log writes -1 where nobody is."""
    found: dict[int, float] = {}
    for name, text in listed.items():
        index, power = whole(name.removeprefix("locationIndex")), number(text)
        if index is not None and 0 <= index < MAX_LOCATIONS and power is not None and power >= 0:
            found[index] = power
    return found


def seat_of(events: Sequence[Event]) -> str:
    """Name of the log's player; empty if unknown.

    A fragment of a log may lack the event that lists the participants, but every decision in it is its player's.
    """
    for kind in ("P", "D"):
        for event in events:
            name = event.get("participantId")
            if event.type == kind and 0 < len(name) <= MAX_ID_LENGTH:
                return name
    return ""
