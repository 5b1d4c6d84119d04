"""Games of Azul as text: a line for the tiles of each round, and one for each move.

``Round 1: BBYR YYKW RRWB KKYB WWRY`` and ``P1: F1 Blue 4``
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, JsonValue

from py_engine.core.contract import ContractError, Model
from py_engine.core.notation.game_text import GameReader, Notation
from py_engine.core.notation.lines import FaultError
from py_engine.core.validation import shorten
from py_engine.games.azul.coaching.sent_states import SENT
from py_engine.games.azul.rules.play import apply_action, complete, illegal, listed_actions, new_game
from py_engine.games.azul.rules.state import (
    COLORS,
    FACTORIES,
    FACTORY_TILES,
    TILES_PER_COLOR,
    AzulAction,
    AzulState,
    Color,
    draft_phase,
)

__all__ = ["NotationOfAzul", "with_tiles"]

LETTERS: dict[str, Color] = {"B": "Blue", "Y": "Yellow", "R": "Red", "K": "Black", "W": "White"}
LETTER_OF = {color: letter for letter, color in LETTERS.items()}
NAMES = {**{letter.lower(): color for letter, color in LETTERS.items()}, **{color.lower(): color for color in COLORS}}
ROUND = re.compile(r"round\s+(\d{1,4})\s*:\s*(.*)", re.IGNORECASE)
MOVE = re.compile(r"(?:p(\d)\s*:\s*)?(f\s?[1-5]|cent(?:re|er)|c)\s+([a-z]+)\s+(?:line\s+)?([1-5]|floor)", re.IGNORECASE)
ARROW = re.compile(r"→|->|>")
Tiles = dict[Color, int]


class TextOptions(Model):
    """The options of a game as its text names them."""

    first_player: Annotated[int, Field(ge=1, le=2)] = 1


@dataclass(frozen=True, slots=True)
class Deal:
    """The tiles of a round."""

    number: int
    factories: Sequence[Tiles]


@dataclass(frozen=True, slots=True)
class Move:
    """A move, and the player who makes it, if the line says so."""

    player: int | None
    action: dict[str, JsonValue]


def parse_line(text: str) -> Deal | Move:
    """The deal or the move that a line describes.

    Raises:
        FaultError: it is neither.
    """
    dealt = ROUND.fullmatch(text)
    if dealt:
        return Deal(int(dealt[1]), _factories(dealt[2]))
    found = MOVE.fullmatch(" ".join(ARROW.sub(" ", text).split()))
    if found is None:
        raise FaultError('A line should be a move, like "P1: F2 Blue 4" or "P2: C Red floor", or the tiles of a round.')
    player, source, color, target = found.groups()
    if color.lower() not in NAMES:
        raise FaultError(f"{shorten(color)!r} is no colour: the colours are {', '.join(COLORS)}.")
    action: dict[str, JsonValue] = {
        "source": {"Factory": int(source[-1]) - 1} if source[0] in "fF" else "Center",
        "color": NAMES[color.lower()],
        "destination": {"PatternLine": int(target) - 1} if target.isdigit() else "Floor",
    }
    return Move(int(player) - 1 if player else None, action)


def _factories(text: str) -> list[Tiles]:
    piles = text.upper().split()
    if len(piles) != FACTORIES:
        raise FaultError(f"There are {FACTORIES} factories, and the line names {len(piles)}; an empty one is a hyphen.")
    found = []
    for place, pile in enumerate(piles, 1):
        letters = "" if pile == "-" else pile
        unknown = next((letter for letter in letters if letter not in LETTERS), None)
        if unknown is not None:
            raise FaultError(
                f"{shorten(unknown)!r} is no tile: B, Y, R, K and W are blue, yellow, red, black and white."
            )
        if len(letters) > FACTORY_TILES:
            raise FaultError(f"Factory {place} has {len(letters)} tiles; a factory holds {FACTORY_TILES}.")
        count = Counter(LETTERS[letter] for letter in letters)
        found.append({color: count[color] for color in COLORS if count[color]})
    return found


class TableReader(GameReader[AzulState]):
    """Puts a game together move by move."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed)
        self._before: tuple[Tiles, Tiles] | None = None
        """Bag and lid before the latest deal."""
        self._unknown = False
        """Whether tiles were dealt that the text does not name."""

    @property
    def unknown(self) -> bool:
        """Whether tiles were dealt that neither the text nor a seed determines."""
        return self._unknown and self.seed is None

    def begin(self, options: Mapping[str, JsonValue], steps: Sequence[Deal | Move]) -> None:
        """Sets up empty boards."""
        self.states = [new_game(self.seed or 0, TextOptions.model_validate(options).first_player - 1)]
        self._before = (dict.fromkeys(COLORS, TILES_PER_COLOR), {})
        self._unknown = True

    def play(self, step: Deal | Move) -> None:
        """Deals the tiles of a round, or plays a move."""
        state = self.state
        if state.game_over:
            raise FaultError("The game is over before this line.")
        if isinstance(step, Deal):
            self._deal(step)
            return
        if self._unknown and self.seed is None:
            raise FaultError(
                f'The tiles of round {state.round_number} should come first: "Round {state.round_number}: ...".'
            )
        self._unknown = False
        if step.player is not None and step.player != state.active_player_id:
            raise FaultError(f"It is the turn of P{state.active_player_id + 1}, not of P{step.player + 1}.")
        after = apply_action(state, AzulAction.model_validate(step.action))
        self.add(step.action, after)
        if after.chance_counter != state.chance_counter:
            self._before, self._unknown = before_deal(state, after), True

    def _deal(self, step: Deal) -> None:
        state = self.state
        if not self._unknown or self._before is None:
            raise FaultError("No tiles are dealt here: the round is not over.")
        if step.number != state.round_number:
            raise FaultError(f"This should be round {state.round_number}, not {step.number}.")
        self.states[-1] = with_tiles(state, step.factories, *self._before)
        self._unknown = False

    def finish(self) -> None:
        """Tiles that the text does not name are missing, unless the seed determines them."""
        if self._unknown and self.seed is None:
            number = self.state.round_number
            raise FaultError(
                f'Here round {number} begins: add its tiles, as in "Round {number}: BBYR YYKW RRWB KKYB WWRY".'
            )


