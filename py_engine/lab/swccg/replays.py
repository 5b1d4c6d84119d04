"""A folder of recorded SWCCG games: its replays, their known answers, and the cards."""

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
    "digest",
    "game_of",
    "known_answers",
    "load_cards",
    "opened",
    "readable",
    "result_or_unread",
    "sources",
    "task_of",
]

_RESPONSES = (".responses.jsonl", ".responses.jsonl.gz")
_ENDINGS = (".xml", ".gz")
_GAME_MESSAGES = 100
"""Messages from the start of a log that identify its game."""


class UnreadableError(LabError):
    """A file is not a replay; the others in its folder may be."""


class Source(NamedTuple):
    """A replay in the folder."""

    path: Path
    replay_id: str
    responses: Path | None
    """The file of its known answers."""


def sources(folder: Path, responses: Sequence[Path] = ()) -> tuple[list[Source], list[str]]:
    """The distinct replays of a folder in order of name, and the skipped files with reasons.

    Args:
        folder: Or a single replay.
        responses: Further files of known answers; each applies to replays whose names start with its game's name.

    Raises:
        LabError: if there is no such folder, or no replay in it.
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
    """The answers file whose game's name is the longest prefix of a replay's name."""
    games = [game for game in answers if name.startswith(f"{game}.")]
    return answers[max(games, key=len)] if games else None


class Task(TypedDict):
    """Everything that a job about a replay depends on, as paths and hashes."""

    path: str
    replay: str
    """SHA-256 of the unpacked replay."""
    responses: str | None
    answers: str | None
    """A hash of the known answers."""
    cards: list[str]
    card_data: str
    """A hash of the cards."""
    engine: str


class Unread(TypedDict):
    """The result for a file that is not a replay."""

    unread: str
    """The reason, as a sentence."""


def task_of(source: Source, cards: Sequence[Path]) -> Task:
    """The task of a replay."""
    return {
        "path": str(source.path),
        "replay": source.replay_id,
        "responses": None if source.responses is None else str(source.responses),
        "answers": None if source.responses is None else digest([source.responses]),
        "cards": [str(path) for path in cards],
        "card_data": digest(cards),
        "engine": engine_of("swccg"),
    }


def _file_digest(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise LabError(f"The file {path} cannot be read: {error.strerror}.") from None


def digest(paths: Iterable[Path]) -> str:
    """A hash of the contents of some files."""
    return sha256("".join(_file_digest(path) for path in paths).encode()).hexdigest()


_loaded: dict[str, str | None] = {}
"""Digest of card files -> id of the cards loaded from them in this process."""


def load_cards(paths: Sequence[Path]) -> None:
    """Loads exactly the cards of these files, each of one or both sides, unless they are already loaded.

    Raises:
        LabError: if a file does not belong to the card database.
    """
    found = digest(paths)
    if found in _loaded and _loaded[found] == LIBRARY.id:
        return
    sides: dict[str, list[Any]] = {"dark": [], "light": []}
    for path in paths:
        usual = "light" if "light" in path.name.lower() else "dark"
        for card in _cards_in(path):
            given = card.get("side") if isinstance(card, dict) else None
            side = given.lower() if isinstance(given, str) else usual
            sides[side if side in sides else usual].append(card)
    LIBRARY.clear()
    for side, cards in sides.items():
        if cards:
            LIBRARY.load(side, cards)
    _loaded[found] = LIBRARY.id


def _cards_in(path: Path) -> list[Any]:
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise LabError(f"The cards {path} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise LabError(f"The cards {path} are not JSON.") from None
    cards = data.get("cards") if isinstance(data, dict) else data
    if not isinstance(cards, list):
        raise LabError(f"The file {path} is not the card database: it has no list of cards.")
    return cards


def opened(task: Task) -> tuple[Replay, str]:
    """The replay of a task and the id of its game; loads the task's cards.

    Raises:
        UnreadableError: if the file is not a replay.
        LabError: if the cards cannot be read, or the engine differs from the task's.
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


def result_or_unread(job: Callable[[T], R], task: T) -> R | Unread:
    """The result of a job about a replay, or why the file is not a replay."""
    try:
        return job(task)
    except UnreadableError as error:
        return {"unread": str(error)}


def readable(found: Sequence[Source], results: Sequence[Any]) -> tuple[list[Source], list[Any], list[str]]:
    """The readable replays, their results, and the reasons why the others are not readable.

    Args:
        found: The replays.
        results: One for each replay, possibly ``Unread``.

    Raises:
        LabError: if none could be read.
    """
    pairs = [(source, result) for source, result in zip(found, results, strict=True) if "unread" not in result]
    unread = [result["unread"] for result in results if "unread" in result]
    if not pairs:
        raise LabError(f"None of the files is a replay. {unread[0]}")
    return [source for source, _ in pairs], [result for _, result in pairs], unread


def game_of(raw: bytes, replay: Replay) -> str:
    """An id of the game, equal for both seats' logs: a hash of its players and first messages."""
    messages = [event.get("message") for event in read_xml(raw).events if event.type == "M"]
    players = sorted([replay.seat, replay.opponent or ""])
    return sha256(json.dumps([players, messages[:_GAME_MESSAGES]]).encode()).hexdigest()[:16]


def canonical(decision_type: str, answer: str) -> str:
    """An answer in the engine's canonical form: ids ascend."""
    return joined(answer.split(",")) if decision_type in SELECTIONS and answer else answer


def known_answers(path: Path, replay: Replay) -> list[str | None]:
    """The known answer to every decision of a replay; None where the file has none.

    Args:
        path: JSON lines; the player's k-th line answers the k-th decision of the replay.
        replay: The replay.

    Raises:
        LabError: if the file cannot be read, or belongs to another game.
    """
    own = [row for row in _rows(path) if row.get("player") == replay.seat]
    answers: list[str | None] = [None] * len(replay.decisions)
    for place, (row, asked) in enumerate(zip(own, replay.decisions, strict=False)):
        asks = asked.decision.decision_type
        if row.get("type", asks) != asks:
            text = f"its answer {place} is to a decision of type {str(row['type'])[:40]}, the replay's is {asks}"
            raise LabError(f"The answers in {path.name} do not fit the replay: {text}.")
        response = row.get("response")
        answers[place] = canonical(asks, response) if isinstance(response, str) else None
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
