"""Readable rules fitted to perfect play, and the data of their page."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from build_tools.paths import ROOT
from py_engine.games.yatzy.coach import COACH
from py_engine.games.yatzy.knowledge.uppers import POSITIONS
from py_engine.games.yatzy.policies.conditions import PATTERNS, Condition, held_of, hold_conditions
from py_engine.games.yatzy.policies.rule_list import HoldRule, Rule, RuleList, shipped
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, MULTISETS, ROLL_WEIGHTS, ROLLS, STANDARD
from py_engine.lab.__main__ import main
from py_engine.lab.yatzy.engine.rule_list import RulePlayer, hold_table, holds_of, read, row_table, write
from py_engine.lab.yatzy.engine.space import HOLD_COUNT, HOLDS, MASK, position_of
from py_engine.lab.yatzy.engine.walk import distribution
from py_engine.lab.yatzy.habits.rosetta_program import mean_of
from py_engine.lab.yatzy.habits.rule_fitting import Examples, HoldExamples, fit, fit_holds
from py_engine.lab.yatzy.positions.cards import content_hash
from py_engine.lab.yatzy.scores.yatzy_program import in_one_turn

PAGES = ROOT / "web" / "src" / "games" / "yatzy" / "pages"


def roll_of(*dice: int) -> int:
    return MULTISETS.index(dice)


def test_rules_decide_in_order_and_come_back_from_a_file(tmp_path: Path) -> None:
    rule = Rule(CATEGORIES.index("chance"), (Condition("points", 13, 20), Condition("closed", 0, 0)))
    hold = HoldRule("face_6", 2, (Condition("dice", 5, 2),))
    rules = RuleList((rule,), tuple(range(15)), STANDARD, (hold,))
    write(rules, tmp_path / "rules.json")
    assert read(tmp_path / "rules.json", STANDARD) == rules
    assert rule.text == "Chance, if Ones is closed and the dice add up to 20 or more."
    assert hold.text == "With two throws left, keep every 6, if there are two or more sixes."
    close = row_table(rules)
    high, low = roll_of(4, 4, 5, 5, 5), roll_of(1, 2, 2, 3, 3)
    assert close[1, high] == CATEGORIES.index("chance")
    assert close[0, high] == 0
    assert close[1, low] == 1


@pytest.mark.parametrize(
    ("conditions", "text"),
    [
        ([("open", 12, 0), ("points", 12, 7)], "if the dice are a full house."),
        ([("points", 13, 18), ("closed", 14, 0)], "if Yatzy is closed and the dice add up to 18 or more."),
        (
            [("points", 12, 19), ("points", 13, 20)],
            "if the dice are a full house of 19 points or more and add up to 20 or more.",
        ),
        ([("points", 7, 10), ("dice", 1, 1)], "if there are two pairs of 10 points or more and there is a two."),
        ([("points", 7, 6), ("dice", 5, 2)], "if there are two pairs and two or more sixes."),
        (
            [("points", 8, 7), ("from", 0, 12)],
            "if at most three rows are open and three dice are equal, threes or higher.",
        ),
        ([("points", 6, 12), ("before", 0, 11)], "if more than four rows are open and two dice are equal, sixes."),
        ([("points", 9, 4), ("alike", 0, 3)], "if four dice are equal and three or more dice are equal."),
        ([("points", 14, 50), ("dice", 2, 5)], "if all five dice are equal and there are five threes."),
        (
            [("points", 10, 15), ("run", 1, 3)],
            "if the dice are the small straight and there are three or more faces of the large straight.",
        ),
    ],
)
def test_rules_speak_of_dice_not_of_rows_that_may_be_closed(conditions: list[tuple[str, int, int]], text: str) -> None:
    rule = Rule(CATEGORIES.index("full_house"), tuple(Condition(*condition) for condition in conditions))
    assert rule.text == f"Full house, {text}"


def test_tables_of_rules_say_what_the_level_does() -> None:
    rules, generator = shipped(), np.random.default_rng(2)
    close, held = row_table(rules), {left: hold_table(rules, left) for left in (1, 2)}
    for mask, roll in zip(
        generator.integers(0, FULL, 60).tolist(), generator.integers(0, ROLLS, 60).tolist(), strict=True
    ):
        assert close[mask, roll] == rules.close(mask, roll).choice
        for left, codes in held.items():
            assert HOLDS[roll, codes[mask, roll]] == rules.hold(mask, roll, left).choice


def test_patterns_are_dice_of_the_roll() -> None:
    for name in PATTERNS:
        held = held_of(name)
        for roll in range(ROLLS):
            assert set(held[:, roll].tolist()) <= {-1, *HOLDS[roll, : HOLD_COUNT[roll]].tolist()}
    assert MULTISETS[held_of("alike_open")[0b100000, roll_of(2, 2, 6, 6, 6)]] == (2, 2)
    assert MULTISETS[held_of("pairs")[0, roll_of(1, 2, 2, 6, 6)]] == (2, 2, 6, 6)
    assert held_of("low_pair")[0, roll_of(1, 2, 3, 6, 6)] == -1


def test_rules_are_fitted_to_what_saves_the_most() -> None:
    losses = np.full((40, 15), 5.0, dtype=np.float32)
    rolls = np.array([roll_of(6, 6, 6, 6, 6), roll_of(1, 2, 3, 4, 6)] * 20)
    losses[::2, 14] = 0.0
    losses[1::2, 0] = 0.0
    found = fit(Examples(np.zeros(40, dtype=np.int64), rolls, losses), STANDARD, 3)
    close = row_table(found)[0]
    assert close[rolls[0]] == 14
    assert close[rolls[1]] == 0
    assert len(found.rules) == 1


def test_rules_for_holds_differ_by_throws_left() -> None:
    names = tuple(PATTERNS)
    losses = np.full((40, len(names)), 4.0, dtype=np.float32)
    left = np.array([1, 2] * 20)
    losses[left == 1, names.index("all")] = 0.0
    losses[left == 2, names.index("nothing")] = 0.0
    rolls = np.full(40, roll_of(1, 2, 3, 4, 6))
    holds = fit_holds(HoldExamples(np.zeros(40, dtype=np.int64), rolls, left, losses), STANDARD, 5)
    assert len(holds) == 2
    rules = RuleList((), tuple(range(15)), STANDARD, holds)
    assert MULTISETS[rules.hold(0, int(rolls[0]), 1).choice] == (1, 2, 3, 4, 6)
    assert MULTISETS[rules.hold(0, int(rolls[0]), 2).choice] == ()
    assert {condition for rule in holds for condition in rule.conditions} <= set(hold_conditions())


def test_worth_of_a_rule_is_that_of_the_player_who_follows_it() -> None:
    close = row_table(RuleList((), tuple(range(15)), STANDARD))
    positions = np.array([position_of(FULL & ~(1 << 14), 0)])
    flat = np.zeros(POSITIONS)
    one_row, _, rolls = holds_of(flat, close[MASK[positions]], positions, STANDARD)
    assert (rolls[:, 0] * ROLL_WEIGHTS).sum() == pytest.approx(50 * in_one_turn(STANDARD))
    assert one_row.shape == (462, 1)


@pytest.mark.slow
def test_mean_of_the_shipped_rules_is_what_page_and_level_say() -> None:
    page = json.loads((PAGES / "rules" / "rules.json").read_text("utf-8"))
    player = RulePlayer(shipped())
    mean = mean_of(player)
    assert page["holdMeans"][-1] == [len(page["holds"]), pytest.approx(mean, abs=0.006)]
    assert mean == pytest.approx(distribution(player).mean)
    level = next(level for level in COACH.levels if level.id == "rules")
    assert f"Scores {mean:.0f} on average" in level.strength


def test_page_lists_the_rules_of_the_level_with_examples_that_they_decide() -> None:
    page = json.loads((PAGES / "rules" / "rules.json").read_text("utf-8"))
    rules = shipped()
    assert [row["text"] for row in page["rules"]] == [rule.text for rule in rules.rules]
    assert [row["text"] for row in page["holds"]] == [rule.text for rule in rules.holds]
    for kind in ("rules", "holds"):
        for number, row in enumerate(page[kind]):
            if "example" not in row:
                continue
            example = row["example"]
            mask = sum(1 << CATEGORIES.index(name) for name in example["scores"])
            roll, left = roll_of(*example["dice"]), example["left"]
            decided = rules.hold(mask, roll, left) if left else rules.close(mask, roll)
            assert decided.number == number


def test_data_of_the_page_are_as_the_laboratory_wrote_them() -> None:
    data = json.loads((PAGES / "rules" / "rules.json").read_text("utf-8"))
    assert data.pop("made")["sha256"] == content_hash(data)


def test_rules_are_reworded_without_being_fitted_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shipped_list = ROOT / "py_engine" / "games" / "yatzy" / "policies" / "rules.json"
    files = {shipped_list: tmp_path / "list.json", PAGES / "rules" / "rules.json": tmp_path / "page.json"}
    for source, copy in files.items():
        copy.write_text(source.read_text("utf-8").replace("dice", "cubes"), "utf-8")
    texts = [copy.read_text("utf-8").replace('"cubes"', '"dice"') for copy in files.values()]
    for copy, text in zip(files.values(), texts, strict=True):
        copy.write_text(text, "utf-8")
    chosen = ["--reword", "--list", str(tmp_path / "list.json"), "--page", str(tmp_path / "page.json")]
    main(["yatzy", "rosetta", *chosen])
    assert "Keep all five dice" in capsys.readouterr().out
    for source, copy in files.items():
        assert copy.read_text("utf-8") == source.read_text("utf-8")
    short = json.loads((tmp_path / "page.json").read_text("utf-8"))
    short["holds"].pop()
    (tmp_path / "page.json").write_text(json.dumps(short), "utf-8")
    with pytest.raises(SystemExit, match="is not about the rules in"):
        main(["yatzy", "rosetta", *chosen])
