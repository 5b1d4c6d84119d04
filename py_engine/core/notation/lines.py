"""The lines of a game written as text: the heading that all games share, and faults named by line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from py_engine.core.contract import MAX_INT, Model
from py_engine.core.validation import parse_json, shorten

__all__ = [
    "MAX_FAULTS",
    "Fault",
    "FaultError",
    "Heading",
    "Line",
    "limited",
    "lines_of",
    "read_heading",
    "words_of",
    "written_heading",
]

BRAND = "Hindsight"
MAX_LINE = 500
"""Maximum length of a line, in characters; a position after ``Start:`` may be longer."""
MAX_FAULTS = 50
"""Number of faulty lines that are named."""


class FaultError(Exception):
    """Raised for a line that cannot be read; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that says something: not empty, and without its comment."""

    number: int
    """From 1, as editors count."""
    text: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that cannot be read."""

    line: int
    text: str
    problem: str
    """One sentence."""

    @classmethod
    def at(cls, line: Line, problem: str) -> Fault:
        """The fault of a line."""
        return cls(line.number, shorten(line.text), problem)


@dataclass(slots=True)
class Heading:
    """What precedes the moves."""

    seed: int | None = None
    """The seed of the game's chance; None for a game played elsewhere."""
    options: dict[str, JsonValue] = field(default_factory=dict)
    start: Any = None
    """The JSON of the first position, where that is not the start of a game."""
    lines: dict[str, Line] = field(default_factory=dict)
    """Where each of these stands: by the key of an option, ``seed`` or ``start``."""


def lines_of(text: str) -> tuple[list[Line], list[Fault]]:
    """The lines of a text, and those that are too long; ``#`` begins a comment, except in a position."""
    found, faults = list[Line](), list[Fault]()
    for number, raw in enumerate(text.splitlines(), 1):
        position = raw.lstrip().lower().startswith("start:")
        line = Line(number, (raw if position else raw.split("#", 1)[0]).strip(" \t\ufeff"))
        if len(line.text) > MAX_LINE and not position:
            faults.append(
                Fault.at(line, f"A line has at most {MAX_LINE} characters, and this one has {len(line.text)}.")
            )
        elif line.text:
            found.append(line)
    return found, faults


def limited(faults: Sequence[Fault]) -> list[Fault]:
    """The first faults, in the order of their lines, and how many more there are."""
    named = sorted(faults, key=lambda fault: fault.line)
    more = named[MAX_FAULTS:]
    if not more:
        return named
    count = "1 more line" if len(more) == 1 else f"{len(more)} more lines"
    return [*named[:MAX_FAULTS], Fault(more[0].line, more[0].text, f"From here on, {count} cannot be read.")]


def words_of(options: type[Model]) -> dict[str, str]:
    """The name of each option in a heading, by its key: ``Real dice``."""
    return {key: info.title or key.replace("_", " ").capitalize() for key, info in options.model_fields.items()}


def read_heading(game: str, options: type[Model], lines: Sequence[Line]) -> tuple[Heading, list[Fault], Sequence[Line]]:
    """Reads the heading.

    Args:
        game: The name of the game.
        options: The model of its options.
        lines: All lines of the text.

    Returns:
        What it says, its faulty lines, and the lines after it.
    """
    heading, faults = Heading(), list[Fault]()
    wanted = f"{BRAND} {game}"
    if not lines:
        return heading, [Fault(1, "", f'The text is empty; it should begin with "{wanted}".')], []
    if lines[0].text.lower().split() != wanted.lower().split():
        return heading, [Fault.at(lines[0], f'The first line should be "{wanted}".')], []
    keys = {name.lower(): key for key, name in words_of(options).items()}
    for place, line in enumerate(lines[1:], 1):
        name, colon, value = (part.strip() for part in line.text.partition(":"))
        key = keys.get(name.lower(), name.lower())
        if not colon or (key not in options.model_fields and key not in ("seed", "start")):
            return heading, faults + _beside_start(heading), lines[place:]
        try:
            _take(heading, options, key, name, value)
            heading.lines[key] = line
        except FaultError as error:
            faults.append(Fault.at(line, str(error)))
    return heading, faults + _beside_start(heading), []


def _beside_start(heading: Heading) -> list[Fault]:
    """Faults of the lines that say what the position after ``Start:`` holds; its own seed may stand there."""
    if heading.start is None:
        return []
    own = heading.seed is not None and heading.start.get("seed") == heading.seed
    return [
        Fault.at(line, "The position after Start: holds the options and the seed: leave this line out.")
        for key, line in heading.lines.items()
        if key != "start" and (key in heading.options or (key == "seed" and heading.seed is not None and not own))
    ]


def _take(heading: Heading, options: type[Model], key: str, name: str, value: str) -> None:
    if key in heading.lines:
        raise FaultError(f"{name} is there twice.")
    if key == "seed":
        if not re.fullmatch(r"\d{1,16}", value) or int(value) > MAX_INT:
            raise FaultError("The seed should be a whole number below 2^53.")
        heading.seed = int(value)
    elif key == "start":
        try:
            position = parse_json(value, "position")
        except Exception as error:
            raise FaultError("The position after Start: is not valid JSON.") from error
        if not isinstance(position, dict):
            raise FaultError("The position after Start: should be a JSON object.")
        heading.start = position
    else:
        heading.options[key] = _option(options, key, name, value)


def _option(options: type[Model], key: str, name: str, value: str) -> JsonValue:
    """The value of an option, if it is one."""
    answers: dict[str, JsonValue] = {"yes": True, "no": False}
    read = answers.get(value.lower(), int(value) if re.fullmatch(r"-?\d{1,6}", value) else None)
    try:
        options.model_validate({key: read})
    except ValueError:
        raise FaultError(f"{shorten(value) or 'Nothing'} is not a possible value of {name}.") from None
    return read


def written_heading(
    game: str, options: type[Model], chosen: Mapping[str, JsonValue], seed: int | None, start: str | None
) -> list[str]:
    """The lines of a heading; options with their default values are left out.

    Args:
        game: The name of the game.
        options: The model of its options.
        chosen: Their values by key.
        seed: The seed of the game's chance, or None.
        start: The JSON of the first position, or None for the start of a game.
    """
    lines = [f"{BRAND} {game}"]
    defaults = {key: info.default for key, info in options.model_fields.items()}
    for key, name in words_of(options).items():
        if start is None and chosen[key] != defaults[key]:
            value = chosen[key]
            lines.append(f"{name}: {('no', 'yes')[value] if isinstance(value, bool) else value}")
    if seed:
        lines.append(f"Seed: {seed}")
    if start is not None:
        lines.append(f"Start: {start}")
    return lines
