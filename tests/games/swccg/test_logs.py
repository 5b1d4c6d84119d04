"""The logs written for tests are well-formed and look like the server's."""

from __future__ import annotations

import base64
import gzip
import zlib
from xml.etree import ElementTree as ET

import pytest

from build_tools.paths import ROOT
from tests.games.swccg import logs
from tests.games.swccg.logs import DARK, LIGHT, Action, Numbers, Shown

GAMES = ROOT.parent / "shared" / "reference" / "swccg" / "games"
ONLY_IN_TESTS = {"EMPTY", "FCIP", "RLFP", "ATB", "W"}
"""Kinds of events that never occur in the reference games."""

EVERY = [
    logs.participants(DARK, DARK, LIGHT),
    logs.put_in_play(1, "1_168", "HAND"),
    logs.put_in_play(2, "1_324", "ATTACHED", target=1),
    logs.location(3, "1_290", 0, "Tatooine"),
    logs.moved(1, "1_168", 2),
    logs.rotated(1, "1_168", "AT_LOCATION", location=2),
    logs.replaced(1, "1_21", "AT_LOCATION", location=2),
    logs.flipped(1, "1_168", "SIDE_OF_TABLE"),
    logs.in_battle(1, "1_168", 2),
    logs.out_of_battle(1, "1_168", "TOP_OF_LOST_PILE"),
    logs.interrupt(4, "9_137"),
    logs.destiny(5, logs.FACE_DOWN_DARK),
    logs.activated(1, "1_168", "AT_LOCATION", location=2),
    logs.affected(1, "1_168", "AT_LOCATION", [6, 7]),
    logs.removed([1, 2]),
    logs.removed([1], DARK),
    logs.locations_removed([2, 3]),
    logs.phase("Deploy", 2),
    logs.turn(LIGHT),
    logs.message("A line"),
    logs.warning("A line"),
    logs.battle_starts(2, [1, 6]),
    logs.battle_ends(),
    logs.numbers(Numbers(power=[1.5, -1])),
    logs.choose("Choose Deploy action or Pass"),
    logs.choose("Choose Deploy action or Pass", [Action("Deploy", 1)]),
    logs.action_choice(DARK, "Required responses", [Action("Lose 1 Force", blueprint_id="7_229")]),
    logs.card_selection(DARK, "Choose Force to lose", [1, 2]),
    logs.arbitrary_cards(DARK, "Choose card", ["1_168", Shown("1_194", selectable=False)]),
    logs.integer(DARK, "Choose amount of Force to activate", 0, 4),
    logs.multiple_choice(DARK, "Do you?", ["Yes", "No"]),
    logs.empty(DARK, "Wait"),
]

Shape = tuple[tuple[str, ...], ...]


def shape(event: ET.Element) -> Shape:
    """The names of an event's attributes, of its parameters, and of its other children."""
    parameters = {str(child.get("name")) for child in event if child.tag == "parameter"}
    children = {child.tag for child in event}
    return tuple(tuple(sorted(names)) for names in (event.attrib, parameters, children))


def kind(event: ET.Element) -> str:
    return str(event.get("decisionType") or event.get("type"))


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - it was written a moment ago


def test_messages_and_actions_survive_xml_escaping() -> None:
    text = "Say \"no\" & 'yes' <div class='cardHint' value='1_168'>•Vader</div>\n\ttwice"
    assert parsed(logs.message(text)).get("message") == text
    assert parsed(logs.choose(text, [Action(text, 1)])).find("parameter[@name='actionText']").get("value") == text  # type: ignore[union-attr]


def test_statistics_are_written_in_the_servers_format() -> None:
    event = parsed(logs.numbers(Numbers({"HAND": 3}, [2.0, 1.5, -1], 4.0)))
    assert event.get("darkForceGeneration") == "4"
    assert event.get("darkImmuneToRemainingAttrition") == "false"
    power = event.find("darkPowerAtLocations")
    assert power is not None
    assert power.attrib == {"locationIndex0": "2", "locationIndex1": "1.5", "locationIndex2": "-1"}
    assert [zones.get("HAND") for zones in event.iter("playerZones")] == ["3", "0"]


@pytest.mark.parametrize("container", [logs.game_replay, logs.update, logs.game_state])
def test_containers_keep_events_in_order(container: type) -> None:
    assert [kind(event) for event in parsed(container(EVERY))] == [kind(parsed(event)) for event in EVERY]


def test_packing_round_trips() -> None:
    text = logs.game_replay(EVERY)
    assert gzip.decompress(logs.as_gzip(text)).decode() == text
    assert zlib.decompress(logs.as_zlib(text)).decode() == text
    assert base64.b64decode(logs.base64_of(text)).decode() == text


@pytest.mark.skipif(not GAMES.is_dir(), reason="no games of the server are available to compare with")
def test_every_event_has_the_shape_of_a_server_event() -> None:
    seen: set[tuple[str, Shape]] = set()
    for game in ("g02", "g03", "g05", "g06"):
        text = gzip.decompress((GAMES / f"{game}.DarkBot.replay.xml.gz").read_bytes()).decode()
        seen |= {(kind(event), shape(event)) for event in parsed(text)}
    for text in EVERY:
        event = parsed(text)
        if kind(event) not in ONLY_IN_TESTS:
            assert (kind(event), shape(event)) in seen, text
