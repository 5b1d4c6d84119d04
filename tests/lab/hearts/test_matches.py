"""Matches of Hearts: duplicate deals in every seating, statistics over deals, benchmarks, reports and the command."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from py_engine.core.results import to_json
from py_engine.games.hearts.rules.cards import DECK
from py_engine.games.hearts.rules.fields import Options
from py_engine.games.hearts.rules.play import apply_action, legal_actions, new_game
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState
from py_engine.lab.__main__ import main
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.matches import Player
from py_engine.lab.hearts import match
from py_engine.lab.hearts.benchmark import Benchmark, matches, read
from py_engine.lab.hearts.command import LADDER, interleaved
from py_engine.lab.hearts.deals import KINDS, Kind, evaluator_seed, seatings
from py_engine.lab.hearts.hand import first_state, play_hand
from py_engine.lab.hearts.lockstep import can_play, dealt
from py_engine.lab.hearts.match import Match, Standing, play_deals
from py_engine.lab.hearts.report import as_data, as_markdown, as_plot, as_text

GREEDY, RANDOM = Player("greedy", {"evaluator": "greedy"}), Player("random", {"evaluator": "random"})


def alone(player: Player) -> Player:
    """The same player, forced to play one hand at a time by (empty) evaluator options."""
    found = Player(player.name, player.params | {"evaluator_options": {}})
    assert not can_play(found.params)
    return found


def played(match: Match) -> Standing:
    standing = Standing(match)
    for task in match.tasks():
        standing.add(to_json(play_deals(task)))
    return standing


def test_seatings_give_every_player_each_seat_equally_often() -> None:
    for kind, count, seats in zip(KINDS, (6, 14, 2), (3, 7, 1), strict=True):
        every = seatings(kind)
        assert len(set(every)) == count
        assert np.array(every).sum(axis=0).tolist() == [seats] * 4
    assert {sum(seating) for seating in seatings("2v2")} == {2}
    assert {sum(seating) for seating in seatings("mixed")} == {1, 2, 3}


def test_deals_are_the_hands_of_a_game_with_the_same_seed() -> None:
    state: HeartsState = new_game(5, Options(points_to_end=1000))
    for number in range(5):
        mine = first_state(5, number)
        ignored = {"last_events", "scores", "options"}
        assert mine.model_dump(exclude=ignored) == state.model_dump(exclude=ignored)
        assert mine.scores == [0] * 4
        hand = state.chance_counter
        while state.chance_counter == hand:
            action = legal_actions(state)[0]
            state = apply_action(state, HeartsAction.model_validate(action))
    hands = dealt(5, range(3))
    assert np.bitwise_or.reduce(hands, axis=0).tolist() == [int(DECK)] * 3


def test_evaluator_seeds_are_distinct_safe_integers() -> None:
    seeds = [evaluator_seed(9, deal, seat, n) for deal in range(3) for seat in range(4) for n in range(14)]
    assert all(first < second for first, second in pairwise(seeds))
    assert evaluator_seed(2**27 - 1, 2**20 - 1, 3, 13) < 2**53


@pytest.mark.parametrize("players", [(GREEDY, RANDOM), (RANDOM, GREEDY)])
def test_lockstep_hands_match_hands_played_one_move_at_a_time(players: tuple[Player, Player]) -> None:
    match = Match(*players, kind="mixed", deals=4, seed=3)
    (task,) = match.tasks()
    points = play_deals(task)["points"]
    for deal, rows in enumerate(points):
        for seating, row in list(zip(seatings("mixed"), rows, strict=True))[deal::5]:
            assert play_hand(task["players"], seating, 3, deal) == row


@pytest.mark.parametrize("kind", ["2v2", "mixed"])
def test_a_player_against_itself_saves_nothing(kind: Kind) -> None:
    in_lockstep = played(Match(RANDOM, RANDOM, kind, deals=12))
    one_by_one = played(Match(alone(RANDOM), RANDOM, kind, deals=2))
    for standing in (in_lockstep, one_by_one):
        # The same hand in every seating, a different one in every deal.
        assert [len({tuple(hand) for hand in hands}) for hands in standing.points] == [1] * standing.deals
        assert len({tuple(hands[0]) for hands in standing.points}) == standing.deals
        assert standing.saved().tolist() == [0.0] * standing.deals
        assert standing.difference()[:2] == (0.0, 0.0)
        assert standing.test().p == 1.0
        first, second = (standing.side(number) for number in (0, 1))
        assert first[:3] == second[:3]
        assert first.margin.mean == pytest.approx(0.0, abs=1e-12)


def test_the_better_player_saves_points_in_every_direction() -> None:
    standing = played(Match(GREEDY, RANDOM, deals=200))
    assert standing.difference().mean > 3 * standing.difference().error > 0
    assert all(mean.mean > 1 and mean.games == 50 for mean in standing.by_direction().values())
    assert standing.test().p < 1e-6


def made_up(kind: Kind = "2v2") -> Standing:
    """Two deals: in the first, seat 0 takes 20 points and seat 1 takes 6; in the second, seat 2 shoots the moon."""
    standing = Standing(Match(GREEDY, RANDOM, kind, deals=2))
    count = len(seatings(kind))
    standing.add({"points": [[[20, 6, 0, 0]] * count, [[26, 26, 0, 26]] * count], "latency": [{"20": 3}, {"40": 1}]})
    return standing


def test_means_are_over_seats_and_errors_over_deals() -> None:
    standing = made_up()
    every = seatings("2v2")
    # The points depend only on the seat, so neither player saves any.
    assert standing.saved().tolist() == [0.0, 0.0]
    assert list(standing.side(0).points) == pytest.approx([13.0, 6.5, 2])
    assert standing.side(0).moons.mean == pytest.approx(1 / 8)
    # The first player takes 4 points fewer per hand than the second.
    standing.points = [[[5 * who + (1 - who) * 1 for who in seating] for seating in every] for _ in range(3)]
    assert standing.saved().tolist() == [4.0] * 3
    assert list(standing.difference()) == [4.0, 0.0, 3]
    # The four seats take 12 points in total, 1 or 5 each.
    assert standing.side(0).margin.mean == pytest.approx(11 / 3 - 1)
    assert standing.side(1).margin.mean == pytest.approx(7 / 3 - 5)
    assert standing.by_direction()["hold"].games == 0
    assert standing.hands == 18


def test_reports_as_text_markdown_json_and_plot() -> None:
    standings = [made_up(), made_up("mixed")]
    text = as_text(standings).splitlines()
    assert text[2].split() == "greedy against random 2v2 2 12 0.00 ± 0.00 0.00 to 0.00 1.000".split()
    assert text[3].split()[3:6] == ["mixed", "2", "28"]
    page = as_markdown("A title", standings, "it.svg", "a command")
    assert "| greedy | 6 | 10 | 10 |" in page
    assert "| random | 2 | 100 | 100 |" in page
    assert "](it.svg)" in page
    assert page.endswith("Made by `a command`.\n")
    data = json.loads(json.dumps(as_data("A title", standings, "a command"), allow_nan=False))
    assert data["matches"][1]["seating"] == "mixed"
    assert data["matches"][0]["sides"][0]["points"] == {"mean": 13.0, "error": 6.5, "deals": 2}
    assert data["latency_ms"]["random"] == {"moves": 2, "p50": 100.0, "p95": 100.0}
    # Decision times appear nowhere else.
    assert "latency" not in json.dumps(data["matches"])
    assert "greedy against random (2)" in as_plot(standings)


def test_tasks_extend_with_more_deals_and_are_interleaved() -> None:
    assert [task["count"] for task in Match(GREEDY, RANDOM, deals=1100).tasks()] == [500, 500, 100]
    assert Match(GREEDY, RANDOM, deals=1100).tasks()[:2] == Match(GREEDY, RANDOM, deals=1000).tasks()
    slow = Match(alone(GREEDY), RANDOM, deals=2)
    assert [(number, task["first"]) for number, task in interleaved([slow, slow])] == [(0, 0), (1, 0), (0, 1), (1, 1)]


def test_tasks_of_another_engine_version_are_refused() -> None:
    with pytest.raises(LabError, match="another version"):
        play_deals({**Match(GREEDY, RANDOM, deals=1).tasks()[0], "engine": "older"})


def benchmark(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "benchmark.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_benchmark_defines_players_matches_and_limits(tmp_path: Path) -> None:
    found = read(
        benchmark(
            tmp_path,
            """
            title = "t"
            deals = 7
            max_work = 900
            [players.slow]
            level = "random"
            time_budget_ms = 50
            [players.short]
            evaluator = "greedy"
            max_work = 3
            [[matches]]
            first = "slow"
            second = "short"
            [[matches]]
            first = "greedy"
            second = 'x={"evaluator": "random"}'
            seating = "mixed"
            deals = 9
            seed = 4
            """,
        )
    )
    first, second = matches(found)
    assert (first.first.params, first.second.params) == (
        {"evaluator": "random", "time_budget_ms": 50},
        {"evaluator": "greedy", "max_work": 3, "time_budget_ms": 600_000},
    )
    assert (first.kind, first.deals, first.seed) == ("2v2", 7, 0)
    assert (second.kind, second.deals, second.seed) == ("mixed", 9, 4)
    assert second.first == Player("greedy", {"max_work": 900, "evaluator": "greedy", "time_budget_ms": 600_000})
    assert second.second.name == "x"


MATCH = '[[matches]]\nfirst = "greedy"\nsecond = "random"\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("title = ", "is not TOML"),
        (MATCH, "title is missing"),
        ('title = "t"\nmatches = []', "matches has too few entries"),
        ('title = "t"\nspeed = 3\n' + MATCH, "speed is not a known field"),
        ('title = "t"\nseating = "3v1"\n' + MATCH, "seating is not one of the values allowed"),
        ('title = "t"\ndeals = 0\n' + MATCH, "deals is too small"),
        (
            'title = "t"\n[players.a]\nmax_work = 3\n' + MATCH,
            "players.a should name exactly one of level, evaluator, outside",
        ),
        ('title = "t"\n[players.a]\noutside = "x"\n' + MATCH, "players.a.outside should be ismcts"),
        (
            'title = "t"\n[players.a]\nlevel = "random"\nsimulations = 3\n' + MATCH,
            "simulations applies only to external players",
        ),
        ('title = "t"\n[players.a]\noutside = "ismcts"\nmax_work = 3\n' + MATCH, "limited by simulations only"),
        (
            'title = "t"\n[players.a]\nlevel = "random"\nmax_work = 3\ntime_budget_ms = 3\n' + MATCH,
            "only one of max_work and time_budget_ms",
        ),
        ('title = "t"\n[players."a=b"]\nlevel = "random"\n' + MATCH, "name is empty or contains = or {: 'a=b'"),
        (
            'title = "t"\n[players.random]\nevaluator = "nobody"\n' + MATCH,
            "'random' cannot play: Hearts has no evaluator",
        ),
        ('title = "t"\n[players.random]\nlevel = "nobody"\n' + MATCH, "Hearts has no player 'nobody'"),
    ],
)
def test_an_invalid_benchmark_is_reported_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(["hearts", str(benchmark(tmp_path, text)), "--results", str(tmp_path / "kept.jsonl")])
    assert sentence in str(end.value.code)


def test_the_repositorys_benchmarks_are_valid() -> None:
    files = sorted(LADDER.parent.glob("*.toml"))
    assert LADDER in files
    for file in files:
        assert isinstance(read(file), Benchmark)


def test_the_command_writes_reports_and_resumes_after_an_interruption(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = benchmark(tmp_path, 'title = "Two"\ndeals = 3\n' + MATCH)
    kept, page, data = (tmp_path / name for name in ("kept.jsonl", "two.md", "two.json"))
    arguments = ["hearts", str(file), "--processes", "1", "--results", str(kept)]
    arguments += ["--markdown", str(page), "--json", str(data)]
    monkeypatch.setattr(match, "LOCKSTEP", 1)
    real, calls = match.play_deals, 0

    def interrupted(task: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return real(task)

    interrupted.__module__, interrupted.__qualname__ = real.__module__, real.__qualname__
    monkeypatch.setattr("py_engine.lab.hearts.command.play_deals", interrupted)
    with pytest.raises(SystemExit, match="to resume"):
        main(arguments)
    assert len(kept.read_text().splitlines()) == 1
    main(arguments)
    assert calls == 4
    assert len(kept.read_text().splitlines()) == 3
    shown = capsys.readouterr().out
    assert "greedy against random 2v2 3 18" in " ".join(shown.split())
    assert json.loads(data.read_text())["matches"][0]["deals"] == 3
    assert "![" in page.read_text()
    assert page.with_suffix(".svg").read_text().startswith("<svg")


def test_command_line_options_override_the_benchmark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = "hearts --match random random --deals 2 --seating mixed --seed 8 --processes 1".split()
    main([*options, "--results", str(tmp_path / "kept.jsonl"), "--json", str(tmp_path / "out.json")])
    assert "random against random" in capsys.readouterr().out
    data = json.loads((tmp_path / "out.json").read_text())
    (match,) = data["matches"]
    assert (match["deals"], match["seating"], match["seed"], match["hands"]) == (2, "mixed", 8, 28)
    assert data["command"] == (
        "python -m py_engine.lab hearts --match random random --deals 2 --seating mixed --seed 8"
    )