def before_deal(before: AzulState, after: AzulState) -> tuple[Tiles, Tiles]:
    """Bag and lid before the deal that followed a move, by the states before the move and after the deal."""
    dealt = Counter[Color]()
    for pile in after.factories:
        dealt.update(pile)
    bag = {color: before.bag.get(color, 0) for color in COLORS}
    lid = {color: after.bag.get(color, 0) + after.lid.get(color, 0) + dealt[color] - bag[color] for color in COLORS}
    return bag, lid


def with_tiles(
    state: AzulState, factories: Sequence[Tiles], bag: Mapping[Color, int], lid: Mapping[Color, int]
) -> AzulState:
    """The state, had these tiles been dealt.

    Args:
        state: The state right after a deal.
        factories: The tiles of each factory.
        bag: The bag before the deal.
        lid: The lid before the deal.

    Raises:
        FaultError: these tiles cannot have been drawn.
    """
    held, poured = sum(bag.values()), sum(lid.values())  # same bits: whole numbers
    due = min(FACTORIES * FACTORY_TILES, held + poured)
    sizes = [sum(pile.values()) for pile in factories]  # same bits: whole numbers
    if sizes != [min(FACTORY_TILES, max(0, due - FACTORY_TILES * place)) for place in range(FACTORIES)]:
        there = sum(sizes)  # same bits: whole numbers
        raise FaultError(f"In this round {due} tiles are dealt, four to a factory; here are {there}.")
    drawn = {color: sum(pile.get(color, 0) for pile in factories) for color in COLORS}  # same bits: whole numbers
    pours = held < due
    for color in COLORS:
        most = bag.get(color, 0) + (lid.get(color, 0) if pours else 0)
        if drawn[color] > most:
            where = "the bag and the lid" if pours else "the bag"
            raise FaultError(f"There are {most} {color} tiles in {where}, and {drawn[color]} were dealt.")
        if pours and drawn[color] < bag.get(color, 0):
            raise FaultError(f"All tiles of the bag are drawn first, and it holds {bag.get(color, 0)} {color}.")
    left = {color: bag.get(color, 0) + (lid.get(color, 0) if pours else 0) - drawn[color] for color in COLORS}
    after = state.model_copy(
        update={
            "factories": [dict(pile) for pile in factories],
            "bag": _pile(left),
            "lid": {} if pours else _pile(lid),
            "draft_phase_progress": draft_phase(due),
        }
    )
    return complete(after)


