"""What cards say of the floor line where a score of 0 takes points back, and of tiles there that cost nothing more in the end."""

from __future__ import annotations

from dataclasses import replace

from py_engine.games.azul.coaching.certain import Fact
from py_engine.games.azul.coaching.feedback import sentences
from py_engine.games.azul.search.lines import Apart
from tests.games.azul.graded import NO_CAUSE, candidate, graded_loss


def test_what_a_score_of_0_takes_back_from_a_floor_line_is_not_said_of_the_floor() -> None:
    # Both floor lines cost 14 by their tiles, of which the moves pay no more than the 12 and the 7 points that they score.
    parts = {"tiling": 5.0, "penalties": -5.0, "future": -3.0}
    user = candidate("user", parts, {"expected_floor_penalty": 14.0})
    best = candidate("best", {}, {"expected_floor_penalty": 14.0})
    steady = {"tiling": 5.0, "penalties": -5.0}
    found = graded_loss(user, best, evidence=Apart(steady, 1.0), verdict="mistake")
    assert [item.text for item in sentences(found)] == ["It costs an estimated 3 points in later rounds."]
    # What is left of either is no number that the board shows: tiles that score 5 more are not said to score 4 more.
    user = candidate("user", {"tiling": 5.0, "penalties": -5.0, "future": -3.0}, {"expected_floor_penalty": 15.0})
    found = graded_loss(user, best, evidence=Apart(steady, 1.0), verdict="mistake")
    assert not any("when tiles go to the wall" in item.text for item in sentences(found))
    # Of two points more by its tiles, this one pays one: that is what it costs.
    parts = {"penalties": -1.0, "future": -2.0}
    found = graded_loss(candidate("user", parts, {"expected_floor_penalty": 16.0}), best, verdict="mistake")
    found = replace(found, evidence=Apart({"penalties": -1.0}, 1.0))
    texts = [item.text for item in sentences(found)]
    assert "Your move is expected to cost 1 point more on the floor line this round." in texts


def test_tiles_on_the_floor_line_that_cost_nothing_more_in_the_end_explain_nothing() -> None:
    fact = Fact("Your move puts 1 tile on your floor line, the best move none.", 1, floor=True)
    end = "Your move puts 1 tile on your floor line, the best move none, but your floor line is not expected to cost more by the end of the round."
    # The last one costs a point by its tiles, but a score of 0 takes it back.
    for floor, parts in ((0.0, {}), (-2.0, {"penalties": 2.0}), (1.0, {})):
        user = candidate("user", {"future": -3.0, **parts}, {"expected_floor_penalty": floor})
        found = graded_loss(user, candidate("best", {}, {}), evidence=Apart({}, 9.0), verdict="inaccuracy")
        assert [item.text for item in sentences(found, [fact])] == [end, NO_CAUSE]
