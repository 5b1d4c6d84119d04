"""Azul's matches: mirrored games, standard errors over deals, stopping rules, limits of players."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from py_engine.games.azul.rules.state import RULESET_ID
from py_engine.lab.__main__ import main
from py_engine.lab.azul import command
from py_engine.lab.azul.command import BATCH, batch, pairings
from py_engine.lab.azul.match import Game, Played, Standing, play_game
from py_engine.lab.azul.players import BASELINES, LONG, PLAYERS, named
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.matches import match, play
from tests.bridge import strategies
from tests.bridge.asking import ask


def played(scores: tuple[int, int], wins: tuple[float, float]) -> Played:
    """A game in which the starting player made 10 moves in 50 ms, and the other 30 in 60 ms."""
    return {"scores": list(scores), "wins": list(wins), "moves": [10, 30], "milliseconds": [50.0, 60.0]}


def standing(*deals: tuple[Played, Played]) -> Standing:
    found = Standing(named("greedy"), named("random"))
    for seed, games in enumerate(deals):
        for seat, game in enumerate(games):
            found.add(seed, seat, game)
    return found


WON = (played((50, 40), (1, 0)), played((30, 60), (0, 1)))
"""A deal that the first player wins from both seats, by 10 and 30 points."""
SPLIT = (played((50, 46), (1, 0)), played((40, 40), (0.5, 0.5)))
"""A deal that the first player wins by 4 points when starting, and ties otherwise."""


def test_standing_gives_the_first_players_results_with_errors_over_deals() -> None:
    found = standing(WON, SPLIT)
    assert tuple(found.share()) == pytest.approx((87.5, 12.5, 2))
    assert tuple(found.difference()) == pytest.approx((11.0, 9.0, 2))


def test_standing_separates_moves_and_times_by_player() -> None:
    found = standing(WON)
    # 10 moves in 50 ms from the first seat and 30 in 60 from the other, for both players.
    assert found.side(0) == found.side(1) == (20.0, 110 / 40)
    alone = standing()
    alone.add(0, 1, WON[1])
    assert [alone.side(number) for number in (0, 1)] == [(30.0, 2.0), (10.0, 5.0)]


def test_standing_ignores_half_deals() -> None:
    found = standing(WON)
    found.add(9, 0, SPLIT[0])
    assert found.share().games == 1


def test_tasks_play_every_deal_from_both_seats() -> None:
    first, second = (named(name).params for name in ("greedy", "random"))
    tasks = Standing(named("greedy"), named("random")).tasks([3, 4])
    assert [(seed, seat, task["seed"]) for seed, seat, task in tasks] == [(3, 0, 3), (3, 1, 3), (4, 0, 4), (4, 1, 4)]
    assert [task["players"] for _, _, task in tasks] == [[first, second], [second, first]] * 2


@pytest.mark.parametrize("seed", range(2))
def test_play_game_equals_a_match_game(seed: int) -> None:
    players = [named(name).params for name in ("greedy", "random")]
    (_, _, task), *_ = Standing(named("greedy"), named("random")).tasks([seed])
    found = play_game(task)
    (returns,) = play(match(RULESET_ID, {}, players, [seed]))
    assert [found["scores"][0] - found["scores"][1], found["scores"][1] - found["scores"][0]] == returns
    assert found["wins"] == [1.0, 0.0]
    assert min(found["moves"]) > 10
    assert min(found["milliseconds"]) > 0


def test_play_game_refuses_another_engine_version() -> None:
    task: Game = {"players": [named("random").params] * 2, "seed": 0, "engine": "older"}
    with pytest.raises(LabError, match="another version of the engine"):
        play_game(task)


def test_doubt_is_positive_after_only_wins() -> None:
    assert standing().doubt() == float("inf")
    few, many = standing(*[WON] * 5), standing(*[WON] * 60)
    assert few.share().error == many.share().error == 0
    assert few.doubt() > 10 > many.doubt() > 0
    # Computed by hand: five deals at 100 %, plus one at 0 and one at 100.
    assert few.doubt() == pytest.approx(np.std([100.0] * 6 + [0.0], ddof=1) / np.sqrt(7))


def test_batch_without_until_error_holds_all_deals() -> None:
    pair = [Standing(named("greedy"), named("random")), Standing(named("greedy"), named("mixed"))]
    games = batch(pair, 7, 3, None)
    assert [(pair.index(who), seed, seat) for who, seed, seat, _ in games] == [
        (who, seed, seat) for seed in (7, 8, 9) for who in (0, 1) for seat in (0, 1)
    ]
    for who, seed, seat, _ in games:
        who.add(seed, seat, WON[seat])
    assert batch(pair, 7, 3, None) == []


def test_batch_with_until_error_stops_known_pairings() -> None:
    known, unknown = standing(*[WON] * 60), standing(*[WON, SPLIT] * 6)
    assert known.doubt() < 3 < unknown.doubt()
    games = batch([known, unknown], 0, 100, 3.0)
    assert {id(who) for who, *_ in games} == {id(unknown)}
    assert sorted({seed for _, seed, _, _ in games}) == list(range(12, 12 + BATCH))
    # No more than there are deals.
    assert len(batch([unknown], 0, 13, 3.0)) == 2
    assert batch([unknown], 0, 12, 3.0) == []


def test_max_work_applies_to_searches_only() -> None:
    for name in BASELINES:
        assert named(name, 500).params == named(name).params
        assert named(name, 500).params["time_budget_ms"] == LONG
        assert "max_work" not in named(name, 500).params
    search = named("search", 500).params
    assert (search["max_work"], search["time_budget_ms"]) == (500, LONG)
    assert "max_work" not in named("search").params
    own = named('deep={"evaluator": "search", "max_work": 900}', 500)
    assert (own.name, own.params["max_work"], own.params["time_budget_ms"]) == ("deep", 900, LONG)
    timed = named('{"evaluator": "rollout", "time_budget_ms": 9}', 500).params
    assert timed == {"evaluator": "rollout", "time_budget_ms": 9}


@pytest.mark.parametrize(("name", "rollouts"), [("document10", 10), ("document60", 60)])
def test_document_players_play_all_their_rollouts(name: str, rollouts: int) -> None:
    state = strategies.reachable_state(1, 0.0, 0.0)
    params = named(name, 5).params | {"evaluator_seed": 1}
    metadata = ask("evaluate_best_move", state, state["active_player_id"], params)["metadata"]
    assert (metadata["candidates_evaluated"], metadata["rollouts_run"]) == (20, 20 * rollouts)
    assert (metadata["evaluator"], metadata["horizon"], metadata["ended_by"]) == ("rollout", "round", "work")


def test_every_named_player_can_play() -> None:
    state = strategies.reachable_state(1, 0.0, 0.9)
    for name in (*BASELINES, *PLAYERS):
        params = named(name).params | {"evaluator_seed": 1}
        assert ask("evaluate_best_move", state, state["active_player_id"], params)["best_action"]


def chosen(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers())
    return parser.parse_args(["azul", *words])


def test_pairings_match_all_players_and_opponents_but_equals() -> None:
    found = pairings(chosen("--players", "greedy", "mixed", "--opponents", "greedy", "random"))
    names = [(each.first.name, each.second.name) for each in found]
    assert names == [("greedy", "random"), ("mixed", "greedy"), ("mixed", "random")]
    everybody = pairings(chosen("--players", "search", "--max-work", "9"))
    assert [each.second.name for each in everybody] == list(BASELINES)
    assert everybody[0].first.params["max_work"] == 9


def test_levels_play_the_level_below() -> None:
    ids = [level["id"] for level in next(g for g in ask("list_games") if g["ruleset_id"] == RULESET_ID)["levels"]]
    found = pairings(chosen("--levels", "--max-work", "77"))
    assert [(s.first.name, s.second.name) for s in found] == list(zip(ids[1:], ids, strict=False))
    # The strongest level usually plays against the clock; here the command line limits its work.
    assert found[-1].first.params["max_work"] == 77
    assert found[-1].second.params["max_work"] != 77


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "nobody"], "Azul has no player 'nobody'"),
        (["--players", "greedy", "--opponents", "greedy"], "No player has an opponent."),
        (
            ["--players", 'a={"evaluator": "greedy"}', "--opponents", 'a={"evaluator": "random"}'],
            "There are two players called 'a'.",
        ),
        (["--players", "greedy", "--until-error", "0"], "invalid number of per cent value: '0'"),
        ([], "--players"),
    ],
)
def test_errors_of_the_command_line_are_sentences(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["azul", *arguments])
    assert sentence in f"{end.value.code}{capsys.readouterr().err}"


def test_the_command_writes_its_tables_and_resumes_from_its_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {name: tmp_path / name for name in ("kept", "json", "markdown")}
    said = ["azul", "--players", "greedy", "--opponents", "random", "--deals", "2", "--seed", "4"]
    said += ["--processes", "1", "--results", str(files["kept"])]
    main([*said, "--json", str(files["json"]), "--markdown", str(files["markdown"])])
    first = capsys.readouterr().out
    assert "100.0 ± 0.0" in first
    assert len(files["kept"].read_text().splitlines()) == 4
    data: dict[str, Any] = json.loads(files["json"].read_text())
    (result,) = data["results"]
    assert (result["deals"], result["won_per_cent"]) == (2, {"mean": 100.0, "error": 0.0})
    assert min(data["milliseconds_a_move"][0]["mean"]) > 0
    assert f"Made by `{data['command']}`." in files["markdown"].read_text()
    line = "python -m py_engine.lab azul --players greedy --opponents random --deals 2 --seed 4"
    assert data["command"] == line
    # The same command plays no games again: it takes the results in the file.
    rows = [json.loads(line) for line in files["kept"].read_text().splitlines()]
    shared = played((7, 7), (0.5, 0.5))
    files["kept"].write_text("".join(json.dumps({**row, "result": shared}) + "\n" for row in rows))
    main(said)
    assert "50.0 ± 0.0" in capsys.readouterr().out
