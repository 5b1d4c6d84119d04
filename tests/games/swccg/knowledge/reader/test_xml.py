"""Parsing XML into events: safely, and up to any damage."""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.core.contract import ContractError
from py_engine.games.swccg.knowledge.reader import xml_events
from py_engine.games.swccg.knowledge.reader.xml_events import CONTAINERS, MAX_DEPTH, Log, read_xml, reading_xml
from py_engine.games.swccg.rules.events import MAX_NUMBER, Event, number, whole
from tests.games.swccg.logs import (
    DARK,
    LIGHT,
    Action,
    Numbers,
    card_selection,
    choose,
    game_replay,
    game_state,
    hint,
    message,
    numbers,
    participants,
    put_in_play,
    turn,
    update,
)

EVENTS = [
    participants(DARK, DARK, LIGHT),
    turn(DARK),
    put_in_play(12, "1_168", "HAND"),
    message(f'{DARK} shows {hint("1_168", "•Darth Väder ½")} & "more"'),
    numbers(Numbers({"HAND": 8, "RESERVE_DECK": 52}, [3, -1], 4), Numbers(power=[-1, 2.5])),
    choose("Choose Deploy action or Pass", [Action("Deploy", 12), Action("Play", 12)]),
    card_selection(DARK, "Choose where to deploy", [1, 2, 3]),
]
REPLAY = game_replay(EVENTS)


def refused(data: bytes | str) -> str:
    with pytest.raises(ContractError) as caught:
        read_xml(data)
    assert caught.value.code == "INVALID_PARAMS"
    text = str(caught.value)
    assert text.endswith(".")
    assert len(text) < 200
    return text


def read(data: bytes | str) -> Log:
    """The log read; empty if it is refused with a ``ContractError``."""
    try:
        return read_xml(data)
    except ContractError:
        return Log()


def kinds(log: Log) -> list[str]:
    return [each.type for each in log.events]


def test_events_keep_their_attributes_parameters_and_numbers() -> None:
    log = read_xml(REPLAY)
    assert (log.root, log.damaged, log.other) == ("gameReplay", False, 0)
    assert kinds(log) == ["P", "TC", "PCIP", "M", "GS", "D", "D"]
    first, _, card, shown, statistics, actions, selection = log.events
    assert first.ids("allParticipantIds") == [DARK, LIGHT]
    assert (card.get("cardId"), card.get("zone"), card.get("nothing")) == ("12", "HAND", "")
    assert "•Darth Väder ½" in shown.get("message")
    assert statistics.zones[DARK]["RESERVE_DECK"] == "52"
    assert statistics.power == {
        "dark": {"locationIndex0": "3", "locationIndex1": "-1"},
        "light": {"locationIndex0": "-1", "locationIndex1": "2.5"},
    }
    assert actions.parameters["actionText"] == ["Deploy", "Play"]
    assert selection.parameters == {"min": ["1"], "max": ["1"], "cardId": ["1", "2", "3"]}


def test_read_xml_accepts_containers_and_a_single_event() -> None:
    for container in (game_replay, game_state, update):
        log = read_xml(container(EVENTS))
        assert log.root in CONTAINERS
        assert len(log.events) == len(EVENTS)
    alone = read_xml(EVENTS[5])
    assert (alone.root, kinds(alone), alone.damaged) == ("ge", ["D"], False)


def test_picture_parameters_are_dropped() -> None:
    (found,) = read_xml(EVENTS[5]).events
    assert "actionId" in found.parameters
    assert not {"horizontal", "testingText", "backSideTestingText"} & set(found.parameters)


