"""A folder of recorded SWCCG games: its replays, the answers that are known beside them, and the cards."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, TypeVar

from py_engine.core.contract import ContractError
from py_engine.games.swccg.knowledge.reader.container import unpack
from py_engine.games.swccg.knowledge.reader.replays import Replay, read_at_once
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.decisions import SELECTIONS, joined
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.versions import engine_of, require_same

__all__ = [
    "Source",
    "Task",
    "Unread",
    "UnreadableError",
    "canonical",
    "game_of",
    "known_answers",
    "load_cards",
    "opened",
    "readable",
    "sources",
    "task_of",
    "told",
]

_RESPONSES = (".responses.jsonl", ".responses.jsonl.gz")
_ENDINGS = (".xml", ".gz")
_GAME_MESSAGES = 100
"""Messages from the start of a log by which the other seat's log of the same game is recognised."""


class UnreadableError(LabError):
    """A file is no replay; the others of its folder may be."""


class Source(NamedTuple):
    """A replay of the folder."""

    path: Path
    replay_id: str
    responses: Path | None
    """The file of its known answers."""


def sources(folder: Path, responses: Sequence[Path] = ()) -> tuple[list[Source], list[str]]:
    """The replays of a folder in order of name, each once whatever its packing, and what was passed over and why.

    Args:
        folder: or a single replay.
        responses: files of known answers beside those in the folder; each is for the replays whose names begin as its.

    Raises:
        LabError: there is no such folder, or no replay in it.
    """
    if not folder.exists():
        raise LabError(f"There is no folder {folder}.")
    files = sorted(folder.iterdir()) if folder.is_dir() else [folder]
    beside = files if folder.is_dir() else sorted(folder.parent.iterdir())
    answers = {_game(path): path for path in [*beside, *responses] if _answers(path)}
    found: dict[str, Source] = {}
    passed: list[str] = []
    for path in files:
        if not path.is_file() or _answers(path) or not path.name.endswith(_ENDINGS):
            continue
        try:
            raw, _ = unpack(path.read_bytes())
        except ContractError as error:
            passed.append(f"{path.name}: {error.sentence}")
            continue
        replay_id = sha256(raw).hexdigest()
        if replay_id in found:
            passed.append(f"{path.name}: It is the same log as {found[replay_id].path.name}.")
            continue
        found[replay_id] = Source(path, replay_id, _beside(path.name, answers))
    if not found:
        raise LabError(f"There is no replay (*.xml, *.gz) in {folder}.")
    return list(found.values()), passed


def _answers(path: Path) -> bool:
    return path.name.endswith(_RESPONSES)


def _game(path: Path) -> str:
    return path.name.removesuffix(".gz").removesuffix(".responses.jsonl")


def _beside(name: str, answers: dict[str, Path]) -> Path | None:
    """The answers whose game's name begins a replay's name; the longest such name, so that g1 is not taken for g10."""
    games = [game for game in answers if name.startswith(f"{game}.")]
    return answers[max(games, key=len)] if games else None


class Task(TypedDict):
    """What a job about a replay depends on, and where that is found."""

    path: str
    replay: str
    """See ``Source``."""
    responses: str | None
    answers: str | None
    """A hash of the known answers."""
    cards: list[str]
    card_data: str
    """A hash of the cards."""
    engine: str


class Unread(TypedDict):
    """The result for a file that is no replay."""

    unread: str
    """A sentence."""


def task_of(source: Source, cards: Sequence[Path]) -> Task:
    """A task about a replay: all that its result depends on, and where that is found."""
    return {
        "path": str(source.path),
        "replay": source.replay_id,
        "responses": None if source.responses is None else str(source.responses),
        "answers": None if source.responses is None else _digest([source.responses]),
        "cards": [str(path) for path in cards],
        "card_data": _digest(cards),
        "engine": engine_of("swccg"),
    }


