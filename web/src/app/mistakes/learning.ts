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
 * @param game when their game began, if they may be taken back
 */
export async function keepMistakes(parts: Parts, box: DrillStore, decisions: readonly Decision[], game?: number): Promise<void> {
  const states = await seenStates(parts, decisions);
  box.add(
    decisions.map((decision, index) => ({ ...decision, state: states[index] ?? decision.state })),
    game,
  );
}

/** The positions as those saw them who decided. */
function seenStates({ engine, info }: Parts, decisions: readonly Decision[]): Promise<GameState[]> {
  const hides = hidesCards(info);
  return Promise.all(decisions.map(({ state }) => (hides ? engine.port.observe(state, state.active_player_id) : state)));
}

/** The mistakes of the game being played: kept as they are made, and forgotten when their moves are taken back. */
export class LiveMistakes {
  readonly #parts: Parts;
  readonly #box: DrillStore;
  /** One after the other, so that a card is not added after it was taken back. */
  #work: Promise<void> = Promise.resolve();

  constructor(parts: Parts, box: DrillStore) {
    this.#parts = parts;
    this.#box = box;
  }

  /**
   * Keeps the mistakes of the only person who plays; with several people, `player` is null, and nobody's are kept.
   *
   * @param game when the game began
   */
  keep(decisions: readonly Decision[], player: number | null, game: number): void {
    if (player === null) return;
    const mistakes = decisions.filter((made) => gameMistakes(this.#parts.info, [made], [player]).length > 0);
    if (mistakes.length > 0) this.#queue(() => keepMistakes(this.#parts, this.#box, mistakes, game));
  }

  /** A move was graded, or graded again. */
  regrade(decision: Decision): void {
    if ((decision.evaluation?.deltaEv ?? null) === null || this.#box.size(this.#parts.info.rulesetId) === 0) return;
    this.#queue(async () => {
      for (const state of await seenStates(this.#parts, [decision])) this.#box.regrade({ ...decision, state });
    });
  }

  /** Takes back what moves that were taken back have done to the box, also before a reload of the page. */
  takeBack(decisions: readonly Decision[], game: number): void {
    const lost = decisions.filter(({ evaluation }) => (evaluation?.deltaEv ?? 0) < 0);
    if (lost.length === 0) return;
    this.#queue(async () => {
      const states = await seenStates(this.#parts, lost);
      this.#box.takeBack(states.map(fingerprint), game);
    });
  }

  #queue(work: () => Promise<void>): void {
    // Without the engine nothing is kept; a review finds the mistake again.
    this.#work = this.#work.then(work).catch(() => undefined);
  }
}
