"""From XML to events, safely: no DOCTYPE, no entities, bounded depth and count; what can be read is kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from py_engine.contract import ContractError
from py_engine.games.swccg.events import Event
from py_engine.validation import shorten

__all__ = ["CONTAINERS", "Log", "read_xml"]

CONTAINERS = ("gameReplay", "gameState", "update")
"""The elements that hold events."""
MAX_DEPTH = 64
MAX_EVENTS = 400_000
MAX_VALUES = 2_000_000

_POWER = {"darkPowerAtLocations": "dark", "lightPowerAtLocations": "light"}


@dataclass(slots=True)
class Log:
    """What was read."""

    root: str = ""
    """The name of the outermost element."""
    events: list[Event] = field(default_factory=list)
    damaged: bool = False
    """Whether the XML ended early or could not be read to its end."""
    other: int = 0
    """How many elements beside events a container had."""


def read_xml(data: bytes | str) -> Log:
    """The events of a container, or the one event that stands alone.

    Args:
        data: XML; bytes say their encoding themselves (UTF-8 where they do not).

    Raises:
        ContractError: INVALID_PARAMS when it is not XML at all, or XML of a kind that is refused.
    """
    reader = _Reader()
    parser = expat.ParserCreate("UTF-8" if isinstance(data, str) else None)
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.StartDoctypeDeclHandler = reader.doctype
    try:
        parser.Parse(data.encode("utf-8", "replace") if isinstance(data, str) else data, True)
    except expat.ExpatError:
        if not reader.log.root:
            raise ContractError("INVALID_PARAMS", "This is not XML, so it cannot be a GEMP log.") from None
        reader.cut()
    except (LookupError, ValueError):
        raise ContractError("INVALID_PARAMS", "The XML is in an encoding that is not read here.") from None
    return reader.log


class _Reader:
    """Expat's handlers, which fill a log."""

    def __init__(self) -> None:
        self.log = Log()
        self.depth = 0
        self.event: Event | None = None
        self.values = 0

    def doctype(self, *_: object) -> None:
        raise ContractError("INVALID_PARAMS", "The XML has a document type declaration, which no GEMP log has.")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.event is not None:
            self._inside(self.event, name, attributes)
        elif name == "ge":
            self._event(attributes)
        elif self.depth > 1:
            self.log.other += 1
        if self.depth == 1:
            self._root(name)
        elif self.depth > MAX_DEPTH:
            raise ContractError("INVALID_PARAMS", f"The XML is nested more than {MAX_DEPTH} deep.")

    def end(self, name: str) -> None:
        self.depth -= 1
        if name == "ge":
            self.event = None

    def cut(self) -> None:
        """The rest cannot be read: an event that is not finished is left out."""
        self.log.damaged = True
        if self.event is not None:
            self.log.events.pop()

    def _root(self, name: str) -> None:
        self.log.root = name
        if name != "ge" and name not in CONTAINERS:
            raise ContractError(
                "INVALID_PARAMS",
                f"The XML's outermost element is {shorten(name)!r}; a GEMP log's is gameReplay, gameState or update.",
            )

    def _event(self, attributes: dict[str, str]) -> None:
        if len(self.log.events) >= MAX_EVENTS:
            raise ContractError("INVALID_PARAMS", f"The log has more than {MAX_EVENTS:,} events.")
        self.event = Event(attributes.get("type", ""), attributes)
        self.log.events.append(self.event)

    def _inside(self, event: Event, name: str, attributes: dict[str, str]) -> None:
        self.values += 1
        if self.values > MAX_VALUES:
            raise ContractError("INVALID_PARAMS", f"The log's events have more than {MAX_VALUES:,} parts.")
        if name == "parameter":
            event.parameters.setdefault(attributes.get("name", ""), []).append(attributes.get("value", ""))
        elif name == "playerZones":
            event.zones[attributes.get("name", "")] = attributes
        elif name in _POWER:
            event.power[_POWER[name]] = attributes
        elif name == "ge":
            # An event inside an event: the outer one lost its end.
            self._event(attributes)
