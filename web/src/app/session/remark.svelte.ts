/** The coach's remark on the decision in focus, asked for at low priority and kept by position. */
import { note } from "../../core/errors";
import type { GameState } from "../../core/session";
import type { GameContext } from "./context";

export class Remark {
  readonly #context: GameContext;
  readonly #known = new WeakMap<GameState, string>();
  #answers = $state(0);
  #stop: AbortController | null = null;
  #asked: GameState | null = null;

  constructor(context: GameContext) {
    this.#context = context;
  }

  /** Whether the game has remarks. */
  get offered(): boolean {
    return this.#context.ui.remark !== undefined;
  }

  /** The remark on a decision; empty while it is not known, and where there is nothing to say. */
  on(state: GameState | null): string {
    void this.#answers;
    return (state === null ? undefined : this.#known.get(state)) ?? "";
  }

  /** Asks for the remark on a decision that has been evaluated; null asks for nothing more. */
  async follow(state: GameState | null, objective: string | null): Promise<void> {
    if (state === this.#asked) return;
    this.#stop?.abort();
    this.#asked = state;
    const { engine, info, ui } = this.#context;
    const query = state === null || this.#known.has(state) ? null : (ui.remark?.query(state, objective) ?? null);
    if (state === null || query === null) return;
    const stop = (this.#stop = new AbortController());
    try {
      const answer = await engine.port.query(info.rulesetId, query.name, query.args, { signal: stop.signal, verbatim: true });
      this.#known.set(state, ui.remark?.text(answer, state) ?? "");
      this.#answers += 1;
    } catch (error) {
      if (this.#asked === state) this.#asked = null;
      note("No remark", error);
    }
  }
}
