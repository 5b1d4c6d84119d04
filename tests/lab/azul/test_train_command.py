"""The training command: its file, also after interruptions, and its report."""

from __future__ import annotations

import argparse
import hashlib
import importlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from py_engine.games.azul.knowledge.features import DRAFT, END
from py_engine.games.azul.knowledge.learnt import FILE, unpacked
from py_engine.lab.__main__ import main
from py_engine.lab.azul import train_command
from py_engine.lab.azul.generations import Plan
from py_engine.lab.azul.policy import Pair, hand_made, pair_of
from py_engine.lab.core.ledger import Ledger

TINY = [
    *"--generations 2 --games 20 --hidden 4 --end-hidden 4 --width 2 --two-plies-from 2".split(),
    *"--duel-games 4 --check-games 8 --task-games 6".split(),
]


def trained(folder: Path, name: str, *more: str) -> bytes:
    output = folder / f"{name}.npz"
    main(["azul-train", "--output", str(output), *TINY, "--results", str(folder / f"{name}.jsonl"), *more])
    return output.read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    folder = tmp_path_factory.mktemp("train")
    report = [f"--{kind}={folder / 'report'}.{kind}" for kind in ("json", "markdown")]
    return folder, trained(folder, "whole", "--processes", "1", *report)


def test_training_writes_a_valid_file_and_its_report(whole: tuple[Path, bytes]) -> None:
    folder, content = whole
    learnt = unpacked(content)
    assert (learnt.draft.hidden, learnt.end.hidden) == (4, 4)
    data = json.loads((folder / "report.json").read_text("utf-8"))
    assert (data["bytes"], data["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    assert [(each["games"], each["plies"]) for each in data["generations"]] == [(15, 1), (10, 2)]
    assert [each["won"]["games"] for each in data["generations"]] == [2, 2]
    text = (folder / "report.markdown").read_text("utf-8")
    assert data["sha256"] in text
    assert f"Made by `{data['command']}`" in text
    assert "--two-plies-from 2" in data["command"]


@pytest.mark.parametrize("lines", [1, 4, 7])
def test_interrupted_training_makes_the_same_file(whole: tuple[Path, bytes], lines: int) -> None:
    folder, content = whole
    kept = (folder / "whole.jsonl").read_bytes().splitlines(keepends=True)
    (folder / f"cut{lines}.jsonl").write_bytes(b"".join(kept[:lines]) + kept[lines][:50])
    assert trained(folder, f"cut{lines}", "--processes", "1") == content
    # Finished tasks are not repeated.
    again = Ledger(folder / f"cut{lines}.jsonl").found
    assert again == Ledger(folder / "whole.jsonl").found
    assert (folder / f"cut{lines}.jsonl").read_bytes().count(b'"result"') == len(kept)


def test_two_processes_make_the_same_file(whole: tuple[Path, bytes]) -> None:
    folder, content = whole
    assert trained(folder, "two", "--processes", "2") == content


def test_training_continues_from_a_file(whole: tuple[Path, bytes]) -> None:
    folder, content = whole
    more = trained(folder, "more", "--processes", "1", "--generations", "1", "--start", str(folder / "whole.npz"))
    assert more != content
    before, after = (unpacked(each).draft.embedding for each in (content, more))
    # A few steps change the weights little, a new start would change them completely.
    assert np.abs(after - before).mean() < np.abs(before).mean() / 2
    with pytest.raises(SystemExit, match="is not a file of learnt values"):
        trained(folder, "bad", "--start", str(folder / "whole.jsonl"))
    with pytest.raises(SystemExit, match="cannot be read"):
        trained(folder, "bad", "--start", str(folder / "nothing.npz"))


def test_files_from_before_features_outside_the_hidden_layer_are_read(tmp_path: Path) -> None:
    with np.load(io.BytesIO(FILE.read_bytes()), allow_pickle=False) as found:
        parts = dict(found)
    kept = parts["end_linear"][:, : END.embedded]
    np.savez(tmp_path / "narrow.npz", allow_pickle=False, **parts | {"end_linear": kept})
    with pytest.raises(ValueError, match="do not fit"):
        unpacked((tmp_path / "narrow.npz").read_bytes())
    draft, end = train_command.started(tmp_path / "narrow.npz")
    now = train_command.started(FILE)
    assert np.array_equal(end.linear[:, : END.embedded], kept)
    assert not end.linear[:, END.embedded :].any()
    assert np.array_equal(end.embedding, now.end.embedding)
    assert np.array_equal(draft.linear, now.draft.linear)
    for data in (b"", b"no file", FILE.read_bytes()):
        assert train_command.widened(data) == data


def test_draft_only_leaves_the_values_between_rounds(whole: tuple[Path, bytes]) -> None:
    folder, content = whole
    options = ["--processes", "1", "--generations", "1", "--draft-only", "--start", str(folder / "whole.npz")]
    more = trained(folder, "drafted", *options, "--markdown", str(folder / "drafted.md"))
    before, after = unpacked(content), unpacked(more)
    for part in ("embedding", "linear", "hidden_bias", "output", "bias"):
        assert np.array_equal(getattr(before.end, part), getattr(after.end, part))
    assert not np.array_equal(before.draft.embedding, after.draft.embedding)
    assert "--draft-only" in (folder / "drafted.md").read_text("utf-8")
    with pytest.raises(SystemExit, match="give --start"):
        trained(folder, "alone", "--draft-only")


def test_weights_round_trip_text() -> None:
    pair = hand_made()
    for name in Pair._fields:
        for here, there in zip(getattr(pair, name), getattr(pair_of(pair.text()), name), strict=True):
            assert here.dtype == there.dtype
            assert (here == there).all()


def test_training_without_scipy_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(SystemExit, match="needs scipy"):
        trained(tmp_path, "none")


def test_the_plan_takes_the_command_line_or_the_defaults() -> None:
    parser = argparse.ArgumentParser()
    train_command.add(parser.add_subparsers())
    plain = train_command.plan_of(parser.parse_args(["azul-train", "--output", "x"]))
    assert plain == Plan()
    on = train_command.plan_of(parser.parse_args("azul-train --output x --start y --games 9 --seed 3".split()))
    assert on == Plan(games=9, seed=3, two_plies_from=1)


def test_inexact_weights_are_not_written(whole: tuple[Path, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    folder, _ = whole
    kept = (folder / "whole.jsonl").read_bytes()
    for inexact in ("draft", "end"):
        (folder / f"{inexact}.jsonl").write_bytes(kept)
        layout = {"draft": DRAFT, "end": END}[inexact]
        monkeypatch.setattr(train_command, "is_exact", lambda network, layout=layout: network.layout is not layout)
        with pytest.raises(SystemExit, match="could be rounded"):
            trained(folder, inexact, "--processes", "1")
        assert not (folder / f"{inexact}.npz").exists()
