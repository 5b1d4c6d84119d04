"""Games of Entropy as text: a line for each turn, with the token, its cell and Order's answer.

``1. R c4 c4-c7``
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from py_engine.core.contract import ContractError
from py_engine.core.notation.game_text import GameReader, Notation
from py_engine.core.notation.lines import FaultError
from py_engine.core.validation import shorten
from py_engine.games.entropy.coaching.sent_states import SENT
from py_engine.games.entropy.rules.batch import CHAOS
from py_engine.games.entropy.rules.play import apply_action, complete, illegal, new_game
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, Options, counted_bag
from py_engine.games.entropy.rules.tables import COLORS, Color, cell_name

__all__ = ["NotationOfEntropy", "with_tokens"]

LABEL = re.compile(r"(\d{1,4})\s*\.\s*")
CELL = re.compile(r"[a-g][1-7]")
SLIDE = re.compile(r"([a-g][1-7])-([a-g][1-7])")


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, or a part of one."""

    number: int | None
    token: Color | None
    cell: str | None
    answer: JsonValue
    """Order's action, or None."""


def parse_turn(text: str) -> Turn:
    """The turn that a line describes.

    Raises:
        FaultError: a word is not known, or out of place.
    """
    label = LABEL.match(text)
    words = (text[label.end() :] if label else text).split()
    token: Color | None = None
    cell: str | None = None
    answer: JsonValue = None
    for word in words:
        color = next((each for each in COLORS if each == word.upper()), None)
        slide = SLIDE.fullmatch(word.lower())
        if color is not None and token is None and cell is None and answer is None:
            token = color
        elif CELL.fullmatch(word.lower()) and cell is None and answer is None:
            cell = word.lower()
        elif slide and answer is None:
            answer = {"from": slide[1], "to": slide[2]}
        elif word.lower() == "pass" and answer is None:
            answer = "pass"
        else:
            text = "should be a token, its cell, and a slide or pass, in this order: R c4 c4-c7"
            raise FaultError(f"{shorten(word)!r} is out of place: a line {text}.")
    return Turn(int(label[1]) if label else None, token, cell, answer)


class TurnReader(GameReader[EntropyState]):
    """Puts a game together turn by turn."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed)
        self._tokens: list[Color | None] = []
        """The token of each turn from the first position on; None where the text does not name it."""
        self._placed = 0
        """Number of tokens that were placed since."""
        self._unknown = False
        """Whether a token was drawn that the text does not name."""

    @property
    def unknown(self) -> bool:
        """Whether a token was drawn that neither the text nor a seed determines."""
        return self._unknown

    def begin(self, options: Mapping[str, JsonValue], steps: Sequence[Turn]) -> None:
        """Sets up an empty board with the first tokens."""
        self._tokens = [step.token for step in steps if step.token or step.cell]
        fresh = new_game(self.seed or 0, Options.model_validate(options))
        self.states = [fresh]
        given = self._named(0, 2 if fresh.shows_next else 1)
        _require_left(fresh, given)
        self.states = [with_tokens(fresh, given[0] or fresh.token, given[1] or fresh.next_token)]

    def resume(self, state: EntropyState, steps: Sequence[Turn]) -> None:
        """Sets up a position; the tokens that it shows are the first."""
        self.states = [state]
        named = [step.token for step in steps if step.token or step.cell]
        shown = [token for token in (state.token, state.next_token) if token is not None]
        for place, token in enumerate(shown):
            if place < len(named) and named[place] not in (None, token):
                raise FaultError(f"The position shows the token {token}, and the lines name {named[place]}.")
        self._tokens = [*shown, *named[len(shown) :]]

    def _named(self, first: int, count: int) -> list[Color | None]:
        """The tokens of two draws; None where the text does not name them."""
        found = [self._tokens[i] if i < len(self._tokens) else None for i in range(first, first + count)]
        self._unknown = self.seed is None and None in found
        return [*found, None][:2]

    def play(self, step: Turn) -> None:
        """Plays a turn."""
        turn, ordered = _turn_of(self.state), self.state.active_player_id != CHAOS
        if self.state.game_over:
            raise FaultError("The game is over before this line.")
        if step.token is not None and step.cell is None and step.answer is None:
            return  # drawn, and not placed yet
        if step.number is not None and step.number != turn:
            raise FaultError(f"This should be turn {turn}, not {step.number}.")
        if step.cell is not None and ordered:
            raise FaultError("Order is to move here: slide a token, or pass.")
        if step.cell is not None:
            if self._unknown:
                raise FaultError("The token of this turn is missing.")
            self._apply({"cell": step.cell})
            self._placed += 1
        elif not ordered:
            raise FaultError("Chaos must place its token before Order moves.")
        if step.answer is not None:
            self._apply(step.answer)

    def _apply(self, action: JsonValue) -> None:
        before = self.state
        after = apply_action(before, EntropyAction.model_validate(action))
        if after.chance_counter != before.chance_counter:
            after = self._drawn(before, after)
        self.add(action, after)

    def _drawn(self, before: EntropyState, after: EntropyState) -> EntropyState:
        """The state with the token that the text names for the draw after Order's move."""
        known = after.shows_next
        given = self._named(self._placed + known, 1)[0]
        if given is None:
            return after
        _require_left(after, [after.token, given] if known else [given])
        return with_tokens(after, after.token, given) if known else with_tokens(after, given, None)

    def finish(self) -> None:
        """A token that the text does not name is missing, unless the seed determines it."""
        if self._unknown:
            turn = _turn_of(self.state) + self.state.shows_next
            raise FaultError(f'A token is drawn after this move: name it at the end, as in "{turn}. R".')