def _pile(counts: Mapping[Color, int]) -> Tiles:
    return {color: counts[color] for color in COLORS if counts.get(color)}


class NotationOfAzul(Notation[AzulState]):
    """How games of Azul are written."""

    sent = SENT
    action = AzulAction
    options = TextOptions
    identity = (
        "active_player_id",
        "chance_counter",
        "game_over",
        "round_number",
        "factories",
        "center",
        "players",
        "bag",
        "lid",
    )

    def illegal(self, state: AzulState, action: AzulAction) -> ContractError | None:
        """Why a move is illegal, or None if it is legal."""
        return illegal(state, action)

    def applied(self, state: AzulState, action: AzulAction) -> AzulState:
        """The state after a move, with what is drawn here."""
        return apply_action(state, action)

    def drawn(self, before: AzulState, action: AzulAction, happened: AzulState, after: AzulState) -> AzulState:
        """The state after a move, with the tiles dealt in ``after``."""
        return with_tiles(happened, after.factories, *before_deal(before, happened))

    def parse(self, text: str) -> Deal | Move:
        """The deal or the move of a line."""
        return parse_line(text)

    def reader(self, seed: int | None) -> TableReader:
        """A reader without a position."""
        return TableReader(seed)

    def options_of(self, state: AzulState) -> Mapping[str, JsonValue]:
        """Who begins."""
        return {"first_player": state.active_player_id + 1}

    def starts(self, state: AzulState) -> bool:
        """Whether the tiles of the first round are on the table, and nothing else has happened."""
        fresh = new_game(state.seed or 0, state.active_player_id)
        full = dict.fromkeys(COLORS, TILES_PER_COLOR)
        try:
            same = with_tiles(fresh, state.factories, full, {})
        except FaultError:
            return False
        return same.model_copy(update={"last_events": state.last_events}) == state

    def moves_between(self, before: AzulState, after: AzulState) -> Sequence[JsonValue]:
        """The legal actions if few are left, as there are before tiles are dealt."""
        return listed_actions(before)

    def given(self, before: AzulState | None, state: AzulState, chance: str) -> AzulState:
        """The state with these tiles on the factories."""
        full: tuple[Tiles, Tiles] = (dict.fromkeys(COLORS, TILES_PER_COLOR), {})
        return with_tiles(state, _factories(chance), *(full if before is None else before_deal(before, state)))

    def write(self, states: Sequence[AzulState], actions: Sequence[Any]) -> Iterator[str]:
        """A line for each deal and each move."""
        if self.starts(states[0]):
            yield _deal_text(states[0])
        for before, action, after in zip(states[:-1], actions, states[1:], strict=True):
            yield f"P{before.active_player_id + 1}: {_move_text(action)}"
            if not after.game_over and after.chance_counter != before.chance_counter:
                yield ""
                yield _deal_text(after)


def _deal_text(state: AzulState) -> str:
    piles = ["".join(LETTER_OF[color] * pile.get(color, 0) for color in COLORS) or "-" for pile in state.factories]
    return f"Round {state.round_number}: {' '.join(piles)}"


def _move_text(action: Mapping[str, Any]) -> str:
    source = "C" if action["source"] == "Center" else f"F{action['source']['Factory'] + 1}"
    target = "floor" if action["destination"] == "Floor" else action["destination"]["PatternLine"] + 1
    return f"{source} {action['color']} {target}"
