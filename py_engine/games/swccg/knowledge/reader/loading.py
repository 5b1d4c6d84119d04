"""Loads what the user supplies: a replay, or the card database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from py_engine.core.contract import ContractError, Model, StateWarning
from py_engine.core.evaluation import Job, Pieces
from py_engine.core.validation import parse_json, shorten
from py_engine.games.swccg.knowledge.reader.container import decode_base64
from py_engine.games.swccg.knowledge.reader.decision_rows import DecisionRow, decision_rows
from py_engine.games.swccg.knowledge.reader.replays import REPLAYS, Replay, read_replay
from py_engine.games.swccg.rules.cards import LIBRARY, Skipped

__all__ = ["LoadCardsArgs", "LoadReplay", "LoadReplayArgs", "load_cards", "unknown_cards"]

_MAX_SKIPPED = 50
_MAX_NAMED = 5


class LoadReplayArgs(Model):
    """A replay, as base64 of the file's bytes or as XML text."""

    data_base64: str | None = None
    xml: str | None = None


@dataclass(frozen=True, slots=True)
class KnownCards:
    """Which of a replay's cards are loaded."""

    id: str | None
    """SHA-256 of all loaded cards; None without any."""
    known: int
    unknown: Sequence[str]


@dataclass(frozen=True, slots=True)
class LoadedReplay:
    """The contents of a replay."""

    replay_id: str
    seat: str
    opponent: str | None
    side: str | None
    winner: str | None
    events: int
    warnings: Sequence[StateWarning]
    cards: KnownCards
    titles: Mapping[str, str]
    decisions: Sequence[DecisionRow]


class LoadReplay(Job[LoadedReplay]):
    """Reads a replay and keeps it in ``REPLAYS``.

    Raises:
        ContractError: INVALID_PARAMS.
    """

    def __init__(self, args: LoadReplayArgs) -> None:
        super().__init__()
        if (args.data_base64 is None) == (args.xml is None):
            raise ContractError("INVALID_PARAMS", "A replay should be given either as data_base64 or as xml.")
        self._data: bytes | str = args.xml if args.xml is not None else decode_base64(args.data_base64 or "")
        self._replay: Replay | None = None
        self._share = 0.0

    @property
    def progress(self) -> float:
        """Share of the work done, 0..1."""
        return 1.0 if self.done else self._share

    def work(self) -> Pieces:
        """Reads the replay piece by piece."""
        reading = read_replay(self._data)
        while True:
            try:
                self._share = next(reading)
            except StopIteration as end:
                self._replay = end.value
                break
            yield
        self._data = b""
        REPLAYS.keep(self._replay)

    def result(self) -> LoadedReplay | None:
        """The contents of the replay, once it is read."""
        replay = self._replay
        if replay is None:
            return None
        unknown = [blueprint for blueprint in replay.blueprints if LIBRARY.get(blueprint) is None]
        return LoadedReplay(
            replay_id=replay.id,
            seat=replay.seat,
            opponent=replay.opponent,
            side=replay.side,
            winner=replay.winner,
            events=replay.events,
            warnings=replay.warnings + unknown_cards(unknown),
            cards=KnownCards(LIBRARY.id, len(replay.blueprints) - len(unknown), unknown),
            titles=replay.titles,
            decisions=decision_rows(replay),
        )


def unknown_cards(blueprints: Sequence[str]) -> list[StateWarning]:
    """A warning about cards that are not among the loaded ones; none while no cards are loaded."""
    if LIBRARY.id is None or not blueprints:
        return []
    names = ", ".join(shorten(name) for name in blueprints[:_MAX_NAMED])
    more = f" and {len(blueprints) - _MAX_NAMED} more" if len(blueprints) > _MAX_NAMED else ""
    text = f"These are not among the loaded cards, so their numbers are unknown: {names}{more}."
    return [StateWarning(code="unknown_cards", text=text)]


class LoadCardsArgs(Model):
    """``Dark.json`` and ``Light.json`` of the public card database, as text or parsed."""

    dark_json: JsonValue = None
    light_json: JsonValue = None


@dataclass(frozen=True, slots=True)
class LoadedCards:
    """Result of loading the card database."""

    cards: int
    """Cards loaded now, of both sides."""
    taken: Mapping[str, int]
    """Cards taken from the given files, by side."""
    skipped: Sequence[Skipped]
    """The first of the entries that were not taken."""
    skipped_in_all: int
    id: str | None


def load_cards(args: LoadCardsArgs) -> LoadedCards:
    """Loads the cards of one or both sides.

    Returns:
        How many cards were taken, and why others were not.

    Raises:
        ContractError: INVALID_PARAMS if a file does not have the database's format; nothing changes then.
    """
    given = {side: data for side, data in (("dark", args.dark_json), ("light", args.light_json)) if data is not None}
    if not given:
        raise ContractError("INVALID_PARAMS", "Give dark_json, light_json or both.")
    lists = {side: _cards_of(data, f"{side}_json") for side, data in given.items()}
    taken: dict[str, int] = {}
    skipped: list[Skipped] = []
    for side, data in lists.items():
        taken[side], missed = LIBRARY.load(side, data)
        skipped += missed
    return LoadedCards(
        cards=sum(len(cards) for cards in LIBRARY.by_side.values()),
        taken=taken,
        skipped=skipped[:_MAX_SKIPPED],
        skipped_in_all=len(skipped),
        id=LIBRARY.id,
    )


def _cards_of(data: JsonValue, what: str) -> list[JsonValue]:
    parsed = parse_json(data, what) if isinstance(data, str) else data
    cards = parsed.get("cards") if isinstance(parsed, dict) else parsed
    if not isinstance(cards, list):
        raise ContractError("INVALID_PARAMS", f"The file {what} is not the card database: it has no list of cards.")
    return cards
