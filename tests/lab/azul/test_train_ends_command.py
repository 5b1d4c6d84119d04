"""The command that fits END to differences: its file, also after interruptions, its table, its options."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from py_engine.games.azul.knowledge.learnt import FILE, unpacked
from py_engine.lab.__main__ import main
from py_engine.lab.azul.ends import train_ends_command
from py_engine.lab.core.ledger import Ledger

TINY = "--games 8 --each 2 --held-games 6 --held-each 2 --task-games 4".split()


def trained(folder: Path, name: str, *more: str) -> bytes:
    output = folder / f"{name}.npz"
    results = ["--results", str(folder / f"{name}.jsonl")]
    main(["azul-train-ends", "--start", str(FILE), "--output", str(output), *TINY, *results, *more])
    return output.read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    folder = tmp_path_factory.mktemp("ends")
    return folder, trained(folder, "whole", "--processes", "1", "--markdown", str(folder / "report.md"))


def test_only_values_between_rounds_change(whole: tuple[Path, bytes]) -> None:
    folder, content = whole
    before, after = unpacked(FILE.read_bytes()), unpacked(content)
    assert np.array_equal(before.draft.embedding, after.draft.embedding)
    assert np.array_equal(before.spread, after.spread)
    assert not np.array_equal(before.end.embedding, after.end.embedding)
    text = (folder / "report.md").read_text("utf-8")
    assert "| all |" in text
    assert "--held-games 6" in text
    assert f"{len(content):,} bytes" in text


def test_interrupted_training_makes_the_same_file(whole: tuple[Path, bytes]) -> None:
    folder, content = whole
    kept = (folder / "whole.jsonl").read_bytes().splitlines(keepends=True)
    assert len(kept) == 5, "two tasks of held games, two of games to fit to, and the fit"
    (folder / "cut.jsonl").write_bytes(b"".join(kept[:2]) + kept[2][:50])
    assert trained(folder, "cut", "--processes", "2") == content
    assert Ledger(folder / "cut.jsonl").found == Ledger(folder / "whole.jsonl").found


def test_another_seed_makes_another_file(whole: tuple[Path, bytes]) -> None:
    folder, content = whole
    assert trained(folder, "other", "--processes", "1", "--seed", "1") != content


def test_one_game_from_an_end_is_refused(whole: tuple[Path, bytes]) -> None:
    with pytest.raises(SystemExit, match="At least 2 games"):
        trained(whole[0], "one", "--each", "1")


def test_inexact_weights_are_not_written(whole: tuple[Path, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    folder, _ = whole
    monkeypatch.setattr(train_ends_command, "is_exact", lambda _: False)
    with pytest.raises(SystemExit, match="could be rounded"):
        trained(folder, "inexact", "--processes", "1")
    assert not (folder / "inexact.npz").exists()
