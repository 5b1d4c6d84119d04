"""The command that plays every Order of Entropy against every Chaos."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from py_engine.lab.__main__ import main
from py_engine.lab.entropy import command


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--order", "nobody", "--chaos", "random"], "Entropy has no player 'nobody'; there are random, greedy,"),
        (["--order", "a={x", "--chaos", "random"], "'a={x' is neither a player's name nor JSON."),
        (["--order", '{"evaluator":"x"}', "--chaos", "random"], "cannot play: Entropy has no evaluator 'x'."),
        (["--order", '{"max_work":-1}', "--chaos", "random"], "max_work is too small"),
        (["--order", "pass", "--chaos", "pass"], "Chaos cannot pass."),
        (["--order", "greedy", "greedy", "--chaos", "random"], "Order has two players called 'greedy'."),
        (["--order", "pass", "--chaos", "random", "--games", "0"], "invalid number from 1 on value: '0'"),
        (["--chaos", "random"], "--order"),
    ],
)
def test_command_line_errors_are_sentences(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["entropy", *arguments])
    assert sentence in f"{end.value.code}{capsys.readouterr().err}"


def test_command_writes_its_table_and_resumes_from_its_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {name: tmp_path / name for name in ("kept", "json", "markdown")}
    said = ["entropy", "--order", "pass", "greedy", "--chaos", "random", "--games", "3", "--size", "5", "--seed", "4"]
    said += ["--processes", "1", "--results", str(files["kept"])]
    written = ["--json", str(files["json"]), "--markdown", str(files["markdown"])]
    main([*said, *written])
    first = capsys.readouterr().out
    assert len(files["kept"].read_text().splitlines()) == 2
    data = json.loads(files["json"].read_text())
    assert data["results"][0][0]["games"] == 3
    assert f"Made by `{data['command']}`." in files["markdown"].read_text()
    assert (
        data["command"]
        == "python -m py_engine.lab entropy --order pass greedy --chaos random --games 3 --seed 4 --size 5"
    )
    # The same command plays nothing, but trusts the results in the file.
    rows = [json.loads(line) for line in files["kept"].read_text().splitlines()]
    files["kept"].write_text("".join(json.dumps({**row, "result": [[7.0, -7.0]] * 3}) + "\n" for row in rows))
    main(said)
    assert "7.0 ± 0.0" in capsys.readouterr().out
    assert "7.0 ± 0.0" not in first


def test_command_compares_game_by_game_with_another_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, other, table = (tmp_path / name for name in ("here", "other", "json"))
    said = ["entropy", "--order", "pass", "--chaos", "random", "greedy", "--games", "3", "--size", "5"]
    said += ["--processes", "1", "--results"]
    main([*said, str(other)])
    rows = [json.loads(line) for line in other.read_text().splitlines()]
    for row in rows:
        row["task"]["engine"] = "another"
    rows[0]["result"] = [[points + 2, -points - 2] for points, _ in rows[0]["result"]]
    rows[1]["task"]["seeds"] = [seed + 100 for seed in rows[1]["task"]["seeds"]]
    other.write_text("".join(json.dumps(row) + "\n" for row in rows))
    main([*said, str(here), "--against", str(other), "--json", str(table)])
    assert "−2.0 ± 0.0 (3 games)" in capsys.readouterr().out  # noqa: RUF001 - a true minus is what tables have
    assert json.loads(table.read_text())["more_than_another_version"][0][0] == {"mean": -2.0, "error": 0.0, "games": 3}
    assert json.loads(table.read_text())["more_than_another_version"][0][1]["games"] == 0
    with pytest.raises(SystemExit, match="cannot be read"):
        main([*said, str(here), "--against", str(tmp_path / "nothing")])


def test_command_options_reach_the_games() -> None:
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers())
    chosen = parser.parse_args("entropy --order pass --chaos ev2 --size 5 --next-token-known --max-work 9".split())
    asked = command.crossing(chosen)
    assert asked.options == {"size": 5, "next_token_known": True}
    assert asked.columns[0].params["max_work"] == 9
