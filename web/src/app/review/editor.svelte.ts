/** The position in the review's editor, checked by the engine at every change. */
import type { GameState } from "../../core/session";
import type { FieldError } from "../../games/types";
import type { GameContext } from "../session/context";
import { sentenceOf } from "../../core/errors";
import { freshSeed } from "../session/params";
import { errorsIn } from "./field-errors";

export class ReviewEditor {
  /** The position as edited so far; null while the editor is closed. */
  draft = $state.raw<GameState | null>(null);
  errors = $state.raw<FieldError[]>([]);
  #checked = 0;
  readonly #context: GameContext;

  constructor(context: GameContext) {
    this.#context = context;
  }

  open(state: GameState | null): void {
    // What is still being checked is another position.
    this.#checked += 1;
    this.draft = state;
    this.errors = [];
  }

  /** Opens the editor on the start of a fresh game. Returns what hindered it as a sentence, or null. */
  async openStart(): Promise<string | null> {
    try {
      const { engine, info } = this.#context;
      this.open(await engine.port.newGame(info.rulesetId, freshSeed()));
      return null;
    } catch (error) {
      return sentenceOf(error);
    }
  }

  close(): void {
    this.draft = null;
  }

  async change(draft: GameState): Promise<void> {
    this.draft = draft;
    const check = ++this.#checked;
    const errors = await errorsIn(this.#context.engine.port, draft);
    if (check === this.#checked) this.errors = errors;
  }

  /** The edited position, or null, with its errors shown, if it is invalid. */
  async finished(): Promise<GameState | null> {
    if (this.draft === null) return null;
    const state = { ...this.draft, last_events: [], warnings: [] } as GameState;
    this.errors = await errorsIn(this.#context.engine.port, state);
    return this.errors.length > 0 ? null : state;
  }
}