def test_cut_log_keeps_exactly_the_events_before_the_cut() -> None:
    data, ends, place = (
        REPLAY.encode(),
        [],
        len(REPLAY.encode()) - len("".join(EVENTS).encode()) - len(b"</gameReplay>"),
    )
    begin = place
    for each in EVENTS:
        place += len(each.encode())
        ends.append(place)
    whole_log = read_xml(data).events
    for length in range(len(data)):
        if length < begin:
            assert refused(data[:length]) == "This is not XML, so it cannot be a GEMP log."
            continue
        log = read_xml(data[:length])
        assert log.damaged
        assert log.events == whole_log[: sum(end <= length for end in ends)], length


@given(st.integers(0, len(REPLAY.encode()) - 1), st.binary(min_size=1, max_size=4))
def test_damaged_bytes_raise_only_contract_errors(place: int, bad: bytes) -> None:
    data = REPLAY.encode()
    assert len(read(data[:place] + bad + data[place + len(bad) :]).events) <= len(EVENTS) + 1


@given(st.text(max_size=200))
def test_read_xml_reads_or_refuses_any_text(text: str) -> None:
    assert read(text).events == []
    inside = read(f"<update><ge type='M'/>{text}<ge type='M'/></update>")
    assert not inside.events or inside.events[0] == Event("M", {"type": "M"})


def test_read_xml_refuses_other_texts() -> None:
    for data in ("", " ", "hello", "{}", "<", "<gameReplay", "<>", "<1/>", b"", b"\x00\x00", b"\xff\xfe", "\ufeff"):
        assert refused(data) == "This is not XML, so it cannot be a GEMP log."


def test_read_xml_refuses_other_xml() -> None:
    assert "is 'html'" in refused("<html><ge type='M'/></html>")
    long = refused(f"<{'x' * 10_000}/>")
    assert "xxx" in long


def test_document_type_declaration_is_refused() -> None:
    laughs = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(9))
    for head in (
        "<!DOCTYPE gameReplay>",
        '<!DOCTYPE gameReplay SYSTEM "file:///etc/passwd">',
        f'<!DOCTYPE gameReplay [<!ENTITY a0 "ha">{laughs}]>',
    ):
        text = f"{head}<gameReplay><ge type='M' message='&a9;'/></gameReplay>"
        assert refused(text) == "The XML has a document type declaration, which no GEMP log has."
        # After a readable log, it only ends the log.
        log = read_xml(REPLAY + text)
        assert (len(log.events), log.damaged) == (len(EVENTS), True)


def test_undeclared_entity_ends_the_log() -> None:
    log = read_xml(game_replay([*EVENTS, "<ge type='M' message='&secret;'/>", message("later")]))
    assert (len(log.events), log.damaged) == (len(EVENTS), True)


def test_nesting_depth_is_limited() -> None:
    def nested(depth: int) -> str:
        return "<update>" + "<a>" * (depth - 1) + "</a>" * (depth - 1) + "</update>"

    assert read_xml(nested(MAX_DEPTH)).other == MAX_DEPTH - 1
    assert refused(nested(MAX_DEPTH + 1)) == "The XML is nested more than 64 deep."
    assert refused(nested(100_000)) == "The XML is nested more than 64 deep."


def test_numbers_of_events_values_and_documents_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml_events, "MAX_EVENTS", 10)
    monkeypatch.setattr(xml_events, "MAX_VALUES", 20)
    assert len(read_xml(game_replay([message("a")] * 10)).events) == 10
    assert refused(game_replay([message("a")] * 11)) == "The log has more than 10 events."
    assert read_xml(game_replay([card_selection(DARK, "a", range(18))])).events
    assert refused(game_replay([card_selection(DARK, "a", range(19))])) == "The log's events have more than 20 parts."
    monkeypatch.setattr(xml_events, "MAX_DOCUMENTS", 5)
    log = read_xml(update([]) * 4 + update([message("a")]) + update([message("b")]))
    assert [each.get("message") for each in log.events] == ["a"]
    assert log.damaged


