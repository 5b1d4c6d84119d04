"""Memory used by other games is freed by replacing the worker, unnoticed by the player."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import OpenVisit
from tests.e2e.support.screens import QUICK, kept, start_game
from tests.e2e.support.visit import BOOT_MS

MAX_BYTES = 200e6

# Entropy has large tables of lines, Azul a large search tree.
_PLAY_OTHERS = """async () => {
  const { engine } = globalThis.hindsight;
  for (const [ruleset, options] of [['entropy_v1', { size: 7 }], ['azul_v1_2p', {}], ['hearts_v1', {}]]) {
    const state = await engine.newGame(ruleset, 1, options);
    const params = { evaluatorSeed: 1, timeBudgetMs: 5000, rolloutsPerAction: 10_000_000 };
    await engine.evaluateBestMove(state, state.active_player_id, params);
  }
  return engine.memory();
}"""
_SWAPPED = "() => (globalThis.hindsight.engine.status.current.swaps ?? 0) > 0"


def test_worker_with_too_much_memory_is_replaced_during_a_game(visit: OpenVisit, address: str) -> None:
    one = visit(own_engine=True, storage_state=kept(address, QUICK))
    page = one.open_ready("#/azul/play")
    board = start_game(page)
    board.play()
    expect(page.get_by_test_id("grade")).to_be_visible()
    page.evaluate(_PLAY_OTHERS)
    page.wait_for_function(_SWAPPED, timeout=BOOT_MS)
    expect(page.get_by_test_id("restart-notice")).to_have_count(0)
    before = board.moves.count()
    board.wait_for_turn()
    board.play()
    expect(board.moves).to_have_count(before + 2, timeout=BOOT_MS)
    assert page.evaluate("hindsight.engine.memory()") < MAX_BYTES
