/** Adding decisions of a game to the box of mistakes. */
import type { DrillStore } from "./drill-store.svelte";
import { hidesCards } from "../session/secrecy";
import type { Decision } from "../../core/session";
import type { GameContext } from "../session/context";

/** Adds decisions to the box; where cards are hidden, as the view of the player who decided. */
export async function keepMistakes(
  { engine, info }: Pick<GameContext, "engine" | "info">,
  box: DrillStore,
  decisions: readonly Decision[],
): Promise<void> {
  if (!hidesCards(info)) {
    box.add(decisions);
    return;
  }
  const seen = decisions.map(async (decision) => ({
    ...decision,
    state: await engine.port.observe(decision.state, decision.state.active_player_id),
  }));
  box.add(await Promise.all(seen));
}