def test_many_attributes_are_read_quickly() -> None:
    attributes = " ".join(f"a{number}='1'" for number in range(100_000))
    start = time.process_time()
    log = read_xml(f"<update><ge type='M' {attributes}/></update>")
    assert len(log.events[0].attributes) == 100_001
    assert time.process_time() - start < 5
    doubled = read_xml("<update><ge type='M'/><ge type='M' type='D'/></update>")
    assert (len(doubled.events), doubled.damaged) == (1, True)


def test_other_elements_are_counted_and_skipped() -> None:
    log = read_xml("<update>text<clocks><clock/></clocks><!-- a --><?b c?><![CDATA[<ge/>]]><ge type='TC'/></update>")
    assert (kinds(log), log.other, log.damaged) == (["TC"], 2, False)
    inside = read_xml("<update><ge type='D'><odd/><parameter/><parameter name='min' value='2'/>x</ge></update>")
    assert inside.events == [Event("D", {"type": "D"}, {"": [""], "min": ["2"]})]
    assert inside.other == 0


def test_events_of_missing_and_unknown_types_are_kept() -> None:
    assert kinds(read_xml("<update><ge/><ge type=''/><ge type='NEW' a='b'/></update>")) == ["", "", "NEW"]


def test_nested_events_are_separated() -> None:
    log = read_xml(
        "<update><ge type='A'><parameter name='n' value='1'/><ge type='B'><parameter name='n' value='2'/></ge></ge></update>"
    )
    assert kinds(log) == ["A", "B"]
    assert [each.parameters for each in log.events] == [{"n": ["1"]}, {"n": ["2"]}]
    cut = read_xml("<update><ge type='A'><ge type='B'>")
    assert kinds(cut) == ["A"]


def test_declared_encodings_are_read() -> None:
    text = "<update><ge type='M' message='• ½ ü'/></update>"
    latin = "<update><ge type='M' message='½ ü'/></update>"
    for data, expected in (
        (text.encode(), "• ½ ü"),
        (b"\xef\xbb\xbf" + text.encode(), "• ½ ü"),
        (text.encode("utf-16"), "• ½ ü"),
        (f"<?xml version='1.0' encoding='UTF-16'?>{text}".encode("utf-16"), "• ½ ü"),
        (f"<?xml version='1.0' encoding='ISO-8859-1'?>{latin}".encode("latin-1"), "½ ü"),
        (f"<?xml version='1.0' encoding='windows-1252'?>{text}".encode("cp1252"), "• ½ ü"),
        ("\ufeff" + text, "• ½ ü"),
        (f"<?xml version='1.0' encoding='UTF-16'?>{text}", "• ½ ü"),
        (f"\n  <?xml version='1.0'?>{text}", "• ½ ü"),
    ):
        assert [each.get("message") for each in read_xml(data).events] == [expected], data
    for name in ("klingon", "shift_jis"):
        text = f"<?xml version='1.0' encoding='{name}'?><update/>"
        assert refused(text.encode()) == "The encoding of the XML is not supported."


def test_invalid_characters_end_the_log() -> None:
    for bad in ("\x00", "\x1b", "\uffff"):
        log = read_xml(game_replay([*EVENTS, f"<ge type='M' message='{bad}'/>", message("later")]))
        assert (len(log.events), log.damaged) == (len(EVENTS), True), bad
    # A lone surrogate, possible only in a str, becomes "?".
    log = read_xml("<update><ge type='M' message='a\ud800b'/></update>")
    assert log.events[0].get("message") == "a?b"


def test_concatenated_documents_are_one_log() -> None:
    parts = [game_state(EVENTS[:3]), update(EVENTS[3:5], 2), update(EVENTS[5:], 3)]
    for between in ("", "\n", "\n\n  "):
        log = read_xml(between.join(parts))
        assert (log.root, log.damaged) == ("gameState", False)
        assert log.events == read_xml(REPLAY).events
    bare = read_xml("\n".join(EVENTS))
    assert (bare.root, bare.events) == ("ge", read_xml(REPLAY).events)


