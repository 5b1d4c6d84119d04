"""The sample game is a complete and consistent log in the server's format.

Its piles, power and Force generation are recomputed here from its other events alone.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

from build_tools.paths import ROOT, SAMPLE_CARDS, SAMPLE_GAME
from build_tools.sample_game.cards import DARK_DECK, FACTS, LIGHT_DECK
from build_tools.sample_game.database import card_data
from build_tools.sample_game.gemp import NOBODY, PILES
from build_tools.sample_game.story import OPPONENT, REPEATS, SEAT, sample_game
from tests.games.swccg.sampled import decisions, events, options, parameters, sample, takes

REFERENCE = ROOT.parent / "shared" / "reference" / "swccg" / "cards.json"
LISTS = {
    "CARD_ACTION_CHOICE": {
        "horizontal",
        "actionText",
        "backSideTestingText",
        "cardId",
        "actionId",
        "testingText",
        "blueprintId",
    },
    "ACTION_CHOICE": {"horizontal", "actionText", "backSideTestingText", "actionId", "testingText", "blueprintId"},
    "CARD_SELECTION": {"cardId"},
    "ARBITRARY_CARDS": {
        "horizontal",
        "backSideTestingText",
        "preselected",
        "cardId",
        "selectable",
        "testingText",
        "blueprintId",
        "cardText",
    },
    "MULTIPLE_CHOICE": {"results"},
    "INTEGER": set(),
    "EMPTY": set(),
}
"""Decision type -> its parameters that are lists."""
TOPS = ("RESERVE_DECK", "FORCE_PILE", "USED_PILE", "LOST_PILE")
ON_TABLE = ("LOCATIONS", "AT_LOCATION", "ATTACHED", "SIDE_OF_TABLE")
HINT = re.compile(r"<div class='cardHint' value='([^']+)'(?: data-horizontal='true')?>([^<]+)</div>")


class Seen(NamedTuple):
    """A card that the log shows."""

    blueprint: str
    zone: str
    owner: str
    place: str | None
    """Card number of its location; None if it is not at one."""


class Reader:
    """An independent implementation of how events change the table."""

    def __init__(self) -> None:
        self.cards: dict[str, Seen] = {}
        self.row: list[str] = []

    def fold(self, event: ET.Element) -> None:
        kind, number = event.get("type"), str(event.get("cardId"))
        if kind in ("PCIP", "MCIP"):
            zone, index = str(event.get("zone")), int(str(event.get("locationIndex")))
            if zone == "LOCATIONS":
                self.row.insert(index, number)
            place = self.row[index] if zone == "AT_LOCATION" else None
            self.cards[number] = Seen(str(event.get("blueprintId")), zone, str(event.get("zoneOwnerId")), place)
        elif kind == "RCFP":
            for gone in str(event.get("otherCardIds")).split(","):
                del self.cards[gone]

    def owned(self, owner: str, *zones: str) -> list[Seen]:
        return [one for one in self.cards.values() if one.owner == owner and one.zone in zones]

    def power(self, owner: str) -> list[str]:
        there = {
            place: [FACTS[one.blueprint].power for one in self.owned(owner, "AT_LOCATION") if one.place == place]
            for place in self.row
        }
        return [str(sum(powers) if powers else NOBODY) for powers in there.values()]

    def generation(self, side: int) -> str:
        return str(1 + sum(FACTS[self.cards[place].blueprint].icons[side] for place in self.row))


def logged_statistics() -> Iterator[tuple[Reader, ET.Element]]:
    """Each statistics event, with the table before it."""
    reader = Reader()
    for event in events():
        reader.fold(event)
        if event.get("type") == "GS":
            yield reader, event


def at_rest() -> Iterator[tuple[Reader, dict[str, dict[str, str]]]]:
    """The table at every action decision of a phase, with both players' last pile sizes."""
    reader, counts = Reader(), dict[str, dict[str, str]]()
    for event in events():
        reader.fold(event)
        if event.get("type") == "GS":
            counts = {str(zones.get("name")): dict(zones.attrib) for zones in event.iter("playerZones")}
        if event.get("type") == "D" and "action or Pass" in str(event.get("text")):
            yield reader, counts


# --- The file ---


def test_sample_file_is_up_to_date() -> None:
    written = SAMPLE_GAME.read_bytes()
    assert written == sample().xml.encode(), "run python -m build_tools.sample_game"
    assert len(written) < 400_000


def test_cards_of_the_sample_are_up_to_date_and_hold_no_card_text() -> None:
    assert SAMPLE_CARDS.read_text("utf-8") == card_data(), "run python -m build_tools.sample_game"
    fields = {name for side in json.loads(card_data()).values() for card in side["cards"] for name in card["front"]}
    assert not {name for name in fields if "text" in name.lower()}


def test_sample_game_is_deterministic() -> None:
    assert sample_game() == sample()


def test_decks_have_sixty_cards_with_known_facts() -> None:
    for deck in (DARK_DECK, LIGHT_DECK):
        assert len(deck) == 60
        assert set(deck) <= set(FACTS)


