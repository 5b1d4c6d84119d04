"""Parses XML into events safely: no DOCTYPE, no entities, limited depth and size; a damaged log is read up to the damage."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.parsers.expat import errors

from py_engine.core.contract import ContractError
from py_engine.core.validation import shorten
from py_engine.games.swccg.rules.events import Event

__all__ = ["CONTAINERS", "Log", "read_xml", "reading_xml"]

CONTAINERS = ("gameReplay", "gameState", "update")
"""Elements that contain events."""
MAX_DEPTH = 64
MAX_EVENTS = 400_000
MAX_VALUES = 2_000_000
MAX_DOCUMENTS = 20_000
"""Limit on concatenated documents: a capture of what the server sends may hold many in one file."""
_PIECE = 65_536
"""Bytes parsed at a time, in a millisecond or two."""

_POWER = {"darkPowerAtLocations": "dark", "lightPowerAtLocations": "light"}
_UNUSED = frozenset(("horizontal", "testingText", "backSideTestingText"))
"""Parameters of decisions that only concern pictures; they are half of all parameters."""
_NEXT = (
    errors.codes[errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT],
    errors.codes[errors.XML_ERROR_MISPLACED_XML_PI],
)
"""Parser errors that mean another document begins."""


@dataclass(slots=True)
class Log:
    """The contents of an XML log."""

    root: str = ""
    """Name of the outermost element, of the first document if there are several."""
    events: list[Event] = field(default_factory=list)
    damaged: bool = False
    """Whether the XML could not be read to its end."""
    other: int = 0
    """Number of elements other than events."""


def read_xml(data: bytes | str) -> Log:
    """The events of a container element or a single event element; concatenated documents are all read.

    Args:
        data: XML; bytes are decoded as the document declares (UTF-8 by default).

    Raises:
        ContractError: INVALID_PARAMS if it is not XML, or XML of a kind that is refused.
    """
    reading = reading_xml(data)
    while True:
        try:
            next(reading)
        except StopIteration as end:
            log: Log = end.value
            return log


def reading_xml(data: bytes | str) -> Generator[float, None, Log]:
    """Like ``read_xml``, in pieces; yields the share of the work done, 0..1."""
    reader = _Reader()
    encoding = "UTF-8" if isinstance(data, str) else None
    rest = memoryview((data.encode("utf-8", "replace") if isinstance(data, str) else data).lstrip(b" \t\r\n"))
    whole = max(1, len(rest))
    for _ in range(MAX_DOCUMENTS):
        document = _Document(reader, encoding)
        for start in range(0, max(1, len(rest)), _PIECE):
            piece = rest[start : start + _PIECE]
            document.feed(piece, last=start + _PIECE >= len(rest))
            if document.ended:
                break
            yield 1 - (len(rest) - start - len(piece)) / whole
        if document.next is None:
            return reader.log
        rest = rest[document.next :]
    reader.cut()
    return reader.log


class _Document:
    """The parser of one document.

    Args:
        reader: Receives the elements.
        encoding: The encoding of the data; None uses the document's declaration.

    Attributes:
        ended: Whether the document has ended.
        next: Offset of the next document from the start of this one; None if there is none.
    """

    def __init__(self, reader: _Reader, encoding: str | None) -> None:
        self.ended = False
        self.next: int | None = None
        self._reader = reader
        self._first = reader.log.root == ""
        self._parser = expat.ParserCreate(encoding)
        self._parser.StartElementHandler = reader.start
        self._parser.EndElementHandler = reader.end
        self._parser.StartDoctypeDeclHandler = reader.doctype

    def feed(self, data: memoryview, *, last: bool) -> None:
        """Parses the next piece.

        Args:
            data: The piece.
            last: Whether it is the last one.
        """
        try:
            self._parser.Parse(data, last)
            self.ended = last
        except expat.ExpatError as error:
            self.ended = True
            self._break(error)
        except (ContractError, LookupError, ValueError) as error:
            self.ended = True
            if not self._first:
                self._reader.cut()
            elif isinstance(error, ContractError):
                raise
            else:
                raise ContractError("INVALID_PARAMS", "The encoding of the XML is not supported.") from None

    def _break(self, error: expat.ExpatError) -> None:
        """Ends the document where another one begins, or at the damage."""
        reader = self._reader
        if error.code in _NEXT and reader.depth == 0 and reader.log.root and self._parser.ErrorByteIndex > 0:
            self.next = self._parser.ErrorByteIndex
        elif not reader.log.root:
            raise ContractError("INVALID_PARAMS", "This is not XML, so it cannot be a GEMP log.") from None
        else:
            reader.cut()


class _Reader:
    """Expat handlers that fill a log."""

    def __init__(self) -> None:
        self.log = Log()
        self.depth = 0
        self.event: Event | None = None
        self.values = 0
        self._parameters: dict[str, list[str]] = {}
        self._zones: dict[str, dict[str, str]] = {}
        self._power: dict[str, dict[str, str]] = {}
        """What the present event holds; it gets each of them with the first entry."""

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
        """Marks the log as damaged, and drops an unfinished event."""
        self.log.damaged = True
        if self.event is not None:
            self.log.events.pop()

    def _root(self, name: str) -> None:
        self.log.root = self.log.root or name
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
        if self._parameters:
            self._parameters = {}
        if self._zones or self._power:
            self._zones, self._power = {}, {}

    def _inside(self, event: Event, name: str, attributes: dict[str, str]) -> None:
        self.values += 1
        if self.values > MAX_VALUES:
            raise ContractError("INVALID_PARAMS", f"The log's events have more than {MAX_VALUES:,} parts.")
        if name == "parameter":
            which = attributes.get("name", "")
            if which in _UNUSED:
                return
            values = self._parameters.get(which)
            if values is None:
                values = self._parameters[which] = []
                event.parameters = self._parameters
            values.append(attributes.get("value", ""))
        elif name == "playerZones":
            self._zones[attributes.get("name", "")] = attributes
            event.zones = self._zones
        elif name in _POWER:
            self._power[_POWER[name]] = attributes
            event.power = self._power
        elif name == "ge":
            # An event inside an event: the end of the outer one is missing.
            self._event(attributes)
