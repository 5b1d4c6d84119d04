"""The sizes of the seat's last Force drains, which tell what cards take away at a location."""

from __future__ import annotations

from tests.games.swccg.logs import DARK, LIGHT, Action, choose, hint, location, message, phase, turn
from tests.games.swccg.tracking import START, events, folded

ASKED = choose(
    "Choose Control action or Pass", [Action("Force drain", 10), Action("Force drain", 11), Action("Use it", 10)]
)
TABLE = [*START, location(10, "3_0", 0, "Hoth"), location(11, "3_1", 1, "Hoth")]


def drained(*written: str) -> dict[str, int]:
    (asked,) = events(ASKED)
    return dict(folded(*TABLE, *written, ASKED).position(asked).drained)


def drain(size: int, who: str = DARK) -> str:
    return message(f"{who} Force drains {size} at {hint('3_0', '•Hoth: Echo Corridor')}")


def test_the_last_drain_at_a_location_is_known_for_a_few_turns() -> None:
    now = [turn(DARK), phase("Control", 4)]
    assert drained(*now) == {}
    assert drained(*now, drain(2), drain(0)) == {"0": 0}
    assert drained(*now, drain(0), turn(LIGHT), phase("Control", 7), turn(DARK), phase("Control", 7)) == {"0": 0}
    assert drained(*now, drain(0), phase("Control", 8)) == {}


def test_only_the_seats_own_drains_count_as_they_were_made() -> None:
    now = [turn(DARK), phase("Control", 4)]
    assert drained(*now, drain(3, LIGHT)) == {}
    # Responses may still add to what was announced.
    announced = message(f"{DARK} initiates Force drain of 0 at {hint('3_0', '•Hoth: Echo Corridor')}")
    assert drained(*now, announced) == {}
