"""Folders of small SWCCG games for tests of the laboratory: invented decisions, both seats' logs, and known answers."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from py_engine.games.swccg.knowledge.reader.replays import Replay, ReplayDecision, read_at_once
from py_engine.games.swccg.rules.cards import LIBRARY
from tests.games.swccg.logs import (
    DARK,
    FACE_DOWN_DARK,
    LIGHT,
    Action,
    Numbers,
    arbitrary_cards,
    as_gzip,
    as_zlib,
    card_action_choice,
    card_selection,
    game_replay,
    integer,
    message,
    multiple_choice,
    numbers,
    participants,
    phase,
    put_in_play,
    turn,
)

Answering = Callable[[ReplayDecision], str]
_WORDS = (
    "Force drain",
    "USED: Look at the Reserve Deck",
    "LOST: Retrieve 2 Force",
    "Move using landspeed",
    "Use 2 Force to cancel a weapon",
    "Initiate battle",
    "Draw card into hand from Force Pile",
)


def log_of(game: str, seat: str, decisions: int) -> str:
    """One seat's log of an invented game; messages and statistics are the same for both seats."""
    shared, own = Random(game), Random(f"{game} {seat}")
    # The card's back shows which side is dark.
    back = put_in_play(1, FACE_DOWN_DARK, "TOP_OF_RESERVE_DECK", DARK)
    events = [participants(seat, DARK, LIGHT), message(f"{game} begins"), back, turn(DARK)]
    for number in range(decisions):
        events.append(phase(("Control", "Deploy", "Move", "Draw")[number % 4], 1 + number // 8))
        events.append(message(f"{game}: event {number} is {shared.randrange(99)}"))
        dark, light = (
            Numbers({"FORCE_PILE": shared.randrange(6), "HAND": shared.randrange(4, 16), "RESERVE_DECK": 20})
            for _ in range(2)
        )
        events += [numbers(dark, light), _asked(number, seat, own)]
    return game_replay(events)


def _asked(number: int, seat: str, random: Random) -> str:
    if number % 11 == 7:
        return card_selection(seat, "Choose a card to lose", ["11", "12", "13"], 1, 2)
    if number % 11 == 8:
        return integer(seat, "Choose an amount", 0, 4)
    if number % 11 == 9:
        return multiple_choice(seat, "Do you want to?", ["Yes", "No"])
    if number % 11 == 10:
        return arbitrary_cards(seat, "Choose a card to take into hand", ["1_1", "1_2", "1_2"])
    words = random.sample(_WORDS, random.randrange(0, 5))
    name = ("control", "deploy", "move", "draw")[number % 4]
    return card_action_choice(seat, f"Choose {name} action or Pass", [Action(each) for each in words])


def write_folder(folder: Path, games: int = 4, decisions: int = 30, answering: Answering | None = None) -> Path:
    """Writes both seats' logs of some games, packed in three ways, with known answers if ``answering`` is given."""
    LIBRARY.clear()
    folder.mkdir(exist_ok=True)
    for number in range(games):
        lines: list[dict[str, Any]] = []
        for seat in (DARK, LIGHT):
            text = log_of(f"g{number + 1}", seat, decisions)
            packed = (as_gzip(text), as_zlib(text), text.encode())[number % 3]
            ending = "xml" if number % 3 == 2 else "xml.gz"
            (folder / f"g{number + 1}.{seat.split()[1]}.replay.{ending}").write_bytes(packed)
            if answering is not None:
                lines += _lines(read_at_once(text), answering)
        if answering is not None:
            # Real files also end with a line about the whole game.
            responses = "".join(f"{json.dumps(line)}\n" for line in [*lines, {"end": "winner"}])
            (folder / f"g{number + 1}.responses.jsonl.gz").write_bytes(gzip.compress(responses.encode(), mtime=0))
    return folder


def _lines(replay: Replay, answering: Answering) -> Iterator[dict[str, Any]]:
    for place, asked in enumerate(replay.decisions):
        about = {"player": replay.seat, "ordinal": place + 1, "type": asked.decision.decision_type}
        yield {**about, "response": answering(asked)}
