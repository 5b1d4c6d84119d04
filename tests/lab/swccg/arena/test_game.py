"""Games over the arena's protocol, against a stand-in that replays a recorded game."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from py_engine.games.swccg.knowledge.reader.replays import read_at_once
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.decisions import is_legal
from py_engine.lab.core.errors import LabError
from py_engine.lab.swccg.arena.game import LOOP, Chair, Played, play_game, write_logs
from py_engine.lab.swccg.arena.matches import Mirrored
from py_engine.lab.swccg.arena.players import player_named
from py_engine.lab.swccg.arena.protocol import Process
from py_engine.lab.swccg.arena.standing import rows_of, standing_of, wilson
from py_engine.lab.swccg.replays import known_answers, sources
from tests.games.swccg.logs import DARK
from tests.lab.swccg.arena.standin import DECISIONS, StandIn, pieces


@pytest.fixture(autouse=True)
def _no_cards() -> Iterator[None]:
    """Unloads all cards before and after each test."""
    LIBRARY.clear()
    yield
    LIBRARY.clear()


def chairs(dark: str = "coach", light: str = "random", bot: str = "") -> dict[str, Chair]:
    other = Chair("Light-bot", "1_2", bot=bot) if bot else Chair(f"Light-{light}", "1_2", player_named(light, seed="1"))
    return {"dark": Chair(f"Dark-{dark}", "1_1", player_named(dark)), "light": other}


def test_game_is_played_to_its_end_with_one_seat_each() -> None:
    both, link = chairs(), StandIn()
    played = play_game(link, both, seed=4, cap=1000)
    assert (played["end"], played["winner"], played["looped"]) == ("win", "dark", None)
    assert (played["dark"]["life"], played["light"]["life"]) == (23, -1)
    assert [played[side]["decisions"] for side in ("dark", "light")] == [DECISIONS, DECISIONS]
    assert 0 < played["dark"]["choices"] < DECISIONS
    assert link.sent[0] == {
        "do": "start", "seed": "4", "dark_name": "Dark-coach", "dark_deck": "1_1", "dark_bot": "",
        "light_name": "Light-random", "light_deck": "1_2", "light_bot": "",
    }  # fmt: skip
    # The seats' positions are those of the whole log read at once.
    replay = read_at_once(f"<gameReplay>{''.join(each[8:-9] for each in pieces(DARK))}</gameReplay>")
    tracker = both["dark"].seat.tracker
    assert (tracker.turn, tracker.phase) == (replay.decisions[-1].position.turn, replay.decisions[-1].position.phase)
    assert tracker.board.piles == replay.decisions[-1].position.board.piles
    for row, asked in zip(both["dark"].answers, replay.decisions, strict=True):
        assert is_legal(asked.decision, row["response"])


def test_bots_of_the_driver_answer_themselves() -> None:
    both, link = chairs(bot="rando"), StandIn()
    play_game(link, both, seed=1, cap=1000)
    assert sum(each["do"] == "answer" for each in link.sent) == DECISIONS
    assert [row["response"] for row in both["light"].answers] == ["0"] * DECISIONS
    with pytest.raises(LabError, match="whom a bot of its own plays"):
        play_game(_Forgetful(), chairs(bot="rando"), seed=1, cap=1000)


class _Forgetful(StandIn):
    """A driver that asks for answers of its own bots."""

    def send(self, **message: str) -> None:
        super().send(**(message | ({"light_bot": ""} if message["do"] == "start" else {})))


@pytest.mark.parametrize(
    ("mode", "sentence"),
    [("leaks", "what only the other player may see"), ("stranger", "what only the other player may see")],
)
def test_hidden_information_of_the_other_seat_is_refused(mode: str, sentence: str) -> None:
    with pytest.raises(LabError, match=sentence):
        play_game(StandIn(mode), chairs(), seed=1, cap=1000)


def test_loop_is_lost_by_the_seat_that_repeats() -> None:
    both, link = chairs(light="keywords"), StandIn("loops")
    played = play_game(link, both, seed=0, cap=10_000)
    assert (played["end"], played["winner"], played["looped"]) == ("loop", "dark", "light")
    assert played["why"] == "Choose an action"
    assert LOOP < played["light"]["decisions"] < LOOP + 4
    assert link.sent[-1] == {"do": "stop"}


def test_game_that_takes_too_long_is_open() -> None:
    link = StandIn()
    played = play_game(link, chairs(), seed=0, cap=7)
    assert (played["end"], played["winner"]) == ("cap", None)
    assert played["dark"]["decisions"] + played["light"]["decisions"] == 7
    assert not link.abandoned
    # A driver that does not wait for an answer reads no request to stop.
    link = StandIn()
    assert play_game(link, chairs(bot="rando"), seed=0, cap=8)["end"] == "cap"
    assert link.abandoned


def test_broken_engine_and_refused_answers_are_counted() -> None:
    played = play_game(StandIn("breaks"), chairs(), seed=0, cap=1000)
    assert (played["end"], played["winner"], played["why"]) == ("broken", None, "A made-up exception")
    played = play_game(StandIn("refuses"), chairs(), seed=0, cap=1000)
    assert played["dark"]["refused"] == 1
    assert played["dark"]["decisions"] == DECISIONS + 1


def test_logs_are_replays_with_their_true_answers(tmp_path: Path) -> None:
    both = chairs()
    play_game(StandIn(), both, seed=0, cap=1000)
    write_logs(tmp_path, "g", both)
    found, passed = sources(tmp_path)
    assert (len(found), passed) == (2, [])
    for source, side in zip(found, ("dark", "light"), strict=True):
        replay = read_at_once(source.path.read_bytes())
        assert source.responses is not None
        known = known_answers(source.responses, replay)
        assert len(known) == DECISIONS
        assert replay.seat == both[side].name
        assert [row["response"] for row in both[side].answers] == known


def test_program_that_is_no_driver_is_refused() -> None:
    with pytest.raises(LabError, match="cannot be started"):
        Process(["/no/such/program"])
    with pytest.raises(LabError, match="has ended"):
        Process([sys.executable, "-c", ""])
    with pytest.raises(LabError, match="not JSON"):
        Process([sys.executable, "-c", "print('hello')"])
    with pytest.raises(LabError, match=r"silent for 0\.2 seconds"):
        Process([sys.executable, "-c", "input()"], patience=0.2)


def game(winner: str | None, end: str = "win", looped: str | None = None, life: tuple[int, int] = (10, 4)) -> Played:
    chair = {"decisions": 50, "choices": 20, "refused": 0, "failed": 1, "fallbacks": 0, "seconds": 0.1}
    data = {"end": end, "winner": winner, "looped": looped, "why": "", "turns": 5, "seconds": 2.0}
    both = {"dark": {**chair, "life": life[0]}, "light": {**chair, "life": life[1]}}
    return {**data, **both}  # type: ignore[typeddict-item]


def test_standing_counts_wins_by_side_with_errors_over_pairs() -> None:
    results: list[Mirrored] = [
        {"sides": ["dark", "light"], "games": [game("dark"), game("light")]},
        {"sides": ["dark", "light"], "games": [game("dark"), game("dark")]},
        {"sides": ["dark", "light"], "games": [game(None, "cap"), game("light", "loop", "dark")]},
    ]
    standing = standing_of("coach", "rando", results)
    assert (standing.games, standing.won, standing.lost) == (6, 4, 1)
    assert standing.score.mean == pytest.approx((1 + 0.5 + 0.75) / 3)
    assert standing.score.error == pytest.approx(math.sqrt(0.0625 / 3))
    assert standing.by_side["dark"].mean == pytest.approx(2.5 / 3)
    assert standing.by_side["light"].mean == pytest.approx(2 / 3)
    assert standing.life.mean == 0  # 6 ahead as dark and 6 behind as light
    assert standing.ends == {"win": 4, "cap": 1, "loop": 1}
    assert standing.loops == {"rando": 1}
    assert (standing.failed, standing.decisions, standing.seconds) == (6, 600, 12.0)
    row = dict(zip(*rows_of([standing]), strict=True))
    assert (row["open"], row["unfinished"], row["loops"]) == ("1", "33 %", "rando 1")
    low, high = wilson(15, 15)
    assert (round(low, 2), high) == (0.80, 1.0)
    assert wilson(0, 0) == (0.0, 1.0)


def test_standing_of_one_side_has_no_score_for_the_other() -> None:
    results: list[Mirrored] = [
        {"sides": ["light"], "games": [game("light", life=(3, 12))]},
        {"sides": ["light"], "games": [game("dark")]},
    ]
    standing = standing_of("coach", "keywords", results)
    assert (standing.games, standing.won, standing.lost) == (2, 1, 1)
    assert standing.score.mean == standing.by_side["light"].mean == pytest.approx(0.5)
    assert standing.life.mean == pytest.approx((9 - 6) / 2)
    assert standing.as_json()["by_side"]["dark"] == {"mean": None, "error": None}
    row = dict(zip(*rows_of([standing]), strict=True))
    assert (row["as dark"], row["as light"]) == ("-", "50 ± 50")
