"""The queries "read_game" and "write_game": a game's states and actions from its text, and back.

A game's ``Notation`` says how its lines look. The rules stay the game's own: a reader plays every move, and then puts what
the text says about chance in place of what the engine drew.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic

from pydantic import Field, JsonValue

from py_engine.core.coaching.sent_states import SentStates
from py_engine.core.contract import ContractError, GameState, JsonObject, Model
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.game import Query
from py_engine.core.notation.following import Following
from py_engine.core.notation.lines import (
    Fault,
    FaultError,
    Heading,
    Line,
    limited,
    lines_of,
    read_heading,
    written_heading,
)
from py_engine.core.one_shot import OneShotJob
from py_engine.core.request import S
from py_engine.core.results import dumps, to_json
from py_engine.core.validation import parse_model

__all__ = [
    "GameArgs",
    "GameReader",
    "Notation",
    "ReadGame",
    "Reading",
    "TextArgs",
    "WriteGame",
    "Written",
    "queries_of",
]

AT_ONCE = 16
"""States parsed per piece of work."""


class TextArgs(Model):
    """A game as text."""

    text: Annotated[str, Field(max_length=400_000)]


class GameArgs(Model):
    """A game's states and the actions between them."""

    states: Annotated[list[JsonObject], Field(min_length=1, max_length=2000)]
    actions: Annotated[list[JsonObject | str], Field(max_length=2000)]


class ChanceArgs(Model):
    """A position right after chance, and what chance gave at a table."""

    states: Annotated[list[JsonObject], Field(min_length=1, max_length=2)]
    """The position, and in front of it the one before the move that chance followed, unless it is the start of a game."""
    chance: Annotated[str, Field(max_length=200)]
    """As the game's notation writes it."""


