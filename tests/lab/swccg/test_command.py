"""A scored folder of SWCCG replays: legality, sums, agreement with known answers, and standard errors."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from build_tools.paths import ROOT
from py_engine.games.swccg.knowledge.reader.replays import ReplayDecision, read_at_once
from py_engine.games.swccg.policies.baselines import always_pass
from py_engine.games.swccg.policies.combined import CombinedEvaluator
from py_engine.games.swccg.policies.scoring import Contribution
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.decisions import is_legal, legal_answers
from py_engine.lab.__main__ import main
from py_engine.lab.core.errors import LabError
from py_engine.lab.swccg.agreement import Resamples, compared, tabulated
from py_engine.lab.swccg.options import overrides
from py_engine.lab.swccg.replays import Source, known_answers, load_cards, opened, sources, task_of
from py_engine.lab.swccg.scoring import ScoredReplay, looks, mistaken, say, scored
from tests.games.swccg.folders import log_of, write_folder
from tests.games.swccg.logs import DARK, LIGHT, arbitrary_cards, game_replay, integer, participants
from tests.games.swccg.reference import GAMES, needs_reference

SAMPLE = ROOT / "web" / "public" / "samples" / "swccg-sample.xml"


@pytest.fixture(autouse=True)
def _no_cards() -> Iterator[None]:
    """Unloads all cards before and after each test."""
    LIBRARY.clear()
    yield
    LIBRARY.clear()


def last(asked: ReplayDecision) -> str:
    """The last legal answer."""
    return legal_answers(asked.decision)[0][-1]


def scored_with(source: Source, *cards: Path) -> ScoredReplay:
    return scored({**task_of(source, cards), "weights": {}})


def all_scored(folder: Path) -> list[ScoredReplay]:
    return [scored_with(source) for source in sources(folder)[0]]


def test_sources_are_distinct_and_matched_by_longest_name(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, games=3, answering=last)
    (folder / "again.gz").write_bytes((folder / "g3.Dark.replay.xml").read_bytes())
    (folder / "broken.gz").write_bytes(b"nothing of the sort")
    (folder / "g1.Dark.responses.jsonl").write_text("", "utf-8")
    (folder / "notes.txt").write_text("not a replay", "utf-8")
    found, passed = sources(folder)
    assert len(found) == 6
    assert {source.replay_id for source in found} == {read_at_once(s.path.read_bytes()).id for s in found}
    names = {source.path.name: source.responses.name for source in found if source.responses is not None}
    assert names["g1.Dark.replay.xml.gz"] == "g1.Dark.responses.jsonl"
    assert names["g1.Light.replay.xml.gz"] == "g1.responses.jsonl.gz"
    # The copy comes first in order of name, so the original is the one skipped.
    assert [text.partition(":")[0] for text in passed] == ["broken.gz", "g3.Dark.replay.xml"]
    with pytest.raises(LabError, match="no replay"):
        sources(folder / "notes.txt")


def test_both_logs_of_a_game_share_an_id(tmp_path: Path) -> None:
    results = all_scored(write_folder(tmp_path, games=3, decisions=12))
    assert [result["seat"] for result in results] == [DARK, LIGHT] * 3
    games = [result["game"] for result in results]
    assert games[::2] == games[1::2]
    assert len(set(games)) == 3


def test_known_answers_are_compared_with_each_picker(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, games=1, answering=last)
    source = sources(folder)[0][0]
    replay = read_at_once(source.path.read_bytes())
    result = scored_with(source)
    assert [row["index"] for row in result["rows"]] == [
        i for i, asked in enumerate(replay.decisions) if asked.choices > 1
    ]
    assert result["legality"]["known"] == {"answers": len(replay.decisions), "illegal": []}
    ranks = []
    for row in result["rows"]:
        asked = replay.at(row["index"])
        answer, known = last(asked), row["known"]
        assert known is not None
        actions = CombinedEvaluator(default_weights()).evaluate(asked.with_facts()).actions
        order = [action.choice.answer for action in actions]
        assert row["sums"]
        assert row["options"] == len(order)
        assert known["rank"] == order.index(answer) + 1
        assert known["same"]["coach"] == (known["rank"] == 1)
        assert known["same"]["pass"] == (always_pass(asked.decision) == answer)
        assert known["alike"]["coach"] or not known["same"]["coach"]
        ranks.append(known["rank"])
    assert max(ranks) > 1


def test_copies_of_a_card_look_alike() -> None:
    shown = arbitrary_cards(DARK, "Choose cards to take into hand", ["1_1", "1_2", "1_2"], 1, 2)
    amount = integer(DARK, "Choose an amount", 0, 4)
    log = game_replay([participants(DARK, DARK, LIGHT), shown, amount])
    cards, number = (asked.decision for asked in read_at_once(log).decisions)
    assert looks(cards, "temp1") == looks(cards, "temp2") != looks(cards, "temp0")
    assert looks(cards, "temp0,temp1") == looks(cards, "temp0,temp2") != looks(cards, "temp1,temp2")
    assert looks(cards, "temp1,temp2") != looks(cards, "temp1")
    assert looks(number, "1") != looks(number, "2")
    assert looks(number, "1") == looks(number, "1")


def test_illegal_known_answers_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def wrong(asked: ReplayDecision) -> str:
        return "99" if asked.decision.decision_type == "INTEGER" else last(asked)

    folder = write_folder(tmp_path, games=2, answering=wrong)
    for result in all_scored(folder):
        found = result["legality"]["known"]
        assert found["illegal"] == [8, 19]
        assert found["answers"] == 30
        assert {row["index"] for row in result["rows"] if row["known"] is None} == {8, 19}
    main(["swccg", str(folder), "--results", str(tmp_path / "kept.jsonl"), "--processes", "1"])
    assert "112 of 120 answers are legal (93.33 %); not: g1.Dark.replay.xml.gz 8" in capsys.readouterr().out


def test_wrong_sums_are_detected(tmp_path: Path) -> None:
    source = sources(write_folder(tmp_path, games=1))[0][0]
    for asked in read_at_once(source.path.read_bytes()).decisions:
        for action in CombinedEvaluator(default_weights()).evaluate(asked.with_facts()).actions:
            assert not mistaken(action)
            action.contributions.append(Contribution("Made up", "x", "Wrong", 2.0, "base.pass", 5.0, 11.0))
            assert mistaken(action)
            assert say(action) != "Base"


def test_known_and_inferred_answers_are_never_mixed(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, games=2, answering=last)
    (folder / "g2.responses.jsonl.gz").unlink()
    results = all_scored(folder)
    names = [source.path.name for source in sources(folder)[0]]
    known = compared(results, names, "known", 0.0)
    assert {each.replay.split(".")[0] for each in known} == {"g1"}
    for confidence in (0.0, 0.5, 0.9):
        inferred = compared(results, names, "inferred", confidence)
        assert all(each.answer["confidence"] >= confidence for each in inferred)
    assert compared(results, names, "inferred", 1.1) == []


def test_answers_of_another_game_are_refused(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, games=1, answering=last)
    path = folder / "g1.responses.jsonl.gz"
    rows = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    del rows[6]  # From here on, each answer is matched with the wrong decision.
    path.write_bytes(gzip.compress("".join(f"{json.dumps(row)}\n" for row in rows).encode()))
    replay = read_at_once(log_of("g1", DARK, 30))
    with pytest.raises(LabError, match="answer 6 is to a decision of type CARD_SELECTION"):
        known_answers(path, replay)


def test_commands_skip_files_that_are_not_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_folder(tmp_path / "games", games=2)
    (folder / "a.xml").write_text('<ge type="D" decisionType="EMPTY" participantId="x" text=""/>', "utf-8")
    for command in ("swccg", "swccg-sensitivity", "swccg-fit"):
        more = ["--output", str(tmp_path / "w.json"), "--confidence", "0"] if command == "swccg-fit" else []
        main([command, str(folder), "--results", str(tmp_path / command), "--processes", "1", *more])
        assert "a.xml: This is a single event" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="None of the files is a replay"):
        main(["swccg", str(folder / "a.xml"), "--results", str(tmp_path / "kept.jsonl"), "--processes", "1"])


def test_errors_are_bootstrapped_over_games() -> None:
    games = [f"g{number}" for number in range(40)]
    rng = np.random.default_rng(1)
    # Decisions within a game are fully correlated: 10 of them are worth no more than one.
    luck = rng.random(40)
    resamples = Resamples(games, 0)
    share = resamples.share([game for game in games for _ in range(10)], [value for value in luck for _ in range(10)])
    assert share.mean == pytest.approx(luck.mean())
    assert share.error == pytest.approx(luck.std() / math.sqrt(40), rel=0.1)
    assert math.isnan(resamples.share(["g1", "g1"], [0.0, 1.0]).error)
    assert resamples.share(games, list(luck)) == Resamples(games, 0).share(games, list(luck))


def test_breakdowns_count_every_decision_once(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, games=3, answering=last)
    results = all_scored(folder)
    decisions = compared(results, [f"{n}" for n in range(6)], "known", 0.0)
    lines = tabulated(decisions, Resamples([each.game for each in decisions], 0))
    assert [line.decisions for line in lines["all"]] == [len(decisions)]
    for found in lines.values():
        assert sum(line.decisions for line in found) == len(decisions)
        hits = sum(line.decisions * line.same["coach"].mean for line in found)
        assert hits == pytest.approx(sum(each.answer["same"]["coach"] for each in decisions))
    assert {line.name for line in lines["side"]} == {"dark", "light"}
    ranks = [each.answer["rank"] for each in decisions]
    assert lines["all"][0].rank.mean == pytest.approx(sum(ranks) / len(ranks))
    assert lines["all"][0].top3.mean == pytest.approx(sum(rank <= 3 for rank in ranks) / len(ranks))


def test_command_resumes_and_writes_identical_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_folder(tmp_path / "games", games=2, answering=last)
    kept = tmp_path / "kept.jsonl"
    files = [tmp_path / f"{number}.{kind}" for number in (1, 2) for kind in ("json", "md")]
    for number in (0, 1):
        typed = ["swccg", str(folder), "--results", str(kept), "--processes", "2"]
        main([*typed, "--json", str(files[2 * number]), "--markdown", str(files[2 * number + 1])])
        out = capsys.readouterr().out
        assert "not who chooses well" in out
        assert len(kept.read_text("utf-8").splitlines()) == 4
    assert files[0].read_bytes() == files[2].read_bytes()
    assert files[1].read_bytes() == files[3].read_bytes()
    data = json.loads(files[0].read_text("utf-8"))
    assert data["answers"] == "known"
    assert data["legality"] == {"checked": 120, "illegal": []}
    assert "Made by `python -m py_engine.lab swccg games" in files[1].read_text("utf-8")
    # With other weights, all replays are scored again.
    weights = tmp_path / "w.toml"
    weights.write_text('[weights]\n"base.pass" = 90\n', "utf-8")
    main(["swccg", str(folder), "--results", str(kept), "--weights", str(weights), "--processes", "1"])
    assert len(kept.read_text("utf-8").splitlines()) == 8


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"weights": {"base.nothing": 1}}', "There is no weight 'base.nothing'."),
        ('{"weights": {"base.pass": 1000}}', "between -200 and 200"),
        ('{"weights": {"base.pass": "5"}}', "should be like"),
        ("[1]", "should be like"),
        ("not JSON", "neither JSON nor TOML"),
    ],
)
def test_malformed_weight_files_are_refused(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "w.json"
    path.write_text(text, "utf-8")
    with pytest.raises(LabError, match=sentence):
        overrides(path)


def test_load_cards_loads_exactly_the_given_files(tmp_path: Path) -> None:
    def card(blueprint: str, **more: str) -> dict[str, Any]:
        return {"gempId": blueprint, "front": {"title": blueprint, "type": "Character"}, **more}

    both, light = tmp_path / "cards.json", tmp_path / "Light.json"
    both.write_text(json.dumps({"cards": [card("1_1", side="Dark"), card("1_2", side="Light"), "?"]}), "utf-8")
    light.write_text(json.dumps([card("1_3")]), "utf-8")
    load_cards([both, light])
    assert {side: list(cards) for side, cards in LIBRARY.by_side.items()} == {"dark": ["1_1"], "light": ["1_2", "1_3"]}
    load_cards([light])
    assert {side: list(cards) for side, cards in LIBRARY.by_side.items()} == {"light": ["1_3"]}
    LIBRARY.clear()
    load_cards([light])
    assert LIBRARY.get("1_3") is not None
    both.write_text("{}", "utf-8")
    with pytest.raises(LabError, match="no list of cards"):
        load_cards([both])
    with pytest.raises(LabError, match="cannot be read"):
        load_cards([tmp_path / "missing.json"])


@pytest.mark.skipif(not SAMPLE.is_file(), reason="The sample game is not built.")
def test_sample_game_is_scored_without_mistakes() -> None:
    source = sources(SAMPLE)[0][0]
    result = scored_with(source)
    assert result["rows"]
    assert result["legality"]["known"]["answers"] == 0
    assert result["legality"]["inferred"]["illegal"] == []
    assert all(row["sums"] and not row["failed"] for row in result["rows"])


@pytest.mark.slow
@needs_reference
def test_known_reference_answers_are_legal() -> None:
    checked = 0
    for source in sources(GAMES[0].parent)[0]:
        if source.responses is not None:
            replay, _ = opened(task_of(source, []))
            for asked, answer in zip(replay.decisions, known_answers(source.responses, replay), strict=True):
                assert answer is not None
                assert is_legal(asked.decision, answer)
                checked += 1
    assert checked > 8000


@needs_reference
def test_reference_game_is_scored_without_mistakes() -> None:
    result = scored_with(sources(GAMES[0])[0][0], GAMES[0].parents[1] / "cards.json")
    assert result["legality"]["known"]["illegal"] == []
    assert all(row["sums"] and not row["failed"] for row in result["rows"])
    assert all(row["known"] is not None and row["known"]["rank"] <= row["options"] for row in result["rows"])
