"""The reader of game texts: what it understands, what it leaves alone, and that conditions stay with their effects."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.games.swccg.rules.cards import LIBRARY, CardFacts, read_card
from py_engine.games.swccg.rules.convert import position_of
from py_engine.games.swccg.rules.state import FactsModel, SwccgState
from py_engine.games.swccg.rules.text_grammar import KINDS, PATTERNS
from py_engine.games.swccg.rules.texts import MAX_EFFECTS, TextEffect, effects_of, sentences
from tests.games.swccg.cards import card

DRAIN_COST = (
    "that player must first use 3 Force unless that player occupies a battleground site and a battleground system"
)
UNDERSTOOD = [
    # The texts are made up in the manner of the cards; the effects were written down by reading them.
    ("Character", "Adds 2 to power of anything he pilots.", [("pilot_power", 2, "anything", "", "")]),
    ("Character", "Adds 3 to the power of any TIE she pilots.", [("pilot_power", 3, "any TIE", "", "")]),
    ("Character", "Immune to attrition < 4.", [("immune", 4, "", "", "")]),
    ("Starship", "Immune to attrition.", [("immune_all", 0, "", "", "")]),
    (
        "Character",
        "Immune to Sandstorm and attrition < 5.",
        [("immune_to", 0, "Sandstorm", "", ""), ("immune", 5, "", "", "")],
    ),
    (
        "Starship",
        "Immune to attrition < 3 when matching pilot aboard.",
        [("immune", 3, "", "matching pilot aboard", "")],
    ),
    ("Character", "Draws one battle destiny if unable to otherwise.", [("least_destiny", 1, "", "", "")]),
    (
        "Character",
        "While at an Endor site, adds one battle destiny.",
        [("more_destiny", 1, "", "at an Endor site", "")],
    ),
    ("Character", "Draws one additional battle destiny.", [("more_destiny", 1, "", "", "")]),
    (
        "Character",
        "Power +2 and forfeit +1 while with a droid.",
        [("power", 2, "", "with a droid", ""), ("forfeit", 1, "", "with a droid", "")],
    ),
    ("Character", "Power -1 when not on Hoth.", [("power", -1, "", "not on Hoth", "")]),
    ("Character", "Deploys -2 to Naboo.", [("deploy_cost", -2, "", "to Naboo", "")]),
    ("Character", "Deploys free to same site as the Baron.", [("deploy_free", 0, "", "to same site as the Baron", "")]),
    ("Character", "Deploys only on Cloud City, but may move elsewhere.", [("only", 0, "Cloud City", "", "")]),
    ("Vehicle", "May not be deployed to Bespin or Hoth.", [("not_to", 0, "Bespin or Hoth", "", "")]),
    ("Character", "May not move.", [("may_not", 0, "move", "", "")]),
    ("Weapon", "Deploy on your warrior.", [("deploy_on", 0, "your warrior", "", "")]),
    ("Weapon", "Use 1 Force to deploy on Vader.", [("deploy_on", 0, "Vader", "", "")]),
    ("Weapon", "May target a character using 2 Force.", [("targets", 2, "a character", "", "")]),
    ("Weapon", "May add 1 to Force drain where present.", [("drain_present", 1, "", "", "")]),
    ("Vehicle", "End of your turn: Use 1 Force to maintain OR Place out of play.", [("upkeep", 1, "", "", "")]),
    (
        "Effect",
        f"For either player to initiate a Force drain, {DRAIN_COST}.",
        [("drain_costs", 3, "", "", "")],
    ),
    (
        "Defensive Shield",
        f"Unless Battle Plan on table, for either player to initiate a Force drain, {DRAIN_COST}.",
        [("drain_costs", 3, "", "", "")],
    ),
    ("Starship", "May add 2 pilots and 4 passengers.", [("capacity", 2, "pilots and 4 passengers", "", "")]),
    ("Starship", "Permanent pilots provide total ability of 3.", [("permanent", 3, "", "", "")]),
    ("Starship", "Permanent pilot is •Arno, who provides ability of 2.", [("permanent", 2, "•Arno", "", "")]),
    ("Vehicle", "May move as a 'react'.", [("react", 0, "move", "", "")]),
    (
        "Effect",
        "Once per game, may take Arno or Bera into hand from Reserve Deck; reshuffle.",
        [("pulls", 0, "Arno or Bera", "", "")],
    ),
    (
        "Character",
        "Once during each of your deploy phases, may use 1 Force to deploy a farm here from Reserve Deck; reshuffle.",
        [("pulls", 0, "a farm here", "", "")],
    ),
    (
        "Location",
        "Light: Force drain -1 here. Dark: If you control, Force drain +2 here.",
        [("drain", -1, "", "", "light"), ("drain", 2, "", "you control", "dark")],
    ),
    ("Location", "Dark: Your docking bay transit from here requires 2 Force.", [("transit", 2, "", "", "dark")]),
    (
        "Effect",
        "Deploy on table. (Immune to Alter.)",
        [("immune_to", 0, "Alter", "", ""), ("deploy_on", 0, "table", "", "")],
    ),
]
LEFT_ALONE = [
    # Each looks like something above, and says something else.
    ("Character", "Your other pilots add 2 to power of anything they pilot."),
    ("Character", "Your warriors are immune to attrition < 4."),
    ("Effect", "Immune to attrition < 4."),
    ("Interrupt", "Power +2."),
    ("Character", "Opponent draws one battle destiny."),
    ("Character", "May draw one battle destiny."),
    ("Character", "Adds one battle destiny, then is lost."),
    ("Character", "While at Endor, power +2; your Ewoks are immune to attrition."),
    ("Character", "While at Endor, Hoth or Naboo, power +2."),
    ("Character", "Power +2 for each of your Ewoks here, and opponent loses 1 Force."),
    ("Character", "Deploys only on Hoth or Endor."),
    ("Location", "Dark: Force drain +1 at related sites."),
    ("Character", "Force drain +1 here."),
    ("Objective", "Once per turn, may deploy a site from Reserve Deck; reshuffle."),
    ("Character", "Once per game, may take a card into hand from Reserve Deck or Lost Pile."),
    ("Character", ""),
]


def read(text: str, kind: str) -> list[tuple[str, float, str, str, str]]:
    return [(each.kind, each.amount, each.what, each.when, each.side) for each in effects_of(text, kind)]


@pytest.mark.parametrize(("kind", "text", "effects"), UNDERSTOOD)
def test_texts_are_read_as_a_person_reads_them(
    kind: str, text: str, effects: list[tuple[str, float, str, str, str]]
) -> None:
    assert read(text, kind) == effects


@pytest.mark.parametrize(("kind", "text"), LEFT_ALONE)
def test_nothing_is_said_about_other_texts(kind: str, text: str) -> None:
    assert read(text, kind) == []


def test_a_text_of_several_sentences_is_read_sentence_by_sentence() -> None:
    text = "Deploys -1 to Death Star II. Something odd happens here. Immune to attrition < 3."
    assert [bool(found) for _, found in sentences(text, "Character")] == [True, False, True]
    assert read(text, "Character")[0] == ("deploy_cost", -1, "", "to Death Star II", "")


_CLAUSES = (
    "immune to attrition < 4",
    "power +2",
    "adds one battle destiny",
    "deploys -1",
    "draws one battle destiny if unable to otherwise",
)
_WORDS = st.lists(
    st.sampled_from(
        [*" ".join(_CLAUSES).split(), "your", "opponent's", "while", "at", "Endor", ",", ";", "and", "or", "not"]
    ),
    max_size=14,
)


@given(_WORDS, st.sampled_from(_CLAUSES))
def test_an_effect_with_words_before_it_is_never_stated_without_them(words: list[str], clause: str) -> None:
    before = " ".join(words).replace(" ,", ",").replace(" ;", ";")
    for effect in effects_of(f"While {before}, {clause}.", "Character"):
        assert effect.when


@given(st.text(max_size=300), st.sampled_from(["Character", "Location", "Weapon", "Starship"]))
def test_any_text_can_be_read(text: str, kind: str) -> None:
    found = effects_of(text, kind)
    assert len(found) <= MAX_EFFECTS
    assert {each.kind for each in found} <= KINDS.keys()


def test_every_kind_has_a_pattern_and_every_pattern_a_kind() -> None:
    assert {pattern.kind for patterns in PATTERNS.values() for pattern in patterns} == KINDS.keys()
    assert {effects[0][0] for _, _, effects in UNDERSTOOD} >= KINDS.keys() - {"forfeit", "immune_to", "landspeed"}


def test_texts_that_are_not_texts_say_nothing() -> None:
    assert effects_of(None, "Character") == effects_of(7, "Character") == ()


# --- In the facts of a card ---

PILOT = card(
    "5_7", "•Arno", "Character", gametext="Adds 2 to power of anything he pilots. Landspeed = 2.", parsec="4"
) | {"pulls": ["Bera", 3]}


@pytest.fixture
def _loaded() -> Iterator[None]:
    LIBRARY.clear()
    LIBRARY.load("dark", [PILOT])
    yield
    LIBRARY.clear()


def test_facts_hold_what_the_text_says() -> None:
    facts = read_card(PILOT, "dark")
    assert isinstance(facts, CardFacts)
    assert facts.effects == (TextEffect("pilot_power", 2.0, "anything"), TextEffect("landspeed", 2.0))
    assert (facts.parsec, facts.pulls) == (4.0, ("Bera",))
    assert [each.amount for each in facts.says("landspeed")] == [2.0]


def test_facts_cross_the_bridge_unchanged() -> None:
    facts = read_card(PILOT, "dark")
    assert isinstance(facts, CardFacts)
    model = FactsModel.model_validate(json.loads(json.dumps(facts.as_json())))
    state = SwccgState.model_validate(
        {"cards": {"5_7": model.model_dump()}, "decision": {"decision_type": "EMPTY"}, "ruleset_id": "swccg_gemp_v1"}
    )
    assert position_of(state).facts["5_7"] == facts


@pytest.mark.usefixtures("_loaded")
def test_another_text_is_another_library() -> None:
    before = LIBRARY.id
    changed = {**PILOT, "front": {**PILOT["front"], "gametext": "Landspeed = 3."}}
    LIBRARY.load("dark", [changed])
    assert LIBRARY.id != before
