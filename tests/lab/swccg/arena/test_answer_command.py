"""The door for programs: decisions come in on standard input, answers with scores and reasons go out."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from build_tools.sample_game.gemp_decisions import card_action_choice
from py_engine.core.results import dumps
from py_engine.games.swccg.knowledge.reader.replays import read_at_once
from py_engine.games.swccg.policies.baselines import keyword_scorer
from py_engine.games.swccg.policies.combined import CombinedEvaluator
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.convert import state_of
from py_engine.games.swccg.rules.decisions import is_legal
from py_engine.lab.__main__ import main
from py_engine.lab.core.errors import LabError
from py_engine.lab.swccg.arena.answer_command import Door, _Held, answers
from py_engine.lab.swccg.arena.players import PLAYERS, player_named
from tests.games.swccg.logs import DARK, LIGHT, Action, choose, game_replay, participants, phase, turn, update
from tests.games.swccg.sampled import sample

SAMPLE = sample().xml


@pytest.fixture(autouse=True)
def _no_cards() -> Iterator[None]:
    """Unloads all cards before and after each test."""
    LIBRARY.clear()
    yield
    LIBRARY.clear()


def answered(lines: Iterable[str], player: str = "coach", most: int = 100) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answers(Door(player_named(player), most), lines)]


@pytest.mark.parametrize("player", PLAYERS)
def test_every_player_answers_a_whole_game_legally(player: str) -> None:
    replay = read_at_once(SAMPLE)
    rows = answered([SAMPLE], player)
    assert len(rows) == len(replay.decisions)
    for row, asked in zip(rows, replay.decisions, strict=True):
        assert is_legal(asked.decision, row["answer"])
        assert row["text"] == asked.decision.text
        assert "note" not in row
    assert {row["by"] for row in rows} <= {player, "only"}


def test_scores_are_the_coachs_with_reasons_that_add_up() -> None:
    replay = read_at_once(SAMPLE)
    for row, asked in zip(answered([SAMPLE]), replay.decisions, strict=True):
        actions = CombinedEvaluator(default_weights()).evaluate(asked.with_facts()).actions[:100]
        assert [each["answer"] for each in row["scores"]] == [action.choice.answer for action in actions]
        assert row["answer"] == actions[0].choice.answer
        for each in row["scores"]:
            assert sum(reason["value"] for reason in each["reasons"]) == each["score"]
    assert max(len(row["scores"]) for row in answered([SAMPLE], most=2)) == 2


def test_updates_of_several_games_are_followed_apart() -> None:
    start = game_replay([participants(DARK, DARK, LIGHT), turn(DARK), phase("Deploy", 4)])
    asked = update([choose("Choose Deploy action or Pass", [Action("Deploy", 12)])])
    lines = [
        json.dumps({"game": "one", "xml": start}),
        json.dumps({"game": "two", "seat": LIGHT, "xml": update([phase("Move", 2)])}),
        json.dumps({"game": "one", "xml": asked, "id": 8}),
        # A decision of another player is not answered.
        json.dumps({"game": "two", "seat": LIGHT, "xml": asked}),
    ]
    door = Door(player_named("coach"), 5)
    (row,) = (json.loads(line) for line in answers(door, lines))
    assert (row["game"], row["id"], row["seat"]) == ("one", 8, DARK)
    assert door._seats["one", DARK].tracker.turn == 4
    assert door._seats["two", LIGHT].tracker.phase == "Move"


def test_seats_without_names_are_followed_apart() -> None:
    def start(seat: str, turn: int) -> str:
        asked = card_action_choice(seat, "Choose Deploy action or Pass", [Action("Deploy", 12)])
        return game_replay([participants(seat, DARK, LIGHT), phase("Deploy", turn), asked])

    door = Door(player_named("coach"), 5)
    rows = [json.loads(row) for row in answers(door, [start(DARK, 2), start(LIGHT, 3)])]
    assert [row["seat"] for row in rows] == [DARK, LIGHT]
    assert [door._seats["", seat].tracker.turn for seat in (DARK, LIGHT)] == [2, 3]
    (said,) = (json.loads(row) for row in answers(door, [update([phase("Move", 2)])]))
    assert 'say which with "seat"' in said["error"]


def test_lines_of_a_long_message_are_looked_at_once() -> None:
    held = _Held()
    lines = ["<?xml version='1.0'?>\n", "<update>\n", *["<ge/>\n"] * 50, "</upd", "ate>\n"]
    for text in lines:
        assert not held.lines or not held.complete
        held.add(text)
        # What is looked at stays short, however long the message is.
        assert len(held._tail) <= 103
    assert held.complete
    assert held.text == "".join(lines).strip()


def test_states_and_xml_over_several_lines_are_read() -> None:
    asked = read_at_once(SAMPLE).decisions[5]
    state = dumps(state_of(asked.with_facts(), None, None))
    spread = SAMPLE.replace("><", ">\n<").splitlines(keepends=True)
    rows = answered([*spread, "\n", json.dumps({"state": json.loads(state)})])
    assert rows[-1] == rows[5]
    assert rows[:-1] == answered([SAMPLE])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("nonsense", "neither a JSON object nor XML"),
        ("[1]", "neither a JSON object nor XML"),
        ("{}", 'needs "xml"'),
        ('{"state": {}}', "state"),
        ("<update><ge></update>", "damaged"),
        ("<html></html>", "outermost element"),
        ("[" * 200_000, "nested too deeply"),
        ('{"state": ' + '{"a": ' * 200_000, "nested too deeply"),
    ],
)
def test_unreadable_message_gives_an_error_and_the_next_is_answered(line: str, sentence: str) -> None:
    asked = update([choose("Choose Deploy action or Pass", [Action("Deploy", 12)])])
    first, second = answered([line + "\n", asked + "\n"])
    assert sentence in first["error"]
    assert first["code"].startswith("INVALID")
    assert second["answer"] in ("", "0")


def test_total_failure_falls_back_to_the_keywords_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(CombinedEvaluator, "evaluate", broken)
    replay = read_at_once(SAMPLE)
    for row, asked in zip(answered([SAMPLE]), replay.decisions, strict=True):
        assert row["by"] == "keywords"
        assert row["answer"] == keyword_scorer(asked.decision)
        assert row["note"] == "The evaluation failed (ZeroDivisionError); the answer is the keyword scorer's."
        assert row["scores"] == []


def test_failing_evaluators_are_named_and_if_all_fail_the_keywords_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from py_engine.games.swccg.policies import evaluators

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    asked = update([choose("Choose Deploy action or Pass", [Action("Deploy", 12), Action("Force drain", 13)])])
    monkeypatch.setattr(evaluators.EVALUATORS[0].__class__, "can_evaluate", broken)
    (row,) = answered([asked])
    assert row["by"] == "coach"
    assert row["note"] == f"Evaluators that failed: {evaluators.EVALUATORS[0].name}."
    for evaluator in evaluators.EVALUATORS:
        monkeypatch.setattr(evaluator.__class__, "can_evaluate", broken)
    (row,) = answered([asked])
    assert (row["by"], row["answer"]) == ("keywords", "1")
    assert "All evaluators failed" in row["note"]


def test_random_answers_repeat_with_their_seed() -> None:
    assert random.Random("1").random() != random.Random("2").random()
    one, two = (Door(player_named("random", seed=seed), 1) for seed in ("1", "2"))
    again = Door(player_named("random", seed="1"), 1)
    first, second, third = (
        [json.loads(row)["answer"] for row in answers(door, [SAMPLE])] for door in (one, two, again)
    )
    assert first == third != second
    with pytest.raises(LabError, match="no player 'nobody'"):
        player_named("nobody")


def test_command_answers_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(SAMPLE + "\n"))
    main(["swccg-answer", "--player", "keywords", "--most", "3"])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["answer"] for row in rows] == [row["answer"] for row in answered([SAMPLE], "keywords")]
