/** A fake engine that knows the short game. */
import type { AskOptions, ScreenEngine, ScreenParams } from "../../screen-types";
import type { Side, State } from "../types";
import { evaluation, OUTLOOK, review, WEIGHTS } from "./answers";
import { REPLAY, stateAt } from "./short-game";

interface Refusal extends Error {
  code?: string;
}

export function refusal(message: string, code: string): Refusal {
  return Object.assign(new Error(message), { code });
}

/** An engine that forgets everything when `restart` is called, as a new worker does. */
export class FakeSwccg implements ScreenEngine {
  generation = 1;
  /** The names of the queries so far. */
  asked: string[] = [];
  /** While set, reviews wait for this promise. */
  held: Promise<void> | null = null;
  outlook = OUTLOOK;
  failNext: Refusal | null = null;
  /** The loaded cards by side; a side that is not given keeps its cards. */
  readonly cards = { dark: 0, light: 0 };
  #replay = false;

  get #known(): number {
    return this.cards.dark + this.cards.light;
  }

  restart(): void {
    this.generation += 1;
    Object.assign(this.cards, { dark: 0, light: 0 });
    this.#replay = false;
  }

  async query<T extends object>(name: string, args: object, options: AskOptions = {}): Promise<T> {
    this.asked.push(name);
    await Promise.resolve();
    if (this.failNext !== null) {
      const error = this.failNext;
      this.failNext = null;
      throw error;
    }
    return (await this.#answer(name, args as Record<string, unknown>, options)) as T;
  }

  async #answer(name: string, args: Record<string, unknown>, { signal, onProgress }: AskOptions): Promise<object> {
    if (name === "weights") return WEIGHTS;
    if (name === "card_rules") {
      const rules = args["rules"] as string | undefined;
      if (rules?.includes("mistake")) throw refusal("The card rules are not TOML.", "INVALID_PARAMS");
      return { id: "r", count: 1, text: rules ?? "# shipped" };
    }
    if (name === "load_cards") {
      const taken: Partial<Record<Side, number>> = {};
      for (const side of ["dark", "light"] as const) {
        const text = args[`${side}_json`];
        if (typeof text === "string") this.cards[side] = taken[side] = text.includes("gempId") ? 1820 : 0;
      }
      const skipped = [{ side: "dark", index: 3, id: null, reason: "It has no gempId." }];
      return {
        cards: this.#known,
        taken,
        skipped,
        skipped_in_all: 61,
        id: `c${this.#known}`,
      };
    }
    if (name === "load_replay") {
      const text = atob(String(args["data_base64"]));
      if (!text.includes("<gameReplay>")) throw refusal("No decision could be read in this file.", "INVALID_PARAMS");
      this.#replay = true;
      return { ...REPLAY, cards: { ...REPLAY.cards, id: this.#known === 0 ? null : "c", unknown: this.#known === 0 ? ["1_168"] : [] } };
    }
    if (name === "outlook") return this.outlook;
    if (name === "parse_decision") return { ...stateAt(1), replay_id: null, index: null, lacks: ["board", "hand"] };
    if (!this.#replay) throw refusal("There is no such replay.", "NOT_FOUND");
    if (name === "decision_state") return stateAt(Number(args["index"]));
    onProgress?.(0.5);
    await this.held;
    if (signal?.aborted === true) throw Object.assign(new Error("Stopped on request."), { name: "AbortError", code: "CANCELLED" });
    return review((args["weights"] ?? {}) as Record<string, number>);
  }

  async evaluate<T extends object>(state: object, action: unknown, params: ScreenParams): Promise<T> {
    const answer = (action as { answer: string } | null)?.answer ?? null;
    this.asked.push(answer === null ? "evaluate" : `grade ${answer}`);
    if (answer === "illegal") throw refusal("That answer is not legal here.", "ACTION_FAILED");
    return evaluation(state as State, answer, params.evaluatorOptions ?? {}) as unknown as T;
  }

  async describe(): Promise<string> {
    return "A decision in words.";
  }

  async observe<T extends object>(state: object): Promise<T> {
    return state as T;
  }
}
