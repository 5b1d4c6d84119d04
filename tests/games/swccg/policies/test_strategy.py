"""The strategy mode: a weighted sum of differences, three modes, and the groups of weights that a mode scales."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.games.swccg.policies.scoring import rounded
from py_engine.games.swccg.policies.strategy import MODES, drain_potential, scaled, strategy_of
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.games.swccg.rules.board import Board, Location, Piles
from py_engine.games.swccg.rules.cards import CardFacts

COACH = default_weights().changed({"mode.life_force": 1.0, "mode.power": 0.5, "mode.drains": 3.0, "mode.margin": 12.0})
SITES = {
    f"3_{n}": CardFacts(f"3_{n}", f"Site {n}", "dark", "Location", dark_icons=1 + n, light_icons=2 * n)
    for n in range(3)
}


def board(own: int = 30, other: int = 30, power: float = 0.0, against: float = 0.0) -> Board:
    found = Board(locations=[Location(str(n), f"3_{n}", None, None) for n in range(3)])
    found.piles = {"seat": Piles(reserve=own, hand=9, lost=5), "opponent": Piles(force=other, hand=1)}
    for side, value in (("seat", power), ("opponent", against)):
        if value:
            found.power["seat" if side == "seat" else "opponent"][0] = value
    return found


@pytest.mark.parametrize(
    ("own", "other", "mode"),
    [(30, 30, "even"), (41, 30, "even"), (42, 30, "ahead"), (30, 41, "even"), (30, 42, "behind"), (60, 0, "ahead")],
)
def test_mode_changes_at_the_margin_of_life_force(own: int, other: int, mode: str) -> None:
    found = strategy_of(board(own, other), {}, "dark", COACH)
    assert found.mode == mode
    assert found.parts[0][:1] + found.parts[0][2:] == ("life_force", float(own - other))


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60), st.integers(0, 60))
def test_standing_is_the_sum_of_its_parts(own: int, other: int, power: int, against: int) -> None:
    found = strategy_of(board(own, other, power, against), {}, "dark", COACH)
    parts = {code: value for code, _, value in found.parts}
    assert parts == {"life_force": float(own - other), "power": 0.5 * (power - against), "drains": 0.0}
    standing = own - other + 0.5 * (power - against)
    assert found.mode == ("behind" if standing <= -12 else "ahead" if standing >= 12 else "even")


def test_drain_potential_counts_locations_with_one_side() -> None:
    table = board()
    for (seat, opponent), colour in product(
        [(True, False), (False, True), (True, True), (False, False)], ["dark", "light"]
    ):
        table.power = {"seat": {2: 0.0} if seat else {}, "opponent": {2: 4.0} if opponent else {}}
        icons = SITES["3_2"].light_icons if (colour == "dark") == seat else SITES["3_2"].dark_icons
        expected = icons if seat != opponent else 0
        assert drain_potential(table, SITES, colour, "seat") == (expected if seat else 0)
        assert drain_potential(table, SITES, colour, "opponent") == (expected if opponent else 0)
    assert drain_potential(table, SITES, None, "seat") == 0
    table.power["seat"] = {0: 1.0, 1: 1.0, 2: 1.0}
    table.power["opponent"] = {}
    assert drain_potential(table, SITES, "dark", "seat") == 0 + 2 + 4
    assert drain_potential(table, SITES, "light", "seat") == 1 + 2 + 3
    assert drain_potential(table, {}, "dark", "seat") == 0
    table.locations[1] = None
    assert drain_potential(table, SITES, "dark", "seat") == 4


def test_unknown_differences_count_as_zero() -> None:
    empty = strategy_of(Board(), {}, None, COACH)
    assert (empty.mode, [value for _, _, value in empty.parts], dict(empty.groups)) == ("even", [0.0, 0.0, 0.0], {})
    assert all("unknown" in label for _, label, _ in empty.parts)
    half = board(60, 0)
    del half.piles["opponent"]
    assert strategy_of(half, {}, "dark", COACH).mode == "even"


def test_mode_can_be_forced() -> None:
    for forced in MODES:
        found = strategy_of(board(60, 0), {}, "dark", COACH, forced)
        assert found.mode == forced
        assert found.parts == strategy_of(board(60, 0), {}, "dark", COACH).parts


def test_document_profile_has_no_modes() -> None:
    document = default_weights("document")
    for lead in ((60, 0), (0, 60)):
        assert strategy_of(board(*lead), {}, "dark", document).mode == "even"
    for forced in MODES:
        found = strategy_of(board(), {}, "dark", document, forced)
        assert dict(found.groups) == {}
        assert scaled(document, found) == dict(document.values)


@given(st.sampled_from(["behind", "ahead"]), st.floats(-200, 200))
def test_mode_scales_only_its_groups(mode: str, factor: float) -> None:
    weights = COACH.changed({f"{mode}.battle": factor})
    found = strategy_of(board(), {}, "dark", weights, "behind" if mode == "behind" else "ahead")
    assert (found.groups.get("battle") == factor) or (factor == 1 and "battle" not in found.groups)
    after = scaled(weights, found)
    assert list(after) == list(weights.values)
    for name, value in after.items():
        group = name.partition(".")[0]
        assert value == weights[name] * found.groups.get(group, 1.0)
        if group not in found.groups:
            assert value == weights[name]
    assert scaled(weights, strategy_of(board(), {}, "dark", weights, "even")) == dict(weights.values)


def test_strategy_as_json_lists_reasons_and_groups() -> None:
    found = strategy_of(board(10, 40, 3, 8), {}, "dark", COACH)
    data = found.as_json()
    assert (data["mode"], data["groups"]) == ("behind", dict(found.groups))
    assert data["reasons"] == [{"code": code, "label": label, "value": value} for code, label, value in found.parts]
    assert [code for code, _, _ in found.parts] == ["life_force", "power", "drains"]
    assert [value for _, _, value in found.parts] == [-30.0, -2.5, 0.0]
    assert found.parts[0][1] == "Life Force 10 against 40"
    assert all(value == rounded(value) for _, _, value in found.parts)
