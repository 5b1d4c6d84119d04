/** Adding decisions of a game to the box of mistakes. */
import { fingerprint } from "../../core/fingerprint";
import type { DrillStore } from "./drill-store.svelte";
import { gameMistakes } from "./drills";
import { hidesCards } from "../session/secrecy";
import type { Decision, GameState } from "../../core/session";
import type { GameContext } from "../session/context";

type Parts = Pick<GameContext, "engine" | "info">;

/**
 * Adds decisions to the box; where cards are hidden, as the view of the player who decided.
 *
 * @returns the cards that are new in the box
 */
export async function keepMistakes({ engine, info }: Parts, box: DrillStore, decisions: readonly Decision[]): Promise<string[]> {
  const seen = hidesCards(info)
    ? await Promise.all(
        decisions.map(async (decision) => ({
          ...decision,
          state: await engine.port.observe(decision.state, decision.state.active_player_id),
        })),
      )
    : decisions;
  const known = new Set(box.box.cards.map(({ id }) => id));
  box.add(seen);
  return seen.map(({ state }) => fingerprint(state)).filter((id) => !known.has(id));
}

/** The mistakes of the game being played: kept as they are made, and forgotten when their moves are taken back. */
export class LiveMistakes {
  readonly #parts: Parts;
  readonly #box: DrillStore;
  /** The cards that this game added, by position. */
  readonly #added = new WeakMap<GameState, Promise<string[]>>();

  constructor(parts: Parts, box: DrillStore) {
    this.#parts = parts;
    this.#box = box;
  }

  /** Keeps the mistakes of the only person who plays; with several people, `player` is null, and nobody's are kept. */
  keep(decisions: readonly Decision[], player: number | null): void {
    if (player === null) return;
    for (const made of decisions) if (gameMistakes(this.#parts.info, [made], [player]).length > 0) this.#add(made);
  }

  #add(mistake: Decision): void {
    const earlier = this.#added.get(mistake.state);
    const kept = keepMistakes(this.#parts, this.#box, [mistake]).catch(() => []);
    this.#added.set(mistake.state, earlier === undefined ? kept : Promise.all([earlier, kept]).then((ids) => ids.flat()));
  }

  /** Removes the cards of moves that were taken back; cards that were in the box before stay. */
  takeBack(decisions: readonly Decision[]): void {
    for (const { state } of decisions) {
      const added = this.#added.get(state);
      this.#added.delete(state);
      void added?.then((ids) => ids.forEach((id) => this.#box.remove(id)));
    }
  }
}
