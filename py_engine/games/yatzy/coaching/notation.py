"""Games of Yatzy as text: a line for each turn, with the throws and what was done with them.

``P1: 22561 keep 22--- 22331 keep 2233- 22334 score two pairs``
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
from py_engine.games.yatzy.coaching.sent_states import SENT
from py_engine.games.yatzy.rules.play import apply_action, complete, illegal, new_game
from py_engine.games.yatzy.rules.state import Options, YatzyAction, YatzyOptions, YatzyState, is_awaited
from py_engine.games.yatzy.rules.tables import CATEGORIES, DICE

__all__ = ["NotationOfYatzy"]

WORDS = re.compile(
    r"(?P<throw>[1-6](?:\s*[1-6]){4}(?![\d-]))"
    r"|keep\s+(?P<keep>all|none|nothing|[1-6-]+)(?=\s|$)"
    r"|score\s+(?P<score>[a-z_][a-z_ ]*)$"
)
FIVE_DIGITS = re.compile(r"\d{5}(?!\d)")
LABEL = re.compile(r"p(?P<player>\d)\s*:\s*")
Word = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, or a part of one."""

    player: int | None
    words: Sequence[Word]
    """What happened: ``throw``, ``keep`` or ``score``, with its text."""


def parse_turn(text: str) -> Turn:
    """The turn that a line describes.

    Raises:
        FaultError: a word is not known.
    """
    text = text.lower()
    label = LABEL.match(text)
    at = label.end() if label else 0
    words: list[Word] = []
    while rest := text[at:].lstrip():
        found = WORDS.match(rest)
        if found is None or found.lastgroup is None:
            if FIVE_DIGITS.match(rest):
                raise FaultError(f"The dice {rest[:DICE]} should show 1 to 6 each.")
            raise FaultError(
                f"{shorten(rest)!r} should be five dice (22561), keep with the dice kept (keep 22), "
                "or score with a category (score two pairs)."
            )
        words.append((found.lastgroup, found[found.lastgroup].strip()))
        at = len(text) - len(rest) + found.end()
    for kind, word in words:
        if kind == "score" and word.replace(" ", "_") not in CATEGORIES:
            raise FaultError(f"There is no category {shorten(word)!r}.")
    return Turn(int(label["player"]) - 1 if label else None, words)


class TurnReader(GameReader[YatzyState]):
    """Puts a game together turn by turn."""

    thrown = False
    """Whether the dice on the table were thrown and the text has not said yet what they show."""

    @property
    def unknown(self) -> bool:
        """Whether dice were thrown that neither the text nor a seed determines."""
        return self.thrown and self.seed is None

    def begin(self, options: Mapping[str, JsonValue], steps: Sequence[Turn]) -> None:
        """Sets up empty cards."""
        chosen = YatzyOptions.model_validate(options)
        house = Options(**chosen.model_dump(exclude={"players"}))
        self.states = [new_game(self.seed or 0, chosen.players, house)]
        self.thrown = not chosen.real_dice

    def play(self, step: Turn) -> None:
        """Plays a turn."""
        player = self.state.active_player_id
        if self.state.game_over:
            raise FaultError("The game is over before this line.")
        if step.player is not None and step.player != player:
            raise FaultError(f"It is the turn of P{player + 1}, not of P{step.player + 1}.")
        for place, (kind, word) in enumerate(step.words):
            if kind == "throw":
                self._throw([int(die) for die in re.sub(r"\s", "", word)])
                continue
            self._require_dice()
            if kind == "keep":
                self._apply({"keep": _kept([die or 0 for die in self.state.dice], word)})
            elif place < len(step.words) - 1:
                raise FaultError("A turn ends with its score: the next turn needs a line of its own.")
            else:
                self._apply({"score": word.replace(" ", "_")})

    def _throw(self, dice: list[int]) -> None:
        awaited = is_awaited(self.state)
        if not awaited and not self.thrown:
            if not self.actions and dice == self.state.dice:
                return  # the dice of the position that the text begins with
            raise FaultError("No dice were thrown here: say what was kept before every further throw.")
        kept = self._kept_before()
        arranged = _arranged(dice, kept)
        if arranged is None:
            raise FaultError(f"The throw should still show the dice that were kept: {_shown(kept)}.")
        if awaited:
            self._apply({"enter": [*arranged]})
        else:
            self.states[-1] = with_dice(self.state, arranged)
            self.thrown = False

    def _kept_before(self) -> list[int | None]:
        """By place: the die that stays from the last throw, or None."""
        if is_awaited(self.state):
            return list(self.state.dice)
        last = self.actions[-1] if self.actions else None
        keep = last.get("keep") if isinstance(last, dict) else None
        if not isinstance(keep, list):
            return [None] * DICE
        return [die if kept else None for die, kept in zip(self.state.dice, keep, strict=True)]

    def _require_dice(self) -> None:
        if is_awaited(self.state) or (self.thrown and self.seed is None):
            raise FaultError("The dice of this throw are missing.")
        self.thrown = False

    def _apply(self, action: dict[str, JsonValue]) -> None:
        before = self.state
        after = apply_action(before, YatzyAction.model_validate(action))
        self.add(action, after)
        self.thrown = after.chance_counter != before.chance_counter and "enter" not in action

    def finish(self) -> None:
        """A throw that the text does not name is missing, unless the seed determines it."""
        if not self.thrown or self.seed is not None:
            return
        last = self.actions[-1] if self.actions else None
        if isinstance(last, dict) and "score" in last:
            raise FaultError("The game goes on: add the first throw of the next turn on a line of its own.")
        raise FaultError("The dice of the last throw are missing.")