def test_nested_document_ends_the_log() -> None:
    log = read_xml("<update><ge type='A'/><?xml version='1.0'?><update><ge type='B'/></update></update>")
    assert (kinds(log), log.damaged) == (["A"], True)


def test_trailing_junk_keeps_the_log() -> None:
    for rest in ("junk", "<html/>", "<html>", "</update>", "<", "<update><ge type='M'", "\x00"):
        log = read_xml(REPLAY + rest)
        assert (log.root, log.events, log.damaged) == ("gameReplay", read_xml(REPLAY).events, True), rest


@pytest.mark.parametrize("size", [1, 2, 7, 64, 1_000])
def test_reading_is_independent_of_piece_size(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    logs: list[str | bytes] = [
        REPLAY,
        "<update><ge type='M' message='• ½ ü'/></update>".encode("utf-16"),
        "\n".join([game_state(EVENTS[:3]), update(EVENTS[3:5], 2), update(EVENTS[5:], 3)]),
        "\n".join(EVENTS),
        *(REPLAY + rest for rest in ("junk", "<html/>", "</update>", "<update><ge type='M'", "\x00")),
        REPLAY[: len(REPLAY) // 2],
    ]
    whole = [read_xml(each) for each in logs]
    monkeypatch.setattr("py_engine.games.swccg.knowledge.reader.xml_events._PIECE", size)
    assert [read_xml(each) for each in logs] == whole


def test_parsing_progress_is_even(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("py_engine.games.swccg.knowledge.reader.xml_events._PIECE", 100)
    shares = list(reading_xml(REPLAY))
    assert shares == sorted(shares)
    assert 0 < shares[0] <= 200 / len(REPLAY.encode())
    assert shares[-1] < 1
    steps = [after - before for before, after in pairwise(shares)]
    assert max(steps) <= 1.01 * 100 / len(REPLAY.encode())


# --- Numbers ---


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3.0),
        ("0", 0.0),
        ("1.5", 1.5),
        (".5", 0.5),
        ("½", 0.5),
        ("¼", 0.25),
        ("4½", 4.5),
        ("10¾", 10.75),
        ("-1", -1.0),
        ("-½", -0.5),
        ("-4½", -4.5),
        (" 7 ", 7.0),
        ("-0", 0.0),
        ("999999", 999999.0),
    ],
)
def test_number_reads_statistics(text: str, value: float) -> None:
    assert number(text) == value
    assert str(number(text)) == str(value)


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        " ",
        "*",
        "π",
        "X",
        "?",
        "-",
        "--1",
        "+1",
        "1e5",
        "1,5",
        "1.2.3",
        "½½",
        "1.5½",
        "²",
        "٣",
        "nan",
        "inf",
        "∞",
        "1000000",
        "9" * 5_000,
        "0x1",
        "1_0",
        "-*",
    ],
)
def test_number_refuses_other_texts(text: str | None) -> None:
    assert number(text) is None


@given(st.integers(-MAX_NUMBER, MAX_NUMBER))
def test_whole_reads_integers(value: int) -> None:
    assert whole(str(value)) == value
    assert number(str(value)) == value


@given(st.text(max_size=12))
def test_number_and_whole_accept_any_text(text: str) -> None:
    found, exact = number(text), whole(text)
    if exact is not None:
        assert int(text) == exact == found
    elif found is not None:
        assert abs(Fraction(found)) <= MAX_NUMBER + 1


@pytest.mark.parametrize("text", [None, "", "-", "1.0", "½", " 1", "1 ", "--1", "1000000", "9" * 5_000, "٣", "1e3"])
def test_whole_refuses_other_texts(text: str | None) -> None:
    assert whole(text) is None


def test_event_ids_are_distinct_and_not_empty() -> None:
    listed = Event("RCFP", {"otherCardIds": ",3,,1,3,2,"})
    assert listed.ids() == ["3", "1", "2"]
    assert Event("RCFP", {}).ids() == []
