"""``yatzy rosetta``: perfect play distilled into an ordered list of readable rules for rows and for holds.

See ``rule_fitting`` for how they are found. The means are exact: of the rules for rows with the best holds for somebody who closes by
them, and of both kinds of rules together.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from py_engine.games.yatzy.policies.rule_list import RuleList
from py_engine.games.yatzy.rules.tables import BONUS, BONUS_AT, CATEGORIES, Rules
from py_engine.lab.core.commands import KEPT, counted, say
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.decisions import Decider
from py_engine.lab.yatzy.engine.rule_list import RulePlayer, read, row_table, value_of, write
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.engine.space import FINAL_TURN, UPPER_SCORE, kinds_of
from py_engine.lab.yatzy.engine.walk import walk
from py_engine.lab.yatzy.habits.rule_fitting import examples, fit, fit_holds, hold_examples
from py_engine.lab.yatzy.habits.rules_page import rules_page
from py_engine.lab.yatzy.output.pictures import lines
from py_engine.lab.yatzy.output.writing import Result, add_output, show
from py_engine.lab.yatzy.positions.cards import content_hash, page_data, write_page

__all__ = ["add", "mean_of"]

PUBLIC = 227.5
"""Mean of the public project's 100 rules for rows with optimal holds."""
_COMMAND = (
    "python -m py_engine.lab yatzy rosetta --rules {rules} --holds {holds} --examples {examples} --every {every} "
    "--list py_engine/games/yatzy/policies/rules.json --page web/src/games/yatzy/pages/rules/rules.json"
)


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("rosetta", help="perfect play as an ordered list of readable rules")
    parser.add_argument("--rules", type=counted, default=100, help="how many for rows (100)")
    parser.add_argument("--holds", type=int, default=0, help="how many for holds (0: the best are held)")
    parser.add_argument("--examples", type=counted, default=30_000, help="decisions to fit (30,000)")
    parser.add_argument("--every", type=counted, default=10, help="rules between two exact means (10)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--list", type=Path, default=KEPT / "yatzy" / "rules.json", help="file of the rules, a player by rules:FILE"
    )
    parser.add_argument("--page", type=Path, metavar="FILE", help="write means, examples and a game for the page")
    parser.add_argument(
        "--reword", action="store_true", help="only write the rules' texts again, in the files of --list and --page"
    )
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=lambda chosen: _reword(chosen) if chosen.reword else _run(chosen))


def mean_of(decider: Decider) -> float:
    """The exact mean of a player from the empty card."""
    kinds, mean = kinds_of(decider.rules), 0.0
    for visit in walk(decider, measure="nothing"):
        if visit.turn < FINAL_TURN:
            mean += float((visit.reached[:, None] * visit.ways * kinds.points).sum())
        else:
            mean += BONUS * float(visit.reached[UPPER_SCORE[visit.positions] >= BONUS_AT].sum())
    return mean


def _reword(chosen: argparse.Namespace) -> None:
    """Writes the texts of a list that was fitted before, in the words of today; nothing is fitted or measured."""
    found = read(chosen.list, rules_of(chosen))
    write(found, chosen.list)
    texts = {"rules": [rule.text for rule in found.rules], "holds": [rule.text for rule in found.holds]}
    if chosen.page is not None:
        page = json.loads(chosen.page.read_text("utf-8"))
        made = page.pop("made")
        for kind, those in texts.items():
            if len(page[kind]) != len(those):
                raise LabError(f"{chosen.page} is not about the rules in {chosen.list}.")
            page[kind] = [{**row, "text": text} for row, text in zip(page[kind], those, strict=True)]
        write_page(chosen.page, {"made": made | {"sha256": content_hash(page)}, **page})
    tables = [(f"The {kind}", _numbered(those)) for kind, those in texts.items()]
    show(Result(tables, texts), chosen)


def _sizes(count: int, every: int) -> list[int]:
    return sorted({size for size in (0, 1, 2, 3, 5, *range(every, count, every), count) if size <= count})


def _row_means(found: RuleList, every: int) -> tuple[list[int], list[float]]:
    sizes, means = _sizes(len(found.rules), every), []
    for size in sizes:
        part = found._replace(rules=found.rules[len(found.rules) - size :], holds=())
        means.append(float(value_of(row_table(part), found.house)[0]))
        say(f"{size} rules for rows: {means[-1]:.3f}")
    return sizes, means


def _hold_means(found: RuleList, every: int) -> tuple[list[int], list[float]]:
    sizes, means = _sizes(len(found.holds), every)[1:], []
    for size in sizes:
        part = found._replace(holds=found.holds[len(found.holds) - size :])
        means.append(mean_of(RulePlayer(part)))
        say(f"{size} rules for holds: {means[-1]:.3f}")
    return sizes, means


def _fitted(chosen: argparse.Namespace, rules: Rules) -> RuleList:
    found = fit(examples(rules, chosen.examples, chosen.seed), rules, chosen.rules)
    if not chosen.holds:
        return found
    those = hold_examples(rules, 2 * chosen.examples, chosen.seed)
    return found._replace(holds=fit_holds(those, rules, chosen.holds))


def _run(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    found = _fitted(chosen, rules)
    write(found, chosen.list)
    sizes, means = _row_means(found, chosen.every)
    table: Rows = [["rules", "exact mean", "public project"]]
    table += [[str(n), f"{mean:.3f}", f"{PUBLIC}" if n == 100 else ""] for n, mean in zip(sizes, means, strict=True)]
    listed: Rows = [["", "close"]]
    listed += [[str(number), rule.text] for number, rule in enumerate(found.rules, 1)]
    listed.append(["else", "the first that is open of " + ", ".join(CATEGORIES[number] for number in found.rest)])
    tables = [("Rules for rows, the first that applies", listed), ("Exact means, with the best holds", table)]
    series = {"rows": ([float(n) for n in sizes], means)}
    data: dict[str, Any] = {"sizes": sizes, "means": means, "rules": [rule.text for rule in found.rules]}
    if found.holds:
        hold_sizes, hold_means = _hold_means(found, chosen.every)
        series["rows and holds"] = ([float(n) for n in hold_sizes], hold_means)
        data |= {"hold_sizes": hold_sizes, "hold_means": hold_means, "holds": [rule.text for rule in found.holds]}
        tables.append(("Rules for holds, the first that applies", _numbered([rule.text for rule in found.holds])))
        rows = [[str(n), f"{mean:.3f}"] for n, mean in zip(hold_sizes, hold_means, strict=True)]
        tables.append((f"Exact means, with {len(found.rules)} rules for rows", [["rules for holds", "mean"], *rows]))
        if chosen.page is not None:
            page = rules_page(found, chosen.seed) | {
                "rowMeans": list(zip(sizes, _rounded(means), strict=True)),
                "holdMeans": list(zip(hold_sizes, _rounded(hold_means), strict=True)),
            }
            write_page(chosen.page, page_data(page, _COMMAND.format(**vars(chosen)), chosen.seed))
    picture = lines("Mean score by number of rules", series, "rules", "mean")
    show(Result(tables, data | {"seed": chosen.seed}, picture=picture), chosen)


def _numbered(texts: list[str]) -> Rows:
    return [["", "hold"], *([str(number), text] for number, text in enumerate(texts, 1))]


def _rounded(means: list[float]) -> list[float]:
    return [round(mean, 2) for mean in means]