def with_dice(state: YatzyState, dice: list[int]) -> YatzyState:
    """The state, had the last throw shown these dice."""
    events = [event | {"dice": dice} if event.get("type") == "throw" else event for event in state.last_events]
    return complete(state.model_copy(update={"dice": dice})).model_copy(update={"last_events": events})


def _kept(dice: list[int], word: str) -> list[JsonValue]:
    """The places of the kept dice.

    Raises:
        FaultError: these dice are not on the table.
    """
    if word in ("all", "none", "nothing"):
        return [word == "all"] * DICE
    if len(word) == DICE and all(mark in ("-", str(die)) for mark, die in zip(word, dice, strict=True)):
        return [mark != "-" for mark in word]
    places = [False] * DICE
    for mark in word.replace("-", ""):
        at = next((i for i, die in enumerate(dice) if not places[i] and die == int(mark)), None)
        if at is None:
            raise FaultError(f"There is no {mark} to keep among {''.join(map(str, dice))}.")
        places[at] = True
    return [*places]


def _arranged(dice: list[int], kept: list[int | None]) -> list[int] | None:
    """The dice with the kept ones in their places; None if one of those is missing."""
    if all(stays in (None, die) for die, stays in zip(dice, kept, strict=True)):
        return dice
    free = dice.copy()
    for stays in kept:
        if stays is None:
            continue
        if stays not in free:
            return None
        free.remove(stays)
    return [free.pop(0) if stays is None else stays for stays in kept]


def _shown(dice: Sequence[int | None]) -> str:
    return "".join("-" if die is None else str(die) for die in dice)


class NotationOfYatzy(Notation[YatzyState]):
    """How games of Yatzy are written."""

    sent = SENT
    action = YatzyAction
    options = YatzyOptions
    identity = ("active_player_id", "chance_counter", "players", "dice", "rolls_left")

    def illegal(self, state: YatzyState, action: YatzyAction) -> ContractError | None:
        """Why a move is illegal, or None if it is legal."""
        return illegal(state, action)

    def applied(self, state: YatzyState, action: YatzyAction) -> YatzyState:
        """The state after a move, with what is drawn here."""
        return apply_action(state, action)

    def drawn(self, before: YatzyState, action: YatzyAction, happened: YatzyState, after: YatzyState) -> YatzyState:
        """The state after a move, with the dice thrown in ``after``."""
        kept = action.keep or [False] * DICE
        dice = [die for die in after.dice if die is not None]
        if len(dice) < DICE or any(k and a != b for k, a, b in zip(kept, dice, before.dice, strict=True)):
            raise FaultError("The dice that were kept should still be there.")
        return with_dice(happened, dice)

    def parse(self, text: str) -> Turn:
        """The turn of a line."""
        return parse_turn(text)

    def reader(self, seed: int | None) -> TurnReader:
        """A reader without a position."""
        return TurnReader(seed)

    def options_of(self, state: YatzyState) -> Mapping[str, JsonValue]:
        """The house rules and the number of players."""
        return {**state.options.model_dump(), "players": len(state.players)}

    def starts(self, state: YatzyState) -> bool:
        """Whether nothing is filled, and the first throw is on the table."""
        fresh = new_game(state.seed or 0, len(state.players), state.options)
        return _start_of(state) == _start_of(fresh)

    def write(self, states: Sequence[YatzyState], actions: Sequence[Any]) -> Iterator[str]:
        """A line for each turn."""
        words: list[str] = []
        first = states[0]
        player, real = first.active_player_id, first.options.real_dice
        if not is_awaited(first) and not real and not first.game_over:
            words.append(_shown(first.dice))
        for before, action, after in zip(states[:-1], actions, states[1:], strict=True):
            words.append(_word(before, action))
            threw = not real and after.chance_counter != before.chance_counter
            if "score" in action:
                yield f"P{player + 1}: {' '.join(words)}"
                words, player = [], after.active_player_id
            if threw:
                words.append(_shown(after.dice))
        if words:
            yield f"P{player + 1}: {' '.join(words)}"


def _start_of(state: YatzyState) -> tuple[Any, ...]:
    cards = [player.scores for player in state.players]
    waiting = is_awaited(state)
    return cards, state.active_player_id, state.rolls_left, waiting, state.chance_counter


def _word(before: YatzyState, action: Mapping[str, Any]) -> str:
    if "score" in action:
        return f"score {action['score'].replace('_', ' ')}"
    if "enter" in action:
        return _shown(action["enter"])
    kept = [die if keep else None for die, keep in zip(before.dice, action["keep"], strict=True)]
    return f"keep {_shown(kept)}"
