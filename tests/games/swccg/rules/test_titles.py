"""Texts of a log without markup, and the card titles in them; all in linear time. Also the kinds of decisions."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.games.swccg.rules.kinds import KINDS, kind_of
from py_engine.games.swccg.rules.titles import is_face_down, learn, mentions, plain
from tests.games.swccg.logs import FACE_DOWN_DARK, FACE_DOWN_LIGHT, hint

VADER = hint("1_168", "•Darth Vader")
HOTH = hint("3_59", "•Hoth: Docking Bay", horizontal=True)
MEGABYTE = 1_000_000


def named(text: str) -> dict[str, str]:
    titles: dict[str, str] = {}
    learn(titles, text)
    return titles


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("Choose Deploy action or Pass", "Choose Deploy action or Pass"),
        (f"A deploys {VADER} to {HOTH}", "A deploys •Darth Vader to •Hoth: Docking Bay"),
        ("  a \n\t b  ", "a b"),
        ("Luke&#39;s &amp; Leia&quot;s &lt;b&gt;", "Luke's & Leia\"s <b>"),
        ("<b>bold</b> and <br/>broken<BR>", "bold and broken"),
        ("3 < 4 and 5 > 4", "3 < 4 and 5 > 4"),
        ("a <", "a <"),
        ("<div class='cardHint' value='1_1'><b>Nested</b></div>", "Nested"),
        ("<div value='1_1'>never closed", "never closed"),
        ("&nosuch; &#xZZ;", "&nosuch; &#xZZ;"),
        ("&#0;&#xD800;", "\ufffd\ufffd"),
    ],
)
def test_plain_removes_markup(text: str, expected: str) -> None:
    assert plain(text) == expected


def test_mentions_are_in_text_order() -> None:
    assert mentions(f"{HOTH} then {VADER} and {VADER}") == ["3_59", "1_168", "1_168"]
    assert mentions("nothing") == []
    assert mentions("<div>no value</div><div value=''>empty</div><div datavalue='2_2'>other</div>") == []
    assert mentions("""<div value="7_7" class="cardHint">Other quotes</div>""") == ["7_7"]
    assert mentions("<div value='9_9'><div value='1_2'>Inner</div></div>") == ["1_2"]


def test_learn_keeps_the_first_title() -> None:
    titles = named(f"{VADER} {HOTH}")
    learn(titles, hint("1_168", "Another name"))
    learn(titles, hint("4_4", "  Boba &amp; Co &#8226; "))
    learn(titles, hint("5_5", "   "))
    assert titles == {"1_168": "•Darth Vader", "3_59": "•Hoth: Docking Bay", "4_4": "Boba & Co •"}


def test_titles_are_limited_in_length_and_number() -> None:
    assert [len(name) for name in named(hint("1_1", "x" * 5_000)).values()] == [120]
    titles: dict[str, str] = {}
    for number in range(5_000):
        learn(titles, hint(f"1_{number}", "A card"))
    assert len(titles) == 4_000
    assert named(hint("1" * 41, "A card")) == {}


def test_is_face_down_recognises_card_backs() -> None:
    assert is_face_down(FACE_DOWN_DARK)
    assert is_face_down(FACE_DOWN_LIGHT)
    assert not is_face_down("1_168")
    assert not is_face_down("")


@pytest.mark.parametrize(
    "piece",
    [
        "<div",
        "<div ",
        "<div value='1_1'",
        " value='1_1'",
        "<div value='",
        "<div value='1_1'>",
        "<div value='1_1'>x",
        "</div>",
        "<",
        ">",
        "<a",
        "'",
        "&",
        "&#",
        "&#9",
        "9",
        "&lt",
        " ",
        "\n \t",
    ],
)
@pytest.mark.parametrize("head", ["", "<div", "<div value='", "<div value='1_1'>", "&#"])
def test_text_functions_take_linear_time(head: str, piece: str) -> None:
    text = head + piece * (MEGABYTE // len(piece))
    start = time.process_time()
    plain.__wrapped__(text)
    mentions(text)
    named(text)
    # Quadratic time would be minutes.
    assert time.process_time() - start < 1


@given(st.text(alphabet="<>/div value='1_&#;x ", max_size=80))
def test_text_functions_accept_any_text(text: str) -> None:
    found = plain(text)
    assert len(found) <= 2_000
    assert found == found.strip()
    assert "  " not in found
    assert set(named(text)) <= set(mentions(text))
    assert all(blueprint in text for blueprint in mentions(text))


def test_long_texts_are_cut() -> None:
    assert len(plain("x" * 10_000)) == 2_000
    assert plain("&#" + "9" * 10_000 + ";").startswith("&#99")


# --- Kinds of decisions ---


@pytest.mark.parametrize(
    ("decision_type", "text", "phase", "kind"),
    [
        ("CARD_ACTION_CHOICE", "Choose Activate action or Pass", "Activate", "activate"),
        ("CARD_ACTION_CHOICE", "Choose Control action or Pass", "Control", "control"),
        ("CARD_ACTION_CHOICE", "Choose Deploy action or Pass", "Deploy", "deploy"),
        ("CARD_ACTION_CHOICE", "Choose Battle action or Pass", "Battle", "battle"),
        ("CARD_ACTION_CHOICE", "Choose Move action or Pass", "Move", "move"),
        ("CARD_ACTION_CHOICE", "Choose Draw action or Pass", "Draw", "draw"),
        ("CARD_ACTION_CHOICE", "Choose weapons segment action to play or Pass", "Battle", "weapons"),
        ("CARD_ACTION_CHOICE", "Playing •Sense - Optional responses", "Deploy", "response"),
        ("ACTION_CHOICE", "Required responses", "Battle", "response"),
        ("CARD_ACTION_CHOICE", "Something new", "Deploy", "other"),
        ("INTEGER", "Choose amount of Force to activate", "Activate", "amount"),
        ("MULTIPLE_CHOICE", "Select OK to start game", None, "start"),
        ("MULTIPLE_CHOICE", "Do you want to?", "Deploy", "question"),
        ("MULTIPLE_CHOICE", "Choose where to place it", "Deploy", "where"),
        ("ARBITRARY_CARDS", "Choose starting location", "Play starting cards", "start"),
        ("ARBITRARY_CARDS", "Choose card to take into hand", "Control", "take"),
        ("ARBITRARY_CARDS", "Verify Reserve Deck after unsuccessful attempt", "Deploy", "look"),
        ("ARBITRARY_CARDS", "Opponent's hand", "Deploy", "look"),
        ("CARD_SELECTION", "Choose Force to lose", "Control", "lose"),
        ("CARD_SELECTION", "Choose where to deploy •Vader", "Deploy", "where"),
        ("CARD_SELECTION", "Choose target", "Battle", "target"),
        # If the phase is unknown, the wording alone decides.
        ("INTEGER", "Choose amount of Force to activate", None, "amount"),
        ("MULTIPLE_CHOICE", "Do you want to?", None, "question"),
        ("CARD_SELECTION", "Choose where to deploy •Vader", None, "where"),
        ("CARD_SELECTION", "Choose Force to lose", None, "lose"),
        ("CARD_SELECTION", "Choose target", None, "target"),
        ("ARBITRARY_CARDS", "Choose starting location", None, "start"),
        ("CARD_SELECTION", "Choose target", "Play starting cards", "start"),
        ("CARD_SELECTION", "Choose card to put on Used Pile", "Draw", "lose"),
        ("CARD_SELECTION", "Choose card to put on bottom of Used Pile", "Deploy", "lose"),
        ("ARBITRARY_CARDS", "Choose card to put on Lost Pile", "Deploy", "lose"),
        ("ARBITRARY_CARDS", "Test Light's Used Pile", "Deploy", "look"),
        ("EMPTY", "", "Deploy", "other"),
        ("NEW_TYPE", "Choose Deploy action", "Deploy", "other"),
    ],
)
def test_kind_of_questions(decision_type: str, text: str, phase: str | None, kind: str) -> None:
    assert kind_of(decision_type, text, phase) == kind
    assert kind in {each.code for each in KINDS}