@dataclass(frozen=True, slots=True)
class Given:
    """A position with what chance gave at a table."""

    state: Any


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says: the game up to its first faulty line, and all lines that cannot be read."""

    states: Sequence[Any]
    actions: Sequence[JsonValue]
    from_start: bool
    """Whether the first state is the start of a game."""
    faults: Sequence[Fault]


@dataclass(frozen=True, slots=True)
class Written:
    """A game as text."""

    text: str


class GameReader(ABC, Generic[S]):
    """A game that is put together line by line.

    Args:
        seed: The seed of the text, or None.
    """

    def __init__(self, seed: int | None) -> None:
        self.seed = seed
        self.states: list[S] = []
        self.actions: list[JsonValue] = []
        self.line = 0
        """The number of the line that is being played."""

    @property
    def state(self) -> S:
        """The latest state."""
        return self.states[-1]

    @property
    def unknown(self) -> bool:
        """Whether the latest state holds what was drawn here, since neither the text nor a seed says what chance gave."""
        return False

    def add(self, action: JsonValue, after: S) -> None:
        """Adds an action and the state that it leads to."""
        self.actions.append(action)
        self.states.append(after)

    @abstractmethod
    def begin(self, options: Mapping[str, JsonValue], steps: Sequence[Any]) -> None:
        """Sets up the start of a game."""

    def resume(self, state: S, steps: Sequence[Any]) -> None:
        """Sets up a position to begin with; ``steps`` are those of all lines."""
        self.states = [state]

    @abstractmethod
    def play(self, step: Any) -> None:
        """Plays what a line says.

        Raises:
            FaultError: the line does not fit what precedes it.
            ContractError: the rules refuse it.
        """

    def finish(self) -> None:
        """Called after the last line.

        Raises:
            FaultError: something is missing at the end.
        """


class Notation(Following[S]):
    """How the games of one kind are written."""

    sent: ClassVar[SentStates[Any]]
    options: ClassVar[type[Model]]

    @abstractmethod
    def parse(self, text: str) -> Any:
        """The step that a line describes, by its form alone.

        Raises:
            FaultError: the line has no such form.
        """

    @abstractmethod
    def reader(self, seed: int | None) -> GameReader[S]:
        """A reader without a position."""

    @abstractmethod
    def options_of(self, state: S) -> Mapping[str, JsonValue]:
        """The options of a game, by key."""

    @abstractmethod
    def starts(self, state: S) -> bool:
        """Whether a position is the start of a game, which the heading and the first lines describe completely."""

    def visible(self, states: Sequence[S], actions: Sequence[Any]) -> tuple[Sequence[S], Sequence[Any]]:
        """The states and actions that the text of a game contains; fewer where a player does not see all actions."""
        return states, actions

    @abstractmethod
    def write(self, states: Sequence[S], actions: Sequence[Any]) -> Iterator[str]:
        """The lines of the moves; the actions are JSON data."""

    def moves_between(self, before: S, after: S) -> Sequence[JsonValue] | None:
        """The actions, as JSON data, that may lead from ``before`` to ``after``; None if chance cannot be entered."""
        return None

    def given(self, before: S | None, state: S, chance: str) -> S:
        """The state, had chance given this after the move from ``before``; called only if chance can be entered.

        Raises:
            FaultError: chance cannot have given it.
        """
        raise NotImplementedError

    def explained(self, error: ContractError) -> str:
        """The sentence for a move that the rules refuse."""
        return error.sentence


class ReadGame(Job[Reading], Generic[S]):
    """Reads a text: first the form of every line, then move by move."""

    def __init__(self, notation: Notation[S], args: TextArgs) -> None:
        super().__init__()
        self._notation = notation
        self._text = args.text
        self._faults: list[Fault] = []
        self._reader: GameReader[S] | None = None
        self._from_start = True
        self._share = 0.0

    @property
    def progress(self) -> float:
        """The fraction of the lines that were read."""
        return 1.0 if self.done else self._share

    def work(self) -> Pieces:
        """Yields after every line of moves."""
        notation = self._notation
        all_lines, faults = lines_of(self._text)
        heading, heading_faults, lines = read_heading(notation.sent.game, notation.options, all_lines)
        faults += heading_faults
        parsed: list[tuple[Line, Any]] = []
        for line in lines:
            try:
                parsed.append((line, notation.parse(line.text)))
            except FaultError as error:
                faults.append(Fault.at(line, str(error)))
            yield
        # Only the lines before the first faulty one are played: what follows it may depend on what it should have said.
        first = min((fault.line for fault in faults), default=None)
        playable = [(line, step) for line, step in parsed if first is None or line.number < first]
        if not _bad(faults, lines):
            faults += yield from self._play(heading, playable, whole=first is None)
            self._drop_unknown()
        self._faults = limited(faults)

    def _drop_unknown(self) -> None:
        """Leaves out a last state that the text does not contain, and the action that led to it."""
        reader = self._reader
        if reader is not None and reader.unknown:
            del reader.states[-1:], reader.actions[-1:]

    def _play(self, heading: Heading, lines: Sequence[tuple[Line, Any]], *, whole: bool) -> Any:
        """Plays the lines (each with its step) from the start that the heading gives; returns the fault that ended this, if any.

        ``whole`` says that these are all lines, so that the game must be complete at the end. Yields after every line.
        """
        reader = self._notation.reader(heading.seed)
        steps = [step for _, step in lines]
        line = Line(1, self._notation.sent.game)
        try:
            if heading.start is None:
                reader.begin(heading.options, steps)
            else:
                self._from_start = False
                line = heading.lines["start"]
                reader.resume(self._position(heading.start), steps)
            self._reader = reader
            for place, (line, step) in enumerate(lines):
                reader.line = line.number
                reader.play(step)
                self._share = place / len(lines)
                yield
            if whole:
                reader.finish()
        except FaultError as error:
            return [Fault.at(line, str(error))]
        except ContractError as error:
            return [Fault.at(line, self._notation.explained(error))]
        return []

    def _position(self, data: JsonObject) -> S:
        """The position to begin with; its faults are named by the path in its JSON."""
        try:
            return self._notation.sent.parse_one(data)
        except ContractError as error:
            raise FaultError(error.sentence) from None

    def result(self) -> Reading | None:
        """What was read, once it is; a part would be sent again and again."""
        if not self.done:
            return None
        reader = self._reader
        if reader is None:
            return Reading([], [], True, self._faults)
        return Reading(reader.states, reader.actions, self._from_start, self._faults)


def _bad(faults: Sequence[Fault], lines: Sequence[Line]) -> bool:
    """Whether the heading is faulty, so that there is nothing to play from."""
    return any(not lines or fault.line < lines[0].number for fault in faults)


class WriteGame(Job[Written], Generic[S]):
    """Writes a game as text."""

    def __init__(self, notation: Notation[S], args: GameArgs) -> None:
        super().__init__()
        if len(args.states) != len(args.actions) + 1:
            raise ContractError("INVALID_PARAMS", "Expected one more state than actions.")
        self._notation = notation
        self._args = args
        self._text: str | None = None
        self._share = 0.0

    @property
    def progress(self) -> float:
        """The fraction of the states that were read."""
        return 1.0 if self.done else self._share

    def work(self) -> Pieces:
        """Yields after some states."""
        notation, states = self._notation, list[S]()
        for first in range(0, len(self._args.states), AT_ONCE):
            states += notation.sent.parse(self._args.states[first : first + AT_ONCE], first)
            self._share = len(states) / len(self._args.states)
            yield
        notation.sent.require_one_game(states)
        actions = [
            parse_model(notation.action, data, "INVALID_ACTION", f"action {index}")
            for index, data in enumerate(self._args.actions)
        ]
        for index, (before, action, after) in enumerate(zip(states[:-1], actions, states[1:], strict=True)):
            notation.require_move(index, before, action, after)
            yield
        visible, moves = notation.visible(states, [to_json(action) for action in actions])
        start = None if notation.starts(visible[0]) else dumps(_bare(visible[0]))
        options = notation.options_of(visible[0]) if start is None else {}
        heading = written_heading(notation.sent.game, notation.options, options, _seed(visible[0]), start)
        lines = notation.write(visible, moves)
        self._text = "\n".join([*heading, "", *lines]) + "\n"

    def result(self) -> Written | None:
        """The text, once written."""
        return None if self._text is None else Written(self._text)


def _seed(state: GameState) -> int | None:
    return state.seed


def _bare(state: GameState) -> Any:
    """The JSON of a position without what is derived or has passed."""
    data = to_json(state)
    return {key: value for key, value in data.items() if key not in ("last_events", "warnings", "returns")}


def _with_chance(notation: Notation[Any], args: ChanceArgs) -> Job[Given]:
    """The job that puts what chance gave at a table in place of what the engine drew.

    Raises:
        ContractError: INVALID_STATE; INVALID_PARAMS if chance cannot have given it.
    """
    states = notation.sent.parse(args.states)
    notation.sent.require_one_game(states)
    before, state = (states[0] if len(states) == 2 else None), states[-1]
    actions = notation.moves_between(before or state, state)
    if actions is None:
        raise ContractError("UNSUPPORTED", f"{notation.sent.game} has no such chance.")
    if not (notation.starts(state) if before is None else notation.leads(before, state, actions)):
        where = "the start of a game" if before is None else "what follows a move and chance"
        raise ContractError("INVALID_PARAMS", f"State {len(states) - 1} is not {where}.")
    try:
        after = notation.given(before, state, args.chance)
        notation.sent.parse_one(to_json(after))
    except FaultError as error:
        raise ContractError("INVALID_PARAMS", str(error)) from None
    except ContractError as error:
        raise ContractError("INVALID_PARAMS", error.sentence) from None
    return OneShotJob(lambda: Given(after))


def queries_of(notation: Notation[Any]) -> dict[str, Query]:
    """The queries about a game as text."""
    return {
        "read_game": Query(
            "The states and actions of a game written as text, and the lines that cannot be read.",
            TextArgs,
            lambda args: ReadGame(notation, args),
        ),
        "write_game": Query(
            "A game as text, with all that chance gave.", GameArgs, lambda args: WriteGame(notation, args)
        ),
        "with_chance": Query(
            "A position with what chance gave at a table, instead of what was drawn here.",
            ChanceArgs,
            lambda args: _with_chance(notation, args),
        ),
    }