def _require_left(fresh: EntropyState, tokens: Sequence[Color | None]) -> None:
    """Raises an error if a token cannot have been drawn, given the board."""
    left = counted_bag(fresh.model_copy(update={"token": None, "next_token": None}))
    for token in tokens:
        if token is not None and left.get(token, 0) <= 0:
            where = f"a board of size {fresh.size} has {fresh.size} of each of its colours"
            raise FaultError(f"There is no {token} left in the bag: {where}.")
        if token is not None:
            left[token] -= 1


def with_tokens(state: EntropyState, token: Color | None, next_token: Color | None) -> EntropyState:
    """The state, had other tokens been drawn."""
    drawn = next_token if state.next_token is not None and state.next_token_known else token
    events = list(state.last_events)
    fresh = [i for i, event in enumerate(events) if event.get("type") == "draw"]
    for at, color in zip(fresh, [token, next_token] if len(fresh) == 2 else [drawn], strict=False):
        events[at] = events[at] | {"token": color}
    after = complete(state.model_copy(update={"token": token, "next_token": next_token}))
    return after.model_copy(update={"last_events": events})


class NotationOfEntropy(Notation[EntropyState]):
    """How games of Entropy are written."""

    sent = SENT
    action = EntropyAction
    options = Options
    identity = ("active_player_id", "chance_counter", "board", "token", "next_token")

    def illegal(self, state: EntropyState, action: EntropyAction) -> ContractError | None:
        """Why a move is illegal, or None if it is legal."""
        return illegal(state, action)

    def applied(self, state: EntropyState, action: EntropyAction) -> EntropyState:
        """The state after a move, with what is drawn here."""
        return apply_action(state, action)

    def drawn(
        self, before: EntropyState, action: EntropyAction, happened: EntropyState, after: EntropyState
    ) -> EntropyState:
        """The state after a move, with the token drawn in ``after``."""
        known = happened.shows_next
        given = after.next_token if known else after.token
        if given is None:
            raise FaultError("A token is drawn after this move.")
        _require_left(happened, [happened.token, given] if known else [given])
        return with_tokens(happened, happened.token, given) if known else with_tokens(happened, given, None)

    def parse(self, text: str) -> Turn:
        """The turn of a line."""
        return parse_turn(text)

    def reader(self, seed: int | None) -> TurnReader:
        """A reader without a position."""
        return TurnReader(seed)

    def options_of(self, state: EntropyState) -> Mapping[str, JsonValue]:
        """The size of the board, and whether the next token is known."""
        return {"size": state.size, "next_token_known": state.next_token_known}

    def starts(self, state: EntropyState) -> bool:
        """Whether the board is empty and no other token was drawn."""
        return not any(state.board) and state.chance_counter == 1 + state.next_token_known

    def moves_between(self, before: EntropyState, after: EntropyState) -> Sequence[JsonValue]:
        """The action of Order that makes one board from the other."""
        pairs = list(zip(before.board, after.board, strict=True))
        left = [at for at, (one, other) in enumerate(pairs) if one and not other]
        came = [at for at, (one, other) in enumerate(pairs) if other and not one]
        if not left or not came:
            return ["pass"]
        return [{"from": cell_name(left[0], before.size), "to": cell_name(came[0], before.size)}]

    def given(self, before: EntropyState | None, state: EntropyState, chance: str) -> EntropyState:
        """The state with the tokens drawn: two at the start of a game whose next token is known, else one."""
        wanted = 2 if before is None and state.shows_next else 1
        tokens = [next((each for each in COLORS if each == word), None) for word in chance.upper().split()]
        if len(tokens) != wanted or None in tokens:
            raise FaultError(f"{'Two tokens are' if wanted == 2 else 'One token is'} drawn here, like R.")
        known = state.shows_next and before is not None
        token, following = (state.token, tokens[0]) if known else (tokens[0], tokens[1] if wanted == 2 else None)
        _require_left(state, [token, following])
        return with_tokens(state, token, following)

    def write(self, states: Sequence[EntropyState], actions: Sequence[Any]) -> Iterator[str]:
        """A line for each turn; tokens that were drawn and not placed come last."""
        turn, words = _turn_of(states[0]), list[str]()
        for before, action in zip(states[:-1], actions, strict=True):
            if action != "pass" and "cell" in action:
                words = [str(before.token), action["cell"]]
                continue
            words.append("pass" if action == "pass" else f"{action['from']}-{action['to']}")
            yield f"{turn}. {' '.join(words)}"
            turn, words = turn + 1, []
        if words:
            yield f"{turn}. {' '.join(words)}"
            turn += 1
        for token in (states[-1].token, states[-1].next_token):
            if token is not None:
                yield f"{turn}. {token}"
                turn += 1


def _turn_of(state: EntropyState) -> int:
    filled = sum(1 for cell in state.board if cell)  # same bits: whole numbers
    return filled + (state.active_player_id == CHAOS)
