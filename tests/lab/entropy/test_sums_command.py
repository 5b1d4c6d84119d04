"""The sums of reviewed games, from which the rise of Entropy's forecast and the error of its luck are."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.entropy.coaching.final_score import score_before_draw
from py_engine.games.entropy.knowledge.calibration import luck_variance, rise
from py_engine.games.entropy.rules.batch import unplaced
from py_engine.games.entropy.rules.play import new_game
from py_engine.games.entropy.rules.state import Options, to_batch
from py_engine.lab.core.versions import engine_of
from py_engine.lab.entropy import sums_command
from py_engine.lab.entropy.sums_command import Sums, sums, table


def test_parts_of_a_game_add_up_to_its_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums_command, "WORK", 3000)
    found = [sums({"seed": seed, "size": 5, "engine": engine_of("entropy")}) for seed in (0, 1)]
    assert [each.size for each in found] == [5, 5]
    # Par knows nothing of the first token: it is that of an empty board and a full bag.
    first = to_batch([new_game(0, Options(size=5))])
    bag = unplaced(first)[0]
    bag[int(first.token[0])] += 1
    par = score_before_draw(np.zeros_like(first.codes[0]), 0, bag, 5) + rise(5, 25)
    assert [each.par for each in found] == pytest.approx([par, par])
    assert [each.luck_variance for each in found] == pytest.approx([25 * luck_variance(5)] * 2)
    for each in found:
        left = each.result - each.par - each.luck - each.skill
        assert abs(left) <= 2 * (each.loss_variance + each.luck_variance) ** 0.5
    # The luck of a single game is off by more than small losses come to, so signs show over the games.
    rest = np.array([each.result - each.par - each.luck for each in found])
    skill = np.array([each.skill for each in found])
    assert np.square(rest - skill).sum() < min(np.square(rest).sum(), np.square(rest + skill).sum())


def test_table_says_what_the_sums_leave_open() -> None:
    game = Sums(size=5, par=44.0, luck=2.0, skill=-5.0, result=44.0, loss_variance=0.75, luck_variance=0.25)
    # They leave 3 and -1 points open, with a stated error of 1 each.
    lines = table([game, game._replace(result=40.0)]).splitlines()
    assert [line.split(maxsplit=1)[0] for line in lines] == ["games", "left", "left", "stated", "within"]
    assert [line[27:] for line in lines] == ["2", "+1.00 points", "2.24 points", "1.00 points", "1 of 2"]
