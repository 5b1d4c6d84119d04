"""What a replay keeps of each decision: positions share unchanged parts, and their number is limited."""

from __future__ import annotations

import tracemalloc

import pytest

from py_engine.games.swccg.knowledge.reader.replays import read_at_once
from py_engine.games.swccg.knowledge.reader.tracker import Tracker
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.rules.position import Position
from tests.games.swccg.bridge_calls import START, load, query
from tests.games.swccg.logs import (
    DARK,
    LIGHT,
    Action,
    Numbers,
    battle_ends,
    battle_starts,
    card_selection,
    choose,
    game_replay,
    hint,
    location,
    message,
    moved,
    numbers,
    put_in_play,
    removed,
)
from tests.games.swccg.sampled import sample
from tests.games.swccg.tracking import events, positions

QUESTION = choose("Choose Deploy action or Pass", [Action("Deploy", 12)])
PARTS = ("piles", "generation", "locations", "cards", "seen", "messages")


def shared(before: Position, after: Position) -> set[str]:
    parts = {name for name in PARTS if getattr(before.board, name) is getattr(after.board, name)}
    return parts | ({"titles"} if before.titles is after.titles else set())


EVERY = {*PARTS, "titles"}


@pytest.mark.parametrize(
    ("change", "new"),
    [
        (choose("Optional responses"), set()),
        (message("Something"), {"messages"}),
        (message(hint("8_8", "Named")), {"messages", "titles"}),
        (removed([99]), set()),
        (removed([12]), {"cards"}),
        (moved(40, "3_3", 0, LIGHT), {"cards"}),
        (put_in_play(41, "3_3", "HAND"), {"cards", "seen"}),
        (location(50, "3_4", 0, None), {"cards", "locations", "seen"}),
        (numbers(Numbers({"HAND": 3})), {"piles"}),
        (numbers(Numbers({"FORCE_PILE": 8, "HAND": 2, "RESERVE_DECK": 40}, generation=3)), {"piles", "generation"}),
    ],
)
def test_positions_share_only_unchanged_parts(change: str, new: set[str]) -> None:
    found = positions(
        events(*START, put_in_play(40, "3_3", "AT_LOCATION", LIGHT, location=0), QUESTION, change, QUESTION)
    )
    assert shared(found[0], found[-1]) == EVERY - new


def test_positions_are_unaffected_by_later_events() -> None:
    log = [
        *START,
        QUESTION,
        put_in_play(40, "3_3", "AT_LOCATION", LIGHT, location=0),
        battle_starts(0, [40]),
        QUESTION,
        removed([12, 40]),
        battle_ends(),
        QUESTION,
        location(50, "3_4", 0, None),
        message(hint("8_8", "Named")),
        QUESTION,
    ]
    found = positions(events(*log))
    for index, position in enumerate(found):
        ends = [place for place, each in enumerate(log) if each == QUESTION]
        assert positions(events(*log[: ends[index] + 1]))[-1] == position
    assert [position.board.battle is None for position in found] == [True, False, True, True]


def test_sample_positions_equal_independent_copies() -> None:
    tracker, kept = Tracker(), []
    for each in read_xml(sample().xml).events:
        tracker.fold(each)
        if tracker.asks(each):
            kept.append((tracker.position(each), tracker.board.copy(), list(tracker.board.cards), dict(tracker.titles)))
    assert len(kept) > 20
    for position, board, order, titles in kept:
        assert position.board == board
        assert list(position.board.cards) == order
        assert position.titles == titles


def test_many_decisions_on_a_large_table_take_little_memory() -> None:
    table = [put_in_play(1_000 + number, f"7_{number}", "SIDE_OF_TABLE") for number in range(1_500)]
    names = [
        message("".join(hint(f"7_{number}", f"Card {number}") for number in range(start, start + 50)))
        for start in range(0, 1_500, 50)
    ]
    log = game_replay([*START, *table, *names, *([QUESTION] * 1_000)])
    tracemalloc.start()
    try:
        replay = read_at_once(log)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(replay.decisions) == 1_000
    # Separate copies of the table and the titles would take more than 200 MB.
    assert kept < 20_000_000


def test_number_of_decisions_is_limited_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("py_engine.games.swccg.knowledge.reader.replays.MAX_DECISIONS", 3)
    found = load([*START, *([QUESTION] * 3)])
    assert (len(found["decisions"]), found["warnings"]) == (3, [])
    found = load([*START, *([QUESTION] * 5), message(f"{LIGHT} is the winner due to: time")])
    assert len(found["decisions"]) == 3
    assert [warning["code"] for warning in found["warnings"]] == ["too_many_decisions"]
    assert "2 are left out." in found["warnings"][0]["text"]
    assert found["winner"] == LIGHT
    assert query("decision_state", replay_id=found["replay_id"], index=2)["index"] == 2


def test_number_of_entries_is_limited_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("py_engine.games.swccg.knowledge.reader.replays.MAX_ENTRIES", 300)
    changes = [each for number in range(50) for each in (put_in_play(60 + number, "3_3", "HAND"), QUESTION)]
    found = load([*START, *changes])
    assert 3 < len(found["decisions"]) < 30
    assert [warning["code"] for warning in found["warnings"]] == ["too_many_decisions"]
    # Decisions without changes take hardly any memory.
    assert load([*START, *([QUESTION] * 40)])["warnings"] == []
    many = card_selection(DARK, "Choose target", range(100, 200))
    assert len(load([*START, *([many] * 5)])["decisions"]) == 1


def test_power_is_known_while_nobody_is_at_any_location() -> None:
    arrival = moved(40, "3_3", 0, LIGHT)
    log = game_replay([*START, location(50, "3_4", 0, None), QUESTION, arrival, QUESTION])
    empty, there = (each.with_facts().lacks for each in read_at_once(log).decisions[-2:])
    assert "power" not in empty
    assert "power" in there
