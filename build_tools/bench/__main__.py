"""Measures speed and size, natively and in Chromium: prints a table, writes ``.cache/bench/results.json``.

With ``--against`` it measures only the waiting times for the engine, alternating between the present build and that of
another commit: prints the ratios with their quartiles, writes ``.cache/bench/against.json``.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from build_tools.bench import azul as bench_azul
from build_tools.bench import azul_search as bench_azul_search
from build_tools.bench import entropy as bench_entropy
from build_tools.bench import first_screen as bench_first_screen
from build_tools.bench import hearts as bench_hearts
from build_tools.bench import library as bench_library
from build_tools.bench import review as bench_review
from build_tools.bench import swccg as bench_swccg
from build_tools.bench import yatzy as bench_yatzy
from build_tools.bench import yatzy_lab as bench_yatzy_lab
from build_tools.bench.common import FLAGS, Row, median_ms, read
from build_tools.bench.start import builds, report, rounds
from build_tools.bench.start.visits import PARTS
from build_tools.hosts import hosted
from build_tools.paths import CACHE, DIST, RUNTIME, WEB
from build_tools.process import ToolError, main_of, run
from build_tools.shipping.sizes import page_files
from build_tools.system import browser
from py_engine import bridge

__all__ = ["chromium", "native", "sizes", "table"]

RULESET = "azul_v1_2p"
BENCH = CACHE / "bench"
PLENTY = 10_000_000
"""More rollouts than time allows, so that the clock ends an evaluation."""
MANY_NODES = 40_000
"""Nodes of an exact solution that takes long enough to be timed."""
GAMES: dict[str, Callable[[], list[Row]]] = {
    "azul": bench_azul.native,
    "azul-search": bench_azul_search.native,
    "yatzy": bench_yatzy.native,
    "yatzy-laboratory": bench_yatzy_lab.native,
    "entropy": bench_entropy.native,
    "hearts": bench_hearts.native,
    "swccg": bench_swccg.native,
}
"""What is measured in CPython, beside the engine's moves."""
PAGES: dict[str, Callable[[Page], list[Row]]] = {
    "azul-search": bench_azul_search.in_page,
    "yatzy": bench_yatzy.in_page,
    "entropy": bench_entropy.in_page,
    "hearts": bench_hearts.in_page,
    "swccg": bench_swccg.in_page,
}
"""What is measured in a page, likewise."""


def start_position() -> dict[str, Any]:
    """The initial position of a game."""
    return read(bridge.new_game(RULESET, 3, "{}"))


def end_position() -> dict[str, Any]:
    """A position with 12 tiles left whose exact solution takes many nodes, reached by greedy play."""
    for seed in range(200):
        state = read(bridge.new_game(RULESET, seed, "{}"))
        while _tiles(state) > 12:
            state = _greedy_move(state)
        found = _solve(state)["metadata"]
        if found["round_solved"] and found["nodes"] >= MANY_NODES:
            return state
    raise ToolError("No position with many nodes came up.")


def _tiles(state: dict[str, Any]) -> int:
    """Number of tiles in the factories and the centre."""
    return sum(sum(pile.values()) for pile in (*state["factories"], state["center"]["tiles"]))


def _greedy_move(state: dict[str, Any]) -> dict[str, Any]:
    """The state after the greedy player's move."""
    text = json.dumps(state)
    found = read(bridge.evaluate_best_move(text, state["active_player_id"], _params(evaluator="greedy")))
    moved: dict[str, Any] = read(bridge.apply_action(text, json.dumps(found["best_action"])))
    return moved


def _params(**params: Any) -> str:
    return json.dumps({"evaluator_seed": 1, **params})


def _solve(state: dict[str, Any]) -> dict[str, Any]:
    """The result of the search evaluator with enough time to solve the round."""
    params = _params(evaluator="search", time_budget_ms=60_000, rollouts_per_action=1)
    found: dict[str, Any] = read(bridge.evaluate_best_move(json.dumps(state), state["active_player_id"], params))
    return found


def native(start: dict[str, Any], end: dict[str, Any], milliseconds: int) -> list[Row]:
    """The engine in CPython, on one core."""
    text, player = json.dumps(start), start["active_player_id"]
    params = _params(evaluator="rollout", time_budget_ms=milliseconds, rollouts_per_action=PLENTY)
    meta = read(bridge.evaluate_best_move(text, player, params))["metadata"]
    solved = _solve(end)["metadata"]
    action = json.dumps(read(bridge.list_legal_actions(text, player))[0])

    def move() -> None:
        bridge.list_legal_actions(text, player)
        bridge.apply_action(text, action)

    return [
        ("greedy full-round rollouts", "1/s", 1000 * meta["rollouts_run"] / meta["elapsed_ms"]),
        ("exact search nodes", "1/s", 1000 * solved["nodes"] / max(1, solved["elapsed_ms"])),
        ("legal actions + apply", "ms", median_ms(move, 50)),
    ]


def _bench_site() -> Path:
    """Builds the benchmark's page, with the site's own runtime beside it."""
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    run(["node", vite, "build", "--config", WEB / "bench" / "vite.config.ts"], cwd=WEB, timeout=120)
    site = BENCH / "site"
    run(["cp", "-r", RUNTIME, site / "runtime"])
    return site


def chromium(start: dict[str, Any], end: dict[str, Any], milliseconds: int) -> list[Row]:
    """The engine in a worker of headless Chromium, and the times of the site's screens."""
    with sync_playwright() as play:
        window = play.chromium.launch(executable_path=browser(), args=FLAGS)
        try:
            with hosted(DIST) as host:
                rows = bench_first_screen.in_browser(window, host.address)
                rows += bench_library.in_browser(window, host.address)
                rows += bench_review.in_browser(window, host.address)
            with hosted(_bench_site()) as host:
                page = window.new_context().new_page()
                page.goto(host.address)
                rows += _in_page(page, start, end, milliseconds)
        finally:
            window.close()
    return rows