@pytest.mark.skipif(not REFERENCE.is_file(), reason="the card database is not available to compare with")
def test_facts_match_the_card_database() -> None:
    known = {card["gempId"]: card["front"] for card in json.loads(REFERENCE.read_text(encoding="utf-8"))}
    for blueprint, fact in FACTS.items():
        card = known[blueprint]
        assert (fact.title, fact.kind) == (card["title"], card["type"].lower())
        numbers = [str(number) for number in (fact.destiny, fact.power, fact.ability, fact.deploy, fact.forfeit)]
        assert numbers == [card.get(name, "0") for name in ("destiny", "power", "ability", "deploy", "forfeit")], (
            blueprint
        )
        assert fact.icons == (card.get("darkSideIcons", 0), card.get("lightSideIcons", 0))
        assert fact.leads == bool({"admiral", "general"} & set(card.get("characteristics", [])))


def test_messages_name_cards_by_title() -> None:
    texts = [str(event.get(name)) for event in events() for name in ("message", "text")]
    named = {pair for text in texts for pair in HINT.findall(text)}
    assert len(named) > 20
    assert all(FACTS[blueprint].title == title for blueprint, title in named)
    assert not [text for text in texts if "<" in HINT.sub("", text)]


def test_last_message_names_the_winner() -> None:
    last = events()[-1].get("message")
    assert last == f"{SEAT} is the winner due to: Opponent conceded"


# --- Its decisions ---


def test_all_seven_decision_types_occur_and_most_have_no_choice() -> None:
    asked = [(str(event.get("decisionType")), parameters(event)) for event in decisions()]
    assert {kind for kind, _ in asked} == set(LISTS)
    assert 60 <= len(asked) <= 120
    nothing = sum(options(kind, lists) <= 1 for kind, lists in asked)
    assert 0.6 < nothing / len(asked) < 0.75


def test_list_parameters_of_a_decision_have_equal_length() -> None:
    for event in decisions():
        kind, lists = str(event.get("decisionType")), parameters(event)
        lengths = {len(values) for name, values in lists.items() if name in LISTS[kind]}
        assert len(lengths) <= 1, ET.tostring(event)
        assert all(len(values) == 1 for name, values in lists.items() if name not in LISTS[kind])
        if lengths and kind != "ARBITRARY_CARDS":
            named = lists.get("cardId", [])
            assert len(set(named)) == len(named) or kind == "CARD_ACTION_CHOICE"


def test_answers_are_legal() -> None:
    answers, asked = sample().answers, decisions()
    for event, answer in zip(asked, answers, strict=True):
        assert takes(str(event.get("decisionType")), parameters(event), answer), (ET.tostring(event), answer)


def test_search_shows_selectable_and_other_cards() -> None:
    found = [parameters(event) for event in decisions() if event.get("text") == "Choose card to take into hand"]
    assert [Counter(lists["selectable"]) for lists in found] == [Counter(false=44, true=3)]


def test_one_action_is_repeated_without_effect() -> None:
    pairs = list(zip(decisions(), sample().answers, strict=True))
    asked = [(event, answer) for event, answer in pairs if "Deploy" in str(event.get("text"))]
    begun = [answer for event, answer in asked if parameters(event).get("actionText", [""])[0].startswith("Deploy an")]
    assert begun == ["0"] * REPEATS + [""]


# --- Its numbers ---


def test_cards_of_decisions_are_on_the_table_or_in_hand() -> None:
    reader = Reader()
    for event in events():
        reader.fold(event)
        if event.get("type") == "D" and event.get("decisionType") != "ARBITRARY_CARDS":
            assert set(parameters(event).get("cardId", [])) <= set(reader.cards), ET.tostring(event)


def test_power_and_generation_follow_from_the_cards_on_the_table() -> None:
    counted = 0
    for reader, event in logged_statistics():
        for side, owner in (("dark", SEAT), ("light", OPPONENT)):
            power = event.find(f"{side}PowerAtLocations")
            assert power is not None
            assert list(power.attrib) == [f"locationIndex{index}" for index in range(len(reader.row))]
            assert list(power.attrib.values()) == reader.power(owner)
            assert event.get(f"{side}ForceGeneration") == reader.generation(side == "light")
        counted += 1
    assert counted > 50


def test_each_player_always_has_sixty_cards() -> None:
    for reader, counts in at_rest():
        for owner in (SEAT, OPPONENT):
            held = sum(int(counts[owner][pile]) for pile in PILES)
            assert held + len(reader.owned(owner, *ON_TABLE)) == 60


def test_hand_and_pile_tops_are_shown() -> None:
    for reader, counts in at_rest():
        assert len(reader.owned(SEAT, "HAND")) == int(counts[SEAT]["HAND"])
        assert not reader.owned(OPPONENT, "HAND")
        for owner in (SEAT, OPPONENT):
            for pile in TOPS:
                shown = reader.owned(owner, f"TOP_OF_{pile}")
                assert len(shown) == (int(counts[owner][pile]) > 0), (owner, pile)
                back = "-1_2" if owner == SEAT else "-1_1"
                assert all((one.blueprint == back) == (pile != "LOST_PILE") for one in shown)


def test_revealed_cards_get_new_numbers() -> None:
    given = len(DARK_DECK) + len(LIGHT_DECK)
    for event in events():
        if event.get("type") == "PCIP":
            number, zone = int(str(event.get("cardId"))), str(event.get("zone"))
            in_the_dark = zone in {f"TOP_OF_{pile}" for pile in ("RESERVE_DECK", "FORCE_PILE", "USED_PILE")}
            if in_the_dark or (zone == "TOP_OF_LOST_PILE" and number <= given):
                continue
            assert number > given
            given = number
    assert given > 160


def test_sample_path_is_the_one_the_page_loads() -> None:
    assert SAMPLE_GAME.relative_to(ROOT) == Path("web/public/samples/swccg-sample.xml")
