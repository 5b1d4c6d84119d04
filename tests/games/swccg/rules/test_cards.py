"""The card database as the user supplies it: entries taken, entries skipped with reasons, and the library's id."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.core.contract import ContractError
from py_engine.games.swccg.knowledge.reader.loading import LoadCardsArgs, load_cards
from py_engine.games.swccg.rules.cards import LIBRARY, CardFacts, Library, Skipped, read_card
from py_engine.games.swccg.rules.state import FactsModel
from tests.games.swccg.cards import VADER, WAR_ROOM, card
from tests.games.swccg.reference import REFERENCE, needs_reference

NUMBERS = "power ability deploy forfeit destiny armor maneuver hyperspeed landspeed".split()


@pytest.fixture(autouse=True)
def _only_what_a_test_loads() -> Iterator[None]:
    LIBRARY.clear()
    yield
    LIBRARY.clear()


def read(data: object, side: str = "dark") -> CardFacts:
    found = read_card(data, side)
    assert isinstance(found, CardFacts), found
    return found


def changed(**front: Any) -> dict[str, Any]:
    data = deepcopy(VADER)
    data["front"].update(front)
    return data


def test_read_card_reads_the_printed_values() -> None:
    vader = read({**VADER, "matching": ["Black 2"], "matchingWeapon": ["Lightsaber"]})
    assert (vader.blueprint_id, vader.title, vader.side) == ("1_168", "•Darth Vader", "dark")
    assert (vader.type, vader.subtype, vader.unique) == ("Character", "Imperial", True)
    assert (vader.power, vader.ability, vader.deploy, vader.forfeit, vader.destiny) == (6.0, 6.0, 6.0, 8.0, 1.0)
    assert (vader.armor, vader.maneuver, vader.hyperspeed, vader.landspeed) == (None, None, None, None)
    assert (vader.icons, vader.matching, vader.matching_weapon) == (("Pilot", "Warrior"), ("Black 2",), ("Lightsaber",))
    site = read(WAR_ROOM)
    assert (site.dark_icons, site.light_icons) == (2, 1)
    assert (site.own_icons("dark"), site.own_icons("light"), site.own_icons(None)) == (2, 1, 1)


PRINTED = {
    "6": 6.0,
    "1.5": 1.5,
    "½": 0.5,
    "4½": 4.5,
    "*": None,
    "π": None,
    "1 or 6": None,
    "(4)": None,
    "X": None,
    "": None,
}
WRITTEN: list[tuple[object, float | None]] = [(7, 7.0), (2.5, 2.5), (-1, -1.0), (None, None), (True, None), ([], None)]
WRITTEN += [({}, None), (10**5_000, None), (1e300, None), (float("nan"), None), (float("-inf"), None)]


@pytest.mark.parametrize("name", NUMBERS)
def test_read_card_reads_only_numeric_statistics(name: str) -> None:
    for printed, value in [*PRINTED.items(), *WRITTEN]:
        assert getattr(read(changed(**{name: printed})), name) == value


@pytest.mark.parametrize("said", ["Dark", "dark", "LIGHT", "Light", "both", None, 3])
def test_read_card_takes_the_side_from_card_or_file(said: object) -> None:
    own = str(said).lower()
    for side in ("dark", "light"):
        assert read({**VADER, "side": said}, side).side == (own if own in ("dark", "light") else side)


def test_read_card_limits_lists_and_texts() -> None:
    odd = read(changed(icons=["a" * 500, 3, None, *["b"] * 90], characteristics="droid", subType=4, title="x" * 500))
    assert odd.icons[0] == "a" * 120
    assert len(odd.icons) <= 40
    assert (odd.characteristics, odd.subtype, len(odd.title)) == ((), "", 120)
    assert read(changed(darkSideIcons=True, lightSideIcons=-1)).dark_icons == 0
    assert read(changed(darkSideIcons=21, lightSideIcons="2")).light_icons == 0
    assert not read(changed(uniqueness="***")).unique
    FactsModel.model_validate(odd.as_json())


SKIPPED: list[tuple[object, str | None, str]] = [
    (None, None, "It is not an object."),
    ("1_168", None, "It is not an object."),
    ([VADER], None, "It is not an object."),
    ({}, None, "It has no gempId."),
    ({**VADER, "gempId": 3}, None, "It has no gempId."),
    ({**VADER, "gempId": ""}, "", "It has no gempId."),
    ({**VADER, "gempId": "9" * 500}, "9" * 20, "Its gempId has more than 20 characters."),
    ({"gempId": "1_1"}, "1_1", "It has no front."),
    ({"gempId": "1_1", "front": []}, "1_1", "It has no front."),
    ({"gempId": "1_1", "front": {}}, "1_1", "Its front has no title or no type."),
    ({"gempId": "1_1", "front": {"title": "A", "type": None}}, "1_1", "Its front has no title or no type."),
    ({"gempId": "1_1", "front": {"title": "", "type": "Effect"}}, "1_1", "Its front has no title or no type."),
    (VADER, "1_168", "An earlier card has the same gempId."),
]


def test_library_gives_a_reason_for_each_skipped_entry() -> None:
    library = Library()
    taken, skipped = library.load("dark", [VADER, *(data for data, _, _ in SKIPPED)])
    assert taken == 1
    assert [(each.index, each.id, each.reason) for each in skipped] == [
        (index + 1, said, reason) for index, (_, said, reason) in enumerate(SKIPPED)
    ]
    assert {each.side for each in skipped} == {"dark"}
    assert library.get("1_168") == read(VADER)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
fields = st.sampled_from(
    ["gempId", "front", "back", "side", "title", "type", "power", "icons", "darkSideIcons", "uniqueness", "matching"]
)
cards = st.dictionaries(fields, json_values | st.dictionaries(fields, json_values, max_size=6), max_size=6)


@given(st.lists(cards | json_values, max_size=6))
def test_library_takes_or_skips_any_entry(data: list[object]) -> None:
    library = Library()
    taken, skipped = library.load("light", data)
    assert taken + len(skipped) == len(data)
    assert all(each.reason.endswith(".") for each in skipped)
    for facts in library.by_side["light"].values():
        FactsModel.model_validate(facts.as_json())
    assert (library.id is None) == (taken == 0)


# --- The library ---


def test_library_finds_alternate_pictures_and_second_sides() -> None:
    two_fronts = {
        **card("7_1", "A / B", "Objective", destiny="0"),
        "back": {"title": "A / B", "type": "Objective", "destiny": "7"},
    }
    one_front = card("7_2", "C / D", "Objective")
    library = Library()
    library.load("dark", [VADER, two_fronts, {**one_front, "back": {"title": 3}}])
    for name in ("1_168", "1_168*", "1_168^", "1_168*^"):
        found = library.get(name)
        assert found is not None
        assert found.title == "•Darth Vader"
    destinies = {
        name: facts.destiny
        for name in ("7_1", "7_1*", "7_1_BACK", "7_1_BACK*^", "7_2_BACK")
        if (facts := library.get(name))
    }
    assert destinies == {"7_1": 0.0, "7_1*": 0.0, "7_1_BACK": 7.0, "7_1_BACK*^": 7.0, "7_2_BACK": 1.0}
    assert [library.get(name) for name in (None, "", "1_169", "_BACK", "-1_1", "inPlay")] == [None] * 6


def test_library_id_depends_on_contents_alone() -> None:
    luke = card("1_19", "•Luke", "Character", "Light", power="3")

    def named(*loads: tuple[str, list[dict[str, Any]]]) -> str | None:
        library = Library()
        for side, data in loads:
            library.load(side, data)
        return library.id

    assert named() is None
    assert named(("dark", [])) is None
    both = named(("dark", [VADER, WAR_ROOM]), ("light", [luke]))
    # The order of loading and of entries, and unused fields, do not matter.
    assert named(("light", [luke]), ("dark", [WAR_ROOM, {**VADER, "rarity": "R1"}])) == both
    assert named(("dark", [luke]), ("dark", [VADER, WAR_ROOM]), ("light", [luke])) == both
    others = [
        named(("dark", [VADER]), ("light", [luke])),
        named(("dark", [VADER, WAR_ROOM])),
        named(("dark", [changed(power="7"), WAR_ROOM]), ("light", [luke])),
        named(("dark", [{**VADER, "back": VADER["front"]}, WAR_ROOM]), ("light", [luke])),
    ]
    assert len({both, *others}) == 5
    assert both is not None
    assert len(both) == 64


def test_load_cards_takes_text_or_json_and_replaces_a_side() -> None:
    answer = load_cards(
        LoadCardsArgs(
            dark_json={"cards": [VADER, {}]},
            light_json=json.dumps({"cards": [card("1_19", "Luke", "Character", "Light")]}),
        )
    )
    assert (answer.cards, answer.taken) == (2, {"dark": 1, "light": 1})
    assert answer.skipped == [Skipped("dark", 1, None, "It has no gempId.")]
    assert answer.id == LIBRARY.id
    again = load_cards(LoadCardsArgs(dark_json=json.dumps({"cards": [WAR_ROOM]})))
    assert (again.cards, again.taken) == (2, {"dark": 1})
    assert LIBRARY.get("1_168") is None
    assert LIBRARY.get("1_19") is not None


@pytest.mark.parametrize(
    "bad", ["{", "[1,", "3", "{}", '{"cards": {}}', {"cards": None}, 7, "nul", "\ufeff", "[" * 100_000]
)
def test_load_cards_refuses_other_files_and_keeps_the_library(bad: Any) -> None:
    load_cards(LoadCardsArgs(dark_json={"cards": [VADER]}))
    before = LIBRARY.id
    with pytest.raises(ContractError) as caught:
        load_cards(LoadCardsArgs(dark_json=bad, light_json={"cards": [WAR_ROOM]}))
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 300
    assert LIBRARY.id == before


@needs_reference
def test_all_reference_cards_are_taken() -> None:
    data = json.loads((REFERENCE / "cards.json").read_text("utf-8"))
    library, taken = Library(), 0
    for side in ("Dark", "Light"):
        of_side = [each for each in data if each["side"] == side]
        count, skipped = library.load(side.lower(), of_side)
        assert skipped == []
        taken += count
    assert taken == len(data) == 3_640
    for each in data:
        facts = library.get(each["gempId"])
        assert facts is not None
        assert facts.side == each["side"].lower()
        printed = each["front"].get("power")
        assert facts.power == (float(printed) if printed not in (None, "*") else None)
        FactsModel.model_validate(facts.as_json())