def _in_page(page: Page, start: dict[str, Any], end: dict[str, Any], milliseconds: int) -> list[Row]:
    page.wait_for_function("window.bench !== undefined")
    stages = page.evaluate("bench.boot()")
    rows: list[Row] = [(f"boot: {stage} at", "ms", at) for stage, at in stages.items()]
    rate = page.evaluate("([state, ms]) => bench.rollouts(state, ms)", [start, milliseconds])
    rows.append(("greedy full-round rollouts", "1/s", rate))
    rows.append(("exact search nodes", "1/s", page.evaluate("(state) => bench.nodes(state)", end)))
    rows.append(("legal actions + apply", "ms", page.evaluate("bench.moves(40)")))
    thinking = page.evaluate("(state) => bench.thinking(state, 15)", start)
    rows += [(name.replace("_", " "), "ms", figure) for name, figure in thinking.items()]
    memory = page.evaluate("(state) => bench.memory(state, 50)", start)
    rows += [(f"wasm memory {when} 50 evaluations", "MB", size / 1e6) for when, size in memory.items()]
    return rows + _of_pages(page, list(PAGES))


def _of_pages(page: Page, names: Sequence[str]) -> list[Row]:
    return [row for name in names for row in PAGES[name](page)]


def only_pages(names: Sequence[str]) -> list[Row]:
    """Only these, in a worker of headless Chromium."""
    with sync_playwright() as play, hosted(_bench_site()) as host:
        window = play.chromium.launch(executable_path=browser(), args=FLAGS)
        try:
            page = window.new_context().new_page()
            page.goto(host.address)
            page.wait_for_function("window.bench !== undefined")
            page.evaluate("bench.boot()")
            return _of_pages(page, names)
        finally:
            window.close()


def sizes() -> list[Row]:
    """The download sizes of a first visit, uncompressed and compressed."""
    # Without the tables, which are fetched when a game that needs them is opened.
    files = [path for path in DIST.rglob("*") if path.is_file() and path.suffix != ".bin"]
    plain = sum(path.stat().st_size for path in files)
    packed = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    page = sum(len(gzip.compress(path.read_bytes(), 9)) for path in page_files(DIST))
    return [
        ("first visit", "MB", plain / 1e6),
        ("first visit, compressed", "MB", packed / 1e6),
        ("page alone, compressed", "kB", page / 1e3),
    ]


def table(results: dict[str, list[Row]]) -> str:
    """The results as text."""
    lines = []
    for where, rows in results.items():
        lines += ["", where]
        lines += [f"  {name:<50} {figure:>12,.1f} {unit}" for name, unit, figure in rows]
    return "\n".join(lines)


def starts(times: int, parts: Sequence[str]) -> list[Row]:
    """The waiting times for the engine: medians of the present build."""
    with tempfile.TemporaryDirectory() as scratch:
        build = builds.present(Path(scratch))
        return report.as_rows(rounds.measured([build], times, parts), build.name)


def against(ref: str, times: int, parts: Sequence[str]) -> None:
    """Measures the present build and that of a commit, alternating."""
    other = builds.of_ref(ref)
    with tempfile.TemporaryDirectory() as scratch:
        present = builds.present(Path(scratch))
        runs = rounds.measured([other, present], times, parts)
    print(report.as_table(runs, other.name, present.name))
    _write("against.json", {"against": ref, "rounds": times, "figures": report.as_json(runs, other.name, present.name)})


def _write(name: str, figures: object) -> None:
    BENCH.mkdir(parents=True, exist_ok=True)
    target = BENCH / name
    target.write_text(json.dumps(figures, indent=1) + "\n")
    print(f"\nWritten to {target.relative_to(CACHE.parent)}")


def main() -> None:
    """Measures everything, or compares the waiting times of two builds."""
    parser = argparse.ArgumentParser(description="Measures speed and size.")
    parser.add_argument("--milliseconds", type=int, default=3000, help="how long to count rollouts (3000)")
    parser.add_argument("--against", metavar="REF", help="compare waiting times with the build of this commit")
    parser.add_argument("--times", type=int, help="rounds for measuring waiting times (3; 8 for a comparison)")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), help="which waiting times (all)")
    parser.add_argument("--native", nargs="+", choices=list(GAMES), help="measure and print only these, in CPython")
    parser.add_argument("--browser", nargs="+", choices=list(PAGES), help="measure and print only these, in Chromium")
    options = parser.parse_args()
    if options.browser:
        print(table({"chromium": only_pages(options.browser)}))
    elif options.native:
        print(table({"native": [row for name in options.native for row in GAMES[name]()]}))
    elif options.against:
        against(options.against, options.times or 8, options.only)
    else:
        everything(options.milliseconds, options.times or 3, options.only)


def everything(milliseconds: int, times: int, parts: Sequence[str]) -> None:
    """Measures the present build."""
    start, end = start_position(), end_position()
    results = {
        "native": native(start, end, milliseconds) + [row for rows in GAMES.values() for row in rows()],
        "chromium": chromium(start, end, milliseconds),
        "waits": starts(times, parts),
        "size": sizes() + bench_yatzy.artifact_sizes(RUNTIME),
    }
    print(table(results))
    named = {
        where: [{"name": n, "unit": u, "value": round(v, 3)} for n, u, v in rows] for where, rows in results.items()
    }
    _write("results.json", named)


if __name__ == "__main__":
    main_of(main)