def _file_digest(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise LabError(f"The file {path} cannot be read: {error.strerror}.") from None


def _digest(paths: Iterable[Path]) -> str:
    return sha256("".join(_file_digest(path) for path in paths).encode()).hexdigest()


_loaded: dict[str, str | None] = {}
"""Digest of card files -> the id of what they hold, once they were loaded here."""


def load_cards(paths: Sequence[Path]) -> None:
    """Loads exactly the cards of these files, each of one side or of both; nothing when they are loaded already.

    Raises:
        LabError: a file is not of the card database.
    """
    digest = _digest(paths)
    if digest in _loaded and _loaded[digest] == LIBRARY.id:
        return
    sides: dict[str, list[Any]] = {"dark": [], "light": []}
    for path in paths:
        usual = "light" if "light" in path.name.lower() else "dark"
        for card in _cards_in(path):
            said = card.get("side") if isinstance(card, dict) else None
            side = said.lower() if isinstance(said, str) else usual
            sides[side if side in sides else usual].append(card)
    LIBRARY.clear()
    for side, cards in sides.items():
        if cards:
            LIBRARY.load(side, cards)
    _loaded[digest] = LIBRARY.id


def _cards_in(path: Path) -> list[Any]:
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise LabError(f"The cards {path} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise LabError(f"The cards {path} are not JSON.") from None
    cards = data.get("cards") if isinstance(data, dict) else data
    if not isinstance(cards, list):
        raise LabError(f"The file {path} is not of the card database: it has no list of cards.")
    return cards


def opened(task: Task) -> tuple[Replay, str]:
    """The replay of a task, with its cards loaded, and what names its game.

    Raises:
        UnreadableError: it is no replay.
        LabError: the cards cannot be read, or the engine is not the one that the task means.
    """
    load_cards([Path(path) for path in task["cards"]])
    path = Path(task["path"])
    try:
        raw, _ = unpack(path.read_bytes())
        replay = read_at_once(raw)
    except ContractError as error:
        raise UnreadableError(f"{path.name}: {error.sentence}") from None
    require_same(task["engine"], engine_of("swccg"))
    return replay, game_of(raw, replay)


T = TypeVar("T", bound=Task)
R = TypeVar("R")


def told(tell: Callable[[T], R], task: T) -> R | Unread:
    """What is told of a replay, or why its file is none."""
    try:
        return tell(task)
    except UnreadableError as error:
        return {"unread": str(error)}


def readable(found: Sequence[Source], results: Sequence[Any]) -> tuple[list[Source], list[Any], list[str]]:
    """The replays that could be read with their results, and what is to be said of the others.

    Args:
        found: the replays.
        results: of each, or ``Unread``.

    Raises:
        LabError: none could be read.
    """
    pairs = [(source, result) for source, result in zip(found, results, strict=True) if "unread" not in result]
    unread = [result["unread"] for result in results if "unread" in result]
    if not pairs:
        raise LabError(f"None of the files is a replay. {unread[0]}")
    return [source for source, _ in pairs], [result for _, result in pairs], unread


def game_of(raw: bytes, replay: Replay) -> str:
    """The same for both seats' logs of a game: a hash of its players and of what the log tells both of them first."""
    told = [event.get("message") for event in read_xml(raw).events if event.type == "M"]
    players = sorted([replay.seat, replay.opponent or ""])
    return sha256(json.dumps([players, told[:_GAME_MESSAGES]]).encode()).hexdigest()[:16]


def canonical(decision_type: str, answer: str) -> str:
    """An answer in the form in which the engine lists it: ids ascend."""
    return joined(answer.split(",")) if decision_type in SELECTIONS and answer else answer


def known_answers(path: Path, replay: Replay) -> list[str | None]:
    """The recorded answer to every decision of a replay, None where the file has none.

    Args:
        path: lines of JSON; the k-th line of the replay's player is about the k-th decision of the replay.
        replay: see there.

    Raises:
        LabError: the file cannot be read, or it is about another game.
    """
    own = [row for row in _rows(path) if row.get("player") == replay.seat]
    answers: list[str | None] = [None] * len(replay.decisions)
    for place, (row, asked) in enumerate(zip(own, replay.decisions, strict=False)):
        asks = asked.decision.decision_type
        if row.get("type", asks) != asks:
            text = f"its answer {place} is to a decision of type {str(row['type'])[:40]}, the replay's is {asks}"
            raise LabError(f"The answers in {path.name} do not fit the replay: {text}.")
        said = row.get("response")
        answers[place] = canonical(asks, said) if isinstance(said, str) else None
    return answers


def _rows(path: Path) -> list[dict[str, object]]:
    try:
        raw = path.read_bytes()
        text = gzip.decompress(raw) if raw.startswith(b"\x1f\x8b") else raw
        rows = [json.loads(line) for line in text.splitlines() if line.strip()]
    except (OSError, EOFError):
        raise LabError(f"The answers in {path} cannot be read.") from None
    except ValueError:
        raise LabError(f"The answers in {path} are not lines of JSON.") from None
    return [row for row in rows if isinstance(row, dict)]
